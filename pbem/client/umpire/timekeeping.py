"""How the clock of a game stands by the umpire's own record of days (docs/time.md)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, date, datetime

import msgspec

from pbem.client.session.day_record import Entry, Timekeeping, away_in, keeper, more_in
from pbem.client.session.session import Session
from pbem.client.umpire.doubtful_days import contradiction, favoured
from pbem.log.again import Brief
from pbem.log.days import rows_of
from pbem.table.clock import Course, Held, Move, Span, days_away, days_of, reckon
from pbem.table.events.kinds import Clock as Terms


def today_utc() -> date:
    """Return what day it is in UTC: the one place where anything about deadlines asks."""
    return datetime.now(UTC).date()


# --- the clock of a game ---------------------------------------------------------------------


class Doubt(msgspec.Struct, frozen=True):
    """Why nobody rules by the record.

    ``why``: which two of its days contradict each other; ``until``: to which day ``handle`` is in
    time by what else is known, None where nobody knows.
    """

    why: str
    handle: str
    until: date | None

    @property
    def words(self) -> str:
        """A sentence without its full stop."""
        if self.until is None:
            return f"{self.why}. A clock was wrong, so it is unknown how long {self.handle} has had"
        by = f"Counted from what else is known, {self.handle} is in time until {self.until} UTC"
        return f"{self.why}. A clock was wrong. {by}"


class Clock(msgspec.Struct, frozen=True, kw_only=True):
    """How the clock of a game stands ``today``.

    - ``terms``: Days to answer, in the bank, of grace.
    - ``left``: Handle -> days of bank left, for everybody who still plays.
    - ``away``: Handle -> absences that are not over.
    - ``held``: The move; None while the umpire is active.
    - ``umpire``: The umpire's handle; None without one.
    - ``to_come``: Number of event -> a day after today that the umpire's record has for it.
    - ``kept``: The days since the move began stand in the umpire's record.

    Otherwise they are the dates that authors wrote, which prove nothing. ``doubt``: where somebody
    is late by days of the record that cannot all be right, and in time by what else is known.
    """

    today: date
    terms: Terms
    left: dict[str, int]
    away: dict[str, list[Span]]
    held: Held | None
    umpire: str | None
    kept: bool
    doubt: Doubt | None = None
    to_come: dict[int, date] = {}


def clock_of(session: Session, today: date | None = None) -> Clock | None:
    """Return how the clock stands; None where the game has none, or nobody has to write any more.

    ``today``: in UTC; None: by the clock of this computer. The umpire's copy counts from their
    record; in every other one, and for events that the record lacks, the days are those that
    authors wrote. Raises LogFileError for a damaged record.
    """
    today = today or today_utc()
    found = _reckoned(session, today)
    record = keeper(session)
    if found is not None and record is not None:
        to_come = record.to_come(session.briefs(), today)
        found = msgspec.structs.replace(found, to_come=to_come)
    if found is None or found.held is None or found.held.stage != "late":
        return found
    best = _reckoned(session, today, favour=found.held.handle)
    if record is None or best is None or best.held is None or best.held.stage == "late":
        return found
    why = contradiction(session.briefs(), record.known(record.entries, today), today)
    until = None if best.held.day == today else best.held.grace_end
    return msgspec.structs.replace(found, doubt=Doubt(why, found.held.handle, until))


def _reckoned(session: Session, today: date, *, favour: str | None = None) -> Clock | None:
    """Reckon the clock; ``favour``: for whom days count that cannot all be right."""
    table = session.table
    now = table.active()
    if table.opening is None or table.opening.clock is None:
        return None
    if now.handle is None or table.closed:
        return None
    holder = table.roster.find(now.handle)
    if holder is not None and holder.out is not None:
        return None  # nobody waits for what they owe: nobody can be put out twice
    terms = table.opening.clock
    umpire = None if table.roster.umpire is None else table.roster.umpire.handle
    record = keeper(session)
    entries = [] if record is None else record.entries
    known = {} if record is None else record.known(entries, today)
    events = session.briefs()
    if favour is not None:
        known = favoured(events, known, favour, today)
    away = away_in(entries)
    course = Course(
        terms=terms,
        moves=list(moves_of(events, known, away, today)),
        umpire=umpire,
        phases=frozenset(seq for seq, _ in table.phases),
        more=_granted(record, entries, events, now.handle),
        alone=len(set(table.seats.values())) == 1,
    )
    stands = reckon(course, now.handle, today, away=away.get(now.handle, ()))
    playing = [player.handle for player in table.roster.players if player.out is None]
    held = stands.held
    since = [] if held is None else events[held.seq :]
    return Clock(
        today=today,
        terms=terms,
        left={handle: terms.bank - stands.spent.get(handle, 0) for handle in playing},
        away=_current(away, today),
        held=held,
        umpire=umpire,
        kept=record is not None and all(one.id in known or one.by == umpire for one in since),
    )


def moves_of(
    events: Sequence[Brief],
    known: Mapping[str, date],
    away: Mapping[str, Sequence[Span]],
    today: date,
) -> Iterator[Move]:
    """Yield the events as the clock sees them.

    Args:
        events: The events.
        known: Id of an event -> the day on which it came.
        away: Handle -> absences.
        today: The day, in UTC.
    """
    days = days_of([(one.id, one.at) for one in events], known, today)
    before = days[0]
    for seq, (one, day) in enumerate(zip(events, days, strict=True)):
        yield Move(seq, one.kind, one.by, day, days_away(away.get(one.by, ()), before, day))
        before = day


def _granted(
    record: Timekeeping | None, entries: Iterable[Entry], events: Sequence[Brief], active: str
) -> dict[tuple[str, int], int]:
    """Return days more by who has them, and by the number of the event that they answer.

    Days that were granted and signed are not lost with the record: who wrote next had them.
    """
    numbers = {one.id: seq for seq, one in enumerate(events)}
    more = {
        (handle, numbers[event]): days
        for (handle, event), days in more_in(entries).items()
        if event in numbers
    }
    signed = {} if record is None else rows_of(record.lines())
    for event, row in signed.items():
        if row.more and (seq := numbers.get(event)) is not None:
            who = events[seq + 1].by if seq + 1 < len(events) else active
            more[who, seq] = max(row.more, more.get((who, seq), 0))
    return more


def _current(away: Mapping[str, Sequence[Span]], today: date) -> dict[str, list[Span]]:
    kept = {handle: [span for span in spans if span[1] >= today] for handle, spans in away.items()}
    return {handle: sorted(spans) for handle, spans in kept.items() if spans}
