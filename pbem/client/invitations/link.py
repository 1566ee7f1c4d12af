"""An invitation as a link: all of it stands after ``#``, so that no server reads it.

::

    ADDRESS#invite=DATA

DATA is base64url (RFC 4648, section 5, without ``=``) of one canonical JSON object with the fields
of `Invitation`. ``card`` is the inviter's card as `pbem.identity.link` packs it. Nothing in it is
an event: who answers signs the opening of the game, and the inviter joins it or does not.
"""

from __future__ import annotations

import binascii
import re
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable
from datetime import date
from typing import NamedTuple, TypeVar

import msgspec

from pbem.crypto import canonical
from pbem.crypto.text import check_name, check_note
from pbem.errors import FormError, KeyFileError
from pbem.identity.card import Card, read_card
from pbem.identity.link import NOWHERE, packed_card, unpacked_card
from pbem.table.events.kinds import Clock

T = TypeVar("T")
VERSION = 1
LINK_MOST = 4_000
"""Letters of DATA."""
WORDS_MOST = 300
"""Letters of the inviter's message."""
OPTIONS_MOST = 40
_LINK = re.compile(r"#invite=([A-Za-z0-9_-]*)")
_WORD = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.-]{0,63}")
_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")


class Invitation(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The proposal of an inviter.

    ``card``: the inviter's, packed; ``side``: the one that the inviter plays; ``options``: name ->
    value as typed; ``until``: the last day on which it may be answered; ``words``: a message.
    """

    card: str
    clock: Clock | None
    options: dict[str, str]
    rules: str
    scenario: str
    side: str
    until: str
    v: int
    version: int
    words: str


CUT_OFF = (
    "This link of an invitation is not whole, or was altered. Copy all of it, or ask for it again."
)
NEWER = "A newer pbem made this invitation. Answer it with that version."


def invitation_link(invitation: Invitation, address: str = NOWHERE) -> str:
    """Return the link of an invitation.

    Args:
        invitation: The invitation.
        address: A site with the program.

    Raises:
        FormError: It is longer than a link may be, or says what none may.
    """
    check(invitation)
    data = encoded(canonical.encode(invitation))
    if len(data) > LINK_MOST:
        raise FormError(
            f"This invitation makes a link of {len(data)} letters, and {LINK_MOST} are allowed. "
            "Write a shorter message."
        )
    return f"{address}#invite={data}"


def linked_invitation(text: str) -> Invitation | None:
    """Return the first invitation that a text has a link of; None where it has none.

    Raises FormError for a link that was cut off or altered, is too long, or is of a newer version.
    """
    found = _LINK.search(text)
    if found is None:
        return None
    if len(found[1]) > LINK_MOST:
        raise FormError(CUT_OFF)
    words = Refused(CUT_OFF, NEWER)
    invitation = read_object(decoded(found[1], CUT_OFF), Invitation, LINK_MOST, words)
    try:
        check(invitation)
    except (FormError, KeyFileError):
        raise FormError(CUT_OFF) from None
    return invitation


class Refused(NamedTuple):
    """The messages about a link that was cut off or altered, and about one of a newer version."""

    cut_off: str
    newer: str


def read_object(data: bytes, form: type[T], most: int, words: Refused) -> T:
    """Return the object of a link, of `VERSION` or an older one; raises FormError.

    ``data``: its JSON. ``form``: its type. ``most``: the most bytes of it. ``words``: what to say
    of one that is refused.
    """
    try:
        plain = canonical.decode(data, most)
        version = plain.get("v") if isinstance(plain, dict) else None
        if not isinstance(version, int) or version <= VERSION:
            return msgspec.convert(plain, form)
    except (FormError, msgspec.ValidationError):
        raise FormError(words.cut_off) from None
    raise FormError(words.newer)


def check(invitation: Invitation) -> None:
    """Refuse what no invitation may say: control characters, other names, a day that is none.

    Raises FormError, KeyFileError.
    """
    if invitation.v != VERSION:
        raise FormError(f"an invitation has version {VERSION}")
    check_name(invitation.rules, "rules")
    words = [invitation.scenario, invitation.side, *invitation.options]
    words += invitation.options.values()
    if len(invitation.options) > OPTIONS_MOST or not all(map(_WORD.fullmatch, words)):
        raise FormError("an invitation names a scenario, a side and options by their short names")
    if len(invitation.words) > WORDS_MOST or "\n" in check_note(invitation.words):
        raise FormError(f"The message of an invitation is one line of {WORDS_MOST} letters at most")
    try:
        date.fromisoformat(invitation.until)
    except ValueError:
        raise FormError("an invitation ends on a day") from None
    if _DAY.fullmatch(invitation.until) is None:
        raise FormError("an invitation ends on a day")
    card_in(invitation)


def card_in(invitation: Invitation) -> Card:
    """Return the inviter's card; raises FormError, KeyFileError."""
    return read_card(card_file_in(invitation))


def card_file_in(invitation: Invitation) -> bytes:
    """Return the file of the inviter's card; raises FormError, KeyFileError."""
    return unpacked_card(decoded(invitation.card, CUT_OFF))


def card_word(data: bytes) -> str:
    """Return the card in a file, ``data``, as an invitation has it; raises KeyFileError."""
    return encoded(packed_card(data))


def encoded(data: bytes) -> str:
    """Return bytes in base64url, without ``=``."""
    return urlsafe_b64encode(data).decode().rstrip("=")


def decoded(text: str, cut_off: str) -> bytes:
    """Return what base64url spells in its one spelling; raises FormError that says ``cut_off``."""
    decode: Callable[[str], bytes] = urlsafe_b64decode
    try:
        data = decode(text + "=" * (-len(text) % 4))
    except (binascii.Error, ValueError):
        raise FormError(cut_off) from None
    if encoded(data) != text:
        raise FormError(cut_off)
    return data
