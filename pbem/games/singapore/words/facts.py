"""Facts about a position that guards ask for (`pbem.kit.contract.Fact`)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pbem.games.singapore.data.forms import ARMIES, PLACE_FORM
from pbem.games.singapore.rules.cards.ch6_effects import in_force, turn_number
from pbem.games.singapore.rules.ch5_supply import supplies
from pbem.games.singapore.rules.corps.ch4_holdings import australians, objectives
from pbem.games.singapore.rules.corps.ch4_turn import PHASES as PHASES_ON_MAP
from pbem.games.singapore.rules.corps.ch4_turn import WITH_CARDS
from pbem.games.singapore.rules.position import (
    ATTACKER,
    DEFENDER,
    PAIRS,
    SIDES,
    Battle,
    Position,
    War,
)
from pbem.games.singapore.rules.setting import Setting
from pbem.games.singapore.rules.theatre import contested, ground, is_ground
from pbem.games.singapore.rules.variants.ch7_deployment import DEPLOYS
from pbem.games.singapore.rules.variants.ch7_logistics import POOLS, TRANSFER
from pbem.kit.contract import Fact, Names
from pbem.kit.typed.pack import UNIT_NAME

PHASES = (DEFENDER, ATTACKER, "fight", "over")
ON_MAP = (
    *PHASES_ON_MAP,
    "deal",
    POOLS,
    TRANSFER,
    *DEPLOYS,
    *(one for one in WITH_CARDS if one not in PHASES_ON_MAP),
)
WHERE = ("line", "point", "support", "aside", "guns", "sky", "used", "suppressed", "eliminated",
         "left", "off")  # fmt: skip
"""The places of a unit on the board: ``used``: it has struck; ``off``: in the box."""
UNIT_FORM = UNIT_NAME.removeprefix("^").removesuffix(r"$(?!\n)")
SECTOR_FORM = PLACE_FORM.removeprefix("^").removesuffix(r"$(?!\n)")
FACTS: Mapping[str, Fact] = {
    "turn": Fact((), "the round of combat, on the map the turn of an army, from 1", "number"),
    "phase": Fact((), "who chooses units, or fight", "text", (*PHASES, *ON_MAP)),
    "attackers": Fact((), "attacking units that can still attack", "number"),
    "defenders": Fact((), "defending units in the line", "number"),
    "tactic": Fact((), "the tactic of the group, or nothing", "text", ("", "standard", *PAIRS)),
    "point": Fact((), "the attacker's point, or nothing", "text", ("",), UNIT_FORM),
    "support": Fact((), "the supporting unit, or nothing", "text", ("",), UNIT_FORM),
    "facing": Fact((), "the defender's point, or nothing", "text", ("",), UNIT_FORM),
    "army": Fact(("SIDE",), "the army that SIDE chose, or nothing", "text", ("", *ARMIES)),
    "guns": Fact(("SIDE",), "guns of SIDE that have not struck", "number"),
    "planes": Fact(("SIDE",), "planes of SIDE that have not struck", "number"),
    "at": Fact(("UNIT",), "where UNIT is on the board", "text", WHERE),
    "active": Fact((), "on the map the army whose turn it is, or nothing", "text", ("", *ARMIES)),
    "objectives": Fact((), "strategic objectives that Japan controls", "number"),
    "australians": Fact(
        (), "Australian ground units on the map, in `division` in supply", "number"
    ),
    "stock": Fact(("SIDE",), "supply tokens of SIDE that all see, 0 without supply", "number"),
    "supplied": Fact(
        ("UNIT",), "whether the ground unit UNIT is in supply, no where there is none", "yes or no"
    ),
    "hand": Fact(("SIDE",), "situation cards that SIDE holds", "number"),
    "force": Fact(("EVENT",), "whether an Event, as E1, is in force", "yes or no"),
    "sector": Fact(("UNIT",), "the sector of UNIT, or nothing", "text", ("",), SECTOR_FORM),
    "control": Fact(("SECTOR",), "the army that controls SECTOR", "text", ("", *ARMIES)),
    "contested": Fact(("SECTOR",), "whether units of both sides are in SECTOR", "yes or no"),
    "units": Fact(("SECTOR",), "ground units of all armies in SECTOR", "number"),
    "spent": Fact(("UNIT",), "attacks that UNIT has made", "number"),
}


def names(setting: Setting) -> Mapping[str, Names]:
    """Return what `FACTS` can be asked about."""
    return {
        "SIDE": Names(setting.sides),
        "UNIT": Names(setting.tables.units),
        "SECTOR": Names(setting.tables.data.map.sectors),
        "EVENT": Names([name for name in setting.tables.data.situation.cards if name[0] == "E"]),
    }


def fact(setting: Setting, position: Position, name: str, args: Sequence[str]) -> int | str | bool:
    """Answer one of `FACTS`."""
    battle = position.battle or Battle()
    if name in _OF_MAP:
        return _of_map(setting, position.war, name, args)
    match (name, *args):
        case ("guns" | "planes", side):
            ready = battle.guns if name == "guns" else battle.planes
            return len(battle.of_seat(side, ready[battle.role(side)]))
        case ("army", side):
            return position.army.get(side, "")
        case ("at", unit):
            return where(position, unit)
        case ("spent", unit):
            return battle.spent.get(unit, 0)
    plain: dict[str, int | str] = {
        "turn": (battle.rounds if position.war is None else turn_number(setting, position.war)) + 1,
        "phase": position.phase,
        "attackers": len((*battle.group, *battle.line[ATTACKER])),
        "defenders": len(battle.line[DEFENDER]),
        "tactic": battle.tactic,
        "point": battle.point,
        "support": battle.support,
        "facing": battle.defender,
    }
    return plain[name]


_OF_MAP: Mapping[str, int | str | bool] = {
    "active": "", "objectives": 0, "australians": 0, "sector": "", "control": "",
    "contested": False, "units": 0, "stock": 0, "supplied": False, "hand": 0, "force": False,
}  # fmt: skip
"""Facts of the map, and what they answer where none is in use."""


def _of_map(setting: Setting, war: War | None, name: str, args: Sequence[str]) -> int | str | bool:
    if war is None:
        return _OF_MAP[name]
    if name in {"hand", "force"}:
        return _of_cards(war, name, args[0])
    return _of_places(setting, Position(war=war), war, name, args)


def _of_places(
    setting: Setting, position: Position, war: War, name: str, args: Sequence[str]
) -> int | str | bool:
    answer: int | str | bool = war.army
    match (name, *args):
        case ("sector", unit):
            answer = war.at.get(unit, "")
        case ("stock", side):
            answer = next((many for army, many in war.stock.items() if army == side), 0)
        case ("supplied", unit):
            here = war.at.get(unit, "")
            known = setting.supplied and here in war.control and is_ground(setting, unit)
            answer = known and supplies(setting, war, war.of(unit), here)
        case ("control", place):
            answer = war.control[place]
        case ("contested", place):
            answer = contested(setting, war, place)
        case ("units", place):
            answer = len(ground(setting, war, place))
        case ("objectives",):
            answer = objectives(setting, position, "jp")
        case ("australians",):
            answer = australians(setting, position)
    return answer


def _of_cards(war: War, name: str, what: str) -> int | bool:
    if name == "force":
        return in_force(war, what)
    hands = {} if war.cards is None else war.cards.hands
    return next((len(held) for army, held in hands.items() if army == what), 0)


def where(position: Position, unit: str) -> str:
    """Return where a unit is on the board."""
    battle = position.battle or Battle()
    if unit in battle.lost:
        return battle.lost[unit]
    if unit in battle.group:
        return "point" if unit == battle.point else "support"
    if unit in battle.tired:
        return "aside"
    for word, places in (("line", battle.line), ("guns", battle.guns), ("sky", battle.planes)):
        if any(unit in places[side] for side in SIDES):
            return word
    return "used" if unit in battle.used else "off"
