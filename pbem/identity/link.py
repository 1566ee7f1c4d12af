"""A player card as a link: all of it stands after ``#``, so that no server reads it.

::

    ADDRESS#card=DATA

DATA is base64url (RFC 4648, section 5, without ``=``). It encodes a byte 1, the box key, the
signing key, the signature of the card, the handle in UTF-8, a byte 0, and the address in UTF-8. The
card's file is made from these again, and its signature is checked as that of any card.
"""

from __future__ import annotations

import binascii
import re
from base64 import urlsafe_b64decode, urlsafe_b64encode

import msgspec

from pbem.crypto import canonical
from pbem.errors import FormError, KeyFileError
from pbem.identity.card import VERSION, Card, read_card

NOWHERE = "pbem:"
"""The address of a link where no site has the program."""
KEY = 32
SIGNATURE = 64
_SITE = re.compile(r"https://[A-Za-z0-9.-]+(:[0-9]{1,5})?/[A-Za-z0-9._~/-]*")
_LINK = re.compile(r"#card=([A-Za-z0-9_-]{8,800})")


def check_site(address: str) -> str:
    """Return the address of a site that others can open; raises FormError for anything else."""
    if _SITE.fullmatch(address) is None:
        raise FormError(
            "This is not the address of a page that others can open. One looks like "
            "https://play.example.org/."
        )
    return address


def card_link(data: bytes, address: str = NOWHERE) -> str:
    """Return the link of the card in a file.

    Args:
        data: The file.
        address: A site with the program.

    Raises:
        KeyFileError: It is no card.
    """
    packed = urlsafe_b64encode(packed_card(data)).decode().rstrip("=")
    return f"{address}#card={packed}"


def packed_card(data: bytes) -> bytes:
    """Return the card in a file as a link has it; raises KeyFileError."""
    card = read_card(data)
    signature = msgspec.json.decode(data)["sig"]
    keys = bytes.fromhex(card.box + card.sign + signature)
    words = f"{card.handle}\0{card.email or ''}".encode()
    return bytes([VERSION]) + keys + words


def linked_card(text: str) -> bytes | None:
    """Return the file of the first card that a text has a link of; None where it has none.

    Raises KeyFileError for a link that was cut off or altered.
    """
    found = _LINK.search(text)
    if found is None:
        return None
    try:
        return unpacked_card(urlsafe_b64decode(found[1] + "=" * (-len(found[1]) % 4)))
    except binascii.Error:
        raise KeyFileError(CUT_OFF) from None


def unpacked_card(packed: bytes) -> bytes:
    """Return the file of a card as a link has it; raises KeyFileError."""
    try:
        words = packed[1 + 2 * KEY + SIGNATURE :].decode()
    except UnicodeDecodeError:
        raise KeyFileError(CUT_OFF) from None
    if len(packed) < 1 + 2 * KEY + SIGNATURE:
        raise KeyFileError(CUT_OFF)
    handle, _, email = words.partition("\0")
    box, sign, signature = (
        packed[begin:end].hex()
        for begin, end in (
            (1, 1 + KEY),
            (1 + KEY, 1 + 2 * KEY),
            (1 + 2 * KEY, 1 + 2 * KEY + SIGNATURE),
        )
    )
    card = Card(handle, sign, box, email or None, packed[0])
    data = canonical.encode({"card": card, "sig": signature}) + b"\n"
    try:
        read_card(data)
    except KeyFileError:
        raise KeyFileError(CUT_OFF) from None
    return data


CUT_OFF = "This link of a card is not whole, or was altered. Copy all of it, or ask for it again."
