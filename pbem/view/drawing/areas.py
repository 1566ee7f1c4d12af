"""An area map drawn on a sheet: in shapes if the game has them, else as boxes set like bricks.

If two boxes meet, the line between them says whether one may go there: the front, an open
border, no way at all, or water. Below stand tracks, boxes, every counter by area, and notes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType

from pbem.kit.picture import (
    FORTIFIED,
    ROAD,
    WATER,
    Area,
    AreaPicture,
    Box,
    Counter,
    Inset,
    Look,
    Pair,
    Side,
    signs_of_ways,
)
from pbem.view.drawing import leaves, slots
from pbem.view.drawing.boxes import BORDER, EDGE, FOOT, HEAD, LINE, Lie, drawn, reported
from pbem.view.drawing.canvas import Point
from pbem.view.drawing.ground import kind_of
from pbem.view.drawing.leads import Leads, Place, leads_of, touch
from pbem.view.drawing.page import HEADING, LEADING, SMALL, Entry, Page, margin
from pbem.view.drawing.shaped import Shaped
from pbem.view.drawing.shapelines import teeth
from pbem.view.drawing.style import colours_of

COUNTER, LARGE = (42.0, 12.0), (32.0, 32.0)
"""Sizes of a counter on the map, and on a board that is shown beside it."""

GAP = 2.0
"""Between two counters, in points."""

LEGEND = 170.0
"""From one entry of the legend to the next."""

BORDERS = {
    "front": "front",
    "border that one may cross": "open",
    "not next to each other": "closed",
    "water": "water",
}
"""The lines between two boxes: meaning -> line; the first lies on top."""

SHAPED = {"front": "divide", "water": "strait"}
"""The lines between two shapes that differ from those between boxes."""

GATE, SPIKE = 3.5, 3.5
"""Half the length of a road's stroke across a border, and how high a spike is, in points."""

WAYS = {"road": "l-gate", "strait": "l-strait", "spikes": "l-spikes"}
SIGNS = {"road": ROAD, "strait": WATER, "spikes": FORTIFIED}
"""The ways from box to box -> their lines, and their signs where a box names where one can go."""


def page(
    picture: AreaPicture,
    *,
    words: bool = True,
    beside: bool = True,
    titled: bool = True,
    room: Mapping[int, int] | None = None,
    before: AreaPicture | None = None,
) -> Page:
    """Return a sheet with the map, its legend, tracks and boxes.

    Args:
        picture: The map.
        words: With everything in words below it.
        beside: With the counters off the map, and the insets.
        titled: With its title above it, and a margin.
        room: Row of areas -> the least number of lines of counters.
        before: The map as it was: whatever is still there does not move.
    """
    return _Drawing(picture, room or {}, before, words=words, beside=beside, titled=titled).page


