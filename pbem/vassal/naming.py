"""The name of the place at a pixel, as VASSAL gives it, and the pixel of a place.

All of it in whole numbers: a place decides what an order means, so it may depend on no rounding of
fractions.

``size``: that of the board or zone on which a grid lies, in pixels.

Source: what VASSAL 3.7 does with the same grids; `docs/any-game.md` says what was compared.
"""

from __future__ import annotations

from collections.abc import Iterator

from pbem.vassal import refusal
from pbem.vassal.described import Board, Grid, Hex, Numbers, Pixel, Regions, Square, Zone, Zones


def place_at(board: Board, at: Pixel) -> str:
    """Return the name of the place at a pixel of a board; nothing if it has none."""
    return _named(board.grid, at, board.size)


def _named(grid: Grid | None, at: Pixel, size: Pixel) -> str:
    if isinstance(grid, Zones):
        zone = next((one for one in grid.zones if contains(one.path, at)), None)
        return (_in_zone(zone, grid, at, size) if zone else "") or _named(grid.grid, at, size)
    if isinstance(grid, Regions):
        if at in grid.names:
            return grid.names[at]
        nearest = min(grid.regions, key=lambda one: _apart(one, at), default=None)
        return nearest[0] if nearest else ""
    if grid is None or grid.numbers is None or not grid.dx > 0 < grid.dy:
        return ""
    row, column = hex_cell(grid, at, size) if isinstance(grid, Hex) else square_cell(grid, at, size)
    return label(grid.numbers, row, column)


def _in_zone(zone: Zone, zones: Zones, at: Pixel, size: Pixel) -> str:
    """Return the name of a place in a zone, in the zone's own form."""
    if zone.parent:
        inner = _named(zones.grid, at, size)
    else:
        inner = _named(zone.grid, at, _extent(zone.path))
    return zone.format.replace("$name$", zone.name).replace("$gridLocation$", inner)


def _extent(path: list[Pixel]) -> Pixel:
    xs, ys = [x for x, _ in path], [y for _, y in path]
    return (max(xs) - min(xs), max(ys) - min(ys)) if path else (0, 0)


def _apart(region: tuple[str, int, int], at: Pixel) -> int:
    return (region[1] - at[0]) ** 2 + (region[2] - at[1]) ** 2


def contains(path: list[Pixel], at: Pixel) -> bool:
    """Return whether a pixel lies in a polygon: left and upper edges are inside."""
    x, y = at
    inside = False
    for (ax, ay), (bx, by) in zip(path, path[1:] + path[:1], strict=True):
        low, high = ((ax, ay), (bx, by)) if ay < by else ((bx, by), (ax, ay))
        if low[1] <= y < high[1]:
            left = (x - low[0]) * (high[1] - low[1]) < (y - low[1]) * (high[0] - low[0])
            inside ^= left
    return inside


def hex_cell(grid: Hex, at: Pixel, size: Pixel) -> tuple[int, int]:
    """Return row and column of the hex at a pixel, as they are counted, from 0."""
    numbers = grid.numbers
    x, y = (at[1], at[0]) if grid.sideways else at
    x, y = 1000 * (x - grid.x0), 1000 * (y - grid.y0)
    raw = (2 * x + grid.dx) // (2 * grid.dx)
    odd = raw % 2
    row = y // grid.dy if odd else (2 * y + grid.dy) // (2 * grid.dy)
    column = raw
    if numbers is None:
        return row, column
    down, right = bool(numbers.v[3]), bool(numbers.h[3])
    if grid.sideways:
        down, right = right, down
    rows, columns = _most(grid, size)
    if right:
        column = columns - column
    if down:
        row = rows - row
    if numbers.stagger and odd:
        row += -1 if down else 1
    return row, column


def _most(grid: Hex, size: Pixel) -> tuple[int, int]:
    """Return the numbers from which rows and columns count down.

    VASSAL divides the height by a column's width and the width by a hex's height, whichever way the
    hexes lie. An author sets the first number so that it comes out right.
    """
    high = (2000 * size[1] + grid.dx) // (2 * grid.dx)
    wide = (2000 * size[0] + grid.dy) // (2 * grid.dy)
    return (wide, high) if grid.sideways else (high, wide)


def square_cell(grid: Square, at: Pixel, size: Pixel) -> tuple[int, int]:
    """Return row and column of the square at a pixel, as they are counted, from 0."""
    column = (2000 * (at[0] - grid.x0) + grid.dx) // (2 * grid.dx)
    row = (2000 * (at[1] - grid.y0) + grid.dy) // (2 * grid.dy)
    if grid.numbers and grid.numbers.h[3]:
        column = (2000 * size[0] + grid.dx) // (2 * grid.dx) - column
    if grid.numbers and grid.numbers.v[3]:
        row = (2000 * size[1] + grid.dy) // (2 * grid.dy) - row
    return row, column


