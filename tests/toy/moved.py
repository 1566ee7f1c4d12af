"""A clock that tests move: the date that people write into events, and the day that it is."""

from __future__ import annotations

from datetime import date
from typing import Any

from pbem.client.umpire import timekeeping
from pbem.table.own import writer


class Moved:
    """December 2026, on the day that a test says; it begins with the first."""

    def __init__(self, monkeypatch: Any) -> None:
        self.day = day(1)
        monkeypatch.setitem(writer.Writer.__init__.__kwdefaults__, "clock", self._time)
        monkeypatch.setattr(writer.open_game, "__defaults__", (self._time,))
        monkeypatch.setattr(timekeeping, "today_utc", lambda: self.day)

    def to(self, number: int) -> None:
        self.day = day(number)

    def _time(self) -> str:
        return f"{self.day}T12:00:00Z"


def day(number: int) -> date:
    """Return a day of December 2026."""
    return date(2026, 12, number)
