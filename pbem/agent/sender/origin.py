"""The origin of a message, and whether a program wrote it (RFC 3834).

``data``: the bytes of a message.
"""

from __future__ import annotations

import re
from email import message_from_bytes
from email.errors import MessageError
from email.message import Message
from email.parser import BytesHeaderParser
from email.utils import parseaddr
from typing import NamedTuple

from pbem import confined
from pbem.agent.sender.heading import TOKEN
from pbem.confined import UnreadableError
from pbem.crypto.text import escape
from pbem.mail.contents import decoded
from pbem.mail.texts import of_html

FOR_OWNER = "X-Pbem-Owner"
"""Marks a report of an agent to its owner: no other agent reports it, or two would never end."""

HEAD_BYTES = 256 * 1024
"""The limit of the headers of a message, far more than any program writes."""

_HEX = re.compile(r"^[0-9a-f]{32}$")
_LISTS = ("bulk", "junk", "list", "auto_reply")
_ID = re.compile(r"<pbem\.[0-9a-z.-]{1,80}@pbem\.invalid>")
SHOWN = 200
HEADER_MOST = 1000
WORDS_BYTES = 256 * 1024
BOUNCE_BYTES = 4 * HEAD_BYTES
WORDS_MOST = 20
"""Lines of somebody's text that are reported to the owner."""


class Origin(NamedTuple):
    """The claims of the headers of a message.

    - ``sender``: The address, in lower case; empty for none.
    - ``token``: The token of a copy of a message of ours.
    - ``bounce``: It says that a message was not delivered.
    - ``ours``: pbem made it.
    - ``for_owner``: It is an agent's report to its owner.
    - ``answers``: Ids of messages of ours.
    """

    sender: str
    subject: str
    automatic: bool
    bounce: bool
    token: str | None
    ours: bool = False
    for_owner: bool = False
    answers: tuple[str, ...] = ()


def origin_of(data: bytes) -> Origin:
    """Read the headers of a message, however broken they are.

    Raises:
        OSError: This computer cannot read them now (`pbem.confined.read`).
    """
    head = data[:HEAD_BYTES]
    try:
        return confined.read(origin_in, (head,), Origin, confined.limits(len(head)))
    except UnreadableError:
        return Origin("", "", automatic=True, bounce=False, token=None)


def origin_in(data: bytes) -> Origin:
    """Read the headers of a message, in a child process."""
    message = BytesHeaderParser().parsebytes(data[:HEAD_BYTES])
    said = _first(message, "From")
    _, sender = parseaddr(said) if len(said) <= HEADER_MOST else ("", "")
    token = _first(message, TOKEN).strip()
    bounce = message.get_content_type() == "multipart/report"
    return Origin(
        sender=escape(sender.lower())[:SHOWN],
        subject=escape(" ".join(_first(message, "Subject").split()))[:SHOWN],
        automatic=bounce or _automatic(message),
        bounce=bounce,
        token=token if _HEX.match(token) else None,
        answers=tuple(_ID.findall(f"{_first(message, 'In-Reply-To')} "[:HEADER_MOST])),
        for_owner=message.get(FOR_OWNER) is not None,
        ours=_ID.search(_first(message, "Message-ID")) is not None,
    )


def _automatic(message: Message) -> bool:
    submitted = _first(message, "Auto-Submitted").strip().lower()
    precedence = _first(message, "Precedence").strip().lower()
    path = message.get("Return-Path")
    return (
        submitted.split(";")[0].strip() not in ("", "no")
        or precedence in _LISTS
        or message.get("List-Id") is not None
        or (path is not None and str(path).strip() == "<>")
    )


class Bounce(NamedTuple):
    """The ids of our messages that a bounce is about, and its reason (RFC 3464)."""

    ids: list[str]
    why: str


NO_BOUNCE = Bounce([], "")


def not_delivered(data: bytes) -> Bounce:
    """Return what a bounce is about.

    Raises:
        OSError: This computer cannot read it now (`pbem.confined.read`).
    """
    said = data[:BOUNCE_BYTES]
    try:
        return confined.read(bounce_in, (said,), Bounce, confined.limits(len(said)))
    except UnreadableError:
        return NO_BOUNCE


def bounce_in(data: bytes) -> Bounce:
    """Read what a bounce is about, in a child process."""
    ids: list[str] = []
    why = ""
    for part in message_from_bytes(data[:BOUNCE_BYTES]).walk():
        diagnosis = str(part.get("Diagnostic-Code") or part.get("Status") or "")
        whom = str(part.get("Final-Recipient") or "")
        if whom or diagnosis:
            why = why or f"{whom.rpartition(';')[2].strip()}: {diagnosis}".strip(": ")
        for text in (part.get("Message-ID"), _text(part)):
            ids += _ID.findall(str(text or ""))
    return Bounce(list(dict.fromkeys(ids)), escape(" ".join(why.split()))[:SHOWN])


def words_of(data: bytes) -> list[str]:
    """Return what somebody wrote: no quotation, armor, orders or footer; a few lines.

    Raises:
        OSError: This computer cannot read it now (`pbem.confined.read`).
    """
    said = data[:WORDS_BYTES]
    try:
        return confined.read(words_in, (said,), list[str], confined.limits(len(said)))
    except UnreadableError:
        return []


def words_in(data: bytes) -> list[str]:
    """Read what somebody wrote, in a child process."""
    parts = message_from_bytes(data[:WORDS_BYTES]).walk()
    text = next((text for part in parts if (text := _plain_text(part)) is not None), "")
    lines: list[str] = []
    inside = False
    for line in text.splitlines():
        text = " ".join(line.split())
        if text.lower().startswith(("#pbem", "-----begin pbem")):
            inside = True
        if text and not inside and not text.startswith((">", "pbem-head")):
            lines.append(escape(text)[:SHOWN])
        if text.lower().startswith(("#end", "-----end pbem")):
            inside = False
    more = ["..."] if len(lines) > WORDS_MOST else []
    return [*lines[:WORDS_MOST], *more]


def _plain_text(part: Message) -> str | None:
    try:
        if part.get_content_maintype() != "text" or part.get_filename():
            return None
        payload = part.get_payload(decode=True)
        charset = str(part.get_content_charset() or "")
        text = decoded(payload, charset) if isinstance(payload, bytes) else ""
    except (MessageError, ValueError, LookupError):
        return None
    return of_html(text) if part.get_content_type() == "text/html" else text


def _first(message: Message, name: str) -> str:
    try:
        return str(message.get(name) or "")
    except (MessageError, ValueError, LookupError):
        return ""


def _text(part: Message) -> str:
    payload = None if part.is_multipart() else part.get_payload()
    return payload if isinstance(payload, str) else ""
