"""Whole logs at level 2 (all but the rules of a game), and the proofs of forks."""

from __future__ import annotations

from collections.abc import Iterable
from io import BytesIO

from doors.door import LOGS, Door, some
from doors.scratch import written
from pbem.audit.verify import verify
from pbem.errors import LogFileError
from pbem.games import registry
from pbem.log.event import Event
from pbem.log.finding import BadLog
from pbem.log.fork import check_fork, read_fork
from pbem.table.library import Library

_LIBRARY = Library(registry.find)


def log(data: bytes) -> None:
    """Verify a log; whatever it is, there is a verdict."""
    with written(data, "log.pbem") as path:
        verdict = verify(path, _LIBRARY, level=2)
    assert verdict.ok == (verdict.finding is None and verdict.events > 0)


def logs() -> list[bytes]:
    """Return short logs with one fault each, and the beginnings of finished ones."""
    games = [
        b"".join(path.read_bytes().splitlines(keepends=True)[:5])
        for path in sorted(LOGS.glob("*/*.pbem"))
        if path.parent.name in registry.names()
    ]
    return [*some("hostile/*.pbem", 12_000, 30), *games]


def fork(data: bytes) -> None:
    """Read the proof of a fork, and ask whom it convicts."""
    try:
        check_fork(read_fork(BytesIO(data)), _believed)
    except (BadLog, LogFileError):
        return


def _believed(events: Iterable[Event]) -> None:
    """Find no fault in a log: whom a fork convicts is asked for all of them."""
    for _ in events:
        pass


def forks() -> list[bytes]:
    """Return proofs of forks, one of them good."""
    return some("hostile/*.fork", 16_000)


DOORS = {"log": Door(log, logs, 16_384), "fork": Door(fork, forks, 16_384)}
