"""A card's fingerprint as words, to be compared over the telephone.

Twelve words of the BIP-39 English list: 128 bits of a SHA-256 over handle and keys, and four bits
that catch most slips of the tongue.

Source: BIP-39; docs/decisions/0005-fingerprint-words.md.
"""

from __future__ import annotations

import re
from functools import cache

from mnemonic import Mnemonic

from pbem.crypto.digest import sha256, tagged
from pbem.identity.card import Card

WORDS = 12
_GROUP = 4
_HASH_BYTES = 16


@cache
def _words() -> Mnemonic:
    return Mnemonic("english")


def fingerprint(card: Card) -> list[str]:
    """Return the twelve words of ``card``.

    The first 128 bits of SHA-256 over ``pbem/fingerprint/v1``, a line feed, and handle, signing key
    and box key (as they stand on the card) with a line feed between. The email is not part of it.
    """
    digest = sha256(tagged("fingerprint", f"{card.handle}\n{card.sign}\n{card.box}".encode()))
    return _words().to_mnemonic(digest[:_HASH_BYTES]).split()


def groups(card: Card) -> list[str]:
    """Return the words in three numbered lines of four, as one reads them to somebody."""
    words = fingerprint(card)
    return [
        f"{start // _GROUP + 1}. {' '.join(words[start : start + _GROUP])}"
        for start in range(0, WORDS, _GROUP)
    ]


def matches(words: str, card: Card) -> bool:
    """Say whether ``words``, as a person typed them, are the fingerprint of ``card``.

    Capitals, digits, punctuation and line breaks do not matter; all twelve words do.
    """
    return re.findall(r"[a-z]+", words.lower()) == fingerprint(card)
