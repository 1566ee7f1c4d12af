"""The content of one message: logs, armor, orders, footers and other files of ours.

Source: docs/mail.md, "Reading" and "Limits".
"""

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
from pbem.mail.armor import AGAIN, BYTES_MOST, Line, found_in, is_armored
from pbem.mail.texts import is_text, of_html, plain_lines, unflowed

PARTS_MOST = 500
DEPTH_MOST = 20
NAME_SHOWN = 80
SECTIONS_MOST, SECTION_LINES = 20, 2000
"""Places with orders in a message, and lines of each: ours ask one player for one list."""

SECTION_LETTERS = 1 << 20
"""Letters of the orders at one place, as of all orders that are given at once."""

FILES_BYTES = 96 << 20
"""The limit of all files in a message: text in an old charset grows to three times as much."""

FOOTERS_MOST = 100
PARCELS_MOST = 200
"""In a message. Ours have one of each."""

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

Kind = Literal[
    "log", "card", "head", "fork", "days", "tournament", "word", "receipt", "pack", "zip", "other"
]
"""``other``: a file of others, which is kept for anyone who asks for every file."""

ZIP = (b"PK\x03\x04", b"PK\x05\x06")
"""How a zip archive begins."""

WORD = ".word"
"""How the file of a word to a tournament ends."""

RECEIPT = ".tlog-proof"
"""How the file of a receipt ends (c2sp.org/tlog-proof)."""

PACK = ".pack"
"""How the file of the data of a game ends, as it goes with the opening."""

CHARSETS = frozenset(
    codecs.lookup(name).name
    for name in (
        "ascii", "utf-8", "utf-7", "utf-16", "utf-16-le", "utf-16-be", "utf-32",
        *(f"iso8859-{number}" for number in range(1, 17) if number != 12),
        *(f"cp{number}" for number in (437, 850, 852, 855, 858, 860, 866, 874, 932, 949, 950)),
        *(f"cp{number}" for number in range(1250, 1259)),
        "koi8-r", "koi8-u", "mac-roman", "mac-cyrillic", "mac-latin2", "tis-620",
        "gb2312", "gbk", "gb18030", "hz", "big5", "big5hkscs", "euc-jp", "euc-kr", "johab",
        "shift_jis", "iso2022_jp", "iso2022_jp_1", "iso2022_jp_2", "iso2022_kr",
    )
)  # fmt: skip
"""In which mail is written (RFC 2978's list, as far as Python has it)."""

_WORD_KEYS = (b'"handle":', b'"head":', b'"sig":', b'"sign":', b'"tournament":', b'"what":')
_WORD_BYTES = 4096


class Piece(msgspec.Struct, frozen=True):
    """A file, and where it lay (``source``, for people); ``came``: whence lines of armor."""

    kind: Kind
    source: str
    data: bytes
    came: tuple[str, ...] = ()


class Answered(msgspec.Struct, frozen=True):
    """A message of a game: the first 20 digits of the game's id, the event with which it ends."""

    game: str
    seq: int


class Section(msgspec.Struct, frozen=True):
    """Orders that somebody wrote into a message, for the game and the player that they named.

    ``writers``: the address in `From` of each message around them, the outermost first; empty text
    for one that names nobody, or several. None where they lie in no message. ``answers``: the
    messages of games that the one around them answers. ``ended``: a line closes them. ``left``: so
    many lines beside ``lines`` begin with ``#``; where there are no others, only their author
    knows.
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
    """A footer: the first 20 digits of a game's id and of the id of event ``seq``."""

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
    """The content of ``source``; ``wrong`` was not looked at.

    ``lines``: the good lines of armor in ``texts``, which are empty then (`put_apart`).
    """

    source: str
    pieces: list[Piece] = []
    sections: list[Section] = []
    footers: list[Footer] = []
    texts: list[str] = []
    lines: list[Line] = []
    wrong: list[str] = []


def of_message(message: Message, source: str, *, every: bool = False) -> Contents:
    """Look through all parts of a message; ``source`` is what people call it.

    ``every``: files of others are among the pieces too, as they are: nothing but texts is left out.
    """
    found = Contents(source)
    pages: list[tuple[Around, str]] = []
    for where, around, part in list(_parts(message, found, source)):
        data = _payload(part)
        file = _in_utf8(part, data)
        # One that was cut short, or is no word at all, is named and not passed over.
        kind = kind_of(file) or _by_name(_name(part))
        if every and kind is None:
            _keep(found, where, part, data, file)
        if kind is not None:
            _bring(found, Piece(kind, where, tidied(file)))
        elif data.startswith(ZIP):
            _bring(found, Piece("zip", where, data))
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
        for footer in of_page.footers:
            _add_footer(found, footer)
        # Most programs send a page beside the text, and both hold the same orders.
        found.sections += [] if written else of_page.sections
    return found


def _bring(found: Contents, piece: Piece) -> None:
    """Add a file, if it is not larger than any may be, and leaves the others room."""
    if piece.kind not in ("zip", "other") and len(piece.data) > BYTES_MOST:
        size, most = len(piece.data) >> 20, BYTES_MOST >> 20
        found.wrong.append(f"{piece.source}: {size} MiB; a log has at most {most}")
    elif sum(len(one.data) for one in found.pieces) + len(piece.data) > FILES_BYTES:
        _beyond(found, f"{FILES_BYTES >> 20} MiB of files")
    else:
        found.pieces.append(piece)


