"""The form of standing orders that say `usual` or nothing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from msgspec import Struct, defstruct

from pbem.errors import FormError
from pbem.kit.contract import Game, Order
from pbem.kit.typed.standing import USUAL
from pbem.kit.typed.suggest import did_you_mean


class Standing(Struct, frozen=True, forbid_unknown_fields=True):
    """Standing orders of a game in which no question interrupts."""


def form_of(*questions: str) -> type[Struct]:
    """Return the form of standing orders that say `usual` to these questions, for its schema."""
    return defstruct(
        "Standing",
        [(question, Literal["usual"] | None, None) for question in questions],
        namespace={"__doc__": "Standing orders: each question may be left to `usual`."},
        frozen=True,
        forbid_unknown_fields=True,
    )


class UsualAlone:
    """The standing orders of one game: `usual` for any question that can interrupt a side."""

    def __init__(self, game: Game[Any, Any]) -> None:
        self._game = game

    def check_standing(self, _setting: object, side: str, standing: Mapping[str, Any]) -> None:
        """Raise `FormError` unless each question may interrupt ``side`` and is left to `usual`."""
        asked = self._game.sensible_standing(side)
        for question, part in standing.items():
            if question not in asked:
                hint = did_you_mean(str(question), asked)
                raise FormError(f"standing orders: {side} is never asked {question!r}{hint}")
            if part != USUAL:
                raise FormError(f"standing orders: {question} can be {USUAL!r} and nothing else")

    def left(self, standing: Mapping[str, Any], _order: Order) -> Mapping[str, Any]:
        """Return all of them: no answer has a limit."""
        return standing