class _Grid:
    """Areas as boxes with their counters, on a sheet from where it goes on.

    ``picture`` has what is drawn, ``sides`` are those of the map. No box of an inset is a place.
    """

    def __init__(
        self,
        page: Page,
        picture: AreaPicture | Inset,
        sides: Mapping[str, Side],
        room: Mapping[int, int] = MappingProxyType({}),
        before: AreaPicture | None = None,
    ) -> None:
        self.page = page
        self.picture = picture
        self.sides = sides
        self.ranks = list(sides)
        self.counter = _counter(picture)
        self.across = slots.side_by_side(picture)
        self.wide = _wide(picture)
        self.leads: Leads = leads_of(picture, self.wide - 2 * EDGE)
        self.here = _by_area(picture)
        self.rows = slots.lines(before or picture)
        self.rows |= {row: max(many, room.get(row, 0)) for row, many in self.rows.items()}
        self.before = {} if before is None else {area.id: area for area in before.areas}
        self.lay = {} if before is None else _by_area(before)
        self.tops = self._tops()

    def draw(self) -> None:
        """Draw all boxes, and the borders between them; the sheet goes on below."""
        for area in self.picture.areas:
            self._area(area)
        borders: dict[str, list[list[Point]]] = {}
        areas = self.picture.areas
        for first, second in _touching(tuple((area.column, area.row) for area in areas)):
            one, other = areas[first], areas[second]
            borders.setdefault(_border(one, other), []).append(self._meet(one, other))
        map_ = self.picture if isinstance(self.picture, AreaPicture) else None
        if map_ is not None:  # water lies below the border, and shows on both sides of it
            self.page.lines([line for line, _ in self._along(map_.waters)], "l-strait")
        for border in reversed(BORDERS.values()):
            self.page.lines(borders.get(border, []), f"l-{border}")
        if map_ is not None:
            spikes = [_spikes(line, away) for line, away in self._along(map_.fortified)]
            self.page.lines(spikes, "l-spikes")
            gates = [_gate(line, away) for line, away in self._along(map_.roads)]
            self.page.lines(gates, "l-gate")
        self.page.y = self.tops[-1] + 12

    def moves(self, moves: Sequence[Pair]) -> None:
        """Draw from where to where something went."""
        at = {area.id: self._middle(area) for area in self.picture.areas}
        self.page.moves([(at.get(one), at.get(two)) for one, two in moves], HEAD)

    def _tops(self) -> list[float]:
        """Return where each row begins, and where the last one ends."""
        tops = [self.page.y]
        for row in range(max((area.row for area in self.picture.areas), default=-1) + 1):
            many = self.rows.get(row, slots.LEAST_ROWS)
            feet = (self.leads.lines[area.id] for area in self.picture.areas if area.row == row)
            foot = FOOT * max(map(len, feet), default=0)
            tops.append(tops[-1] + HEAD + LINE + many * (self.counter[1] + GAP) + foot + 2 * BORDER)
        return tops

    def _middle(self, area: Area) -> Point:
        x, y = self._corner(area)
        return x + self.wide / 2, (y + self.tops[area.row + 1]) / 2

    def _corner(self, area: Area) -> Point:
        return self.page.margin + area.column * self.wide / 2, self.tops[area.row]

    def _meet(self, one: Area, other: Area) -> list[Point]:
        """Return the line along which the boxes of two areas meet, empty where they do not."""
        if not touch((one.column, one.row), (other.column, other.row)):
            return []
        upper, lower = sorted((one, other), key=lambda area: (area.row, area.column))
        x, y = self._corner(lower)
        if upper.row == lower.row:
            return [(x, y), (x, self.tops[lower.row + 1])]
        half = self.wide / 2
        left = max(lower.column, upper.column) * half + self.page.margin
        right = min(lower.column, upper.column) * half + self.wide + self.page.margin
        return [(left, y), (right, y)]

    def _along(self, pairs: Sequence[Pair]) -> Iterator[tuple[list[Point], Point]]:
        """Yield where the boxes of each pair meet, with the way from the second to the first.

        That way is one of the four directions, a point long. Boxes that do not meet are left out:
        the neighbours at the foot of a box say what leads there.
        """
        areas = {area.id: area for area in self.picture.areas}
        for one, other in pairs:
            if one in areas and other in areas and (line := self._meet(areas[one], areas[other])):
                (x, _), (end, _) = line
                upright = x == end
                here, there = self._middle(areas[one]), self._middle(areas[other])
                back = here[0] < there[0] if upright else here[1] < there[1]
                yield (
                    line,
                    ((-1.0 if back else 1.0, 0.0) if upright else (0.0, -1.0 if back else 1.0)),
                )

    def _area(self, area: Area) -> None:
        x, y = self._corner(area)
        high = self.tops[area.row + 1] - y
        inset = isinstance(self.picture, Inset)
        counters = slots.ranked(area, self.here[area.id], self.ranks)
        self.page.parts += drawn(
            area,
            tuple(counters),
            tuple(self._slots(area, counters)),
            self.leads.lines[area.id],
            Lie((x, y), self.wide, high, self.counter, tuple(self.sides.items()), inset),
        )

    def _slots(self, area: Area, counters: Sequence[Counter]) -> Iterable[slots.Slot]:
        if (was := self.before.get(area.id)) is None:
            return slots.in_lines(area, counters, self.ranks, self.across)
        lay = slots.ranked(was, self.lay[area.id], self.ranks)
        before = list(zip(lay, slots.in_lines(was, lay, self.ranks, self.across), strict=True))
        return slots.as_before(counters, before, self.rows[was.row], self.across)


