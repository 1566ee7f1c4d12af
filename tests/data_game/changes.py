"""How each outcome changes a position."""

from __future__ import annotations

from data_game import outcomes as o
from data_game.position import Position
from data_game.setting import Setting
from pbem.kit.contract import Outcome, Result


def apply(_: Setting, position: Position, outcome: Outcome) -> None:
    """Change a position by one outcome."""
    match outcome:
        case o.PointsGathered():
            position.points[outcome.side] += outcome.points
        case o.RaidDeclared():
            position.raided, position.stake = outcome.on, outcome.stake
        case o.RaidFought():
            position.rolls = True
        case o.PointsTaken():
            position.points[position.raided] -= outcome.points
            position.points[outcome.side] += outcome.points
        case o.StakeLost():
            position.points[outcome.side] -= outcome.points
        case o.TurnBegun():
            position.side, position.turn = outcome.side, outcome.turn
            position.raided, position.stake, position.rolls = "", 0, False
        case o.GameEnded():
            position.ended = Result(outcome.winner, "the most points", outcome.paragraph)
