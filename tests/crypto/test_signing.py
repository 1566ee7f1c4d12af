"""Ed25519: every published vector is decided as the protocol says, and so is every odd key."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from pbem.crypto import signing
from pbem.crypto.backend import bindings
from pbem.errors import FormError, PbemError

VECTORS = Path(__file__).parent.parent / "vectors"
Q = 2**252 + 27742317777372353535851937790883648493
P = 2**255 - 19
SEED = bytes(range(32))

# Each set names the flags for which that verifier says no; the reasons stand in the file.
REFUSED_BY_OPENSSL = {"low_order_residue", "non_canonical_R"}
REFUSED_BY_LIBSODIUM = REFUSED_BY_OPENSSL | {"low_order_A", "low_order_R", "non_canonical_A"}
REFUSED_BY_ADMISSION = {"low_order_A", "low_order_component_A", "non_canonical_A"}


def load(name):
    return json.loads((VECTORS / name).read_text())


def openssl_verifies(key, message, signature):
    try:
        Ed25519PublicKey.from_public_bytes(key).verify(signature, message)
    except (InvalidSignature, ValueError):
        return False
    return True


def test_cctv_is_decided_as_the_protocol_says_and_libraries_differ_for_a_known_reason():
    vectors = load("ed25519_cctv.json")
    assert len(vectors["cases"]) == 914
    accepted = 0
    for number, key_hex, text, signature_hex, names in vectors["cases"]:
        key, signature = bytes.fromhex(key_hex), bytes.fromhex(signature_hex)
        flags = set(names)
        assert flags <= vectors["why"].keys(), number
        by_libsodium = signing.verify(key, text.encode(), signature)
        admitted = signing.admissible_key(key)
        assert by_libsodium == (not flags & REFUSED_BY_LIBSODIUM), number
        assert admitted == (not flags & REFUSED_BY_ADMISSION), number
        assert openssl_verifies(key, text.encode(), signature) == (
            not flags & REFUSED_BY_OPENSSL
        ), number
        # The protocol's rule, in one word: whatever is odd is not valid.
        assert (by_libsodium and admitted) == (not flags), number
        accepted += by_libsodium and admitted
    assert accepted == 1


def test_wycheproof():
    vectors = load("ed25519_wycheproof.json")
    assert len(vectors["cases"]) == 151
    for number, key_hex, message, signature_hex, valid, flag, _ in vectors["cases"]:
        key, signature = bytes.fromhex(key_hex), bytes.fromhex(signature_hex)
        assert flag in vectors["why"], number
        assert signing.admissible_key(key), number
        assert signing.verify(key, bytes.fromhex(message), signature) == valid, number
        assert openssl_verifies(key, bytes.fromhex(message), signature) == valid, number


def test_signing_is_deterministic_and_verifies():
    public = signing.public_key(SEED)
    signature = signing.sign(SEED, b"orders")
    assert len(public) == 32
    assert len(signature) == 64
    assert signature == signing.sign(SEED, b"orders")
    assert signing.verify(public, b"orders", signature)
    assert not signing.verify(public, b"order", signature)
    assert not signing.verify(signing.public_key(bytes(32)), b"orders", signature)


def test_rfc8032_first_vector():
    seed = bytes.fromhex("9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60")
    assert signing.public_key(seed).hex() == (
        "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a"
    )
    assert signing.sign(seed, b"").hex().startswith("e5564300c360ac729086e2cc806e828a")


def test_every_single_bit_of_a_signature_counts():
    public, signature = signing.public_key(SEED), signing.sign(SEED, b"x")
    for bit in range(512):
        flipped = (int.from_bytes(signature, "little") ^ 1 << bit).to_bytes(64, "little")
        assert not signing.verify(public, b"x", flipped), bit


def test_the_group_order_cannot_be_added_to_s():
    public, signature = signing.public_key(SEED), signing.sign(SEED, b"x")
    s = int.from_bytes(signature[32:], "little")
    for more in range(1, 8):
        forged = signature[:32] + (s + more * Q).to_bytes(32, "little")
        assert not signing.verify(public, b"x", forged)


@pytest.mark.parametrize("length", [0, 1, 31, 33, 64])
def test_keys_of_other_lengths_are_refused_before_the_library_reads_them(length):
    signature = signing.sign(SEED, b"x")
    assert not signing.verify(bytes(length), b"x", signature)
    assert not signing.admissible_key(bytes(length))


@pytest.mark.parametrize("length", [0, 32, 63, 65, 128])
def test_signatures_of_other_lengths_are_refused(length):
    assert not signing.verify(signing.public_key(SEED), b"x", bytes(length))


def test_signature_and_message_have_one_border():
    """The library reads both as one text: the border must not move into either."""
    public, whole = signing.public_key(SEED), signing.sign(SEED, b"move 7") + b"move 7"
    for border in range(len(whole) + 1):
        assert signing.verify(public, whole[border:], whole[:border]) == (border == 64)


@pytest.mark.parametrize("length", [0, 31, 33])
def test_seeds_of_other_lengths_are_refused(length):
    with pytest.raises(FormError, match=f"a signing seed has 32 bytes, but this one has {length}$"):
        signing.sign(bytes(length), b"x")


def torsion_points():
    """The eight points of small order, as multiples of one of order 8 (canonical encodings)."""
    eighth = bytes.fromhex("c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a")
    points = [b"\x01" + bytes(31)]
    for _ in range(7):
        points.append(bindings.crypto_core_ed25519_add(points[-1], eighth))
    return points


def test_no_point_outside_the_prime_order_subgroup_is_admitted():
    public = signing.public_key(SEED)
    torsion = torsion_points()
    assert len(set(torsion)) == 8
    assert signing.admissible_key(public)
    for point in torsion:
        assert not signing.admissible_key(point), point.hex()
    for point in torsion[1:]:
        # Index 4 is the one of order 2, which libsodium took for inside before CVE-2025-69277.
        moved = bindings.crypto_core_ed25519_add(public, point)
        assert not signing.admissible_key(moved), point.hex()


def test_no_other_spelling_of_a_point_is_admitted():
    spellings = [y + P for y in range(19)] + [2**255 + 1, 2**255 - 20 + 2**255]
    for number in spellings:
        for sign in (0, 2**255):
            encoded = (number % 2**255 | sign | number & 2**255).to_bytes(32, "little")
            assert not signing.admissible_key(encoded), encoded.hex()


def test_a_library_that_admits_too_much_is_not_used(monkeypatch):
    signing.require_sound_library.cache_clear()
    monkeypatch.setattr(bindings, "crypto_core_ed25519_is_valid_point", lambda point: True)
    with pytest.raises(PbemError, match="CVE-2025-69277"):
        signing.admissible_key(signing.public_key(SEED))
    monkeypatch.undo()
    assert signing.admissible_key(signing.public_key(SEED))
