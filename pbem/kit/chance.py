"""Every way the dice can fall: an order carried out to each of its ends, with exact chances.

The rules themselves are asked, once for each way, so that what is reckoned here cannot differ from
what the table will do. Nothing is drawn by lot.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from math import prod
from typing import Any, NamedTuple

import msgspec

from pbem.errors import PbemError
from pbem.kit.contract import Game, Need, Order, Outcome, Question, Roll
from pbem.kit.dice import Fixed
from pbem.kit.urns import Urns

AnyGame = Game[Any, Any]

WAYS_MAX = 20_000
"""An order whose dice can fall in more ways is not reckoned."""


class TooManyWaysError(PbemError):
    """The dice of an order can fall in more ways than are looked at."""


_Answers = tuple[tuple[Question, Order], ...]


class Way(NamedTuple):
    """One way: its ``chance``, what happened, and what the position then waits for.

    ``begun``: so many of the outcomes came before any dice; ``answers``: the answers that were
    supposed on the way, each with its question.
    """

    chance: Fraction
    outcomes: tuple[Outcome, ...]
    begun: int
    position: Any
    need: Need
    answers: _Answers


Answer = Callable[[Question, Any, Sequence[Outcome]], Order | None]
"""What is supposed to be answered, in a position after some outcomes; None ends the way."""


def ways(game: AnyGame, position: Any, urns: Urns, order: Order, answer: Answer) -> Iterator[Way]:
    """Yield every way in which a legal order can end; their chances add up to 1.

    A way ends at a question that ``answer`` does not answer, and at the end of the game. Position
    and urns stay as they are. Raises `TooManyWaysError`.
    """
    first = _State.copy(position, urns)
    begun = first.take(game, game.adjudicate(first.position, order, first.urns))
    open_: list[tuple[Fraction, tuple[Outcome, ...], _State, _Answers]]
    open_ = [(Fraction(1), begun, first, ())]
    ended = 0
    while open_:
        chance, told, state, answers = open_.pop()
        need = game.need(state.position)
        if isinstance(need, Roll):
            after = []
            for share, new, other in _falls(game, state):
                after.append((chance * share, (*told, *new), other, answers))
                if ended + len(open_) + len(after) > WAYS_MAX:
                    raise TooManyWaysError(f"the dice can fall in more than {WAYS_MAX} ways")
            open_ += reversed(after)
        elif need is not None and (given := answer(need, state.position, told)) is not None:
            new = state.take(game, game.adjudicate(state.position, given, state.urns))
            open_.append((chance, (*told, *new), state, (*answers, (need, given))))
        else:
            ended += 1
            yield Way(chance, told, len(begun), state.position, need, answers)


class _State(NamedTuple):
    """A position and its urns."""

    position: Any
    urns: Urns

    @classmethod
    def copy(cls, position: Any, urns: Urns) -> _State:
        """Return an independent state."""
        kept = msgspec.msgpack.encode(position)
        return cls(msgspec.msgpack.decode(kept, type=type(position)), urns.copy())

    def take(self, game: AnyGame, outcomes: Iterator[Outcome]) -> tuple[Outcome, ...]:
        """Apply outcomes one by one; return them."""
        told = []
        for outcome in outcomes:
            game.apply(self.position, outcome)
            told.append(outcome)
        return tuple(told)


def _falls(game: AnyGame, state: _State) -> Iterator[tuple[Fraction, tuple[Outcome, ...], _State]]:
    """Yield what each way does in which the dice that are due can fall."""
    known = game.falls(state.position, state.urns)
    if known is not None:
        for chance, shown in known:
            told, after, _ = _rolled(game, state, shown)
            yield chance, told, after
        return
    numbers: tuple[int, ...] | None = ()
    while numbers is not None:
        told, after, asked = _rolled(game, state, numbers)
        yield Fraction(1, prod(asked)), told, after
        numbers = _next(numbers, asked)


def _rolled(
    game: AnyGame, state: _State, numbers: Sequence[int]
) -> tuple[tuple[Outcome, ...], _State, list[int]]:
    after = _State.copy(state.position, state.urns)
    dice = Fixed(numbers)
    told = after.take(game, game.roll(after.position, dice, after.urns))
    return told, after, dice.asked


def _next(numbers: Sequence[int], asked: Sequence[int]) -> tuple[int, ...] | None:
    """Return the numbers that come next, the last one counting up first; None after the last."""
    shown = [*numbers, *(0 for _ in range(len(asked) - len(numbers)))]
    for at in reversed(range(len(asked))):
        if shown[at] + 1 < asked[at]:
            return (*shown[:at], shown[at] + 1)
    return None
