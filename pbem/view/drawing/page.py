"""A sheet to draw on that grows downwards: title, trays, tracks, columns of text."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from textwrap import wrap
from typing import NamedTuple

from pbem.crypto.text import escape
from pbem.kit.picture import Track, Tray, cut
from pbem.view.drawing.canvas import Point, number, shown
from pbem.view.drawing.counters import ADVANCE, Counters
from pbem.view.drawing.style import colours_of

TITLE, HEADING, SMALL = 17.0, 10.0, 9.0
"""Sizes of letters, in points."""

MARGIN, EDGE = 24.0, 5.0
"""How wide the margin of a sheet is, and of one without a title."""

LEADING = 1.35 * SMALL
"""From line to line of small letters."""

TRACK_TITLE, SLOT = 120.0, 28.0
"""Widths of the title of a track, and of each of its boxes."""

WAITING, WAITING_MOST = (26.0, 26.0), 8
"""Size of a counter in a tray, and so many signs of its name can be read there."""


class Entry(NamedTuple):
    """A paragraph of the text below a map; a heading is bold."""

    text: str
    heading: bool = False


def margin(*, titled: bool) -> float:
    """Return how wide the margin of a sheet is, in points; ``titled``: as for `Page`."""
    return MARGIN if titled else EDGE


class Page(Counters):
    """A sheet ``width`` points wide that grows downwards; ``y`` is where it goes on.

    ``titled``: its title is written above all, and not only in words. ``afloat``: water lies all
    around the map.
    """

    afloat = False

    def __init__(self, width: float, title: str, *, titled: bool = True) -> None:
        super().__init__()
        self.width = width
        self.margin = self.y = margin(titled=titled)
        self.map_ends, self.map_parts = 0.0, 0
        self.titled = titled
        self._title = title
        for line in self.wrapped(title, width - 2 * MARGIN, TITLE) if titled else ():
            at = MARGIN, self.y + TITLE / 2
            self.text(at, line, TITLE, bold=True, align="left", escaped=True)
            self.y += 1.5 * TITLE

    def end_map(self) -> None:
        """Remember where the map itself ends: legend, tracks and words follow below."""
        self.map_ends, self.map_parts = self.y, len(self.parts)

    def finished(self, style: str = "") -> str:
        """Cut the sheet to its size and return it as SVG, with a style inside if there is one."""
        return self._whole((0, 0), (self.width, round(self.y + self.margin)), self.parts, style)

    def cut_out(self, corner: Point, size: Point, parts: Sequence[str], style: str) -> str:
        """Return a piece of the map as SVG.

        Args:
            corner: Its upper left corner.
            size: Its width and height.
            parts: The lines of SVG that are seen in it.
            style: The style sheet.
        """
        return self._whole(corner, size, parts, style)

    def _whole(self, corner: Point, size: Point, parts: Sequence[str], style: str) -> str:
        x, y, wide, high = map(number, (*corner, *size))
        kind = "map afloat" if self.afloat else "map"
        head = (
            f'<svg xmlns="http://www.w3.org/2000/svg" class="{kind}" role="group" width="{wide}" '
            f'height="{high}" viewBox="{x} {y} {wide} {high}">'
        )
        title = f"<title>{shown(self._title)}</title>"
        inside = f"<style>\n{style}</style>" if style else ""
        at = "" if corner == (0, 0) else f' x="{x}" y="{y}"'
        sheet = f'<rect class="sheet"{at} width="{wide}" height="{high}"/>'
        return "\n".join([head, title, *filter(None, [inside]), sheet, *parts, "</svg>\n"])

    def trays(self, trays: Iterable[Tray], sides: Sequence[str]) -> None:
        """Draw the counters of each tray in rows after its title; ``sides`` rank their colours."""
        wide, high = WAITING
        for tray in filter(lambda one: one.holds, trays):
            with self.group("tray", tray.title, place="", side=tray.side):
                for line in self.wrapped(tray.title, self.width - 2 * self.margin, HEADING):
                    at = self.margin, self.y + HEADING / 2
                    self.text(at, line, HEADING, bold=True, align="left", escaped=True)
                    self.y += 1.35 * HEADING
                x = self.margin
                for one in tray.holds:
                    if x + wide > self.width - self.margin:
                        x, self.y = self.margin, self.y + high + 2
                    kind = {"kind": one.look.symbol} if one.look and one.look.symbol else {}
                    with self.group("piece", one.text, side=tray.side, unit=one.label, **kind):
                        middle, label = (
                            (x + wide / 2, self.y + high / 2),
                            cut(one.label, WAITING_MOST),
                        )
                        colours = colours_of(tray.side, sides)
                        self.counter(middle, WAITING, label, colours, look=one.look)
                    x += wide + 2
                self.y += high + 5

    def tracks(self, tracks: Iterable[Track]) -> None:
        """Draw each track as a row of boxes, and what waits in them below."""
        for track in tracks:
            with self.group("track"):
                self._track(track)

    def _track(self, track: Track) -> None:
        self.text((self.margin, self.y + 8), track.title, HEADING, bold=True, align="left")
        left = self.margin + TRACK_TITLE
        x, y = left, self.y
        for slot in track.slots:
            if x + SLOT > self.width - self.margin:
                x, y = left, y + 19
            self.box((x, y), (SLOT, 16), "box here" if slot.here else "box")
            letters = "onhere" if slot.here else ""
            self.text((x + SLOT / 2, y + 8), slot.label, SMALL, letters, bold=slot.here)
            x += SLOT
        self.y = y + 20
        for slot in track.slots:
            if slot.holds:
                reported = f"{slot.label}: {', '.join(slot.holds)}"
                for line in self.wrapped(reported, self.width - self.margin - left, SMALL):
                    self.text((left, self.y + 4), line, SMALL, align="left", escaped=True)
                    self.y += LEADING
        self.y += 3

    def wrapped(self, text: str, wide: float, size: float) -> list[str]:
        """Return a text, escaped, as lines of at most ``wide`` points; ``size``: of its letters."""
        most = max(8, int(wide / (ADVANCE * size)))
        return wrap(escape(text), most, subsequent_indent="   ", break_on_hyphens=False) or [""]

    def flow(self, entries: Sequence[Entry], columns: int) -> None:
        """Write paragraphs in columns beside each other, as even as may be."""
        gap = 18.0
        wide = (self.width - 2 * self.margin - gap * (columns - 1)) / columns
        reported: list[tuple[str, bool]] = []
        for entry in entries:
            reported += [("", False)] * entry.heading
            reported += [(line, entry.heading) for line in self.wrapped(entry.text, wide, SMALL)]
        parts = _columns(reported, columns)
        with self.group("words"):
            for column, part in enumerate(parts):
                for row, (line, heading) in enumerate(part):
                    if line:
                        at = self.margin + column * (wide + gap), self.y + (row + 0.5) * LEADING
                        self.text(at, line, SMALL, bold=heading, align="left", escaped=True)
        self.y += max(map(len, parts), default=0) * LEADING


def _columns(lines: Sequence[tuple[str, bool]], most: int) -> list[list[tuple[str, bool]]]:
    """Cut lines into at most so many columns, as short as may be.

    None begins with an empty line or ends with a heading.
    """
    high = -(-len(lines) // most)
    while True:
        columns: list[list[tuple[str, bool]]] = [[]]
        for text, heading in lines:
            if len(columns[-1]) >= high - heading:
                columns.append([])
            if text or columns[-1]:
                columns[-1].append((text, heading))
        if len(columns) <= most:
            return columns
        high += 1
