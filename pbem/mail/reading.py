"""Reading whatever mail is saved in: messages, mbox files, Maildir folders, logs, pasted text.

Source: docs/mail.md, "Reading".
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from io import BytesIO
from itertools import islice
from pathlib import Path
from typing import BinaryIO

import msgspec

from pbem.crypto.text import escape
from pbem.errors import LogFileError, MailError
from pbem.files import left_alone, open_plain, read_plain
from pbem.log.disk import explaining
from pbem.mail import inside
from pbem.mail.armor import Parcels, PartError, parcel_of
from pbem.mail.contents import Contents, Footer, Piece, Section, kind_of, tidied
from pbem.mail.foreign import ARCHIVE, foreign, foreign_words
from pbem.mail.texts import in_utf8
from pbem.mail.unpacked import Folder, Unpacked

MESSAGE_BYTES = 96 << 20
MESSAGES_MOST = 100_000
_BLOCK_BYTES = 1 << 20

PACKS_MOST = 8
"""Files of data in one message that are looked at: a game comes with one."""


_HEADER = re.compile(rb"[!-9;-~]{1,60}:[ \t]")
_OURS = re.compile(
    rb"^(from|to|subject|date|received|return-path|mime-version|content-type|message-id|"
    rb"delivered-to|x-[a-z-]+|dkim-signature|authentication-results|arc-[a-z-]+):", re.IGNORECASE
)  # fmt: skip
_BOX = re.compile(rb"From [^\r\n]*\r?\n[!-9;-~]{1,60}:")
PACKED_MOST = 8 << 20
"""Bytes of logs that are packed again to see whether armor with missing lines is their copy."""

HEAD_BYTES = 4096
"""By which it is seen what a file is."""


class Post(msgspec.Struct):
    """The files in all the mail: each log once, cards and the like, orders, footers.

    Files lie in ``folder``, until that is closed or this is forgotten.

    - ``messages``: How many were read.
    - ``wrong``: Messages that could not be read, each with its place.
    - ``packed``: Those of them that are attached archives, which were not opened.
    - ``partial``: The parcels of which lines are missing, which may come with other messages.
    - ``wasted``: Bytes that were unpacked and are no file of ours.
    - ``whole``: The parcels that were opened.
    """

    folder: Folder
    logs: list[Unpacked] = []
    others: list[Unpacked] = []
    sections: list[Section] = []
    footers: list[Footer] = []
    wrong: list[str] = []
    packed: list[str] = []
    messages: int = 0
    partial: list[str] = []
    wasted: int = 0
    whole: list[str] = []


STDIN = "standard input"


def read(
    files: Sequence[Path],
    stdin: bytes | None = None,
    *,
    parcels: Collection[str] | None = None,
    within: Path | None = None,
    called: str = STDIN,
    every: bool = False,
    ahead: Iterable[Contents] = (),
    most: Mapping[Path, int] | None = None,
) -> Post:
    """Read files in any order; ``stdin``: what came by standard input, or otherwise, as ``called``.

    ``parcels``: armor of these alone is put together. ``within``: as in `Folder`.
    ``every``: all that is attached is among the others; else a zip archive is named, for it was not
    opened, and files of other programs are passed over.
    ``most``: how many messages of each mailbox are read, where that is less than `MESSAGES_MOST`.
    ``ahead``: what messages hold that the caller has read already.
    In memory is one message at a time, or a MiB of short ones, one unpacked parcel, and the lines
    of armor. Raises `LogFileError` for a file that cannot be written; all else that is wrong, such
    as a file or a message that cannot be read, stands in the result, and keeps nothing else out.
    """
    reader = _Reader(parcels, within, every=every)
    reader.most = {escape(str(path)): number for path, number in (most or {}).items()}
    for found in ahead:
        reader.known(found)
    for path in files:
        reader.path(path)
    if stdin is not None:
        reader.file(stdin, called)
    return reader.done()


def how_many(path: Path, most: int) -> int | None:
    """Return how many messages lie in an mbox, ``most`` at most; None for what is none."""
    if not _is_box(path):
        return None
    count = 0
    begins = True
    with open_plain(path) as box:
        while count < most and (block := box.readline(_BLOCK_BYTES)):
            count += begins and block.startswith(b"From ")
            begins = block.endswith(b"\n")
    return count


def unread_words(name: str, error: OSError | LogFileError) -> str:
    """Say that a file or a message cannot be read, and why; ``name``: what people call it."""
    cause = error.__cause__ if isinstance(error, LogFileError) else error
    why = (cause.strerror if isinstance(cause, OSError) else None) or str(error)
    return f"{name}: cannot be read: {why}"


def messages_in(
    path: Path, unread: list[str], most: int = MESSAGES_MOST
) -> Iterator[tuple[str, bytes]]:
    """Yield each message of a file or folder of mail by its place, in the order in which it lies.

    One that is too long is cut after the bytes that a message may have. A message of a folder that
    cannot be read is reported in ``unread``, and yielded without a byte. An mbox yields ``most`` at
    most. Raises `LogFileError`.
    """
    name = escape(str(path))
    with explaining(path, "Reading"):
        if path.is_dir():
            box: Iterable[bytes] = _of_maildir(path, name, unread)
        elif _is_box(path):
            with open_plain(path) as handle:
                yield from _numbered(islice(_of_mbox(handle), most), name)
            return
        else:
            yield name, read_plain(path, MESSAGE_BYTES)
            return
        yield from _numbered(box, name)


def _numbered(box: Iterable[bytes], name: str) -> Iterator[tuple[str, bytes]]:
    for number, data in enumerate(islice(box, MESSAGES_MOST), 1):
        yield f"{name}, message {number}", data


def read_message(data: bytes, name: str) -> Post:
    """Read one message alone; ``partial`` has armor of which other messages have parts.

    ``name``: what people call it.
    """
    reader = _Reader(None, None)
    reader.message(data, name)
    return reader.done()


class _Reader:
    def __init__(
        self, parcels: Collection[str] | None, within: Path | None, *, every: bool = False
    ) -> None:
        self._every = every
        self.post = Post(Folder(within))
        self.parcels = Parcels(parcels)
        self.most: dict[str, int] = {}
        self._came: dict[str, dict[str, None]] = {}
        self._seen: set[tuple[str, int]] = set()
        self._copies: list[str] = []
        self._packed = 0

    def path(self, path: Path) -> None:
        name = escape(str(path))
        if path.is_dir():
            self._folder(path, name)
            return
        try:
            if _is_box(path):
                with open_plain(path) as handle:
                    self._box(_of_mbox(handle), name)
                return
            if path.stat().st_size > MESSAGE_BYTES:
                size = path.stat().st_size >> 20
                self.post.wrong.append(f"{name}: {size} MiB; a message has at most 96")
                return
            data = read_plain(path, MESSAGE_BYTES)
        except OSError as error:
            self.post.wrong.append(unread_words(name, error))
            return
        self.file(data, name)

    def _folder(self, path: Path, name: str) -> None:
        try:
            if not is_mail(path):
                self._files(path, name)
                return
            self._box(_of_maildir(path, name, self.post.wrong), name)
        except (OSError, LogFileError) as error:
            self.post.wrong.append(unread_words(name, error))

    def _files(self, path: Path, name: str) -> None:
        """Read the saved mail in a folder; its other files are no business of pbem."""
        silent = True
        for one, _ in mail_within(path, self.post.wrong):
            try:
                if is_mail(one):
                    silent = False
                    self.path(one)
            except LogFileError as error:
                self.post.wrong.append(unread_words(escape(str(one)), error))
        if silent:
            self.post.wrong.append(f"{name}: this folder holds no saved mail (.eml, mbox, Maildir)")

    def _box(self, box: Iterable[bytes], name: str) -> None:
        for found in inside.of_mails(self._short(box, name), every=self._every):
            self.known(found)
            del found  # before the next one is read

    def _short(self, box: Iterable[bytes], name: str) -> Iterator[tuple[bytes, str]]:
        """Yield the messages of a box that are read; what is not is reported."""
        most = self.most.get(name, MESSAGES_MOST)
        for number, data in enumerate(box, 1):
            if number > most:
                self.post.wrong.append(
                    f"{name} has more than {most:,} messages. The later ones were not read"
                )
                break
            if len(data) > MESSAGE_BYTES:
                self.message(data, f"{name}, message {number}")
            else:
                yield data, f"{name}, message {number}"

    def file(self, data: bytes, name: str) -> None:
        """Look at what one file holds."""
        data = in_utf8(data)
        kind = kind_of(data)
        if (other := foreign_words(name, data)) is not None:
            self.post.wrong.append(other)
        elif kind is not None:
            self._add(Contents(name, [Piece(kind, name, tidied(data))]))
        elif _BOX.match(data[:HEAD_BYTES]):
            self._box(_of_mbox(BytesIO(data)), name)
        elif _is_message(data):
            self.message(data, name)
        else:
            self._add(inside.of_text(data, name))

    def message(self, data: bytes, name: str) -> None:
        """Look at what a message holds."""
        self.post.messages += 1
        if len(data) > MESSAGE_BYTES:
            size = len(data) >> 20
            self.post.wrong.append(f"{name}: {size} MiB; a message has at most 96")
        else:
            self._add(inside.of_mail(data, name, every=self._every))

    def known(self, found: Contents) -> None:
        """Look at what was found in a message before."""
        self.post.messages += 1
        self._add(found)

    def _add(self, found: Contents) -> None:
        post = self.post
        packs = 0
        for piece in found.pieces:
            packs += piece.kind == "pack"
            if piece.kind == "pack" and packs > PACKS_MOST:
                if packs == PACKS_MOST + 1:
                    post.wrong.append(
                        f"{found.source} has more than {PACKS_MOST} files of data. "
                        "The rest was not read"
                    )
                continue
            if piece.kind == "zip" and not self._every:
                # A file is what it is, also when it is attached. Some programs zip what they send.
                if (other := foreign(piece.data)) is not None and other[0] == ARCHIVE:
                    post.packed.append(f"{piece.source} is {ARCHIVE}: {other[1]}")
                    post.wrong.append(post.packed[-1])
                continue
            new = post.folder.add(piece)
            if new is not None:
                (post.logs if new.kind == "log" else post.others).append(new)
        post.sections += found.sections
        post.footers += found.footers
        post.wrong += found.wrong
        for parcel, number, _ in found.lines:
            if (parcel, number) not in self._seen:
                self._seen.add((parcel, number))
                self._came.setdefault(parcel, {})[found.source] = None
        self.parcels.put(found.lines)

    def done(self) -> Post:
        for parcel in self.parcels.open():
            self._parcel(parcel)
            del parcel  # before the next one is unpacked
        post = self.post
        post.whole = self.parcels.whole
        each = {
            (one.source, one.game, one.handle, one.writers, *one.lines): one
            for one in post.sections
        }
        # A template that stands untouched beside orders is what they answer.
        given = {(one.source, one.game, one.handle) for one in each.values() if one.lines}
        post.sections = [
            one
            for one in each.values()
            if one.lines or (one.source, one.game, one.handle) not in given
        ]
        post.footers = list(dict.fromkeys(post.footers))
        return post

    def _attached(self) -> set[str]:
        """Return the parcels in which the logs travel that were read, of so many bytes."""
        left = PACKED_MOST - self._packed
        for one in self.post.logs[len(self._copies) :]:
            left -= one.size
            if left < 0:
                break
            self._copies.append(parcel_of(read_plain(one.path, one.size)))
            self._packed += one.size
        return set(self._copies)

    def _parcel(self, parcel: bytes | MailError) -> None:
        """Look at what a parcel holds, or at what is wrong with it."""
        post = self.post
        if isinstance(parcel, PartError) and parcel.parcel in self._attached():
            return  # the spare copy of a log that was read; the rest of it lies in another message
        if isinstance(parcel, MailError):
            post.wrong.append(str(parcel))
            post.partial += [parcel.parcel] if isinstance(parcel, PartError) else []
        elif (kind := kind_of(parcel)) is None:
            post.wrong.append("armor: it contains no file of pbem")
            post.wasted += len(parcel)
        else:
            came = tuple(self._came.get(self.parcels.whole[-1], ()))
            self._add(Contents("armor", [Piece(kind, "armor", parcel, came)]))


def is_mail(path: Path) -> bool:
    """Say whether a path is mail as a mail program keeps it: a message, an mbox, a Maildir.

    Raises `LogFileError` where it cannot be read.
    """
    with explaining(path, "Reading"):
        if path.is_dir():
            return (path / "cur").is_dir() and (path / "new").is_dir()
        if not path.is_file():
            return False
        with open_plain(path) as handle:
            head = handle.read(HEAD_BYTES)
    return _BOX.match(head) is not None or _is_message(head)


def mail_within(path: Path, unread: list[str]) -> Iterator[tuple[Path, bool]]:
    """Yield a file or a Maildir, or what lies in a folder; and whether it was named.

    Files that cannot be read, or are better left alone, are reported in ``unread``.
    """
    if not path.is_dir():
        yield path, True
        return
    try:
        if is_mail(path):
            yield path, True
            return
        inside = sorted(path.iterdir())
    except (OSError, LogFileError) as error:
        unread.append(unread_words(escape(str(path)), error))
        return
    for one in inside:
        try:
            why = left_alone(one)
        except OSError as error:
            unread.append(unread_words(escape(str(one)), error))
            continue
        if why is None:
            yield one, False
        else:
            unread.append(f"{escape(str(one))}: {why}")


def _is_box(path: Path) -> bool:
    with open_plain(path) as handle:
        return _BOX.match(handle.read(HEAD_BYTES)) is not None


def _of_mbox(box: BinaryIO) -> Iterator[bytes]:
    """Each message of an mbox; of one that is too long, a byte more than a message may have.

    The library reads whole lines, and one may be as long as the file.
    """
    message: bytearray | None = None
    begins = True
    while block := box.readline(_BLOCK_BYTES):
        if begins and block.startswith(b"From "):
            whole, message = None if message is None else bytes(message), bytearray()
            if whole is not None:
                yield whole
            del whole  # before the next one is read
        elif message is not None:
            message += block[: MESSAGE_BYTES + 1 - len(message)]
        begins = block.endswith(b"\n")
    if message is not None:
        yield bytes(message)


def _of_maildir(path: Path, name: str, unread: list[str]) -> Iterator[bytes]:
    """Each message of a Maildir, cut like those of an mbox; none of one that cannot be read.

    The library would wait for a pipe that lies there. Flags stand after a colon in the name.
    """
    inside = (one for part in ("new", "cur") for one in (path / part).iterdir())
    files = {one.name.split(":")[0]: one for one in inside if one.name[0] != "."}
    for number, (_, one) in enumerate(sorted(files.items()), 1):
        try:
            with open_plain(one) as file:
                data = file.read(MESSAGE_BYTES + 1)
        except OSError as error:
            unread.append(unread_words(f"{name}, message {number}", error))
            data = b""
        yield data


def _is_message(data: bytes) -> bool:
    """Whether bytes begin as a message does: with headers, a known one among the first."""
    lines = data.lstrip()[:HEAD_BYTES].splitlines()[:8]
    return bool(lines and _HEADER.match(lines[0])) and any(_OURS.match(line) for line in lines)
