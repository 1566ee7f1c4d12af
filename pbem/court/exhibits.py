"""What was handed in, exhibit by exhibit: files, what lies in zip files, what messages carry.

Everything here was written by people who want something. A name is a name and no place; a link,
a device and what has no end are not opened; what is unpacked is counted.
"""

from __future__ import annotations

import stat
import zipfile
import zlib
from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256
from lzma import LZMAError
from pathlib import Path, PurePosixPath
from typing import IO, Literal

import msgspec

from pbem.crypto.text import escape
from pbem.errors import LogFileError, PbemError
from pbem.files import MIB, open_plain, read_plain, writing
from pbem.kit.wording import named
from pbem.log.disk import explaining
from pbem.log.tournament_mark import LINE_BYTES
from pbem.mail.contents import kind_of
from pbem.mail.reading import is_mail
from pbem.mail.reading import read as read_mail

Kind = Literal[
    "log", "fork", "head", "days", "card", "pack", "claim", "policy", "tournament", "word",
    "receipt", "mail", "zip", "other",
]  # fmt: skip

FILES_MOST = 10_000
BYTES_MOST = 1024 * MIB
DEPTH_MOST = 3
"""So deep may zip files lie in each other."""

_BLOCK = 1 << 20
_LINK = "a link, which is not followed"
_BEGINNING = 2 * LINE_BYTES
"""By which it is seen what a file is."""

_ZIP = (b"PK\x03\x04", b"PK\x05\x06")
_SUFFIXES: dict[str, Kind] = {
    ".pbem": "log", ".fork": "fork", ".head": "head", ".days": "days", ".card": "card",
    ".claim": "claim", ".tournament": "tournament", ".word": "word",
}  # fmt: skip
_ENDINGS: dict[Kind, str] = {
    **{kind: suffix for suffix, kind in _SUFFIXES.items()},
    "pack": ".yaml", "policy": ".yaml", "mail": ".eml", "zip": ".zip",
}  # fmt: skip


_WHAT: dict[Kind, str] = {
    "log": "a log", "fork": "a fork file, which proves a fork", "head": "a confirmation",
    "days": "days that an umpire signed", "card": "a player card", "pack": "a data pack",
    "claim": "a claim", "policy": "a policy", "tournament": "the log of a tournament",
    "word": "a word of a tournament", "receipt": "a receipt", "mail": "mail", "zip": "a zip file",
    "other": "no file of this program's",
}  # fmt: skip


class Exhibit(msgspec.Struct, frozen=True, kw_only=True):
    """Something handed in, by the SHA-256 of its bytes.

    - ``number``: by which the verdict calls it, 1 for ``E1``;
    - ``digest``: 64 hex digits; ``size`` in bytes; ``kind``: what it is, docs/court.md;
    - ``names``: what it was called, below what was named, or where it lay in another;
    - ``within``: the exhibit that it lies in, null for a file that was handed in itself.
    """

    number: int
    digest: str
    size: int
    kind: Kind
    names: tuple[str, ...]
    within: int | None

    @property
    def label(self) -> str:
        """What the verdict calls it."""
        return f"E{self.number}"


class Evidence(msgspec.Struct):
    """All exhibits in order; ``files``: digest -> where its bytes lie now.

    ``unread``: what was not taken in, and why, each with its name.
    """

    exhibits: list[Exhibit] = []
    files: dict[str, Path] = {}
    unread: list[str] = []

    def path(self, exhibit: Exhibit) -> Path:
        """Return the file with the bytes of an exhibit."""
        return self.files[exhibit.digest]

    def of(self, *kinds: Kind) -> list[Exhibit]:
        """Return the exhibits of these kinds, in order."""
        return [one for one in self.exhibits if one.kind in kinds]

    def handed_in(self) -> list[Exhibit]:
        """Return the exhibits that were handed in as files, in order."""
        return [one for one in self.exhibits if one.within is None]


def gather(paths: Sequence[Path], within: Path) -> Evidence:
    """Take in files and folders; their bytes are copied into the folder ``within``, by digest.

    Raises `LogFileError` where nothing can be copied; whatever cannot be read stands in ``unread``.
    """
    taker = _Taker(within)
    for name, path in sorted(_named(paths, taker.evidence.unread)):
        taker.file(name, path)
    return taker.done()


