"""Rulings taken back to what a game's log says (docs/tournaments.md, 2)."""

from __future__ import annotations

import pytest

from pbem.director.pages.publishing import publish
from pbem.log.file import create
from pbem.tournament.events import kinds, term_kinds
from pbem.tournament.history import BoardOf
from pbem.tournament.ranking.standings import standings
from toy.meeting import BOARD, Meeting, robin

GAME = "1" * 64
AT = BoardOf(1, 1)
WHERE = {"round": 1, "board": 1}
LOG = kinds.Rule(**WHERE, outcome="log", played=True, why="the log says so")


def meets(form=None) -> Meeting:
    meeting = Meeting(form or robin(), "ann", "bob")
    meeting.begins()
    meeting.pairs()
    return meeting


def proves(meeting, outcome="first"):
    meeting.write("game", kinds.GameOf(**WHERE, game=GAME))
    meeting.write("result", kinds.ResultOf(**WHERE, game=GAME, head=GAME, outcome=outcome))


def points(meeting):
    return [row.points for row in sorted(standings(meeting.now), key=lambda row: row.number)]


def test_the_board_is_decided_as_its_result_says_and_no_ruling_counts():
    meeting = meets()
    proves(meeting)
    before, had = meeting.now.decided[AT], points(meeting)
    meeting.decides(AT, "second")
    meeting.decides(AT, "draw", played=False)
    assert points(meeting) != had
    meeting.write("rule", LOG)
    assert meeting.now.decided[AT] == before
    assert points(meeting) == had


def test_a_result_stands_beneath_a_ruling_until_that_is_taken_back():
    meeting = meets()
    meeting.decides(AT, "second", played=False)
    proves(meeting)
    assert meeting.now.decided[AT].outcome == "second"
    assert meeting.now.decided[AT].ruled
    again = kinds.ResultOf(**WHERE, game=GAME, head=GAME, outcome="second")
    assert meeting.refused("result", again).code == "result.twice"
    meeting.write("rule", LOG)
    assert meeting.now.decided[AT].outcome == "first"
    assert not meeting.now.decided[AT].ruled
    assert meeting.now.decided[AT].played


def test_what_cannot_be_taken_back():
    meeting = meets()
    assert meeting.refused("rule", LOG).code == "rule.nothing"
    meeting.decides(AT, "second")
    assert meeting.refused("rule", LOG).code == "rule.nothing"
    proves(meeting)
    meeting.write("rule", LOG)
    assert meeting.refused("rule", LOG).code == "rule.nothing"


def test_a_ruling_that_says_what_the_result_says_can_be_taken_back():
    """It is reported as the director's word, and need not be."""
    meeting = meets()
    meeting.decides(AT, "first")
    proves(meeting, "first")
    assert meeting.now.decided[AT].ruled
    meeting.write("rule", LOG)
    assert not meeting.now.decided[AT].ruled


@pytest.mark.parametrize("odd", [{"played": False}, {"score": 3}, {"level": 0}])
def test_the_log_says_all_of_it(odd):
    meeting = meets()
    proves(meeting)
    meeting.decides(AT, "second")
    fields = {"outcome": "log", "played": True, "why": "so", **odd}
    assert meeting.refused("rule", kinds.Rule(**WHERE, **fields)).code == "kind.form"


def test_who_appealed_may_appeal_again():
    meeting = meets()
    proves(meeting)
    appeal = kinds.Dismiss(**WHERE, entrant=1, why="no")
    meeting.write("dismiss", appeal)
    assert meeting.refused("dismiss", appeal).code == "rule.nothing"
    meeting.decides(AT, "second")
    meeting.write("rule", LOG)
    meeting.write("dismiss", appeal)


def test_a_ladders_places_go_back_too():
    form = robin(
        format=term_kinds.Ladder(reach=1, idle=0, after=None),
        ties=(),
        board=BOARD,
        seeding="rating",
    )
    meeting = Meeting(form, "ann", "bob")
    meeting.begins()
    low, high = (meeting.now.entrant(number).handle for number in meeting.now.ladder.order[::-1])
    meeting.says(low, meeting.word(low, "challenge", whom=high))
    meeting.pairs()
    first = meeting.now.pair_of(AT)[0].handle
    proves(meeting, "first" if first == high else "second")
    stood = list(meeting.now.ladder.order)
    meeting.decides(AT, "first" if first == low else "second")
    assert meeting.now.ladder.order == stood[::-1]
    meeting.write("rule", LOG)
    assert meeting.now.ladder.order == stood


def test_the_pages_report_that_it_was_taken_back(tmp_path):
    meeting = meets()
    proves(meeting)
    meeting.decides(AT, "second")
    meeting.write("rule", LOG)
    log = tmp_path / "cup.tournament"
    create(log, meeting.events)
    publish(meeting.fold, log, tmp_path / "pages", [])
    page = (tmp_path / "pages" / "events.html").read_text()
    assert "dora takes back the ruling, so the log of the game decides again" in page
    assert "the log says so" in page
