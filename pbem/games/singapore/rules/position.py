"""A position of Singapore: who fights whom, how far the fight has come, what is still open."""

from __future__ import annotations

from typing import Literal

from msgspec import UNSET, Struct, UnsetType, field

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


class Rolled(Struct):
    """The dice of a round that is not settled yet, and the bonus in halves of a point."""

    attack: list[int]
    defence: list[int]
    bonus: int


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
    ``eliminated`` or ``left``. ``rounds``: rounds that were fought, rounds of air combat included.

    On the map (4.10) there are also these:

    - ``sector``: The sector of the fight.
    - ``seats``: Role -> the armies that decide for it; the first of them orders the line.
    - ``held``: Captured battery -> the army that holds it.
    - ``edge``: Attacker -> halves that the edge gives against which it came.
    - ``unlined``: Roles whose line is not ordered yet.
    - ``fought``: Whether a round was fought on the ground.
    - ``stays``: Armies that have refused to retreat before this round, or roles whose allies did.
    - ``agreed``: Defending armies that would retreat.
    - ``flees``: The role that retreats.
    - ``hunted``: Armies that have said who strikes at it.
    - ``hunters``: Striker -> target.
    - ``falls_back``: Units that must withdraw, in order.

    With situation cards (6) besides: ``shells``: roles whose batteries have high explosive (C1).
    These are about the round at hand:

    - ``disguised`` (C2), ``ambushed`` (C6): Whether it is so.
    - ``joined``: So many dice more for the defender (C5).
    - ``rolled``: Its dice, while cards may still be played on them.
    - ``again``: The role that rolls its dice again (C3).
    - ``stood``: Suppressed is a draw (C4).
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
    shells: list[str] = field(default_factory=list)
    disguised: bool = False
    ambushed: bool = False
    joined: int = 0
    rolled: Rolled | None = None
    again: str = ""
    stood: bool = False

    @property
    def defender(self) -> str:
        """The defender's point unit, or nothing."""
        line = self.line[DEFENDER]
        return line[0] if line else ""

    @property
    def group(self) -> tuple[str, ...]:
        """The attacker's point and supporting unit, as far as there are."""
        if self.point and self.support:
            return self.point, self.support
        front = self.point or self.support
        return (front,) if front else ()

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
"""The states of a plane on the map (4.1)."""


class Debt(Struct):
    """A supply point that was lost, and not paid for yet (5.7): to whom, and who pays."""

    place: str
    army: Army
    to: Army


class Held(Struct, frozen=True):
    """A card that somebody holds and nobody else has seen: where it lay, since which period."""

    deck: str
    place: int
    period: int = 0


class Force(Struct, frozen=True):
    """An Event in force: its card, and the last turn of an army in which it is (from 0)."""

    card: str
    until: int


class Boats(Struct, frozen=True):
    """[6.D5] Units for which an edge of water is a road this turn."""

    units: tuple[str, ...]
    edge: tuple[str, str]


class Sneak(Struct, frozen=True):
    """[6.D7] Units that need not stop in a sector this turn."""

    units: tuple[str, ...]
    place: str


class Misread(Struct):
    """[6.D4] So many units must still leave a sector."""

    place: str
    left: int


class Throw(Struct, frozen=True):
    """Dice for a card, which come before anything else: whose ``army`` they are about.

    If a vehicle entered a screened sector (6.D8): ``unit``, the sector where it ``came`` from, and
    where it goes on to if it is not hit.
    """

    card: str
    army: Army
    unit: str = ""
    came: str = ""
    rest: tuple[str, ...] = ()
    road: bool = False


class Cards(Struct, rename={"cup": "urn"}):
    """Situation cards (6): what everybody knows of them, and what they do.

    A card is named by its label, as ``C1a``; a place of a deck by the deck and a number from 0.
    ``deck``: the number of the deck that is drawn from; ``left``: its places that nobody has drawn;
    ``cup``: Events from opening hands, which are drawn among them openly (R101). ``hands``: army ->
    what it holds; ``kept``: everything that was ever kept, with the army. ``up``: cards that lie
    face up; ``force``: Events in force. ``todo``: what is dealt and drawn before the game goes on;
    ``drawn``: what was drawn and is not kept yet. ``passed``: armies that have declined at the
    window at hand. ``dice``: what is rolled for. ``late``: entries of the reinforcements, by
    number, that come a period later. ``taken``: units that no card brings back. These are of this
    turn: ``push``: its tanks; ``bikes``; ``boats``; ``sneaks``; ``blown``: edges without their
    road; ``screens``: sectors; ``fewer``: so many tokens less are collected; ``misread``.
    ``known``: deck, place and label of what who looks knows: in no log, and empty for others.
    """

    deck: int = 0
    left: int = 0
    cup: list[str] = field(default_factory=list)
    hands: dict[Army, list[Held]] = field(default_factory=dict)
    kept: list[tuple[Army, str, int]] = field(default_factory=list)
    up: list[str] = field(default_factory=list)
    force: list[Force] = field(default_factory=list)
    todo: list[str] = field(default_factory=list)
    drawn: list[Held] = field(default_factory=list)
    passed: list[Army] = field(default_factory=list)
    dice: list[Throw] = field(default_factory=list)
    late: list[int] = field(default_factory=list)
    taken: list[str] = field(default_factory=list)
    push: list[str] = field(default_factory=list)
    bikes: list[str] = field(default_factory=list)
    boats: list[Boats] = field(default_factory=list)
    sneaks: list[Sneak] = field(default_factory=list)
    blown: list[tuple[str, str]] = field(default_factory=list)
    screens: list[str] = field(default_factory=list)
    fewer: int = 0
    misread: Misread | None = None
    known: list[tuple[str, int, str]] = field(default_factory=list)


