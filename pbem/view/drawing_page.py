"""A sheet to draw on: shapes, lines and texts in points from its upper left, columns of text.

What is drawn later lies on top. Colours are chosen to differ in lightness as well as in hue, so
that they can be told apart by people who are colour-blind, and in print without colours.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import hypot
from textwrap import wrap
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from pbem.crypto.text import escape
from pbem.kit.picture import Track

if TYPE_CHECKING:
    from matplotlib.figure import Figure

Point: TypeAlias = tuple[float, float]
Outline: TypeAlias = Sequence[Point]

INK, FAINT, PAPER = "#222222", "#7a7468", "#fffdf8"
MOVED = "#d0007f"
"""Of the arrows of what moved: a hue that no ground and no side has."""

HEAD = 6.0
"""Length of the head of an arrow, in points."""

COUNTERS = (
    ("#0b4f8a", "#ffffff"),
    ("#c2491d", "#ffffff"),
    ("#8ccbf0", "#111111"),
    ("#f2d64b", "#111111"),
    ("#6f3580", "#ffffff"),
    ("#d4d4d4", "#111111"),
    ("#0a7a5c", "#ffffff"),
    ("#333333", "#ffffff"),
)
"""Paper and ink of the counters of the first, second, ... side."""

TITLE, SMALL = 17.0, 6.5
"""Sizes of letters, in points."""

MARGIN = 24.0

TRACK_TITLE, SLOT = 92.0, 22.0
"""Widths of the title of a track, and of each of its boxes."""

ADVANCE = 0.55
"""Width of a letter by its size, of most texts; bold ones need a quarter more."""

POINTS_AN_INCH = 72


class Entry(NamedTuple):
    """A paragraph of the text below a map; a heading is bold."""

    text: str
    heading: bool = False


class Page:
    """A sheet ``width`` points wide that grows downwards; ``y`` is where it goes on."""

    def __init__(self, width: float, title: str) -> None:
        from matplotlib.figure import Figure  # noqa: PLC0415 - only whoever draws loads it

        self.width = width
        self.y = MARGIN
        self._figure = Figure()
        self._axes = self._figure.add_axes((0.0, 0.0, 1.0, 1.0))
        self._axes.set_axis_off()
        self._layers = 0
        for line in self.wrapped(title, width - 2 * MARGIN, TITLE):
            at = MARGIN, self.y + TITLE / 2
            self.text(at, line, TITLE, bold=True, align="left", escaped=True)
            self.y += 1.5 * TITLE

    def finished(self) -> Figure:
        """Cut the sheet to its size and return it."""
        height = round(self.y + MARGIN)
        self._figure.set_size_inches(self.width / POINTS_AN_INCH, height / POINTS_AN_INCH)
        self._figure.set_facecolor(PAPER)
        self._axes.set_xlim(0, self.width)
        self._axes.set_ylim(height, 0)
        return self._figure

    # --- what is drawn -------------------------------------------------------------------------

    def shapes(
        self, outlines: Iterable[Outline], fill: str, edge: str = "none", width: float = 0.0
    ) -> None:
        """Fill closed outlines, all in one."""
        self._path(outlines, fill=fill, edge=edge, width=width, closed=True)

    def lines(
        self, outlines: Iterable[Outline], colour: str, width: float, style: str = "solid"
    ) -> None:
        """Draw open lines, all in one."""
        self._path(outlines, edge=colour, width=width, style=style)

    def arrows(self, ways: Iterable[tuple[Point, Point]], short: float) -> None:
        """Draw an arrow from point to point, all in one, ``short`` of both ends."""
        shafts: list[Outline] = []
        heads: list[Outline] = []
        for (x, y), (p, q) in ways:
            long = hypot(p - x, q - y)
            if long <= 2 * short + HEAD:
                continue
            across, down = (p - x) / long, (q - y) / long
            tip = p - short * across, q - short * down
            neck = tip[0] - HEAD * across, tip[1] - HEAD * down
            shafts.append([(x + short * across, y + short * down), neck])
            wings = [
                (neck[0] - way * down, neck[1] + way * across) for way in (-HEAD / 2, HEAD / 2)
            ]
            heads.append([tip, *wings])
        if not shafts:
            return
        self.lines(shafts, PAPER, 3.4)
        self.lines(shafts, MOVED, 1.6)
        self.shapes(heads, MOVED, PAPER, 0.5)

    def box(
        self, corner: Point, size: Point, fill: str, edge: str = "none", width: float = 0.6
    ) -> None:
        """Draw a box by its upper left corner."""
        (x, y), (wide, high) = corner, size
        outline = [(x, y), (x + wide, y), (x + wide, y + high), (x, y + high)]
        self.shapes([outline], fill, edge, width)

    def _path(
        self,
        outlines: Iterable[Outline],
        *,
        fill: str = "none",
        edge: str = "none",
        width: float = 0.0,
        style: str = "solid",
        closed: bool = False,
    ) -> None:
        from matplotlib.patches import PathPatch  # noqa: PLC0415
        from matplotlib.path import Path  # noqa: PLC0415

        vertices: list[Point] = []
        codes: list[int] = []
        for outline in outlines:
            points = [(round(x, 1), round(y, 1)) for x, y in outline]
            vertices += [*points, points[0]] if closed else points
            codes += [int(Path.MOVETO), *[int(Path.LINETO)] * (len(points) - 1)]
            codes += [int(Path.CLOSEPOLY)] * closed
        if vertices:
            patch = PathPatch(
                Path(vertices, codes),
                facecolor=fill,
                edgecolor=edge,
                linewidth=width,
                linestyle=style,
                capstyle="round",
                joinstyle="round",
                clip_on=False,
                zorder=self._layer(),
            )
            self._axes.add_artist(patch)

    def text(
        self,
        at: Point,
        text: str,
        size: float,
        colour: str = INK,
        *,
        bold: bool = False,
        align: str = "center",
        escaped: bool = False,
    ) -> None:
        """Write a text with its middle at the height of ``at``; escaped, if not ``escaped``."""
        self._axes.text(
            round(at[0], 1),
            round(at[1], 1),
            text if escaped else escape(text),
            fontsize=size,
            color=colour,
            weight="bold" if bold else "normal",
            horizontalalignment=align,
            verticalalignment="center_baseline",
            zorder=self._layer(),
        )

    def _layer(self) -> int:
        self._layers += 1
        return self._layers

    # --- counters and text ---------------------------------------------------------------------

    def counter(
        self, middle: Point, size: Point, label: str, rank: int, *, spent: bool = False
    ) -> None:
        """Draw a counter of the side of a rank; one that is spent is pale with a coloured rim."""
        (x, y), (wide, high) = middle, size
        paper, ink = COUNTERS[rank % len(COUNTERS)]
        corner = x - wide / 2, y - high / 2
        if spent:
            self.box(corner, size, PAPER, paper, 1.0)
            ink = INK
        else:
            self.box(corner, size, paper, INK, 0.5)
        fits = (wide - 2) / (ADVANCE * 1.25 * max(1, len(escape(label))))
        self.text((x, y), label, round(min(7.5, fits, high * 0.75), 1), ink, bold=True)

    def tracks(self, tracks: Iterable[Track]) -> None:
        """Draw each track as a row of boxes, and what waits in them below."""
        for track in tracks:
            self._track(track)

    def _track(self, track: Track) -> None:
        self.text((MARGIN, self.y + 7), track.title, 7.5, bold=True, align="left")
        left = MARGIN + TRACK_TITLE
        x, y = left, self.y
        for slot in track.slots:
            if x + SLOT > self.width - MARGIN:
                x, y = left, y + 17
            fill, ink = (INK, PAPER) if slot.here else (PAPER, INK)
            self.box((x, y), (SLOT, 14), fill, INK)
            self.text((x + SLOT / 2, y + 7), slot.label, 7, ink, bold=slot.here)
            x += SLOT
        self.y = y + 18
        for slot in track.slots:
            if slot.holds:
                told = f"{slot.label}: {', '.join(slot.holds)}"
                for line in self.wrapped(told, self.width - MARGIN - left, SMALL):
                    self.text((left, self.y + 4), line, SMALL, align="left", escaped=True)
                    self.y += 9
        self.y += 3

    def wrapped(self, text: str, wide: float, size: float) -> list[str]:
        """Return a text, escaped, as lines that are at most so wide."""
        most = max(8, int(wide / (ADVANCE * size)))
        return wrap(escape(text), most, subsequent_indent="   ", break_on_hyphens=False) or [""]

    def flow(self, entries: Sequence[Entry], columns: int) -> None:
        """Write paragraphs in columns beside each other, as even as may be."""
        gap = 18.0
        wide = (self.width - 2 * MARGIN - gap * (columns - 1)) / columns
        told: list[tuple[str, bool]] = []
        for entry in entries:
            told += [("", False)] * entry.heading
            told += [(line, entry.heading) for line in self.wrapped(entry.text, wide, SMALL)]
        parts = _columns(told, columns)
        leading = 1.35 * SMALL
        for column, part in enumerate(parts):
            for row, (line, heading) in enumerate(part):
                if line:
                    at = MARGIN + column * (wide + gap), self.y + (row + 0.5) * leading
                    self.text(at, line, SMALL, bold=heading, align="left", escaped=True)
        self.y += max(map(len, parts), default=0) * leading


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
