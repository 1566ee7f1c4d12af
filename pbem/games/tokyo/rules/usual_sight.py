"""The position as the usual answers see it: ways, points, and the cost of taking a city.

A part of the rules' version, as `pbem.games.tokyo.rules.usual` is: anyone who changes a weight here
changes the adjudication. Everything is a whole number, the same on every machine.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property, lru_cache

from pbem.games.tokyo.rules import ch04_ground as ground
from pbem.games.tokyo.rules import ch10_victory as victory
from pbem.games.tokyo.rules.position import Position
from pbem.games.tokyo.rules.setting import GROUPS, Setting
from pbem.kit.maps.hexes import Hex
from pbem.kit.maps.moves import distances

FAR = 99
"""A distance beyond every other."""

ALARM = 30
"""The worth of each turn that a unit of the 36th Army sleeps."""


@lru_cache(maxsize=512)
def march(setting: Setting, army: str, goal: Hex) -> Mapping[Hex, int]:
    """Return what an army's march to ``goal`` costs from each hex if nobody is in the way."""
    return distances([goal], _steps_back(setting, army).get)


@lru_cache(maxsize=64)
def _steps_back(setting: Setting, army: str) -> Mapping[Hex, list[tuple[Hex, int]]]:
    """Return from where an army comes to each hex in one step, and what that costs."""
    back: dict[Hex, list[tuple[Hex, int]]] = {}
    for here, steps in ground.steps_of(setting, army, freed=False).items():
        for there, cost in steps:
            back.setdefault(there, []).append((here, cost))
    return back


class Sight:
    """A position seen by one army."""

    def __init__(self, setting: Setting, position: Position, army: str) -> None:
        self.setting = setting
        self.tables = setting.tables
        self.position = position
        self.army = army
        self.side = setting.commander(army)
        self.american = army in GROUPS
        self._threat: dict[Hex, int] | None = None
        self._far: dict[Hex, Mapping[Hex, int]] = {}

    @cached_property
    def at(self) -> dict[str, Hex]:
        """The own units, each with its hex."""
        units = self.setting.units_of(self.position, self.army)
        return {unit: self.position.at[unit] for unit in units}

    @cached_property
    def own(self) -> dict[Hex, str]:
        """Hex -> own unit."""
        return {here: unit for unit, here in self.at.items()}

    @cached_property
    def foe(self) -> dict[Hex, str]:
        """Hex -> enemy unit."""
        at, americans = self.position.at, self.tables.americans.keys()
        units = at.keys() - americans if self.american else at.keys() & americans
        return {at[unit]: unit for unit in sorted(units)}

    def far(self, goal: Hex, here: Hex) -> int:
        """Return what our march from ``here`` to ``goal`` costs if nobody is in the way."""
        if goal not in self._far:
            self._far[goal] = march(self.setting, self.army, goal)
        return self._far[goal].get(here, FAR)

    def threat(self, here: Hex) -> int:
        """Return what it costs the nearest enemy to come to a hex if nobody is in their way."""
        if self._threat is None:
            self._threat = {}
            by: dict[str, list[Hex]] = {}
            for number, unit in self.foe.items():
                if unit not in self.position.locked:
                    by.setdefault(self.setting.army(self.position, unit), []).append(number)
            for army, starts in sorted(by.items()):
                steps = ground.steps_of(self.setting, army, freed=False)
                for number, cost in distances(starts, steps.get).items():
                    self._threat[number] = min(cost, self._threat.get(number, FAR))
        return self._threat.get(here, FAR)

    def cover(self, here: Hex) -> int:
        """Return the columns by which terrain protects one of ours in a hex."""
        row = self.tables.row(self.tables.terrain[here])
        return -row.shift - (row.shift_us if self.american else row.shift_japan)

    def gain(self, path: Iterable[Hex]) -> int:
        """Return the Victory Points that change hands as one of ours goes along a path."""
        tables, control = self.tables, self.position.control
        by = self.army if self.american else "jp"
        return sum(
            tables.points[here]
            for here in path
            if here in tables.points and control.get(here, "jp") != by
        )

    def alarm(self, town: Hex) -> int:
        """[8.2] Return what it costs us to release half of the 36th Army by taking a city."""
        position = self.position
        free = not self.american or town not in self.tables.cities or town in position.triggers
        if free or (town in self.tables.ring and self.palace_pays):
            return 0
        asleep = len(position.locked) - sum(position.pending.values())
        return ALARM * (self.tables.turns - position.turn) * min(asleep, 4)

    def hqs(self, group: str) -> list[str]:
        """Return the HQs of an American group on the map, by name."""
        position, of = self.position, self.setting.group
        return [u for u in self.tables.hqs if u in position.at and of(position, u) == group]

    def raid(self, here: Hex) -> str:
        """Return the group that loses its HQs if a Japanese unit comes to a hex now, or ""."""
        for group, beach in self.tables.beach.items():
            if here in beach and self.hqs(group):
                return group
        return ""

    def margin(self, *, palace: bool) -> int:
        """Return our points less those of the best other side.

        ``palace``: as if we held Central Tokyo.
        """
        tables, position = self.tables, self.position
        points = victory.points(self.setting, position)
        if palace and position.control.get(tables.palace, "jp") != self.side:
            points[self.side] += tables.palace_points[position.turn - 1]
            # The price of E Corps is paid only while nobody holds Central Tokyo.
            if position.ecorps and position.control.get(tables.palace, "jp") not in GROUPS:
                points[position.ecorps] += tables.penalty
        return points[self.side] - max(n for side, n in points.items() if side != self.side)

    @cached_property
    def palace_pays(self) -> bool:
        """Whether to take Central Tokyo now: it wins, or at the last moment betters the result."""
        if not self.american:
            return False
        after = self.margin(palace=True)
        last = self.position.turn == self.tables.turns
        return after > 0 or (last and after > self.margin(palace=False))
