"""The ground of a hex map: terrain, coasts, roads, rivers, boundaries, numbers.

Columns stand straight, every second one half a hex lower, as the numbers of the hexes imply.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import groupby
from math import sqrt
from typing import NamedTuple

from pbem.kit.picture import Edges, Pair, Space
from pbem.view.drawing.canvas import Canvas, Curve, Point
from pbem.view.drawing.ground import WET, kind_of, patches, put
from pbem.view.drawing.regions import Chain, Corner, along, between, bridged, outlines
from pbem.view.drawing.style import LINES

RADIUS = 17.0
"""From the middle of a hex to a corner, in points."""

HALF = sqrt(3) / 2 * RADIUS
"""From the middle of a hex to a side."""

CORNERS = tuple(
    (RADIUS * across, HALF * down)
    for across, down in ((1, 0), (0.5, 1), (-0.5, 1), (-1, 0), (-0.5, -1), (0.5, -1))
)

SOFT = 0.3
"""A corner of ground is round from this share of a side on: a hex still looks like one."""

NUMBER = 4.2
"""How high the number of a hex is written."""

NEXT = ((0, 0), (0, -2), (0, 2), (3, -1), (3, 1), (-3, -1), (-3, 1))
"""From the middle of a hex to its own and to those of its neighbours, as in `Lie.corner`."""

EDGES = ("boundary", "river", "stream", "zone")
WATERS = ("river", "stream")
"""Part of the name of a kind of hexside, by which it has its line; some flow beneath bridges."""
OTHERS = ("other0", "other1")


class Lie(NamedTuple):
    """How the hexes of a map lie on a sheet; of two maps that lie alike the ground is the same.

    The holders of hexes are left out: they are drawn upon the ground.
    """

    spaces: tuple[Space, ...]
    low_columns: str
    roads: tuple[Pair, ...]
    edges: tuple[Edges, ...]
    left: float
    top: float
    first: tuple[int, int]

    def corner(self, space: Space) -> Corner:
        """Return where the middle of a hex is among the corners of all hexes."""
        column, row = space.column - self.first[0], space.row - self.first[1]
        low = (space.column % 2 == 1) == (self.low_columns == "even")
        return 3 * column, 2 * row + low

    def point(self, corner: Corner) -> Point:
        """Return where a corner is on the sheet."""
        return self.left + RADIUS / 2 * corner[0], self.top + HALF * corner[1]

    def middle(self, space: Space) -> Point:
        """Return where the middle of a hex is on the sheet."""
        return self.point(self.corner(space))


@lru_cache(maxsize=4)
def ground(lie: Lie) -> tuple[str, ...]:
    """Return the ground of a map as lines of SVG, without the numbers of its hexes."""
    return tuple(_Ground(lie).canvas.parts)


@lru_cache(maxsize=4)
def numbers(lie: Lie) -> dict[str, str]:
    """Return for each hex its number as a line of SVG, above where a counter stands."""
    found = {}
    for space in lie.spaces:
        canvas, (x, y) = Canvas(), lie.middle(space)
        at = x - (0.29 * RADIUS if space.mark else 0.0), y - 0.73 * RADIUS
        canvas.text(at, space.id, NUMBER, "number")
        [found[space.id]] = canvas.parts
    return found


@lru_cache(maxsize=4)
def deep(lie: Lie) -> frozenset[str]:
    """Return the hexes of water that are next to no land."""
    dry = {lie.corner(space) for space in lie.spaces if space.terrain.lower() not in WET}
    near = {(across + x, down + y) for across, down in dry for x, y in NEXT}
    return frozenset(space.id for space in lie.spaces if lie.corner(space) not in near)


class _Ground:
    """The ground of a map: what it is made of, coasts, roads, rivers, boundaries.

    Hexes of one terrain run together into one ground with soft corners; the grid lies upon it.
    """

    def __init__(self, lie: Lie) -> None:
        self.lie = lie
        self.spaces = {space.id: space for space in lie.spaces}
        self.canvas = Canvas()
        self._terrain()
        for word, spaces in by_terrain(lie.spaces):
            put(self.canvas, word, [lie.middle(space) for space in spaces], RADIUS)
        for space in lie.spaces:
            self._hex(space)
        self._ways()

    def _terrain(self) -> None:
        """Draw all ground: what most of the map is made of first, then the rest upon it."""
        lie, every = self.lie, {self.lie.corner(space) for space in self.lie.spaces}
        kinds = {
            word: {lie.corner(space) for space in spaces} for word, spaces in by_terrain(lie.spaces)
        }
        wet = {word: where for word, where in kinds.items() if word.lower() in WET}
        dry = {word: where for word, where in kinds.items() if word not in wet}
        water, land = set().union(*wet.values()), set().union(*dry.values())
        coast = self._curves(between(land, water))
        self._regions(wet, every, every)
        self.canvas.curves(coast, "line l-shoal", SOFT)
        self._regions(dry, land, every)
        self.canvas.curves(coast, "line l-coast", SOFT)

    def _regions(
        self, kinds: Mapping[str, set[Corner]], whole: set[Corner], every: set[Corner]
    ) -> None:
        """Fill ``whole`` with the kind that has most hexes, then draw the others upon it."""
        most = max(kinds, key=lambda word: len(kinds[word]), default="")
        for word in sorted(kinds, key=lambda word: word != most):
            self._region(word, whole if word == most else kinds[word], every)

    def _region(self, word: str, where: set[Corner], every: set[Corner]) -> None:
        curves = self._curves(outlines(where, every))
        self.canvas.curves(curves, f"g-{kind_of(word)}", SOFT)

    def _curves(self, chains: Iterable[Chain]) -> list[Curve]:
        point = self.lie.point
        return [
            Curve(
                tuple(point(corner) for corner in one.corners),
                one.closed,
                frozenset(point(corner) for corner in one.sharp),
            )
            for one in chains
        ]

    def _hex(self, space: Space) -> None:
        """Draw the grid around a hex: a group of its own, which says what it is."""
        x, y = self.lie.middle(space)
        words = (space.id, space.name, space.terrain.replace("_", " "), space.mark)
        line = "l-wet" if space.terrain.lower() in WET else "l-grid"
        with self.canvas.group("place", ", ".join(filter(None, words)), place=space.id):
            outline = [(x + dx, y + dy) for dx, dy in CORNERS]
            self.canvas.shapes([outline], f"hex {line}")

    def _ways(self) -> None:
        """Draw hexsides, and roads upon them; a road over a river is its bridge."""
        for name, pairs in self._edges():
            kind = edge_kind(name, self.lie.edges)
            middles = self._middles(pairs)
            if kind in WATERS:
                middles += bridged(middles, self._middles(filter(self._known, self.lie.roads)))
            for curve in self._curves(along(middles)):
                self.canvas.curves([curve], f"line l-{kind}", SOFT)
        roads = patches(self._joined(pair) for pair in self.lie.roads if self._known(pair))
        for cls in ("l-road", "l-bed"):
            for patch in roads:
                self.canvas.lines(patch, cls)

    def _middles(self, pairs: Iterable[Pair]) -> list[tuple[Corner, Corner]]:
        at = {number: self.lie.corner(space) for number, space in self.spaces.items()}
        return [(at[one], at[other]) for one, other in pairs]

    def _known(self, pair: Pair) -> bool:
        return pair[0] in self.spaces and pair[1] in self.spaces

    def _edges(self) -> Iterator[tuple[str, list[Pair]]]:
        """Yield each kind of hexside, the widest first: a narrower one is drawn upon it."""
        kinds = sorted(
            self.lie.edges, key=lambda kind: -LINES[edge_kind(kind.name, self.lie.edges)][1]
        )
        for kind in kinds:
            yield kind.name, [pair for pair in kind.pairs if self._known(pair)]

    def _joined(self, pair: Pair) -> list[Point]:
        return [self.lie.middle(self.spaces[number]) for number in pair]


def by_terrain(spaces: Iterable[Space]) -> Iterator[tuple[str, list[Space]]]:
    """Yield each word of terrain with its hexes."""
    for word, group in groupby(sorted(spaces, key=_terrain), key=_terrain):
        yield word, list(group)


def edge_kind(name: str, kinds: Sequence[Edges]) -> str:
    """Return which line a kind of hexside has among all kinds of a map."""
    for part in EDGES:
        if part in name.lower():
            return part
    return OTHERS[[kind.name for kind in kinds].index(name) % len(OTHERS)]


def _terrain(space: Space) -> str:
    return space.terrain
