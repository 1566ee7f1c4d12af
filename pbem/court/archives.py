"""Zip archives that were handed in: child processes list and unpack them, within limits.

A directory of millions of names is a small file within another archive, and reading it takes
gigabytes. So its size is looked at first, and then it is read where it can cost no more than
`LIMITS` (`pbem.confined`). A file in an archive may name a dictionary of gigabytes, or be small and
hold gigabytes in one block. So it is unpacked there too.
"""

from __future__ import annotations

import stat
import struct
import zipfile
from collections.abc import Sequence
from pathlib import Path
from typing import BinaryIO, NamedTuple

import msgspec

from pbem import confined, system
from pbem.crypto.text import escape
from pbem.errors import FormError
from pbem.files import MIB, open_plain, read_plain, writing
from pbem.log.disk import explaining

LIMITS = confined.Limits(5, 128 * MIB)
DIRECTORY_MOST = 8 * MIB
"""Bytes of a directory: 10,000 names need less than one."""

SECONDS_A_MIB = 0.2
"""Unpacking takes a hundredth of a second for each MiB; the slowest method ten times that."""

_BLOCK = 1 << 14
"""The library unpacks so many bytes at once, and some methods make a million of one."""

_WHY_BYTES = 4096
_HEADER_BYTES = 30
"""Before the name of a file, in front of its bytes."""

DICTIONARY_MOST = 64 * MIB
"""The memory that a file packed by LZMA may ask for: the most that packers do, and half of
`LIMITS`."""

_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA)
_PASSWORD = 1
_END = b"PK\x05\x06"
_TAIL = (1 << 16) + 22
"""The end of a directory lies in the last bytes of the file, before a comment."""


class Member(msgspec.Struct, frozen=True, array_like=True):
    """The entry of a file in a directory: its ``place`` there, name, ``size`` unpacked."""

    place: int
    name: str
    size: int
    is_link: bool


def members(path: Path) -> list[Member]:
    """Return the files in an archive, by name, as its directory lists them.

    Raises:
        FormError: It is no archive, or damaged, or exceeds a limit.
        OSError: This computer cannot read it now.
    """
    try:
        found = confined.read(list_members, (str(path),), list[Member], LIMITS)
    except confined.UnreadableError as error:
        raise FormError(f"pbem did not open this zip file: {escape(str(error))}") from None
    return sorted(found, key=lambda one: (one.name, one.place))


def list_members(path: str) -> list[Member]:
    """Read the directory of an archive, in a child process; raises what the library does."""
    with open_plain(Path(path)) as file:
        _check_directory(file)
        with _opened(file) as packed:
            inside = packed.infolist()
            _check_places(inside)
            return [
                Member(place, _text(one.filename), one.file_size, _is_link(one))
                for place, one in enumerate(inside)
                if not one.filename.endswith("/")  # not is_dir(), which fails at an empty name
            ]


def _opened(file: BinaryIO) -> zipfile.ZipFile:
    """Open an archive; report faults in our words, the same under every Python."""
    try:
        return zipfile.ZipFile(file)
    except (zipfile.BadZipFile, NotImplementedError, ValueError, EOFError, struct.error):
        raise zipfile.BadZipFile("it is damaged, or not a zip file") from None


def _check_places(inside: Sequence[zipfile.ZipInfo]) -> None:
    """Refuse files that share bytes: so a small archive unpacks to what no disk holds."""
    end = 0
    for one in sorted(inside, key=lambda each: each.header_offset):
        if one.header_offset < end:
            raise zipfile.BadZipFile("files in it overlap, which no honest zip file has")
        end = one.header_offset + _HEADER_BYTES + one.compress_size


class Unpacked(NamedTuple):
    """The fate of a file in an archive: it lies at ``path``, or ``wrong`` says why it does not.

    ``limit``: it reached a limit, and nothing after it was unpacked.
    """

    member: Member
    path: Path
    wrong: str = ""
    limit: bool = False


