"""Players of open games move the deadline of a round to later, if all of them say so."""

from __future__ import annotations

import pytest

from pbem.director.pages.book import Book
from pbem.director.words.events import event_words
from pbem.director.words.reporting import show_lines
from pbem.tournament.changes import AGREED
from pbem.tournament.events import kinds
from pbem.tournament.history import BoardOf
from second.cup_reader import Contest
from second.form import Finding
from toy.meeting import Meeting, robin

FIRST, LATER = "2099-12-06T22:59:00Z", "2099-12-20T23:59:59Z"


@pytest.fixture
def meeting():
    """Four play a round with a deadline, at two boards."""
    made = Meeting(robin(pauses=True), "ann", "bob", "cas", "dan")
    made.begins()
    made.pairs()
    made.write("due", due())
    return made


def due(**changes) -> kinds.Due:
    fields = {"round": 1, "until": FIRST, "zone": "Europe/Berlin", "offset": 60}
    return kinds.Due(**fields, then="adjudicate", **changes)


def wish(meeting, who: str, until: str = "2099-12-20", round_: int = 1):
    return meeting.word(who, "pause", round_=round_, until=until)


def deadline(meeting) -> str:
    """The deadline of the round, in which the second reader agrees."""
    contest = Contest()
    for event in meeting.events:
        contest.event(event.line)
    until = meeting.now.deadlines[1].until
    assert contest.deadlines[1]["until"] == until
    return until


def refused(meeting, word) -> str:
    contest = Contest()
    for event in meeting.events:
        contest.event(event.line)
    said = kinds.Said(word=word)
    with pytest.raises(Finding) as found:
        contest.event(meeting.made("pause", said).line)
    code = meeting.refused("pause", said).code
    assert code == found.value.code
    return code


def test_it_moves_when_all_have_said_so(meeting):
    for who in ("ann", "bob", "cas"):
        meeting.says(who, wish(meeting, who))
        assert deadline(meeting) == FIRST
    meeting.says("dan", wish(meeting, "dan"))
    assert deadline(meeting) == LATER
    assert meeting.now.deadlines[1].why == AGREED
    assert meeting.now.deadlines[1].then == "adjudicate"


def test_one_who_would_gain_time_alone_gets_none(meeting):
    meeting.says("ann", wish(meeting, "ann"))
    assert refused(meeting, wish(meeting, "ann")) == "pause.none"
    for who in ("bob", "cas", "dan"):
        meeting.says(who, wish(meeting, who, "2099-12-27"))
    assert deadline(meeting) == FIRST


def test_who_has_no_open_game_is_not_asked(meeting):
    done = [one.handle for one in meeting.now.pair_of(BoardOf(1, 1))]
    meeting.decides(BoardOf(1, 1), "draw")
    assert refused(meeting, wish(meeting, done[0])) == "pause.none"
    for one in meeting.now.pair_of(BoardOf(1, 2)):
        meeting.says(one.handle, wish(meeting, one.handle))
    assert deadline(meeting) == LATER


def test_what_is_no_pause(meeting):
    assert refused(meeting, wish(meeting, "ann", "2099-12-01")) == "pause.none"
    assert refused(meeting, wish(meeting, "ann", "9999-12-01")) == "pause.none"
    assert refused(meeting, wish(meeting, "ann", round_=2)) == "pause.none"
    other = Meeting(robin(), "ann", "bob")
    other.begins()
    other.pairs()
    other.write("due", due())
    assert refused(other, wish(other, "ann")) == "pause.none"


def test_an_old_wish_counts_no_more(meeting):
    old = wish(meeting, "ann", "2099-12-13")
    meeting.says("ann", wish(meeting, "ann"))
    assert refused(meeting, old) == "word.old"


def test_the_director_cannot_take_the_time_back(meeting):
    for who in ("ann", "bob", "cas", "dan"):
        meeting.says(who, wish(meeting, who))
    back = due(why="my friend has time now")
    assert meeting.refused("due", back).code == "due.none"


def test_everybody_reads_who_asks_for_one(meeting):
    meeting.says("ann", wish(meeting, "ann"))
    line = "ann asks for a pause of round 1 until 20 December 2099 (UTC), if all agree."
    assert line in list(show_lines(meeting.fold))
    assert event_words(meeting.events[-1], meeting.now) == line
    pages = Book(meeting.fold, meeting.events, "cup.tournament", {}).pages()
    assert line in pages["round-1.html"]
