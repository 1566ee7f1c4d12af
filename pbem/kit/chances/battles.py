"""A whole battle by its tree: from the order that begins it to its end, with exact chances.

Everybody answers as a computer player would. Two courses from which it goes on alike are one
from there on, so that a battle of twelve units is a few hundred rolls and not millions.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import islice
from math import lcm
from typing import Any, NamedTuple, Protocol

import msgspec

from pbem.kit.chances.chance import PASS, AnyGame, State, TooManyWaysError, falls, supposed
from pbem.kit.chances.followed import Followed
from pbem.kit.contract import Order, Outcome, Question, Roll, Wanted
from pbem.kit.cups import Cups
from pbem.kit.dice import Dice
from pbem.kit.hidden import cards_of


class Limits(NamedTuple):
    """How far a battle is followed.

    ``abreast``: so many courses at a time, the likeliest; what all others come to is left open.
    ``branches``: when dice have fallen in so many ways, the courses that are not at their end are
    left open.
    """

    abreast: int
    branches: int


MANY = Limits(1_000, 20_000)
"""The limits of a battle that is asked for alone."""
FEW = Limits(40, 800)
"""The limits of a battle that is asked for during play: nearly all of one of six against six, in
less than half a second."""


class BattleGame(Protocol):
    """The parts of a game with whole battles that its contract lacks."""

    battles: Sequence[type[Any]]
    """The forms of the orders that begin a battle, or go on with it to its end."""

    leaving: Sequence[str]
    """The questions whether a side leaves a battle; who stays passes."""

    def battlefield(self, position: Any) -> Any:
        """Return what a battle that has begun reads and changes of a position, as a position.

        It may share all of it; what is somewhere else is left out, for it is copied at each roll.
        """

    def battle_mark(self, position: Any) -> bytes:
        """Return what two positions have in common from which a battle goes on alike.

        Facts on which nothing in the battle rests any more may be left out: where a unit that is
        out of it went, which of several alike units have had their share.
        """

    def battle_over(self, position: Any, outcome: Outcome) -> str | None:
        """Return what a battle has come to, in words, where ``outcome`` has ended it; else None."""


class Whole(NamedTuple):
    """How a battle ends: each result with its chance, and what is said of units in it.

    ``losses``: unit -> the chance that it is lost; ``out``: that it is out of the battle and not
    lost by that; ``reported``: of both, result -> sentence -> the chance.
    ``open``: the chance of the courses that were not followed to their end; ``left``: whether
    somebody leaves it by their own will in some course.
    """

    results: dict[str, Fraction]
    reported: dict[str, dict[str, Fraction]]
    losses: dict[str, Fraction]
    out: dict[str, Fraction]
    open: Fraction
    left: bool


Battles = Followed[list[Whole]]
"""Battles of one game that were followed already."""


def battles_of(game: AnyGame) -> BattleGame | None:
    """Return the game as one with whole battles; None if it has none."""
    found: Any = game
    return found if getattr(game, "battles", None) else None


def is_fought(fought: BattleGame | None, need: Wanted, order: Order) -> bool:
    """Whether a legal order begins or continues a battle.

    Any answer to the question whether a side leaves a battle continues it.

    Args:
        fought: The game's battles, or None for a game without any.
        need: The need of the game.
        order: The order.
    """
    if fought is None:
        return False
    leaves = isinstance(need, Question) and need.name in fought.leaving
    return leaves or isinstance(order, tuple(fought.battles))


def whole(
    game: AnyGame,
    position: Any,
    cups: Cups,
    order: Order,
    *,
    limits: Limits = MANY,
    followed: Battles | None = None,
) -> list[Whole]:
    """Return how the battle of a legal order ends; empty if it is of no battle.

    If somebody would leave the battle by choice, it is also followed as if nobody does. Position
    and cups are not changed.

    Args:
        game: The game.
        position: The position before the order.
        cups: The cups.
        order: The order.
        limits: How far courses are followed.
        followed: Battles that need not be followed again.

    Raises:
        TooManyWaysError: Nobody can calculate it: a deal, a hidden supply, dice that never end.
    """
    fought = battles_of(game)
    if fought is None or not is_fought(fought, game.need(position), order):
        return []
    known = _Known({}, {})
    tree = _Tree(game, fought, (), limits, known)
    begun = tree.begun(State.copy(position, cups), order)

    def found() -> list[Whole]:
        found = tree.grown(begun)
        if not found.left:
            return [found]
        return [found, _Tree(game, fought, tuple(fought.leaving), limits, known).grown(begun)]

    if followed is None:
        return found()
    return followed.once(msgspec.msgpack.encode((begun.state, begun.steps, limits)), found)


def unseen(game: AnyGame, position: Any, need: Question, *, passing: bool) -> Order:
    """Return the supposed answer of a player whose cards nobody sees: they show none.

    Args:
        game: The game.
        position: The position.
        need: The question.
        passing: Pass if that is allowed.
    """
    order, cards = supposed(game, position, need, passing=passing), cards_of(game)
    if cards is None or cards.shows(order) is None or PASS not in need.forms:
        return order
    return supposed(game, position, need, passing=True)


class _Step(NamedTuple):
    """The effect of outcomes: units lost, units out, both in words, and the result so far."""

    lost: list[str]
    out: list[str]
    reported: list[str]
    result: str | None


class _Fallen(NamedTuple):
    """One way in which the dice that were due fell: its ``share``, and what came of it, in steps.

    - ``state``: The battle at the next dice, with what is ``sealed``.
    - ``mark``: The common part of it and others from which the battle goes on alike.
    - ``left``: Somebody has left it by their own will in these steps.
    """

    share: Fraction
    steps: list[_Step]
    state: State
    sealed: dict[str, Order]
    mark: bytes = b""
    left: bool = False


class _Known(NamedTuple):
    """The known parts, by mark: how dice fell, and the effects of answers."""

    fallen: dict[bytes, list[_Fallen]]
    answered: dict[bytes, _Fallen]


class _Course:
    """The state of a battle: its chance, and what is said of units that are out, with its chance.

    Chances are whole numbers of parts, of which the tree says how many are certainty.
    """

    def __init__(self, chance: int, reported: dict[str, int], fallen: _Fallen) -> None:
        self.chance, self.reported = chance, reported
        self.at = fallen

    def share(self, fallen: _Fallen, parts: int) -> _Course:
        """Return the course in which dice fell so, in so many of the parts of each part here."""
        reported = {sentence: chance * parts for sentence, chance in self.reported.items()}
        return _Course(self.chance * parts, reported, fallen)

    def join(self, other: _Course) -> None:
        """Accept a course that stands at the same position."""
        self.chance += other.chance
        _add(self.reported, other.reported)


class _Tree:
    """All courses of one battle, roll by roll.

    ``known``: what comes of positions, which is the same in a tree where nobody leaves by their own
    will, as far as nobody does. Chances are added as whole numbers of ``parts``, of which each roll
    makes more: fractions of dozens of digits would be put into lowest terms again and again.
    """

    def __init__(
        self,
        game: AnyGame,
        fought: BattleGame,
        passed: tuple[str, ...],
        limits: Limits,
        known: _Known,
    ) -> None:
        self._game, self._fought, self._passed = game, fought, passed
        self._limits = limits
        self._known = known
        self._branches = 0
        self._left = False
        self._parts = 1
        self._results: dict[str, int] = {}
        self._reported: dict[str, dict[str, int]] = {}
        self._losses: dict[str, int] = {}
        self._out: dict[str, int] = {}

    def begun(self, state: State, order: Order) -> _Fallen:
        """Return where a battle stands after the order that begins it: all else follows from that.

        ``state`` goes on by it.
        """
        step = self._applied(state, self._game.adjudicate(state.position, order, state.cups))
        if step.result is None:
            state = state._replace(position=self._fought.battlefield(state.position))
        return _Fallen(Fraction(1), [step], state, {})

    def grown(self, begun: _Fallen) -> Whole:
        """Follow every course to its end, or the likeliest; what has ``begun`` stays as it is."""
        (step,), at = begun.steps, begun
        if step.result is None:
            at = self._following(State.copy(*begun.state), {}, step)
            at = at._replace(steps=[step, *at.steps])
        first = _Course(1, {}, at)
        open_ = [first] if self._goes_on(first) else []
        while open_:
            merged: dict[bytes, _Course] = {}
            for one in self._rolled(open_):
                known = merged.setdefault(one.at.mark, one)
                if known is not one:
                    known.join(one)
            open_ = sorted(merged.values(), key=lambda one: -one.chance)[: self._limits.abreast]
        reported = {result: self._chances(found) for result, found in self._reported.items()}
        results, losses, out = map(self._chances, (self._results, self._losses, self._out))
        left = 1 - sum(results.values(), Fraction(0))
        return Whole(results, reported, losses, out, left, self._left)

    def _rolled(self, courses: Iterable[_Course]) -> Iterator[_Course]:
        """Let the dice that are due fall in every way; yield what is not at its end then."""
        fallen = list[tuple[_Course, _Fallen]]()
        for course in courses:
            some = self._fallen(course.at)[: self._limits.branches - self._branches]
            self._branches += len(some)
            fallen += [(course, one) for one in some]
        parts = lcm(*(one.share.denominator for _, one in fallen))
        self._divide(parts)
        for course, one in fallen:
            part = course.share(one, one.share.numerator * (parts // one.share.denominator))
            if self._goes_on(part):
                yield part

    def _divide(self, parts: int) -> None:
        """Make so many parts of each, of all that was added up."""
        self._parts *= parts
        for found in (self._results, self._losses, self._out, *self._reported.values()):
            for name in found:
                found[name] *= parts

    def _chances(self, found: Mapping[str, int]) -> dict[str, Fraction]:
        return {name: Fraction(chance, self._parts) for name, chance in found.items()}

    def _fallen(self, at: _Fallen) -> list[_Fallen]:
        """Return the ways of the dice that are due, as many as may be followed still."""
        known = self._known.fallen.get(at.mark)
        if known is not None and not any(map(self._is_other, known)):
            return known
        most = self._limits.branches - self._branches
        found = list(islice(self._falls(at), most))
        if len(found) < most:
            self._known.fallen[at.mark] = found
        return found

    def _is_other(self, known: _Fallen) -> bool:
        """Whether somebody left in what is known who does not here."""
        return known.left and bool(self._passed)

    def _falls(self, at: _Fallen) -> Iterator[_Fallen]:
        """Yield each way of the dice that are due, with what comes of it up to the next dice."""
        game, state = self._game, at.state

        def rolled(dice: Dice) -> tuple[State, _Step]:
            after = State.copy(state.position, state.cups)
            return after, self._applied(after, game.roll(after.position, dice, after.cups))

        for share, (after, step) in falls(game, state.position, state.cups, rolled):
            if step.result is not None:
                yield _Fallen(share, [step], after, {})
                continue
            then = self._following(after, dict(at.sealed), step)
            yield then._replace(share=share, steps=[step, *then.steps])

    def _following(self, state: State, sealed: dict[str, Order], step: _Step) -> _Fallen:
        """Return what comes after a step up to the next dice; of what goes on alike it is once."""
        mark = self._mark(state, sealed)
        known = self._known.answered.get(mark)
        if known is not None and not self._is_other(known):
            return known
        found = self._known.answered[mark] = self._to_the_dice(state, sealed, step, mark)
        return found

    def _mark(self, state: State, sealed: dict[str, Order]) -> bytes:
        """Return what two courses have in common that go on alike."""
        orders = {label: self._game.write_order(order) for label, order in sealed.items()}
        stands = self._fought.battle_mark(state.position)
        return msgspec.msgpack.encode((stands, state.cups, orders))

    def _to_the_dice(
        self, state: State, sealed: dict[str, Order], step: _Step, mark: bytes
    ) -> _Fallen:
        """Answer what is asked after a step until dice are due, or the battle ends.

        ``mark`` is that of the position after the step.
        """
        game, steps, left = self._game, [step], False
        while steps[-1].result is None and not isinstance(need := game.need(state.position), Roll):
            if not isinstance(need, Question):
                raise TooManyWaysError("this battle depends on hidden cards or supplies")
            order = self._answer(state, sealed, need)
            leaves = need.name in self._fought.leaving and order.__struct_config__.tag != PASS
            left = left or leaves
            steps.append(self._applied(state, self._answered(state, sealed, need, order)))
        if len(steps) > 1:
            mark = b"" if steps[-1].result is not None else self._mark(state, sealed)
        return _Fallen(Fraction(1), steps[1:], state, sealed, mark, left)

    def _answer(self, state: State, sealed: dict[str, Order], need: Question) -> Order:
        if need.secret is not None and need.opens:
            return sealed.pop(need.secret)
        return unseen(self._game, state.position, need, passing=need.name in self._passed)

    def _answered(
        self, state: State, sealed: dict[str, Order], need: Question, order: Order
    ) -> Iterable[Outcome]:
        """Carry out an answer; one that is to be secret is sealed."""
        if need.secret is None or need.opens:
            return self._game.adjudicate(state.position, order, state.cups)
        sealed[need.secret] = order
        return self._game.sealed(state.position, need.secret)

    def _applied(self, state: State, outcomes: Iterable[Outcome]) -> _Step:
        """Apply outcomes up to the end of the battle."""
        game, step = self._game, _Step([], [], [], None)
        for outcome in outcomes:
            game.apply(state.position, outcome)
            lost, out = game.lost(outcome), game.out(outcome)
            if lost or out:
                step.reported.append(game.report(outcome))
            step.lost.extend(lost)
            step.out.extend(out)
            if (result := self._fought.battle_over(state.position, outcome)) is not None:
                return step._replace(result=result)
        return step

    def _goes_on(self, course: _Course) -> bool:
        """Enter what the steps of a course have brought; say whether the battle goes on."""
        self._left = self._left or course.at.left
        for step in course.at.steps:
            for found, names in (
                (self._losses, step.lost),
                (self._out, step.out),
                (course.reported, step.reported),
            ):
                for name in names:
                    _add(found, {name: course.chance})
        result = course.at.steps[-1].result
        if result is not None:
            _add(self._results, {result: course.chance})
            _add(self._reported.setdefault(result, {}), course.reported)
        return result is None


def _add(to: dict[str, int], more: Mapping[str, int]) -> None:
    for key, chance in more.items():
        to[key] = to.get(key, 0) + chance
