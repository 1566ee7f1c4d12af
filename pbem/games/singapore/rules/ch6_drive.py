"""[6.D1, R46] Penetration: tanks of an armoured push that captured a sector attack another."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.errors import IllegalOrder
from pbem.games.singapore.rules import ch4_movement as movement
from pbem.games.singapore.rules.ch5_supply import check_cost, purse, supplies
from pbem.games.singapore.rules.ch6_effects import FORCE
from pbem.games.singapore.rules.orders import Move
from pbem.games.singapore.rules.outcomes_cards import DriveOpen
from pbem.games.singapore.rules.position import Position, open_cards, open_war
from pbem.games.singapore.rules.setting import Setting
from pbem.games.singapore.rules.theatre import allied, enemy_places, room
from pbem.kit.contract import Outcome


def force(position: Position) -> list[str]:
    """[R46] Return the tanks that go on together: all of the push in the captured sector."""
    war, cards = open_war(position), open_cards(position)
    return [unit for unit in cards.push if war.at.get(unit) == cards.drive]


def _left(setting: Setting, position: Position, unit: str) -> int:
    """[R46] Return how many sectors a tank may still go, in the manner in which it went."""
    war, cards = open_war(position), open_cards(position)
    whole = movement.allowance(setting, war, unit, road=unit in cards.on_road)
    return whole - cards.push[unit]


def ways(setting: Setting, position: Position) -> Iterator[Move]:
    """[R46] Yield the attacks to which tanks may go on, none where they may not."""
    war, cards = open_war(position), open_cards(position)
    units = force(position)
    if len(units) < FORCE or not allied(war.control[cards.drive], war.army):
        return
    roads = {unit in cards.on_road for unit in units}
    if len(roads) > 1 or not supplies(setting, war, war.army, cards.drive):
        return
    steps = min(_left(setting, position, unit) for unit in units)
    met = enemy_places(setting, war, war.army)
    road = roads.pop()
    if purse(setting, war, war.army) < len(units) or steps < 1:
        return
    for path in movement.reach(setting, position, units[0], road=road, steps=steps):
        end = path[-1]
        fits = room(setting, war, end, war.army) >= len(units)
        if end in met and end not in war.over and fits:
            yield Move(tuple(units), path, road)


def is_over(setting: Setting, position: Position) -> bool:
    """Whether tanks that captured a sector stay there, since they cannot go on."""
    return bool(open_cards(position).drive) and next(ways(setting, position), None) is None


def stay(position: Position) -> Iterator[Outcome]:
    """[R46] The tanks go no farther."""
    if open_cards(position).drive:
        yield DriveOpen(paragraph="6.D1", place="")


def check_drive(setting: Setting, position: Position, order: Move) -> None:
    """[R46] Raise `IllegalOrder` unless the tanks may go on so."""
    war = open_war(position)
    able = force(position)
    if set(order.units) != set(able):
        raise IllegalOrder("6.D1", f"all tanks of the push go on together: {', '.join(able)}")
    ends = {way.path[-1]: way for way in ways(setting, position)}
    near = ends.get(order.path[-1])
    if near is None or order.path != near.path or order.road != near.road:
        where = "; ".join(" ".join(way.path) for way in ends.values())
        raise IllegalOrder("6.D1", "they cannot go on to attack there, or not by this way", where)
    check_cost(setting, war, war.army, order.units, paragraph="5.8")
