"""[5.0] Prepare for play."""

from __future__ import annotations

from pbem.games.manila.data.tables import TERRAINS
from pbem.games.manila.rules.position import Position
from pbem.games.manila.rules.setting import Setting
from pbem.kit.cups import Cups


def set_up(setting: Setting, cups: Cups) -> Position:
    """Return the position before the first Random Event; fill the cups.

    [5.4] Each terrain type is a bag of its own; a counter is drawn unseen from it for each Area of
    that terrain, and what stays in the bag is set aside without being examined.
    """
    tables = setting.tables
    for terrain in TERRAINS:
        cups.fill(terrain, tables.bags[terrain])
    defenders = {
        str(number): cups.draw_blind(area.terrain)
        for number, area in tables.areas.items()
        if area.terrain is not None
    }
    return Position(
        turn=1,
        phase="event",
        morale=tables.data.morale.start,
        defenders=defenders,
        at={name: unit.area for name, unit in tables.units.items() if unit.turn == 1},
    )
