"""The outcomes in Manila: small named facts.

Applying them is the only way a position changes.
"""

from __future__ import annotations

from typing import Literal

from pbem.kit.contract import Outcome

CombatResult = Literal["Repulse", "Stalemate", "Success", "Overrun"]


class PhaseBegun(Outcome, frozen=True, kw_only=True):
    """A phase began: ``dawn``, ``event``, ``supply``, ``combat``, ``end``."""

    turn: int
    phase: str


class Arrived(Outcome, frozen=True, kw_only=True):
    """A reinforcement, or a Leader who comes back, was placed (6.1)."""

    unit: str
    area: int


class Withdrawn(Outcome, frozen=True, kw_only=True):
    """A unit left play; ``until``: the turn on which it comes back, null for good."""

    unit: str
    until: int | None = None


class MortalityRolled(Outcome, frozen=True, kw_only=True):
    """The fate of a Leader who was put out of action (6.1.3)."""

    unit: str
    die: int
    fate: Literal["killed", "wounded", "returns"]


class EventRolled(Outcome, frozen=True, kw_only=True):
    """The Random Event: what the chart says, and what it comes to."""

    roll: int
    chart: str
    event: str


class BreakoutRolled(Outcome, frozen=True, kw_only=True):
    """Whether the Iwabuchi breakout happens."""

    die: int
    happens: bool


class BrokeOut(Outcome, frozen=True, kw_only=True):
    """A Japanese unit from those set aside appears, Unrevealed, in an Area."""

    area: int
    counter: str


class SupplyRolled(Outcome, frozen=True, kw_only=True):
    """Supply Points received, and how many there are now."""

    roll: int
    points: int
    supply: int


class Bought(Outcome, frozen=True, kw_only=True):
    """Markers and morale were bought."""

    artillery: int = 0
    engineer: int = 0
    air: int = 0
    morale: int = 0
    cost: int


class ReturnedToPlay(Outcome, frozen=True, kw_only=True):
    """A unit came back from the Out of Action Box for Supply Points."""

    unit: str
    area: int
    cost: int


class MoraleChanged(Outcome, frozen=True, kw_only=True):
    """American Morale changed; ``morale`` is what it is now."""

    by: int
    morale: int


class AirReleased(Outcome, frozen=True, kw_only=True):
    """Air Support may be bought from now on (11.6)."""


class StreetsRolled(Outcome, frozen=True, kw_only=True):
    """Bloody Streets in one Contested Area (6.4.1)."""

    area: int
    die: int
    effect: Literal["none", "loss", "morale", "spent"]


class Activated(Outcome, frozen=True, kw_only=True):
    """An Action Round began: an Area became the Active Area."""

    area: int


class Moved(Outcome, frozen=True, kw_only=True):
    """A unit moved through every Area of ``path``; it stands in the last one."""

    unit: str
    origin: int
    path: tuple[int, ...]


class BecameSpent(Outcome, frozen=True, kw_only=True):
    """Units were flipped to their Spent side."""

    units: tuple[str, ...]


class AttackDeclared(Outcome, frozen=True, kw_only=True):
    """An attack, with what its author planned for it."""

    area: int
    units: tuple[str, ...]
    mandatory: bool
    lead: str | None = None
    artillery: int = 0
    engineer: int = 0
    air: int = 0
    barrage: str | None = None
    sniper: str | None = None
    retreat: tuple[int, ...] = ()


class Revealed(Outcome, frozen=True, kw_only=True):
    """A Japanese unit was turned up (9.4)."""

    area: int
    counter: str
    factor: int
    strategy: str


class BrokenOff(Outcome, frozen=True, kw_only=True):
    """The attack was broken off after a Barrage."""

    area: int


class FightJoined(Outcome, frozen=True, kw_only=True):
    """The Lead Attacking Unit was designated and support placed (9.5A, 9.5B)."""

    area: int
    lead: str
    artillery: int = 0
    engineer: int = 0
    air: int = 0


class CombatResolved(Outcome, frozen=True, kw_only=True):
    """An attack was resolved: values, dice, totals, the result before and after the strategy."""

    area: int
    av: int
    dv: int
    american: tuple[int, ...]
    japanese: tuple[int, ...]
    air: int
    at: int
    dt: int
    raw: CombatResult
    result: CombatResult


class OutOfAction(Outcome, frozen=True, kw_only=True):
    """A unit was put into the Out of Action Box; ``area`` is where it was.

    ``by``: the Defense Strategy that cost it, if one did.
    """

    unit: str
    area: int
    by: str = ""


class Captured(Outcome, frozen=True, kw_only=True):
    """The Japanese unit of an Area was eliminated: the Area is American Controlled."""

    area: int


class Retreated(Outcome, frozen=True, kw_only=True):
    """A unit retreated."""

    unit: str
    origin: int
    area: int


class GameEnded(Outcome, frozen=True, kw_only=True):
    """The game is over; ``why`` is one sentence."""

    winner: str
    why: str
