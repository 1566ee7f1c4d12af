"""The verifiable random function ECVRF-EDWARDS25519-SHA512-TAI (RFC 9381, suite 0x03).

A keeper's secret maps an input ``alpha`` to one output ``beta``; the proof shows to everybody that
it is the one. Stricter than the RFC: key and Gamma must lie in the prime-order subgroup, so that
nothing depends on how a library treats torsion; no honest prover is affected. Many valid proofs of
one output exist: compare outputs, never proofs.
"""

from __future__ import annotations

from functools import lru_cache
from hashlib import sha512

from pbem.crypto import group
from pbem.crypto.backend import bindings
from pbem.crypto.signing import admissible_key, require_sound_library
from pbem.errors import FormError

SECRET_BYTES = 32
PUBLIC_BYTES = 32
PROOF_BYTES = 80
OUTPUT_BYTES = 64

_SUITE = b"\x03"
_CHALLENGE_BYTES = 16


def vrf_public(secret: bytes) -> bytes:
    """Return the 32-byte public key Y of a 32-byte secret (RFC 9381, 5.5: as in RFC 8032).

    Raises:
        FormError: The secret has another length.
    """
    return _expand(secret)[2]


def prove(secret: bytes, alpha: bytes) -> bytes:
    """Return the 80-byte proof pi of the output for ``alpha`` (RFC 9381, 5.1).

    Raises:
        FormError: The secret has another length.
    """
    x, nonce_key, public = _expand(secret)
    h = group.encode_to_curve(public, alpha)
    gamma = group.times(x, h)
    k = _nonce(nonce_key, h)
    c = _challenge(public, h, gamma, group.times_base(k), group.times(k, h))
    s = group.scalar_add(k, group.scalar_times(c, x))
    return gamma + c[:_CHALLENGE_BYTES] + s


def verify(public: bytes, alpha: bytes, proof: bytes) -> bytes | None:
    """Return the output beta (64 bytes) of a valid proof, else None.

    Wrong lengths are not valid. Nor is s beyond the group order, or a key or Gamma that is not a
    canonical point of the prime-order subgroup.

    Args:
        public: The dice key, 32 bytes.
        alpha: The input.
        proof: 80 bytes.

    Source: RFC 9381, section 5.3.
    """
    if len(proof) != PROOF_BYTES or len(public) != PUBLIC_BYTES:
        return None
    require_sound_library()
    gamma, c, s = _split(proof)
    if int.from_bytes(s, "little") >= group.ORDER:
        return None
    h = group.encode_to_curve(public, alpha)
    try:
        u = group.base_times_less(s, c, public)
        v = group.times_less(s, h, c, gamma)
    except group.OutsideSubgroupError:
        return None
    return _output(gamma) if _challenge(public, h, gamma, u, v) == c else None


def output(proof: bytes) -> bytes:
    """Return the output beta of a proof that is known to be valid (RFC 9381, 5.2).

    It does not verify. Raises `FormError` if the proof cannot even be taken apart.
    """
    if len(proof) != PROOF_BYTES or not admissible_key(proof[:32]):
        raise FormError("a VRF proof must have 80 bytes that begin with a point")
    return _output(proof[:32])


@lru_cache(maxsize=64)
def _expand(secret: bytes) -> tuple[bytes, bytes, bytes]:
    """Return the scalar x, the key of the nonce, and Y = x*B (RFC 8032, 5.1.5)."""
    if len(secret) != SECRET_BYTES:
        raise FormError(f"a VRF secret has {SECRET_BYTES} bytes, but this one has {len(secret)}")
    digest = sha512(secret).digest()
    x = bytearray(digest[:32])
    x[0] &= 0xF8
    x[31] = x[31] & 0x7F | 0x40
    return bytes(x), digest[32:], group.times_base(bytes(x))


def _split(proof: bytes) -> tuple[bytes, bytes, bytes]:
    """Return Gamma, c and s, the scalars as 32 bytes (RFC 9381, 5.4.4)."""
    return proof[:32], proof[32:48] + bytes(32 - _CHALLENGE_BYTES), proof[48:]


def _nonce(nonce_key: bytes, h: bytes) -> bytes:
    """Return the nonce k of 5.4.2.2, as RFC 8032 makes it: never the same for two points."""
    return bindings.crypto_core_ed25519_scalar_reduce(sha512(nonce_key + h).digest())


def _challenge(*points: bytes) -> bytes:
    """Return the challenge c of Y, H, Gamma, U, V as a 32-byte scalar (RFC 9381, 5.4.3)."""
    digest = sha512(b"%b\x02%b\x00" % (_SUITE, b"".join(points))).digest()
    return digest[:_CHALLENGE_BYTES] + bytes(32 - _CHALLENGE_BYTES)


def _output(gamma: bytes) -> bytes:
    eight_gamma = group.eight_times(gamma)
    if eight_gamma is None:
        raise FormError("Gamma is not a point of the curve")
    return sha512(b"%b\x03%b\x00" % (_SUITE, eight_gamma)).digest()
