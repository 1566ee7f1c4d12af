"""Zones of control: the hexes beside enemy units."""

from __future__ import annotations

from pbem.kit.hexgame.rules.position import HexPosition
from pbem.kit.hexgame.rules.setting import HexSetting
from pbem.kit.maps.hexes import Hex

NO_ZONES: frozenset[Hex] = frozenset()


def zones_against(setting: HexSetting, position: HexPosition, side: str) -> frozenset[Hex]:
    """Return the hexes that are in a zone of an enemy of ``side``."""
    zones = setting.data.zones
    if zones is None:
        return NO_ZONES
    enemies = setting.own(position, setting.tables.enemy[side])
    units = setting.tables.units
    watching = (e for e in enemies if not zones.kinds or units[e].kind in zones.kinds)
    return setting.tables.zones_of(frozenset(position.at[unit] for unit in watching))
