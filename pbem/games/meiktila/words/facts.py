"""Facts about a position that guards ask for (`pbem.kit.contract.Fact`)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pbem.games.meiktila.rules.position import Position
from pbem.games.meiktila.rules.setting import Setting
from pbem.kit.contract import Fact, Names
from pbem.kit.maps.hexes import LETTERED_FORM

FACTS: Mapping[str, Fact] = {
    "empty": Fact(("HEX",), "no unit stands in HEX", "yes or no"),
    "alive": Fact(("UNIT",), "UNIT has not been eliminated", "yes or no"),
    "at": Fact(("UNIT",), "the hex where UNIT stands, or nothing", "text", ("",), LETTERED_FORM),
    "reduced": Fact(("UNIT",), "UNIT is reduced", "yes or no"),
    "oos": Fact(("UNIT",), "UNIT has an Out of Supply marker", "yes or no"),
    "fired": Fact(("UNIT",), "UNIT has a Fired marker", "yes or no"),
    "holder": Fact(
        ("HEX",),
        "who was last on the airfield or in the city in HEX: al, jp, or nothing",
        "text",
        ("", "al", "jp"),
    ),
    "turn": Fact((), "the turn", "number"),
    "level": Fact((), "the Allied Supply Level", "number"),
    "vp_al": Fact((), "Allied Victory Points", "number"),
    "vp_jp": Fact((), "Japanese Victory Points", "number"),
    "air": Fact((), "Allied air units left for combat", "number"),
    "sentai": Fact((), "the 64 Sentai can still fly in this turn", "yes or no"),
}


def names(setting: Setting) -> Mapping[str, Names]:
    """Return what `FACTS` can be asked about."""
    return {"HEX": Names(setting.tables.terrain), "UNIT": Names(setting.tables.units)}


def fact(setting: Setting, position: Position, name: str, args: Sequence[str]) -> int | str | bool:  # noqa: ARG001
    """Answer one of `FACTS`."""
    match FACTS[name].args:
        case ("HEX",):
            if name == "empty":
                return args[0] not in position.at.values()
            return position.control.get(args[0], "")
        case ("UNIT",):
            return _fact_of_unit(position, name, args[0])
    match name:
        case "vp_al" | "vp_jp":
            return position.vp[name[3:]]
        case "sentai":
            return position.sentai == "ready"
    return {"turn": position.turn, "level": position.level, "air": position.air}[name]


def _fact_of_unit(position: Position, name: str, unit: str) -> str | bool:
    match name:
        case "alive":
            return unit not in position.gone
        case "at":
            return position.at.get(unit, "")
    marked = {"reduced": position.reduced, "oos": position.oos, "fired": position.fired}
    return unit in marked[name]
