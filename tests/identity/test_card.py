"""Identities' public half: cards, fingerprints, game keys, and the home folder."""

from __future__ import annotations

import hashlib
import hmac
from pathlib import Path

import pytest
from mnemonic import Mnemonic
from nacl import bindings
from platformdirs import user_config_path

from pbem.crypto import box, canonical, signing, vrf
from pbem.errors import FormError, KeyFileError
from pbem.identity import card, fingerprint, identity
from pbem.identity.home import home

FIXED = identity.Identity("alice", bytes(range(32)), bytes(range(32, 64)), bytes(range(64, 96)))
BOB = identity.Identity("bob", bytes(range(1, 33)), bytes(range(33, 65)), bytes(range(65, 97)))
DATA = card.make_card(FIXED, "alice@example.org")


def signed_again(seed=FIXED.sign_seed, **changes):
    """A card whose signature is right and whose content is what the test says."""
    inner = {**canonical.decode(DATA[:-1])["card"], **changes}
    inner = {key: value for key, value in inner.items() if value != "absent"}
    signature = signing.sign(seed, b"pbem/card-file/v1\n" + canonical.encode(inner))
    return canonical.encode({"card": inner, "sig": signature.hex()}) + b"\n"


def test_there_and_back(tmp_path):
    read = card.read_card(DATA)
    assert read.handle == "alice"
    assert read.sign == FIXED.sign_public.hex()
    assert read.box == FIXED.box_public.hex()
    assert read.email == "alice@example.org"
    assert card.read_card(card.make_card(BOB)).email is None
    assert signed_again() == DATA
    path = card.write_card(tmp_path, DATA)
    assert path == tmp_path / "alice.card"
    assert card.read_card(path.read_bytes()) == read
    with pytest.raises(KeyFileError, match="does not overwrite"):
        card.write_card(tmp_path, DATA)
    card.write_card(tmp_path, DATA, overwrite=True)
    with pytest.raises(KeyFileError):
        card.write_card(tmp_path, DATA[:-3] + DATA[-2:])


def test_every_byte_of_a_card_counts():
    for at in range(len(DATA)):
        altered = bytearray(DATA)
        altered[at] ^= 1
        with pytest.raises(KeyFileError):
            card.read_card(bytes(altered))
    for cut in range(0, len(DATA), 5):
        with pytest.raises(KeyFileError):
            card.read_card(DATA[:cut])


@pytest.mark.parametrize(
    "data",
    [b"", b"\n", DATA[:-1], DATA + b"\n", DATA[:-1] + b"\r\n", b" " + DATA, b"[]\n", b"\xff\n"],
)
def test_other_bytes_are_no_card(data):
    with pytest.raises(KeyFileError):
        card.read_card(data)


def test_a_foreign_key_is_seen():
    with pytest.raises(KeyFileError, match="valid signature"):
        card.read_card(signed_again(sign=BOB.sign_public.hex()))
    with pytest.raises(KeyFileError, match="valid signature"):
        card.read_card(signed_again(seed=BOB.sign_seed))
    assert card.read_card(signed_again(seed=BOB.sign_seed, sign=BOB.sign_public.hex()))


SMALL = "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a"
MIXED = bindings.crypto_core_ed25519_add(FIXED.sign_public, bytes.fromhex(SMALL)).hex()


@pytest.mark.parametrize(
    "changes",
    [
        {"sign": SMALL},
        {"sign": MIXED},
        {"sign": "01" + "00" * 31},
        {"sign": "ff" * 32},
        {"sign": "00" * 31},
        {"sign": FIXED.sign_public.hex().upper()},
        {"box": "00" * 32},
        {"box": "01" + "00" * 31},
        {"box": "f6" + "ff" * 30 + "7f"},
        {"box": "ff" * 32},
        {"box": "x"},
        {"handle": "Alice"},
        {"handle": ""},
        {"handle": "../x"},
        {"v": 2},
        {"v": "1"},
        {"v": True},
        {"v": "absent"},
        {"email": "absent"},
        {"more": 1},
        {"email": 1},
    ],
    ids=str,
)
def test_content_that_cannot_stand_is_refused_though_signed(changes):
    with pytest.raises(KeyFileError):
        card.read_card(signed_again(**changes))


def test_a_small_order_key_signs_everything_elsewhere_and_nothing_here():
    # OpenSSL accepts this signature (the identity as R, S = 0) by the identity for any message.
    inner = {**canonical.decode(DATA[:-1])["card"], "sign": "01" + "00" * 31}
    forged = {"card": inner, "sig": "01" + "00" * 63}
    with pytest.raises(KeyFileError, match="prime-order"):
        card.read_card(canonical.encode(forged) + b"\n")


def test_each_character_of_an_address():
    """Printable ASCII, without what separates addresses in a header (RFC 5322, 3.2.3)."""
    taken = {one for one in map(chr, range(0x3000)) if card._EMAIL.fullmatch(f"a{one}b@c.de")}
    assert taken == {*map(chr, range(0x21, 0x7F))} - {*'<>()[],;:@"\\'}


