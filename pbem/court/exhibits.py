"""The evidence, exhibit by exhibit: files, the contents of zip files, what messages carry.

Everything here was written by people who want something. A name is a name and no place; a link,
a device and what has no end are not opened; what is unpacked is counted.
"""

from __future__ import annotations

import re
import stat
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory
from typing import IO, Literal, get_args

import msgspec
from msgspec import UNSET, UnsetType

from pbem.court.archives import Member, members, unpack
from pbem.court.foreign import unknown
from pbem.crypto.text import escape
from pbem.errors import FormError, LogFileError, UnforeseenError
from pbem.files import MIB, open_plain, read_plain, writing
from pbem.items import item
from pbem.kit.wording import counted, named
from pbem.log.disk import explaining, of_the_system
from pbem.log.tournament_mark import LINE_BYTES
from pbem.mail.contents import WORD, ZIP, kind_of
from pbem.mail.reading import how_many, is_mail
from pbem.mail.reading import read as read_mail
from pbem.mail.texts import in_utf8, is_text
from pbem.mail.unpacked import Unpacked

Kind = Literal[
    "log", "fork", "head", "days", "card", "pack", "claim", "policy", "tournament", "word",
    "receipt", "mail", "zip", "other",
]  # fmt: skip

KINDS = get_args(Kind)
FILES_MOST = 10_000
BYTES_MOST = 1024 * MIB
MESSAGES_MOST = 20_000
"""In all mailboxes together; those with fewest are read first."""

DEPTH_MOST = 3
"""So deep may zip files lie in each other."""

NAME_MOST = 500
"""Letters of a name. Each name in an archive begins with the archive's, so they could grow."""

_BLOCK = 1 << 20
_LINK = "a link, which pbem does not follow"
_TOO_LARGE = "too large for one case"
_EXPECTED = (FormError, LogFileError, OSError)
BATCH_BYTES, BATCH_FILES = 64 * MIB, 500
"""So much of an archive is unpacked by one child process."""

LOST_MOST, LIMIT_LOSES, FILE_LOSES = 256 * MIB, 16 * MIB, 32 * 1024
"""So many bytes that cannot be unpacked are tried of each file that was handed in.

A file in it that reaches a limit counts as so many at least, any other as the last of these: so
there are some 8,000 of them at most."""

_BEGINNING = 2 * LINE_BYTES
"""By which it is seen what a file is."""

_OURS = re.compile(rb"pbem|/[A-Z2-7]{6}-[0-9]{1,6}-[A-Z2-7]", re.IGNORECASE)
"""The mark of a text in which something of ours is written: our name, or a line of armor."""
_OURS_MOST = 20

_SUFFIXES: dict[str, Kind] = {
    ".pbem": "log", ".fork": "fork", ".head": "head", ".days": "days", ".card": "card",
    ".claim": "claim", ".mbox": "mail", ".eml": "mail",
}  # fmt: skip
"""The kinds that a name may say. That something is kept and not judged, its bytes alone say."""
_ENDINGS: dict[Kind, str] = {
    **{kind: suffix for suffix, kind in _SUFFIXES.items()},
    "pack": ".yaml", "policy": ".yaml", "zip": ".zip", "tournament": ".tournament", "word": WORD,
}  # fmt: skip


_WHAT: dict[Kind, str] = {
    "log": "a log", "fork": "a fork file, which proves a fork", "head": "a confirmation",
    "days": "signed days of an umpire", "card": "a player card", "pack": "a data pack",
    "claim": "a claim", "policy": "a policy", "tournament": "the log of a tournament",
    "word": "a signed request of a tournament", "receipt": "a receipt", "mail": "mail",
    "zip": "a zip file", "other": "not a file of pbem",
}  # fmt: skip


class Exhibit(msgspec.Struct, frozen=True, kw_only=True):
    """Something handed in, by the SHA-256 of its bytes.

    - ``number``: by which the verdict calls it, 1 for ``E1``;
    - ``digest``: 64 hex digits; ``size`` in bytes; ``kind``: what it is, docs/court.md;
    - ``also``: what else it is read as, for its bytes say nothing and its names differ;
    - ``names``: what it was called, below what was named, or where it lay in another;
    - ``within``: the exhibit that it lies in, null for a file that was handed in itself.
    """

    number: int
    digest: str
    size: int
    kind: Kind
    names: tuple[str, ...]
    within: int | None
    also: tuple[Kind, ...] | UnsetType = UNSET

    @property
    def label(self) -> str:
        """The label in the verdict."""
        return f"E{self.number}"

    @property
    def kinds(self) -> frozenset[Kind]:
        """All that it is read as."""
        return frozenset((self.kind, *(self.also or ())))


