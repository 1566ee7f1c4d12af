"""The screen of Saipan; the rest of it is the kit's."""

from __future__ import annotations

from pbem.games.saipan.rules.setting import Setting
from pbem.kit.defaults.screen import FromTheRest


class Screen(FromTheRest):
    """Both sides may have a unit of one name, so its side says which is meant."""

    def unit_name(self, setting: Setting, side: str, unit: str) -> str:
        """Return the name in words of a unit of ``side``."""
        found = setting.tables.units[side].get(unit)
        return unit if found is None else found.text
