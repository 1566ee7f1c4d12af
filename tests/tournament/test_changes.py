"""Changes of the terms, as section 2 of the page has them, for both readers."""

from __future__ import annotations

import msgspec
import pytest

from pbem.director.words.reporting import trust_lines
from pbem.table.events.kinds import Clock
from pbem.tournament.binding import board_of, terms
from pbem.tournament.events import kinds
from pbem.tournament.faults import BadTournament
from pbem.tournament.history import BoardOf
from pbem.tournament.on_trust import on_trust
from second.cup_reader import read
from toy.group import signer
from toy.meeting import BOARD, Meeting, robin, swiss

NAMES = ("ann", "bob", "cas", "dan")
CLOCK = Clock(days=14, bank=0, grace=7, turn=None)
SLOWER = msgspec.structs.replace(BOARD, clock=CLOCK)


def begun(found=None):
    """The first round is paired, and played."""
    meeting = Meeting(found or swiss(2), *NAMES)
    meeting.begins()
    meeting.pairs()
    meeting.plays()
    return meeting


def change(since=2, *, rounds=None, board=None):
    return kinds.Change(from_=since, rounds=rounds, board=board, why="as all have agreed")


def both(meeting):
    """The log as the second reader has it, which finds nothing wrong."""
    contest, finding = read(b"".join(event.line + b"\n" for event in meeting.events))
    assert finding is None
    return contest


def refused(meeting, data):
    """The fault of a change, the same in both readers."""
    fault = meeting.refused("change", data)
    lines = [event.line + b"\n" for event in (*meeting.events, meeting.made("change", data))]
    assert read(b"".join(lines))[1].code == fault.code
    return fault.code


def test_games_have_other_terms_from_that_round_on():
    meeting = begun()
    before = terms(meeting.now, BoardOf(1, 1))
    meeting.write("change", change(board=SLOWER))
    meeting.pairs()
    assert terms(meeting.now, BoardOf(1, 1)) == before
    assert before.clock is None
    agreed = terms(meeting.now, BoardOf(2, 1))
    assert agreed.clock == CLOCK
    assert both(meeting).game_in(2)["clock"]["days"] == CLOCK.days
    old = msgspec.structs.replace(agreed, clock=None)
    first = agreed.players[0].handle
    with pytest.raises(BadTournament, match=r"log\.terms.*clock"):
        board_of(meeting.now, "game", old, first)
    assert board_of(meeting.now, "game", agreed, first) == BoardOf(2, 1)
    reported = "from round 2 on 14 days for an answer: as all have agreed"
    assert [*on_trust(meeting.now)] == [reported]


def test_of_two_changes_the_last_in_the_log_counts():
    meeting = begun(swiss(3))
    meeting.write("change", change(3, board=SLOWER))
    assert meeting.now.board_in(2).clock is None
    assert meeting.now.board_in(3).clock == CLOCK
    meeting.write("change", change(2, board=msgspec.structs.replace(BOARD, umpire=signer("uma"))))
    for number in (2, 3):
        assert meeting.now.board_in(number).umpire == signer("uma")
        assert meeting.now.board_in(number).clock is None
        assert both(meeting).game_in(number)["umpire"]["handle"] == "uma"


def test_a_swiss_goes_on_for_a_round_more():
    meeting = begun()
    meeting.pairs()
    meeting.plays()
    pair = kinds.Pair(round=3, boards=((1, 2), (3, 4)), byes=())
    assert meeting.refused("pair", pair).code == "pair.due"
    meeting.write("change", change(3, rounds=3))
    assert meeting.now.length == both(meeting).length() == 3
    meeting.pairs()
    assert len(both(meeting).rounds) == 3


def test_an_umpire_who_comes_later_and_plays_is_reported_on_every_page():
    meeting = begun()
    judged = msgspec.structs.replace(BOARD, umpire=signer("ann"), dice="umpire")
    meeting.write("change", change(board=judged))
    assert "ann is the umpire of games from round 2 on and keeps its dice, and plays in it." in [
        *trust_lines(meeting.now)
    ]
    both(meeting)


def test_what_is_otherwise_is_reported():
    meeting = begun(swiss(2))
    umpired = msgspec.structs.replace(
        BOARD, umpire=signer("uma"), dice="umpire", options={"rounds": 3}
    )
    meeting.write("change", change(2, rounds=4, board=umpired))
    meeting.write("change", change(3, board=BOARD))
    others = "4 rounds in all, umpire uma, dice kept by the umpire, rounds=3"
    assert [*on_trust(meeting.now)] == [
        f"from round 2 on {others}: as all have agreed",
        "from round 3 on the games as they were at first: as all have agreed",
    ]


@pytest.mark.parametrize(
    "data",
    [
        change(1, board=SLOWER),
        change(3, board=SLOWER),
        change(),
        change(rounds=2),
        change(rounds=1),
        change(board=BOARD),
        change(board=msgspec.structs.replace(BOARD, sides=BOARD.sides[::-1])),
    ],
    ids=["paired", "no round", "nothing", "as many", "fewer than are left", "same", "sides"],
)
def test_what_is_no_change(data):
    assert refused(begun(), data) == "change.none"


def test_rounds_that_follow_from_the_format_are_not_changed():
    assert refused(begun(robin()), change(rounds=5)) == "change.none"


def test_terms_that_contradict_each_other():
    board = msgspec.structs.replace(BOARD, dice="umpire")
    assert refused(begun(), change(board=board)) == "found.terms"


def test_before_the_entries_are_closed():
    meeting = Meeting(robin(), *NAMES)
    meeting.write("change", change(1, board=SLOWER))
    meeting.begins()
    meeting.pairs()
    assert terms(meeting.now, BoardOf(1, 1)).clock == CLOCK
    both(meeting)
