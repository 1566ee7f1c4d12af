"""The rules data of Race to Tokyo as a game looks them up; `forms` says what a pack holds."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from typing import Any, TypeVar

from msgspec import Struct

from pbem.errors import PackError
from pbem.games.tokyo.data.forms import (
    BAGS,
    CITIES,
    COLUMNS,
    FIRST_COLUMN,
    TOWNS,
    WATER,
    Armor,
    Bag,
    Code,
    Group,
    Kind,
    TerrainRow,
    TokyoData,
    figures,
    japanese_bag,
)
from pbem.kit.maps.hexes import Grid, Hex
from pbem.kit.maps.sheet import read_sheet

T = TypeVar("T")


class American(Struct, frozen=True):
    """An American counter; ``turn`` is that of its entry, 1 for those eligible from the start."""

    group: Group
    kind: Kind
    attack: int
    defense: int
    movement: int
    turn: int
    text: str


class Counter(Struct, frozen=True):
    """The known side of a Japanese counter; ``aa``: an anti-aircraft division."""

    bag: Bag
    attack: int
    defense: int
    movement: int
    aa: bool
    text: str


class Tables:
    """Look-ups made once of the data; mappings by hex are in ascending order.

    - ``terrain``, ``names``, ``next_to``: of each hex of the map, names where it has one;
    - ``distance``, ``ring_at``: those of the `Grid`;
    - ``controlled``: hex -> the hexes in the zone of control of a unit there (4.0);
      ``towns_beside``: the towns among these;
    - ``side``: "east", "west", "both" (Central Tokyo) or "" (water);
    - ``roads``, ``rivers``, ``tama``: hex -> neighbours along a road, across a river, that river;
    - ``towns``, ``cities``: hexes of Town or City class; ``points``: what each is worth, without
      Central Tokyo, ``palace``, whose six neighbours are ``ring``;
    - ``beach``: American group -> its hexes, ``shore`` the other way round; ``entries``: side ->
      where the reserve enters;
    - ``americans``, ``armor``, ``counters``: by name, in the order of the data; ``hqs``: names of
      American headquarters; ``bags``: names of
      counters that are alike face down; ``back``: the movement printed there;
    - ``setup``: "infantry" and "zone infantry" -> hexes; ``armor_setup``: unit -> hex;
    - ``recon``, ``reserve``: army -> quota by turn; ``palace_points`` by turn.

    Raises `PackError` where the data contradict themselves.
    """

    def __init__(self, data: TokyoData) -> None:
        self.data = data
        grid = Grid(data.map.columns, data.map.rows, data.map.low_columns)
        self.distance, self.ring_at = grid.distance, grid.ring
        self.next_to: dict[Hex, tuple[Hex, ...]] = dict(sorted(grid.neighbours.items()))
        self._rows = _by_name(data.terrain.kinds)
        words = {row.token: word for word, row in self._rows.items()}
        self.terrain: dict[Hex, str] = read_sheet(data.map, words)
        self._read_map()
        self._read_counters()
        self.turns = data.track.length.turns
        self.recon: dict[str, tuple[int, ...]] = _by_name(data.track.recon.armies)
        self.reserve: dict[str, tuple[int, ...]] = _by_name(data.track.reserve.armies)
        self.palace_points = data.track.palace.points
        self.river_cost = data.terrain.river
        self.road_cost = data.terrain.road
        self.hq_range = data.headquarters.range
        self.hq_points = data.headquarters.points
        self.penalty = data.ecorps.penalty
        self.chits = data.volunteers.chits
        self.chit_limit = data.volunteers.limit
        self._check()

    def _read_map(self) -> None:
        data = self.data
        palaces = [h for h, terrain in self.terrain.items() if terrain == "central_tokyo"]
        if len(palaces) != 1:
            raise PackError(f"map: there must be one hex of Central Tokyo, not {len(palaces)}")
        self.palace: Hex = palaces[0]
        self.ring = self.next_to[self.palace]
        names = {**data.map.places, **{h: town.name for h, town in data.towns.places.items()}}
        self.names: dict[Hex, str] = dict(sorted(names.items()))
        self.towns = frozenset(h for h, terrain in self.terrain.items() if terrain in TOWNS)
        self.cities = frozenset(h for h, terrain in self.terrain.items() if terrain in CITIES)
        self.points: dict[Hex, int] = {
            h: data.towns.places[h].points if h in data.towns.places else 0
            for h in sorted(self.towns)
            if h != self.palace
        }
        west = data.boundary.first_western_row
        if len(west) != data.map.columns:
            raise PackError(f"boundary: {len(west)} rows for {data.map.columns} columns")
        self.side: dict[Hex, str] = {
            h: "west" if int(h[2:]) >= west[int(h[:2]) - 1] else "east" for h in self.terrain
        }
        self.side |= {h: "" for h, terrain in self.terrain.items() if terrain in WATER}
        self.controlled: dict[Hex, frozenset[Hex]] = {
            h: frozenset(other for other in around if self.terrain[other] not in WATER)
            for h, around in self.next_to.items()
        }
        self.towns_beside = {h: around & self.towns for h, around in self.controlled.items()}
        self.side[self.palace] = "both"
        roads = [pair for chain in data.roads.chains for pair in pairwise(chain)]
        self.roads = self._links("roads", roads)
        sides = {
            name: [(h, other) for h, across in course.items() for other in across]
            for name, course in data.rivers.courses.items()
        }
        self.rivers = self._links("rivers", [pair for course in sides.values() for pair in course])
        self.tama = self._links("rivers", sides.get("Tama", []))
        self.beach: dict[str, tuple[Hex, ...]] = {
            group: tuple(sorted(beach.hexes)) for group, beach in data.beaches.items()
        }
        self.shore = {h: group for group, beach in self.beach.items() for h in beach}
        self.zone = frozenset(data.zone.hexes)
        entries = sorted(data.entries.hexes)
        self.entries: dict[str, tuple[Hex, ...]] = {
            side: tuple(h for h in entries if self.side.get(h) == side) for side in ("east", "west")
        }

    def _links(self, part: str, pairs: list[tuple[Hex, Hex]]) -> dict[Hex, frozenset[Hex]]:
        """Return what each hex is linked to, either way round."""
        links: dict[Hex, set[Hex]] = {h: set() for h in self.terrain}
        for one, other in pairs:
            if other not in self.next_to.get(one, ()):
                raise PackError(f"{part}: {one} and {other} are not neighbours on the map")
            links[one].add(other)
            links[other].add(one)
        return {h: frozenset(others) for h, others in links.items()}

    def _read_counters(self) -> None:
        data = self.data
        self.americans: dict[str, American] = {
            name: American(group.group, group.kind, *figures(group.counter), group.turn, text)
            for group in data.american
            for name, text in group.units.items()
        }
        self.hqs = sorted(name for name, one in self.americans.items() if one.kind == "hq")
        bags = {bag: japanese_bag(data, bag).counters for bag in BAGS}
        self.counters: dict[str, Counter] = {
            name: Counter(bag, *figures(counter.counter), counter.aa, counter.name)
            for bag, counters in bags.items()
            for name, counter in counters.items()
        }
        self.bags: dict[str, list[str]] = {bag: list(counters) for bag, counters in bags.items()}
        self.back: int = max((counter.movement for counter in self.counters.values()), default=0)
        self.armor: dict[str, Armor] = dict(data.japanese.armor.units)
        self.setup: dict[str, tuple[Hex, ...]] = {
            "infantry": tuple(sorted(data.setup.infantry)),
            "zone infantry": tuple(sorted(data.setup.zone_infantry)),
        }
        self.armor_setup: dict[str, Hex] = dict(data.setup.armor)

    def row(self, terrain: str) -> TerrainRow:
        """Return a line of the terrain effects chart; KeyError where it has none."""
        return self._rows[terrain]

    def crt(self, column: int, die: int) -> Code:
        """Read the combat results table: ``column`` from -3 (1:4) by 0 (1:1) to 6 (7:1).

        Raises:
            IndexError: The table has no such column.
        """
        if not FIRST_COLUMN <= column < FIRST_COLUMN + COLUMNS:
            raise IndexError(f"the combat results table has no column {column}")
        return self.data.combat.rows[die - 1][column - FIRST_COLUMN]

    def _check(self) -> None:
        """Refuse data that no game can be played with; `pbem.games.tokyo.data.pack` says more."""
        data = self.data
        rows = data.combat.rows
        if len(rows) != 6 or any(len(row) != COLUMNS for row in rows):
            raise PackError(f"combat: six rows of {COLUMNS} results are needed")
        for bag, places in (("general", "infantry"), ("36a", "zone infantry")):
            if len(self.bags[bag]) < len(self.setup[places]):
                raise PackError(f"setup: there are more {places} than counters")
        quotas = [*self.recon.values(), *self.reserve.values(), self.palace_points]
        if any(len(quota) != self.turns for quota in quotas):
            raise PackError(f"track: every list needs {self.turns} figures")
        if len(self.recon) != 4 or len(self.reserve) != 2 or len(self.beach) != 2:
            raise PackError("track: every army needs its quotas and its beach")
        if len({armor.division for armor in self.armor.values() if armor.reserve}) > 1:
            why = "an order names none of them, so all must be divisions, or none (8.1)"
            raise PackError(f"armor: units of the reserve: {why}")
        start = {name for name, armor in self.armor.items() if not armor.reserve}
        if set(self.armor_setup) != start:
            raise PackError(
                "setup: place every armored unit that is not in the reserve, and no other"
            )
        placed = {*self.setup["infantry"], *self.setup["zone infantry"], *data.setup.armor.values()}
        for number in sorted(placed | {h for beach in self.beach.values() for h in beach}):
            if self.side.get(number) not in ("east", "west"):
                raise PackError(f"setup: {number} is not a land hex of the map")


def _by_name(mapping: Mapping[Any, T]) -> dict[str, T]:
    """Return a mapping whose keys are any of the words of a pack."""
    return dict(mapping)
