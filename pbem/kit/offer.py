"""Sides, scenarios and options that stand in the data of a game, and not in its code.

A game's own data extend `Offer`::

    class Data(Offer, frozen=True, forbid_unknown_fields=True, kw_only=True):
        rounds: int

and its `pbem.kit.typed.pack.Packs` yields `offer_faults` among its faults. Its rules are
`pbem.kit.module.RulesFromData`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, NamedTuple

from msgspec import Meta, Struct

from pbem.errors import FormError
from pbem.kit.contract import Option
from pbem.kit.options import chosen_from
from pbem.kit.typed.pack import Fault, repeated
from pbem.kit.typed.suggest import did_you_mean

CODE = r"^[a-z0-9][a-z0-9._-]{0,31}$(?!\n)"
"""The form of a side's, a scenario's and an option's name: one word, as it stands in a log."""

Code = Annotated[str, Meta(pattern=CODE)]
Title = Annotated[str, Meta(min_length=1, max_length=120)]
Choice = bool | int | Annotated[str, Meta(min_length=1, max_length=40)]

CODE_WANTED = {CODE: "write a name with a-z, 0-9, . _ and -, in at most 32 characters"}
"""The hint for `CODE`, for the argument ``wanted`` of `pbem.kit.typed.pack.Packs`."""


class ScenarioData(Struct, frozen=True, forbid_unknown_fields=True):
    """A scenario: ``sides``: those that play it, in their order; all of the game if left out."""

    title: Title
    sides: Annotated[tuple[Code, ...], Meta(min_length=1)] | None = None


class OptionData(Struct, frozen=True, forbid_unknown_fields=True):
    """An option: its default value is among its ``choices``.

    No option is newer than a log here: another option makes other data, with another digest.
    """

    title: Title
    paragraph: Annotated[str, Meta(min_length=1, max_length=20)]
    default: Choice
    choices: Annotated[tuple[Choice, ...], Meta(min_length=1)]


class Offer(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The choices of players when they open a game; the first scenario is the default.

    ``sides``: code of a side -> its name for people, in the order of play.
    """

    sides: Annotated[dict[Code, Title], Meta(min_length=1)]
    scenarios: Annotated[dict[Code, ScenarioData], Meta(min_length=1)]
    options: dict[Code, OptionData] = {}


class Agreed(NamedTuple):
    """The agreement: ``sides`` of the scenario, in their order, with their names."""

    scenario: str
    options: Mapping[str, Any]
    sides: tuple[str, ...]
    side_names: Mapping[str, str]


def offer_faults(data: Offer) -> Iterator[Fault]:
    """Yield what no type can say: sides that are not there, defaults that cannot be chosen."""
    for name, scenario in data.scenarios.items():
        path = ("scenarios", name, "sides")
        yield from repeated(path, scenario.sides or ())
        for at, side in enumerate(scenario.sides or ()):
            if side not in data.sides:
                yield (*path, at), f"there is no side {side}{did_you_mean(side, data.sides)}"
    for name, option in data.options.items():
        where = ("options", name)
        kinds = [(type(choice), choice) for choice in option.choices]
        yield from (
            ((*where, "choices", at), f"{choice} is in the list twice; keep one")
            for at, (kind, choice) in enumerate(kinds)
            if (kind, choice) in kinds[:at]
        )
        if not chosen_from(option.default, option.choices):
            yield (*where, "default"), f"{option.default} is not among the choices; add it"


def scenarios_of(data: Offer) -> dict[str, str]:
    """Return scenario -> title."""
    return {name: scenario.title for name, scenario in data.scenarios.items()}


def options_of(data: Offer) -> dict[str, Option]:
    """Return the options, as `pbem.kit.contract.Rules` has them."""
    return {
        name: Option(one.default, one.choices, one.title, one.paragraph)
        for name, one in data.options.items()
    }


def agreed(data: Offer, scenario: str, options: Mapping[str, Any]) -> Agreed:
    """Return what was agreed on, for the setting of a game.

    Args:
        data: The choices of the players.
        scenario: The scenario.
        options: All options with their values.

    Raises:
        FormError: There is no such scenario.
    """
    found = data.scenarios.get(scenario)
    if found is None:
        raise FormError(f"there is no scenario {scenario!r}")
    sides = tuple(data.sides) if found.sides is None else found.sides
    return Agreed(scenario, dict(options), sides, {side: data.sides[side] for side in sides})
