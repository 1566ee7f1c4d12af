"""Counters as they look on paper: a name, and what stands on them of symbols and figures."""

from __future__ import annotations

from pbem.crypto.text import escape
from pbem.kit.picture import Look
from pbem.view.drawing.canvas import Canvas, Point
from pbem.view.drawing.symbols import put

SQUARE = 1.5
"""A counter is laid out as a square one up to so many times as wide as it is high."""

ROUND, SHADE = 0.09, 0.7
"""How round its corners are, by its size, and how far its shade falls, in points."""

FIGURES = 7
"""So many letters of figures have room on a counter."""

ADVANCE = 0.55
"""Width of a letter by its size, of most texts; bold ones need a quarter more."""


class Counters(Canvas):
    """A canvas on which counters are drawn too."""

    def counter(
        self, middle: Point, size: Point, label: str, colours: int, *, look: Look | None = None
    ) -> None:
        """Draw a counter in the colours of its side, with what stands on it.

        ``size``: width and height. ``colours``: the number of `colours_of`. ``look``: what stands
        on it besides its label, or in place of it. One that is spent is pale with a coloured rim,
        one that lies face down has a broken rim; a bar at its right edge for each step lost.
        """
        look = look or Look()
        label = look.name or label
        (x, y), (wide, high) = middle, size
        corner, soft = (x - wide / 2, y - high / 2), ROUND * min(size)
        paper = f"spent rim{colours}" if look.spent else f"c{colours}"
        self.box((corner[0] + SHADE, corner[1] + SHADE), size, "shade", round_by=soft)
        self.box(corner, size, f"counter {paper}{' hidden' * look.hidden}", round_by=soft)
        for step in range(look.lost):
            edge = corner[0] + wide - 1.6 - 2 * step
            self.box((edge, corner[1] + 0.5), (1.2, high - 1), "lost")
        ink = "" if look.spent else f"on{colours}"
        if look.hidden:
            self._back((x, y), wide, high, label.strip("?"), ink)
        elif not (look.symbol or look.factors):
            self._fitted((x, y), wide - min(2, 0.15 * wide), min(7.5, high * 0.75), label, ink)
        elif wide < SQUARE * high:
            self._square(middle, size, label, look, ink)
        elif wide < 2.4 * high:
            self._two_lines(middle, size, label, look, ink)
        else:
            self._one_line(middle, size, label, look, ink)

    def _back(self, middle: Point, wide: float, high: float, label: str, ink: str) -> None:
        """Write a question mark, below the name of a counter that has one."""
        x, y = middle
        self._fitted((x, y - 0.33 * high), wide - 2, 0.24 * high, label, ink)
        self._fitted((x, y + 0.13 * high * bool(label)), wide, 0.62 * high, "?", ink)

    def _square(self, middle: Point, size: Point, label: str, look: Look, ink: str) -> None:
        """Write the name of a counter, below it its symbol, with its size above, then figures."""
        (x, y), (wide, high) = middle, size
        room = wide - 2
        if not look.symbol:
            self._fitted((x, y - 0.2 * high), room, 0.3 * high, label, ink)
            self._fitted((x, y + 0.22 * high), room, 0.34 * high, look.factors, ink)
            return
        alone = not (look.factors or look.size)  # then name and symbol have all of the room
        letters = 0.3 if look.name else 0.25 if alone else 0.2
        above = 0.3 if alone else 0.36
        self._fitted((x, y - above * high), room, letters * high, label, ink)
        self._fitted((x, y - 0.2 * high), room, 0.1 * high, look.size, ink)
        box = (0.56 if alone else 0.44) * wide, (0.26 if look.factors else 0.4) * high
        below = -0.01 if look.factors else 0.15 if alone else 0.1
        put(self, look.symbol, (x, y + below * high), box, ink)
        self._figures((x, y + 0.31 * high), room, 0.28 * high, look.factors, ink)

    def _figures(self, middle: Point, room: float, most: float, text: str, ink: str) -> None:
        """Write figures; if they are many, those before the stroke alone, as large as has room.

        All of them stand on a counter that is shown large.
        """
        brief, _, others = text.partition("/")
        if not others or len(text) <= FIGURES:
            self._fitted(middle, room, most, text, ink)
            return
        self._fitted(middle, room, most, brief, f"brief {ink}")
        self._fitted(middle, room, most, text, f"whole {ink}")

    def _two_lines(self, middle: Point, size: Point, label: str, look: Look, ink: str) -> None:
        """Write the name of a counter, below it its symbol, with its size above, and figures."""
        (x, y), (wide, high) = middle, size
        self._fitted((x, y - 0.27 * high), wide - 2, high * 0.42, label, ink)
        below, left = y + 0.24 * high, x - wide / 2 + 1
        if look.symbol:
            box = min(0.3 * wide, 7.5), 0.34 * high
            at = left + box[0] / 2, below + 0.06 * high
            put(self, look.symbol, at, box, ink)
            self._fitted((at[0], at[1] - 0.26 * high), box[0], 0.16 * high, look.size, ink)
            left += box[0] + 0.5
        room = x + wide / 2 - 0.5 - left
        self._fitted((left + room / 2, below), room, high * 0.36, look.factors, ink)

    def _one_line(self, middle: Point, size: Point, label: str, look: Look, ink: str) -> None:
        """Write symbol, name and figures of a low counter beside each other."""
        (x, y), (wide, high) = middle, size
        left, right = x - wide / 2 + 0.8, x + wide / 2 - 0.8
        if look.symbol:
            box = min(0.19 * wide, 1.5 * high), 0.62 * high
            put(self, look.symbol, (left + box[0] / 2, y), box, ink)
            left += box[0] + 0.6
        if look.factors:
            room = 0.36 * (right - left) if len(look.factors) < 8 else 0.5 * (right - left)
            self._fitted((right - room / 2, y), room, high * 0.6, look.factors, ink)
            right -= room + 0.4
        self._fitted(((left + right) / 2, y), right - left, high * 0.75, label, ink)

    def _fitted(self, middle: Point, room: float, most: float, text: str, ink: str) -> None:
        """Write a bold text as large as there is room, and no larger than ``most``."""
        if text:
            fits = room / (ADVANCE * 1.25 * max(1, len(escape(text))))
            self.text(middle, text, round(min(most, fits), 1), ink, bold=True)
