"""What orders are on the map; a combat board has no places."""

from __future__ import annotations

from pbem.games.singapore.rules.ch4_results import withdrawing
from pbem.games.singapore.rules.orders import Fight, Fire, Fly, Land, Move, Support, Withdraw
from pbem.games.singapore.rules.position import Position
from pbem.games.singapore.rules.setting import Setting
from pbem.kit.contract import Arrow, Order


def arrow(_setting: Setting, position: Position, order: Order) -> Arrow | None:
    """Return who goes where, or fires at which sectors; None for what has no place on the map."""
    if position.war is None:
        return None
    at, found = position.war.at, None
    match order:
        case Move(units, path, _):
            found = Arrow(units, (at[units[0]], *path), (), len(path))
        case Fly(units, place) | Land(units, place):
            together = len({at[unit] for unit in units}) == 1
            found = Arrow(units, (at[units[0]], place) if together else (place,))
        case Withdraw(place):
            unit = withdrawing(position)
            found = Arrow((unit,), (at[unit], place))
        case Fire(units, place):
            found = Arrow(units, (), (place,))
        case Support(units, places):
            found = Arrow(units, (), tuple(dict.fromkeys(places)))
        case Fight(place):
            found = Arrow((), (), (place,))
    return found
