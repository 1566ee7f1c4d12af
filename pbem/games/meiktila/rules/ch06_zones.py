"""[6.4] Zones of control."""

from __future__ import annotations

from functools import lru_cache
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

    ``enemies``, ``zone`` and ``strong`` are those of the ``front``; ``friends``: the hexes where
    units of the side itself stand.
    """

    def __init__(self, setting: Setting, position: Position, side: str) -> None:
        self._tables = setting.tables
        enemies = setting.places(position, ENEMY[side])
        dug = enemies.intersection(here for here, number in position.dug.items() if number)
        self.front = _front(setting.tables, enemies, dug)
        self.enemies, self.zone, self.strong = self.front

        self.friends = setting.places(position, side)

    @property
    def closed(self) -> frozenset[str]:
        """[6.4, 6.5.3, 7.1] The hexes from which retreats and supply lines are barred."""
        return _closed(self._tables, self.enemies, self.friends)


@lru_cache(maxsize=64)
def _front(tables: Tables, enemies: frozenset[str], dug: frozenset[str]) -> Front:
    """Return what enemies in these hexes, some of them dug in, put in the way.

    Kept for a while, because it is asked again for every move while no enemy moves.
    """
    around = tables.land.__getitem__
    zone = frozenset[str]().union(*map(around, enemies))
    return Front(enemies, zone, frozenset[str]().union(*map(around, dug)))


@lru_cache(maxsize=64)
def _closed(tables: Tables, enemies: frozenset[str], friends: frozenset[str]) -> frozenset[str]:
    """Return the hexes that enemies close, and those in their zone where no friend stands."""
    return enemies | (_front(tables, enemies, frozenset()).zone - friends)
