"""Several maps drawn one below the other: places as outlines, counters in stacks, names.

Every counter is there, as one can look into a stack; of most of them only the upper two are seen.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from pbem.kit.picture import Area, AreaPicture, Counter, Look, Pair
from pbem.kit.shapes import Leaf, Spot
from pbem.view.drawing.canvas import Point, number
from pbem.view.drawing.counters import ADVANCE
from pbem.view.drawing.page import HEADING, Page
from pbem.view.drawing.style import colours_of

COUNTER = 20.0
"""How wide a counter is, in points."""
WIDE_MOST, WIDE_LEAST = 3_000.0, 300.0
"""How wide a map is at most, however small its counters are then; and at least."""
PAGE_LEAST = 560.0
"""How wide the page is at least: boxes stand below the maps."""
POINT = 11.0
"""Half the width of a place without an outline."""
NAME, NAME_LEAST = 6.5, 2.5
"""How high names are written at most and at least."""
APART_MOST = 130.0
"""Places that are farther from each other leave no more room to their names."""
GAP, HEAD = 14.0, 16.0
LEAN = 1.5
"""How far the second counter of a stack looks out."""
LINES_MOST, LETTERS = 2, 9
"""A counter has so many lines at most, of so many letters."""


class Lying(NamedTuple):
    """A map on the page: its upper left corner, and how large a pixel of it is."""

    leaf: Leaf
    corner: Point
    scale: float

    def at(self, spot: Spot) -> Point:
        """Return where a pixel of the map lies on the page."""
        return self.corner[0] + spot[0] * self.scale, self.corner[1] + spot[1] * self.scale


def scale_of(leaf: Leaf) -> float:
    """Return how large a pixel of a map is drawn: so that counters are alike on all maps."""
    wide = max(1, leaf.size[0])
    if not leaf.spots:
        return min(1.0, WIDE_LEAST / max(*leaf.size, 1))
    return min(WIDE_MOST / wide, max(COUNTER / leaf.counter, min(WIDE_LEAST / wide, 1.0)))


def width(leaves: Sequence[Leaf]) -> float:
    """Return how wide the page has to be for all maps, in points."""
    return max(PAGE_LEAST, *(one.size[0] * scale_of(one) for one in leaves))


class Leaves:
    """The maps of a picture on a page, from where the page goes on."""

    def __init__(self, page: Page, picture: AreaPicture) -> None:
        self.page = page
        self.sides = list(picture.sides)
        self.areas = {area.id: area for area in picture.areas}
        self.here: dict[str, list[Counter]] = {}
        for one in picture.counters:
            self.here.setdefault(one.area, []).append(one)
        self.lying: list[Lying] = []
        self.at: dict[str, Point] = {}
        y = page.y
        for leaf in picture.leaves:
            laid = Lying(leaf, (page.margin, y + HEAD), scale_of(leaf))
            self.lying.append(laid)
            self.at |= {area: laid.at(spot) for area, spot in leaf.spots.items()}
            y += HEAD + leaf.size[1] * laid.scale + GAP
        self.end = y

    def draw(self) -> None:
        """Draw all maps; the page goes on below them."""
        with self.page.group("ground"):
            for laid in self.lying:
                self._leaf(laid)
        with self.page.group("counters"):
            for area in self.at:
                self._stack(area)
        with self.page.group("names"):
            for laid in self.lying:
                self._names(laid)
        self.page.y = self.end

    def moves(self, moves: Sequence[Pair]) -> None:
        """Draw from where to where something went, by the ids of areas."""
        self.page.moves([(self.at.get(one), self.at.get(two)) for one, two in moves], COUNTER / 2)

    def _leaf(self, laid: Lying) -> None:
        """Draw the frame of a map and all of its places, the large ones first."""
        page, (x, y), leaf = self.page, laid.corner, laid.leaf
        size = leaf.size[0] * laid.scale, leaf.size[1] * laid.scale
        with page.group("leaf", leaf.title):
            page.box((x, y), size, "box")
            page.text((x, y - HEAD / 2), leaf.title, HEADING, bold=True, align="left")
        extents = {area: _extent(outline) for area, outline in leaf.outlines.items()}
        for area in sorted(leaf.spots, key=lambda one: -extents.get(one, 0)):
            self._place(laid, self.areas[area])

    def _place(self, laid: Lying, area: Area) -> None:
        x, y = self.at[area.id]
        middle = f"{number(x)} {number(y)}"
        with self.page.group("place", area.name or area.id, place=area.id, middle=middle):
            outline = laid.leaf.outlines.get(area.id)
            if outline is not None:
                self.page.shapes([[laid.at(spot) for spot in outline]], "field")
            else:
                cls = "field" if area.name else "field nameless"
                self.page.box((x - POINT, y - POINT), (2 * POINT, 2 * POINT), cls, round_by=4)

    # --- counters ------------------------------------------------------------------------------

    def _stack(self, area: str) -> None:
        counters = self.here.get(area)
        if not counters:
            return
        (x, y), many = self.at[area], len(counters)
        with self.page.group("stack", place=area):
            for place, one in enumerate(counters):
                over = many - 1 - place
                lean = LEAN * min(over, 1)
                self._piece(one, (x + lean, y - lean), below=over > 1)
            if many > 1:
                with self.page.group("more", "; ".join(map(reported, reversed(counters)))):
                    spot = x + COUNTER / 2 - 1, y - COUNTER / 2 + 1
                    self.page.disc(spot, 4.5, "badge")
                    self.page.text(spot, str(many), 6, "onhere", bold=True)

    def _piece(self, one: Counter, at: Point, *, below: bool) -> None:
        cls = f"piece{' below' * below}"
        with self.page.group(cls, reported(one), side=one.side, unit=one.label):
            colours = colours_of(one.side, self.sides)
            look = one.look or Look(spent=one.spent)
            self.page.counter(at, (COUNTER, COUNTER), "", colours, look=look)
            lines = in_lines(one.kind)
            size = fitted(max(map(len, lines)), COUNTER - 2, 6.0, bold=True)
            for row, line in enumerate(lines):
                spot = at[0], at[1] + (row - (len(lines) - 1) / 2) * 1.25 * size
                self.page.text(spot, line, size, "" if look.spent else f"on{colours}", bold=True)

    # --- names ---------------------------------------------------------------------------------

    def _names(self, laid: Lying) -> None:
        named = [area for area in laid.leaf.spots if self.areas[area].name]
        room = apart([self.at[area] for area in named])
        for area, wide in zip(named, room, strict=True):
            name, (x, y) = self.areas[area].name, self.at[area]
            size = fitted(len(name), max(0.95 * wide, 2 * POINT), NAME)
            self.page.text((x, y + COUNTER / 2 + size), name, size, "name")


def reported(one: Counter) -> str:
    """Return a counter in words: what it shows, and its name in orders."""
    return f"{one.text} ({one.label})"


def words(picture: AreaPicture) -> Iterator[tuple[str, list[str]]]:
    """Yield each map with a line for each of its places where something stands."""
    here: Mapping[str, list[str]] = {area.id: [] for area in picture.areas}
    for one in picture.counters:
        here[one.area].append(reported(one))
    names = {area.id: area.name or area.id for area in picture.areas}
    for leaf in picture.leaves:
        lines = [f"{names[at]}: {', '.join(here[at])}" for at in leaf.spots if here[at]]
        if lines:
            yield leaf.title, lines


def in_lines(text: str) -> list[str]:
    """Return what stands on a counter in two lines at most; what is too long is cut."""
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and len(longer) > LETTERS and len(lines) < LINES_MOST:
            lines.append(word)
        else:
            lines[-1] = longer
    most = 2 * LETTERS
    return [line if len(line) <= most else f"{line[: most - 1]}." for line in lines]


def fitted(letters: int, room: float, most: float, *, bold: bool = False) -> float:
    """Return how large so many letters can be written in ``room`` points, ``most`` at most.

    ``bold``: they are bold, and so wider.
    """
    size = room / (ADVANCE * (1.25 if bold else 1.0) * max(1, letters))
    return round(max(NAME_LEAST, min(most, size)), 1)


def _extent(outline: Sequence[Spot]) -> int:
    """Return how large the box around an outline is."""
    xs, ys = [x for x, _ in outline], [y for _, y in outline]
    return (max(xs) - min(xs)) * (max(ys) - min(ys))


def apart(points: Sequence[Point]) -> list[float]:
    """Return how far it is from each point to the nearest beside it, at the same height about.

    The points are in order of their x, and only those near each are looked at: a map has thousands.
    """
    order = sorted(range(len(points)), key=lambda at: points[at])
    xs = [points[at][0] for at in order]
    found = [APART_MOST] * len(points)
    for at, (x, y) in enumerate(points):
        for place in range(bisect_left(xs, x - found[at]), len(order)):
            p, q = points[order[place]]
            if p - x > found[at]:
                break
            if order[place] != at and abs(q - y) < NAME:
                found[at] = min(found[at], max(abs(p - x), 1.0))
    return found
