"""Games by score: everybody alone against the rules, an umpire for all (docs/tournaments.md)."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing

import msgspec
import pytest

from pbem.director.evidence import outcome_of, read_evidence, score_of
from pbem.director.judging import verify
from pbem.director.pages.publishing import publish
from pbem.director.player.playing import take
from pbem.errors import FormError
from pbem.log.file import create, to_bytes
from pbem.table.events.kinds import OfferTie
from pbem.tournament.binding import terms
from pbem.tournament.events import kinds, term_kinds
from pbem.tournament.exchange import report, table, trf
from pbem.tournament.faults import BadTournament
from pbem.tournament.history import BoardOf
from pbem.tournament.outcomes import read, words
from pbem.tournament.ranking.standings import standings
from toy.club import Umpire
from toy.group import END, Group, move, rules_id, toy_library
from toy.meeting import Meeting, alone, robin

AT = BoardOf(1, 1)


def begun(*names, rounds=2, **changes):
    meeting = Meeting(alone(rounds, seeding="rating", **changes))
    for number, handle in enumerate(names):
        meeting.enters(handle, rating=2000 - number)
    meeting.begins()
    return meeting


def order(meeting):
    return [(row.handle, row.points) for row in standings(meeting.now)]


# --- rounds ---------------------------------------------------------------------------------------


def test_everybody_has_a_board_of_his_own_and_nobody_a_bye():
    meeting = begun("ann", "bob", "cas")
    made = meeting.pairs()
    assert (made.boards, made.byes) == (((1,), (2,), (3,)), ())
    assert meeting.pairs().round == 2  # it waits for no result
    assert meeting.refused("pair", kinds.Pair(round=3, boards=(), byes=())).code == "pair.due"


def test_who_comes_late_or_goes():
    meeting = begun("ann", "bob")
    meeting.pairs()
    meeting.enters("cas")
    meeting.says("ann", meeting.word("ann", "withdraw"))
    assert meeting.pairs().boards == ((2,), (3,))


def test_a_round_of_nobody_is_not_paired():
    meeting = begun("ann", "bob")
    for handle in ("ann", "bob"):
        meeting.says(handle, meeting.word(handle, "withdraw"))
    assert meeting.refused("pair", kinds.Pair(round=1, boards=(), byes=())).code == "pair.due"


# --- points ---------------------------------------------------------------------------------------


def test_a_score_counts_and_beside_it_what_a_win_gives():
    """A win is 100, a draw 50: 1 has 31 and a win of 20, 2 has two draws of 30, 3 lost with 35."""
    meeting = begun("ann", "bob", "cas", ties=("progressive", "wins"))
    for one, two, three in ((("none", 31), ("draw", 30), ("none", 35)),
                            (("first", 20), ("draw", 30), ("none", 35))):  # fmt: skip
        made = meeting.pairs()
        for board, (outcome, score) in enumerate((one, two, three), 1):
            meeting.decides(BoardOf(made.round, board), outcome, score=score)
    assert order(meeting) == [("bob", 160), ("ann", 151), ("cas", 70)]
    rows = {row.handle: row for row in standings(meeting.now)}
    assert [rows[who].ties["progressive"] for who in ("ann", "bob", "cas")] == [182, 240, 105]
    assert [rows[who].ties["wins"] for who in ("ann", "bob", "cas")] == [1, 0, 0]
    assert [rows[who].losses for who in ("ann", "bob", "cas")] == [1, 0, 2]


def test_another_score_is_another_decision():
    meeting = begun("ann", "bob")
    meeting.pairs()
    meeting.decides(AT, "none", score=12)
    rule = kinds.Rule(round=1, board=1, outcome="none", score=12, played=True, why="again")
    assert meeting.refused("rule", rule).code == "rule.nothing"
    meeting.decides(AT, "none", score=13)
    assert order(meeting)[0] == ("ann", 13)


@pytest.mark.parametrize(
    "changes",
    [
        {"board": robin().board},
        {"board": msgspec.structs.replace(alone(1).board, dice="opponents")},
        {"ties": ("buchholz",)},
        {"ratings": (term_kinds.Elo(start=1500, claimed=False, digits=0, k=20),)},
    ],
    ids=("two sides", "no umpire's dice", "buchholz", "ratings"),
)
def test_terms_that_games_by_score_cannot_have(changes):
    with pytest.raises(BadTournament, match=r"found\.terms"):
        Meeting(alone(1, **changes))


def test_a_score_stands_where_one_plays_alone_and_nowhere_else():
    solo, pair = begun("ann", "bob"), Meeting(robin(), "ann", "bob")
    pair.begins()
    for meeting, score in ((solo, msgspec.UNSET), (pair, 3)):
        meeting.pairs()
        rule = kinds.Rule(round=1, board=1, outcome="first", score=score, played=True, why="seen")
        assert meeting.refused("rule", rule).code == "kind.form"
    rule = kinds.Rule(round=1, board=1, outcome="second", score=3, played=True, why="seen")
    assert solo.refused("rule", rule).code == "kind.form"


def test_what_a_director_types_and_reads():
    typed = ("ann", "draw", "none", "bob")
    assert [read(one, ["ann"]) for one in typed] == ["first", "draw", "none", None]
    assert words("first", ["ann"], 31) == "won, score 31"
    assert words("none", ["ann"], 4) == "lost, score 4"


# --- its game -------------------------------------------------------------------------------------


def played(folder, agreed, ahead=0):
    """A game against the rules, in whose first turn the player goes so far; uma closes it."""
    group = Group(folder / "game", agreed)
    group.join_all()
    while group.table.result is None:
        group.roll()
        if group.table.play.asked is not None:
            orders = [move(ahead)] if ahead else []
            group.orders(agreed.players[0].handle, *orders, END)
            ahead = 0
    group.play("uma", "ruling", {"result": group.table.result})
    path = folder / "game.pbem"
    create(path, group.events)
    return path


def entered(meeting, path, **changes):
    """The director enters the game and what follows from it, or something else."""
    evidence = read_evidence(path, toy_library())
    at, outcome = outcome_of(meeting.now, evidence)
    score = score_of(meeting.now, evidence)
    where = {"round": at.round, "board": at.board, "game": evidence.game}
    meeting.write("game", kinds.GameOf(**where))
    reported = {"outcome": outcome, "score": score, **changes}
    meeting.write("result", kinds.ResultOf(**where, head=evidence.verdict.head, **reported))
    return outcome, score


def test_the_score_is_that_of_the_last_position(tmp_path):
    """Ground 1 and the steps since, and the strength that is left of 3."""
    meeting = begun("ann", "bob")
    meeting.pairs()
    path = played(tmp_path, terms(meeting.now, AT), ahead=2)
    verdict = read_evidence(path, toy_library()).verdict
    outcome, score = entered(meeting, path)
    assert score == verdict.scores["red"] >= 3
    assert outcome == {"red": "first", "blue": "none", None: "draw"}[verdict.result.winner]
    log = tmp_path / "cup.tournament"
    create(log, meeting.events)
    found = verify(log, [path], toy_library())
    assert (found.ok, found.games) == (True, 1)


def test_a_score_that_the_director_changed_convicts_him(tmp_path):
    meeting = begun("ann", "bob")
    meeting.pairs()
    path = played(tmp_path, terms(meeting.now, AT))
    entered(meeting, path, score=37)
    log = tmp_path / "cup.tournament"
    create(log, meeting.events)
    (fault,) = verify(log, [path], toy_library()).faults
    assert (fault.code, fault.whose) == ("log.result", "dora")
    assert "score 37 in the log" in fault.message


def test_who_gives_up_has_no_score(tmp_path):
    meeting = begun("ann", "bob")
    meeting.pairs()
    group = Group(tmp_path / "game", terms(meeting.now, AT))
    group.join_all()
    group.roll()
    group.orders("ann", move(2), END)
    group.roll()
    group.play("ann", "resign")
    group.play("uma", "ruling", {"result": group.table.result})
    create(tmp_path / "game.pbem", group.events)
    assert entered(meeting, tmp_path / "game.pbem") == ("none", 0)


def test_a_tie_that_nobody_else_agreed_to_is_no_draw(tmp_path):
    """A player alone who loses would call one, and have the points of a draw."""
    meeting = begun("ann", "bob")
    meeting.pairs()
    group = Group(tmp_path / "game", terms(meeting.now, AT))
    group.join_all()
    group.roll()
    group.play("ann", "offer", OfferTie())
    group.play("uma", "ruling", {"result": group.table.result})
    create(tmp_path / "game.pbem", group.events)
    assert entered(meeting, tmp_path / "game.pbem") == ("none", 0)


def test_newer_rules_that_nobody_else_agreed_to_are_not_as_agreed(tmp_path):
    meeting = begun("ann", "bob")
    meeting.pairs()
    group = Group(tmp_path / "game", terms(meeting.now, AT))
    group.join_all()
    group.roll()
    group.play("ann", "offer_rules", rules_id(2))
    group.play("ann", "resign")
    group.play("uma", "ruling", {"result": group.table.result})
    create(tmp_path / "game.pbem", group.events)
    with pytest.raises(BadTournament) as caught:
        entered(meeting, tmp_path / "game.pbem")
    assert (caught.value.fault.code, caught.value.fault.whose) == ("log.terms", "ann")
    assert "nobody else agreed" in caught.value.fault.message


@pytest.fixture
def uma(tmp_path) -> Iterator[Umpire]:
    umpire = Umpire(tmp_path / "uma")
    umpire.client.library = toy_library()
    with closing(umpire.client):
        yield umpire


def test_an_umpire_joins_one_game_of_a_board_by_score(uma, tmp_path):
    """Else a player begins a board again and again, and sends the best to the director."""
    meeting = begun("ann", "bob")
    meeting.pairs()
    log = tmp_path / "cup.tournament"
    create(log, meeting.events)
    take(uma.client, log)
    inbox = tmp_path / "inbox"
    inbox.mkdir()
    for number in (1, 2):
        group = Group(tmp_path / f"game-{number}", terms(meeting.now, AT))
        (inbox / f"{number}.pbem").write_bytes(to_bytes(group.events))
    first, second = uma.keeps(inbox)
    assert first.did == "joined"
    assert second.did == "refused"
    assert "for the same board" in second.why


# --- reported -------------------------------------------------------------------------------------


def test_no_trf_but_a_csv_a_report_and_pages(tmp_path):
    meeting = begun("ann", "bob", rounds=1)
    meeting.pairs()
    meeting.decides(AT, "first", score=31)
    meeting.decides(BoardOf(1, 2), "none", score=-2)
    with pytest.raises(FormError, match="two players at a board"):
        trf(meeting.now)
    lines = {line.split(",")[1]: line for line in table(meeting.now).splitlines()}
    assert lines["ann"].endswith(",win 31 (ruled)")
    assert lines["bob"].endswith(",loss -2 (ruled)")
    assert "Games played: 2\n" in report(meeting.now)
    log = tmp_path / "cup.tournament"
    create(log, meeting.events)
    publish(meeting.fold, log, tmp_path / "pages", [])
    page = (tmp_path / "pages" / "round-1.html").read_text()
    assert "won, score 31" in page
    assert "second" not in page
    front = (tmp_path / "pages" / "index.html").read_text()
    assert (
        'title="Round 1: won, score 31, ruled: seen on the board; opens the event in the log"'
        in front
    )
    assert "<b>31*</b>" in front
    assert (
        'title="Round 1: lost, score -2, ruled: seen on the board; opens the event in the log"'
        in front
    )
    assert "<b>-2*</b>" in front
    assert "win 31*" in (tmp_path / "pages" / "player-1.html").read_text()
