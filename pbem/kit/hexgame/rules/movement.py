"""Moves: where units can go, and what it costs them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from pbem.errors import IllegalOrder
from pbem.kit.contract import Outcome
from pbem.kit.hexgame.rules.arrivals import entry_of, waiting
from pbem.kit.hexgame.rules.orders import OFF, Move
from pbem.kit.hexgame.rules.outcomes import Moved, Taken
from pbem.kit.hexgame.rules.position import HexPosition
from pbem.kit.hexgame.rules.setting import HexSetting
from pbem.kit.hexgame.rules.stacking import has_room
from pbem.kit.hexgame.rules.supply import is_supplied
from pbem.kit.hexgame.rules.zones import zones_against
from pbem.kit.maps.hexes import Hex
from pbem.kit.maps.moves import routes

OUTSIDE = ""
"""Where a unit starts that enters the map."""
EXIT_COST = 1

Exits = Callable[[Hex], Iterator[tuple[Hex, int]]]


def allowance(setting: HexSetting, position: HexPosition, unit: str) -> int:
    """Return the movement points of a unit: fewer, perhaps, if it is out of supply."""
    points = setting.factors(position, unit).movement
    supply = setting.data.supply
    if supply is None or supply.move is None or unit not in position.at:
        return points
    return points if is_supplied(setting, position, unit) else min(points, supply.move)


def exits_of(setting: HexSetting, position: HexPosition, unit: str) -> Exits:
    """Return the function that yields where a unit may step from a hex, each with its cost.

    It yields nothing from a hex where the unit has to stop. `OUTSIDE` leads to the entry hexes, and
    a hex from which its side leaves the map leads to `OFF`.
    """
    tables, zones = setting.tables, setting.data.zones
    side, kind = tables.side_of[unit], tables.units[unit].kind
    held = zones_against(setting, position, side)
    foes = setting.hexes_of(position, tables.enemy[side])
    start, entry = position.at.get(unit, OUTSIDE), entry_of(setting, position, unit)
    leaving = setting.data.exits
    leaves = () if leaving is None else leaving.hexes.get(side, ())
    stops = held if zones is not None and zones.enter == "stop" else frozenset()
    toll = zones.extra if zones is not None and zones.enter == "cost" else 0
    direct = zones is None or zones.direct

    def steps(here: Hex) -> Iterator[tuple[Hex, int]]:
        if here != OUTSIDE:
            yield from tables.steps[kind][here]
            return
        for there in entry:
            if (cost := tables.entering(kind, there)) is not None:
                yield there, cost

    def exits(here: Hex) -> Iterator[tuple[Hex, int]]:
        if here == OFF or (here in stops and here != start):
            return
        for there, cost in steps(here):
            if there in foes or (not direct and here in held and there in held):
                continue
            if not setting.hooks.closed(setting, position, unit, here, there):
                yield there, cost + (toll if there in held else 0)
        if here in leaves:
            yield OFF, EXIT_COST

    return exits


def paths(
    setting: HexSetting, position: HexPosition, unit: str
) -> dict[Hex, tuple[Hex, ...]]:  # fmt: skip
    """Return the cheapest path to every place where a move of a unit may end."""
    start = position.at.get(unit, OUTSIDE)
    found = routes(start, allowance(setting, position, unit), exits_of(setting, position, unit))
    return {
        there: path
        for there, path in found
        if there == OFF or has_room(setting, position, there, (unit,))
    }


def cost_of(setting: HexSetting, position: HexPosition, unit: str, path: Sequence[Hex]) -> int:
    """Return what a path costs a unit that can walk it."""
    exits, here, spent = exits_of(setting, position, unit), position.at.get(unit, OUTSIDE), 0
    for there in path:
        spent += dict(exits(here)).get(there, 0)
        here = there
    return spent


def able(setting: HexSetting, position: HexPosition) -> list[str]:
    """Return the units that may still move in this phase."""
    side = position.side
    units = (*setting.own(position, side), *waiting(setting, position, side))
    return [unit for unit in units if unit not in position.moved]


def legal_moves(setting: HexSetting, position: HexPosition) -> Iterator[Move]:
    """Yield, for each unit, the cheapest path to each place."""
    for unit in able(setting, position):
        for path in paths(setting, position, unit).values():
            yield Move(unit, path)


def check_move(setting: HexSetting, position: HexPosition, order: Move) -> None:
    """Raise `IllegalOrder` unless a unit may move along a path."""
    unit, paragraph = order.unit, setting.data.movement.paragraph
    check_own(setting, position, unit, paragraph)
    if unit in position.moved:
        raise IllegalOrder(paragraph, f"{unit} has moved in this phase")
    if unit not in position.at and not entry_of(setting, position, unit):
        raise IllegalOrder(paragraph, f"{unit} is not on the map, and cannot enter it now")
    exits, here = exits_of(setting, position, unit), position.at.get(unit, OUTSIDE)
    left = allowance(setting, position, unit)
    for there in order.path:
        cost = dict(exits(here)).get(there)
        if cost is None:
            raise IllegalOrder(*why_closed(setting, position, unit, here, there))
        left -= cost
        here = there
    if left < 0:
        points = allowance(setting, position, unit)
        why = f"the path costs {points - left} points, and {unit} has {points}"
        raise IllegalOrder(paragraph, why)
    if here != OFF and not has_room(setting, position, here, (unit,)):
        limit = setting.data.stacking
        raise IllegalOrder(limit.paragraph, f"{here} has no room for {unit}", _room(limit.limit))


def _room(limit: int) -> str:
    return f"At most {limit} points may be there."


def check_own(setting: HexSetting, position: HexPosition, unit: str, paragraph: str) -> None:
    """Raise `IllegalOrder` unless a name is that of a unit of the side that plays."""
    if setting.tables.side_of.get(unit) != position.side:
        raise IllegalOrder(paragraph, f"{position.side} has no unit {unit}")


def why_closed(
    setting: HexSetting, position: HexPosition, unit: str, here: Hex, there: Hex
) -> tuple[str, str]:
    """Return the paragraph and the reason that forbid a step."""
    tables, data = setting.tables, setting.data
    side, kind = tables.side_of[unit], tables.units[unit].kind
    held = zones_against(setting, position, side)
    if there == OFF and here not in (() if data.exits is None else data.exits.hexes.get(side, ())):
        part = data.movement if data.exits is None else data.exits
        return part.paragraph, f"{unit} cannot leave the map from {here or 'outside'}"
    start = position.at.get(unit, OUTSIDE)
    if data.zones is not None and here in held and here != start and data.zones.enter == "stop":
        return data.zones.paragraph, f"{unit} must stop in {here}, which is beside an enemy"
    if here == OUTSIDE:
        entry = ", ".join(entry_of(setting, position, unit))
        part = data.movement if data.arrivals is None else data.arrivals
        return part.paragraph, f"{unit} enters the map at {entry}, if that is open, not at {there}"
    if there not in tables.grid.neighbours.get(here, ()):
        return data.movement.paragraph, f"{there} is not beside {here}"
    if there in setting.hexes_of(position, tables.enemy[side]):
        return data.movement.paragraph, f"{there} has an enemy in it"
    if tables.cost(kind, here, there) is None:
        return data.movement.paragraph, f"{unit} cannot go from {here} to {there}: it is closed"
    if data.zones is not None and not data.zones.direct and here in held and there in held:
        why = f"{here} and {there} are both beside enemies"
        return data.zones.paragraph, why
    return data.movement.paragraph, f"{unit} cannot go from {here} to {there}"


def move(setting: HexSetting, position: HexPosition, order: Move) -> Iterator[Outcome]:
    """Move a unit."""
    enters = order.unit not in position.at and setting.data.arrivals is not None
    part = setting.data.arrivals if enters else setting.data.movement
    if order.path[-1] == OFF:
        part = setting.data.exits
    assert part is not None  # noqa: S101 - who enters or leaves does so by its part
    side = position.side
    yield Moved(paragraph=part.paragraph, side=side, unit=order.unit, path=order.path)
    yield from take(setting, position, side, order.path[-1])


def take(setting: HexSetting, position: HexPosition, side: str, hex_: Hex) -> Iterator[Outcome]:
    """A unit has come to a hex: its side holds it, if that counts."""
    if hex_ in setting.tables.watched and position.held.get(hex_) != side:
        yield Taken(paragraph=setting.data.victory.paragraph, side=side, hex=hex_)
