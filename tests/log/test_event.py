"""Protocol sections 2 and 3: which bytes are an event."""

import hashlib
import json
import re
from datetime import datetime

import pytest
import rfc8785
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.crypto import signing
from pbem.errors import FormError
from pbem.log import event
from pbem.log.event import Event, compose, game_id, read_event, signed_bytes, verify_signature
from pbem.log.finding import BadLog

SEED = bytes(range(32))
PUBLIC = signing.public_key(SEED)
BODY = {
    "at": "2026-11-20T15:04:05Z",
    "by": "ann",
    "data": {"note": "é\n", "orders": [{"do": "pass", "n": -1}]},
    "game": "ab" * 32,
    "kind": "orders",
    "prev": "cd" * 32,
    "salt": "ef" * 16,
    "seq": 7,
    "v": 1,
}
FIELDS = sorted(BODY)


def line_of(body=BODY, sig="0" * 128, **envelope):
    return rfc8785.dumps({"body": body, "sig": sig, **envelope})


def changed(**fields):
    return line_of({**BODY, **fields})


def code_of(line):
    with pytest.raises(BadLog) as caught:
        read_event(line, 4)
    found = caught.value.finding
    assert found.line == 4
    assert found.blame == ()
    assert found.good is None
    assert "Line 4" in found.message
    return found.code


def test_reads_what_the_oracle_writes():
    event = read_event(line_of())
    assert {name: getattr(event, name) for name in FIELDS} == BODY
    assert event.sig == "0" * 128


def test_body_is_bytes_8_to_length_minus_138():
    event = read_event(line_of())
    assert event.body == rfc8785.dumps(BODY) == event.line[8 : len(event.line) - 138]


def test_id_is_the_hash_of_the_tag_and_the_body():
    tagged = b"pbem/event/v1\n" + rfc8785.dumps(BODY)
    assert signed_bytes(rfc8785.dumps(BODY)) == tagged
    assert read_event(line_of()).id == hashlib.sha256(tagged).hexdigest()


def test_the_first_event_has_an_empty_game():
    event = read_event(changed(game="", seq=0, prev="0" * 64))
    assert event.game == ""
    assert event.game_id == event.id


@pytest.mark.parametrize("name", FIELDS)
def test_each_field_missing(name):
    body = {k: v for k, v in BODY.items() if k != name}
    with pytest.raises(BadLog, match=f"the field {name} is missing") as caught:
        read_event(line_of(body))
    assert caught.value.finding.code == "event.fields"


@pytest.mark.parametrize("name", ["a", "hash", "v2", "zz", "at "])
def test_a_field_too_many(name):
    with pytest.raises(BadLog, match=f"'{name}' is not a field of an event") as caught:
        read_event(changed(**{name: 1}))
    assert caught.value.finding.code == "event.fields"


@pytest.mark.parametrize("name", FIELDS)
@pytest.mark.parametrize("value", [None, True, False, [], 0.5, -1])
def test_each_field_of_a_wrong_type(name, value):
    expected = "event.fields"
    if value == 0.5:
        expected = "json.form"
    elif name == "v" and type(value) is int:
        expected = "event.version"
    assert code_of(changed(**{name: value})) == expected


@pytest.mark.parametrize(
    "fields",
    [
        {"game": "AB" * 32},
        {"game": "ab" * 31},
        {"game": "ab" * 33},
        {"prev": ""},
        {"prev": "cD" + "cd" * 31},
        {"prev": "cd" * 31 + "é"},
        {"prev": "cd" * 31 + "g0"},
        {"salt": "EF" * 16},
        {"salt": "ef" * 15},
        {"salt": ""},
        {"by": ""},
        {"by": "Ann"},
        {"by": "a" * 33},
        {"by": ".ann"},
        {"by": "ann\n"},
        {"by": "änn"},
        {"kind": "Orders"},
        {"kind": "or ders"},
        {"at": "2026-02-29T00:00:00Z"},
        {"at": "2026-13-01T00:00:00Z"},
        {"at": "2026-11-20T24:00:00Z"},
        {"at": "2026-11-20T15:60:05Z"},
        {"at": "2026-11-20T23:59:60Z"},
        {"at": "2026-11-20T15:04:05.5Z"},
        {"at": "2026-11-20 15:04:05Z"},
        {"at": "2026-11-20T15:04:05+00:00"},
        {"at": "2026-11-20T15:04:05z"},
        {"at": "0000-01-01T00:00:00Z"},
        {"at": "\uff12026-11-20T15:04:05Z"},
        {"at": 1795187045},
        {"seq": "7"},
        {"v": "1"},
        {"data": [["do", 1]]},
        {"data": "{}"},
        {"data": {"note": 5}},
        {"data": {"note": "a" * 2001}},
        {"data": {"note": "bell \x07"}},
        {"data": {"note": "turn \u202e"}},
    ],
    ids=lambda fields: ascii(fields)[:40],
)
def test_each_field_out_of_form(fields):
    assert code_of(changed(**fields)) == "event.fields"


