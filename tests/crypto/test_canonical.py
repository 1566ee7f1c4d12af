"""Canonical JSON: one spelling, and a word about each of the others."""

from __future__ import annotations

import math
from datetime import UTC, datetime
from decimal import Decimal
from pathlib import Path

import msgspec
import pytest
import rfc8785
from hypothesis import given, settings
from hypothesis import strategies as st

from long import times
from pbem.crypto import canonical
from pbem.errors import FormError

MAX = 2**53 - 1
KEY = "".join(chr(c) for c in range(0x20, 0x7F) if chr(c) not in '"\\')

keys = st.text(st.sampled_from(KEY), min_size=1, max_size=64)
texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=60)
values = st.recursive(
    st.none() | st.booleans() | st.integers(-MAX, MAX) | texts,
    lambda inner: st.lists(inner, max_size=6) | st.dictionaries(keys, inner, max_size=6),
    max_leaves=25,
)


@settings(max_examples=times(40, of=150), deadline=None)
@given(values)
def test_the_text_is_that_of_rfc8785_and_reads_back(value):
    data = canonical.encode(value)
    assert data == rfc8785.dumps(value)
    assert data == canonical.encode_trusted(value)
    assert canonical.decode(data) == value


@settings(max_examples=times(40, of=150), deadline=None)
@given(values, st.data())
def test_no_other_bytes_say_the_same(value, data):
    text = canonical.encode(value)
    at = data.draw(st.integers(0, len(text)))
    inserted = text[:at] + data.draw(st.sampled_from([b" ", b"\n", b"\t", b"0", b"-"])) + text[at:]
    try:
        other = canonical.decode(inserted)
    except FormError:
        return
    # An accepted text says something else: a blank in a string, a digit in a number.
    assert other != value
    assert canonical.encode(other) == inserted


@settings(max_examples=300, deadline=None)
@given(st.binary(max_size=40) | st.text(st.sampled_from('{}[]",:0123456789-.eE\\u tfn')))
def test_garbage_raises_nothing_but_form_errors(data):
    data = data if isinstance(data, bytes) else data.encode()
    try:
        value = canonical.decode(data)
    except FormError:
        return
    assert rfc8785.dumps(value) == data


SECOND_SPELLINGS = {
    "space before": b' {"a":1}',
    "space after": b'{"a":1} ',
    "line feed after": b'{"a":1}\n',
    "space after colon": b'{"a": 1}',
    "space after comma": b"[1, 2]",
    "space in empty list": b"[ ]",
    "tab": b'{"a":\t1}',
    "carriage return": b"[1,\r2]",
    "keys out of order": b'{"b":1,"a":2}',
    "inner keys out of order": b'[{"x":{"b":1,"a":2}}]',
    "key twice": b'{"a":1,"a":2}',
    "key twice, same value": b'{"a":1,"a":1}',
    "minus zero": b"-0",
    "minus zero in a list": b"[-0]",
    "float": b"[1.0]",
    "float that is no integer": b'{"a":1.5}',
    "exponent": b"[1e2]",
    "capital exponent": b"[1E2]",
    "negative exponent": b"[100e-2]",
    "minus zero as float": b"[-0.0]",
    "leading zero": b"[01]",
    "plus sign": b"[+1]",
    "hexadecimal": b"[0x1]",
    "letter escaped": b'["\\u0061"]',
    "slash escaped": b'["\\/"]',
    "line feed as u-escape": b'["\\u000a"]',
    "capital hex in escape": b'["\\u001F"]',
    "delete escaped": b'["\\u007f"]',
    "umlaut escaped": b'["\\u00fc"]',
    "surrogate pair escaped": b'["\\ud83d\\ude00"]',
    "escaped key": b'{"\\u0061":1}',
    "field order at the end": b'{"a":1,"c":1,"b":1}',
}

MALFORMED = {
    "nothing": b"",
    "byte order mark": b'\xef\xbb\xbf{"a":1}',
    "UTF-16": '{"a":1}'.encode("utf-16"),
    "overlong UTF-8": b'["\xc0\x80"]',
    "lone byte": b'["\xff"]',
    "surrogate in UTF-8": b'["\xed\xa0\x80"]',
    "beyond Unicode": b'["\xf4\x90\x80\x80"]',
    "half an escaped pair": b'["\\ud800"]',
    "other half of an escaped pair": b'["\\udc00"]',
    "raw control": b'["\x01"]',
    "raw line feed": b'["\n"]',
    "trailing comma": b"[1,]",
    "two values": b"1 2",
    "comment": b"[1/**/]",
    "single quotes": b"['a']",
    "bare key": b"{a:1}",
    "number as key": b"{1:1}",
    "NaN": b"[NaN]",
    "infinity": b"[Infinity]",
    "capital true": b"[True]",
    "unclosed list": b"[1",
    "unclosed string": b'["a',
    "closed too often": b"[1]]",
    "closed by another": b"[1}",
}

