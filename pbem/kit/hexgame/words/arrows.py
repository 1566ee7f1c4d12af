"""Orders on the map."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.kit.contract import Arrow, Order
from pbem.kit.fought import fought
from pbem.kit.hexgame.rules.movement import cost_of
from pbem.kit.hexgame.rules.orders import OFF, Advance, Attack, Move, Retreat
from pbem.kit.hexgame.rules.position import HexPosition, open_battle
from pbem.kit.hexgame.rules.setting import HexSetting


def arrow(setting: HexSetting, position: HexPosition, order: Order) -> Arrow | None:
    """Return what a legal order is on the map; None if it has no place there."""
    match order:
        case Move(unit, path):
            spent = cost_of(setting, position, unit, path)
            way = [hex_ for hex_ in path if hex_ != OFF]  # an arrow ends where the map does
            return Arrow((unit,), (*_stands(position, unit), *way), cost=spent)
        case Retreat(unit, path):
            return Arrow((unit,), (*_stands(position, unit), *path))
        case Advance(units):
            return Arrow(units, (*_stands(position, units[0]), open_battle(position).hex))
        case Attack(hex_, units):
            return Arrow(units, against=(hex_,))
    return None


def _stands(position: HexPosition, unit: str) -> tuple[str, ...]:
    here = position.at.get(unit)
    return () if here is None else (here,)


def underway(_: HexSetting, position: HexPosition) -> Sequence[Arrow]:
    """Return the attack that is not finished; after its result the hexes still about."""
    battle = position.battle
    if battle is None:
        return ()
    if not battle.result:
        return fought([(unit, position.at[unit]) for unit in battle.attackers], (battle.hex,))
    leaving = [position.at[unit] for unit in battle.retreating]
    return fought((), tuple(dict.fromkeys([battle.hex, *leaving])))
