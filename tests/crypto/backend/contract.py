"""The functions of both sides of the cryptography: plain ones, which also run in a browser.

``results`` computes with fixed values. Its result must be the same on every side.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator

from pbem.crypto.backend import bindings, keys

SEED = bytes(range(32))
# RFC 8032, 7.1, test 2.
SECRET = bytes.fromhex("4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb")
PUBLIC = bytes.fromhex("3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c")
SIGNATURE = bytes.fromhex(
    "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da"
    "085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00"
)
MESSAGE = b"\x72"
# RFC 7748, 6.1.
ALICE = bytes.fromhex("77076d0a7318a57d3c16c17251b26645ac6f5b63c2bd0f92a0f1e3d1f6c4d1b7")
# RFC 7914, 12: "pleaseletmein" with N = 16384, r = 8, p = 1; its first 32 bytes.
SCRYPT = bytes.fromhex("7023bdcb3afd7348461c06cd81fd38ebfda8fbba904f8e3ea9b543f6545da1f2")
# RFC 5869, A.3: no salt, no info; its first 32 bytes.
HKDF = bytes.fromhex("8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d")
OFF_THE_CURVE = b"\x02" + bytes(31)
_ONE = b"\x01" + bytes(31)
"""The scalar 1, and the encoding of the identity."""
OUTSIDE = bytes.fromhex("95" + "99" * 31)


def results() -> Iterator[tuple[str, bytes]]:
    """Yield what each function makes of fixed values, by name."""
    public, secret = bindings.crypto_sign_seed_keypair(SEED)
    yield "pair", public + secret
    for size in (0, 1, 600, 70_000):
        yield f"sign {size}", bindings.crypto_sign(bytes(size), secret)[:64]
    one, two = (hashlib.sha512(bytes([n])).digest() for n in (1, 2))
    a, b = (bindings.crypto_core_ed25519_scalar_reduce(wide) for wide in (one, two))
    yield "reduce", a + b
    yield "scalar add", bindings.crypto_core_ed25519_scalar_add(a, b)
    yield "scalar sub", bindings.crypto_core_ed25519_scalar_sub(a, b)
    yield "scalar mul", bindings.crypto_core_ed25519_scalar_mul(a, b)
    yield "scalar invert", bindings.crypto_core_ed25519_scalar_invert(a)
    p, q = (bindings.crypto_scalarmult_ed25519_base_noclamp(x) for x in (a, b))
    yield "points", p + q
    yield "point add", bindings.crypto_core_ed25519_add(p, q)
    yield "point sub", bindings.crypto_core_ed25519_sub(p, q)
    yield "point times", bindings.crypto_scalarmult_ed25519_noclamp(a, q)
    yield "eight times", bindings.eight_times(p)
    yield "times less", bindings.times_less(a, p, b, q)
    yield "base times less", bindings.base_times_less(a, b, p)
    box = bindings.crypto_scalarmult_base(ALICE)
    yield "box public", box
    yield "exchange", bindings.crypto_scalarmult(SEED, box)
    yield "scrypt", keys.scrypt(b"p\xc3\xa4ss", bytes(16), 1 << 10, 8)
    yield "hkdf", keys.hkdf(SEED, b"pbem/vrf-key/v1\nx")


def check() -> None:
    """Check published values, and what is refused; raises AssertionError."""
    signed = bindings.crypto_sign(MESSAGE, bindings.crypto_sign_seed_keypair(SECRET)[1])
    assert signed == SIGNATURE + MESSAGE
    assert bindings.crypto_sign_seed_keypair(SECRET)[0] == PUBLIC
    assert bindings.crypto_sign_open(SIGNATURE + MESSAGE, PUBLIC) == MESSAGE
    _refused(lambda: bindings.crypto_sign_open(SIGNATURE + b"\x73", PUBLIC))
    assert keys.scrypt(b"pleaseletmein", b"SodiumChloride", 16384, 8) == SCRYPT
    assert keys.hkdf(b"\x0b" * 22, b"") == HKDF
    assert bindings.crypto_core_ed25519_is_valid_point(PUBLIC)
    assert not bindings.crypto_core_ed25519_is_valid_point(OUTSIDE)
    _refused(lambda: bindings.crypto_scalarmult_ed25519_noclamp(SEED, OUTSIDE))
    _refused(lambda: bindings.crypto_scalarmult(bytes(32), bytes(32)))
    _refused(lambda: bindings.crypto_core_ed25519_add(OFF_THE_CURVE, PUBLIC))
    _check_sums()
    box = bindings.crypto_scalarmult_base(ALICE)
    for size in (0, 1, 70_000):
        sealed = bindings.crypto_box_seal(bytes(size), box)
        assert bindings.crypto_box_seal_open(sealed, box, ALICE) == bytes(size)
        changed = sealed[:-1] + bytes([sealed[-1] ^ 1])
        _refused(lambda changed=changed: bindings.crypto_box_seal_open(changed, box, ALICE))
    for kind in ("ed25519", "x25519"):
        block = keys.lock(kind, SECRET, b"password")
        assert keys.unlock(block, b"password") == SECRET
        try:
            assert keys.unlock(block, b"passwort") != SECRET
        except ValueError:
            continue


def _check_sums() -> None:
    """Check what takes several steps at once against the steps, and that it refuses as they do."""
    add, times = bindings.crypto_core_ed25519_add, bindings.crypto_scalarmult_ed25519_noclamp
    a, b = (number.to_bytes(32, "little") for number in (3, 5))
    base, p = map(bindings.crypto_scalarmult_ed25519_base_noclamp, (_ONE, a))
    less = bindings.crypto_core_ed25519_sub(times(a, PUBLIC), times(b, p))
    assert bindings.times_less(a, PUBLIC, b, p) == less
    assert bindings.times_less(a, base, b, p) == bindings.base_times_less(a, b, p)
    assert bindings.times_less(a, p, a, p) == bindings.base_times_less(a, _ONE, p) == _ONE
    for point in (PUBLIC, OUTSIDE, p):
        twice = add(point, point)
        four = add(twice, twice)
        assert bindings.eight_times(point) == add(four, four)
    for bad in (OFF_THE_CURVE, OUTSIDE, _ONE):
        _refused(lambda bad=bad: bindings.times_less(a, bad, b, p))
        _refused(lambda bad=bad: bindings.times_less(a, p, b, bad))
        _refused(lambda bad=bad: bindings.base_times_less(a, b, bad))
    for zero, other in ((bytes(32), a), (a, bytes(32))):
        _refused(lambda zero=zero, other=other: bindings.times_less(zero, p, other, p))
    _refused(lambda: bindings.eight_times(OFF_THE_CURVE))
    for short in (PUBLIC[:-1], PUBLIC + b"\0"):
        _wrong(lambda short=short: bindings.eight_times(short))
        _wrong(lambda short=short: bindings.times_less(a, p, b, short))
        _wrong(lambda short=short: bindings.base_times_less(a, b, short))


def _wrong(call: Callable[[], object]) -> None:
    try:
        call()
    except (ValueError, TypeError):
        return
    raise AssertionError("a value of another length is taken")


def _refused(call: Callable[[], object]) -> None:
    try:
        call()
    except bindings.REFUSED:
        return
    raise AssertionError("it is not refused")
