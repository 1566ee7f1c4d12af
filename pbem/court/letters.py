"""Messages as evidence: which carries what, and what their headers say of it.

Headers are words of who sent and who carried a message; a mailbox can be written by anybody.
"""

from __future__ import annotations

import mailbox
from collections.abc import Iterator, Sequence
from email import policy
from email.errors import MessageError
from email.message import Message
from email.parser import BytesHeaderParser
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from pbem.court.exhibits import Exhibit
from pbem.crypto.text import escape
from pbem.files import MIB, read_plain
from pbem.mail.contents import of_message

SHOWN = 300
"""Letters of a header that are shown."""

RECEIVED_MOST = 20
"""So many stations of a message are told."""

MAIL_BYTES = 96 * MIB


class Letter(NamedTuple):
    """A message of a file: ``number``, from 1 in a mailbox, 0 for the only one.

    ``sender``, ``date``, ``received`` (the last station first): as its headers say; ``carries``.
    """

    number: int
    sender: str
    date: str
    received: tuple[str, ...]
    carries: tuple[Exhibit, ...]


def letters(path: Path, carried: Sequence[Exhibit]) -> Iterator[Letter]:
    """Yield the messages of a mail that carry one of these exhibits, in order."""
    known = {one.digest: one for one in carried}
    for number, message in _messages(path):
        found = of_message(message, "")
        has = [known[digest] for piece in found.pieces
               if (digest := sha256(piece.data).hexdigest()) in known]  # fmt: skip
        if has:
            yield Letter(
                number,
                _header(message, "From"),
                _header(message, "Date"),
                tuple(_all(message, "Received")),
                tuple(dict.fromkeys(has)),
            )


def _messages(path: Path) -> Iterator[tuple[int, Message]]:
    data = read_plain(path, MAIL_BYTES)
    if not data.startswith(b"From "):
        yield 0, _parsed(data)
        return
    box = mailbox.mbox(path, create=False)
    try:
        for number, key in enumerate(box.keys(), 1):
            yield number, _parsed(box.get_bytes(key))
    finally:
        box.close()


def _parsed(data: bytes) -> Message:
    from email import message_from_bytes  # noqa: PLC0415 - one of two readers of the same module

    try:
        return message_from_bytes(data)
    except (MessageError, RecursionError, ValueError, LookupError):
        return BytesHeaderParser(policy=policy.compat32).parsebytes(b"")


def _header(message: Message, name: str) -> str:
    return next(_all(message, name), "")


def _all(message: Message, name: str) -> Iterator[str]:
    """Yield a header as often as it stands there, on one line and not longer than is shown."""
    for value in list(message.get_all(name, []))[:RECEIVED_MOST]:
        told = escape(" ".join(str(value).split()))
        yield told if len(told) <= SHOWN else f"{told[:SHOWN]}..."
