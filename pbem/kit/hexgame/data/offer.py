"""Scenarios and options of a hex-and-counter game: parts of its data that they replace."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from pbem.kit.contract import Option
from pbem.kit.hexgame.data.forms import HexData, Placed, ScenarioChanges, Unit, Variant
from pbem.kit.typed.pack import Path

PARTS = ("stacking", "zones", "retreat", "advance", "supply", "victory")
"""The parts that a scenario or an option may replace as a whole."""


def scenarios_of(data: HexData) -> dict[str, str]:
    """Return scenario -> title; data without any have one, called like the game."""
    if data.scenarios is msgspec.UNSET:
        return {data.about.name: data.about.title}
    return {name: one.title for name, one in data.scenarios.items()}


def options_of(data: HexData) -> dict[str, Option]:
    """Return the options, as `pbem.kit.contract.Rules` has them."""
    if data.options is msgspec.UNSET:
        return {}
    return {
        name: Option(one.default, tuple(one.choices), one.title, one.paragraph)
        for name, one in data.options.items()
    }


def agreed(data: HexData, scenario: str, options: Mapping[str, Any]) -> HexData:
    """Return the data of one game: as the scenario changes them, then each option in its order."""
    if data.scenarios is not msgspec.UNSET:
        data = _changed(data, data.scenarios[scenario])
    for name, one in () if data.options is msgspec.UNSET else data.options.items():
        data = _changed(data, one.choices[options[name]])
    return data


def each_alone(data: HexData) -> Iterator[tuple[Path, HexData]]:
    """Yield the place of each scenario and each choice, and the data as it alone changes them."""
    if data.scenarios is not msgspec.UNSET:
        for name, scenario in data.scenarios.items():
            yield ("scenarios", name), _changed(data, scenario)
    if data.options is not msgspec.UNSET:
        for name, option in data.options.items():
            for choice, variant in option.choices.items():
                yield ("options", name, "choices", choice), _changed(data, variant)


def each_together(data: HexData) -> Iterator[tuple[str, Path, HexData]]:
    """Yield scenarios with choices that change how many units there is room for where they begin.

    All else that may be wrong is so with each alone. The place is that of the choice.
    """
    scenarios = {} if data.scenarios is msgspec.UNSET else data.scenarios
    options = {} if data.options is msgspec.UNSET else data.options
    for name, scenario in scenarios.items():
        for word, option in options.items() if scenario.units else ():
            for choice, variant in option.choices.items():
                if variant.stacking is not None:
                    both = _changed(_changed(data, scenario), variant)
                    yield name, ("options", word, "choices", choice), both


def _changed(data: HexData, variant: Variant) -> HexData:
    new: dict[str, Any] = dict.fromkeys(variant.without)
    new |= {part: one for part in PARTS if (one := getattr(variant, part)) is not None}
    if variant.turns is not None:
        new["about"] = msgspec.structs.replace(data.about, turns=variant.turns)
    if isinstance(variant, ScenarioChanges) and variant.units:
        new["units"] = {
            side: tuple(_placed(units, variant.units)) for side, units in data.units.items()
        }
    return msgspec.structs.replace(data, **new) if new else data


def _placed(units: tuple[Unit, ...], places: Mapping[str, Placed]) -> Iterator[Unit]:
    for unit in units:
        place = places.get(unit.name)
        if place is None:
            yield unit
        elif not place.out:
            yield msgspec.structs.replace(
                unit, at=place.at, arrives=place.arrives, entry=place.entry
            )