def again(
    index: Iterable[tuple[str, Sequence[str]]], left: Sequence[str], folder: Path, within: Path
) -> tuple[Evidence, list[str]]:
    """Take in the evidence of a case: pairs of digest and names, and the folder it lies in.

    ``left``: what was not taken in, as the case was made. Returned with the evidence is what is
    wrong with the case: a file that is missing, or has other bytes than its digest says.
    """
    taker = _Taker(within)
    stored = {path.stem: path for path in sorted(folder.iterdir()) if path.name != INDEX}
    known = [(name, digest) for digest, names in index for name in names]
    for name, digest in sorted(known):
        path = stored.get(digest)
        if path is None:
            taker.evidence.unread.append(
                f"{named(escape(name))}: its file is missing from the case"
            )
            continue
        taker.file(name, path, must=digest)
    evidence = taker.done()
    wrong = [one for one in evidence.unread if one not in left]
    evidence.unread = [*left, *wrong]
    return evidence, wrong


INDEX = "index.json"
"""Beside the files of a case's evidence: their digests and names."""


def stored_name(exhibit: Exhibit) -> str:
    """Return what the file of an exhibit is called in a case."""
    return f"{exhibit.digest}{_ENDINGS.get(exhibit.kind, '')}"


def _named(paths: Sequence[Path], unread: list[str]) -> Iterator[tuple[str, Path]]:
    """Yield every file named, or in a folder named, with its name below what was named."""
    for path in paths:
        if not path.is_dir():
            yield _spelled(path.name), path
            continue
        waiting = [path]
        while waiting:
            folder = waiting.pop()
            try:
                inside = sorted(folder.iterdir())
            except OSError as error:
                known = _spelled(folder.relative_to(path).as_posix())
                unread.append(f"{named(escape(known))}: cannot be read: {error.strerror}")
                continue
            for one in inside:
                known = _spelled(one.relative_to(path).as_posix())
                if not one.is_symlink() and one.is_dir():
                    waiting.append(one)
                elif (why := _odd(one)) is None:
                    yield known, one
                else:
                    unread.append(f"{named(escape(known))}: {why}")


def _spelled(name: str) -> str:
    """Return a name as text that can be written; of one that is no UTF-8, its bytes."""
    return name.encode("utf-8", "backslashreplace").decode()


def _odd(path: Path) -> str | None:
    """Say why a file in a folder is left alone, None for a plain one."""
    mode = path.lstat().st_mode
    if stat.S_ISLNK(mode):
        return _LINK
    return None if stat.S_ISREG(mode) else "no plain file, which is not opened"


def _kind(name: str, path: Path) -> Kind:
    with open_plain(path) as file:
        begins = file.read(_BEGINNING)
    suffix = PurePosixPath(name).suffix.lower()
    if suffix in _SUFFIXES:
        return _SUFFIXES[suffix]
    if begins.startswith(_ZIP):
        return "zip"
    if (found := kind_of(begins)) is not None:
        return found
    if suffix in (".yaml", ".yml"):
        return "policy" if begins.lstrip().startswith(b"policy:") else "pack"
    if is_mail(path) or suffix in (".eml", ".mbox") or b"pbem" in begins:
        return "mail"
    return "other"


def what_is(path: Path, name: str) -> str:
    """Say in a few words what a file seems to be; a link is not followed, a device not opened."""
    if (odd := _odd(path)) is not None:
        return odd
    return _WHAT[_kind(name, path)]


