"""A place in a log with what lies before it and after it, and what an answer to why is made of."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import msgspec

from pbem.errors import FormError
from pbem.kit.contract import Outcome, RawOrder
from pbem.kit.module import RulesModule
from pbem.log.event import Event
from pbem.log.finding import BadLog
from pbem.play import guards
from pbem.play.outcomes import TABLE_OUTCOMES
from pbem.play.play import Play
from pbem.table.library import Library
from pbem.table.moments import Place, events_to, no_such_event, steps_of
from pbem.table.table import Table
from pbem.table.words.reporting import Reporting, report_all

CITED_MOST = 3
"""So many paragraphs are named of one order."""
AFTER_MOST = 8
"""So many events after the place are looked at for the dice of its event."""


class Cause(msgspec.Struct, frozen=True):
    """One thing to know: what it is ``about``, in words, and the steps and paragraphs cited.

    ``about``: ``event``, ``asked``, ``binds``, ``dice``, ``step``, ``order``, ``answer``,
    ``others``, ``guard``, ``before``, ``strengths``, ``table``, ``chances``, ``paragraph``,
    ``ruling``, ``refused``, ``allowed``, ``against``.
    """

    about: str
    text: str
    cites: tuple[str, ...] = ()


class Step(NamedTuple):
    """One step of the log: its place, and what happened, in words."""

    place: str
    reporting: Reporting


class Story:
    """A log up to an event: the table before it and after it, and every step so far."""

    def __init__(self, path: Path, library: Library, place: Place) -> None:
        self.path = path
        self.place = place
        self.library = library
        self.steps: list[Step] = []
        self.standing: dict[tuple[str, str], int] = {}
        self.lists: dict[str, list[tuple[int, list[RawOrder]]]] = {}
        self.joined: dict[str, int] = {}
        self.diced: list[tuple[int, str]] = []
        self.gave: list[str] = []
        self.table = Table(library)
        self.before: Table | None = None
        self.outcomes: list[Outcome] = []
        self.bad: BadLog | None = None
        self.event = self._fold()

    def _fold(self) -> Event | None:
        """Return the event of the place; None where its line is no event at all."""
        last = -1
        for event in self._read():
            if isinstance(event, BadLog):
                if last + 1 != self.place.event:
                    raise self._not_good(last + 1, event)
                self.bad = event
                return None
            if event.seq == self.place.event:
                self.before = self.table.copy()
                if self.before.play is not None and self.table.play is not None:
                    self.before.play.doing = self.table.play.doing  # which no copy keeps
            try:
                self.table.take(event)
            except BadLog as bad:
                if event.seq != self.place.event:
                    raise self._not_good(event.seq, bad) from None
                self.bad = bad
                return event
            last = event.seq
            self._note(event)
            if event.seq == self.place.event:
                return event
        raise FormError(no_such_event(self.place.event, last))

    def _read(self) -> Iterator[Event | BadLog]:
        try:
            yield from events_to(self.path, self.place)
        except BadLog as bad:
            yield bad

    def _not_good(self, seq: int, bad: BadLog) -> FormError:
        return FormError(
            f"event {seq} is not valid ({bad.finding.code}), so nothing after it can be "
            f"explained. To see why, explain event {seq}"
        )

    @property
    def seq(self) -> int:
        """The number of the event."""
        return self.place.event

    def _note(self, event: Event) -> None:
        self.outcomes = self.table.reported()
        if event.kind == "join":
            self.joined[event.by] = event.seq
        # Keepers who have given their part of the dice that are due, if there are several.
        self.gave = [*self.gave, event.by] if event.kind == "dice" else []
        if event.kind == "dice":
            self.diced.append((event.seq, event.by))
        if event.kind == "orders":
            self.lists.setdefault(event.by, []).append((event.seq, event.data["orders"]))
        given = event.data.get("standing")
        if isinstance(given, dict):
            for known in [known for known in self.standing if known[0] == event.by]:
                del self.standing[known]
            for side in given:
                self.standing[event.by, side] = event.seq
        play = self.table.play
        if play is not None:
            reported = report_all(play, self.outcomes)
            self.steps += [Step(f"{event.seq}.{n}", one) for n, one in enumerate(reported, 1)]

    @property
    def groups(self) -> list[list[Outcome]]:
        """The outcomes of the event, step by step."""
        return steps_of(self.outcomes)

    def play_before(self, step: int) -> Play | None:
        """Return the game before step number ``step`` of the event; None where there was none."""
        if self.before is None or self.before.play is None:
            return None
        play = self.before.play.copy()
        for group in self.groups[: step - 1]:
            for outcome in group:
                if not isinstance(outcome, TABLE_OUTCOMES):
                    play.game.apply(play.position, outcome)
        play.await_need()
        return play


def paragraph(story: Story, name: str) -> Iterator[Cause]:
    """Say what a paragraph means here, in this project's words."""
    rules, _ = story.library.load(story.table.rules_now())
    if not name or not isinstance(rules, RulesModule):
        return
    meanings = rules.meanings()
    for one in (name, name[:-1]):
        if one in meanings.paragraphs:
            yield Cause("paragraph", f"[{one}] {meanings.paragraphs[one]}", (one,))
            for ruling in meanings.on(one):
                yield Cause(
                    "ruling",
                    f"Ruling {ruling}: {meanings.rulings[ruling].text.rstrip('.')}.",
                    (ruling,),
                )
            return


def list_of(story: Story, by: str, raw: RawOrder) -> int | None:
    """Return the number of the event in which somebody gave an order, the last one that has it.

    ``by``: their handle. None if none has it.
    """
    for seq, orders in reversed(story.lists.get(by, [])):
        if any(guards.bare(one) == guards.bare(raw) for one in orders):
            return seq
    return None
