"""Many games together: shares with their intervals, tracks turn by turn."""

from __future__ import annotations

import pytest

from pbem.selfplay.series import interval, lines, summary
from pbem.selfplay.simulate import Played


def game(seed: int, winner: str | None, why: str, *track: int) -> Played:
    return Played(seed, winner, why, len(track), 100, 6, 1, 0.5, {"morale": list(track)})


GAMES = [
    game(1, "us", "won", 10, 8, 6),
    game(2, "jp", "broken", 6, 0),
    game(3, "us", "won", 8, 7, 4),
    game(4, "us", "swept", 9, 5, 1),
]


def test_a_summary() -> None:
    games = [
        Played(1, "us", "won", 10, 100, 7, 1, 0.5),
        Played(2, None, "drawn", 15, 60, 5, 0, 0.5),
    ]
    summed = summary(games, ["us", "jp"])
    assert {side: victory.games for side, victory in summed.wins.items()} == {
        "draw": 1, "jp": 0, "us": 1,
    }  # fmt: skip
    assert (summed.turns, summed.decisions, summed.rolls, summed.skipped) == (12.5, 80, 6, 0.5)
    assert (summed.decisions_a_second, summed.games_a_second) == (160, 2)
    reported = "\n".join(lines(summed))
    assert "us:     1   50.0% (9.5 to 90.5)" in reported
    assert "jp:     0   0.0% (0.0 to 65.8)" in reported
    assert "1 drawn" in reported


def test_victories_are_counted_apart_the_most_frequent_first() -> None:
    summed = summary(GAMES)
    assert list(summed.wins) == ["jp", "us"]
    assert list(summed.wins["us"].why.items()) == [("won", 2), ("swept", 1)]
    assert summed.wins["us"].share == 0.75
    assert summed.wins["jp"].why == {"broken": 1}


def test_scores_after_a_reason_make_no_reasons_of_their_own() -> None:
    games = [Played(1, "us", f"by points: {us} to 3", 10, 100, 7, 1, 0.5) for us in (4, 5, 6)]
    assert summary(games).wins["us"].why == {"by points": 3}


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    [
        (8, 10, 0.4902, 0.9433),
        (0, 10, 0.0, 0.2775),
        (10, 10, 0.7225, 1.0),
        (500, 1000, 0.4691, 0.5309),
    ],
)
def test_wilson(wins: int, games: int, low: float, high: float) -> None:
    assert interval(wins, games) == pytest.approx((low, high), abs=5e-5)


def test_tracks_by_turn() -> None:
    one, two, three = summary(GAMES).tracks["morale"]
    assert (one.turn, one.games, one.ended, one.mean) == (1, 4, 0, 8.25)
    assert (one.lower, one.median, one.upper) == (7.5, 8.5, 9.25)
    assert (two.turn, two.games, two.ended, two.mean) == (2, 4, 1, 5.0)
    assert (three.turn, three.games, three.ended) == (3, 3, 4)
    assert (three.lower, three.median, three.upper) == (2.5, 4.0, 5.0)
    reported = list(lines(summary(GAMES)))
    assert "       3    3.7       2.5      4                5       3              4" in reported


def test_one_game_is_its_own_quartiles() -> None:
    (only,) = summary([game(1, "us", "won", 3)]).tracks["morale"]
    assert (only.lower, only.median, only.upper, only.mean) == (3, 3, 3, 3)


def test_a_game_without_tracks_reports_none() -> None:
    reported = "\n".join(lines(summary([Played(1, "us", "won", 2, 1, 1, 0, 1.0)])))
    assert "end of each turn" not in reported
