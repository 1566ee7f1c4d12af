"""The umpire's own record of days, and how the clock of a game stands by it (docs/time.md).

The record is in no event: on which day mail brought each event, who announced an absence, who was
given more days. It is an append-only file of its own, each line on the disk before anything is
said on the strength of it. What it says of events that the log does not have (any more), as after
a fork, counts for nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, date, datetime
from functools import partial

import msgspec

from pbem.desk.desk import Desk
from pbem.desk.seat.sitting import Sitting
from pbem.desk.umpire.doubtful_days import contradiction, favoured
from pbem.desk.umpire.signed_lines import came, in_order
from pbem.errors import FormError, LogFileError
from pbem.files import make_folder, read_plain
from pbem.log.again import Brief
from pbem.log.days import Days, read_days, rows_of
from pbem.log.disk import append_lines, explaining, locked
from pbem.log.event import Event
from pbem.table.clock import Course, Held, Move, Span, days_away, days_of, reckon
from pbem.table.events.kinds import Clock as Terms

ABSENT_MOST = 366
"""Days of one absence: a longer one is a slip of the pen."""

MORE_MOST = 365
"""Days that can be given at once."""


def today_utc() -> date:
    """Return what day it is in UTC: the one place where anything about deadlines asks."""
    return datetime.now(UTC).date()


# --- the record ------------------------------------------------------------------------------


class Came(msgspec.Struct, frozen=True, tag="reached", tag_field="what"):
    """Event ``seq`` with id ``event`` reached the umpire on ``day``."""

    seq: int
    event: str
    day: date


class Absent(msgspec.Struct, frozen=True, tag="absent", tag_field="what"):
    """``handle`` is away from ``first`` to ``last``, both included."""

    handle: str
    first: date
    last: date


class Back(msgspec.Struct, frozen=True, tag="back", tag_field="what"):
    """``handle`` is here from ``day`` on: what was announced beyond is withdrawn."""

    handle: str
    day: date


class More(msgspec.Struct, frozen=True, tag="more", tag_field="what"):
    """``handle`` has ``days`` more to answer the event with id ``event``."""

    handle: str
    days: int
    event: str


Entry = Came | Absent | Back | More


class Timekeeping:
    """The record of ``handle``, an umpire, for one game; every method raises `LogFileError`.

    A file that is not there is an empty record. ``came``: reads what came of the lines that the
    umpire signed: it binds as what was signed here does.
    """

    def __init__(
        self, desk: Desk, handle: str, game_id: str, came: Callable[[], list[Days]] = list
    ) -> None:
        self.path = desk.clock(handle, game_id)
        self.signed = self.path.with_suffix(".days")
        self._came = came

    def lines(self) -> list[Days]:
        """Return every line that the umpire signed, in order; raises LogFileError for damage."""
        try:
            own = read_days(self.signed)
        except FormError as error:
            raise LogFileError(f"{error} Restore the file from a copy.") from None
        return in_order([*own, *self._came()])

    @property
    def entries(self) -> list[Entry]:
        """Every entry, oldest first; raises LogFileError if the file was damaged."""
        if not self.path.exists():
            return []
        with explaining(self.path, "Reading"):
            # What stands after the last line feed is a write that was cut off.
            *lines, _cut_off = read_plain(self.path, BYTES_MOST, own=True).split(b"\n")
        try:
            return [_DECODER.decode(line) for line in lines]
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise LogFileError(
                f"{self.path} has been damaged ({error}): restore it from a copy, or move it away "
                "and begin another"
            ) from None

    def known(self, entries: Iterable[Entry]) -> dict[str, date]:
        """Return id of event -> its day; one that was signed is changed by no entry.

        Raises LogFileError where the signed days were damaged.
        """
        signed = rows_of(self.lines())
        return days_in(entries) | {
            event: date.fromisoformat(row.day) for event, row in signed.items()
        }

    # --- writing -----------------------------------------------------------------------------

    def reached(self, events: Iterable[Event], day: date) -> None:
        """Enter that mail with ``events`` reached the umpire on ``day``.

        The first day counts: the same event once more, on that day or later, changes nothing.
        """
        with self._alone() as entries:
            known = days_in(entries)
            self._append(
                Came(event.seq, event.id, day)
                for event in events
                if event.id not in known or day < known[event.id]
            )

    def absent(self, handle: str, first: date, last: date) -> None:
        """Enter an absence, both days included; raises FormError for days that cannot be meant."""
        days = (last - first).days + 1
        if days < 1:
            raise FormError(f"an absence from {first} to {last} (UTC) ends before it begins")
        if days > ABSENT_MOST:
            raise FormError(
                f"an absence from {first} to {last} (UTC) is {days} days long, and {ABSENT_MOST} "
                "are the most: is the year right?"
            )
        with self._alone():
            self._append([Absent(handle, first, last)])

    def back(self, handle: str, day: date) -> None:
        """Enter that ``handle`` is here from ``day`` on; raises FormError if nobody was away."""
        with self._alone() as entries:
            if all(last < day for _, last in away_in(entries).get(handle, ())):
                raise FormError(f"the record has no absence of {handle} on {day} UTC or later")
            self._append([Back(handle, day)])

    def more(self, handle: str, days: int, event: str) -> None:
        """Give ``handle`` more days to answer the event with id ``event``; they add up.

        Raises FormError for days that cannot be given.
        """
        if not 1 <= days <= MORE_MOST:
            raise FormError(f"1 to {MORE_MOST} days can be given at once, not {days}")
        with self._alone():
            self._append([More(handle, days, event)])

    @contextmanager
    def _alone(self) -> Iterator[list[Entry]]:
        """Keep every other writer out from the look at what is there until it is written.

        Nothing is added to a file that was damaged.
        """
        with explaining(self.path, "Making"):
            make_folder(self.path.parent)
        with locked(self.path):
            yield self.entries

    def _append(self, entries: Iterable[Entry]) -> None:
        lines = [msgspec.json.encode(entry) for entry in entries]
        if lines:
            with explaining(self.path, "Writing"):
                append_lines(self.path, lines)


BYTES_MOST = 64 << 20
"""Of a record of days: one line for an event, and what the umpire enters by hand."""

_DECODER = msgspec.json.Decoder(Entry)


def days_in(entries: Iterable[Entry]) -> dict[str, date]:
    """Return id of event -> the first day on which mail with it reached the umpire."""
    days: dict[str, date] = {}
    for entry in entries:
        if isinstance(entry, Came):
            days[entry.event] = min(entry.day, days.get(entry.event, date.max))
    return days


def away_in(entries: Iterable[Entry]) -> dict[str, list[Span]]:
    """Return handle -> absences in the order of their entry, without what was withdrawn."""
    away: dict[str, list[Span]] = {}
    for entry in entries:
        if isinstance(entry, Absent):
            away.setdefault(entry.handle, []).append((entry.first, entry.last))
        elif isinstance(entry, Back):
            before = entry.day.toordinal() - 1
            away[entry.handle] = [
                (first, last if last < entry.day else date.fromordinal(before))
                for first, last in away.get(entry.handle, [])
                if first < entry.day
            ]
    return away


def more_in(entries: Iterable[Entry]) -> dict[tuple[str, str], int]:
    """Return (handle, id of event) -> days more to answer it."""
    more: dict[tuple[str, str], int] = {}
    for entry in entries:
        if isinstance(entry, More):
            key = (entry.handle, entry.event)
            more[key] = more.get(key, 0) + entry.days
    return more


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
            return f"{self.why}: a clock was wrong. Nobody knows since when {self.handle} is asked"
        by = f"By what else is known {self.handle} is in time until {self.until} UTC"
        return f"{self.why}: a clock was wrong. {by}"


class Clock(msgspec.Struct, frozen=True, kw_only=True):
    """How the clock of a game stands ``today``.

    ``terms``: days to answer, in the bank, of grace; ``left``: handle -> days of bank left, of
    everybody who still plays; ``away``: handle -> absences that are not over; ``held``: the pen,
    None while the umpire has it; ``umpire``: his handle, None where nobody judges;
    ``kept``: the days since the pen came stand in his record. Otherwise they are the dates that
    authors wrote, which prove nothing. ``doubt``: where somebody is late by days of the record that
    cannot all be right, and in time by what else is known.
    """

    today: date
    terms: Terms
    left: dict[str, int]
    away: dict[str, list[Span]]
    held: Held | None
    umpire: str | None
    kept: bool
    doubt: Doubt | None = None


def keeper(sitting: Sitting) -> Timekeeping | None:
    """Return the record of the days of this game if one is its umpire, None for everybody else."""
    umpire = sitting.table.roster.umpire
    if umpire is None or sitting.handle != umpire.handle:
        return None
    return Timekeeping(
        sitting.desk, umpire.handle, sitting.table.game_id, partial(came, sitting, umpire)
    )


def clock_of(sitting: Sitting, today: date | None = None) -> Clock | None:
    """Return how the clock stands; None where the game has none, or nobody has to write any more.

    The umpire's copy counts from his record; in every other one, and for events that the record
    lacks, the days are those that authors wrote. Raises LogFileError for a damaged record.
    """
    today = today or today_utc()
    found = _reckoned(sitting, today)
    if found is None or found.held is None or found.held.stage != "late":
        return found
    record, best = keeper(sitting), _reckoned(sitting, today, favour=found.held.handle)
    if record is None or best is None or best.held is None or best.held.stage == "late":
        return found
    why = contradiction(sitting.briefs(), record.known(record.entries), today)
    until = None if best.held.day == today else best.held.grace_end
    return msgspec.structs.replace(found, doubt=Doubt(why, found.held.handle, until))


def _reckoned(sitting: Sitting, today: date, *, favour: str | None = None) -> Clock | None:
    """Reckon the clock; ``favour``: for whom days count that cannot all be right."""
    table = sitting.table
    now = table.pen()
    if table.opening is None or table.opening.clock is None:
        return None
    if now.handle is None or table.closed:
        return None
    holder = table.roster.find(now.handle)
    if holder is not None and holder.out is not None:
        return None  # nobody waits for what they owe: nobody can be put out twice
    terms = table.opening.clock
    umpire = None if table.roster.umpire is None else table.roster.umpire.handle
    record = keeper(sitting)
    entries = [] if record is None else record.entries
    known = {} if record is None else record.known(entries)
    events = sitting.briefs()
    if favour is not None:
        known = favoured(events, known, favour, today)
    away = away_in(entries)
    course = Course(
        terms=terms,
        moves=list(moves_of(events, known, away, today)),
        umpire=umpire,
        phases=frozenset(seq for seq, _ in table.phases),
        more=_numbered(more_in(entries), events),
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
    """Yield the events as the clock sees them."""
    days = days_of([(one.id, one.at) for one in events], known, today)
    before = days[0]
    for seq, (one, day) in enumerate(zip(events, days, strict=True)):
        yield Move(seq, one.kind, one.by, day, days_away(away.get(one.by, ()), before, day))
        before = day


def _numbered(
    more: Mapping[tuple[str, str], int], events: Sequence[Brief]
) -> dict[tuple[str, int], int]:
    """Return days more by the number of the event that they were given for."""
    numbers = {one.id: seq for seq, one in enumerate(events)}
    return {
        (handle, numbers[event]): days for (handle, event), days in more.items() if event in numbers
    }


def _current(away: Mapping[str, Sequence[Span]], today: date) -> dict[str, list[Span]]:
    kept = {handle: [span for span in spans if span[1] >= today] for handle, spans in away.items()}
    return {handle: sorted(spans) for handle, spans in kept.items() if spans}
