"""One game's setting: scenario, options and tables, which never change while it is played."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Literal

import msgspec

from pbem.games.manila.data.tables import Tables, Unit
from pbem.games.manila.rules.position import Position
from pbem.kit.keeping import Keeps
from pbem.kit.options import read_options

SCENARIOS: dict[str, str] = {
    "campaign": "The battle of Manila, February 6 to March 4, 1945 (5.1)",
}


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The options of a game; docs/games/manila-orders.md lists them."""

    rubble: bool = False
    nichols: bool = False
    parent_formation: bool = False
    artillery_limit: bool = False
    early_lead: bool = False
    air: bool = False
    sniper_alone: Literal["ambush", "nothing"] = "ambush"
    iwabuchi_target: Literal["random", "player"] = "random"
    river_border: bool = False
    leader_support: Literal["command", "any"] = "command"
    areas: int = 0


class Setting(Keeps):
    """The setting of every paragraph: ``tables``, ``options``, ``scenario``.

    ``leaders``: the Leaders by name; ``beside``: Area -> the Areas adjacent to it for costs and
    breakouts (ruling 1). ``unit``: name -> American counter; ``leader``: whether it is a Leader.
    """

    def __init__(self, scenario: str, options: Mapping[str, Any], tables: Tables) -> None:
        self.options = read_options(options, Options)
        self.scenario = scenario
        self.tables = tables
        leader = {name: unit.leader for name, unit in tables.units.items()}
        self.leader: Callable[[str], bool] = leader.__getitem__
        self.unit: Callable[[str], Unit] = tables.units.__getitem__
        self.leaders = tuple(name for name, leads in leader.items() if leads)
        self.beside: dict[int, tuple[int, ...]] = {
            number: (*others, *tables.across[number]) if self.options.river_border else others
            for number, others in tables.next_to.items()
        }

    def strong(self, position: Position) -> bool:
        """[9.5.2E] Whether American Morale is Strong."""
        return position.morale >= self.tables.data.morale.strong_from

    def used(self, position: Position, marker: str) -> int:
        """Return how many markers of a kind may still be bought: those not available."""
        mix: int = getattr(self.tables.data.markers, marker).mix
        return mix - position.markers[marker]

    def wanted(self) -> int:
        """[10.2] Return how many Areas an Operational Victory asks for, a handicap considered."""
        return min(self.options.areas or self.tables.data.victory.areas, len(self.tables.areas))

    def in_order(self, units: list[str]) -> list[str]:
        """Return units in the order of the data."""
        return sorted(units, key=self.tables.order.__getitem__)
