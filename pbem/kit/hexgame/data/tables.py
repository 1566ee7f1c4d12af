"""The tables that the rules look up, made of the data once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

from pbem.kit.hexgame.data.forms import HexData, HexsideKind, Terrain, Unit
from pbem.kit.maps.hexes import Grid, Hex, Low
from pbem.kit.maps.moves import distances
from pbem.kit.maps.sheet import read_sheet

HEXES_REMEMBERED = 1_000_000
"""Hexes in all sets of those in supply that are remembered: some 50 megabytes."""


class Factors(NamedTuple):
    """The figures of one face of a counter."""

    attack: int
    defence: int
    movement: int


class Effect(NamedTuple):
    """An effect of a result on a side: it ``loses`` steps, ``retreats`` hexes, or ``is`` lost."""

    attacker: bool
    verb: str
    number: int


class Tables:
    """The look-up tables of one game.

    - ``sides``: both sides; ``enemy``: the other one of each;
    - ``units``, ``side_of``, ``faces``: of every unit by its name, in the order of the data;
    - ``terrain``: the kind of every hex; ``edges``: of each hexside, both ways;
    - ``beside``: hexes that a unit can attack from a hex; ``zoned``: where its zone reaches;
    - ``leavers``: units that are worth points, or the game, if they leave the map;
    - ``watched``: hexes of which the position remembers who holds them.
    """

    def __init__(self, data: HexData) -> None:
        self.data = data
        self.sides: tuple[str, ...] = tuple(side.id for side in data.sides)
        first, second = self.sides
        self.enemy: Mapping[str, str] = {first: second, second: first}
        self.side_names: Mapping[str, str] = {side.id: side.name for side in data.sides}
        self.units: dict[str, Unit] = {}
        self.side_of: dict[str, str] = {}
        for side in self.sides:
            for unit in data.units[side]:
                self.units[unit.name] = unit
                self.side_of[unit.name] = side
        self.faces = {name: tuple(map(_factors, unit.faces)) for name, unit in self.units.items()}
        self.grid = grid_of(data)
        words = {kind.symbol: word for word, kind in data.terrain.items()}
        self.terrain = read_sheet(data.map, words)
        self.edges: dict[tuple[Hex, Hex], HexsideKind] = {}
        for kind in data.hexsides:
            for here, there in map(ends, kind.sides):
                self.edges[here, there] = self.edges[there, here] = kind
        self.beside = {here: tuple(self._open(here)) for here in self.terrain}
        self.zoned = {
            here: tuple(there for there in near if self.zone_crosses(here, there))
            for here, near in self.beside.items()
        }
        counted = (*data.victory.points, *data.victory.at_once)
        held = {hex_ for line in counted for hex_ in line.hexes} | data.victory.held.keys()
        self.watched = tuple(sorted(held))
        self.leavers = frozenset(unit for unit in self.units if self._counts(unit))
        self._steps_from: dict[tuple[str, Hex], tuple[tuple[Hex, int], ...]] = {}
        self.zones_of = lru_cache(maxsize=2000)(self._zones_of)
        most = min(2000, HEXES_REMEMBERED // len(self.terrain))
        self.in_supply = lru_cache(maxsize=most)(self._in_supply)

    def kind_of(self, hex_: Hex) -> Terrain:
        """Return the terrain of a hex."""
        return self.data.terrain[self.terrain[hex_]]

    def entering(self, kind: str, hex_: Hex) -> int | None:
        """Return the movement points of a kind of unit for the terrain of a hex; None if closed."""
        terrain = self.kind_of(hex_)
        if kind in terrain.closed:
            return None
        return terrain.costs.get(kind, terrain.cost)

    def cost(self, kind: str, here: Hex, there: Hex) -> int | None:
        """Return the movement points of a kind of unit for a step; None if the step is closed."""
        cost, edge = self.entering(kind, there), self.edges.get((here, there))
        if edge is None or cost is None:
            return cost
        if edge.closed:
            return None
        return cost + edge.cost if edge.instead is None else edge.instead

    def zone_crosses(self, here: Hex, there: Hex) -> bool:
        """Say whether the zone of a unit reaches from its hex to the next."""
        edge = self.edges.get((here, there))
        return edge is None or edge.zone

    def _open(self, here: Hex) -> Iterator[Hex]:
        for there in self.grid.neighbours[here]:
            edge = self.edges.get((here, there))
            if edge is None or not edge.closed:
                yield there

    def steps(self, kind: str, here: Hex) -> tuple[tuple[Hex, int], ...]:
        """Return the hexes that a kind of unit can step to from a hex, each with its cost."""
        if (kind, here) not in self._steps_from:  # of a large map most are never asked for
            self._steps_from[kind, here] = tuple(self._steps(kind, here))
        return self._steps_from[kind, here]

    def _steps(self, kind: str, here: Hex) -> Iterator[tuple[Hex, int]]:
        for there in self.grid.neighbours[here]:
            cost = self.cost(kind, here, there)
            if cost is not None:
                yield there, cost

    def _zones_of(self, hexes: frozenset[Hex]) -> frozenset[Hex]:
        """Return the hexes in the zones of units that stand in ``hexes``."""
        return frozenset(there for here in hexes for there in self.zoned[here])

    def _counts(self, unit: str) -> bool:
        """Say whether a line of victory counts a unit if it leaves the map."""
        side, kind = self.side_of[unit], self.units[unit].kind
        lines = (*self.data.victory.points, *self.data.victory.at_once)
        mine = (line for line in lines if line.what == "left" and line.side == side)
        return any(not line.kinds or kind in line.kinds for line in mine)

    def _in_supply(self, side: str, closed: frozenset[Hex]) -> frozenset[Hex]:
        """Return the hexes in supply of a side, if some hexes are ``closed`` to it."""
        supply = self.data.supply
        if supply is None:
            return frozenset(self.terrain)
        shut = closed | {hex_ for hex_ in self.terrain if self.kind_of(hex_).cost is None}

        def exits(here: Hex) -> list[tuple[Hex, int]]:
            return [(there, 1) for there in self.beside[here] if there not in shut]

        sources = [hex_ for hex_ in supply.sources.get(side, ()) if hex_ not in closed]
        return frozenset(distances(sources, exits, most=supply.length))

    def column(self, attack: int, defence: int) -> int:
        """Return the column of the combat table where two strengths are read, from 0."""
        fits = (
            at
            for at, column in enumerate(self.data.combat.columns)
            if _reaches(attack, defence, column)
        )
        return max(fits, default=0)


def grid_of(data: HexData) -> Grid:
    """Return the grid of the map; nobody changes it."""
    return _grid(data.map.columns, data.map.rows, data.map.low_columns)


@lru_cache(maxsize=8)
def _grid(columns: int, rows: int, low: Low) -> Grid:
    return Grid(columns, rows, low)


def ends(hexside: str) -> tuple[Hex, Hex]:
    """Return the two hexes of a hexside: ``0302-0403``."""
    here, _, there = hexside.partition("-")
    return here, there


def read_effect(words: str) -> Effect:
    """Return what an effect says: ``attacker loses 1``, ``defender is lost``."""
    who, verb, number = words.split(" ")
    return Effect(who == "attacker", verb, 0 if verb == "is" else int(number))


def _factors(face: str) -> Factors:
    attack, defence, movement = map(int, face.split("-"))
    return Factors(attack, defence, movement)


def _reaches(attack: int, defence: int, column: str) -> bool:
    """Say whether strengths are read in a column or in one after it."""
    if ":" not in column:
        return attack - defence >= int(column)
    more, less = map(int, column.split(":"))
    return attack * less >= defence * more
