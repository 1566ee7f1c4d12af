"""Deadlines: days in, deadlines out (docs/time.md; protocol section 8).

A day is a whole day in UTC. Nothing here knows a file or what day it is.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from itertools import pairwise
from typing import Literal, NamedTuple

import msgspec

from pbem.table.events import kinds

Stage = Literal["time", "bank", "grace", "late"]
Span = tuple[date, date]
"""A first and a last day, both included."""

NO_QUESTION = ("dice", "answer", "open", "ruling")
"""Kinds of events that answer no question of the game."""

_LAST_DAY = date.max.toordinal()


class Move(NamedTuple):
    """An event as the clock sees it: ``day`` is the day on which mail with it reached the umpire.

    ``absent``: how many of the days since the event before, on which it was waited for, its author
    was away. Moves stand in the order of the log, and their days never go back.
    """

    seq: int
    kind: str
    by: str
    day: date
    absent: int = 0


class Course(msgspec.Struct, frozen=True, kw_only=True):
    """A game as the clock sees it.

    ``phases``: the events after which the phase is another player's; ``more``: (handle, number of
    the event that began the move) -> days more to answer it; ``alone``: one player has every seat.
    """

    terms: kinds.Clock
    moves: Sequence[Move]
    umpire: str | None = None
    phases: frozenset[int] = frozenset()
    more: Mapping[tuple[str, int], int] = {}
    alone: bool = False


class Turn(msgspec.Struct, frozen=True):
    """The days of one player in one turn: how many are allowed, and how many were used.

    ``more``: those that the umpire granted, which ``allowed`` includes. ``away``: days of absence.
    """

    allowed: int
    used: int
    more: int
    away: int


class Held(msgspec.Struct, frozen=True, kw_only=True):
    """The move of ``handle``, the active player, on one day.

    - ``seq``: The event that gave it.
    - ``day``: The day on which that event reached the umpire.
    - ``allowed``: Days that cost no bank, including ``more``, which the umpire granted.
    - ``used``: Days that have counted so far.
    - ``away``: Days of absence.
    - ``others``: Days in which others had to write.
    - ``had``, ``grace``: Days of bank, and of grace, that were left on ``day``.
    - ``bank``: Days of bank that were left when the clock last went on.
    - ``turn``: None if the clock has no limit on a turn.
    - ``due``, ``bank_end``, ``grace_end``: The last day, included, of each stage.
    """

    handle: str
    seq: int
    day: date
    allowed: int
    more: int
    used: int
    away: int
    others: int
    had: int
    grace: int
    bank: int
    turn: Turn | None
    due: date
    bank_end: date
    grace_end: date
    stage: Stage


class Reckoning(msgspec.Struct, frozen=True):
    """The state of the clock: ``spent``: handle -> days of bank gone; ``held``: the move now."""

    spent: dict[str, int]
    held: Held | None


class _Days(msgspec.Struct):
    """Days that counted, that were days of absence, and that the umpire gave."""

    used: int = 0
    away: int = 0
    more: int = 0

    def add(self, used: int, away: int, more: int) -> None:
        self.used += used
        self.away += away
        self.more += more


class _Hand(msgspec.Struct):
    """The days of one player; ``since``: the event that began the move, or None."""

    bank: int
    since: Move | None = None
    had: int = 0
    graced: int = 0
    had_graced: int = 0
    hold: _Days = msgspec.field(default_factory=_Days)
    turn: _Days = msgspec.field(default_factory=_Days)

    def begin(self, since: Move, terms: kinds.Clock) -> None:
        """Begin a move of this player."""
        self.since, self.had, self.hold = since, self.bank, _Days()
        if terms.turn is None or self.turn.used < terms.turn + self.turn.more:
            self.graced = 0
        self.had_graced = self.graced

    def free(self, terms: kinds.Clock) -> int:
        """Return how many more days cost no bank."""
        left = terms.days + self.hold.more - self.hold.used
        if terms.turn is not None:
            left = min(left, terms.turn + self.turn.more - self.turn.used)
        return max(0, left)

    def spend(self, used: int, away: int, terms: kinds.Clock) -> None:
        """So many days go by: those beyond what is free cost bank, and then grace."""
        over = max(0, used - self.free(terms))
        paid = min(over, self.bank)
        self.bank -= paid
        self.graced += over - paid
        for days in (self.hold, self.turn):
            days.add(used, away, 0)


def reckon(
    course: Course, holder: str | None, today: date, *, away: Iterable[Span] = ()
) -> Reckoning:
    """Return what the banks lost, and how much time the active player has today.

    Between two events the author of the second was the active player, for nobody else could write.
    Time that an event of the umpire ended counts for nobody. No clock runs without moves, without
    an active player, or while the umpire is active.

    Args:
        course: The moves so far, with their days.
        holder: The handle of the active player, or None.
        today: The day, in UTC.
        away: The active player's absences.
    """
    terms, moves, hands = course.terms, course.moves, dict[str, _Hand]()
    for giving, taking in pairwise(moves):
        _pass_on(course, hands, giving)
        if taking.by == course.umpire:
            continue
        hand = _hand(course, hands, taking.by, giving)
        days = (taking.day - giving.day).days
        hand.spend(max(0, days - taking.absent), min(days, taking.absent), terms)
        if course.alone:
            hand.since = None
        elif taking.kind not in NO_QUESTION:
            for handle, other in hands.items():
                if handle != taking.by:
                    other.since = None
    held = None
    if moves and holder is not None and holder != course.umpire:
        _pass_on(course, hands, moves[-1])
        hand = _hand(course, hands, holder, moves[-1])
        held = _held(terms, hand, holder, (moves[-1].day, today), list(merged(away)))
    return Reckoning({who: terms.bank - hand.bank for who, hand in hands.items()}, held)


def _pass_on(course: Course, hands: Mapping[str, _Hand], giving: Move) -> None:
    """After a ruling all clocks begin again, and with another player's phase all turns."""
    for hand in hands.values():
        if giving.kind == "ruling":
            hand.since = None
        if giving.seq in course.phases:
            hand.turn = _Days()


