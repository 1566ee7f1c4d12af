"""The outcomes of hex-and-counter games: small named facts."""

from __future__ import annotations

from pbem.kit.contract import Outcome, Tells


class PhaseBegun(Outcome, frozen=True, kw_only=True):
    """A phase of a side began."""

    tells = Tells(matter="phase")

    turn: int
    side: str
    phase: str


class PlanWritten(Outcome, frozen=True, kw_only=True):
    """A side has written down its plan, under seal."""

    tells = Tells("{side} wrote down a plan and sealed it")

    side: str


class PlanShown(Outcome, frozen=True, kw_only=True):
    """A side has shown its plan."""

    tells = Tells(matter="event")

    side: str
    choice: str


class Drawn(Outcome, frozen=True, kw_only=True):
    """A unit was drawn from the cup."""

    tells = Tells("{unit} was drawn from the cup", "event")

    side: str
    unit: str


class Moved(Outcome, frozen=True, kw_only=True):
    """A unit moved along a path; one off the map entered."""

    tells = Tells(matter="moved", short="{unit}")

    side: str
    unit: str
    path: tuple[str, ...]


class Taken(Outcome, frozen=True, kw_only=True):
    """A side has come to hold a hex that counts."""

    tells = Tells("{side} took {hex}", "taken")

    side: str
    hex: str


class Attacked(Outcome, frozen=True, kw_only=True):
    """An attack was declared: dice are due."""

    tells = Tells("{attackers} attacked {defenders} in {hex}", "attack")

    side: str
    hex: str
    attackers: tuple[str, ...]
    defenders: tuple[str, ...]


class Resolved(Outcome, frozen=True, kw_only=True):
    """An attack was resolved: strengths, the column after shifts, the die and the result."""

    tells = Tells(
        "{attack} against {defence}, column {column}, die {die}: {result}",
        "result",
        "{column}, rolled {die}: {result}",
    )

    side: str
    hex: str
    attack: int
    defence: int
    column: str
    die: int
    result: str


class LossDue(Outcome, frozen=True, kw_only=True):
    """A side has to lose steps, and has a choice."""

    tells = Tells("{side} must lose {steps}")

    side: str
    steps: int


class StepLost(Outcome, frozen=True, kw_only=True):
    """A unit lost a step and stays."""

    tells = Tells("{unit} lost a step", "after")

    side: str
    unit: str


class UnitLost(Outcome, frozen=True, kw_only=True):
    """A unit was lost."""

    tells = Tells("{unit} was lost", "lost", lost="unit")

    side: str
    unit: str


class RetreatDue(Outcome, frozen=True, kw_only=True):
    """Units of a side have to retreat."""

    tells = Tells("{units} must retreat {hexes}")

    side: str
    units: tuple[str, ...]
    hexes: int


class Retreated(Outcome, frozen=True, kw_only=True):
    """A unit retreated along a path."""

    tells = Tells("{unit} retreated to {path}", "after")

    side: str
    unit: str
    path: tuple[str, ...]


class ShutIn(Outcome, frozen=True, kw_only=True):
    """A unit has to retreat and cannot."""

    tells = Tells("{unit} could not retreat")

    side: str
    unit: str


class Advanced(Outcome, frozen=True, kw_only=True):
    """Units entered the hex that was attacked."""

    tells = Tells("{units} advanced to {hex}", "after")

    side: str
    units: tuple[str, ...]
    hex: str


class Stayed(Outcome, frozen=True, kw_only=True):
    """Nobody advanced who might have."""

    tells = Tells("nobody advanced to {hex}")

    side: str
    hex: str


class BattleOver(Outcome, frozen=True, kw_only=True):
    """Nothing is open any more in an attack."""

    tells = Tells("the attack on {hex} is over")

    hex: str


class GameEnded(Outcome, frozen=True, kw_only=True):
    """The game is over; without a winner it is drawn."""

    tells = Tells(matter="end")

    winner: str | None
    why: str
