"""Facts about a position that guards ask for (`pbem.kit.contract.Fact`)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pbem.games.saipan.data.tables import SIDES
from pbem.games.saipan.rules.position import Position
from pbem.games.saipan.rules.setting import Setting
from pbem.kit.contract import Fact, Names
from pbem.kit.maps.hexes import HEX_FORM

FACTS: Mapping[str, Fact] = {
    "empty": Fact(("HEX",), "no unit stands in HEX", "yes or no"),
    "alive": Fact(
        ("UNIT",), "UNIT, written us:NAME or jp:NAME, has not been eliminated", "yes or no"
    ),
    "at": Fact(("UNIT",), "the hex where UNIT stands, or nothing", "text", ("",), HEX_FORM),
    "turn": Fact((), "the Game-Turn", "number"),
    "gsp": Fact((), "ground support points left to the side to move", "number"),
    "beachhead": Fact(("HEX",), "a beachhead marker lies in HEX", "yes or no"),
}


def names(setting: Setting) -> Mapping[str, Names]:
    """Return what `FACTS` can be asked about: both sides may have a unit of one name."""
    units = {f"{side}:{name}": side for side in SIDES for name in setting.tables.units[side]}
    return {"HEX": Names(setting.tables.terrain), "UNIT": Names(units)}


def fact(setting: Setting, position: Position, name: str, args: Sequence[str]) -> int | str | bool:  # noqa: ARG001
    """Answer one of `FACTS`."""
    match name:
        case "turn":
            return position.turn
        case "gsp":
            return position.gsp[position.side]
        case "empty" | "beachhead":
            number = args[0]
            if name == "beachhead":
                return number in position.beachheads
            waits = any(boat.sea == number for boat in position.sea.values())
            return position.unit_at(number) is None and not waits
    side, _, unit = args[0].partition(":")
    if name == "alive":
        return unit not in position.dead[side]
    return position.hex_of(side, unit) or ""
