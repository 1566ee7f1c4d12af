"""The data of Meiktila, indexed: what the rules look things up in."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from msgspec import Struct

from pbem.errors import PackError
from pbem.games.meiktila.data.forms import (
    Counter,
    Edge,
    Entry,
    Formation,
    Ground,
    Kind,
    Marker,
    MeiktilaData,
    Side,
)
from pbem.kit.maps.hexes import Grid, Hex, lettered
from pbem.kit.maps.sheet import read_sheet

Pair = tuple[Hex, Hex]


class Face(Struct, frozen=True):
    """One side of a counter; ``attack`` is None where none is printed; movement in half points."""

    attack: int | None
    defence: int
    halves: int


class Unit(Struct, frozen=True):
    """One counter: ``faces`` from full strength down, ``range`` in hexes, 0 of what is no gun."""

    name: str
    side: Side
    text: str
    formation: str
    kind: Kind
    faces: tuple[Face, ...]
    printed: tuple[str, ...]
    entry: Entry
    provenance: str
    range: int = 0

    @property
    def steps(self) -> int:
        """How many steps the unit has at full strength."""
        return len(self.faces)


class Tables:
    """The data, indexed. Built once for each game; never changed.

    Raises `PackError` where the data contradict themselves or miss something.
    """

    def __init__(self, data: MeiktilaData) -> None:
        self.data = data
        self.turns = len(data.turns.days)
        self.grid = Grid(data.map.columns, data.map.rows, data.map.low_columns, lettered)
        kinds = data.terrain.kinds
        words = {ground.token: word for word, ground in kinds.items()}
        if len(words) != len(kinds):
            raise PackError("terrain: two kinds have the same token")
        self.terrain = read_sheet(data.map, words, lettered)
        self.ground: dict[Hex, Ground] = {
            h: kinds[word] for h, word in self.terrain.items() if kinds[word].halves is not None
        }
        """The terrain of each hex that may be entered."""
        self.land: dict[Hex, tuple[Hex, ...]] = {
            h: tuple(n for n in self.grid.neighbours[h] if n in self.ground)
            for h in self.grid.hexes
            if h in self.ground
        }
        """The hexes beside each hex that may be entered, as far as they may be."""
        self.roads = self._ways("roads", data.roads.chains)
        self.railroads = self._ways("railroads", data.railroads.chains)
        self.streams = {tuple(sorted(pair)) for pair in data.streams.pairs}
        self.costs: dict[Pair, int] = {
            (here, there): self._cost(here, there)
            for here, around in self.land.items()
            for there in around
        }
        """The half movement points of each step from hex to hex, zones not counted (6.2)."""
        self.steps: dict[Hex, tuple[tuple[Hex, int], ...]] = {
            here: tuple((there, self.costs[here, there]) for there in around)
            for here, around in self.land.items()
        }
        """The same from each hex, with where it leads."""
        self.on_road = {h for pair in self.roads for h in pair}
        self.off_road: dict[Hex, tuple[tuple[Hex, int], ...]] = {
            here: tuple((there, int(here not in self.on_road)) for there in around)
            for here, around in self.land.items()
        }
        """The hexes beside each, with 1 if a supply line through it goes without a road (7.1)."""
        self.airfields = tuple(h for h in self.grid.hexes if h in data.places.airfields)
        cities = [h for h, word in self.terrain.items() if word == "city"]
        if len(cities) != 1:
            raise PackError(f"map: there must be one city, not {len(cities)}")
        self.city = cities[0]
        self.objectives = (self.city, *self.airfields)
        self.places = {**data.places.airfields, **data.places.names}
        self.edge: dict[Edge, tuple[Hex, ...]] = {
            "north": self._row(1),
            "south": self._row(data.map.rows),
        }
        """The land hexes of the northern and the southern map edge."""
        self.rim = frozenset(h for h in self.ground if len(self.grid.neighbours[h]) < 6)
        self.south_roads = tuple(h for h in self.edge["south"] if h in self.on_road)
        self.units: dict[str, Unit] = dict(_units(data))
        """Every unit by its name, the Allied ones first, in the order of the data."""
        self.order = {name: i for i, name in enumerate(self.units)}
        self.formations: dict[str, Formation] = {
            **data.formations.allied,
            **data.formations.japanese,
        }
        self.markers: dict[str, Marker] = {**data.markers.allied, **data.markers.japanese}
        self.marker_side: dict[str, Side] = {
            **dict.fromkeys(data.markers.allied, "al"),
            **dict.fromkeys(data.markers.japanese, "jp"),
        }
        self.columns = data.combat.columns
        self._check()

    def _ways(self, what: str, chains: tuple[tuple[Hex, ...], ...]) -> set[Pair]:
        found: set[Pair] = set()
        for chain in chains:
            for here, there in pairwise(chain):
                if there not in self.land.get(here, ()):
                    raise PackError(f"{what}: {here} and {there} are not neighbours on land")
                found |= {(here, there), (there, here)}
        return found

    def _cost(self, here: Hex, there: Hex) -> int:
        """Return what terrain and stream cost, or a road or railroad along which the step goes."""
        ways = self.data.ways
        found = [(self.ground[there].halves or 0) + ways.stream * self.stream(here, there)]
        found += [ways.road] * ((here, there) in self.roads)
        found += [ways.railroad] * ((here, there) in self.railroads)
        return min(found)

    def _row(self, row: int) -> tuple[Hex, ...]:
        names = (lettered(column, row) for column in range(1, self.data.map.columns + 1))
        return tuple(h for h in names if h in self.ground)

    def _check(self) -> None:
        for unit in self.units.values():
            if unit.formation not in self.formations:
                raise PackError(
                    f"units: {unit.name} is of {unit.formation}, which is not a formation"
                )
        if "1-1" not in self.columns:
            raise PackError("combat: there must be a column 1-1")

    def stream(self, here: Hex, there: Hex) -> bool:
        """Whether a stream lies between two hexes."""
        return ((here, there) if here < there else (there, here)) in self.streams

    def distance(self, here: Hex, there: Hex) -> int:
        """Count the hexes from one to the other, the last one but not the first."""
        return self.grid.distance(here, there)

    def side(self, unit: str) -> Side:
        """Return the side of a unit."""
        return self.units[unit].side

    def of(self, side: str) -> list[str]:
        """Return the units of a side, in the order of the data."""
        return [name for name, unit in self.units.items() if unit.side == side]

    def markers_of(self, side: str) -> list[str]:
        """Return the activation markers of a side, in the order of the data."""
        return [name for name, of in self.marker_side.items() if of == side]

    def column(self, attack: int, defence: int) -> int:
        """[6.5] Return the place, from 0, of the column of a ratio, rounded toward the defender."""
        if defence <= 0:
            return len(self.columns) - 1
        even = self.columns.index("1-1")
        if attack <= 0:
            return 0
        to = attack // defence - 1 if attack >= defence else 1 + -defence // attack
        return min(max(even + to, 0), len(self.columns) - 1)

    def result(self, column: int, die: int) -> str:
        """Read the combat results table, in the place of a column, from 0."""
        return self.data.combat.rows[die - 1][column]


def _units(data: MeiktilaData) -> Iterator[tuple[str, Unit]]:
    sides: tuple[tuple[Side, dict[str, Counter]], ...]
    sides = (("al", data.units.allied), ("jp", data.units.japanese))
    for side, counters in sides:
        for name, one in counters.items():
            printed = tuple(figures for figures in (one.full, one.reduced) if figures is not None)
            yield (
                name,
                Unit(
                    name,
                    side,
                    one.text,
                    one.formation,
                    one.kind,
                    tuple(_face(figures) for figures in printed),
                    printed,
                    one.entry,
                    one.provenance,
                    one.range or 0,
                ),
            )


def _face(figures: str) -> Face:
    attack, defence, movement = figures.split("-")
    return Face(None if attack == "*" else int(attack), int(defence), 2 * int(movement))
