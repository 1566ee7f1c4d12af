"""Ed25519 (RFC 8032) as strictly as libsodium verifies it, and which public keys are admitted.

Libraries disagree about signatures that no honest signer makes: whether the order of the group may
be added to S, whether small-order keys count, whether the equation is multiplied by the cofactor.
A log must be valid or not for everybody, so there is one rule (protocol section 2): keys in the
prime-order subgroup by `admissible_key`, then `verify`. Together they leave nothing to a library.
"""

from __future__ import annotations

from functools import cache, lru_cache

from pbem.crypto.backend import bindings
from pbem.errors import FormError, PbemError

KEY_BYTES = 32
SEED_BYTES = 32
SIGNATURE_BYTES = 64

# B + (0, -1): on the curve, canonical, not of small order, and outside the prime-order subgroup.
# libsodium before the end of 2025 took it for inside (CVE-2025-69277).
_OUTSIDE = bytes.fromhex("95" + "99" * 31)


@lru_cache(maxsize=64)
def _pair(seed: bytes) -> tuple[bytes, bytes]:
    if len(seed) != SEED_BYTES:
        raise FormError(f"a signing seed has {SEED_BYTES} bytes, but this one has {len(seed)}")
    return bindings.crypto_sign_seed_keypair(seed)


def public_key(seed: bytes) -> bytes:
    """Return the 32-byte public key of a 32-byte secret seed (RFC 8032, 5.1.5).

    Raises:
        FormError: The seed has another length.
    """
    return _pair(seed)[0]


def sign(seed: bytes, message: bytes) -> bytes:
    """Return the 64-byte signature of ``message`` (RFC 8032, 5.1.6); deterministic.

    Raises:
        FormError: The seed has another length.
    """
    return bindings.crypto_sign(message, _pair(seed)[1])[:SIGNATURE_BYTES]


def verify(public: bytes, message: bytes, signature: bytes) -> bool:
    """Say whether a signature of a message is by a key; wrong lengths are not.

    It asks for canonical S, a canonical key, the cofactorless equation, and no small-order key or
    R. It does not ask whether the key is in the prime-order subgroup: `admissible_key` does, once,
    when a key enters a log.

    Args:
        public: The key, 32 bytes.
        message: The signed bytes.
        signature: 64 bytes.

    Source: RFC 8032, section 5.1.7; docs/protocol.md, section 3.
    """
    # The library reads 32 bytes after the pointer, whatever the length.
    if len(signature) != SIGNATURE_BYTES or len(public) != KEY_BYTES:
        return False
    try:
        bindings.crypto_sign_open(signature + message, public)
    except bindings.REFUSED:
        return False
    return True


def admissible_key(public: bytes) -> bool:
    """Say whether ``public`` is a canonical point of the prime-order subgroup, not the identity."""
    require_sound_library()
    return len(public) == KEY_BYTES and bindings.crypto_core_ed25519_is_valid_point(public)


@cache
def require_sound_library() -> None:
    """Raise `PbemError` if libsodium takes points outside the subgroup for inside; asked once."""
    # PyNaCl can be built against the system's own libsodium; two players of whom one has an old
    # one would disagree about who may join.
    if bindings.crypto_core_ed25519_is_valid_point(_OUTSIDE):
        raise PbemError(
            "this PyNaCl uses a libsodium that accepts points outside the prime-order "
            "subgroup (CVE-2025-69277). Install PyNaCl 1.6.2 or later, with the libsodium "
            "that comes with it"
        )
