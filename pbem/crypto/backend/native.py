"""The functions of libsodium, as PyNaCl has them."""

from __future__ import annotations

from nacl import exceptions
from nacl.bindings import (
    crypto_box_seal,
    crypto_core_ed25519_add,
    crypto_core_ed25519_is_valid_point,
    crypto_core_ed25519_scalar_add,
    crypto_core_ed25519_scalar_invert,
    crypto_core_ed25519_scalar_mul,
    crypto_core_ed25519_scalar_reduce,
    crypto_core_ed25519_scalar_sub,
    crypto_core_ed25519_sub,
    crypto_scalarmult,
    crypto_scalarmult_base,
    crypto_scalarmult_ed25519_base_noclamp,
    crypto_scalarmult_ed25519_noclamp,
    crypto_sign,
    crypto_sign_open,
    crypto_sign_seed_keypair,
)
from nacl.bindings import crypto_box_seal_open as _open

__all__ = [
    "REFUSED",
    "crypto_box_seal",
    "crypto_box_seal_open",
    "crypto_core_ed25519_add",
    "crypto_core_ed25519_is_valid_point",
    "crypto_core_ed25519_scalar_add",
    "crypto_core_ed25519_scalar_invert",
    "crypto_core_ed25519_scalar_mul",
    "crypto_core_ed25519_scalar_reduce",
    "crypto_core_ed25519_scalar_sub",
    "crypto_core_ed25519_sub",
    "crypto_scalarmult",
    "crypto_scalarmult_base",
    "crypto_scalarmult_ed25519_base_noclamp",
    "crypto_scalarmult_ed25519_noclamp",
    "crypto_sign",
    "crypto_sign_open",
    "crypto_sign_seed_keypair",
]

REFUSED = (exceptions.RuntimeError, exceptions.BadSignatureError)
"""The errors that a function raises for a value that libsodium refuses."""


def crypto_box_seal_open(sealed: bytes, public: bytes, secret: bytes) -> bytes:
    """Return what is in a sealed box.

    Raises:
        RuntimeError: It does not open (one of `REFUSED`).
    """
    try:
        return _open(sealed, public, secret)
    except exceptions.CryptoError as error:
        raise exceptions.RuntimeError(str(error)) from None
