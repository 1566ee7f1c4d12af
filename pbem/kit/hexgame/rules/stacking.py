"""How many units may be in a hex."""

from __future__ import annotations

from collections.abc import Collection

from pbem.kit.hexgame.rules.position import HexPosition
from pbem.kit.hexgame.rules.setting import HexSetting
from pbem.kit.maps.hexes import Hex


def crowd(setting: HexSetting, position: HexPosition, hex_: Hex, besides: Collection[str]) -> int:
    """Return the points of the units in a hex, not counting those ``besides``."""
    units = setting.tables.units
    return sum(units[u].size for u in setting.there(position, hex_) if u not in besides)


def has_room(
    setting: HexSetting, position: HexPosition, hex_: Hex, coming: Collection[str]
) -> bool:
    """Say whether the units ``coming``, of one side, may join those that are in a hex."""
    size = sum(setting.tables.units[unit].size for unit in coming)
    return size + crowd(setting, position, hex_, coming) <= setting.data.stacking.limit
