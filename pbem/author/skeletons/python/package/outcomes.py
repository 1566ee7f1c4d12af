"""The outcomes: each is one small fact with its paragraph."""

from __future__ import annotations

from pbem.kit.contract import Outcome


class RunBegun(Outcome, frozen=True, kw_only=True):
    """A side runs: a die is due."""


class MilesGone(Outcome, frozen=True, kw_only=True):
    """A side goes some miles."""

    side: str
    miles: int


class TurnBegun(Outcome, frozen=True, kw_only=True):
    """The next side acts."""

    side: str
    turn: int


class GameEnded(Outcome, frozen=True, kw_only=True):
    """The last turn is over; no ``winner``: a draw."""

    winner: str | None
