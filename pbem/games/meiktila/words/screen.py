"""What a screen shows of Meiktila; the rest of it is the kit's."""

from __future__ import annotations

from pbem.games.meiktila.rules.setting import Setting
from pbem.kit.defaults.screen import FromTheRest


class Screen(FromTheRest):
    """The data have the name of each counter."""

    def unit_name(self, setting: Setting, side: str, unit: str) -> str:  # noqa: ARG002
        """Return the name in words of a unit; no name stands twice."""
        found = setting.tables.units.get(unit)
        return unit if found is None else found.text
