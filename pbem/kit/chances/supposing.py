"""How the questions on the way to a result are supposed to be answered."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any

from pbem.kit.chances.chance import AnyGame, Way, supposed
from pbem.kit.contract import Order, Outcome, Question
from pbem.kit.sides import side_name
from pbem.kit.wording import order_words


class Supposed:
    """How questions are answered before the result is known; ``asked``: another side was.

    ``side``: the side that orders; ``passing``: another side passes if it may.
    """

    def __init__(self, game: AnyGame, side: str, *, passing: bool) -> None:
        self._game = game
        self._side = side
        self._passing = passing
        self.asked = False
        self._unasked: list[Order] = []

    def __call__(
        self, question: Question, position: Any, reported: Sequence[Outcome]
    ) -> Order | None:
        """Return what is supposed to be answered after what was ``reported``; None ends it."""
        readings = (self._game.reading(outcome) for outcome in reported)
        known = any(reading is not None and reading.final for reading in readings)
        if question.phase or question.secret is not None:
            return None
        if known:
            return self._only(position)
        other = question.side != self._side
        self.asked = self.asked or other
        return supposed(self._game, position, question, passing=other and self._passing)

    def _only(self, position: Any) -> Order | None:
        """Return the single legal answer, which the table gives without asking; None of several."""
        two: list[Order] = list(islice(self._game.legal(position), 2))
        if len(two) > 1:
            return None
        self._unasked += two
        return two[0]

    def reported(self, game: AnyGame, way: Way) -> Iterator[str]:
        """Yield what was supposed on a way, in words: not what needed no asking."""
        for question, answer in way.answers:
            if not any(answer is unasked for unasked in self._unasked):
                yield f"{side_name(game, question.side)}: {game.text(answer)}"

    def in_words(self, way: Way) -> Iterator[tuple[str, str]]:
        """Yield what was supposed on a way as a person says it: the side's name, what it does."""
        for question, answer in way.answers:
            if not any(answer is unasked for unasked in self._unasked):
                does = order_words(self._game, way.position, answer)
                yield side_name(self._game, question.side), does


class Answered(Supposed):
    """The same, but the first question, which comes before any dice, has this ``answer``."""

    def __init__(self, game: AnyGame, side: str, answer: Order) -> None:
        super().__init__(game, side, passing=True)
        self._first: Order | None = answer

    def __call__(
        self, question: Question, position: Any, reported: Sequence[Outcome]
    ) -> Order | None:
        """Return the answer that was given, and then what is supposed."""
        first, self._first = self._first, None
        return super().__call__(question, position, reported) if first is None else first
