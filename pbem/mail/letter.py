"""Making the messages that carry a log (docs/mail.md)."""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Mapping
from datetime import datetime
from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime
from types import MappingProxyType

import msgspec

from pbem.cells import wrap
from pbem.crypto.text import check_name, escape
from pbem.errors import FormError, MailError
from pbem.identity.card import is_mailable
from pbem.mail.armor import BEGIN, END, LINES_MOST, lines_of

COLUMNS = 76
"""How wide texts are that are wrapped."""

LINES_A_MESSAGE = 600
"""Lines of armor in one message, about 35 kB."""

ATTACHED = "The log is too long for this text. It is only in the attachment."

ID_DIGITS = 20
"""The digits of an id, in footers and in Message-IDs."""

MAP = "map@pbem.invalid"
"""By which a page names the picture beside it (RFC 2392)."""

NOWHERE = "pbem.invalid"
"""A domain that nobody has (RFC 2606, 2), for the ids of messages."""


class Letter(msgspec.Struct, frozen=True, kw_only=True):
    """The content of a message: events ``first`` to ``last`` of the log, as ``data``.

    - ``to``: Handle -> address or None.
    - ``report`` and ``template``: Lines.
    - ``asked``: The player who is to answer; None if nobody is.
    - ``before``: Number of the event that the message before this one ended with; None for the
      first.
    - ``about``: A word for what is no turn of the game, such as ``claim-2026-12-03``. It
      distinguishes its id and its file from those of the turn.
    - ``cards``: Name of a file -> a card, or the data of the game, that goes along.
    - ``days``: The days that the sender has signed as the umpire.
    - ``confirmation``: The head of the log, confirmed, for a letter with the whole of it.

    ``page``: what mail programs show instead of the text, as HTML without its end; ``picture``: the
    map on it, as PNG. A letter without a page is plain text.
    """

    name: str
    game_id: str
    head: str
    first: int
    last: int
    data: bytes
    subject: str
    sender: tuple[str, str | None]
    to: dict[str, str | None]
    report: list[str]
    template: list[str]
    asked: str | None
    before: int | None
    at: datetime
    about: str = ""
    days: bytes = b""
    confirmation: bytes = b""
    cards: dict[str, bytes] = {}
    page: str = ""
    picture: bytes = b""


def messages(letter: Letter, sender: str | None = None) -> list[EmailMessage]:
    """Return the messages, most often one; the attachment and the report are in the first.

    Anyone who confirms a log sends one: where the text has no room for the log it is attached
    alone. ``sender``: the address to write from, where it is not the one on the card. Raises
    FormError where a name is none that a game or a player can have.
    """
    _check(letter)
    stretches = list(_stretches(letter.data))
    if letter.confirmation and len(stretches) > 1:
        stretches = [[]]
    return [
        _message(letter, lines, part, len(stretches), sender or letter.sender[1])
        for part, lines in enumerate(stretches, 1)
    ]


def how_many(data: bytes) -> int:
    """Return how many messages carry so much of a log: ``data`` are its lines."""
    return len(list(_stretches(data)))


def _stretches(data: bytes) -> Iterator[list[str]]:
    """Yield the armor of each message."""
    armor = _armor(data)
    for at in range(0, max(1, len(armor)), LINES_A_MESSAGE):
        yield armor[at : at + LINES_A_MESSAGE]


def text_of(letter: Letter) -> str:
    """Return the text of the message for pasting, with all of the armor.

    Raises FormError, MailError for a log that is too long for armor.
    """
    _check(letter)
    armor = _armor(letter.data)
    if not armor:
        raise MailError("The log is too long for a text. 'pbem send' writes a file to attach")
    return _text(letter, armor, whole=True)


def plain(
    subject: str,
    sender: tuple[str, str | None],
    to: Mapping[str, str],
    text: str,
    at: datetime,
    *,
    files: Mapping[str, bytes] = MappingProxyType({}),
) -> EmailMessage:
    """Return a message in words, its lines wrapped, with ``files`` (name -> bytes) attached.

    ``sender``: handle and address, None if they have none. ``to``: handle -> address. ``at``: its
    date. Each message has an id of its own, drawn at random.
    """
    message = EmailMessage(policy=SMTP)
    message["Subject"] = _without_encoded(subject)
    message["From"] = address(*sender)
    message["To"] = [address(*one) for one in to.items()]
    message["Date"] = format_datetime(at)
    message["Message-ID"] = f"<pbem.{secrets.token_hex(10)}@{NOWHERE}>"
    text = "\n".join(_wrapped(text)) + "\n"
    message.set_content(text, cte="7bit" if text.isascii() else "quoted-printable")
    for name, data in files.items():
        message.add_attachment(data, maintype="application", subtype="octet-stream", filename=name)
    return message


def _wrapped(text: str) -> Iterator[str]:
    for line in text.splitlines():
        indent = line[: len(line) - len(line.lstrip())]
        yield from wrap(
            line,
            COLUMNS,
            subsequent_indent=f"{indent}  ",
            break_words=False,
        ) or [""]


