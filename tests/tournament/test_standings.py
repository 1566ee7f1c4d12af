"""Points and tie-breaks, by hand."""

from __future__ import annotations

from msgspec import UNSET

from pbem.director.words.reporting import standing_lines
from pbem.tournament.events import term_kinds
from pbem.tournament.history import BoardOf, Decided, Paired
from pbem.tournament.ranking.standings import standings
from toy.meeting import Meeting, robin, swiss

TIES = ("buchholz", "buchholz-cut-1", "sonneborn-berger", "koya", "progressive", "wins")


def table(ties=TIES, late=(), **scale):
    """Five entrants, three rounds, worked out below.

    1: 1-2 1:0, 3-4 draw, 5 bye. 2: 5-1 0:1, 4-2 0:1 by forfeit, 3 bye. 3: 1-3 draw, 2-5 1:0, 4 bye.
    Points (2/1/0, bye 2): 1 has 5, 2 has 4, 3 has 4, 4 has 3, 5 has 2.
    """
    points = term_kinds.Scale(**{"win": 2, "draw": 1, "loss": 0, "bye": 2, **scale})
    meeting = Meeting(swiss(3, ties=ties, points=points), "ann", "bob", "cas", "dan", "eve")
    now = meeting.now
    now.closed, now.order = "0" * 64, [1, 2, 3, 4, 5]
    rounds = [(((1, 2), (3, 4)), (5,)), (((5, 1), (4, 2)), (3,)), (((1, 3), (2, 5)), (4,))]
    now.rounds = [Paired("0" * 64, boards, byes) for boards, byes in rounds]
    for no, board, outcome, played in [
        (1, 1, "first", True), (1, 2, "draw", True), (2, 1, "second", True),
        (2, 2, "second", False), (3, 1, "draw", True), (3, 2, "first", True), *late,
    ]:  # fmt: skip
        now.decided[BoardOf(no, board)] = Decided(outcome, played, "" if played else "gone", "")
    return {row.number: row for row in standings(now)}


def test_points_and_games():
    rows = table()
    assert {no: row.points for no, row in rows.items()} == {1: 5, 2: 4, 3: 4, 4: 3, 5: 2}
    assert (rows[2].played, rows[2].wins, rows[2].losses) == (2, 2, 1)
    assert (rows[3].played, rows[3].draws) == (2, 2)
    assert rows[4].played == 1


def test_tie_breaks():
    rows = table()
    # 1 met 2, 5, 3. 2 met 1 and 5, and 4 by forfeit, who has fewer points than 2. 3 met 4, 1, and
    # in the bye somebody who has drawn all three rounds.
    assert [rows[no].ties["buchholz"] for no in (1, 2, 3)] == [4 + 2 + 4, 5 + 2 + 3, 3 + 5 + 3]
    assert [rows[no].ties["buchholz-cut-1"] for no in (1, 2, 3)] == [8, 8, 8]
    # The same points times what each has of that round.
    berger = [2 * 4 + 2 * 2 + 4, 2 * 3 + 2 * 2, 3 + 5 + 2 * 3]
    assert [rows[no].ties["sonneborn-berger"] for no in (1, 2, 3)] == berger
    # Half of three wins is 3 points: 5 has fewer.
    assert [rows[no].ties["koya"] for no in (1, 2, 3)] == [2 + 1, 0, 1 + 1]
    assert [rows[no].ties["progressive"] for no in (1, 2, 3)] == [2 + 4 + 5, 0 + 2 + 4, 1 + 3 + 4]
    assert [rows[no].ties["wins"] for no in (1, 2, 3)] == [2, 1, 0]


def test_the_first_tie_break_that_differs_decides():
    assert [no for no, row in sorted(table().items(), key=lambda one: one[1].rank)] == [
        1,
        3,
        2,
        4,
        5,
    ]
    by_wins = table(ties=("wins",))
    assert by_wins[2].rank < by_wins[3].rank
    drawn = table(ties=())
    assert drawn[2].rank < drawn[3].rank  # their pairing numbers


def test_direct_encounter_counts_among_those_tied_who_all_met():
    # With a draw worth as much as a win 1 and 3 are tied with 6, and they met.
    rows = table(ties=("direct",), draw=2)
    assert [rows[no].points for no in (1, 3)] == [6, 6]
    assert [rows[no].ties["direct"] for no in (1, 3)] == [2, 2]
    assert table(ties=("direct",))[2].ties["direct"] == 0  # 2 and 3 are tied and have not met


def test_a_game_that_nobody_wins_is_lost_by_both():
    rows = table(late=[(3, 1, "none", True)])
    assert (rows[1].losses, rows[3].losses) == (1, 1)


def test_games_won_stand_apart_where_the_wins_have_forfeits():
    """The tie-break `wins` is of games played (docs/tournaments.md, 5); before edition 2 the column
    has forfeits, too.
    """
    for edition, head in ((UNSET, "games won"), (2, "forfeits")):
        meeting = Meeting(robin(edition=edition, ties=("wins",)), "ann", "bob")
        meeting.begins()
        meeting.pairs()
        meeting.decides(BoardOf(1, 1), "first", played=False)
        rows = standings(meeting.now)
        first, *lines = standing_lines(rows, meeting.now.found.ties)
        assert head in first
        assert ("games won" in first) == (edition is UNSET)
        assert rows[0].ties["wins"] == 0
        if edition is UNSET:
            assert lines[0].split()[-1] == "0"
