"""The units on each side of the combat board, and the owners of those on the map."""

from __future__ import annotations

from pbem.games.singapore.rules.position import ATTACKER, Position, open_battle
from pbem.games.singapore.rules.setting import Setting


def units_of(setting: Setting, position: Position, side: str) -> list[str]:
    """Return every unit that a side has, or had, in the fight; in the order of the data.

    On the map its army's, on the ground and in the air.
    """
    if position.war is not None:
        war = position.war
        return setting.in_order([unit for unit in war.at if war.of(unit) == side])
    battle = open_battle(position)
    here = {*battle.line[side], *battle.guns[side], *battle.planes[side]}
    if side == ATTACKER:
        here |= {*battle.attackers()}
    away = {*battle.used, *battle.lost}
    roster = setting.roster(side)
    army = position.army.get(side)
    own = {unit for unit in away if setting.tables.units[unit].army == army or unit in roster}
    return setting.in_order([*{*here, *own, *roster}])
