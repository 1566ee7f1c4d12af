"""A round robin since edition 2: who leaves, who was not there, and Berger's tables twice."""

from __future__ import annotations

from itertools import groupby

import pytest

from pbem.tournament import berger
from pbem.tournament.events import kinds, term_kinds
from pbem.tournament.exchange import table, trf
from pbem.tournament.history import BoardOf
from pbem.tournament.ranking.ratings import ratings
from pbem.tournament.ranking.standings import standings
from second.cup_reader import read
from toy.meeting import Meeting, robin

ELO = term_kinds.Elo(start=1500, claimed=True, digits=1, k=20)
NO_BYES = term_kinds.Scale(win=2, draw=1, loss=0, bye=0)
FOUR = ("ann", "bob", "cas", "fay")


def begun(*handles, cycles=1, **changes):
    terms = {"points": NO_BYES, "ties": ("direct", "sonneborn-berger", "wins"), "edition": 2}
    meeting = Meeting(robin(cycles, **{**terms, "ratings": (ELO,), **changes}), *handles)
    meeting.begins()
    return meeting


def board_of(meeting, number, *handles):
    """Return the board of two in a round, and who of them is the first."""
    for at in meeting.now.boards(number):
        pair = [one.handle for one in meeting.now.pair_of(at)]
        if set(pair) == set(handles):
            return at, pair
    raise LookupError(handles)


def wins(meeting, number, winner, loser):
    at, pair = board_of(meeting, number, winner, loser)
    meeting.decides(at, "first" if pair[0] == winner else "second")


def plays_all_but(meeting, number, *gone, winner=min):
    """Decide every board of a round without these: of two the first by name wins."""
    for at in meeting.now.boards(number):
        pair = [one.handle for one in meeting.now.pair_of(at)]
        if not set(gone) & set(pair):
            meeting.decides(at, "first" if winner(pair) == pair[0] else "second")


def points(meeting):
    return {row.handle: row.points for row in standings(meeting.now)}


def agrees(meeting):
    """The second verifier has the same standings and ratings."""
    contest, fault = read(b"".join(event.line + b"\n" for event in meeting.events))
    assert fault is None
    mine = [(row.handle, row.points, row.ties) for row in standings(meeting.now)]
    assert contest.standings() == mine
    lists = contest.ratings()["elo"]
    for line in ratings(meeting.now, ELO):
        assert str(lists[line.handle].rating) == line.rating


def opponent_in(meeting, number, handle):
    pairs = berger.meetings(meeting.now, meeting.now.order, number)
    (pair,) = [pair for pair in pairs if meeting.now.by_handle(handle).number in pair]
    (other,) = [no for no in pair if no != meeting.now.by_handle(handle).number]
    return meeting.now.entrant(other).handle


def test_who_left_with_under_half_of_the_games_counts_in_no_standing():
    """fay loses one game and leaves: the winner has no advantage, and the game is rated."""
    meeting = begun(*FOUR)
    meeting.pairs()
    met = opponent_in(meeting, 1, "fay")
    wins(meeting, 1, met, "fay")
    plays_all_but(meeting, 1, "fay")
    meeting.says("fay", meeting.word("fay", "withdraw", from_=2))
    others = [one for one in FOUR if one not in ("fay", met)]
    winner = min(others)
    assert points(meeting) == {winner: 2, met: 0, max(others): 0, "fay": 0}
    agrees(meeting)
    meeting.pairs()
    assert points(meeting) == {winner: 2, met: 0, max(others): 0, "fay": 0}
    plays_all_but(meeting, 2, "fay", winner=max)
    meeting.pairs()
    plays_all_but(meeting, 3, "fay")
    agrees(meeting)
    last = standings(meeting.now)[-1]
    assert (last.handle, last.points, last.played) == ("fay", 0, 0)
    rated = {line.handle: line for line in ratings(meeting.now, ELO)}
    assert (rated["fay"].games, rated["fay"].rating) == (1, "1490.0")
    cells = table(meeting.now)
    assert "win (ruled) (not counted)" in cells
    assert "win by forfeit (not counted)" in cells


def test_who_comes_back_counts_again():
    meeting = begun(*FOUR)
    meeting.pairs()
    met = opponent_in(meeting, 1, "fay")
    wins(meeting, 1, met, "fay")
    meeting.says("fay", meeting.word("fay", "withdraw"))
    assert points(meeting)[met] == 0
    meeting.says("fay", meeting.word("fay", "return"))
    assert points(meeting)[met] == 2
    agrees(meeting)


