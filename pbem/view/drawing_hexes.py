"""A hex map drawn on a sheet: ground, roads, rivers, boundaries, towns, counters, and all in words.

Columns stand straight, every second one half a hex lower, as the numbers of the hexes imply.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from math import sqrt

from pbem.kit.picture import CUT_LINE, HexPicture, Pair, Piece, Space, cut
from pbem.view.drawing_ground import ground, put
from pbem.view.drawing_page import COUNTERS, FAINT, INK, MARGIN, PAPER, SMALL, Entry, Page, Point

RADIUS = 17.0
"""From the middle of a hex to a corner, in points."""

HALF = sqrt(3) / 2 * RADIUS
"""From the middle of a hex to a side."""

CORNERS = tuple(
    (RADIUS * across, HALF * down)
    for across, down in ((1, 0), (0.5, 1), (-0.5, 1), (-1, 0), (-0.5, -1), (0.5, -1))
)

GRID = "#b9b1a0"
ROADS = "#8a6a45"

EDGES = (
    ("boundary", ("#b0173a", 4.6, "solid")),
    ("river", ("#2c78b5", 2.2, "solid")),
    ("zone", ("#6f3580", 1.8, "dashed")),
)
"""Part of the name of a kind of hexside -> colour, width and style of its lines."""
OTHER_EDGES = (("#333333", 2.6, "dotted"), ("#c07a00", 2.6, "dotted"))

MOST_COUNTERS = 3
"""Counters that are drawn in a hex; of more, all but one, and how many there are besides."""

LETTERS_MOST = 8
"""So many signs of a name can still be read on a counter."""

NAME_ROOM = 2.1 * RADIUS
"""How wide the name of a place may be."""

PLATE = 5.8
"""How high the plate under the name of a place is."""

LEAST_WIDTH = 620.0


def page(picture: HexPicture) -> Page:
    """Return a sheet with the map, its legend, places, counters and notes."""
    return _Drawing(picture).page


class _Drawing:
    """One picture on its way onto a sheet."""

    def __init__(self, picture: HexPicture) -> None:
        self.picture = picture
        self.spaces = {space.id: space for space in picture.spaces}
        self.pieces: dict[str, list[Piece]] = {}
        for piece in picture.pieces:
            self.pieces.setdefault(piece.space, []).append(piece)
        whose = (piece.side for piece in picture.pieces)
        self.sides = list(dict.fromkeys([*picture.sides, *whose, *picture.holders]))
        columns = [space.column for space in picture.spaces] or [0]
        rows = [space.row for space in picture.spaces] or [0]
        self.first = min(columns), min(rows)
        across = max(columns) - min(columns)
        wide = 1.5 * RADIUS * across + 2 * RADIUS + 2 * MARGIN
        self.page = Page(round(max(wide, LEAST_WIDTH)), picture.title)
        self.left = self.page.width / 2 - 0.75 * RADIUS * across
        self.top = self.page.y + HALF
        self._map()
        self.page.y = self.top + 2 * HALF * (max(rows) - min(rows)) + 2 * HALF + 12
        self._legend()
        self.page.tracks(picture.tracks)
        self.page.flow(list(self._words()), max(1, round(self.page.width / 260)))

    def _middle(self, space: Space) -> Point:
        column, row = space.column - self.first[0], space.row - self.first[1]
        low = (space.column % 2 == 1) == (self.picture.low_columns == "even")
        return self.left + 1.5 * RADIUS * column, self.top + HALF * (2 * row + low)

    # --- the map -------------------------------------------------------------------------------

    def _map(self) -> None:
        for word, spaces in self._by_terrain():
            middles = [self._middle(space) for space in spaces]
            hexes = [[(x + dx, y + dy) for dx, dy in CORNERS] for x, y in middles]
            self.page.shapes(hexes, ground(word).tint, GRID, 0.5)
        for word, spaces in self._by_terrain():
            put(self.page, word, [self._middle(space) for space in spaces], RADIUS)
        roads = [self._joined(pair) for pair in self.picture.roads if self._known(pair)]
        self.page.lines(roads, ROADS, 2.6)
        self.page.lines(roads, "#f8ecd4", 1.2)
        for name, pairs in self._edges():
            self.page.lines([self._side(pair) for pair in pairs], *self._edge_style(name))
        for space in self.picture.spaces:
            self._space(space)
        for number, pieces in self.pieces.items():
            if number in self.spaces:
                self._stack(self.spaces[number], pieces)
        for space in self.picture.spaces:
            self._name(space)
        at = {space.id: self._middle(space) for space in self.picture.spaces}
        moves = [pair for pair in self.picture.moves if self._known(pair)]
        self.page.arrows([(at[start], at[end]) for start, end in moves], RADIUS / 2)

    def _by_terrain(self) -> Iterator[tuple[str, list[Space]]]:
        ordered = sorted(self.picture.spaces, key=_terrain)
        for word, group in groupby(ordered, key=_terrain):
            yield word, list(group)

    def _known(self, pair: Pair) -> bool:
        return pair[0] in self.spaces and pair[1] in self.spaces

    def _edges(self) -> Iterator[tuple[str, list[Pair]]]:
        """Yield each kind of hexside, the widest first: a narrower one is drawn upon it."""
        kinds = sorted(self.picture.edges, key=lambda kind: -self._edge_style(kind.name)[1])
        for kind in kinds:
            yield kind.name, [pair for pair in kind.pairs if self._known(pair)]

    def _edge_style(self, name: str) -> tuple[str, float, str]:
        for part, style in EDGES:
            if part in name.lower():
                return style
        others = [kind.name for kind in self.picture.edges]
        return OTHER_EDGES[others.index(name) % len(OTHER_EDGES)]

    def _joined(self, pair: Pair) -> list[Point]:
        return [self._middle(self.spaces[number]) for number in pair]

    def _side(self, pair: Pair) -> list[Point]:
        """Return the two ends of the hexside between two hexes side by side."""
        (x, y), (p, q) = self._joined(pair)
        middle = (x + p) / 2, (y + q) / 2
        # The side is as long as a radius, and turned by a right angle against the way across.
        along = -(q - y) / (2 * HALF) * RADIUS / 2, (p - x) / (2 * HALF) * RADIUS / 2
        return [(middle[0] + way * along[0], middle[1] + way * along[1]) for way in (-1, 1)]

    # --- a hex ---------------------------------------------------------------------------------

    def _space(self, space: Space) -> None:
        """Write the number of a hex, and its mark in the colours of who holds it."""
        x, y = self._middle(space)
        shift = -0.18 * RADIUS if space.mark else 0.0
        self.page.text((x + shift, y - 0.71 * RADIUS), space.id, 4.2, FAINT)
        held = space.holder in self.picture.holders
        if not space.mark and not held:
            return
        paper, ink = (PAPER, INK)
        if held:
            paper, ink = COUNTERS[self.sides.index(space.holder) % len(COUNTERS)]
        at = x + 0.4 * RADIUS, y - 0.58 * RADIUS
        self.page.shapes([_disc(at, 0.24 * RADIUS)], paper, INK, 0.5)
        self.page.text(at, space.mark[:2], 5.0, ink, bold=True)

    def _name(self, space: Space) -> None:
        """Write the name of a place below what stands there; of ``City (Quarter)`` the quarter.

        A plate lies under it, for what stands in a hex beside it may reach as far.
        """
        if space.name:
            x, y = self._middle(space)
            short = space.name.rpartition("(")[2].rstrip(") ") or space.name
            size = min(5.6, NAME_ROOM / (0.64 * len(short)))
            at, wide = (x, y + 0.72 * RADIUS), 0.66 * size * len(short)
            self.page.box(
                (x - wide / 2, at[1] - PLATE / 2), (wide, PLATE), ground(space.terrain).tint
            )
            self.page.text(at, short, round(size, 1), bold=True)

    def _stack(self, space: Space, pieces: list[Piece]) -> None:
        """Draw the counters of a hex below each other, above the name of its place if any."""
        shown = pieces if len(pieces) <= MOST_COUNTERS else pieces[: MOST_COUNTERS - 1]
        slots = min(len(pieces), MOST_COUNTERS)
        x, y = self._middle(space)
        room = 0.85 * RADIUS if slots == 1 else 1.1 * RADIUS
        if space.name:
            room = min(room, 0.95 * RADIUS)
        else:
            y += 0.1 * RADIUS
        high = room / slots
        size = 1.45 * RADIUS, high - 0.4
        for row, piece in enumerate(shown):
            at = x, y - room / 2 + (row + 0.5) * high
            label = cut(piece.label, LETTERS_MOST)
            self.page.counter(at, size, label, self.sides.index(piece.side))
        if len(shown) < len(pieces):
            at = x, y + room / 2 - 0.5 * high
            self.page.box((at[0] - size[0] / 2, at[1] - size[1] / 2), size, PAPER, INK)
            self.page.text(at, f"+{len(pieces) - len(shown)}", 5, bold=True)

    # --- below the map -------------------------------------------------------------------------

    def _legend(self) -> None:
        """Draw the legend: ground, lines, sides, from the left to the right and on below."""
        x, step = MARGIN, 118.0
        entries: list[tuple[str, str]] = [("ground", word) for word, _ in self._by_terrain()]
        entries += [("edge", kind.name) for kind in self.picture.edges]
        entries += [("road", "road")] * bool(self.picture.roads)
        entries += [("side", side) for side in self.sides]
        entries += [("held", side) for side in self.picture.holders]
        for kind, word in entries:
            if x + step > self.page.width - MARGIN / 2:
                x, self.page.y = MARGIN, self.page.y + 15
            self._sample((x + 9, self.page.y + 7), kind, word)
            told = {"held": f"held by {word}", "side": f"units of {word}"}.get(kind, word)
            at = x + 22, self.page.y + 7
            self.page.text(at, told.replace("_", " "), SMALL, align="left")
            x += step
        self.page.y += 18

    def _sample(self, at: Point, kind: str, word: str) -> None:
        x, y = at
        if kind == "ground":
            self.page.shapes([[(x + dx / 2.4, y + dy / 2.4) for dx, dy in CORNERS]],
                             ground(word).tint, GRID, 0.5)  # fmt: skip
            put(self.page, word, [at], RADIUS / 2.4)
        elif kind == "side":
            self.page.counter(at, (16, 10), "", self.sides.index(word))
        elif kind == "held":
            paper, _ = COUNTERS[self.sides.index(word) % len(COUNTERS)]
            self.page.shapes([_disc(at, 4.2)], paper, INK, 0.5)
        else:
            line = [[(x - 8, y), (x + 8, y)]]
            if kind == "road":
                self.page.lines(line, ROADS, 2.6)
                self.page.lines(line, "#f8ecd4", 1.2)
            else:
                self.page.lines(line, *self._edge_style(word))

    def _words(self) -> Iterator[Entry]:
        """Say everything in words: what is peculiar to the map, notes, places, counters."""
        low = "Even" if self.picture.low_columns == "even" else "Odd"
        yield Entry(f"{low} columns sit half a hex lower. A hex is its column, then its row.")
        if any(space.mark for space in self.picture.spaces):
            yield Entry("The mark of a hex stands in a disc at its upper right.")
        if any(len(piece.label) > LETTERS_MOST for piece in self.picture.pieces):
            yield Entry(CUT_LINE)
        yield from map(Entry, self.picture.key)
        yield from map(Entry, self.picture.notes)
        named = [space for space in self.picture.spaces if space.name]
        if named:
            yield Entry(f"Places ({len(named)})", heading=True)
            for space in named:
                yield Entry(" ".join(filter(None, (space.id, space.mark, space.name))))
        for side in self.sides:
            mine = [piece for piece in self.picture.pieces if piece.side == side]
            if mine:
                yield Entry(f"{side}: {len(mine)} on the map", heading=True)
            for piece in sorted(mine, key=lambda piece: piece.space):
                known = piece.text.startswith(piece.label)
                label = "" if known else f"{piece.label} \u2013 "
                yield Entry(f"{piece.space} {label}{piece.text}")


def _terrain(space: Space) -> str:
    return space.terrain


def _disc(at: Point, radius: float) -> list[Point]:
    """Return a circle, of twelve corners."""
    ring = ((1, 0), (0.87, 0.5), (0.5, 0.87))
    turned = [*ring]
    for _ in range(3):
        turned += [(-dy, dx) for dx, dy in turned[-3:]]
    return [(at[0] + radius * dx, at[1] + radius * dy) for dx, dy in turned]
