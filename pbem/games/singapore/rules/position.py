"""A position of Singapore: who fights whom, how far the fight has come, what is still open."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct, field

from pbem.games.singapore.data.forms import Army
from pbem.games.singapore.data.tables import ARMY_OF
from pbem.kit.contract import Result

ATTACKER, DEFENDER = "attacker", "defender"
SIDES = (ATTACKER, DEFENDER)
OTHER = {ATTACKER: DEFENDER, DEFENDER: ATTACKER}
PAIRS = ("concentrate", "flank")
"""Tactics of two units."""
ATTACKS = 2
"""[1.13] So often a unit attacks in a battle."""
OFF_MAP, REPAIR = "Off-Map", "Repair"
"""The Japanese airfield that is on no map, and the box of planes that are repaired."""


class Battle(Struct):
    """A fight that goes on.

    ``stage``: ``air`` (planes fight), ``tactics`` (groups, strikes) or ``dice`` (a round is
    due). ``line``: side -> who stands in the line, in order; the first defender is the point,
    of the attackers ``point`` and ``support`` stand before it. ``tactic`` is empty while no
    group is formed; ``lent``: the die of a Force Concentration. ``spent``: attacks of each
    attacker; ``tired``: those who are set aside. ``guns``, ``planes``: side -> those that have
    not struck; ``used``: those that have. ``named``: side -> the plane that is point in this
    round of the air fight. ``declared``: side -> striker -> target, for the strikes of this
    pair; a side that has not declared yet is missing; ``sealed``: sides whose strikes are
    sealed (R11). ``faced``: point and defender whose strikes are over. ``struck``: the point
    was lost to a strike, and the supporting unit stands alone. ``dropped``: the die that a
    flanked defender leaves out, 0 while none is chosen. ``lost``: unit -> ``suppressed``,
    ``eliminated`` or ``left``. ``rounds``: those fought, in the air too.

    On the map (4.10) besides: ``sector``; ``seats``: role -> the armies that decide for it, the
    first of them orders the line; ``held``: captured battery -> the army that holds it; ``edge``:
    attacker -> halves that the edge gives against which it came; ``unlined``: roles whose line
    is not ordered yet; ``fought``: whether a round was fought on the ground; ``stays``: armies that
    have refused to retreat before this round, or roles whose allies did; ``agreed``: defending
    armies that would retreat; ``flees``: the role that retreats; ``hunted``: armies that have
    said who strikes at it; ``hunters``: striker -> target; ``falls_back``: units that must
    withdraw, in order.
    """

    stage: str = "tactics"
    line: dict[str, list[str]] = field(default_factory=lambda: {side: [] for side in SIDES})
    point: str = ""
    support: str = ""
    tactic: str = ""
    lent: int = 0
    spent: dict[str, int] = field(default_factory=dict)
    tired: list[str] = field(default_factory=list)
    guns: dict[str, list[str]] = field(default_factory=lambda: {side: [] for side in SIDES})
    planes: dict[str, list[str]] = field(default_factory=lambda: {side: [] for side in SIDES})
    used: list[str] = field(default_factory=list)
    named: dict[str, str] = field(default_factory=dict)
    declared: dict[str, dict[str, str]] = field(default_factory=dict)
    sealed: list[str] = field(default_factory=list)
    faced: list[str] = field(default_factory=list)
    struck: bool = False
    dropped: int = 0
    lost: dict[str, str] = field(default_factory=dict)
    rounds: int = 0
    sector: str = ""
    seats: dict[str, list[str]] = field(default_factory=lambda: {side: [side] for side in SIDES})
    held: dict[str, Army] = field(default_factory=dict)
    edge: dict[str, int] = field(default_factory=dict)
    unlined: list[str] = field(default_factory=list)
    fought: bool = False
    stays: list[str] = field(default_factory=list)
    agreed: list[str] = field(default_factory=list)
    flees: str = ""
    hunted: list[str] = field(default_factory=list)
    hunters: dict[str, str] = field(default_factory=dict)
    falls_back: list[str] = field(default_factory=list)

    @property
    def defender(self) -> str:
        """The defender's point unit, or nothing."""
        line = self.line[DEFENDER]
        return line[0] if line else ""

    @property
    def group(self) -> tuple[str, ...]:
        """The attacker's point and supporting unit, as far as there are."""
        return tuple(unit for unit in (self.point, self.support) if unit)

    @property
    def paired(self) -> bool:
        """Whether a tactic of two units is in use, and both are there."""
        return self.tactic in PAIRS and bool(self.point and self.support)

    def attackers(self) -> list[str]:
        """Return every attacker in the fight: group, line, those set aside."""
        return [*self.group, *self.line[ATTACKER], *self.tired]

    def army(self, unit: str) -> Army:
        """Return the army that a unit fights for: that of its colour, or a battery's captor."""
        return self.held.get(unit, ARMY_OF[unit[0]])

    def role(self, seat: str) -> str:
        """Return the role of a side of the game; on the board that is its name."""
        return ATTACKER if seat in self.seats[ATTACKER] else DEFENDER

    def of_seat(self, seat: str, units: list[str]) -> list[str]:
        """Return those units for which a side of the game decides: on the board all of its role."""
        return units if seat in SIDES else [unit for unit in units if self.army(unit) == seat]

    def strikers(self, role: str) -> list[str]:
        """[3.8] Return who can strike for a role: its guns, and its planes once the sky is its."""
        free = [] if self.planes[OTHER[role]] else self.planes[role]
        return [*self.guns[role], *free]

    def strikers_of(self, seat: str) -> list[str]:
        """[R21] Return who can strike of those for which a side of the game decides."""
        return self.of_seat(seat, self.strikers(self.role(seat)))

    def force(self, role: str) -> list[str]:
        """Return every ground unit that fights in a role."""
        return self.attackers() if role == ATTACKER else self.line[DEFENDER]


