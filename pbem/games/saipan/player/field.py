"""What the sensible player sees at a glance: reach, zones, distances, strengths, odds.

Everything is a whole number, so that its judgement is the same on every machine.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from zlib import crc32

from msgspec import Struct

from pbem.games.saipan.data.tables import ENEMY
from pbem.games.saipan.rules.position import Position
from pbem.games.saipan.rules.setting import Setting
from pbem.kit.hexes import Hex
from pbem.kit.moves import cheapest_paths, distances

FAR = 999
"""A distance beyond every other."""

WIDEST = 16
"""Differentials beyond this, either way, read as this."""


class Stakes(Struct, frozen=True):
    """What the results of one attack are worth to the attacker, in the bot's own points."""

    prize: int
    """For the elimination of all defenders."""
    push: int
    """For a retreat of all defenders."""
    price: int
    """Lost in an exchange."""
    stake: int
    """Lost when all attackers are eliminated."""
    flinch: int
    """Lost when all attackers retreat."""
    pause: int
    """Lost when nothing happens."""


class Field:
    """A position seen from one side; positions of units may be moved on it, nothing else.

    ``own`` and ``foe`` map hexes to units; ``held`` are the hexes in an enemy zone of control.
    """

    def __init__(self, setting: Setting, position: Position, side: str, seed: int) -> None:
        self.setting = setting
        self.tables = setting.tables
        self.position = position
        self.side = side
        self.enemy: str = ENEMY[side]
        self.seed = seed
        self.own: dict[Hex, str] = dict(position.on[side])
        self.foe: dict[Hex, str] = dict(position.on[self.enemy])
        self.land = self.tables.land
        self.cost = self.tables.cost
        self.held = {n for h in self.foe for n in self.land[h]}
        self._odds: dict[int, dict[str, int]] = {}

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

    def open_retreats(self, number: Hex, ours: Collection[Hex]) -> list[Hex]:
        """Return where an enemy in ``number`` could still retreat if we stood in ``ours``."""
        return [
            n
            for n in self.land[number]
            if n not in ours and not any(beside in ours for beside in self.land[n])
        ]

    def trapped(self, number: Hex) -> bool:
        """Whether one of ours in ``number`` could not retreat."""
        return all(n in self.held or n in self.foe for n in self.land[number])

    def defence(self, number: Hex) -> int:
        """Return the defence strength of the enemy in a hex, without fire."""
        unit = self.setting.unit(self.enemy, self.foe[number])
        return unit.defence * self.tables.cover[number]

    def worth(self, side: str, unit: str) -> int:
        """Return what a unit is worth; to the US every Japanese unit is, for all must go (13.0)."""
        counter = self.setting.unit(side, unit)
        value = 4 + counter.defence + max(counter.attack, counter.barrage + counter.fpf)
        return value + 8 if side == self.enemy == "jp" else value

    def strength(self, unit: str) -> int:
        """Return the strength with which one of ours attacks what is adjacent."""
        return self.setting.attack_strength(self.side, unit)

    def guns(self, side: str, at: Mapping[Hex, str]) -> list[tuple[str, Hex]]:
        """Return the artillery of ``side`` with its hexes, by hex."""
        return [
            (unit, number)
            for number, unit in sorted(at.items())
            if self.setting.unit(side, unit).kind == "artillery"
        ]

    def enemy_fire(self, targets: Iterable[Hex]) -> dict[Hex, int]:
        """Return the protective fire to expect for each enemy: what there is, shared out."""
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

    def value(self, differential: int, stakes: Stakes) -> int:
        """Return six times the expected worth of an attack at a differential."""
        odds = self._table(max(-WIDEST, min(WIDEST, differential)))
        return (
            odds.get("De", 0) * stakes.prize
            + odds.get("Dr", 0) * stakes.push
            + odds.get("Ex", 0) * (stakes.prize - stakes.price)
            - odds.get("Ae", 0) * stakes.stake
            - odds.get("Ar", 0) * stakes.flinch
            - odds.get("=", 0) * stakes.pause
        )

    def _table(self, differential: int) -> dict[str, int]:
        """Return how many faces of the die give each result."""
        if differential not in self._odds:
            faces: dict[str, int] = {}
            for die in range(1, 7):
                code = self.tables.result(differential, die)
                faces[code] = faces.get(code, 0) + 1
            self._odds[differential] = faces
        return self._odds[differential]

    def stakes(self, targets: Collection[Hex], team: Collection[str], ours: set[Hex]) -> Stakes:
        """Return what an attack by ``team`` (adjacent) on enemies in ``targets`` is worth.

        A retreat is as good as an elimination where no way is open; it is little in itself.
        """
        prize = sum(self.worth(self.enemy, self.foe[t]) for t in targets)
        shut = sum(
            self.worth(self.enemy, self.foe[t]) for t in targets if not self.open_retreats(t, ours)
        )
        stake = sum(self.worth(self.side, unit) for unit in team)
        where = {unit: number for number, unit in self.own.items()}
        doomed = sum(
            self.worth(self.side, unit)
            for unit in team
            if unit not in where or self.trapped(where[unit])
        )
        at_sea = sum(self.worth(self.side, unit) for unit in team if unit not in where)
        return Stakes(
            prize=prize,
            push=shut + (prize - shut) // 4,
            price=min(stake, 6 * len(targets)),
            stake=stake,
            flinch=doomed + len(team),
            pause=1 + at_sea,
        )
