"""Opens every file, with limits, and makes every file, with its mode.

A file from anybody is a *plain file*, read up to a limit: a pipe would be waited for, a device has
no end. A file of *one's own* is no link besides, and only its owner may write it. Anyone else who
may has already written what they like.

Whatever is refused because of what it is, is an OSError with words (``strerror``), as the system's
own refusals are; what others may write is `OpenToOthers`.
"""

from __future__ import annotations

import errno
import os
import stat
from io import BufferedReader
from itertools import takewhile
from pathlib import Path
from typing import BinaryIO, NamedTuple

from pbem.crypto.text import escape
from pbem.errors import OpenToOthers
from pbem.system import allows_others, is_another_users, sync_directory

MIB = 1 << 20
_PIECE = 1 << 16

_OTHERS_WRITE = 0o022
_FOLDER, _FILE, _SHARED = 0o700, 0o600, 0o666
# A pipe without a writer is opened at once instead of waited for. Not every system has each.
_AT_ONCE = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0) | getattr(os, "O_BINARY", 0)
_NO_LINK = getattr(os, "O_NOFOLLOW", 0)
_KINDS = (
    (stat.S_ISDIR, "a directory"),
    (stat.S_ISLNK, "a link"),
    (stat.S_ISFIFO, "a pipe"),
    (stat.S_ISSOCK, "a socket"),
    (stat.S_ISCHR, "a device"),
    (stat.S_ISBLK, "a device"),
)


class Odd(NamedTuple):
    """Something in a folder that is left alone, and why."""

    path: Path
    why: str


def real_path(path: Path) -> Path:
    """Return the absolute path without links, which may not be there.

    A link that leads to itself stays in it, and anyone who opens it gets an OSError:
    ``Path.resolve`` raises RuntimeError before Python 3.13.
    """
    return Path(os.path.realpath(path))


def from_home(path: str | Path) -> Path:
    """Return a path whose ``~`` at its beginning is a home; that of nobody stays as it is."""
    return Path(os.path.expanduser(path))  # noqa: PTH111 - Path's own raises RuntimeError


# --- reading -----------------------------------------------------------------------------------


def open_plain(path: Path, *, own: bool = False) -> BufferedReader:
    """Open a plain file to be read; ``own``: one of our own. Raises OSError, OpenToOthers."""
    # Looked at before it is opened, which for some devices is an act, and once more after.
    _require_plain(path, path.stat() if not own else path.lstat())
    descriptor = os.open(path, os.O_RDONLY | _AT_ONCE | (_NO_LINK if own else 0))
    try:
        found = os.fstat(descriptor)
        _require_plain(path, found)
        if own:
            _require_own(path, found)
        return os.fdopen(descriptor, "rb")
    except BaseException:
        os.close(descriptor)
        raise


def left_alone(path: Path) -> str | None:
    """Say why something in a folder is not opened: it is a link, or not a plain file.

    None for a plain file, for a folder and for a link to one. Raises OSError.
    """
    found = path.lstat()
    if stat.S_ISLNK(found.st_mode):
        return None if path.is_dir() else "a link, which pbem does not follow"
    return None if _is_plain_or_folder(found) else f"{_kind(found)}, which pbem does not open"


def odd_kind(path: Path) -> str | None:
    """Say what a path leads to that is neither a plain file nor a folder; None for all else."""
    try:
        found = path.stat()
    except OSError:
        return None
    return None if _is_plain_or_folder(found) else _kind(found)


def _is_plain_or_folder(found: os.stat_result) -> bool:
    return stat.S_ISREG(found.st_mode) or stat.S_ISDIR(found.st_mode)


def read_plain(path: Path, most: int, *, own: bool = False) -> bytes:
    """Return a plain file of at most ``most`` bytes; of a longer one no more than that is read.

    ``own``: one of our own. Raises OSError, OpenToOthers.
    """
    with open_plain(path, own=own) as file:
        # A read takes the memory for as many bytes as it asks for, so it asks for what is there.
        data = file.read(min(most, os.fstat(file.fileno()).st_size) + 1)
        while len(data) <= most and (more := file.read(min(most + 1 - len(data), _PIECE))):
            data += more
    if len(data) > most:
        size = f"{most // MIB} MiB" if most >= MIB else f"{most:,} bytes"
        raise OSError(errno.EFBIG, f"it has more than {size}, too much for such a file", path)
    return data


def mark_of(path: Path) -> tuple[int, int, int]:
    """Return what changes when a file does, and is cheap to ask for: its inode, size and time.

    Raises OSError.
    """
    found = path.stat()
    return found.st_ino, found.st_size, found.st_mtime_ns


# --- making ------------------------------------------------------------------------------------


def make_folder(path: Path) -> None:
    """Make a folder, and those above it that are missing, for its owner alone; it may be there.

    The names of those that were made are on the disk when this returns.
    """
    missing = list(takewhile(lambda folder: not folder.is_dir(), (path, *path.parents)))
    for folder in reversed(missing):
        folder.mkdir(mode=_FOLDER, exist_ok=True)
        sync_directory(folder.parent)