OUT_OF_BOUNDS = {
    "empty key": b'{"":1}',
    "empty key within": b'[1,{"":1}]',
    "key of 65": b'{"' + b"k" * 65 + b'":1}',
    "key of 65, second": b'{"a":"' + b"v" * 99 + b'","' + b"k" * 65 + b'":1}',
    "key with quotation mark": b'{"a\\"":1}',
    "key with backslash": b'{"a\\\\":1}',
    "key with delete": b'{"a\x7f":1}',
    "key with umlaut": '{"\u00fc":1}'.encode(),
    "key with line feed": b'{"\\n":1}',
    "2^53": b"9007199254740992",
    "2^53 in a list": b"[9007199254740992]",
    "2^53 second in a list": b"[1,9007199254740992]",
    "2^53 in an object": b'{"a":9007199254740992}',
    "-2^53": b"[-9007199254740992]",
    "-2^53 in an object": b'{"a":-9007199254740992}',
    "2^64": b"[18446744073709551616]",
    "forty digits": b"[" + b"1" * 40 + b"]",
    "string of 16385": b'["' + b"x" * 16_385 + b'"]',
    "string of 16386 bytes in 8193 letters": ('["' + "\u00fc" * 8_193 + '"]').encode(),
    "string too long among backslashes": b'["\\\\","' + b"x" * 16_385 + b'"]',
    "list of 4097": b"[" + b",".join([b"1"] * 4_097) + b"]",
    "list of 4097 in an object": b'{"a":[' + b",".join([b"1"] * 4_097) + b"]}",
    "depth 33": b"[" * 33 + b"]" * 33,
    "depth 33 in objects": b'{"a":' * 33 + b"1" + b"}" * 33,
    "depth 100000": b"[" * 100_000 + b"]" * 100_000,
    "depth 100000, never closed": b"[" * 100_000,
    "depth 33 behind brackets in strings": b'["]]]]]]]]",' + b"[" * 33 + b"]" * 33 + b"]",
    "262145 bytes": b"[" + b",".join([b'"' + b"x" * 8_000 + b'"'] * 33)[:262_143] + b"]",
}


@pytest.mark.parametrize("name", SECOND_SPELLINGS)
def test_second_spellings_are_refused(name):
    with pytest.raises(FormError) as caught:
        canonical.decode(SECOND_SPELLINGS[name])
    assert 10 < len(str(caught.value)) < 300


@pytest.mark.parametrize("name", MALFORMED)
def test_what_is_no_json_is_refused(name):
    with pytest.raises(FormError) as caught:
        canonical.decode(MALFORMED[name])
    assert 10 < len(str(caught.value)) < 300


@pytest.mark.parametrize("name", OUT_OF_BOUNDS)
def test_what_is_out_of_bounds_is_refused(name):
    with pytest.raises(FormError) as caught:
        canonical.decode(OUT_OF_BOUNDS[name])
    assert 10 < len(str(caught.value)) < 300


@pytest.mark.parametrize(
    ("data", "word"),
    [
        (b'{"a": 1}', "byte 5 on: white space"),
        (b'["\\u0061"]', "byte 2 on: a character with another escape"),
        (b"[-0]", "byte 1 on: a minus sign"),
        (b'{"b":1,"a":2}', "byte 2 on: keys out of order"),
        (b"[1.50]", "number 1.50"),
        (b"\xef\xbb\xbf1", "byte order mark"),
        (b'["ab\xff"]', "not UTF-8 at byte 4"),
        (b'{"a":[1,{"b":9007199254740992}]}', r"integer at \$\.a\[1\]\.b"),
        (b'{"a":\t1}', "byte 5 on: white space"),
        (b"[1,\n2]", "byte 3 on: white space"),
        (b"[1,\r2]", "byte 3 on: white space"),
        (b'[{"a\x7f":1}]', r"key 'a\\x7f' at \$\[0\]: a key has 1 to 64 printable"),
        (b"[" * 33 + b"]" * 33, "nested more than 32 deep"),
    ],
)
def test_the_message_says_what_and_where(data, word):
    with pytest.raises(FormError, match=word):
        canonical.decode(data)


