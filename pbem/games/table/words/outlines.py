"""The maps of a table as they are drawn: where each place lies, and how its outline runs.

A table file may come from anybody. Beyond the names of places, its words on boards decide only how
a map looks. So a board that makes no sense is drawn as points.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache
from statistics import median_low
from typing import Annotated, Any, TypeVar

import msgspec
from msgspec import Meta, Struct

from pbem.games.table.rules.setting import Setting
from pbem.kit.shapes import Leaf, Spot

EDGE_MOST = 100_000
"""A sheet is at most so many pixels wide and high."""
ZONES_MOST, CORNERS_MOST = 1_000, 500
COUNTER, COUNTER_LEAST, COUNTER_MOST = 60, 20, 400
"""How wide counters are, in pixels, where the file says nothing; and how wide at least and most."""
THOUSAND = 1_000
WORK_MOST = 2_000_000
"""So many corners are looked at for one board; places that are left are points."""

T = TypeVar("T")

Pixel = tuple[Annotated[int, Meta(ge=-100_000, le=100_000)],
              Annotated[int, Meta(ge=-100_000, le=100_000)]]  # fmt: skip
Step = Annotated[int, Meta(ge=1_000, le=100_000_000)]
Length = Annotated[int, Meta(ge=1, le=EDGE_MOST)]


class _Grid(Struct):
    """A grid of cells, or none: regions are points."""

    kind: str
    dx: Step = THOUSAND
    dy: Step = THOUSAND
    x0: int = 0
    y0: int = 0
    sideways: int = 0


class _Zone(Struct):
    path: Annotated[list[Pixel], Meta(max_length=CORNERS_MOST)] = []
    parent: int = 0
    grid: _Grid | None = None


class _Zones(_Grid):
    zones: Annotated[list[_Zone], Meta(max_length=ZONES_MOST)] = []
    grid: _Grid | None = None


class _Board(Struct):
    size: tuple[Length, Length]
    grid: _Zones | None = None


_NO_BOARD = _Board((1, 1))
"""A board that makes no sense."""


def _read(raw: Any, form: type[T], otherwise: T) -> T:
    """Return plain data as a type, or something else if it has not that form."""
    try:
        return msgspec.convert(raw, form)
    except msgspec.ValidationError:
        return otherwise


@lru_cache(maxsize=4)
def leaves_of(setting: Setting) -> dict[str, Leaf]:
    """Return each map of a table by its code."""
    return {code: _leaf(setting, code) for code in setting.maps.sheets}


def cells_of(setting: Setting, code: str) -> tuple[bool, int, int, int, int, bool] | None:
    """Return the grid of a map's one board, for its ranges; None if not of hexes or squares.

    It has the form of ``cells`` in `pbem.kit.screen.Sheet`.
    """
    said = setting.data.maps[code].get("boards")
    if not isinstance(said, list) or len(said) != 1:
        return None
    grid: _Grid | None = _read(said[0], _Board, _NO_BOARD).grid
    if isinstance(grid, _Zones) and grid.kind == "zones":
        grid = grid.grid
    if grid is None or grid.kind not in ("hex", "square"):
        return None
    return (grid.kind == "hex", grid.dx, grid.dy, grid.x0, grid.y0, bool(grid.sideways))


def _leaf(setting: Setting, code: str) -> Leaf:
    one, said = setting.maps.sheets[code], setting.data.maps[code].get("boards")
    every = [_read(raw, _Board, _NO_BOARD) for raw in (said if isinstance(said, list) else [])]
    spots = {f"{code}/{place}": (x, y) for place, x, y in one.places}
    outlines: dict[str, tuple[Spot, ...]] = {}
    right = low = 0
    for board in every:  # boards of a map lie side by side
        if board is _NO_BOARD:
            continue
        wide, high = board.size
        here = {at: (x - right, y) for at, (x, y) in spots.items()
                if right <= x < right + wide and 0 <= y < high}  # fmt: skip
        for at, outline in _outlines(board, here):
            outlines[at] = tuple((x + right, y) for x, y in outline)
        right, low = right + wide, max(low, high)
    return Leaf(
        title=one.name,
        size=_size((right, low), spots.values()),
        counter=_counter(setting, code),
        spots=spots,
        outlines=outlines,
    )


def _size(boards: Spot, spots: Collection[Spot]) -> Spot:
    """Return how large a map is: as its boards, or as what lies on it."""
    wide = boards[0] or max((x for x, _ in spots), default=0) + COUNTER
    high = boards[1] or max((y for _, y in spots), default=0) + COUNTER
    return max(1, min(EDGE_MOST, wide)), max(1, min(EDGE_MOST, high))


def _counter(setting: Setting, code: str) -> int:
    """Return how wide a counter of a map is: as most of those that the set-up has there."""
    here = [one.type for one in setting.maps.setup.values() if map_of(one.at) == code]
    moved = [kind for kind in here if not setting.data.types[kind].get("fixed")] or here
    sizes = [max(size) for kind in moved if (size := setting.maps.types[kind].size) is not None]
    wide = median_low(sizes) if sizes else COUNTER
    return max(COUNTER_LEAST, min(COUNTER_MOST, wide))


def map_of(at: str) -> str:
    """Return the code of the map of a place or a pixel."""
    return at.partition("/")[0].partition("@")[0]


# --- outlines ------------------------------------------------------------------------------------


def _outlines(board: _Board, spots: dict[str, Spot]) -> Iterator[tuple[str, list[Spot]]]:
    """Yield the outline of each place that has one, as far as `WORK_MOST` goes."""
    grid, left = board.grid, WORK_MOST
    if grid is None:
        return
    boxes = [(_box(zone.path), zone) for zone in grid.zones if len(zone.path) > 2]
    taken: dict[int, str] = {}
    for place, at in spots.items():
        around: _Grid | None = grid if grid.kind != "zones" else grid.grid
        within = [zone for box, zone in boxes if _within(box, at)]
        left -= len(boxes) + sum(len(zone.path) for zone in within)
        if left < 0:
            return
        zone = next((one for one in within if _contains(one.path, at)), None)
        inner = around if zone is None or zone.parent else zone.grid
        if inner is not None and inner.kind in ("hex", "square"):
            yield place, _cell(inner, at)
        elif inner is None and zone is not None and taken.setdefault(id(zone), place) == place:
            yield place, [(x, y) for x, y in zone.path]


def _cell(grid: _Grid, at: Spot) -> list[Spot]:
    """Return the outline of a hex with upright columns or of a square, around its middle."""
    dx, dy = grid.dx, grid.dy
    if grid.kind == "square":
        corners = [(-dx, -dy), (dx, -dy), (dx, dy), (-dx, dy)]
    else:
        narrow, broad = dx * 2 // 3, dx * 4 // 3
        corners = [(-narrow, -dy), (narrow, -dy), (broad, 0), (narrow, dy), (-narrow, dy),
                   (-broad, 0)]  # fmt: skip
    if grid.sideways:
        corners = [(y, x) for x, y in corners]
    return [(at[0] + x // 2 // THOUSAND, at[1] + y // 2 // THOUSAND) for x, y in corners]


def _box(path: Sequence[Spot]) -> tuple[int, int, int, int]:
    xs, ys = [x for x, _ in path], [y for _, y in path]
    return min(xs), min(ys), max(xs), max(ys)


def _within(box: tuple[int, int, int, int], at: Spot) -> bool:
    return box[0] <= at[0] <= box[2] and box[1] <= at[1] <= box[3]


def _contains(path: Sequence[Spot], at: Spot) -> bool:
    """Return whether a pixel lies in a polygon."""
    x, y = at
    inside = False
    for (ax, ay), (bx, by) in zip(path, [*path[1:], path[0]], strict=True):
        low, high = ((ax, ay), (bx, by)) if ay < by else ((bx, by), (ax, ay))
        if low[1] <= y < high[1]:
            left = (x - low[0]) * (high[1] - low[1]) < (y - low[1]) * (high[0] - low[0])
            inside ^= left
    return inside
