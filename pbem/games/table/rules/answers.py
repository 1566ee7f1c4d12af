"""The answers of standing orders to a pause."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbem.games.table.rules import standing as s
from pbem.games.table.rules.position import Position
from pbem.games.table.rules.setting import Setting
from pbem.kit.contract import Order, Question
from pbem.kit.typed.orders import Pass
from pbem.kit.typed.standing import answer_by


def answer(
    setting: Setting, position: Position, question: Question, standing: Mapping[str, Any]
) -> Order | None:
    """Return what the standing orders say, or None if they say nothing."""
    said = {"reaction": lambda _, __, ___: Pass()}
    return answer_by(said, s.read, question, standing, setting, position)
