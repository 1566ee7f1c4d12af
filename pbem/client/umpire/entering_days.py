"""The umpire's entries in their record by hand: when mail came, absences, more days."""

from __future__ import annotations

from datetime import date

from pbem.client.client import NotFound
from pbem.client.session.day_record import Timekeeping, keeper
from pbem.client.session.session import Session
from pbem.client.umpire import timekeeping
from pbem.crypto.text import escape
from pbem.errors import FormError, NotYourPen
from pbem.kit.typed.suggest import did_you_mean


def absent(session: Session, handle: str, first: str, last: str) -> None:
    """Record that a player is away between two days, both included.

    Args:
        session: The game.
        handle: The player.
        first: The first day, as 2026-12-20.
        last: The last day.

    Raises:
        NotYourPen: You keep no days of this game.
        NotFound: There is no such player.
        FormError: The days are impossible.
    """
    record = _record(session, handle)
    record.absent(handle, _day(first), _day(last))


def back(session: Session, handle: str, day: date | None = None) -> None:
    """Record that a player is back from a day on; None: from today, in UTC.

    Raises NotYourPen, NotFound and FormError as `absent`.
    """
    _record(session, handle).back(handle, day or timekeeping.today_utc())


def more(session: Session, handle: str, days: str) -> None:
    """Give the active player more days to answer the last event.

    Raises:
        NotYourPen: You keep no days of this game, or the player has nothing to answer.
        NotFound: There is no such player.
        FormError: ``days`` is no number, or the game has no clock.
    """
    record, now = _record(session, handle), session.table.active()
    if now.handle != handle:
        raise NotYourPen(
            f"You can only grant days to answer an event, and {handle} has none to answer: "
            f"{now.why} Enter an absence ahead with --absent"
        )
    if not days.isdecimal():
        raise FormError(
            f"'{escape(days)}' is not a number of days. Write, for example, --more {handle} 5"
        )
    record.more(handle, int(days), session.table.chain.head)


def _record(session: Session, handle: str) -> Timekeeping:
    """Return the record of the umpire who sits here, if ``handle`` plays in the game."""
    opening, umpire = session.table.opening, session.table.roster.umpire
    if opening is None or opening.clock is None:
        raise FormError(f"{session.name} was opened without a clock, so no days are recorded")
    if umpire is None:
        raise NotYourPen(f"{session.name} has no umpire, and only an umpire's record counts")
    record = keeper(session)
    if record is None:
        raise NotYourPen(
            f"The umpire, {umpire.handle}, keeps the days of {session.name}. Ask by mail"
        )
    playing = [player.handle for player in session.table.roster.playing()]
    if handle not in playing:
        raise NotFound(
            f"'{escape(handle)}' does not play in {session.name}{did_you_mean(handle, playing)}"
            f" (players: {', '.join(playing)})"
        )
    return record


def _day(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise FormError(f"'{escape(text)}' is not a day. Write it as 2026-12-20") from None