def _hand(course: Course, hands: dict[str, _Hand], handle: str, giving: Move) -> _Hand:
    """Return the hand of the player who becomes active, or still is."""
    hand = hands.setdefault(handle, _Hand(course.terms.bank))
    if hand.since is None:
        hand.begin(giving, course.terms)
    more = course.more.get((handle, giving.seq), 0)
    for days in (hand.hold, hand.turn):
        days.add(0, 0, more)
    return hand


def _held(terms: kinds.Clock, hand: _Hand, handle: str, since: Span, away: Sequence[Span]) -> Held:
    """Return the active player's move; ``since``: the day from which the clock runs, and today."""
    on, today = since
    assert hand.since is not None  # noqa: S101 - this player is active
    free, bank, grace = hand.free(terms), hand.bank, max(0, terms.grace - hand.graced)
    ends: dict[Stage, date] = {
        "time": _last_day(on, free, away),
        "bank": _last_day(on, free + bank, away),
        "grace": _last_day(on, free + bank + grace, away),
    }
    absent = days_away(away, on, today)
    hand.spend(max(0, (today - on).days) - absent, absent, terms)
    hold, turn = hand.hold, hand.turn
    return Held(
        handle=handle,
        seq=hand.since.seq,
        day=hand.since.day,
        allowed=terms.days + hold.more,
        more=hold.more,
        used=hold.used,
        away=hold.away,
        others=max(0, (today - hand.since.day).days) - hold.used - hold.away,
        had=hand.had,
        grace=max(0, terms.grace - hand.had_graced),
        bank=bank,
        turn=None
        if terms.turn is None
        else Turn(terms.turn + turn.more, turn.used, turn.more, turn.away),
        due=ends["time"],
        bank_end=ends["bank"],
        grace_end=ends["grace"],
        stage=next((stage for stage, end in ends.items() if today <= end), "late"),
    )


# --- days --------------------------------------------------------------------------------------


def days_of(
    events: Sequence[tuple[str, str]], known: Mapping[str, date], today: date
) -> list[date]:
    """Return the day of each event: the known one, or the date its author wrote.

    A date is moved between what is certain. An event came no earlier than the one before it, and no
    later than today or the known day of a later event.

    Args:
        events: Id and time of each event, in order.
        known: Id of an event -> the day on which it came.
        today: The day, in UTC.
    """
    latest, bounds = today, list[date]()
    for event, _at in reversed(events):
        latest = known.get(event, latest)
        bounds.append(latest)
    days = list[date]()
    for (event, at), bound in zip(events, reversed(bounds), strict=True):
        day = known.get(event) or min(date.fromisoformat(at[:10]), bound)
        days.append(max(day, days[-1]) if days else day)
    return days


def days_away(away: Iterable[Span], given: date, until: date) -> int:
    """Return on how many days somebody was away, of those after one day up to another.

    Args:
        away: Their absences.
        given: The day after which to count.
        until: The last day to count.
    """
    first, last = given.toordinal() + 1, until.toordinal()
    return sum(
        max(0, min(last, end.toordinal()) - max(first, begin.toordinal()) + 1)
        for begin, end in merged(away)
    )


def merged(spans: Iterable[Span]) -> Iterator[Span]:
    """Yield spans in order, none of which overlap."""
    begun: Span | None = None
    for first, last in sorted(spans):
        if last < first:
            continue
        if begun is not None and first.toordinal() <= begun[1].toordinal() + 1:
            begun = (begun[0], max(last, begun[1]))
            continue
        if begun is not None:
            yield begun
        begun = (first, last)
    if begun is not None:
        yield begun


def _last_day(given: date, days: int, away: Sequence[Span]) -> date:
    """Return the last day up to which no more than ``days`` count.

    An absence that begins on the day after puts it off too: on those days nothing counts.
    """
    first = given.toordinal() + 1
    last = first - 1 + days
    for begin, end in away:
        if end.toordinal() >= first and begin.toordinal() <= last + 1:
            last += end.toordinal() - max(begin.toordinal(), first) + 1
    return date.fromordinal(min(last, _LAST_DAY))
