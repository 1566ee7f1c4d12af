"""Orders on the map; a combat board has no places."""

from __future__ import annotations

from pbem.games.singapore.rules.corps.ch4_results import withdrawing
from pbem.games.singapore.rules.orders import Fight, Fire, Fly, Land, Move, Support, Withdraw
from pbem.games.singapore.rules.position import Position
from pbem.games.singapore.rules.setting import Setting
from pbem.games.singapore.rules.theatre import held_by_enemy
from pbem.kit.contract import Arrow, Order
from pbem.kit.fought import fought


def arrow(setting: Setting, position: Position, order: Order) -> Arrow | None:
    """Return who goes where, or fires at which sectors; None for what has no place on the map."""
    if position.war is None:
        return None
    at, found = position.war.at, None
    match order:
        case Move(units, path, _):
            storms = held_by_enemy(setting, position.war, path[-1], position.war.army)
            found = Arrow(units, (at[units[0]], *path), (), len(path), storms=storms)
        case Fly(units, place) | Land(units, place):
            together = len({at[unit] for unit in units}) == 1
            found = Arrow(units, (at[units[0]], place) if together else (place,))
        case Withdraw(place, named):
            unit = named or withdrawing(position)
            found = Arrow((unit,), (at[unit], place))
        case Fire(units, place):
            found = Arrow(units, (), (place,))
        case Support(units, places):
            found = Arrow(units, (), tuple(dict.fromkeys(places)))
        case Fight(place):
            found = Arrow((), (), (place,))
    return found


def underway(setting: Setting, position: Position) -> tuple[Arrow, ...]:
    """[4.8, 4.10] Return barrages at sectors that are still to be fought for, and the battle."""
    war, battle = position.war, position.battle
    if war is None or position.phase == "over":
        return ()
    guns = [gun for gun, place in war.barrage.items() if gun in war.at and place not in war.over]
    barrages = (
        Arrow((gun,), (war.at[gun],), (war.barrage[gun],)) for gun in setting.in_order(guns)
    )
    sector = "" if battle is None else battle.sector
    return (*barrages, *(fought((), (sector,)) if sector else ()))
