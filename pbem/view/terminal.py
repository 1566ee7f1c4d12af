"""A hex map drawn in a terminal: columns and rows numbered, half-hex steps, pieces and terrain.

A hex is a block of characters two lines high; every second column sits one line lower, as the hex
does on the printed map. A counter takes the upper line and the lower one shows what it stands on,
or the rest of its label. Empty sea around the island is cut off. Text of others is escaped.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from textwrap import wrap

from pbem.crypto.text import escape
from pbem.kit.picture import Picture, Piece, Space

WIDEST, NARROWEST = 5, 3
"""Characters of a hex. Five hold every label; three fit an island of 30 columns on 100."""

MARGIN = 3
"""Width of the row numbers on either side."""

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
    "town": (222, 131),
    "city": (222, 131),
    "airfield": (188, 243),
    "marsh": (73, 23),
    "swamp": (73, 23),
    "river": (39, 24),
}
"""Colours of terrain words, ink and paper, numbers of the 256-colour palette."""

OTHER_GROUND = (250, 238)
COUNTERS = ((231, 22), (231, 124), (231, 18), (16, 178), (231, 90), (16, 37), (231, 52), (16, 250))
"""Ink and paper of the counters of the first, second, ... side in order of appearance."""

BOLD, DIM, RESET = "\x1b[1m", "\x1b[2m", "\x1b[0m"


def draw(picture: Picture, *, width: int | None = None, colour: bool = True) -> str:
    """Return the map with legend and notes, as lines for a terminal of ``width`` columns.

    ``width`` None: 100. Hexes are as wide as fit, 3 to 5 characters; a map that does not fit with
    3 is wider than ``width``. Without ``colour`` the text is free of escape sequences, and ASCII
    as far as the picture's own texts are. The pieces are listed below, so that a label cut short
    and the ground under a counter can be read.
    """
    return "\n".join(_Drawing(picture, width or 100, colour).lines()) + "\n"


class _Drawing:
    """One picture on its way into lines."""

    def __init__(self, picture: Picture, width: int, colour: bool) -> None:
        self.picture = picture
        self.width = width
        self.colour = colour
        self.pieces: dict[str, list[Piece]] = {}
        for piece in picture.pieces:
            self.pieces.setdefault(piece.space, []).append(piece)
        self.sides = list(dict.fromkeys(piece.side for piece in picture.pieces))
        self.names = {space.id: space for space in picture.spaces}
        self.shown = _shown(picture.spaces, self.pieces)
        columns = [space.column for space in self.shown] or [0]
        rows = [space.row for space in self.shown] or [0]
        self.columns = range(min(columns), max(columns) + 1)
        self.rows = range(min(rows), max(rows) + 1)
        fits = (width - 2 * MARGIN) // max(1, len(self.columns))
        self.cell = max(NARROWEST, min(WIDEST, fits))

    def lines(self) -> list[str]:
        title = escape(self.picture.title)
        told = [self._paint(BOLD, title), ""]
        if self.shown:
            told += [*self._map(), ""]
        told += [*self._legend(), ""]
        told += self._pieces()
        told += self._notes()
        while told and not told[-1]:
            told.pop()
        return [line.rstrip() for line in told]

    def _paint(self, code: str, text: str) -> str:
        return f"{code}{text}{RESET}" if self.colour and text.strip() else text

    # --- the map -----------------------------------------------------------------------------

    def _low(self, column: int) -> bool:
        """Whether a column (from 0) sits half a hex lower; the words count from 1."""
        return (column % 2 == 1) == (self.picture.low_columns == "even")

    def _map(self) -> list[str]:
        header = " " * MARGIN + "".join(
            f"{column + 1:02d}".center(self.cell) for column in self.columns
        )
        at = {(space.column, space.row): space for space in self.shown}
        body = [self._row(at, line) for line in range(2 * len(self.rows) + 1)]
        while body and not _plain(body[-1]).strip():
            body.pop()
        return [self._paint(DIM, header), *body, self._paint(DIM, header)]

    def _row(self, at: Mapping[tuple[int, int], Space], line: int) -> str:
        row = self.rows.start + line // 2
        number = f"{row + 1:02d}" if line % 2 == 0 and row in self.rows else ""
        parts = [self._paint(DIM, number.ljust(MARGIN))]
        for column in self.columns:
            own = line - 1 if self._low(column) else line
            space = at.get((column, self.rows.start + own // 2)) if own >= 0 else None
            parts.append(self._block(space, own % 2))
        parts.append(self._paint(DIM, number.rjust(MARGIN)))
        return "".join(parts)

    def _block(self, space: Space | None, half: int) -> str:
        """Return the upper (0) or lower (1) line of a hex."""
        if space is None:
            return " " * self.cell
        stack = self.pieces.get(space.id, [])
        if not stack:
            return self._bare(space, half)
        top, more = stack[0], stack[1:]
        upper, lower = _split(escape(top.label), self.cell)
        if half == 0:
            return self._counter(top, upper.center(self.cell))
        if lower:
            return self._counter(top, lower.center(self.cell))
        if len(more) == 1:
            return self._counter(more[0], escape(more[0].label)[: self.cell].center(self.cell))
        inside = f"+{len(more)}" if more else self._symbol(space)
        return self._ground(space, "\\" + inside.center(self.cell - 2, "_") + "/")

    def _bare(self, space: Space, half: int) -> str:
        """Return a line of a hex where nothing stands; water has no walls: land stands out."""
        inside = self.cell - 2
        if space.terrain in SEA:
            text = " " * self.cell
        elif half == 0:
            text = "/" + self._symbol(space).center(inside) + "\\"
        else:
            text = "\\" + "_" * inside + "/"
        return self._ground(space, text)

    def _symbol(self, space: Space) -> str:
        return self.picture.symbols.get(space.terrain, "?")[:1]

    def _ground(self, space: Space, text: str) -> str:
        if not self.colour:
            return text
        ink, paper = GROUND.get(space.terrain, OTHER_GROUND)
        return f"\x1b[38;5;{ink};48;5;{paper}m{text}{RESET}"

    def _counter(self, piece: Piece, text: str) -> str:
        if not self.colour:
            return text
        ink, paper = COUNTERS[self.sides.index(piece.side) % len(COUNTERS)]
        return f"\x1b[1;38;5;{ink};48;5;{paper}m{text}{RESET}"

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
            told += [*_columns(entries, self.width), ""]
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
        return wrap(text, self.width, subsequent_indent="  ") or [""]


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


def _split(label: str, cell: int) -> tuple[str, str]:
    """Cut a label too long for one line in two, where letters, digits and strokes meet."""
    if len(label) <= cell:
        return label, ""
    meets = [i for i in range(1, cell + 1) if _sort_of(label[i - 1]) != _sort_of(label[i])]
    fit = [i for i in meets if len(label) - i <= cell and _sort_of(label[i]) != "stroke"]
    at = fit[-1] if fit else cell
    return label[:at], label[at : at + cell]


def _sort_of(char: str) -> str:
    if char.isalnum():
        return "digit" if char.isdigit() else "letter"
    return "stroke"


def _by_place(piece: Piece) -> str:
    return piece.space


def _columns(entries: Sequence[str], width: int) -> Iterable[str]:
    """Set entries in as many columns as fit, read downwards."""
    longest = max(map(len, entries))
    across = max(1, (width + 3) // (longest + 3))
    down = -(-len(entries) // across)
    for line in range(down):
        yield "   ".join(entry.ljust(longest) for entry in entries[line::down]).rstrip()


def _plain(line: str) -> str:
    return re.sub(r"\x1b\[[0-9;]*m", "", line)
