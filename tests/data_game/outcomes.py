"""What happens in Raids."""

from __future__ import annotations

from pbem.kit.contract import Outcome


class PointsGathered(Outcome, frozen=True, kw_only=True):
    """A side has more points."""

    side: str
    points: int


class RaidDeclared(Outcome, frozen=True, kw_only=True):
    """A side is raided."""

    on: str
    stake: int


class RaidFought(Outcome, frozen=True, kw_only=True):
    """A raid is resisted: dice are due."""


class PointsTaken(Outcome, frozen=True, kw_only=True):
    """Points change hands."""

    side: str
    points: int


class StakeLost(Outcome, frozen=True, kw_only=True):
    """The raider has lost what was at stake."""

    side: str
    points: int


class TurnBegun(Outcome, frozen=True, kw_only=True):
    """The next side is to move."""

    side: str
    turn: int


class GameEnded(Outcome, frozen=True, kw_only=True):
    """The last round is over."""

    winner: str | None
