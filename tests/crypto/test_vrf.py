"""ECVRF: RFC 9381's vectors, and everything a cheating keeper could send instead of a proof."""

from __future__ import annotations

import json
from hashlib import sha512
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from nacl import bindings

from pbem.crypto import group, vrf
from pbem.errors import FormError

VECTORS = json.loads((Path(__file__).parent.parent / "vectors" / "ecvrf_tai.json").read_text())
Q = 2**252 + 27742317777372353535851937790883648493
P = 2**255 - 19
IDENTITY = b"\x01" + bytes(31)
EIGHTH = bytes.fromhex("c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a")
SECRET = bytes(range(32))
PUBLIC = vrf.vrf_public(SECRET)
ALPHA = b"pbem/dice/v1\nsomething"
PROOF = vrf.prove(SECRET, ALPHA)
BETA = vrf.output(PROOF)


def le(number):
    return number.to_bytes(32, "little")


def flip(data, bit):
    return (int.from_bytes(data, "little") ^ 1 << bit).to_bytes(len(data), "little")


def scalar():
    digest = bytearray(sha512(SECRET).digest()[:32])
    digest[0] &= 248
    digest[31] = digest[31] & 127 | 64
    return int.from_bytes(digest, "little")


def torsion():
    points = [EIGHTH]
    for _ in range(6):
        points.append(bindings.crypto_core_ed25519_add(points[-1], EIGHTH))
    return points


def prove_with(gamma, k, alpha=ALPHA):
    """A proof for any Gamma with any nonce, as a cheating prover would make it."""
    h = group.encode_to_curve(PUBLIC, alpha)
    u = bindings.crypto_scalarmult_ed25519_base_noclamp(le(k))
    v = bindings.crypto_scalarmult_ed25519_noclamp(le(k), h)
    c = sha512(b"\x03\x02" + PUBLIC + h + gamma + u + v + b"\x00").digest()[:16]
    s = (k + int.from_bytes(c, "little") * scalar()) % Q
    return gamma + c + le(s)


@pytest.mark.parametrize("case", VECTORS["cases"], ids=["example-16", "example-17", "example-18"])
def test_rfc9381(case):
    secret, public, alpha, h, proof, beta = (bytes.fromhex(part) for part in case)
    assert vrf.vrf_public(secret) == public
    assert vrf.prove(secret, alpha) == proof
    assert vrf.verify(public, alpha, proof) == beta
    assert vrf.output(proof) == beta
    if h:
        assert group.encode_to_curve(public, alpha) == h


@settings(max_examples=30, deadline=None)
@given(st.binary(min_size=32, max_size=32), st.binary(max_size=200))
def test_what_is_proven_verifies(secret, alpha):
    proof = vrf.prove(secret, alpha)
    assert vrf.verify(vrf.vrf_public(secret), alpha, proof) == vrf.output(proof)


def test_every_bit_of_a_proof_counts():
    assert vrf.verify(PUBLIC, ALPHA, PROOF) == BETA
    for bit in range(640):
        assert vrf.verify(PUBLIC, ALPHA, flip(PROOF, bit)) is None, bit


def test_every_bit_of_input_and_key_counts():
    for bit in range(8 * len(ALPHA)):
        assert vrf.verify(PUBLIC, flip(ALPHA, bit), PROOF) is None, bit
    for bit in range(256):
        assert vrf.verify(flip(PUBLIC, bit), ALPHA, PROOF) is None, bit
    assert vrf.verify(PUBLIC, ALPHA + b"\x00", PROOF) is None


@pytest.mark.parametrize("length", [0, 32, 79, 81, 160])
def test_proofs_of_other_lengths(length):
    assert vrf.verify(PUBLIC, ALPHA, (PROOF * 2)[:length]) is None
    with pytest.raises(FormError, match="must have 80 bytes that begin with a point"):
        vrf.output((PROOF * 2)[:length])


@pytest.mark.parametrize("length", [0, 31, 33])
def test_keys_of_other_lengths(length):
    assert vrf.verify((PUBLIC * 2)[:length], ALPHA, PROOF) is None
    with pytest.raises(FormError, match=f"a VRF secret has 32 bytes, but this one has {length}$"):
        vrf.prove(bytes(length), ALPHA)


def test_the_order_cannot_be_added_to_s():
    s = int.from_bytes(PROOF[48:], "little")
    for more in range(1, 16):
        assert vrf.verify(PUBLIC, ALPHA, PROOF[:48] + le(s + more * Q)) is None
    assert vrf.verify(PUBLIC, ALPHA, PROOF[:48] + le(Q)) is None
    assert vrf.verify(PUBLIC, ALPHA, PROOF[:48] + b"\xff" * 32) is None


