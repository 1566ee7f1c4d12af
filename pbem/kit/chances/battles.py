"""A whole battle by its tree: from the order that begins it to its end, with exact chances.

Everybody answers as a sensible player would. Two courses from which it goes on alike are one
from there on, so that a battle of twelve units is a few hundred rolls and not millions.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any, NamedTuple, Protocol

import msgspec

from pbem.kit.chances.chance import PASS, AnyGame, State, TooManyWaysError, falls, supposed
from pbem.kit.contract import Order, Outcome, Question, Roll
from pbem.kit.dice import Dice
from pbem.kit.hidden import cards_of
from pbem.kit.urns import Urns

ABREAST_MOST = 1_000
"""So many courses are followed at a time, the likeliest; what all others come to is left open."""

BRANCHES_MOST = 20_000
"""When dice have fallen in so many ways, the courses that are not at their end are left open."""


FEW = (40, 800)
"""The same two where a battle is asked for while one plays: nearly all of one of six against six,
in less than half a second."""


class BattleGame(Protocol):
    """What a game with whole battles has beside its contract."""

    battles: Sequence[type[Any]]
    """The forms of the orders that begin a battle, or go on with it to its end."""

    leaving: Sequence[str]
    """The questions whether a side leaves a battle; who stays passes."""

    def battle_mark(self, position: Any) -> bytes:
        """Return what two positions have in common from which a battle goes on alike.

        Where who is out of it went may be left out: nobody in it cares.
        """

    def battle_over(self, position: Any, outcome: Outcome) -> str | None:
        """Return what a battle has come to, in words, where ``outcome`` has ended it; else None."""


class Whole(NamedTuple):
    """How a battle ends: each result with its chance, and what is told of units in it.

    ``losses``: unit -> the chance that it is lost; ``out``: that it is out of the battle and not
    lost by that; ``told``: of both, result -> sentence -> the chance.
    ``open``: the chance of the courses that were not followed to their end; ``left``: whether
    somebody leaves it by his own will in some course.
    """

    results: dict[str, Fraction]
    told: dict[str, dict[str, Fraction]]
    losses: dict[str, Fraction]
    out: dict[str, Fraction]
    open: Fraction
    left: bool


def battles_of(game: AnyGame) -> BattleGame | None:
    """Return the game as one with whole battles; None if it has none."""
    found: Any = game
    return found if getattr(game, "battles", None) else None


def whole(
    game: AnyGame,
    position: Any,
    urns: Urns,
    order: Order,
    *,
    staying: bool = False,
    abreast: int = ABREAST_MOST,
    branches: int = BRANCHES_MOST,
) -> Whole | None:
    """Return how the battle ends that a legal ``order`` begins or goes on with, if there is one.

    ``staying``: nobody leaves it by his own will. Position and urns stay as they are. Of more than
    ``abreast`` courses at a time the others are not followed, and none of them when dice have
    fallen in so many ``branches``. Raises `TooManyWaysError` where it
    comes to what nobody can reckon: a deal, a hidden stock, dice that never end.
    """
    fought = battles_of(game)
    if fought is None or not isinstance(order, tuple(fought.battles)):
        return None
    passed = tuple(fought.leaving) if staying else ()
    return _Tree(game, fought, passed, (abreast, branches)).grown(State.copy(position, urns), order)


def unseen(game: AnyGame, position: Any, need: Question, *, passing: bool) -> Order:
    """Return what somebody is supposed to answer whose cards nobody sees: he shows none."""
    order, cards = supposed(game, position, need, passing=passing), cards_of(game)
    if cards is None or cards.shows(order) is None or PASS not in need.forms:
        return order
    return supposed(game, position, need, passing=True)


class _Step(NamedTuple):
    """What outcomes brought: who was lost, who is out, both as told, and what it has come to."""

    lost: list[str]
    out: list[str]
    told: list[str]
    result: str | None


class _Course:
    """Where a battle stands: its chance, and what is told of who is out, each with its chance."""

    def __init__(
        self, chance: Fraction, state: State, told: dict[str, Fraction], sealed: dict[str, Order]
    ) -> None:
        self.chance, self.state, self.told, self.sealed = chance, state, told, sealed

    def share(self, share: Fraction, state: State) -> _Course:
        """Return the part of the course in which dice fell so."""
        told = {sentence: chance * share for sentence, chance in self.told.items()}
        return _Course(self.chance * share, state, told, dict(self.sealed))

    def join(self, other: _Course) -> None:
        """Take in a course that stands at the same position."""
        self.chance += other.chance
        _add(self.told, other.told)

    def mark(self, game: AnyGame, fought: BattleGame) -> bytes:
        """Return what two courses have in common that go on alike."""
        sealed = {label: game.write_order(order) for label, order in self.sealed.items()}
        stands = fought.battle_mark(self.state.position)
        return msgspec.msgpack.encode((stands, self.state.urns, sealed))


class _Tree:
    """All courses of one battle, roll by roll."""

    def __init__(
        self, game: AnyGame, fought: BattleGame, passed: tuple[str, ...], most: tuple[int, int]
    ) -> None:
        self._game, self._fought, self._passed = game, fought, passed
        self._abreast, self._most = most
        self._branches = 0
        self._left = False
        self._results: dict[str, Fraction] = {}
        self._told: dict[str, dict[str, Fraction]] = {}
        self._losses: dict[str, Fraction] = {}
        self._out: dict[str, Fraction] = {}

    def grown(self, state: State, order: Order) -> Whole:
        """Follow every course to its end, or the likeliest."""
        game, first = self._game, _Course(Fraction(1), state, {}, {})
        begun = self._applied(state, game.adjudicate(state.position, order, state.urns))
        open_ = [first] if self._goes_on(first, begun) and self._to_the_dice(first) else []
        while open_:
            merged: dict[bytes, _Course] = {}
            for course in open_:
                for one in self._rolled(course):
                    known = merged.setdefault(one.mark(game, self._fought), one)
                    if known is not one:
                        known.join(one)
            open_ = sorted(merged.values(), key=lambda one: -one.chance)[: self._abreast]
        left = 1 - sum(self._results.values(), Fraction(0))
        return Whole(self._results, self._told, self._losses, self._out, left, self._left)

    def _rolled(self, course: _Course) -> list[_Course]:
        """Let the dice that are due fall in every way; return what is not at its end then."""
        game, state = self._game, course.state

        def rolled(dice: Dice) -> tuple[State, _Step]:
            after = State.copy(state.position, state.urns)
            return after, self._applied(after, game.roll(after.position, dice, after.urns))

        found = []
        for share, (after, step) in falls(game, state.position, state.urns, rolled):
            if self._branches >= self._most:
                break
            one = course.share(share, after)
            if self._goes_on(one, step) and self._to_the_dice(one):
                found.append(one)
            self._branches += 1
        return found

    def _to_the_dice(self, course: _Course) -> bool:
        """Answer what is asked until dice are due; False where the battle ends before."""
        game, state = self._game, course.state
        while not isinstance(need := game.need(state.position), Roll):
            if not isinstance(need, Question):
                raise TooManyWaysError("this battle comes to hidden cards or stocks, which decide")
            answered = self._applied(state, self._answered(course, need))
            if not self._goes_on(course, answered):
                return False
        return True

    def _answered(self, course: _Course, need: Question) -> Iterable[Outcome]:
        game, (position, urns) = self._game, course.state
        if need.secret is not None and need.opens:
            return game.adjudicate(position, course.sealed.pop(need.secret), urns)
        order = unseen(game, position, need, passing=need.name in self._passed)
        if need.name in self._fought.leaving and order.__struct_config__.tag != PASS:
            self._left = True
        if need.secret is None:
            return game.adjudicate(position, order, urns)
        course.sealed[need.secret] = order
        return game.sealed(position, need.secret)

    def _applied(self, state: State, outcomes: Iterable[Outcome]) -> _Step:
        """Apply outcomes up to the end of the battle."""
        game, step = self._game, _Step([], [], [], None)
        for outcome in outcomes:
            game.apply(state.position, outcome)
            lost, out = game.lost(outcome), game.out(outcome)
            if lost or out:
                step.told.append(game.tell(outcome))
            step.lost.extend(lost)
            step.out.extend(out)
            if (result := self._fought.battle_over(state.position, outcome)) is not None:
                return step._replace(result=result)
        return step

    def _goes_on(self, course: _Course, step: _Step) -> bool:
        """Enter what a step of a course has brought; say whether the battle goes on."""
        for found, names in (
            (self._losses, step.lost),
            (self._out, step.out),
            (course.told, step.told),
        ):
            for name in names:
                _add(found, {name: course.chance})
        if step.result is not None:
            _add(self._results, {step.result: course.chance})
            _add(self._told.setdefault(step.result, {}), course.told)
        return step.result is None


def _add(to: dict[str, Fraction], more: dict[str, Fraction]) -> None:
    for key, chance in more.items():
        to[key] = to.get(key, Fraction(0)) + chance
