"""What happens in The Ford: small named facts."""

from __future__ import annotations

from pbem.kit.contract import Outcome


class BarrageSealed(Outcome, frozen=True, kw_only=True):
    """Blue has written down the day of his barrage."""


class BarrageOpened(Outcome, frozen=True, kw_only=True):
    """Blue has shown the day of his barrage."""

    day: int


class ProbeSent(Outcome, frozen=True, kw_only=True):
    """Red probes: dice are due."""


class TurnedUp(Outcome, frozen=True, kw_only=True):
    """The garrison was turned up."""

    counter: str


class AttackDeclared(Outcome, frozen=True, kw_only=True):
    """Red attacks: what Blue sealed is opened, then dice are due."""


class Assaulted(Outcome, frozen=True, kw_only=True):
    """An attack was resolved: ``taken`` or ``held``; ``attack`` (with the die) in points."""

    attack: int
    defence: int
    die: int
    result: str


class StepLost(Outcome, frozen=True, kw_only=True):
    """Red's battalion lost a step."""

    unit: str


class PursuitBegun(Outcome, frozen=True, kw_only=True):
    """Blue pursues: dice are due."""


class PursuitDeclined(Outcome, frozen=True, kw_only=True):
    """Blue does not pursue."""


class Pursued(Outcome, frozen=True, kw_only=True):
    """A pursuit was resolved."""

    die: int
    result: str


class Waited(Outcome, frozen=True, kw_only=True):
    """Red did nothing."""


class DugIn(Outcome, frozen=True, kw_only=True):
    """The garrison dug in by ``points``."""

    points: int


class DayBegun(Outcome, frozen=True, kw_only=True):
    """A day began."""

    day: int


class LastDayOver(Outcome, frozen=True, kw_only=True):
    """The last day is over, and what Blue sealed is to be opened."""


class GameEnded(Outcome, frozen=True, kw_only=True):
    """The game is over."""

    winner: str
    why: str
