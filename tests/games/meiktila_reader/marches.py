"""The reader's knowledge of an activation: requests, movement, Improved Positions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

from games.meiktila_reader.days import Days
from games.meiktila_reader.ground import UNITS, beside, side_of, stacks
from games.meiktila_reader.table import EDGES, OBJECTIVES


class Marches(Days):
    """Activations up to a combat."""

    # --- activation (6.1, 8.1)

    def hear_activated(self, reported: Mapping[str, Any]) -> None:
        self.mode = reported["mode"]
        for unit in reported["enter"]:
            self.sure("who tries to enter", UNITS[unit].entry in EDGES
                      and self.may_try(unit, self.marker))  # fmt: skip
        for unit in reported["commit"]:
            self.sure("who is asked for", UNITS[unit].entry == "reserve"
                      and self.may_try(unit, self.marker))  # fmt: skip
        for unit in reported["replace"]:
            self._check_replacement(unit)
        self.sure("replacement steps", self.side == "jp" or len(reported["replace"]) <= self.points)
        for edge in EDGES if self.side == "jp" else ():
            tries = self.tries[edge] + sum(self.edge.get(u) == edge for u in reported["replace"])
            self.sure("replacements of an edge", tries <= (1 if edge == "north" else 2))
        self.rolling = {word: set(reported[word]) for word in ("enter", "replace", "commit")}
        self.tried |= self.rolling["enter"] | self.rolling["commit"]

    def _check_replacement(self, unit: str) -> None:
        kinds = {"infantry", "artillery"} if self.side == "al" else {"infantry"}
        self.sure("who takes a replacement", unit in self.at and unit in self.reduced
                  and UNITS[unit].kind in kinds and self.activates(self.marker, unit))  # fmt: skip
        self.sure("a replacement in supply", unit not in self.oos)
        self.sure("a replacement after a fight", unit not in self.fought)

    def hear_entry_rolled(self, reported: Mapping[str, Any]) -> None:
        self.sure("an entry asked for", reported["unit"] in self.rolling["enter"])
        self._comes(reported, reported["die"] <= self.turn and reported["die"] != 6)

    def hear_commit_rolled(self, reported: Mapping[str, Any]) -> None:
        self.sure("a commitment asked for", reported["unit"] in self.rolling["commit"])
        self.want("the reserve is barred", reported["die"] == 6, reported["barred"])
        if reported["die"] == 6:
            self.barred.add(reported["unit"])
        self._comes(reported, reported["die"] < self.turn and reported["die"] != 6)

    def _comes(self, reported: Mapping[str, Any], right: bool) -> None:
        self.want("the die of an entry", right, reported["enters"])
        if reported["enters"]:
            self.entering.add(reported["unit"])

    def hear_replacement_rolled(self, reported: Mapping[str, Any]) -> None:
        unit, edge = reported["unit"], reported["edge"]
        modified = reported["die"] + self.over[edge]
        self.sure("a replacement asked for", unit in self.rolling["replace"])
        self.want("the edge of a replacement", self.edge.get(unit), edge)
        self.want("the modified die of a replacement", modified, reported["modified"])
        self.want("the die of a replacement", modified <= 4, reported["taken"])
        self.tries[edge] += 1
        self._counts(unit)

    def hear_replaced(self, reported: Mapping[str, Any]) -> None:
        unit = reported["unit"]
        self.sure("a replacement for a reduced unit", unit in self.reduced)
        self.sure("a replacement asked for", unit in self.rolling["replace"])
        self.reduced.discard(unit)
        self.took.add(unit)
        if side_of(unit) == "al":
            self.points -= 1
            self._counts(unit)

    def _counts(self, unit: str) -> None:
        self.sure("who may act under the marker", self.may_act(unit))
        self.counted.add(unit)

    # --- movement (6.2, 6.4, 8.1.2)

    def hear_moved(self, reported: Mapping[str, Any]) -> None:
        unit, path, field = reported["unit"], list(reported["path"]), self.field
        side, add = side_of(unit), self.o["zoc_step"] == "add"
        self.want("the part of an activation", "movement", self.phase)
        self.sure("who moves once", unit not in self.moved | self.digging)
        points = self.points_of(unit)
        costs: list[int | None] = []
        zones: list[bool] = []
        if reported["entered"]:
            self.sure("who enters", unit in self.entering)
            self.sure("where one enters", path[0] in self.entries(unit))
            costs.append(field.first_step(side, path[0]))
            self.entering.discard(unit)
            self.edge[unit] = "south" if UNITS[unit].entry == "south" else "north"
        else:
            path = [self.at[unit], *path]
        zones = [field.in_zone(here, side) for here in path]
        for start, end in pairwise(path):
            self.sure("a path from hex to hex", end in beside(start))
            costs.append(field.step(side, start, end, add=add))
        self.sure("a path that can be gone", None not in costs)
        whole = sum(cost or 0 for cost in costs)
        forced = whole > points
        if forced and len(costs) == 1:  # the one certain hex
            whole, forced = points, False
        self.want("what a move costs", whole, reported["spent"])
        self.want("a forced march", forced, reported["forced"])
        self.sure("how far a move goes", whole <= (2 * points if forced else points))
        self.want("a move through zones", any(zones), reported["zone"])
        if forced:
            self.sure("a forced march keeps out of zones", not any(zones))
            self.sure("a forced march by who has met no zone", unit not in self.stirred)
            self.marched.add(unit)
        elif any(zones):
            self.sure("zones after a forced march", unit not in self.marched)
        if any(zones):
            self.stirred.add(unit)
        self._counts(unit)
        self.moved.add(unit)
        self.at[unit] = path[-1]
        self._comes_into(side, reported["path"])
        if self.o["stacking"] == "move_end":
            self.sure("stacking at the end of a move", stacks(self.here(path[-1])))

    def hear_control_changed(self, reported: Mapping[str, Any]) -> None:
        self.sure("control of what", reported["hex"] in OBJECTIVES)
        self.want("who was there last", self.control.get(reported["hex"]), reported["by"])

    def _comes_into(self, side: str, path: Sequence[str]) -> None:
        """[9.1, A99] A unit has come into these hexes, were it to go on."""
        for here in path:
            if here in OBJECTIVES:
                self.control[here] = side

    def hear_dug(self, reported: Mapping[str, Any]) -> None:
        unit, here = reported["unit"], reported["hex"]
        self.want("where one digs in", self.at[unit], here)
        self.sure("who digs in", unit not in self.moved | self.struck | self.digging | self.oos)
        self.dug[here] = self.dug.get(here, 0) + 1
        self.sure("positions for each unit", self.dug[here] <= len(self.here(here)))
        self._counts(unit)
        self.digging.add(unit)

    def hear_positions_gone(self, reported: Mapping[str, Any]) -> None:
        self.want("positions go with the last unit", [], self.here(reported["hex"]))
        self.want("positions gone", self.dug.pop(reported["hex"], 0), reported["number"])

    def hear_activation_ended(self, reported: Mapping[str, Any]) -> None:
        self.want("whose activation ends", self.marker, reported["marker"])
