"""The names of areas on a map of shapes: how wide they are, and the signs after them."""

from __future__ import annotations

from pbem.kit.picture import Area
from pbem.view.drawing.canvas import Point

NAME, NUMBER, WIDTH, SIGN = 10.5, 8.5, 0.66, 16.0
"""How high names and numbers are written, how wide a letter is by its height, and how wide a sign
after a name."""

NAME_MOST = 17
"""A name of more letters stands short on the map."""

SIGNS: dict[str, list[list[Point]]] = {
    "airfield": [[(-1, 0), (1, 0)], [(-0.2, -0.9), (0.3, 0), (-0.2, 0.9)], [(-1, -0.4), (-1, 0.4)]],
    "depot": [[(-0.8, 0.8), (-0.8, -0.2), (0, -0.9), (0.8, -0.2), (0.8, 0.8), (-0.8, 0.8)]],
}
"""Words of terrain that are a sign after the name of an area -> its lines."""


def is_long(area: Area) -> bool:
    """Whether the name of an area is so long that it stands short on every map."""
    return len(area.name) > NAME_MOST


def has_number(area: Area) -> bool:
    """Whether a number stands before the name of an area."""
    return not area.reads_as_its_name


def width(area: Area, *, short: bool) -> float:
    """Return how wide everything is that stands in the line of a name, in points.

    ``short``: the name is shortened.
    """
    signs = (area.flag, area.terrain in SIGNS)
    return number_width(area) + text_width(area, short=short) + SIGN * sum(signs)


def number_width(area: Area) -> float:
    """Return how wide the number before a name is, with the gap after it, in points."""
    return 9 + WIDTH * NUMBER * len(area.id) if has_number(area) else 0.0


def text_width(area: Area, *, short: bool) -> float:
    """Return how wide a name is with what its ground adds, in points; ``short``: shortened."""
    return WIDTH * NAME * len(written(area, short=short))


def written(area: Area, *, short: bool) -> str:
    """Return an area's name as it stands on the map, with what its ground adds.

    ``short``: it is shortened.
    """
    return " ".join(filter(None, (area.short if short else area.name, area.modifier)))
