"""The orders that answer a question, and which answers are legal."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, NoReturn, TypeVar

from pbem.errors import IllegalOrder
from pbem.kit.bunches import bunched, flat
from pbem.kit.contract import Deal, Game, Order, Question, Roll, Settle, Wanted
from pbem.kit.typed.orders import Pass

S = TypeVar("S")
P = TypeVar("P")


@dataclass(frozen=True)
class Asking(Generic[S, P]):
    """The questions of a game, for settings ``S`` and positions ``P``.

    - ``need``: what a position waits for;
    - ``answers``: name of a question -> its legal answers, but for passes and ends;
    - ``bunches``: the same, where answers are counted before they are made (`pbem.kit.bunches`); a
      question may have both, where the first few answers are found sooner one by one;
    - ``checks``: type of order -> what refuses one that is illegal; none where the form is enough;
    - ``end``: the order that ends the phase of a position;
    - ``over``: the paragraph that ends the game's sequence of play;
    - ``misplaced``: type of order -> what may refuse it by its own paragraph where something else
      is asked, or return.
    """

    need: Callable[[S, P], Wanted]
    answers: Mapping[str, Callable[[S, P], Iterator[Order]]]
    checks: Mapping[type[Order], Callable[[S, P, Any], None]]
    end: Callable[[P], Order]
    over: str
    misplaced: Mapping[type[Order], Callable[[S, P], None]] = field(default_factory=dict)
    bunches: Mapping[str, Callable[[S, P], Iterable[Sequence[Order]]]] = field(default_factory=dict)

    def check(self, setting: S, position: P, order: Order) -> None:
        """Raise `IllegalOrder` unless ``order`` answers the open question legally."""
        self.check_answer(setting, position, self.need(setting, position), order)

    def check_answer(self, setting: S, position: P, wanted: Wanted, order: Order) -> None:
        """Do what `check` does, where it is known already that the position needs ``wanted``."""
        word = str(order.__struct_config__.tag)
        if not isinstance(wanted, Question) or word not in wanted.forms:
            if wanted is not None and (misplaced := self.misplaced.get(type(order))) is not None:
                misplaced(setting, position)
            refuse_form(wanted, word, self.over)
        check = self.checks.get(type(order))
        if check is not None:
            check(setting, position, order)

    def legal(self, setting: S, position: P) -> Iterator[Order]:
        """Yield the legal answers to the open question, in a fixed order; ends and passes last."""
        wanted = self.need(setting, position)
        if isinstance(wanted, Question):
            yield from self.answering(setting, position, wanted)

    def answering(self, setting: S, position: P, wanted: Question) -> Iterator[Order]:
        """Yield what `legal` yields, where it is known already that ``wanted`` is asked."""
        if wanted.name in self.answers:
            yield from self.answers[wanted.name](setting, position)
        else:
            yield from flat(self.bunches[wanted.name](setting, position))
        yield from self._close(setting, position, wanted)

    def legal_in_bunches(self, setting: S, position: P) -> Iterator[Sequence[Order]]:
        """Yield what `legal` yields, in its order, in bunches of one form."""
        wanted = self.need(setting, position)
        if not isinstance(wanted, Question):
            return
        if wanted.name in self.bunches:
            yield from self.bunches[wanted.name](setting, position)
        else:
            yield from bunched(self.answers[wanted.name](setting, position))
        yield from ([order] for order in self._close(setting, position, wanted))

    def _close(self, setting: S, position: P, wanted: Question) -> Iterator[Order]:
        """Yield the pass and the end that are legal."""
        if "pass" in wanted.forms:
            yield Pass()
        if "end" in wanted.forms:
            end = self.end(position)
            try:
                self.checks.get(type(end), _any)(setting, position, end)
            except IllegalOrder:
                return
            yield end


def is_legal(game: Game[Any, Any], position: Any, order: Order) -> bool:
    """Say whether an order may answer the open question."""
    try:
        game.check(position, order)
    except IllegalOrder:
        return False
    return True


def _any(_setting: object, _position: object, _order: Order) -> None:
    """Refuse nothing: the form is enough."""


def refuse_form(wanted: Wanted, word: str, over: str) -> NoReturn:
    """Raise an `IllegalOrder` that says which orders answer the question, if any do.

    Args:
        wanted: The question.
        word: The word of the order.
        over: The paragraph that ends the game's sequence of play.

    Raises:
        IllegalOrder: Always.
    """
    if wanted is None:
        raise IllegalOrder(over, f"the game is over, so `{word}` comes too late")
    if isinstance(wanted, Roll):
        raise IllegalOrder(wanted.paragraph, f"dice are due, so `{word}` must wait for them")
    if isinstance(wanted, Deal):
        raise IllegalOrder(
            wanted.paragraph, f"cards are being dealt, so `{word}` must wait for them"
        )
    if isinstance(wanted, Settle):
        raise IllegalOrder(
            wanted.paragraph, f"supplies are being handed over, so `{word}` must wait for that"
        )
    if wanted.phase:
        why = f"`{word}` is not possible in the {wanted.name} phase"
    else:
        why = f"`{word}` does not answer the open question"
    *others, last = [f"`{form}`" for form in wanted.forms]
    which = f"{', '.join(others)} or {last}" if others else last
    raise IllegalOrder(wanted.paragraph, why, f"Now: {wanted.prompt} Write {which}.")
