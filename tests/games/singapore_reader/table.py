"""The reader's table: units, sectors, tokens, and small calculations with them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from games.singapore_reader.ground import (
    AIRFIELDS,
    ARMY,
    AXES,
    BESIDE,
    DEPOTS,
    GROUND,
    HISTORIC,
    LAND_AXES,
    OFF_MAP,
    PLACES,
    SEA_AXES,
    STEPS,
    TIDERACE,
    between,
    bonus,
)

CAUSEWAY = frozenset(("Axis-D", "Woodlands"))
"""[6.E5] Where the Causeway is patched."""


class Table:
    """One game as it lies there, and what the rulebook says can be done at it."""

    def __init__(self, scenario: str, options: Mapping[str, Any], start: Any) -> None:
        self.o = options
        self.card = TIDERACE if scenario == "tiderace" else HISTORIC
        self.supplied = scenario != "brigade"
        self.found: list[str] = []
        war = start.war
        self.at: dict[str, str] = dict(war.at)
        self.air: dict[str, str] = {unit: "ready" for unit in self.at if unit[1] in "fb"}
        self.holder: dict[str, str] = dict(war.holder)
        self.control: dict[str, str] = dict(war.control)
        self.active = set(self.card.active)
        self.stock: dict[str, int] = dict(war.stock)
        self.gone: set[str] = set()
        self.aside: set[str] = set()
        self.barred: set[str] = set()
        self.army, self.period, self.phase = self.card.armies[0], 0, "air"
        self.moved: set[str] = set()
        self.entered: dict[str, str] = {}
        self.launches: dict[str, set[str]] = {}
        self.barrage: dict[str, str] = {}
        self.over: set[str] = set()
        self.steps: dict[str, tuple[int, bool]] = {}
        self.captured = ""
        self.debts: list[tuple[str, str, str]] = []
        """Supply points that were lost and not paid for: place, who pays, to whom."""
        self.force: set[str] = set()
        """[6.8] Events in force."""
        self.push: set[str] = set()
        self.bikes: set[str] = set()
        self.boats: set[tuple[str, frozenset[str]]] = set()
        self.sneaks: set[tuple[str, str]] = set()
        self.blown: set[frozenset[str]] = set()
        self.screens: set[str] = set()
        """[6.D1, 6.D2, 6.D5 to 6.D8] What Deployment cards do in this turn."""
        self._begins()

    def _begins(self) -> None:
        """[4.17, 5.2] Everybody stands where the deployment orders say, with the tokens of it."""
        stands: dict[str, Counter[str]] = {}
        for unit, place in self.at.items():
            stands.setdefault(place, Counter())[unit[:2]] += 1
        self.want("the set-up", self.forces_at_start(), stands)
        tokens: dict[str, int] = {}
        if self.card is TIDERACE:
            tokens = {"br": 40, "jp": 25}
        elif self.supplied:
            tokens = {"jp": 40 if str(self.o["japan_start"]) == "40" else 30, "au": 20, "br": 20}
        self.want("tokens at the start", tokens, self.stock)

    def forces_at_start(self) -> dict[str, Counter[str]]:
        """Place -> how many of each kind stand there before anything is done."""
        return dict(self.card.forces)

    # --- what the reader says

    def sure(self, what: str, holds: object) -> None:
        if not holds:
            self.found.append(f"{self.army} {self.period} {self.phase}: {what}")

    def want(self, what: str, mine: object, its: object) -> None:
        if mine != its:
            self.found.append(
                f"{self.army} {self.period} {self.phase}: {what}: the reader {mine}, the game {its}"
            )

    # --- who stands where

    def army_of(self, unit: str) -> str:
        return self.holder.get(unit, ARMY[unit[0]])

    def side(self, army: str) -> str:
        """Which of the two sides an army is on."""
        return "japan" if army == "jp" else "commonwealth"

    def here(self, place: str) -> list[str]:
        """Ground units in a sector; a battery that is set aside counts for nothing (R35)."""
        return [
            unit for unit, where in self.at.items()
            if where == place and unit[1] in GROUND and unit not in self.aside
        ]  # fmt: skip

    def of(self, place: str, army: str, *, side: bool = False) -> list[str]:
        """Those of an army, or of its side."""
        mine = {army} if not side else {one for one in ARMY.values() if self.ally(one, army)}
        return [unit for unit in self.here(place) if self.army_of(unit) in mine]

    def ally(self, one: str, other: str) -> bool:
        return self.side(one) == self.side(other)

    def enemies(self, place: str, army: str) -> list[str]:
        return [unit for unit in self.here(place) if not self.ally(self.army_of(unit), army)]

    def contested(self, place: str) -> bool:
        return len({self.side(self.army_of(unit)) for unit in self.here(place)}) > 1

    def friendly(self, place: str, army: str) -> bool:
        """Controlled by the own side, and not contested."""
        return (
            place in self.control
            and self.ally(self.control[place], army)
            and not self.contested(place)
        )

    def room(self, place: str, army: str, more: int = 1) -> bool:
        """[4.16] Six ground units of a side; no limit on an axis."""
        return place in AXES or len(self.of(place, army, side=True)) + more <= 6

    def lord(self, army: str) -> bool:
        """Whether the axes are this army's."""
        return army == self.card.landlord

    # --- control

    def due_to(self, place: str, cleared_by: str = "") -> str:
        """[4.15, R22] Whose a sector is, by who stands in it now."""
        held = self.control[place]
        armies = {self.army_of(unit) for unit in self.here(place)}
        if not armies or held in armies or len({self.side(one) for one in armies}) > 1:
            return held
        if len(armies) == 1:
            return next(iter(armies))
        if cleared_by in armies:
            return cleared_by
        order = self.card.armies[self.card.armies.index(self.army) :] + self.card.armies
        return max(
            sorted(armies, key=[*order[1:], order[0]].index),
            key=lambda one: len(self.of(place, one)),
        )

    # --- supply

    def in_supply(self, place: str, army: str) -> bool:
        """[5.6] A chain of friendly sectors over land, from a sector to a supply point."""
        reached, ring = {place}, {place}
        while ring:
            if any(self._source(here, army) for here in ring):
                return True
            ring = {
                there for here in ring if here == place or self.friendly(here, army)
                for there in BESIDE[here]
                if self.friendly(there, army) and self._carries(here, there, army)
            } - reached  # fmt: skip
            reached |= ring
        return False

    def _source(self, place: str, army: str) -> bool:
        if place in AXES:
            return self.lord(army) and place in self.active
        return place in DEPOTS and self.ally(self.control[place], army)

    def _carries(self, here: str, there: str, army: str) -> bool:
        """[R29, R30] Not over water, but for a landing edge, and bridges by an option."""
        edge = between(here, there)
        assert edge is not None
        if AXES & {here, there}:
            return self.lord(army) and bool(self.active & {here, there})
        bridge = self.road("", here, there) and str(self.o["bridges_supply"]) == "yes"
        return not edge.water or bridge

    # --- movement

    def road(self, unit: str, here: str, there: str) -> bool:
        """Whether a road leads from a sector to the next, by cards too, for a unit with boats."""
        edge, both = between(here, there), frozenset((here, there))
        laid = edge is not None and (edge.road or ("E5" in self.force and both == CAUSEWAY))
        return (laid and both not in self.blown) or (unit, both) in self.boats

    def reach(self, unit: str, *, road: bool) -> int:
        """[4.4, 6.D1, 6.D2] How far a unit goes."""
        return STEPS[unit[1]][road] + (unit in self.push) + 2 * (road and unit in self.bikes)

    def edge_bonus(self, come_from: str, place: str) -> int:
        """[4.10, R97, 6.E1, 6.E5] Halves of a point against who came from there."""
        edge = between(come_from, place)
        if edge is None or not edge.water:
            return bonus(come_from, place)
        patched = "E5" in self.force and frozenset((come_from, place)) == CAUSEWAY
        water = 1 if patched else bonus(come_from, place)
        return water + 2 * ("E1" in self.force)

    def step(self, unit: str, here: str, there: str, *, road: bool) -> bool | None:
        """[4.4.1 to 4.4.3, R31] Whether a unit can make a step; None: it can, and stops there."""
        edge, army = between(here, there), self.army_of(unit)
        if there in AXES and not (self.lord(army) and there in self.active):
            return False
        if here in AXES and there in AXES:
            same = {here, there} <= LAND_AXES or {here, there} <= SEA_AXES
            return None if same and not road else False
        if edge is None:
            return False
        if road:
            return self.road(unit, here, there)
        if not edge.water:
            return True
        landing = here in AXES and self.o["axis_landing"] == "all"
        return None if unit[1] == "i" or landing else False

    def ends(self, unit: str) -> dict[tuple[str, bool], list[str]]:
        """Return where a unit can end a move now, on the road or not -> a way there."""
        start, army = self.at[unit], self.army_of(unit)
        found: dict[tuple[str, bool], list[str]] = {}
        for road in (False, True):
            ways = [[start]]
            for _ in range(self.reach(unit, road=road)):
                going = [
                    way for way in ways if way == [start] or self.goes_on(unit, way, road=road)
                ]
                ways = [
                    [*way, there]
                    for way in going
                    for there in [*BESIDE[way[-1]], *(AXES if way[-1] in AXES else ())]
                    if there != way[-1] and self.step(unit, way[-1], there, road=road) is not False
                ]
                for way in ways:
                    end = way[-1], road
                    new = end[0] != start and end not in found
                    if new and self.may_end(unit, start, end[0], army):
                        found[end] = way
        return found

    def goes_on(self, unit: str, way: list[str], *, road: bool) -> bool:
        """Whether a move may go on after its last step."""
        stops = self.step(unit, way[-2], way[-1], road=road) is None
        held = self.enemies(way[-1], self.army_of(unit)) and (unit, way[-1]) not in self.sneaks
        return not stops and not held

    def may_end(self, unit: str, start: str, end: str, army: str, *, many: int = 1) -> bool:
        """[4.4.4, 4.16, R26, 5.8] Room, a supply line and tokens for an attack."""
        enemies = bool(self.enemies(end, army))
        leaves = self.contested(start) and self.o["leave_contested"] == "friendly"
        if leaves and not self.friendly(end, army):
            return False
        pays = self.supplied and enemies
        return self.room(end, army, many) and not (
            pays and (self.stock[army] < many or not self.in_supply(start, army))
        )

    def airfields(self, army: str, *, own: bool = False) -> set[str]:
        """[4.1, 4.10.2] Where planes of an army can land; ``own``: fields that it holds itself."""
        fields = {
            place for place in AIRFIELDS
            if self.friendly(place, army) and (not own or self.control[place] == army)
        }  # fmt: skip
        return fields | ({OFF_MAP} if self.lord(army) else set())

    def holds_airfield(self, army: str) -> bool:
        """[R91] Whether an army has an airfield of its own, contested or not."""
        return self.lord(army) or any(self.control[place] == army for place in AIRFIELDS)

    # --- the end

    def objectives(self, side: str) -> int:
        stars = ("Bukit-Timah", "MacRitchie", "Singapore-City")
        return sum(self.side(self.control[place]) == side for place in stars)

    def units_left(self, army: str) -> int:
        """[4.20, 5.11, R42] Ground units on the map, with supply those in supply."""
        return sum(
            not self.supplied or self.in_supply(self.at[unit], army)
            for unit in self.at
            if unit[1] in GROUND and self.army_of(unit) == army and self.at[unit] in PLACES
        )
