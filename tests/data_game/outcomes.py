"""The outcomes of Raids."""

from __future__ import annotations

from pbem.kit.contract import Outcome, Tells


class PointsGathered(Outcome, frozen=True, kw_only=True):
    """A side has more points."""

    tells = Tells("{side} gathered points: {points}", "event")

    side: str
    points: int


class RaidDeclared(Outcome, frozen=True, kw_only=True):
    """A side is raided."""

    tells = Tells("raid on {on}, stake {stake}", "attack")

    on: str
    stake: int


class RaidFought(Outcome, frozen=True, kw_only=True):
    """A raid is resisted: dice are due."""

    tells = Tells("the raid is resisted")


class PointsTaken(Outcome, frozen=True, kw_only=True):
    """Points change hands."""

    tells = Tells("{side} took points: {points}", "result")

    side: str
    points: int


class StakeLost(Outcome, frozen=True, kw_only=True):
    """The raider has lost what was at stake."""

    tells = Tells("{side} lost the stake: {points}", "result")

    side: str
    points: int


class TurnBegun(Outcome, frozen=True, kw_only=True):
    """The next side is to move."""

    tells = Tells("turn {turn}: {side} to move", "phase")

    side: str
    turn: int


class GameEnded(Outcome, frozen=True, kw_only=True):
    """The last round is over."""

    tells = Tells("the game is over[; {winner} won]", "end")

    winner: str | None
