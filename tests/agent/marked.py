"""Mail with the postmark of somebody's program (docs/mail.md)."""

from __future__ import annotations

from datetime import datetime
from email import message_from_bytes

from pbem.agent.sender.postmark import POSTMARK, postmark
from toy.people import Person


def marked(raw: bytes, by: Person, to: str, at: datetime) -> bytes:
    """Return a message with a postmark of ``by`` for the file that is attached to it."""
    message = message_from_bytes(raw)
    [data] = [part.get_payload(decode=True) for part in message.walk() if part.get_filename()]
    assert isinstance(data, bytes)
    message[POSTMARK] = postmark(by.identity, [to], by.sits().table.game_id, data, at)
    return bytes(message)
