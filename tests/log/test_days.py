"""The umpire's signed days: their bytes, as docs/time.md says (a vector with fixed keys)."""

from __future__ import annotations

import hashlib
import json

import pytest
import rfc8785
from nacl.signing import SigningKey

from pbem.errors import FormError
from pbem.log.days import (
    NO_LINE,
    Row,
    conflicts,
    days_from_bytes,
    days_to_bytes,
    gaps,
    make_days,
    read_days,
    rows_of,
    verify_days,
)

SEED = bytes(range(32))
GAME, EVENT, OTHER = (hashlib.sha256(name).hexdigest() for name in (b"game", b"event", b"other"))
ROW = Row(absent=5, day="2026-03-31", event=EVENT, more=0)


def line(*rows: Row, before=None):
    return make_days(before, rows, game=GAME, by="eve", seed=SEED)


def test_the_bytes_of_a_line():
    """Made here from the page: JCS, the tag, Ed25519 by another hand."""
    first = line(ROW)
    unsigned = {
        "v": 1, "game": GAME, "by": "eve", "no": 0, "prev": "0" * 64,
        "days": [{"absent": 5, "day": "2026-03-31", "event": EVENT, "more": 0}],
    }  # fmt: skip
    signed = b"pbem/days/v1\n" + rfc8785.dumps(unsigned)
    sig = SigningKey(SEED).sign(signed).signature.hex()
    assert days_to_bytes(first) == rfc8785.dumps({**unsigned, "sig": sig})
    assert first.digest == hashlib.sha256(signed).hexdigest()
    second = line(Row(0, "2026-04-01", OTHER, 2), before=first)
    assert (second.no, second.prev, first.prev) == (1, first.digest, NO_LINE)
    assert verify_days(second, bytes(SigningKey(SEED).verify_key))
    assert days_from_bytes(days_to_bytes(second)) == second


def test_the_vector():
    assert line(ROW).digest == "1069561f466227d8f7a66d2d9e5e4eb80eb30509ce3447efc35b8b385adda07b"
    assert line(ROW).sig == (
        "44dd85ae9452472c420a013c350ea4f05c7ac1cc093c9cf0205aeac4526a64b7"
        "bcb0d606f3ab712d42e2875369b1817589e1ab8564521b1c65bca77c34c0f309"
    )


def test_only_a_handle_signs_days():
    with pytest.raises(FormError):
        make_days(None, [ROW], game=GAME, by="Eve", seed=SEED)


@pytest.mark.parametrize(
    "change",
    [
        {"v": 2}, {"v": True}, {"no": -1}, {"no": "0"}, {"prev": "0"}, {"more": 1}, {"days": []},
        {"days": [{"absent": 0, "day": "2026-02-30", "event": EVENT, "more": 0}]},
        {"days": [{"absent": 0, "day": "2026-3-1", "event": EVENT, "more": 0}]},
        {"days": [{"absent": -1, "day": "2026-03-01", "event": EVENT, "more": 0}]},
        {"days": [{"absent": 0, "day": "2026-03-01", "event": "x", "more": 0}]},
        {"days": [{"absent": 0, "day": "2026-03-01", "event": EVENT}]},
        {"days": [{"absent": 0, "day": 1, "event": EVENT, "more": 0}]},
    ],
)  # fmt: skip
def test_what_is_not_in_this_form_is_refused(change):
    with pytest.raises(FormError):
        days_from_bytes(rfc8785.dumps({**json.loads(days_to_bytes(line(ROW))), **change}))


def test_the_largest_numbers_and_the_longest_line():
    """As docs/time.md has them: 500 days in a line, numbers up to 9,999,999."""
    most = Row(9_999_999, "2026-03-31", EVENT, 9_999_999)
    fields = json.loads(days_to_bytes(line(*[most] * 500))) | {"no": 9_999_999}
    assert days_from_bytes(rfc8785.dumps(fields)).days == (most,) * 500
    for change in ({"no": 10_000_000}, {"days": fields["days"] + fields["days"][:1]}):
        with pytest.raises(FormError, match="a line number from 0 on, and 1 to 500 days"):
            days_from_bytes(rfc8785.dumps({**fields, **change}))
    for name in ("absent", "more"):
        row = {**fields["days"][0], name: 10_000_000}
        with pytest.raises(FormError, match="an integer from 0 to 9999999"):
            days_from_bytes(rfc8785.dumps({**fields, "days": [row]}))


@pytest.mark.parametrize("changed", [b'"absent":4', b'"day":"2026-03-30"', b'"more":1'])
def test_a_changed_line_was_signed_by_nobody(changed):
    name = changed.split(b":")[0]
    data = days_to_bytes(line(ROW))
    at = data.index(name)
    end = min(data.index(b",", at) if b"," in data[at:] else len(data), data.index(b"}", at))
    other = days_from_bytes(data[:at] + changed + data[end:])
    assert not verify_days(other, bytes(SigningKey(SEED).verify_key))


def test_two_days_for_one_event_convict_and_other_numbers_do_not():
    first = line(ROW, Row(0, "2026-04-01", OTHER, 0))
    kinder = line(Row(7, "2026-03-31", EVENT, 3), before=first)
    assert conflicts([first, kinder]) == []
    assert rows_of([first, kinder])[EVENT] == Row(7, "2026-03-31", EVENT, 3)
    lie = line(Row(5, "2026-03-20", EVENT, 0), before=kinder)
    [found] = conflicts([first, kinder, lie])
    assert (found.event, found.first, found.second) == (EVENT, first, lie)
    assert rows_of([first, kinder, lie])[EVENT].day == "2026-03-31"


def test_what_is_missing_and_what_is_there_twice_is_reported():
    first = line(ROW)
    second, twin = (line(Row(n, "2026-03-31", EVENT, 0), before=first) for n in (1, 2))
    third = line(ROW, before=second)
    assert gaps([first, second, third]) == []
    assert gaps([first, third]) == ["the line before number 2 is missing"]
    assert gaps([first, second, twin]) == ["there are 2 different lines number 1"]


def test_a_file_of_lines(tmp_path):
    path = tmp_path / "game_eve.days"
    assert read_days(path) == []
    first = line(ROW)
    path.write_bytes(days_to_bytes(first) + b"\n")
    assert read_days(path) == [first]
    for damage, said in ((b"{}\n", "line 2"), (b"half", "whole lines")):
        path.write_bytes(days_to_bytes(first) + b"\n" + damage)
        with pytest.raises(FormError, match=said):
            read_days(path)