def writing(path: Path, *, new: bool = False, shared: bool = False) -> BinaryIO:
    """Open a plain file to be written again, for its owner alone where it is made.

    ``new``: it must not be there. ``shared``: the umask says who else may read it, because it is
    made to be handed to others. Raises OSError.
    """
    how = os.O_EXCL if new else os.O_TRUNC
    mode = _SHARED if shared else _FILE
    return _opened(path, os.O_WRONLY | os.O_CREAT | how, "wb", mode)


def changing(path: Path, *, make: bool = False) -> BinaryIO:
    """Open a plain file to be read and written; ``make``: make it where it is missing."""
    return _opened(path, os.O_RDWR | (os.O_CREAT if make else 0), "r+b")


def _opened(path: Path, flags: int, how: str, mode: int = _FILE) -> BinaryIO:
    if path.exists():
        _require_plain(path, path.stat())
    descriptor = os.open(path, flags | _AT_ONCE, mode)
    try:
        _require_plain(path, os.fstat(descriptor))
        return os.fdopen(descriptor, how)  # type: ignore[return-value]  # both are binary
    except BaseException:
        os.close(descriptor)
        raise


# --- what is one's own -------------------------------------------------------------------------


def require_own_folder(path: Path, *, link: bool = False) -> None:
    """Refuse a folder that others may write into, and, without ``link``, one that is a link.

    One that is not there passes. Raises OpenToOthers.
    """
    try:
        found = path.stat() if link else path.lstat()
    except FileNotFoundError:
        return
    if stat.S_ISLNK(found.st_mode):
        raise OpenToOthers(
            f"{path} is a link, which pbem does not follow. Move the folder itself there, or set "
            "PBEM_HOME to another home."
        )
    if not stat.S_ISDIR(found.st_mode):
        raise OpenToOthers(f"{path} is {_kind(found)}, not a folder. Move it away.")
    _require_own(path, found)


def own_files(folder: Path, suffix: str) -> tuple[list[Path], list[Odd]]:
    """Return the files of our own in a folder, sorted, and what else has such a name.

    ``suffix``: the end of the names, as ``.pbem``. For a folder that is not there, it returns
    nothing. Raises OSError where it cannot be read.
    """
    good, odd = list[Path](), list[Odd]()
    for name in sorted(inodes(folder, suffix)):
        path = folder / name
        try:
            _require_own_file(path)
        except FileNotFoundError:
            continue
        except OSError as error:
            odd.append(Odd(path, str(error.strerror)))
        except OpenToOthers as error:
            odd.append(Odd(path, str(error)))
        else:
            good.append(path)
    return good, odd


def inodes(folder: Path, suffix: str) -> dict[str, int]:
    """Return the names in a folder that end in ``suffix``, each with its inode.

    It does not look at the files. For a folder that is not there, it returns nothing. Raises
    OSError if it cannot be read.
    """
    try:
        with os.scandir(folder) as entries:
            return {one.name: one.inode() for one in entries if one.name.endswith(suffix)}
    except (FileNotFoundError, NotADirectoryError):
        return {}


def is_own_file(path: Path) -> bool:
    """Say whether `own_files` has this one among those of our own."""
    try:
        _require_own_file(path)
    except (OSError, OpenToOthers):
        return False
    return True


def _require_own_file(path: Path) -> None:
    found = path.lstat()
    _require_plain(path, found)
    _require_own(path, found)
    _require_shown(path)


def _require_own(path: Path, found: os.stat_result) -> None:
    if is_another_users(found):
        raise OpenToOthers(
            f"{path} belongs to another user of this computer, who can change it. Check what it "
            "holds, and make yourself its owner."
        )
    if mode := allows_others(found, _OTHERS_WRITE):
        right = "700" if stat.S_ISDIR(found.st_mode) else "600"
        raise OpenToOthers(
            f"Other users can write to {path} (mode {mode:04o}). Check what it holds, and run "
            f"chmod {right} on it."
        )


def _require_plain(path: Path, found: os.stat_result) -> None:
    if stat.S_ISDIR(found.st_mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), path)
    if not stat.S_ISREG(found.st_mode):
        raise OSError(errno.EINVAL, f"it is {_kind(found)}, not a plain file", path)


def _require_shown(path: Path) -> None:
    # Nobody can type it, and what is written on its name may look like another.
    if escape(path.name) != path.name:
        raise OSError(errno.EINVAL, "its name has characters that cannot be shown; rename it", path)


def _kind(found: os.stat_result) -> str:
    return next((kind for holds, kind in _KINDS if holds(found.st_mode)), "something else")


def is_mentioned(word: bytes, place: str, endings: tuple[str, ...], name: str) -> bool:
    """Say whether a file ``name`` has a word, in folders of ``place`` with such ``endings``.

    Most of a hundred folders have no such file, so no path is made for any.

    Raises:
        OSError: There is no such place, or it is no folder.
    """
    return any(
        word in _bytes_of(f"{place}/{one}/{name}")
        for one in os.listdir(place)  # noqa: PTH208
        if f".{one}".lower().endswith(endings)
    )


def _bytes_of(path: str) -> bytes:
    try:
        with open(path, "rb") as held:  # noqa: PTH123
            return held.read()
    except OSError:
        return b""