class _Drawing:
    """One picture on its way onto a sheet."""

    def __init__(
        self,
        picture: AreaPicture,
        room: Mapping[int, int],
        before: AreaPicture | None,
        *,
        words: bool,
        beside: bool,
        titled: bool,
    ) -> None:
        self.picture = picture
        self.sides = list(picture.sides)
        own = _width(picture) if picture.shapes is None else float(picture.shapes.size[0])
        if picture.leaves:
            own = leaves.width(picture.leaves)
        wide = max(own, *map(_width, picture.insets), 0.0) + 2 * margin(titled=titled)
        self.page = Page(round(wide), picture.title, titled=titled)
        self.far, self.short = False, list[Area]()
        if picture.leaves:
            laid = leaves.Leaves(self.page, picture)
            laid.draw()
            laid.moves(picture.moves)
        elif picture.shapes is None:
            grid = _Grid(self.page, picture, picture.sides, room, before)
            grid.draw()
            grid.moves(picture.moves)
            self.far = grid.leads.far
        else:
            shaped = Shaped(self.page, picture, picture.shapes, before)
            shaped.draw()
            shaped.moves(picture.moves)
            self.short = shaped.short
        self.page.end_map()
        self._legend()
        if beside:
            self.page.trays(picture.trays, self.sides)
        self.page.tracks(picture.tracks)
        self._boxes(picture.boxes, self.page.width - 2 * self.page.margin)
        if beside:
            for inset in picture.insets:
                self._inset(inset)
        if words:
            self.page.flow(list(self._words()), 3)

    def _inset(self, inset: Inset) -> None:
        """Draw a board that is shown beside the map, with its title above it."""
        with self.page.group("board", inset.title):
            self.page.text(
                (self.page.margin, self.page.y + 9), inset.title, 10, bold=True, align="left"
            )
            self.page.y += 20
            _Grid(self.page, inset, self.picture.sides).draw()
            self._boxes(inset.boxes, _width(inset))

    # --- below the map -------------------------------------------------------------------------

    def _legend(self) -> None:
        x = self.page.margin
        entries = [("side", side) for side in self.sides]
        entries += [("spent", side) for side in self.sides if self._any_spent(side)]
        terrain = sorted({area.terrain for area in self.picture.areas} - {""})
        entries += [("ground", word) for word in terrain]
        shaped = self.picture.shapes is not None
        left_out = {"not next to each other"} if shaped else set()
        left_out |= set() if self._any_across() else {"water"}
        left_out |= set(BORDERS) if self.picture.leaves else set()
        entries += [("border", name) for name in BORDERS if name not in left_out]
        entries += [("road", "road")] * bool(self.picture.roads)
        entries += [("strait", "water that one may cross")] * bool(self.picture.waters)
        entries += [("spikes", "fortified line")] * bool(self.picture.fortified)
        for kind, word in entries:
            if x + LEGEND > self.page.width - self.page.margin / 2:
                x, self.page.y = self.page.margin, self.page.y + 17
            at = x + 9, self.page.y + 7
            if kind == "side":
                with self.page.group("key", self.picture.sides[word].word, of=word):
                    reported = self._sample(at, kind, word)
            else:
                reported = self._sample(at, kind, word)
            self.page.text((x + 24, self.page.y + 7), reported, SMALL, align="left")
            x += LEGEND
        self.page.y += 22

    def _any_across(self) -> bool:
        return any(area.across for area in self.picture.areas)

    def _any_spent(self, side: str) -> bool:
        return any(counter.spent and counter.side == side for counter in self.picture.counters)

    def _sample(self, at: Point, kind: str, word: str) -> str:
        """Draw a sample of the legend, and return what it means."""
        x, y = at
        if kind == "border":
            shapes = self.picture.shapes is not None
            border = (SHAPED if shapes else BORDERS).get(word, BORDERS[word])
            self.page.lines([[(x - 9, y), (x + 9, y)]], f"l-{border}")
            return word
        if kind in WAYS and self.picture.shapes is not None:
            self._way((x, y), kind)
            return word
        if kind in WAYS:
            line, away = [(x - 9, y), (x + 9, y)], (0.0, -1.0)
            sample = {"road": _gate(line, away), "spikes": _spikes(line, away), "strait": line}
            if kind != "strait":
                self.page.lines([line], "l-open")
            self.page.lines([sample[kind]], WAYS[kind])
            return f"{word}{f' ({SIGNS[kind]})' * self.far}"
        if kind == "ground":
            self.page.box((x - 9, y - 5), (18, 10), f"g-{kind_of(word)} l-grid")
            return word
        look = Look(spent=kind == "spent")
        self.page.counter(at, (18, 10), "", colours_of(word, self.sides), look=look)
        name = self.picture.sides[word].word
        return f"{name}, spent" if kind == "spent" else name

    def _way(self, at: Point, kind: str) -> None:
        """Draw a sample of what leads from shape to shape."""
        line = [(at[0] - 9, at[1]), (at[0] + 9, at[1])]
        for name in {"road": ("road", "bed"), "strait": ("river",), "spikes": ("open",)}[kind]:
            self.page.lines([line], f"l-{name}")
        if kind == "spikes":
            self.page.shapes(teeth(line, (at[0], at[1] - 9)), "teeth")

    def _boxes(self, boxes: Sequence[Box], room: float) -> None:
        """Draw the boxes beside each other, as high as the fullest needs, in a ``room`` across."""
        if not boxes:
            return
        wide = room / len(boxes) - 6
        texts = [
            [line for held in box.holds for line in self.page.wrapped(held, wide - 8, SMALL)]
            for box in boxes
        ]
        high = 24 + LEADING * max(1, *map(len, texts))
        for number, (box, lines) in enumerate(zip(boxes, texts, strict=True)):
            x, y = self.page.margin + number * (wide + 6), self.page.y + 4
            self.page.box((x, y), (wide, high), "box")
            self.page.text((x + 4, y + 10), box.title, HEADING, bold=True, align="left")
            for row, line in enumerate(lines or ["\u2013"]):
                at = x + 4, y + 24 + LEADING * row
                self.page.text(at, line, SMALL, align="left", escaped=True)
        self.page.y += high + 12

    def _read(self) -> Iterator[str]:
        """Say how to read the map."""
        flag = f" * {self.picture.flag}." if self.picture.flag else ""
        if self.picture.leaves:
            yield "The outlines are those of the module's grids and zones. A number: a stack."
            return
        if self.picture.shapes is not None:
            star = f" A star: {self.picture.flag}." if self.picture.flag else ""
            yield f"An area has the tint of its holder. Stripes: it is contested.{star}"
            yield "A dotted line joins areas that have no border."
            yield "The shapes are our own drawing, not the printed map."
            if self.short:
                whole = (f"{one.id} {one.name}" for one in self.short)
                yield f"Names in full: {', '.join(whole)}."
            return
        yield (
            "A box shows number and name, in the colours of the side that holds it; ground; "
            f"counters; at the foot its neighbours{' whose boxes do not touch it' * self.far}"
            + "".join(f", {sign}" for sign in signs_of_ways(self.picture))
            + f".{flag}"
        )
        yield "The grid is schematic, not the printed map."

    def _words(self) -> Iterator[Entry]:
        """Say in words how to read the map; every counter by area; the notes."""
        yield from map(Entry, self._read() if self.picture.areas else ())
        yield from map(Entry, self.picture.notes)
        if not self.picture.areas:
            return
        if self.picture.leaves:
            for title, lines in leaves.words(self.picture):
                yield Entry(title, heading=True)
                yield from map(Entry, lines)
            return
        for side in self.sides:
            mine = [counter for counter in self.picture.counters if counter.side == side]
            word = self.picture.sides[side].word
            yield Entry(f"{word}: {len(mine)} on the map", heading=True)
            for area in self.picture.areas:
                here = [reported(one) for one in mine if one.area == area.id]
                if here:
                    named = area.id if area.reads_as_its_name else f"{area.id} {area.name}"
                    yield Entry(f"{named}: {', '.join(here)}")


