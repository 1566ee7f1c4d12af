"""How the reader follows a battle: lines, groups, strikes, rounds, who loses, who goes where."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from games.singapore_reader.deployment import Deploying
from games.singapore_reader.ground import (
    ARMY,
    BESIDE,
    PLANES,
    between,
    result,
    strike,
)

FOE = {"attacker": "defender", "defender": "attacker"}


class Fight:
    """A battle for a sector: who fights, and how far it has come."""

    def __init__(self, place: str) -> None:
        self.place = place
        self.line: dict[str, list[str]] = {"attacker": [], "defender": []}
        self.strikers: dict[str, set[str]] = {"attacker": set(), "defender": set()}
        self.edge: dict[str, int] = {}
        self.point = self.support = self.tactic = ""
        self.lent = 0
        self.spent: Counter[str] = Counter()
        self.tired: list[str] = []
        self.faced: tuple[str, str] = ("", "")
        self.struck: dict[str, str] = {}
        self.sealed: set[str] = set()
        """Armies that have sealed their strikes at this pair."""
        self.declared: set[str] = set()
        """Armies whose strikes at this pair are known."""
        self.best: dict[str, str] = {}
        self.alone = False
        """A strike has taken the point of a pair."""
        self.dropped = ("", 0)
        self.rounds = 0
        self.named: dict[str, str] = {}
        self.losses: dict[str, str] = {}
        """The unit that has to be lost next -> how."""
        self.back: list[str] = []
        """Suppressed units that have not gone yet."""
        self.flees = ""
        self.hunters: dict[str, str] = {}
        self.shells: set[str] = set()
        """[6.C1] Roles whose batteries have high explosive."""
        self.disguised = self.ambushed = self.stood = False
        self.joined = 0
        """[6.C2, 6.C4 to 6.C6] What cards do in the round at hand."""
        self.again = ""
        self.rolled: tuple[Sequence[int], ...] = ()
        """The dice that lie there, before cards are played on them."""
        self.more = 0
        """Halves of a point that cards give to the defender in this round."""

    @property
    def group(self) -> list[str]:
        return [unit for unit in (self.point, self.support) if unit]

    def attackers(self) -> list[str]:
        return [*self.group, *self.line["attacker"], *self.tired]


class Fights(Deploying):
    """The table while a battle goes on."""

    fight: Fight | None = None

    def planes_over(self, place: str, army: str, *, side: bool) -> set[str]:
        return {
            unit for unit, where in self.at.items()
            if where == place and unit[1] in PLANES and self.air[unit] == "mission"
            and (self.ally(ARMY[unit[0]], army) if side else ARMY[unit[0]] == army)
        }  # fmt: skip

    def hear_battle_begun(self, reported: Mapping[str, Any]) -> None:
        """[4.10, R20, R21, R90] Who fights, and with what."""
        place = reported["place"]
        self.sure(f"{place} is fought for in the combat phase", self.phase == "combat")
        self.sure(f"{place} is contested", self.contested(place))
        self.sure(f"{place} is the enemy's", not self.ally(self.control[place], self.army))
        self.sure(f"{place} was not fought for yet", place not in self.over)
        fight = self.fight = Fight(place)
        mine = [unit for unit in self.of(place, self.army) if unit[1] != "h"]
        foes = self.enemies(place, self.army)
        fight.line = {role: list(reported["lines"][role]) for role in FOE}
        self.want("who attacks", sorted(mine), sorted(fight.line["attacker"]))
        self.want("who defends", sorted(foes), sorted(fight.line["defender"]))
        guns: dict[str, set[str]] = {"attacker": set(), "defender": set()}
        for gun, at in self.barrage.items():
            if at == place:
                guns["attacker" if self.army_of(gun) == self.army else "defender"].add(gun)
        planes = {
            "attacker": self.planes_over(place, self.army, side=False),
            "defender": self.planes_over(place, self.control[place], side=True),
        }
        for role in FOE:
            self.want(f"guns of the {role}", guns[role], set(reported["guns"][role]))
            self.want(f"planes of the {role}", planes[role], set(reported["planes"][role]))
            fight.strikers[role] = guns[role] | planes[role]
        fight.edge = {
            unit: more for unit in mine
            if unit in self.entered and (more := self.edge_bonus(self.entered[unit], place))
        }  # fmt: skip
        self.want("what edges give", fight.edge, {u: n for u, n in reported["edge"].items() if n})

    def hear_line_ordered(self, reported: Mapping[str, Any]) -> None:
        fight = self._fight()
        mine = fight.line[reported["role"]]
        self.want("who is lined up", sorted(mine), sorted(reported["units"]))
        fight.line[reported["role"]] = list(reported["units"])

    # --- air

    def hear_plane_named(self, reported: Mapping[str, Any]) -> None:
        fight = self._fight()
        self.sure(
            "the defender names his plane first", reported["side"] != "attacker" or fight.named
        )
        role = "attacker" if ARMY[reported["unit"][0]] == self.army else "defender"
        self.sure("a plane of the sky is named", reported["unit"] in fight.strikers[role])
        fight.named[role] = reported["unit"]

    def hear_air_round(self, reported: Mapping[str, Any]) -> None:
        """[3.7] Standard Attacks, plane against plane; nothing is added."""
        fight = self._fight()
        self.want("who meets in the air", fight.named, {r: reported[r] for r in FOE})
        self._faces(reported["attack"], self.card.dice[reported["attacker"][:2]][0])
        self._faces(reported["defence"], self.card.dice[reported["defender"][:2]][1])
        margin = 2 * (max(reported["attack"]) - max(reported["defence"]))
        self.want(
            "margin in the air", (margin, result(margin)), (reported["margin"], reported["result"])
        )
        loser, _, how = reported["result"].partition(" ")
        if loser in FOE:
            fight.losses = {reported[loser]: how}
        fight.named = {}

    # --- groups

    def hear_group_formed(self, reported: Mapping[str, Any]) -> None:
        """[2.6, R8, R9, R70, R71] The next in line, and whose tactic stays."""
        fight = self._fight()
        point, support, tactic = reported["point"], reported["support"], reported["tactic"]
        line = fight.line["attacker"]
        pair = tactic in {"concentrate", "flank"}
        if not fight.group:
            self.want("a new group", line[: 1 + bool(support)], reported_group(reported))
            self.want("two for a tactic of two", pair, bool(support))
        elif fight.point:
            self.want("a point stays", fight.point, point)
            self.sure("a tactic stays", tactic == fight.tactic or not (support or line))
            self.want("the next in line supports", line[0] if line else "", support)
        elif point == fight.support:
            self.sure("who led a Standard Attack", tactic == "standard" and not support)
            self.sure("may lead", not line or fight.alone)
        else:
            self.want("the next in line leads", line[:1], [point])
            self.want("who supports, stays", (fight.support, fight.tactic), (support, tactic))
        if pair and tactic == "concentrate":
            dice = self.card.dice[support[:2]][0] if support else (reported["lent"],)
            self.sure("the lent die is the supporting unit's", reported["lent"] in dice)
            if support and support == fight.support:
                self.want("the lent die stays", fight.lent, reported["lent"])
        fight.line["attacker"] = [unit for unit in line if unit not in {point, support}]
        fight.point, fight.support, fight.tactic, fight.lent = (
            point,
            support,
            tactic,
            reported["lent"],
        )
        fight.dropped = ("", 0)

    # --- strikes

    def seals(self) -> set[str]:
        """[R11] Armies that seal their strikes: by the option all, where both sides could."""
        if self.o["strikes"] != "sealed" or not all(map(self._could_strike, FOE)):
            return set()
        return self._could_strike("attacker") | self._could_strike("defender")

    def _could_strike(self, role: str) -> set[str]:
        return {self.army_of(unit) for unit in self._fight().strikers[role]}

    def hear_strikes_sealed(self, reported: Mapping[str, Any]) -> None:
        """[R11] The defenders first, before any strike is known."""
        fight, army = self._fight(), reported["side"]
        self.sure(f"{army} seals its strikes", army in self.seals() - fight.sealed)
        self.want("strikes that are known already", set(), fight.declared)
        first = self._could_strike("defender")
        self.sure("the defenders seal first", army in first or first <= fight.sealed)
        fight.sealed.add(army)

    def hear_strikes_declared(self, reported: Mapping[str, Any]) -> None:
        """[3.8.1, 3.8.2] Unused strike units, at point or supporting unit, of a new pair."""
        fight = self._fight()
        defender = fight.line["defender"][0]
        self.sure("a new pair", (fight.point, defender) != fight.faced)
        if not fight.declared:
            self.want("who has sealed before strikes are known", self.seals(), fight.sealed)
        self.sure("strikes are declared once", reported["side"] not in fight.declared)
        fight.declared.add(reported["side"])
        role = "attacker" if reported["side"] == self.army else "defender"
        free = {u for u in fight.strikers[role] if self.army_of(u) == reported["side"]}
        named = [*reported["point"], *reported["support"]]
        self.sure(
            "who strikes has not struck", set(named) <= free and len(set(named)) == len(named)
        )
        self.sure("a supporting unit is struck", not reported["support"] or (
            role == "defender" and fight.support))  # fmt: skip
        aims = {"attacker": defender, "defender": fight.point}
        fight.struck |= dict.fromkeys(reported["point"], aims[role])
        fight.struck |= dict.fromkeys(reported["support"], fight.support)

    def hear_strike_rolled(self, reported: Mapping[str, Any]) -> None:
        fight = self._fight()
        unit = reported["unit"]
        self.want("at whom a unit strikes", fight.struck.pop(unit, None), reported["target"])
        came = self.strike_of(unit, reported["die"])
        self.want(f"a strike of {unit} with {reported['die']}", came, reported["result"])
        order = ["none", "suppressed", "eliminated"]
        best = max(fight.best.get(reported["target"], "none"), came, key=order.index)
        fight.best[reported["target"]] = best
        for free in fight.strikers.values():
            free.discard(unit)

    def strike_of(self, unit: str, die: int) -> str:
        """[3.8.3, 6.C1, 6.E4] What a strike's die comes to."""
        role = "attacker" if self.ally(self.army_of(unit), self.army) else "defender"
        shells = self.fight is not None and unit[1] == "h" and role in self.fight.shells
        return strike(unit, die - 2 * ("E4" in self.force), shells=shells)

    def hear_strikes_over(self, reported: Mapping[str, Any]) -> None:
        fight = self._fight()
        self.want("all have struck", {}, fight.struck)
        self.sure("nothing that was sealed stays so", fight.sealed <= fight.declared)
        fight.sealed, fight.declared = set(), set()
        fight.faced = (reported["point"], reported["defender"])
        fight.losses = {unit: how for unit, how in fight.best.items() if how != "none"}
        fight.best, fight.alone = {}, reported["point"] in fight.losses

    # --- rounds

    def hear_die_dropped(self, reported: Mapping[str, Any]) -> None:
        fight = self._fight()
        fight.dropped = (fight.line["defender"][0], reported["die"])

    def hear_round_begun(self, reported: Mapping[str, Any]) -> None:
        """[1.9, 2.6] Whose dice are rolled."""
        fight = self._fight()
        fight.alone = False
        self.want("the point", fight.point, reported["point"])
        self.want("the supporting unit", fight.support, reported["support"])
        self.want("the defender", fight.line["defender"][0], reported["defender"])
        pair = (fight.point, reported["defender"])
        may = any(fight.strikers[role] for role in FOE)
        self.sure("strikes at a new pair come first", fight.faced == pair or not may)
        attack = list(self.card.dice[fight.point[:2]][0])
        if fight.support and fight.tactic == "concentrate":
            attack.append(fight.lent)
        defence = list(self.card.dice[reported["defender"][:2]][1])
        if fight.support and fight.tactic == "flank" and len(defence) > 1:
            whose, die = fight.dropped
            chosen = whose == reported["defender"]
            self.sure("a die is chosen", chosen or len(set(defence)) == 1)
            defence.remove(die if chosen else defence[0])
        defence += [6] * fight.joined
        fight.more = 0
        if fight.ambushed and len(attack) > 1:
            attack.remove(min(attack))
        elif fight.ambushed:
            fight.more = 2
        self.want("dice of the attack", sorted(attack), sorted(reported["attack"]))
        self.want("dice of the defence", sorted(defence), sorted(reported["defence"]))
        self.want("the bonus", self._bonus(), reported["bonus"])
        self._due = (reported["attack"], reported["defence"])

    def _bonus(self) -> int:
        """[4.10, R3 to R6, R81, 2.12] The edge of the point; a point less for one flanked die."""
        fight = self._fight()
        single = len(self.card.dice[fight.line["defender"][0][:2]][1]) == 1
        less = 2 * (single and bool(fight.support) and fight.tactic == "flank")
        return fight.edge.get(fight.point, 0) + int(self.o["defender_bonus"]) - less + fight.more

    def hear_round_rolled(self, reported: Mapping[str, Any]) -> None:
        """[1.10, 6.C2] The dice before cards are played on them, and the die of a disguise."""
        fight = self._fight()
        self._faces(reported["attack"], self._due[0])
        self._faces(reported["defence"], self._due[1])
        die = reported["disguise"]
        self.sure("a die for a disguise", (1 <= die <= 6) if fight.disguised else die == 0)
        fight.more += 0 if not fight.disguised else -4 if die <= 4 else 4
        self.want("the bonus with cards", self._bonus(), reported["bonus"])
        fight.rolled = (reported["attack"], reported["defence"])

    def margin_now(self) -> int:
        """Return the margin of the dice on the table, in halves for the attacker."""
        attack, defence = self._fight().rolled
        return 2 * (max(attack) - max(defence)) - self._bonus()

    def hear_round_fought(self, reported: Mapping[str, Any]) -> None:
        """[1.11 to 1.13, 2.6 to 2.8, 7.4, 7.5] What the dice come to."""
        fight = self._fight()
        attack, defence = reported["attack"], reported["defence"]
        self._faces(attack, self._due[0])
        self._faces(defence, self._due[1])
        if fight.rolled:
            self.want("the dice of the round", fight.rolled, (attack, defence))
        margin = 2 * (max(attack) - max(defence)) - self._bonus()
        if fight.stood and 0 < margin < 6:
            margin = 0
        fight.disguised = fight.ambushed = fight.stood = False
        fight.joined, fight.rolled = 0, ()
        self.want("margin", (margin, result(margin)), (reported["margin"], reported["result"]))
        fight.rounds += 1
        for unit in fight.group:
            fight.spent[unit] += 1
        loser, _, how = result(margin).partition(" ")
        if loser == "attacker":
            fight.losses = dict.fromkeys(fight.group, how)
        elif loser == "defender":
            fight.losses = {reported["defender"]: how}
            self._through(fight, reported["defender"], attack, defence)

    def _through(
        self, fight: Fight, loser: str, attack: Sequence[int], dice: Sequence[int]
    ) -> None:
        """[7.4, 7.5, R48] Half of who is left, from the front: of the rest, if both are so."""
        left = [unit for unit in fight.line["defender"] if unit != loser]
        armoured = fight.point[:2] in {"jv", "av"} or (
            fight.point[:2] == "bv" and self.card.dice["bv"][0] == (8, 8)
        )
        for holds in (
            self.o["breakthrough"] and armoured and list(attack).count(8) >= 2,
            self.o["rout"] and set(dice) == {1},
        ):
            if holds:
                half = left[: (len(left) + 1) // 2]
                fight.losses |= dict.fromkeys(half, "suppressed")
                left = left[len(half) :]

    def hear_broke_through(self, reported: Mapping[str, Any]) -> None:
        fight = self._fight()
        self.sure(f"{reported['how']} by option", self.o[reported["how"]])
        self.sure("who is suppressed with it", all(
            fight.losses.get(unit) == "suppressed" for unit in reported["units"]))  # fmt: skip

    def hear_fatigued(self, reported: Mapping[str, Any]) -> None:
        fight = self._fight()
        unit = reported["unit"]
        self.want(f"attacks of {unit}", 2, fight.spent[unit])
        self._out(unit)
        fight.tired.append(unit)

    # --- who loses

    def hear_unit_lost(self, reported: Mapping[str, Any]) -> None:
        """[4.10.1, 4.10.2] Who loses, and what becomes of the loser."""
        fight, unit, how = self._fight(), reported["unit"], reported["how"]
        if reported["by"] == "order":
            self.sure("a plane leaves", unit[1] in PLANES and how == "left")
        else:
            self.want(f"how {unit} loses", fight.losses.pop(unit, None), how)
        self._out(unit)
        for free in fight.strikers.values():
            free.discard(unit)
        if unit[1] in PLANES:
            home = self.holds_airfield(ARMY[unit[0]])
            self.after(unit, "repair" if how != "eliminated" and home else "removed")
        elif unit[1] == "h":
            self.after(unit, "captured" if how == "eliminated" else "removed")
        elif how == "eliminated":
            self.after(unit, "removed")
        else:
            fight.back.append(unit)

    def _out(self, unit: str) -> None:
        """Take a unit out of its place in the battle."""
        fight = self._fight()
        for line in fight.line.values():
            if unit in line:
                line.remove(unit)
        if unit in fight.tired:
            fight.tired.remove(unit)
        if unit == fight.point:
            fight.point = ""
        if unit == fight.support:
            fight.support = ""

    def ways_back(self, unit: str, place: str) -> set[str]:
        """[4.10.2, R34, R82] Where a beaten unit can go."""
        army = self.army_of(unit)
        if army == self.army:
            near = self.launches.get(place, set())
        else:
            near = set()
            for there in BESIDE[place]:
                edge = between(place, there)
                if edge is not None and not edge.water:
                    near.add(there)
        return {there for there in near if self.friendly(there, army) and self.room(there, army)}

    def hear_withdrew(self, reported: Mapping[str, Any]) -> None:
        fight, unit = self._fight(), reported["unit"]
        self.sure(f"{unit} withdraws", unit in fight.back)
        self.sure(
            f"{unit} withdraws from {fight.place} to {reported['place']}",
            reported["place"] in self.ways_back(unit, fight.place),
        )
        fight.back.remove(unit)
        self._out(unit)
        self.at[unit] = reported["place"]
        self.entered.pop(unit, None)

    # --- retreats

    def hear_stayed(self, reported: Mapping[str, Any]) -> None:
        self.sure("a battle goes on", self.fight)

    def hear_retreat_agreed(self, reported: Mapping[str, Any]) -> None:
        self.sure("an army of this battle", self.fight)

    def hear_retreat_begun(self, reported: Mapping[str, Any]) -> None:
        """[4.10.4, R69, R76, R77] All go; attackers after a round."""
        fight, role = self._fight(), reported["role"]
        self.sure("attackers retreat after a round", role == "defender" or fight.rounds)
        force = fight.attackers() if role == "attacker" else fight.line["defender"]
        self.want("who retreats", sorted(force), sorted(reported["units"]))
        fight.flees, fight.back = role, list(reported["units"])
        go = [unit for unit in fight.back if unit[1] != "h"]
        self.sure("not batteries alone", go)
        room = {
            there: 6 - len(self.of(there, self.army_of(unit), side=True)) if "Axis" not in there
            else 99
            for unit in go for there in self.ways_back(unit, fight.place)
        }  # fmt: skip
        self.sure("there is room for all", sum(room.values()) >= len(go))
        fight.hunters = {}

    def hear_pursuit_ordered(self, reported: Mapping[str, Any]) -> None:
        """[4.10.4, R75] Guns strike at the rearguard, planes at whom they like."""
        fight = self._fight()
        free = fight.strikers[FOE[fight.flees]]
        for unit, target in zip(reported["units"], reported["targets"], strict=True):
            self.sure(f"{unit} can strike", unit in free and unit not in fight.hunters)
            self.sure(f"{target} flees", target in fight.back)
            rear = self._rear()
            self.sure(
                f"{unit} strikes at the rearguard {rear}", unit[1] in PLANES or target == rear
            )
            fight.hunters[unit] = target

    def _rear(self) -> str:
        fight = self._fight()
        front = [*fight.group, *fight.line["attacker"], *fight.tired]
        return (front if fight.flees == "attacker" else fight.line["defender"])[0]

    def hear_retreat_struck(self, reported: Mapping[str, Any]) -> None:
        fight = self._fight()
        self.want("at whom", fight.hunters.pop(reported["unit"], None), reported["target"])
        came = self.strike_of(reported["unit"], reported["die"])
        self.want(
            f"a strike of {reported['unit']} with {reported['die']}", came, reported["result"]
        )
        if came == "eliminated":
            fight.losses[reported["target"]] = came
        for free in fight.strikers.values():
            free.discard(reported["unit"])

    def hear_battle_ended(self, reported: Mapping[str, Any]) -> None:
        fight = self._fight()
        place = fight.place
        self.want("which battle is over", place, reported["place"])
        self.want("losses that were told", {}, fight.losses)
        self.want("who has to go back", [], fight.back)
        self.want(f"{place} is contested", self.contested(place), reported["contested"])
        if fight.line["defender"] and not fight.flees:
            self.want("who could still attack", [], [*fight.group, *fight.line["attacker"]])
        self.over.add(place)
        self.captured = "" if reported["contested"] else place
        self.fight = None

    # --- small things

    def _fight(self) -> Fight:
        assert self.fight is not None, "no battle"
        return self.fight

    def _faces(self, faces: Sequence[int], dice: Sequence[int]) -> None:
        fits = len(faces) == len(dice) and all(
            1 <= face <= die for face, die in zip(faces, dice, strict=True)
        )
        self.sure(f"{faces} on {dice}", fits)

    def after(self, unit: str, what: str) -> None:
        """Note what has to be said of a unit next."""
        raise NotImplementedError

    _due: tuple[Sequence[int], Sequence[int]] = ((), ())


def reported_group(reported: Mapping[str, Any]) -> list[str]:
    return [unit for unit in (reported["point"], reported["support"]) if unit]
