"""Zip archives that were handed in: what is in one is told by a child process, within limits.

A directory of millions of names is a small file within another archive, and reading it takes
gigabytes. So its size is looked at first, and then it is read where it can cost no more than
`LIMITS` (`pbem.confined`).
"""

from __future__ import annotations

import stat
import zipfile
from pathlib import Path
from typing import BinaryIO

import msgspec

from pbem import confined
from pbem.crypto.text import escape
from pbem.errors import FormError
from pbem.files import MIB, open_plain

LIMITS = confined.Limits(5, 128 * MIB)
DIRECTORY_MOST = 8 * MIB
"""Bytes of a directory: 10,000 names need less than one."""

_END = b"PK\x05\x06"
_TAIL = (1 << 16) + 22
"""The end of a directory lies in the last bytes of the file, before a comment."""


class Member(msgspec.Struct, frozen=True, array_like=True):
    """What a directory says of a file: its ``place`` there, name, ``size`` unpacked."""

    place: int
    name: str
    size: int
    is_link: bool


def members(path: Path) -> list[Member]:
    """Return the files in an archive, by name, as its directory tells them.

    Raises FormError for what is no archive, or damaged, or too much, and OSError where this
    computer cannot read it now.
    """
    try:
        found = confined.read(list_members, (str(path),), list[Member], LIMITS)
    except confined.UnreadableError as error:
        raise FormError(f"this zip file was not opened: {escape(str(error))}") from None
    return sorted(found, key=lambda one: (one.name, one.place))


def list_members(path: str) -> list[Member]:
    """Read a directory; called in a child process, and raises what the library does."""
    with open_plain(Path(path)) as file:
        _check_directory(file)
        with zipfile.ZipFile(file) as packed:
            return [
                Member(place, _text(one.filename), one.file_size, _is_link(one))
                for place, one in enumerate(packed.infolist())
                if not one.filename.endswith("/")  # not is_dir(), which fails at an empty name
            ]


def _check_directory(file: BinaryIO) -> None:
    """Refuse a directory that is larger than any honest one, before it is read."""
    size = file.seek(0, 2)
    file.seek(max(0, size - _TAIL))
    tail = file.read()
    at = tail.rfind(_END)
    # A directory of 4 GiB or more says its size elsewhere: then the limits hold alone.
    told = int.from_bytes(tail[at + 12 : at + 16], "little") if at >= 0 else 0
    if DIRECTORY_MOST < told < 0xFFFFFFFF:
        raise zipfile.BadZipFile(f"its directory has {told // MIB} MiB, which no honest one has")


def _is_link(one: zipfile.ZipInfo) -> bool:
    return stat.S_ISLNK(one.external_attr >> 16)


def _text(name: str) -> str:
    return name.encode("utf-8", "backslashreplace").decode()
