"""Orders on the map: who goes where, and what is attacked."""

from __future__ import annotations

from itertools import pairwise

from pbem.games.tokyo.rules import ch04_ground as ground
from pbem.games.tokyo.rules.orders import Advance, Attack, Deploy, Move, Place, Recon, Retreat
from pbem.games.tokyo.rules.position import Position
from pbem.games.tokyo.rules.setting import Setting
from pbem.kit.contract import Arrow, Order
from pbem.kit.fought import fought


def arrow(setting: Setting, position: Position, order: Order) -> Arrow | None:
    """[5.1, 6.0, 7.0] Return what a legal order is on the map; the cost is that of its path.

    None if it has no place there.
    """
    found: Arrow | None = None
    match order:
        case Move():
            path = (*_stands(position, order.unit), *order.path)
            steps = (
                ground.step_cost(setting.tables, here, there) for here, there in pairwise(path)
            )
            found = Arrow((order.unit,), path, cost=sum(steps))
        case Deploy() | Place():
            found = Arrow((order.unit,), (*_stands(position, order.unit), order.hex))
        case Retreat():
            found = Arrow((order.unit,), (*_stands(position, order.unit), order.to[0]))
        case Advance():
            found = Arrow((order.unit,), (*_stands(position, order.unit), *order.path))
        case Recon():
            found = Arrow((), (order.hex,))
        case Attack():
            found = Arrow(order.with_, against=(order.hex,))
    return found


def underway(_: Setting, position: Position) -> tuple[Arrow, ...]:
    """[6.0] Return the attack that is not finished; after it the hexes that were emptied (6.9)."""
    battle = position.battle
    if battle is None:
        return ()
    if battle.vacated:
        return fought((), battle.vacated)
    units = ((unit, position.at[unit]) for unit in battle.with_ if unit in position.at)
    return fought(units, (battle.hex,))


def _stands(position: Position, unit: str) -> tuple[str, ...]:
    """Return the hex where a unit stands, as the beginning of a path; nothing where in none."""
    return (position.at[unit],) if unit in position.at else ()
