"""What the sensible player sees at a glance: who stands where, reach, zones of control, distances.

Everything is a whole number, so that its judgement is the same on every machine.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property, lru_cache
from heapq import heappop, heappush
from zlib import crc32

from pbem.games.tokyo.rules import ch04_ground as ground
from pbem.games.tokyo.rules import ch05_movement as movement
from pbem.games.tokyo.rules import ch10_victory as victory
from pbem.games.tokyo.rules.position import Position
from pbem.games.tokyo.rules.setting import GROUPS, HOME, Setting
from pbem.kit.hexes import Hex
from pbem.kit.moves import distances

FAR = 99
"""A distance beyond every other."""

MEAN_DIE = 4
"""What the player expects of a movement die: a little more than its mean."""

ALARM = 30
"""What each turn is worth that a unit of the 36th Army sleeps."""


@lru_cache(maxsize=512)
def march(setting: Setting, army: str, goal: Hex) -> Mapping[Hex, int]:
    """Return what an army's march to ``goal`` costs from each hex if nobody is in the way."""
    back: dict[Hex, list[tuple[Hex, int]]] = {}
    for here, steps in ground.steps_of(setting, army, freed=False).items():
        for there, cost in steps:
            back.setdefault(there, []).append((here, cost))
    return distances([goal], back.get)


class Field:
    """A position seen by one army; its own units may be moved on it, nothing else changes.

    ``own`` and ``foe`` map hexes to units, ``at`` the own units to hexes; ``taken``: hexes where
    anybody stands; ``held``: hexes in an enemy zone of control.
    """

    def __init__(self, setting: Setting, position: Position, army: str, seed: int) -> None:
        self.setting = setting
        self.tables = setting.tables
        self.position = position
        self.army = army
        self.side = setting.commander(army)
        self.american = army in GROUPS
        self.seed = seed
        self.at = {unit: position.at[unit] for unit in setting.units_of(position, army)}
        self.own = {here: unit for unit, here in self.at.items()}
        self.foe = {
            here: unit
            for unit, here in sorted(position.at.items())
            if setting.american(unit) != self.american
        }
        self.taken = set(position.at.values())
        self.held = ground.zone(setting, self.foe)
        self._threat: dict[Hex, int] | None = None

    def noise(self, *words: str) -> int:
        """Return 0 to 9, by the seed: so that two players are not quite alike."""
        return crc32("|".join((str(self.seed), *words)).encode()) % 10

    def allowance(self, unit: str) -> int:
        """Return the movement points to reckon with: a die not cast yet is `MEAN_DIE`."""
        points = movement.allowance(self.setting, self.position, unit)
        undecided = unit in self.tables.armor and unit not in self.position.rolled
        return min(points, MEAN_DIE) if undecided else points

    def reach(self, unit: str, *, palace: bool) -> dict[Hex, tuple[Hex, ...]]:
        """Return the cheapest path of a unit to each hex; Central Tokyo only if ``palace``."""
        start, tables = self.at[unit], self.tables
        steps = ground.steps_of(self.setting, self.army, freed=unit in self.position.freed)
        points = self.allowance(unit)
        found: dict[Hex, tuple[Hex, ...]] = {}
        heap: list[tuple[int, tuple[Hex, ...]]] = [(0, ())]
        while heap:
            spent, path = heappop(heap)
            here = path[-1] if path else start
            if here in found:
                continue
            found[here] = path
            # Nobody passes through Central Tokyo, and who enters a zone of control stops there.
            if path and (here in self.held or here == tables.palace):
                continue
            for there, cost in steps[here]:
                if spent + cost > points or there in found or there in self.foe:
                    continue
                if (here in self.held and there in self.held) or (
                    there == tables.palace and not palace
                ):
                    continue
                heappush(heap, (spent + cost, (*path, there)))
        del found[start]
        return self._homeward(unit, found)

    def _homeward(self, unit: str, found: dict[Hex, tuple[Hex, ...]]) -> dict[Hex, tuple[Hex, ...]]:
        """[5.42] Who strayed across the boundary and can come home does."""
        if unit not in self.position.strayed:
            return found
        home = {HOME[self.army], "both"}
        back = {goal: path for goal, path in found.items() if self.tables.side[goal] in home}
        return back or found

    def move(self, unit: str, goal: Hex) -> None:
        """Put one of our units elsewhere."""
        here = self.at[unit]
        if self.own.get(here) == unit:
            del self.own[here]
        if sum(where == here for where in self.at.values()) == 1:
            self.taken.discard(here)
        self.at[unit] = goal
        self.own[goal] = unit
        self.taken.add(goal)

    def far(self, goal: Hex, here: Hex) -> int:
        """Return what our march from ``here`` to ``goal`` costs if nobody is in the way."""
        return march(self.setting, self.army, goal).get(here, FAR)

    def threat(self, here: Hex) -> int:
        """Return what it costs the nearest enemy to come to a hex if nobody is in his way."""
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

    def raiders(self, posts: Iterable[Hex]) -> dict[Hex, int]:
        """Return what hexes enemies could come to if of all of us only those in ``posts`` stood."""
        barred = ground.zone(self.setting, posts)
        found: dict[Hex, int] = {}
        for number, unit in self.foe.items():
            if unit in self.position.locked:
                continue
            army = self.setting.army(self.position, unit)
            steps = ground.steps_of(self.setting, army, freed=False)
            far, heap = {}, [(0, number)]
            while heap:
                spent, here = heappop(heap)
                if here in far:
                    continue
                far[here] = spent
                found[here] = min(spent, found.get(here, FAR))
                for there, cost in steps[here] if here not in barred or not spent else ():
                    if spent + cost <= MEAN_DIE and there not in posts:
                        heappush(heap, (spent + cost, there))
        return found

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
        units = self.setting.units_of(self.position, group)
        return [unit for unit in units if self.tables.americans[unit].kind == "hq"]

    def raid(self, here: Hex) -> str:
        """Return the group that loses its HQs if a Japanese unit comes to a hex now, or ""."""
        for group, beach in self.tables.beach.items():
            if here in beach and self.hqs(group):
                return group
        return ""

    def margin(self, *, palace: bool) -> int:
        """Return our points less those of the best other side, perhaps with Central Tokyo ours."""
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
