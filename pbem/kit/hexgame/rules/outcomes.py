"""What happens in hex-and-counter games: small named facts."""

from __future__ import annotations

from pbem.kit.contract import Outcome


class PhaseBegun(Outcome, frozen=True, kw_only=True):
    """A phase of a side began."""

    turn: int
    side: str
    phase: str


class PlanWritten(Outcome, frozen=True, kw_only=True):
    """A side has written down its plan, under seal."""

    side: str


class PlanShown(Outcome, frozen=True, kw_only=True):
    """A side has shown its plan."""

    side: str
    choice: str


class Drawn(Outcome, frozen=True, kw_only=True):
    """A unit was drawn from the cup."""

    side: str
    unit: str


class Moved(Outcome, frozen=True, kw_only=True):
    """A unit moved along a path; one off the map entered."""

    side: str
    unit: str
    path: tuple[str, ...]


class Taken(Outcome, frozen=True, kw_only=True):
    """A side has come to hold a hex that counts."""

    side: str
    hex: str


class Attacked(Outcome, frozen=True, kw_only=True):
    """An attack was declared: dice are due."""

    side: str
    hex: str
    attackers: tuple[str, ...]
    defenders: tuple[str, ...]


class Resolved(Outcome, frozen=True, kw_only=True):
    """An attack was resolved: strengths, the column after shifts, the die and the result."""

    side: str
    hex: str
    attack: int
    defence: int
    column: str
    die: int
    result: str


class LossDue(Outcome, frozen=True, kw_only=True):
    """A side has to lose steps, and has a choice."""

    side: str
    steps: int


class StepLost(Outcome, frozen=True, kw_only=True):
    """A unit lost a step and stays."""

    side: str
    unit: str


class UnitLost(Outcome, frozen=True, kw_only=True):
    """A unit was lost."""

    side: str
    unit: str


class RetreatDue(Outcome, frozen=True, kw_only=True):
    """Units of a side have to retreat."""

    side: str
    units: tuple[str, ...]
    hexes: int


class Retreated(Outcome, frozen=True, kw_only=True):
    """A unit retreated along a path."""

    side: str
    unit: str
    path: tuple[str, ...]


class ShutIn(Outcome, frozen=True, kw_only=True):
    """A unit has to retreat and cannot."""

    side: str
    unit: str


class Advanced(Outcome, frozen=True, kw_only=True):
    """Units entered the hex that was attacked."""

    side: str
    units: tuple[str, ...]
    hex: str


class Stayed(Outcome, frozen=True, kw_only=True):
    """Nobody advanced who might have."""

    side: str
    hex: str


class BattleOver(Outcome, frozen=True, kw_only=True):
    """Nothing is open any more in an attack."""

    hex: str


class GameEnded(Outcome, frozen=True, kw_only=True):
    """The game is over; without a winner it is drawn."""

    winner: str | None
    why: str
