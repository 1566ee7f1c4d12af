"""The reader's knowledge of results: steps, retreats, advances, the dice of charges."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.meiktila_reader.fights import Fights
from games.meiktila_reader.ground import (
    FOE,
    LAND,
    UNITS,
    apart,
    beside,
    half,
    side_of,
    stacks,
    too_many,
)
from games.meiktila_reader.table import Combat


class Results(Fights):
    """The results of the die of a combat."""

    # --- results (6.5.2, 6.5.3)

    def _payers(self, combat: Combat) -> list[str]:
        if combat.stage == "hold":
            return self.field.here(combat.hex, FOE[combat.side])
        able = [unit for unit in combat.attackers if unit not in combat.gone_back]
        if self.o["attacker_mode"] == "units":
            able = [unit for unit in able if unit not in combat.paid]
        return able

    def hear_losses_planned(self, reported: Mapping[str, Any]) -> None:
        combat = self.combat
        assert combat is not None
        asked = FOE[combat.side] if combat.stage == "hold" else combat.side
        self.want("who pays", asked, reported["side"])
        self.sure("something is owed", combat.owed > 0)

    def hear_plan_stopped(self, reported: Mapping[str, Any]) -> None:
        self.sure("a plan that stops", reported["unit"] in UNITS)

    def hear_retreat_rolled(self, reported: Mapping[str, Any]) -> None:
        combat, unit = self.combat, reported["unit"]
        assert combat is not None
        hold = combat.stage == "hold"
        self.sure("who retreats", unit in self._payers(combat))
        attack, defence, _ = self.face(unit)
        factor = max(attack or 0, defence)
        if unit in combat.oos:
            factor = half(factor)
        if hold:
            factor += self._bonus(combat, unit)
        more = not hold and combat.anti_tank and side_of(unit) == "al"
        passed = reported["die"] + more <= factor and reported["die"] + more < 6
        self.want("the factor of a retreat", factor, reported["factor"])
        self.want("the modified die of a retreat", reported["die"] + more, reported["modified"])
        self.want("a retreat that passes", passed, reported["passed"])
        length = combat.owed if self._by_hexes(combat) else 1
        self.sure(
            "there is somewhere to retreat",
            any(self.field.retreats(unit, length, stops=self._stops(combat))),
        )
        if not passed:
            combat.due.append((unit, "step"))

    def _stops(self, combat: Combat) -> bool:
        """Whether there is a die for each hex of a retreat, so that it may end in any."""
        return bool(self.o["retreat_rolls"]) and combat.stage == "hold"

    def _by_hexes(self, combat: Combat) -> bool:
        """Whether a number is of hexes and steps of all, not of units that pay once."""
        return combat.stage == "hold" or self.o["attacker_mode"] == "all"

    def hear_retreated(self, reported: Mapping[str, Any]) -> None:
        combat, unit, path = self.combat, reported["unit"], list(reported["path"])
        assert combat is not None
        start, side, field = self.at[unit], side_of(unit), self.field
        by_rolls = self._stops(combat)
        length = combat.owed if self._by_hexes(combat) else 1
        if not by_rolls:
            self.want("how far a retreat goes", length, len(path))
        for before, here in zip([start, *path], path, strict=False):
            self.sure("a retreat from hex to hex", here in beside(before) and here in LAND)
            self.sure("a retreat into enemies", not field.here(here, FOE[side]))
            self.sure("a retreat into zones",
                      not field.in_zone(here, side) or field.here(here, side))  # fmt: skip
        self.want("a retreat leads away", len(path), apart(start, path[-1]))
        self.at[unit] = path[-1]
        self._comes_into(side, path)
        self.sure("stacking after a retreat", stacks(self.here(path[-1])))
        combat.gone_back.add(unit)
        if not self._by_hexes(combat):
            combat.owed -= 1
            combat.paid.add(unit)

    def hear_step_lost(self, reported: Mapping[str, Any]) -> None:
        unit = reported["unit"]
        self.want("where a step is lost", self.at[unit], reported["hex"])
        self.sure("a step that there is", self.steps(unit) == 2)
        self.reduced.add(unit)
        self.vp[FOE[side_of(unit)]] += 1
        self._pays(unit, 1)

    def _pays(self, unit: str, steps: int) -> None:
        combat = self.combat
        if combat is None or combat.stage not in {"hold", "losses"}:
            return
        if "E" in combat.result[combat.stage == "hold"]:
            return
        self.sure("who pays with a step", unit in self._payers(combat))
        self.sure("a step that is owed", combat.owed > 0)
        combat.owed = max(0, combat.owed - (steps if self._by_hexes(combat) else 1))
        combat.paid.add(unit)

    def hear_eliminated(self, reported: Mapping[str, Any]) -> None:
        unit, steps = reported["unit"], self.steps(reported["unit"])
        self.want("where a unit is lost", self.at[unit], reported["hex"])
        self.want("the steps of a lost unit", steps, reported["steps"])
        if reported["why"] == "stacking":
            self.want("when stacking is tested", "stacking", self.phase)
            own = self.here(reported["hex"])
            self.want("the fewest are lost", too_many(own) - 1,
                      too_many([one for one in own if one != unit]))  # fmt: skip
        elif reported["why"] == "retreat":
            self.sure("who leaves the map stands at its edge",
                      len(beside(self.at[unit])) < 6)  # fmt: skip
        self._pays(unit, steps)
        self.vp[FOE[side_of(unit)]] += steps
        for units in (self.at, self.edge, self.declared):
            units.pop(unit, None)
        for marked in (self.reduced, self.oos, self.fired, self.took):
            marked.discard(unit)
        self.gone.add(unit)
        if self.combat is not None:
            for lost in (self.combat.attackers, self.combat.banzai):
                if unit in lost:
                    lost.remove(unit)

    def hear_combat_went_on(self, reported: Mapping[str, Any]) -> None:
        combat = self.combat
        assert combat is not None
        if combat.stage in {"hold", "losses"}:
            said = combat.result[combat.stage == "hold"]
            left = self._payers(combat)
            self.sure("a number is paid", not combat.owed or not left)
            self.sure("E leaves nobody", said != "E" or not left)
        follows = {"hold": "losses", "losses": "advance", "advance": "banzai"}
        self.want("how a combat goes on", follows.get(combat.stage), reported["stage"])
        self._stage(combat, reported["stage"])

    def hear_advanced(self, reported: Mapping[str, Any]) -> None:
        combat, unit = self.combat, reported["unit"]
        assert combat is not None
        self.want("when one advances", "advance", combat.stage)
        self.sure("who advances", unit in combat.attackers and unit not in combat.gone_back)
        self.sure("into an empty hex", not self.field.here(combat.hex, FOE[combat.side]))
        self.sure("an advance to the next hex", combat.hex in beside(self.at[unit]))
        self.want("where one advances", combat.hex, reported["hex"])
        self.at[unit] = combat.hex
        self._comes_into(combat.side, [combat.hex])
        self.sure("stacking after an advance", stacks(self.here(combat.hex)))

    def hear_banzai_checked(self, reported: Mapping[str, Any]) -> None:
        combat, unit = self.combat, reported["unit"]
        assert combat is not None
        self.want("when charges are checked", "banzai", combat.stage)
        self.sure("who charged", unit in combat.banzai)
        attack, defence, _ = self.face(unit)
        factor = max(attack or 0, defence)
        if unit in combat.oos:
            factor = half(factor)
        lost = reported["die"] > factor or reported["die"] == 6
        self.want("the factor of a charge", factor, reported["factor"])
        self.want("what a charge costs", lost, reported["lost"])
        combat.banzai.remove(unit)
        if lost:
            combat.due.append((unit, "step"))

    def hear_combat_ended(self, reported: Mapping[str, Any]) -> None:
        combat = self.combat
        assert combat is not None
        self.want("every charge is checked", [], combat.banzai)
        self.want("which combat ends", combat.hex, reported["hex"])
        self.combat = None
