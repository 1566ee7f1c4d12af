"""Standing orders: what a side has said beforehand to the questions that interrupt a phase."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import chain
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct, field

from pbem.games.tokyo.rules.orders import SomeNames, Volunteer
from pbem.games.tokyo.rules.outcomes import Code
from pbem.games.tokyo.rules.setting import Setting
from pbem.kit.contract import Order
from pbem.kit.maps.hexstanding import AdvanceAnswers, RetreatAnswers, hexes_named, units_advancing
from pbem.kit.typed.standing import check_known, check_once, count_down, read_form


class ExchangeAnswers(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """An exchange: the first of these of whom one may be picked, else perhaps the first by name."""

    first: SomeNames = ()
    else_: Literal["any"] | None = field(default=None, name="else")


class FreeAnswers(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A release of the 36th Army: these units, then perhaps others, the first by name."""

    first: SomeNames = ()
    else_: Literal["any"] | None = field(default=None, name="else")


class VolunteerAnswers(Struct, frozen=True, forbid_unknown_fields=True):
    """The Volunteer Corps: ``on`` these results of the die, ``in_all`` so many more times."""

    on: Annotated[tuple[Code, ...], Meta(min_length=1)]
    in_all: Annotated[int, Meta(ge=0, le=99)]


class Standing(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """All standing orders of one side; every part may be left out."""

    retreat: RetreatAnswers | None = None
    advance: AdvanceAnswers | None = None
    exchange: ExchangeAnswers | None = None
    volunteer: Literal["none"] | VolunteerAnswers | None = None
    ecorps: Literal["none", "call"] | None = None
    free: FreeAnswers | None = None


def read(standing: Mapping[str, Any]) -> Standing:
    """Read the form of standing orders.

    Raises:
        FormError: They are not in this form.
    """
    return read_form(Standing, standing, "Race to Tokyo")


def check_standing(setting: Setting, side: str, standing: Mapping[str, Any]) -> None:
    """Raise `FormError` unless ``standing`` has the form of standing orders of ``side``."""
    answers = read(standing)
    units = list(_unit_lists(answers))
    named = list(chain(*units))
    own = {name for name in named if side in setting.commanders(name)}
    check_known(named, own, "you have no unit")
    hexes = hexes_named(answers.retreat, answers.advance)
    check_known(hexes, setting.tables.terrain, "the map has no hex")
    check_once(units)
    if isinstance(answers.volunteer, VolunteerAnswers):
        check_once([answers.volunteer.on])
    if answers.retreat is not None:
        check_once(answers.retreat.units.values())


def left(standing: Mapping[str, Any], order: Order) -> Mapping[str, Any]:
    """Return what is left of standing orders that have given ``order``."""
    if isinstance(order, Volunteer):
        return count_down(standing, ("volunteer", "in_all"), 1)
    return standing


def _unit_lists(answers: Standing) -> Iterator[tuple[str, ...]]:
    if answers.retreat is not None:
        yield tuple(answers.retreat.units)
    yield from units_advancing(answers.advance)
    for part in (answers.exchange, answers.free):
        if part is not None:
            yield part.first
