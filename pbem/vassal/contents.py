"""The files of a module, in a ZIP file or in a folder, checked before anything is unpacked."""

from __future__ import annotations

import os
import stat
import zipfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, NamedTuple

from pbem.crypto.text import escape
from pbem.files import open_plain
from pbem.vassal import refusal
from pbem.vassal.refusal import ModuleRefused

_UNREADABLE = (
    zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, ValueError,
)  # fmt: skip
_NOT_WHOLE = "It is not a whole ZIP file, as VASSAL's files are."


class Contents(NamedTuple):
    """The files of a module: their names, and how to open one."""

    sizes: dict[str, int]
    open: Callable[[str], IO[bytes]]

    def read(self, name: str, most: int) -> bytes:
        """Return a file by its name; raises `ModuleRefused` if it has more than ``most`` bytes.

        It also raises that if the file is damaged.
        """
        if self.sizes[name] > most:
            raise ModuleRefused(f"{escape(name)} has more than {most:,} bytes.")
        return self.head(name, most)

    def head(self, name: str, most: int) -> bytes:
        """Return the first ``most`` bytes of a file; raises `ModuleRefused`."""
        try:
            with self.open(name) as file:
                return file.read(most)
        except _UNREADABLE:
            raise ModuleRefused(f"{escape(name)} in it is damaged or cut short.") from None


@contextmanager
def opened(path: Path) -> Iterator[Contents]:
    """Open a module: a `.vmod` file, or a folder with the same files.

    Raises:
        ModuleRefused: It is no module, or some name, size or number of files is refused.
        OSError: The file cannot be read.

    """
    if path.is_dir():
        yield _folder(path)
        return
    with open_plain(path) as file:
        yield unpack(file)


def unpack(source: IO[bytes]) -> Contents:
    """Open a ZIP file; raises `ModuleRefused`, OSError."""
    try:
        archive = zipfile.ZipFile(source)
    except _UNREADABLE:
        raise ModuleRefused(_NOT_WHOLE) from None
    infos = archive.infolist()
    require_number(len(infos))
    sizes: dict[str, int] = {}
    for info in infos:
        _check_packed(info)
        if info.is_dir():
            continue
        if info.filename in sizes:
            raise ModuleRefused(f"It has two files named {escape(info.filename)}.")
        sizes[info.filename] = info.file_size
    _check_sizes(sizes)
    return Contents(sizes, archive.open)


def _check_packed(info: zipfile.ZipInfo) -> None:
    name = info.orig_filename
    if info.header_offset < 0:
        raise ModuleRefused(_NOT_WHOLE)
    require_name(name.removesuffix("/"))
    if stat.S_ISLNK(info.external_attr >> 16):
        raise ModuleRefused(f"{escape(name)} in it is a link to another file.")
    if info.flag_bits & 1:
        raise ModuleRefused(f"{escape(name)} in it needs a password.")
    if info.file_size > max(refusal.TIGHT, refusal.LOOSE * info.compress_size):
        raise ModuleRefused(f"{escape(name)} in it would grow to {info.file_size:,} bytes.")


def _folder(path: Path) -> Contents:
    sizes: dict[str, int] = {}
    for name, size in _walk(path):
        sizes[name] = size
        require_number(len(sizes))
    _check_sizes(sizes)
    return Contents(sizes, lambda name: open_plain(path / name))


def _walk(top: Path) -> Iterator[tuple[str, int]]:
    """Yield the files below a folder with their sizes; hidden ones belong to other programs."""
    for folder, folders, files in os.walk(top):
        here = Path(folder)
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted([*folders, *files]):
            if name.startswith("."):
                continue
            found = (here / name).lstat()
            inside = (here / name).relative_to(top).as_posix()
            if stat.S_ISLNK(found.st_mode):
                raise ModuleRefused(f"{escape(inside)} in it is a link to another file.")
            if name not in folders:
                require_name(inside)
                yield inside, found.st_size


def require_number(number: int) -> None:
    """Raise `ModuleRefused` if a module has too many files."""
    if number > refusal.ENTRIES:
        raise ModuleRefused(f"It has more than {refusal.ENTRIES:,} files.")


def require_name(name: str) -> None:
    """Raise `ModuleRefused` if a file in a module has a name that could leave its folder."""
    if len(name) > refusal.NAME:
        raise ModuleRefused(f"A file in it has a name of more than {refusal.NAME} characters.")
    parts = name.split("/")
    if "\\" in name or "\0" in name or not all(parts) or ".." in parts or "." in parts:
        raise ModuleRefused(f"A file in it has the name {escape(name)}, which is not allowed.")
    if ":" in parts[0]:
        raise ModuleRefused(f"A file in it has the name {escape(name)}, which names a drive.")


def _check_sizes(sizes: dict[str, int]) -> None:
    for name, size in sizes.items():
        if size > refusal.FILE:
            raise ModuleRefused(f"{escape(name)} in it has more than {refusal.FILE:,} bytes.")
    if sum(sizes.values()) > refusal.ALL:
        raise ModuleRefused(f"It has more than {refusal.ALL:,} bytes in all.")
