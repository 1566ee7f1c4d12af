"""Supply of units."""

from __future__ import annotations

from pbem.kit.hexgame.rules.position import HexPosition
from pbem.kit.hexgame.rules.setting import HexSetting
from pbem.kit.hexgame.rules.zones import zones_against
from pbem.kit.maps.hexes import Hex


def supplied(setting: HexSetting, position: HexPosition, side: str) -> frozenset[Hex]:
    """Return the hexes where units of a side are in supply; all, if the game has no supply."""
    tables = setting.tables
    foes = setting.hexes_of(position, tables.enemy[side])
    friends = setting.hexes_of(position, side)
    return tables.in_supply(side, foes | (zones_against(setting, position, side) - friends))


def out_of_supply(setting: HexSetting, position: HexPosition, side: str) -> list[str]:
    """Return the units of a side on the map that are out of supply, in the order of the data."""
    if setting.data.supply is None:
        return []
    near = supplied(setting, position, side)
    return [unit for unit in setting.own(position, side) if position.at[unit] not in near]


def is_supplied(setting: HexSetting, position: HexPosition, unit: str) -> bool:
    """Say whether a unit on the map is in supply."""
    if setting.data.supply is None:
        return True
    side = setting.tables.side_of[unit]
    return position.at[unit] in supplied(setting, position, side)