class Bill(Struct):
    """[7.2, 5.7] What an army with a hidden supply has to hand over after dice, as far as it can.

    ``card``: S2 or E8, "" for a supply point; ``due``: at most so much; ``dice``: what was rolled.
    """

    card: str
    army: Army
    due: int
    dice: list[int]


class Veil(Struct):
    """[7.2] Supplies that the Commonwealth hides (`logistics: hidden`).

    ``total``: what was split; ``changed``: army -> by how much its hidden supply has changed since
    before everybody's eyes; empty where both supplies are public. ``settling``: what those who are
    to know are asked about: ``split``, or the army that hands over. ``bill``: what is handed over
    before anything else. For a transfer: ``offers``: army -> whether it asks for the die; ``die``:
    its face, 0 before; ``sent``: armies that have handed over, or not. ``looked``, ``known``: what
    the viewer knows of hidden supplies: in no log.
    """

    total: int = 0
    changed: dict[Army, int] = field(default_factory=dict)
    settling: Literal["", "split", "au", "br"] = ""
    bill: Bill | None = None
    offers: dict[Army, bool] = field(default_factory=dict)
    die: int = 0
    sent: list[Army] = field(default_factory=list)
    looked: bool = False
    known: dict[Army, int] = field(default_factory=dict)


Level = Literal["", "victory", "decisive victory", "total victory"]
LEVELS: tuple[Level, ...] = ("", "victory", "decisive victory", "total victory")
"""[7.6] The levels of victory, the lowest first; "" is a defeat."""


class War(Struct):
    """The mapboard, and how far the turn of an army has come (4).

    ``period``: from 0; ``army``: whose turn it is. ``at``: unit -> its sector; planes stand on an
    airfield (`OFF_MAP` too), over a sector, or in the repair box (`REPAIR`). ``air``: plane ->
    ``ready``, ``landed``, ``mission``, ``repair``, ``mended``. ``holder``: captured battery -> its
    army. ``aside``: batteries captured in a battle that goes on (R35). ``barred``: batteries that
    may be used from the next turn on. ``control``: sector -> army. ``active``: axes. ``gone``:
    units out of play. These are of this turn:

    - ``moved``: Units that have moved.
    - ``entered``: Unit -> the sector that it left last.
    - ``launches``: Sector -> those from which it was attacked.
    - ``barrage``: Gun -> sector.
    - ``over``: Sectors that were fought for.
    - ``steps``: Vehicle -> the sectors that it has gone.
    - ``on_road``: Those of them that went by road.
    - ``drive``: The sector from which vehicles may go on (7.3).
    - ``answered``: Armies whose defensive barrages are ordered.

    With supply (5): ``stock``: army -> its tokens; ``debts``: what is rolled before anything else;
    ``offers``: army -> what it would hand over, or begin with (7.2). With situation cards (6):
    ``cards``. ``reached``: the level of victory that Japan has reached (7.6). ``veil``: only where
    supplies are hidden (7.2); of such an army ``stock`` is what lies before its screen.
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
    steps: dict[str, int] = field(default_factory=dict)
    on_road: list[str] = field(default_factory=list)
    drive: str = ""
    answered: list[str] = field(default_factory=list)
    stock: dict[Army, int] = field(default_factory=dict)
    debts: list[Debt] = field(default_factory=list)
    offers: dict[Army, int] = field(default_factory=dict)
    cards: Cards | None = None
    reached: Level = ""
    veil: Veil | UnsetType = UNSET

    def of(self, unit: str) -> Army:
        """Return the army that a unit belongs to now."""
        return self.holder.get(unit, ARMY_OF[unit[0]])


class Position(Struct):
    """The whole table of Singapore.

    - ``phase``: ``defender`` and ``attacker`` (that side chooses or lines up its units), ``fight``,
      ``over``. On the map also ``refuel``, ``air``, ``movement``, ``barrage``, ``defence``,
      ``combat`` and ``reinforce``. With supply also ``resupply``. With situation cards also
      ``deal``, ``draw``, ``discard`` and the windows ``before-refuel`` and so on.

    ``army``: side -> the army that it chose (2.2). ``war``: the map, None on the combat board;
    there is always a ``battle`` on the board, on the map while one is fought.
    """

    phase: str = DEFENDER
    army: dict[str, str] = field(default_factory=dict)
    battle: Battle | None = None
    war: War | None = None
    ended: Result | None = None


def open_battle(position: Position) -> Battle:
    """Return the fight that goes on; raises ValueError if there is none."""
    if position.battle is None:
        raise ValueError("no battle is open")
    return position.battle


def open_war(position: Position) -> War:
    """Return the map; raises ValueError if none is in use."""
    if position.war is None:
        raise ValueError("this game has no map")
    return position.war


def open_cards(position: Position) -> Cards:
    """Return the situation cards; raises ValueError if there are none."""
    cards = open_war(position).cards
    if cards is None:
        raise ValueError("this game has no situation cards")
    return cards


def veil_of(war: War) -> Veil | None:
    """Return what the position has of hidden supplies; None where the option hides none."""
    return None if isinstance(war.veil, UnsetType) else war.veil


def is_veiled(war: War, army: Army) -> bool:
    """[7.2] Whether nobody but the Commonwealth sees how many tokens an army has."""
    veil = veil_of(war)
    return veil is not None and army in veil.changed


def open_veil(position: Position) -> Veil:
    """Return what the position has of hidden supplies; raises ValueError if there are none."""
    veil = veil_of(open_war(position))
    if veil is None:
        raise ValueError("this game has no hidden supply")
    return veil
