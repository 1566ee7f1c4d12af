"""Points by levels of victory: sections 2, 5 and 6 of the page, by program and second reader."""

from __future__ import annotations

import msgspec
import pytest

from pbem.director.evidence import level_of, outcome_of, read_evidence
from pbem.director.judging import verify
from pbem.log.file import create
from pbem.tournament.binding import terms
from pbem.tournament.events import kinds, term_kinds
from pbem.tournament.exchange import table
from pbem.tournament.faults import BadTournament
from pbem.tournament.history import BoardOf
from pbem.tournament.outcomes import words
from pbem.tournament.ranking.standings import standings
from second import cup_games
from second.cup_form import fits
from second.cup_reader import read
from toy.group import Group, toy_library
from toy.meeting import Meeting, robin

AT = BoardOf(1, 1)
POINTS = term_kinds.Scale(win=4, draw=2, loss=1, bye=4)
LEVELS = (term_kinds.Level(score=3, win=5, loss=1), term_kinds.Level(score=6, win=7, loss=0))


def begun(levels=LEVELS, **changes):
    meeting = Meeting(robin(points=POINTS, levels=levels, **changes), "ann", "bob")
    meeting.begins()
    meeting.pairs()
    return meeting


def lines(meeting, *more):
    return b"".join(event.line + b"\n" for event in (*meeting.events, *more))


def points(meeting):
    """Return what both readers give to the first and to the second."""
    contest, finding = read(lines(meeting))
    assert finding is None
    mine = {row.handle: row.points for row in standings(meeting.now)}
    assert {handle: one for handle, one, _ in contest.standings()} == mine
    return [mine[one.handle] for one in meeting.now.pair_of(AT)]


@pytest.mark.parametrize(
    ("outcome", "level", "wanted"),
    [
        ("first", 0, [4, 1]),
        ("first", 1, [5, 1]),
        ("second", 2, [0, 7]),
        ("draw", 0, [2, 2]),
        ("none", 0, [1, 1]),
    ],
)
def test_a_board_gives_what_its_level_has(outcome, level, wanted):
    meeting = begun()
    meeting.decides(AT, outcome, level=level)
    assert points(meeting) == wanted


def test_a_ruling_may_change_the_level_alone():
    meeting = begun()
    meeting.decides(AT, "first", level=2)
    again = ruling("first", 2)
    assert meeting.refused("rule", again).code == "rule.nothing"
    assert read(lines(meeting, meeting.made("rule", again)))[1].code == "rule.nothing"
    meeting.decides(AT, "first", level=1)
    assert points(meeting) == [5, 1]


def ruling(outcome, level):
    return kinds.Rule(round=1, board=1, outcome=outcome, level=level, played=True, why="so")


@pytest.mark.parametrize(
    ("levels", "outcome", "level"),
    [
        (LEVELS, "first", 3),
        (LEVELS, "draw", 1),
        (LEVELS, "none", 2),
        (LEVELS, "first", msgspec.UNSET),
        (msgspec.UNSET, "first", 0),
    ],
    ids=str,
)
def test_a_level_that_cannot_be(levels, outcome, level):
    meeting = begun(levels)
    data = ruling(outcome, level)
    assert meeting.refused("rule", data).code == "kind.form"
    assert read(lines(meeting, meeting.made("rule", data)))[1].code == "kind.form"


@pytest.mark.parametrize(
    "steps",
    [
        [(3, 3, 1)],
        [(3, 5, 2)],
        [(3, 5, 1), (3, 6, 1)],
        [(3, 5, 1), (4, 4, 1)],
        [(3, 5, 0), (4, 5, 1)],
    ],
    ids=str,
)
def test_levels_go_up(steps):
    levels = tuple(term_kinds.Level(score=at, win=win, loss=loss) for at, win, loss in steps)
    found = robin(points=POINTS, levels=levels)
    with pytest.raises(BadTournament, match=r"found\.terms"):
        Meeting(found)
    assert not fits(kinds.write_data(found))


def test_it_is_reported():
    meeting = begun()
    meeting.decides(AT, "first", level=2)
    first, second = (one.handle for one in meeting.now.pair_of(AT))
    assert words("first", [first, second], None, 2) == f"{first} wins at level 2"
    assert f"{second} 1 win at level 2 (ruled)" in table(meeting.now)


# --- games ----------------------------------------------------------------------------------------


def given_up(meeting, folder):
    """The evidence of a game that somebody gave up, and its file."""
    group = Group(folder / "game", terms(meeting.now, AT))
    group.join_all()
    group.play(group.table.active().handle, "resign")
    path = folder / "game.pbem"
    create(path, group.events)
    return read_evidence(path, toy_library()), path


def result(meeting, evidence, level):
    _, outcome = outcome_of(meeting.now, evidence)
    where = {"round": 1, "board": 1, "game": evidence.game}
    meeting.write("game", kinds.GameOf(**where))
    head = evidence.verdict.head
    meeting.write("result", kinds.ResultOf(**where, head=head, outcome=outcome, level=level))


def test_who_gives_up_has_lost_at_the_highest_level(tmp_path):
    meeting = begun()
    evidence, path = given_up(meeting, tmp_path)
    _, outcome = outcome_of(meeting.now, evidence)
    assert level_of(meeting.now, evidence, outcome) == 2
    result(meeting, evidence, 2)
    assert sorted(points(meeting)) == [0, 7]
    create(tmp_path / "cup.tournament", meeting.events)
    assert verify(tmp_path / "cup.tournament", [path], toy_library()).ok
    contest, _ = read(lines(meeting))
    assert cup_games.check(contest, 1, 1, path.read_bytes()) == ""


def test_a_level_that_the_director_changed_convicts_him(tmp_path):
    meeting = begun()
    evidence, path = given_up(meeting, tmp_path)
    result(meeting, evidence, 0)
    create(tmp_path / "cup.tournament", meeting.events)
    [fault] = verify(tmp_path / "cup.tournament", [path], toy_library()).faults
    assert (fault.code, fault.whose) == ("log.result", "dora")
    assert "level 2" in fault.message
    contest, _ = read(lines(meeting))
    assert cup_games.check(contest, 1, 1, path.read_bytes()) == "log.result"


@pytest.mark.parametrize(("score", "level"), [(2, 0), (3, 1), (5, 1), (6, 2), (99, 2)])
def test_the_level_goes_by_the_score_of_the_side_that_won(score, level, tmp_path):
    meeting = begun()
    evidence, _ = given_up(meeting, tmp_path)
    won = msgspec.structs.replace(evidence.verdict.result, why="victory", winner="red")
    verdict = msgspec.structs.replace(
        evidence.verdict, result=won, scores={"red": score, "blue": 50}
    )
    other = evidence._replace(verdict=verdict)
    assert level_of(meeting.now, other, "first") == level
    assert level_of(meeting.now, other, "draw") == 0
    assert level_of(begun(msgspec.UNSET).now, other, "first") is msgspec.UNSET
