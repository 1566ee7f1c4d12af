"""The prime-order subgroup of edwards25519: points, scalars and hashing to it, on libsodium.

A point is its 32 canonical bytes, a scalar 32 bytes little-endian below the order. A value from
somebody else is admitted by `admissible_point` and `admissible_scalar` before it is computed with.
A computed value may be the identity or zero, and every function here but `times` accepts both.

Source: RFC 8032, section 5.1; docs/protocol-cards.md, section 2.
"""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha512

from pbem.crypto.backend import bindings
from pbem.crypto.signing import admissible_key
from pbem.errors import FormError

POINT_BYTES = 32
SCALAR_BYTES = 32

ORDER = 2**252 + 27742317777372353535851937790883648493
"""The order q of the prime-order subgroup of edwards25519 (RFC 8032, 5.1)."""
IDENTITY = b"\x01" + bytes(31)
BASE = bytes.fromhex("58" + "66" * 31)
"""The base point B (RFC 8032, 5.1)."""
ZERO = bytes(32)

_FIELD = 2**255 - 19
_SUITE = b"\x03"
# The torsion points have orders 1, 2, 4 and 8. These are the encodings of y = 1 and y = -1, the
# only ones with x = 0. For these a set sign bit is another spelling (RFC 8032, 5.1.3, step 4).
_NO_X = frozenset({1, _FIELD - 1})

admissible_point = admissible_key
"""Every point that somebody sends must be what a key must be."""
add = bindings.crypto_core_ed25519_add
subtract = bindings.crypto_core_ed25519_sub
scalar_add = bindings.crypto_core_ed25519_scalar_add
scalar_subtract = bindings.crypto_core_ed25519_scalar_sub
scalar_times = bindings.crypto_core_ed25519_scalar_mul
scalar_inverse = bindings.crypto_core_ed25519_scalar_invert
"""One over a scalar that is not zero."""


class OutsideSubgroupError(Exception):
    """A point that is not one of the prime-order subgroup in its canonical spelling."""


def admissible_scalar(data: bytes) -> bool:
    """Say whether ``data`` is 32 bytes that spell a number from 1 to q-1."""
    return len(data) == SCALAR_BYTES and 0 < int.from_bytes(data, "little") < ORDER


def scalar(number: int) -> bytes:
    """Return a number that everybody may know, modulo q, as a scalar."""
    return (number % ORDER).to_bytes(SCALAR_BYTES, "little")


def times(scalar: bytes, point: bytes) -> bytes:
    """Return scalar * point for a 32-byte scalar below q.

    Raises `OutsideSubgroupError` unless ``point`` is canonical, in the prime-order subgroup and
    not the identity: libsodium's multiplication checks that itself, so asking before would double
    the cost. It also refuses a product that is the identity; in the subgroup only the scalar 0
    gives that.
    """
    if scalar == ZERO:
        if not admissible_point(point):
            raise OutsideSubgroupError
        return IDENTITY
    try:
        return bindings.crypto_scalarmult_ed25519_noclamp(scalar, point)
    except bindings.REFUSED:
        raise OutsideSubgroupError from None


def times_base(scalar: bytes) -> bytes:
    """Return scalar * B."""
    if scalar == ZERO:
        return IDENTITY
    return bindings.crypto_scalarmult_ed25519_base_noclamp(scalar)


def times_less(a: bytes, p: bytes, b: bytes, q: bytes) -> bytes:
    """Return a*P - b*Q; raises `OutsideSubgroupError` for a point that `times` refuses."""
    if ZERO in (a, b):
        return subtract(times(a, p), times(b, q))
    try:
        return bindings.times_less(a, p, b, q)
    except bindings.REFUSED:
        raise OutsideSubgroupError from None


def base_times_less(a: bytes, b: bytes, q: bytes) -> bytes:
    """Return a*B - b*Q; raises `OutsideSubgroupError` for a point that `times` refuses."""
    if ZERO in (a, b):
        return subtract(times_base(a), times(b, q))
    try:
        return bindings.base_times_less(a, b, q)
    except bindings.REFUSED:
        raise OutsideSubgroupError from None


def multiple(scalar: bytes, point: bytes) -> bytes:
    """Return scalar * point for a point that was admitted, or computed: then it may be zero."""
    return IDENTITY if point == IDENTITY or scalar == ZERO else times(scalar, point)


def total(points: Iterable[bytes]) -> bytes:
    """Return the sum of points, the identity if there are none."""
    found = IDENTITY
    for point in points:
        found = add(found, point)
    return found


def weighed(scalars: Iterable[bytes], points: Iterable[bytes]) -> bytes:
    """Return the sum of each scalar times its point; as many of the ones as of the others."""
    return total(multiple(k, point) for k, point in zip(scalars, points, strict=True))


def encode_to_curve(salt: bytes, alpha: bytes) -> bytes:
    """Return the point of ``alpha`` by try-and-increment (RFC 9381, 5.4.1.1, suite 0x03).

    Args:
        salt: The bytes before the input.
        alpha: The input.

    Raises:
        FormError: No try gives a point, which nobody will ever see.
    """
    for counter in range(256):
        digest = sha512(b"%b\x01%b%b%c\x00" % (_SUITE, salt, alpha, counter)).digest()
        point = eight_times(digest[:32])
        if point is not None and point != IDENTITY:
            return point
    # Each try fails with probability 1/2, so nobody will ever see this.
    raise FormError("this input gives no point of the curve")


def eight_times(encoded: bytes) -> bytes | None:
    """Return 8*P for the point that ``encoded`` spells, or None (RFC 8032, 5.1.3)."""
    number = int.from_bytes(encoded, "little")
    y = number & (1 << 255) - 1
    # libsodium would take these other spellings of a point.
    if y >= _FIELD or (number != y and y in _NO_X):
        return None
    try:
        return bindings.eight_times(encoded)
    except bindings.REFUSED:
        return None
