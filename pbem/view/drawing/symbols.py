"""The symbols of types of units, as on counters: lines and filled shapes in a frame."""

from __future__ import annotations

from math import cos, pi, sin
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pbem.kit.picture import Symbol
    from pbem.view.drawing.canvas import Canvas, Outline, Point


THIN_MOST = 14.0
"""Lines of wider symbols are thicker, in points."""


class Sign(NamedTuple):
    """Lines, and shapes that are filled; from -1 to 1 across and down in the frame."""

    lines: Sequence[Outline] = ()
    filled: Sequence[Outline] = ()
    framed: bool = True


def _round(across: float, down: float) -> Outline:
    angles = [2 * pi * part / 16 for part in range(17)]
    return [(across * cos(angle), down * sin(angle)) for angle in angles]


SIGNS: dict[Symbol, Sign] = {
    "infantry": Sign([[(-1, -1), (1, 1)], [(-1, 1), (1, -1)]]),
    "cavalry": Sign([[(-1, 1), (1, -1)]]),
    "armour": Sign([_round(0.72, 0.6)]),
    "artillery": Sign(filled=[_round(0.26, 0.42)]),
    "anti-tank": Sign([[(-1, 1), (0, -1), (1, 1)]]),
    "headquarters": Sign([[(-1, -0.2), (1, -0.2)]]),
    "leader": Sign(filled=[[
        (0.62 * sin(2 * pi * turn / 5), -0.95 * cos(2 * pi * turn / 5)) for turn in (0, 2, 4, 1, 3)
    ]], framed=False),
    "fort": Sign([[(-0.7, 1), (-0.7, -0.5), (0.7, -0.5), (0.7, 1)]], [_round(0.2, 0.3)]),
    "fighter": Sign(filled=[[(-0.85, -0.55), (0, -0.1), (0.85, -0.55), (0.85, 0.55), (0, 0.1),
                             (-0.85, 0.55)]]),
    "bomber": Sign(
        [[(-0.5, -1), (-0.5, 1)]],
        [[(-0.85, -0.55), (0, -0.1), (0.85, -0.55), (0.85, 0.55), (0, 0.1), (-0.85, 0.55)]],
    ),
}  # fmt: skip
"""Symbol -> how it is drawn."""


def put(canvas: Canvas, symbol: Symbol, middle: Point, size: Point, ink: str) -> None:
    """Draw a symbol in its frame; ``ink``: the class of its lines.

    ``middle``, ``size``: those of the frame, its width and height.
    """
    sign = SIGNS[symbol]
    (x, y), (wide, high) = middle, (size[0] / 2, size[1] / 2)

    def scaled(outlines: Sequence[Outline]) -> list[Outline]:
        return [[(x + wide * across, y + high * down) for across, down in one] for one in outlines]

    frame: list[Outline] = [[(-1, -1), (1, -1), (1, 1), (-1, 1), (-1, -1)]] if sign.framed else []
    thick = " thick" if size[0] > THIN_MOST else ""
    canvas.lines(scaled([*frame, *sign.lines]), f"sign{thick} {ink}")
    canvas.shapes(scaled(sign.filled), ink)
