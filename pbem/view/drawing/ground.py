"""How ground looks on a drawn map: a tint for every word of terrain, and small signs upon it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from math import cos, pi, sin
from typing import NamedTuple

from pbem.view.drawing.canvas import Canvas, Outline, Point

WATER, LAND = "#cfe1e9", "#f4eddb"
DARK_WATER, DARK_LAND = "#1c2f3c", "#4a4a3f"


class Ground(NamedTuple):
    """A tint, the signs upon it by their points (in parts of a hex's radius), and their colour.

    ``dark``: its tint on a dark page, where it is not a darker one of the same hue.
    """

    tint: str
    sign: str = ""
    ink: str = ""
    dark: str = ""

    @property
    def filled(self) -> bool:
        """Whether its signs are filled, and not drawn as lines."""
        return SIGNS[self.sign][1]


GROUND = {
    "sea": Ground(WATER, dark=DARK_WATER),
    "ocean": Ground(WATER, dark=DARK_WATER),
    "water": Ground(WATER, dark=DARK_WATER),
    "lake": Ground("#a9cfe4", "waves", "#4b86ad"),
    "clear": Ground(LAND, dark=DARK_LAND),
    "open": Ground(LAND, dark=DARK_LAND),
    "beach": Ground("#f3dd9a", "dots", "#b58a1c", "#6c6036"),
    "broken": Ground("#e2cda4", "arcs", "#97743d", "#5e513a"),
    "rough": Ground("#e2cda4", "arcs", "#97743d", "#5e513a"),
    "hill": Ground("#e2cda4", "arcs", "#97743d", "#5e513a"),
    "mountain": Ground("#bfa58b", "peaks", "#6b5442", "#6b5747"),
    "woods": Ground("#b4cb9b", "trees", "#55753c", "#41573a"),
    "forest": Ground("#b4cb9b", "trees", "#55753c", "#41573a"),
    "jungle": Ground("#a8c48d", "trees", "#476a33", "#3a5033"),
    "cane": Ground("#dcdca0", "tufts", "#8b8a3c"),
    "wilds": Ground("#d5dba6", "tufts", "#7d8740"),
    "marsh": Ground("#bfd9cf", "waves", "#4e8b7c", "#365349"),
    "swamp": Ground("#bfd9cf", "waves", "#4e8b7c", "#365349"),
    "town": Ground("#efd7c7", "houses", "#8a5a44", "#66503f"),
    "city": Ground("#dcb7a6", "blocks", "#7a4534"),
    "urban": Ground("#e8d3c4", "houses", "#8a5a44"),
    "tokyo_city": Ground("#cc9c8c", "rows", "#6d3527"),
    "central_tokyo": Ground("#b68174", "palace", "#4f2117"),
    "fort": Ground("#cfc6bd", "blocks", "#8b7f73"),
    "airfield": Ground("#e3e0da", "runways", "#77736b"),
    "depot": Ground(LAND, dark=DARK_LAND),
    "": Ground("#f1efe9"),
}
OTHER = Ground("#e6e0ec")
WET = {"sea", "ocean", "water", "lake"}
"""Words of terrain that are water: a coast is drawn around them."""
PATCH = 120.0
"""How wide and high a patch is, in points: what is drawn of it is one path.

A browser paints a map in tiles. It goes through all of a path for each tile that the path touches.
"""


def kind_of(word: str) -> str:
    """Return how a word of terrain is called in the classes of a drawing, whatever its case."""
    found = word.lower()
    return (found or "none") if found in GROUND else "other"


def put(canvas: Canvas, word: str, middles: list[Point], radius: float) -> None:
    """Draw the signs of a terrain on all its places.

    ``word``: that of the terrain. ``middles``: those of the places. ``radius``: of a place, in
    points.
    """
    look = GROUND.get(word.lower(), OTHER)
    if not look.sign:
        return
    strokes, filled = SIGNS[look.sign]
    outlines = [
        [(x + radius * across, y + radius * down) for across, down in stroke]
        for x, y in middles
        for stroke in strokes()
    ]
    for patch in patches(outlines):
        if filled:
            canvas.shapes(patch, f"s-{kind_of(word)}")
        else:
            canvas.lines(patch, f"s-{kind_of(word)}", max(0.5, radius / 26))


def patches(outlines: Iterable[Outline]) -> list[list[Outline]]:
    """Return outlines by the patch of the map in which each begins."""
    found: dict[tuple[float, float], list[Outline]] = {}
    for outline in outlines:
        x, y = outline[0]
        found.setdefault((x // PATCH, y // PATCH), []).append(outline)
    return list(found.values())


def _arc(x: float, y: float, radius: float) -> Outline:
    """Return the upper half of a circle."""
    steps = 8
    angles = [pi + pi * step / steps for step in range(steps + 1)]
    return [(x + radius * cos(angle), y + radius * sin(angle)) for angle in angles]


def _dots() -> list[Outline]:
    spots = ((-0.45, -0.1), (-0.15, 0.35), (0.2, -0.15), (0.5, 0.2), (-0.05, 0.05))
    return [_box(x, y, 0.07, 0.07) for x, y in spots]


def _arcs() -> list[Outline]:
    return [_arc(x, y, 0.2) for x, y in ((-0.32, 0.02), (0.3, 0.12), (-0.1, 0.42))]


def _peaks() -> list[Outline]:
    spots = ((-0.3, 0.05, 0.26), (0.26, 0.2, 0.3))
    return [[(x - s, y + s), (x, y - s), (x + s, y + s)] for x, y, s in spots]


def _trees() -> list[Outline]:
    spots = ((-0.4, -0.05), (0.0, -0.2), (0.4, 0.0), (-0.2, 0.32), (0.22, 0.34))
    return [[(x - 0.13, y + 0.13), (x, y - 0.17), (x + 0.13, y + 0.13)] for x, y in spots]


def _tufts() -> list[Outline]:
    spots = ((-0.38, 0.0), (0.32, -0.1), (0.0, 0.32))
    return [
        [(x, y), (x + lean, y - 0.2)] for x, y in spots for lean in (-0.12, 0.0, 0.12)
    ]  # fmt: skip


def _waves() -> list[Outline]:
    rows = ((-0.4, -0.1), (-0.1, 0.15), (-0.45, 0.4))
    return [[(x, y), (x + 0.5, y)] for x, y in rows]


def _houses() -> list[Outline]:
    return [_box(x, y, 0.18, 0.18) for x, y in ((-0.3, -0.08), (0.12, -0.02), (-0.08, 0.26))]


def _blocks() -> list[Outline]:
    return [
        _box(x, y, 0.2, 0.2) for x in (-0.4, -0.1, 0.2) for y in (-0.28, 0.02, 0.32)
    ]  # fmt: skip


def _rows() -> list[Outline]:
    return [_box(-0.42, y, 0.84, 0.16) for y in (-0.28, 0.02, 0.32)]


def _palace() -> list[Outline]:
    walls = ((-0.4, -0.3, 0.8, 0.12), (-0.4, 0.38, 0.8, 0.12), (-0.4, -0.18, 0.12, 0.56),
             (0.28, -0.18, 0.12, 0.56))  # fmt: skip
    return [_box(-0.14, -0.04, 0.28, 0.28), *(_box(*wall) for wall in walls)]


def _runways() -> list[Outline]:
    return [
        [(-0.5, -0.1), (0.45, -0.25), (0.5, -0.12), (-0.45, 0.05)],
        [(-0.2, 0.35), (0.15, -0.45), (0.28, -0.4), (-0.08, 0.42)],
    ]


def _box(x: float, y: float, wide: float, high: float) -> Outline:
    return [(x, y), (x + wide, y), (x + wide, y + high), (x, y + high)]


SIGNS: dict[str, tuple[Callable[[], list[Outline]], bool]] = {
    "dots": (_dots, True),
    "arcs": (_arcs, False),
    "peaks": (_peaks, False),
    "trees": (_trees, True),
    "tufts": (_tufts, False),
    "waves": (_waves, False),
    "houses": (_houses, True),
    "blocks": (_blocks, True),
    "rows": (_rows, True),
    "palace": (_palace, True),
    "runways": (_runways, True),
}
"""Sign -> its outlines around a middle, and whether they are filled."""