@pytest.mark.parametrize("email", ["a@b", "first.last+tag@example.org", "x" * 242 + "@example.org"])
def test_addresses(email):
    assert card.read_card(card.make_card(FIXED, email)).email == email


@pytest.mark.parametrize(
    "email",
    [
        "",
        "a",
        "@",
        "a@",
        "@b",
        "a@b@c",
        "a b@c",
        "a@b\n",
        "a@b\nBcc: c@d",
        "a\x00@b",
        "a\x1b@b",
        "a\x7f@b",
        "\u202ea@b",
        "\u00fc@b",
        "<a@b>",
        "a@b,c",
        '"a"@b',
        "x" * 243 + "@example.org",
    ],
)
def test_what_is_no_address(email):
    with pytest.raises(KeyFileError, match="email"):
        card.make_card(FIXED, email)
    with pytest.raises(KeyFileError, match="email"):
        card.read_card(signed_again(email=email))


def test_the_longest_card_fits():
    longest = identity.Identity("a" * 32, FIXED.sign_seed, FIXED.box_secret, FIXED.master)
    data = card.make_card(longest, "x" * 242 + "@example.org")
    assert len(data) <= card.CARD_BYTES
    assert card.read_card(data)


def test_fingerprints():
    read = card.read_card(DATA)
    words = fingerprint.fingerprint(read)
    assert len(words) == 12
    text = f"pbem/fingerprint/v1\nalice\n{read.sign}\n{read.box}".encode()
    assert Mnemonic("english").to_entropy(words) == hashlib.sha256(text).digest()[:16]
    shown = fingerprint.groups(read)
    assert [line.split()[0] for line in shown] == ["1.", "2.", "3."]
    assert " ".join(shown).split()[1:5] == words[:4]
    for typed in (" ".join(words), ", ".join(words).upper(), "\n".join(shown), "\t".join(words)):
        assert fingerprint.matches(typed, read)
    for typed in ("", " ".join(words[:-1]), " ".join([*words, "zoo"]), " ".join(words[::-1])):
        assert not fingerprint.matches(typed, read)


def test_a_fingerprint_binds_handle_and_both_keys_but_not_the_address():
    read = card.read_card(DATA)
    others = [
        card.Card("alicf", read.sign, read.box, None, 1),
        card.Card("alice", BOB.sign_public.hex(), read.box, None, 1),
        card.Card("alice", read.sign, BOB.box_public.hex(), None, 1),
    ]
    words = fingerprint.fingerprint(read)
    assert all(fingerprint.fingerprint(other) != words for other in others)
    assert fingerprint.fingerprint(card.read_card(card.make_card(FIXED))) == words


def test_new_identities_differ_and_their_keys_are_admissible():
    one, two = identity.create("alice"), identity.create("alice")
    assert one != two
    parts = {one.sign_seed, one.box_secret, one.master, two.sign_seed, two.box_secret, two.master}
    assert len(parts) == 6
    assert signing.admissible_key(one.sign_public)
    assert box.admissible_box_key(one.box_public)


def test_a_vrf_secret_serves_one_game():
    game, other = "1" * 64, "2" * 64
    # HKDF-SHA256 written out (RFC 5869): extract without salt, one block of expand.
    extracted = hmac.digest(bytes(32), FIXED.master, "sha256")
    info = b"pbem/vrf-key/v1\n" + game.encode()
    assert FIXED.vrf_secret(game) == hmac.digest(extracted, info + b"\x01", "sha256")
    assert FIXED.vrf_secret(game) != FIXED.vrf_secret(other)
    assert FIXED.vrf_secret(game) != BOB.vrf_secret(game)
    assert signing.admissible_key(vrf.vrf_public(FIXED.vrf_secret(game)))
    for bad in ("", "1" * 63, "A" * 64):
        with pytest.raises(FormError):
            FIXED.vrf_secret(bad)


def test_home(monkeypatch, tmp_path):
    monkeypatch.setenv("PBEM_HOME", str(tmp_path / "x"))
    assert home() == tmp_path / "x"
    assert not home().exists()
    monkeypatch.setenv("PBEM_HOME", "~/y")
    assert home() == Path.home() / "y"
    monkeypatch.setenv("PBEM_HOME", "")
    assert home().name == "pbem"
    monkeypatch.delenv("PBEM_HOME")
    assert home().name == "pbem"


@pytest.mark.parametrize("config", [None, "", "conf", "/etc/conf", "/a b/ü/"])
@pytest.mark.parametrize("own", [None, "", "ann", "/home/ann", "/home/ann/"])
def test_a_home_lies_where_the_system_keeps_settings(monkeypatch, config, own):
    """Whatever the environment says, as platformdirs finds it."""
    monkeypatch.delenv("PBEM_HOME", raising=False)
    for name, value in (("XDG_CONFIG_HOME", config), ("HOME", own)):
        if value is None:
            monkeypatch.delenv(name, raising=False)
        else:
            monkeypatch.setenv(name, value)
    assert home() == user_config_path("pbem")