@pytest.mark.parametrize("sig", ["", "0" * 127, "0" * 129, "A" + "0" * 127, "g" * 128, None, 0])
def test_signature_out_of_form(sig):
    assert code_of(line_of(sig=sig)) == "event.fields"


@pytest.mark.parametrize(
    "line",
    [line_of(extra=1), b'{"body":{}}', b"[]", b"5", b'"sig"', b"{}", b"null", line_of([]),
     line_of("body"), rfc8785.dumps({"body": BODY, "sign": "0" * 128})],
)  # fmt: skip
def test_not_a_body_and_a_signature(line):
    assert code_of(line) == "event.fields"


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"\xef\xbb\xbf" + line_of(),
        b" " + line_of(),
        line_of() + b" ",
        line_of() + b"\n",
        line_of() * 2,
        line_of()[:-1],
        line_of().replace(b'"seq":7', b'"seq": 7'),
        line_of().replace(b'"seq":7', b'"seq":7.0'),
        line_of().replace(b'"seq":7', b'"seq":07'),
        line_of().replace(b'"seq":7', b'"seq":-0'),
        line_of().replace(b'"seq":7', b'"seq":9007199254740992'),
        line_of().replace(b'"seq":7', b'"seq":7,"seq":7'),
        line_of().replace(b'"by":"ann"', b'"by":"\\u0061nn"'),
        line_of().replace(b'"at":', b'"by":"ann","at":').replace(b'Z","by":"ann"', b'Z"'),
        line_of().replace(b'{"do":"pass"', b'{ "do":"pass"'),
        line_of().replace(b'"n":-1', b'"n":-1.0'),
        line_of().replace(b'"n":-1', b'"n":1e1'),
        line_of().replace(b'"do":"pass"', b'"do":"pass","do":"pass"'),
        line_of().replace("é".encode(), b"\\u00e9"),
        line_of().replace("é".encode(), b"\xe9"),
        line_of().replace("é".encode(), b"\xed\xa0\x80"),
        line_of().replace(b'"data":{', b'"data":NaN,"d":{'),
    ],
    ids=range(23),
)
def test_not_canonical(line):
    assert code_of(line) == "json.form"


@pytest.mark.parametrize(("depth", "good"), [(30, True), (31, False)])
def test_depth_counts_from_the_line(depth, good):
    """At most 32 deep, the line's own object being 1; data is at depth 3."""
    value: object = {}
    for _ in range(depth - 2):
        value = [value]
    line = changed(data={"x": value})
    if good:
        assert read_event(line).data == {"x": value}
    else:
        assert code_of(line) == "json.form"


def test_many_flat_brackets_are_not_deep():
    data = {"orders": [{"x": [i]} for i in range(1000)], "y": "[[[{{{" * 20}
    assert read_event(changed(data=data)).data == data


