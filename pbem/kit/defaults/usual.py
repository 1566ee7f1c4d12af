"""The default responses: pass if that is legal, else the first legal order.

A game that asks somebody in the turn of another names those questions::

    class Responses(PassOrFirst):
        interrupting: ClassVar = {"blue": ("pursuit",)}
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from pbem.kit.contract import Game, Order, Question
from pbem.kit.typed.orders import Pass

IN_WORDS = "to pass if that is legal, else the first order that is"


class PassOrFirst:
    """The default responses of one game.

    ``interrupting``: side -> its questions that interrupt a phase. Nothing interrupts by default.
    """

    interrupting: ClassVar[Mapping[str, tuple[str, ...]]] = {}

    def __init__(self, game: Game[Any, Any]) -> None:
        self._game = game

    def asked(self, _setting: Any, side: str) -> tuple[str, ...]:
        """Return the questions that can interrupt a side."""
        return self.interrupting.get(side, ())

    def answer(self, _setting: Any, position: Any, question: Question) -> Order:
        """Return a pass if the question may be passed, else the first legal order."""
        if Pass.__struct_config__.tag in question.forms:
            return Pass()
        first: Order = next(iter(self._game.legal(position)))
        return first

    def worth(self, setting: Any, position: Any, question: Question, order: Order) -> int:
        """Return 1 for the answer that is given, 0 for any other."""
        return 1 if order == self.answer(setting, position, question) else 0
