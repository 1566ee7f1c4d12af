"""The box of an area with its counters, as lines of SVG.

From one map of a game to the next few boxes change, so that what looks alike is drawn once.
"""

from __future__ import annotations

from contextlib import AbstractContextManager
from functools import lru_cache
from typing import NamedTuple

from pbem.kit.picture import Area, Counter, Look, Side
from pbem.view.drawing.canvas import Point
from pbem.view.drawing.counters import Counters
from pbem.view.drawing.ground import kind_of
from pbem.view.drawing.slots import Slot
from pbem.view.drawing.style import colours_of

HEAD, LINE, FOOT = 15.0, 11.0, 7.5
"""Heights of the bar with the name, of the line with the ground, of a line of neighbours."""

NAME, LETTERS = 7.6, 6.5
"""How high its name is written at most, and what stands below."""

EDGE, BORDER = 4.0, 3.0
"""How far what stands in a box is from its sides, and from the line below it, in points."""

PILED = -3.5
"""How far a counter is drawn beside the one that it lies upon, in points."""

FOUGHT_OVER = "Contested"


class Lie(NamedTuple):
    """How a box lies on its sheet, and who may hold it: ``sides``, by name, as they rank.

    ``corner``: its upper left; ``wide`` and ``high`` it is; ``counter``: the size of counters. A
    box of an ``inset`` is no place of the map.
    """

    corner: Point
    wide: float
    high: float
    counter: Point
    sides: tuple[tuple[str, Side], ...]
    inset: bool


@lru_cache(maxsize=1024)
def drawn(
    area: Area,
    counters: tuple[Counter, ...],
    slots: tuple[Slot, ...],
    leads: tuple[str, ...],
    lie: Lie,
) -> tuple[str, ...]:
    """Return the box of an area and its ``counters`` in their ``slots``.

    ``leads``: the lines at its foot, which say where one can go.
    """
    return tuple(_Box(area, counters, slots, leads, lie).canvas.parts)


class _Box:
    """A box on its way to lines of SVG."""

    def __init__(
        self,
        area: Area,
        counters: tuple[Counter, ...],
        slots: tuple[Slot, ...],
        leads: tuple[str, ...],
        lie: Lie,
    ) -> None:
        self.area = area
        self.lie = lie
        self.sides = dict(lie.sides)
        self.ranks = list(self.sides)
        self.canvas = Counters()
        if lie.inset:
            title = f"{area.name}, {self._control()}"
            with self.canvas.group("inset", title, box=area.id):
                self._ground()
                self._counters(counters, slots)
            return
        title = ", ".join(filter(None, (*area.called, self._control())))
        with self.canvas.group("place", title, place=area.id):
            self._ground()
            self._foot(leads)
        with self.canvas.group("stack", place=area.id):
            self._counters(counters, slots)

    def _control(self) -> str:
        if self.area.contested:
            return FOUGHT_OVER
        return self.sides[self.area.holder].word if self.area.holder in self.sides else ""

    def _colours(self) -> int | None:
        holder = self.area.holder
        return colours_of(holder, self.ranks) if holder in self.sides else None

    def _ground(self) -> None:
        """Draw the box with its name, its ground, and who holds it."""
        area, canvas, (x, y), wide = self.area, self.canvas, self.lie.corner, self.lie.wide
        colours = self._colours()
        canvas.box((x, y), (wide, self.lie.high), f"g-{kind_of(area.terrain)} l-grid")
        bar, letters = ("plain", "") if colours is None else (f"held c{colours}", f"on{colours}")
        canvas.box((x, y), (wide, HEAD), bar)
        number = "" if area.reads_as_its_name else f"{area.id} "
        name = f"{number}{'* ' if area.flag else ''}{' ' * bool(number)}{area.name}"
        size = min(NAME, (wide - 2 * EDGE) / (0.66 * len(name)))
        at = x + EDGE, y + HEAD / 2
        canvas.text(at, name, round(size, 1), letters, bold=True, align="left")
        if area.contested:
            canvas.box((x, y + HEAD), (wide, LINE), "disputed")
        line, ink = y + HEAD + LINE / 2 + 1, "ondisputed" if area.contested else ""
        reported = f"{area.terrain} {area.modifier}".strip()
        canvas.text((x + EDGE, line), reported, LETTERS, ink, align="left")
        at, held = (x + wide - EDGE, line), self._control()
        canvas.text(at, held, LETTERS, ink, bold=area.contested, align="right")

    def _foot(self, leads: tuple[str, ...]) -> None:
        """Write where one can go at the foot of the box."""
        x, y = self.lie.corner
        for number, reported in enumerate(leads):
            low = y + self.lie.high - FOOT * (len(leads) - number - 0.5) - BORDER
            self.canvas.text(
                (x + EDGE, low), reported, LETTERS, "faint", align="left", escaped=True
            )

    def _counters(self, counters: tuple[Counter, ...], slots: tuple[Slot, ...]) -> None:
        (x, y), (wide, high) = self.lie.corner, self.lie.counter
        left, top = x + EDGE, y + HEAD + LINE + 3
        for counter, (column, row, below) in zip(counters, slots, strict=True):
            at = (
                left + column * (wide + 2) + wide / 2 + below * PILED,
                top + row * (high + 2) + high / 2,
            )
            colours = colours_of(counter.side, self.ranks)
            with self._piece(counter):
                look = counter.look or Look(spent=counter.spent)
                self.canvas.counter(at, self.lie.counter, counter.label, colours, look=look)

    def _piece(self, counter: Counter) -> AbstractContextManager[None]:
        """Return a counter's group; on a board beside the map it is no counter of a place."""
        if self.lie.inset:
            return self.canvas.group("token", reported(counter), token=counter.label)
        return self.canvas.group("piece", reported(counter), side=counter.side, unit=counter.label)


def reported(counter: Counter) -> str:
    """Return all that one must know of a counter."""
    spent = "(spent)" if counter.spent else ""
    return " ".join(filter(None, (counter.label, counter.text, spent)))
