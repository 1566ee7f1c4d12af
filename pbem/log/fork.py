"""Forks: two signed events by one author on one predecessor, and the file that proves it.

A ``*.fork`` file lets anybody convict the author without either player's goodwill (protocol
section 3). Its lines, each ended by 0x0A like those of a log:

1. the canonical JSON of ``{"events": n, "pbem": "fork/v1"}``;
2. the ``n`` events of the log up to the predecessor, from the first on (``n`` at least 1);
3. the two events, the one with the lower id first, so that one fork has one file.

This layer checks form and chain. Whether each event is *valid* on that log needs signatures and
rules, so `check_fork` asks a layer above; two events of which one has a finding are no fork.
"""

from __future__ import annotations

from itertools import chain as joined
from itertools import zip_longest
from os import SEEK_END
from typing import TYPE_CHECKING, BinaryIO, NamedTuple

from pbem.crypto import canonical
from pbem.errors import FormError, LogFileError
from pbem.files import open_plain
from pbem.log.chain import EVENTS_MAX, Chain
from pbem.log.disk import explaining, write_new
from pbem.log.event import Event, read_event
from pbem.log.file import read_lines, to_bytes
from pbem.log.finding import BadLog, Finding, finding

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from pathlib import Path

_FORM = "fork/v1"
_HEADER_BYTES = 64
_END_BYTES = 4096


class Fork(NamedTuple):
    """Two branches of one log: the events ``before`` them, then ``a`` or ``b`` (``a.id < b.id``).

    Form and chain hold; signatures and rules are for `check_fork`.
    """

    before: tuple[Event, ...]
    a: Event
    b: Event


class Difference(NamedTuple):
    """The first place where two logs differ; None where a log ended before it."""

    seq: int
    a: Event | None
    b: Event | None


def first_difference(log_a: Iterable[Event], log_b: Iterable[Event]) -> Difference | None:
    """Return the first two events with different ids, or None when the logs are the same.

    Events are compared by id: one event signed twice is still one event, and no fork.
    """
    for place, (a, b) in enumerate(zip_longest(log_a, log_b)):
        if a is None or b is None or a.id != b.id:
            one = a or b
            return Difference(one.seq if one else place, a, b)
    return None


def make_fork(before: Sequence[Event], a: Event, b: Event) -> Fork:
    """Put a fork together, the two events in either order.

    Args:
        before: The log from its first event to the predecessor of both.
        a: One event.
        b: The other event.

    Raises:
        BadLog: With ``fork.form`` if it cannot be a fork, or as `Chain.feed` does if ``before`` is
            no chain.

    Source: docs/protocol.md, section 9.
    """
    chain = Chain()
    for event in before:
        chain.feed(event)
    low, high = sorted((a, b), key=lambda event: event.id)
    _require_fork(chain, before[-1] if before else None, low, high)
    return Fork(tuple(before), low, high)


def write_fork(path: Path, fork: Fork, *, shared: bool = False) -> None:
    """Write a new fork file; ``shared``: to be handed to others, as the umask says.

    Raises `LogFileError` where the file is there already.
    """
    write_new(path, _to_bytes(fork), shared=shared)


def _to_bytes(fork: Fork) -> bytes:
    header = canonical.encode({"events": len(fork.before), "pbem": _FORM})
    return header + b"\n" + to_bytes((*fork.before, fork.a, fork.b))


def keep_fork(wanted: Path, fork: Fork) -> Path:
    """Write a fork file, if it is not there: as ``wanted``, or numbered where that is another file.

    Return the file. Raises `LogFileError`.
    """
    path, number = wanted, 2
    data = _to_bytes(fork)
    with explaining(wanted, "Writing"):
        while path.exists() and not _holds(path, data):
            path = wanted.with_name(f"{wanted.stem}-{number}{wanted.suffix}")
            number += 1
        if not path.exists():
            write_fork(path, fork, shared=True)
    return path


