"""Reading again what was verified: the events of one's own log, from any number on.

The end of the log and the chain say whether the bytes are still those that were verified: every
event is chained to the next, and the last one has to be the head. So nothing else, and no database,
has to be believed.
"""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, BinaryIO, NamedTuple

from pbem.files import open_plain
from pbem.log.chain import Chain
from pbem.log.disk import explaining, locked
from pbem.log.event import Event, brief, read_event
from pbem.log.file import read_lines
from pbem.log.finding import BadLog, finding
from pbem.log.journal import journal_of, last_event, settle

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_BLOCK_BYTES = 1 << 16


class Brief(NamedTuple):
    """An event in short: id, kind, author, time as its author wrote it."""

    id: str
    kind: str
    by: str
    at: str


def read_again(path: Path, chain: Chain, first: int) -> Iterator[Event]:
    """Yield the later events of a log that was verified before.

    Events that the log has beyond the verified part are not read. The cost is that of the yielded
    events, and a look at their bytes.

    Args:
        path: The log.
        chain: Head and length of the verified part.
        first: The number of the first event to yield.

    Raises:
        BadLog: The bytes are not those that were verified.
        LogFileError: The file cannot be read.
    """
    if first >= chain.count:
        return
    read: Chain | None = None
    for number, line in _lines(path, chain, first):
        event = read_event(line, number)
        if read is None:
            _check(event.seq == first and event.game_id == chain.game, first)
            read = Chain.of_stretch(event)
        else:
            read.feed(event)
        if event.seq == chain.count - 1:
            _check(event.id == chain.head, event.seq)
        yield event
    _check(read is not None and read.count == chain.count, first)


def briefs(path: Path, chain: Chain) -> list[Brief]:
    """Return the events of a log that was verified up to ``chain``, in short.

    A tenth of the work of reading them. Raises BadLog and LogFileError as `read_again` does.
    """
    found: list[Brief] = []
    head = ""
    for seq, (_, line) in enumerate(_lines(path, chain, 0)):
        try:
            one = brief(line)
        except UnicodeDecodeError:
            one = None
        _check(one is not None and (seq == 0 or one[4] == head), seq)
        assert one is not None  # noqa: S101 - just checked
        head = one[0]
        found.append(Brief(*one[:4]))
    _check(head == chain.head, chain.count - 1)
    return found


def ends_with(path: Path, seq: int, head: str, size: int) -> bool:
    """Say whether the first bytes of a log end with a certain event.

    By its id, that event stands for all events before it.

    Args:
        path: The log.
        seq: The number of the event.
        head: Its id.
        size: How many bytes to look at.

    Raises:
        BadLog: With ``file.journal``.
        LogFileError: The file cannot be read.
    """
    settled(path)
    with explaining(path, "Reading"), open_plain(path) as handle:
        if not 0 < size <= path.stat().st_size:
            return False
        try:
            last = last_event(handle, size)
        except BadLog:
            return False
    return last is not None and (last.seq, last.id) == (seq, head)


def settled(path: Path) -> None:
    """Finish an append that was cut off, if there is one.

    Raises as `settle` does, and `LogFileError`.
    """
    if journal_of(path).exists():
        with locked(path), explaining(path, "Completing an unfinished write to"):
            settle(path)


def _lines(path: Path, chain: Chain, first: int) -> Iterator[tuple[int, bytes]]:
    """Yield the lines of the events from number ``first`` to the last in ``chain``, numbered."""
    settled(path)
    with explaining(path, "Reading"), open_plain(path) as handle:
        handle.seek(_start(handle, chain.size, chain.count - first))
        yield from islice(read_lines(handle, first + 1), chain.count - first)


def _start(handle: BinaryIO, size: int, count: int) -> int:
    """Return where the last ``count`` lines of the first ``size`` bytes begin, at least 0."""
    position, ends = size, count + 1  # the newlines to find, that of the last line among them
    while position > 0:
        length = min(position, _BLOCK_BYTES)
        position -= length
        handle.seek(position)
        block = handle.read(length)
        if (here := block.count(b"\n")) < ends:
            ends -= here
            continue
        at = len(block)
        for _ in range(ends):
            at = block.rfind(b"\n", 0, at)
        return position + at + 1
    return 0


def _check(as_verified: bool, seq: int) -> None:
    if not as_verified:
        message = f"From event {seq} on, this log is not as it was verified."
        raise BadLog(finding("chain.prev", message=message, seq=seq))
