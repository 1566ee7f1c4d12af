"""The log as a file: reading in a stream, appending so that no crash can tear it (protocol 3).

Writers hold a lock beside the file and go through a journal (see `pbem.log.journal`); readers need
neither, and see the log before an append or after it, never between.
"""

from __future__ import annotations

import codecs
import io
import os
import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from pbem.crypto.text import escape
from pbem.errors import LogFileError
from pbem.files import changing, open_plain, writing
from pbem.items import unbroken
from pbem.log.chain import Chain
from pbem.log.disk import LOCK_SECONDS, beside, explaining, locked, write_new
from pbem.log.event import LINE_BYTES_MAX, NO_EVENT, Event, read_event
from pbem.log.finding import BadLog, Finding, finding
from pbem.log.journal import (
    Journal,
    journal_of,
    last_event,
    settle,
    snapshot,
    write_at,
    write_journal,
)
from pbem.log.practice_mark import WORDS, begins_practice
from pbem.log.tournament_mark import WORDS as A_TOURNAMENT
from pbem.log.tournament_mark import begins_tournament
from pbem.system import sync

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

_BLOCK_BYTES = 1 << 20
_SHOWN_BYTES = 24
_TORN_FILES_MAX = 1000


def read_lines(source: Path | BinaryIO, first: int = 1) -> Iterator[tuple[int, bytes]]:
    """Yield every line of a log with its number from 1, without its newline.

    ``source`` is a path (the journal of an append under way is read with it) or a binary stream,
    which stands at line ``first``.
    Never holds more than one line, and of a line that is too long no more than the limit.

    Raises ``BadLog`` with ``json.size``, ``file.torn``, ``file.line`` or ``file.journal``, and
    `LogFileError` where the file cannot be read.
    """
    if not isinstance(source, Path):
        yield from _split(source, sys.maxsize, first)
        return
    with explaining(source, "Reading"), open_plain(source) as handle:
        now = snapshot(source, handle)
        handle.seek(0)
        number = 0
        for number, line in _split(handle, now.size, 1):
            yield number, line
        yield from _split(io.BytesIO(now.lines), len(now.lines), number + 1)


def no_log(line: bytes) -> str | None:
    """Say by its first line what a file is that is no log at all; None where it may be one."""
    if begins_practice(line):
        return WORDS
    if begins_tournament(line):
        return A_TOURNAMENT
    # A mail program may have put an empty line, or a mark of the encoding, before a log.
    begins = line.removeprefix(codecs.BOM_UTF8).lstrip()
    if not begins or begins.startswith(b"{"):
        return None
    if line.startswith(b"PK\x03\x04"):
        return "is a zip archive. Unpack it, and use the .pbem file in it"
    shown = escape(line[:_SHOWN_BYTES].strip().decode(errors="replace"))
    return (
        f"is not a pbem log (it begins with '{shown}'). Save the attachment NAME.pbem of the mail, "
        "or read the whole message with 'pbem mail read'"
    )


def no_event() -> BadLog:
    """Return the fault of a file without an event, for who cannot do with none.

    To those who only look for what is there, readers give no line and no fault.
    """
    message = "The file is empty. It has no events."
    return BadLog(finding("file.empty", message=message, good=0))


def read_events(source: Path | BinaryIO) -> Iterator[Event]:
    """Yield every event of a log, in form and chained; signatures are not looked at.

    Raises ``BadLog`` as `read_lines`, `read_event` and `Chain.feed` do; the finding has the line
    number and says how many events before it are good.
    """
    return _events(source, Chain())


def read_stretch(source: Path | BinaryIO) -> Iterator[Event]:
    """Yield the events of a stretch, which begins anywhere in a log; chained among themselves.

    Whether the first one follows what the receiver has is for the receiver to see. Raises
    BadLog as `read_events` does.
    """
    return _events(source, None)


def read_at(path: Path, offset: int, number: int = 1) -> Iterator[Event]:
    """Yield the events of a file from a certain byte on.

    From the beginning of the file they are chained among themselves, as by `read_stretch`. From
    elsewhere the caller has to check the chain.

    Args:
        path: The file.
        offset: The byte where a line begins.
        number: The number of that line, from 1.

    Raises:
        BadLog: As `read_events`.
        LogFileError: The file cannot be read.
    """
    if offset == 0:
        yield from read_stretch(path)
        return
    with explaining(path, "Reading"), open_plain(path) as handle:
        handle.seek(offset)
        for at, line in read_lines(handle, number):
            yield read_event(line, at)


