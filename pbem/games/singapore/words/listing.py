"""The orders in a list of legal ones beyond the examples of each kind that the rules yield."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from pbem.games.singapore.rules.orders import Fire, Fly, Land, Move
from pbem.games.singapore.rules.position import Position, open_war
from pbem.games.singapore.rules.questions import legal, need
from pbem.games.singapore.rules.setting import Setting
from pbem.games.singapore.rules.variants.ch7_hidden import READY
from pbem.kit.contract import Order, Question
from pbem.kit.plain import lower

UNLISTED = {
    "setup": [
        "`choose`: kinds may stand in another order where that changes nothing.",
        "`line`: of units of one kind and army any may stand for any.",
    ],
    "plane": ["`plane` and `leave`: of planes of one kind any may be named."],
    "tactics": [
        "`attack`: the strikes of this pair may be declared with it, before the defender's."
    ],
    "land": ["`land`: of several planes alike any may be named."],
    "air": ["`fly`: of several planes alike any may be named."],
    "movement": [
        "`move`: of several units alike any may go, unlike ones together, and by a longer way."
    ],
    "barrage": ["`fire`: of several guns alike any may be named, and unlike ones together."],
    "defence": ["`support`: guns may fire at sectors in any other way."],
    "line": ["`line`: of units alike any may stand for any."],
    "pursue": ["`pursue`: any may strike, planes at any of those that retreat."],
    "deploy": ["`deploy`: units alike, several at once, and deployed ones, deploy again."],
    "drive": ["`move`: the vehicles may go by another way."],
    "strikes": ["`strike`: of units of one kind and army any may be named."],
}


MORE = f"`ready`: more than {READY} tokens may be laid out at once, as many as you have."


def unlisted(setting: Setting, position: Position) -> list[str]:
    """Say which legal answers are in no list, a sentence each."""
    asked = need(setting, position)
    if not isinstance(asked, Question):
        return []
    return [*UNLISTED.get(asked.name, []), *([MORE] if "ready" in asked.forms else [])]


def candidates(setting: Setting, position: Position, about: str) -> Iterator[Order]:
    """Yield what each unit alone can do, of those alike of which the rules yield the first."""
    asked = need(setting, position)
    if position.war is None or not isinstance(asked, Question) or asked.name not in EACH:
        return
    named, others = lower(about), dict[str, list[str]]()
    for order in legal(setting, position):
        if isinstance(order, Fire | Fly | Land | Move) and len(order.units) == 1:
            end, first = order.path[-1] if isinstance(order, Move) else order.place, order.units[0]
            if first not in others:
                others[first] = list(_like(setting, position, first))
            for unit in others[first]:
                if named in ("", unit, lower(open_war(position).at[unit]), lower(end)):
                    yield replace(order, units=(unit,))


EACH = ("land", "air", "movement", "barrage")
"""Questions that are answered by orders of units, of which those alike come to the same."""


def _like(setting: Setting, position: Position, unit: str) -> Iterator[str]:
    """Yield the others of an army and kind that are where a unit is, in its state."""
    war = open_war(position)
    for other in setting.in_order(list(war.at)):
        alike = setting.tables.units[other] == setting.tables.units[unit]
        here = (war.at[other], war.air.get(other)) == (war.at[unit], war.air.get(unit))
        if other != unit and alike and here:
            yield other
