"""Who is in supply."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.kit.hexgame.rules.position import HexPosition
from pbem.kit.hexgame.rules.setting import HexSetting
from pbem.kit.hexgame.rules.zones import zones_against
from pbem.kit.maps.hexes import Hex
from pbem.kit.maps.moves import distances


def supplied(setting: HexSetting, position: HexPosition, side: str) -> frozenset[Hex]:
    """Return the hexes where units of a side are in supply; all, if the game has no supply."""
    supply, tables = setting.data.supply, setting.tables
    if supply is None:
        return frozenset(tables.terrain)
    enemy = tables.enemy[side]
    foes, friends = setting.hexes_of(position, enemy), setting.hexes_of(position, side)
    closed = foes | (zones_against(setting, position, side) - friends)

    def exits(here: Hex) -> Iterator[tuple[Hex, int]]:
        for there in tables.beside[here]:
            if there not in closed and tables.kind_of(there).cost is not None:
                yield there, 1

    sources = [hex_ for hex_ in supply.sources.get(side, ()) if hex_ not in closed]
    return frozenset(distances(sources, exits, most=supply.length))


def is_supplied(setting: HexSetting, position: HexPosition, unit: str) -> bool:
    """Say whether a unit on the map is in supply."""
    if setting.data.supply is None:
        return True
    side = setting.tables.side_of[unit]
    return position.at[unit] in supplied(setting, position, side)
