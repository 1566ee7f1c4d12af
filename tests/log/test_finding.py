"""Protocol section 9: every finding has a stable code, a promise and a level."""

import re

import pytest

from pbem.log.finding import CODES, BadLog, Finding, finding

SECTION_9 = [
    "chain.prev", "chain.seq", "sig.bad", "key.bad", "json.form", "join.proof", "pen.wrong",
    "dice.keeper", "dice.proof", "dice.rolls", "state.digest", "orders.illegal", "commit.open",
    "fork.author", "ruling.wrong",
]  # fmt: skip


def test_codes_of_the_protocol_are_registered():
    assert set(SECTION_9) <= set(CODES)


@pytest.mark.parametrize("code", CODES)
def test_every_code_is_complete(code):
    entry = CODES[code]
    assert re.fullmatch(r"[a-z]+\.[a-z]+", code)
    assert re.fullmatch(r"P([1-9]|1[01])", entry.promise)
    assert entry.level in {1, 2, 3}
    assert entry.title
    assert "\n" not in entry.title
    assert entry.advice.endswith(".")


def test_only_what_this_reader_cannot_judge_is_no_fault():
    assert {c for c in CODES if not CODES[c].fault} == {"event.version", "rules.unknown"}


def test_a_finding_about_a_chained_event_knows_what_is_good_before_it(make_log):
    events = make_log(3)
    found = finding("pen.wrong", events[2], message="Not your pen.", blame=("ann",))
    assert (found.seq, found.event, found.good, found.head) == (2, events[2].id, 2, events[1].id)
    assert (found.promise, found.level, found.fault) == ("P3", 3, True)
    assert found.blame == ("ann",)
    assert found.title == CODES["pen.wrong"].title
    assert found.advice == CODES["pen.wrong"].advice


def test_before_the_first_event_there_is_no_head(make_log):
    found = finding("open.bad", make_log(1)[0], message="No seats.")
    assert (found.good, found.head) == (0, None)


def test_a_finding_about_bytes_knows_of_no_event():
    found = finding("json.form", message="Bad.")
    assert (found.seq, found.event, found.line, found.good, found.head) == (None,) * 5
    assert found.blame == ()
    assert finding("json.form", message="Bad.", seq=3, good=2, head="ab").seq == 3
    bare = Finding(code="json.form", message="Bad.", promise="P10")
    assert (bare.seq, bare.event, bare.line, bare.good, bare.head) == (None,) * 5


def test_a_place_is_filled_in_but_never_moved():
    found = finding("json.form", message="Bad.", line=3)
    placed = found.at(line=9, good=2, head="ab")
    assert (placed.line, placed.good, placed.head) == (3, 2, "ab")
    assert placed.at(good=7, head="cd") == placed


def test_blame_is_added_in_order():
    found = finding("orders.illegal", message="No.").blaming("ann", "bob")
    assert found.blame == ("ann", "bob")


def test_unknown_code_is_a_mistake_of_the_program():
    with pytest.raises(KeyError):
        finding("no.such", message="x")


def test_bad_log_carries_its_finding():
    found = finding("json.form", message="Line 1 is bad.")
    assert BadLog(found).finding is found
    assert str(BadLog(found)) == "Line 1 is bad."
