"""The arithmetic of deadlines: days in, deadlines out (docs/time.md; protocol section 8).

A day is a whole day in UTC. Nothing here knows a log, a file or what day it is.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from itertools import pairwise
from typing import Literal, NamedTuple

import msgspec

from pbem.table import kinds

Stage = Literal["time", "bank", "grace", "late"]
Span = tuple[date, date]
"""A first and a last day, both included."""

_LAST_DAY = date.max.toordinal()
_Ordinals = Sequence[tuple[int, int]]


class Move(NamedTuple):
    """An event as the clock sees it: ``day`` is the day on which mail with it reached the umpire.

    Moves stand in the order of the log, and their days never go back.
    """

    seq: int
    by: str
    day: date


class Granted(msgspec.Struct, frozen=True):
    """What the umpire granted beyond the terms.

    ``away``: handle -> absences, in any order; ``more``: (handle, number of the event that gave the
    pen) -> days more to answer that event.
    """

    away: Mapping[str, Sequence[Span]] = {}
    more: Mapping[tuple[str, int], int] = {}


class Held(msgspec.Struct, frozen=True, kw_only=True):
    """The pen in the hands of ``handle`` on one day.

    ``seq``: the event that gave it, ``day``: the day on which that reached the umpire;
    ``allowed``: days in which an answer costs no bank, ``more`` of them granted by the umpire;
    ``used``: days that have counted so far, ``away``: those that have not;
    ``bank``: days of bank that were left on ``day``; ``due``, ``bank_end``, ``grace_end``: the last
    day, included, of each stage.
    """

    handle: str
    seq: int
    day: date
    allowed: int
    more: int
    used: int
    away: int
    bank: int
    due: date
    bank_end: date
    grace_end: date
    stage: Stage


class Reckoning(msgspec.Struct, frozen=True):
    """Where the clock stands: ``spent``: handle -> days of bank gone; ``held``: the pen now."""

    spent: dict[str, int]
    held: Held | None


def reckon(
    terms: kinds.Clock,
    moves: Sequence[Move],
    holder: str | None,
    today: date,
    *,
    umpire: str | None = None,
    granted: Granted | None = None,
) -> Reckoning:
    """Return what the banks lost over ``moves``, and how the holder of the pen stands today.

    Between two events the author of the second had the pen, for nobody else could write. Time that
    an event of the umpire ended is nobody's: it was his own, or he ruled, and after a ruling the
    time begins anew. Without moves, without a holder, and while the umpire holds the pen, none
    runs.
    """
    granted = granted or Granted()
    away = {handle: _merged(spans) for handle, spans in granted.away.items()}
    spent: dict[str, int] = {}
    for giving, taking in pairwise(moves):
        if taking.by == umpire:
            continue
        allowed = terms.days + granted.more.get((taking.by, giving.seq), 0)
        used = _counted(giving.day, taking.day, away.get(taking.by, ()))
        if used > allowed:
            gone = spent.get(taking.by, 0) + used - allowed
            spent[taking.by] = min(terms.bank, gone)
    held = None
    if moves and holder is not None and holder != umpire:
        last = moves[-1]
        more = granted.more.get((holder, last.seq), 0)
        bank = terms.bank - spent.get(holder, 0)
        absent = away.get(holder, ())
        held = _held(terms, last, holder, today, more=more, bank=bank, away=absent)
    return Reckoning(spent, held)


def _held(
    terms: kinds.Clock,
    last: Move,
    holder: str,
    today: date,
    *,
    more: int,
    bank: int,
    away: _Ordinals,
) -> Held:
    allowed = terms.days + more
    due = _last_day(last.day, allowed, away)
    bank_end = _last_day(last.day, allowed + bank, away)
    grace_end = _last_day(last.day, allowed + bank + terms.grace, away)
    used = _counted(last.day, today, away)
    ends: dict[Stage, date] = {"time": due, "bank": bank_end, "grace": grace_end}
    return Held(
        handle=holder,
        seq=last.seq,
        day=last.day,
        allowed=allowed,
        more=more,
        used=used,
        away=max(0, (today - last.day).days) - used,
        bank=bank,
        due=due,
        bank_end=bank_end,
        grace_end=grace_end,
        stage=next((stage for stage, end in ends.items() if today <= end), "late"),
    )


def _merged(spans: Iterable[Span]) -> _Ordinals:
    """Return spans as numbers of days, in order, none of which overlap."""
    merged: list[tuple[int, int]] = []
    for first, last in sorted((one.toordinal(), other.toordinal()) for one, other in spans):
        if merged and first <= merged[-1][1] + 1:
            merged[-1] = (merged[-1][0], max(last, merged[-1][1]))
        elif first <= last:
            merged.append((first, last))
    return merged


def _counted(given: date, until: date, away: _Ordinals) -> int:
    """Return how many days count: those after ``given`` up to ``until`` but for absences."""
    first, last = given.toordinal() + 1, until.toordinal()
    absent = sum(max(0, min(last, end) - max(first, begin) + 1) for begin, end in away)
    return max(0, last - first + 1) - absent


def _last_day(given: date, days: int, away: _Ordinals) -> date:
    """Return the last day up to which no more than ``days`` count.

    An absence that begins on the day after puts it off too: on those days nothing counts.
    """
    first = given.toordinal() + 1
    last = first - 1 + days
    for begin, end in away:
        if end >= first and begin <= last + 1:
            last += end - max(begin, first) + 1
    return date.fromordinal(min(last, _LAST_DAY))
