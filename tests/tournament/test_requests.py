"""Byes on request: as section 4 of the page has them, by the program and the second reader."""

from __future__ import annotations

import pytest

from pbem.director.words.reporting import round_lines
from pbem.tournament.events import kinds, term_kinds
from pbem.tournament.exchange import table, trf
from pbem.tournament.faults import BadTournament
from pbem.tournament.ranking.standings import standings
from second.cup_form import fits
from second.cup_reader import read
from toy.meeting import Meeting, robin, swiss

ASKED = term_kinds.Requested(points=1, most=2)


def begun(asked=ASKED, *more, rounds=3):
    found = swiss(rounds) if asked is None else swiss(rounds, requested=asked)
    return Meeting(found, "ann", "bob", "cas", "dan", "eli", *more)


def asks(meeting, who, round_):
    meeting.says(who, meeting.word(who, "bye", round_=round_))


def refused(meeting, who, round_):
    """The fault of a request, the same in both readers."""
    data = kinds.Said(word=meeting.word(who, "bye", round_=round_))
    fault = meeting.refused("bye", data)
    lines = [event.line + b"\n" for event in (*meeting.events, meeting.made("bye", data))]
    assert read(b"".join(lines))[1].code == fault.code
    return fault.code


def number(meeting, handle):
    return meeting.now.by_handle(handle).number


def agree(meeting):
    contest, finding = read(b"".join(event.line + b"\n" for event in meeting.events))
    assert finding is None
    mine = [(row.handle, row.points, row.ties) for row in standings(meeting.now)]
    assert contest.standings() == mine
    return {handle: points for handle, points, _ in mine}


def test_who_asks_is_not_paired_and_has_what_the_terms_give():
    """Also in the first round, whose lots the asker is in: the four others are two pairs."""
    meeting = begun()
    asks(meeting, "ann", 1)
    meeting.begins()
    ann = number(meeting, "ann")
    assert ann in meeting.now.order
    first = meeting.pairs()
    assert first.byes == ()
    assert ann not in {one for board in first.boards for one in board}
    assert "       ann has a bye on request" in list(round_lines(meeting.now, 1))
    meeting.plays()
    assert agree(meeting)["ann"] == 1
    second = meeting.pairs()
    assert len(second.boards) == 2
    assert len(second.byes) == 1


def test_requests_that_are_refused():
    meeting = begun()
    assert refused(meeting, "ann", 4) == "bye.none"
    asks(meeting, "ann", 1)
    assert refused(meeting, "ann", 1) == "bye.none"
    asks(meeting, "ann", 3)
    assert refused(meeting, "ann", 2) == "bye.none"  # ann has had both
    meeting.begins()
    meeting.pairs()
    assert refused(meeting, "bob", 1) == "bye.none"
    meeting.says("bob", meeting.word("bob", "withdraw"))
    assert refused(meeting, "bob", 2) == "bye.none"
    assert refused(begun(None), "ann", 1) == "bye.none"


def test_a_request_counts_once_and_none_of_somebody_else():
    meeting = begun()
    word = meeting.word("ann", "bye", round_=1)
    meeting.says("ann", word)
    assert meeting.refused("bye", kinds.Said(word=word)).code == "word.old"
    stranger = kinds.Said(word=meeting.word("zoe", "bye", round_=1))
    assert meeting.refused("bye", stranger).code == "word.who"


def test_who_has_gone_has_no_bye():
    meeting = begun()
    asks(meeting, "ann", 2)
    meeting.begins()
    meeting.pairs()
    meeting.plays()
    before = agree(meeting)["ann"]
    meeting.says("ann", meeting.word("ann", "withdraw"))
    meeting.pairs()
    assert meeting.now.rounds[1].asked == ()
    assert agree(meeting)["ann"] == before


def test_it_stands_in_the_exchange_files():
    meeting = begun()
    asks(meeting, "ann", 1)
    meeting.begins()
    meeting.pairs()
    [line] = [line for line in trf(meeting.now).splitlines() if " ann " in line]
    assert line.endswith("  0000 - H")
    assert line[80:84] == " 0.5"
    [row] = [row for row in table(meeting.now).splitlines() if ",ann," in row]
    assert row.endswith(",bye on request")


@pytest.mark.parametrize(
    "found",
    [
        {"requested": term_kinds.Requested(points=2, most=1)},
        {"requested": ASKED, "format": term_kinds.RoundRobin(1)},
    ],
    ids=("more-than-a-draw", "round-robin"),
)
def test_terms_that_requests_cannot_have(found):
    made = swiss(3, **{key: one for key, one in found.items() if key != "format"})
    if "format" in found:
        made = robin(requested=ASKED)
    with pytest.raises(BadTournament, match=r"found\.terms"):
        Meeting(made)
    assert not fits(kinds.write_data(made))
