"""[5.0] Movement and [6.0] zones of control."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import NoReturn

from pbem.errors import IllegalOrder
from pbem.games.saipan.data.tables import ENEMY
from pbem.games.saipan.rules.orders import Move
from pbem.games.saipan.rules.outcomes import BeachheadDestroyed, Moved
from pbem.games.saipan.rules.position import Position
from pbem.games.saipan.rules.setting import Setting, controls, zone, zones
from pbem.kit.bunches import Bunch, chosen
from pbem.kit.contract import Outcome
from pbem.kit.maps.hexes import Hex


def check_move(setting: Setting, position: Position, order: Move) -> None:
    """Refuse a move that [5.0], [6.0] or 12.2 does not allow."""
    origin = may_move(setting, position, order.unit)
    side = position.side
    own, foe = position.on[side], position.on[ENEMY[side]]
    land, cost = setting.tables.land, setting.tables.cost
    controlled = zone(setting, position, ENEMY[side])
    here, spent, last = origin, 0, len(order.path) - 1
    stop = last
    for step, there in enumerate(order.path):
        if there not in land[here]:
            _refuse_step(setting, position, order.unit, here, there)
        if there in foe:
            raise IllegalOrder(
                "5.0", f"{foe[there]} holds {there}", _instead(setting, position, order.unit)
            )
        if step < stop and controlled(there):
            stop = step
        spent += cost[there]
        here = there
    if stop < last:
        raise IllegalOrder(
            "6.0",
            f"{order.unit} must stop in {order.path[stop]}, because that hex is in an "
            "enemy zone of control",
            f"End the path in {order.path[stop]}, or go around it.",
        )
    allowance = setting.unit(side, order.unit).movement
    if spent > allowance and last > 0:
        why = f"the path costs {spent} movement points, but {order.unit} has {allowance}"
        raise IllegalOrder("5.0", why, _instead(setting, position, order.unit))
    if here in own and here != origin:
        why = f"{own[here]} is in {here}, and two units can never share a hex"
        raise IllegalOrder("5.0", why, _instead(setting, position, order.unit))


def _refuse_step(
    setting: Setting, position: Position, unit: str, here: Hex, there: Hex
) -> NoReturn:
    """Say why no step leads from one hex to the other."""
    tables = setting.tables
    if there not in tables.cost:
        why = "is not a hex of the map" if there not in tables.terrain else "is all sea"
        raise IllegalOrder("5.0", f"{there} {why}", _instead(setting, position, unit))
    instead = f"From {here}, a unit can step to {', '.join(tables.land[here])}."
    raise IllegalOrder("5.0", f"{there} is not adjacent to {here}", instead)


def may_move(setting: Setting, position: Position, unit: str) -> Hex:
    """Return the hex of a unit that may move now; refuse any other unit.

    [6.0]: a unit that begins its Movement Phase in an enemy zone of control may not move. As
    nothing else moves in that phase, and it moves but once, where it stands is where it began.

    Raises:
        IllegalOrder: The unit is not on the map, moved or landed already, or began in an enemy zone
            of control.
    """
    side = position.side
    origin = position.hex_of(side, unit)
    if origin is None:
        raise IllegalOrder(
            "5.0", f"{unit} is not on the map, or does not belong to the side that moves"
        )
    if unit in position.landed:
        raise IllegalOrder("12.31", f"{unit} landed in this phase, so it cannot move again")
    if position.landed:
        raise IllegalOrder(
            "12.2",
            "reinforcements have arrived, so no unit on the map can move in this phase",
            "Land more units, or `end movement`.",
        )
    if unit in position.moved:
        raise IllegalOrder("5.0", f"{unit} has already moved in this phase")
    if controls(setting, position, ENEMY[side], origin):
        raise IllegalOrder(
            "6.0",
            f"{unit} began its Movement Phase in an enemy zone of control",
            "It can only leave by combat.",
        )
    return origin


def paths(setting: Setting, position: Position, unit: str) -> dict[Hex, tuple[Hex, ...]]:
    """Return the cheapest path to each hex that a unit may move to, by hex number.

    [5.13]: one hex may always be entered, whatever it costs.

    Raises:
        IllegalOrder: The unit may not move at all.
    """
    origin = may_move(setting, position, unit)
    own, foe = position.on[position.side], position.on[ENEMY[position.side]]
    found: dict[Hex, tuple[Hex, ...]] = {
        number: (number,) for number in setting.tables.land[origin] if number not in foe
    }
    found |= _walks(setting, position, unit, origin, _barriers(setting, position))
    return {number: path for number, path in sorted(found.items()) if number not in own}


Barriers = tuple[frozenset[Hex], frozenset[Hex]]
"""The hexes that nobody enters, for the enemies in them, and those in which a unit stops."""


def _barriers(setting: Setting, position: Position) -> Barriers:
    enemy = ENEMY[position.side]
    return frozenset(position.on[enemy]), zones(setting, position, enemy)


def _walks(
    setting: Setting, position: Position, unit: str, origin: Hex, barriers: Barriers
) -> Mapping[Hex, tuple[Hex, ...]]:
    """Return the cheapest path to each hex that the movement points of a unit pay for."""
    points = setting.unit(position.side, unit).movement
    return setting.tables.walks.going(*barriers).paths(origin, points)


def legal_moves(setting: Setting, position: Position) -> Iterator[Sequence[Move]]:
    """Yield the cheapest path of every unit to every hex in reach, in bunches: single steps first.

    No path to a hex beside a unit is cheaper than the step, and who asks whether there is more
    than one legal order need not wait for a search of paths.
    """
    if position.landed:
        return
    own = position.on[position.side]
    barriers = held, controlled = _barriers(setting, position)
    free: list[tuple[str, Hex]] = [
        (own[number], number)
        for number in sorted(own)
        if own[number] not in position.moved and number not in controlled
    ]
    land = setting.tables.land
    steps = [
        (unit, (there,))
        for unit, number in free
        for there in land[number]
        if there not in own and there not in held
    ]
    if steps:
        yield Bunch(Move, len(steps), lambda place: Move(*steps[place]))
    for unit, number in free:
        ways = _walks(setting, position, unit, number, barriers)
        goals = (ways.keys() - own.keys()).difference(land[number])
        if goals:
            yield chosen(Move, ways, goals, partial(Move, unit))


def move(position: Position, order: Move) -> Iterator[Outcome]:
    """Carry out a move; 12.34 destroys every marker that a Japanese unit passes."""
    side = position.side
    yield Moved(paragraph="5.0", side=side, unit=order.unit, path=order.path)
    yield from enter(position, side, order.path)


def enter(position: Position, side: str, hexes: tuple[Hex, ...]) -> Iterator[Outcome]:
    """[12.34] A beachhead marker is destroyed when a Japanese unit enters its hex (A14)."""
    if side != "jp" or not position.beachheads:
        return
    for number in hexes:
        if number in position.beachheads:
            yield BeachheadDestroyed(paragraph="12.34", hex=number)


def _instead(setting: Setting, position: Position, unit: str) -> str:
    """Return the choices that are left to a unit, for the message of a refusal."""
    reach = list(paths(setting, position, unit))
    if not reach:
        return f"{unit} cannot move."
    more = f" and {len(reach) - 12} more" if len(reach) > 12 else ""
    return f"{unit} can reach {', '.join(reach[:12])}{more}."
