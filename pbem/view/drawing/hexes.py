"""A hex map drawn on a sheet: ground, roads, rivers, boundaries, towns, counters, and all in words.

Columns stand straight, every second one half a hex lower, as the numbers of the hexes imply.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import groupby
from math import sqrt
from typing import NamedTuple

from msgspec.structs import replace

from pbem.kit.picture import CUT_LINE, Edges, HexPicture, Pair, Piece, Space, cut
from pbem.view.drawing.canvas import Canvas, Point
from pbem.view.drawing.ground import kind_of, put
from pbem.view.drawing.page import SMALL, Entry, Page, margin
from pbem.view.drawing.style import LINES, colours_of

RADIUS = 17.0
"""From the middle of a hex to a corner, in points."""

HALF = sqrt(3) / 2 * RADIUS
"""From the middle of a hex to a side."""

CORNERS = tuple(
    (RADIUS * across, HALF * down)
    for across, down in ((1, 0), (0.5, 1), (-0.5, 1), (-1, 0), (-0.5, -1), (0.5, -1))
)

EDGES = ("boundary", "river", "zone")
"""Part of the name of a kind of hexside, by which it has its line."""
OTHERS = ("other0", "other1")

MARKER = (0.52 * RADIUS, 0.36 * RADIUS)
"""Size of a marker that lies beneath the units of its hex."""

MOST_COUNTERS = 3
"""Counters that are drawn in a hex; of more, all but one, and how many there are besides."""

LETTERS_MOST = 8
"""So many signs of a name can still be read on a counter."""

NAME_ROOM = 2.1 * RADIUS
"""How wide the name of a place may be."""

PLATE = 5.8
"""How high the plate under the name of a place is."""

LEAST_WIDTH = 620.0


def page(
    picture: HexPicture,
    *,
    words: bool = True,
    trays: bool = True,
    titled: bool = True,
    legend: bool = True,
) -> Page:
    """Return a sheet with the map, its legend and, with ``words``, places, counters and notes.

    With ``trays``, the counters off the map too; ``titled``: with its title above it, and a margin.
    Without ``legend`` it is as wide as its hexes.
    """
    return _Drawing(picture, words=words, trays=trays, titled=titled, legend=legend).page


class _Lie(NamedTuple):
    """How the hexes of a map lie on a sheet; of two maps that lie alike the ground is the same.

    Whoever holds them: that is drawn upon the ground.
    """

    spaces: tuple[Space, ...]
    low_columns: str
    roads: tuple[Pair, ...]
    edges: tuple[Edges, ...]
    left: float
    top: float
    first: tuple[int, int]

    def middle(self, space: Space) -> Point:
        """Return where the middle of a hex is."""
        column, row = space.column - self.first[0], space.row - self.first[1]
        low = (space.column % 2 == 1) == (self.low_columns == "even")
        return self.left + 1.5 * RADIUS * column, self.top + HALF * (2 * row + low)


@lru_cache(maxsize=4)
def _ground(lie: _Lie) -> tuple[str, ...]:
    """Return the ground of a map as lines of SVG."""
    return tuple(_Ground(lie).canvas.parts)


class _Ground:
    """The ground of a map: hexes, what grows on them, roads, rivers, boundaries, numbers."""

    def __init__(self, lie: _Lie) -> None:
        self.lie = lie
        self.spaces = {space.id: space for space in lie.spaces}
        self.canvas = Canvas()
        for space in lie.spaces:
            self._hex(space)
        for word, spaces in _by_terrain(lie.spaces):
            put(self.canvas, word, [lie.middle(space) for space in spaces], RADIUS)
        self._ways()
        with self.canvas.group("numbers"):
            for space in lie.spaces:
                self.canvas.text(self._number_at(space), space.id, 4.2, "number")

    def _hex(self, space: Space) -> None:
        """Draw the ground of a hex: a group of its own, which says what it is."""
        x, y = self.lie.middle(space)
        words = (space.id, space.name, space.terrain.replace("_", " "), space.mark)
        with self.canvas.group("place", ", ".join(filter(None, words)), place=space.id):
            outline = [(x + dx, y + dy) for dx, dy in CORNERS]
            self.canvas.shapes([outline], f"g-{kind_of(space.terrain)} l-grid")

    def _ways(self) -> None:
        roads = [self._joined(pair) for pair in self.lie.roads if self._known(pair)]
        self.canvas.lines(roads, "l-road")
        self.canvas.lines(roads, "l-bed")
        for name, pairs in self._edges():
            self.canvas.lines(
                [self._side(pair) for pair in pairs], f"l-{_edge(name, self.lie.edges)}"
            )

    def _known(self, pair: Pair) -> bool:
        return pair[0] in self.spaces and pair[1] in self.spaces

    def _edges(self) -> Iterator[tuple[str, list[Pair]]]:
        """Yield each kind of hexside, the widest first: a narrower one is drawn upon it."""
        kinds = sorted(self.lie.edges, key=lambda kind: -LINES[_edge(kind.name, self.lie.edges)][1])
        for kind in kinds:
            yield kind.name, [pair for pair in kind.pairs if self._known(pair)]

    def _joined(self, pair: Pair) -> list[Point]:
        return [self.lie.middle(self.spaces[number]) for number in pair]

    def _side(self, pair: Pair) -> list[Point]:
        """Return the two ends of the hexside between two hexes side by side."""
        (x, y), (p, q) = self._joined(pair)
        middle = (x + p) / 2, (y + q) / 2
        # The side is as long as a radius, and turned by a right angle against the way across.
        along = -(q - y) / (2 * HALF) * RADIUS / 2, (p - x) / (2 * HALF) * RADIUS / 2
        return [(middle[0] + way * along[0], middle[1] + way * along[1]) for way in (-1, 1)]

    def _number_at(self, space: Space) -> Point:
        x, y = self.lie.middle(space)
        return x - (0.29 * RADIUS if space.mark else 0.0), y - 0.71 * RADIUS


def _by_terrain(spaces: Iterable[Space]) -> Iterator[tuple[str, list[Space]]]:
    """Yield each word of terrain with its hexes."""
    for word, group in groupby(sorted(spaces, key=_terrain), key=_terrain):
        yield word, list(group)


def _edge(name: str, kinds: Sequence[Edges]) -> str:
    """Return which line a kind of hexside has among all kinds of a map."""
    for part in EDGES:
        if part in name.lower():
            return part
    return OTHERS[[kind.name for kind in kinds].index(name) % len(OTHERS)]


class _Drawing:
    """One picture on its way onto a sheet."""

    def __init__(
        self, picture: HexPicture, *, words: bool, trays: bool, titled: bool, legend: bool
    ) -> None:
        self.picture = picture
        self.opens = not words
        """Whether a page opens its stacks: then all of their counters are in it."""
        self.spaces = {space.id: space for space in picture.spaces}
        self.pieces: dict[str, list[Piece]] = {}
        for piece in picture.pieces:
            self.pieces.setdefault(piece.space, []).append(piece)
        whose = (piece.side for piece in picture.pieces)
        off = (tray.side for tray in picture.trays)
        self.sides = list(dict.fromkeys([*picture.sides, *whose, *picture.holders, *off]))
        columns = [space.column for space in picture.spaces] or [0]
        rows = [space.row for space in picture.spaces] or [0]
        across = max(columns) - min(columns)
        wide = 1.5 * RADIUS * across + 2 * RADIUS + 2 * margin(titled=titled)
        least = (LEAST_WIDTH if titled else LEAST_WIDTH / 2) if legend else 0.0
        self.page = Page(round(max(wide, least)), picture.title, titled=titled)
        self.lie = _Lie(
            tuple(replace(one, holder="") if one.holder else one for one in picture.spaces),
            picture.low_columns,
            picture.roads,
            picture.edges,
            left=self.page.width / 2 - 0.75 * RADIUS * across,
            top=self.page.y + HALF,
            first=(min(columns), min(rows)),
        )
        self._map()
        self.page.y = self.lie.top + 2 * HALF * (max(rows) - min(rows)) + 2 * HALF + 12
        if legend:
            self._legend()
        if trays:
            self.page.trays(picture.trays, self.sides)
        self.page.tracks(picture.tracks)
        if words:
            self.page.flow(list(self._words()), max(1, round(self.page.width / 260)))

    # --- the map -------------------------------------------------------------------------------

    def _map(self) -> None:
        with self.page.group("ground"):
            self.page.parts += _ground(self.lie)
        for space in self.picture.spaces:
            self._mark(space)
        with self.page.group("counters"):
            for number, pieces in self.pieces.items():
                if number in self.spaces:
                    self._stack(self.spaces[number], pieces)
        with self.page.group("names"):
            for space in self.picture.spaces:
                self._name(space)
        at = {place: self.lie.middle(self.spaces[place]) for place in self._moved()}
        self.page.moves([(at.get(one), at.get(two)) for one, two in self.picture.moves], RADIUS / 2)

    def _moved(self) -> set[str]:
        return {place for pair in self.picture.moves for place in pair} & self.spaces.keys()

    # --- a hex ---------------------------------------------------------------------------------

    def _mark(self, space: Space) -> None:
        """Draw the mark of a hex in the colours of who holds it."""
        held = space.holder in self.picture.holders
        if not space.mark and not held:
            return
        x, y = self.lie.middle(space)
        at = x + 0.52 * RADIUS, y - 0.5 * RADIUS
        number = self._colours(space.holder) if held else 0
        self.page.disc(at, 0.24 * RADIUS, f"held c{number}" if held else "plain")
        if space.mark:
            self.page.text(at, space.mark[:2], 5.0, f"on{number}" if held else "", bold=True)

    def _colours(self, whose: str) -> int:
        return colours_of(self.sides.index(whose))

    def _name(self, space: Space) -> None:
        """Write the name of a place below what stands there; of ``City (Quarter)`` the quarter.

        A plate lies under it, for what stands in a hex beside it may reach as far.
        """
        if space.name:
            x, y = self.lie.middle(space)
            short = space.name.rpartition("(")[2].rstrip(") ") or space.name
            size = min(5.6, NAME_ROOM / (0.64 * len(short)))
            at, wide = (x, y + 0.72 * RADIUS), 0.66 * size * len(short)
            plate = f"g-{kind_of(space.terrain)}"
            self.page.box((x - wide / 2, at[1] - PLATE / 2), (wide, PLATE), plate)
            self.page.text(at, short, round(size, 1), bold=True)

    def _stack(self, space: Space, pieces: list[Piece]) -> None:
        """Draw the counters of a hex below each other, above the name of its place if any.

        Markers lie beneath the units, at their lower left; where no unit stands as units do.
        """
        units = [piece for piece in pieces if not piece.marker] or pieces
        shown = units if len(units) <= MOST_COUNTERS else units[: MOST_COUNTERS - 1]
        slots = min(len(units), MOST_COUNTERS)
        x, y = self.lie.middle(space)
        room = 0.85 * RADIUS if slots == 1 else 1.1 * RADIUS
        if space.name:
            room = min(room, 0.95 * RADIUS)
        else:
            y += 0.1 * RADIUS
        high = room / slots
        size = 1.45 * RADIUS, high - 0.4
        rest = units[len(shown) :] if self.opens else []
        with self.page.group("stack", place=space.id):
            if units is not pieces:
                self._markers(space, [piece for piece in pieces if piece.marker])
            for row, piece in enumerate([*shown, *rest]):
                at = x, y - room / 2 + (min(row, slots - 1) + 0.5) * high
                self._piece(piece, at, size, below=row >= len(shown))
            if len(shown) < len(units):
                at = x, y + room / 2 - 0.5 * high
                with self.page.group("more", "; ".join(piece.text for piece in units)):
                    self.page.box((at[0] - size[0] / 2, at[1] - size[1] / 2), size, "box")
                    self.page.text(at, f"+{len(units) - len(shown)}", 5, bold=True)

    def _markers(self, space: Space, markers: Sequence[Piece]) -> None:
        x, y = self.lie.middle(space)
        wide, high = MARKER
        for number, piece in enumerate(markers):
            at = x + (number - 0.9) * (wide + 0.5), y + 0.76 * RADIUS - high / 2
            self._piece(piece, at, MARKER)

    def _piece(self, piece: Piece, at: Point, size: Point, *, below: bool = False) -> None:
        unit = {} if piece.marker else {"unit": piece.name or piece.label}
        with self.page.group(f"piece{' below' * below}", piece.text, side=piece.side, **unit):
            label, rank = cut(piece.label, LETTERS_MOST), self.sides.index(piece.side)
            self.page.counter(at, size, label, rank, look=piece.look)

    # --- below the map -------------------------------------------------------------------------

    def _legend(self) -> None:
        """Draw the legend: ground, lines, sides, from the left to the right and on below."""
        x, step = self.page.margin, 118.0
        entries: list[tuple[str, str]] = [
            ("ground", word) for word, _ in _by_terrain(self.picture.spaces)
        ]
        entries += [("edge", kind.name) for kind in self.picture.edges]
        entries += [("road", "road")] * bool(self.picture.roads)
        entries += [("side", side) for side in self.sides]
        entries += [("held", side) for side in self.picture.holders]
        for kind, word in entries:
            if x + step > self.page.width - self.page.margin / 2:
                x, self.page.y = self.page.margin, self.page.y + 15
            self._sample((x + 9, self.page.y + 7), kind, word)
            reported = {"held": f"held by {word}", "side": f"units of {word}"}.get(kind, word)
            at = x + 22, self.page.y + 7
            self.page.text(at, reported.replace("_", " "), SMALL, align="left")
            x += step
        self.page.y += 18
        for line in self.picture.key if self.opens else ():  # else it is among the words
            for part in self.page.wrapped(line, self.page.width - 2 * self.page.margin, SMALL):
                at = self.page.margin, self.page.y + 2
                self.page.text(at, part, SMALL, align="left", escaped=True)
                self.page.y += 11

    def _sample(self, at: Point, kind: str, word: str) -> None:
        x, y = at
        if kind == "ground":
            outline = [(x + dx / 2.4, y + dy / 2.4) for dx, dy in CORNERS]
            self.page.shapes([outline], f"g-{kind_of(word)} l-grid")
            put(self.page, word, [at], RADIUS / 2.4)
        elif kind == "side":
            self.page.counter(at, (16, 10), "", self.sides.index(word))
        elif kind == "held":
            self.page.disc(at, 4.2, f"held c{self._colours(word)}")
        else:
            names = ("road", "bed") if kind == "road" else (_edge(word, self.picture.edges),)
            for name in names:
                self.page.lines([[(x - 8, y), (x + 8, y)]], f"l-{name}")

    def _words(self) -> Iterator[Entry]:
        """Say everything in words: what is peculiar to the map, notes, places, counters."""
        low = "Even" if self.picture.low_columns == "even" else "Odd"
        yield Entry(f"{low} columns sit half a hex lower. A hex is its column, then its row.")
        if any(space.mark for space in self.picture.spaces):
            yield Entry("The disc at the upper right of a hex shows its mark.")
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