class _Taker:
    """Takes in one file after the other and counts what it was."""

    def __init__(self, within: Path) -> None:
        self.evidence = Evidence()
        self._within = within
        self._names: dict[str, list[str]] = {}
        self._order: list[tuple[str, str, int, str | None]] = []  # name, digest, size, within
        self._kinds: dict[str, Kind] = {}
        self._left = BYTES_MOST
        self._full = False
        self._taken = 0

    def file(self, name: str, path: Path, must: str | None = None) -> None:
        """Take in a file that was handed in; ``must``: the digest that it has to have."""
        try:
            with open_plain(path) as source:
                digest = self._copy(name, source, None, must)
        except (OSError, PbemError) as error:
            why = getattr(error, "strerror", None) or str(error)
            self.evidence.unread.append(
                f"{named(escape(name))}: cannot be read: {escape(str(why))}"
            )
            return
        if digest is not None:
            self._inside(name, digest, 1)

    def _copy(
        self, name: str, source: IO[bytes], within: str | None, must: str | None = None
    ) -> str | None:
        """Copy a stream into a file of its own; return the digest, None if it was not taken in."""
        unread = self.evidence.unread
        if self._taken >= FILES_MOST or self._full:
            if not self._full:
                unread.append(
                    f"{named(escape(name))} and what comes behind it: too much was handed in"
                )
            self._full = True
            return None
        digest, size, path = sha256(), 0, self._within / "coming"
        with explaining(path, "Writing"), writing(path) as file:
            while block := source.read(_BLOCK):
                size += len(block)
                if size > self._left:
                    break
                digest.update(block)
                file.write(block)
        if size > self._left:
            unread.append(f"{named(escape(name))} and what comes behind it: too much was handed in")
            self._full = True
            return None
        found = digest.hexdigest()
        if must is not None and found != must:
            unread.append(
                f"{named(escape(name))}: its bytes are not those that the case was made of"
            )
            return None
        self._left -= size
        self._taken += 1
        self._note(name, found, size, within, path)
        return found

    def _note(self, name: str, digest: str, size: int, within: str | None, path: Path) -> None:
        if digest not in self._names:
            kept = self._within / digest
            path.replace(kept)
            self.evidence.files[digest] = kept
            self._names[digest] = []
            self._order.append((name, digest, size, within))
            self._kinds[digest] = _kind(name, kept)
        if name not in self._names[digest]:
            self._names[digest].append(name)

    def _inside(self, name: str, digest: str, depth: int) -> None:
        """Take in what lies in a zip file."""
        if self._kinds[digest] != "zip" or self._names[digest][0] != name:
            return
        if depth > DEPTH_MOST:
            self.evidence.unread.append(
                f"{named(escape(name))}: lies in too many zip files: not unpacked"
            )
            return
        try:
            with zipfile.ZipFile(self.evidence.files[digest]) as packed:
                entries = sorted(packed.infolist(), key=lambda one: one.filename)[: FILES_MOST + 1]
                for entry in entries:
                    # Not is_dir(), which fails where a name is empty.
                    if not entry.filename.endswith("/") and not self._full:
                        self._entry(packed, entry, name, digest, depth)
        except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError, EOFError) as error:
            told = escape(str(error))
            self.evidence.unread.append(f"{named(escape(name))}: this zip file is damaged: {told}")

    def _entry(
        self, packed: zipfile.ZipFile, entry: zipfile.ZipInfo, name: str, digest: str, depth: int
    ) -> None:
        inner = f"{name}/{entry.filename}"
        if stat.S_ISLNK(entry.external_attr >> 16):
            self.evidence.unread.append(f"{named(escape(inner))}: {_LINK}")
            return
        try:
            with packed.open(entry) as source:
                found = self._copy(inner, source, digest)
        except (RuntimeError, zipfile.BadZipFile, OSError, ValueError, EOFError, ArithmeticError,
                NotImplementedError, zlib.error, LZMAError) as error:  # fmt: skip
            told = escape(str(error))
            self.evidence.unread.append(f"{named(escape(inner))}: cannot be unpacked: {told}")
            return
        if found is not None:
            self._inside(inner, found, depth + 1)

    def done(self) -> Evidence:
        """Open the mail, number all exhibits, and return them."""
        self._open_mail()
        numbers = {digest: number for number, (_, digest, _, _) in enumerate(self._order, 1)}
        for name, digest, size, within in self._order:
            one = Exhibit(
                number=numbers[digest],
                digest=digest,
                size=size,
                kind=self._kinds[digest],
                names=tuple(self._names[digest]),
                within=None if within is None else numbers[within],
            )
            assert one.names[0] == name  # noqa: S101 - the first name is the one it came with
            self.evidence.exhibits.append(one)
        return self.evidence

    def _open_mail(self) -> None:
        """Take in what messages carry, together: armor may be spread over several."""
        mails = [(digest, name) for name, digest, _, _ in self._order if self._is_mail(digest)]
        if not mails:
            return
        post = read_mail([self.evidence.files[digest] for digest, _ in mails], within=self._within)
        try:
            for one in (*post.logs, *post.others):
                within, name = self._where(one.source, mails)
                with open_plain(one.path) as source:
                    suffix = "" if name.endswith(one.path.suffix) else one.path.suffix
                    self._copy(_spelled(f"{name}{suffix}"), source, within)
            by_path = {str(self.evidence.files[digest]): name for digest, name in mails}
            for why in post.wrong:
                told = why
                for path, name in by_path.items():
                    told = told.replace(escape(path), named(escape(name)))
                self.evidence.unread.append(told)
        finally:
            post.folder.close()

    def _is_mail(self, digest: str) -> bool:
        return self._kinds[digest] == "mail"

    def _where(self, source: str, mails: list[tuple[str, str]]) -> tuple[str, str]:
        """Return in which exhibit something lay, and what to call it."""
        for digest, name in mails:
            path = escape(str(self.evidence.files[digest]))
            if source.startswith(path):
                return digest, source.replace(path, name, 1)
        # Armor is put together from lines of all mail: the first that was handed in stands for it.
        digest, _ = mails[0]
        return digest, source


def read(evidence: Evidence, exhibit: Exhibit, most: int) -> bytes:
    """Return the bytes of an exhibit; raises `LogFileError` for one of more than ``most``."""
    path = evidence.path(exhibit)
    with explaining(path, "Reading"):
        if exhibit.size > most:
            raise LogFileError(f"{exhibit.label} has {exhibit.size:,} bytes: too many for it")
        return read_plain(path, most)
