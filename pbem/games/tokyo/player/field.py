"""The computer player's view at a glance: places, reach, zones of control, distances.

Everything is a whole number, so that its judgement is the same on every machine. The worth of
points and cities is judged as the usual answers do, which stand in the rules. If the two are to
judge differently, the difference is here.
"""

from __future__ import annotations

from collections.abc import Iterable
from heapq import heappop, heappush
from zlib import crc32

from pbem.games.tokyo.rules import ch04_ground as ground
from pbem.games.tokyo.rules import ch05_movement as movement
from pbem.games.tokyo.rules.position import Position
from pbem.games.tokyo.rules.setting import HOME, Setting
from pbem.games.tokyo.rules.usual_sight import FAR, Sight
from pbem.kit.maps.hexes import Hex

MEAN_DIE = 4
"""The movement die that the player expects: a little more than its mean."""


class Field(Sight):
    """A position seen by one army; its own units may be moved on it, nothing else changes.

    ``taken``: hexes where anybody stands; ``held``: hexes in an enemy zone of control.
    """

    def __init__(self, setting: Setting, position: Position, army: str, seed: int) -> None:
        super().__init__(setting, position, army)
        self.seed = seed
        self.taken = set(position.at.values())
        self.held = ground.zone(setting, self.foe)

    def noise(self, *words: str) -> int:
        """Return 0 to 9, by the seed: so that two players are not quite alike."""
        return crc32("|".join((str(self.seed), *words)).encode()) % 10

    def allowance(self, unit: str) -> int:
        """Return the movement points to reckon with: a die not cast yet is `MEAN_DIE`."""
        points = movement.allowance(self.setting, self.position, unit)
        undecided = unit in self.tables.armor and unit not in self.position.rolled
        return min(points, MEAN_DIE) if undecided else points

    def reach(self, unit: str, *, palace: bool) -> dict[Hex, tuple[Hex, ...]]:
        """Return the cheapest path of a unit to each hex; Central Tokyo only if ``palace``.

        A unit that strayed across the boundary goes home if it can, through Central Tokyo too
        (5.42).
        """
        found = self._paths(unit, palace=palace)
        if unit not in self.position.strayed:
            return found
        return self._home(found) or self._home(self._paths(unit, palace=True)) or found

    def _home(self, found: dict[Hex, tuple[Hex, ...]]) -> dict[Hex, tuple[Hex, ...]]:
        home = {HOME[self.army], "both"}
        return {goal: path for goal, path in found.items() if self.tables.side[goal] in home}

    def _paths(self, unit: str, *, palace: bool) -> dict[Hex, tuple[Hex, ...]]:
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
        return found

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