def _armor(data: bytes) -> list[str]:
    """Return the lines of armor, none for a log that would need more than anybody reads."""
    lines = lines_of(data)
    return lines if len(lines) - 1 <= LINES_MOST else []


def _check(letter: Letter) -> None:
    check_name(letter.name, "name of a game")
    for handle in (letter.sender[0], *letter.to, *([letter.asked] if letter.asked else [])):
        check_name(handle, "handle")


def message_id(game_id: str, seq: int, part: int = 1, about: str = "") -> str:
    """Return the Message-ID of the message that ends with event ``seq``, and is ``about`` it.

    ``part``: its number, from 1, if several messages end there. ``about``: as in `Letter`.
    """
    which = f"{part}.{about}" if about else f"{part}"
    return f"<pbem.{game_id[:ID_DIGITS]}.{seq}.{which}@{NOWHERE}>"


def _message(
    letter: Letter, armor: list[str], part: int, parts: int, sender: str | None
) -> EmailMessage:
    message = EmailMessage(policy=SMTP)
    more = f" (part {part} of {parts})" if parts > 1 else ""
    message["Subject"] = _without_encoded(f"{escape(letter.subject)}{more}")
    message["From"] = address(letter.sender[0], sender)
    known = [address(*one) for one in letter.to.items() if one[1]]
    if known:
        message["To"] = known
    message["Date"] = format_datetime(letter.at)
    message["Message-ID"] = message_id(letter.game_id, letter.last, part, letter.about)
    thread = [message_id(letter.game_id, 0)]
    if letter.before:
        thread.append(message_id(letter.game_id, letter.before))
    if part > 1:
        thread.append(message_id(letter.game_id, letter.last, about=letter.about))
    if letter.last or part > 1:
        message["In-Reply-To"] = thread[-1]
        message["References"] = " ".join(dict.fromkeys(thread))
    text = _text(letter, armor, whole=part == 1)
    message.set_content(text, cte="7bit" if text.isascii() else "quoted-printable")
    if part == 1:
        _add_page(message, letter)
        message.add_attachment(
            letter.data, maintype="application", subtype="octet-stream", filename=file_name(letter)
        )
        files = {
            f"{letter.name}_{letter.sender[0]}.days": letter.days,
            f"{letter.name}_{letter.last:03}_{letter.sender[0]}.head": letter.confirmation,
            **letter.cards,
        }
        for named, data in files.items():
            if data:
                message.add_attachment(
                    data, maintype="application", subtype="octet-stream", filename=named
                )
    return message


def _add_page(message: EmailMessage, letter: Letter) -> None:
    """Add the page as an alternative to the text, with its picture (RFC 2046, 5.1.4; RFC 2387)."""
    if not letter.page:
        return
    last = footer(letter.game_id, letter.last, letter.head)
    end = f'<p style="color:#566070;font-size:12px">{last}</p>\n</body></html>\n'
    message.add_alternative(letter.page + end, subtype="html", cte="quoted-printable")
    if letter.picture:
        body = message.get_body(("html",))
        assert isinstance(body, EmailMessage)  # noqa: S101 - it was added above
        body.add_related(letter.picture, "image", "png", cid=f"<{MAP}>", disposition="inline")


def file_name(letter: Letter) -> str:
    """Return the name of the attachment."""
    return f"{letter.name}_{letter.first:03}-{letter.last:03}.pbem"


def address(handle: str, email: str | None) -> Address:
    """Return an address as it stands in a header; who has none gets one that is nobody's.

    Raises FormError for an address that cannot stand there.
    """
    if email and not is_mailable(email):
        raise FormError(f"'{escape(email[:60])}' is not a plain email address")
    # In its two parts: the library reads a whole one by grammar, and fails at some that are in use.
    user, _, domain = (email or f"{handle}@{NOWHERE}").rpartition("@")
    return Address(display_name=handle, username=user, domain=domain)


def _without_encoded(subject: str) -> str:
    """Return a subject without encoded words (RFC 2047), which strangers may have written.

    The library decodes them where it writes a header. Then a line feed in one ends the header.
    """
    return subject.replace("=?", "= ?")


def _text(letter: Letter, armor: list[str], *, whole: bool) -> str:
    lines: list[str] = []
    if whole:
        lines += letter.report
        if letter.asked is not None:
            lines += ["", f"#pbem {letter.name} {letter.asked}", *letter.template, "#end"]
    lines += ["", BEGIN, *armor, END, ""] if armor else ["", ATTACHED, ""]
    lines += [footer(letter.game_id, letter.last, letter.head)]
    return "\n".join(lines) + "\n"


def footer(game_id: str, seq: int, head: str) -> str:
    """Return the line by which people who never compare files see a fork.

    ``head``: the id of event ``seq``.
    """
    return f"pbem-head {game_id[:ID_DIGITS]} {seq} {head[:ID_DIGITS]}"
