"""Sealed boxes: what only the holder of an X25519 key reads (libsodium's ``crypto_box_seal``).

A sealed box hides its content and says nothing about who sealed it; in a log the signature of the
event around it does.

Source: libsodium, crypto_box_seal; docs/protocol-cards.md, section 3.1.
"""

from __future__ import annotations

from pbem.crypto.backend import bindings
from pbem.errors import FormError

KEY_BYTES = 32
OVERHEAD_BYTES = 48
"""How much longer a box is than what it holds: a one-time key and an authenticator."""

_FIELD = 2**255 - 19
# As X25519 reads it (RFC 7748, section 5) this is the scalar 2^254. It sends to zero exactly the
# points whose order is a power of two, on the curve (at most 8) and on its twist (at most 4).
_POWER_OF_TWO = bytes(32)


def box_public(secret: bytes) -> bytes:
    """Return the 32-byte public key of a 32-byte X25519 secret (RFC 7748, 6.1).

    Raises:
        FormError: The secret has another length.
    """
    _check_key(secret)
    return bindings.crypto_scalarmult_base(secret)


def admissible_box_key(public: bytes) -> bool:
    """Say whether ``public`` may stand in a log as a box key.

    It must be canonical (below 2^255 - 19, top bit clear: X25519 reads other spellings as the same
    key) and not of small order: a box to such a key, all zeros included, anybody can open. A key
    on the twist, or one with a part of small order, harms its owner alone and is admitted.

    Source: docs/protocol.md, section 2.
    """
    if len(public) != KEY_BYTES or int.from_bytes(public, "little") >= _FIELD:
        return False
    try:
        bindings.crypto_scalarmult(_POWER_OF_TWO, public)
    except bindings.REFUSED:
        return False
    return True


def seal(public: bytes, data: bytes) -> bytes:
    """Return ``data`` in a box that only the secret of ``public`` opens, 48 bytes longer.

    Raises `FormError` if the key is not admissible. Two boxes of the same data differ.
    """
    if not admissible_box_key(public):
        raise FormError("this box key cannot keep a secret: it is not an acceptable X25519 key")
    return bindings.crypto_box_seal(data, public)


def unseal(secret: bytes, sealed: bytes) -> bytes:
    """Return what is in a box; raise `FormError` if ``secret`` does not open it.

    Args:
        secret: The X25519 secret, 32 bytes.
        sealed: The box: `OVERHEAD_BYTES` more than its content.
    """
    public = box_public(secret)
    if len(sealed) < OVERHEAD_BYTES:
        raise FormError(
            f"a sealed box has at least {OVERHEAD_BYTES} bytes, but this one has {len(sealed)}"
        )
    try:
        return bindings.crypto_box_seal_open(sealed, public, secret)
    except bindings.REFUSED:
        raise FormError(
            "the box does not open: it is for another key, or somebody changed it"
        ) from None


def _check_key(key: bytes) -> None:
    if len(key) != KEY_BYTES:
        raise FormError(f"a box key has {KEY_BYTES} bytes, not {len(key)}")
