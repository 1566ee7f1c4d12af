"""The surroundings of programs of the club: databases, locks, and the time."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime, tzinfo
from typing import Any

import filelock
import pytest
from sqlalchemy import Engine, create_engine
from sqlalchemy.pool import QueuePool

from pbem.store import address, database
from simulation.disk import Disk

_KNOWN = create_engine("sqlite://")
"""Its dialect is that of all databases here, for what was compiled is known by that."""
_KNOWN.connect().close()  # a dialect asks the first connection of all what SQLite can do
_COMPILED: dict[Any, Any] = {}


@contextmanager
def cheap_databases() -> Iterator[None]:
    """Let databases be held open, and not be forced to the disk: SQLite is not what is tried.

    Statements are compiled once for all of them: of a program that is started again for each few
    commands, as people are here, that would be most of what it does with a database.
    """
    connected, made = database._on_connect, database._engine
    engines: dict[str, Engine] = {}

    def connect(connection: Any, record: Any) -> None:
        connected(connection, record)
        connection.execute("PRAGMA synchronous = OFF")
        connection.execute("PRAGMA journal_mode = MEMORY")

    def engine(url: str) -> Engine:
        if url not in engines:
            engines[url] = made(url)
            engines[url].dialect = _KNOWN.dialect
            engines[url].update_execution_options(compiled_cache=_COMPILED)
        return engines[url]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(address, "NullPool", QueuePool)
        patch.setattr(database, "_on_connect", connect)
        patch.setattr(database, "_engine", engine)
        try:
            yield
        finally:
            for one in engines.values():
                one.dispose()


@contextmanager
def nobody_waits() -> Iterator[None]:
    """A command that finds another one at work gives up: in one thread it would never end."""

    class Impatient(filelock.FileLock):  # type: ignore[misc]
        def acquire(self, *_args: Any, **_more: Any) -> Any:
            if Disk.working is not None:
                Disk.working.locks()
            return super().acquire(blocking=False)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("filelock.FileLock", Impatient)
        patch.setattr(address, "BUSY_SECONDS", 0.0)
        yield


CLOCKS = ("table.own.writer", "client.umpire.timekeeping", "client.messages.composing")
"""The modules in which the program asks what time it is; an agent is given the time."""


@contextmanager
def clocks(shown: Callable[[], datetime]) -> Iterator[None]:
    """Let every program that asks for the time get what ``shown`` says."""

    class Reported(datetime):
        @classmethod
        def now(cls, tz: tzinfo | None = None) -> datetime:  # type: ignore[override]
            assert tz is not None
            return shown()

    with pytest.MonkeyPatch.context() as patch:
        for room in CLOCKS:
            patch.setattr(f"pbem.{room}.datetime", Reported)
        yield


@contextmanager
def only_new_garbage() -> Iterator[None]:
    """Let the collector pass over what was there before: a process of tests has much of that."""
    gc.freeze()
    try:
        yield
    finally:
        gc.unfreeze()
