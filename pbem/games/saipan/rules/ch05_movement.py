"""[5.0] Movement and [6.0] zones of control."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NoReturn

from pbem.errors import IllegalOrder
from pbem.games.saipan.data.tables import ENEMY
from pbem.games.saipan.rules.orders import Move
from pbem.games.saipan.rules.outcomes import BeachheadDestroyed, Moved
from pbem.games.saipan.rules.position import Position
from pbem.games.saipan.rules.setting import Setting, controls, zone
from pbem.kit.contract import Outcome
from pbem.kit.hexes import Hex
from pbem.kit.moves import cheapest_paths


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
            f"{order.unit} must stop in {order.path[stop]}: it is in an enemy zone of control",
            f"End the path in {order.path[stop]}, or go round it.",
        )
    allowance = setting.unit(side, order.unit).movement
    if spent > allowance and last > 0:
        why = f"the path costs {spent} movement points, {order.unit} has {allowance}"
        raise IllegalOrder("5.0", why, _instead(setting, position, order.unit))
    if here in own and here != origin:
        why = f"{own[here]} is in {here}: never two units in one hex"
        raise IllegalOrder("5.0", why, _instead(setting, position, order.unit))


def _refuse_step(
    setting: Setting, position: Position, unit: str, here: Hex, there: Hex
) -> NoReturn:
    """Say why no step leads from one hex to the other."""
    tables = setting.tables
    if there not in tables.cost:
        why = "is no hex of the map" if there not in tables.terrain else "is all sea"
        raise IllegalOrder("5.0", f"{there} {why}", _instead(setting, position, unit))
    instead = f"From {here} a unit steps into one of {', '.join(tables.land[here])}."
    raise IllegalOrder("5.0", f"{there} is not adjacent to {here}", instead)


def may_move(setting: Setting, position: Position, unit: str) -> Hex:
    """Return the hex of a unit that may move now; refuse any other unit.

    [6.0]: a unit that begins its Movement Phase in an enemy zone of control may not move. As
    nothing else moves in that phase, and it moves but once, where it stands is where it began.
    """
    side = position.side
    origin = position.hex_of(side, unit)
    if origin is None:
        raise IllegalOrder("5.0", f"{unit} is no unit of the side to move on the map")
    if unit in position.landed:
        raise IllegalOrder("12.31", f"{unit} has landed in this phase: it goes no farther")
    if position.landed:
        raise IllegalOrder(
            "12.2",
            "reinforcements have arrived: nothing on the map moves any more in this phase",
            "Land more units, or `end movement`.",
        )
    if unit in position.moved:
        raise IllegalOrder("5.0", f"{unit} has moved in this phase")
    if controls(setting, position, ENEMY[side], origin):
        raise IllegalOrder(
            "6.0",
            f"{unit} began its Movement Phase in an enemy zone of control",
            "Only combat gets it out.",
        )
    return origin


def paths(setting: Setting, position: Position, unit: str) -> dict[Hex, tuple[Hex, ...]]:
    """Return the cheapest path to each hex that a unit may move to, by hex number.

    [5.13]: one hex may always be entered, whatever it costs. Raises `IllegalOrder` if the unit
    may not move at all.
    """
    origin = may_move(setting, position, unit)
    side, tables = position.side, setting.tables
    own, foe = position.on[side], position.on[ENEMY[side]]
    found: dict[Hex, tuple[Hex, ...]] = {n: (n,) for n in tables.land[origin] if n not in foe}
    found |= cheapest_paths(
        origin,
        setting.unit(side, unit).movement,
        neighbours=tables.land,
        cost=tables.cost,
        closed=foe,
        stops=zone(setting, position, ENEMY[side]),
    )
    return {number: path for number, path in sorted(found.items()) if number not in own}


def legal_moves(setting: Setting, position: Position) -> Iterator[Move]:
    """Yield the cheapest path of every unit to every hex in reach: every single step first.

    No path to a hex beside a unit is cheaper than the step, and who asks whether there is more
    than one legal order need not wait for a search of paths.
    """
    if position.landed:
        return
    own, foe = position.on[position.side], position.on[ENEMY[position.side]]
    controlled = zone(setting, position, ENEMY[position.side])
    free: list[tuple[str, Hex]] = [
        (own[number], number)
        for number in sorted(own)
        if own[number] not in position.moved and not controlled(number)
    ]
    land = setting.tables.land
    for unit, number in free:
        for there in land[number]:
            if there not in own and there not in foe:
                yield Move(unit, (there,))
    for unit, number in free:
        for there, path in paths(setting, position, unit).items():
            if there not in land[number]:
                yield Move(unit, path)


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
    """What is left to a unit, for the message of a refusal."""
    reach = list(paths(setting, position, unit))
    if not reach:
        return f"{unit} can move nowhere."
    more = f" and {len(reach) - 12} others" if len(reach) > 12 else ""
    return f"{unit} can reach {', '.join(reach[:12])}{more}."
