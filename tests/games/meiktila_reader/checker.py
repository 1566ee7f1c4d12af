"""A reader of Meiktila's games who has the rulebook, and not the rules module.

They hear every order and every outcome, keep a table of their own, and recompute what the rulebook
says. They check dice read from tables, supply lines and status, markers, costs of movement, zones,
stacking, strengths, columns, results and who pays them, points. A disagreement is in
`Checker.found`. They use only the module's names of outcomes and of the fields of a position.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from games.meiktila_reader.ground import UNITS, apart, beside, side_of, stacks
from games.meiktila_reader.results import Results
from games.meiktila_reader.table import EDGES, Combat


class Checker(Results):
    """One game, as the reader sees it; ``found``: what the reader does not agree with."""

    def order(self, raw: Mapping[str, Any]) -> None:
        """Hear an order, or an answer that the table gives itself."""
        if raw["do"] == "end" and raw["phase"] == "setup":
            self._set_up_ends()
        if raw["do"] == "edges":
            self.declared = {u: e for e in EDGES for u in raw.get(e, ())}

    def outcome(self, name: str, reported: Mapping[str, Any]) -> None:
        """Hear an outcome."""
        if self.combat is not None and self.combat.due:
            follows = self.combat.due.pop(0)
            self.want("what follows a failed die", follows[0], reported.get("unit"))
            self.sure("a failed die costs a step", name in {"StepLost", "Eliminated"})
        hear = getattr(self, f"hear_{_snake(name)}", None)
        if hear is None:
            self.found.append(f"an outcome that the reader does not know: {name}")
        else:
            hear(reported)

    def compare(self, position: Any) -> None:
        """Compare the reader's table with the position."""
        pairs: dict[str, tuple[Any, Any]] = {
            "at": (self.at, position.at),
            "reduced": (self.reduced, set(position.reduced)),
            "gone": (self.gone, set(position.gone)),
            "dug": (self.dug, position.dug),
            "vp": (self.vp, position.vp),
            "level": (self.level, position.level),
            "control": (self.control, position.control),
            "oos": (self.oos, set(position.oos)),
            "fired": (self.fired, set(position.fired)),
            "air": (self.air, position.air),
            "sentai": (self.sentai, position.sentai),
            "sixes": (self.sixes, position.sixes),
            "interdiction": (self.over, position.interdiction),
            "points": (self.points, position.points),
            "known": (self.known, position.known),
            "hidden": (self.hidden, position.hidden),
            "up": (self.up, position.up),
            "passed": (self.passed, position.passed),
            "tried": (self.tried, set(position.tried)),
            "barred": (self.barred, set(position.barred)),
            "tries": (self.tries, position.tries),
            "took": (self.took, set(position.took)),
            "fought": (self.fought & set(self.at), set(position.fought) & set(self.at)),
            "attacked": (self.attacked, position.attacked),
            "turn": (self.turn, position.turn),
        }
        for what, (mine, its) in pairs.items():
            self.want(f"position: {what}", mine, its)
        now = position.activation
        if now is not None and now.mode:
            self.want("position: counted", self.counted, set(now.counted))
            self.want("position: moved", self.moved, set(now.moved))
            self.want("position: entering", self.entering, set(now.entering))
        for place in {*self.at.values()}:
            self.sure("nobody shares a hex with an enemy", len(
                {side_of(unit) for unit in self.here(place)}) == 1)  # fmt: skip
        for place, number in self.dug.items():
            self.sure("positions are where units are", number > 0 and self.here(place))

    # --- what the reader itself would do

    def reach(self) -> dict[str, set[str]]:
        """Return where each unit on the map can end a move now (6.2)."""
        found: dict[str, set[str]] = {}
        for unit, start in self.at.items():
            if side_of(unit) != self.side or not self.may_act(unit):
                continue
            if unit in self.moved | self.digging:
                continue
            ends = self.field.reach(
                self.side, start, self.points_of(unit), add=self.o["zoc_step"] == "add",
                forced=unit not in self.stirred, marched=unit in self.marched,
            )  # fmt: skip
            if self.o["stacking"] == "move_end":
                ends = {end for end in ends if stacks([*self.here(end), unit])}
            if ends:
                found[unit] = ends
        return found

    def targets_now(self) -> set[str]:
        """Which hexes can be attacked now (6.5)."""
        able = [
            unit
            for unit in self.at
            if side_of(unit) == self.side and self.may_act(unit)
            and unit not in self.struck | self.digging | self.took
        ]  # fmt: skip
        room = self.number - len(self.counted) if self.number else len(UNITS)
        found: set[str] = set()
        for here in {where for unit, where in self.at.items() if side_of(unit) != self.side}:
            near = [unit for unit in able if self.at[unit] in beside(here)]
            foot = [unit for unit in near if UNITS[unit].kind == "infantry"]
            tanks = [unit for unit in near if UNITS[unit].kind == "armour"]
            guns = [
                gun for gun in able if UNITS[gun].kind == "artillery" and self._fires(gun, here)
            ]
            pair = (
                tanks
                and guns
                and (room >= 2 or any({tank, gun} & self.counted for tank in tanks for gun in guns))
            )
            if here not in self.targets and (foot or pair):
                found.add(here)
        return found

    def _fires(self, gun: str, here: str) -> bool:
        return (
            apart(self.at[gun], here) <= UNITS[gun].reach
            and gun not in self.oos | self.fired
            and bool(self.field.lines(gun))
        )

    def lists(self, legal: Sequence[Mapping[str, Any]]) -> None:
        """Compare what the game lists as legal with what the reader would do."""
        if self.phase == "movement" and self.combat is None:
            its: dict[str, set[str]] = {}
            for raw in legal:
                if raw["do"] == "move":
                    its.setdefault(raw["unit"], set()).add(raw["path"][-1])
            self.want("where units can go", self.reach(), its)
        if self.phase == "combat" and self.combat is None:
            targets = {raw["hex"] for raw in legal if raw["do"] == "attack"}
            self.want("what can be attacked", self.targets_now(), targets)
        combat = self.combat
        if combat is not None and combat.stage == "advance":
            able = {
                unit
                for unit in combat.attackers
                if unit not in combat.gone_back and stacks([*self.here(combat.hex), unit])
            }
            named = {unit for raw in legal for unit in raw.get("units", ())}
            self.want("who may advance", able, named)
        if combat is not None and combat.stage in {"hold", "losses"} and combat.owed:
            self._plans(combat, legal)

    def _plans(self, combat: Combat, legal: Sequence[Mapping[str, Any]]) -> None:
        """Compare steps and the ends of retreats with the plans that begin with them."""
        length = combat.owed if self._by_hexes(combat) else 1
        mine: set[tuple[str, str]] = set()
        for unit in self._payers(combat):
            mine.add((unit, "step"))
            mine |= {
                (unit, end) for end in self.field.retreats(unit, length, stops=self._stops(combat))
            }
        its = {
            (part["unit"], (part.get("to") or ["step"])[-1])
            for raw in legal
            for part in raw["parts"][:1]
            if not part.get("off")
        }
        self.want("plans", mine, its)


def _snake(name: str) -> str:
    return re.sub(r"(?<!^)([A-Z])", r"_\1", name).lower()
