"""YAML from people: four kinds of plain values, everything else refused with its place."""

from __future__ import annotations

import codecs
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.errors import FormError
from pbem.kit.typed import strict_yaml
from pbem.kit.typed.strict_yaml import locate, read, text_of


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("0802", "0802"),
        ("1206", 1206),
        ("-5", -5),
        ("0", 0),
        ("-0", "-0"),
        ("1:30", "1:30"),
        ("0x1F", "0x1F"),
        ("0o17", "0o17"),
        ("1_000", "1_000"),
        ("1.5", "1.5"),
        ("1e3", "1e3"),
        (".inf", ".inf"),
        ("2026-01-01", "2026-01-01"),
        ("no", "no"),
        ("on", "on"),
        ("'1206'", "1206"),
        ('"true"', "true"),
        ("true", True),
        ("null", None),
        ("~", None),
        ("", None),
        ("3/10", "3/10"),
        ("=", "="),
        ("<<", "<<"),
        ("9007199254740991", 2**53 - 1),
    ],
)
def test_scalars_are_what_they_look_like(text: str, value: object) -> None:
    got = read(text)
    assert got == value
    assert type(got) is type(value)


def test_keys_are_text_as_written() -> None:
    assert read("{317: dead, 0802: 16, true: x, 1:30: y}") == {
        "317": "dead",
        "0802": 16,
        "true": "x",
        "1:30": "y",
    }


def test_blocks_lists_and_comments() -> None:
    text = "a: |\n  move 1/2 1205\n  end movement\nb: [x, 'y']  # why\nc:\n- {d: 1}\n"
    assert read(text) == {
        "a": "move 1/2 1205\nend movement\n",
        "b": ["x", "y"],
        "c": [{"d": 1}],
    }


@pytest.mark.parametrize(
    ("text", "place", "words"),
    [
        ("a: &x 1", "line 1, column 4", "anchor"),
        ("a: 1\nb: *x", "line 2, column 4", "alias"),
        ("a: !!str 1", "line 1, column 4", "tag"),
        ("a: !x [1]", "line 1, column 4", "tag"),
        ("a: 1\nb: 2\na: 3", "line 3, column 1", "here twice, first in line 1"),
        ("? [1, 2]\n: x", "line 1, column 3", "key"),
        ("? \n: x", "line 1, column 2", "key"),
        ("a: 1\n---\nb: 2", "line 2, column 1", "second document"),
        ("a: 1\nb: [1, 2", "line 3, column 1", "begun in line 2"),
        ("a: 9007199254740992", "line 1, column 4", "in quotes if it is text"),
        ("a: " + "9" * 5000, "line 1, column 4", "in quotes if it is text"),
        ("[" * 40 + "]" * 40, "line 1, column 33", "nested deeper than 32"),
    ],
)
def test_refusals_name_file_line_and_column(text: str, place: str, words: str) -> None:
    with pytest.raises(FormError) as caught:
        read(text, name="pack.yaml")
    assert str(caught.value).startswith(f"pack.yaml, {place}")
    assert words in str(caught.value)


def test_thirty_two_levels_are_read() -> None:
    assert read("[" * 32 + "]" * 32) is not None


def test_limit_is_in_bytes_and_can_be_set() -> None:
    assert read("é", limit=2) == "é"
    with pytest.raises(FormError, match="reads at most 1"):
        read("é", limit=1)
    with pytest.raises(FormError, match="at most 1048576"):
        read(b"#" * ((1 << 20) + 1))


def test_not_utf8_names_the_line() -> None:
    with pytest.raises(FormError, match="x, line 2, column 4: not UTF-8"):
        read(b"a: 1\nb: \xff", name="x")
    with pytest.raises(FormError):
        read("a: \ud800")


def test_byte_order_mark_is_nothing() -> None:
    assert read(b"\xef\xbb\xbfa: 1") == {"a": 1}


def test_locate_finds_a_value_or_the_last_step_there() -> None:
    text = "a:\n  - b: 1\n    c: 2\n"
    assert locate(text, ["a", 0, "c"]) == (3, 8)
    assert locate(text, ["a", 0, "zz"]) == (2, 5)
    assert locate("a: [", ["a"]) is None


def test_the_slow_loader_reads_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    import yaml

    monkeypatch.setattr(strict_yaml, "_LOADER", yaml.SafeLoader)
    assert read("{317: 0802, a: [1, x]}") == {"317": "0802", "a": [1, "x"]}
    with pytest.raises(FormError, match="line 1, column 4"):
        read("a: &x 1")


@given(st.text(max_size=60) | st.text("[]{}:,-&*!|>'\"# \n\tab01?", max_size=60))
def test_any_text_is_a_value_or_a_form_error(text: str) -> None:
    with suppress(FormError):
        read(text)


@given(st.binary(max_size=60))
def test_any_bytes_are_a_value_or_a_form_error(data: bytes) -> None:
    with suppress(FormError):
        read(data)


def test_the_mark_before_utf_8_is_dropped() -> None:
    assert read("a: 1".encode("utf-8-sig")) == {"a": 1}
    assert text_of("end".encode("utf-8-sig"), "x") == "end"


@pytest.mark.parametrize("data", [codecs.BOM_UTF16_LE + b"e\0", codecs.BOM_UTF16_BE + b"\0e"])
def test_utf_16_is_reported_with_what_to_do(data: bytes) -> None:
    for reading in (lambda: read(data, name="x"), lambda: text_of(data, "x")):
        with pytest.raises(FormError, match="x: this is UTF-16 text; save it as UTF-8"):
            reading()
