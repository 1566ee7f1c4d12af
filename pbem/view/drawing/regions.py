"""Outlines around hexes that belong together, with soft corners: ground, coasts, rivers.

Corners are whole numbers in units of half a radius across and half a hex down, so that outlines of
neighbouring regions meet exactly. A region keeps its sharp corners at the edge of the map.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import NamedTuple, TypeAlias

Corner: TypeAlias = tuple[int, int]
Side: TypeAlias = tuple[Corner, Corner]
"""A hexside from corner to corner; the hex that it bounds is on its right."""

CORNERS: tuple[Corner, ...] = ((2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1), (1, -1))
"""The corners of a hex from its middle, clockwise."""

SIDES: tuple[Side, ...] = tuple(zip(CORNERS, (*CORNERS[1:], CORNERS[0]), strict=True))
"""Its sides, likewise. The two corners of a side together lead to the middle beyond it."""


class Chain(NamedTuple):
    """Corners in a row. ``closed``: the last one leads to the first. ``sharp``: those kept."""

    corners: tuple[Corner, ...]
    closed: bool
    sharp: frozenset[Corner]


def sides(middles: Iterable[Corner]) -> Iterator[tuple[Side, Corner]]:
    """Yield the six sides of each hex, clockwise, each with the middle of the hex beyond it."""
    for x, y in middles:
        for (ax, ay), (bx, by) in SIDES:
            yield ((x + ax, y + ay), (x + bx, y + by)), (x + ax + bx, y + ay + by)


def outlines(region: Iterable[Corner], every: Collection[Corner]) -> list[Chain]:
    """Return the outlines of a region by the middles of its hexes.

    Args:
        region: The middles of its hexes.
        every: The middles of all hexes of the map.
    """
    own, known = {*region}, {*every}
    border = sorted((side, beyond) for side, beyond in sides(own) if beyond not in own)
    edge = {corner for side, beyond in border if beyond not in known for corner in side}
    lines = _chained(side for side, _ in border)
    return [Chain(corners, closed, frozenset(edge)) for corners, closed in lines]


def between(one: Iterable[Corner], other: Iterable[Corner]) -> list[Chain]:
    """Return the lines along which two regions meet."""
    theirs = {*other}
    shared = sorted(side for side, beyond in sides(one) if beyond in theirs)
    return [Chain(corners, closed, frozenset()) for corners, closed in _chained(shared)]


def along(pairs: Iterable[tuple[Corner, Corner]]) -> list[Chain]:
    """Return lines along the sides between pairs of hexes, by their middles."""
    shared = [tuple(sorted(_shared(pair))) for pair in pairs]
    lines = _undirected([(two[0], two[1]) for two in shared if two])
    return [Chain(corners, closed, frozenset()) for corners, closed in lines]


def bridged(
    water: Iterable[tuple[Corner, Corner]], roads: Iterable[tuple[Corner, Corner]]
) -> list[tuple[Corner, Corner]]:
    """Return the roads that lead through a gap of one side in a water: it flows beneath them."""
    ends = {corner for pair in water for corner in _shared(pair)}
    own = {frozenset(pair) for pair in water}
    return [pair for pair in roads if ends.issuperset(_shared(pair)) and frozenset(pair) not in own]


def _shared(pair: tuple[Corner, Corner]) -> frozenset[Corner]:
    """Return the two corners between two hexes side by side."""
    one, other = ({(x + dx, y + dy) for dx, dy in CORNERS} for x, y in pair)
    return frozenset(one & other)


def _chained(directed: Iterable[Side]) -> Iterator[tuple[tuple[Corner, ...], bool]]:
    """Yield sides, in their direction, as lines that are as long as can be."""
    after: dict[Corner, list[Corner]] = {}
    before: dict[Corner, int] = {}
    for start, end in directed:
        after.setdefault(start, []).append(end)
        before[end] = before.get(end, 0) + 1
    # Open lines begin where more sides leave than arrive; what is left is closed.
    starts = [at for at, ends in after.items() for _ in ends[before.get(at, 0) :]]
    for at in (*starts, *after):
        while after[at]:
            line = _followed(at, after)
            closed = line[0] == line[-1]
            yield (tuple(line[:-1] if closed else line)), closed


def _followed(at: Corner, after: Mapping[Corner, list[Corner]]) -> list[Corner]:
    line = [at]
    while after.get(line[-1]):
        line.append(after[line[-1]].pop(0))
        if line[-1] == line[0]:
            break
    return line


def _undirected(some: Iterable[Side]) -> Iterator[tuple[tuple[Corner, ...], bool]]:
    """Yield sides, whatever their direction, as lines; a line ends where three sides meet."""
    near: dict[Corner, list[Corner]] = {}
    for one, other in dict.fromkeys(some):
        near.setdefault(one, []).append(other)
        near.setdefault(other, []).append(one)
    ends = [at for at, beside in near.items() if len(beside) != 2]
    for at in (*ends, *near):
        while near[at]:
            line = [at]
            while near[line[-1]]:
                beside = near[line[-1]].pop(0)
                near[beside].remove(line[-1])
                line.append(beside)
                if beside in ends:
                    break
            closed = line[0] == line[-1]
            yield (tuple(line[:-1] if closed else line)), closed
