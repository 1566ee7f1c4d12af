"""Games without signatures, by sensible players on dice that somebody makes, and measured."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

from pbem.audit.luck.measuring import Number, Throw, measured
from pbem.audit.luck.report import by_player
from pbem.audit.luck.testing import Tested, weighed
from pbem.kit.dice import Dice
from pbem.play.play import Play
from pbem.selfplay.simulate import Setup, answer_sensible, bind
from pbem.selfplay.unsigned import Secrets, begin

Maker = Callable[[random.Random], Dice]


class Fair:
    """Dice as they should be."""

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng

    def uniform(self, n: int, purpose: str, paragraph: str) -> int:
        return self._rng.randrange(n)


class Sixes:
    """Dice of six that show a six every second time, no matter who rolls."""

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng

    def uniform(self, n: int, purpose: str, paragraph: str) -> int:
        got = self._rng.randrange(n)
        return 5 if n == 6 and self._rng.random() < 0.4 else got


class BetterOfTwo:
    """Dice of six of which two are rolled, and the higher one counts, no matter who rolls."""

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng

    def uniform(self, n: int, purpose: str, paragraph: str) -> int:
        got = self._rng.randrange(n)
        return max(got, self._rng.randrange(n)) if n == 6 else got


class Measured(NamedTuple):
    """All that was rolled in a game."""

    numbers: list[Number]
    throws: list[Throw]

    @property
    def tests(self) -> list[Tested]:
        return weighed(self.numbers, by_player(self.throws))

    @property
    def flagged(self) -> bool:
        return any(one.flagged for one in self.tests)


@cache
def bound(game: str, scenario: str) -> Any:
    return bind(Setup(game, scenario))


def played(game: str, scenario: str, seed: int, make: Maker = Fair, restarts: str = "") -> Measured:
    """Play a game on made dice, and measure all that fell.

    ``restarts``: this side lets every throw fall twice, and keeps what is better for it: a player
    who could go on once more from before the dice would do that.
    """
    rng = random.Random(seed)  # noqa: S311 - nobody has to trust these dice
    play = begin(bound(game, scenario), seed)
    for side in play.game.sides:
        play.standing[side] = {side: dict(play.game.sensible_standing(side))}
    secrets = Secrets()
    dice = make(random.Random(f"dice {seed}"))  # noqa: S311 - the same
    found = Measured([], [])
    while play.result is None:
        if play.due is not None:
            before = play.copy()
            play.forget()
            play.roll(dice)
            if restarts:
                again = before.copy()
                again.roll(dice)
                if merit(again, restarts) > merit(play, restarts):
                    play = again
            numbers, throws = measured(before, play.reported, len(found.throws))
            found.numbers.extend(numbers)
            found.throws.extend(throws)
        else:
            assert play.asked is not None
            orders = [] if play.asked.opens else answer_sensible(play, rng)
            secrets.answer(play, play.asked, orders)
        play.forget()
    return found


def merit(play: Play, side: str) -> int:
    return int(play.game.merit(play.position, side))