@pytest.mark.parametrize(("kind", "most"), [("orders", 120_000), ("ruling", 262_144)])
def test_the_longest_line_and_one_byte_more(kind, most):
    room = most - len(changed(kind=kind, data={"x": [""]}))
    texts = ["a" * 16_000] * (room // 16_003)
    texts.append("a" * (room - 16_003 * len(texts)))
    line = changed(kind=kind, data={"x": texts})
    assert len(line) == most
    assert read_event(line).line == line
    texts[-1] += "a"
    assert code_of(changed(kind=kind, data={"x": texts})) == "json.size"


def test_a_line_beyond_the_limit_is_not_looked_at(monkeypatch):
    """It may be of any length, and costs no more than to see that."""
    most = 262_144
    long = changed(kind="ruling", data={"x": ["a" * 16_000] * 17})
    assert len(long) > most
    for name in ("_shape", "_id_of"):
        monkeypatch.setattr(event, name, lambda _: pytest.fail("looked at it"))
    assert code_of(long) == "json.size"
    assert code_of(b"x" * (most + 1)) == "json.size"


def test_a_long_ruling_of_a_wrong_form_is_reported_so():
    """The limits of a ruling are asked by its kind, whatever else is wrong with it."""
    texts = ["a" * 16_000] * 9
    assert code_of(changed(kind="ruling", by="Eve", data={"x": texts})) == "event.fields"
    assert code_of(changed(kind="orders", by="Eve", data={"x": texts})) == "json.size"


@pytest.mark.parametrize(("kind", "most"), [("orders", 32), ("ruling", 36)])
def test_the_deepest_nesting_and_one_more(kind, most):
    deep = 1
    for _ in range(most - 3):  # the line, the body and the data are three
        deep = [deep]
    line = changed(kind=kind, data={"x": deep})
    assert read_event(line).line == line
    assert code_of(changed(kind=kind, data={"x": [deep]})) == "json.form"


@pytest.mark.parametrize(
    ("v", "log"), [(0, None), (3, None), (-1, None), (10**9, None), (2, 1), (1, 2)]
)
def test_another_version_is_not_a_fault(v, log):
    """The version is unknown, or not the one with which the log began."""
    line = line_of({"v": v, "seq": 3, "later": True})
    with pytest.raises(BadLog) as caught:
        read_event(line, version=log)
    assert caught.value.finding.code == "event.version"
    assert caught.value.finding.seq == 3
    assert not caught.value.finding.fault
    assert f"uses version {v} of the protocol" in caught.value.finding.message


def test_a_refusal_is_one_sentence_and_what_to_do():
    """A check of a text ends with a full stop of its own, or with none."""
    for changes in ({"by": "Ann"}, {"data": {"note": "\x00"}}, {"data": {"note": 1}}, {"seq": -1}):
        with pytest.raises(BadLog) as caught:
            read_event(changed(**changes), 4)
        message = caught.value.finding.message
        assert message.startswith("Line 4 is not an event: ")
        assert message.endswith(". Ask its author for another.")
        assert ".." not in message


def test_a_foreign_value_is_shown_whole_up_to_60_signs():
    for length, shown in (
        (58, f"'{'X' * 58}',"),
        (59, f"'{'X' * 56}...,"),
        (500, f"'{'X' * 56}...,"),
    ):
        with pytest.raises(BadLog, match=r"the field by is ") as caught:
            read_event(changed(by="X" * length))
        assert f"the field by is {shown} but must be" in caught.value.finding.message


def test_a_foreign_value_in_a_message_is_escaped():
    with pytest.raises(BadLog) as caught:
        read_event(changed(by="\u202eevil\u001b[2J" + "x" * 500))
    assert caught.value.finding.message.isascii()
    assert "\x1b" not in caught.value.finding.message
    assert len(caught.value.finding.message) < 300


def test_text_that_looks_like_the_end_of_a_line_is_text():
    tail = line_of()[line_of().index(b',"game"') :].decode()
    data = {"x": tail, "y": {"game": "", "sig": "0" * 128}}
    assert read_event(changed(data=data)).data == data


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53) + 1, 2**53 - 1) | st.text(max_size=20),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.from_regex(r"[a-z_ ]{1,8}", fullmatch=True), inner, max_size=4)
    ),
    max_leaves=12,
)
OBJECTS = st.dictionaries(
    st.from_regex(r"[a-m]{1,8}", fullmatch=True), JSON, max_size=5
)  # no "note"
NAMES = st.from_regex(r"[a-z0-9][a-z0-9._-]{0,31}", fullmatch=True)
TIMES = st.datetimes(min_value=datetime(1, 1, 1)).map(  # noqa: DTZ001 - written as UTC
    lambda when: when.replace(microsecond=0).isoformat() + "Z"
)
HEX = {n: st.binary(min_size=n, max_size=n).map(bytes.hex) for n in (16, 32)}


@settings(deadline=None)
@given(
    st.fixed_dictionaries(
        {"at": TIMES, "by": NAMES, "data": OBJECTS, "game": HEX[32] | st.just(""), "kind": NAMES,
         "prev": HEX[32], "seq": st.integers(0, 2**53 - 1)}
    ),
    st.binary(min_size=16, max_size=16),
)  # fmt: skip
def test_what_is_composed_is_read_and_verified(fields, salt):
    event = compose(**fields, seed=SEED, salt=salt)
    body = {**fields, "salt": salt.hex(), "v": 1}
    assert event.line == rfc8785.dumps({"body": body, "sig": event.sig})
    assert read_event(event.line) == event
    assert {name: getattr(event, name) for name in FIELDS} == body
    assert verify_signature(event, PUBLIC)
    assert not verify_signature(event, signing.public_key(bytes(32)))


