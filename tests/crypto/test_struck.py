"""Secrets are struck out of the texts of others, however those spell them."""

from __future__ import annotations

import base64
from urllib.parse import quote, quote_plus

import pytest

from pbem.crypto.struck import strike

SECRET = "p\u00e4ss word/+?>"  # noqa: S105 - made up


def spelled(encode, before: bytes, after: bytes) -> str:
    return encode(before + SECRET.encode() + after).decode()


@pytest.mark.parametrize(
    "said", [SECRET, quote(SECRET, safe=""), quote_plus(SECRET)], ids=["plain", "percent", "plus"]
)
def test_as_it_is_and_percent_encoded(said):
    assert strike(f"login <{said}> refused, {said}!", [SECRET]) == "login <***> refused, ***!"


@pytest.mark.parametrize("encode", [base64.b64encode, base64.urlsafe_b64encode])
@pytest.mark.parametrize("shift", range(6))
@pytest.mark.parametrize("after", [b"", b"~", b"~~", b"more"])
def test_in_base64_of_something_longer(encode, shift, after):
    """Every sign that holds nothing but bits of the secret is struck."""
    before = b"\0user\0"[:shift]
    struck = strike(spelled(encode, before, after), [SECRET])
    first, whole = -(-8 * shift // 6), 8 * (shift + len(SECRET.encode())) // 6
    text = spelled(encode, before, after)
    assert struck == text[:first] + "***" + text[whole:]


def test_in_base64_twice():
    once = base64.b64encode(b"user:" + SECRET.encode())
    twice = base64.b64encode(b"AUTH " + once).decode()
    # The signs 7 to 24 of `once` hold nothing but the secret; they begin at byte 12 of the text.
    assert strike(twice, [SECRET]) == twice[:16] + "***" + twice[40:]


def test_a_secret_with_half_of_a_surrogate_pair():
    """A terminal gave bytes that are no UTF-8; another program may repeat them as they are."""
    assert strike("refused: pass\udcff!", ["pass\udcff"]) == "refused: ***!"


def test_the_longest_spelling_first():
    """Striking a part of a longer secret first would leave the rest of it."""
    for secrets in (["word", "password"], ["password", "word"]):
        assert strike("a password, a word", secrets) == "a ***, a ***"


def test_what_is_no_secret_stays():
    text = "nothing here, and nothing empty"
    assert strike(text, []) == text
    assert strike(text, [""]) == text
    assert strike(text, ["else", ""]) == text


def test_too_little_of_base64_could_be_anything():
    """No more than two signs are known of two bytes: no text is struck for those."""
    assert strike("cGFz and QUJD, pas", ["AB"]) == "cGFz and QUJD, pas"
    assert strike("cGFz cGE", ["pas"]) == "*** cGE"


@pytest.mark.parametrize(
    "said",
    ["p\u00e4ss\nword/+?>", "p \u00e4 s s word/\r\n +?>", "\u00e4ss word/", repr(SECRET)[1:-1],
     spelled(base64.b64encode, b"user:", b"")[8:18]],
    ids=["broken", "spread", "cut", "escaped", "base64 cut"],
)  # fmt: skip
def test_broken_or_cut(said):
    """A server wraps its lines and a log is cut: eight characters in a row give it away."""
    assert strike(f"[{said}]", [SECRET]) == "[***]"


def test_blanks_around_a_secret_stay():
    assert strike("the  p\u00e4ss word/+?>  is wrong", [SECRET]) == "the  ***  is wrong"
