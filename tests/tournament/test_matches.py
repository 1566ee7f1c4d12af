"""Several games for each pairing: matches of boards on which the two are first in turn."""

from __future__ import annotations

import csv
from io import StringIO

import msgspec
import pytest

from pbem.director.evidence import outcome_of, read_evidence
from pbem.director.pages.book import Book
from pbem.director.plan.founding import Plan, warnings
from pbem.log.file import create
from pbem.tournament.binding import terms
from pbem.tournament.events import kinds, term_kinds
from pbem.tournament.events.terms import contradiction
from pbem.tournament.exchange import table, trf
from pbem.tournament.faults import BadTournament
from pbem.tournament.history import BoardOf
from pbem.tournament.pairings.pairing import pairings
from pbem.tournament.ranking.standings import standings
from toy.cups import begun
from toy.group import Group, toy_library
from toy.meeting import Meeting, grouped, knockout, laddered, listed, robin, swiss, trio

SCALE = term_kinds.Scale(win=2, draw=1, loss=0, bye=4)
ELO = term_kinds.Elo(start=1500, claimed=False, digits=1, k=20)


def points(meeting) -> dict[str, int]:
    return {row.handle: row.points for row in standings(meeting.now)}


def ties(meeting, name: str) -> dict[str, int]:
    return {row.handle: row.ties[name] for row in standings(meeting.now)}


def ends(meeting, round_: int, board: int, winner: str = "", **more) -> None:
    """Decide a board for somebody, or as a draw."""
    at = BoardOf(round_, board)
    handles = [one.handle for one in meeting.now.pair_of(at)]
    outcome = ("first", "second")[handles.index(winner)] if winner else "draw"
    meeting.decides(at, outcome, **more)


def test_both_are_first_in_turn():
    for games in (2, 3, 4):
        meeting = begun(robin(games=games, seeding="rating"), 4)
        first, *others = meeting.pairs().boards
        assert others[:games][: games - 1] == [first[::-1], first, first[::-1]][: games - 1]
        assert len(meeting.now.rounds[0].boards) == 2 * games


def test_a_match_gives_the_sum_of_its_games():
    meeting = Meeting(robin(games=2, ties=("wins",), ratings=(ELO,)), "ann", "bob")
    meeting.begins()
    meeting.pairs()
    ends(meeting, 1, 1, "ann")
    assert points(meeting) == {"ann": 2, "bob": 0}
    ends(meeting, 1, 2)
    assert points(meeting) == {"ann": 3, "bob": 1}
    ann, bob = standings(meeting.now)
    assert (ann.played, ann.wins, ann.draws, bob.losses, bob.draws) == (2, 1, 1, 1, 1)
    assert ties(meeting, "wins") == {"ann": 1, "bob": 0}


def swiss_of_four():
    """The first of two rounds of two games is played: ann has 3-1 against cas, bob 4-0 against dan.

    The seeds are ann, bob, cas, dan.
    """
    found = swiss(2, games=2, seeding="rating", points=SCALE)
    found = msgspec.structs.replace(
        found, ties=("buchholz", "sonneborn-berger", "direct", "progressive", "wins")
    )
    meeting = begun(found, 4)
    meeting.pairs()
    ends(meeting, 1, 1, "ann")
    ends(meeting, 1, 2)
    ends(meeting, 1, 3, "bob")
    ends(meeting, 1, 4, "bob")
    return meeting


def test_a_swiss_pairs_by_all_points_and_nobody_twice():
    meeting = swiss_of_four()
    met = [{one.handle for one in meeting.now.pair_of(BoardOf(1, no))} for no in (1, 2, 3, 4)]
    assert met == [{"ann", "cas"}] * 2 + [{"bob", "dan"}] * 2
    assert points(meeting) == {"bob": 4, "ann": 3, "cas": 1, "dan": 0}
    meeting.pairs()
    met = [{one.handle for one in meeting.now.pair_of(BoardOf(2, no))} for no in (1, 2, 3, 4)]
    assert met == [{"ann", "bob"}] * 2 + [{"cas", "dan"}] * 2


def test_tie_breaks_take_a_match_as_one_opponent():
    """By hand: in round 2 ann and bob have a win each, cas wins both against dan."""
    meeting = swiss_of_four()
    meeting.pairs()
    ends(meeting, 2, 1, "ann")
    ends(meeting, 2, 2, "bob")
    ends(meeting, 2, 3, "cas")
    ends(meeting, 2, 4, "cas")
    assert points(meeting) == {"bob": 6, "ann": 5, "cas": 5, "dan": 0}
    assert ties(meeting, "buchholz") == {"bob": 0 + 5, "ann": 5 + 6, "cas": 5 + 0, "dan": 6 + 5}
    assert ties(meeting, "sonneborn-berger") == {
        "bob": 4 * 0 + 2 * 5, "ann": 3 * 5 + 2 * 6, "cas": 1 * 5 + 4 * 0, "dan": 0,
    }  # fmt: skip
    assert ties(meeting, "progressive") == {"bob": 4 + 6, "ann": 3 + 5, "cas": 1 + 5, "dan": 0}
    assert ties(meeting, "wins") == {"bob": 3, "ann": 2, "cas": 2, "dan": 0}
    assert [row.handle for row in standings(meeting.now)] == ["bob", "ann", "cas", "dan"]


