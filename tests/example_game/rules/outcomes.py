"""The outcomes in The Ford: small named facts."""

from __future__ import annotations

from pbem.kit.contract import Outcome, Tells


class BarrageSealed(Outcome, frozen=True, kw_only=True):
    """Blue has written down the day of their barrage."""

    tells = Tells("Blue wrote down the day of their barrage and sealed it")


class BarrageOpened(Outcome, frozen=True, kw_only=True):
    """Blue has shown the day of their barrage."""

    tells = Tells("Blue's barrage is that of day {day}", "event")

    day: int


class ProbeSent(Outcome, frozen=True, kw_only=True):
    """Red probes: dice are due."""

    tells = Tells("Red sends a probe into the ford")


class TurnedUp(Outcome, frozen=True, kw_only=True):
    """The garrison was turned up."""

    tells = Tells("the garrison is the {counter}", "event")

    counter: str


class AttackDeclared(Outcome, frozen=True, kw_only=True):
    """Red attacks: what Blue sealed is opened, then dice are due."""

    tells = Tells("Red attacks the ford", "attack")


class Assaulted(Outcome, frozen=True, kw_only=True):
    """An attack was resolved: ``taken`` or ``held``; ``attack`` (with the die) in points."""

    tells = Tells("die {die}, {attack} against {defence}: the ford is {result}", "result")

    attack: int
    defence: int
    die: int
    result: str


class StepLost(Outcome, frozen=True, kw_only=True):
    """Red's battalion lost a step."""

    tells = Tells("{unit} loses a step", "lost", lost="unit")

    unit: str


class PursuitBegun(Outcome, frozen=True, kw_only=True):
    """Blue pursues: dice are due."""

    tells = Tells("Blue pursues", "after")


class PursuitDeclined(Outcome, frozen=True, kw_only=True):
    """Blue does not pursue."""

    tells = Tells("Blue does not pursue", "after")


class Pursued(Outcome, frozen=True, kw_only=True):
    """A pursuit was resolved."""

    tells = Tells("pursuit, die {die}: {result}", "result")

    die: int
    result: str


class Waited(Outcome, frozen=True, kw_only=True):
    """Red did nothing."""

    tells = Tells("Red waits")


class DugIn(Outcome, frozen=True, kw_only=True):
    """The garrison dug in by ``points``."""

    tells = Tells("the garrison digs in by {points}")

    points: int


class DayBegun(Outcome, frozen=True, kw_only=True):
    """A day began."""

    tells = Tells("day {day} begins", "phase")

    day: int


class LastDayOver(Outcome, frozen=True, kw_only=True):
    """The last day is over, and what Blue sealed is to be opened."""

    tells = Tells("the last day is over")


class GameEnded(Outcome, frozen=True, kw_only=True):
    """The game is over."""

    tells = Tells("{winner} wins: {why}", "end")

    winner: str
    why: str
