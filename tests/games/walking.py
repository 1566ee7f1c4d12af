"""Games of sensible players, question by question."""

from __future__ import annotations

import random
from collections.abc import Iterator

from pbem.kit.dice import SeededDice
from pbem.play.play import Play
from pbem.selfplay import unsigned
from pbem.selfplay.simulate import answer_sensible


def asked(name: str, scenario: str, *, seed: int, steps: int) -> Iterator[Play]:
    """Play a game for so many dice and answers, or to its end; yield it where something is asked.

    It is answered when the next one is wanted.
    """
    return (play for play in awaited(name, scenario, seed=seed, steps=steps) if play.due is None)


def awaited(name: str, scenario: str, *, seed: int, steps: int) -> Iterator[Play]:
    """Play a game likewise; yield it where dice are due too."""
    play = unsigned.begin(unsigned.bind(unsigned.rules_of(name), scenario, {}))
    rng, secrets = random.Random(seed), unsigned.Secrets()  # noqa: S311 - no secret
    dice = SeededDice(rng)
    for _ in range(steps):
        if play.result is not None:
            return
        yield play
        if play.due is not None:
            play.roll(dice)
            continue
        assert play.asked is not None
        secrets.answer(play, play.asked, answer_sensible(play, rng))
