"""An invitation as a link: all of it stands after ``#``, so that no server reads it.

::

    ADDRESS#invite=DATA

DATA is base64url (RFC 4648, section 5, without ``=``) of one canonical JSON object with the fields
of `Invitation`. ``card`` is the inviter's card as `pbem.identity.link` packs it. Nothing in it is
an event: who answers signs the opening of the game, and the inviter joins it or does not.

An invitation to a game of a table file has version 2, and says which file (`TableFile`).
"""

from __future__ import annotations

import binascii
import re
import zlib
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
PLAIN, VERSION = 1, 2
"""The version of an invitation without a table file, and of one with it."""
LINK_MOST = 4_000
"""Letters of DATA without a table file."""
TABLE_MOST = 8_000
"""Letters of DATA with one; some mail programs cut longer links."""
NAME_MOST = 80
"""Letters of the title of a table, and of the name of a side."""
SIDES_MOST = 32
WORDS_MOST = 300
"""Letters of the inviter's message."""
OPTIONS_MOST = 40
_LINK = re.compile(r"#invite=([A-Za-z0-9_-]*)")
_WORD = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.-]{0,63}")
_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_DIGEST = re.compile(r"[0-9a-f]{64}")


class TableFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The table file of a game: it comes in the link, or beside it.

    ``digest``: as the opening of the game names it; ``file``: its bytes by `packed`, empty if they
    are too long for a link; ``title``, ``sides``: as it says them, side -> name.
    """

    digest: str
    file: str
    sides: dict[str, str]
    title: str


class Invitation(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The proposal of an inviter.

    ``card``: the inviter's, packed; ``side``: the one that the inviter plays; ``options``: name ->
    value as typed; ``until``: the last day on which it may be answered; ``words``: a message.
    ``table``: the table file, for a game that has one of its own.
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
    table: TableFile | msgspec.UnsetType = msgspec.UNSET


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
    data, most = encoded(canonical.encode(invitation)), _most(invitation)
    if len(data) > most:
        raise FormError(
            f"This invitation makes a link of {len(data)} letters, and {most} are allowed. "
            "Write a shorter message."
        )
    return f"{address}#invite={data}"


def _most(invitation: Invitation) -> int:
    return LINK_MOST if invitation.table is msgspec.UNSET else TABLE_MOST


def fitted(invitation: Invitation) -> Invitation:
    """Return an invitation that fits into a link: without its table file if that is too long."""
    table = invitation.table
    if not isinstance(table, TableFile):
        return invitation
    if len(table.file) <= TABLE_MOST and len(encoded(canonical.encode(invitation))) <= TABLE_MOST:
        return invitation
    return msgspec.structs.replace(invitation, table=msgspec.structs.replace(table, file=""))


def linked_invitation(text: str) -> Invitation | None:
    """Return the first invitation that a text has a link of; None where it has none.

    Raises FormError for a link that was cut off or altered, is too long, or is of a newer version.
    """
    found = _LINK.search(text)
    if found is None:
        return None
    if len(found[1]) > TABLE_MOST:
        raise FormError(CUT_OFF)
    words = Refused(CUT_OFF, NEWER, VERSION)
    invitation = read_object(decoded(found[1], CUT_OFF), Invitation, TABLE_MOST, words)
    try:
        check(invitation)
    except (FormError, KeyFileError):
        raise FormError(CUT_OFF) from None
    if len(found[1]) > _most(invitation):
        raise FormError(CUT_OFF)
    return invitation


class Refused(NamedTuple):
    """The messages about a link that was cut off or altered, and about one that is newer.

    ``version``: the newest that is read.
    """

    cut_off: str
    newer: str
    version: int


def read_object(data: bytes, form: type[T], most: int, words: Refused) -> T:
    """Return the object of a link, of a version that is read here; raises FormError.

    ``data``: its JSON. ``form``: its type. ``most``: the most bytes of it. ``words``: what to say
    of one that is refused.
    """
    try:
        plain = canonical.decode(data, most)
        version = plain.get("v") if isinstance(plain, dict) else None
        if not isinstance(version, int) or version <= words.version:
            return msgspec.convert(plain, form)
    except (FormError, msgspec.ValidationError):
        raise FormError(words.cut_off) from None
    raise FormError(words.newer)


def check(invitation: Invitation) -> None:
    """Refuse what no invitation may say: control characters, other names, a day that is none.

    Raises FormError, KeyFileError.
    """
    table = invitation.table
    if invitation.v != (PLAIN if table is msgspec.UNSET else VERSION):
        raise FormError(f"an invitation has version {PLAIN}, with a table file {VERSION}")
    check_name(invitation.rules, "rules")
    words = [invitation.scenario, invitation.side, *invitation.options]
    words += invitation.options.values()
    if isinstance(table, TableFile):
        words += table.sides
        _check_table(table)
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


def _check_table(table: TableFile) -> None:
    said = [table.title, *table.sides.values()]
    lines = (check_note(one) for one in said)
    if any(not 0 < len(one) <= NAME_MOST or "\n" in one for one in lines):
        raise FormError(f"A table and its sides have names of {NAME_MOST} letters at most")
    if not _DIGEST.fullmatch(table.digest) or not 1 < len(table.sides) <= SIDES_MOST:
        raise FormError("an invitation names a table file by its digest, and 2 sides or more")


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


def packed(data: bytes) -> str:
    """Return bytes as a zlib stream in base64url."""
    return encoded(zlib.compress(data, 9))


def unpacked(text: str, most: int, cut_off: str) -> bytes:
    """Return what `packed` packed.

    Args:
        text: The packed bytes.
        most: The most bytes that it may unpack to.
        cut_off: The text of an error.

    Raises:
        FormError: It is altered, cut off or too large.
    """
    stream, unpacker = decoded(text, cut_off), zlib.decompressobj()
    try:
        data = unpacker.decompress(stream, most)
    except zlib.error:
        raise FormError(cut_off) from None
    if not unpacker.eof or unpacker.unused_data:
        raise FormError(cut_off)
    return data
