"""The usual answer: pursue when that may end the game. A part of the rules' version."""

from __future__ import annotations

from example_game.rules.orders import Pursue
from example_game.rules.position import Position
from example_game.rules.setting import Setting
from pbem.kit.contract import Order, Question
from pbem.kit.typed.orders import Pass


def asked(_: Setting, side: str) -> tuple[str, ...]:
    """Return the questions that can interrupt a side."""
    return ("pursuit",) if side == "blue" else ()


def answer(setting: Setting, position: Position, question: Question) -> Order:
    """Return the answer that is worth most."""
    return max((Pass(), Pursue()), key=lambda order: worth(setting, position, question, order))


def worth(_: Setting, position: Position, __: Question, order: Order) -> int:
    """Return what an answer weighs: to pursue risks the works, and may end the game."""
    if not isinstance(order, Pursue):
        return 0
    return 1 if position.steps == 1 else -position.dug
