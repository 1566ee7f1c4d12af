"""One game's setting: options, tables, and what a unit is at the moment."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Literal

import msgspec

from pbem.games.meiktila.data.forms import SIDES
from pbem.games.meiktila.data.tables import Face, Tables
from pbem.games.meiktila.rules.position import Position
from pbem.kit.options import read_options

SCENARIOS: dict[str, str] = {"meiktila": "5 to 14 March 1945 (10.0)"}
PEOPLE = {"al": "the Allied player", "jp": "the Japanese player"}


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The options of a game; docs/games/meiktila-orders.md lists them."""

    banzai: bool = True
    kimura: bool = False
    retreat_rolls: bool = False
    attacker_mode: Literal["units", "all"] = "units"
    opener: Literal["subset", "any"] = "subset"
    stacking: Literal["turn_end", "move_end"] = "turn_end"
    forced_march: Literal["turn", "activation"] = "turn"
    zoc_step: Literal["max", "add"] = "max"
    border_full: bool = True
    points_al: int = 0
    points_jp: int = 0


class Setting:
    """The setting of every paragraph: ``tables``, ``options``, ``sides``."""

    sides: tuple[str, ...] = SIDES

    def __init__(self, options: Mapping[str, Any], tables: Tables) -> None:
        self.options = read_options(options, Options)
        self.tables = tables
        self._side = {name: unit.side for name, unit in tables.units.items()}
        self._own = {side: tables.of(side) for side in self.sides}

    def side(self, unit: str) -> str:
        """Return the side of a unit, nothing of a name that no unit has."""
        return self._side.get(unit, "")

    def activates(self, marker: str, unit: str) -> bool:
        """[6.1.1] Whether a marker is for a unit of its side."""
        one, formation = self.tables.markers[marker], self.tables.units[unit].formation
        any_marker = self.tables.formations[formation].any_marker
        return one.units != "formations" or any_marker or formation in one.formations

    def is_(self, unit: str, kind: str) -> bool:
        """Whether a unit is of a kind."""
        return self.tables.units[unit].kind == kind

    def face(self, position: Position, unit: str) -> Face:
        """Return the side of a counter that lies up."""
        return self.tables.units[unit].faces[unit in position.reduced]

    def steps(self, position: Position, unit: str) -> int:
        """Return how many steps a unit has left."""
        return self.tables.units[unit].steps - (unit in position.reduced)

    def on_map(self, position: Position, side: str) -> list[str]:
        """Return the units of a side on the map, in the order of the data."""
        return [unit for unit in self._own[side] if unit in position.at]

    def ordered(self, units: Iterable[str]) -> list[str]:
        """Return units in the order of the data."""
        return sorted(units, key=self.tables.order.__getitem__)

    def here(self, position: Position, side: str, place: str) -> list[str]:
        """Return the units of a side in a hex, in the order of the data."""
        at = position.at
        return [unit for unit in self._own[side] if at.get(unit) == place]

    def stacks(self, position: Position, side: str) -> dict[str, list[str]]:
        """Return hex -> the units of a side in it, in the order of the data."""
        found: dict[str, list[str]] = {}
        for unit in self.on_map(position, side):
            found.setdefault(position.at[unit], []).append(unit)
        return found

    def places(self, position: Position, side: str) -> set[str]:
        """Return the hexes in which units of a side stand."""
        own = self._side
        return {place for unit, place in position.at.items() if own[unit] == side}


def halved(number: int) -> int:
    """[7.2] Return half of a number, rounded up."""
    return (number + 1) // 2
