"""The postmark: a header by which a program shows whose mail it brings (docs/mail.md)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from typing import NamedTuple

from pbem.crypto import canonical, text
from pbem.crypto.digest import tagged
from pbem.crypto.signing import sign, verify
from pbem.errors import FormError
from pbem.identity.card import Card
from pbem.identity.identity import Identity

POSTMARK = "X-Pbem-Postmark"
HEADER_BYTES = 4096
BEFORE, AFTER = timedelta(days=1), timedelta(days=30)
"""So long before and after its date a message with a postmark may reach a mailbox."""

ROUND_IT, A_BYTE = 262_144, 4
"""The most bytes around a message's log, and for each byte of it, which stands there twice."""

_NAME = "[a-z0-9][a-z0-9._-]{0,31}"
_FORM = re.compile(
    rf"v=1;by=({_NAME});to=({_NAME}(?:,{_NAME}){{0,31}});at=([0-9TZ:-]{{20}});"
    r"game=([0-9a-f]{64});parcel=([0-9a-f]{64});size=(0|[1-9][0-9]{0,8});sig=([0-9a-f]{128})"
)
_BLANKS = re.compile("[ \t\r\n]+")


class Postmark(NamedTuple):
    """The content of the header; nothing of it is believed before `good` has looked at it.

    ``at``: UTC as in events; ``game``, ``parcel``: SHA-256 in hex; ``size``: bytes of the log;
    ``sig``: 128 hex digits, which also name the postmark.
    """

    by: str
    to: tuple[str, ...]
    at: str
    game: str
    parcel: str
    size: int
    sig: str = ""


def postmark(identity: Identity, to: Iterable[str], game: str, log: bytes, at: datetime) -> str:
    """Return the header that ``identity`` signs for the handles ``to``.

    ``game``: its id. ``log``: the bytes that the message carries. ``at``: when. No word of the
    header is so long that a library would encode it to fold the line.
    """
    time = at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    made = Postmark(identity.handle, tuple(to), time, game, sha256(log).hexdigest(), len(log))
    signature = sign(identity.sign_seed, _signed(made)).hex()
    return (
        f"v=1; by={made.by}; to={', '.join(made.to)}; at={time}; game={game}; "
        f"parcel={made.parcel}; size={made.size}; sig={signature[:64]} {signature[64:]}"
    )


def read_postmark(header: str) -> Postmark | None:
    """Return what a header says, None where it has not the form."""
    if len(header) > HEADER_BYTES:
        return None
    found = _FORM.fullmatch(_BLANKS.sub("", header))
    if found is None:
        return None
    by, to, at, game, parcel, size, sig = found.groups()
    try:
        text.check_time(at)
    except FormError:
        return None
    return Postmark(by, tuple(to.split(",")), at, game, parcel, int(size), sig)


def signer(mark: Postmark, me: str, cards: Sequence[Card], size: int, came: datetime) -> str | None:
    """Return the key of the card by which a postmark is good for ``me``, in hex; None if it is not.

    A copy that comes back to its author is good whatever its time and size: a wrong clock could
    hide what was signed. Whether the postmark counted before, and whether the message holds its
    parcel, is not known here.

    Args:
        mark: The postmark.
        me: The reader.
        cards: The reader's cards, present and former.
        size: The bytes of the message.
        came: The time when it reached the mailbox.

    Source: docs/mail.md, "The postmark".
    """
    if mark.by != me and (me not in mark.to or not _fits(mark, size, came)):
        return None
    signed, signature = _signed(mark), bytes.fromhex(mark.sig)
    for card in cards:
        if card.handle == mark.by and verify(bytes.fromhex(card.sign), signed, signature):
            return card.sign
    return None


def _fits(mark: Postmark, size: int, came: datetime) -> bool:
    """Say whether a message came when its postmark says, and is no larger than that allows."""
    at = datetime.strptime(mark.at, "%Y-%m-%dT%H:%M:%SZ").replace(tzinfo=UTC)
    return -BEFORE <= came - at <= AFTER and size <= ROUND_IT + A_BYTE * mark.size


def _signed(mark: Postmark) -> bytes:
    fields = {**mark._asdict(), "v": 1, "to": list(mark.to)}
    del fields["sig"]
    return tagged("postmark", canonical.encode(fields))