@pytest.mark.parametrize(
    ("won", "advances"),
    [(("ann", "ann"), "ann"), (("bob", ""), "bob"), (("ann", "bob"), "ann"), (("", ""), "ann")],
    ids=str,
)
def test_who_has_more_points_from_a_match_goes_on(won, advances):
    """After equal points the better seed goes on, as after a draw."""
    meeting = begun(knockout(games=2, seeding="rating"), 2)
    meeting.pairs()
    for board, winner in enumerate(won, 1):
        ends(meeting, 1, board, winner)
    assert standings(meeting.now)[0].handle == advances


def test_a_match_that_nobody_wins_puts_out_both():
    meeting = begun(knockout(games=2, seeding="rating"), 4)
    meeting.pairs()
    for board in (1, 2):
        meeting.decides(BoardOf(1, board), "none")
        ends(meeting, 1, board + 2, meeting.now.pair_of(BoardOf(1, board + 2))[0].handle)
    boards, byes = pairings(meeting.now)
    assert boards == ()
    assert [meeting.now.entrant(no).handle for no in byes] == ["bob"]


def test_a_bracket_waits_for_all_games_and_pairs_two_again():
    meeting = begun(knockout(games=2, seeding="rating"), 4)
    meeting.pairs()
    for board in (1, 3, 4):
        ends(meeting, 1, board, meeting.now.pair_of(BoardOf(1, board))[0].handle)
    assert meeting.refused("pair", kinds.Pair(round=2, boards=(), byes=())).code == "pair.due"
    ends(meeting, 1, 2, "ann")
    made = meeting.pairs()
    assert made.boards[1] == made.boards[0][::-1]


def test_who_is_absent_loses_all_games_of_the_match():
    meeting = Meeting(robin(games=2, edition=2), "ann", "bob", "cas", "dan")
    meeting.begins()
    meeting.pairs()
    meeting.plays()
    meeting.pairs()
    meeting.plays()
    (gone,) = [one.handle for one in meeting.now.entrants if one.handle == "dan"]
    before = points(meeting)
    meeting.says(gone, meeting.word(gone, "withdraw"))
    meeting.pairs()
    meeting.plays()
    (other,) = [
        who for who in before
        if who != gone and not any(who in met(meeting, BoardOf(no, at)) and gone in met(
            meeting, BoardOf(no, at)) for no in (1, 2) for at in (1, 2, 3, 4))
    ]  # fmt: skip
    assert points(meeting)[other] == before[other] + 2 * 2


def met(meeting, at: BoardOf) -> list[str]:
    return [one.handle for one in meeting.now.pair_of(at)]


def test_the_game_of_one_board_is_none_of_the_other(tmp_path):
    """The second of the pair opens the second game, on the first one's side."""
    meeting = Meeting(robin(games=2), "ann", "bob")
    meeting.begins()
    meeting.pairs()
    one, two = (terms(meeting.now, BoardOf(1, board)) for board in (1, 2))
    assert one.players == two.players[::-1]
    assert one.seats == {"red": one.players[0].handle, "blue": one.players[1].handle}
    assert two.seats == {"red": one.players[1].handle, "blue": one.players[0].handle}
    group = Group(tmp_path / "game", msgspec.structs.replace(one, for_=two.for_))
    group.join_all()
    group.play(group.table.active().handle, "resign")
    create(tmp_path / "game.pbem", group.events)
    with pytest.raises(BadTournament, match=r"log\.terms"):
        outcome_of(meeting.now, read_evidence(tmp_path / "game.pbem", toy_library()))


def test_which_formats_have_matches():
    for found in (robin(games=2), swiss(2, games=2), knockout(games=3)):
        assert contradiction(found) == ""
    for found in (trio(1, games=2), listed(games=2), laddered(games=2), grouped(2, 1, games=2)):
        assert "several games" in contradiction(found)
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({**msgspec.to_builtins(robin()), "games": 1}, kinds.Found)


def test_other_programs_see_each_game():
    meeting = swiss_of_four()
    lines = [line for line in trf(meeting.now).splitlines() if line.startswith("001")]
    ann = next(line for line in lines if "ann" in line)
    games = ann[89:].split("  ")
    assert [one.split()[-1] for one in (ann[91:99], ann[101:109])] == ["1", "="], games
    assert [one.split()[-2] for one in (ann[91:99], ann[101:109])] in (["w", "b"], ["b", "w"])
    assert "XXR 4" in trf(meeting.now)
    rows = {row["player"]: row for row in csv.DictReader(StringIO(table(meeting.now)))}
    assert rows["bob"]["round 1"].count("dan") == 2
    assert " & " in rows["bob"]["round 1"]


def test_pages_show_the_points_of_a_match():
    meeting = swiss_of_four()
    pages = Book(meeting.fold, meeting.events, "cup.tournament", {}).pages()
    assert "<b>1.5*</b>" in pages["index.html"]
    assert "2 games a pairing" in pages["index.html"]
    assert "A figure: the points of a match, with the side of its first" in pages["index.html"]
    assert pages["round-1.html"].count("ann") >= 2


def test_a_plan_whose_bye_gives_less_than_two_wins_is_warned_of():
    plan = {"name": "Cup", "format": "swiss", "rounds": 3, "game": "saipan", "games": 2}
    assert any("2 games won give 4" in line for line in warnings(msgspec.convert(plan, Plan)))
    scale = {"win": 2, "draw": 1, "loss": 0, "bye": 4}
    assert warnings(msgspec.convert({**plan, "points": scale}, Plan)) == []
