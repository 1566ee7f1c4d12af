"""[4.0, 5.1 to 5.4] Zones of control, terrain, boundaries: what a step costs, who may make it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache

from pbem.games.tokyo.data.forms import WATER
from pbem.games.tokyo.data.tables import Tables
from pbem.games.tokyo.rules.position import Position
from pbem.games.tokyo.rules.setting import GROUPS, HOME, Setting
from pbem.kit.maps.hexes import Hex
from pbem.kit.maps.moves import Walks

STEPS = 1 << 14
"""So many steps of the map are kept with what terrain says of them: more than there are."""

Steps = Mapping[Hex, tuple[tuple[Hex, int], ...]]
"""Hex -> where one may go from there on an empty map, and what each step costs."""


def held(setting: Setting, position: Position, *, american: bool) -> frozenset[Hex]:
    """Return the hexes where units of one nation stand: American ones, or Japanese ones."""
    return setting.where(position).held(setting.tables, american=american)


def zone(setting: Setting, hexes: Iterable[Hex]) -> frozenset[Hex]:
    """[4.0, 4.4] Return the hexes that units standing in ``hexes`` control, water excepted."""
    return _zone(setting.tables, frozenset(hexes))


@lru_cache(maxsize=64)
def _zone(tables: Tables, hexes: frozenset[Hex]) -> frozenset[Hex]:
    return frozenset().union(*map(tables.controlled.__getitem__, hexes))


def enemy_zone(setting: Setting, position: Position, *, american: bool) -> frozenset[Hex]:
    """Return the hexes in a zone of control hostile to one nation: ``american``, or Japanese."""
    return zone(setting, held(setting, position, american=not american))


@lru_cache(maxsize=STEPS)
def barred(tables: Tables, here: Hex, there: Hex, *, american: bool) -> str | None:
    """Return why terrain keeps a nation from a step between neighbours, or None (5.1, 5.11).

    ``american``: it is the American one, else the Japanese.
    """
    terrain = tables.terrain[there]
    if terrain in WATER:
        return f"{there} is {terrain}"
    if terrain == "central_tokyo" and not american:
        return "Japanese units can never enter Central Tokyo"
    if tables.row(terrain).road_only and there not in tables.roads[here]:
        return f"{there} is {terrain}, which units can enter only along a road"
    return None


@lru_cache(maxsize=STEPS)
def step_cost(tables: Tables, here: Hex, there: Hex) -> int:
    """[5.1] Return what a step that terrain allows costs, in movement points."""
    if there in tables.roads[here]:
        return tables.road_cost
    cost = tables.row(tables.terrain[there]).movement or 1
    return cost + (tables.river_cost if there in tables.rivers[here] else 0)


def into_zone(tables: Tables, here: Hex, there: Hex) -> bool:
    """[5.44] Whether a step enters the 36th Army's zone from outside."""
    return there in tables.zone and here not in tables.zone


def crosses(setting: Setting, here: Hex, there: Hex) -> bool:
    """[5.4] Whether a step crosses the Operational Boundary; Central Tokyo is on both sides."""
    sides = {setting.tables.side[here], setting.tables.side[there]}
    return sides == {"east", "west"}


def binds(setting: Setting, army: str, here: Hex, there: Hex, *, freed: bool) -> bool:
    """[5.41, 5.42, 12.3] Whether the boundary keeps an army from a step of its own will.

    An American who strayed may go home; Japan is bound in the game of two only. A released unit of
    the 36th Army (``freed``) moves freely in its zone and leaves it on the side of its army (ruling
    31).
    """
    tables = setting.tables
    if army in GROUPS:
        home = {HOME[army], "both"}
        return tables.side[here] in home and tables.side[there] not in home
    if army == "jp":
        return False
    if freed and here in tables.zone:
        return there not in tables.zone and setting.japanese(there) != army
    return crosses(setting, here, there)


def bound(setting: Setting, position: Position, unit: str, here: Hex, there: Hex) -> bool:
    """Whether the boundary keeps a unit from a step of its own will; see `binds`."""
    army = setting.army(position, unit)
    return binds(setting, army, here, there, freed=unit in position.freed)


@lru_cache(maxsize=64)
def steps_of(setting: Setting, army: str, *, freed: bool) -> Steps:
    """Return the steps that terrain, zone and boundary allow an army; ``freed`` as in `binds`."""
    tables = setting.tables
    american = army in GROUPS
    return {
        here: tuple(
            (there, step_cost(tables, here, there))
            for there in around
            if barred(tables, here, there, american=american) is None
            and not into_zone(tables, here, there)
            and not binds(setting, army, here, there, freed=freed)
        )
        for here, around in tables.next_to.items()
        if tables.side[here]
    }


@lru_cache(maxsize=64)
def costs_of(setting: Setting, army: str, *, freed: bool) -> Mapping[Hex, Mapping[Hex, int]]:
    """Return hex -> neighbour -> what the step costs, of the steps of `steps_of`."""
    return {here: dict(steps) for here, steps in steps_of(setting, army, freed=freed).items()}


@lru_cache(maxsize=64)
def walks_of(setting: Setting, army: str, *, freed: bool) -> Walks[Hex]:
    """Return the cheapest paths over the steps of `steps_of`."""
    return Walks(steps_of(setting, army, freed=freed))
