"""A canvas: shapes, lines, arrows and texts in points from its upper left, as lines of SVG.

Later drawings lie on top. Everything has a class, whose look `pbem.view.drawing.style` says.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from math import hypot
from typing import NamedTuple, TypeAlias
from xml.sax.saxutils import escape as xml
from xml.sax.saxutils import quoteattr

from pbem.crypto.text import escape

Point: TypeAlias = tuple[float, float]
Outline: TypeAlias = Sequence[Point]

HEAD = 6.0
"""Length of the head of an arrow, in points."""

BASELINE = 0.35
"""How far below the middle of a text its line lies, by its size."""

HALF = 0.5
"""The share of a line from a corner to its middle."""

ALIGNED = {"left": "", "center": " middle", "right": " end"}


class Curve(NamedTuple):
    """Points in a row. ``closed``: the last one leads to the first. ``sharp``: corners kept."""

    points: tuple[Point, ...]
    closed: bool
    sharp: frozenset[Point] = frozenset()


class Canvas:
    """Shapes, lines and texts one after the other, each a line of SVG.

    ``cls``: the class of what is drawn. All lengths are in points.
    """

    def __init__(self) -> None:
        self.parts: list[str] = []

    @contextmanager
    def group(self, cls: str, title: str = "", **data: str) -> Iterator[None]:
        """Put what is drawn within into a group: its title, and ``data-NAME`` with text each."""
        reported = "".join(f" data-{name}={quoteattr(escape(text))}" for name, text in data.items())
        self.parts.append(f'<g class="{cls}"{reported}>')
        if title:
            self.parts.append(f"<title>{shown(title)}</title>")
        yield
        self.parts.append("</g>")

    @contextmanager
    def window(self, corner: Point, size: Point) -> Iterator[None]:
        """Show what is drawn within as far as it lies in a box: its upper left corner, its size."""
        x, y, wide, high = map(number, (*corner, *size))
        box = f'x="{x}" y="{y}" width="{wide}" height="{high}" viewBox="{x} {y} {wide} {high}"'
        self.parts.append(f"<svg {box}>")
        yield
        self.parts.append("</svg>")

    def shapes(self, outlines: Iterable[Outline], cls: str) -> None:
        """Fill closed outlines, all in one."""
        self._path(outlines, cls, "Z")

    def lines(self, outlines: Iterable[Outline], cls: str, width: float | None = None) -> None:
        """Draw open lines, all in one; ``width``: where it is not the class's."""
        self._path(outlines, f"line {cls}", "", width)

    def moves(self, ways: Iterable[tuple[Point | None, Point | None]], short: float) -> None:
        """Draw an arrow from point to point, all in one, ``short`` of both ends.

        ``ways``: from where, to where. Without a first point a ring stands around the second,
        without a second a broken one around the first.
        """
        drawn = list(ways)
        shafts, heads = _arrows([(one, two) for one, two in drawn if one and two], short)
        came = [two for one, two in drawn if two and not one]
        left = [one for one, two in drawn if one and not two]
        if not (shafts or came or left):
            return
        with self.group("moves"):
            self.lines(shafts, "rim")
            self.lines(shafts, "shaft")
            self.shapes(heads, "head")
            for points, cls in ((came, "came"), (left, "left")):
                for at in dict.fromkeys(points):
                    self.disc(at, 2 * short, "line rim")
                    self.disc(at, 2 * short, f"line {cls}")

    def box(self, corner: Point, size: Point, cls: str, *, round_by: float = 0.0) -> None:
        """Draw a box by its upper left corner; its corners are ``round_by`` so much.

        ``size``: width and height.
        """
        x, y, wide, high = map(number, (*corner, *size))
        soft = f' rx="{number(round_by)}"' if round_by else ""
        self.parts.append(
            f'<rect class="{cls}" x="{x}" y="{y}" width="{wide}" height="{high}"{soft}/>'
        )

    def disc(self, at: Point, radius: float, cls: str) -> None:
        """Draw a disc."""
        x, y, r = map(number, (*at, radius))
        self.parts.append(f'<circle class="{cls}" cx="{x}" cy="{y}" r="{r}"/>')

    def curves(self, chains: Iterable[Curve], cls: str, soft: float = HALF) -> None:
        """Draw chains of points with soft corners, all in one; only closed ones can be filled.

        ``soft``: where a corner begins, as a share of its lines; half of them at most.
        """
        drawn = "".join(_soft(chain, soft) for chain in chains)
        if drawn:
            self.parts.append(f'<path class="{cls}" d="{drawn}"/>')

    def _path(
        self, outlines: Iterable[Outline], cls: str, end: str, width: float | None = None
    ) -> None:
        drawn = "".join(
            "M" + "L".join(f"{number(x)} {number(y)}" for x, y in outline) + end
            for outline in outlines
        )
        if drawn:
            more = "" if width is None else f' stroke-width="{number(width)}"'
            self.parts.append(f'<path class="{cls}"{more} d="{drawn}"/>')

    def text(
        self,
        at: Point,
        text: str,
        size: float,
        cls: str = "",
        *,
        bold: bool = False,
        align: str = "center",
        escaped: bool = False,
    ) -> None:
        """Write a text with its middle at the height of ``at``.

        ``size``: that of its letters. ``align``: whether ``at`` is its ``left`` end, its
        ``center``, or its right end. ``escaped``: the text is escaped already; otherwise that is
        done here.
        """
        classes = f"{cls}{' bold' * bold}{ALIGNED[align]}".strip()
        reported = f' class="{classes}"' if classes else ""
        x, y = number(at[0]), number(at[1] + BASELINE * size)
        letters = xml(text) if escaped else shown(text)
        self.parts.append(
            f'<text{reported} x="{x}" y="{y}" font-size="{number(size)}">{letters}</text>'
        )


