"""One game's setting: scenario, options, tables; who commands whom, and who is whose enemy."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence, Set
from typing import Any

import msgspec

from pbem.games.tokyo.data.tables import Tables
from pbem.games.tokyo.rules.position import Position
from pbem.games.tokyo.rules.where import Where
from pbem.kit.keeping import Keeps, kept
from pbem.kit.maps.hexes import Hex
from pbem.kit.options import read_options

SCENARIOS: dict[str, str] = {
    "two": "Two players: an American army group and the Japanese who face the other one (3.0)",
    "three": "Three players: each American army group, and Japan (12.0)",
}
FACE_DOWN = "[USZ][1-9][0-9]{0,4}"
"""The form of what Japanese units are named while their counters lie face down: no bag can give
out more of them in 99 turns."""
GROUPS = ("1ag", "8ag")
"""The American army groups, which are armies and sides too."""
HOME = {"1ag": "east", "8ag": "west"}
"""Group -> its side of the Operational Boundary."""
JAPANESE = {"east": "je", "west": "jw"}
"""Side of the boundary -> the Japanese army there, in the game of two."""
COMMAND = {"jw": "1ag", "je": "8ag"}
"""Japanese army -> the side that commands it in the game of two (2.52)."""
ORDER = {"two": ("1ag", "jw", "8ag", "je"), "three": ("1ag", "8ag", "jp")}
"""Scenario -> the armies in the order in which they act (3.0, 12.2)."""


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The options of a game; docs/games/tokyo-orders.md lists them."""

    chinese_trigger: bool = False
    volunteers: bool = False
    cross_boundary_attacks: bool = True
    retreat_into_ct: bool = True
    points_1ag: int = 0
    points_8ag: int = 0
    points_jp: int = 0
    ties: str = "draw"


class Setting(Keeps):
    """The setting of every paragraph: ``tables``, ``options``, ``scenario``, ``armies``.

    ``given``: the Victory Points that each side has beforehand, as a handicap. ``american``: unit
    -> whether it is American. Two settings are
    equal that say the same of the same tables: what was found for one need not be found again.
    """

    def __init__(self, scenario: str, options: Mapping[str, Any], tables: Tables) -> None:
        self.options = read_options(options, Options)
        self.scenario = scenario
        self.given: dict[str, int] = {
            "1ag": self.options.points_1ag,
            "8ag": self.options.points_8ag,
            "jp": self.options.points_jp,
        }
        self.tables = tables
        self.armies = ORDER[scenario]
        self.american: Callable[[str], bool] = tables.americans.__contains__
        self._where = Where()
        self.sides: tuple[str, ...] = GROUPS if scenario == "two" else (*GROUPS, "jp")
        self._hash = hash((scenario, self.options, id(tables)))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Setting):
            return NotImplemented
        alike = (self.scenario, self.options) == (other.scenario, other.options)
        return alike and self.tables is other.tables

    def __hash__(self) -> int:
        return self._hash

    def commander(self, army: str) -> str:
        """[2.52, 12.1] Return the side that commands an army."""
        return COMMAND.get(army, army)

    def commanders(self, name: str) -> tuple[str, ...]:
        """Return the sides that may come to command a unit called so; none where no unit is.

        Which units came face down depends on the position, but a list may name one that only an
        order before it will bring on.
        """
        if name in self.tables.americans:
            group = self.tables.americans[name].group
            return GROUPS if group == "E" else (group,)
        if name in self.tables.armor or re.fullmatch(FACE_DOWN, name):
            return tuple(self.commander(army) for army in self.armies if army not in GROUPS)
        return ()

    def exists(self, position: Position, unit: str) -> bool:
        """Whether there is a unit of that name, wherever it is, or has been one.

        Names of units that come face down exist from the moment when they are given out.
        """
        if unit in self.tables.americans or unit in self.tables.armor:
            return True
        face_down = re.fullmatch(FACE_DOWN, unit)
        return face_down is not None and int(unit[1:]) <= position.made.get(unit[0], 0)

    def group(self, position: Position, unit: str) -> str:
        """Return the group of an American unit; E Corps is that of the side that called it."""
        group = self.tables.americans[unit].group
        return position.ecorps if group == "E" else group

    def army(self, position: Position, unit: str) -> str:
        """[2.52] Return the army of a unit on the map: a Japanese one by where it stands."""
        american = self.tables.americans.get(unit)
        if american is not None:
            return position.ecorps if american.group == "E" else american.group
        here = position.at[unit]
        if unit in position.freed and here in self.tables.zone:
            return position.freed[unit]
        return self.japanese(here)

    def japanese(self, hex_: Hex) -> str:
        """Return the Japanese army that stands on a hex."""
        return "jp" if self.scenario == "three" else JAPANESE[self.tables.side[hex_]]

    @kept
    def units_of(self, position: Position, army: str) -> Sequence[str]:
        """Return the units of an army on the map, by name."""
        if army in GROUPS:
            return sorted(self.nations(position)[army])
        japanese = self.nations(position)["jp"]
        if self.scenario == "three":
            return sorted(japanese) if army == "jp" else []
        at, freed, side, zone = position.at, position.freed, self.tables.side, self.tables.zone
        own = [
            unit
            for unit in japanese
            if army
            == (freed[unit] if unit in freed and at[unit] in zone else JAPANESE[side[at[unit]]])
        ]
        return sorted(own)

    def nations(self, position: Position) -> Mapping[str, Set[str]]:
        """Return the units on the map of each American group, and those of Japan (``jp``)."""
        return self.where(position).units

    @kept
    def where(self, position: Position) -> Where:
        """Return who stands where, and what follows from that alone."""
        last = self._where
        if last.at != position.at or last.ecorps != position.ecorps:
            self._where = last.after(self.tables, position.at, position.ecorps)
        return self._where
