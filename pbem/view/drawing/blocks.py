"""The places of each area's name and counters: apart from all others, whatever stands there.

A block is the name of an area with room for counters below it. All blocks of a map are placed
together and once, so that no name and no counter moves during a game, and none overlaps another.
The tightest areas are placed first, each as near to its centre as it can be. Then all grow by
turns while there is room.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from math import hypot
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

STEP, NEAR, FAR = 6, 24, 66
"""A block is moved in steps of so many points: not far when it grows, far to be apart at all."""


class Block(NamedTuple):
    """The middle of a name, its width, and how many columns and rows of counters are below it."""

    at: Point
    name: float
    columns: int
    rows: int
    counter: float = COUNTER

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
        x = self.at[0] + (at - (self.columns - 1) / 2) * step
        return x, self.at[1] + BELOW + self.counter / 2 + row * step

    def boxes(self) -> tuple[Box, Box]:
        """Return the edges of the name and of the counters."""
        x, y = self.at
        half = self.columns * (self.counter + GAP) / 2
        return (
            (x - self.name / 2, y - NAME_HIGH / 2, x + self.name / 2, y + NAME_HIGH / 2),
            (x - half, y + BELOW - GAP, x + half, y + BELOW + self.rows * (self.counter + GAP)),
        )


def blocks(shapes: Shapes, names: Iterable[tuple[str, float]], least: int) -> dict[str, Block]:
    """Return the block of each area.

    Args:
        shapes: The areas.
        names: Area -> how wide its name is, in points.
        least: How many piles every area has room for.
    """
    map_ = tuple(shapes.centres.items()), shapes.borders, shapes.size, tuple(names)
    return _blocks(*map_, (least, LARGER)) or _blocks(*map_, (least, COUNTER)) or {}


@lru_cache(maxsize=16)
def _blocks(
    centres: tuple[tuple[str, Spot], ...],
    borders: tuple[Border, ...],
    size: Spot,
    names: tuple[tuple[str, float], ...],
    room: tuple[int, float],
) -> dict[str, Block] | None:
    """Work out `blocks` for so many piles of counters of a size, once; None: they are too large."""
    least, counter = room
    shapes = Shapes(size, dict(centres), borders)
    found: dict[str, Block] = {}
    for area, wide in sorted(names, key=lambda one: _size(shapes, one[0])):
        outlines = shapes.outlines.get(area, ())
        x, y = shapes.centres[area]
        block = Block((x, y - (BELOW + counter) / 2 if outlines else y), wide, least, 1, counter)
        placed = _placed(block, outlines, [*found.values()], size, FAR)
        if placed is None and counter > COUNTER:
            return None
        found[area] = placed or block
    for columns, rows in _larger(least):
        for area, block in found.items():
            others = [other for name, other in found.items() if name != area]
            grown = block._replace(columns=columns, rows=rows)
            if grown.slots > block.slots:
                outlines = shapes.outlines.get(area, ())
                found[area] = _placed(grown, outlines, others, size, NEAR) or block
    return found


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
    outlines: Sequence[Sequence[Spot]],
    others: Sequence[Block],
    size: Spot,
    far: float,
) -> Block | None:
    """Return a block as near to its place as it is apart from others, within its area if it can.

    ``size``: of the sheet, beyond which nothing is drawn.
    """
    apart, mine = None, block.boxes()
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
            if _is_within(moved, outlines):
                return moved
            apart = apart or moved
    return apart if far == FAR else None


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


def _is_within(block: Block, outlines: Sequence[Sequence[Spot]]) -> bool:
    """Say whether the middle of the name and of each slot lies in an area; or it has no outline."""
    spots = [block.at, *(block.slot(number, block.slots) for number in range(block.slots))]
    return not outlines or all(_sees_odd(spot, outlines) for spot in spots)


def _sees_odd(at: Point, outlines: Sequence[Sequence[Spot]]) -> bool:
    """Say whether a point lies within closed outlines: it sees them an odd number of times."""
    x, y = at
    seen = sum(
        (y1 > y) != (y2 > y) and x < x1 + (y - y1) * (x2 - x1) / (y2 - y1)
        for line in outlines
        for (x1, y1), (x2, y2) in pairwise((*line, line[0]))
    )
    return seen % 2 == 1
