"""The game's own score breaks ties, and nobody lowers the winner's by giving up."""

from __future__ import annotations

import csv
from io import StringIO

import msgspec
import pytest

from pbem.director.directing.acts import read_scores
from pbem.director.evidence import outcome_of, read_evidence, scores_of
from pbem.director.pages.book import Book
from pbem.director.words.events import event_words
from pbem.errors import FormError
from pbem.log.file import create
from pbem.table.events.kinds import GameResult
from pbem.tournament.binding import terms
from pbem.tournament.events import kinds, term_kinds
from pbem.tournament.events.terms import contradiction
from pbem.tournament.exchange import table
from pbem.tournament.history import BoardOf
from pbem.tournament.ranking.standings import standings
from toy.cups import begun
from toy.group import Group, toy_library
from toy.meeting import Meeting, knockout, robin, swiss, trio

AT = BoardOf(1, 1)
OWN = term_kinds.OwnScores(win=20, draw=10, loss=-1, bye=7)
FIELDS = {"scores": OWN, "ties": ("score",)}


def ties(meeting) -> dict[str, int]:
    return {row.handle: row.ties["score"] for row in standings(meeting.now)}


def scored(meeting, board: int, outcome: str, *scores: int, round_: int = 1, played=True) -> None:
    given = tuple(scores) or msgspec.UNSET
    meeting.decides(BoardOf(round_, board), outcome, scores=given, played=played)


def test_of_two_with_the_same_points_the_higher_sum_comes_first():
    meeting = begun(swiss(1, seeding="rating", **FIELDS), 4)
    meeting.pairs()
    pairs = [[one.handle for one in meeting.now.pair_of(BoardOf(1, no))] for no in (1, 2)]
    scored(meeting, 1, "first", 12, 5)
    scored(meeting, 2, "first", 30, -4)
    order = [row.handle for row in standings(meeting.now)]
    assert order[0] == pairs[1][0]
    assert ties(meeting) == {pairs[0][0]: 12, pairs[0][1]: 5, pairs[1][0]: 30, pairs[1][1]: -4}


def test_a_bye_and_a_walkover_give_what_the_terms_say():
    meeting = Meeting(robin(edition=2, **FIELDS), "ann", "bob", "cas")
    meeting.begins()
    meeting.pairs()
    (bye,) = meeting.now.rounds[0].byes
    free = meeting.now.entrant(bye).handle
    scored(meeting, 1, "draw", 3, 4)
    first, second = (one.handle for one in meeting.now.pair_of(AT))
    assert ties(meeting) == {first: 3, second: 4, free: 7}
    meeting.says(first, meeting.word(first, "withdraw"))
    for _ in range(2):
        meeting.pairs()
        for at in meeting.now.owed():
            scored(meeting, at.board, "draw", 0, 0, round_=at.round)
    assert ties(meeting) == {first: 3 - 1, second: 4 + 7, free: 7 + 20}


def game(meeting, folder) -> object:
    """The game of the board, in which who has the first turn gives up."""
    group = Group(folder / "game", terms(meeting.now, AT))
    group.join_all()
    group.play(group.table.active().handle, "resign")
    create(folder / "game.pbem", group.events)
    return read_evidence(folder / "game.pbem", toy_library())


@pytest.fixture
def meeting():
    made = Meeting(robin(**FIELDS), "ann", "bob")
    made.begins()
    made.pairs()
    return made


def test_who_resigns_lowers_nobodys_score(meeting, tmp_path):
    evidence = game(meeting, tmp_path)
    assert outcome_of(meeting.now, evidence)[1] == "second"
    assert scores_of(meeting.now, evidence, "second") == (-1, 20)


def test_a_game_that_its_rules_ended_gives_the_scores_of_its_sides(meeting, tmp_path):
    evidence = game(meeting, tmp_path)
    ended = GameResult(winner="red", why="victory")
    scores = {"red": 9, "blue": 2}
    verdict = msgspec.structs.replace(evidence.verdict, result=ended, scores=scores)
    assert scores_of(meeting.now, evidence._replace(verdict=verdict), "first") == (9, 2)


def test_scores_are_there_if_the_terms_have_them(meeting):
    rule = kinds.Rule(round=1, board=1, outcome="first", played=True, why="so")
    assert meeting.refused("rule", rule).code == "kind.form"
    back = msgspec.structs.replace(rule, outcome="log", scores=(1, 2))
    assert meeting.refused("rule", back).code == "kind.form"
    other = Meeting(robin(), "ann", "bob")
    other.begins()
    other.pairs()
    assert other.refused("rule", msgspec.structs.replace(rule, scores=(1, 2))).code == "kind.form"


def test_which_terms_fit():
    assert contradiction(robin(**FIELDS)) == ""
    assert "'score'" in contradiction(robin(ties=("score",)))
    assert "'score'" in contradiction(robin(scores=OWN))
    assert "'score'" in contradiction(knockout(scores=OWN))
    assert contradiction(trio(1, **FIELDS))


def test_everybody_reads_the_scores(meeting):
    scored(meeting, 1, "first", 12, 5)
    first, second = (one.handle for one in meeting.now.pair_of(AT))
    assert f"{first} wins, 12:5" in event_words(meeting.events[-1], meeting.now)
    pages = Book(meeting.fold, meeting.events, "cup.tournament", {}).pages()
    assert "Game score" in pages["index.html"]
    assert f"{first} wins, 12:5" in pages["round-1.html"]
    rows = {row["player"]: row for row in csv.DictReader(StringIO(table(meeting.now)))}
    assert rows[first]["score"] == "12"
    assert rows[second]["round 1"] == f"{first} 2 loss 5 (ruled)"


def test_what_a_director_types(meeting):
    assert read_scores(meeting.now, None) == (msgspec.UNSET, msgspec.UNSET)
    assert read_scores(meeting.now, "12:-5") == (msgspec.UNSET, (12, -5))
    for typed in ("12", "a:b", "1:2:3", "9999999:0", ""):
        with pytest.raises(FormError, match="two whole numbers, as 12:5"):
            read_scores(meeting.now, typed)