def test_what_is_too_long_to_be_written_says_how_long_it_is():
    with pytest.raises(FormError, match=r"^9 bytes are too long; at most 8 are allowed$"):
        canonical.encode(["abcde"], max_bytes=8)
    assert canonical.encode(["abcd"], max_bytes=8) == b'["abcd"]'


AT_THE_LIMIT = {
    "largest integer": MAX,
    "smallest integer": -MAX,
    "integers in a list": [MAX, -MAX, 0, -1],
    "key of 64": {"k" * 64: 1},
    "every key character": {KEY[:64]: 1, KEY[64:]: 2},
    "string of 16384": ["x" * 16_384],
    "string of 16384 bytes in 8192 letters": ["\u00fc" * 8_192],
    "string of 16384 and 65 in another": {"a": "x" * 16_384, "b": "y" * 65},
    "list of 4096": [1] * 4_096,
    "two lists of 4096": [[1] * 4_096, [""] * 4_096],
    "every control": ["".join(map(chr, range(0x20))) + "\x7f\u2028"],
    "empty string as value": {"a": "", "b": ["", ""]},
    "strings that look like syntax": [',"":', "," + "9" * 20, ":" + "9" * 20, '{"":', "]]]", "[[["],
    "digests": ["0" * 64, "1" * 128],
}


@pytest.mark.parametrize("name", AT_THE_LIMIT)
def test_the_limit_itself_is_allowed(name):
    value = AT_THE_LIMIT[name]
    data = canonical.encode(value)
    assert data == rfc8785.dumps(value)
    assert canonical.decode(data) == value


def test_depth_and_size_at_the_limit():
    deepest = b"[" * 32 + b"]" * 32
    assert canonical.encode(canonical.decode(deepest)) == deepest
    wide = b"[" + b",".join([b"[]"] * 200) + b"]"
    assert len(canonical.decode(wide)) == 200
    brackets = canonical.encode(["[" * 100, 'a"[' * 100, "\\[" * 100])
    assert canonical.decode(brackets)[0] == "[" * 100
    line = b"[" + b",".join([b'"' + b"x" * 16_380 + b'"'] * 16) + b"]"
    padded = line[:-1] + b',"' + b"y" * (262_144 - len(line) - 3) + b'"]'
    assert len(padded) == 262_144
    assert len(canonical.decode(padded)) == 17
    with pytest.raises(FormError, match="262144"):
        canonical.decode(padded[:-2] + b'y"]')
    assert canonical.decode(b"[1]", max_bytes=3) == [1]
    with pytest.raises(FormError, match="at most 2"):
        canonical.decode(b"[1]", max_bytes=2)


@pytest.mark.parametrize(
    "data",
    [
        b"[[],[[[]]]]",  # the deep member after others
        b'{"a":[],"b":{"c":[{}]}}',
        b"[[[1,[2]]],[],[]]",
        b'["[[[[",[[[]]]]',
        b'["\\"[",[[[]]]]',
    ],
)
def test_what_is_too_deep_is_refused_wherever_it_stands(data):
    with pytest.raises(FormError, match="nested more than 3 deep"):
        canonical.decode(data, depth=3)
    assert canonical.encode(canonical.decode(data, depth=4)) == data


@pytest.mark.parametrize("sign", ["x", " ", "\t", "a b ", "\u00fc", "[", ","])
def test_a_string_too_long_is_refused_whatever_it_holds(sign):
    whole = (sign * 16_385)[:16_385]
    for value in ([whole], {"a": "b", "c": whole}):
        with pytest.raises(FormError, match="at most 16384 are allowed"):
            canonical.decode(rfc8785.dumps(value))


def test_ordinary_lines_are_read_without_a_closer_look(monkeypatch):
    """The screen is what makes an audit fast: it decides every plain line of a log by itself."""
    logs = Path(__file__).parents[2] / "logs"
    paths = [path for path in logs.glob("*/*.pbem") if path.parent.name != "hostile"]
    lines = [line for path in paths for line in path.read_bytes().splitlines()]
    plain = [line for line in lines if line.isascii() and b"\\" not in line]
    long = canonical.encode(["x" * 9000, "y" * 9000])
    assert len(plain) > 300
    few = [line for line in plain if sum(map(line.count, b"[]{}")) <= 2 * canonical.DEPTH]
    assert len(few) > 200
    monkeypatch.setattr(canonical, "_walk", lambda *_: pytest.fail("looked closer"))
    for line in (*plain, long):
        canonical.decode(line)
    monkeypatch.setattr(canonical, "_check_depth", lambda *_: pytest.fail("counted brackets"))
    for line in (*few, long):
        canonical.decode(line)


