"""[9.2, 10.0, 13.2] The score of Race to Tokyo by which places at a table go: Victory Points."""

from __future__ import annotations

from typing import Any

from pbem.kit.cups import Cups
from pbem.selfplay.simulate import Setup, bind

ALL = {"1ag", "8ag", "jp"}


def arranged(**options: Any) -> tuple[Any, Any]:
    game, cups = bind(Setup("tokyo", "three", options)), Cups()
    game.set_up(cups)
    return game, game.arrange({"scenario": "three", "turn": 4, "phase": "1ag combat"}, cups)


def test_the_score_is_that_of_victory_points() -> None:
    game, position = arranged()
    scores = game.scores(position)
    assert set(scores) == ALL
    for side in ALL:
        assert scores[side] == game.fact(position, "points", (side,))


def test_a_handicap_counts() -> None:
    game, position = arranged()
    other, same = arranged(points_jp=3)
    before, after = game.scores(position), other.scores(same)
    assert {side: after[side] - before[side] for side in ALL} == {"1ag": 0, "8ag": 0, "jp": 3}


def test_who_called_too_many_volunteers_comes_last_whatever_his_points() -> None:
    game, position = arranged(volunteers=True, points_1ag=50)
    assert max(game.scores(position), key=game.scores(position).get) == "1ag"
    position.called["1ag"] = game.setting.tables.chit_limit
    scores = game.scores(position)
    assert scores["1ag"] < min(scores["8ag"], scores["jp"])
