"""The places of each area's name and counters: apart from all others, whatever stands there.

A block is the name of an area with room for counters below it. All blocks of a map are placed
together and once, so that no name and no counter moves during a game, and none overlaps another.
The tightest areas are placed first, each as near to its centre as it can be. Then all grow by
turns while there is room. A name that has no room within the border of its area is shortened; one
that has none then lies across it.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise, product
from math import ceil, hypot
from typing import NamedTuple, TypeAlias

from pbem.kit.shapes import Border, Shapes, Spot
from pbem.view.drawing.canvas import Point

COUNTER, LARGER, GAP = 32.0, 38.0, 4.0
"""Size of a counter, a larger one where all of a map has room, and the gap between, in points."""

NAME_HIGH, BELOW = 14.0, 11.0
"""The height of a name, and how far below its middle the counters begin."""

COLUMNS_MOST, ROWS_MOST = 4, 3
"""More room than this is not taken for counters."""

Box: TypeAlias = tuple[float, float, float, float]
"""Left, top, right, bottom."""

Named: TypeAlias = tuple[str, float, float, bool]
"""An area, how wide its name is, how wide that is if it is shortened, and whether it has a number:
the name begins beside that, or else stands in the middle of its room."""

ASIDE = (0.0, 12.0, -12.0, 24.0, -24.0)
"""So far aside of a name the counters lie where it has no room in the middle above them."""

FILLED = 0.92
"""The share of the room of a name that is written on in most fonts; the widest need all of it."""

DENSE = 6.0
"""The points of an outline lie no further apart: no name fits between two of them."""

STEP, NEAR, FAR = 6, 24, 66
"""A block is moved in steps of so many points: not far when it grows, far to be apart at all."""


class Block(NamedTuple):
    """The middle of a name, its width, and how many columns and rows of counters are below it.

    ``short``: the name is the shortened one. ``aside``: the counters lie so far right of its
    middle. ``crossed``: so many points of the area's border lie in it.
    """

    at: Point
    name: float
    columns: int
    rows: int
    counter: float = COUNTER
    short: bool = False
    aside: float = 0.0
    crossed: int = 0

    @property
    def slots(self) -> int:
        """How many counters or piles have room."""
        return self.columns * self.rows

    def slot(self, number: int, lying: int) -> Point:
        """Return the middle of a slot, if so many lie there: each row begins in the middle.

        ``number``: from 0, in the order in which they came. Those who come later lie in the columns
        that are free, right of the others first.
        """
        row, column = divmod(number, self.columns)
        many = max(1, min(self.columns, lying - row * self.columns))
        left = (self.columns - many) // 2
        at = (
            left + column
            if left + column < self.columns
            else column - many - (self.columns - left - many)
        )
        step = self.counter + GAP
        x = self.at[0] + self.aside + (at - (self.columns - 1) / 2) * step
        return x, self.at[1] + BELOW + self.counter / 2 + row * step

    def boxes(self) -> tuple[Box, Box]:
        """Return the edges of the name and of the counters."""
        x, y = self.at
        half, name = self.columns * (self.counter + GAP) / 2, self.name / 2
        named = (x - name, y - NAME_HIGH / 2, x + name, y + NAME_HIGH / 2)
        x += self.aside
        return (
            named,
            (x - half, y + BELOW - GAP, x + half, y + BELOW + self.rows * (self.counter + GAP)),
        )


def blocks(shapes: Shapes, names: Iterable[Named], least: int) -> dict[str, Block]:
    """Return the block of each area.

    Args:
        shapes: The areas.
        names: The names, with their widths in points.
        least: How many piles every area has room for.
    """
    map_ = tuple(shapes.centres.items()), shapes.borders, shapes.size, tuple(names)
    return _blocks(*map_, (least, LARGER)) or _blocks(*map_, (least, COUNTER)) or {}


@lru_cache(maxsize=16)
def _blocks(
    centres: tuple[tuple[str, Spot], ...],
    borders: tuple[Border, ...],
    size: Spot,
    names: tuple[Named, ...],
    room: tuple[int, float],
) -> dict[str, Block] | None:
    """Work out `blocks` for so many piles of counters of a size, once; None: they are too large."""
    least, counter = room
    shapes = Shapes(size, dict(centres), borders)
    found: dict[str, Block] = {}
    grounds = {one[0]: _Ground(shapes.outlines.get(one[0], ()), numbered=one[3]) for one in names}
    for area, *widths, _ in sorted(names, key=lambda one: _size(shapes, one[0])):
        ground, (x, y) = grounds[area], shapes.centres[area]
        at = (x, y - (BELOW + counter) / 2 if ground.outlines else y)
        placed = None
        for aside, (short, wide) in product(ASIDE, enumerate(dict.fromkeys(widths))):
            block = Block(at, wide, least, 1, counter, bool(short), aside)
            tried = _placed(block, ground, found.values(), size, FAR)
            if tried and (placed is None or tried.crossed < placed.crossed):
                placed = tried
            if placed and not placed.crossed:
                break
        if placed is None and counter > COUNTER:
            return None
        found[area] = placed or Block(at, widths[0], least, 1, counter)
    for columns, rows in _larger(least):
        for area, block in found.items():
            others = [other for name, other in found.items() if name != area]
            grown = block._replace(columns=columns, rows=rows)
            if grown.slots > block.slots:
                placed = _placed(grown, grounds[area], others, size, NEAR)
                if placed is not None and placed.crossed <= block.crossed:
                    found[area] = placed
    return found


class _Ground:
    """An area: its outlines, and the points of these from left to right; as `Named`."""

    def __init__(self, outlines: Sequence[Sequence[Spot]], *, numbered: bool) -> None:
        self.outlines = outlines
        self.numbered = numbered
        self._points = sorted(point for line in outlines for point in _dense(line))
        self._met: dict[float, list[float]] = {}

    def holds(self, block: Block) -> bool:
        """Say whether the middle of the name and of each slot lies in it; or it has no outline."""
        spots = [block.at, *(block.slot(number, block.slots) for number in range(block.slots))]
        return not self.outlines or all(map(self._has, spots))

    def _has(self, at: Point) -> bool:
        """Say whether a point lies within the outlines: it sees them an odd number of times."""
        x, y = at
        if y not in self._met:  # blocks are moved by steps, and so their slots lie in few lines
            self._met[y] = sorted(
                x1 + (y - y1) * (x2 - x1) / (y2 - y1)
                for line in self.outlines
                for (x1, y1), (x2, y2) in pairwise((*line, line[0]))
                if (y1 > y) != (y2 > y)
            )
        return bisect_right(self._met[y], x) % 2 == 1

    def crossed(self, box: Box) -> int:
        """Return how many points of its outlines lie in a box, as most fonts fill it."""
        left, top, right, bottom = box
        free = (1 - FILLED) * (right - left)
        left, right = (left, right - free) if self.numbered else (left + free / 2, right - free / 2)
        points = self._points
        some = points[bisect_left(points, (left, 0.0)) : bisect_right(points, (right, 0.0))]
        return sum(top < y < bottom for _, y in some)


def _dense(line: Sequence[Spot]) -> Iterator[Point]:
    """Yield the points of a closed line, and more between those that lie far apart."""
    for (x, y), (p, q) in pairwise((*line, line[0])):
        parts = max(1, ceil(hypot(p - x, q - y) / DENSE))
        yield from ((x + (p - x) * n / parts, y + (q - y) * n / parts) for n in range(parts))


def _larger(least: int) -> Iterator[tuple[int, int]]:
    """Yield columns and rows, step by step."""
    for rows in range(1, ROWS_MOST + 1):
        for columns in range(least, COLUMNS_MOST + 1):
            yield columns, rows


def _size(shapes: Shapes, area: str) -> float:
    """Return how large an area is: half its outline's length; one without an outline comes last."""
    outlines = shapes.outlines.get(area)
    if not outlines:
        return float("inf")
    return sum(hypot(p - x, q - y) for line in outlines for (x, y), (p, q) in pairwise(line))