def label(numbers: Numbers, row: int, column: int) -> str:
    """Return the name of a cell.

    ``row``, ``column``: as `hex_cell` and `square_cell` count them.
    """
    down, across = _counted(numbers.v, row), _counted(numbers.h, column)
    first, second = (across, down) if numbers.first == "H" else (down, across)
    whole = first + numbers.sep + second
    return (
        numbers.format.replace("$gridLocation$", whole)
        .replace("$row$", down)
        .replace("$column$", across)
    )


def _counted(axis: tuple[str, int, int, int], count: int) -> str:
    kind, first, leading, _ = axis
    count += first
    sign, count = ("-", -count) if count < 0 else ("", count)
    if kind == "A":  # A to Z, then AA, BB
        return sign + "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[count % 26] * min(count // 26 + 1, 40)
    return sign + f"{count:0{leading + 1}d}"


def cells(grid: Hex | Square, size: Pixel) -> Iterator[tuple[str, Pixel]]:
    """Yield the name and middle of each cell of a grid whose middle lies on the board."""
    if grid.numbers is None or not grid.dx > 0 < grid.dy:
        return
    sideways = isinstance(grid, Hex) and grid.sideways
    wide, high = (size[1], size[0]) if sideways else size
    if 1_000_000 * wide * high > refusal.CELLS * grid.dx * grid.dy:
        return
    for column in range(-1, 1000 * (wide - grid.x0) // grid.dx + 2):
        shift = grid.dy // 2 if isinstance(grid, Hex) and column % 2 else 0
        for row in range(-1, 1000 * (high - grid.y0) // grid.dy + 2):
            x = grid.x0 + column * grid.dx // 1000
            y = grid.y0 + (row * grid.dy + shift) // 1000
            at = (y, x) if sideways else (x, y)
            if 0 <= at[0] < size[0] and 0 <= at[1] < size[1]:
                yield _named(grid, at, size), at


def pixels(board: Board) -> dict[str, Pixel]:
    """Return each place of a board by its name, with its pixel: the first of each name.

    A region comes with its own name and point, also if a zone before its own covers the point.
    """
    found: dict[str, Pixel] = {}
    for zone in board.grid.zones if isinstance(board.grid, Zones) else ():
        for name, x, y in zone.grid.regions if isinstance(zone.grid, Regions) else ():
            if name and contains(zone.path, (x, y)):
                found.setdefault(name, (x, y))
    for name, at in places(board):
        if name:
            found.setdefault(name, at)
    return found


def places(board: Board) -> Iterator[tuple[str, Pixel]]:
    """Yield the name of each place of a board, and its pixel; names may come again."""
    grid = board.grid
    if isinstance(grid, Zones):
        for zone in grid.zones:
            inner = grid.grid if zone.parent else zone.grid
            cells_there = list(_pixels(inner, board.size, zone.path))
            for at in cells_there or _uncovered(grid, zone):
                yield place_at(board, at), at
        yield from _plain(grid.grid, board)
    else:
        yield from _plain(grid, board)


def _pixels(grid: Grid | None, size: Pixel, path: list[Pixel]) -> Iterator[Pixel]:
    """Yield the pixels of a zone's places that its grid has."""
    if isinstance(grid, Regions):
        yield from ((x, y) for _, x, y in grid.regions if contains(path, (x, y)))
    elif isinstance(grid, Hex | Square):
        yield from (at for _, at in cells(grid, size) if contains(path, at))


def _uncovered(zones: Zones, zone: Zone) -> list[Pixel]:
    """Return a pixel of a zone that no zone before it covers: its middle, or one of a lattice.

    A zone that is covered whole has none: no piece can lie in it.
    """
    before = [one.path for one in zones.zones[: zones.zones.index(zone)]]
    for at in _spots(zone.path):
        if contains(zone.path, at) and not any(contains(path, at) for path in before):
            return [at]
    return []


def _spots(path: list[Pixel]) -> Iterator[Pixel]:
    if not path:
        return
    xs, ys = zip(*path, strict=True)
    yield sum(xs) // len(path), sum(ys) // len(path)
    for parts in (2, 4, 8, 16, 32):
        for i in range(1, parts):
            for j in range(1, parts):
                if i % 2 or j % 2:  # both even: seen before
                    x = min(xs) + (max(xs) - min(xs)) * i // parts
                    yield x, min(ys) + (max(ys) - min(ys)) * j // parts


def _plain(grid: Grid | None, board: Board) -> Iterator[tuple[str, Pixel]]:
    if isinstance(grid, Regions):
        yield from ((name, (x, y)) for name, x, y in grid.regions)
    elif isinstance(grid, Hex | Square):
        for name, at in cells(grid, board.size):
            yield (place_at(board, at) if isinstance(board.grid, Zones) else name), at