NEAR = {
    "at": TIMES | st.sampled_from(["2026-02-30T00:00:00Z", "2026-01-01T25:00:00Z", ""]),
    "by": NAMES | st.text(max_size=3) | JSON,
    "data": OBJECTS | JSON,
    "game": HEX[32] | st.sampled_from(["", "AB" * 32]) | JSON,
    "kind": NAMES | JSON,
    "prev": HEX[32] | HEX[16],
    "salt": HEX[16] | HEX[32] | st.just("E" * 32),
    "seq": st.integers(-2, 9) | JSON,
    "v": st.just(1) | st.just(True) | st.just("1"),
}


def is_event(body):
    """Sections 2 and 3 again, the slow way."""
    forms = {
        "by": r"[a-z0-9][a-z0-9._-]{0,31}", "kind": r"[a-z0-9][a-z0-9._-]{0,31}",
        "game": r"([0-9a-f]{64})?", "prev": r"[0-9a-f]{64}", "salt": r"[0-9a-f]{32}",
    }  # fmt: skip
    for name, form in forms.items():
        if not isinstance(body[name], str) or not re.fullmatch(form, body[name]):
            return False
    try:
        datetime.strptime(body["at"], "%Y-%m-%dT%H:%M:%SZ")  # noqa: DTZ007 - the text says UTC
    except ValueError:
        return False
    return (
        type(body["seq"]) is int
        and body["seq"] >= 0
        and type(body["v"]) is int
        and isinstance(body["data"], dict)
    )


@settings(deadline=None, max_examples=300)
@given(st.sets(st.sampled_from(FIELDS), max_size=2).flatmap(
    lambda names: st.fixed_dictionaries({name: NEAR[name] for name in names})
))  # fmt: skip
def test_events_are_exactly_what_the_protocol_says(near):
    body = {**BODY, **near}
    line = line_of(body)
    if is_event(body):
        assert json.loads(line)["body"] == body
        assert read_event(line).body == rfc8785.dumps(body)
    else:
        assert code_of(line) == "event.fields"


def test_salts_are_drawn_again():
    fields = {k: v for k, v in BODY.items() if k not in {"v", "salt"}}
    salts = {compose(**fields, seed=SEED).salt for _ in range(20)}
    assert len(salts) == 20


@pytest.mark.parametrize(
    ("change", "error"),
    [
        ({"data": {"x": 0.5}}, FormError),
        ({"data": {"x": 2**53}}, FormError),
        ({"data": {"x": "a" * 20_000}}, FormError),
        ({"by": "Ann"}, BadLog),
        ({"at": "today"}, BadLog),
        ({"seq": -1}, BadLog),
        ({"salt": bytes(15)}, BadLog),
        ({"game": "G"}, BadLog),
    ],
)
def test_nothing_is_signed_that_could_not_be_read(change, error, monkeypatch):
    monkeypatch.setattr(signing, "sign", lambda *_: pytest.fail("it was signed"))
    fields = {k: v for k, v in BODY.items() if k not in {"v", "salt"}}
    with pytest.raises(error):
        compose(**{**fields, "seed": SEED, **change})


def test_the_event_does_not_share_the_data_it_was_made_of():
    data = {"orders": [1]}
    fields = {k: v for k, v in BODY.items() if k not in {"v", "salt", "data"}}
    event = compose(**fields, data=data, seed=SEED)
    data["orders"].append(2)
    assert event.data == {"orders": [1]}


def test_events_are_equal_when_their_lines_are():
    one, same, other = (
        read_event(line_of()),
        read_event(line_of()),
        read_event(line_of(sig="1" * 128)),
    )
    assert one == same
    assert hash(one) == hash(same)
    assert one != other
    assert one.id == other.id
    assert one != "event"
    with pytest.raises(AttributeError):
        one.seq = 8
    assert isinstance(one, Event)


def test_game_id(make_log):
    events = make_log(3)
    assert game_id(events) == events[0].id == game_id(events[2:])
    with pytest.raises(FormError):
        game_id([])
