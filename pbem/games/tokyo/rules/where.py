"""The places of units, found out once for all that asks until somebody moves."""

from __future__ import annotations

from collections.abc import Mapping

from pbem.games.tokyo.data.tables import Tables
from pbem.kit.keeping import changed
from pbem.kit.maps.hexes import Hex

NATIONS = ("1ag", "8ag", "jp")
"""The American groups, and Japan as a whole."""


class Where:
    """The places of units, and what follows from that alone.

    ``at`` and ``ecorps`` are those of the position. ``units``: each American group, and ``jp`` ->
    its units on the map. ``near``: each of them -> town -> so many of its units have it in their
    zone of control. ``shore``: group -> so many Japanese units stand on its beach. ``stand``:
    what `held` has found out; ``only``: what `alone` has found out.
    """

    def __init__(self) -> None:
        self.at: Mapping[str, Hex] = {}
        self.ecorps = ""
        self.units: dict[str, set[str]] = {nation: set() for nation in NATIONS}
        self.near: dict[str, dict[Hex, int]] = {nation: {} for nation in NATIONS}
        self.shore = dict.fromkeys(NATIONS[:2], 0)
        self.stand: dict[bool, frozenset[Hex]] = {}
        self.only: dict[Hex, str] | None = None

    def after(self, tables: Tables, at: Mapping[str, Hex], ecorps: str) -> Where:
        """Return it for units that stand as in ``at`` now: some have moved, come or gone."""
        if ecorps != self.ecorps and self.at:
            return Where().after(tables, at, ecorps)
        found = Where.__new__(Where)
        found.at, found.ecorps, found.only = dict(at), ecorps, self.only
        found.units, found.near = dict(self.units), dict(self.near)
        found.shore, found.stand = dict(self.shore), dict(self.stand)
        for unit in changed(self.at, at):
            nation = nation_of(tables, unit, ecorps)
            found.stand.pop(unit in tables.americans, None)
            left, came = self.at.get(unit), at.get(unit)
            if left in tables.towns or came in tables.towns:
                found.only = None
            if nation not in self.units:
                continue
            if left is None or came is None:
                found.units[nation] = found.units[nation] ^ {unit}
            if left is not None:
                found.count(self, tables, nation, left, -1)
            if came is not None:
                found.count(self, tables, nation, came, 1)
        return found

    def count(self, was: Where, tables: Tables, nation: str, here: Hex, change: int) -> None:
        """Count a unit in a hex, or out of it; ``was``: the places before; ``change``: 1 or -1."""
        if beside := tables.towns_beside[here]:
            self.only = None
            if self.near[nation] is was.near[nation]:
                self.near[nation] = {**was.near[nation]}
            towns = self.near[nation]
            for town in beside:
                towns[town] = towns.get(town, 0) + change
                if not towns[town]:
                    del towns[town]
        if nation == "jp" and here in tables.shore:
            self.shore[tables.shore[here]] += change

    def held(self, tables: Tables, *, american: bool) -> frozenset[Hex]:
        """Return the hexes where units of one nation stand: American ones, or Japanese ones."""
        if american not in self.stand:
            at, americans = self.at, tables.americans.keys()
            own = at.keys() & americans if american else at.keys() - americans
            self.stand[american] = frozenset(map(at.__getitem__, own))
        return self.stand[american]

    def alone(self) -> Mapping[Hex, str]:
        """[10.0] Return each empty town, by hex, that one American group alone has in its zone."""
        if self.only is None:
            one, other, japanese = (self.near[nation].keys() for nation in NATIONS)
            towns = (one ^ other) - japanese
            empty = towns.difference(self.at.values()) if towns else towns
            self.only = {town: NATIONS[town not in one] for town in sorted(empty)}
        return self.only


def nation_of(tables: Tables, unit: str, ecorps: str) -> str:
    """Return the group of an American unit, ``jp`` of another.

    ``ecorps``: the group that called E Corps, empty if none has.
    """
    american = tables.americans.get(unit)
    if american is None:
        return "jp"
    return ecorps if american.group == "E" else american.group