def look_through(text: str, source: str, found: Contents, around: Around = NOTHING) -> None:
    """Add to ``found`` what a text holds.

    ``source``: where it lies, for people. ``around``: the messages in which it lies.
    """
    found.texts.append(text)
    found.sections += _sections(text, source, around)
    for _, line in plain_lines(text):
        for game, seq, id_ in _FOOTER.findall(_DASHES.sub("-", line).lower()):
            _add_footer(found, Footer(source, game, int(seq), id_))


def _add_footer(found: Contents, footer: Footer) -> None:
    if footer in found.footers:
        return
    if len(found.footers) == FOOTERS_MOST:
        _beyond(found, f"{FOOTERS_MOST} footers")
        return
    found.footers.append(footer)


def _beyond(found: Contents, what: str) -> None:
    """Say once that there is more than is looked at."""
    said = f"{found.source} has more than {what}. The rest was not read"
    if said not in found.wrong:
        found.wrong.append(said)


def put_apart(found: Contents) -> Contents:
    """Take the lines of armor out of the texts, and keep no more orders than a message may have."""
    lines: dict[Line, None] = {}
    parcels: set[str] = set()
    for text in found.texts:
        for line in found_in(text):
            if line[0] not in parcels and len(parcels) == PARCELS_MOST:
                _beyond(found, f"{PARCELS_MOST} parcels of armor")
                continue
            parcels.add(line[0])
            lines[line] = None
    if not lines and any(map(is_armored, found.texts)):
        found.wrong.append(f"{found.source}: no line of its armor can be read; {AGAIN}")
    found.lines, found.texts = list(lines), []
    if any(len(one.lines) > SECTION_LINES for one in found.sections):
        _beyond(found, f"{SECTION_LINES:,} lines of orders")  # orders that were cut are none
        found.sections = [one for one in found.sections if len(one.lines) <= SECTION_LINES]
    if any(sum(map(len, one.lines)) > SECTION_LETTERS for one in found.sections):
        _beyond(found, f"{SECTION_LETTERS:,} characters of orders")
        found.sections = [
            one for one in found.sections if sum(map(len, one.lines)) <= SECTION_LETTERS
        ]
    if len(found.sections) > SECTIONS_MOST:
        _beyond(found, f"{SECTIONS_MOST} places with orders")
        del found.sections[SECTIONS_MOST:]
    return found


def kind_of(data: bytes) -> Kind | None:
    """Say which file of ours bytes seem to be, by their first ones; None for none."""
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


def _by_name(name: str) -> Kind | None:
    """Say which file of ours a name says a part is, whatever it holds."""
    if name.endswith(PACK):
        return "pack"
    return "word" if name.endswith(WORD) else None


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
            many = count > PARTS_MOST
            _beyond(found, f"{PARTS_MOST} parts" if many else f"{DEPTH_MOST} levels of parts")
            return
        if part.is_multipart():
            inside: Any = part.get_payload()
            forwards = part.get_content_maintype() == "message"
            if forwards and (packed := _packed(part, inside)) is not None:
                yield source, around, packed
                continue
            open_ += [
                (depth + 1, _within(around, one) if forwards else around, one)
                for one in reversed(inside)
                if isinstance(one, Message)
            ]
            continue
        name = _name(part)
        yield (f"{source}, {_shown(name)}" if name else source), around, part


def _keep(found: Contents, where: str, part: Message, data: bytes, file: bytes) -> None:
    """Keep a part that is more than a text: it has a name, or another kind, or odd signs."""
    if not data and part.get_payload():
        found.wrong.append(f"{where}: no readable bytes")
    text = part.get_content_maintype() == "text" and not _name(part) and is_text(file)
    if data and not text and not data.startswith(ZIP):
        found.pieces.append(Piece("other", where, data))


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


def _packed(part: Message, inside: list[Message]) -> Message | None:
    """Return a forwarded message that is packed as a file is, which the library does not unpack.

    RFC 2046 forbids that; some programs do it.
    """
    encoding = str(part.get("Content-Transfer-Encoding", "")).strip().lower()
    if encoding not in ("base64", "quoted-printable") or len(inside) != 1 or inside[0].keys():
        return None
    file = Message()
    file["Content-Type"], file["Content-Transfer-Encoding"] = "application/octet-stream", encoding
    file.set_payload(inside[0].get_payload())
    return file


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
    reported = escape(name)
    return reported if len(reported) <= NAME_SHOWN else f"{reported[:NAME_SHOWN]}..."


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
    return decoded(data, str(_asked(part.get_content_charset) or ""))


def decoded(data: bytes, charset: str) -> str:
    """Return a text in the charset that it names, or as it can be read.

    Python knows codecs besides that are no charsets: some take minutes, some unpack.
    """
    for name in (charset, "utf-8"):
        with suppress(LookupError, ValueError):
            if codecs.lookup(name).name in CHARSETS:
                return data.decode(name)
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
