"""[4.0, 5.1 to 5.4] Zones of control, terrain, boundaries: what a step costs, who may make it."""

from __future__ import annotations

from collections.abc import Iterable

from pbem.games.tokyo.position import Position
from pbem.games.tokyo.setting import HOME, Setting
from pbem.kit.hexes import Hex

WATER = frozenset({"lake", "ocean"})


def held(setting: Setting, position: Position, *, american: bool) -> frozenset[Hex]:
    """Return the hexes where units of one nation stand."""
    return frozenset(
        here for unit, here in position.at.items() if setting.american(unit) == american
    )


def zone(setting: Setting, hexes: Iterable[Hex]) -> frozenset[Hex]:
    """[4.0, 4.4] Return the hexes that units standing in ``hexes`` control, water excepted."""
    tables = setting.tables
    around = {number for here in hexes for number in tables.next_to[here]}
    return frozenset(number for number in around if tables.terrain[number] not in WATER)


def enemy_zone(setting: Setting, position: Position, *, american: bool) -> frozenset[Hex]:
    """Return the hexes in a zone of control hostile to one nation."""
    return zone(setting, held(setting, position, american=not american))


def enterable(setting: Setting, here: Hex, there: Hex, *, american: bool) -> str | None:
    """Return why terrain keeps a nation from a step between neighbours, or None (5.1, 5.11)."""
    terrain = setting.tables.terrain[there]
    if terrain in WATER:
        return f"{there} is {terrain}"
    if terrain == "central_tokyo" and not american:
        return "Japanese units never enter Central Tokyo"
    if setting.tables.row(terrain).road_only and there not in setting.tables.roads[here]:
        return f"{there} is {terrain}, which is entered along a road only"
    return None


def step_cost(setting: Setting, here: Hex, there: Hex) -> int:
    """[5.1] Return what a step that terrain allows costs, in movement points."""
    tables = setting.tables
    if there in tables.roads[here]:
        return tables.road_cost
    cost = tables.row(tables.terrain[there]).movement or 1
    return cost + (tables.river_cost if there in tables.rivers[here] else 0)


def into_zone(setting: Setting, here: Hex, there: Hex) -> bool:
    """[5.44] Whether a step enters the 36th Army's zone from outside."""
    return there in setting.tables.zone and here not in setting.tables.zone


def crosses(setting: Setting, here: Hex, there: Hex) -> bool:
    """[5.4] Whether a step crosses the Operational Boundary; Central Tokyo is on both sides."""
    sides = {setting.tables.side[here], setting.tables.side[there]}
    return sides == {"east", "west"}


def bound(setting: Setting, position: Position, unit: str, here: Hex, there: Hex) -> bool:
    """[5.41, 5.42, 12.3] Whether the boundary keeps a unit from a step of its own will.

    An American who strayed may go home; Japan is bound in the game of two only. A released unit of
    the 36th Army moves freely in its zone and leaves it on the side of its army (ruling 31).
    """
    side = setting.tables.side[there]
    if setting.american(unit):
        home = HOME[setting.group(position, unit)]
        return setting.tables.side[here] in {home, "both"} and side not in {home, "both"}
    if setting.scenario == "three":
        return False
    if here in setting.tables.zone and unit in position.freed:
        return there not in setting.tables.zone and setting.japanese(there) != position.freed[unit]
    return crosses(setting, here, there)
