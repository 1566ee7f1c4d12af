"""The computer player's view at a glance: reach, zones, distances, strengths, odds.

Everything is a whole number, so that its judgement is the same on every machine. The worth of
attacks is judged as the usual answers do, which stand in the rules. If the two are to judge
differently, the difference is here.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from zlib import crc32

from pbem.games.saipan.rules.position import Position
from pbem.games.saipan.rules.setting import Setting
from pbem.games.saipan.rules.usual_sight import Sight
from pbem.kit.maps.hexes import Hex
from pbem.kit.maps.moves import cheapest_paths, distances

FAR = 999
"""A distance beyond every other."""


class Field(Sight):
    """A position seen from one side; positions of units may be moved on it, nothing else."""

    def __init__(self, setting: Setting, position: Position, side: str, seed: int) -> None:
        super().__init__(setting, position, side)
        self.seed = seed
        self.cost = self.tables.cost

    def noise(self, *words: str) -> int:
        """Return 0 to 3, by the seed: so that two players are not quite alike."""
        return crc32("|".join((str(self.seed), *words)).encode()) % 4

    def reach(self, unit: str, start: Hex) -> dict[Hex, tuple[Hex, ...]]:
        """Return the path to every hex that a unit could move to if no friend stood in it."""
        if start in self.held:
            return {}
        found: dict[Hex, tuple[Hex, ...]] = {n: (n,) for n in self.land[start] if n not in self.foe}
        found |= cheapest_paths(
            start,
            self.setting.unit(self.side, unit).movement,
            neighbours=self.land,
            cost=self.cost,
            closed=self.foe,
            stops=self.held.__contains__,
        )
        return found

    def march(self, goals: Iterable[Hex]) -> dict[Hex, int]:
        """Return what it costs to march from each hex to the nearest goal, enemies ignored."""
        return distances(goals, lambda here: [(n, self.cost[here]) for n in self.land[here]])

    def approach(self, starts: Iterable[Hex]) -> dict[Hex, int]:
        """Return what it costs to march to each hex from the nearest start, units ignored."""
        return distances(starts, lambda here: [(n, self.cost[n]) for n in self.land[here]])

    def defence(self, number: Hex) -> int:
        """Return the defence strength of the enemy in a hex, without fire."""
        unit = self.setting.unit(self.enemy, self.foe[number])
        return unit.defence * self.tables.cover[number]

    def strength(self, unit: str) -> int:
        """Return the strength with which one of ours attacks what is adjacent."""
        return self.setting.attack_strength(self.side, unit)

    def guns(self, side: str, at: Mapping[Hex, str]) -> list[tuple[str, Hex]]:
        """Return the artillery of ``side`` with its hexes, by hex; ``at``: hex -> unit of it."""
        return [
            (unit, number)
            for number, unit in sorted(at.items())
            if self.setting.unit(side, unit).kind == "artillery"
        ]

    def enemy_fire(self, targets: Iterable[Hex]) -> dict[Hex, int]:
        """Return the protective fire to expect for each enemy: what there is, shared out.

        ``targets``: the hexes of these enemies.
        """
        wanted = list(targets)
        if not wanted:
            return {}
        ours = {n for h in self.own for n in self.land[h]}
        expected = dict.fromkeys(wanted, 0)
        for unit, here in self.guns(self.enemy, self.foe):
            counter = self.setting.unit(self.enemy, unit)
            near = [t for t in wanted if self.tables.distance(here, t) <= counter.range]
            if here in ours or not near:
                continue
            for target in near:
                expected[target] += -(-counter.fpf // max(1, len(near) // 2))
        share = -(-self.setting.gsp[self.enemy] // min(3, 1 + len(wanted)))
        return {target: fire + share for target, fire in expected.items()}
