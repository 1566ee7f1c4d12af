"""The weights of the usual answers: an Area, units and Morale that may be lost, support, chances.

A part of the rules' version, as `pbem.games.manila.rules.usual` is: anyone who changes a weight
here changes the adjudication. Everything is a whole number, the same on every machine. The points
have no meaning beyond what they are compared with; they were tuned by playing some thousand games.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property, lru_cache
from operator import mul
from typing import NamedTuple

from pbem.games.manila.data.tables import Unit
from pbem.games.manila.rules import ch08_movement as movement
from pbem.games.manila.rules import ch09_5_support as support
from pbem.games.manila.rules.position import Position, contested
from pbem.games.manila.rules.setting import Setting
from pbem.games.manila.rules.usual_odds import WHOLE, Chances, Odds, against, odds_of
from pbem.kit.keeping import always

POINT = 10
"""The worth of a Supply Point."""
MODEST = 2
LAVISH = 6
"""Support for one combat beyond so many Supply Points is dearer by so much: others need it too."""

AREA = 100
FLAG = 30
GOAL = 150
"""The worth of taking an Area; more for one with a flag (9.5.8), and for Intramuros."""
BESIDE_GOAL = 40
OPENING = 8
"""More for what borders Intramuros, and for each Area that could not be reached before."""
STREETS = 40
"""More for a Contested Area, which would cost blood next turn (6.4.1)."""
CALM = 4
URGENT = 15
"""More for each turn after turn `CALM`: later there is less time to take what is left."""

MORALE = 20
LEADER = 15
"""The worth of a point of Morale, and of a Leader, who cannot be bought back."""
LAST_MORALE = 5
"""The worth of a point of Morale on the last turn, and how many must be left for that."""
KEPT = 10_000
"""Answers about support that are kept: the same attack comes up again and again."""

AIR = 3
"""The weight of the Air Support's die."""


class Support(NamedTuple):
    """Markers for one combat."""

    artillery: int = 0
    engineer: int = 0
    air: int = 0


class Team(NamedTuple):
    """The attackers: ``av`` without support, strong morale and the like; ``arms``: both kinds.

    ``heavy``: how many of them are no Leaders.
    """

    units: tuple[str, ...]
    lead: str
    av: int
    arms: bool
    heavy: int


class Facing(NamedTuple):
    """Whom an attack meets: somebody of a ``terrain``, or a ``factor`` and what they may still do.

    ``factor`` is None of an Unrevealed unit; ``overruns``: there may be an Overrun.
    """

    terrain: str
    factor: int | None
    strategy: str
    overruns: bool


