"""The weights of the usual answers: an Area, units and Morale that may be lost, support, chances.

A part of the rules' version, as `pbem.games.manila.rules.usual` is: anyone who changes a weight
here changes the adjudication. Everything is a whole number, the same on every machine. The points
have no meaning beyond what they are compared with; they were tuned by playing some thousand games.
"""

from __future__ import annotations

from collections.abc import Iterator
from operator import mul
from typing import NamedTuple

from pbem.games.manila.data.tables import Unit
from pbem.games.manila.rules import ch08_movement as movement
from pbem.games.manila.rules import ch09_5_support as support
from pbem.games.manila.rules.position import Position, contested
from pbem.games.manila.rules.setting import Setting
from pbem.games.manila.rules.usual_odds import WHOLE, Chances, Odds, against, odds_of

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
AIR = 3
"""The weight of the Air Support's die."""


class Support(NamedTuple):
    """Markers for one combat."""

    artillery: int = 0
    engineer: int = 0
    air: int = 0


class Team(NamedTuple):
    """The attackers: ``av`` without support, strong morale and the like; ``arms``: both kinds."""

    units: tuple[str, ...]
    lead: str
    av: int
    arms: bool
    heavy: int


class Sight:
    """A position as the answering player sees it; ``markers``: those that they may still give."""

    def __init__(self, setting: Setting, position: Position) -> None:
        self.setting = setting
        self.position = position
        self.tables = setting.tables
        self.units: dict[str, Unit] = setting.tables.units
        self.odds: Odds = odds_of(setting.tables)
        self.foe: dict[int, None] = dict.fromkeys(sorted(map(int, position.defenders)))
        self.contested = contested(position)
        self.strong = setting.strong(position)
        self.last = position.turn >= self.tables.data.length.turns
        self.markers = dict(position.markers)
        self.point = 1 if self.last else POINT
        self._gains: dict[int, int] = {}
        self._supports: dict[_Box, list[tuple[Support, int, int]]] = {}
        self._chances: dict[int, dict[int, Chances]] = {}

    def whim(self, area: int) -> int:
        """Return the little by which Areas that are as good as each other differ."""
        return area * 17 % 5

    def gain(self, area: int) -> int:
        """Return what taking an Area is worth."""
        if area not in self._gains:
            self._gains[area] = self._gain(area)
        return self._gains[area]

    def _gain(self, area: int) -> int:
        next_to = self.tables.next_to
        goal = self.tables.data.victory.must_hold
        worth = AREA + self.whim(area)
        worth += FLAG * self.tables.areas[area].flag
        worth += URGENT * max(0, self.position.turn - CALM)
        worth += STREETS * (area in self.contested)
        worth += GOAL * (area == goal)
        worth += FLAG * (area == movement.NICHOLS and self.setting.options.nichols)
        if goal in self.foe:
            worth += BESIDE_GOAL * (goal in next_to[area])
        for other in next_to[area]:
            worth += OPENING * (other in self.foe and self.foe.keys() >= {*next_to[other]})
        return worth

    def price(self, unit: str) -> int:
        """Return what losing a unit costs."""
        if self.last:
            return 0
        supply = self.tables.data.supply
        kind = self.units[unit].kind
        return (
            LEADER
            if kind == "leader"
            else self.point * (supply.armor if kind == "armor" else supply.infantry)
        )

    def chances(self, area: int, edge: int) -> Chances:
        """Return the chances of an attack; ``edge``: the AV less all of the DV but the factor."""
        known = self._chances.setdefault(area, {})
        if edge not in known:
            known[edge] = self._chances_of(area, edge)
        return known[edge]

    def _chances_of(self, area: int, edge: int) -> Chances:
        terrain = str(self.tables.areas[area].terrain)
        overruns = not (self.setting.options.rubble and terrain == "Fort")
        if self.position.hidden(area):
            return self.odds.unseen(terrain, edge, overruns=overruns)
        counter = self.tables.counters[str(self.position.defender(area))]
        battle = self.position.battle
        # The cost of a Barrage is decided when it is asked; after it, the attack is like any.
        open_now = battle is not None and battle.area == area and battle.strategy != "Barrage"
        strategy = battle.strategy if battle is not None and open_now else ""
        return against(counter.factor, strategy, edge, overruns=overruns)

    def edge(self, area: int, team: Team, *, mandatory: bool) -> int:
        """Return the AV of a team without support, less all of the DV but the factor."""
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

        In `WHOLE`-ths of a point. ``limit``: of markers, where it is not one for each of the team.
        """
        edge = self.edge(area, team, mandatory=mandatory)
        stakes = self.stakes(area, team)
        best, chosen = -(10**9), Support()
        promised: dict[int, int] = {}
        for markers, bonus, price in self.supports(area, team, limit or len(team.units)):
            if bonus not in promised:
                promised[bonus] = self._promise(area, edge + bonus, stakes, 0)
            worth = promised[bonus] - price * WHOLE
            if worth > best:
                best, chosen = worth, markers
        return best, chosen

    def with_support(self, area: int, team: Team, markers: Support, *, mandatory: bool) -> int:
        """Return what an attack is worth with this support, in `WHOLE`-ths of a point."""
        rubble = self.setting.options.rubble and self.tables.areas[area].terrain != "Clear"
        bonus = markers.artillery + 2 * markers.engineer
        combined = team.arms and (markers.engineer if rubble else bonus) > 0
        edge = self.edge(area, team, mandatory=mandatory) + bonus + combined + AIR * markers.air
        price = self.bill(bonus + self.tables.data.markers.air.cost * markers.air)
        return self._promise(area, edge, self.stakes(area, team), price)

    def _promise(self, area: int, edge: int, stakes: Chances, price: int) -> int:
        """Return what an attack is worth at an edge, its support paid for."""
        promised: int = sum(map(mul, self.chances(area, edge), stakes))
        return promised - price * WHOLE

    def supports(self, area: int, team: Team, limit: int) -> list[tuple[Support, int, int]]:
        """Return every support worth considering, with what it adds and what it costs.

        Artillery and Engineers cost the same for each point, so Engineers are spared until the
        limit of markers asks for them.
        """
        able = support.most(self.setting, self.position, area)
        city = self.tables.areas[area].terrain != "Clear"
        key = _Box(
            limit,
            min(able["artillery"], self.markers["artillery"]),
            self.markers["engineer"],
            min(able["air"], self.markers["air"]),
            team.arms,
            self.setting.options.rubble and city,
        )
        if key not in self._supports:
            air = self.tables.data.markers.air.cost
            self._supports[key] = [
                (markers, bonus, self.bill(points + air * markers.air))
                for markers, bonus, points in _supports(key)
            ]
        return self._supports[key]

    def bill(self, points: int) -> int:
        """Return what so many Supply Points of support are worth: the more, the dearer each."""
        return points * self.point + max(0, points - MODEST) * (self.point * LAVISH // POINT)


def team_of(sight: Sight, units: tuple[str, ...], heavy: int, lead: str = "") -> Team:
    """Return a team led by ``lead``, or by the strongest of it."""
    facts = sight.units
    leading = lead or max(units, key=lambda unit: facts[unit].attack)
    av = facts[leading].attack + len(units) - 1
    if sight.setting.options.parent_formation:
        av -= len({facts[unit].division for unit in units}) - 1
    kinds = {facts[unit].kind for unit in units}
    return Team(units, leading, av, {"infantry", "armor"} <= kinds, heavy)


class _Box(NamedTuple):
    """The support that a combat may have: the limit of markers, and how many of each kind."""

    limit: int
    guns: int
    engineers: int
    airs: int
    arms: bool
    rubble: bool


def _supports(box: _Box) -> Iterator[tuple[Support, int, int]]:
    """Yield supports within the limits, what each adds, and what it costs without Air."""
    least = int(box.rubble and box.arms and box.engineers > 0)
    for air in range(box.airs + 1):
        most = box.limit - air
        for bonus in range(most + box.engineers + 1):
            engineer = max(0, bonus - most, (bonus - box.guns + 1) // 2, min(least, bonus // 2))
            artillery = bonus - 2 * engineer
            if engineer <= box.engineers and artillery >= 0:
                combined = box.arms and (engineer if box.rubble else bonus) > 0
                yield Support(artillery, engineer, air), bonus + combined + AIR * air, bonus
