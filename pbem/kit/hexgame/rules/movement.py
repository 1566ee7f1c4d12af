"""Moves: where units can go, and what it costs them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

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
"""The start of a unit that enters the map."""
EXIT_COST = 1


def allowance(setting: HexSetting, position: HexPosition, unit: str) -> int:
    """Return the movement points of a unit: fewer, perhaps, if it is out of supply."""
    points = setting.factors(position, unit).movement
    supply = setting.data.supply
    if supply is None or supply.move is None or unit not in position.at:
        return points
    return points if is_supplied(setting, position, unit) else min(points, supply.move)


class Ground:
    """The things that a unit finds on its way, from where it stands."""

    def __init__(self, setting: HexSetting, position: HexPosition, unit: str) -> None:
        tables, zones, exits = setting.tables, setting.data.zones, setting.data.exits
        self.setting, self.position, self.unit = setting, position, unit
        self.side, self.kind = tables.side_of[unit], tables.units[unit].kind
        self.held = zones_against(setting, position, self.side)
        self.foes = setting.hexes_of(position, tables.enemy[self.side])
        self.start = position.at.get(unit, OUTSIDE)
        self.entry = entry_of(setting, position, unit)
        self.leaves = () if exits is None else exits.hexes.get(self.side, ())
        self.stopping = zones is not None and zones.enter == "stop"
        self.toll = zones.extra if zones is not None and zones.enter == "cost" else 0
        self.direct = zones is None or zones.direct

    def stops(self, here: Hex) -> bool:
        """Say whether the unit has to stop in a hex that it has come to."""
        return self.stopping and here in self.held and here != self.start

    def between_zones(self, here: Hex, there: Hex) -> bool:
        """Say whether a step leads from zone to zone, and that is forbidden."""
        return not self.direct and here in self.held and there in self.held

    def steps(self, here: Hex) -> Iterator[tuple[Hex, int]]:
        """Yield the hexes that the map lets the unit enter next, each with its cost."""
        tables = self.setting.tables
        if here != OUTSIDE:
            yield from tables.steps(self.kind, here)
            return
        for there in self.entry:
            if (cost := tables.entering(self.kind, there)) is not None:
                yield there, cost

    def exits(self, here: Hex) -> Iterator[tuple[Hex, int]]:
        """Yield where the unit may step from a place, each with its cost.

        Nothing from where it has to stop. `OUTSIDE` leads to the entry hexes, and a hex from which
        its side leaves the map leads to `OFF`.
        """
        if here == OFF or self.stops(here):
            return
        closed = self.setting.hooks.closed
        for there, cost in self.steps(here):
            if there in self.foes or self.between_zones(here, there):
                continue
            if not closed(self.setting, self.position, self.unit, here, there):
                yield there, cost + (self.toll if there in self.held else 0)
        if here in self.leaves:
            yield OFF, EXIT_COST

    def walk(self, path: Sequence[Hex]) -> Iterator[int]:
        """Yield the cost of each step of a path; raise `IllegalOrder` at one that is closed."""
        here = self.start
        for there in path:
            cost = dict(self.exits(here)).get(there)
            if cost is None:
                raise IllegalOrder(*self.why_closed(here, there))
            yield cost
            here = there
            if here == self.start:  # it has entered its hex now, and stops there as in any other
                self.start = OUTSIDE

    def why_closed(self, here: Hex, there: Hex) -> tuple[str, str]:
        """Return the paragraph and the reason that forbid a step."""
        data, unit = self.setting.data, self.unit
        if data.zones is not None and self.stops(here):
            return data.zones.paragraph, f"{unit} must stop in {here}, which is beside an enemy"
        if there == OFF:
            leaving = data.movement if data.exits is None else data.exits
            return leaving.paragraph, f"{unit} cannot leave the map from {here or 'outside'}"
        if here == OUTSIDE:
            part = data.movement if data.arrivals is None else data.arrivals
            where = ", ".join(self.entry)
            return part.paragraph, f"{unit} cannot enter the map at {there}; it enters at {where}"
        if data.zones is not None and self.between_zones(here, there):
            return data.zones.paragraph, f"{here} and {there} are both beside enemies"
        return data.movement.paragraph, self._why_no_step(here, there)

    def _why_no_step(self, here: Hex, there: Hex) -> str:
        if there not in self.setting.tables.grid.neighbours[here]:
            return f"{there} is not beside {here}"
        if there in self.foes:
            return f"{there} has an enemy in it"
        return f"the way from {here} to {there} is closed to {self.unit}"


def paths(
    setting: HexSetting, position: HexPosition, unit: str
) -> dict[Hex, tuple[Hex, ...]]:  # fmt: skip
    """Return the cheapest path to every place where a move of a unit may end."""
    ground = Ground(setting, position, unit)
    found = routes(ground.start, allowance(setting, position, unit), ground.exits)
    return {
        there: path
        for there, path in found
        if there == OFF or has_room(setting, position, there, (unit,))
    }


def cost_of(setting: HexSetting, position: HexPosition, unit: str, path: Sequence[Hex]) -> int:
    """Return the movement points of a unit for a path; raise `IllegalOrder` if a step is closed."""
    return sum(Ground(setting, position, unit).walk(path))


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
        part = setting.data.arrivals or setting.data.movement
        raise IllegalOrder(part.paragraph, f"{unit} is not on the map, and cannot enter it now")
    _check_near(setting, position, order)
    spent = cost_of(setting, position, unit, order.path)
    if spent > allowance(setting, position, unit):
        raise _too_far(
            setting, position, unit, f"the path costs {spent} points, and {unit} has {{}}"
        )
    end, stacking = order.path[-1], setting.data.stacking
    if end != OFF and not has_room(setting, position, end, (unit,)):
        most = f"At most {stacking.limit} points may be there."
        raise IllegalOrder(stacking.paragraph, f"{end} has no room for {unit}", most)


def _check_near(setting: HexSetting, position: HexPosition, order: Move) -> None:
    """Raise `IllegalOrder` if one far hex is named alone: it stands for a way that there is not."""
    tables, goal, start = setting.tables, order.path[0], position.at.get(order.unit)
    if start is None or len(order.path) > 1 or goal not in tables.terrain:
        return
    if goal in tables.grid.neighbours[start]:
        return
    kind = tables.units[order.unit].kind
    if goal in setting.hexes_of(position, tables.enemy[position.side]):
        why = "has an enemy in it"
    elif all(tables.cost(kind, near, goal) is None for near in tables.grid.neighbours[goal]):
        why = f"is closed to {order.unit}"
    elif goal in paths(setting, position, order.unit):
        why = f"is not beside {start}"
    else:
        why = f"{goal} is too far for {order.unit}, which has {{}} movement points"
        raise _too_far(setting, position, order.unit, why)
    raise IllegalOrder(setting.data.movement.paragraph, f"{goal} {why}")


def _too_far(setting: HexSetting, position: HexPosition, unit: str, why: str) -> IllegalOrder:
    """Return the refusal of a way for which a unit has too few points: ``{}`` in ``why``."""
    points, moving = allowance(setting, position, unit), setting.data.movement.paragraph
    supply = setting.data.supply
    if supply is None or points == setting.factors(position, unit).movement:
        return IllegalOrder(moving, why.format(points))
    return IllegalOrder(supply.paragraph, f"{why.format(points)} out of supply", also=(moving,))


def check_own(setting: HexSetting, position: HexPosition, unit: str, paragraph: str) -> None:
    """Raise `IllegalOrder` unless a name is that of a unit of the side that plays."""
    if setting.tables.side_of.get(unit) != position.side:
        side = setting.side_names[position.side]
        raise IllegalOrder(paragraph, f"no unit of {side} is called {unit}")


def move(setting: HexSetting, position: HexPosition, order: Move) -> Iterator[Outcome]:
    """Move a unit."""
    paragraph = _paragraph(setting, position, order)
    side = position.side
    yield Moved(paragraph=paragraph, side=side, unit=order.unit, path=order.path)
    yield from take(setting, position, side, order.path[-1])


def _paragraph(setting: HexSetting, position: HexPosition, order: Move) -> str:
    data = setting.data
    if order.path[-1] == OFF and data.exits is not None:
        return data.exits.paragraph
    if order.unit not in position.at and data.arrivals is not None:
        return data.arrivals.paragraph
    return data.movement.paragraph


def take(setting: HexSetting, position: HexPosition, side: str, hex_: Hex) -> Iterator[Outcome]:
    """A unit has come to a hex: its side holds it, if that counts."""
    if hex_ in setting.tables.watched and position.held.get(hex_) != side:
        yield Taken(paragraph=setting.data.victory.paragraph, side=side, hex=hex_)
