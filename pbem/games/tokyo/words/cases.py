"""Positions in the words of numbered cases (docs/cases.md), both ways, and facts for guards."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from pbem.errors import FormError
from pbem.games.tokyo.rules import ch08_towns as towns
from pbem.games.tokyo.rules import ch10_victory as victory
from pbem.games.tokyo.rules.ch05_movement import allowance
from pbem.games.tokyo.rules.ch11_setup import set_up
from pbem.games.tokyo.rules.changes import apply
from pbem.games.tokyo.rules.outcomes import PhaseBegun
from pbem.games.tokyo.rules.position import Position
from pbem.games.tokyo.rules.setting import FACE_DOWN, GROUPS, HOME, Setting
from pbem.kit.contract import Fact, Names
from pbem.kit.hexes import HEX_FORM, HexNumber
from pbem.kit.urns import Urns

FACTS: Mapping[str, Fact] = {
    "turn": Fact((), "the turn", "number"),
    "empty": Fact(("HEX",), "no unit stands in HEX", "yes or no"),
    "alive": Fact(("UNIT",), "UNIT stands on the map", "yes or no"),
    "at": Fact(("UNIT",), "the hex where UNIT stands, or nothing", "text", ("",), HEX_FORM),
    "known": Fact(("UNIT",), "everybody sees what UNIT is", "yes or no"),
    "attack": Fact(("UNIT",), "attack factor of UNIT, 0 where it is not seen", "number"),
    "defense": Fact(("UNIT",), "defense factor of UNIT, 0 where it is not seen", "number"),
    "control": Fact(
        ("HEX",),
        "who controls the town in HEX: jp, 1ag, 8ag, or nothing",
        "text",
        ("", "jp", "1ag", "8ag"),
    ),
    "points": Fact(("SIDE",), "Victory Points of SIDE", "number"),
    "movement": Fact(("UNIT",), "movement points of UNIT in this phase", "number"),
}
PHASES = ("setup", "ecorps", "recon", "movement", "combat")
BAG_OF = {"U": "general", "Z": "36a", "S": "reserve"}
"""First letter of a face-down name -> the urn that its counter was drawn from."""


class Given(msgspec.Struct, forbid_unknown_fields=True):
    """What a case may give; scenario and options are read by whoever makes the game."""

    scenario: str | None = None
    options: dict[str, Any] = {}
    turn: Annotated[int, Meta(ge=1)] = 1
    phase: str | None = None
    clear: bool = False
    units: dict[str, str] = {}
    counters: dict[str, str] = {}
    known: list[str] = []
    control: dict[HexNumber, Literal["1ag", "8ag", "jp"]] = {}
    box: list[str] = []
    pool: list[str] | None = None
    freed: list[str] = []
    triggers: Annotated[int, Meta(ge=0, le=2)] = 0
    ecorps: Literal["", "1ag", "8ag"] = ""


def arrange(setting: Setting, given: Mapping[str, Any], urns: Urns) -> Position:
    """Build the position that a case gives; raise `FormError` where it makes none.

    What the case says a face-down name is, is all that its urn holds.
    """
    try:
        case = msgspec.convert(dict(given), Given)
    except msgspec.ValidationError as error:
        raise FormError(f"given: {error}") from None
    urns.members.clear()
    urns.made = 0
    position = set_up(setting, urns)
    if case.turn > setting.tables.turns:
        raise FormError(f"given: the game has {setting.tables.turns} turns")
    if case.clear:
        _clear(setting, position, urns)
    position.turn, position.ecorps = case.turn, case.ecorps
    for unit, place in case.units.items():
        _place(setting, position, urns, unit, place)
    _turn_faces(setting, position, urns, case)
    position.control = {town: by for town, by in case.control.items() if by != "jp"}
    position.box = sorted({*position.box, *case.box})
    for unit in case.box:
        position.at.pop(unit, None)
    if case.pool is not None:
        urns.members["general"] = list(case.pool)
        position.pool = len(case.pool)
    used = (towns.TAMA, "used") if setting.options.chinese_trigger else ("used", "used")
    position.triggers = list(used[: case.triggers])
    _begin(setting, position, case)
    return position


def _clear(setting: Setting, position: Position, urns: Urns) -> None:
    """Take every unit off the map; every counter is in its bag."""
    position.at, position.tokens, position.locked = {}, {}, []
    for bag, counters in setting.tables.bags.items():
        urns.members[bag] = list(counters)
    position.pool = len(setting.tables.bags["general"])


def _place(setting: Setting, position: Position, urns: Urns, unit: str, place: str) -> None:
    tables = setting.tables
    face_down = re.fullmatch(FACE_DOWN, unit) is not None and unit not in tables.armor
    if not face_down and unit not in tables.americans and unit not in tables.armor:
        raise FormError(f"given: there is no unit {unit!r}")
    position.at.pop(unit, None)
    position.locked = [other for other in position.locked if other != unit]
    if place == "box":
        position.box.append(unit)
    elif place == "gone":
        position.gone.append(unit)
        position.reserve = [other for other in position.reserve if other != unit]
    elif place in tables.terrain:
        position.at[unit] = place
        position.reserve = [other for other in position.reserve if other != unit]
        if face_down:
            _lay_down(position, urns, unit)
        if place in tables.zone and not setting.american(unit):
            position.locked = sorted([*position.locked, unit])
    elif place != "off":
        raise FormError(f"given: {unit} cannot be at {place!r}; write a hex, off, box or gone")


def _lay_down(position: Position, urns: Urns, unit: str) -> None:
    if unit in position.tokens:
        return
    bag = BAG_OF[unit[0]]
    position.tokens[unit] = urns.draw_blind(bag)
    position.made[unit[0]] = max(position.made[unit[0]], int(unit[1:]))
    if bag == "general":
        position.pool -= 1
    elif bag == "reserve":
        position.infantry -= 1


def _turn_faces(setting: Setting, position: Position, urns: Urns, case: Given) -> None:
    """Let face-down units be what the case says, and turn up those that are known."""
    for unit, counter in case.counters.items():
        if counter not in setting.tables.counters:
            raise FormError(f"given: there is no counter {counter!r}")
        if unit not in position.tokens:
            raise FormError(f"given: {unit} is no face-down unit on the map")
        urns.members[position.tokens[unit][1:]] = [counter]
    for unit in case.known:
        if unit not in case.counters:
            raise FormError(f"given: say under counters what {unit} is")
        position.tokens[unit] = case.counters[unit]


def _begin(setting: Setting, position: Position, case: Given) -> None:
    army = setting.armies[0] if case.phase is None else case.phase.split(" ")[0]
    phase = "setup" if case.phase is None else case.phase.removeprefix(f"{army} ")
    if army not in (*setting.armies, *GROUPS) or phase not in PHASES:
        raise FormError(f"given: no phase {case.phase!r}; write an army and its phase")
    for unit in case.freed:
        if unit not in position.locked:
            raise FormError(f"given: {unit} is not in the zone of the 36th Army")
        position.locked.remove(unit)
        position.freed[unit] = army if army not in GROUPS else setting.japanese(position.at[unit])
    begun = PhaseBegun(paragraph="3.0", turn=case.turn, army=army, phase=phase)
    position.army = army
    apply(setting, position, begun)
    if phase != "setup":
        position.serial = 2 * case.turn
    for unit in sorted(position.at):
        if setting.american(unit):
            home = HOME.get(setting.group(position, unit), "")
            if setting.tables.side[position.at[unit]] not in {home, "both"}:
                position.strayed[unit] = position.serial - 1


def facts_of(setting: Setting, position: Position) -> Mapping[str, Any]:
    """Return the position in the words of a case: what ``then`` compares with."""
    tables = setting.tables
    names = {**tables.americans, **tables.armor, **position.tokens}
    for letter, number in position.made.items():
        names |= dict.fromkeys(f"{letter}{n}" for n in range(1, number + 1))
    known = {u: counter for u, counter in position.tokens.items() if position.known(u)}
    phase = position.phase if position.phase == "over" else f"{position.army} {position.phase}"
    return {
        "turn": position.turn,
        "phase": phase,
        "units": {unit: _where(position, unit) for unit in names},
        "known": known,
        "control": {town: position.control.get(town, "jp") for town in sorted(tables.towns)},
        "points": victory.points(setting, position),
        "pool": position.pool,
        "sr": {"infantry": position.infantry, "armor": len(position.reserve)},
        "ecorps": position.ecorps,
    }


def _where(position: Position, unit: str) -> str:
    if unit in position.at:
        return position.at[unit]
    if unit in position.box:
        return "box"
    return "gone" if unit in position.gone else "off"


def names(setting: Setting) -> Mapping[str, Names]:
    """Return what `FACTS` can be asked about: any face-down name, whether given out or not."""
    tables = setting.tables
    return {
        "HEX": Names(tables.terrain),
        "UNIT": Names({**tables.americans, **tables.armor}, FACE_DOWN),
        "SIDE": Names(setting.sides),
    }


def fact(setting: Setting, position: Position, name: str, args: Sequence[str]) -> int | str | bool:
    """Answer one of `FACTS`."""
    match FACTS[name].args:
        case ("HEX",):
            return _fact_of_hex(setting, position, name, args[0])
        case ("UNIT",):
            return _fact_of_unit(setting, position, name, args[0])
        case ("SIDE",):
            return victory.points(setting, position)[args[0]]
    return position.turn


def _fact_of_hex(setting: Setting, position: Position, name: str, number: str) -> str | bool:
    if name == "empty":
        return position.unit_at(number) is None
    return towns.holder(setting, position, number) if number in setting.tables.towns else ""


def _fact_of_unit(setting: Setting, position: Position, name: str, unit: str) -> int | str | bool:
    """Answer about a unit; nothing is known of one that is not on the map."""
    here = unit in position.at
    match name:
        case "alive":
            return here
        case "at":
            return position.at.get(unit, "")
        case "known":
            return here and position.known(unit)
        case "movement":
            return allowance(setting, position, unit) if here else 0
    return _factor(setting, position, name, unit) if here else 0


def _factor(setting: Setting, position: Position, name: str, unit: str) -> int:
    """Return a unit's attack or defense factor as everybody sees it, 0 where nobody does."""
    tables = setting.tables
    counter = tables.americans.get(unit) or tables.counters.get(position.tokens.get(unit, ""))
    if counter is None:
        return 0
    return counter.attack if name == "attack" else counter.defense