def _wide(picture: AreaPicture | Inset) -> float:
    """Return how wide a box is, in points: as its counters side by side."""
    counter = _counter(picture)[0]
    return slots.side_by_side(picture) * (counter + GAP) - GAP + 2 * EDGE


def _counter(picture: AreaPicture | Inset) -> Point:
    return COUNTER if isinstance(picture, AreaPicture) else LARGE


def _width(picture: AreaPicture | Inset) -> float:
    """Return how wide the boxes beside each other are."""
    return _wide(picture) / 2 * (max((area.column for area in picture.areas), default=0) + 2)


@lru_cache(maxsize=16)
def _touching(places: tuple[Place, ...]) -> tuple[Place, ...]:
    """Return the numbers of each two boxes that meet: of a map they are always the same."""
    return tuple(
        (first, first + 1 + following)
        for first, one in enumerate(places)
        for following, other in enumerate(places[first + 1 :])
        if touch(one, other)
    )


def _border(one: Area, other: Area) -> str:
    """Return which line is drawn between two areas that meet."""
    if other.id in one.across or one.id in other.across:
        return "water"
    if other.id not in one.next_to and one.id not in other.next_to:
        return "closed"
    return "open" if one.holder == other.holder else "front"


def _gate(line: Sequence[Point], away: Point) -> list[Point]:
    """Return the stroke of a road across the middle of a border."""
    (x, y), (end, low) = line
    middle = (x + end) / 2, (y + low) / 2
    return [
        (middle[0] - GATE * away[0], middle[1] - GATE * away[1]),
        (middle[0] + GATE * away[0], middle[1] + GATE * away[1]),
    ]


def _spikes(line: Sequence[Point], away: Point) -> list[Point]:
    """Return spikes along a border, which point ``away`` at anyone who attacks."""
    (x, y), (end, low) = line
    many = 2 * max(1, round((end - x + low - y) / SPIKE / 2))
    return [
        (
            x + (end - x) * number / many + SPIKE * away[0] * (number % 2),
            y + (low - y) * number / many + SPIKE * away[1] * (number % 2),
        )
        for number in range(many + 1)
    ]


def _by_area(picture: AreaPicture | Inset) -> dict[str, list[Counter]]:
    here: dict[str, list[Counter]] = {area.id: [] for area in picture.areas}
    for counter in picture.counters:
        here[counter.area].append(counter)
    return here