@lru_cache(maxsize=1 << 12)
def _soft(chain: Curve, soft: float) -> str:
    """Return a path along the lines of a chain that goes round near each corner.

    Kept, because the ground of a map is the same in each of its drawings.
    """
    points, closed, sharp = chain
    if closed:
        rounds = [(points[at - 1], points[at], points[(at + 1) % len(points)])
                  for at in range(len(points))]  # fmt: skip
        begins, ends = f"M{_toward(points[0], points[-1], HALF)}", "Z"
    else:
        rounds = list(zip(points, points[1:], points[2:], strict=False))
        begins, ends = f"M{_at(points[0])}", f"L{_at(points[-1])}"
        if rounds:
            begins += f"L{_toward(points[0], points[1], HALF)}"
    parts = []
    for before, corner, after in rounds:
        if corner in sharp:
            parts.append(f"L{_at(corner)}L{_toward(corner, after, HALF)}")
            continue
        line = "" if soft == HALF else f"L{_toward(corner, before, soft)}"
        parts.append(f"{line}Q{_at(corner)} {_toward(corner, after, soft)}")
    return "".join([begins, *parts, ends])


def _at(point: Point) -> str:
    return f"{number(point[0])} {number(point[1])}"


def _toward(one: Point, other: Point, share: float) -> str:
    """Return the point that lies a share of the way from one to another."""
    return _at((one[0] + share * (other[0] - one[0]), one[1] + share * (other[1] - one[1])))


def _arrows(
    ways: Iterable[tuple[Point, Point]], short: float
) -> tuple[list[Outline], list[Outline]]:
    """Return shafts and heads of arrows that are long enough to be seen."""
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
        wings = [(neck[0] - way * down, neck[1] + way * across) for way in (-HEAD / 2, HEAD / 2)]
        heads.append([tip, *wings])
    return shafts, heads


def shown(text: str) -> str:
    """Return a text as SVG has it, with what cannot be seen escaped."""
    return xml(escape(text))


@lru_cache(maxsize=1 << 16)
def number(value: float) -> str:
    """Return a number with one decimal at most."""
    return f"{round(value, 1):g}" if abs(value) < 1e5 else f"{round(value)}"
