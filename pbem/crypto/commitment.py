"""The commitment to a secret choice (protocol section 7.2)."""

from __future__ import annotations

from hmac import compare_digest

from pbem.crypto.digest import sha256_hex, tagged
from pbem.crypto.text import check_hex, check_name

SALT_BYTES = 32
"""A choice may be one of a handful: only the salt keeps it from being guessed."""


def commit(*, game: str, handle: str, prev: str, label: str, salt: str, value_jcs: bytes) -> str:
    """Return the commitment to a value as 64 hex digits.

    Args:
        game: The id of the game, 64 hex digits.
        handle: The author's handle.
        prev: The id of the event before the seal, 64 hex digits.
        label: The name of the sealed choice.
        salt: 32 random bytes as 64 hex digits.
        value_jcs: The canonical text of the value.

    Raises:
        FormError: A part is not in form. A line feed inside one would let one commitment be opened
            in two ways.

    Source: docs/protocol.md, section 7.
    """
    check_hex(game, 32)
    check_name(handle, "handle")
    check_hex(prev, 32)
    check_name(label, "label")
    check_hex(salt, SALT_BYTES)
    lines = f"{game}\n{handle}\n{prev}\n{label}\n{salt}\n"
    return sha256_hex(tagged("commit", lines.encode("ascii"), value_jcs))


def opens(
    commitment: str, *, game: str, handle: str, prev: str, label: str, salt: str, value_jcs: bytes
) -> bool:
    """Say whether a salt and a value open a commitment.

    Args:
        commitment: 64 hex digits.
        game: The id of the game, 64 hex digits.
        handle: The author's handle.
        prev: The id of the event before the seal, 64 hex digits.
        label: The name of the sealed choice.
        salt: 64 hex digits.
        value_jcs: The canonical text of the value.

    Raises:
        FormError: As `commit`.

    Source: docs/protocol.md, section 7.
    """
    check_hex(commitment, 32)
    again = commit(game=game, handle=handle, prev=prev, label=label, salt=salt, value_jcs=value_jcs)
    return compare_digest(commitment, again)
