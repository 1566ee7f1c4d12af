"""An area map drawn in shapes: ground in the tint of its holder, borders, ways, counters in piles.

A border says what it means to cross it: thin, open; heavy, the front; blue, water; teeth, a
fortified line. Roads lead from middle to middle. Areas that one may go between without a border
are joined by a dotted line.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import nullcontext
from functools import lru_cache

from pbem.kit.picture import Area, AreaPicture, Counter, Look, Pair
from pbem.kit.shapes import BEYOND, SEA, Border, Shapes, Spot
from pbem.view.drawing.areanames import (
    NAME,
    NUMBER,
    SIGN,
    SIGNS,
    has_number,
    is_long,
    number_width,
    text_width,
    width,
    written,
)
from pbem.view.drawing.blocks import FILLED, GAP, blocks
from pbem.view.drawing.boxes import FOUGHT_OVER, reported
from pbem.view.drawing.canvas import Curve, Point, number
from pbem.view.drawing.ground import kind_of
from pbem.view.drawing.page import Page
from pbem.view.drawing.piles import Pile, piles
from pbem.view.drawing.shapelines import entered, star, stripes, teeth, ways
from pbem.view.drawing.style import colours_of

LABEL = 12.0
"""How high the names of seas and lands beyond the areas are written."""

PLATE = (64.0, 20.0)
"""The plate of an area without a border, if nothing stands there."""

RIM = 2.0
"""So far a plate stays within the sheet: all of the frame around it is seen."""

PLAIN = {"", "clear", "open", "depot"}
"""Terrain that leaves the ground as it is."""

POINTS_MEET = 10.0
"""A border that is shorter than so much is none."""


class Shaped:
    """An area map on a sheet, from where the sheet goes on; ``before``: as it lay until now."""

    def __init__(
        self, page: Page, picture: AreaPicture, shapes: Shapes, before: AreaPicture | None
    ) -> None:
        self.page = page
        self.picture = picture
        self.shapes = shapes
        self.sides = list(picture.sides)
        self.areas = {area.id: area for area in picture.areas}
        self.here = _by_area(picture)
        self.lay = None if before is None else _by_area(before)
        self.corner = (page.margin, page.y)
        names = [
            (one.id, width(one, short=is_long(one)), width(one, short=True), has_number(one))
            for one in picture.areas
        ]
        self.blocks = {
            area: block._replace(at=self._at(block.at))
            for area, block in blocks(shapes, names, len(self.sides)).items()
        }
        self.counter = next(iter(self.blocks.values())).counter
        self.short = [area for area in picture.areas if self._is_short(area)]

    def draw(self) -> None:
        """Draw the map; the sheet goes on below it."""
        page, shapes = self.page, self.shapes
        page.afloat = True
        page.box(self.corner, shapes.size, "g-sea")
        with page.group("beyond"):
            # On a sheet with a margin land ends where the map does, and not on a board.
            with page.window(self.corner, shapes.size) if page.titled else nullcontext():
                land = self._curves(shapes.land, closed=True)
                page.curves(land, "line l-shoal")
                page.curves(land, "land l-coast")
            for words, spot in shapes.labels.items():
                page.text(self._at(spot), words, LABEL, "sea")
        with page.group("ground"):
            page.curves(self._curves(self._outer(SEA)), "line l-shoal")
            bordered = [area for area in self.picture.areas if area.id in shapes.outlines]
            for area in bordered:
                self._ground(area)
            self._borders()
            page.parts += ways(self._roads(), self._apart())
            for area in self.picture.areas:
                if area not in bordered:
                    self._ground(area)  # a plate lies upon the lines that lead to it
        with page.group("counters"):
            for area in self.picture.areas:
                self._counters(area)
        with page.group("names"):
            for area in self.picture.areas:
                self._name(area)
        page.y = self.corner[1] + shapes.size[1] + 12

    def moves(self, moves: Sequence[Pair]) -> None:
        """Draw from where to where something went, by the ids of areas."""
        at = {area: self._centre(area) for area in self.areas}
        self.page.moves([(at.get(one), at.get(two)) for one, two in moves], self.counter / 2)

    # --- ground --------------------------------------------------------------------------------

    def _at(self, spot: Spot | Point) -> Point:
        return self.corner[0] + spot[0], self.corner[1] + spot[1]

    def _centre(self, area: str) -> Point:
        return self._at(self.shapes.centres[area])

    def _curves(self, lines: Iterable[Sequence[Spot]], *, closed: bool = False) -> list[Curve]:
        return [_curve(tuple(line), self.corner, closed) for line in lines]

    def _outer(self, beyond: str) -> list[Sequence[Spot]]:
        return [border.line for border in self.shapes.borders if beyond in border.between]

    def _ground(self, area: Area) -> None:
        """Draw the ground of an area, and over it the tint of its holder: a group of its own."""
        words = ", ".join(filter(None, (*area.called, self._control(area))))
        outlines = self.shapes.outlines.get(area.id)
        held = area.holder in self.picture.sides
        tint = f"tint c{colours_of(area.holder, self.sides)}" if held else ""
        spots = {"middle": self._centre(area.id), "cost": self._cost(area)}
        named = {name: f"{number(x)} {number(y)}" for name, (x, y) in spots.items()}
        with self.page.group("place", words, place=area.id, **named):
            if outlines is None:
                for cls in filter(None, ("box", tint)):
                    self._plate(area, cls)
                return
            curves = self._curves(outlines, closed=True)
            self.page.curves(curves, "under" if held else "g-clear")
            if area.terrain.lower() not in PLAIN:
                self.page.curves(curves, f"soft g-{kind_of(area.terrain)}")
            if tint:
                self.page.curves(curves, tint)
            if area.contested:
                for side in sorted({one.side for one in self.here[area.id]} - {area.holder}):
                    lines = [stripe for curve in curves for stripe in stripes(curve.points)]
                    self.page.lines(lines, f"stripe e{colours_of(side, self.sides)}")

    def _plate(self, area: Area, cls: str) -> None:
        """Draw an area without a border as a plate, as large as what stands there."""
        block = self.blocks[area.id]
        lying = self._lying(area)
        rows, many = -(-lying // block.columns), min(lying, block.columns)
        many += (block.columns - many) % 2  # they lie in columns of the block, and not in the midst
        wide = max(PLATE[0], block.name + 10, many * (self.counter + GAP) + 6)
        high = PLATE[1] + (rows * (self.counter + GAP) + 4 if rows else 0)
        (x, y), sheet = block.at, self.corner[0]
        left = max(x - wide / 2, sheet + RIM)
        right = min(x + wide / 2, sheet + self.shapes.size[0] - RIM)
        self.page.box((left, y - PLATE[1] / 2), (right - left, high), cls, round_by=6)

    def _control(self, area: Area) -> str:
        if area.contested:
            return FOUGHT_OVER
        return self.picture.sides[area.holder].word if area.holder in self.picture.sides else ""

    # --- borders and ways ----------------------------------------------------------------------

    def _borders(self) -> None:
        """Draw all borders, the heaviest last, then the teeth of fortified lines."""
        waters = {frozenset(pair) for pair in self.picture.waters}
        lines: dict[str, list[Sequence[Spot]]] = {}
        for border in self.shapes.borders:
            lines.setdefault(self._kind(border, waters), []).append(border.line)
        for kind in ("open", "strait", "river", "closed", "coast", "divide"):
            self.page.curves(self._curves(lines.get(kind, ())), f"line l-{kind}")
        drawn: list[list[Point]] = []
        for met_from, line_of in self.picture.fortified:
            met = self.shapes.between.get(frozenset((met_from, line_of)))
            if met is not None:
                points = [self._at(spot) for spot in met.line]
                drawn += teeth(points, self._centre(met_from))
        self.page.shapes(drawn, "teeth")

    def _kind(self, border: Border, waters: set[frozenset[str]]) -> str:
        """Return what it means to cross a border."""
        if SEA in border.between:
            return "coast"
        if BEYOND in border.between:
            return "open"
        one, other = (self.areas[area] for area in border.between)
        if other.id in one.across or one.id in other.across:
            return "strait"
        if other.id not in one.next_to and one.id not in other.next_to:
            return "closed" if border.length > POINTS_MEET else "open"
        if frozenset(border.between) in waters:
            return "river"
        return "open" if one.holder == other.holder else "divide"

    def _roads(self) -> tuple[tuple[Point, ...], ...]:
        """Return each road as its middles and where it crosses the border."""
        roads = []
        for one, other in self.picture.roads:
            border = self.shapes.between.get(frozenset((one, other)))
            if border is not None:
                roads.append((self._centre(one), self._at(border.middle), self._centre(other)))
        return tuple(roads)

    def _apart(self) -> tuple[tuple[Point, Point], ...]:
        """Return lines between areas that one may go between, and that have no border."""
        pairs = {
            frozenset((area.id, other))
            for area in self.picture.areas
            for other in (*area.next_to, *area.across)
            if other in self.areas
        }
        apart = sorted(tuple(sorted(pair)) for pair in pairs - self.shapes.between.keys())
        return tuple((self._landing(other, one), self._landing(one, other)) for one, other in apart)

    def _landing(self, start: str, end: str) -> Point:
        """Return where a straight line from the middle of an area has come into another."""
        outlines = [self._curves([line])[0].points for line in self.shapes.outlines.get(end, ())]
        return entered(self._centre(start), self._centre(end), outlines)

    # --- names and counters --------------------------------------------------------------------

    def _cost(self, area: Area) -> Point:
        """Return where a page may write what it costs to come: above the name."""
        x, y = self.blocks[area.id].at
        return x, y - 10

    def _name(self, area: Area) -> None:
        """Write number, name, what its ground adds, and a star at what the rules give a value."""
        block = self.blocks[area.id]
        x, y = block.at[0] - block.name / 2, block.at[1]
        short = self._is_short(area)
        badge, wide = number_width(area), text_width(area, short=short)
        if badge:
            self.page.box((x, y - 6), (badge - 4, 12), "badge", round_by=6)
            self.page.text((x + badge / 2 - 2, y), area.id, NUMBER, "onhere", bold=True)
        words, at = written(area, short=short), x + badge
        if badge:  # beside its number, however wide the letters are
            self.page.text((at, y), words, NAME, "name", bold=True, align="left")
        else:
            self.page.text((at + wide / 2, y), words, NAME, "name", bold=True)
        behind = at + (FILLED * wide if badge else wide) + SIGN / 2
        if area.flag:
            self.page.shapes([star((behind, y))], "star")
            behind += SIGN
        if area.terrain in SIGNS:
            self.page.disc((behind, y), 6.5, "plain")
            lines = [[(behind + 4 * p, y + 4 * q) for p, q in line] for line in SIGNS[area.terrain]]
            self.page.lines(lines, "sign")

    def _is_short(self, area: Area) -> bool:
        return area.short != area.name and (self.blocks[area.id].short or is_long(area))

    def _lying(self, area: Area) -> int:
        """Return by how many piles all are placed: after orders, by those that lay there before."""
        if self.lay is not None and (before := self.lay.get(area.id)):
            return len(piles(before, self._ranks(area), room=self.blocks[area.id].slots))
        return len(self._piles(area))

    def _piles(self, area: Area) -> list[Pile | None]:
        before = None if self.lay is None else self.lay.get(area.id)
        return piles(self.here[area.id], self._ranks(area), before, self.blocks[area.id].slots)

    def _ranks(self, area: Area) -> list[str]:
        """Return the sides in the order in which they stand in an area: its holder's first."""
        return sorted(self.sides, key=lambda side: side != area.holder)

    def _counters(self, area: Area) -> None:
        laid = self._piles(area)
        if not laid:
            return
        block, lying = self.blocks[area.id], self._lying(area)
        with self.page.group("stack", place=area.id):
            for place, pile in enumerate(laid):
                if pile is not None:
                    self._pile(pile, block.slot(place, lying))

    def _pile(self, pile: Pile, at: Point) -> None:
        """Draw a pile: its first counter on top, an edge of the second, and how many they are."""
        first, *rest = pile.counters
        for one in rest[1:]:
            self._piece(one, at, below=True)
        for one in rest[:1]:
            self._piece(one, (at[0] + 2, at[1] - 2))
        self._piece(first, at)
        if rest:
            with self.page.group("more", "; ".join(reported(one) for one in pile.counters)):
                spot = at[0] + self.counter / 2 - 1, at[1] - self.counter / 2 + 1
                self.page.disc(spot, 5.5, "badge")
                self.page.text(spot, str(len(pile.counters)), 7.5, "onhere", bold=True)

    def _piece(self, one: Counter, at: Point, *, below: bool = False) -> None:
        look = one.look or Look(spent=one.spent)
        with self.page.group(
            f"piece{' below' * below}", reported(one), side=one.side, unit=one.label
        ):
            colours = colours_of(one.side, self.sides)
            self.page.counter(at, (self.counter, self.counter), one.label, colours, look=look)


@lru_cache(maxsize=1 << 12)
def _curve(line: tuple[Spot, ...], corner: Point, closed: bool) -> Curve:
    """Return a line of the map on a sheet: the same for each drawing of the map."""
    x, y = corner
    return Curve(tuple((x + right, y + down) for right, down in line), closed)


def _by_area(picture: AreaPicture) -> dict[str, list[Counter]]:
    here: dict[str, list[Counter]] = {area.id: [] for area in picture.areas}
    for counter in picture.counters:
        here[counter.area].append(counter)
    return here
