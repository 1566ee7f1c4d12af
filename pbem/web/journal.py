"""The files of a home inside a browser, kept in an append-only journal.

The browser's own storage (the origin private file system) gives a worker files that it can write
and flush. The home itself is in memory: before a request is answered, all that it changed goes to
the end of the journal as one record, and the journal is flushed. So a request is there as a whole
or not at all.

A journal begins with a line, its generation and a checksum; then come the records::

    4 bytes  "PBJ1"
    4 bytes  number of the record, from 0
    4 bytes  length of the content
    16 bytes SHA-256 over the generation, these twelve bytes and the content, cut off
    content  the changes, MessagePack: [path, bytes kept of the old file, new bytes after them]

Record 0 holds the whole home. Two files take turns: when one is long, the home goes into the other
as record 0 of the next generation, and the first is emptied. The rest of a write that was cut off
is dropped from the end. A bad record with a good one after it is no such end, and nothing is
opened.

Source: docs/decisions/0055-a-journal.md.
"""

from __future__ import annotations

import errno
import os
import struct
import time
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple, Protocol

import msgspec

from pbem.client.storage.backup import UNFINISHED
from pbem.errors import PbemError
from pbem.files import make_folder, read_plain, writing

BEGINNING = b"pbem journal "
FORM = b"1\n"
_HEAD = struct.Struct("<Q16s")
_RECORD = struct.Struct("<4sII16s")
_MARK = b"PBJ1"
_SUM = 16
FILE_MOST = 1 << 30
CLOCK = 20_000_000
"""Nanoseconds within which the clock of files may stand still, so that a change shows none."""
LONG = 4 << 20
"""Bytes after which a journal that repeats itself is written again."""
REPEATS = 4
"""A journal repeats itself when it is so many times as long as the home."""


class JournalError(PbemError):
    """The journal cannot be opened; nothing in it was changed."""


class DamagedJournalError(JournalError):
    """A part of the journal cannot be read."""


class Medium(Protocol):
    """A file of the browser, which one worker alone has open; of a computer, in tests."""

    def size(self) -> int:
        """Return how many bytes it has."""
        ...

    def read(self, at: int, size: int) -> bytes:
        """Return ``size`` bytes of it from ``at`` on."""
        ...

    def write(self, data: bytes, at: int) -> int:
        """Write bytes from ``at`` on, and return how many were written; raises OSError."""
        ...

    def truncate(self, size: int) -> None:
        """Cut it to so many bytes; raises OSError."""
        ...

    def flush(self) -> None:
        """Put it on the disk; raises OSError."""
        ...


class Change(msgspec.Struct, array_like=True, frozen=True):
    """The change of a file: its first ``keep`` bytes stay, then comes ``tail``; None: removed."""

    path: str
    keep: int
    tail: bytes | None


class Journal:
    """The journal in two files; what it holds is in ``files`` as it opens.

    Raises:
        JournalError: A newer program wrote it, or it is damaged.
        OSError: The browser refuses.
    """

    def __init__(self, media: Sequence[Medium]) -> None:
        self._media = media
        self.files: dict[str, bytes] = {}
        found = [_read(medium) for medium in media]
        good = [(one.generation, number) for number, one in enumerate(found) if one is not None]
        if good:
            self.generation, self._at = max(good)
            one = found[self._at]
            assert one is not None  # noqa: S101 - it is among the good ones
            self.files, self._end, self._next = one.files, one.end, one.records
            if media[self._at].size() > self._end:
                media[self._at].truncate(self._end)
                media[self._at].flush()
        elif all(map(_is_new, media)):
            self._at, self.generation = 1, 0
            self._begin()
        else:
            raise DamagedJournalError(DAMAGED)

    @property
    def size(self) -> int:
        """Bytes of the journal."""
        return self._end

    def add(self, changes: Sequence[Change]) -> None:
        """Put changes at the end, all or none; they are on the disk when this returns.

        Raises OSError: then the journal is as it was.
        """
        record = _record(self.generation, self._next, changes)
        medium = self._media[self._at]
        try:
            _write(medium, record, self._end)
        except OSError:
            _cut(medium, self._end)
            raise
        self._end += len(record)
        self._next += 1
        for change in changes:
            _apply(self.files, change)
        if self._end > LONG and self._end > REPEATS * sum(map(len, self.files.values())):
            self._begin()

    def _begin(self) -> None:
        """Begin the next generation in the other file; where there is no room, go on in this."""
        other, old = self._media[1 - self._at], self._media[self._at]
        generation = self.generation + 1
        whole = [Change(path, 0, data) for path, data in sorted(self.files.items())]
        data = _header(generation) + _record(generation, 0, whole)
        try:
            other.truncate(0)
            _write(other, data, 0)
        except OSError:
            _cut(other, 0)
            if self.generation == 0:
                raise
            return
        self._at, self.generation = 1 - self._at, generation
        self._end, self._next = len(data), 1
        _cut(old, 0)


DAMAGED = (
    "The games in this browser are damaged: a part of their journal cannot be read. Nothing was "
    "changed. Press 'Begin again': it saves what is left as a file. Then restore your last backup."
)


class _Found(NamedTuple):
    """A journal that was read: up to ``end`` it is good, and has so many records."""

    generation: int
    files: dict[str, bytes]
    end: int
    records: int


def _is_new(medium: Medium) -> bool:
    """Say whether nothing was ever kept in a file: it is empty, or its first write was cut off."""
    first = _header(1) + _record(1, 0, [])
    return first.startswith(medium.read(0, min(medium.size(), len(first) + 1)))


