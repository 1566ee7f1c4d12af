"""Common parts for files: locks, whole files put in place, lines added, and errors in words."""

from __future__ import annotations

import errno
import os
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from pbem.errors import LogFileError, RulesFault, StoreError, UnforeseenError
from pbem.files import changing, make_folder, writing
from pbem.items import unbroken
from pbem.locks import BusyError, lock
from pbem.system import FAILED, name_new, sync, sync_directory

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

LOCK_SECONDS = 10.0
"""How long a writer waits for another one: an append takes a hundredth of a second."""

_POLL_SECONDS = 0.01
_NO_ROOM = {
    errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.ENOMEM, errno.EMFILE, errno.ENFILE, errno.EAGAIN,
}  # fmt: skip


def beside(path: Path, suffix: str) -> Path:
    """Return the file that belongs to ``path`` and has ``suffix`` after the whole name."""
    return path.with_name(path.name + suffix)


def _unfinished(path: Path) -> Path:
    """Return a file that nobody has, for what is being written beside another one."""
    from secrets import token_hex  # noqa: PLC0415 - most commands write nothing

    return beside(path, f".{token_hex(4)}.new")


@contextmanager
def explaining(path: Path, what: str) -> Iterator[None]:
    """Turn an error of the operating system into a `LogFileError` about ``path`` in words.

    Args:
        path: The file.
        what: The act that may fail, as a word: "Reading".

    Raises:
        LogFileError: In place of the operating system's error.
    """
    try:
        yield
    except OSError as error:
        why = error.strerror or str(error)
        raise LogFileError(f"{what} {path} failed: {why}. Correct that, then try again.") from error


def of_the_machine(error: BaseException | None) -> bool:
    """Whether something failed for this computer's own sake, whatever was written or read.

    Its disk is full, its memory or its files are all in use, or its database is locked or out of
    reach. A file is another program's, or this program failed. None of these is a verdict about
    what was to be read. It can be read as it is once that is mended. An OSError counts by its
    number alone (`pbem.system.FAILED`), for parsers raise it too. A TimeoutError is a lock's.
    """
    ours = StoreError | UnforeseenError | RulesFault | MemoryError | TimeoutError
    while error is not None:
        if isinstance(error, ours):
            return True
        if isinstance(error, OSError) and error.errno in FAILED:
            return True
        error = error.__cause__
    return False


def of_the_system(error: BaseException | None) -> bool:
    """Whether the system has no room: a full disk, no memory, no file or process left.

    Anyone who judges evidence stops there. A failure of the program itself costs one exhibit.
    """
    while error is not None:
        if isinstance(error, OSError) and error.errno in _NO_ROOM:
            return True
        error = error.__cause__
    return False


@contextmanager
def locked(path: Path, timeout_s: float = LOCK_SECONDS) -> Iterator[None]:
    """Keep every other writer of ``path`` out, by a lock on an empty file beside it.

    The system drops the lock when its holder dies. The lock file stays: removing it would let two
    writers hold locks on two files of one name. Raises `LogFileError` after ``timeout_s`` seconds.
    """
    with explaining(path, "Locking"):
        try:
            held = lock(beside(path, ".lock"), timeout_s, _POLL_SECONDS)
        except BusyError as busy:
            raise LogFileError(
                f"Another program has been writing {path} for {timeout_s:g} seconds. Wait until it "
                "is done, then try again."
            ) from busy
    with held:
        yield


def write_synced(path: Path, data: bytes, *, shared: bool = False) -> None:
    """Write ``data`` as the whole of ``path``, on the disk; not atomic.

    A new file is for its owner alone, unless it is ``shared``: then the umask decides.
    """
    with writing(path, shared=shared) as handle:
        handle.write(data)
        sync(handle)


def write_new(path: Path, data: bytes, *, shared: bool = False) -> None:
    """Put a new file in place as a whole: after a crash it is there completely or not at all.

    ``shared``: as for `write_synced`.

    Raises `LogFileError` where ``path`` is there already, or the disk refuses.
    """
    unfinished = _unfinished(path)
    with explaining(path, "Writing"), unbroken():
        try:
            write_synced(unfinished, data, shared=shared)
            name_new(unfinished, path)
        except FileExistsError:
            raise LogFileError(
                f"{path} already exists. Choose another name, or move it away."
            ) from None
        finally:
            with suppress(OSError):
                unfinished.unlink()
        sync_directory(path.parent)


def write_over(path: Path, data: bytes, what: str = "Writing", *, shared: bool = False) -> None:
    """Write a file that replaces whatever the path was.

    The path is the old file or the new one, never a part of one.

    Args:
        path: The file.
        data: Its bytes.
        what: The action of pbem, for the message.
        shared: As for `write_synced`.

    Raises:
        LogFileError: The disk refuses; then what was there is unchanged.
    """
    unfinished = _unfinished(path)
    with explaining(path, what), unbroken():
        try:
            write_synced(unfinished, data, shared=shared)
            unfinished.replace(path)
        finally:
            with suppress(OSError):
                unfinished.unlink()
        sync_directory(path.parent)


def append_lines(path: Path, lines: Iterable[bytes]) -> None:
    """Put lines, given without newlines, at the end of a file of lines, and all on the disk.

    For writers that hold a lock: what a write that was cut off left at the end is dropped, for
    readers do not count it either. The folder is made. Raises OSError where the disk refuses.
    """
    make_folder(path.parent)
    with unbroken(), changing(path, make=True) as file:
        whole = file.read()
        file.truncate(whole.rfind(b"\n") + 1)
        file.seek(0, os.SEEK_END)
        file.write(b"".join(line + b"\n" for line in lines))
        sync(file)
    sync_directory(path.parent)
