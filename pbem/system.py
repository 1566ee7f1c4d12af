"""The differences between operating systems.

=================  ===========================================================================
where              what is other there
=================  ===========================================================================
Windows            a file's mode does not say who may read or write it; a folder cannot be opened
                   and synced. NTFS keeps a journal of names by itself. A process cannot be
                   copied. A port that is in use could be taken over by ``SO_REUSEADDR``
others than Linux  of 127.0.0.0/8 only 127.0.0.1 is this machine's; Windows has them all, too
and Windows
macOS              ``fsync`` leaves data in the memory of the drive, ``F_FULLFSYNC`` does not
                   (fcntl(2) there); processes are not copied, for system libraries do not bear it
FAT, some shares   a file has one name and no second: a new name is taken by a rename
a browser          files are in memory, and one worker has them all; a journal in the browser's own
                   storage keeps them (`pbem.web.journal`), written before a request is answered
=================  ===========================================================================

Names that one system keeps for itself or does not distinguish are `pbem.crypto.filename`'s, and
locks filelock's, which knows each system's. Text that a terminal cannot show is escaped where the
command line begins (`pbem.commands.shell`).
"""

from __future__ import annotations

import errno
import os
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple, Protocol


class System(NamedTuple):
    """The properties of a system."""

    modes: bool
    """A file's owner and mode say who may read and write it."""
    syncs_folders: bool
    """A folder's names are put on the disk by opening and syncing it."""
    syncs_fully: bool
    """``fsync`` reaches the medium itself."""
    copies: bool
    """A process can be copied with all that it has loaded."""
    port_again: bool
    """``SO_REUSEADDR`` gives a port whose last user has ended, and no port that is in use."""
    loopbacks: bool
    """Every address of 127.0.0.0/8 is this machine's, not 127.0.0.1 alone (RFC 1122, 3.2.1.3)."""


LINUX = System(True, True, True, True, True, True)
MACOS = System(True, True, False, False, True, False)
WINDOWS = System(False, False, True, False, False, True)
BROWSER = System(False, False, True, False, False, False)


FAILED = frozenset(
    getattr(errno, name)
    for name in (
        "ENOSPC", "EDQUOT", "EROFS", "EIO", "ENXIO", "ENODEV", "ESTALE", "ENOENT", "EEXIST",
        "ENOMEM", "EMFILE", "ENFILE", "EAGAIN", "ENOBUFS", "ECHILD", "EINTR",
        "EACCES", "EPERM", "EBUSY", "ETXTBSY", "ENOLCK", "EDEADLK",
        "ETIME", "ETIMEDOUT", "EPIPE", "ECONNREFUSED", "ECONNRESET", "ECONNABORTED",
        "ENETDOWN", "ENETUNREACH", "EHOSTDOWN", "EHOSTUNREACH", "ENOTCONN",
    )
    if hasattr(errno, name)
)  # fmt: skip
"""Numbers of errors that a full, busy or failed computer gives, whatever is read or written.

Others say what a file is, or come from a parser: libraries raise OSError without a number for bytes
that they cannot unpack.
"""


OURS = "PBEM_"
"""How the names of our own variables of the environment begin; one of them is a passphrase."""


def foreign_environment() -> dict[str, str]:
    """Return the environment for a program that is not ours: without our own variables."""
    return {name: value for name, value in os.environ.items() if not name.startswith(OURS)}


@contextmanager
def as_for_foreign() -> Iterator[None]:
    """Take our variables out of the environment while a library starts a program that inherits it.

    For where no other thread of this process looks at them.
    """
    ours = {name: os.environ.pop(name) for name in list(os.environ) if name.startswith(OURS)}
    try:
        yield
    finally:
        os.environ.update(ours)


def _here() -> System:
    if sys.platform == "emscripten":
        return BROWSER
    if os.name != "posix":
        return WINDOWS
    is_linux = sys.platform == "linux"
    other = LINUX._replace(copies=is_linux, loopbacks=is_linux)
    return MACOS if sys.platform == "darwin" else other


HERE = _here()
"""The system that this runs on."""


class _Opened(Protocol):
    def flush(self) -> None: ...
    def fileno(self) -> int: ...


def sync(file: _Opened) -> None:
    """Put all that was written to an opened file on the disk, so that it survives a loss of power.

    Raises OSError.
    """
    file.flush()
    _sync(file.fileno())


def sync_directory(directory: Path) -> None:
    """Put the names in ``directory`` on the disk, so that a new one survives a loss of power."""
    if not HERE.syncs_folders:
        return
    descriptor = os.open(directory, os.O_RDONLY)
    try:
        _sync(descriptor)
    finally:
        os.close(descriptor)


def _sync(descriptor: int) -> None:
    if not HERE.syncs_fully:
        import fcntl  # noqa: PLC0415 - not every system has it

        with suppress(OSError):  # a network's file system may not know it; then all has its fsync
            fcntl.fcntl(descriptor, fcntl.F_FULLFSYNC)  # type: ignore[attr-defined,unused-ignore]
            return
    os.fsync(descriptor)


def name_new(unfinished: Path, path: Path) -> None:
    """Give a file the name ``path`` unless something has it.

    It has its old name besides if a file can have two.

    Raises:
        FileExistsError: Something has that name.
        OSError: The system refuses.
    """
    # A second name is refused where there is one already, in one step; a rename would replace it.
    try:
        path.hardlink_to(unfinished)
    except FileExistsError:
        raise
    except (OSError, NotImplementedError):  # a file has one name there
        if os.path.lexists(path):
            raise FileExistsError(str(path)) from None
        unfinished.replace(path)


def is_another_users(found: os.stat_result) -> bool:
    """Whether a file belongs to neither this user nor the system."""
    return HERE.modes and found.st_uid not in (os.geteuid(), 0)


def allows_others(found: os.stat_result, what: int) -> int:
    """Return the mode of a file where it allows others any of ``what``, else 0.

    ``what``: bits of a mode, as ``0o022`` for writing.
    """
    mode = stat.S_IMODE(found.st_mode)
    return mode if HERE.modes and mode & what else 0
