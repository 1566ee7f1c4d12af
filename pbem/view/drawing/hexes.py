"""A hex map drawn on a sheet: ground, roads, rivers, boundaries, towns, counters, and all in words.

Columns stand straight, every second one half a hex lower, as the numbers of the hexes imply.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import groupby
from math import sqrt
from typing import NamedTuple

from msgspec.structs import replace

from pbem.kit.picture import CUT_LINE, Edges, HexPicture, Pair, Piece, Space, cut
from pbem.view.drawing.canvas import Canvas, Curve, Point
from pbem.view.drawing.ground import WET, kind_of, put
from pbem.view.drawing.page import SMALL, Entry, Page, margin
from pbem.view.drawing.regions import Chain, Corner, along, between, bridged, outlines
from pbem.view.drawing.style import LINES, colours_of

RADIUS = 17.0
"""From the middle of a hex to a corner, in points."""

HALF = sqrt(3) / 2 * RADIUS
"""From the middle of a hex to a side."""

CORNERS = tuple(
    (RADIUS * across, HALF * down)
    for across, down in ((1, 0), (0.5, 1), (-0.5, 1), (-1, 0), (-0.5, -1), (0.5, -1))
)

EDGES = ("boundary", "river", "stream", "zone")
WATERS = ("river", "stream")
"""Part of the name of a kind of hexside, by which it has its line; some flow beneath bridges."""
OTHERS = ("other0", "other1")

MARKER = (0.52 * RADIUS, 0.36 * RADIUS)
"""Size of a marker that lies beneath the units of its hex."""

COUNTER = (1.16 * RADIUS, 1.16 * RADIUS)
"""Size of a counter."""

MOST_COUNTERS, PILED = 3, (2.4, -0.9)
"""So many counters of a pile are seen; each lies so far beside the one upon it."""

LETTERS_MOST = 8
"""So many signs of a name can still be read on a counter."""

LEGEND_LETTERS = 28
"""So many letters fit into one column of the legend."""

NAME_ROOM = 2.1 * RADIUS
"""How wide the name of a place may be."""

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

    Anyone who holds them: that is drawn upon the ground.
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
def _ground(lie: _Lie) -> tuple[str, ...]:
    """Return the ground of a map as lines of SVG."""
    return tuple(_Ground(lie).canvas.parts)


class _Ground:
    """The ground of a map: what it is made of, coasts, roads, rivers, boundaries, numbers.

    Hexes of one terrain run together into one ground with soft corners; the grid lies upon it.
    """

    def __init__(self, lie: _Lie) -> None:
        self.lie = lie
        self.spaces = {space.id: space for space in lie.spaces}
        self.canvas = Canvas()
        self._terrain()
        for word, spaces in _by_terrain(lie.spaces):
            put(self.canvas, word, [lie.middle(space) for space in spaces], RADIUS)
        for space in lie.spaces:
            self._hex(space)
        self._ways()
        with self.canvas.group("numbers"):
            for space in lie.spaces:
                self.canvas.text(self._number_at(space), space.id, 4.2, "number")

    def _terrain(self) -> None:
        """Draw all ground: what most of the map is made of first, then the rest upon it."""
        lie, every = self.lie, {self.lie.corner(space) for space in self.lie.spaces}
        kinds = {
            word: {lie.corner(space) for space in spaces}
            for word, spaces in _by_terrain(lie.spaces)
        }
        wet = {word: where for word, where in kinds.items() if word.lower() in WET}
        dry = {word: where for word, where in kinds.items() if word not in wet}
        water, land = set().union(*wet.values()), set().union(*dry.values())
        coast = self._curves(between(land, water))
        self._regions(wet, every, every)
        self.canvas.curves(coast, "line l-shoal")
        self._regions(dry, land, every)
        self.canvas.curves(coast, "line l-coast")

    def _regions(
        self, kinds: Mapping[str, set[Corner]], whole: set[Corner], every: set[Corner]
    ) -> None:
        """Fill ``whole`` with the kind that has most hexes, then draw the others upon it."""
        most = max(kinds, key=lambda word: len(kinds[word]), default="")
        for word in sorted(kinds, key=lambda word: word != most):
            self._region(word, whole if word == most else kinds[word], every)

    def _region(self, word: str, where: set[Corner], every: set[Corner]) -> None:
        self.canvas.curves(self._curves(outlines(where, every)), f"g-{kind_of(word)}")

    def _curves(self, chains: Iterable[Chain]) -> list[Curve]:
        point = self.lie.point
        return [
            Curve(
                [point(corner) for corner in one.corners],
                one.closed,
                {point(corner) for corner in one.sharp},
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
            kind = _edge(name, self.lie.edges)
            middles = self._middles(pairs)
            if kind in WATERS:
                middles += bridged(middles, self._middles(filter(self._known, self.lie.roads)))
            self.canvas.curves(self._curves(along(middles)), f"line l-{kind}")
        roads = [self._joined(pair) for pair in self.lie.roads if self._known(pair)]
        self.canvas.lines(roads, "l-road")
        self.canvas.lines(roads, "l-bed")

    def _middles(self, pairs: Iterable[Pair]) -> list[tuple[Corner, Corner]]:
        at = {number: self.lie.corner(space) for number, space in self.spaces.items()}
        return [(at[one], at[other]) for one, other in pairs]

    def _known(self, pair: Pair) -> bool:
        return pair[0] in self.spaces and pair[1] in self.spaces

    def _edges(self) -> Iterator[tuple[str, list[Pair]]]:
        """Yield each kind of hexside, the widest first: a narrower one is drawn upon it."""
        kinds = sorted(self.lie.edges, key=lambda kind: -LINES[_edge(kind.name, self.lie.edges)][1])
        for kind in kinds:
            yield kind.name, [pair for pair in kind.pairs if self._known(pair)]

    def _joined(self, pair: Pair) -> list[Point]:
        return [self.lie.middle(self.spaces[number]) for number in pair]

    def _number_at(self, space: Space) -> Point:
        x, y = self.lie.middle(space)
        return x - (0.29 * RADIUS if space.mark else 0.0), y - 0.74 * RADIUS


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
        with self.page.group("counters"):
            for number, pieces in self.pieces.items():
                if number in self.spaces:
                    self._stack(self.spaces[number], pieces)
        for space in self.picture.spaces:
            self._mark(space)
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
        at = x + 0.56 * RADIUS, y - 0.58 * RADIUS
        number = self._colours(space.holder) if held else 0
        self.page.disc(at, 0.24 * RADIUS, f"held c{number}" if held else "plain")
        if space.mark:
            self.page.text(at, space.mark[:2], 5.0, f"on{number}" if held else "", bold=True)

    def _colours(self, whose: str) -> int:
        return colours_of(whose, self.sides)

    def _name(self, space: Space) -> None:
        """Write the name of a place below what stands there; of ``City (Quarter)`` the quarter.

        A rim in the colour of the paper lies around it, for roads and signs lie beneath.
        """
        if space.name:
            x, y = self.lie.middle(space)
            short = space.name.rpartition("(")[2].rstrip(") ") or space.name
            size = round(min(5.6, NAME_ROOM / (0.64 * len(short))), 1)
            self.page.text((x, y + 0.79 * RADIUS), short, size, "name", bold=True)

    def _stack(self, space: Space, pieces: list[Piece]) -> None:
        """Draw the counters of a hex as one pile, the first on top, and how many there are.

        Markers lie beneath the units, at their lower left; if no unit is there, they lie as units.
        """
        units = [piece for piece in pieces if not piece.marker] or pieces
        shown = units[:MOST_COUNTERS]
        x, y = self.lie.middle(space)
        left = x - PILED[0] * (len(shown) - 1) / 2
        with self.page.group("stack", place=space.id):
            if units is not pieces:
                self._markers(space, [piece for piece in pieces if piece.marker])
            for piece in units[MOST_COUNTERS:] if self.opens else ():
                self._piece(piece, (left, y), COUNTER, below=True)
            for deep in range(len(shown) - 1, -1, -1):
                at = left + PILED[0] * deep, y + PILED[1] * deep
                self._piece(shown[deep], at, COUNTER)
            if len(units) > 1:
                at = left - COUNTER[0] / 2 + 1, y + COUNTER[1] / 2 - 1
                with self.page.group("more", "; ".join(piece.text for piece in units)):
                    self.page.disc(at, 3.4, "badge")
                    self.page.text(at, str(len(units)), 4.6, "onhere", bold=True)

    def _markers(self, space: Space, markers: Sequence[Piece]) -> None:
        x, y = self.lie.middle(space)
        wide, high = MARKER
        for number, piece in enumerate(markers):
            at = x + (number - 0.9) * (wide + 0.5), y + 0.76 * RADIUS - high / 2
            self._piece(piece, at, MARKER)

    def _piece(self, piece: Piece, at: Point, size: Point, *, below: bool = False) -> None:
        unit = {} if piece.marker else {"unit": piece.name or piece.label}
        with self.page.group(f"piece{' below' * below}", piece.text, side=piece.side, **unit):
            label = cut(piece.label, LETTERS_MOST)
            self.page.counter(at, size, label, self._colours(piece.side), look=piece.look)

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
            who = self.picture.name(word)
            reported = {"held": f"held by {who}", "side": f"units of {who}"}.get(kind, word)
            at = x + 22, self.page.y + 7
            self.page.text(at, reported.replace("_", " "), SMALL, align="left")
            x += step * (1 + len(reported) // LEGEND_LETTERS)
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
            self.page.counter(at, (10, 10), "", self._colours(word))
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
                yield Entry(f"{self.picture.name(side)}: {len(mine)} on the map", heading=True)
            for piece in sorted(mine, key=lambda piece: piece.space):
                known = piece.text.startswith(piece.label)
                label = "" if known else f"{piece.label} \u2013 "
                yield Entry(f"{piece.space} {label}{piece.text}")


def _terrain(space: Space) -> str:
    return space.terrain
