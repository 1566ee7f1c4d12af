"""An area map drawn in a terminal: every area a box, shifted row by row like the bricks of a wall.

If two areas that different sides hold meet, the wall between their boxes is the front and drawn
heavy. Below stand tracks and boxes, and every counter by area. Text of others is escaped.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from msgspec.structs import replace

from pbem.crypto.text import escape
from pbem.kit.picture import (
    Area,
    AreaPicture,
    Box,
    Counter,
    Inset,
    neighbours,
    signs_before,
    signs_of_ways,
)
from pbem.view.paint import BOLD, DIM, RESET, TIED, counter_ink, ink, paint, wrapped
from pbem.view.tracks import track_lines
from pbem.view.walls import FRONT, Walls

WIDEST, NARROWEST = 22, 12
"""Characters from one box to the next in its row. Twelve hold a long counter's name."""

MOST_NAMED = 2
"""Lines that the names of a side's counters in an area may take; more are counted by kind."""

HELD = ((231, 24), (231, 52), (231, 22), (16, 143), (231, 53), (16, 37), (231, 58), (16, 250))
"""Ink and paper of areas held by the first, second, ... side, of the 256-colour palette."""
CONTESTED = (16, 179)
OPEN = (252, 236)

FOUGHT_OVER = "Contested"

Styled = tuple[str, str]
"""A line of a box, and the escape sequence before it or nothing."""


def lines(picture: AreaPicture, width: int, *, colour: bool) -> list[str]:
    """Return the map with legend, tracks, boxes, counters and notes, in ``width`` columns.

    Boxes are as wide as fit, 12 to 22 characters; on a terminal too narrow for that the map is not
    drawn, and what it shows is listed. ``colour``: with escape sequences.
    """
    return _Drawing(picture, width, colour).lines()


