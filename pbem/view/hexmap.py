"""A hex map drawn in a terminal: columns and rows numbered, half-hex steps, pieces and terrain.

A hex is two lines high and shares its walls with its neighbours; every second column sits one line
lower, as it does on the printed map. A counter takes the upper line, and the lower one shows what
it stands on, or the rest of its label. Empty sea around the island is cut off; a map too wide for
the terminal is drawn in parts beside each other. Text of others is escaped.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby

from pbem.crypto.text import escape
from pbem.kit.picture import HexPicture, Piece, Space
from pbem.view.paint import BOLD, DIM, counter_ink, in_columns, ink, paint, plain, wrapped

WIDEST, NARROWEST = 5, 3
"""Characters from one hex to the next. Five hold every label; three fit 31 columns on 100."""

MARGIN = 3
"""Width of the row numbers on either side."""

AROUND = 2 * MARGIN + 1
"""What a line of the map has besides its hexes: row numbers, and the last wall."""

SEA = ("sea", "ocean", "water", "lake", "off")
"""Terrain that is left blank, and cut off around the land where nothing stands in it."""

GROUND = {
    "sea": (24, 17),
    "clear": (143, 58),
    "beach": (229, 101),
    "broken": (137, 94),
    "rough": (137, 94),
    "hill": (137, 94),
    "mountain": (250, 240),
    "woods": (71, 22),
    "forest": (71, 22),
    "jungle": (71, 22),
    "cane": (113, 64),
    "town": (16, 180),
    "city": (16, 180),
    "airfield": (188, 243),
    "marsh": (73, 23),
    "swamp": (73, 23),
    "river": (39, 24),
}
"""Colours of terrain words, ink and paper, numbers of the 256-colour palette."""

OTHER_GROUND = (250, 238)

ENTRY_INDENT = 21
"""Where the words of an entry in the list of counters begin."""

Lines = tuple[tuple[Piece | None, str], tuple[Piece | None, str]]
"""Upper and lower line of a hex: what stands there, and of which counter if it is of one."""


def lines(picture: HexPicture, width: int, *, colour: bool) -> list[str]:
    """Return the map with legend, counters and notes.

    Hexes are as wide as fit, 3 to 5 characters; a map that does not fit with 3 is drawn in several
    parts, west to east, whose last and first columns are the same. The pieces are listed below, so
    that a label cut short and the ground under a counter can be read.
    """
    return _Drawing(picture, width, colour).lines()


class _Drawing:
    """One picture on its way into lines."""

    def __init__(self, picture: HexPicture, width: int, colour: bool) -> None:
        self.picture = picture
        self.width = width
        self.colour = colour
        self.pieces: dict[str, list[Piece]] = {}
        for piece in picture.pieces:
            self.pieces.setdefault(piece.space, []).append(piece)
        self.sides = list(dict.fromkeys(piece.side for piece in picture.pieces))
        self.names = {space.id: space for space in picture.spaces}
        self.shown = _shown(picture.spaces, self.pieces)
        self.drawn = {
            (space.column, space.row): space
            for space in self.shown
            if space.terrain not in SEA or space.id in self.pieces
        }
        columns = [space.column for space in self.shown] or [0]
        self.parts = _parts(range(min(columns), max(columns) + 1), width)
        fits = (width - AROUND) // max(map(len, self.parts))
        self.cell = max(NARROWEST, min(WIDEST, fits))
        self.texts = self._write()

    def lines(self) -> list[str]:
        title = escape(self.picture.title)
        told = [self._paint(BOLD, title), ""]
        for columns in self.parts if self.shown else ():
            told += [*self._map(columns), ""]
        told += [*self._legend(), ""]
        told += self._pieces()
        told += self._notes()
        while told and not told[-1]:
            told.pop()
        return [line.rstrip() for line in told]

    def _paint(self, code: str, text: str) -> str:
        return paint(code, text, colour=self.colour)

    # --- the map -----------------------------------------------------------------------------

    def _low(self, column: int) -> bool:
        """Whether a column (from 0) sits half a hex lower; the words count from 1."""
        return (column % 2 == 1) == (self.picture.low_columns == "even")

    def _map(self, columns: range) -> list[str]:
        header = " " * MARGIN + "".join(
            " " + f"{column + 1:02d}".center(self.cell - 1) for column in columns
        )
        spaces = self.drawn.values() or self.shown
        seen = [space.row for space in spaces if space.column in columns] or [0]
        rows = range(min(seen), max(seen) + 1)
        body = [self._row(columns, rows, line) for line in range(-1, 2 * len(rows) + 1)]
        while body and not plain(body[-1]).strip():
            body.pop()
        while body and not plain(body[0]).strip():
            body.pop(0)
        return [self._paint(DIM, header), *body, self._paint(DIM, header)]

    def _row(self, columns: range, rows: range, line: int) -> str:
        row = rows.start + line // 2
        number = f"{row + 1:02d}" if line % 2 == 0 and row in rows else ""
        parts = [self._paint(DIM, number.ljust(MARGIN))]
        for column in columns:
            space, half = self._at(columns, rows, column, line)
            if space is None:
                parts.append(self._void(columns, rows, column, line))
            else:
                parts.append(self._block(space, half))
        parts.append(self._void(columns, rows, columns.stop, line)[:1])
        parts.append(self._paint(DIM, number.rjust(MARGIN)))
        return "".join(parts)

    def _at(self, columns: range, rows: range, column: int, line: int) -> tuple[Space | None, int]:
        """Return the hex on a line of the map, and whether that is its upper or lower half."""
        own = line - 1 if self._low(column) else line
        row = rows.start + own // 2
        found = self.drawn.get((column, row)) if column in columns and row in rows else None
        return found, own % 2

    def _void(self, columns: range, rows: range, column: int, line: int) -> str:
        """Return a block of water: blank, but for the walls of the hexes beside and below."""
        beside, half = self._at(columns, rows, column - 1, line)
        below, upper = self._at(columns, rows, column, line + 1)
        wall = " " if beside is None else "/" if half else "\\"
        floor = "_" if below is not None and upper == 0 else " "
        return wall + floor * (self.cell - 1)

    def _block(self, space: Space, half: int) -> str:
        """Return the upper (0) or lower (1) line of a hex with its left wall.

        A line of a label that is as wide as the hex takes the place of the wall, unless what
        stands to the left of the wall would run into it.
        """
        piece, text = self.texts[space.column, space.row][half]
        if piece is not None:
            return self._counter(piece, self._walled(half, text))
        return self._ground(space, self._walled(half, text))

    def _write(self) -> dict[tuple[int, int], Lines]:
        """Return what stands in every hex, by column and row, decided from west to east."""
        texts: dict[tuple[int, int], Lines] = {}
        for column, row in sorted(self.drawn):
            free = self._room(texts, column, row, 0), self._room(texts, column, row, 1)
            texts[column, row] = self._texts(self.drawn[column, row], *free)
        return texts

    def _room(self, texts: dict[tuple[int, int], Lines], column: int, row: int, half: int) -> int:
        """Return how many characters have room on a line of a hex: with the wall or without."""
        line = 2 * row + half + self._low(column) - self._low(column - 1)
        beside = texts.get((column - 1, line // 2))
        if beside is None:
            return self.cell
        reaches = self._walled(line % 2, beside[line % 2][1])[-1] not in " _"
        return self.cell - 1 if reaches else self.cell

    def _texts(self, space: Space, upper: int, lower: int) -> Lines:
        """Return both lines of a hex, of so many characters at most, and whose counters they are.

        The first counter of a stack comes first; below it the rest of its label if that is long,
        else the only other counter, or how many there are, or the ground.
        """
        stack = self.pieces.get(space.id, [])
        symbol = self._symbol(space)
        if not stack:
            return (None, symbol), (None, "")
        top, more = stack[0], stack[1:]
        first, rest = _split(escape(top.label), upper, lower)
        if rest:
            return (top, first), (top, rest)
        if len(more) == 1:
            return (top, first), (more[0], escape(more[0].label)[:lower])
        return (top, first), (None, f"+{len(more)}"[:lower] if more else symbol)

    def _walled(self, half: int, text: str) -> str:
        """Return a line of a hex with what stands in it."""
        if len(text) >= self.cell:
            return text
        return ("\\" if half else "/") + text.center(self.cell - 1, "_" if half else " ")

    def _symbol(self, space: Space) -> str:
        return self.picture.symbols.get(space.terrain, "?")[:1]

    def _ground(self, space: Space, text: str) -> str:
        return self._paint(ink(GROUND.get(space.terrain, OTHER_GROUND)), text)

    def _counter(self, piece: Piece, text: str) -> str:
        return self._paint(counter_ink(self.sides.index(piece.side)), text)

    # --- beside the map ----------------------------------------------------------------------

    def _legend(self) -> list[str]:
        used = dict.fromkeys(space.terrain for space in self.shown)
        parts = [
            f"{self.picture.symbols.get(word, '?')[:1]} {escape(word)}"
            for word in sorted(used)
            if word not in SEA
        ]
        told = f"Ground: {', '.join(parts)}; without walls: water."
        low = "Even" if self.picture.low_columns == "even" else "Odd"
        return [
            *self._wrapped(told),
            *self._wrapped(
                f"{low} columns sit half a hex lower. A hex is its column, then its row."
            ),
        ]

    def _pieces(self) -> list[str]:
        """List every counter by side: where it stands, on what, its label and what it is."""
        told: list[str] = []
        ordered = sorted(self.picture.pieces, key=lambda piece: self.sides.index(piece.side))
        for side, group in groupby(ordered, key=lambda piece: piece.side):
            pieces = list(group)
            mark = self._counter(pieces[0], f" {escape(side)} ")
            told.append(f"{mark} {len(pieces)} on the map")
            entries = [self._entry(piece) for piece in sorted(pieces, key=_by_place)]
            told += [*in_columns(entries, self.width, ENTRY_INDENT), ""]
        return told

    def _entry(self, piece: Piece) -> str:
        space = self.names.get(piece.space)
        ground = "" if space is None else escape(space.terrain)
        return f"{escape(piece.space)} {ground:9.9} {escape(piece.label):5} {escape(piece.text)}"

    def _notes(self) -> list[str]:
        told: list[str] = []
        for note in self.picture.notes:
            told += self._wrapped(escape(note))
        return told

    def _wrapped(self, text: str) -> list[str]:
        return wrapped(text, self.width)


def _shown(spaces: Sequence[Space], pieces: Mapping[str, object]) -> list[Space]:
    """Return the spaces inside the rectangle around all land and everything that stands at sea."""
    matter = [space for space in spaces if space.terrain not in SEA or space.id in pieces]
    if not matter:
        return list(spaces)
    columns = [space.column for space in matter]
    rows = [space.row for space in matter]
    return [
        space
        for space in spaces
        if min(columns) <= space.column <= max(columns) and min(rows) <= space.row <= max(rows)
    ]


def _parts(columns: range, width: int) -> list[range]:
    """Cut columns into as few parts as fit beside each other; neighbours share a column."""
    most = max(2, (width - AROUND) // NARROWEST)
    if len(columns) <= most:
        return [columns]
    count = -(-(len(columns) - 1) // (most - 1))
    step = -(-(len(columns) - 1) // count)
    starts = range(columns.start, columns.stop - 1, step)
    return [range(start, min(start + step + 1, columns.stop)) for start in starts]


def _split(label: str, upper: int, lower: int) -> tuple[str, str]:
    """Cut a label too long for one line in two, where letters, digits and strokes meet.

    The lines have room for ``upper`` and ``lower`` characters.
    """
    if len(label) <= upper:
        return label, ""
    meets = [i for i in range(1, upper + 1) if _sort_of(label[i - 1]) != _sort_of(label[i])]
    fit = [i for i in meets if len(label) - i <= lower and _sort_of(label[i]) != "stroke"]
    at = fit[-1] if fit else upper
    return label[:at], label[at : at + lower]


def _sort_of(char: str) -> str:
    if char.isalnum():
        return "digit" if char.isdigit() else "letter"
    return "stroke"


def _by_place(piece: Piece) -> str:
    return piece.space