def to_bytes(events: Iterable[Event]) -> bytes:
    """Return the lines of ``events`` as they stand in a file: what a mail carries."""
    return b"".join(event.line + b"\n" for event in events)


def tail(path: Path) -> Event | None:
    """Return the last event of a log without reading the others; None where there are none.

    Only that line's form is looked at. Raises ``BadLog`` with ``file.torn``, ``file.journal`` or as
    `read_event` does, and `LogFileError` where the file cannot be read.
    """
    with explaining(path, "Reading"), open_plain(path) as handle:
        now = snapshot(path, handle)
        if now.lines:
            return last_event(io.BytesIO(now.lines), len(now.lines))
        return last_event(handle, now.size)


def create(path: Path, events: Sequence[Event]) -> None:
    """Write a new log: ``events`` from the first one on, at least one.

    Raises ``BadLog`` when they are no chain, and `LogFileError` where there is something by that
    name already, or a journal that an earlier log of that name has left.
    """
    chain = Chain()
    for event in events:
        chain.feed(event)
    if not events:
        raise LogFileError(f"There is no event to begin {path} with. A log begins with an open.")
    if journal_of(path).exists():
        raise LogFileError(
            f"{journal_of(path)} has events of an earlier log of that name. Restore that log, or "
            "move this file away."
        )
    write_new(path, to_bytes(events))


def append(path: Path, events: Sequence[Event], *, timeout_s: float = LOCK_SECONDS) -> None:
    """Append events to a log, all of them or none, and put them on the disk.

    The last event of the file is read again under the lock. It must be the predecessor of the first
    new one. A crash leaves the old log or the new one. After any error, ask `tail` what the log is
    before you sign anything: if the disk failed half-way, it may be the new one.

    Args:
        path: The log.
        events: The new events, in order.
        timeout_s: How many seconds to wait for another writer.

    Raises:
        BadLog: With ``chain.seq``, ``chain.prev`` or ``chain.game`` if somebody else has appended
            in the meantime, ``file.limit`` if the log is full, and as `tail` raises it.
        LogFileError: There is no such log, another writer holds it for too long, or the disk
            refuses.
    """
    if not events:
        return
    with locked(path, timeout_s), explaining(path, "Appending to"), unbroken():
        settle(path)
        with changing(path) as handle:
            size = os.fstat(handle.fileno()).st_size
            last = last_event(handle, size)
            chain = Chain() if last is None else Chain.after(last, size)
            for event in events:
                chain.feed(event)
            lines = to_bytes(events)
            write_journal(path, Journal(size, last.id if last else NO_EVENT, lines))
            write_at(handle, size, lines)
        journal_of(path).unlink()


def write_stretch(path: Path, events: Sequence[Event]) -> None:
    """Write a new file with a stretch of a log: ``events`` chained, from any ``seq`` on.

    Raises ``BadLog`` when they are no chain, `LogFileError` where the file is there already.
    """
    if not events:
        raise LogFileError(f"There is no event to write to {path}.")
    chain = Chain.of_stretch(events[0])
    for event in events[1:]:
        chain.feed(event)
    write_new(path, to_bytes(events), shared=True)


def recover(path: Path, *, mend: bool = False, timeout_s: float = LOCK_SECONDS) -> Finding | None:
    """Finish what a killed writer left, then report a last line that does not end.

    The program's own appends leave no such line. Editors and mail programs do: they drop the last
    newline, or the end of a file.

    Args:
        path: The log.
        mend: Repair the last line. An event that lacks only its newline gets it: it may have been
            sent, so its author must not sign another in its place. Anything else is moved to
            ``FILE.torn``.
        timeout_s: How many seconds to wait for another writer.

    Returns:
        A finding that says what was there, or None if every line ends.

    Raises:
        BadLog: With ``file.journal``, or the line before is no event.
        LogFileError: The file cannot be read or written.
    """
    with locked(path, timeout_s), explaining(path, "Recovering"):
        settle(path)
        with changing(path) as handle:
            good, line_no, size = _last_newline(handle)
            if good == size:
                return None
            handle.seek(good)
            rest = handle.read(LINE_BYTES_MAX + 1)
            whole = _follows(rest, last_event(handle, good), good)
            found = _torn(line_no, size - good, whole=whole)
            if mend and whole:
                write_at(handle, size, b"\n")
            elif mend:
                _save_torn(path, handle, good)
                handle.truncate(good)
                sync(handle)
            return found