def _holds(path: Path, data: bytes) -> bool:
    """Say whether a file has just these bytes, its end first: two proofs differ there."""
    end = data[-_END_BYTES:]
    try:
        with open_plain(path) as file:
            if file.seek(0, SEEK_END) != len(data):
                return False
            file.seek(-len(end), SEEK_END)
            if file.read() != end:
                return False
            file.seek(0)
            return file.read() == data
    except (OSError, LogFileError):
        return False


def read_fork(source: Path | BinaryIO) -> Fork:
    """Read a fork file: form and chain, no signatures.

    Raises ``BadLog`` with ``fork.form``, or as `read_lines`, `read_event` and `Chain.feed` do.
    """
    lines = read_lines(source)
    count = _read_header(lines)
    chain = Chain()
    before: list[Event] = []
    pair: list[Event] = []
    for number, line in lines:
        try:
            event = read_event(line, number, chain.version)
            if len(before) < count:
                chain.feed(event)
        except BadLog as bad:
            raise BadLog(bad.finding.at(line=number)) from None
        if len(before) < count:
            before.append(event)
        elif len(pair) < 2:
            pair.append(event)
        else:
            raise _no_fork("there are lines after the two events")
    if len(pair) < 2:
        raise _no_fork(f"the file ends before {count} events and the two that fork were read")
    a, b = pair
    _require_fork(chain, before[-1], a, b)
    return Fork(tuple(before), a, b)


def is_fork(path: Path) -> bool:
    """Say whether a file begins as the proof of a fork; raises `LogFileError`."""
    with explaining(path, "Reading"), open_plain(path) as handle:
        return f'"pbem":"{_FORM}"'.encode() in handle.readline(_HEADER_BYTES)


def check_fork(fork: Fork, verify: Callable[[Iterable[Event]], Finding | None]) -> Finding:
    """Return the finding ``fork.author`` that convicts the author of a fork.

    ``verify`` reads a whole log and returns the first finding or None; it is asked for both
    branches. Raises ``BadLog`` with ``fork.form`` when either has a finding: then at most one event
    is part of any log, and nobody forked.
    """
    for event in (fork.a, fork.b):
        found = verify(joined(fork.before, (event,)))
        if found is not None:
            raise _no_fork(
                f"a log that ends in {event.id} is not valid ({found.code}): {found.message}"
            )
    author = fork.a.by
    message = (
        f"{author} signed two different events {fork.a.seq} after the same event. "
        "The game is forfeit unless the umpire or all other players agree on one. It is also not "
        "forfeit if "
        f"a log continues after them with another key of {author} to which somebody else agreed. "
        f"The events are {fork.a.id} and {fork.b.id}."
    )
    return finding("fork.author", fork.a, message=message, blame=(author,))


def _read_header(lines: Iterator[tuple[int, bytes]]) -> int:
    """Return how many events come before the fork."""
    _, line = next(lines, (1, b""))
    try:
        header = canonical.decode(line)
    except FormError:
        header = None
    count = header.get("events") if isinstance(header, dict) else None
    if header != {"events": count, "pbem": _FORM} or type(count) is not int:
        raise _no_fork(f"its first line is not the header of a {_FORM} file")
    if not 1 <= count < EVENTS_MAX:
        raise _no_fork(f"{count} events are too many before a fork")
    return count


def _require_fork(chain: Chain, last: Event | None, a: Event, b: Event) -> None:
    """Raise ``BadLog`` unless ``a`` and ``b`` fork the log that ``chain`` has read up to ``last``.

    The first event of a log has no predecessor: two of them are two games.
    """
    if last is None:
        raise _no_fork("there is no event before the two, so they begin two games")
    if a.by != b.by:
        raise _no_fork(f"the events are by {a.by} and {b.by}: a fork has one author")
    if a.id == b.id:
        raise _no_fork("both events are the same")
    if a.id > b.id:
        raise _no_fork("the event with the lower id must come first")
    for event in (a, b):
        try:
            Chain.after(last, chain.size).feed(event)
        except BadLog as bad:
            raise _no_fork(f"an event does not follow the log before it: {bad}") from None


def _no_fork(why: str) -> BadLog:
    message = f"This is not a fork: {why.rstrip('.')}. Ask its sender for the two logs."
    return BadLog(finding("fork.form", message=message))
