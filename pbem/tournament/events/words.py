"""The requests of players to a tournament: each is signed by its player, in a file of one line.

Source: docs/tournaments.md, section 3.
"""

from __future__ import annotations

from typing import Any

import msgspec

from pbem.crypto import canonical, digest, signing
from pbem.mail.contents import WORD
from pbem.tournament.events.word_kinds import AnyWord, Word

SUFFIX = WORD


def signed_bytes(word: Word) -> bytes:
    """Return what the author of a word signs: the tag and its fields but for the signature."""
    fields: dict[str, Any] = msgspec.to_builtins(word)
    del fields["sig"]
    return digest.tagged("word", canonical.encode(fields))


def sign_word(word: AnyWord, seed: bytes) -> AnyWord:
    """Return the word, signed with ``seed`` (32 bytes)."""
    return msgspec.structs.replace(word, sig=signing.sign(seed, signed_bytes(word)).hex())


def is_signed(word: Word) -> bool:
    """Say whether the key that a word names has signed it, and is one that is admitted."""
    key = bytes.fromhex(word.sign)
    if not word.sig or not signing.admissible_key(key):
        return False
    return signing.verify(key, signed_bytes(word), bytes.fromhex(word.sig))


def word_line(word: AnyWord) -> bytes:
    """Return the line of a word's file, without its end."""
    return canonical.encode(word)
