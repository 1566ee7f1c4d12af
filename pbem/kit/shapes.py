"""Shapes of the areas of a map: where their middles are, and the lines between them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from itertools import pairwise
from math import hypot
from typing import TypeAlias

import msgspec

Spot: TypeAlias = tuple[int, int]
"""A point, from the upper left of the map."""


SEA, BEYOND = "", "-"
"""The surroundings of all areas, in place of an id: water, or land beyond the edge of the map."""


class Border(msgspec.Struct, frozen=True):
    """A line ``between`` two areas, by their ids, or between an area and `SEA` or `BEYOND`."""

    between: tuple[str, str]
    line: tuple[Spot, ...]

    @property
    def length(self) -> float:
        """How long it is."""
        return sum(hypot(p - x, q - y) for (x, y), (p, q) in pairwise(self.line))

    @property
    def middle(self) -> Spot:
        """The point of it that lies halfway."""
        return self.line[len(self.line) // 2]


class Shapes(msgspec.Struct, frozen=True, dict=True):
    """The areas of a map: its ``size``, their ``centres`` by id, and each ``border`` once.

    An area without a border, such as a way of approach, is drawn as a plate at its centre.
    ``land``: closed lines around land that is no area, which may reach beyond the map. ``labels``:
    what lies beyond the areas, and where its name stands.
    """

    size: Spot
    centres: dict[str, Spot]
    borders: tuple[Border, ...]
    land: tuple[tuple[Spot, ...], ...] = ()
    labels: dict[str, Spot] = {}

    @cached_property
    def outlines(self) -> dict[str, tuple[tuple[Spot, ...], ...]]:
        """Each area's closed outlines, put together of its borders."""
        own: dict[str, list[tuple[Spot, ...]]] = {}
        for border in self.borders:
            for area in set(border.between) - {SEA, BEYOND}:
                own.setdefault(area, []).append(border.line)
        return {area: tuple(_closed(lines)) for area, lines in own.items()}

    @cached_property
    def between(self) -> dict[frozenset[str], Border]:
        """The longest border of each two areas."""
        found: dict[frozenset[str], Border] = {}
        for border in self.borders:
            pair = frozenset(border.between)
            if pair not in found or found[pair].length < border.length:
                found[pair] = border
        return found


class Leaf(msgspec.Struct, frozen=True, kw_only=True):
    """A map of several, or a sheet beside it, in pixels of its own.

    ``counter``: how wide a counter is; ``spots``: area -> its middle; ``outlines``: area -> its
    closed outline; an area without one is a point.
    """

    title: str
    size: Spot
    counter: int
    spots: dict[str, Spot]
    outlines: dict[str, tuple[Spot, ...]] = {}


def read_shapes(data: bytes) -> Shapes:
    """Read shapes from JSON; raise `msgspec.ValidationError`."""
    return msgspec.json.decode(data, type=Shapes)


def _closed(lines: list[tuple[Spot, ...]]) -> Iterator[tuple[Spot, ...]]:
    """Put lines together to closed outlines."""
    left = list(lines)
    while left:
        outline = list(left.pop(0))
        while outline[-1] != outline[0]:
            at = next(n for n, line in enumerate(left) if outline[-1] in (line[0], line[-1]))
            line = left.pop(at)
            outline += (line if line[0] == outline[-1] else line[::-1])[1:]
        yield tuple(outline[:-1])
