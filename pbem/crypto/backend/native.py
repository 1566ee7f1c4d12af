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
    "base_times_less",
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
    "eight_times",
    "times_less",
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


def eight_times(point: bytes) -> bytes:
    """Return eight times a point.

    Raises:
        RuntimeError: It is no point (one of `REFUSED`).
    """
    double = crypto_core_ed25519_add(point, point)
    quadruple = crypto_core_ed25519_add(double, double)
    return crypto_core_ed25519_add(quadruple, quadruple)


def times_less(a: bytes, p: bytes, b: bytes, q: bytes) -> bytes:
    """Return a*P - b*Q, by the functions of libsodium that multiply and subtract.

    Raises:
        RuntimeError: They refuse a point, or a product (one of `REFUSED`).
    """
    less = crypto_scalarmult_ed25519_noclamp(b, q)
    return crypto_core_ed25519_sub(crypto_scalarmult_ed25519_noclamp(a, p), less)


def base_times_less(a: bytes, b: bytes, q: bytes) -> bytes:
    """Return a*B - b*Q for the base point B, as `times_less`.

    Raises:
        RuntimeError: As there.
    """
    less = crypto_scalarmult_ed25519_noclamp(b, q)
    return crypto_core_ed25519_sub(crypto_scalarmult_ed25519_base_noclamp(a), less)
