"""The outcomes in Singapore: small named facts, and the only way a position changes."""

from __future__ import annotations

from typing import Literal

from pbem.games.singapore.data.forms import Army
from pbem.games.singapore.rules.position import AirState, Level
from pbem.kit.contract import Outcome

RoundResult = Literal[
    "defender eliminated",
    "defender suppressed",
    "draw",
    "attacker suppressed",
    "attacker eliminated",
]


Loss = Literal["suppressed", "eliminated", "left"]


class UnitsChosen(Outcome, frozen=True, kw_only=True):
    """A side chose its units and lined them up; ``others``: guns and planes."""

    side: str
    army: str
    line: tuple[str, ...]
    others: tuple[str, ...] = ()


class LinedUp(Outcome, frozen=True, kw_only=True):
    """A side lined up its units, the point first; ``others``: guns and planes beside the line."""

    side: str
    units: tuple[str, ...]
    others: tuple[str, ...] = ()


class SetUpEnded(Outcome, frozen=True, kw_only=True):
    """A side has set up; what stands on the board is what fights."""

    side: str


class PlaneNamed(Outcome, frozen=True, kw_only=True):
    """A side named the plane that is point in this round of the air fight."""

    side: str
    unit: str


class AirRound(Outcome, frozen=True, kw_only=True):
    """A round of the air fight: dice, and by how many halves of a point the attacker was higher."""

    attacker: str
    defender: str
    attack: tuple[int, ...]
    defence: tuple[int, ...]
    margin: int
    result: RoundResult


class GroupFormed(Outcome, frozen=True, kw_only=True):
    """The attacker's point, with a supporting unit or none, attacks by a tactic."""

    point: str
    support: str = ""
    tactic: str
    lent: int = 0


class StrikesSealed(Outcome, frozen=True, kw_only=True):
    """A side has sealed its strikes against a new pair (R11)."""

    side: str


class StrikesDeclared(Outcome, frozen=True, kw_only=True):
    """A side committed strike units; ``support``: those against the supporting unit."""

    side: str
    point: tuple[str, ...] = ()
    support: tuple[str, ...] = ()


class StrikeRolled(Outcome, frozen=True, kw_only=True):
    """A strike unit struck, and is set aside."""

    side: str
    unit: str
    target: str
    die: int
    result: Literal["none", "suppressed", "eliminated"]


class StrikesOver(Outcome, frozen=True, kw_only=True):
    """No more strikes between this pair of point units."""

    point: str
    defender: str


class DieDropped(Outcome, frozen=True, kw_only=True):
    """The die that a flanked defender leaves out in the rounds of this pair."""

    die: int


class RoundBegun(Outcome, frozen=True, kw_only=True):
    """A round is due: who rolls which dice, and the defender's bonus in halves of a point."""

    point: str
    support: str
    defender: str
    attack: tuple[int, ...]
    defence: tuple[int, ...]
    bonus: int


class RoundFought(Outcome, frozen=True, kw_only=True):
    """A round: dice as they fell, and by how many halves of a point the attacker was higher."""

    point: str
    support: str
    defender: str
    attack: tuple[int, ...]
    defence: tuple[int, ...]
    bonus: int
    margin: int
    result: RoundResult


class UnitLost(Outcome, frozen=True, kw_only=True):
    """A unit is out of the fight: suppressed, eliminated, or a plane that left.

    ``by``: ``round``, ``strike``, ``air``, ``breakthrough``, ``rout``, ``order`` or ``card``.
    """

    unit: str
    how: Loss
    by: str


class Fatigued(Outcome, frozen=True, kw_only=True):
    """A unit has attacked twice and is set aside."""

    unit: str


class BrokeThrough(Outcome, frozen=True, kw_only=True):
    """An armoured unit broke through (7.4), or the defender was routed (7.5)."""

    how: Literal["breakthrough", "rout"]
    units: tuple[str, ...]


class TurnBegun(Outcome, frozen=True, kw_only=True):
    """[4.1, 4.12] An army has its turn in a period, counted from 0."""

    army: Army
    period: int


class PhaseBegun(Outcome, frozen=True, kw_only=True):
    """[4.1 to 4.11] A phase of a turn begins; the one before is closed."""

    phase: str


class PlaneMoved(Outcome, frozen=True, kw_only=True):
    """A plane lands, rests, flies over a sector or goes to the repair box, and its state there."""

    unit: str
    place: str
    state: AirState


class UnitsMoved(Outcome, frozen=True, kw_only=True):
    """Units went from a sector along a path; ``attacks``: enemies stand at its end (4.6)."""

    units: tuple[str, ...]
    start: str
    path: tuple[str, ...]
    attacks: bool
    road: bool = False


class ControlChanged(Outcome, frozen=True, kw_only=True):
    """A sector is another army's now."""

    place: str
    army: Army
    before: Army


