"""Lines and signs of a map of shapes: roads, stripes, teeth of a fortified line, stars."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from math import hypot

from pbem.view.drawing.canvas import Canvas, Curve, Point

HATCH = 11.0
"""How far the stripes of a contested area lie apart."""

TOOTH = 6.0
"""How large a tooth of a fortified line is."""


@lru_cache(maxsize=8)
def ways(
    roads: tuple[tuple[Point, ...], ...], apart: tuple[tuple[Point, Point], ...]
) -> tuple[str, ...]:
    """Return roads and dotted ways as lines of SVG: of a game they are always the same.

    ``apart``: the ends of each dotted way.
    """
    canvas = Canvas()
    canvas.lines(apart, "l-apart")
    curves = [Curve(road, closed=False) for road in roads]
    canvas.curves(curves, "line l-road")
    canvas.curves(curves, "line l-bed")
    return tuple(canvas.parts)


def stripes(outline: Sequence[Point]) -> Iterator[tuple[Point, Point]]:
    """Yield slanted lines that lie within an outline."""
    turned = [(x + y, x - y) for x, y in outline]
    low, high = min(at for at, _ in turned), max(at for at, _ in turned)
    level = low + HATCH
    while level < high:
        met = sorted(
            v1 + (level - u1) / (u2 - u1) * (v2 - v1)
            for (u1, v1), (u2, v2) in zip(turned, [*turned[1:], turned[0]], strict=True)
            if (u1 > level) != (u2 > level)
        )
        for start, end in zip(met[::2], met[1::2], strict=False):
            yield (
                ((level + start) / 2, (level - start) / 2),
                ((level + end) / 2, (level - end) / 2),
            )
        level += 2 * HATCH


def teeth(line: Sequence[Point], towards: Point) -> Iterator[list[Point]]:
    """Yield teeth along a line; they point to the side of it on which ``towards`` lies."""
    since = TOOTH
    for (x, y), (p, q) in pairwise(line):
        long = hypot(p - x, q - y)
        since += long
        if long and since >= 2 * TOOTH:
            since = 0.0
            along = (p - x) / long, (q - y) / long
            across = -along[1], along[0]
            if across[0] * (towards[0] - x) + across[1] * (towards[1] - y) < 0:
                across = along[1], -along[0]
            half = TOOTH / 2
            yield [
                (x - half * along[0], y - half * along[1]),
                (x + TOOTH * across[0], y + TOOTH * across[1]),
                (x + half * along[0], y + half * along[1]),
            ]


LANDED = 9.0
"""So far a line goes on in the area that it leads to, in points."""


def entered(start: Point, end: Point, outlines: Sequence[Sequence[Point]]) -> Point:
    """Return where a line from ``start`` to ``end`` has come in: a little past the last outline."""
    (x, y), (right, down) = start, (end[0] - start[0], end[1] - start[1])
    long, last = hypot(right, down), 0.0
    for line in outlines:
        for (x1, y1), (x2, y2) in pairwise((*line, line[0])):
            side = right * (y2 - y1) - down * (x2 - x1)
            if side:
                along = ((x1 - x) * (y2 - y1) - (y1 - y) * (x2 - x1)) / side
                between = ((x1 - x) * down - (y1 - y) * right) / side
                last = max(last, along if 0 <= between <= 1 and along < 1 else 0.0)
    share = min(1.0, last + LANDED / long) if last else 1.0
    return x + share * right, y + share * down


STAR = (
    (0, -1), (0.24, -0.32), (0.95, -0.31), (0.38, 0.12), (0.59, 0.81), (0, 0.4), (-0.59, 0.81),
    (-0.38, 0.12), (-0.95, -0.31), (-0.24, -0.32),
)  # fmt: skip


def star(at: Point) -> list[Point]:
    """Return the corners of a star."""
    return [(at[0] + 7 * x, at[1] + 7 * y) for x, y in STAR]
