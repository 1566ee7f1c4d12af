"""The write-ahead journal of a log: why a killed append leaves the old log or the new one.

An append first writes the new lines to ``FILE.journal`` and puts that on the disk, then appends
them to the log, then removes the journal. A journal is complete or it counts for nothing, so the
moment in which it becomes complete is the moment of the append:

- killed before: the log is untouched, the journal incomplete, the log is the old one;
- killed after: the log holds some of the new lines, the journal all; together they are the new one.

Readers put the two together without writing anything; the next writer finishes the append. To
finish it twice changes nothing, so it does not matter whether the removal reached the disk.
docs/decisions/0006-log-file.md weighs the alternatives.
"""

from __future__ import annotations

import os
import zlib
from typing import TYPE_CHECKING, BinaryIO, NamedTuple

from pbem.crypto import canonical
from pbem.errors import FormError, LogFileError
from pbem.files import changing, read_plain
from pbem.log.chain import LOG_BYTES_MAX
from pbem.log.disk import beside, write_synced
from pbem.log.event import LINE_BYTES_MAX, NO_EVENT, Event, read_event
from pbem.log.finding import BadLog, finding
from pbem.system import sync, sync_directory

if TYPE_CHECKING:
    from pathlib import Path

_BYTES_MAX = LOG_BYTES_MAX + LINE_BYTES_MAX
_FORM = "journal/v1"
_SNAPSHOT_TRIES = 1000
_TAIL_BYTES = 8192


class Journal(NamedTuple):
    """New lines on their way into a log.

    ``base`` is the size of the log before them in bytes, ``head`` the id of its last event there
    (`NO_EVENT` for an empty log), ``lines`` the bytes to append, newlines included.
    """

    base: int
    head: str
    lines: bytes


class Snapshot(NamedTuple):
    """The content of a log at one moment: the first ``size`` bytes of the file, then ``lines``."""

    size: int
    lines: bytes


def journal_of(path: Path) -> Path:
    """Return where the journal of the log ``path`` stands."""
    return beside(path, ".journal")


def write_journal(path: Path, journal: Journal) -> None:
    """Put a journal beside the log ``path``, on the disk; the append has happened after this."""
    # A checksum, not a hash: it guards against a torn write of our own, never against people.
    header = canonical.encode(
        {
            "base": journal.base,
            "crc32": zlib.crc32(journal.lines),
            "head": journal.head,
            "pbem": _FORM,
            "size": len(journal.lines),
        }
    )
    write_synced(journal_of(path), header + b"\n" + journal.lines)
    sync_directory(path.parent)


def read_journal(path: Path) -> Journal | None:
    """Return the journal of the log ``path``, or None where there is none or no complete one."""
    try:
        header, _, lines = read_plain(journal_of(path), _BYTES_MAX).partition(b"\n")
    except FileNotFoundError:
        return None
    try:
        fields = canonical.decode(header)
    except FormError:
        return None
    match fields:
        case {"pbem": form, "base": int(base), "head": str(head), "crc32": crc32, "size": size}:
            whole = len(lines) == size and zlib.crc32(lines) == crc32
            if form == _FORM and base >= 0 and whole:
                return Journal(base, head, lines)
    return None


def snapshot(path: Path, handle: BinaryIO) -> Snapshot:
    """Return what an open log is now, also while somebody appends to it.

    It takes no lock and writes nothing, so that you can read a log where you may not write. It
    moves the position of ``handle``.

    Raises:
        BadLog: With ``file.journal``.
        LogFileError: Another program keeps writing to the log.
    """
    for _ in range(_SNAPSHOT_TRIES):
        size = _size(handle)
        journal = read_journal(path)
        if journal is None:
            # Nobody was appending just now. If somebody was when the size was taken, the file has
            # grown since, for an append that has left no journal is complete.
            if _size(handle) == size:
                return Snapshot(size, b"")
        elif _size(handle) <= journal.base + len(journal.lines):
            require_belongs(path, handle, journal)
            return Snapshot(journal.base, journal.lines)
        elif read_journal(path) == journal:
            # Left over from an append that is complete, and the log went on without this program.
            require_belongs(path, handle, journal)
            return Snapshot(size, b"")
    raise LogFileError(f"Another program keeps writing to {path}. Try again later.")


def settle(path: Path) -> None:
    """Finish the append that a killed writer left, or drop what never became one.

    For writers, under the lock. Raises ``BadLog`` with ``file.journal``.
    """
    leftover = journal_of(path)
    if not leftover.exists():
        return
    journal = read_journal(path)
    if journal is not None:
        with changing(path) as handle:
            require_belongs(path, handle, journal)
            if _written(handle, journal) != journal.lines:
                write_at(handle, journal.base, journal.lines)
    leftover.unlink()


def write_at(handle: BinaryIO, position: int, lines: bytes) -> None:
    """Write lines at a position of an open file, and put them on the disk.

    Args:
        handle: The file.
        position: The byte to write at.
        lines: The lines.
    """
    handle.seek(position)
    handle.write(lines)
    sync(handle)


def last_event(handle: BinaryIO, size: int) -> Event | None:
    """Return the last event in the first ``size`` bytes of a log, None when there are none.

    Reads a few kilobytes, at most one line of the longest kind. Raises ``BadLog`` with
    ``file.torn`` where those bytes do not end a line, and as `read_event` does.
    """
    if size == 0:
        return None
    # The newline before the line, the line and its own newline.
    longest = min(size, LINE_BYTES_MAX + 2)
    length = min(longest, _TAIL_BYTES)
    while True:
        handle.seek(size - length)
        block = handle.read(length)
        if not block.endswith(b"\n"):
            message = (
                "The last line of the log has no end, so nothing can follow it. Repair it with "
                "'pbem store mend GAME', or ask the other players for their log."
            )
            raise BadLog(finding("file.torn", message=message))
        start = block.rfind(b"\n", 0, -1) + 1
        if start > 0 or length == longest:
            return read_event(block[start:-1])
        length = min(longest, 8 * length)


def require_belongs(path: Path, handle: BinaryIO, journal: Journal) -> None:
    """Check that a journal can be of this very log.

    It cannot if a backup was put back over the log. Then the journal may hold events that were
    sent. If they were dropped, their author would sign others in their place.

    Args:
        path: The log.
        handle: The log, open.
        journal: The journal.

    Raises:
        BadLog: With ``file.journal``.
    """
    # A loss of power may leave the length of a write and not its bytes: these are 0 then.
    written = _written(handle, journal).rstrip(b"\0")
    if _size(handle) >= journal.base and journal.lines.startswith(written):
        try:
            last = last_event(handle, journal.base)
        except BadLog:
            last = None
        if journal.head == (last.id if last else NO_EVENT):
            return
    message = (
        f"{journal_of(path).name} has events for another state of this log, as after a restored "
        "backup. Move that file away, but keep it. Ask the other players for their log before you "
        "sign anything."
    )
    raise BadLog(finding("file.journal", message=message))


def _written(handle: BinaryIO, journal: Journal) -> bytes:
    """Return what stands in a log where the lines of a journal belong."""
    handle.seek(journal.base)
    return handle.read(len(journal.lines))


def _size(handle: BinaryIO) -> int:
    return os.fstat(handle.fileno()).st_size
