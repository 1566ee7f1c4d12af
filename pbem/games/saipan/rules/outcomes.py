"""The outcomes in Saipan: small named facts.

Applying them is the only way a position changes.
"""

from __future__ import annotations

from msgspec import field

from pbem.kit.contract import Outcome


class BeachesSealed(Outcome, frozen=True, kw_only=True):
    """The U.S. has written down its six landing hexes."""


class BeachesChosen(Outcome, frozen=True, kw_only=True):
    """The U.S. has shown its six landing hexes."""

    hexes: tuple[str, ...]


class Deployed(Outcome, frozen=True, kw_only=True):
    """A Japanese unit was placed in the initial deployment."""

    unit: str
    hex: str


class Landed(Outcome, frozen=True, kw_only=True):
    """A reinforcement arrived; ``sea`` is the hex it waits in before an enemy-held beach."""

    unit: str
    hex: str
    sea: str | None = None


class Moved(Outcome, frozen=True, kw_only=True):
    """A unit moved through every hex of ``path``; it stands in the last one."""

    side: str
    unit: str
    path: tuple[str, ...]


class PhaseBegun(Outcome, frozen=True, kw_only=True):
    """A phase began: ``deploy`` and ``reveal`` before the first turn, ``movement``, ``combat``."""

    turn: int
    side: str
    phase: str


class BeachheadPlaced(Outcome, frozen=True, kw_only=True):
    """A beachhead marker was placed."""

    hex: str


class BeachheadDestroyed(Outcome, frozen=True, kw_only=True):
    """A beachhead marker was destroyed, for good."""

    hex: str


class AttackDeclared(Outcome, frozen=True, kw_only=True):
    """An attack is committed: nothing about it changes any more on the attacker's side."""

    side: str
    on: tuple[str, ...]
    with_: tuple[str, ...] = field(default=(), name="with")
    barrage: tuple[str, ...] = ()
    gsp: int = 0
    banzai: bool = False


class FinalProtectiveFire(Outcome, frozen=True, kw_only=True):
    """The defender supports ``unit`` under attack."""

    side: str
    unit: str
    with_: tuple[str, ...] = field(default=(), name="with")
    gsp: int = 0


class Declined(Outcome, frozen=True, kw_only=True):
    """A side declined what the question ``question`` (``fpf``, ``advance``) offered."""

    side: str
    question: str


class CombatResolved(Outcome, frozen=True, kw_only=True):
    """An attack was resolved: strengths, their difference, the die and the result as applied."""

    attack: int
    defence: int
    differential: int
    die: int
    result: str


class Retreated(Outcome, frozen=True, kw_only=True):
    """A unit retreated."""

    side: str
    unit: str
    origin: str
    hex: str


class Displaced(Outcome, frozen=True, kw_only=True):
    """A unit made room for a retreating friend."""

    side: str
    unit: str
    origin: str
    hex: str


class Eliminated(Outcome, frozen=True, kw_only=True):
    """A unit was eliminated; ``hex`` is where it stood, the sea hex if it was waiting in one.

    ``closed``: of a unit that had to retreat, each adjacent hex -> why it could not go there.
    """

    side: str
    unit: str
    hex: str
    closed: dict[str, str] = field(default_factory=dict)


class Advanced(Outcome, frozen=True, kw_only=True):
    """A victorious unit advanced; ``origin`` may be a sea hex."""

    side: str
    unit: str
    origin: str
    hex: str


class GameEnded(Outcome, frozen=True, kw_only=True):
    """The game is over; ``winner`` is null for a draw, ``why`` one sentence."""

    winner: str | None
    why: str
