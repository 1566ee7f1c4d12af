"""Deputies of lot keepers, as section 4 of the page has them, for both readers."""

from __future__ import annotations

import pytest

from pbem.director.words.reporting import trust_lines
from pbem.table.events.kinds import Signer
from pbem.tournament import lots
from pbem.tournament.events import kinds
from pbem.tournament.on_trust import on_trust
from second.cup_reader import read
from toy.group import signer
from toy.meeting import Meeting, robin

NAMES = ("ann", "bob", "cas", "dan")


def closed(**deputies):
    """The entries are closed; dora and kim keep lots, with these deputies."""
    meeting = Meeting(robin(), *NAMES, keepers=("dora", "kim"), deputies=deputies)
    meeting.closes()
    return meeting


def passes(who):
    return kinds.Unlot(keeper=who, why="two weeks without an answer")


def refused(meeting, kind, data):
    """The fault of an event, the same in both readers."""
    code = meeting.refused(kind, data).code
    lines = [event.line + b"\n" for event in (*meeting.events, meeting.made(kind, data))]
    assert read(b"".join(lines))[1].code == code
    return code


def lot_refused(meeting, who):
    return refused(meeting, "lot", kinds.Said(word=meeting.lot(who)))


def keep_refused(meeting, who, deputy=None):
    return refused(meeting, "keep", kinds.Said(word=meeting.word(who, "keep", deputy=deputy)))


def order(meeting):
    """The pairing numbers as both readers draw them."""
    contest, finding = read(b"".join(event.line + b"\n" for event in meeting.events))
    assert finding is None
    assert contest.numbers == meeting.now.order
    return meeting.now.order


def test_a_deputy_gives_the_lot_of_who_lets_his_time_pass():
    meeting = closed(kim="lou")
    meeting.says("dora", meeting.lot("dora"))
    assert lot_refused(meeting, "lou") == "lot.due"
    meeting.write("unlot", passes("kim"))
    assert lot_refused(meeting, "kim") == "lot.due"
    assert meeting.now.waits_for_lot().handle == "lou"
    meeting.says("lou", meeting.lot("lou"))
    now = meeting.now
    stream = lots.stream(now.id, now.closed, [meeting.lot(who).proof for who in ("dora", "lou")])
    drawn = lots.draw([one.sign for one in now.entrants], stream)
    assert [now.entrant(number).sign for number in order(meeting)] == drawn
    reported = "\n".join(trust_lines(now))
    assert "Lots: kept by dora, kim (deputy lou). Only all of them together" in reported
    assert (
        "By the word of dora, kim gave no lot. The lot of the deputy, lou, replaced it" in reported
    )
    assert [*on_trust(now)] == ["kim gave no lot, so lou gives it: two weeks without an answer"]
    assert refused(meeting, "unlot", passes("dora")) == "lot.due"


def test_a_deputy_who_is_not_needed_gives_nothing():
    meeting = closed(kim="lou")
    meeting.gives_lots()
    assert len(order(meeting)) == len(NAMES)
    assert [*on_trust(meeting.now)] == []
    assert lot_refused(meeting, "lou") == "lot.due"
    assert refused(meeting, "unlot", passes("kim")) == "lot.due"


def test_who_is_passed_over_has_to_have_a_deputy_and_be_due():
    meeting = closed(kim="lou")
    for who in ("kim", "dora", "lou", "zoe"):  # later; without one; a deputy; nobody
        assert refused(meeting, "unlot", passes(who)) == "lot.due"
    meeting.says("dora", meeting.lot("dora"))
    meeting.write("unlot", passes("kim"))
    for who in ("kim", "lou"):
        assert refused(meeting, "unlot", passes(who)) == "lot.due"
    early = Meeting(robin(), *NAMES, deputies={"dora": "lou"})
    assert refused(early, "unlot", passes("dora")) == "lot.due"


def test_a_deputy_who_has_proved_no_key_is_none():
    meeting = Meeting(robin(), *NAMES)
    meeting.says("kim", meeting.word("kim", "keep", deputy=signer("lou")))
    meeting.closes()
    meeting.says("dora", meeting.lot("dora"))
    assert refused(meeting, "unlot", passes("kim")) == "lot.due"
    assert keep_refused(meeting, "lou") == "keep.late"


@pytest.mark.parametrize(
    ("who", "deputy"),
    [
        *(("sue", "sue"), ("sue", "dora"), ("sue", "kim"), ("sue", "lou"), ("sue", "ray")),
        *(("lou", ""), ("kim", ""), ("ray", "sue")),
    ],
    ids=str,
)
def test_who_cannot_keep_lots_like_that(who, deputy):
    """Kim and lou, kim's deputy, keep lots; dora has named ray, who has not said so yet."""
    meeting = Meeting(robin(), *NAMES, keepers=("kim",), deputies={"kim": "lou"})
    meeting.says("dora", meeting.word("dora", "keep", deputy=signer("ray")))
    assert keep_refused(meeting, who, signer(deputy) if deputy else None) == "keep.late"


def test_another_with_the_handle_of_who_was_named_is_not_he():
    meeting = Meeting(robin(), *NAMES)
    another = Signer("lou", signer("zoe").sign)
    meeting.says("kim", meeting.word("kim", "keep", deputy=another))
    assert keep_refused(meeting, "lou") == "keep.late"
