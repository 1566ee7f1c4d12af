"""Commitments, sealed boxes and tags."""

from __future__ import annotations

from hashlib import sha256

import pytest

from pbem.crypto import box, commitment, digest
from pbem.errors import FormError

PARTS = {
    "game": "1" * 64,
    "handle": "alice",
    "prev": "2" * 64,
    "label": "plan.1",
    "salt": "3" * 64,
    "value_jcs": b'{"a":1}',
}
# Curve25519's points of small order in canonical spelling: 0, 1, two of order 8, and -1.
SMALL_ORDER = [
    0,
    1,
    325606250916557431795983626356110631294008115727848805560023387167927233504,
    39382357235489614581723060781553021112529911719440698176882885853963445705823,
    2**255 - 20,
]


def test_the_bytes_of_a_commitment_are_those_of_the_page():
    page = b"pbem/commit/v1\n%b\nalice\n%b\nplan.1\n%b\n" % (b"1" * 64, b"2" * 64, b"3" * 64)
    assert commitment.commit(**PARTS) == sha256(page + b'{"a":1}').hexdigest()
    assert commitment.opens(commitment.commit(**PARTS), **PARTS)


@pytest.mark.parametrize(
    ("part", "other"),
    [
        ("game", "4" * 64),
        ("handle", "bob"),
        ("prev", "4" * 64),
        ("label", "plan.2"),
        ("salt", "4" * 64),
        ("value_jcs", b'{"a":2}'),
    ],
)
def test_every_part_binds(part, other):
    assert not commitment.opens(commitment.commit(**PARTS), **{**PARTS, part: other})


@pytest.mark.parametrize(
    ("part", "bad"),
    [
        ("game", "1" * 63),
        ("game", "A" * 64),
        ("handle", "alice\nbob"),
        ("prev", ""),
        ("label", "a b"),
        ("label", "x\ny"),
        ("salt", "3" * 32),
        ("salt", "3" * 64 + "\n"),
    ],
)
def test_parts_out_of_form(part, bad):
    with pytest.raises(FormError):
        commitment.commit(**{**PARTS, part: bad})


def test_boxes():
    secret = bytes(range(32))
    public = box.box_public(secret)
    sealed = box.seal(public, b"plan")
    assert len(sealed) == 4 + box.OVERHEAD_BYTES
    assert sealed != box.seal(public, b"plan")
    assert box.unseal(secret, sealed) == b"plan"
    assert box.unseal(secret, box.seal(public, b"")) == b""
    for at in range(len(sealed)):
        with pytest.raises(FormError, match="the box does not open"):
            box.unseal(secret, sealed[:at] + bytes([sealed[at] ^ 1]) + sealed[at + 1 :])
        short = f"at least 48 bytes, but this one has {at}$" if at < 48 else "the box does not open"
        with pytest.raises(FormError, match=short):
            box.unseal(secret, sealed[:at])
    with pytest.raises(FormError, match="it is for another key, or somebody changed it"):
        box.unseal(bytes(32), sealed)


@pytest.mark.parametrize("number", SMALL_ORDER)
def test_box_keys_of_small_order_are_refused(number):
    for spelling in (number, number + 2**255 - 19, number + 2**255):
        if spelling < 2**256:
            key = spelling.to_bytes(32, "little")
            assert not box.admissible_box_key(key)
            with pytest.raises(FormError, match="this box key cannot keep a secret"):
                box.seal(key, b"x")


def test_box_keys_have_one_spelling():
    assert box.admissible_box_key((9).to_bytes(32, "little"))
    assert not box.admissible_box_key((9 + 2**255 - 19).to_bytes(32, "little"))
    assert not box.admissible_box_key((9 + 2**255).to_bytes(32, "little"))
    for length in (0, 31, 33):
        assert not box.admissible_box_key(bytes([9]) * length)
        with pytest.raises(FormError, match=f"a box key has 32 bytes, not {length}$"):
            box.unseal(bytes(length), bytes(64))
    for n in range(64):
        assert box.admissible_box_key(box.box_public(sha256(bytes([n])).digest()))


def test_tags_and_digests():
    assert digest.tagged("event", b"a", b"b") == b"pbem/event/v1\nab"
    assert digest.sha256(b"game").hex() == digest.sha256_hex(b"game")
    assert digest.sha256_hex(b"game").startswith("6ca5cab77e702c78")
