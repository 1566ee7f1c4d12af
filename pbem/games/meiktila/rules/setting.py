"""One game's setting: options, tables, and what a unit is at the moment."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal

import msgspec

from pbem.games.meiktila.data.forms import SIDES
from pbem.games.meiktila.data.tables import Face, Tables
from pbem.games.meiktila.rules.position import Position
from pbem.kit.keeping import Keeps, always, changed, kept
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


class Where:
    """The places of units, found out once for all that asks until somebody moves.

    ``at``: unit -> hex, as it was then. For each side: ``stacks``: hex -> its units in it, in the
    order of the data; ``places``: the hexes with some; ``held``: those of both sides.
    """

    def __init__(self) -> None:
        self.at: Mapping[str, str] = {}
        self.stacks: dict[str, dict[str, list[str]]] = {side: {} for side in SIDES}
        self.places: dict[str, frozenset[str]] = dict.fromkeys(SIDES, frozenset[str]())
        self.held = frozenset[str]()

    def after(self, tables: Tables, at: Mapping[str, str]) -> Where:
        """Return it for units that stand as in ``at`` now: some have moved, come or gone."""
        found = Where()
        found.at = dict(at)
        found.stacks = {side: dict(stacks) for side, stacks in self.stacks.items()}
        for unit in changed(self.at, at):
            stacks = found.stacks[tables.units[unit].side]
            if (left := self.at.get(unit)) is not None:
                stacks[left] = [one for one in stacks[left] if one != unit]
                if not stacks[left]:
                    del stacks[left]
            if (came := at.get(unit)) is not None:
                stacks[came] = sorted([*stacks.get(came, ()), unit], key=tables.order.__getitem__)
        found.places = {side: frozenset(stacks) for side, stacks in found.stacks.items()}
        found.held = frozenset[str]().union(*found.places.values())
        return found


class Setting(Keeps):
    """The setting of every paragraph: ``tables``, ``options``, ``sides``.

    ``guns``: side -> its artillery, in the order of the data.
    """

    sides: tuple[str, ...] = SIDES

    def __init__(self, options: Mapping[str, Any], tables: Tables) -> None:
        self.options = read_options(options, Options)
        self.tables = tables
        self._side = {name: unit.side for name, unit in tables.units.items()}
        self._own = {side: tables.of(side) for side in self.sides}
        self.guns = {
            side: [unit for unit in units if tables.units[unit].kind == "artillery"]
            for side, units in self._own.items()
        }
        self._hexes = {here: place for place, here in enumerate(tables.land)}
        self._where = Where()

    def side(self, unit: str) -> str:
        """Return the side of a unit, nothing of a name that no unit has."""
        return self._side.get(unit, "")

    def activates(self, marker: str, unit: str) -> bool:
        """[6.1.1] Whether a marker is for a unit of its side."""
        return unit in self.activated(marker)

    @always
    def activated(self, marker: str) -> frozenset[str]:
        """[6.1.1] Return all units that a marker is for, if they are of its side."""
        one, tables = self.tables.markers[marker], self.tables
        return frozenset(
            name
            for name, unit in tables.units.items()
            if one.units != "formations"
            or tables.formations[unit.formation].any_marker
            or unit.formation in one.formations
        )

    def is_(self, unit: str, kind: str) -> bool:
        """Whether a unit is of a kind."""
        return self.tables.units[unit].kind == kind

    def face(self, position: Position, unit: str) -> Face:
        """Return the side of a counter that lies up."""
        return self.tables.units[unit].faces[unit in position.reduced]

    def steps(self, position: Position, unit: str) -> int:
        """Return how many steps a unit has left."""
        return self.tables.units[unit].steps - (unit in position.reduced)

    @kept
    def _now(self, position: Position) -> Where:
        if self._where.at != position.at:
            self._where = self._where.after(self.tables, position.at)
        return self._where

    def on_map(self, position: Position, side: str) -> list[str]:
        """Return the units of a side on the map, in the order of the data."""
        return [unit for unit in self._own[side] if unit in position.at]

    def ordered(self, units: Iterable[str]) -> list[str]:
        """Return units in the order of the data."""
        return sorted(units, key=self.tables.order.__getitem__)

    def by_hex(self, hexes: Iterable[str]) -> list[str]:
        """Return hexes of the map in the order of the data."""
        return sorted(hexes, key=self._hexes.__getitem__)

    def here(self, position: Position, side: str, place: str) -> list[str]:
        """Return the units of a side in a hex, in the order of the data."""
        return [*self._now(position).stacks[side].get(place, ())]

    def stacks(self, position: Position, side: str) -> Mapping[str, Sequence[str]]:
        """Return hex -> the units of a side in it, in the order of the data."""
        return self._now(position).stacks[side]

    def places(self, position: Position, side: str) -> frozenset[str]:
        """Return the hexes in which units of a side stand."""
        return self._now(position).places[side]

    def held(self, position: Position) -> frozenset[str]:
        """Return the hexes in which anybody stands."""
        return self._now(position).held


def halved(number: int) -> int:
    """[7.2] Return half of a number, rounded up."""
    return (number + 1) // 2
