"""Edwards25519 and ECVRF-EDWARDS25519-SHA512-TAI (RFC 9381) in plain integers: slow and short."""

from __future__ import annotations

from functools import lru_cache
from hashlib import sha512
from typing import NamedTuple

P = 2**255 - 19
L = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, P - 2, P) % P
ROOT = pow(2, (P - 1) // 4, P)
SUITE = b"\x03"


class Point(NamedTuple):
    """A point in extended coordinates: x = X/Z, y = Y/Z, T = XY/Z."""

    x: int
    y: int
    z: int
    t: int


ZERO = Point(0, 1, 1, 0)


def add(a: Point, b: Point) -> Point:
    """The unified sum; it also doubles."""
    m = (a.y - a.x) * (b.y - b.x) % P
    n = (a.y + a.x) * (b.y + b.x) % P
    c = 2 * a.t * b.t * D % P
    d = 2 * a.z * b.z % P
    e, f, g, h = n - m, d - c, d + c, n + m
    return Point(e * f % P, g * h % P, f * g % P, e * h % P)


def times(k: int, a: Point) -> Point:
    """Add ``a`` to itself ``k`` times."""
    total = ZERO
    for bit in f"{k:b}":
        total = add(total, total)
        if bit == "1":
            total = add(total, a)
    return total


def minus(a: Point) -> Point:
    """Return the point opposite to ``a``."""
    return Point(-a.x % P, a.y, a.z, -a.t % P)


def is_zero(a: Point) -> bool:
    """Whether ``a`` is the identity."""
    return a.x % P == 0 and (a.y - a.z) % P == 0


def spell(a: Point) -> bytes:
    """Write a point in 32 bytes."""
    inverse = pow(a.z, P - 2, P)
    x, y = a.x * inverse % P, a.y * inverse % P
    return (y | (x & 1) << 255).to_bytes(32, "little")


def read(text: bytes) -> Point | None:
    """Read a point; None unless ``text`` is the canonical spelling of one."""
    number = int.from_bytes(text, "little")
    sign, y = number >> 255, number & (2**255 - 1)
    if len(text) != 32 or y >= P:
        return None
    u, v = (y * y - 1) % P, (D * y * y + 1) % P
    x = u * pow(v, 3, P) * pow(u * pow(v, 7, P), (P - 5) // 8, P) % P
    if (v * x * x - u) % P:
        x = x * ROOT % P
    if (v * x * x - u) % P or (x == 0 and sign):
        return None
    x = P - x if x & 1 != sign else x
    return Point(x, y, 1, x * y % P)


@lru_cache(maxsize=1 << 12)  # a key stands in many events
def read_prime(text: bytes) -> Point | None:
    """Read a point of the prime-order subgroup that is not the identity; None for any other."""
    point = read(text)
    if point is None or is_zero(point) or not is_zero(times(L, point)):
        return None
    return point


BASE = read((4 * pow(5, P - 2, P) % P).to_bytes(32, "little")) or ZERO


def to_curve(salt: bytes, alpha: bytes) -> Point:
    """Hash to the curve by trying and counting up (5.4.1.1)."""
    for count in range(256):
        digest = sha512(SUITE + b"\x01" + salt + alpha + bytes([count]) + b"\x00").digest()
        point = read(digest[:32])
        if point is not None and not is_zero(times(8, point)):
            return times(8, point)
    message = "no point in 256 tries"
    raise ValueError(message)


def challenge(*points: bytes) -> bytes:
    """Hash five spelled points to 16 bytes (5.4.3)."""
    return sha512(SUITE + b"\x02" + b"".join(points) + b"\x00").digest()[:16]


def output(gamma: Point) -> bytes:
    """Give the 64 bytes that Gamma stands for (5.2)."""
    return sha512(SUITE + b"\x03" + spell(times(8, gamma)) + b"\x00").digest()


@lru_cache(maxsize=1 << 12)  # a log is read at both levels
def vrf_verify(key: bytes, proof: bytes, alpha: bytes) -> bytes | None:
    """Give the output of a good proof, None for a bad one (5.3)."""
    public, gamma = read_prime(key), read_prime(proof[:32])
    s = int.from_bytes(proof[48:], "little")
    if public is None or gamma is None or len(proof) != 80 or s >= L:
        return None
    c = int.from_bytes(proof[32:48], "little")
    h = to_curve(key, alpha)
    u = add(times(s, BASE), minus(times(c, public)))
    v = add(times(s, h), minus(times(c, gamma)))
    if challenge(key, spell(h), proof[:32], spell(u), spell(v)) != proof[32:48]:
        return None
    return output(gamma)


def vrf_prove(secret: bytes, alpha: bytes) -> bytes:
    """Prove (5.1, nonce by 5.4.2.2). The reader needs no proofs; its tests do."""
    halves = sha512(secret).digest()
    x = int.from_bytes(halves[:32], "little") & (2**254 - 8) | 2**254
    key = spell(times(x, BASE))
    h = to_curve(key, alpha)
    gamma = spell(times(x, h))
    k = int.from_bytes(sha512(halves[32:] + spell(h)).digest(), "little") % L
    c = challenge(key, spell(h), gamma, spell(times(k, BASE)), spell(times(k, h)))
    s = (k + int.from_bytes(c, "little") * x) % L
    return gamma + c + s.to_bytes(32, "little")


def vrf_key(secret: bytes) -> bytes:
    """Give the public key of a secret."""
    x = int.from_bytes(sha512(secret).digest()[:32], "little") & (2**254 - 8) | 2**254
    return spell(times(x, BASE))
