"""The facts of a position that conditions may ask for."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from pbem.kit.contract import Fact, Names
from pbem.kit.hexgame.rules.position import HexPosition
from pbem.kit.hexgame.rules.setting import HexSetting
from pbem.kit.hexgame.rules.supply import is_supplied
from pbem.kit.hexgame.rules.victory import lead, points
from pbem.kit.maps.hexes import HEX_FORM

FACTS: Mapping[str, Fact] = {
    "turn": Fact((), "the turn", "number"),
    "lead": Fact((), "points of the side that must win, less those of the other", "number"),
    "points": Fact(("SIDE",), "victory points of SIDE", "number"),
    "empty": Fact(("HEX",), "no unit stands in HEX", "yes or no"),
    "holder": Fact(("HEX",), "the side that holds HEX, or nothing", "text", ("",), r"[a-z0-9_-]+"),
    "at": Fact(("UNIT",), "the hex where UNIT stands, or nothing", "text", ("",), HEX_FORM),
    "steps": Fact(("UNIT",), "steps of UNIT, 0 if it is lost", "number"),
    "alive": Fact(("UNIT",), "UNIT has not been lost", "yes or no"),
    "supplied": Fact(("UNIT",), "UNIT is on the map and in supply", "yes or no"),
}


def names(setting: HexSetting) -> Mapping[str, Names]:
    """Return what `FACTS` can be asked about."""
    tables = setting.tables
    return {
        "HEX": Names(tables.terrain),
        "UNIT": Names(tables.units),
        "SIDE": Names(tables.sides),
    }


def fact(
    setting: HexSetting, position: HexPosition, name: str, args: Sequence[str]
) -> int | str | bool:
    """Answer one of `FACTS`."""
    return ANSWERS[name](setting, position, *args)


Answer = Callable[..., int | str | bool]

ANSWERS: Mapping[str, Answer] = {
    "turn": lambda _, position: position.turn,
    "lead": lambda setting, position: lead(setting, position, setting.data.victory.side),
    "points": points,
    "empty": lambda setting, position, hex_: not setting.there(position, hex_),
    "holder": lambda _, position, hex_: position.held.get(hex_, ""),
    "at": lambda _, position, unit: position.at.get(unit, ""),
    "steps": lambda _, position, unit: position.steps.get(unit, 0),
    "alive": lambda _, position, unit: unit not in position.lost,
    "supplied": lambda setting, position, unit: (
        unit in position.at and is_supplied(setting, position, unit)
    ),
}