def test_small_order_and_misspelled_points_are_refused_as_key_and_as_gamma():
    bad = [IDENTITY, bytes(32), *torsion(), le(P), le(P + 1), le(2**255 + 1), b"\xff" * 32]
    for point in bad:
        for rest in (PROOF[32:], bytes(48), bytes(16) + PROOF[48:], PROOF[32:48] + bytes(32)):
            assert vrf.verify(point, ALPHA, PROOF) is None
            assert vrf.verify(point, ALPHA, PROOF[:32] + rest) is None
            assert vrf.verify(PUBLIC, ALPHA, point + rest) is None
        with pytest.raises(FormError, match="must have 80 bytes that begin with a point"):
            vrf.output(point + PROOF[32:])


def test_zero_scalars_are_handled_and_refused():
    gamma = PROOF[:32]
    for rest in (bytes(48), bytes(16) + PROOF[48:], PROOF[32:48] + bytes(32)):
        assert vrf.verify(PUBLIC, ALPHA, gamma + rest) is None


def test_zero_scalars_in_an_honest_proof_verify(monkeypatch):
    # No hash will ever come out so; with the hash held still, the arithmetic must be right.
    monkeypatch.setattr(vrf, "_challenge", lambda *points: bytes(32))
    assert vrf.verify(PUBLIC, ALPHA, vrf.prove(SECRET, ALPHA)) == BETA
    challenge = 12345
    monkeypatch.setattr(vrf, "_challenge", lambda *points: le(challenge))
    monkeypatch.setattr(vrf, "_nonce", lambda key, h: le(-challenge * scalar() % Q))
    proof = vrf.prove(SECRET, ALPHA)
    assert proof[48:] == bytes(32)
    assert vrf.verify(PUBLIC, ALPHA, proof) == BETA
    monkeypatch.setattr(vrf, "_challenge", lambda *points: bytes(32))
    monkeypatch.setattr(vrf, "_nonce", lambda key, h: bytes(32))
    assert vrf.prove(SECRET, ALPHA)[32:] == bytes(48)
    assert vrf.verify(PUBLIC, ALPHA, vrf.prove(SECRET, ALPHA)) == BETA


def test_points_are_checked_even_where_the_challenge_multiplies_them_by_zero(monkeypatch):
    monkeypatch.setattr(vrf, "_challenge", lambda *points: bytes(32))
    rest = bytes(16) + PROOF[48:]
    assert vrf.verify(PUBLIC, ALPHA, PROOF[:32] + rest) == BETA
    for point in (IDENTITY, le(P + 1), *torsion()):
        assert vrf.verify(PUBLIC, ALPHA, point + rest) is None
        assert vrf.verify(point, ALPHA, PROOF[:32] + rest) is None


@settings(max_examples=40, deadline=None)
@given(st.integers(1, Q - 1))
def test_many_proofs_of_one_output(k):
    proof = prove_with(PROOF[:32], k)
    assert vrf.verify(PUBLIC, ALPHA, proof) == BETA


@settings(max_examples=40, deadline=None)
@given(st.integers(1, Q - 1), st.integers(2, Q - 1))
def test_another_gamma_is_never_proven(k, factor):
    wrong = bindings.crypto_scalarmult_ed25519_noclamp(le(factor), PROOF[:32])
    assert vrf.verify(PUBLIC, ALPHA, prove_with(wrong, k)) is None


def test_gamma_moved_by_torsion_is_refused_whatever_the_challenge():
    # Without the check of the subgroup, one of eight nonces makes c*T vanish and the proof hold:
    # harmless to the output, which multiplies by 8, but libraries would disagree.
    for point in torsion():
        moved = bindings.crypto_core_ed25519_add(PROOF[:32], point)
        for k in range(1, 25):
            assert vrf.verify(PUBLIC, ALPHA, prove_with(moved, k)) is None


def test_key_moved_by_torsion_is_refused():
    for point in torsion():
        moved = bindings.crypto_core_ed25519_add(PUBLIC, point)
        assert vrf.verify(moved, ALPHA, PROOF) is None
        assert vrf.verify(moved, ALPHA, PROOF[:32] + bytes(16) + PROOF[48:]) is None


def test_hash_to_curve_reads_only_canonical_encodings():
    # libsodium's addition reads them; RFC 8032, 5.1.3 does not.
    assert group.eight_times(IDENTITY) == IDENTITY
    for number in (P, P + 1, P + 3, 2**255 + 1, 2**255 + P - 1, 2**256 - 1):
        assert group.eight_times(le(number)) is None, number
    assert group.eight_times(le(2)) is None  # y = 2 lies on no point


def test_another_key_proves_nothing():
    other = vrf.prove(bytes(32), ALPHA)
    assert vrf.verify(PUBLIC, ALPHA, other) is None
    assert vrf.output(other) != BETA


def test_an_input_without_a_point_is_refused(monkeypatch):
    """Each of the 256 tries fails with probability 1/2: only a library that is broken gets here."""
    vrf._expand(bytes(32))
    monkeypatch.setattr(group, "eight_times", lambda _: None)
    with pytest.raises(FormError, match="this input gives no point of the curve"):
        vrf.prove(bytes(32), b"alpha")
