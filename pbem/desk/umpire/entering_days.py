"""What the umpire enters in their record by hand: when mail came, absences, more days."""

from __future__ import annotations

from datetime import date

from pbem.crypto.text import escape
from pbem.desk.desk import NotFound
from pbem.desk.seat.day_record import Timekeeping, keeper
from pbem.desk.seat.sitting import Sitting
from pbem.desk.umpire import timekeeping
from pbem.errors import FormError, NotYourPen
from pbem.kit.typed.suggest import did_you_mean


def absent(sitting: Sitting, handle: str, first: str, last: str) -> None:
    """Enter that ``handle`` is away between two days, both included, written as 2026-12-20.

    Raises NotYourPen, NotFound, FormError.
    """
    record = _record(sitting, handle)
    record.absent(handle, _day(first), _day(last))


def back(sitting: Sitting, handle: str, day: date | None = None) -> None:
    """Enter that ``handle`` is here from ``day`` (default: today) on; raises as `absent`."""
    _record(sitting, handle).back(handle, day or timekeeping.today_utc())


def more(sitting: Sitting, handle: str, days: str) -> None:
    """Give ``handle``, who has the pen, more days to answer the last event; raises as `absent`."""
    record, now = _record(sitting, handle), sitting.table.pen()
    if now.handle != handle:
        raise NotYourPen(
            f"You can only grant days to answer an event, and {handle} has none to answer: "
            f"{now.why} Enter an absence ahead with --absent"
        )
    if not days.isdecimal():
        raise FormError(
            f"'{escape(days)}' is not a number of days. Write, for example, --more {handle} 5"
        )
    record.more(handle, int(days), sitting.table.chain.head)


def _record(sitting: Sitting, handle: str) -> Timekeeping:
    """Return the record of the umpire who sits here, if ``handle`` plays in the game."""
    opening, umpire = sitting.table.opening, sitting.table.roster.umpire
    if opening is None or opening.clock is None:
        raise FormError(f"{sitting.name} was opened without a clock, so no days are recorded")
    if umpire is None:
        raise NotYourPen(f"{sitting.name} has no umpire, and only an umpire's record counts")
    record = keeper(sitting)
    if record is None:
        raise NotYourPen(
            f"The umpire, {umpire.handle}, keeps the days of {sitting.name}. Ask by mail"
        )
    playing = [player.handle for player in sitting.table.roster.playing()]
    if handle not in playing:
        raise NotFound(
            f"'{escape(handle)}' does not play in {sitting.name}{did_you_mean(handle, playing)}"
            f" (players: {', '.join(playing)})"
        )
    return record


def _day(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise FormError(f"'{escape(text)}' is not a day. Write it as 2026-12-20") from None