class Sight:
    """A position as the answering player sees it; ``markers``: those that they may still give."""

    def __init__(self, setting: Setting, position: Position) -> None:
        self.setting = setting
        self.position = position
        self.tables = setting.tables
        self.units: dict[str, Unit] = setting.tables.units
        self.odds: Odds = odds_of(setting.tables)
        self.strong = setting.strong(position)
        self.last = position.turn >= self.tables.data.length.turns
        self.markers = dict(position.markers)
        self.point = 1 if self.last else POINT
        self._gains: dict[int, int] = {}
        self._facing: dict[int, Facing] = {}
        self._able: dict[int, dict[str, int]] = {}

    @cached_property
    def foe(self) -> dict[int, None]:
        """The Areas of the Japanese, ascending."""
        return dict.fromkeys(sorted(map(int, self.position.defenders)))

    @cached_property
    def contested(self) -> list[int]:
        """[7.3] The Areas with units of both sides."""
        return contested(self.position)

    def whim(self, area: int) -> int:
        """Return the little by which Areas that are as good as each other differ."""
        return area * 17 % 5

    def gain(self, area: int) -> int:
        """Return what taking an Area is worth."""
        if area not in self._gains:
            self._gains[area] = self._gain(area)
        return self._gains[area]

    def _gain(self, area: int) -> int:
        next_to, position = self.tables.next_to, self.position
        goal = self.tables.data.victory.must_hold
        fought = not position.american(area) and area in position.at.values()
        worth = AREA + self.whim(area)
        worth += FLAG * self.tables.areas[area].flag
        worth += URGENT * max(0, position.turn - CALM)
        worth += STREETS * fought
        worth += GOAL * (area == goal)
        worth += FLAG * (area == movement.NICHOLS and self.setting.options.nichols)
        if not position.american(goal):
            worth += BESIDE_GOAL * (goal in next_to[area])
        for other in next_to[area]:
            worth += OPENING * (other in self.foe and self.foe.keys() >= {*next_to[other]})
        return worth

    def price(self, unit: str) -> int:
        """Return what losing a unit costs."""
        return _price(self.setting, unit, self.last)

    def facing(self, area: int) -> Facing:
        """Return what decides about the chances of an attack on an Area, beside the strengths."""
        if area not in self._facing:
            self._facing[area] = self._facing_in(area)
        return self._facing[area]

    def _facing_in(self, area: int) -> Facing:
        terrain = str(self.tables.areas[area].terrain)
        overruns = not (self.setting.options.rubble and terrain == "Fort")
        if self.position.hidden(area):
            return Facing(terrain, None, "", overruns)
        counter = self.tables.counters[str(self.position.defender(area))]
        battle = self.position.battle
        # The cost of a Barrage is decided when it is asked; after it, the attack is like any.
        open_now = battle is not None and battle.area == area and battle.strategy != "Barrage"
        strategy = battle.strategy if battle is not None and open_now else ""
        return Facing("", counter.factor, strategy, overruns)

    def edge(self, area: int, team: Team, *, mandatory: bool) -> int:
        """Return the AV of a team without support, less all of the DV but the factor.

        ``mandatory``: it would be a Mandatory Attack (9.1).
        """
        terrain = self.tables.areas[area].terrain
        modifier = self.tables.data.terrain.kinds[terrain].modifier if terrain else 0
        luck = 1 if self.strong else -1
        civilians = mandatory and self.position.event == "civilians"
        return team.av + luck - modifier - civilians

    def stakes(self, area: int, team: Team) -> Chances:
        """Return what each result of an attack is worth, in the places of its chances."""
        led = len(team.units) > team.heavy
        lead = self.price(team.lead)
        ambushed = not led and self.setting.options.sniper_alone == "ambush"
        return Chances(
            self.gain(area),
            -(LAST_MORALE if self.last and self.position.morale > LAST_MORALE else MORALE),
            -lead,
            -(LEADER if led else lead * ambushed),
            -2 * self.point,
        )

    def best_support(
        self, area: int, team: Team, *, mandatory: bool, limit: int | None = None
    ) -> tuple[int, Support]:
        """Return what an attack is worth with the support that suits it best, and that support.

        In `WHOLE`-ths of a point. ``mandatory`` as in `edge`; ``limit``: of markers, where it is
        not one for each of the team.
        """
        edge, stakes = self.edge(area, team, mandatory=mandatory), self.stakes(area, team)
        box = self._box(area, team, limit or len(team.units))
        prices = self.point, self.tables.data.markers.air.cost
        return _best(_Attack(self.odds, self.facing(area), edge, stakes, prices), box)

    def with_support(self, area: int, team: Team, markers: Support, *, mandatory: bool) -> int:
        """Return what an attack is worth with this support, in `WHOLE`-ths of a point.

        ``mandatory`` as in `edge`.
        """
        rubble = self.setting.options.rubble and self.tables.areas[area].terrain != "Clear"
        bonus = markers.artillery + 2 * markers.engineer
        combined = team.arms and (markers.engineer if rubble else bonus) > 0
        edge = self.edge(area, team, mandatory=mandatory) + bonus + combined + AIR * markers.air
        price = self.bill(bonus + self.tables.data.markers.air.cost * markers.air)
        promised = _promise(self.odds, self.facing(area), edge, self.stakes(area, team))
        return promised - price * WHOLE

    def _box(self, area: int, team: Team, limit: int) -> _Box:
        able = self._able.get(area)
        if able is None:
            able = self._able[area] = support.most(self.setting, self.position, area)
        city = self.tables.areas[area].terrain != "Clear"
        return _Box(
            limit,
            min(able["artillery"], self.markers["artillery"]),
            self.markers["engineer"],
            min(able["air"], self.markers["air"]),
            team.arms,
            self.setting.options.rubble and city,
        )

    def bill(self, points: int) -> int:
        """Return what so many Supply Points of support are worth: the more, the dearer each."""
        return _bill(points, self.point)


def team_of(sight: Sight, units: tuple[str, ...], heavy: int, lead: str = "") -> Team:
    """Return a team led by ``lead``, or by the strongest of it; ``heavy`` as in `Team`."""
    return _team(sight.setting, units, heavy, lead)


