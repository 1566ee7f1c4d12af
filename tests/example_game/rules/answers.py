"""The answers of the standing orders to the question at hand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from example_game.rules import standing as s
from example_game.rules.orders import Pursue
from example_game.rules.position import Position
from example_game.rules.setting import Setting
from pbem.kit.contract import Order, Question
from pbem.kit.typed.orders import Pass
from pbem.kit.typed.standing import answer_by


def answer(
    setting: Setting, position: Position, question: Question, standing: Mapping[str, Any]
) -> Order | None:
    """Return what the standing orders of the side asked say, or None if they say nothing."""
    return answer_by({"pursuit": _pursuit}, s.read, question, standing, setting, position)


def _pursuit(_: Setting, position: Position, said: str) -> Order:
    goes = said == "always" or (said == "last" and position.steps == 1)
    return Pursue() if goes else Pass()
