"""Files of a journal that stand in for the browser's: in memory, with a disk that can stop."""

from __future__ import annotations

import errno


class Disk:
    """A disk that survives a cut: each write reaches it in part or whole, until it is flushed.

    ``left``: bytes that may still be written; None: as many as one likes. Then the power is off:
    nothing more happens, and every call raises.
    """

    def __init__(self, left: int | None = None) -> None:
        self.left = left
        self.written = 0


class File:
    """A file of the journal on a disk."""

    def __init__(self, disk: Disk, data: bytes = b"") -> None:
        self.data = bytearray(data)
        self.disk = disk
        self.flushes = 0

    def size(self) -> int:
        return len(self.data)

    def read(self, at: int, size: int) -> bytes:
        return bytes(self.data[at : at + size])

    def write(self, data: bytes, at: int) -> int:
        room = len(data) if self.disk.left is None else min(len(data), self.disk.left)
        self.data[at : at + room] = data[:room]
        self.disk.written += room
        if self.disk.left is not None:
            self.disk.left -= room
            if room < len(data):
                self.disk.left = 0
                raise Cut
        return room

    def truncate(self, size: int) -> None:
        if self.disk.left == 0:
            raise Cut
        del self.data[size:]

    def flush(self) -> None:
        if self.disk.left == 0:
            raise Cut
        self.flushes += 1


class Cut(Exception):
    """The program was killed: what it would have done next does not happen."""


class Full(File):
    """A file on a disk that has no room for more than so many bytes."""

    def __init__(self, disk: Disk, most: int) -> None:
        super().__init__(disk)
        self.most = most

    def write(self, data: bytes, at: int) -> int:
        if at + len(data) > self.most:
            room = max(0, self.most - at)
            super().write(data[:room], at)
            raise OSError(errno.ENOSPC, "full")
        return super().write(data, at)