def test_who_left_with_half_of_the_games_has_lost_the_others_by_forfeit():
    meeting = begun("ann", "bob", "cas", "dan", "fay")
    met = []
    while len(met) < 2:
        meeting.pairs()
        number = len(meeting.now.rounds)
        plays_all_but(meeting, number)
        if any(
            "fay" in [o.handle for o in meeting.now.pair_of(at)]
            for at in meeting.now.boards(number)
        ):
            met.append(opponent_in(meeting, number, "fay"))
    meeting.write("out", kinds.PutOut(entrant=meeting.now.by_handle("fay").number, why="gone"))
    assert berger.dropped(meeting.now) == set()
    since = len(meeting.now.rounds) + 1
    before = points(meeting)
    won = set()
    for number in range(since, 6):
        meeting.pairs()
        plays_all_but(meeting, number)
        won |= {opponent_in(meeting, number, "fay")} - {""} if number else set()
        agrees(meeting)
    rows = {row.handle: row for row in standings(meeting.now)}
    late = {"ann", "bob", "cas", "dan"} - set(met)
    assert {one for one in rows if rows[one].forfeits_won} == late
    assert rows["fay"].forfeits_lost == 2
    assert all(points(meeting)[one] >= before[one] + 2 for one in late)
    assert "win by forfeit" in table(meeting.now)
    assert " + " in trf(meeting.now).replace("w +", "w + ").replace("b +", "b + ")


def test_of_two_who_left_both_have_lost_their_game_by_forfeit():
    meeting = begun("ann", "bob", "cas", "dan", "eve", "fay")
    for number in range(1, 6):
        meeting.pairs()
        plays_all_but(meeting, number)
        if number == 3:
            gone = board_of_later(meeting, number)
            for one in gone:
                no = meeting.now.by_handle(one).number
                meeting.write("out", kinds.PutOut(entrant=no, why="gone"))
    assert berger.dropped(meeting.now) == set()
    rows = {row.handle: row for row in standings(meeting.now)}
    assert [rows[one].forfeits_lost for one in gone] == [2, 2]
    agrees(meeting)


def board_of_later(meeting, number):
    """Return two who meet in the round after this."""
    (one, two), *_ = berger.meetings(meeting.now, meeting.now.order, number + 1)
    return [meeting.now.entrant(no).handle for no in (one, two)]


@pytest.mark.parametrize("count", [3, 4, 5, 6, 8])
def test_nobody_has_one_side_three_times_in_a_row_in_a_double_round_robin(count):
    meeting = (
        begun(*FOUR, *"ghijkl"[: count - 4], cycles=2) if count > 3 else begun(*FOUR[:3], cycles=2)
    )
    while len(meeting.now.rounds) < meeting.now.length:
        meeting.pairs()
        for at in meeting.now.boards(len(meeting.now.rounds)):
            meeting.decides(at, "draw")
    sides = {one.handle: "" for one in meeting.now.entrants}
    games = []
    for at in meeting.now.boards():
        first, second = (one.handle for one in meeting.now.pair_of(at))
        sides[first] += "1"
        sides[second] += "2"
        games.append((first, second))
    runs = [len(list(run)) for reported in sides.values() for _, run in groupby(reported)]
    assert max(runs) <= 2, sides
    assert len(games) == len(set(games)) == count * (count - 1)
    agrees(meeting)


def test_before_edition_2_all_of_it_is_as_it_was():
    meeting = Meeting(robin(points=NO_BYES), *FOUR)
    meeting.begins()
    meeting.pairs()
    met = opponent_in(meeting, 1, "fay")
    wins(meeting, 1, met, "fay")
    meeting.says("fay", meeting.word("fay", "withdraw"))
    assert points(meeting)[met] == 2
    meeting.decides(next(iter(meeting.now.owed())), "draw")
    meeting.pairs()
    assert points(meeting)[opponent_in(meeting, 2, "fay")] in (0, 1, 2)
    assert berger.walkovers(meeting.now, 2) == []
    assert len(berger.byes(meeting.now, 2)) == 1


def test_the_direct_encounter_decides_before_sonneborn_berger():
    meeting = begun(*FOUR)
    for number in (1, 2, 3):
        meeting.pairs()
        plays_all_but(meeting, number)
    assert [row.handle for row in standings(meeting.now)] == ["ann", "bob", "cas", "fay"]
    assert BoardOf(1, 1) in meeting.now.decided