def _placed(
    block: Block,
    ground: _Ground,
    others: Iterable[Block],
    size: Spot,
    far: float,
) -> Block | None:
    """Return a block as near to its place as it is apart from others, within its area if it can.

    ``ground``: its area; ``size``: of the sheet, beyond which nothing is drawn.
    """
    within, apart, mine = None, None, block.boxes()
    left, top = min(one[0] for one in mine) - far, mine[0][1] - far
    right, bottom = max(one[2] for one in mine) + far, mine[1][3] + far
    boxes = [
        (x, y, end, low)
        for other in others
        for x, y, end, low in other.boxes()
        if x < right and left < end and y < bottom and top < low
    ]
    for x, y in _moves():
        if hypot(x, y) > far:
            break
        moved = block._replace(at=(block.at[0] + x, block.at[1] + y))
        if _is_on(moved, size) and _is_apart(moved, boxes):
            apart = apart or moved
            if ground.holds(moved):
                moved = moved._replace(crossed=ground.crossed(moved.boxes()[0]))
                if within is None or moved.crossed < within.crossed:
                    within = moved
                if not moved.crossed:
                    break
    return within or (apart if far == FAR else None)


@lru_cache(maxsize=1)
def _moves() -> list[tuple[int, int]]:
    """Return moves in all directions, the shortest first."""
    steps = range(-FAR, FAR + 1, STEP)
    return sorted(((x, y) for x in steps for y in steps), key=lambda move: (hypot(*move), move))


def _is_on(block: Block, size: Spot) -> bool:
    return all(
        left >= 0 and top >= 0 and right <= size[0] and bottom <= size[1]
        for left, top, right, bottom in block.boxes()
    )


def _is_apart(block: Block, boxes: Sequence[Box]) -> bool:
    return not any(
        left < right2 and left2 < right and top < bottom2 and top2 < bottom
        for left, top, right, bottom in block.boxes()
        for left2, top2, right2, bottom2 in boxes
    )
