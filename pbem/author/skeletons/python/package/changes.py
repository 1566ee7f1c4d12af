"""How each outcome changes a position; nothing else does."""

from __future__ import annotations

from typing import Any

from pbem.kit.contract import Outcome, Result

from . import outcomes
from .position import Position


def apply(_setting: Any, position: Position, outcome: Outcome) -> None:
    """Change a position by one outcome."""
    match outcome:
        case outcomes.RunBegun():
            position.runs = True
        case outcomes.MilesGone():
            position.miles[outcome.side] += outcome.miles
        case outcomes.TurnBegun():
            position.side, position.turn, position.runs = outcome.side, outcome.turn, False
        case outcomes.GameEnded():
            position.runs = False
            why = "more miles" if outcome.winner else "as many miles on both sides"
            position.ended = Result(outcome.winner, why, outcome.paragraph)
