"""The need of a position, and which orders answer it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pbem.kit.asking import Asking
from pbem.kit.contract import Need, Order, Question, Roll

from .orders import End, March, Run
from .position import Position


def need(_setting: Any, position: Position) -> Need:
    """Say what the position waits for."""
    if position.ended is not None:
        return None
    if position.runs:
        return Roll("the run", "2.3")
    forms = ("march", "run", "end")
    return Question(position.side, "turn", "March, run or rest?", "2.1", forms, phase=True)


def _turn(_setting: Any, _position: Position) -> Iterator[Order]:
    yield March()
    yield Run()


ASKING = Asking(
    need,
    answers={"turn": _turn},
    checks={},  # type of order -> a function that raises IllegalOrder
    end=lambda _: End("turn"),
    over="3.1",
)
check = ASKING.check
legal = ASKING.legal
legal_in_bunches = ASKING.legal_in_bunches
answering = ASKING.answering
check_answer = ASKING.check_answer
