"""The computer player's view at a glance: ways, room, who may attack what.

Everything is a whole number, so that the judgement is the same on every machine. The worth of an
Area, a unit and support is judged as the usual answers do, which stand in the rules. If the two are
to judge differently, the difference is here.
"""

from __future__ import annotations

from functools import cached_property

from pbem.games.manila.rules import ch08_movement as movement
from pbem.games.manila.rules.position import Position
from pbem.games.manila.rules.setting import Setting
from pbem.games.manila.rules.usual_sight import Sight
from pbem.kit.maps.moves import cheapest_paths

Path = tuple[int, ...]


class Field(Sight):
    """A position as one plan sees it; nothing in it is changed but what the plan has used up."""

    def __init__(self, setting: Setting, position: Position, seed: int) -> None:
        super().__init__(setting, position)
        self.seed = seed
        self.taken: set[int] = set()
        self._barred: dict[str, tuple[str, str] | None] = {}

    def whim(self, area: int) -> int:
        """Return the little by which Areas differ, by the seed: two players are not quite alike."""
        return (self.seed * 31 + area * 17) % 5

    @cached_property
    def costs(self) -> dict[int, int]:
        """The cost of entering each Area."""
        return {a: movement.cost(self.setting, self.position, a) for a in self.tables.areas}

    @cached_property
    def rooms(self) -> dict[int, int]:
        """How many more Infantry and Armor units each Area has room for."""
        crowded = {*self.position.at.values(), *self.tables.home}
        return dict.fromkeys(self.tables.areas, movement.STACK) | {
            area: movement.room(self.setting, self.position, area) for area in sorted(crowded)
        }

    def may_attack(self, unit: str, area: int) -> bool:
        """Whether nothing keeps a unit from attacking an Area."""
        if unit not in self._barred:
            self._barred[unit] = movement.barred(self.setting, self.position, unit)
        why = self._barred[unit]
        return why is None or (why[0] == "11.2" and area == movement.NICHOLS)

    def fresh(self, area: int) -> list[str]:
        """Return the units in an Area that a new Action Round would find Fresh."""
        return movement.ready(self.position, area)

    def ways(self, source: int, allowance: int, *, heavy: bool = True) -> dict[int, Path]:
        """Return the cheapest path from an Area to each other one within an allowance of points.

        ``heavy``: of Infantry or Armor, to which full Areas are closed.
        """
        neighbours = dict(self.tables.next_to)
        if source in self.foe:
            neighbours[source] = tuple(a for a in neighbours[source] if a not in self.foe)
        return cheapest_paths(
            source,
            allowance,
            neighbours=neighbours,
            cost=self.costs,
            closed={area for area, room in self.rooms.items() if room < 1} if heavy else (),
            stops=self.foe.__contains__,
        )

    def cost_of(self, path: Path) -> int:
        """Return the movement points of a path."""
        return sum(self.costs[area] for area in path)
