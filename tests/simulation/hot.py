"""Databases of SQLite as a process leaves them that is killed while it writes one.

SQLite keeps the pages that a transaction changes in a journal, has that on the disk, writes the
pages, and takes the journal away: that is the moment at which the transaction counts. A kill
between two of these writes leaves a database of old and new pages, one of them perhaps torn, beside
a *hot* journal. The next one to open it puts the old pages back from the journal (sqlite.org,
fileformat2.html section 3, "The Rollback Journal").
"""

from __future__ import annotations

import random
import struct
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from pbem.errors import StoreError
from pbem.store.address import file_of
from pbem.store.database import Database
from simulation.disk import Disk

HOME = "pbem.sqlite"
"""The database of a home: an agent has a book besides."""

_MAGIC = bytes.fromhex("d9d505f920a163d7")
_SECTOR = 512
_STEP = 200
"""A checksum of the journal is of each two hundredth byte of a page, from its end."""


class Left(NamedTuple):
    """The files on the disk: the database, and the journal beside it, None if there is none."""

    database: bytes
    journal: bytes | None

    def write(self, path: Path) -> None:
        """Put it on the disk."""
        path.write_bytes(self.database)
        beside = path.with_name(f"{path.name}-journal")
        if self.journal is None:
            beside.unlink(missing_ok=True)
        else:
            beside.write_bytes(self.journal)


def killed_within(before: bytes, after: bytes, rng: random.Random) -> Left:
    """Return what a kill leaves within a transaction that made ``after`` of ``before``."""
    size = _page_size(after)
    old, new = _pages(before, size), _pages(after, size)
    changed = [at for at, page in enumerate(old) if new[at : at + 1] != [page]]
    journal = _journal(old, changed, size, rng.randbytes(4))
    if rng.random() < 1 / 3:  # no page of the database is written before the journal is whole
        return Left(before, journal[: rng.randrange(len(journal))] if before else b"")
    pages = [
        old[at] if at < len(old) and rng.random() < 1 / 2 else new[at] for at in range(len(new))
    ]
    torn, cut = rng.randrange(len(new)), rng.randrange(size)
    if torn < len(old):
        pages[torn] = new[torn][:cut] + old[torn][cut:]
    return Left(b"".join(pages), journal)


def _page_size(database: bytes) -> int:
    [size] = struct.unpack(">H", database[16:18])
    return 65536 if size == 1 else int(size)


def _pages(database: bytes, size: int) -> list[bytes]:
    return [database[at : at + size] for at in range(0, len(database), size)]


def _journal(old: list[bytes], changed: list[int], size: int, nonce: bytes) -> bytes:
    header = _MAGIC + struct.pack(">i", len(changed)) + nonce
    header += struct.pack(">III", len(old), _SECTOR, size)
    [start] = struct.unpack(">I", nonce)
    records = []
    for at in changed:
        sums = sum(old[at][place] for place in range(size - _STEP, 0, -_STEP))
        records.append(
            struct.pack(">I", at + 1) + old[at] + struct.pack(">I", (start + sums) % 2**32)
        )
    return header.ljust(_SECTOR, b"\0") + b"".join(records)


@contextmanager
def databases_are_hit() -> Iterator[None]:
    """Let the member at work be killed within a transaction, where fate has that (``hot``).

    Or find the database of the home in use by another program until the visit is over (``locked``).
    """
    writing = Database.writing

    @contextmanager
    def hit(database: Database, **options: bool) -> Iterator[Any]:
        file, disk = file_of(database._engine.url), Disk.working
        _require_free(file)
        if file is None or disk is None or not disk.commits():
            with writing(database, **options) as connection:
                yield connection
            return
        before = file.read_bytes()
        with writing(database, **options) as connection:
            yield connection
        left = killed_within(before, file.read_bytes(), disk.rng)
        disk.dies(lambda: left.write(file))

    reading = Database.reading

    @contextmanager
    def read(database: Database) -> Iterator[Any]:
        _require_free(file_of(database._engine.url))
        with reading(database) as connection:
            yield connection

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Database, "writing", hit)
        patch.setattr(Database, "reading", read)
        yield


def _require_free(file: Path | None) -> None:
    """Raise what `Database` makes of it after a while in which another program does not let go."""
    disk = Disk.working
    if file is not None and file.name == HOME and disk is not None and disk.is_locked():
        raise StoreError(f"the database {file}: another program has been writing to it")
