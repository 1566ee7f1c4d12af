"""A log as it was at one event, or inside it.

Judges name a place ``12`` (after event 12) or ``12.3`` (inside event 12, after its third step). A
step is what the history has in one line: an outcome, or the dice in a row for one purpose. For the
proof of a fork, ``12a`` and ``12b`` are the two events of which each may come next.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

from pbem.crypto.text import escape
from pbem.errors import FormError
from pbem.kit.contract import Outcome
from pbem.log.event import Event
from pbem.log.file import read_events
from pbem.log.finding import BadLog
from pbem.log.fork import is_fork, read_fork
from pbem.play.outcomes import TABLE_OUTCOMES, TookBack
from pbem.play.play import Play
from pbem.table.library import Library
from pbem.table.table import Table
from pbem.table.words.reporting import reported_together

_PLACE = re.compile(r"([0-9]{1,7})([ab]?)(?:\.([0-9]{1,5}))?", re.ASCII)


class Place(NamedTuple):
    """After event number ``event``, or inside it after its step ``step`` (0: before the first).

    ``branch``: which of the two events of a fork, ``a`` or ``b``; empty in every other log.
    """

    event: int
    step: int | None = None
    branch: str = ""

    def __str__(self) -> str:
        return f"{self.event}{self.branch}{'' if self.step is None else f'.{self.step}'}"


def is_place(text: str) -> bool:
    """Say whether a word is written as a place in a log."""
    return _PLACE.fullmatch(text) is not None


def read_place(text: str) -> Place:
    """Read ``12`` or ``12.3``; raises FormError."""
    found = _PLACE.fullmatch(text)
    if found is None:
        raise FormError(
            f"'{escape(text)}' is not a place in a log. Write 12 for the position after "
            "event 12, or 12.3 for its third step: 'pbem log FILE --at 12' numbers the "
            "steps"
        )
    event, branch, step = found.groups()
    return Place(int(event), None if step is None else int(step), branch)


def events_to(path: Path, place: Place) -> Iterator[Event]:
    """Yield the events of a log, or of the proof of a fork, with the branch that a place names.

    Raises FormError where a fork needs a branch, or another log has none; BadLog, `LogFileError`.
    """
    if not is_fork(path):
        if place.branch:
            raise FormError(
                f"only the proof of a fork has an event {place.event}{place.branch}. Write "
                f"{place.event}"
            )
        yield from read_events(path)
        return
    fork = read_fork(path)
    seq = fork.a.seq
    if place.event >= seq and not place.branch:
        raise FormError(
            f"{fork.a.by} signed two events {seq}, and this file has both. Write {seq}a "
            f"for {fork.a.id[:16]}..., or {seq}b for {fork.b.id[:16]}..."
        )
    yield from fork.before
    yield fork.b if place.branch == "b" else fork.a


class Moment(NamedTuple):
    """A log at a place.

    - ``table``: as it stood there; inside an event its ``play`` stands after that step, and only
      what the position says is to be asked of it;
    - ``event``: the event of the place; ``outcomes``: all that came of it, oldest first, and
      ``steps`` the same in groups, one for each step;
    - ``before``: the table before the event, None before the first.
    """

    table: Table
    event: Event
    outcomes: list[Outcome]
    steps: list[list[Outcome]]
    before: Table | None


def steps_of(outcomes: Iterable[Outcome]) -> list[list[Outcome]]:
    """Return outcomes in groups, one a step: dice in a row for one purpose are one."""
    return [
        [one for _, one in group]
        for _, group in groupby(enumerate(outcomes), key=reported_together)
    ]


def moment_at(
    events: Iterable[Event],
    library: Library,
    place: Place,
    progress: Callable[[int], None] = lambda _: None,
) -> Moment:
    """Replay and verify a log from its first event to a place; the rest is not read.

    Args:
        events: The events.
        library: Has the rules.
        place: The event, and the step in it.
        progress: Called with the number of each event.

    Raises:
        FormError: The log has no such place, or is not valid up to there.
        BadLog: No event is valid.
    """
    table, before, last = Table(library), None, -1
    try:
        for event in events:
            if event.seq == place.event:
                before = table.copy() if event.seq else None
            table.take(event)
            last = event.seq
            progress(event.seq)
            if last == place.event:
                outcomes = table.reported()
                break
            table.reported()
        else:
            raise FormError(no_such_event(place.event, last))
    except BadLog as bad:
        if last < 0:
            raise
        raise FormError(
            f"event {last + 1} is not valid ({bad.finding.code}), so the log is valid only "
            f"up to event {last}: {bad}"
        ) from None
    steps = steps_of(outcomes)
    if place.step is not None:
        table.play = _inside(place, before, steps)
    return Moment(table, event, outcomes, steps, before)


def no_such_event(wanted: int, last: int) -> str:
    """Say that a log has no event ``wanted``; ``last``: its last one, -1 if it has none."""
    if last < 0:
        return "it has no events, so it is not a log"
    return f"there is no event {wanted}: the last is event {last}"


def _inside(place: Place, before: Table | None, steps: list[list[Outcome]]) -> Play:
    """Return the play after so many steps of an event."""
    event, step = place.event, place.step or 0
    if before is None or before.play is None:
        raise FormError(
            f"event {event} has no steps, because no position comes before it. Name it without "
            "a step"
        )
    if step > len(steps):
        many = f"{len(steps)} steps" if len(steps) != 1 else "one step"
        raise FormError(f"event {event} has {many if steps else 'no steps'}: there is no {place}")
    if any(isinstance(one, TookBack) for some in steps[:step] for one in some):
        raise FormError(
            f"event {event} goes back by agreement, so it has no steps. Name it without a step"
        )
    play = before.play.copy()
    for outcome in (one for some in steps[:step] for one in some):
        if not isinstance(outcome, TABLE_OUTCOMES):
            play.game.apply(play.position, outcome)
    play.await_need()
    return play
