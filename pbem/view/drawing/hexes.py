"""A hex map drawn on a sheet: its ground, towns, counters, a legend, and all in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from pbem.kit.picture import CUT_LINE, HexPicture, Look, Piece, Space, cut
from pbem.view.drawing.canvas import Point
from pbem.view.drawing.ground import WET, kind_of, put
from pbem.view.drawing.hexground import (
    CORNERS,
    HALF,
    RADIUS,
    Lie,
    by_terrain,
    deep,
    edge_kind,
    ground,
    numbers,
)
from pbem.view.drawing.page import LEADING, SMALL, Entry, Page, margin
from pbem.view.drawing.style import colours_of

MARKER, BESIDE = (6.4, 5.4), 13.2
"""Size of a marker that lies beside the units of its hex, and how far from the middle it lies."""

ALONE, ABOVE = (11.0, 7.6), 5.5
"""Size of a marker in a hex without units, and how far above the middle it lies."""

COUNTER = (1.16 * RADIUS, 1.16 * RADIUS)
"""Size of a counter."""

MOST_COUNTERS, PILED = 3, (-1.8, -0.4)
"""So many counters of a pile are seen; each lies so far beside the one upon it."""

DISC, PILL = 3.3, 3.6
"""Half the size of a hex's mark, and how high it is above a counter."""

LETTERS_MOST = 8
"""So many signs of a name can still be read on a counter."""

LEGEND_LETTERS = 22
"""So many letters fit into one column of the legend."""

NAME, NAME_AT, WIDTH = 4.6, 12.9, 0.66
"""How high a name is written, how far below the middle of its hex, how wide a letter is by its
height."""

NAME_ROOM, APART = 1.05 * RADIUS, 0.4
"""How far a name may reach to each side, and how far it stays from a counter that is nearer."""

LEAST_WIDTH = 620.0