def unpack(path: Path, some: Sequence[Member], to: Path) -> list[Unpacked]:
    """Unpack files of an archive into the empty folder ``to``, in a child process.

    Returns:
        The result for each file. After one that reached a limit there are no more: ask for the
        rest.

    Raises:
        LogFileError: This computer cannot unpack anything now.

    """
    size, reached = sum(one.size for one in some), ""
    most = confined.Limits(LIMITS.seconds + int(size / MIB * SECONDS_A_MIB), LIMITS.memory)
    with explaining(to, "Unpacking into"):
        try:
            places = [one.place for one in some]
            confined.read(unpack_members, (str(path), places, str(to)), int, most)
        except confined.UnreadableError as error:
            reached = str(error)
        found: list[Unpacked] = []
        for one in some:
            whole, wrong = to / f"{one.place}", to / f"{one.place}{_WRONG}"
            if whole.exists():
                found.append(Unpacked(one, whole))
            elif wrong.exists():
                said = read_plain(wrong, _WHY_BYTES).decode("utf-8", "replace")
                found.append(Unpacked(one, whole, said))
            else:
                return [*found, Unpacked(one, whole, reached or "nothing was unpacked", True)]
    return found


_WRONG, _COMING = ".wrong", ".coming"


def unpack_members(path: str, places: list[int], to: str) -> int:
    """Unpack files of an archive into a folder, in a child process.

    ``places``: theirs in the archive's directory, from 0.

    Each gets its name when it is whole, so that a child which is ended leaves what it has done. Why
    one cannot be unpacked stands in a file of its own. Returns how many there are.
    """
    with open_plain(Path(path)) as file, zipfile.ZipFile(file) as packed:
        inside = packed.infolist()
        for place in places:
            coming = Path(to, f"{place}{_COMING}")
            try:
                _unpack_one(packed, inside[place], coming)
            except MemoryError:
                raise
            except Exception as error:
                if isinstance(error, OSError) and error.errno in system.FAILED:
                    raise
                why = str(error) if isinstance(error, FormError) else "it is damaged"
                with writing(Path(to, f"{place}{_WRONG}")) as said:
                    said.write(why.encode())
            else:
                coming.rename(Path(to, str(place)))
    return len(places)


def _unpack_one(packed: zipfile.ZipFile, one: zipfile.ZipInfo, to: Path) -> None:
    """Unpack a file: the library stops at the size that the directory says.

    Raises FormError for what is not tried, and what the library does for what is damaged.
    """
    if one.flag_bits & _PASSWORD:
        raise FormError("it is packed with a password")
    if one.compress_type not in _METHODS:
        raise FormError("pbem does not know its compression method")
    asks = _dictionary(packed, one) if one.compress_type == zipfile.ZIP_LZMA else 0
    if asks > DICTIONARY_MOST:
        most = DICTIONARY_MOST // MIB
        raise FormError(f"it needs a dictionary of {asks // MIB:,} MiB, and pbem allows {most}")
    try:
        with packed.open(one) as source, writing(to) as file:
            while block := source.read(_BLOCK):
                file.write(block)
    except BaseException:
        to.unlink(missing_ok=True)
        raise


def _dictionary(packed: zipfile.ZipFile, one: zipfile.ZipInfo) -> int:
    """Return the bytes of the dictionary that a file packed by LZMA asks for."""
    file = packed.fp
    if file is None:
        return 0
    file.seek(one.header_offset)
    header = file.read(_HEADER_BYTES)
    skip = int.from_bytes(header[26:28], "little") + int.from_bytes(header[28:30], "little")
    # A version and a length of two bytes each stand before, and a byte of settings.
    return int.from_bytes(file.read(skip + 9)[skip + 5 :], "little")


def _check_directory(file: BinaryIO) -> None:
    """Refuse a directory that is larger than any honest one, before it is read."""
    size = file.seek(0, 2)
    file.seek(max(0, size - _TAIL))
    tail = file.read()
    at = tail.rfind(_END)
    # A directory of 4 GiB or more says its size elsewhere: then the limits hold alone.
    reported = int.from_bytes(tail[at + 12 : at + 16], "little") if at >= 0 else 0
    if DIRECTORY_MOST < reported < 0xFFFFFFFF:
        raise zipfile.BadZipFile(
            f"its directory has {reported // MIB} MiB, too much for an honest one"
        )


def _is_link(one: zipfile.ZipInfo) -> bool:
    return stat.S_ISLNK(one.external_attr >> 16)


def _text(name: str) -> str:
    return name.encode("utf-8", "backslashreplace").decode()
