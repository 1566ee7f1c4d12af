"""The outcomes in Race to Tokyo: small named facts; applying them changes a position."""

from __future__ import annotations

from typing import Literal

from msgspec import field

from pbem.kit.contract import Outcome

Code = Literal["De", "Ae", "Ex", "Ar", "Dr"]


class PhaseBegun(Outcome, frozen=True, kw_only=True):
    """A phase of an army began: ``setup``, ``ecorps``, ``recon``, ``movement``, ``combat``."""

    turn: int
    army: str
    phase: str


class Deployed(Outcome, frozen=True, kw_only=True):
    """An American unit was put on its beach before the first turn."""

    unit: str
    hex: str


class Placed(Outcome, frozen=True, kw_only=True):
    """An American unit came on; ``rebuilt``: out of the box, within the quota."""

    unit: str
    hex: str
    rebuilt: bool = False


class Reconstituted(Outcome, frozen=True, kw_only=True):
    """A Japanese unit came out of the pool, blind: ``counter`` is "one of" a cup."""

    unit: str
    hex: str
    counter: str


class Entered(Outcome, frozen=True, kw_only=True):
    """A unit of the Strategic Reserve came on; ``counter`` is empty for armor."""

    unit: str
    hex: str
    counter: str = ""


class Freed(Outcome, frozen=True, kw_only=True):
    """Units of the 36th Army were released."""

    units: tuple[str, ...]
    army: str


class Triggered(Outcome, frozen=True, kw_only=True):
    """An American group has brought about a release of the 36th Army."""

    hex: str
    by: str
    army: str
    number: int


class ECorpsCalled(Outcome, frozen=True, kw_only=True):
    """A player called E Corps."""

    side: str


class Declined(Outcome, frozen=True, kw_only=True):
    """A side declined what the question ``question`` offered."""

    side: str
    question: str


class RollPledged(Outcome, frozen=True, kw_only=True):
    """Japanese armor is about to be rolled for; ``path``: the one that moves at once, and where."""

    units: tuple[str, ...]
    path: tuple[str, ...] = ()
    far: bool = False


class MovementRolled(Outcome, frozen=True, kw_only=True):
    """The movement points that Japanese armor may spend in this phase."""

    unit: str
    die: int


class Moved(Outcome, frozen=True, kw_only=True):
    """A unit moved through every hex of ``path``; empty: it stays, its die being too low."""

    unit: str
    path: tuple[str, ...]


class Removed(Outcome, frozen=True, kw_only=True):
    """A unit was taken off the map without a fight."""

    unit: str
    hex: str
    why: Literal["stacking", "strayed", "beach"]


class AttackDeclared(Outcome, frozen=True, kw_only=True):
    """An attack is committed."""

    hex: str
    with_: tuple[str, ...] = field(name="with")


class TurnedUp(Outcome, frozen=True, kw_only=True):
    """A face-down unit was turned up at its first combat (2.53)."""

    unit: str
    counter: str
    attack: int
    defense: int


class StrengthRolled(Outcome, frozen=True, kw_only=True):
    """Japanese armor rolled its strength for this combat (6.62)."""

    unit: str
    die: int
    strength: int


class Deserted(Outcome, frozen=True, kw_only=True):
    """A unit just turned up has no defense and is removed (6.61)."""

    unit: str
    hex: str


class DieRolled(Outcome, frozen=True, kw_only=True):
    """The die of an attack: ``odds`` before shifts, the net shift, the column played."""

    attack: int
    defense: int
    odds: str
    shift: int
    column: str
    die: int
    result: Code


class DieVoided(Outcome, frozen=True, kw_only=True):
    """A side voided the die just seen: a Volunteer Corps comes (13.2)."""

    side: str


class VolunteerCalled(Outcome, frozen=True, kw_only=True):
    """A Volunteer Corps voided the die: its number, and the side's sum."""

    side: str
    number: int
    total: int


class DieRolledAgain(Outcome, frozen=True, kw_only=True):
    """The die that replaces a voided one, in the same column (13.2)."""

    column: str
    die: int
    result: Code


class CombatResolved(Outcome, frozen=True, kw_only=True):
    """The result of an attack, as it stands."""

    result: Code


class Eliminated(Outcome, frozen=True, kw_only=True):
    """A unit was eliminated.

    ``closed``: of a unit that had to retreat, each adjacent hex -> why it could not go there.
    """

    unit: str
    hex: str
    closed: dict[str, str] = field(default_factory=dict)


class Retreated(Outcome, frozen=True, kw_only=True):
    """A unit retreated."""

    unit: str
    origin: str
    hex: str


class Displaced(Outcome, frozen=True, kw_only=True):
    """A unit made room for a retreating friend."""

    unit: str
    origin: str
    hex: str


class Advanced(Outcome, frozen=True, kw_only=True):
    """A victorious unit advanced through ``path``."""

    unit: str
    path: tuple[str, ...]


class ControlChanged(Outcome, frozen=True, kw_only=True):
    """A town or city is held by another: ``1ag``, ``8ag`` or ``jp``."""

    hex: str
    by: str


class ControlledByZone(Outcome, frozen=True, kw_only=True):
    """A town without a unit counts for a group whose zone of control alone reaches it.

    ``by`` is empty where it counts for who held it last again (10.0).
    """

    hex: str
    by: str


class GameEnded(Outcome, frozen=True, kw_only=True):
    """The game is over; ``winner`` is null for a draw, ``points`` are Victory Points by side."""

    winner: str | None
    why: str
    points: dict[str, int]
