"""The part of a map that a card has room for: where its counters are, large enough to be seen."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import product
from typing import NamedTuple

from pbem.view.drawing.canvas import Point
from pbem.view.drawing.page import Page


class Frame(NamedTuple):
    """The form of a part: ``shape`` times as wide as high.

    ``least``, ``most``: so many counters, side by side, are as wide as it at least and at most.
    ``high``: the shape for a map that is higher than wide, if that is another. Such a part may be
    wider than the map, so that no counter above or below is cut off.
    """

    shape: float
    least: float
    most: float
    high: float = 0.0


CARD = Frame(1.6, 16.0, 26.0, high=1.0)
"""The form of a card with a game that has ended."""

_STEPS = 24
"""In so many places, across and down, a part is tried."""

_COUNTER = re.compile(
    r'<rect class="counter (?:spent )?(?:c|rim)([0-9]+)[^"]*" x="(-?[0-9.]+)" y="(-?[0-9.]+)" '
    r'width="([0-9.]+)" height="([0-9.]+)"'
)


_LETTERS = 100
"""Letters that a part is so many times as wide as cannot be read on a card."""

_BEFORE, _PAIR = 4.0, re.compile(r"(-?[0-9.]+)[ ,](-?[0-9.]+)")
"""How far beyond its points a line is seen, and two coordinates of a path."""


class Window(NamedTuple):
    """A part of a sheet, in points: its upper left corner and its size."""

    x: float
    y: float
    wide: float
    high: float

    def meets(self, left: float, top: float, right: float, foot: float) -> bool:
        """Say whether something between these edges is seen in it."""
        across = self.x - _BEFORE <= right and left <= self.x + self.wide + _BEFORE
        return across and self.y - _BEFORE <= foot and top <= self.y + self.high + _BEFORE


def seen(parts: Sequence[str], part: Window) -> list[str]:
    """Return those of a sheet's parts that are seen in a part of it, on a card.

    Titles and small letters are not, nor what lies outside, nor groups without anything.
    """
    kept: list[str] = []
    for one in parts:
        if one == "</g>" and kept and kept[-1].startswith("<g "):
            kept.pop()
        elif _is_read(one, part) and _lies_in(one, part):
            kept.append(one)
    return kept


def _is_read(one: str, part: Window) -> bool:
    """Say whether an element is no text, or one that can be read on a card."""
    if one.startswith("<text"):
        return float(_values(one)["font-size"]) * _LETTERS >= part.wide
    return not one.startswith("<title")


def _lies_in(one: str, part: Window) -> bool:
    """Say whether an element is seen; one that is no shape by itself is."""
    if one.startswith("<path"):
        pairs = [(float(x), float(y)) for x, y in _PAIR.findall(_values(one)["d"])]
        across, down = [x for x, _ in pairs], [y for _, y in pairs]
        return not pairs or part.meets(min(across), min(down), max(across), max(down))
    if not one.startswith(("<rect", "<circle", "<text")):
        return True
    has = {key: float(value) for key, value in _values(one).items() if key in _PLACED}
    if one.startswith("<circle"):
        x, y, r = has["cx"], has["cy"], has["r"]
        return part.meets(x - r, y - r, x + r, y + r)
    if one.startswith("<text"):  # it is not known how wide it is
        return part.meets(has["x"] - part.wide / 4, has["y"], has["x"] + part.wide / 4, has["y"])
    x, y = has["x"], has["y"]
    return part.meets(x, y, x + has["width"], y + has["height"])


_PLACED = ("x", "y", "width", "height", "cx", "cy", "r")


def _values(element: str) -> dict[str, str]:
    """Return the attributes of an element that the canvas drew."""
    return dict(_ATTRIBUTE.findall(element.partition(">")[0]))


_ATTRIBUTE = re.compile(r' ([a-z-]+)="([^"]*)"')


class _Spot(NamedTuple):
    """The colours of a counter, its middle and its longer edge."""

    side: str
    x: float
    y: float
    size: float


_MET = 4
"""A counter of the second side counts so many times: what is seen is where the sides meet."""


def window(page: Page, frame: Frame = CARD) -> Window:
    """Return the part of the map on a sheet that has the most counters of both sides.

    It has all of them if they lie near each other. A map without counters shows its middle.
    """
    shape, least, most, high = frame
    whole = Window(0, 0, page.width, page.map_ends)
    is_high = bool(high) and whole.high > whole.wide
    shape = high if is_high else shape
    spots = list(_spots(page.parts[: page.map_parts]))
    if not spots:
        return _placed(whole, shape, whole.wide, (whole.wide / 2, whole.high / 2))
    size = sorted(one.size for one in spots)[len(spots) // 2]
    left, right = min(one.x for one in spots), max(one.x for one in spots)
    top, foot = min(one.y for one in spots), max(one.y for one in spots)
    wanted = max(right - left, shape * (foot - top)) + 2 * size
    wide = min(max(wanted, least * size), most * size)
    middle = ((left + right) / 2, (top + foot) / 2)
    widest = max(whole.wide, shape * whole.high) if is_high else whole.wide
    found = _placed(whole, shape, min(wide, widest), middle)
    return found if wanted <= found.wide else _fullest(whole, found, spots)


def _placed(whole: Window, shape: float, wide: float, middle: Point) -> Window:
    """Return a part around a middle, moved into the map where it can be.

    It can be higher than a flat one.
    """
    x, y = middle
    high = wide / shape
    return Window(_within(x, wide, whole.wide), _within(y, high, whole.high), wide, high)


def _within(middle: float, size: float, whole: float) -> float:
    if size >= whole:
        return (whole - size) / 2
    return min(max(middle - size / 2, 0.0), whole - size)


def _fullest(whole: Window, part: Window, spots: Sequence[_Spot]) -> Window:
    """Return the fullest part as large as ``part``, of several the nearest to it."""
    best, most = part, (-1, 0.0)
    for across, down in product(range(_STEPS + 1), repeat=2):
        x = part.wide / 2 + (whole.wide - part.wide) * across / _STEPS
        y = part.high / 2 + (whole.high - part.high) * down / _STEPS
        tried = _placed(whole, part.wide / part.high, part.wide, (x, y))
        far = abs(tried.x - part.x) + abs(tried.y - part.y)
        sides = Counter(one.side for one in spots if _has(tried, one)).most_common()
        full = sum(many for _, many in sides) + _MET * sum(many for _, many in sides[1:2])
        if (full, -far) > most:
            best, most = tried, (full, -far)
    return best


def _has(part: Window, one: _Spot) -> bool:
    """Say whether a counter lies whole in a part."""
    half = one.size / 2
    return (
        part.x + half <= one.x <= part.x + part.wide - half
        and part.y + half <= one.y <= part.y + part.high - half
    )


def _spots(parts: Sequence[str]) -> Iterator[_Spot]:
    for found in filter(None, map(_COUNTER.match, parts)):
        x, y, wide, high = map(float, found.groups()[1:])
        yield _Spot(found[1], x + wide / 2, y + high / 2, max(wide, high))
