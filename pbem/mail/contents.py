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
from typing import Any, Literal, NamedTuple

import msgspec

from pbem.crypto.text import escape
from pbem.log.tournament_mark import begins_tournament
from pbem.mail.texts import of_html, plain_lines, unflowed

PARTS_MOST = 500
DEPTH_MOST = 20
NAME_SHOWN = 80
FROM_MOST = 1000
"""Letters of `From`, more than anybody's address has."""

IDS_MOST = 8000
"""Letters of `References`, counted from its end: the nearest message stands last."""

_OF_GAME = re.compile(r"<pbem\.([0-9a-f]{20})\.([0-9]{1,6})\.[^<>@\s]{1,80}@pbem\.invalid>")
"""The id of a message of a game, as `pbem.mail.letter.message_id` makes it."""

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


class Answered(msgspec.Struct, frozen=True):
    """A message of a game: the first 20 digits of the game's id, the event with which it ends."""

    game: str
    seq: int


class Section(msgspec.Struct, frozen=True):
    """Orders that somebody wrote into a message, for the game and the player that he named.

    ``writers``: the address in `From` of each message around them, the outermost first; empty text
    for one that names nobody, or several. None where they lie in no message. ``answers``: the
    messages of games that the one around them answers. ``ended``: a line closes them. ``left``: so
    many lines beside ``lines`` begin with ``#``; where there are no others, it is for whoever wrote
    them to know.
    """

    source: str
    game: str
    handle: str
    lines: list[str]
    writers: tuple[str, ...] = ()
    answers: tuple[Answered, ...] = ()
    ended: bool = True
    left: int = 0


class Footer(msgspec.Struct, frozen=True):
    """What a footer says: the first 20 digits of a game's id and of the id of event ``seq``."""

    source: str
    game: str
    seq: int
    id: str


class Around(NamedTuple):
    """The messages in which a part lies: ``writers`` and ``answers`` as in `Section`."""

    writers: tuple[str, ...]
    answers: tuple[Answered, ...]


NOTHING = Around((), ())


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
    pages: list[tuple[Around, str]] = []
    for where, around, part in list(_parts(message, found, source)):
        data = _payload(part)
        file = _in_utf8(part, data)
        # One that was cut short, or is no word at all, is named and not passed over.
        kind = kind_of(file) or ("word" if _name(part).endswith(WORD) else None)
        if kind is not None:
            found.pieces.append(Piece(kind, where, tidied(file)))
        elif part.get_content_type() == "text/html":
            pages.append((around, _decoded(part, data)))
        elif part.get_content_maintype() == "text":
            text = _decoded(part, data)
            if _parameter(part, "format") == "flowed":
                text = unflowed(text, delsp=_parameter(part, "delsp") == "yes")
            look_through(text, source, found, around)
    written = any(one.lines for one in found.sections)
    for around, page in pages:
        of_page = Contents(source)
        look_through(of_html(page), source, of_page, around)
        # Armor may also lie where a page that is broken shows nothing.
        found.texts += [*of_page.texts, page]
        found.footers += [one for one in of_page.footers if one not in found.footers]
        # Most programs send a page beside the text, and both hold the same orders.
        found.sections += [] if written else of_page.sections
    return found


def look_through(text: str, source: str, found: Contents, around: Around = NOTHING) -> None:
    """Add to ``found`` what a text holds; ``around``: the messages in which it lies."""
    found.texts.append(text)
    found.sections += _sections(text, source, around)
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


def _parts(message: Message, found: Contents, source: str) -> Iterator[tuple[str, Around, Message]]:
    """Yield the parts that hold something, with where they lie and what messages are around them.

    Forwarded messages are entered.
    """
    count = 0
    open_: list[tuple[int, Around, Message]] = [(0, _within(NOTHING, message), message)]
    while open_:
        depth, around, part = open_.pop()
        count += 1
        if count > PARTS_MOST or depth > DEPTH_MOST:
            limit = f"{PARTS_MOST} parts" if count > PARTS_MOST else f"{DEPTH_MOST} parts in parts"
            found.wrong.append(f"{source}: more than {limit}: what lies beyond was not looked at")
            return
        if part.is_multipart():
            inside: Any = part.get_payload()
            forwards = part.get_content_maintype() == "message"
            open_ += [
                (depth + 1, _within(around, one) if forwards else around, one)
                for one in reversed(inside)
                if isinstance(one, Message)
            ]
            continue
        name = _name(part)
        yield (f"{source}, {_shown(name)}" if name else source), around, part


def _within(around: Around, message: Message) -> Around:
    """Return what is around the parts of a message, which lies in others."""
    return Around((*around.writers, _writer(message)), _answers(message))


def _answers(message: Message) -> tuple[Answered, ...]:
    """Return which messages of games a message answers: the nearest of each game, by its ids.

    A mail program has `In-Reply-To` name the message, and `References` that and those before it.
    """
    named: dict[str, int] = {}
    for header in ("References", "In-Reply-To"):
        text = str(_asked(partial(message.get, header)) or "")[-IDS_MOST:]
        named |= {game: int(seq) for game, seq in _OF_GAME.findall(text.lower())}
    return tuple(Answered(game, seq) for game, seq in named.items())


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


def _sections(text: str, source: str, around: Around) -> Iterator[Section]:
    """Yield the orders that stand unquoted between ``#pbem NAME HANDLE`` and ``#end``."""
    section: Section | None = None
    for quoted, line in plain_lines(text):
        begin = _BEGIN.match(line)
        if begin is not None:
            if section is not None and (section.lines or section.left):
                yield section
            section = Section(
                source,
                begin[1],
                begin[2].lower(),
                [],
                around.writers,
                around.answers,
                ended=False,
            )
        elif section is not None and (_END.match(line) or (line == "--" and not quoted)):
            if section.lines or section.left:
                yield msgspec.structs.replace(section, ended=True)
            section = None
        elif section is not None and not quoted and line:
            if line.startswith("#"):
                section = msgspec.structs.replace(section, left=section.left + 1)
            else:
                section.lines.append(line)
    if section is not None and (section.lines or section.left):
        yield section
