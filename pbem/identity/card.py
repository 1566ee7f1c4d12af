"""The player card: the public half of an identity, which players send each other.

A card is one file ``HANDLE.card`` of one canonical JSON line::

    {"card":{"box":HEX,"email":TEXT or null,"handle":NAME,"sign":HEX,"v":1},"sig":HEX}

signed by its own key over ``pbem/card-file/v1``, a line feed and the canonical text of ``card``.
The signature shows that the card is whole and that its maker has the signing key. It cannot show
who that is: compare the fingerprint over another channel.
"""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from pbem.crypto import canonical
from pbem.crypto.box import admissible_box_key
from pbem.crypto.digest import tagged
from pbem.crypto.signing import SIGNATURE_BYTES, admissible_key, sign, verify
from pbem.crypto.text import check_hex, check_name, escape
from pbem.errors import FormError, KeyFileError
from pbem.identity.files import write_atomically

if TYPE_CHECKING:
    from pbem.identity.identity import Identity

VERSION = 1
SUFFIX = ".card"
CARD_BYTES = 1_024
"""Longest card: all fields at their longest need about 640 bytes."""
EMAIL_BYTES = 254
"""Longest address that mail can carry (RFC 5321, 4.5.3.1.3, without its brackets)."""

_BEGINS = b'{"card":'
# Printable ASCII without what separates addresses in a mail's header. It names all that is left:
# a pattern of all other characters takes Python 2 ms to compile, at each start.
_EMAIL = re.compile(r"[!#-'*+\-./0-9=?A-Z^-~]+@[a-zA-Z0-9.-]+")
_MAILABLE = re.compile(r"(?!.*=\?).+@[a-zA-Z0-9-]+(\.[a-zA-Z0-9-]+)*")
"""It has no encoded word (RFC 2047), and its domain has one dot between two labels."""


class Card(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The content of a player card.

    ``sign`` and ``box`` are public keys as 64 hex digits. ``email`` may be null. A card from
    `read_card` or `make_card` has admissible keys.
    """

    handle: str
    sign: str
    box: str
    email: str | None
    v: int


def is_card(data: bytes) -> bool:
    """Say whether a file begins as a card does."""
    return data.startswith(_BEGINS)


class _Signed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    card: Card
    sig: str


def make_card(identity: Identity, email: str | None = None) -> bytes:
    """Return the bytes of the card file of ``identity``.

    Raises `KeyFileError` if ``email`` is not an address that can stand on a card.
    """
    card = Card(
        identity.handle, identity.sign_public.hex(), identity.box_public.hex(), email, VERSION
    )
    try:
        _check(card)
        if reached(card) != card:
            raise _no_email(card)
    except FormError as error:
        raise KeyFileError(f"pbem cannot make a card: {error}") from None
    signature = sign(identity.sign_seed, _signed_bytes(card))
    return canonical.encode(_Signed(card, signature.hex())) + b"\n"


@lru_cache(maxsize=256)  # an agent reads the cards of its client whenever it looks at its mailbox
def read_card(data: bytes) -> Card:
    """Return what the card file ``data`` says, if it is whole and signed by its own key.

    Raises `KeyFileError`: not in form, altered, or with a key that is not admissible.
    """
    if not data.endswith(b"\n"):
        raise KeyFileError("it is not a player card: its last line feed is missing")
    try:
        signed = canonical.decode_as(data[:-1], _Signed, CARD_BYTES)
        _check(signed.card)
        signature = check_hex(signed.sig, SIGNATURE_BYTES)
    except FormError as error:
        raise KeyFileError(f"it is not a player card: {error}") from None
    card = signed.card
    if not verify(bytes.fromhex(card.sign), _signed_bytes(card), signature):
        raise KeyFileError(
            f"The card of {card.handle} does not carry a valid signature: somebody changed it. "
            "Ask for the file again."
        )
    return card


def is_mailable(email: str) -> bool:
    """Say whether an address can stand in the header of a mail."""
    return _EMAIL.fullmatch(email) is not None and _MAILABLE.fullmatch(email) is not None


def reached(card: Card) -> Card:
    """Return a card without its address if no mail can be written to it.

    Anyone can sign a card with any address. It must not stop mail to the others in a game.
    """
    if card.email is None or is_mailable(card.email):
        return card
    return msgspec.structs.replace(card, email=None)


def write_card(folder: Path, data: bytes, *, overwrite: bool = False) -> Path:
    """Write a card as ``HANDLE.card`` and return its path.

    Args:
        folder: The folder.
        data: The card.
        overwrite: Replace a file that is there.

    Raises:
        KeyFileError: It is no valid card, the file is there already, or it cannot be written.
    """
    path = folder / f"{read_card(data).handle}.card"
    write_atomically(path, data, overwrite=overwrite)
    return path


def _check(card: Card) -> None:
    if card.v != VERSION:
        raise FormError(f"it has version {card.v}, and this pbem reads version {VERSION}")
    check_name(card.handle, "handle")
    if not admissible_key(check_hex(card.sign, 32)):
        raise FormError("its signing key is not a point of the prime-order subgroup")
    if not admissible_box_key(check_hex(card.box, 32)):
        raise FormError("its box key has a small order or is not canonical")
    if card.email is not None and not (
        len(card.email) <= EMAIL_BYTES and _EMAIL.fullmatch(card.email)
    ):
        raise _no_email(card)


def _no_email(card: Card) -> FormError:
    return FormError(f"'{escape((card.email or '')[:60])}' is not a plain email address")


def _signed_bytes(card: Card) -> bytes:
    return tagged("card-file", canonical.encode(card))
