"""What orders are on the map: who goes where, and what is attacked."""

from __future__ import annotations

from pbem.games.saipan.data.tables import ENEMY
from pbem.games.saipan.rules.orders import Advance, Attack, Deploy, Land, Move, Retreat
from pbem.games.saipan.rules.position import Position
from pbem.games.saipan.rules.setting import Setting
from pbem.kit.contract import Arrow, Order


def arrow(setting: Setting, position: Position, order: Order) -> Arrow | None:
    """[5.0, 7.0, 12.3] Return what a legal order is on the map; the cost is that of its path."""
    match order:
        case Move():
            spent = sum(setting.tables.cost[number] for number in order.path)
            path = (*_stands(position, order.unit), *order.path)
            return Arrow((order.unit,), path, cost=spent)
        case Land():
            sea = () if order.sea is None else (order.sea,)
            return Arrow((order.unit,), (*sea, order.hex))
        case Deploy() | Advance():
            return Arrow((order.unit,), (*_stands(position, order.unit), order.hex))
        case Retreat():
            return Arrow((order.unit,), (*_stands(position, order.unit), order.to[0]))
        case Attack():
            enemy = ENEMY[position.side]
            on = tuple(place for unit in order.on if (place := position.hex_of(enemy, unit)))
            return Arrow((*order.with_, *order.barrage), against=on)
    return None


def _stands(position: Position, unit: str) -> tuple[str, ...]:
    """Return the hex where a unit stands, as the beginning of a path; nothing where in none."""
    here = position.hex_of("us", unit) or position.hex_of("jp", unit)
    return () if here is None else (here,)
