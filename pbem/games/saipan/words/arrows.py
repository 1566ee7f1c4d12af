"""Orders on the map: who goes where, and what is attacked."""

from __future__ import annotations

from pbem.games.saipan.data.tables import ENEMY
from pbem.games.saipan.rules.orders import Advance, Attack, Deploy, Land, Move, Retreat
from pbem.games.saipan.rules.position import Position
from pbem.games.saipan.rules.setting import Setting
from pbem.kit.contract import Arrow, Order
from pbem.kit.fought import fought


def arrow(setting: Setting, position: Position, order: Order) -> Arrow | None:
    """[5.0, 7.0, 12.3] Return what a legal order is on the map; the cost is that of its path.

    None if it has no place there.
    """
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
            return Arrow((*order.with_, *order.barrage), against=on, on=order.on)
    return None


def underway(_: Setting, position: Position) -> tuple[Arrow, ...]:
    """[7.0] Return the attack that is not finished; after its result the hexes still about.

    These are of units that have to retreat (7.7), and those that were emptied (7.8).
    """
    battle = position.battle
    if battle is None:
        return ()
    if battle.result is not None:
        leaving = (position.hex_of(battle.losers, unit) for unit in battle.retreating)
        return fought((), [*battle.vacated, *(here for here in leaving if here is not None)])
    on = (position.hex_of(ENEMY[position.side], unit) for unit in battle.on)
    attackers = (*battle.attackers, *battle.guns)
    return fought(
        ((unit, here) for unit in attackers if (here := _waits(position, unit))),
        [place for place in on if place is not None],
    )


def _waits(position: Position, unit: str) -> str | None:
    """Return the hex of a unit of the side to move: on land, or at sea before its beach (12.32)."""
    boat = position.sea.get(unit) if position.side == "us" else None
    return position.hex_of(position.side, unit) if boat is None else boat.sea


def _stands(position: Position, unit: str) -> tuple[str, ...]:
    """Return the hex where a unit stands, as the beginning of a path; nothing where in none."""
    here = position.hex_of("us", unit) or position.hex_of("jp", unit)
    return () if here is None else (here,)
