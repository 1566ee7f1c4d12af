"""One game's setting: scenario, options and tables, which never change while it is played."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Literal

import msgspec

from pbem.games.saipan.data.tables import ENEMY, Landing, Tables, Unit
from pbem.games.saipan.rules.position import Position
from pbem.kit.keeping import Keeps
from pbem.kit.maps.hexes import Hex
from pbem.kit.options import read_options

SCENARIOS: dict[str, str] = {
    "historical": "Historical Scenario: the landing of June 15th, 1944 (14.1)",
    "free": "Free Deployment Scenario: secret landing beaches, free Japanese set-up (14.2)",
}


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The options of a game; docs/games/saipan-orders.md lists them."""

    landing: Landing = "H2"
    banzai: bool = False
    us_gsp: int = 10
    jp_gsp: int = 0
    retreat_by: Literal["owner", "victor"] = "owner"
    artillery_adjacent: Literal["barrage", "combat"] = "barrage"
    must_attack: Literal["able", "each"] = "able"
    us_by: int = 0


class Setting(Keeps):
    """The setting of every paragraph: ``tables``, ``options``, ``scenario``."""

    def __init__(self, scenario: str, options: Mapping[str, Any], tables: Tables) -> None:
        self.options = read_options(options, Options)
        self.scenario = scenario
        self.tables = tables
        self.gsp: dict[str, int] = {"us": self.options.us_gsp, "jp": self.options.jp_gsp}
        self.artillery: dict[str, frozenset[str]] = {
            side: frozenset(name for name, unit in units.items() if unit.kind == "artillery")
            for side, units in tables.units.items()
        }
        self._attack: dict[str, dict[str, int]] = {
            side: {name: self._adjacent_strength(unit) for name, unit in units.items()}
            for side, units in tables.units.items()
        }

    def _adjacent_strength(self, unit: Unit) -> int:
        """Rulings A3, A4: with what an artillery unit attacks an adjacent enemy."""
        if unit.kind != "artillery":
            return unit.attack
        return unit.barrage if self.options.artillery_adjacent == "barrage" else unit.defence

    def unit(self, side: str, name: str) -> Unit:
        """Return a counter; KeyError if there is none."""
        return self.tables.units[side][name]

    def attack_strength(self, side: str, name: str) -> int:
        """Return the strength with which a unit attacks an adjacent enemy, in points."""
        return self._attack[side][name]

    def not_landed(self, position: Position) -> list[str]:
        """Return the US units that have never been in play (12.1), in the order of the data."""
        gone = {*position.on["us"].values(), *position.sea, *position.dead["us"]}
        return [name for name in self.tables.units["us"] if name not in gone]


def zone(setting: Setting, position: Position, side: str) -> Callable[[Hex], bool]:
    """[6.0] Return `controls` for one side of a position that does not change meanwhile."""
    alone, land = position.on[side].keys().isdisjoint, setting.tables.land
    if side == "jp" or not position.sea:
        return lambda number: not alone(land[number])
    targets = {boat.target for boat in position.sea.values()}
    return lambda number: number in targets or not alone(land[number])


def zones(setting: Setting, position: Position, side: str) -> frozenset[Hex]:
    """[6.0] Return every land hex where one side has a zone of control; see `controls`."""
    land = setting.tables.land
    around = frozenset().union(*(land[number] for number in position.on[side]))
    if side == "jp" or not position.sea:
        return around
    return around.union(boat.target for boat in position.sea.values())


def controls(setting: Setting, position: Position, side: str, number: Hex) -> bool:
    """[6.0] Whether ``side`` has a zone of control in a land hex.

    Every unit controls the six hexes around it, and no zone reaches into or out of sea hexes. But a
    unit that waits at sea controls the hex that it attacks, and no other (A10).
    """
    if not position.on[side].keys().isdisjoint(setting.tables.land[number]):
        return True
    if side == "jp" or not position.sea:
        return False
    return any(boat.target == number for boat in position.sea.values())


def enemies_beside(setting: Setting, position: Position, side: str, unit: str) -> list[str]:
    """Return the enemy units adjacent to a unit, by hex number; at sea, the one it attacks."""
    foe = position.on[ENEMY[side]]
    if side == "us" and unit in position.sea:
        target = position.sea[unit].target
        return [foe[target]] if target in foe else []
    here = position.hex_of(side, unit)
    if here is None:
        return []
    return [foe[number] for number in setting.tables.land[here] if number in foe]


def attackers_beside(setting: Setting, position: Position, side: str, number: Hex) -> list[str]:
    """Return the units of ``side`` that stand beside a hex, those at sea before it last."""
    own = position.on[side]
    beside = [own[n] for n in setting.tables.land[number] if n in own]
    if side == "us" and position.sea:
        beside += sorted(u for u, boat in position.sea.items() if boat.target == number)
    return beside
