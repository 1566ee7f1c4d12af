"""A reader of Singapore's games on the map who has the rulebook, and not the rules module.

They hear every order and every outcome, keep a table of their own, and recompute what the rulebook
says. They check who deploys where, where units can go, what it costs and whether they are in
supply. They check who controls what, who fights whom with which dice, who seals strikes, the
results of dice, and who falls back where. They check what a supply point costs, who comes when, and
who draws, holds and may play which card when. They check the effect of each card, what a screen
hides, who has won and by how much. A disagreement is in `Checker.found`. They use only the module's
names of outcomes, of orders and of the fields of a position.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from games.singapore_reader.ground import (
    AIRFIELDS,
    ARMY,
    AXES,
    DEPOTS,
    GROUND,
    PLANES,
    RANGE,
    REPAIR,
    apart,
    steps_of,
)
from games.singapore_reader.standings import Standings

LANDS = {"mission": "landed", "landed": "ready", "repair": "mended", "mended": "landed"}
"""[4.1, R60] What a plane does from one turn of its army to the next."""


class Checker(Standings):
    """One game, as the reader sees it; ``found``: what the reader does not agree with."""

    def __init__(self, scenario: str, options: Mapping[str, Any], start: Any) -> None:
        super().__init__(scenario, options, start)
        self.next: list[tuple[str, str]] = []
        self.passed: dict[str, str] = {}
        self.owed = 0
        self.cleared = ""
        self.taken: set[str] = set()
        self.landing: set[str] = set()
        self.waiting = {key: Counter(units) for key, units in self.card.due.items()}
        self.due_units: list[tuple[str, Counter[str]]] = []
        self.heard: Counter[str] = Counter()
        self.at_screen: list[str] = []
        self.screened: dict[str, tuple[str, tuple[str, ...], bool]] = {}
        self.pushed: dict[str, str] = {}
        self.passes: dict[str, tuple[tuple[str, ...], bool]] = {}
        """[6.D8] Vehicles at a screen: who has come, is struck at, goes back, may go on."""

    def outcome(self, name: str, reported: Mapping[str, Any]) -> None:
        """Hear an outcome."""
        self.heard[name] += 1
        if self.owed and name != "SupplyPaid":
            self.want("what is paid", self.owed, 0)
            self.owed = 0
        self._clear(name)
        hear = getattr(self, f"hear_{_snake(name)}", None)
        if hear is None:
            self.found.append(f"an outcome that the reader does not know: {name}")
        else:
            hear(reported)

    def _clear(self, name: str) -> None:
        """[R22] Who has cleared the sector of a battle, as long as it is fought for."""
        if name == "BattleBegun":
            self.cleared = ""
        elif self.fight is not None and not self.enemies(self.fight.place, self.army):
            self.cleared = self.army

    def compare(self, position: Any) -> None:
        """Compare the reader's table with the position, when somebody is asked or dice are due."""
        war = position.war
        batteries = [unit for unit in self.at if unit[1] == "h"]
        pairs: dict[str, tuple[Any, Any]] = {
            "at": (self.at, war.at),
            "air": (self.air, war.air),
            "control": (self.control, war.control),
            "gone": (self.gone, set(war.gone)),
            "stock": (self.stock, war.stock),
            "active": (self.active, set(war.active)),
            "aside": (self.aside, set(war.aside)),
            "barred": (self.barred, set(war.barred)),
            "holder": ({unit: self.army_of(unit) for unit in batteries}, {
                unit: war.holder.get(unit, ARMY[unit[0]]) for unit in batteries}),
            "turn": ((self.army, self.period), (war.army, war.period)),
            "barrage": (self.barrage, war.barrage),
        }  # fmt: skip
        for what, (mine, its) in pairs.items():
            self.want(f"position: {what}", mine, its)
        if self.has_cards:
            self._compare_cards(position.war.cards)
        self.want("what was to be told of units", [], self.next)
        self.want("who is at a screen", ([], {}), (self.at_screen, self.pushed))
        if not (self.debts or self.ended or self.deploying):
            for place in self.control:
                self.want(f"whose {place} is", self.due_to(place), self.control[place])
        for place in self.control:
            for army in ("jp", "br"):
                many = len([u for u in self.of(place, army, side=True) if not self._late(u)])
                self.sure(f"six of a side in {place}", place in AXES or many <= 6)
        if self.fight is not None and position.battle is not None:
            its = position.battle
            self.want("lines", self.fight.line, its.line)
            self.want("group", self.fight.group, list(its.group))
            able = {*self.fight.group, *self.fight.line["attacker"]}
            self.want("attacks", *(
                {unit: many for unit, many in spent.items() if unit in able and many}
                for spent in (self.fight.spent, its.spent)))  # fmt: skip

    def _compare_cards(self, cards: Any) -> None:
        pairs: dict[str, tuple[Any, Any]] = {
            "hands": (self.hands, {
                army: [(held.deck, held.place) for held in cards.hands.get(army, [])]
                for army in self.hands}),
            "drawn": (self.pending, [(held.deck, held.place) for held in cards.drawn]),
            "urn": (sorted(self.cup), sorted(cards.cup)),
            "face up": (sorted(self.face_up), sorted(cards.up)),
            "in force": (self.in_force, {one.card: one.until for one in cards.force}),
            "undrawn": (self.places - self.next_place, cards.left),
        }  # fmt: skip
        for what, (mine, its) in pairs.items():
            self.want(f"cards: {what}", mine, its)

    def _late(self, unit: str) -> bool:
        """[R83] A captured battery may be the seventh."""
        return unit in self.taken

    # --- turns

    def hear_turn_begun(self, reported: Mapping[str, Any]) -> None:
        self._all_have_come()
        if self.has_cards:
            self.cards_end()
            self.cards_begin()
        order = self.card.armies
        if self.heard["TurnBegun"] > 1 or (self.army, self.period) != (order[0], 0):
            place = order.index(self.army) + 1
            follows = (order[place % len(order)], self.period + (place == len(order)))
            self.want("whose turn follows", follows, (reported["army"], reported["period"]))
        if reported["period"] > self.period:
            self.see_period()
        self.levels_reported()
        self.begins()
        self.army, self.period = reported["army"], reported["period"]
        self.turn += 1
        self.asked_for_die, self.die = {}, 0
        self.moved, self.entered, self.launches, self.barrage = set(), {}, {}, {}
        self.over, self.steps, self.captured = set(), {}, ""
        self.barred = set()
        self.landing = {
            unit for unit, state in self.air.items()
            if ARMY[unit[0]] == self.army and state in LANDS
        }  # fmt: skip
        self.phase = "refuel"

    def hear_phase_begun(self, reported: Mapping[str, Any]) -> None:
        self._all_have_come()
        self.phase = reported["phase"]
        self.opening = False
        late = {card for card, until in self.in_force.items() if until < self.turn}
        self.want("Events that should be over", set(), late)
        self.sure("nobody leaves by a misread order", not self.misread[1])
        if self.phase == "air":
            self.want("who refuels", set(), self.landing)
        if self.phase == "reinforce":
            for key in [key for key in self.waiting if self._comes(key)]:
                self.due_units.append((key, self.waiting.pop(key)))

    def _comes(self, key: str) -> bool:
        army, period, _ = key.split()
        return army == self.army and int(period) <= self.period

    # --- planes

    def hear_plane_moved(self, reported: Mapping[str, Any]) -> None:
        unit, place, state = reported["unit"], reported["place"], reported["state"]
        army = ARMY[unit[0]]
        if (unit, "repair") in self.next:
            self.next.remove((unit, "repair"))
            self.want("a beaten plane", (REPAIR, "repair"), (place, state))
        elif state == "mission":
            self.sure(f"{unit} flies when it may", self.phase == "air" and army == self.army)
            self.sure("planes fly in this weather", "E2" not in self.force)
            self.want(f"{unit} was ready", "ready", self.air[unit])
            self.sure(f"{unit} flies over the island", place not in AXES and place in self.control)
        elif self.phase == "refuel":
            self.sure(f"{unit} refuels", unit in self.landing)
            self.want(f"what {unit} does next", LANDS[self.air[unit]], state)
            stays = self.air[unit] in {"landed", "mended"} and place == self.at[unit]
            self.sure(f"{unit} lands at {place}", stays or place in self.airfields(army))
            self.landing.discard(unit)
        else:
            self.sure(f"the airfield of {unit} fell", self.at[unit] in AIRFIELDS and not self.ally(
                self.control[self.at[unit]], army))  # fmt: skip
            self.want(f"{unit} stays what it is", self.air[unit], state)
            self.sure(f"{unit} goes to {place}", place in self.airfields(army))
        self.at[unit], self.air[unit] = place, state

    # --- movement

    def hear_units_moved(self, reported: Mapping[str, Any]) -> None:
        """[4.4, 4.6, 5.8] A way, its length, where it stops, what it costs."""
        units, start, path = reported["units"], reported["start"], list(reported["path"])
        end, road = path[-1], reported["road"]
        attacks = bool(self.enemies(end, self.army))
        self.want(f"{units} attack {end}", attacks, reported["attacks"])
        drives = self.phase == "combat"
        if self.shifts(units, start, path):
            self._go(units, start, path, road=road)
            return
        for unit in units:
            self.want(f"{unit} stands in", start, self.at.get(unit))
            self.want(f"{unit} is of", self.army, self.army_of(unit))
            if not drives:
                left = self.after_screen(unit, path, road=road)
                self.sure(f"{unit} has not moved", unit not in self.moved or left is not None)
                far = self.reach(unit, road=road) if left is None else left
                self.sure(f"{unit} goes {path} so far", len(path) <= far)
            way = [start]
            for here, there in steps_of([start, *path]):
                self.sure(
                    f"{unit} goes from {here} to {there}",
                    self.step(unit, here, there, road=road) is not False
                    and (way == [start] or self.goes_on(unit, way, road=road)),
                )
                way.append(there)
        self.sure("movement phase", drives or self.phase == "movement")
        self.sure(f"{units} may end in {end}", self.may_end(
            units[0], start, end, self.army, many=len(units)))  # fmt: skip
        if drives:
            self._drives(units, start, path, attacks=attacks)
        self.passed = {
            place: self.army for place in path[:-1]
            if not self.here(place) and not self.ally(self.control[place], self.army)
        }  # fmt: skip
        self._go(units, start, path, road=road)
        self.enters(units, path)
        if attacks:
            self.launches.setdefault(end, set()).add(([start, *path])[-2])
            self.owed = len(units) if self.supplied else 0

    def _go(self, units: Sequence[str], start: str, path: Sequence[str], *, road: bool) -> None:
        for unit in units:
            self.at[unit] = path[-1]
            self.moved.add(unit)
            self.entered[unit] = ([start, *path])[-2]
            gone, by_road = self.steps.get(unit, (0, road))
            self.steps[unit] = (gone + len(path), by_road)

    def enters(self, units: Sequence[str], path: Sequence[str]) -> None:
        """[6.D8, R123] Enemy vehicles are struck at in every screened sector, each at once."""
        tanks = [u for u in units if u[1] == "v" and self.army_of(u) == "jp"]
        self.sure("nobody passes a screen", not (tanks and self.screens & set(path[:-1])))
        if path[-1] in self.screens:
            self.at_screen += tanks

    def hear_screen_entered(self, reported: Mapping[str, Any]) -> None:
        unit = reported["unit"]
        self.want("who comes to a screen", self.at_screen[:1], [unit])
        self.at_screen = self.at_screen[1:]
        self.want("from where", self.entered[unit], reported["came"])
        self.screened[unit] = (reported["came"], tuple(reported["rest"]), reported["road"])

    def after_screen(self, unit: str, path: Sequence[str], *, road: bool) -> int | None:
        """[R123] How far who has passed a screen still goes; None: they have passed none."""
        if unit not in self.passes:
            return None
        self.want("where he goes on to", self.passes.pop(unit), (tuple(path), road))
        self.want("who stands in his way", [], self.enemies(self.at[unit], self.army))
        return self.reach(unit, road=road) - self.steps[unit][0]

    def hear_screen_struck(self, reported: Mapping[str, Any]) -> None:
        """[6.D8, R123] As a field gun strikes; smoke is taken off."""
        unit = reported["unit"]
        self.sure(f"{unit} has come to a screen", unit in self.screened)
        self.want("where", self.at[unit], reported["place"])
        came = self.strike_of("ag", reported["die"])
        self.want("a strike of the screen", came, reported["result"])
        start, rest, road = self.screened.pop(unit)
        if came == "eliminated":
            self.after(unit, "removed")
        elif came == "suppressed":
            self.pushed[unit] = start
        elif rest:
            self.passes[unit] = (rest, road)

    def hear_pushed_back(self, reported: Mapping[str, Any]) -> None:
        unit = reported["unit"]
        self.want("who is sent back where", self.pushed.pop(unit, None), reported["place"])
        self.at[unit] = reported["place"]
        self.entered.pop(unit, None)

    def _drives(
        self, units: Sequence[str], start: str, path: Sequence[str], *, attacks: bool
    ) -> None:
        """[7.3, R46] All vehicles of a sector that three or more have captured just now."""
        mine = self._drivers(start)
        self.sure("penetration by option", self.o["penetration"] or set(units) <= self.push)
        self.want("all vehicles go on", sorted(mine), sorted(units))
        self.sure("three vehicles that captured a sector", len(mine) >= 3)
        self.want("where they captured one", self.captured, start)
        self.sure("they attack", attacks and path[-1] not in self.over)
        for unit in units:
            gone, road = self.steps.get(unit, (0, True))
            self.sure(f"{unit} has steps left", gone + len(path) <= self.reach(unit, road=road))

    def _drivers(self, place: str) -> list[str]:
        """[7.3, 6.D1] Vehicles that may go on: all, or without the option those of a push."""
        return [
            unit for unit in self.of(place, self.army)
            if unit[1] == "v" and (self.o["penetration"] or unit in self.push)
        ]  # fmt: skip

    def hear_drive_open(self, reported: Mapping[str, Any]) -> None:
        """[7.3] Vehicles may go on, from the sector that they captured; "": no more."""
        if not reported["place"]:
            return
        mine = self._drivers(reported["place"])
        self.sure(
            "three vehicles captured it", len(mine) >= 3 and self.captured == reported["place"]
        )

    # --- control

    def hear_control_changed(self, reported: Mapping[str, Any]) -> None:
        place, army = reported["place"], reported["army"]
        self.want(f"whose {place} was", self.control[place], reported["before"])
        by = self.cleared if self.fight is not None or self.captured == place else ""
        if self.deploying:
            self.sure(f"{place} goes to {army} before the first turn", self.flips(place, army))
        else:
            mine = self.passed.pop(place, "") or self.due_to(place, by)
            self.want(f"whose {place} is now", mine, army)
        before, self.control[place] = self.control[place], army
        if place in DEPOTS and self.supplied and not self.ally(before, army):
            self.debts.append((place, before, army))
        self.see()

    def hear_depot_lost(self, reported: Mapping[str, Any]) -> None:
        self.want("a supply point is lost", True, (
            reported["place"], reported["army"], reported["to"]) in self.debts)  # fmt: skip

    def hear_supply_lost(self, reported: Mapping[str, Any]) -> None:
        """[5.7] Three dice, at most half."""
        key = (reported["place"], reported["army"], reported["to"])
        self.sure(f"{key} was lost", key in self.debts)
        if key in self.debts:
            self.debts.remove(key)
        dice = reported["dice"]
        self._faces(dice, (6, 6, 6))
        tokens = self.at_most_half(reported["army"], sum(dice))
        self.want("tokens for a supply point", tokens, reported["tokens"])
        self.lose(reported["army"], tokens)
        self.stock[reported["to"]] += tokens

    def hear_supply_paid(self, reported: Mapping[str, Any]) -> None:
        self.want(f"what {reported['army']} pays", self.owed, reported["tokens"])
        self.owed = 0
        self.stock[reported["army"]] -= reported["tokens"]
        self.sure("nobody pays what he has not", self.stock[reported["army"]] >= 0)

    def hear_resupplied(self, reported: Mapping[str, Any]) -> None:
        income = self.card.income[self.army][self.period]
        if "E6" in self.force and self.army in {"au", "br"}:
            income //= 2
        income = max(0, income - self.fewer)
        self.want("income", (self.army, income), (reported["army"], reported["tokens"]))
        self.sure("what lies before the screen goes back first", not (
            self.army in self.following and self.stock[self.army]))  # fmt: skip
        self.earn(self.army, reported["tokens"])

    # --- barrages

    def hear_barrage_ordered(self, reported: Mapping[str, Any]) -> None:
        """[4.7 to 4.9, 5.9, R58, R68] Guns in range that have not moved, for one's own battles."""
        offensive = self.phase == "barrage"
        self.sure("guns can be told to fire in defence", offensive or "E3" not in self.force)
        for gun, place in zip(reported["units"], reported["places"], strict=True):
            army = self.army_of(gun)
            start = self.at[gun]
            self.sure(f"{gun} is a gun in range of {place}", (
                gun[1] in RANGE and 0 < apart(start, place) <= RANGE[gun[1]]))  # fmt: skip
            self.sure(f"{gun} fires once", gun not in self.barrage)
            self.sure(f"{gun} may be used", gun not in self.barred | self.aside)
            self.sure(f"{gun} is in no fight of its own", not self.contested(start))
            self.sure(f"{place} is fought for", (
                self.contested(place) and self.of(place, self.army)
                and not self.ally(self.control[place], self.army)))  # fmt: skip
            if offensive:
                self.want(f"{gun} is of", self.army, army)
                self.sure(f"{gun} has not moved", gun not in self.moved)
            else:
                self.sure(f"{gun} defends", not self.ally(army, self.army))
                own = self.control[place] == army or self.of(place, army)
                self.sure(f"{gun} supports its own", own or self.o["defensive_fire"] == "side")
            if self.supplied:
                self.sure(f"{gun} is in supply", self.in_supply(start, army))
            self.barrage[gun] = place
        guns = [unit for unit in reported["units"] if self.army_of(unit) == "jp"]
        dear = len(guns) if "E9" in self.force else 0
        self.owed = len(reported["units"]) + dear if self.supplied else 0

    def hear_defence_ordered(self, reported: Mapping[str, Any]) -> None:
        self.sure("an army under attack", not self.ally(reported["army"], self.army))

    # --- units that go and come

    def after(self, unit: str, what: str) -> None:
        self.next.append((unit, what))

    def hear_unit_removed(self, reported: Mapping[str, Any]) -> None:
        unit = reported["unit"]
        due = [one for one in self.next if one[0] == unit]
        if due:
            self.want(f"what becomes of {unit}", "removed", due[0][1])
            self.next.remove(due[0])
        elif unit[1] in PLANES:
            self.landing.discard(unit)
            self.want(f"where {unit} could land", set(), self.airfields(ARMY[unit[0]]))
        else:
            fight = self._fight()
            self.sure(f"{unit} has to fall back", unit in fight.back)
            if unit[1] != "h":
                self.want(f"where {unit} could go", set(), self.ways_back(unit, fight.place))
        if self.fight is not None:
            if unit in self.fight.back:
                self.fight.back.remove(unit)
            self._out(unit)
        self.at.pop(unit)
        self.air.pop(unit, None)
        self.barrage.pop(unit, None)
        self.gone.add(unit)

    def hear_battery_captured(self, reported: Mapping[str, Any]) -> None:
        unit = reported["unit"]
        self.sure(f"{unit} is captured", (unit, "captured") in self.next)
        self.next.remove((unit, "captured"))
        self.want("who captures", self.army, reported["army"])
        if self.fight is not None and unit in self.fight.back:
            self.fight.back.remove(unit)
        self.aside.add(unit)
        self.holder[unit] = reported["army"]

    def hear_battery_settled(self, reported: Mapping[str, Any]) -> None:
        """[R35] It is that side's that holds the sector, to be used from the next turn on."""
        unit, army = reported["unit"], reported["army"]
        place = self.at[unit]
        self.sure(f"{unit} was set aside", unit in self.aside)
        self.sure(f"nobody fights for {place}", not self.contested(place))
        self.aside.discard(unit)
        held = self.holder[unit] if self.ally(self.holder[unit], self.control[place]) else (
            self.control[place])  # fmt: skip
        self.want(f"whose {unit} is", held, army)
        self.holder[unit] = army
        self.taken.add(unit)
        self.barred.add(unit)

    def hear_units_arrived(self, reported: Mapping[str, Any]) -> None:
        """[4.11, R43] Where they are due, if there is room and nobody contests it."""
        units, place = reported["units"], reported["place"]
        kinds = Counter(unit[:2] for unit in units)
        for key, left in self.due_units:
            if place in self.comes_to(key.split()[2]) and kinds <= left:
                left.subtract(kinds)
                break
        else:
            self.found.append(f"{units} are not due at {place}")
        self.sure(f"{place} is friendly", self.friendly(place, self.army))
        self.sure(f"{place} has room", self.room(place, self.army, len(units)))
        for unit in units:
            self.sure(f"{unit} is new", unit not in self.at and unit not in self.gone)
            self.at[unit] = place
        if place in AXES:
            self.active.add(place)

    def entries(self) -> list[tuple[int, int, str]]:
        """[R122] Reinforcements of the Commonwealth still to come, the first one first."""
        found = [(*key.split(), key) for key in self.waiting]
        order = ["au", "br"]
        return sorted(
            (int(period), order.index(army), key) for army, period, _, key in found if army in order
        )

    def hear_arrival_delayed(self, reported: Mapping[str, Any]) -> None:
        """[6.E8, R122] The first of them comes a period later."""
        self.sure("by a card", self.delays)
        self.delays = False
        if not self.entries():
            self.found.append("nobody is still to come")
            return
        period, _, key = self.entries()[0]
        army, _, place = key.split()
        self.want("who comes late", (army, place), (reported["army"], reported["place"]))
        units = self.waiting.pop(key)
        self.want("how many come late", units, Counter(unit[:2] for unit in reported["units"]))
        later = f"{army} {period + 1} {place}"
        self.waiting[later] = self.waiting.get(later, Counter()) + units

    def _all_have_come(self) -> None:
        """[R43] Any unit of the army that still waits after its step has no place to come to.

        Room that an Event of the draw after it makes is too late: the units come in the next turn.
        """
        if self.phase != "reinforce":
            return
        for key, left in self.due_units:
            army, _, place = key.split()
            if army == self.army and left.total():
                for where in self.comes_to(place):
                    free = self.friendly(where, self.army) and self.room(where, self.army)
                    self.sure(f"{left} wait for {where} in vain", not free)

    # --- what the reader itself would do

    def lists(self, asked: str, legal: Sequence[Mapping[str, Any]]) -> None:
        """Compare where units can go, and at what guns can fire, with the lists of legal orders.

        A list names the first units of one army, kind and sector.
        """
        its: dict[tuple[str, str], set[tuple[str, bool]]] = {}
        mine: dict[tuple[str, str], set[tuple[str, bool]]] = {}
        if asked == "movement":
            for raw in legal:
                if raw["do"] == "move" and len(raw["units"]) == 1:
                    unit = raw["units"][0]
                    end = (raw["path"][-1], bool(raw.get("road")))
                    its.setdefault((self.at[unit], unit[:2]), set()).add(end)
            for unit in self._able():
                ends = {(end, road) for end, road in self.ends(unit)}
                if ends:
                    mine.setdefault((self.at[unit], unit[:2]), set()).update(ends)
            plain = {key: {end for end, _ in ends} for key, ends in mine.items()}
            said = {key: {end for end, _ in ends} for key, ends in its.items()}
            self.want("where units can go", plain, said)
            self.sure("ways of its own", all(its[key] <= mine[key] for key in its if key in mine))
        if asked == "deploy":
            self.deploys_at(legal)
        if asked == "barrage":
            fires = {(raw["units"][0], raw["place"]) for raw in legal
                     if raw["do"] == "fire" and len(raw["units"]) == 1}  # fmt: skip
            self.want("what guns can fire at", self._targets(), {
                (self.at[gun], gun[:2], place) for gun, place in fires})  # fmt: skip

    def _able(self) -> list[str]:
        return [
            unit for unit in self.at
            if unit[1] in GROUND and self.army_of(unit) == self.army and unit not in self.moved
            and unit not in self.aside
        ]  # fmt: skip

    def _targets(self) -> set[tuple[str, str, str]]:
        fought = [
            place for place in self.control
            if self.contested(place) and self.of(place, self.army)
            and not self.ally(self.control[place], self.army)
            and any(unit[1] != "h" for unit in self.of(place, self.army))
        ]  # fmt: skip
        return {
            (self.at[gun], gun[:2], place)
            for gun in self._able() if gun[1] in RANGE
            and gun not in self.barrage and gun not in self.barred
            and not self.contested(self.at[gun])
            and (not self.supplied
                 or (self.stock[self.army] > 0 and self.in_supply(self.at[gun], self.army)))
            for place in fought if 0 < apart(self.at[gun], place) <= RANGE[gun[1]]
        }  # fmt: skip


def _snake(name: str) -> str:
    return re.sub(r"(?<!^)([A-Z])", r"_\1", name).lower()
