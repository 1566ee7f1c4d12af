"""Signing the umpire's days, so that others can hold them to them (docs/time.md)."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from pathlib import Path

from pbem.client.session.day_record import Timekeeping, away_in, keeper, more_in
from pbem.client.session.session import Session
from pbem.client.umpire import timekeeping
from pbem.client.umpire.timekeeping import moves_of
from pbem.errors import FormError, LogFileError, NotYourPen
from pbem.files import make_folder, read_plain
from pbem.identity.files import write_atomically
from pbem.identity.identity import Identity
from pbem.log.days import (
    FILE_BYTES,
    ROWS_MOST,
    SUFFIX,
    Days,
    Row,
    make_days,
    missing,
    read_days,
    rows_of,
    write_days,
)
from pbem.log.disk import explaining, locked


def sign_days(session: Session, identity: Identity, today: date | None = None) -> Path:
    """Sign the new days of the record; return the file with all signed days.

    Received lines that the umpire signed count as signed, and enter that file too.

    Args:
        session: The game.
        identity: The umpire.
        today: The day; by default today in UTC.

    Raises:
        NotYourPen: You keep no days of this game.
        KeyFileError: The identity cannot sign.
        LogFileError: A file cannot be read or written, or a signed line is missing: the next one
            could give an event of it a second day.
    """
    record = _signs(session)
    if record is None:
        raise NotYourPen(f"You keep no days of {session.name}. Its umpire does, if it has a clock")
    session.check_keys(identity)
    with explaining(record.signed, "Making"):
        make_folder(record.signed.parent)
    with locked(record.signed):
        lines = record.lines()
        if why := _missing(session, record):
            raise LogFileError(why)
        signed = rows_of(lines)
        rows = _rows(session, record, today or timekeeping.today_utc())
        new = [row for row in rows if signed.get(row.event) != row]
        before, made = lines[-1] if lines else None, list[Days]()
        for at in range(0, len(new), ROWS_MOST):
            before = make_days(
                before,
                new[at : at + ROWS_MOST],
                game=session.table.game_id,
                by=identity.handle,
                seed=identity.sign_seed,
            )
            made.append(before)
        if made or len(lines) > len(read_days(record.signed)):
            write_days(record.signed, [*lines, *made])
    return record.signed


def sign_if_kept(session: Session, identity: Identity) -> None:
    """Sign the days if the player here keeps some; raises as `sign_days`."""
    if _signs(session):
        sign_days(session, identity)


def missing_line(session: Session) -> str:
    """Say that a keeper of days cannot sign, for a line is missing; empty if none is."""
    record = _signs(session)
    return "" if record is None else _missing(session, record)


def _signs(session: Session) -> Timekeeping | None:
    """Return the record of the umpire here, for a game with a clock."""
    opening = session.table.opening
    return None if opening is None or opening.clock is None else keeper(session)


def _missing(session: Session, record: Timekeeping) -> str:
    """Say which line that the umpire signed is not here: it may name any event.

    Every ruling by days follows a signed line with the day that it names.
    """
    lines = record.lines()
    signed, numbers = rows_of(lines), missing(lines)
    unsigned = next((event for event in record.ruled() if event not in signed), None)
    if numbers:
        what = f"You signed line number {numbers[0] - 1} of the days of {session.name}, and it is"
    elif unsigned is not None:
        what = (
            f"Your ruling in {session.name} names the day of event {unsigned[:16]}..., and the "
            "line in which you signed that day is"
        )
    else:
        return ""
    return (
        f"{what} missing, as after a restored backup. If you sign now, you could give one event "
        "two days, which convicts you. First import what you mailed ('pbem take' reads the folders "
        "of your mail program), or the 'NAME.days' of another player"
    )


def copy_days(signed: Path, to: Path) -> Path:
    """Write the signed days into the file ``to``, in place of what it had.

    Raises:
        FormError: The name does not end in ``.days``.
        LogFileError: There are no days, or the file cannot be written.
    """
    if to.suffix != SUFFIX:
        raise FormError(f"Signed days need a file *{SUFFIX}. Name it {to.name}{SUFFIX}")
    if not signed.exists():
        raise LogFileError("Your record has no day yet, so there is nothing to sign")
    with explaining(to, "Writing"):
        write_atomically(to, read_plain(signed, FILE_BYTES, own=True), overwrite=True)
    return to


def signed_days(session: Session) -> bytes:
    """Return the file of days that the umpire who sits here has signed; empty for anybody else."""
    record = keeper(session)
    if record is None or not record.signed.exists():
        return b""
    with explaining(record.signed, "Reading"):
        return read_plain(record.signed, FILE_BYTES, own=True)


def _rows(session: Session, record: Timekeeping, today: date) -> Iterator[Row]:
    """Yield what the record says of each event of the log, and days that it signed as granted."""
    entries = record.entries
    known, events = record.known(entries, today), session.briefs()
    granted: dict[str, int] = {}
    for (_handle, given), days in more_in(entries).items():
        granted[given] = granted.get(given, 0) + days
    for given, row in rows_of(record.lines()).items():
        granted[given] = max(row.more, granted.get(given, 0))
    for move, event in zip(moves_of(events, known, away_in(entries), today), events, strict=True):
        if event.id in known:
            yield Row(move.absent, known[event.id].isoformat(), event.id, granted.get(event.id, 0))
