"""Every way the dice can fall: an order carried out to each of its ends, with exact chances.

The rules themselves are asked, once for each way, so that what is reckoned here cannot differ from
what the table will do. Nothing is drawn by lot.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import islice
from math import prod
from typing import Any, NamedTuple, TypeVar

from pbem.errors import ForcedDiceError, PbemError
from pbem.kit.contract import Fall, Game, Order, Outcome, Question, Roll, Wanted
from pbem.kit.copying import copied
from pbem.kit.cups import Cups
from pbem.kit.dice import Dice, Fixed

AnyGame = Game[Any, Any]
T = TypeVar("T")

WAYS_MAX = 20_000
"""An order whose dice can fall in more ways is not reckoned."""


DICE_MOST = 100
"""Dice that can fall in one roll; one with more is not reckoned."""

LEAST = Fraction(1, 10_000_000)
"""A roll that can fall in a way less likely than this is not reckoned: its ways are too many."""


class TooManyWaysError(PbemError):
    """The dice of an order can fall in more ways than are looked at."""


_Answers = tuple[tuple[Question, Order], ...]


PASS = "pass"  # noqa: S105 - a word of orders
"""The word of an order that declines."""


class Way(NamedTuple):
    """One way: its ``chance``, what happened, and what the position then waits for.

    ``begun``: so many of the outcomes came before any dice; ``answers``: the answers that were
    supposed on the way, each with its question.
    """

    chance: Fraction
    outcomes: tuple[Outcome, ...]
    begun: int
    position: Any
    need: Wanted
    answers: _Answers


Answer = Callable[[Question, Any, Sequence[Outcome]], Order | None]
"""The assumed answer, in a position after some outcomes; None ends the way."""


def supposed(game: AnyGame, position: Any, question: Question, *, passing: bool) -> Order:
    """Return what a player is supposed to answer: the computer player's answer.

    Args:
        game: The game.
        position: The position.
        question: The question.
        passing: Pass if that is allowed.
    """
    order: Order
    if passing and PASS in question.forms:
        order = game.read_order({"do": PASS})
    else:
        order = game.sensible(position, 0)[0]
    return order


def ways(
    game: AnyGame,
    position: Any,
    cups: Cups,
    order: Order,
    answer: Answer,
    *,
    most: int | None = None,
    results: bool = False,
) -> Iterator[Way]:
    """Yield every way in which a legal order can end; their chances add up to 1.

    A way ends at a question without an answer, and at the end of the game. Position and cups are
    not changed.

    Args:
        game: The game.
        position: The position before the order.
        cups: The cups.
        order: The order.
        answer: Answers questions on the way, or returns None.
        most: The most ways; None: `WAYS_MAX`.
        results: Only what is read (`Reading`) matters. Ways with the same reading are one, and each
            ends after its last reading.

    Raises:
        TooManyWaysError: There are more ways. None is followed that comes from dice with too many.
    """
    most = WAYS_MAX if most is None else most
    first = State.copy(position, cups)
    begun = first.take(game, game.adjudicate(first.position, order, first.cups), results=results)
    open_: list[tuple[Fraction, tuple[Outcome, ...], State, _Answers]]
    open_ = [(Fraction(1), begun, first, ())]
    ended = 0
    while open_:
        chance, reported, state, answers = open_.pop()
        over = results and bool(reported) and _is_last(game, reported[-1])
        need = None if over else game.need(state.position)
        if isinstance(need, Roll):
            looked = ended + len(open_)
            open_ += reversed(
                [
                    (chance * share, (*reported, *new), other, answers)
                    for share, (new, other) in _falls(game, state, most, looked, results=results)
                ]
            )
        elif (
            isinstance(need, Question)
            and (given := answer(need, state.position, reported)) is not None
        ):
            done = game.adjudicate(state.position, given, state.cups)
            new = state.take(game, done, results=results)
            open_.append((chance, (*reported, *new), state, (*answers, (need, given))))
        else:
            ended += 1
            yield Way(chance, reported, len(begun), state.position, need, answers)


def _is_last(game: AnyGame, outcome: Outcome) -> bool:
    reading = game.reading(outcome)
    return reading is not None and reading.last


def following(game: AnyGame, position: Any, cups: Cups, order: Order) -> tuple[Wanted, Any]:
    """Return what is needed after a legal order, before dice, and the position then.

    Args:
        game: The game.
        position: The position before the order, which is not changed.
        cups: The cups, which are not changed.
        order: The order.
    """
    state = State.copy(position, cups)
    state.take(game, game.adjudicate(state.position, order, state.cups))
    return game.need(state.position), state.position


class State(NamedTuple):
    """A position and its cups."""

    position: Any
    cups: Cups

    @classmethod
    def copy(cls, position: Any, cups: Cups) -> State:
        """Return an independent state."""
        return cls(copied(position), cups.copy())

    def take(
        self, game: AnyGame, outcomes: Iterator[Outcome], *, results: bool = False
    ) -> tuple[Outcome, ...]:
        """Apply outcomes one by one, and return them (``results``: to the last reading)."""
        reported = []
        for outcome in outcomes:
            game.apply(self.position, outcome)
            reported.append(outcome)
            if results and _is_last(game, outcome):
                break
        return tuple(reported)


def _falls(
    game: AnyGame, state: State, most: int, looked: int, *, results: bool
) -> Iterator[tuple[Fraction, tuple[tuple[Outcome, ...], State]]]:
    def rolled(dice: Dice) -> tuple[tuple[Outcome, ...], State]:
        after = State.copy(state.position, state.cups)
        rolls = game.roll(after.position, dice, after.cups)
        return after.take(game, rolls, results=results), after

    return falls(game, state.position, state.cups, rolled, most, looked=looked, results=results)


def falls(
    game: AnyGame,
    position: Any,
    cups: Cups,
    rolled: Callable[[Dice], T],
    most: int | None = None,
    *,
    looked: int = 0,
    results: bool = False,
) -> Iterator[tuple[Fraction, T]]:
    """Let the dice that are due fall in every way; yield each chance and its result.

    Args:
        game: The game.
        position: The position, which needs dice.
        cups: The cups.
        rolled: Carries out the dice, each time on a copy of its own, and returns the result.
        most: The most ways.
        looked: How many ways were counted elsewhere.
        results: As for `ways`.

    Raises:
        TooManyWaysError: There are certainly more ways. If dice are rolled again after a tie, there
            is no end of them.
    """
    known = _known(game, position, cups, most if results else None)
    if known is not None:
        if most is not None:
            known = list(islice(known, most - looked + 1))
            if looked + len(known) > most:
                raise TooManyWaysError(f"the dice can fall in more than {most} ways")
        for chance, shown in known:
            yield chance, rolled(Fixed(shown))
        return
    numbers: tuple[int, ...] | None = ()
    ended = 0
    while numbers is not None:
        dice = Fixed(numbers, DICE_MOST)
        try:
            done = rolled(dice)
        except ForcedDiceError as error:
            raise TooManyWaysError(f"the dice can fall in too many ways: {error}") from None
        ended += 1
        chance = Fraction(1, prod(dice.asked))
        if chance < LEAST:
            many = f"one of them comes only once in {prod(dice.asked):,} times"
            raise TooManyWaysError(f"the dice can fall in too many ways: {many}")
        least = looked + ended + _left_at_least(numbers, dice.asked)
        if most is not None and least > most:
            raise TooManyWaysError(f"the dice can fall in more than {most} ways")
        yield chance, done
        numbers = _next(numbers, dice.asked)


def _known(game: AnyGame, position: Any, cups: Cups, most: int | None) -> Iterable[Fall] | None:
    """Return the falls that differ, as far as a game says which these are; None: every one.

    ``most``: so many are looked at to distinguish those that differ in what is read alone; None: of
    interest is all that they do.
    """
    by_result: Callable[[Any, Cups, int], Iterable[Fall] | None] | None
    by_result = None if most is None else getattr(game, "falls_by_result", None)
    found = None if by_result is None else by_result(position, cups, most)
    return game.falls(position, cups) if found is None else found


def _left_at_least(numbers: Sequence[int], asked: Sequence[int]) -> int:
    """Return how many ways come after one at the least: one for each higher number of a die."""
    return sum(asked) - len(asked) - sum(numbers)


def _next(numbers: Sequence[int], asked: Sequence[int]) -> tuple[int, ...] | None:
    """Return the numbers that come next, the last one counting up first; None after the last."""
    shown = [*numbers, *(0 for _ in range(len(asked) - len(numbers)))]
    for at in reversed(range(len(asked))):
        if shown[at] + 1 < asked[at]:
            return (*shown[:at], shown[at] + 1)
    return None