def _read(medium: Medium) -> _Found | None:
    """Return what a file holds; None where it is empty, or its first record was cut off."""
    size = medium.size()
    data = medium.read(0, size)
    start = len(BEGINNING + FORM) + _HEAD.size
    if data.startswith(BEGINNING) and b"\n" in data[:64] and not data.startswith(BEGINNING + FORM):
        raise JournalError(
            "A newer version of this program wrote the games in this browser. Load the page again "
            "to get that version"
        )
    generation = 0
    if len(data) >= start:
        generation = _HEAD.unpack_from(data, start - _HEAD.size)[0]
    files: dict[str, bytes] = {}
    end, count = start, 0
    if data[:start] == _header(generation):
        for content, after in _records(data, start, generation):
            for change in msgspec.msgpack.decode(content, type=list[Change]):
                _apply(files, change)
            end, count = after, count + 1
    if _goes_on(data, end, generation):
        raise DamagedJournalError(DAMAGED)
    return _Found(generation, files, end, count) if count else None


def _records(data: bytes, at: int, generation: int) -> Iterator[tuple[bytes, int]]:
    """Yield the contents of good records one after the other, each with where it ends."""
    number = 0
    while (content := _content(data, at, generation, number)) is not None:
        at += _RECORD.size + len(content)
        yield content, at
        number += 1


def _content(data: bytes, at: int, generation: int, number: int | None) -> bytes | None:
    """Return the content of a record; None where none of this number is there whole."""
    if at + _RECORD.size > len(data):
        return None
    mark, found, length, checked = _RECORD.unpack_from(data, at)
    stop = at + _RECORD.size + length
    if mark != _MARK or (number is not None and found != number) or stop > len(data):
        return None
    content = data[at + _RECORD.size : stop]
    return content if checked == _sum(generation, found, content) else None


def _goes_on(data: bytes, at: int, generation: int) -> bool:
    """Say whether a good record of this generation follows one that is not."""
    while (at := data.find(_MARK, at)) >= 0:
        if _content(data, at, generation, None) is not None:
            return True
        at += 1
    return False


def _header(generation: int) -> bytes:
    begin = BEGINNING + FORM
    checked = sha256(begin + generation.to_bytes(8, "little")).digest()[:_SUM]
    return begin + _HEAD.pack(generation, checked)


def _record(generation: int, number: int, changes: Sequence[Change]) -> bytes:
    content = msgspec.msgpack.encode(changes)
    checked = _sum(generation, number, content)
    return _RECORD.pack(_MARK, number, len(content), checked) + content


def _sum(generation: int, number: int, content: bytes) -> bytes:
    head = struct.pack("<QII", generation, number, len(content))
    return sha256(_MARK + head + content).digest()[:_SUM]


def _apply(files: dict[str, bytes], change: Change) -> None:
    if change.tail is None:
        files.pop(change.path, None)
    else:
        files[change.path] = files.get(change.path, b"")[: change.keep] + change.tail


def _write(medium: Medium, data: bytes, at: int) -> None:
    if medium.write(data, at) != len(data):
        raise OSError(errno.ENOSPC, "the browser has no room for more")
    medium.flush()


def _cut(medium: Medium, size: int) -> None:
    """Cut off what was not written whole; where that fails, a reader drops it too."""
    try:
        medium.truncate(size)
        medium.flush()
    except OSError:
        return


class KeptHome:
    """A home in memory whose files a journal keeps.

    Args:
        folder: The home; the files of the journal are put there.
        journal: The journal.
    """

    def __init__(self, folder: Path, journal: Journal) -> None:
        self._folder = folder
        self._journal = journal
        make_folder(folder)
        for path, data in journal.files.items():
            make_folder((folder / path).parent)
            with writing(folder / path) as file:
                file.write(data)
        self._looked, self._known = time.time_ns(), self._marks()

    def keep(self) -> None:
        """Put all that changed on the disk.

        Raises OSError where the browser has no room; what was kept before still is.
        """
        looked, now = time.time_ns(), self._marks()
        changes = [
            change
            for path, mark in now.items()
            if self._known.get(path) != mark or mark[2] >= self._looked - CLOCK
            if (change := self._changed(path)) is not None
        ]
        changes += [Change(path, 0, None) for path in self._journal.files if path not in now]
        if changes:
            self._journal.add(changes)
        self._known, self._looked = now, looked

    def _changed(self, path: str) -> Change | None:
        data, old = read_plain(self._folder / path, FILE_MOST), self._journal.files.get(path)
        if data == old:
            return None
        same = _same(old or b"", data)
        return Change(path, same, data[same:])

    def _marks(self) -> Mapping[str, tuple[int, int, int]]:
        """Return the files of the home, each with what changes when it does."""
        found: dict[str, tuple[int, int, int]] = {}
        for folder, _, names in os.walk(self._folder):
            for name in names:
                if not name.endswith(UNFINISHED):
                    path = os.path.join(folder, name)  # noqa: PTH118 - a Path each time is slow
                    one = os.stat(path)  # noqa: PTH116
                    within = os.path.relpath(path, self._folder)
                    found[within] = (one.st_ino, one.st_size, one.st_mtime_ns)
        return found


def _same(old: bytes, new: bytes) -> int:
    """Return how many bytes two files have in common at their beginning."""
    low, high = 0, min(len(old), len(new))
    while low < high:
        middle = (low + high + 1) // 2
        if old[low:middle] == new[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low
