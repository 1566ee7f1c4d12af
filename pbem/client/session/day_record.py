"""The umpire's own record of days, and all that the umpire has signed of it (docs/time.md).

The record is in no event: on which day mail brought each event, who announced an absence, who was
given more days. It is an append-only file of its own, each line on the disk before anything is said
on the strength of it. An entry about events that the log does not have (any more), as after a fork,
counts for nothing.

A home that was put back from a copy lacks lines that its umpire has signed since. They come back
by mail, into the file beside the log, and bind as if they had never been away.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import date
from functools import partial
from pathlib import Path

import msgspec

from pbem.client import people
from pbem.client.client import Client
from pbem.client.session.session import Session
from pbem.client.storage.sides import side_events, sides
from pbem.errors import FormError, LogFileError
from pbem.files import make_folder, read_plain
from pbem.log.again import Brief, briefs, read_again
from pbem.log.days import SUFFIX, Days, read_days, rows_of, verify_days
from pbem.log.disk import append_lines, explaining, locked
from pbem.log.event import Event
from pbem.log.finding import BadLog
from pbem.table.clock import Span
from pbem.table.events.kinds import PutOut, read_data
from pbem.table.state import Player
from pbem.table.table import Table

ABSENT_MOST = 366
"""Days of one absence: a longer one is a typing mistakes."""

MORE_MOST = 365
"""Days that can be given at once."""


LOOKED_BACK = 200
"""So many events back it is looked for what the record lacks."""


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
    umpire signed: it binds as what was signed here does. ``ruled``: reads id of event -> the day of
    it in a ruling that the umpire signed, which binds, too.
    """

    def __init__(
        self,
        client: Client,
        handle: str,
        game_id: str,
        came: Callable[[], list[Days]] = list,
        ruled: Callable[[], dict[str, date]] = dict,
    ) -> None:
        self.handle = handle
        self.path = client.clock(handle, game_id)
        self.signed = self.path.with_suffix(".days")
        self._came = came
        self.ruled = ruled

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
            # Bytes after the last line feed are a write that was cut off.
            *lines, _cut_off = read_plain(self.path, BYTES_MOST, own=True).split(b"\n")
        try:
            return [_DECODER.decode(line) for line in lines]
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise LogFileError(
                f"{self.path} is damaged ({error}). Restore it from a copy, or move it away and "
                "begin a new record"
            ) from None

    def known(self, entries: Iterable[Entry], today: date) -> dict[str, date]:
        """Return id of event -> its day; one that was signed is changed by no entry.

        A day after ``today`` that was not signed counts as unknown: a clock was wrong. Raises
        LogFileError where the signed days were damaged.
        """
        entered = {event: day for event, day in days_in(entries).items() if day <= today}
        return entered | self.signed_days()

    def signed_days(self) -> dict[str, date]:
        """Return id of event -> the day that was signed for it, in a line or in a ruling.

        Raises LogFileError for damage.
        """
        rows = rows_of(self.lines())
        signed = {event: date.fromisoformat(row.day) for event, row in rows.items()}
        return self.ruled() | signed

    def to_come(self, log: Sequence[Brief], today: date) -> dict[int, date]:
        """Return number of event -> a day after ``today`` that the record or a signed line has.

        ``log``: all events of the log, in short.
        """
        days = days_in(self.entries) | self.signed_days()
        found = ((seq, days.get(one.id, today)) for seq, one in enumerate(log))
        return {seq: day for seq, day in found if day > today}

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

    def lacks(self, head: str, today: date) -> bool:
        """Whether ``head``, the last event of a log, has no day, or a day is after ``today``."""
        entries = self.entries
        known = self.known(entries, today)
        return head not in known or not known.keys() >= days_in(entries).keys()

    def catch_up(self, log: Sequence[Brief], day: date) -> None:
        """Enter that the events at the end of a log that have no day were here on ``day``.

        ``log``: all its events, in short. They came by hand, or this computer failed after the log
        had them. So are those whose day is still to come: the clock was wrong. None came later than
        what stands on it.
        """
        with self._alone() as entries:
            known, days = self.known(entries, day), days_in(entries)
            last = max((seq for seq, one in enumerate(log) if one.id in known), default=-1)
            first = max(last + 1, len(log) - LOOKED_BACK)
            # An author who dated an event after today shows that this clock is slow, and was right
            # before.
            written = max((one.at[:10] for one in log if one.by != self.handle), default="")
            following = written > day.isoformat()
            lacking = list[Came]()
            for seq, one in reversed(list(enumerate(log))):
                if one.id in known:
                    day = min(day, known[one.id])
                elif (one.id in days and not following) or (one.id not in days and seq >= first):
                    lacking.append(Came(seq, one.id, day))
            self._append(reversed(lacking))

    def absent(self, handle: str, first: date, last: date) -> None:
        """Record an absence of a player, both days included.

        Raises:
            FormError: The days are impossible.
        """
        days = (last - first).days + 1
        if days < 1:
            raise FormError(f"The absence from {first} to {last} (UTC) ends before it begins")
        if days > ABSENT_MOST:
            raise FormError(
                f"The absence from {first} to {last} (UTC) is {days} days long, and at most "
                f"{ABSENT_MOST} are allowed. Check the year"
            )
        with self._alone():
            self._append([Absent(handle, first, last)])

    def back(self, handle: str, day: date) -> None:
        """Enter that ``handle`` is here from ``day`` on; raises FormError if nobody was away."""
        with self._alone() as entries:
            if all(last < day for _, last in away_in(entries).get(handle, ())):
                raise FormError(f"Your record has no absence of {handle} on {day} UTC or later")
            self._append([Back(handle, day)])

    def more(self, handle: str, days: int, event: str) -> None:
        """Give a player more days for one answer; they add up.

        Args:
            handle: The player.
            days: How many days.
            event: The id of the event to be answered.

        Raises:
            FormError: So many days cannot be given.
        """
        if not 1 <= days <= MORE_MOST:
            raise FormError(f"You can grant 1 to {MORE_MOST} days at once, not {days}")
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
"""The limit of a record of days. It has one line for an event, and entries that the umpire makes by
hand."""

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