AirState = Literal["ready", "landed", "mission", "repair", "mended"]
"""What a plane does on the map (4.1)."""


class Debt(Struct):
    """A supply point that was lost, and not paid for yet (5.7): to whom, and who pays."""

    place: str
    army: Army
    to: Army


class War(Struct):
    """The mapboard, and how far the turn of an army has come (4).

    ``period``: from 0; ``army``: whose turn it is. ``at``: unit -> its sector; planes stand on an
    airfield (`OFF_MAP` too), over a sector, or in the repair box (`REPAIR`). ``air``: plane ->
    ``ready``, ``landed``, ``mission``, ``repair``, ``mended``. ``holder``: captured battery -> its
    army. ``aside``: batteries captured in a battle that goes on (R35). ``barred``: batteries that
    may be used from the next turn on. ``control``: sector -> army. ``active``: axes. ``gone``:
    units out of play. Of this turn: ``moved``; ``entered``: unit -> the sector that it left last;
    ``launches``: sector -> those from which it was attacked; ``barrage``: gun -> sector; ``over``:
    sectors that were fought for; ``answered``: armies whose defensive barrages are ordered. With
    supply (5): ``stock``: army -> its tokens; ``debts``: what is rolled before anything else.
    """

    period: int = 0
    army: Army = "jp"
    at: dict[str, str] = field(default_factory=dict)
    air: dict[str, AirState] = field(default_factory=dict)
    holder: dict[str, Army] = field(default_factory=dict)
    aside: list[str] = field(default_factory=list)
    barred: list[str] = field(default_factory=list)
    control: dict[str, Army] = field(default_factory=dict)
    active: list[str] = field(default_factory=list)
    gone: list[str] = field(default_factory=list)
    moved: list[str] = field(default_factory=list)
    entered: dict[str, str] = field(default_factory=dict)
    launches: dict[str, list[str]] = field(default_factory=dict)
    barrage: dict[str, str] = field(default_factory=dict)
    over: list[str] = field(default_factory=list)
    answered: list[str] = field(default_factory=list)
    stock: dict[Army, int] = field(default_factory=dict)
    debts: list[Debt] = field(default_factory=list)

    def of(self, unit: str) -> Army:
        """Return the army that a unit belongs to now."""
        return self.holder.get(unit, ARMY_OF[unit[0]])


class Position(Struct):
    """The whole table of Singapore.

    ``phase``: ``defender`` and ``attacker`` (that side chooses or lines up its units), ``fight``,
    ``over``; on the map ``refuel``, ``air``, ``movement``, ``barrage``, ``defence``, ``combat`` and
    ``reinforce`` besides, with supply ``resupply``. ``army``: side -> the army that it chose (2.2).
    ``war``: the map, None on the combat board; there is always a ``battle`` on the board, on the
    map while one is fought.
    """

    phase: str = DEFENDER
    army: dict[str, str] = field(default_factory=dict)
    battle: Battle | None = None
    war: War | None = None
    ended: Result | None = None


def open_battle(position: Position) -> Battle:
    """Return the fight that goes on; ValueError if there is none."""
    if position.battle is None:
        raise ValueError("nobody fights")
    return position.battle


def open_war(position: Position) -> War:
    """Return the map; ValueError where none is in use."""
    if position.war is None:
        raise ValueError("no map is in use")
    return position.war
