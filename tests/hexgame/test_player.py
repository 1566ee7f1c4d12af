"""The computer player of the base is mediocre: it beats random orders."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from hexgame import games
from pbem.kit.cups import Cups
from pbem.kit.dice import SeededDice
from pbem.selfplay.simulate import answer_random, answer_sensible
from pbem.selfplay.unsigned import Secrets, begin

SIDES = [("mill", "red"), ("mill", "blue"), ("salt", "raiders"), ("salt", "guards")]


def winner(name: str, player: str, seed: int) -> str | None:
    """Play a game in which one side has the computer player, and the other plays at random."""
    game = games.game(name)
    rng = random.Random(seed)  # noqa: S311 - no secret
    play, secrets, dice = begin(game, seed, {}), Secrets(), SeededDice(rng)
    while play.result is None:
        if play.due is not None:
            play.roll(dice)
            continue
        assert play.asked is not None
        answer = answer_sensible if play.asked.side == player else answer_random
        secrets.answer(play, play.asked, [] if play.asked.opens else answer(play, rng))
    return play.result.winner


@pytest.mark.parametrize(("name", "side"), SIDES)
def test_it_beats_random_orders(name: str, side: str) -> None:
    won = Counter(winner(name, side, seed) for seed in range(10))
    assert won[side] >= 8


@pytest.mark.parametrize("name", sorted(games.FILES))
def test_the_same_position_and_seed_give_the_same_orders(name: str) -> None:
    game = games.game(name)
    position = game.set_up(Cups())
    before = repr(position)
    assert game.sensible(position, 7) == game.sensible(position, 7)
    assert repr(position) == before


def test_merit_is_what_one_side_has_and_the_other_has_not() -> None:
    mill = games.game("mill")
    for units in ({}, {"R1": "lost"}, {"B1": "lost"}, {"R2": "0103 1"}):
        position = mill.arrange({"units": units}, Cups())
        assert mill.merit(position, "red") == -mill.merit(position, "blue")
    start = mill.set_up(Cups())
    worse = mill.arrange({"units": {"R1": "lost"}}, Cups())
    assert mill.merit(worse, "red") < mill.merit(start, "red")
