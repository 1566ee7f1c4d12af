"""The reader's knowledge of a combat up to its die."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from games.meiktila_reader.ground import (
    CITY,
    DATA,
    FOE,
    STREAM,
    TERRAIN,
    TOWNS,
    UNITS,
    apart,
    beside,
    half,
)
from games.meiktila_reader.marches import Marches
from games.meiktila_reader.table import ODDS, Combat


class Fights(Marches):
    """Attacks, what the defender commits, totals, odds and columns."""

    # --- combat (6.5)

    def hear_attack_declared(self, reported: Mapping[str, Any]) -> None:
        side, here, field = reported["side"], reported["hex"], self.field
        with_, guns = reported["with_"], reported["guns"]
        self.want("the part of an activation", "combat", self.phase)
        self.want("who attacks", self.side, side)
        self.sure("a hex is attacked once", here not in self.targets)
        defenders = field.here(here, FOE[side])
        self.sure("a hex with enemies", defenders)
        for unit in (*with_, *guns):
            self.sure("who fights once", unit not in self.struck | self.digging)
            self.sure("no attack after a replacement", unit not in self.took)
        kinds = {UNITS[unit].kind for unit in with_}
        self.sure("what attacks", kinds <= {"infantry", "armour"})
        self.sure("armour does not attack alone", "infantry" in kinds or guns)
        for unit in with_:
            self.sure("attackers are adjacent", self.at[unit] in beside(here))
        if reported["banzai"]:
            self.sure("charges are played", self.o["banzai"] and side == "jp")
            self.sure("who charges", {*reported["banzai"]} <= {*with_})
            self.sure(
                "infantry charges", {UNITS[u].kind for u in reported["banzai"]} == {"infantry"}
            )
        for gun in guns:
            self._check_gun(gun, here)
        out = {u for u in (*with_, *defenders) if u in self.oos or not field.lines(u)}
        self.want("who is out of supply in a combat", out, {*reported["oos"]} - {*guns})
        self._fly(side, reported["air"])
        self.combat = Combat(reported)
        self.combat.anti_tank = any(UNITS[u].kind == "anti-tank" for u in defenders)
        for unit in (*with_, *guns):
            self._counts(unit)
            self.struck.add(unit)
            self.fought.add(unit)
        self.targets.add(here)
        self.attacked |= side == "jp"

    def _check_gun(self, gun: str, here: str) -> None:
        self.sure("guns support", UNITS[gun].kind == "artillery" and self.at.get(gun) != here)
        self.sure("a gun in range", apart(self.at[gun], here) <= UNITS[gun].reach)
        self.sure("a gun in supply", gun not in self.oos and self.field.lines(gun))
        self.sure("a gun fires once", gun not in self.fired)

    def _fly(self, side: str, number: int) -> None:
        if side == "al":
            self.sure("air units there are", number <= self.air)
            self.air -= number
        elif number:
            self.sure("the Sentai flies once", number == 1 and self.sentai == "ready")
            self.sentai = "used"

    def hear_fired(self, reported: Mapping[str, Any]) -> None:
        assert self.combat is not None
        guns = self.combat.guns if reported["attacking"] else self.combat.def_guns
        self.sure("a gun that was named fires", reported["unit"] in guns)
        self.fired.add(reported["unit"])

    def hear_defended(self, reported: Mapping[str, Any]) -> None:
        combat = self.combat
        assert combat is not None
        defenders = self.field.here(combat.hex, reported["side"])
        for gun in reported["guns"]:
            self._check_gun(gun, combat.hex)
        self._fly(reported["side"], reported["air"])
        town = combat.hex in TOWNS
        self.sure("who has the bonus of a town", reported["town"] in (defenders if town else [""]))
        covered = list(reported["dug"])
        number = min(self.dug.get(combat.hex, 0), len(defenders))
        self.want("how many have the bonus of a position", number, len(covered))
        self.sure("a bonus for each", len({*covered}) == number and {*covered} <= {*defenders})
        combat.def_guns, combat.def_air = list(reported["guns"]), reported["air"]
        combat.town, combat.covered = reported["town"], covered

    def _attack(self, combat: Combat) -> int:
        """[6.5.1, 7.2] The attackers' total."""
        total = 0
        for place in {self.at[unit] for unit in combat.all}:
            whole, halved, foot = 0, 0, 0
            for unit in combat.all:
                if self.at[unit] != place or UNITS[unit].kind != "infantry":
                    continue
                foot += 1
                factor = (self.face(unit)[0] or 0) * (2 if unit in combat.banzai else 1)
                if unit in combat.oos:
                    halved += factor
                else:
                    whole += factor
            less = foot * ((frozenset((place, combat.hex)) in STREAM) + (combat.hex == CITY))
            total += max(0, whole + half(halved) - less)
        return total + sum(self.face(gun)[0] or 0 for gun in combat.guns)

    def _defence(self, combat: Combat) -> int:
        defenders = self.field.here(combat.hex, FOE[combat.side])
        out = [unit for unit in defenders if unit in combat.oos]
        total = sum(self.face(unit)[1] for unit in defenders if unit not in out)
        total += half(sum(self.face(unit)[1] for unit in out))
        total += sum(self._bonus(combat, unit) for unit in defenders)
        return total + sum(self.face(gun)[1] for gun in combat.def_guns)

    @staticmethod
    def _bonus(combat: Combat, unit: str) -> int:
        jungle = TERRAIN[combat.hex] == "jungle"
        return jungle + (combat.town == unit) + (unit in combat.covered)

    def _shift(self, combat: Combat) -> int:
        defenders = self.field.here(combat.hex, FOE[combat.side])
        ours = sum(UNITS[unit].kind == "armour" for unit in combat.all)
        theirs = sum(UNITS[unit].kind == "armour" for unit in defenders)
        if combat.side == "al":
            ours = max(0, ours - sum(UNITS[unit].kind == "anti-tank" for unit in defenders))
        return ours - theirs + combat.air - combat.def_air + (self.mode == "attack-move")

    def hear_combat_rolled(self, reported: Mapping[str, Any]) -> None:
        combat = self.combat
        assert combat is not None
        attack, defence = self._attack(combat), self._defence(combat)
        odds, shift = column_of(attack, defence), self._shift(combat)
        column = min(max(odds + shift, 0), len(ODDS) - 1)
        result = DATA["combat"]["rows"][reported["die"] - 1][column]
        self.want("the attackers' total", attack, reported["attack"])
        self.want("the defenders' total", defence, reported["defence"])
        self.want("the odds", ODDS[odds], reported["odds"])
        self.want("the shift", shift, reported["shift"])
        self.want("the column", ODDS[column], reported["column"])
        self.want("the result", result, reported["result"])
        left, right = result.split("/")
        combat.result, combat.rolled = (left, right), True
        self._stage(combat, "hold")

    def _stage(self, combat: Combat, stage: str) -> None:
        combat.stage = stage
        if stage in {"hold", "losses"}:
            said = combat.result[stage == "hold"]
            combat.owed = int(said) if said.isdigit() else 0
            if stage == "losses" and self.o["attacker_mode"] == "units":
                combat.owed = min(combat.owed, len(combat.attackers))


def column_of(attack: int, defence: int) -> int:
    """[6.5, A23, A24] The column of the odds, before shifts."""
    if attack == 0:
        return 0
    odds = Fraction(attack, defence)
    if odds >= 1:
        return min(attack // defence, 6) + 1
    return max(0, 3 - -(-defence // attack))
