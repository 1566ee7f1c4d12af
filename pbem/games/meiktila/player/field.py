"""A computer player's view: a copy of the position to try orders on, and worths."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property

from pbem.games.meiktila.data.forms import ENEMY
from pbem.games.meiktila.rules import ch06_activation as activation
from pbem.games.meiktila.rules import ch06_movement as movement
from pbem.games.meiktila.rules import ch09_victory as victory
from pbem.games.meiktila.rules.changes import apply
from pbem.games.meiktila.rules.orders import Enter, Move
from pbem.games.meiktila.rules.position import Position
from pbem.games.meiktila.rules.setting import Setting, halved
from pbem.kit.contract import Outcome
from pbem.kit.copying import copied

CITY, AIRFIELD = 6, 3
"""The pull of an objective on attackers, and how many defence factors guard it."""
GUARD = 4
"""Defence factors that stay on an airfield, and for each as much that an objective is worth."""
NEAR = 4
"""So many hexes away an enemy is felt."""


class Field:
    """A side's look at a position; ``position`` is a copy on which orders are tried.

    Enemies stay where they are while it lasts; ``promised`` are units that a planned attack needs.
    """

    def __init__(self, setting: Setting, position: Position, seed: int) -> None:
        self.setting = setting
        self.tables = setting.tables
        self.position = copied(position)
        self.side = position.side
        self.enemy = ENEMY[self.side]
        self.seed = seed
        self.promised: set[str] = set()
        self._enemies = sorted(setting.places(position, self.enemy))
        self._near: dict[str, int] = {}
        self._pressure: dict[tuple[str, int], int] = {}
        self._ways: dict[tuple[str, int, bool, bool], Mapping[str, tuple[str, ...]]] = {}

    def noise(self, name: str, most: int = 4) -> int:
        """Return a number below ``most`` that the seed settles for a name, so that games differ."""
        found = self.seed
        for sign in name:
            found = (found * 31 + ord(sign)) % 10_007
        return found % most

    def carry_out(self, outcomes: Iterator[Outcome]) -> None:
        """Apply outcomes to the copy."""
        for outcome in outcomes:
            apply(self.setting, self.position, outcome)

    def go(self, order: Move | Enter) -> None:
        """Carry out a move on the copy."""
        self.carry_out(movement.move(self.setting, self.position, order))

    def ways(self, unit: str) -> Mapping[str, tuple[str, ...]]:
        """Return the hexes that a unit on the map can move to, each with a cheapest path."""
        position = self.position
        points = movement.allowance(self.setting, position, unit)
        alike = (position.at[unit], points, unit in position.marched, unit in position.stirred)
        if alike not in self._ways:
            paths = movement.reach(self.setting, position, unit)
            self._ways[alike] = {path[-1]: path for path in paths}
        return self._ways[alike]

    @cached_property
    def goals(self) -> list[str]:
        """The objectives that the other side holds, or all if it holds none."""
        held = [h for h in self.tables.objectives if self.position.control[h] != self.side]
        return held or list(self.tables.objectives)

    def worth(self, here: str) -> int:
        """Return what an objective in a hex is worth, 0 of any other hex."""
        if here not in self.tables.objectives:
            return 0
        return CITY if here == self.tables.city else AIRFIELD

    def prize(self, here: str) -> int:
        """Return the Victory Points between who wins a hex and who loses it."""
        if here not in self.tables.objectives or self.position.control[here] == self.side:
            return 0
        return 2 * (victory.CITY if here == self.tables.city else victory.AIRFIELD)

    def defence(self, side: str, here: str) -> int:
        """Return the defence factors of a side in a hex."""
        units = self.setting.here(self.position, side, here)
        return sum(self.setting.face(self.position, unit).defence for unit in units)

    def keepers(self) -> set[str]:
        """Return who is needed where they stand: on an objective, as few as hold it.

        A unit that is not active stays in any case, so it comes first; then infantry, the strongest
        first.
        """
        found: set[str] = set()
        setting, position = self.setting, self.position

        def rank(unit: str) -> tuple[bool, bool, int]:
            able = activation.can_act(setting, position, unit)
            return able, not setting.is_(unit, "infantry"), -setting.face(position, unit).defence

        for here in self.tables.objectives:
            if self.side == "jp" and self.near_enemy(here) > NEAR:
                continue
            wanted = GUARD * self.worth(here) // AIRFIELD
            for unit in sorted(setting.here(position, self.side, here), key=rank):
                if wanted > 0:
                    found.add(unit)
                    wanted -= setting.face(position, unit).defence
        return found

    def attack(self, unit: str) -> int:
        """Return the attack factors of a unit, halved if it has an Out of Supply marker."""
        factor = self.setting.face(self.position, unit).attack or 0
        return halved(factor) if unit in self.position.oos else factor

    def near_enemy(self, here: str) -> int:
        """Return how many hexes the nearest enemy is from a hex, 99 where there is none."""
        if here not in self._near:
            distance = self.tables.distance
            far = (distance(place, here) for place in self._enemies)
            self._near[here] = min(far, default=99)
        return self._near[here]

    def pressure(self, here: str, within: int) -> int:
        """Return the attack factors of the enemies within so many hexes of a hex."""
        if (here, within) not in self._pressure:
            distance, at = self.tables.distance, self.position.at
            foes = self.setting.on_map(self.position, self.enemy)
            self._pressure[here, within] = sum(
                self.attack(foe) for foe in foes if distance(at[foe], here) <= within
            )
        return self._pressure[here, within]