def test_hostile_lines_take_no_time():
    # Each of these made a search quadratic, or a parser recurse, in some program before.
    for data in (
        b'"' + b'\\"' * 131_000,
        b'"' * 262_144,
        b',"' * 131_072,
        b"[" * 262_144,
        b'{"a":' * 52_000,
        b'["' + b"\\" * 262_000 + b'"]',
        b"1" * 262_144,
    ):
        with pytest.raises(FormError):
            canonical.decode(data)


class Move(msgspec.Struct):
    unit: str
    to: int


def test_typed_reading():
    assert canonical.decode_as(b'{"to":3,"unit":"a"}', Move) == Move("a", 3)
    assert canonical.encode([Move("a", 3)]) == b'[{"to":3,"unit":"a"}]'


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(b'{"to":3}', id="field missing"),
        pytest.param(b'{"else":1,"to":3,"unit":"a"}', id="field unknown"),
        pytest.param(b'{"to":3.0,"unit":"a"}', id="integer as float"),
        pytest.param(b'{"to":"3","unit":"a"}', id="integer as text"),
        pytest.param(b'{"to":9007199254740992,"unit":"a"}', id="integer too large"),
        pytest.param(b'{"unit":"a","to":3}', id="other order"),
    ],
)
def test_what_does_not_fit_the_type_is_refused(data):
    with pytest.raises(FormError):
        canonical.decode_as(data, Move)


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (1.0, "float at $: canonical JSON cannot hold it"),
        ([1.5], "float at $[0]: "),
        ({"a": math.nan}, "float at $.a: "),
        (MAX + 1, "integer at $ is outside -(2^53-1)..2^53-1"),
        (-MAX - 1, "integer at $ is outside"),
        ({"": 1}, "key '' at $: a key has 1 to 64 printable ASCII"),
        ([{"\u00fc": 1}], r"key '\xfc' at $[0]: a key has"),
        ({"k" * 65: 1}, f"key '{'k' * 65}' at $: a key has"),
        ({"k" * 91: 1}, f"key '{'k' * 89} at $: a key has"),
        ({1: 2}, "key 1 at $: a key has"),
        ({None: 1}, "key None at $: a key has"),
        (b"bytes", "bytes at $: "),
        (bytearray(b"bytes"), "bytearray at $: "),
        (Decimal(1), "Decimal at $: "),
        (datetime(2026, 11, 20, tzinfo=UTC), "datetime at $: "),
        (object(), "JSON cannot hold this value: "),
        ("\ud800", "string at $ has half of a surrogate pair"),
        (["x" * 16_385], "string at $[0] has 16385 bytes; at most 16384 are allowed"),
        (["\u00fc" * 8_193], "string at $[0] has 16386 bytes; at most 16384 are allowed"),
        ({"a": [0] * 4_097}, "list at $.a has 4097 members; at most 4096 are allowed"),
        (["x" * 16_000] * 17, "272052 bytes are too long; at most 262144 are allowed"),
        ({"\ud800": 1}, r"key '\ud800' at $: a key has"),
    ],
    ids=lambda value: repr(value)[:20].encode("ascii", "replace").decode(),
)
def test_what_has_no_place_is_not_written(value, words):
    with pytest.raises(FormError) as caught:
        canonical.encode(value)
    assert str(caught.value).startswith(words)


def test_what_holds_itself_is_not_written():
    loop: list[object] = []
    loop.append(loop)
    with pytest.raises(FormError, match="nested more than 32 deep, or a value contains itself"):
        canonical.encode(loop)
    deep: list[object] = []
    for _ in range(32):
        deep = [deep]
    with pytest.raises(FormError, match="nested"):
        canonical.encode(deep)
    assert canonical.encode(deep[0])


@settings(max_examples=200, deadline=None)
@given(
    st.recursive(
        st.integers(-(2**60), 2**60)
        | st.text(st.sampled_from(',":[{}]0189\\\x7f\u00fc'), max_size=70),
        lambda inner: (
            st.lists(inner, max_size=4)
            | st.dictionaries(
                st.text(st.sampled_from(',":0\\\x7fk'), max_size=70), inner, max_size=4
            )
        ),
        max_leaves=12,
    )
)
def test_the_screen_never_passes_what_the_walk_refuses(value):
    data = canonical.encode_trusted(value)
    try:
        canonical._walk(value, "$", canonical.DEPTH)
    except FormError:
        with pytest.raises(FormError):
            canonical.decode(data)
    else:
        assert canonical.decode(data) == value
