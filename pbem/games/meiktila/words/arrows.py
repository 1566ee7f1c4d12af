"""Orders on the map: who goes where, and what is attacked."""

from __future__ import annotations

from pbem.games.meiktila.rules.ch06_movement import walk
from pbem.games.meiktila.rules.orders import Advance, Attack, Deploy, Enter, Land, Move, Plan
from pbem.games.meiktila.rules.position import Position, open_battle
from pbem.games.meiktila.rules.setting import Setting
from pbem.kit.contract import Arrow, Order
from pbem.kit.fought import fought


def arrow(setting: Setting, position: Position, order: Order) -> Arrow | None:
    """[6.2, 6.5] Return what a legal order is on the map; the cost of a move in half points.

    None if it has no place there.
    """
    found: Arrow | None = None
    match order:
        case Move():
            path = (position.at[order.unit], *order.path)
            cost = walk(setting, position, order.unit, order.path).spent
            found = Arrow((order.unit,), path, cost=cost)
        case Enter():
            cost = walk(setting, position, order.unit, order.path, entering=True).spent
            found = Arrow((order.unit,), order.path, cost=cost)
        case Deploy() | Land():
            found = Arrow((order.unit,), (*_stands(position, order.unit), order.hex))
        case Plan():
            part = order.parts[0]
            if part.to:
                found = Arrow((part.unit,), (position.at[part.unit], *part.to))
        case Advance():
            [unit, *_] = order.units
            found = Arrow((unit,), (position.at[unit], open_battle(position).hex))
        case Attack():
            found = Arrow((*order.with_, *order.guns), against=(order.hex,))
    return found


def underway(_: Setting, position: Position) -> tuple[Arrow, ...]:
    """[6.5] Return the combat that is not finished."""
    battle = position.battle
    if battle is None:
        return ()
    units = (*battle.with_, *battle.guns)
    return fought(
        ((unit, position.at[unit]) for unit in units if unit in position.at), [battle.hex]
    )


def _stands(position: Position, unit: str) -> tuple[str, ...]:
    """Return the hex where a unit stands, as the beginning of a path; nothing where in none."""
    return (position.at[unit],) if unit in position.at else ()
