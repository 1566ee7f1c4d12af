"""The functions of libsodium inside a browser.

The page's worker loads libsodium as WebAssembly and offers it as the module ``pbem_sodium``
(`pbem/web/page/crypto.js`). Its functions return None if libsodium refuses. Each function
here raises `RefusedError` then, and `ValueError` for a value of another length.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pbem_sodium as sodium  # type: ignore[import-not-found,unused-ignore]

POINT = SCALAR = SEED = 32
KEY_PAIR = 64
SIGNATURE = 64


class RefusedError(Exception):
    """Libsodium refuses a value."""


_PLACE = bytearray(1 << 15)
"""Memory from which libsodium takes values: a value that is lent costs more than most functions."""
_AT: int = sodium.address(_PLACE)
_NOTHING = bytes(POINT)
REFUSED = (RefusedError,)
"""The errors that a function raises for a value that libsodium refuses."""


def _bytes(found: Any) -> bytes:
    if found is None:
        raise RefusedError
    return bytes(found.to_bytes())


def _check(value: bytes, size: int) -> None:
    # A function reads as many bytes as it wants after a pointer, whatever the length.
    if len(value) != size:
        raise ValueError(f"{size} bytes are needed, not {len(value)}")


def _takes(name: str, *sizes: int) -> Callable[..., bytes]:
    """Return a function of 32 bytes from values of these sizes."""
    places = [sum(sizes[:number]) for number in range(len(sizes))]
    whole = sum(sizes)
    return _at_once(lambda: sodium.near(name, _AT, whole, *places), *sizes)


def _at_once(asked: Callable[[], bool], *sizes: int) -> Callable[..., bytes]:
    """Return the same, of what works on the values where they lie and says whether it took them."""
    wanted, whole = [*sizes], sum(sizes)

    def call(*values: bytes) -> bytes:
        if [*map(len, values)] != wanted:
            raise ValueError(f"values of {wanted} bytes are needed, not {[*map(len, values)]}")
        _PLACE[:whole] = b"".join(values)
        if not asked():
            raise RefusedError
        found = bytes(_PLACE[:POINT])
        _PLACE[:POINT] = _NOTHING
        return found

    return call


crypto_core_ed25519_add = _takes("crypto_core_ed25519_add", POINT, POINT)
crypto_core_ed25519_sub = _takes("crypto_core_ed25519_sub", POINT, POINT)
crypto_core_ed25519_scalar_add = _takes("crypto_core_ed25519_scalar_add", SCALAR, SCALAR)
crypto_core_ed25519_scalar_sub = _takes("crypto_core_ed25519_scalar_sub", SCALAR, SCALAR)
crypto_core_ed25519_scalar_mul = _takes("crypto_core_ed25519_scalar_mul", SCALAR, SCALAR)
crypto_core_ed25519_scalar_invert = _takes("crypto_core_ed25519_scalar_invert", SCALAR)
crypto_core_ed25519_scalar_reduce = _takes("crypto_core_ed25519_scalar_reduce", 2 * SCALAR)
crypto_scalarmult = _takes("crypto_scalarmult", SCALAR, POINT)
crypto_scalarmult_base = _takes("crypto_scalarmult_base", SCALAR)
crypto_scalarmult_ed25519_noclamp = _takes("crypto_scalarmult_ed25519_noclamp", SCALAR, POINT)
crypto_scalarmult_ed25519_base_noclamp = _takes("crypto_scalarmult_ed25519_base_noclamp", SCALAR)
eight_times = _at_once(lambda: sodium.eight(_AT), POINT)
times_less = _at_once(lambda: sodium.less(_AT), SCALAR, POINT, SCALAR, POINT)
base_times_less = _at_once(lambda: sodium.baseLess(_AT), SCALAR, SCALAR, POINT)


def crypto_core_ed25519_is_valid_point(point: bytes) -> bool:
    """Say whether bytes are a canonical point of the prime-order subgroup."""
    _check(point, POINT)
    _PLACE[:POINT] = point
    return bool(sodium.valid(_AT))


def crypto_sign_seed_keypair(seed: bytes) -> tuple[bytes, bytes]:
    """Return the public key and the secret key of a seed."""
    _check(seed, SEED)
    both = _bytes(sodium.pair(seed))
    return both[:POINT], both[POINT:]


def crypto_sign(message: bytes, secret: bytes) -> bytes:
    """Return the signature of a message, and the message after it.

    ``secret``: 64 bytes, of `crypto_sign_seed_keypair`.
    """
    _check(secret, KEY_PAIR)
    return _bytes(sodium.sign(message, secret)) + message


def crypto_sign_open(signed: bytes, public: bytes) -> bytes:
    """Return the message after a signature by a key; raises one of `REFUSED`."""
    _check(public, POINT)
    message = signed[SIGNATURE:]
    if not _verified(signed[:SIGNATURE], public, message):
        raise RefusedError
    return message


def _verified(signature: bytes, public: bytes, message: bytes) -> bool:
    size = len(signature) + len(public) + len(message)
    if len(signature) != SIGNATURE or size > len(_PLACE):
        return bool(sodium.verify(signature, message, public))
    _PLACE[:size] = signature + public + message
    return bool(sodium.verifyNear(_AT, size))


def crypto_box_seal(message: bytes, public: bytes) -> bytes:
    """Return a message in a sealed box."""
    _check(public, POINT)
    return _bytes(sodium.seal(message, public))


def crypto_box_seal_open(sealed: bytes, public: bytes, secret: bytes) -> bytes:
    """Return what is in a sealed box; `RefusedError` is raised if it does not open."""
    _check(public, POINT)
    _check(secret, SCALAR)
    return _bytes(sodium.unseal(sealed, public, secret))
