"""Orders on the map: who goes where, and what is attacked."""

from __future__ import annotations

from pbem.games.manila.rules import ch08_movement as movement
from pbem.games.manila.rules.orders import (
    Activate,
    Attack,
    Breakout,
    Move,
    Place,
    Retreat,
    Return,
    Streets,
)
from pbem.games.manila.rules.position import Position
from pbem.games.manila.rules.setting import Setting
from pbem.kit.contract import Arrow, Order
from pbem.kit.fought import fought


def arrow(setting: Setting, position: Position, order: Order) -> Arrow | None:
    """[6.0, 8.0, 9.0] Return what a legal order is on the map; the cost is what a unit spends.

    None if it has no place there.
    """
    found: Arrow | None = None
    match order:
        case Move():
            found = _moves(setting, position, order.units, order.path)
        case Activate(path=path) if path:
            found = _moves(setting, position, order.units, path)
        case Activate():
            found = Arrow(order.units, (str(order.area),))
        case Place():
            found = Arrow(order.units, (str(order.area),))
        case Return() | Streets():
            found = Arrow((order.unit,), (str(order.area),))
        case Retreat():
            found = Arrow(order.units, (*_stands(position, order.units), str(order.area)))
        case Attack():
            found = Arrow(order.with_, against=(str(order.area),))
        case Breakout():
            found = Arrow((), against=(str(order.area),))
    return found


def underway(_: Setting, position: Position) -> tuple[Arrow, ...]:
    """[9.0] Return the attack that is not finished, or the Area that units retreat from (9.5.7)."""
    battle, retreat = position.battle, position.retreat
    if battle is not None:
        units = ((unit, str(position.at[unit])) for unit in battle.units if unit in position.at)
        return fought(units, (str(battle.area),))
    return () if retreat is None else fought((), (str(retreat.origin),))


def _moves(
    setting: Setting, position: Position, units: tuple[str, ...], path: tuple[int, ...]
) -> Arrow:
    spent = sum(movement.cost(setting, position, area) for area in path)
    return Arrow(units, (*_stands(position, units), *map(str, path)), cost=spent)


def _stands(position: Position, units: tuple[str, ...]) -> tuple[str, ...]:
    """Return the Area where units stand, as the beginning of a path; nothing where in none."""
    return tuple(str(position.at[unit]) for unit in units[:1] if unit in position.at)
