"""How the reader follows free deployment: who may stand where before the first turn.

[7.1, R50, R132, R133] The Almost Naked Island: the forces of the historic scenario, placed as their
owners like, the Commonwealth in sectors of its own, the Japanese on axes, which are active then.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from games.singapore_reader.ground import (
    AIRFIELDS,
    ARMY,
    AXES,
    GROUND,
    LAND_AXES,
    OFF_MAP,
    PLACES,
    PLANES,
    SEA_AXES,
)
from games.singapore_reader.table import Table

ORDER = ("br", "au", "jp")
"""[R50] Who deploys after whom."""
EMPLACEMENTS = {"Pasir-Laba": 1, "Alexandra": 1, "Keppel": 2, "Changi": 1}
STAY = {"Pulau-Ubin", OFF_MAP}
"""The places of units that nobody deploys."""
AUSTRALIAN = {
    "Sarimbun", "Buloh", "Murai", "Ama-Keng", "Tengah", "Kranji", "Woodlands", "Mandai",
    "Choa-Chu-Kang", "Bukit-Batok", "Bukit-Panjang", "Tanglin",
}  # fmt: skip
"""Sectors of the island that the Australians hold at the start; the British hold the others."""


class Deploying(Table):
    """The table while armies deploy."""

    def __init__(self, scenario: str, options: Mapping[str, Any], start: Any) -> None:
        self.free = options["deployment"] != "historic"
        self.deploying = self.free
        self.deployer = ""
        """The army that deploys now; before the first of them, and after the last, nobody."""
        super().__init__(scenario, options, start)
        if self.free:
            self.active = set()
            self.pool = {army: Counter[str]() for army in ORDER}
            for place, units in self.card.forces.items():
                if place not in STAY:
                    for kind, many in units.items():
                        self.pool[ARMY[kind[0]]][kind] += many

    def forces_at_start(self) -> dict[str, Counter[str]]:
        """[7.1] Nobody stands yet but who is not deployed."""
        at_start = super().forces_at_start()
        return {place: at_start[place] for place in at_start if not self.free or place in STAY}

    def hear_units_deployed(self, reported: Mapping[str, Any]) -> None:
        """[4.16, 7.1, R132] Own units, where they may stand; those that stand may be put again."""
        units, place = reported["units"], reported["place"]
        army = ARMY[units[0][0]]
        self.sure("armies deploy", self.deploying)
        if army != self.deployer:
            follows = ORDER[ORDER.index(self.deployer) + 1] if self.deployer else ORDER[0]
            self.want("who deploys next", follows, army)
            self._all_stand(self.deployer)
            self.deployer = army
        for unit in units:
            self.want(f"the army of {unit}", army, ARMY[unit[0]])
            self.at.pop(unit, None)
        self.sure(f"{units} may stand in {place}", self._may_stand(army, units, place))
        for unit in units:
            self.at[unit] = place
            if unit[1] in PLANES:
                self.air[unit] = "ready"
        for kind, many in self._deployed(army).items():
            self.sure(f"{many} {kind} of its own", many <= self.pool[army][kind])

    def _may_stand(self, army: str, units: Sequence[str], place: str) -> bool:
        planes = [unit for unit in units if unit[1] in PLANES]
        batteries = [unit for unit in units if unit[1] == "h"]
        if army == "jp":
            return place in AXES and not planes
        if planes:
            return len(planes) == len(units) and place in AIRFIELDS
        holder = "au" if place in AUSTRALIAN else "br"
        if place in AXES or place == "Pulau-Ubin" or place not in self.control:
            return False
        if holder != army and self.o["deployment"] != "shared":
            return False
        here = sum(unit[1] == "h" for unit in self.here(place))
        emplaced = here + len(batteries) <= EMPLACEMENTS.get(place, 0)
        return self.room(place, army, len(units)) and (emplaced or not batteries)

    def deploys_at(self, legal: Sequence[Mapping[str, Any]]) -> None:
        """Compare where those who wait may be deployed with a list of legal orders.

        It names the first of one kind; if no waiting unit has a place, it makes room.
        """
        orders = [raw for raw in legal if raw["do"] == "deploy"]
        if not orders:
            return
        army = ARMY[orders[0]["units"][0][0]]
        left = self.pool[army] - self._deployed(army)
        mine = {
            (kind, place) for kind in left for place in PLACES
            if self._may_stand(army, [f"{kind}?"], place)
        }  # fmt: skip
        waits = [raw for raw in orders if not any(unit in self.at for unit in raw["units"])]
        its = {(raw["units"][0][:2], raw["place"]) for raw in waits}
        self.want("where units may be deployed", mine, its)

    def _deployed(self, army: str) -> Counter[str]:
        return Counter(
            unit[:2] for unit, place in self.at.items()
            if ARMY[unit[0]] == army and place not in STAY
        )  # fmt: skip

    def _all_stand(self, army: str) -> None:
        if army:
            self.want(f"what {army} has deployed", self.pool[army], self._deployed(army))

    def hear_axes_activated(self, reported: Mapping[str, Any]) -> None:
        """[7.1, R32] Those that the Japanese use, and no others, when all stand."""
        self.want("who has deployed", "jp", self.deployer)
        self._all_stand("jp")
        used = {place for place in self.at.values() if place in AXES}
        self.want("axes that are used", used, set(reported["axes"]))
        self.want("each axis once", len(used), len(reported["axes"]))
        self.active = used
        self.deploying = False

    def flips(self, place: str, army: str) -> bool:
        """[R132] Whether a sector goes to who alone stands in it, both armies having deployed."""
        if not (self.deploying and self.o["deployment"] == "shared"):
            return False
        self._all_stand("br")
        self._all_stand("au")
        here = {self.army_of(unit) for unit in self.here(place) if unit[1] in GROUND}
        return here == {army}

    def begins(self) -> None:
        """Look, as the first turn begins, whether everybody has deployed."""
        self.sure("all have deployed", not self.deploying)

    def comes_to(self, due: str) -> set[str]:
        """[R133] Where reinforcements that are due somewhere may come."""
        if not self.free or due not in AXES:
            return {due}
        same = LAND_AXES if due in LAND_AXES else SEA_AXES
        return self.active & same or self.active
