"""Positions in the words of numbered cases (docs/cases.md), both ways, and facts for guards."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal, get_args

import msgspec
from msgspec import Meta

from pbem.errors import FormError
from pbem.games.manila.data.tables import MARKERS, Event, Marker, Strategy
from pbem.games.manila.rules import ch06_1_dawn as dawn
from pbem.games.manila.rules import ch10_victory as victory
from pbem.games.manila.rules.ch05_setup import set_up
from pbem.games.manila.rules.ch08_movement import NICHOLS
from pbem.games.manila.rules.changes import apply
from pbem.games.manila.rules.outcomes import PhaseBegun
from pbem.games.manila.rules.position import Position, contested
from pbem.games.manila.rules.setting import Setting
from pbem.kit import plain
from pbem.kit.contract import Fact, Names
from pbem.kit.urns import Urns

HIDDEN, AMERICAN, ALL = "hidden", "american", "all"
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
_PLACE = re.compile(f"({AREA_FORM})( spent)?")
_WAITS = re.compile(r"turn ([1-9][0-9]?)")

Phase = Literal["dawn", "event", "supply", "purchase", "streets", "combat"]


class Given(msgspec.Struct, forbid_unknown_fields=True):
    """What a case may give; scenario and options are read by whoever makes the game."""

    scenario: str | None = None
    options: dict[str, Any] = {}
    turn: Annotated[int, Meta(ge=1)] = 1
    phase: Phase = "combat"
    morale: Annotated[int, Meta(ge=0)] | None = None
    supply: Annotated[int, Meta(ge=0)] = 0
    event: Event | Literal[""] = ""
    last_event: Event | Literal[""] = ""
    markers: dict[Marker, Annotated[int, Meta(ge=0)]] = {}
    clear: bool = False
    units: dict[str, str | int] = {}
    areas: dict[str, str] = {}
    air_released: bool = False


def arrange(setting: Setting, given: Mapping[str, Any], urns: Urns) -> Position:
    """Build the position that a case gives; raise `FormError` where it makes none.

    What the case says lies face down is all that its urn holds, so it turns up without a die.
    """
    try:
        case = msgspec.convert(dict(given), Given)
    except msgspec.ValidationError as error:
        raise FormError(f"given: {error}") from None
    urns.members.clear()
    urns.made = 0
    position = set_up(setting, urns)
    if case.turn > setting.tables.data.length.turns:
        raise FormError(f"given: the game has {setting.tables.data.length.turns} turns")
    if case.clear:
        position.at = {}
    position.turn = case.turn
    if case.morale is not None:
        position.morale = case.morale
    position.supply, position.air_released = case.supply, case.air_released
    position.event, position.last_event = case.event, case.last_event
    for marker, number in case.markers.items():
        position.markers[marker] = number
    for key in sorted(case.areas, key=lambda word: word != ALL):
        for area in position.defenders.copy() if key == ALL else (key,):
            _occupy(setting, position, urns, area, case.areas[key])
    for unit, place in case.units.items():
        _place(setting, position, unit, str(place))
    position.nichols_reached = position.american(NICHOLS) or bool(position.units_in(NICHOLS))
    _begin(setting, position, case.phase)
    return position


def _begin(setting: Setting, position: Position, phase: Phase) -> None:
    """Begin the phase; a Dawn as far as nobody is asked and no die is due."""
    if phase == "dawn":
        for outcome in dawn.begin(setting, position, position.turn):
            apply(setting, position, outcome)
        return
    position.phase = phase
    if phase == "streets":
        begun = PhaseBegun(paragraph="6.4", turn=position.turn, phase="combat")
        apply(setting, position, begun)


def _occupy(setting: Setting, position: Position, urns: Urns, area: str, what: str) -> None:
    number = plain.number(area)
    if number not in setting.tables.areas:
        raise FormError(f"given: there is no Area {area!r}; write its number, or {ALL}")
    if what == AMERICAN:
        position.defenders.pop(area, None)
        return
    if number in setting.tables.home:
        raise FormError(f"given: no Japanese unit is ever in Area {area}")
    member = position.defenders.get(area, "")
    if not member.startswith("?"):
        terrain = str(setting.tables.areas[number].terrain)
        member = urns.draw_blind(terrain)
    if what != HIDDEN:
        hidden, name = what.startswith(f"{HIDDEN} "), what.removeprefix(f"{HIDDEN} ")
        counter = _counter(setting, number, name)
        urns.members[member[1:]] = [counter]
        member = member if hidden else counter
    position.defenders[area] = member


def _counter(setting: Setting, area: int, name: str) -> str:
    terrain = setting.tables.areas[area].terrain
    counter = f"{terrain} {name}"
    if counter not in setting.tables.counters:
        raise FormError(f"given: no {terrain} counter {name!r}, as in {HIDDEN} or 9 Fanatic")
    return counter


def _place(setting: Setting, position: Position, unit: str, place: str) -> None:
    if unit not in setting.tables.units:
        raise FormError(f"given: there is no unit {unit!r}")
    position.at.pop(unit, None)
    if place == "out":
        position.out[unit] = position.turn - 1
    elif place == "out now":
        position.out[unit] = position.turn
    elif place == "gone":
        position.gone.append(unit)
    elif waits := _WAITS.fullmatch(place):
        position.track[unit] = int(waits[1])
    elif (stands := _PLACE.fullmatch(place)) and int(stands[1]) in setting.tables.areas:
        position.at[unit] = int(stands[1])
        if stands[2]:
            position.spent.append(unit)
    elif place != "off":
        raise FormError(f"given: {unit} is at no {place!r}; write 9, 9 spent, out, turn 4, gone")


def facts_of(setting: Setting, position: Position) -> Mapping[str, Any]:
    """Return the position in the words of a case: what ``then`` compares with."""
    return {
        "turn": position.turn,
        "phase": position.phase,
        "morale": position.morale,
        "supply": position.supply,
        "event": position.event,
        "control": victory.control(setting, position),
        "markers": dict(position.markers),
        "used": {marker: setting.used(position, marker) for marker in MARKERS},
        "units": {unit: _where(position, unit) for unit in setting.tables.units},
        "areas": {str(area): _what(setting, position, area) for area in setting.tables.areas},
        "contested": contested(position),
        "air_released": position.air_released,
        "active": None if position.action is None else position.action.area,
    }


def _where(position: Position, unit: str) -> str:
    if unit in position.at:
        return f"{position.at[unit]}{' spent' * (unit in position.spent)}"
    if unit in position.track:
        return f"turn {position.track[unit]}"
    if unit in position.out:
        return "out now" if position.out[unit] == position.turn else "out"
    return "gone" if unit in position.gone else "off"


def _what(setting: Setting, position: Position, area: int) -> str:
    member = position.defender(area)
    if member is None:
        return AMERICAN
    return HIDDEN if position.hidden(area) else setting.tables.counter_text(member)


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
    return "out" if unit in position.out else _where(position, unit)