# --- what was signed -------------------------------------------------------------------------


def kept_days(log: Path) -> Path:
    """Return the file of the signed days of a game, which lies beside its log."""
    return log.with_suffix(SUFFIX)


def signed_by(umpire: Player, game: str, lines: Sequence[Days]) -> list[Days]:
    """Return the lines that the umpire signed in this game."""
    key = bytes.fromhex(umpire.sign)
    return [
        line
        for line in lines
        if (line.game, line.by) == (game, umpire.handle) and verify_days(line, key)
    ]


def came(log: Path, umpire: Player, game: str, *, own: bool) -> list[Days]:
    """Return the lines that were received.

    Args:
        log: The log of the game.
        umpire: The umpire.
        game: The id of the game.
        own: The umpire's client is this one.

    Raises:
        LogFileError: Somebody changed their file.
    """
    path = kept_days(log)
    again = (
        "import again what you mailed, and what others have kept of it"
        if own
        else f"ask {umpire.handle} for all signed days"
    )
    mend = f"Move it away, and {again}"
    try:
        before = read_days(path)
    except FormError as error:
        raise LogFileError(f"{str(error).rstrip('.')}: {mend}") from None
    if len(signed_by(umpire, game, before)) < len(before):
        raise LogFileError(
            f"{path} was changed here: it has lines that {umpire.handle} did not sign. {mend}"
        )
    return before


def ruled(log: Path, table: Table, umpire: str) -> dict[str, date]:
    """Return the days that the umpire's rulings name; of two, the first counts.

    Args:
        log: The log; the sides beside it are read too.
        table: The table at the end of the log.
        umpire: The umpire's handle.

    Raises:
        LogFileError: Somebody changed the log.
    """
    found: dict[str, date] = {}
    try:
        for event in _rulings(log, table, umpire):
            data = read_data(event.kind, event.data)
            if isinstance(data, PutOut) and data.late is not None:
                with suppress(ValueError):  # a ruling is valid with any digits
                    found.setdefault(data.late.event, date.fromisoformat(data.late.day))
    except BadLog as bad:
        raise LogFileError(str(bad)) from None
    return found


def _rulings(log: Path, table: Table, umpire: str) -> Iterator[Event]:
    mine = ("ruling", umpire)
    short = briefs(log, table.chain) if log.exists() else []
    first = next((seq for seq, one in enumerate(short) if (one.kind, one.by) == mine), len(short))
    yield from (one for one in read_again(log, table.chain, first) if (one.kind, one.by) == mine)
    for path in sides(log):
        yield from (one for one in side_events(path) if (one.kind, one.by) == mine)


def in_order(lines: Iterable[Days]) -> list[Days]:
    """Return every line once, in the order of their numbers, the same for everybody."""
    return sorted(set(lines), key=lambda line: (line.no, line.digest))


# --- whose record it is ----------------------------------------------------------------------


def keeper(session: Session) -> Timekeeping | None:
    """Return the record of the days of this game if one is its umpire, None for everybody else."""
    umpire = session.table.roster.umpire
    if umpire is None or session.handle != umpire.handle:
        return None
    return _record(session.client, session.table, session.path, umpire)


def record_at(client: Client, table: Table, log: Path) -> Timekeeping | None:
    """Return the record of days of a game with a clock, if an umpire here keeps it; else None.

    ``table``: the game. ``log``: its file.
    """
    umpire, opening = table.roster.umpire, table.opening
    if umpire is None or opening is None or opening.clock is None:
        return None
    return (
        None if umpire.handle not in people.handles(client) else _record(client, table, log, umpire)
    )


def _record(client: Client, table: Table, log: Path, umpire: Player) -> Timekeeping:
    game = table.game_id
    lines = partial(came, log, umpire, game, own=True)
    days = partial(ruled, log, table, umpire.handle)
    return Timekeeping(client, umpire.handle, game, lines, days)
