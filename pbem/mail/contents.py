"""What one message brings: logs, armor, orders, footers and other files of ours."""

from __future__ import annotations

import codecs
import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from email.errors import MessageError
from email.message import Message
from email.utils import getaddresses
from functools import partial
from typing import Any, Literal

import msgspec

from pbem.crypto.text import escape
from pbem.log.tournament_mark import begins_tournament
from pbem.mail.texts import of_html, plain_lines, unflowed

PARTS_MOST = 500
DEPTH_MOST = 20
NAME_SHOWN = 80
FROM_MOST = 1000
"""Letters of `From`, more than anybody's address has."""

_BEGIN = re.compile(r"^#\s*pbem\s+(\S+)\s+(\S+)\s*$", re.IGNORECASE)
_END = re.compile(r"^#\s*end\b", re.IGNORECASE)
_FOOTER = re.compile(r"\bpbem-head\s+([0-9a-f]{20})\s+([0-9]{1,6})\s+([0-9a-f]{20})\b")
_DASHES = re.compile("[\u2010-\u2013]")

Kind = Literal["log", "card", "head", "fork", "days", "tournament", "word", "receipt"]

WORD = ".word"
"""How the file of a word to a tournament ends."""

RECEIPT = ".tlog-proof"
"""How the file of a receipt ends (c2sp.org/tlog-proof)."""

_WORD_KEYS = (b'"handle":', b'"head":', b'"sig":', b'"sign":', b'"tournament":', b'"what":')
_WORD_BYTES = 4096


class Piece(msgspec.Struct, frozen=True):
    """A file of ours, and where it lay (``source``, for people)."""

    kind: Kind
    source: str
    data: bytes


class Section(msgspec.Struct, frozen=True):
    """Orders that somebody wrote into a message, for the game and the player that he named.

    ``writers``: the address in `From` of each message around them, the outermost first; empty text
    for one that names nobody, or several. None where they lie in no message.
    """

    source: str
    game: str
    handle: str
    lines: list[str]
    writers: tuple[str, ...] = ()


class Footer(msgspec.Struct, frozen=True):
    """What a footer says: the first 20 digits of a game's id and of the id of event ``seq``."""

    source: str
    game: str
    seq: int
    id: str


class Contents(msgspec.Struct):
    """What was found in ``source``; ``texts`` may hold armor, ``wrong`` was not looked at."""

    source: str
    pieces: list[Piece] = []
    sections: list[Section] = []
    footers: list[Footer] = []
    texts: list[str] = []
    wrong: list[str] = []


def of_message(message: Message, source: str) -> Contents:
    """Look through all parts of a message; ``source`` is what people call it."""
    found = Contents(source)
    pages: list[tuple[tuple[str, ...], str]] = []
    parts = list(_parts(message, found, source))
    for where, writers, part in parts:
        data = _payload(part)
        file = _in_utf8(part, data)
        # One that was cut short, or is no word at all, is named and not passed over.
        kind = kind_of(file) or ("word" if _name(part).endswith(WORD) else None)
        if kind is not None:
            found.pieces.append(Piece(kind, where, tidied(file)))
        elif part.get_content_type() == "text/html":
            pages.append((writers, _decoded(part, data)))
        elif part.get_content_maintype() == "text":
            text = _decoded(part, data)
            if _parameter(part, "format") == "flowed":
                text = unflowed(text, delsp=_parameter(part, "delsp") == "yes")
            look_through(text, source, found, writers)
    written = bool(found.sections)
    for writers, page in pages:
        of_page = Contents(source)
        look_through(of_html(page), source, of_page, writers)
        # Armor may also lie where a page that is broken shows nothing.
        found.texts += [*of_page.texts, page]
        found.footers += [one for one in of_page.footers if one not in found.footers]
        # Most programs send a page beside the text, and both hold the same orders.
        found.sections += [] if written else of_page.sections
    return found


def look_through(text: str, source: str, found: Contents, writers: tuple[str, ...] = ()) -> None:
    """Add to ``found`` what a text holds; ``writers``: as in `Section`."""
    found.texts.append(text)
    found.sections += _sections(text, source, writers)
    for _, line in plain_lines(text):
        for game, seq, id_ in _FOOTER.findall(_DASHES.sub("-", line).lower()):
            footer = Footer(source, game, int(seq), id_)
            if footer not in found.footers:
                found.footers.append(footer)