class Evidence(msgspec.Struct):
    """All exhibits in order; ``files``: digest -> where its bytes lie now.

    ``unread``: what was not accepted, and why, each with its name; ``messages``: how many messages
    of a mailbox were read, by its digest.
    """

    exhibits: list[Exhibit] = []
    files: dict[str, Path] = {}
    unread: list[str] = []
    messages: dict[str, int] = {}

    def path(self, exhibit: Exhibit) -> Path:
        """Return the file with the bytes of an exhibit."""
        return self.files[exhibit.digest]

    def of(self, *kinds: Kind) -> list[Exhibit]:
        """Return the exhibits of these kinds, in order."""
        return [one for one in self.exhibits if not one.kinds.isdisjoint(kinds)]

    def source(self, exhibit: Exhibit) -> Exhibit:
        """Return the file that was handed in, in which an exhibit lies."""
        while exhibit.within is not None:
            exhibit = self.exhibits[exhibit.within - 1]
        return exhibit

    def handed_in(self) -> list[Exhibit]:
        """Return the exhibits that were handed in as files, in order."""
        return [one for one in self.exhibits if one.within is None]


def gather(paths: Sequence[Path], within: Path) -> Evidence:
    """Accept files and folders as evidence.

    Unreadable files are named in ``unread``.

    Args:
        paths: The files and folders that were handed in.
        within: The folder into which their bytes are copied, by digest.

    Raises:
        LogFileError: This computer can copy nothing.
    """
    taker = _Taker(within)
    for name, path in sorted(_named(paths, taker.evidence.unread)):
        taker.file([name], path)
    return taker.done()


def again(
    index: Iterable[tuple[str, Sequence[str]]], left: Sequence[str], folder: Path, within: Path
) -> tuple[Evidence, list[str]]:
    """Accept the evidence of a case: pairs of digest and names, and the folder it lies in.

    ``index``: these pairs. ``left``: what was not accepted, as the case was made. ``within`` as in
    `gather`. Returned with the evidence is what is wrong with the case: a file that is missing, or
    has other bytes than its digest says.
    """
    taker = _Taker(within)
    stored = {path.stem: path for path in sorted(folder.iterdir()) if path.name != INDEX}
    known: dict[str, list[str]] = {}
    for digest, names in index:
        known.setdefault(digest, []).extend(names)
    for digest, names in sorted(known.items()):
        path = stored.get(digest)
        if path is None:
            taker.evidence.unread += [
                f"{named(escape(name))}: the case lacks its file" for name in names
            ]
        elif names:
            taker.file(names, path, must=digest)
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


def _shortened(name: str) -> str:
    """Return a name; of a long one the middle is left out, for its end says what it is."""
    half = NAME_MOST // 2
    return name if len(name) <= NAME_MOST else f"{name[: half - 3]}...{name[-half:]}"


def _odd(path: Path) -> str | None:
    """Say why a file in a folder is left alone, None for a plain one."""
    mode = path.lstat().st_mode
    if stat.S_ISLNK(mode):
        return _LINK
    return None if stat.S_ISREG(mode) else "not a plain file, so pbem did not open it"


def _kinds(name: str, path: Path) -> set[Kind]:
    """Return what a file is by its bytes; where these say nothing, what its name says it is.

    A party chooses the names of what they hand in, so no name hides what bytes say.
    """
    with open_plain(path) as file:
        data = file.read(_BEGINNING)
    begins = in_utf8(data)
    if begins.startswith(ZIP):
        return {"zip"}
    if (found := kind_of(begins)) is not None:
        return {found if begins is data else "mail"}  # the reading of mail converts a text
    kinds: set[Kind] = {"mail"} if is_mail(path) else set()
    suffix = PurePosixPath(name).suffix.lower()
    if suffix in _SUFFIXES:
        kinds.add(_SUFFIXES[suffix])
    elif suffix in (".yaml", ".yml"):
        kinds.add("policy" if begins.lstrip().startswith(b"policy:") else "pack")
    elif is_text(begins):
        kinds |= {"mail"} if _mentions_ours(path) else set()
    elif _OURS.search(begins):
        kinds |= {"mail", "other"}  # it may be packed, and name one of our files
    return kinds or {"other"}