def page(
    picture: HexPicture,
    *,
    words: bool = True,
    trays: bool = True,
    titled: bool = True,
    legend: bool = True,
) -> Page:
    """Return a sheet with the map.

    Args:
        picture: The map.
        words: With places, counters and notes in words below it.
        trays: With the counters off the map.
        titled: With its title above it, and a margin.
        legend: With its legend. Without it the sheet is as wide as the hexes.
    """
    return _Drawing(picture, words=words, trays=trays, titled=titled, legend=legend).page


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
        self.lie = Lie(
            tuple(replace(one, holder="") if one.holder else one for one in picture.spaces),
            picture.low_columns,
            picture.roads,
            picture.edges,
            left=self.page.width / 2 - 0.75 * RADIUS * across,
            top=self.page.y + HALF,
            first=(min(columns), min(rows)),
        )
        self.at = {self.lie.corner(space): space.id for space in picture.spaces}
        self.page.afloat = _afloat(picture.spaces)
        self._map()
        self.page.y = self.lie.top + 2 * HALF * (max(rows) - min(rows)) + 2 * HALF + 12
        self.page.end_map()
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
            self.page.parts += ground(self.lie)
            self._numbers()
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

    def _numbers(self) -> None:
        """Write the numbers of hexes; a page writes those above counters no larger than here.

        It leaves out those of water that is far from land.
        """
        found, far = numbers(self.lie), deep(self.lie)
        kinds = {one: "crowded" if one in self.pieces else "deep" for one in far | {*self.pieces}}
        for group in ("numbers", "crowded", "deep"):
            with self.page.group(group):
                self.page.parts += [
                    line for one, line in found.items() if kinds.get(one, "numbers") == group
                ]

    def _mark(self, space: Space) -> None:
        """Draw the mark of a hex in the colours of who holds it; above a counter it is smaller."""
        held = space.holder in self.picture.holders
        if not space.mark and not held:
            return
        x, y = self.lie.middle(space)
        colours = self._colours(space.holder) if held else 0
        cls, ink, mark = f"held c{colours}" if held else "plain", f"on{colours}" * held, space.mark
        if space.id in self.pieces:
            wide = max(PILL, 2.4 * len(mark[:2]) + 1)
            at = x + 9.1 - wide / 2, y - 12.2
            corner = at[0] - wide / 2, at[1] - PILL / 2
            self.page.box(corner, (wide, PILL), cls, round_by=PILL / 2)
        else:
            at = x + 8.85, y - 10.2
            self.page.disc(at, DISC, cls)
        if mark:
            size = 3.3 if space.id in self.pieces else 4.6
            self.page.text(at, mark[:2], size, ink, bold=True)

    def _colours(self, whose: str) -> int:
        return colours_of(whose, self.sides)

    def _name(self, space: Space) -> None:
        """Write the name of a place below what stands there; of ``City (Quarter)`` the quarter.

        It stays apart from the counters of the hexes to both sides of it. A rim in the colour of
        the paper lies around it, for roads and signs lie beneath.
        """
        if space.name:
            x, y = self.lie.middle(space)
            short = space.name.rpartition("(")[2].rstrip(") ") or space.name
            left, right = self._free(space)
            size = int(10 * min(NAME, (right - left) / (WIDTH * len(short)))) / 10
            half = WIDTH * size * len(short) / 2
            across = max(left + half, min(0.0, right - half))
            self.page.text((x + across, y + NAME_AT), short, size, "name", bold=True)

    def _free(self, space: Space) -> tuple[float, float]:
        """Return how far the name of a hex may reach, from its middle to the left and right."""
        across, down = self.lie.corner(space)
        step, half = 1.5 * RADIUS, COUNTER[0] / 2
        left, right = -NAME_ROOM, NAME_ROOM
        if pieces := self._standing((across - 3, down + 1)):
            marked = any(piece.marker for piece in pieces)
            left = max(left, (BESIDE + MARKER[0] / 2 if marked else half) - step + APART)
        if pieces := self._standing((across + 3, down + 1)):
            deep = max(0, min(MOST_COUNTERS, len(_units(pieces))) - 1)
            right = min(right, step - half + PILED[0] * deep - APART)
        return left, right

    def _standing(self, corner: tuple[int, int]) -> list[Piece]:
        return self.pieces.get(self.at.get(corner, ""), [])

    def _stack(self, space: Space, pieces: list[Piece]) -> None:
        """Draw the counters of a hex as one pile, the first on top, and how many there are.

        Markers lie beside the units; if no unit is there, they lie above the middle.
        """
        units = _units(pieces)
        shown = units[:MOST_COUNTERS]
        x, y = self.lie.middle(space)
        with self.page.group("stack", place=space.id):
            markers = [piece for piece in pieces if piece.marker]
            if not units:
                self._markers(markers, (x, y - ABOVE), ALONE)
                return
            self._markers(markers, (x + BESIDE, y), MARKER)
            for piece in units[MOST_COUNTERS:] if self.opens else ():
                self._piece(piece, (x, y), COUNTER, below=True)
            for deep in range(len(shown) - 1, -1, -1):
                at = x + PILED[0] * deep, y + PILED[1] * deep
                self._piece(shown[deep], at, COUNTER)
            if len(units) > 1:
                at = x - COUNTER[0] / 2 + 0.5, y + COUNTER[1] / 2 - 3.2
                with self.page.group("more", "; ".join(piece.text for piece in units)):
                    self.page.disc(at, 3.4, "badge")
                    self.page.text(at, str(len(units)), 4.6, "onhere", bold=True)

    def _markers(self, markers: Sequence[Piece], at: Point, size: Point) -> None:
        """Draw markers, the first on top: pale, or they would look like units."""
        for piece in reversed(markers):
            self._piece(replace(piece, look=Look(spent=True)), at, size)

    def _piece(self, piece: Piece, at: Point, size: Point, *, below: bool = False) -> None:
        unit = {} if piece.marker else {"unit": piece.name or piece.label}
        with self.page.group(f"piece{' below' * below}", piece.text, side=piece.side, **unit):
            label = cut(piece.label, LETTERS_MOST)
            self.page.counter(at, size, label, self._colours(piece.side), look=piece.look)

    # --- below the map -------------------------------------------------------------------------

    def _legend(self) -> None:
        """Draw the legend: ground, lines, sides, from the left to the right and on below."""
        x, step = self.page.margin, 140.0
        entries: list[tuple[str, str]] = [
            ("ground", word) for word, _ in by_terrain(self.picture.spaces)
        ]
        entries += [("edge", kind.name) for kind in self.picture.edges]
        entries += [("road", "road")] * bool(self.picture.roads)
        entries += [("side", side) for side in self.sides]
        entries += [("held", side) for side in self.picture.holders]
        for kind, word in entries:
            if x + step > self.page.width - self.page.margin / 2:
                x, self.page.y = self.page.margin, self.page.y + 17
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
                self.page.y += LEADING

    def _sample(self, at: Point, kind: str, word: str) -> None:
        x, y = at
        if kind == "ground":
            outline = [(x + dx / 2.4, y + dy / 2.4) for dx, dy in CORNERS]
            self.page.shapes([outline], f"g-{kind_of(word)} l-grid")
            put(self.page, word, [at], RADIUS / 2.4)
        elif kind == "side":
            with self.page.group("key", self.picture.name(word), of=word):
                self.page.counter(at, (10, 10), "", self._colours(word))
        elif kind == "held":
            self.page.disc(at, 4.2, f"held c{self._colours(word)}")
        else:
            names = ("road", "bed") if kind == "road" else (edge_kind(word, self.picture.edges),)
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


def _afloat(spaces: Sequence[Space]) -> bool:
    """Whether most of the hexes at the edges of a map are water."""
    columns, rows = {one.column for one in spaces}, {one.row for one in spaces}
    if not spaces:
        return False
    ends, sides = {min(columns), max(columns)}, {min(rows), max(rows)}
    edge = [one.terrain.lower() in WET for one in spaces if one.column in ends or one.row in sides]
    return 2 * sum(edge) > len(edge)


def _units(pieces: list[Piece]) -> list[Piece]:
    """Return the units among pieces."""
    return [piece for piece in pieces if not piece.marker]
