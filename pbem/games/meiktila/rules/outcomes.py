"""The outcomes in Meiktila: small named facts; applying them changes a position."""

from __future__ import annotations

from pbem.games.meiktila.rules import position
from pbem.kit.contract import Outcome


class PhaseBegun(Outcome, frozen=True, kw_only=True):
    """A phase began, of a side where it is one's; of turn ``turn``."""

    turn: int
    phase: str
    side: str


class Deployed(Outcome, frozen=True, kw_only=True):
    """A unit was put on the map before the first turn.

    ``left``: the hex in which it stood before, if its Improved Position there is gone.
    """

    unit: str
    hex: str
    dug: bool = False
    left: str = ""


class AirRolled(Outcome, frozen=True, kw_only=True):
    """The air die: so many Allied air units, perhaps the 64 Sentai."""

    die: int
    allied: int
    sentai: bool


class InitiativeRolled(Outcome, frozen=True, kw_only=True):
    """Both dice, ``bonus`` not in them; ``side`` has the initiative, empty after a tie."""

    allied: int
    japanese: int
    bonus: int
    side: str


class Allotted(Outcome, frozen=True, kw_only=True):
    """Air units were allotted; ``combat`` are left."""

    supply: int
    north: int
    south: int
    combat: int


class SupplyRolled(Outcome, frozen=True, kw_only=True):
    """The Supply Table: die, modified die, and the level after it."""

    die: int
    modified: int
    level: int


class Landed(Outcome, frozen=True, kw_only=True):
    """An Allied reinforcement landed at an airfield."""

    unit: str
    hex: str
    full: bool


class StatusRolled(Outcome, frozen=True, kw_only=True):
    """A unit with a supply line rolled; ``edge``: the one a Japanese unit traces to."""

    unit: str
    die: int
    modified: int
    supplied: bool
    edge: str = ""


class CutOff(Outcome, frozen=True, kw_only=True):
    """A unit has no supply line and is out of supply."""

    unit: str


class OutOfSupply(Outcome, frozen=True, kw_only=True):
    """The Allied Supply Level is 0: these Allied units are out of supply too."""

    units: tuple[str, ...]


class EdgesDeclared(Outcome, frozen=True, kw_only=True):
    """To which edges units trace that had a choice."""

    north: tuple[str, ...]
    south: tuple[str, ...]


class MarkersDrawn(Outcome, frozen=True, kw_only=True):
    """Markers of a side came into play: ``known`` by name, ``hidden`` so many unseen."""

    side: str
    known: tuple[str, ...]
    hidden: int


class MarkerUp(Outcome, frozen=True, kw_only=True):
    """A marker is up: out of the cup, or ``opened``."""

    marker: str
    side: str
    opened: bool


class NumberRolled(Outcome, frozen=True, kw_only=True):
    """The die of the marker that is up: how many units may act."""

    marker: str
    number: int


class MarkerIdle(Outcome, frozen=True, kw_only=True):
    """A marker with nothing to do was laid aside."""

    marker: str
    side: str


class Passed(Outcome, frozen=True, kw_only=True):
    """A side passed; so many of its markers in the cup are void."""

    side: str
    void: int


class Activated(Outcome, frozen=True, kw_only=True):
    """The owner of the marker chose a mode and asked for units."""

    marker: str
    mode: str
    enter: tuple[str, ...] = ()
    replace: tuple[str, ...] = ()
    commit: tuple[str, ...] = ()


class ActivationEnded(Outcome, frozen=True, kw_only=True):
    """The activation of a marker is over."""

    marker: str


class EntryRolled(Outcome, frozen=True, kw_only=True):
    """The die for a reinforcement."""

    unit: str
    die: int
    enters: bool


class CommitRolled(Outcome, frozen=True, kw_only=True):
    """The die for a unit of the Strategic Reserve; ``barred``: it stays there for good."""

    unit: str
    die: int
    enters: bool
    barred: bool


class ReplacementRolled(Outcome, frozen=True, kw_only=True):
    """The die for a Japanese replacement."""

    unit: str
    die: int
    modified: int
    edge: str
    taken: bool


