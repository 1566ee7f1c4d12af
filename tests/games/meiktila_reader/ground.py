"""The ground of Meiktila as a reader with rulebook, map and counters sees it, for the checker.

Nothing here looks into the rules of the module: map and counters are read from its data file, and
what the rulebook says of zones, stacking, supply lines and movement is written down once more.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cache
from importlib import resources
from itertools import combinations, pairwise
from typing import Any, NamedTuple

import yaml

DATA: dict[str, Any] = yaml.safe_load(
    resources.files("pbem.games.meiktila.data").joinpath("meiktila.yaml").read_text("utf-8")
)
COLUMNS = "ABCDEFGHIJKLMNOP"
ROWS = 20
CITY = "H11"
AIRFIELDS = ("D7", "F12", "J11", "M7")
SOUTH_ROADS = ("F20", "N20")
SIDES = {"al": "allied", "jp": "japanese"}
FOE = {"al": "jp", "jp": "al"}
OFF_ROAD = 5
ANY_MARKER = {"14 Tk Rgt", "214 Rgt", "Naganuma", "Anti-tank"}
INDEPENDENT = {"17 Div troops", "Naganuma", "Anti-tank", "214 Rgt"}
SOUTHERN = {"106 Rgt", "168 Rgt", "153 Rgt"}

_KIND = {kind["token"]: name for name, kind in DATA["terrain"]["kinds"].items()}
TERRAIN = {
    f"{COLUMNS[column]}{row + 1}": _KIND[token]
    for row, line in enumerate(DATA["map"]["grid"])
    for column, token in enumerate(line.split())
}
LAND = {here for here, kind in TERRAIN.items() if kind != "lake"}
HALVES = {"clear": 2, "jungle": 4, "town": 2, "city": 2}
TOWNS = {here for here, kind in TERRAIN.items() if kind == "town"}


def _links(chains: Sequence[Sequence[str]]) -> set[frozenset[str]]:
    return {frozenset(pair) for chain in chains for pair in pairwise(chain)}


ROAD = _links(DATA["roads"]["chains"])
RAIL = _links(DATA["railroads"]["chains"])
STREAM = {frozenset(pair) for pair in DATA["streams"]["pairs"]}
ON_ROAD = {here for link in ROAD for here in link}


@cache
def beside(here: str) -> tuple[str, ...]:
    """The hexes around one: columns A, C, E ... lie half a hex lower than B, D, F ..."""
    column, row = COLUMNS.index(here[0]), int(here[1:])
    up, down = (0, 1) if column % 2 == 0 else (-1, 0)
    around = [(column, row - 1), (column, row + 1)]
    around += [(side, row + shift) for side in (column - 1, column + 1) for shift in (up, down)]
    return tuple(f"{COLUMNS[c]}{r}" for c, r in around if 0 <= c < len(COLUMNS) and 1 <= r <= ROWS)


@cache
def apart(one: str, other: str) -> int:
    """How many hexes two are apart, lake or not."""

    def cube(here: str) -> tuple[int, int]:
        column, row = COLUMNS.index(here[0]), int(here[1:])
        return column, row - (column + 1) // 2

    (x1, y1), (x2, y2) = cube(one), cube(other)
    dx, dy = x2 - x1, y2 - y1
    return max(abs(dx), abs(dy), abs(dx + dy))


class Unit(NamedTuple):
    """A counter; figures of the front and of the back, an attack of None for ``*``."""

    name: str
    side: str
    formation: str
    kind: str
    entry: str
    reach: int
    front: tuple[int | None, int, int]
    back: tuple[int | None, int, int] | None

    @property
    def steps(self) -> int:
        return 1 if self.back is None else 2


def _figures(text: str | None) -> Any:
    if text is None:
        return None
    attack, defence, move = text.split("-")
    return None if attack == "*" else int(attack), int(defence), int(move)


UNITS = {
    name: Unit(
        name, side, u["formation"], u["kind"], u["entry"], u.get("range", 0),
        _figures(u["full"]), _figures(u["reduced"]),
    )
    for side, word in SIDES.items()
    for name, u in DATA["units"][word].items()
}  # fmt: skip

ZONE = {
    here
    for middle in (CITY, *AIRFIELDS, *TOWNS)
    for here in (middle, *beside(middle))
    if here in LAND
}
"""The hexes where the Allies may set up (10.1)."""


def half(number: int) -> int:
    return (number + 1) // 2


def edge_hexes(edge: str) -> list[str]:
    row = 1 if edge == "north" else ROWS
    return [f"{column}{row}" for column in COLUMNS if f"{column}{row}" in LAND]


def edges_of(unit: str) -> tuple[str, ...]:
    """[7.0, 8.1.2] To which map edges a Japanese unit may trace."""
    return ("south",) if UNITS[unit].formation in SOUTHERN else ("north", "south")


# --- stacking (6.3, 8.2) -----------------------------------------------------------------------


def stacks(units: Collection[str]) -> bool:
    """Whether these may stand in one hex."""
    free: list[str | None] = [None, *(u for u in units if UNITS[u].kind == "armour")]
    return any(_stacks([u for u in units if u != one]) for one in free)


def _stacks(units: Sequence[str]) -> bool:
    if len(units) <= 2:
        return True
    for formation in {UNITS[u].formation for u in units} - {"17 Div troops", "Naganuma",
                                                            "Anti-tank"}:  # fmt: skip
        others = [UNITS[u] for u in units if UNITS[u].formation != formation]
        if len(others) > 1:
            continue
        if all(u.kind in {"armour", "artillery"} or u.formation in INDEPENDENT for u in others):
            return True
    return False


def too_many(units: Sequence[str]) -> int:
    """The least number of units whose loss mends a hex."""
    for number in range(len(units) + 1):
        if any(stacks(set(units) - set(lost)) for lost in combinations(units, number)):
            return number
    raise AssertionError(units)


# --- who stands where ----------------------------------------------------------------------------


class Field:
    """Units on the map, with their Improved Positions: zones, supply lines, costs of movement."""

    def __init__(self, at: Mapping[str, str], dug: Mapping[str, int]) -> None:
        self.at = dict(at)
        self._held: dict[str, dict[str, list[str]]] = {"al": {}, "jp": {}}
        for unit, place in at.items():
            self._held[side_of(unit)].setdefault(place, []).append(unit)
        self._zones, self._works = (
            {
                side: {near for place in held if places is None or place in places
                       for near in beside(place)}
                for side, held in self._held.items()
            }
            for places in (None, {place for place, number in dug.items() if number})
        )  # fmt: skip

    def here(self, place: str, side: str) -> Sequence[str]:
        return self._held[side].get(place, ())

    def in_zone(self, place: str, side: str) -> bool:
        """Whether a unit of ``side`` would be in an enemy zone there (6.4)."""
        return place in self._zones[FOE[side]]

    def before_works(self, place: str, side: str) -> bool:
        """Whether an enemy whose zone reaches there has an Improved Position (8.4)."""
        return place in self._works[FOE[side]]

    def traces(self, unit: str, goals: Collection[str]) -> bool:
        """[7.1] Whether a supply line leads from a unit to one of the hexes."""
        side, start = side_of(unit), self.at[unit]
        left = {start: OFF_ROAD}
        open_ = deque([start])
        while open_:
            place = open_.popleft()
            if place in goals:
                return True
            for near in beside(place):
                if near not in LAND or self.here(near, FOE[side]):
                    continue
                if self.in_zone(near, side) and not self.here(near, side):
                    continue
                rest = left[place] - (near not in ON_ROAD)
                if rest >= 0 and rest > left.get(near, -1):
                    left[near] = rest
                    open_.append(near)
        return False

    def lines(self, unit: str) -> tuple[str, ...]:
        """Return where a unit's supply lines lead: to Meiktila, or to the edges that it may use."""
        if side_of(unit) == "al":
            return ("city",) if self.traces(unit, {CITY}) else ()
        return tuple(e for e in edges_of(unit) if self.traces(unit, edge_hexes(e)))

    # --- movement (6.2, 6.4, 8.4), in half points

    def step(self, side: str, start: str, end: str, *, add: bool) -> int | None:
        """Return what a step costs, or None if none can be made."""
        if end not in LAND or self.here(end, FOE[side]):
            return None
        link = frozenset((start, end))
        if link in ROAD:
            cost = 1
        elif link in RAIL:
            cost = 2
        else:
            cost = HALVES[TERRAIN[end]] + 2 * (link in STREAM)
        from_zone, to_zone = self.in_zone(start, side), self.in_zone(end, side)
        works_before, works_after = self.before_works(start, side), self.before_works(end, side)
        if from_zone and to_zone:
            if works_before or works_after:
                return None
            return cost + 4 if add else max(cost, 4)
        return cost + 2 * works_before + 2 * works_after

    def first_step(self, side: str, end: str) -> int:
        """Return what the hex costs where a reinforcement enters (8.1.2)."""
        return HALVES[TERRAIN[end]] + 2 * self.before_works(end, side)

    def reach(
        self, side: str, start: str, points: int, *, add: bool, forced: bool, marched: bool
    ) -> set[str]:
        """Return where a unit can end a move that begins in ``start``.

        ``forced``: a forced march is open to it; ``marched``: it has made one, and keeps to where
        no enemy zone is.
        """
        found = set(self._spread(side, start, points, add=add, zones=not marched))
        if forced:
            found |= set(self._spread(side, start, 2 * points, add=add, zones=False))
        for near in beside(start):
            if self.step(side, start, near, add=add) is not None and not (
                marched and (self.in_zone(near, side) or self.in_zone(start, side))
            ):
                found.add(near)
        return found - {start}

    def _spread(
        self, side: str, start: str, points: int, *, add: bool, zones: bool
    ) -> Iterator[str]:
        if not zones and self.in_zone(start, side):
            return
        spent = {start: 0}
        open_ = [start]
        while open_:
            place = open_.pop()
            for near in beside(place):
                cost = self.step(side, place, near, add=add)
                if cost is None or (not zones and self.in_zone(near, side)):
                    continue
                new = spent[place] + cost
                if new <= points and new < spent.get(near, points + 1):
                    spent[near] = new
                    open_.append(near)
        yield from spent

    def retreats(self, unit: str, length: int, *, stops: bool) -> Iterator[str]:
        """[6.5.3] Where a unit may be after a retreat of so many hexes.

        ``stops``: it may have to stop in each of them, if a die fails.
        """
        side, start = side_of(unit), self.at[unit]
        ring = {start}
        for number in range(1, length + 1):
            ring = {
                near
                for place in ring
                for near in beside(place)
                if near in LAND
                and apart(start, near) == number
                and not self.here(near, FOE[side])
                and (not self.in_zone(near, side) or self.here(near, side))
                and (not stops or stacks([*self.here(near, side), unit]))
            }
        yield from (end for end in ring if stacks([*self.here(end, side), unit]))


def side_of(unit: str) -> str:
    return UNITS[unit].side
