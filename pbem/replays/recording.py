"""A log on its way into a page, or two that part: every event with its drawings, as far as good."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from pbem.audit.copies import compare_copies
from pbem.crypto.text import escape
from pbem.errors import FormError
from pbem.files import read_plain
from pbem.log.disk import explaining
from pbem.log.file import no_event, read_events, to_bytes
from pbem.log.finding import BadLog, Finding
from pbem.log.fork import check_fork, is_fork, make_fork, read_fork
from pbem.replays.frames import Film, Filming
from pbem.replays.moments import moment
from pbem.table.table import Table

if TYPE_CHECKING:
    from pbem.audit.compared import BranchPoint
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


class Side(NamedTuple):
    """One of two histories from where they part on: its branch in ``point``, and of which file.

    ``events``: those of `Recording.events` that are its own; ``log``: all of it, empty where both
    sides are in one file; ``finding``: why it ends earlier than its file.
    """

    branch: str
    name: str
    events: list[Shown]
    log: bytes
    finding: Finding | None


class TwoHistories(NamedTuple):
    """Two histories that part: what `pbem compare` says of them, and both sides in that order."""

    point: BranchPoint
    sides: tuple[Side, Side]


class Recording(NamedTuple):
    """The past of a game: ``table`` after its last good event, ``log`` the bytes of the file.

    ``last``: the last map as SVG, empty where there is none.
    ``finding``: why the log ends earlier than its file; ``fork``: what two sides of a fork prove.
    ``two_histories``: where two histories part, whose own events come one side after the other;
    ``table`` is then the one before them, ``log`` the first of the two, or the proof of a fork.
    """

    events: list[Shown]
    film: Film
    last: str
    table: Table
    log: bytes
    finding: Finding | None = None
    fork: Finding | None = None
    two_histories: TwoHistories | None = None


def record_both(
    one: Path, other: Path, library: Library, progress: Callable[[int], None] = lambda _: None
) -> Recording:
    """Replay two copies that differ: two logs, or a log and the proof of a fork.

    Args:
        one: A log.
        other: A log, or the proof of a fork with another event than the log has.
        library: The rules.
        progress: Called with the number of maps that were drawn.

    Raises:
        BadLog: As `record`.
        FormError: They do not differ, are of two games, or are too long for a page.
        LogFileError: A file cannot be read.
    """
    return _Recorder(one, library, progress).both(other)


def record(
    path: Path, library: Library, progress: Callable[[int], None] = lambda _: None
) -> Recording:
    """Replay a log, or the proof of a fork, as everybody may see it, and draw all of it.

    Args:
        path: The file.
        library: The rules.
        progress: Called with the number of maps that were drawn.

    Raises:
        BadLog: No event is valid, or the rules are not here.
        FormError: The game is too long for a page.
        LogFileError: The file cannot be read.
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
            if not good:
                raise no_event()
        except BadLog as bad:
            found = bad.finding
            if not good or found.code == "rules.unknown":
                raise
            # A table that has refused an event is of no more use.
            self._table = self._replayed(good)
        # The good part is what was read; of the rest nobody knows more than its bytes.
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
        point = self._branch_point(self._path)
        made = self._recorded(self._bytes())._replace(fork=proven)
        sides = [
            _Own(f"event {one.key}", [one], b"", None)
            for event in point.sides
            for one in made.events
            if one.entry.id == event.id
        ]
        return _with_both(made, point, sides)

    def both(self, other: Path) -> Recording:
        """Record what two logs have in common, then what each has alone."""
        point = self._branch_point(self._path, other)
        logs = [*_histories(self._path, other)]
        by_id = {log[point.seq].id: (name, log) for name, log in logs if len(log) > point.seq}
        first, second = (by_id[side.id] for side in point.sides)
        for event in first[1][: point.seq]:
            self._take(self._table, event)
        own = [
            self._own(name, log, point.seq, key)
            for (name, log), key in zip((first, second), "ab", strict=True)
        ]
        made = _with_both(self._recorded(own[0].log), point, own)
        if len(point.proven) != 1:
            return made
        two = first[1][point.seq], second[1][point.seq]
        fork = make_fork(first[1][: point.seq], *two)
        return made._replace(fork=check_fork(fork, lambda _: None))  # it was judged: it is proven

    def _own(self, name: str, log: list[Event], seq: int, key: str) -> _Own:
        """Record what one of two logs has alone, as far as it is good."""
        table, begun = self._table.copy(), len(self._events)
        found = None
        try:
            for event in log[seq:]:
                self._take(table, event, key)
        except BadLog as bad:
            found = bad.finding
        return _Own(name, self._events[begun:], to_bytes(log), found)

    def _branch_point(self, *paths: Path) -> BranchPoint:
        """Return the one place where histories part; raises FormError where there is none."""
        names = {str(path): path.name for path in paths}
        found = compare_copies(paths, self._table.library, names).found
        if found.unread:
            raise FormError(found.unread[0])
        if len(found.games) != 1:
            raise FormError("these are logs of two games. A page shows two histories of one game")
        game = found.games[0]
        if len(game.branch_points) != 1:
            raise FormError(
                "there are no two histories: one of these logs has everything that the other has. "
                "Name only the longer one"
            )
        if not any(side.good for side in game.branch_points[0].sides):
            raise FormError(
                f"neither event {game.branch_points[0].seq} is valid, or an event before is not. "
                "'pbem compare' says why"
            )
        return game.branch_points[0]

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
                f"{self._path.name}: {what}, too much for a page in a browser. 'pbem log' prints "
                "all of it"
            )


class _Own(NamedTuple):
    """The part that one side has alone, while it is recorded."""

    name: str
    events: list[Shown]
    log: bytes
    finding: Finding | None


def _with_both(made: Recording, point: BranchPoint, own: list[_Own]) -> Recording:
    """Return a recording with its two sides."""
    first, second = (Side(side.branch, *one) for side, one in zip(point.sides, own, strict=True))
    return made._replace(two_histories=TwoHistories(point, (first, second)))


def _histories(one: Path, other: Path) -> Iterable[tuple[str, list[Event]]]:
    """Yield two logs by the names of their files; of a fork's proof the side that no log has."""
    if is_fork(one):
        one, other = other, one
    if is_fork(one):
        raise FormError("these are two fork files. Name one at a time")
    log = _good_form(one)
    yield one.name, log
    if not is_fork(other):
        yield other.name, _good_form(other)
        return
    fork, here = read_fork(other), {event.id for event in log}
    if not here & {fork.a.id, fork.b.id}:
        raise FormError(
            f"{escape(one.name)} has neither of the two events of the fork. Name only "
            f"{escape(other.name)}"
        )
    yield other.name, [*fork.before, fork.b if fork.a.id in here else fork.a]


def _good_form(path: Path) -> list[Event]:
    """Return the events of a log, up to a line that is none."""
    events: list[Event] = []
    try:
        events.extend(read_events(path))
    except BadLog:
        if not events:
            raise
    return events
