"""Facts about a position that guards ask for (`pbem.kit.contract.Fact`)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pbem.games.tokyo.rules import ch08_towns as towns
from pbem.games.tokyo.rules import ch10_victory as victory
from pbem.games.tokyo.rules.ch05_movement import allowance
from pbem.games.tokyo.rules.position import Position
from pbem.games.tokyo.rules.setting import FACE_DOWN, Setting
from pbem.kit.contract import Fact, Names
from pbem.kit.maps.hexes import HEX_FORM

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
