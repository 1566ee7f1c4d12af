"""Names, notes, hexadecimal and times of protocol section 2."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.crypto import text
from pbem.errors import FormError


@pytest.mark.parametrize("name", ["a", "0", "alice", "us.army-3_b", "a" * 32, "9" * 32])
def test_names(name):
    assert text.is_name(name)
    assert text.check_name(name) == name


@pytest.mark.parametrize(
    "name",
    [
        "",
        "A",
        "alicE",
        ".a",
        "-a",
        "_a",
        "a b",
        "a" * 33,
        "a\n",
        "\u00fc",
        "a/b",
        "\u0661",
        1,
        None,
    ],
)
def test_what_is_no_name(name):
    assert not text.is_name(name)
    with pytest.raises(FormError, match="handle"):
        text.check_name(name, "handle")


@pytest.mark.parametrize(
    "note",
    [
        "",
        "line\nline",
        "\u00dcber \u65e5\u672c",
        "x" * 2000,
        "\u00fc" * 1000,
        "\u200a\u202f\u206a\u00a0",
    ],
)
def test_notes(note):
    assert text.check_note(note) == note


FORBIDDEN = [
    *(set(range(0x20)) - {0x0A}),
    *range(0x7F, 0xA0),
    *range(0x200B, 0x2010),
    *range(0x2028, 0x202F),
    *range(0x2060, 0x206A),
    0xFEFF,
]


@pytest.mark.parametrize("code", FORBIDDEN, ids=lambda code: f"U+{code:04X}")
def test_forbidden_characters(code):
    with pytest.raises(FormError, match=f"U\\+{code:04X}"):
        text.check_note(f"a{chr(code)}b")


def test_notes_accept_every_other_character():
    rest = [chr(c) for c in range(0x3000) if c not in FORBIDDEN]
    for start in range(0, len(rest), 500):
        text.check_note("".join(rest[start : start + 500]))


@pytest.mark.parametrize(
    ("note", "words"),
    [
        ("x" * 2001, "the note has 2001 bytes; at most 2000 are allowed"),
        ("\u00fc" * 1001, "the note has 2002 bytes; at most 2000 are allowed"),
        ("\ud800", "the note has half of a surrogate pair"),
        (1, "a note must be text"),
        (None, "a note must be text"),
        ("ab\x07c", "the note has U+0007 at character 2. Control"),
        ("\ufeff", "the note has U+FEFF at character 0. Control"),
    ],
)
def test_other_notes_are_refused(note, words):
    with pytest.raises(FormError) as caught:
        text.check_note(note)
    assert str(caught.value).startswith(words)


def test_hex():
    assert text.check_hex("00ff", 2) == b"\x00\xff"
    assert text.check_hex("", 0) == b""
    for bad in ("00FF", "00f", "00ff0", "00 ff", " 00ff", "0xff", "\u0660\u0660ff", "", 17, None):
        with pytest.raises(FormError, match="4 lower-case hex digits are required") as caught:
            text.check_hex(bad, 2)
        assert str(caught.value).startswith(f"{bad!a}: ")


@pytest.mark.parametrize(
    "time",
    [
        "2026-11-20T15:04:05Z",
        "2024-02-29T00:00:00Z",
        "0001-01-01T00:00:00Z",
        "9999-12-31T23:59:59Z",
    ],
)
def test_times(time):
    assert text.check_time(time) == time


@pytest.mark.parametrize(
    "time",
    [
        "2026-02-29T00:00:00Z",
        "2026-13-01T00:00:00Z",
        "2026-00-01T00:00:00Z",
        "2026-11-31T00:00:00Z",
        "2026-11-20T24:00:00Z",
        "2026-11-20T15:60:00Z",
        "2026-11-20T15:04:60Z",
        "2026-11-20T15:04:61Z",
        "0000-01-01T00:00:00Z",
        "2026-11-20T15:04:05",
        "2026-11-20T15:04:05+00:00",
        "2026-11-20 15:04:05Z",
        "2026-11-20T15:04:05.0Z",
        "2026-11-20t15:04:05z",
        "2026-11-2T15:04:05Z",
        "2026-11-20T15:04:05Z\n",
        "\u0662026-11-20T15:04:05Z",
        "",
        None,
    ],
)
def test_what_is_no_time(time):
    with pytest.raises(
        FormError, match="a time must exist, and look like 2026-11-20T15:04:05Z"
    ) as caught:
        text.check_time(time)
    assert str(caught.value).startswith(f"{ascii(time)[:40]}: ")


def test_a_long_text_that_is_no_time_is_cut():
    with pytest.raises(FormError) as caught:
        text.check_time("8" * 60)
    assert str(caught.value).startswith(f"'{'8' * 39}: ")


def test_json_of_names_that_are_no_utf8():
    """Python reads a byte 0xNN of a file name that is no UTF-8 as U+DCNN."""
    assert text.as_json({"b": ["\u00fc", 1, None]}) == '{"b":["\u00fc",1,null]}'
    value = {"\udcffa": ["\u00fc\udc80", {"k": ("\udcfe", 2)}, 1, None, True]}
    assert json.loads(text.as_json(value)) == {
        "\\udcffa": ["\u00fc\\udc80", {"k": ["\\udcfe", 2]}, 1, None, True]
    }


def test_json_on_a_terminal_is_the_same_and_does_nothing_there():
    """JSON leaves U+0080 to U+009F and marks of direction as they are."""
    value = {"a\x9b2J": ["\x1b[2J\x85\u202e\u200f\u2066\ufeff\x7f", "\u00fc\U0001f600"]}
    shown = text.shown_json(value)
    assert json.loads(shown) == value
    assert shown.isprintable()
    assert "\u00fc\U0001f600" in shown


def test_escape_shows_what_would_act():
    assert text.escape("\u00dcber [b]") == "\u00dcber [b]"
    assert text.escape("a\x1b[31m\n\\") == "a\\x1b[31m\\x0a\\\\"
    assert text.escape("\u202eevil\u200b\U000e0041") == "\\u202eevil\\u200b\\U000e0041"


@given(st.text())
def test_escaped_text_is_printable_and_tells_texts_apart(raw):
    shown = text.escape(raw)
    assert all(char.isprintable() for char in shown)
    back = shown.encode("ascii", "backslashreplace").decode("unicode_escape")
    assert back.encode("utf-16", "surrogatepass") == raw.encode("utf-16", "surrogatepass")


def test_the_name_of_a_file_stays_in_a_command():
    for name in ("ann.card", "/home/ann/Mai-2026/bob.card", r"C:\pbem\bob.card", "Zoë.card"):
        assert text.in_command(name) == name
