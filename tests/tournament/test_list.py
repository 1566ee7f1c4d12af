"""A rating list: two who have challenged each other meet, and ratings order all (the page, 4)."""

from __future__ import annotations

import pytest

from pbem.director.words.reporting import challenge_lines, stage_line
from pbem.tournament.events import kinds
from pbem.tournament.exchange import trf
from pbem.tournament.faults import BadTournament
from pbem.tournament.history import BoardOf
from pbem.tournament.ranking.ratings import ratings
from pbem.tournament.ranking.standings import standings
from toy.meeting import Meeting, listed, robin

NAMES = ("ann", "bob", "cas", "dan", "eve")


def begun(*names, **changes):
    """Entrants whose pairing numbers are their numbers."""
    meeting = Meeting(listed(seeding="rating", **changes))
    for number, handle in enumerate(names or NAMES):
        meeting.enters(handle, rating=2000 - number)
    meeting.begins()
    return meeting


def says(meeting, who, whom):
    meeting.says(who, meeting.word(who, "challenge", whom=whom))


def agree(meeting, *pairs):
    for who, whom in pairs:
        says(meeting, who, whom)
        says(meeting, whom, who)


def refused(meeting, who, whom):
    said = kinds.Said(word=meeting.word(who, "challenge", whom=whom))
    fault = meeting.refused("challenge", said)
    assert fault.code == "challenge.none"
    return fault.message


def boards(meeting):
    return [tuple(sorted(board)) for board in meeting.pairs().boards]


def order(meeting):
    return [row.handle for row in standings(meeting.now)]


def test_two_meet_when_both_have_said_so():
    meeting = begun()
    says(meeting, "ann", "bob")
    nobody = kinds.Pair(round=1, boards=(), byes=())
    assert meeting.refused("pair", nobody).code == "pair.due"
    one_sided = kinds.Pair(round=1, boards=((1, 2),), byes=())
    assert meeting.refused("pair", one_sided).code == "pair.due"
    says(meeting, "bob", "ann")
    made = meeting.pairs()
    assert [{*board} for board in made.boards] == [{1, 2}]
    assert made.byes == ()
    assert meeting.now.challenges == []


def test_boards_are_in_the_order_of_the_later_words():
    meeting = begun()
    says(meeting, "ann", "bob")
    says(meeting, "cas", "dan")
    says(meeting, "dan", "cas")
    says(meeting, "bob", "ann")
    assert boards(meeting) == [(3, 4), (1, 2)]


def test_one_board_a_round_and_the_other_in_the_next():
    meeting = begun()
    agree(meeting, ("ann", "bob"), ("ann", "cas"), ("dan", "eve"))
    assert boards(meeting) == [(1, 2), (4, 5)]
    assert boards(meeting) == [(1, 3)]
    assert len(meeting.now.owed()) == 3  # several games at the same time
    assert meeting.refused("pair", kinds.Pair(round=3, boards=(), byes=())).code == "pair.due"


def test_challenges_that_cannot_be_made():
    early = Meeting(listed(), "ann", "bob")
    assert "lots are not drawn yet" in refused(early, "ann", "bob")
    elsewhere = Meeting(robin(), "ann", "bob")
    elsewhere.begins()
    assert "only ladders and rating lists" in refused(elsewhere, "ann", "bob")
    meeting = begun()
    assert "themselves" in refused(meeting, "ann", "ann")
    says(meeting, "ann", "bob")
    assert "already" in refused(meeting, "ann", "bob")
    says(meeting, "bob", "ann")
    meeting.pairs()
    assert "an undecided board" in refused(meeting, "ann", "bob")
    meeting.decides(BoardOf(1, 1), "draw")
    agree(meeting, ("ann", "bob"))
    assert boards(meeting) == [(1, 2)]
    meeting.says("cas", meeting.word("cas", "withdraw"))
    assert "does not play" in refused(meeting, "ann", "cas")
    assert "does not play" in refused(meeting, "cas", "ann")


def test_who_goes_takes_his_challenges_with_him():
    meeting = begun()
    says(meeting, "ann", "bob")
    meeting.says("bob", meeting.word("bob", "withdraw"))
    meeting.says("bob", meeting.word("bob", "return"))
    says(meeting, "bob", "ann")
    assert meeting.now.challenges == [(2, 1)]


def test_who_goes_later_takes_them_with_him_then():
    """The player is out from round 2 on: what is not paired in round 1 is gone."""
    meeting = begun()
    agree(meeting, ("ann", "bob"), ("ann", "cas"))
    meeting.says("cas", meeting.word("cas", "withdraw", from_=2))
    assert boards(meeting) == [(1, 2)]
    assert meeting.now.challenges == []


def test_who_comes_later_plays_at_once():
    meeting = begun("ann", "bob")
    meeting.enters("zoe", from_=1)
    assert meeting.now.entrant(3).from_ == 2  # the entries of round 1 are closed
    agree(meeting, ("ann", "bob"))
    meeting.pairs()
    agree(meeting, ("zoe", "ann"))
    assert boards(meeting) == [(1, 3)]


def test_the_order_is_that_of_the_first_rating():
    """Elo from 1500 with K 20: a win among equals is 10 points."""
    meeting = begun("ann", "bob", "cas")
    agree(meeting, ("ann", "bob"))
    made = meeting.pairs()
    meeting.decides(BoardOf(1, 1), "first" if made.boards[0][0] == 2 else "second")
    assert order(meeting) == ["bob", "cas", "ann"]
    meeting.write("close", kinds.Close(order=(2, 3, 1)))
    assert meeting.again().now.over


def test_a_game_is_rated_in_its_round_however_long_it_takes():
    """Round 2 is decided first; when round 1 ends it is rated before it."""
    meeting = begun("ann", "bob", "cas")
    agree(meeting, ("ann", "bob"))
    first = meeting.pairs().boards[0]
    agree(meeting, ("ann", "cas"))
    second = meeting.pairs().boards[0]
    meeting.decides(BoardOf(2, 1), "first" if second[0] == 1 else "second")
    meeting.decides(BoardOf(1, 1), "first" if first[0] == 1 else "second")
    rated = {one.handle: one.rating for one in ratings(meeting.now, meeting.now.found.ratings[0])}
    # 1510 against 1500 expects 0.5144: then 9.7 more, not 10 and the like the other way round.
    assert rated == {"ann": "1519.7", "bob": "1490.0", "cas": "1490.3"}


@pytest.mark.parametrize("changes", [{"ratings": ()}, {"ties": ("wins",)}], ids=str)
def test_terms_that_a_list_cannot_have(changes):
    with pytest.raises(BadTournament, match=r"found\.terms"):
        Meeting(listed(**changes))


def test_what_is_reported():
    meeting = begun()
    says(meeting, "ann", "bob")
    assert list(challenge_lines(meeting.now)) == ["ann challenges bob, who has not answered."]
    says(meeting, "bob", "ann")
    assert list(challenge_lines(meeting.now)) == [
        "ann challenges bob in round 1.", "bob challenges ann in round 1.",
    ]  # fmt: skip
    meeting.pairs()
    assert stage_line(meeting.now) == "A rating list, 1 round paired. Entrants: 5."
    assert "XXR 1\n" in trf(meeting.now)
