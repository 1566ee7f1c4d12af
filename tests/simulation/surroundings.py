"""What programs of the club find around them: databases, locks, and the time."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime, tzinfo
from typing import Any

import filelock
import pytest
from sqlalchemy.pool import QueuePool

from pbem.store import address, database
from simulation.disk import Disk


@contextmanager
def cheap_databases() -> Iterator[None]:
    """Let databases be held open, and not be forced to the disk: SQLite is not what is tried."""
    connected = database._on_connect

    def connect(connection: Any, record: Any) -> None:
        connected(connection, record)
        connection.execute("PRAGMA synchronous = OFF")
        connection.execute("PRAGMA journal_mode = MEMORY")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(address, "NullPool", QueuePool)
        patch.setattr(database, "_on_connect", connect)
        yield


@contextmanager
def nobody_waits() -> Iterator[None]:
    """Whoever finds another command of his at work gives up: in one thread it would never end."""

    class Impatient(filelock.FileLock):  # type: ignore[misc]
        def acquire(self, *_args: Any, **_more: Any) -> Any:
            if Disk.working is not None:
                Disk.working.locks()
            return super().acquire(blocking=False)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("filelock.FileLock", Impatient)
        patch.setattr(address, "BUSY_SECONDS", 0.0)
        yield


CLOCKS = ("table.writer", "desk.umpire.timekeeping", "desk.post.composing")
"""Where the program asks what time it is; an agent is given the time."""


@contextmanager
def clocks(shown: Callable[[], datetime]) -> Iterator[None]:
    """Let every program that asks for the time be told what ``shown`` says."""

    class Told(datetime):
        @classmethod
        def now(cls, tz: tzinfo | None = None) -> datetime:  # type: ignore[override]
            assert tz is not None
            return shown()

    with pytest.MonkeyPatch.context() as patch:
        for room in CLOCKS:
            patch.setattr(f"pbem.{room}.datetime", Told)
        yield