def kind_of(data: bytes) -> Kind | None:
    """Say which file of ours bytes seem to be, None for none."""
    begins = data[:200].removeprefix(codecs.BOM_UTF8).lstrip()
    if begins.startswith(b"c2sp.org/tlog-proof@v1"):
        return "receipt"
    if begins.startswith(b'{"body":'):
        return "tournament" if begins_tournament(data) else "log"
    if begins.startswith(b'{"card":'):
        return "card"
    if begins.startswith(b'{"by":'):
        return "days" if b'"days":[' in begins else "head"
    if begins.startswith(b'{"events":') and b'"pbem":"fork/' in begins:
        return "fork"
    fields = data[:_WORD_BYTES] if begins.startswith(b'{"') else b""
    return "word" if all(key in fields for key in _WORD_KEYS) else None


def tidied(data: bytes) -> bytes:
    """Undo what is done to a text that no event can hold: a mark before it, CR LF, a lost end."""
    data = data.removeprefix(codecs.BOM_UTF8).lstrip().replace(b"\r\n", b"\n")
    return data.rstrip(b" \t\r\n\x1a") + b"\n"


def _parts(
    message: Message, found: Contents, source: str
) -> Iterator[tuple[str, tuple[str, ...], Message]]:
    """Yield the parts that hold something, with where they lie and who wrote the messages around.

    Forwarded messages are entered.
    """
    count = 0
    open_: list[tuple[int, tuple[str, ...], Message]] = [(0, (_writer(message),), message)]
    while open_:
        depth, writers, part = open_.pop()
        count += 1
        if count > PARTS_MOST or depth > DEPTH_MOST:
            limit = f"{PARTS_MOST} parts" if count > PARTS_MOST else f"{DEPTH_MOST} parts in parts"
            found.wrong.append(f"{source}: more than {limit}: what lies beyond was not looked at")
            return
        if part.is_multipart():
            inside: Any = part.get_payload()
            forwards = part.get_content_maintype() == "message"
            open_ += [
                (depth + 1, (*writers, _writer(one)) if forwards else writers, one)
                for one in reversed(inside)
                if isinstance(one, Message)
            ]
            continue
        name = _name(part)
        yield (f"{source}, {_shown(name)}" if name else source), writers, part


def _writer(message: Message) -> str:
    """Return the one address in `From`, in lower case; empty where it names nobody, or several."""
    try:
        said = [str(one) for one in message.get_all("From", [])]
        [(_, address)] = getaddresses(said) if sum(map(len, said)) <= FROM_MOST else [("", "")]
    except Exception:  # noqa: BLE001 - the library fails at broken headers in too many ways to list
        return ""
    return address.lower() if "@" in address else ""


def _name(part: Message) -> str:
    return str(_asked(part.get_filename) or "")


def _payload(part: Message) -> bytes:
    data = _asked(partial(part.get_payload, decode=True))
    return data if isinstance(data, bytes) else b""


def _asked(ask: Callable[[], Any]) -> Any:
    """Return what a part answers, None where its headers are so broken that the library fails."""
    try:
        return ask()
    except (ValueError, TypeError, LookupError, AttributeError, AssertionError, MessageError):
        return None


def _parameter(part: Message, name: str) -> str:
    return str(_asked(partial(part.get_param, name))).lower()


def _shown(name: str) -> str:
    """Return the name of an attachment as a message repeats it."""
    told = escape(name)
    return told if len(told) <= NAME_SHOWN else f"{told[:NAME_SHOWN]}..."


def _in_utf8(part: Message, data: bytes) -> bytes:
    """Return what a part holds as our files are written, in UTF-8.

    A program that takes one for a text may convert it, and says so in the charset of the part.
    """
    charset = _asked(part.get_content_charset)
    if part.get_content_maintype() != "text" or not charset:
        return data
    with suppress(ValueError):
        data.decode()
        return data
    return _decoded(part, data).encode(errors="surrogatepass")


def _decoded(part: Message, data: bytes) -> str:
    """Return the text of a part, in the charset that it names, or as it can be read."""
    for charset in (_asked(part.get_content_charset), "utf-8"):
        with suppress(LookupError, ValueError):
            return data.decode(charset or "utf-8")
    return data.decode("latin-1")


def _sections(text: str, source: str, writers: tuple[str, ...]) -> Iterator[Section]:
    """Yield the orders that stand unquoted between ``#pbem NAME HANDLE`` and ``#end``."""
    section: Section | None = None
    for quoted, line in plain_lines(text):
        begin = _BEGIN.match(line)
        if begin is not None:
            if section is not None and section.lines:
                yield section
            section = Section(source, begin[1], begin[2].lower(), [], writers)
        elif section is not None and (_END.match(line) or (line == "--" and not quoted)):
            if section.lines:
                yield section
            section = None
        elif section is not None and not quoted and line and not line.startswith("#"):
            section.lines.append(line)
    if section is not None and section.lines:
        yield section