def _split(stream: BinaryIO, size: int, number: int) -> Iterator[tuple[int, bytes]]:
    """Yield the lines in the next ``size`` bytes of ``stream``, numbered from ``number`` on."""
    while True:
        # One byte for the newline, one to see that there is more than a line may have.
        line = stream.readline(min(size, LINE_BYTES_MAX + 2))
        if not line:
            return
        size -= len(line)
        ended = line.endswith(b"\n")
        line = line[:-1] if ended else line
        if len(line) > LINE_BYTES_MAX:
            message = (
                f"Line {number} has more than {LINE_BYTES_MAX} bytes, so it is not an event. Ask "
                "the sender for the file again."
            )
            raise BadLog(finding("json.size", message=message, line=number))
        if not line or b"\r" in line:
            what = "has a carriage return" if line else "is empty"
            message = (
                f"Line {number} {what}, as if a mail program or an editor changed the file. Ask "
                "the sender for it again, as an attachment."
            )
            raise BadLog(finding("file.line", message=message, line=number))
        if not ended:
            raise BadLog(_torn(number, len(line), whole=_is_event(line)))
        yield number, line
        number += 1


def _events(source: Path | BinaryIO, chain: Chain | None) -> Iterator[Event]:
    """Yield events chained on ``chain``, or on wherever the first one stands when it is None."""
    number: int | None = None
    try:
        for number, line in read_lines(source):
            event = read_event(line, number, None if chain is None else chain.version)
            if chain is None:
                chain = Chain.of_stretch(event)
            else:
                chain.feed(event)
            yield event
    except BadLog as bad:
        if chain is None:
            found = bad.finding.at(line=number)
        else:
            head = chain.head if chain.count else None
            found = bad.finding.at(line=number, good=chain.count, head=head)
        raise BadLog(found) from None


def _is_event(line: bytes) -> bool:
    try:
        read_event(line)
    except BadLog:
        return False
    return True


def _follows(line: bytes, last: Event | None, size: int) -> bool:
    """Say whether ``line`` is an event that can follow ``last`` in a log of ``size`` bytes."""
    chain = Chain() if last is None else Chain.after(last, size)
    try:
        chain.feed(read_event(line, version=chain.version))
    except BadLog:
        return False
    return True


def _torn(line_no: int, size: int, *, whole: bool) -> Finding:
    if whole:
        what = "lacks only the newline at its end"
    else:
        what = f"stops after {size} bytes, in the middle of an event"
    message = (
        f"Line {line_no}, the last one, {what}. If it is your own game, repair it with 'pbem store "
        "mend GAME'. Otherwise, ask the sender for the file again."
    )
    return finding("file.torn", message=message, line=line_no)


def _last_newline(handle: BinaryIO) -> tuple[int, int, int]:
    """Return where the last line that ends does so, the number of the next, and the size."""
    good = size = newlines = 0
    handle.seek(0)
    while block := handle.read(_BLOCK_BYTES):
        end = block.rfind(b"\n")
        if end >= 0:
            good = size + end + 1
            newlines += block.count(b"\n")
        size += len(block)
    return good, newlines + 1, size


def _save_torn(path: Path, handle: BinaryIO, start: int) -> None:
    """Copy what stands from ``start`` on to a new file beside the log, and put it on the disk."""
    for number in range(_TORN_FILES_MAX):
        try:
            saved = writing(beside(path, f".torn{number or ''}"), new=True)
        except FileExistsError:
            continue
        with saved:
            handle.seek(start)
            shutil.copyfileobj(handle, saved)
            sync(saved)
        return
    raise LogFileError(
        f"There are already {_TORN_FILES_MAX} torn ends beside {path}. Move them away."
    )
