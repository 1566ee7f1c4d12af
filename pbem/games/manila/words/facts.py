"""Facts about a position that guards ask for (`pbem.kit.contract.Fact`)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import get_args

from pbem.games.manila.data.tables import MARKERS, Event, Strategy
from pbem.games.manila.rules import ch10_victory as victory
from pbem.games.manila.rules.position import Position, contested
from pbem.games.manila.rules.setting import Setting
from pbem.kit.contract import Fact, Names

HIDDEN = "hidden"
AREA_FORM = "[1-9][0-9]?"
FACTS: Mapping[str, Fact] = {
    "turn": Fact((), "the turn", "number"),
    "morale": Fact((), "American Morale", "number"),
    "supply": Fact((), "Supply Points in hand", "number"),
    "control": Fact((), "Areas under American control", "number"),
    "event": Fact((), "the Random Event of this turn, or nothing", "text", ("", *get_args(Event))),
    "artillery": Fact((), "Artillery markers available", "number"),
    "engineer": Fact((), "Engineer markers available", "number"),
    "air": Fact((), "Air markers available", "number"),
    "american": Fact(("AREA",), "AREA is American Controlled", "yes or no"),
    "contested": Fact(("AREA",), "AREA holds units of both sides", "yes or no"),
    "strategy": Fact(
        ("AREA",),
        "Defense Strategy of the unit in AREA: hidden, Sniper, ...",
        "text",
        ("", HIDDEN, *get_args(Strategy)),
    ),
    "factor": Fact(("AREA",), "Defense Factor of the unit in AREA, 0 where none is seen", "number"),
    "at": Fact(
        ("UNIT",),
        "the Area of UNIT, or out, track, gone, off",
        "text",
        ("out", "track", "gone", "off"),
        AREA_FORM,
    ),
    "fresh": Fact(("UNIT",), "UNIT is on the map, Fresh side up", "yes or no"),
}


def names(setting: Setting) -> Mapping[str, Names]:
    """Return what `FACTS` can be asked about."""
    areas = {str(area): area for area in setting.tables.areas}
    return {"AREA": Names(areas), "UNIT": Names(setting.tables.units)}


def fact(setting: Setting, position: Position, name: str, args: Sequence[str]) -> int | str | bool:
    """Answer one of `FACTS`."""
    if FACTS[name].args == ("AREA",):
        return _fact_of_area(setting, position, name, int(args[0]))
    if FACTS[name].args == ("UNIT",):
        return _fact_of_unit(position, name, args[0])
    if name == "control":
        return victory.control(setting, position)
    if name in MARKERS:
        return position.markers[name]
    value: int | str = getattr(position, name)
    return value


def _fact_of_area(setting: Setting, position: Position, name: str, area: int) -> int | str | bool:
    member = position.defender(area)
    seen = member is not None and not position.hidden(area)
    counter = setting.tables.counters[str(member)] if seen else None
    match name:
        case "american":
            return member is None
        case "contested":
            return area in contested(position)
        case "factor":
            return counter.factor if counter is not None else 0
    if counter is not None:
        return counter.strategy
    return "" if member is None else HIDDEN


def _fact_of_unit(position: Position, name: str, unit: str) -> str | bool:
    if name == "fresh":
        return position.fresh(unit)
    if unit in position.at:
        return str(position.at[unit])
    if unit in position.track:
        return "track"
    if unit in position.out:
        return "out"
    return "gone" if unit in position.gone else "off"