class BarrageOrdered(Outcome, frozen=True, kw_only=True):
    """Guns fire at sectors this turn, each at the one that stands at its place."""

    units: tuple[str, ...]
    places: tuple[str, ...]


class DefenceOrdered(Outcome, frozen=True, kw_only=True):
    """An army has ordered all its defensive barrages."""

    army: Army


class BattleBegun(Outcome, frozen=True, kw_only=True):
    """A sector is fought for; the lists are those of attackers and defenders, by role.

    ``seats``: the armies of each role, ``lines`` those on the ground, ``edge``: attacker -> halves
    that the edge gives against it.
    """

    place: str
    seats: dict[str, tuple[str, ...]]
    lines: dict[str, tuple[str, ...]]
    guns: dict[str, tuple[str, ...]]
    planes: dict[str, tuple[str, ...]]
    edge: dict[str, int]


class LineOrdered(Outcome, frozen=True, kw_only=True):
    """A role of a battle on the map lined up, the point first."""

    role: str
    units: tuple[str, ...]


class Stayed(Outcome, frozen=True, kw_only=True):
    """Nobody of these armies retreats before this round."""

    armies: tuple[str, ...]


class RetreatAgreed(Outcome, frozen=True, kw_only=True):
    """An army would retreat, and its ally is asked (R78)."""

    army: str


class RetreatBegun(Outcome, frozen=True, kw_only=True):
    """A role leaves the battle; ``units`` withdraw in this order, after the strikes at them."""

    role: str
    units: tuple[str, ...]


class PursuitOrdered(Outcome, frozen=True, kw_only=True):
    """An army strikes at units that retreat: each unit at the target that stands at its place."""

    army: str
    units: tuple[str, ...] = ()
    targets: tuple[str, ...] = ()


class RetreatStruck(Outcome, frozen=True, kw_only=True):
    """A strike at a unit that retreats (R75)."""

    unit: str
    target: str
    die: int
    result: Literal["none", "suppressed", "eliminated"]


class Withdrew(Outcome, frozen=True, kw_only=True):
    """A unit fell back to a sector."""

    unit: str
    place: str


class UnitRemoved(Outcome, frozen=True, kw_only=True):
    """A unit is out of play."""

    unit: str


class BatteryCaptured(Outcome, frozen=True, kw_only=True):
    """A battery was captured, and is set aside until the battle concludes (R35)."""

    unit: str
    army: Army


class BatterySettled(Outcome, frozen=True, kw_only=True):
    """A captured battery is an army's, to be used from the next turn on."""

    unit: str
    army: Army


class BattleEnded(Outcome, frozen=True, kw_only=True):
    """A sector is not fought for any more this turn; ``contested``: the battle goes on later."""

    place: str
    contested: bool


class UnitsArrived(Outcome, frozen=True, kw_only=True):
    """Reinforcements stand in a sector; an axis is active from now on."""

    units: tuple[str, ...]
    place: str


class SupplyPaid(Outcome, frozen=True, kw_only=True):
    """An army has paid tokens for attacks or barrages."""

    army: Army
    tokens: int


class DepotLost(Outcome, frozen=True, kw_only=True):
    """An army has lost a supply point to another; dice say what it costs."""

    place: str
    army: Army
    to: Army


class SupplyLost(Outcome, frozen=True, kw_only=True):
    """The dice for a supply point, and the tokens that go from an army to another."""

    place: str
    army: Army
    to: Army
    dice: tuple[int, ...]
    tokens: int


class Resupplied(Outcome, frozen=True, kw_only=True):
    """An army has collected its tokens of the period."""

    army: Army
    tokens: int


class UnitsDeployed(Outcome, frozen=True, kw_only=True):
    """Units are deployed in a sector, before the first turn (7.1)."""

    units: tuple[str, ...]
    place: str


class AxesActivated(Outcome, frozen=True, kw_only=True):
    """The axes on which the Japanese have deployed are active (7.1)."""

    axes: tuple[str, ...]


class SplitProposed(Outcome, frozen=True, kw_only=True):
    """The British propose to begin with so many tokens of the Commonwealth's (7.2)."""

    tokens: int


class PoolsSplit(Outcome, frozen=True, kw_only=True):
    """The tokens that the Commonwealth's armies begin with are settled (7.2)."""

    au: int
    br: int


class TransferOffered(Outcome, frozen=True, kw_only=True):
    """An army would hand over so many tokens, or none; a die says how many may go (7.2)."""

    army: Army
    tokens: int


class TokensGiven(Outcome, frozen=True, kw_only=True):
    """The die of a transfer, and the tokens that go from an army to its ally (7.2)."""

    army: Army
    to: Army
    die: int
    tokens: int


class LevelReached(Outcome, frozen=True, kw_only=True):
    """An army has reached a level of victory, which stays reached (7.6)."""

    army: Army
    level: Level


class GameEnded(Outcome, frozen=True, kw_only=True):
    """The game is over; ``winner`` is null for a draw, ``why`` one sentence."""

    winner: str | None
    why: str
