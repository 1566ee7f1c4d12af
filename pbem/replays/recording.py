"""A log on its way into a page: every event with its drawings, as far as the log is good."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from pbem.errors import FormError
from pbem.files import read_plain
from pbem.log.disk import explaining
from pbem.log.file import read_events, to_bytes
from pbem.log.finding import BadLog, Finding
from pbem.log.fork import check_fork, is_fork, read_fork
from pbem.replays.frames import Film, Filming
from pbem.replays.moments import moment
from pbem.table.table import Table

if TYPE_CHECKING:
    from pbem.log.event import Event
    from pbem.log.fork import Fork
    from pbem.table.library import Library
    from pbem.view.history import Entry

FRAMES_MOST = 20_000
"""Drawings in a page: several times those of the longest games, and what a browser still holds."""
LOG_MOST = 16 << 20
"""Bytes of a log in a page."""


class Shown(NamedTuple):
    """An event in words, what it is called, and the numbers of its drawings (`Moment`)."""

    key: str
    entry: Entry
    frames: list[int]


class Recording(NamedTuple):
    """The past of a game: ``table`` after its last good event, ``log`` the bytes of the file.

    ``last``: the last map as SVG, empty where there is none.
    ``finding``: why the log ends earlier than its file; ``fork``: what the proof of a fork proves,
    whose last two events are then the two of it.
    """

    events: list[Shown]
    film: Film
    last: str
    table: Table
    log: bytes
    finding: Finding | None = None
    fork: Finding | None = None


def record(
    path: Path, library: Library, progress: Callable[[int], None] = lambda _: None
) -> Recording:
    """Replay a log, or the proof of a fork, as everybody may see it, and draw all of it.

    ``progress`` hears how many maps were drawn. Raises BadLog where not one event is good or the
    rules are not here, FormError for what no page holds, LogFileError.
    """
    recorder = _Recorder(path, library, progress)
    return recorder.fork(read_fork(path)) if is_fork(path) else recorder.log()


class _Recorder:
    def __init__(self, path: Path, library: Library, progress: Callable[[int], None]) -> None:
        self._path = path
        self._table = Table(library)
        self._progress = progress
        self._filming = Filming()
        self._events: list[Shown] = []

    def log(self) -> Recording:
        """Record a log, as far as it is good."""
        good: list[Event] = []
        found: Finding | None = None
        try:
            for event in read_events(self._path):
                self._take(self._table, event)
                good.append(event)
        except BadLog as bad:
            found = bad.finding
            if not good or found.code == "rules.unknown":
                raise
            # A table that has refused an event is of no more use.
            self._table = self._replayed(good)
        # What is good is what was read; of the rest nobody knows more than its bytes.
        log = to_bytes(good) if found is None else self._bytes()
        self._require(len(log) <= LOG_MOST, f"the log has more than {LOG_MOST >> 20} MiB")
        return self._recorded(log)._replace(finding=found)

    def fork(self, fork: Fork) -> Recording:
        """Record the log before a fork, then each of its two events."""
        for event in fork.before:
            self._take(self._table, event)
        faults: dict[str, Finding | None] = {}
        for event, side in ((fork.a, "a"), (fork.b, "b")):
            try:
                self._take(self._table.copy(), event, side)
                faults[event.id] = None
            except BadLog as bad:
                faults[event.id] = bad.finding
        proven = check_fork(fork, lambda events: faults[list(events)[-1].id])
        return self._recorded(self._bytes())._replace(fork=proven)

    def _recorded(self, log: bytes) -> Recording:
        film, last = self._filming.drawn(self._progress)
        return Recording(self._events, film, last, self._table, log)

    def _take(self, table: Table, event: Event, side: str = "") -> None:
        found = moment(table, event, None)
        frames = [self._filming.add(picture) for picture in found.pictures]
        self._events.append(Shown(f"{event.seq}{side}", found.entry, frames))
        many = len(self._filming) <= FRAMES_MOST
        self._require(many, f"the log has more than {FRAMES_MOST:,} steps")

    def _replayed(self, events: Iterable[Event]) -> Table:
        table = Table(self._table.library)
        for event in events:
            table.take(event)
        return table

    def _bytes(self) -> bytes:
        with explaining(self._path, "Reading"):
            return read_plain(self._path, LOG_MOST)

    def _require(self, fits: bool, what: str) -> None:
        if not fits:
            raise FormError(
                f"{self._path.name}: {what}, and a page for a browser holds no more: "
                "'pbem log' tells all of it in words"
            )
