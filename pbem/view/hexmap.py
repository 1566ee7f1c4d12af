"""A hex map drawn in a terminal: columns and rows numbered, half-hex steps, pieces and terrain.

A hex is two lines high and shares its walls with its neighbours; every second column sits one line
lower, as it does on the printed map. A counter takes the upper line, and the lower one shows what
it stands on, or the rest of its label. Walls that matter (rivers, boundaries) are made of a sign of
their own, and no counter hides them. Empty sea around the island is cut off; a map too wide for the
terminal is drawn in parts beside each other. Text of others is escaped.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby

from pbem.crypto.text import escape
from pbem.kit.maps.hexes import split
from pbem.kit.picture import CUT_LINE, HexPicture, Piece, Space, cut
from pbem.view.hexlist import SEA, Lists
from pbem.view.hexsides import ROAD, Sides, Wall
from pbem.view.paint import BOLD, DIM, counter_ink, ink, paint, plain, wrapped
from pbem.view.tracks import track_lines

WIDEST, NARROWEST, NARROW = 5, 3, 4
"""Characters from one hex to the next. Five hold most labels; three fit 31 columns on 100. If hexes
have sides or marks that matter, four are needed for the rest to be readable."""

MARGIN = 3
"""Width of the row numbers on either side."""

AROUND = 2 * MARGIN + 1
"""The rest of a line of the map besides its hexes: row numbers, and the last wall."""

GROUND = {
    "sea": (24, 17),
    "clear": (143, 58),
    "open": (143, 58),
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
    "wilds": (113, 64),
    "city": (16, 180),
    "tokyo_city": (16, 215),
    "central_tokyo": (16, 226),
    "airfield": (188, 243),
    "marsh": (73, 23),
    "swamp": (73, 23),
    "river": (39, 24),
}
"""Colours of terrain words, ink and paper, numbers of the 256-colour palette."""

OTHER_GROUND = (250, 238)
ROAD_INK = 231

EMPTY = "\0"
"""Room beside a text in a hex; no text holds it, since all are escaped."""

Lines = tuple[tuple[Piece | None, str], tuple[Piece | None, str]]
"""Upper and lower line of a hex: what stands there, and of which counter if it is of one."""


def lines(picture: HexPicture, width: int, *, colour: bool) -> list[str]:
    """Return the map with legend, counters and notes, in ``width`` columns.

    Hexes are as wide as fit, 3 to 5 characters; a map that does not fit with 3 is drawn in several
    parts, west to east, whose last and first columns are the same. The pieces are listed below, so
    that a label cut short and the ground under a counter can be read. ``colour``: with escape
    sequences.
    """
    return _Drawing(picture, width, colour).lines()


def map_lines(picture: HexPicture, width: int, *, colour: bool) -> list[str]:
    """Return the map alone; ``width`` and ``colour``: as for `lines`."""
    return _Drawing(picture, width, colour).map_lines()


class _Drawing:
    """One picture on its way into lines."""

    def __init__(self, picture: HexPicture, width: int, colour: bool) -> None:
        self.picture = picture
        self.width = width
        self.colour = colour
        self.pieces: dict[str, list[Piece]] = {}
        for piece in picture.pieces:
            self.pieces.setdefault(piece.space, []).append(piece)
        whose = (piece.side for piece in picture.pieces)
        self.sides = list(dict.fromkeys([*picture.sides, *whose, *picture.holders]))
        self.column_names = {space.column: split(space.id)[0] for space in picture.spaces}
        self.row_names = {space.row: split(space.id)[1] for space in picture.spaces}
        self.walls = Sides(picture)
        self.lists = Lists(picture, self.sides, width, colour=colour)
        self.shown = _shown(picture.spaces, self.pieces)
        self.drawn = {
            (space.column, space.row): space
            for space in self.shown
            if space.terrain not in SEA or space.id in self.pieces
        }
        columns = [space.column for space in self.shown] or [0]
        full = picture.edges or any(space.mark for space in picture.spaces)
        least = NARROW if full else NARROWEST
        self.parts = _parts(range(min(columns), max(columns) + 1), (width - AROUND) // least)
        fits = (width - AROUND) // max(map(len, self.parts))
        self.cell = max(NARROWEST, min(WIDEST, fits))
        self.is_cut = False
        self.texts = self._write()

    def lines(self) -> list[str]:
        title = wrapped(escape(self.picture.title), self.width)
        reported = [*(self._paint(BOLD, line) for line in title), "", *self.map_lines()]
        reported += [*self.lists.legend(self.shown, self.walls), *self._cut_line(), ""]
        reported += [*self.lists.places(), *self.lists.pieces()]
        reported += [*track_lines(self.picture.tracks, self.width), *self.lists.notes()]
        while reported and not reported[-1]:
            reported.pop()
        return [line.rstrip() for line in reported]

    def _cut_line(self) -> list[str]:
        """Say what a stop at the end of a name is, where there is one."""
        return wrapped(CUT_LINE, self.width) if self.is_cut else []

    # --- the map -----------------------------------------------------------------------------

    def map_lines(self) -> list[str]:
        """Return the map, part by part, an empty line after each."""
        reported: list[str] = []
        for columns in self.parts if self.shown else ():
            reported += [line.rstrip() for line in self._map(columns)] + [""]
        return reported

    def _map(self, columns: range) -> list[str]:
        header = " " * MARGIN + "".join(
            " " + self.column_names.get(column, "").center(self.cell - 1) for column in columns
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
        number = self.row_names.get(row, "") if line % 2 == 0 and row in rows else ""
        parts = [self._paint(DIM, number.ljust(MARGIN))]
        for column in columns:
            space, half = self._at(columns, rows, column, line)
            if space is None:
                parts += self._void(columns, rows, column, line)
            else:
                parts.append(self._block(space, half))
        parts.append(self._void(columns, rows, columns.stop, line)[0])
        parts.append(self._paint(DIM, number.rjust(MARGIN)))
        return "".join(parts)

    def _spot(self, rows: range, column: int, line: int) -> tuple[int, int]:
        """Return the row that a line of the map is in, and whether in its upper or lower half."""
        own = line - 1 if self.walls.low(column) else line
        return rows.start + own // 2, own % 2

    def _at(self, columns: range, rows: range, column: int, line: int) -> tuple[Space | None, int]:
        """Return the hex on a line of the map, and whether that is its upper or lower half."""
        row, half = self._spot(rows, column, line)
        inside = column in columns and row in rows
        return self.drawn.get((column, row)) if inside else None, half

    def _void(self, columns: range, rows: range, column: int, line: int) -> tuple[str, str]:
        """Return a block of water: blank, but for the walls of the hexes beside and below."""
        row, half = self._spot(rows, column, line)
        beside, lower = self._at(columns, rows, column - 1, line)
        below, upper = self._at(columns, rows, column, line + 1)
        wall, floor = " ", " " * (self.cell - 1)
        if beside is not None:
            side = self.walls.left(column, row, half)
            wall = self._wall(side, "/" if lower else "\\")
        if below is not None and upper == 0:
            floor = self._wall(self.walls.below(column, row), "_", self.cell - 1)
        return wall, floor

    def _wall(self, wall: Wall | None, thin: str, wide: int = 1) -> str:
        """Return a wall that may or may not matter."""
        return thin * wide if wall is None else self._paint(wall.code, wall.sign * wide)

    def _block(self, space: Space, half: int) -> str:
        """Return the upper (0) or lower (1) line of a hex with its left wall.

        A line of a label that is as wide as the hex takes the place of the wall, unless what
        stands to the left of the wall would run into it, or the wall matters.
        """
        piece, text = self.texts[space.column, space.row][half]
        pair = GROUND.get(space.terrain, OTHER_GROUND)
        code = ink(pair)
        signs = [(code, sign) for sign in text]
        if piece is not None:
            code = counter_ink(self.sides.index(piece.side))
            signs = [(code, sign) for sign in text]
        elif text.endswith(ROAD):
            signs[-1] = ink((ROAD_INK, pair[1]), bold=True), ROAD
        held = "" if piece is not None else self.lists.held(space)
        if held and text.startswith(held):
            signs[0] = counter_ink(self.sides.index(space.holder)), text[0]
        if len(text) < self.cell:
            side = self.walls.left(space.column, space.row, half)
            floor = self.walls.below(space.column, space.row) if half else None
            thin = self._bracket(space) or ("\\" if half else "/")
            wall = (code, thin) if side is None else (side.code, side.sign)
            room = (code, "_" if half else " ") if floor is None else (floor.code, floor.sign)
            left = text.center(self.cell - 1, EMPTY).index(text)
            right = self.cell - 1 - left - len(text)
            signs = [wall, *[room] * left, *signs, *[room] * right]
        runs = groupby(signs, key=_first)
        return "".join(self._paint(one, "".join(sign for _, sign in run)) for one, run in runs)

    # --- what stands in a hex ------------------------------------------------------------------

    def _write(self) -> dict[tuple[int, int], Lines]:
        """Return what stands in every hex, by column and row, decided from west to east."""
        texts: dict[tuple[int, int], Lines] = {}
        for column, row in sorted(self.drawn):
            free = self._room(texts, column, row, 0), self._room(texts, column, row, 1)
            texts[column, row] = self._texts(self.drawn[column, row], *free)
        return texts

    def _room(self, texts: dict[tuple[int, int], Lines], column: int, row: int, half: int) -> int:
        """Return how many characters have room on a line of a hex, walls that matter besides.

        A wall that does not matter may make room for one, if no text to the left runs up to it.
        """
        if half and self.walls.below(column, row) is not None:
            return max(1, self.cell - 2)
        line = 2 * row + half + self.walls.low(column) - self.walls.low(column - 1)
        beside = texts.get((column - 1, line // 2))
        side = self.walls.left(column, row, half)
        if beside is None:
            return self.cell - (side is not None)
        text = beside[line % 2][1]
        reaches = len(text) >= self.cell or text.center(self.cell - 1, EMPTY)[-1] != EMPTY
        return self.cell - (reaches or side is not None)

    def _texts(self, space: Space, upper: int, lower: int) -> Lines:
        """Return both lines of a hex, of so many characters at most, and whose counters they are.

        The first counter of a stack comes first; below it the rest of its label if that is long,
        else the only other counter, or how many there are, or the ground.
        """
        stack = self.pieces.get(space.id, [])
        ground = self.lists.ground(space)
        road = ROAD if space.id in self.walls.with_road else ""
        if not stack:
            return (None, ground[: min(upper, self.cell - 1)]), (None, road)
        top, more = stack[0], stack[1:]
        first, rest = _split(escape(top.label), upper, lower)
        if rest:
            return (top, first), (top, self._cut(rest, lower))
        if len(more) == 1:
            return (top, first), (more[0], self._cut(escape(more[0].label), lower))
        below = f"+{len(more)}" if more else ground + road
        return (top, first), (None, below[: min(lower, self.cell - 1)])

    def _cut(self, label: str, room: int) -> str:
        self.is_cut |= len(label) > room
        return cut(label, room)

    def _bracket(self, space: Space) -> str:
        """Return what stands left of the counters of a hex for their side, if anything."""
        stack = self.pieces.get(space.id, [])
        return escape(self.picture.brackets.get(stack[0].side, ""))[:1] if stack else ""

    def _paint(self, code: str, text: str) -> str:
        return paint(code, text, colour=self.colour)


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


def _parts(columns: range, most: int) -> list[range]:
    """Cut columns into as few parts of so many as will do; neighbours share a column."""
    most = max(2, most)
    if len(columns) <= most:
        return [columns]
    count = -(-(len(columns) - 1) // (most - 1))
    step = -(-(len(columns) - 1) // count)
    starts = range(columns.start, columns.stop - 1, step)
    return [range(start, min(start + step + 1, columns.stop)) for start in starts]


def _split(label: str, upper: int, lower: int) -> tuple[str, str]:
    """Part a label too long for one line, where letters, digits and strokes meet.

    The lines have room for ``upper`` and ``lower`` characters; the second part may be too long.
    """
    if len(label) <= upper:
        return label, ""
    meets = [i for i in range(1, upper + 1) if _sort_of(label[i - 1]) != _sort_of(label[i])]
    fit = [i for i in meets if len(label) - i <= lower and _sort_of(label[i]) != "stroke"]
    at = fit[-1] if fit else upper
    return label[:at], label[at:]


def _sort_of(char: str) -> str:
    if char.isalnum():
        return "digit" if char.isdigit() else "letter"
    return "stroke"


def _first(sign: tuple[str, str]) -> str:
    return sign[0]