class _Drawing:
    """One picture on its way into lines."""

    def __init__(self, picture: AreaPicture, width: int, colour: bool) -> None:
        self.picture = picture
        self.width = width
        self.colour = colour
        self.sides = list(picture.sides)
        self.counters: dict[str, list[Counter]] = {area.id: [] for area in picture.areas}
        for counter in picture.counters:
            self.counters[counter.area].append(counter)
        halves = max((area.column for area in picture.areas), default=0) + 2
        self.cell = min(WIDEST, (width - 1) * 2 // halves)
        self.room = self.cell - 1
        self.signs = signs_before(picture)
        self.words = all(self._fits(area) for area in picture.areas)

    def lines(self) -> list[str]:
        reported = [self._paint(BOLD, escape(self.picture.title)), ""]
        drawn = self.cell >= NARROWEST and bool(self.picture.areas)
        if drawn:
            reported += [*self._map(), ""]
        for inset in self.picture.insets:
            reported += self._inset(inset)
        if drawn:
            reported += [*self._legend(), ""]
        reported += track_lines(self.picture.tracks, self.width)
        for box in self.picture.boxes:
            reported += self._box(box)
        reported += ["", *(self._counters() if self.picture.areas else ()), *self._notes()]
        while reported and not reported[-1]:
            reported.pop()
        return [line.rstrip() for line in reported]

    def _paint(self, code: str, text: str) -> str:
        return paint(code, text, colour=self.colour)

    # --- the map -----------------------------------------------------------------------------

    def _map(self) -> Iterator[str]:
        walls = Walls(self.picture.areas, self.cell)
        for row in range(walls.rows):
            yield self._painted(walls.above(row))
            boxes = walls.boxes(row)
            texts = {area.id: self._text(area) for area in boxes}
            feet = {area.id: self._foot(area) for area in boxes}
            high = max((len(texts[i]) + len(feet[i]) for i in texts), default=0)
            for line in range(high):
                reported = []
                for area in boxes:
                    text, foot = texts[area.id], feet[area.id]
                    gap = high - len(text) - len(foot)
                    shown = [*text, *[("", "")] * gap, *foot][line]
                    reported.append(self._filled(area, shown))
                yield "".join(
                    self._painted(part) if isinstance(part, str) else reported[part]
                    for part in walls.beside(row)
                )
        yield self._painted(walls.above(walls.rows))

    def _inset(self, inset: Inset) -> list[str]:
        """Return a board that is shown beside the map; too narrow for its boxes, its title."""
        board = _Drawing(
            replace(self.picture, areas=inset.areas, counters=inset.counters),
            self.width,
            self.colour,
        )
        reported = [self._paint(BOLD, escape(inset.title)), ""]
        if board.cell >= NARROWEST:
            reported += [*board._map(), ""]
        for box in inset.boxes:
            reported += board._box(box)
        return reported if reported[-1] == "" else [*reported, ""]

    def _painted(self, wall: str) -> str:
        """Return walls with the front painted."""
        return "".join(
            self._paint(BOLD, "".join(run)) if front else "".join(run)
            for front, run in groupby(wall, key=lambda char: char in FRONT)
        )

    def _filled(self, area: Area, shown: Styled) -> str:
        """Return a line of a box, as wide as the box."""
        text, code = shown
        paper = CONTESTED if area.contested else self._held(area.holder)
        return self._paint_all(ink(paper) + code, text[: self.room].ljust(self.room))

    def _held(self, side: str) -> tuple[int, int]:
        return HELD[self.sides.index(side) % len(HELD)] if side in self.sides else OPEN

    def _paint_all(self, code: str, text: str) -> str:
        return f"{code}{text}{RESET}" if self.colour else text

    def _text(self, area: Area) -> list[Styled]:
        """Return the upper lines of a box: number and name, terrain and control, counters."""
        ground = escape(area.terrain + area.modifier)
        control = self._control(area)
        reported: list[Styled] = [
            (self._head(area), BOLD),
            (ground + control.rjust(self.room - len(ground)), ""),
        ]
        here = self.counters[area.id]
        # The holder of the area stands first.
        for side in sorted(self.sides, key=lambda side: side != area.holder):
            mine = [counter for counter in here if counter.side == side]
            code = counter_ink(self.sides.index(side))
            reported += [(line, code) for line in self._stack(mine)]
        return reported

    def _head(self, area: Area) -> str:
        number = f"{escape(area.id):>2}{'*' if area.flag else ' '}"
        if area.reads_as_its_name:
            return number if len(number) <= self.room else escape(area.short)
        name = escape(area.name)
        return number + (name if len(number + name) <= self.room else escape(area.short))

    def _control(self, area: Area) -> str:
        """Return who holds an area: the word where it fits into every box, or else the tag."""
        if self.words:
            return FOUGHT_OVER if area.contested else self._word(area.holder)
        if not area.contested:
            return self._tag(area.holder)
        here = {counter.side for counter in self.counters[area.id]} | {area.holder}
        return "/".join(self._tag(side) for side in self.sides if side in here)

    def _fits(self, area: Area) -> bool:
        longest = max([FOUGHT_OVER, *map(self._word, self.sides)], key=len)
        return len(area.terrain + area.modifier + longest) < self.room

    def _word(self, side: str) -> str:
        return escape(self.picture.sides[side].word) if side in self.sides else ""

    def _tag(self, side: str) -> str:
        return escape(self.picture.sides[side].tag) if side in self.sides else ""

    def _stack(self, counters: Sequence[Counter]) -> list[str]:
        """Return a side's counters in an area: their names if they are few, or else how many."""
        if not counters:
            return []
        named = _packed([_named(counter) for counter in _fresh_first(counters)], self.room)
        if len(named) <= MOST_NAMED:
            return named
        fresh = self._counted([counter for counter in counters if not counter.spent], "{}")
        return fresh + self._counted([counter for counter in counters if counter.spent], "({})")

    def _counted(self, counters: Sequence[Counter], frame: str) -> list[str]:
        """Count counters by kind, in full words if there is room, or else with one letter."""
        if not counters:
            return []
        many = [
            (sum(counter.kind == kind for counter in counters), escape(short))
            for kind, short in self.picture.kinds.items()
        ]
        reported = ""
        for form in ("{} {}", "{}{}", "{}{:.1}"):
            reported = frame.format(" ".join(form.format(n, word) for n, word in many if n))
            if len(reported) <= self.room:
                break
        return [reported]

    def _foot(self, area: Area) -> list[Styled]:
        """Return the lowest lines of a box: the neighbours."""
        words = map(escape, neighbours(area, self.signs))
        return [(line, DIM) for line in _packed(list(words), self.room)]

    # --- beside the map ----------------------------------------------------------------------

    def _legend(self) -> list[str]:
        flag = f" (* {escape(self.picture.flag)})" if self.picture.flag else ""
        tags = "; ".join(f"{self._tag(side)} {self._word(side)}" for side in self.sides)
        both = "/".join(map(self._tag, self.sides))
        control = "" if self.words else f" ({tags}; {both} contested)"
        # If there is little room, a kind is its first letter.
        short = ", ".join(f"{abbr} or {abbr[:1]} {kind}" for kind, abbr in self._kinds())
        reported = [
            f"A box shows number and name{flag}; terrain, and who holds it{control}; counters, "
            "spent ones in brackets; the numbers of its neighbours"
            + "".join(f", {sign}" for sign in signs_of_ways(self.picture)),
            f"Many counters are counted by kind: {short}",
            f"{FRONT} is the front. The grid is schematic: boxes that touch may not be neighbours",
        ]
        return [line for sentence in reported for line in self._wrapped(f"{sentence}.")]

    def _kinds(self) -> list[tuple[str, str]]:
        there = {counter.kind for counter in self.picture.counters}
        kinds = self.picture.kinds.items()
        return [(escape(kind), escape(abbr)) for kind, abbr in kinds if kind in there]

    def _box(self, box: Box) -> list[str]:
        return self._wrapped(f"{escape(box.title)}: {', '.join(map(escape, box.holds)) or '-'}")

    def _counters(self) -> list[str]:
        """List every counter by side and area, the fresh ones first.

        Counters of a side that look the same, as face-down ones do, stand in one line.
        """
        reported: list[str] = []
        for rank, side in enumerate(self.sides):
            mine = [counter for counter in self.picture.counters if counter.side == side]
            mark = self._paint(counter_ink(rank), f" {self._word(side)} ")
            reported += [f"{mark} {len(mine)} on the map"]
            alike: dict[tuple[str, str], list[str]] = {}
            for counter in mine:
                alike.setdefault((counter.label, counter.text), []).append(counter.area)
            for (label, text), where in alike.items():
                if len(where) > 1:
                    ids = ", ".join(map(escape, where))
                    reported += self._wrapped(f"{escape(f'{label} {text}'.rstrip())}: {ids}", 4)
            for area in self.picture.areas:
                here = [
                    counter
                    for counter in self.counters[area.id]
                    if counter.side == side and len(alike[counter.label, counter.text]) == 1
                ]
                reported += self._entry(area, here) if here else []
            reported.append("")
        return reported

    def _entry(self, area: Area, here: Sequence[Counter]) -> list[str]:
        parts = []
        for spent, group in groupby(_fresh_first(here), key=lambda counter: counter.spent):
            listed = ", ".join(_tied(c) for c in group)
            parts.append(f"spent: {listed}" if spent else listed)
        named = f"{escape(area.id):>2}" + f" {escape(area.name)}" * (not area.reads_as_its_name)
        return self._wrapped(f"{named}: {'; '.join(parts)}", 4)

    def _notes(self) -> list[str]:
        return [line for note in self.picture.notes for line in self._wrapped(escape(note))]

    def _wrapped(self, text: str, indent: int = 2) -> list[str]:
        return wrapped(text, self.width, indent)


def _fresh_first(counters: Sequence[Counter]) -> list[Counter]:
    return sorted(counters, key=lambda counter: counter.spent)


def _tied(counter: Counter) -> str:
    """Return a counter with what else must be known of it, on one line."""
    return f"{escape(counter.label)} {escape(counter.text)}".rstrip().replace(" ", TIED)


def _named(counter: Counter) -> str:
    label = escape(counter.label)
    return f"({label})" if counter.spent else label


def _packed(words: Sequence[str], room: int) -> list[str]:
    """Set words into as few lines as hold them."""
    reported: list[str] = []
    for word in words:
        if reported and len(reported[-1]) + 1 + len(word) <= room:
            reported[-1] += f" {word}"
        else:
            reported.append(word)
    return reported
