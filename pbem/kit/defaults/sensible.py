"""A computer player who looks one order ahead.

A game says what a position is worth::

    class Player(OneStepAhead):
        def merit(self, setting, position, side):
            return ...

The player is mediocre. It sees what an order does, with its dice and with default responses, and
not what anybody decides next.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NoReturn
from zlib import crc32

import msgspec

from pbem.kit.contract import Game, Order, Question, Roll
from pbem.kit.copying import copied
from pbem.kit.cups import Cups
from pbem.kit.dice import Dice

ORDERS_MOST = 200
"""Legal orders that are tried; of more, some from each part of the list."""
ROLLS = 6
"""Ways in which dice are tried to fall."""
STEPS_MOST = 12
"""Rolls and default responses that are followed after an order."""
_NEXT = (2, 5, 0, 4, 1, 3)
"""The next die after each face, so that the sum of two differs from way to way."""
WON = 1_000_000_000
CLOSING = ("end", "pass")


class OneStepAhead:
    """The computer player of one game, and what a position is worth to it."""

    def __init__(self, game: Game[Any, Any]) -> None:
        self._game = game

    def sensible(self, _setting: Any, position: Any, seed: int) -> list[Order]:
        """Return the legal order after which the side asked stands best; ties by the seed.

        If orders tie that cannot make the position better, the phase is ended. A secret choice is
        made by the seed alone, because nothing shows what it is worth before it is opened. Raises
        ValueError if nobody is asked.
        """
        asked = self._game.need(position)
        if not isinstance(asked, Question):
            raise ValueError("no question is open now")  # noqa: TRY004 - as every game does
        orders = list(self._spread(position))
        drawn = crc32(msgspec.json.encode([seed, position], order="sorted"))
        if asked.secret is not None:
            return [orders[drawn % len(orders)]]
        worth = [self._after(position, order, asked.side) for order in orders]
        most = max(worth)
        best = [order for order, one in zip(orders, worth, strict=True) if one == most]
        if len(best) < len(orders):
            closing = [order for order in best if order.__struct_config__.tag in CLOSING]
            best = closing or best
        return [best[drawn % len(best)]]

    def merit(self, _setting: Any, position: Any, side: str) -> int:
        """Return by how much the score of a side is above the best other one."""
        scores = dict(self._game.scores(position))
        own = scores.pop(side, 0)
        return own - max(scores.values(), default=0)

    def _spread(self, position: Any) -> Iterator[Order]:
        """Yield every legal order, or so many of them, evenly spread over their list."""
        bunches = list(self._game.bunches(position))
        total = sum(map(len, bunches))
        wanted = [i * total // ORDERS_MOST for i in range(ORDERS_MOST)]
        places = set(wanted if total > ORDERS_MOST else range(total))
        before = 0
        for bunch in bunches:
            yield from (bunch[at] for at in range(len(bunch)) if before + at in places)
            before += len(bunch)

    def _after(self, position: Any, order: Order, side: str) -> int:
        """Return the worth of a position after an order, summed over the ways of its dice."""
        total, rolled = self._one_way(position, order, side, 0)
        if not rolled:
            return ROLLS * total
        return total + sum(self._one_way(position, order, side, way)[0] for way in range(1, ROLLS))

    def _one_way(self, position: Any, order: Order, side: str, way: int) -> tuple[int, bool]:
        """Return the worth after an order whose dice fall in one way, and whether any fell."""
        then, dice = copied(position), _Spread(way)
        goes_on = self._apply(then, self._game.adjudicate(then, order, _Closed()))
        for _ in range(STEPS_MOST):
            outcomes = self._next(then, dice) if goes_on else None
            if outcomes is None:
                break
            goes_on = self._apply(then, outcomes)
        return self._worth(then, side), dice.rolled

    def _next(self, position: Any, dice: Dice) -> Iterator[Any] | None:
        """Return what follows from dice or from a default response; None if anybody decides."""
        wanted = self._game.need(position)
        if isinstance(wanted, Roll):
            return self._game.roll(position, dice, _Closed())
        if not isinstance(wanted, Question) or wanted.phase or wanted.secret is not None:
            return None
        usual = self._game.sensible_standing(wanted.side)
        answer = self._game.standing_answer(position, wanted, usual)
        return None if answer is None else self._game.adjudicate(position, answer, _Closed())

    def _apply(self, position: Any, outcomes: Iterator[Any]) -> bool:
        """Apply outcomes; return False if what comes next depends on a counter face down."""
        try:
            for outcome in outcomes:
                self._game.apply(position, outcome)
        except _FaceDownError:
            return False
        return True

    def _worth(self, position: Any, side: str) -> int:
        if self._game.need(position) is None:
            result = self._game.result(position)
            if result is not None and result.winner is not None:
                return WON if result.winner == side else -WON
        return self._game.merit(position, side)


class _FaceDownError(Exception):
    """A counter would have to be known that lies face down."""


class _Closed(Cups):
    """Cups into which nobody may look: who plays knows what everybody knows."""

    def draw_blind(self, pool: str) -> NoReturn:
        """Raise: which cups there are is not known here."""
        raise _FaceDownError(pool)

    def turn_up(self, member: str, dice: Dice, purpose: str, paragraph: str) -> str:  # noqa: ARG002
        """Return a counter that everybody sees; raise for one that lies face down."""
        if member.startswith("?"):
            raise _FaceDownError(member)
        return member

    def put_back(self, pool: str, member: str) -> None:
        """Do nothing: nobody draws from it again."""


class _Spread:
    """Dice of one of `ROLLS` ways: their faces differ by the way and from die to die."""

    def __init__(self, way: int) -> None:
        self._next = way
        self.rolled = False

    def uniform(self, n: int, purpose: str, paragraph: str) -> int:  # noqa: ARG002
        """Return one of 0 .. n-1; over all ways each is as likely, if ``n`` divides `ROLLS`."""
        face, self.rolled = self._next, True
        self._next = _NEXT[face]
        return face * n // ROLLS
