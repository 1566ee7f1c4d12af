"""Consent to a replacement: its bytes, as sections 2 and 8 of the protocol say, and its file."""

from __future__ import annotations

import hashlib

import msgspec
import pytest
import rfc8785
from nacl.signing import SigningKey

from pbem.errors import FormError, LogFileError
from pbem.log.consent import Agreed, Replacement, agree, consent_bytes, read_consent, write_consent

SEED = bytes(range(32))
GAME, PREV, SIGN = (hashlib.sha256(name).hexdigest() for name in (b"game", b"prev", b"sign"))
TO = Replacement(game=GAME, prev=PREV, out="bob", handle="cat", sign=SIGN)
FIELDS = {"v": 1, "game": GAME, "prev": PREV, "out": "bob", "handle": "cat", "sign": SIGN}


@pytest.fixture
def path(tmp_path):
    return tmp_path / "ann.consent"


def test_what_is_signed_is_what_the_page_says():
    """Made here from the page: the tag, JCS, Ed25519 by another hand."""
    signed = b"pbem/consent/v1\n" + rfc8785.dumps(FIELDS)
    assert consent_bytes(TO) == signed
    sig = SigningKey(SEED).sign(signed).signature.hex()
    assert agree(TO, by="ann", seed=SEED) == Agreed(to=TO, by="ann", sig=sig)


def test_the_file_goes_and_comes(path):
    agreed = agree(TO, by="ann", seed=SEED)
    write_consent(path, agreed)
    assert path.read_bytes() == rfc8785.dumps({**FIELDS, "by": "ann", "sig": agreed.sig}) + b"\n"
    assert read_consent(path) == agreed
    with pytest.raises(LogFileError):
        write_consent(path, agreed)


def test_a_file_that_is_not_there(path):
    with pytest.raises(LogFileError, match="Reading"):
        read_consent(path)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"v": 2}, "it has another version. Install a newer release"),
        ({"v": True}, "another version"),
        ({"more": 1}, "its fields are not by, game, handle, out, prev, sig, sign and v"),
        *(({name: "ab" * 31}, "64 lower-case hex digits") for name in ("game", "prev", "sign")),
        ({"sig": "ab" * 63}, "128 lower-case hex digits"),
        *(
            ({name: "No Handle"}, "is not a consent: handle 'No Handle': a name")
            for name in ("out", "handle", "by")
        ),
    ],
)
def test_what_is_not_in_this_form_is_refused(path, change, words):
    fields = {**FIELDS, "by": "ann", "sig": "ab" * 64}
    path.write_bytes(rfc8785.dumps(fields) + b"\n")
    assert read_consent(path) == Agreed(to=TO, by="ann", sig="ab" * 64)
    path.write_bytes(rfc8785.dumps({**fields, **change}) + b"\n")
    with pytest.raises(FormError, match="is not a consent: ") as caught:
        read_consent(path)
    assert words in str(caught.value)
    assert str(path) in str(caught.value)


@pytest.mark.parametrize("left_out", ["v", "game", "prev", "out", "handle", "sign", "by", "sig"])
def test_every_field_must_be_there(path, left_out):
    fields = {**FIELDS, "by": "ann", "sig": "ab" * 64}
    del fields[left_out]
    path.write_bytes(rfc8785.dumps(fields) + b"\n")
    with pytest.raises(FormError, match="its fields are not"):
        read_consent(path)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda line: line[:-1], "not one whole line. Ask its sender for it again"),
        (lambda line: line + line, ""),
        (lambda line: b"[]\n", "its fields are not"),
        (lambda line: line.replace(b":", b": ", 1), "white space"),
        (
            lambda line: line[:-2].ljust(1024, b"y") + b"}\n",
            "1025 bytes are too long; at most 1024",
        ),
        (lambda line: line[:-2].ljust(2000, b"y") + b"}\n", "not one whole line"),
    ],
)
def test_bytes_that_are_no_consent(path, change, words):
    write_consent(path, agree(TO, by="ann", seed=SEED))
    path.write_bytes(change(path.read_bytes()))
    with pytest.raises(FormError, match="is not a consent: ") as caught:
        read_consent(path)
    assert words in str(caught.value)


@pytest.mark.parametrize("name", ["game", "prev", "out", "handle", "sign"])
def test_any_other_replacement_needs_another_agreement(name):
    other = msgspec.structs.replace(TO, **{name: "x" + getattr(TO, name)[1:]})
    assert agree(other, by="ann", seed=SEED).sig != agree(TO, by="ann", seed=SEED).sig
