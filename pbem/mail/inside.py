"""The content of a message, text or page: read in a child process, within limits (docs/mail.md).

Whatever parses bytes of strangers is called from here. Headers, parts, and parts in parts are
limited before any parser sees them, for parsers are slow at these.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from email import message_from_bytes

from pbem import confined
from pbem.confined import UnreadableError
from pbem.errors import LogFileError
from pbem.mail.contents import DEPTH_MOST, PARTS_MOST, Contents, look_through, of_message, put_apart
from pbem.mail.texts import of_html

PART_HEADER_MOST = 8192
"""Bytes of one header that says what a part is."""

BATCH_BYTES, BATCH_MOST = 1 << 20, 100
"""So much is read by one child."""

_HEADER = rb"^(content-[a-z-]{1,40})[ \t]*:[^\r\n]*(?:\r?\n[ \t][^\r\n]*)*"
_LINE = re.compile(rb"^--([^\r\n]{1,202})|" + _HEADER, re.IGNORECASE | re.MULTILINE)
"""The possible beginning of a part: a line of a boundary, or a header that says what a part is."""

_BOUNDARY = re.compile(
    rb"boundary[ \t]*=[ \t]*(?:\"([^\"\r\n]{1,200})|([^\s;\"]{1,200}))", re.IGNORECASE
)
_PAGE = re.compile(rb"(?:\xef\xbb\xbf)?\s*<(?:!doctype\s+html|html|head|body)\b", re.IGNORECASE)


def of_mail(data: bytes, source: str, *, every: bool = False) -> Contents:
    """Return what a message holds; ``wrong`` says so where it cannot be read.

    ``source``: what people call it. ``every``: as for `of_message`.
    Raises LogFileError where this computer has no room to read anything.
    """
    return _confined(in_every if every else in_mail, data, source)


def of_text(data: bytes, source: str) -> Contents:
    """Return what a text or a saved page holds; ``source`` and the rest as in `of_mail`.

    Raises LogFileError.
    """
    return _confined(in_text, data, source)


def of_mails(some: Iterable[tuple[bytes, str]], *, every: bool = False) -> Iterator[Contents]:
    """Yield what messages hold, in order: as `of_mail`.

    ``some``: the bytes and the source of each. ``every``: as for `of_message`. One child reads many
    short messages, for starting it costs more than reading one of them.
    """
    together: list[tuple[bytes, str]] = []
    size = 0
    for one in some:
        if together and size + len(one[0]) > BATCH_BYTES:
            yield from _together(together, size, every=every)
            size = 0
        together.append(one)
        size += len(one[0])
        del one  # no long message is kept while the next one is fetched
        if size >= BATCH_BYTES or len(together) == BATCH_MOST:
            yield from _together(together, size, every=every)
            size = 0
    yield from _together(together, size, every=every)


def _together(some: list[tuple[bytes, str]], size: int, *, every: bool) -> Iterator[Contents]:
    """Yield what messages hold, and empty the list of them."""
    found: list[Contents] = []
    if len(some) > 1:
        # The cost of one of them is no fault of the others: then each is read by itself.
        with suppress(UnreadableError, OSError):
            given = (tuple(some), every)
            found = confined.read(in_mails, given, list[Contents], confined.limits(size))
            some.clear()
    yield from found
    while some:
        yield of_mail(*some.pop(0), every=every)


def _confined(look: confined.Function[Contents], data: bytes, source: str) -> Contents:
    try:
        return confined.read(look, (data, source), Contents, confined.limits(len(data)))
    except UnreadableError as error:
        again = "If you expect a log in it, ask for that log as an attachment"
        return Contents(source, wrong=[f"{source}: {error}. {again}"])
    except OSError as error:
        why = error.strerror or str(error)
        raise LogFileError(
            f"pbem could not read {source}: {why}. Correct that, then try again."
        ) from error


# --- called in the child -----------------------------------------------------------------------


def in_mails(some: Iterable[tuple[bytes, str]], every: bool) -> list[Contents]:
    """Look through messages, as `of_mails`, in this process."""
    return [in_mail(data, source, every=every) for data, source in some]


def in_every(data: bytes, source: str) -> Contents:
    """Look through a message, as `of_mail`, in this process, and keep every file in it."""
    return in_mail(data, source, every=True)


def in_mail(data: bytes, source: str, *, every: bool = False) -> Contents:
    """Look through a message, as `of_mail`, in this process."""
    fit, why = _fit(data)
    found = of_message(message_from_bytes(fit), source, every=every)
    if why and not found.wrong:
        found.wrong.append(f"{source}: {why}")
    return put_apart(found)


def in_text(data: bytes, source: str) -> Contents:
    """Look through a text or a page that was saved, as `of_text`, in this process."""
    found, text = Contents(source), data.decode("utf-8", "replace")
    if _PAGE.match(data):
        look_through(of_html(text), source, found)
        found.texts.append(text)  # armor may lie where a broken page shows nothing
    else:
        look_through(text, source, found)
    return put_apart(found)


def _fit(data: bytes) -> tuple[bytes, str]:
    """Return what of a message a parser may see, and why that is not all of it.

    The parser may see another structure than this one does. Then the limits of the child hold.
    """
    pieces, at, why = list[bytes](), 0, ""
    parts = _Parts()
    for line in _LINE.finditer(data):
        if len(line[0]) > PART_HEADER_MOST:
            pieces.append(data[at : line.start()])
            at = line.end()
            why = f"a header of a part has more than {PART_HEADER_MOST:,} bytes, and was not read"
            continue
        parts.add(line)
        if (most := parts.too_many()) is not None:
            why = f"more than {most}. The rest was not read"
            return b"".join([*pieces, data[at : line.start()]]), why
    return b"".join([*pieces, data[at:]]) if pieces else data, why


class _Parts:
    """How many parts there are, and which are open, by their boundaries."""

    def __init__(self) -> None:
        self._open: dict[bytes, None] = {}
        self._count = 0

    def add(self, line: re.Match[bytes]) -> None:
        """Look at a line of a boundary, or at a header."""
        if line[2] is None:
            self._boundary(line[1].rstrip())
        elif line[2].lower() == b"content-type":
            self._count += 1
            named = _BOUNDARY.search(line[0])
            if named is not None:
                self._open[(named[1] or named[2]).rstrip()] = None

    def _boundary(self, name: bytes) -> None:
        inner = name if name in self._open else name.removesuffix(b"--")
        if inner not in self._open:
            return
        self._count += 1
        while next(reversed(self._open)) != inner:
            self._open.popitem()
        if inner != name:
            del self._open[inner]

    def too_many(self) -> str | None:
        """Return how many there may be, where there are more."""
        if self._count > 2 * PARTS_MOST:
            return f"{PARTS_MOST} parts"
        return f"{DEPTH_MOST} levels of parts" if len(self._open) > DEPTH_MOST + 1 else None
