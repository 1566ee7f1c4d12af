"""The weights of the usual answers: units, ways out, and the worth of the results of an attack.

A part of the rules' version, as `pbem.games.saipan.rules.usual` is: anyone who changes a weight
here changes the adjudication. Everything is a whole number, the same on every machine.
"""

from __future__ import annotations

from collections.abc import Collection
from functools import cached_property, lru_cache
from itertools import count

from msgspec import Struct

from pbem.games.saipan.data.tables import ENEMY, Tables
from pbem.games.saipan.rules.position import Position
from pbem.games.saipan.rules.setting import Setting
from pbem.kit.maps.hexes import Hex

RESULTS = ("De", "Dr", "Ex", "Ae", "Ar", "=")
"""Every result of an attack."""
WIDEST = 16
"""Differentials beyond this, either way, read as this."""


class Stakes(Struct, frozen=True):
    """The worth of the results of one attack to the attacker, in points of their own."""

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


class Sight:
    """A position seen from one side; ``own`` and ``foe`` map hexes to units."""

    def __init__(self, setting: Setting, position: Position, side: str) -> None:
        self.setting = setting
        self.tables = setting.tables
        self.position = position
        self.side = side
        self.enemy: str = ENEMY[side]
        self.own: dict[Hex, str] = dict(position.on[side])
        self.foe: dict[Hex, str] = dict(position.on[self.enemy])
        self.land = self.tables.land

    @cached_property
    def held(self) -> frozenset[Hex]:
        """The hexes in an enemy zone of control; most questions do not ask for them."""
        return frozenset[Hex]().union(*map(self.land.__getitem__, self.foe))

    def foes_at(self, number: Hex, away: int) -> int:
        """Return how many enemies on the map are exactly so many hexes away."""
        return len(self.foe.keys() & self.tables.grid.ring(number, away))

    def nearest(self, number: Hex) -> int:
        """Return how many hexes the nearest enemy on the map is away; 0 if there is none."""
        ring, missing = self.tables.grid.ring, self.foe.keys().isdisjoint
        return next(away for away in count() if not missing(ring(number, away))) if self.foe else 0

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

    def worth(self, side: str, unit: str) -> int:
        """Return what a unit is worth; to the US every Japanese unit is, for all must go (13.0)."""
        counter = self.setting.unit(side, unit)
        value = 4 + counter.defence + max(counter.attack, counter.barrage + counter.fpf)
        return value + 8 if side == self.enemy == "jp" else value

    def value(self, differential: int, stakes: Stakes) -> int:
        """Return six times the expected worth of an attack at a differential."""
        faces = _faces(self.tables, max(-WIDEST, min(WIDEST, differential)))
        gone, back, both, lost, flinched, nothing = faces
        return (
            gone * stakes.prize
            + back * stakes.push
            + both * (stakes.prize - stakes.price)
            - lost * stakes.stake
            - flinched * stakes.flinch
            - nothing * stakes.pause
        )

    def stakes(self, targets: Collection[Hex], team: Collection[str], ours: set[Hex]) -> Stakes:
        """Return what an attack by ``team`` (adjacent) on enemies in ``targets`` is worth.

        A retreat is as good as an elimination where no way is open; it is little in itself.
        ``ours``: the hexes where our units stand then.
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


@lru_cache(maxsize=4 * WIDEST)
def _faces(tables: Tables, differential: int) -> tuple[int, ...]:
    """Return how many faces of the die give each of `RESULTS`."""
    fallen: list[str] = [tables.result(differential, die) for die in range(1, 7)]
    return tuple(map(fallen.count, RESULTS))