@always
def _team(setting: Setting, units: tuple[str, ...], heavy: int, lead: str) -> Team:
    facts = setting.tables.units
    leading = lead or max(units, key=lambda unit: facts[unit].attack)
    av = facts[leading].attack + len(units) - 1
    if setting.options.parent_formation:
        av -= len({facts[unit].division for unit in units}) - 1
    kinds = {facts[unit].kind for unit in units}
    return Team(units, leading, av, {"infantry", "armor"} <= kinds, heavy)


@always
def teams(
    setting: Setting, units: tuple[str, ...], bound: str | None, last: bool
) -> tuple[Team, ...]:
    """Return the teams of units that differ, each by its lead, the cheapest first.

    Two who attack alike and whose loss costs the same promise the same: one of them leads.

    Args:
        setting: The setting.
        units: The units that attack.
        bound: The lead, if that was said before.
        last: This is the last turn.
    """
    able = tuple(support.counted(setting, units))
    heavy = [unit for unit in able if not setting.leader(unit)]
    free = [bound] if bound in heavy else heavy
    found: dict[tuple[int, int], Team] = {}
    for lead in sorted(free, key=lambda unit: (_price(setting, unit, last), unit)):
        team = _team(setting, able, len(heavy), lead)
        found.setdefault((team.av, _price(setting, lead, last)), team)
    return tuple(found.values())


def _price(setting: Setting, unit: str, last: bool) -> int:
    """Return what losing a unit costs."""
    if last:
        return 0
    supply, kind = setting.tables.data.supply, setting.tables.units[unit].kind
    if kind == "leader":
        return LEADER
    return POINT * (supply.armor if kind == "armor" else supply.infantry)


class _Box(NamedTuple):
    """The support that a combat may have: the limit of markers, and how many of each kind."""

    limit: int
    guns: int
    engineers: int
    airs: int
    arms: bool
    rubble: bool


def _bill(points: int, point: int) -> int:
    return points * point + max(0, points - MODEST) * (point * LAVISH // POINT)


def _promise(odds: Odds, facing: Facing, edge: int, stakes: Chances) -> int:
    """Return what an attack is worth at an edge: the AV less all of the DV but the factor."""
    if facing.factor is None:
        chances = odds.unseen(facing.terrain, edge, overruns=facing.overruns)
    else:
        chances = against(facing.factor, facing.strategy, edge, overruns=facing.overruns)
    promised: int = sum(map(mul, chances, stakes))
    return promised


class _Attack(NamedTuple):
    """An attack without support, and ``prices``: of a Supply Point, and of Air."""

    odds: Odds
    facing: Facing
    edge: int
    stakes: Chances
    prices: tuple[int, int]


@lru_cache(maxsize=KEPT)
def _best(attack: _Attack, box: _Box) -> tuple[int, Support]:
    """Return the best support of those worth considering, what it is worth first."""
    odds, facing, edge, stakes, (point, air) = attack
    best, chosen = -(10**9), Support()
    promised: dict[int, int] = {}
    for markers, bonus, points in _supports(box):
        if bonus not in promised:
            promised[bonus] = _promise(odds, facing, edge + bonus, stakes)
        worth = promised[bonus] - _bill(points + air * markers.air, point) * WHOLE
        if worth > best:
            best, chosen = worth, markers
    return best, chosen


@lru_cache(maxsize=KEPT)
def _supports(box: _Box) -> tuple[tuple[Support, int, int], ...]:
    return tuple(_considered(box))


def _considered(box: _Box) -> Iterator[tuple[Support, int, int]]:
    """Yield supports within the limits, what each adds, and what it costs without Air.

    Artillery and Engineers cost the same for each point, so Engineers are spared until the limit of
    markers asks for them.
    """
    least = int(box.rubble and box.arms and box.engineers > 0)
    for air in range(box.airs + 1):
        most = box.limit - air
        for bonus in range(most + box.engineers + 1):
            engineer = max(0, bonus - most, (bonus - box.guns + 1) // 2, min(least, bonus // 2))
            artillery = bonus - 2 * engineer
            if engineer <= box.engineers and artillery >= 0:
                combined = box.arms and (engineer if box.rubble else bonus) > 0
                yield Support(artillery, engineer, air), bonus + combined + AIR * air, bonus