def _mentions_ours(path: Path) -> bool:
    """Say whether anything of ours may stand in a text, however far after."""
    with open_plain(path) as file:
        before = b""
        while block := file.read(_BLOCK):
            block = block.replace(b"\0", b"")  # what UTF-16 has between our letters
            if _OURS.search(before + block):
                return True
            before = block[-_OURS_MOST:]
    return False


def what_is(path: Path, name: str) -> str:
    """Say in a few words what a file seems to be; a link is not followed, a device not opened."""
    if (odd := _odd(path)) is not None:
        return odd
    return " or ".join(_WHAT[kind] for kind in _ordered(_kinds(name, path)))


def _ordered(kinds: Iterable[Kind]) -> list[Kind]:
    """Return kinds in the order of `Kind`, whichever name came first; ``other`` where no other."""
    return sorted(set(kinds) - {"other"}, key=KINDS.index) or ["other"]


class _Entry(msgspec.Struct):
    """An exhibit in the making; ``depth``: in how many zip files it lies."""

    name: str
    digest: str
    size: int
    within: str | None
    kinds: set[Kind]
    depth: int
    by_mail: bool
    names: dict[str, None]


class _Taker:
    """Adds every file that was handed in, then what lies in archives and mail.

    Unpacked bytes are counted, and archives that hold least are opened first. So nobody's large one
    keeps out what others handed in.
    """

    def __init__(self, within: Path) -> None:
        self.evidence = Evidence()
        self._within = within
        stem = escape(str(within / "-")).removesuffix("-")
        self._place = re.compile(f"{re.escape(stem)}([0-9a-f]{{64}})")
        """The place of the bytes of an exhibit: its digest is the group."""
        self._entries: dict[str, _Entry] = {}
        self._handed_in: list[tuple[str, str, int]] = []
        """Names, digests and sizes of what was handed in itself."""
        self._left = BYTES_MOST
        self._messages = MESSAGES_MOST
        self._brought = Counter[str]()
        """Files out of mail that was handed in itself, by its digest: each mail has its own limit.
        Their bytes lie in the mail."""
        self._taken = 0
        self._opened: set[str] = set()
        self._lost = Counter[str]()
        """Bytes that could not be unpacked, by the digest of what was handed in."""

    def file(self, names: Sequence[str], path: Path, must: str | None = None) -> None:
        """Accept a file that was handed in; ``must``: the digest that it has to have."""
        with self._taking(names[0], "cannot be read"), open_plain(path) as source:
            copied = self._copy(names[0], source, BYTES_MOST, must)
            if copied is not None:
                self._handed_in += [(name, *copied) for name in names]

    @contextmanager
    def _taking(self, name: str, what: str) -> Iterator[None]:
        """Accept one thing: whatever fails at it is reported of it alone, and the next one goes on.

        Raises what fails for this computer's own sake: a full disk says nothing of the evidence.
        """
        shown = named(escape(_shortened(name)))
        try:
            with item(shown):
                try:
                    yield
                except _EXPECTED as error:
                    if of_the_system(error):
                        raise
                    why = getattr(error, "strerror", None) or str(error) or type(error).__name__
                    self._unread(name, f"{what}: {escape(str(why))}")
        except UnforeseenError as error:
            if of_the_system(error):
                raise
            self.evidence.unread.append(str(error))

    def _unread(self, name: str, why: str) -> None:
        self.evidence.unread.append(f"{named(escape(_shortened(name)))}: {why}")

    def _take(self, name: str, source: IO[bytes], within: _Entry, *, by_mail: bool = False) -> None:
        """Accept what lies in an exhibit."""
        own = by_mail and within.within is None
        copied = self._copy(name, source, BYTES_MOST if own else self._left)
        if copied is not None:
            digest, size = copied
            if own:
                self._brought[within.digest] += 1
            else:
                self._left -= size
                self._taken += 1
            self._note(name, digest, size, within, by_mail=by_mail)

    def _copy(
        self, name: str, source: IO[bytes], most: int, must: str | None = None
    ) -> tuple[str, int] | None:
        """Copy a stream of at most ``most`` bytes to its digest; return digest and size."""
        digest, size, path = sha256(), 0, self._within / "coming"
        try:
            with explaining(path, "Writing"), writing(path) as file:
                while block := source.read(_BLOCK):
                    size += len(block)
                    if size > most:
                        self._unread(name, _TOO_LARGE)
                        return None
                    digest.update(block)
                    file.write(block)
            found = digest.hexdigest()
            if must is not None and found != must:
                self._unread(name, "its bytes differ from those that the case was made from")
                return None
            kept = self._within / found
            path.replace(kept)
            self.evidence.files[found] = kept
            return found, size
        finally:
            path.unlink(missing_ok=True)

    def _note(
        self, name: str, digest: str, size: int, within: _Entry | None, *, by_mail: bool = False
    ) -> None:
        kinds = _kinds(name, self.evidence.files[digest])
        entry = self._entries.get(digest)
        if entry is None:
            entry = self._entries[digest] = _Entry(
                name=name,
                digest=digest,
                size=size,
                within=None if within is None else within.digest,
                kinds=set(),
                depth=0 if within is None else within.depth + ("zip" in within.kinds),
                by_mail=by_mail,
                names={},
            )
        entry.kinds |= kinds
        entry.names[name] = None

    # --- what lies in them -------------------------------------------------------------------

    def _open(self) -> None:
        """Accept what lies in archives and mail, until nothing is left that was not opened."""
        while True:
            waiting = self._waiting("zip")
            if waiting:
                self._open_archives(waiting)
            elif mails := self._waiting("mail"):
                self._open_mail(mails)
            else:
                return

    def _waiting(self, kind: Kind) -> list[_Entry]:
        found = [one for one in self._entries.values() if kind in one.kinds]
        new = [one for one in found if one.digest not in self._opened]
        self._opened.update(one.digest for one in new)
        return new

    def _open_archives(self, waiting: Sequence[_Entry]) -> None:
        """Unpack archives, those that hold least first."""
        found: list[tuple[int, str, list[Member], _Entry]] = []
        for one in waiting:
            if one.depth >= DEPTH_MOST:
                self._unread(one.name, "not unpacked, because it is in too many nested zip files")
                continue
            with self._taking(one.name, "cannot be unpacked"):
                inside = members(self.evidence.files[one.digest])
                found.append((sum(each.size for each in inside), one.name, inside, one))
        for _, name, inside, one in sorted(found, key=lambda each: each[:2]):
            with self._taking(name, "cannot be unpacked"):
                self._unpack(inside, one)

    def _unpack(self, inside: Sequence[Member], one: _Entry) -> None:
        at, root = 0, self._root(one)
        while at < len(inside):
            member = inside[at]
            name = _shortened(f"{one.name}/{member.name}")
            full = self._taken >= FILES_MOST
            if full or self._lost[root] > LOST_MOST:
                rest = counted(len(inside) - at, "file")
                why = "too many files" if full else "too many files that cannot be unpacked"
                self._unread(one.name, f"{why}: {rest} in it were skipped, from {named(name)} on")
                return
            if member.is_link or member.size > self._left:
                self._unread(name, _LINK if member.is_link else _TOO_LARGE)
                self._lost[root] += FILE_LOSES
                at += 1
                continue
            at += self._unpack_some(list(self._batch(inside, at)), one, root)

    def _batch(self, inside: Sequence[Member], at: int) -> Iterator[Member]:
        """Yield the files that one child process unpacks; the first is one of them."""
        left = min(self._left, max(BATCH_BYTES, inside[at].size))
        for member in inside[at : at + min(BATCH_FILES, FILES_MOST - self._taken)]:
            left -= member.size
            if member.is_link or left < 0:
                return
            yield member

    def _unpack_some(self, some: Sequence[Member], one: _Entry, root: str) -> int:
        """Unpack files and add them; return how many are done with."""
        with TemporaryDirectory(dir=self._within) as folder:
            found = unpack(self.evidence.files[one.digest], some, Path(folder))
            for each in found:
                name = _shortened(f"{one.name}/{each.member.name}")
                if each.wrong:
                    self._unread(name, f"cannot be unpacked: {each.wrong}")
                    least = LIMIT_LOSES if each.limit else FILE_LOSES
                    self._lost[root] += max(each.member.size, least)
                    continue
                with (
                    self._taking(name, "cannot be unpacked"),
                    open_plain(each.path) as source,
                ):
                    self._take(name, source, one)
        return len(found)

    def _root(self, one: _Entry) -> str:
        """Return the digest of what was handed in, in which something lies."""
        while one.within is not None:
            one = self._entries[one.within]
        return one.digest

    def _open_mail(self, mails: Sequence[_Entry]) -> None:
        """Accept what messages carry, together: armor may be spread over several."""
        files = {one.digest: self.evidence.files[one.digest] for one in mails}
        by_digest = {one.digest: one for one in mails}
        most = self._shares(mails)

        def named_there(place: re.Match[str]) -> str:
            one = by_digest.get(place[1])
            return place[0] if one is None else named(escape(one.name))

        post = read_mail(list(files.values()), within=self._within, every=True, most=most)
        try:
            for piece in (*post.logs, *post.others):
                sources = [f"{one}, {piece.source}" for one in piece.came] or [piece.source]
                for each in sources:
                    self._take_piece(piece, *self._where(each, by_digest))
            self.evidence.unread += [self._place.sub(named_there, why) for why in post.wrong]
        finally:
            post.folder.close()

    def _take_piece(self, piece: Unpacked, within: _Entry, name: str) -> None:
        """Accept what mail brought; of armor, once for each message that brought lines of it."""
        own = within.within is None
        files, left = (
            (self._brought[within.digest], BYTES_MOST) if own else (self._taken, self._left)
        )
        if files >= FILES_MOST or piece.size > left:
            self._unread(name, _TOO_LARGE)
            return
        suffix = "" if name.endswith(piece.path.suffix) else piece.path.suffix
        known = _shortened(_spelled(f"{name}{suffix}"))
        with self._taking(known, "cannot be read"):
            if piece.digest in self._entries:
                self._note(known, piece.digest, piece.size, within, by_mail=True)
            else:
                with open_plain(piece.path) as source:
                    self._take(known, source, within, by_mail=True)

    def _shares(self, mails: Sequence[_Entry]) -> dict[Path, int]:
        """Return how many messages of each mailbox are read: all of those with fewest.

        If two have as many, one that was handed in itself comes first.
        """
        counts = []
        for one in mails:
            with self._taking(one.name, "cannot be read"):
                count = how_many(self.evidence.files[one.digest], self._messages + 1)
                if count is not None:
                    counts.append((count, one.within is not None, one.digest))
        shares = {}
        for count, _, digest in sorted(counts):
            share = min(count, self._messages)
            self._messages -= share
            shares[self.evidence.files[digest]] = self.evidence.messages[digest] = share
        return shares

    def _where(self, source: str, mails: Mapping[str, _Entry]) -> tuple[_Entry, str]:
        """Return in which exhibit something lay, and what to call it; ``mails``: by digest."""
        place = self._place.match(source)
        if place is not None and (one := mails.get(place[1])) is not None:
            return one, f"{one.name}{source[place.end() :]}"
        # Armor is put together from lines of all mail: the first that was handed in stands for it.
        return next(iter(mails.values())), source

    # --- all of it ---------------------------------------------------------------------------

    def done(self) -> Evidence:
        """Open archives and mail, number all exhibits, and return them."""
        for name, digest, size in sorted(self._handed_in):
            with self._taking(name, "cannot be read"):
                self._note(name, digest, size, None)
        self._open()
        for one in self._entries.values():
            with self._taking(one.name, "cannot be read"):
                if "other" in one.kinds and (why := unknown(self.evidence.files[one.digest])):
                    self._unread(one.name, why)
        order = list(self._in_order())
        numbers = {one.digest: number for number, one in enumerate(order, 1)}
        for one in order:
            kind, *also = _ordered(one.kinds)
            self.evidence.exhibits.append(
                Exhibit(
                    number=numbers[one.digest],
                    digest=one.digest,
                    size=one.size,
                    kind=kind,
                    names=tuple(one.names),
                    within=None if one.within is None else numbers[one.within],
                    also=tuple(also) or UNSET,
                )
            )
        return self.evidence

    def _in_order(self) -> Iterator[_Entry]:
        """Yield files by name, what lies in an archive after it, and last what mail brought."""
        inside: dict[str, list[_Entry]] = {}
        for one in self._entries.values():
            if one.within is not None:
                inside.setdefault(one.within, []).append(one)
        by_mail = [one for one in self._entries.values() if one.by_mail]
        waiting = [one for one in self._entries.values() if one.within is None]
        for begin in (*waiting, *by_mail):
            following = [begin]
            while following:
                one = following.pop()
                yield one
                children = (each for each in inside.get(one.digest, ()) if not each.by_mail)
                following += reversed(list(children))


def read(evidence: Evidence, exhibit: Exhibit, most: int) -> bytes:
    """Return the bytes of an exhibit.

    Raises:
        LogFileError: It has more than ``most`` bytes, or cannot be read.
    """
    path = evidence.path(exhibit)
    with explaining(path, "Reading"):
        if exhibit.size > most:
            raise LogFileError(f"{exhibit.label} is too large: {exhibit.size:,} bytes")
        return read_plain(path, most)
