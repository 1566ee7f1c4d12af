"""Two logs of one game: where they part, and who forked (protocol sections 3 and 5)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from itertools import islice
from pathlib import Path

from pbem.audit.verdict import ForkVerdict
from pbem.log.event import Event
from pbem.log.file import read_events
from pbem.log.finding import BadLog, Finding
from pbem.log.fork import Fork, check_fork, first_difference, make_fork, read_fork, write_fork
from pbem.table.library import Library
from pbem.table.table import Table

Place = Callable[[Fork], Path]
"""Where to write the proof of a fork."""


def compare(
    path_a: Path,
    path_b: Path,
    library: Library,
    proof: Place | None = None,
    good: tuple[int | None, int | None] = (None, None),
) -> ForkVerdict:
    """Compare two logs; where somebody forked, write the fork file ``proof`` (None: do not).

    ``good``: how many events of each to read, None for all; what is not valid in a log comes after
    them. Only what stands before the first difference and the two events there are judged. Raises
    `BadLog` where a file is no log, `pbem.log.disk.LogFileError` where one cannot be read, or
    something else than this proof has its name.
    """
    paths = (str(path_a), str(path_b))
    a_events, b_events = (
        islice(read_events(path), count) for path, count in zip((path_a, path_b), good, strict=True)
    )
    difference = first_difference(a_events, b_events)
    if difference is None:
        return ForkVerdict(paths=paths, proven=False, message="Both files are the same log.")
    seq, a, b = difference
    if a is None or b is None:
        longer, shorter = (paths[0], paths[1]) if b is None else (paths[1], paths[0])
        goes_on = "the longer one goes on from there, and nobody forked."
        message = f"{shorter} is the beginning of {longer}, up to event {seq - 1}: {goes_on}"
        if good != (None, None):
            message = f"As far as both are good, {message}"
        return ForkVerdict(paths=paths, proven=False, message=message, seq=seq)
    if seq == 0:
        message = "The two files are logs of two different games."
        return ForkVerdict(paths=paths, proven=False, message=message, seq=0)
    if a.by != b.by:
        return ForkVerdict(paths=paths, proven=False, message=_two_authors(a, b), seq=seq)
    before = [event for event, _ in zip(read_events(path_a), range(seq), strict=False)]
    names = {a.id: paths[0], b.id: paths[1]}
    return _judge(paths, make_fork(before, a, b), library, proof, names)


def judge_fork_file(path: Path, library: Library) -> ForkVerdict:
    """Verify a fork file on its own; raises `BadLog` where it is none in form."""
    return _judge((str(path),), read_fork(path), library, None)


def _judge(
    paths: tuple[str, ...],
    fork: Fork,
    library: Library,
    proof: Place | None,
    names: Mapping[str, str] | None = None,
) -> ForkVerdict:
    """Judge a fork; ``names``: id of one of its two events -> the file that it stands in."""

    def first_fault(events: Iterable[Event]) -> Finding | None:
        table = Table(library)
        try:
            for event in events:
                table.take(event)
        except BadLog as bad:
            return bad.finding
        return None

    seq, author = fork.a.seq, fork.a.by
    try:
        found = check_fork(fork, first_fault)
    except BadLog as bad:
        bad_in = [name for event, name in (names or {}).items() if event in str(bad)]
        message = f"{' and '.join(bad_in or paths)}: {bad}"
        return ForkVerdict(paths=paths, proven=False, message=message, seq=seq)
    written = None if proof is None else proof(fork)
    if written is not None and not (written.exists() and _is(written, fork)):
        write_fork(written, fork)
    return ForkVerdict(
        paths=paths,
        proven=True,
        message=found.message,
        seq=seq,
        author=author,
        finding=found,
        proof=None if written is None else str(written),
    )


def _is(path: Path, fork: Fork) -> bool:
    """Say whether the file proves this very fork already."""
    try:
        return read_fork(path) == fork
    except BadLog:
        return False


def _two_authors(a: Event, b: Event) -> str:
    ruling = next((event for event in (a, b) if event.kind == "ruling"), None)
    if ruling is None:
        return (
            f"The logs part at event {a.seq}: one has a {a.kind} by {a.by}, the other a {b.kind} "
            f"by {b.by}. Only one of the two had the pen: verify both files to see which."
        )
    return (
        f"The logs part at event {a.seq}: one goes on with a ruling of {ruling.by}. Where a ruling "
        "and an event of the player put out extend the same event, the ruling stands."
    )
