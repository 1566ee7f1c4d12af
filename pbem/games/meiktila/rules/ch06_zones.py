"""[6.4] Zones of control."""

from __future__ import annotations

from functools import cached_property, lru_cache
from typing import NamedTuple

from pbem.games.meiktila.data.forms import ENEMY
from pbem.games.meiktila.data.tables import Tables
from pbem.games.meiktila.rules.position import Position
from pbem.games.meiktila.rules.setting import Setting


class Front(NamedTuple):
    """The obstacles of a side.

    ``enemies``: hexes with an enemy; ``zone``: hexes in an enemy zone, which does not reach over
    prohibited terrain; ``strong``: those in the zone of one in an Improved Position (A86).
    """

    enemies: frozenset[str]
    zone: frozenset[str]
    strong: frozenset[str]

    def near(self, here: frozenset[str]) -> Front:
        """Return what of it lies in these hexes."""
        return Front(here & self.enemies, here & self.zone, here & self.strong)


class Zones:
    """The zones of control that a side has to reckon with, as units stand now.

    ``enemies``, ``zone`` and ``strong`` are those of the ``front``.
    """

    def __init__(self, setting: Setting, position: Position, side: str) -> None:
        self._setting, self._position, self._side = setting, position, side
        enemies = frozenset(setting.places(position, ENEMY[side]))
        dug = frozenset(here for here, number in position.dug.items() if number) & enemies
        self.front = _front(setting.tables, enemies, dug)
        self.enemies, self.zone, self.strong = self.front

    @cached_property
    def friends(self) -> set[str]:
        """The hexes where units of the side itself stand."""
        return self._setting.places(self._position, self._side)

    def closed(self, here: str) -> bool:
        """[6.4, 6.5.3, 7.1] Whether retreats and supply lines are barred from a hex."""
        return here in self.enemies or (here in self.zone and here not in self.friends)


@lru_cache(maxsize=64)
def _front(tables: Tables, enemies: frozenset[str], dug: frozenset[str]) -> Front:
    """Return what enemies in these hexes, some of them dug in, put in the way.

    Kept for a while, because it is asked again for every move while no enemy moves.
    """
    around = tables.land.__getitem__
    zone = frozenset[str]().union(*map(around, enemies))
    return Front(enemies, zone, frozenset[str]().union(*map(around, dug)))