class Replaced(Outcome, frozen=True, kw_only=True):
    """A unit is at full strength again."""

    unit: str


class Moved(Outcome, frozen=True, kw_only=True):
    """A unit moved, or ``entered`` the map; ``spent`` in half movement points."""

    unit: str
    path: tuple[str, ...]
    spent: int
    forced: bool
    zone: bool
    entered: bool = False


class ControlChanged(Outcome, frozen=True, kw_only=True):
    """An airfield or the city passed to a side."""

    hex: str
    by: str


class Dug(Outcome, frozen=True, kw_only=True):
    """An Improved Position was placed."""

    unit: str
    hex: str


class PositionsGone(Outcome, frozen=True, kw_only=True):
    """The Improved Positions of a hex were removed with its last unit."""

    hex: str
    number: int


class AttackDeclared(Outcome, frozen=True, kw_only=True):
    """An attack on a hex; ``oos``: who is out of supply in it."""

    side: str
    hex: str
    with_: tuple[str, ...]
    banzai: tuple[str, ...]
    guns: tuple[str, ...]
    air: int
    advance: tuple[str, ...] | None
    oos: tuple[str, ...]


class Fired(Outcome, frozen=True, kw_only=True):
    """A gun supports a combat."""

    unit: str
    attacking: bool


class LevelFell(Outcome, frozen=True, kw_only=True):
    """The Allied Supply Level fell; ``die`` where one said so, else 0."""

    level: int
    die: int


class Defended(Outcome, frozen=True, kw_only=True):
    """The commitment of the defender."""

    side: str
    guns: tuple[str, ...]
    air: int
    town: str
    dug: tuple[str, ...]


class CombatRolled(Outcome, frozen=True, kw_only=True):
    """The die of a combat: totals, column before the ``shift`` and after it, result."""

    hex: str
    attack: int
    defence: int
    odds: str
    shift: int
    column: str
    die: int
    result: str


class LossesPlanned(Outcome, frozen=True, kw_only=True):
    """How a side means to pay for a result."""

    side: str
    parts: tuple[position.Part, ...]


class PlanStopped(Outcome, frozen=True, kw_only=True):
    """A part of a plan, with all after it, cannot be carried out any more."""

    unit: str


class RetreatRolled(Outcome, frozen=True, kw_only=True):
    """The die for a retreat, against a combat factor."""

    unit: str
    die: int
    modified: int
    factor: int
    passed: bool


class Retreated(Outcome, frozen=True, kw_only=True):
    """A unit retreated."""

    unit: str
    path: tuple[str, ...]


class StepLost(Outcome, frozen=True, kw_only=True):
    """A unit lost a step and is reduced."""

    unit: str
    hex: str


class Eliminated(Outcome, frozen=True, kw_only=True):
    """A unit is gone, with so many steps; ``why``: combat, stacking, retreat or banzai."""

    unit: str
    hex: str
    steps: int
    why: str


class Advanced(Outcome, frozen=True, kw_only=True):
    """A unit advanced after combat."""

    unit: str
    hex: str


class Declined(Outcome, frozen=True, kw_only=True):
    """A side declined what the question ``question`` offered."""

    side: str
    question: str


class BanzaiChecked(Outcome, frozen=True, kw_only=True):
    """The casualty die of a charge, against a combat factor."""

    unit: str
    die: int
    factor: int
    lost: bool


class CombatWentOn(Outcome, frozen=True, kw_only=True):
    """A combat goes on: ``losses`` of the attacker, ``advance``, ``banzai``."""

    hex: str
    stage: str


class CombatEnded(Outcome, frozen=True, kw_only=True):
    """A combat is over."""

    hex: str


class MarkersRemoved(Outcome, frozen=True, kw_only=True):
    """The turn is over: Out of Supply and Fired markers are taken off these units."""

    oos: tuple[str, ...]
    fired: tuple[str, ...]


class Scored(Outcome, frozen=True, kw_only=True):
    """Victory Points for something else than steps."""

    side: str
    points: int
    why: str


class GameEnded(Outcome, frozen=True, kw_only=True):
    """The game is over; ``winner`` is a side."""

    winner: str
    why: str
