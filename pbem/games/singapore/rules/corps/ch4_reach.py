"""[4.4, 4.14] Steps on the map, and where they lead: normal and by road, over water, by axes.

Ways that were looked up are remembered: they hang on nothing but where a unit sets out, how it
goes, and where enemies stand. While one army moves, that stays.
"""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache
from typing import NamedTuple

from pbem.games.singapore.data.forms import Army
from pbem.games.singapore.rules.cards.ch6_effects import Roads, roads_of, runs
from pbem.games.singapore.rules.position import War
from pbem.games.singapore.rules.setting import Setting
from pbem.games.singapore.rules.theatre import is_axis

REMEMBERED = 4_000
"""So many answers are remembered."""

Path = tuple[str, ...]


class Going(NamedTuple):
    """How a unit goes: its army, whether by road, and whether it crosses water elsewhere.

    ``active``: the axes that are activated; ``roads``: what cards make of roads for this unit.
    """

    army: Army
    road: bool
    swims: bool
    active: tuple[str, ...]
    roads: Roads


def going(setting: Setting, war: War, unit: str, *, road: bool) -> Going:
    """Return how a unit of the army whose turn it is goes; ``road``: by road."""
    swims = setting.tables.units[unit].kind == "infantry"
    return Going(war.army, road, swims, tuple(war.active), roads_of(war, unit))


def why_no_step(setting: Setting, how: Going, here: str, there: str) -> tuple[str, str] | None:
    """Return the paragraph and the reason why a unit may not step from one sector to another.

    None where it may.
    """
    if is_axis(setting, there) and how.army != setting.invader:
        who = "Japanese" if how.army == "jp" else "Commonwealth"
        return "4.14", f"no {who} unit can enter an axis of attack"
    if is_axis(setting, here) and is_axis(setting, there):
        return _why_not_across(setting, how, here, there)
    if (here, there) not in setting.tables.edges:
        return "4.4", f"{there} is not next to {here}"
    if is_axis(setting, there) and there not in how.active:
        return "4.14.1", f"{there} is not activated"
    if how.road:
        open_road = runs(setting, how.roads, here, there)
        return None if open_road else ("4.4.2", f"no road runs from {here} to {there}")
    return _why_not_over(setting, how, here, there)


def _why_not_across(setting: Setting, how: Going, here: str, there: str) -> tuple[str, str] | None:
    """[4.14.1] Return why nobody goes from one axis to another; None where they may."""
    sectors = setting.tables.data.map.sectors
    if sectors[here].axis != sectors[there].axis:
        return "4.14.1", (
            f"{here} belongs to {sectors[here].axis}, but {there} belongs to {sectors[there].axis}"
        )
    if there not in how.active or how.road:
        return "4.14.1", f"{there} is not activated, or no road reaches it"
    return None


def _why_not_over(setting: Setting, how: Going, here: str, there: str) -> tuple[str, str] | None:
    """[4.4.3, R31] Return why a unit does not take a step off the road; None where it may."""
    lands = is_axis(setting, here) and setting.options.axis_landing == "all"
    if setting.tables.edges[here, there].water and not (how.swims or lands):
        return "4.4.3", f"only infantry can cross the water to {there} without a road"
    return None


def stops(setting: Setting, enemies: Collection[str], here: str, there: str, *, road: bool) -> bool:
    """[4.4.3, 4.4.4, 4.14.1] Whether a unit that takes a step goes no farther.

    ``enemies``: the sectors where ground units of the other side stand; ``road``: it goes by road.
    """
    edge = setting.tables.edges.get((here, there))
    if edge is None or (edge.water and not road):
        return True
    return there in enemies


def why_stop(setting: Setting, here: str, there: str, *, road: bool) -> tuple[str, str]:
    """Return the paragraph and the reason for which a unit that `stops` goes no farther.

    ``road``: it goes by road.
    """
    edge = setting.tables.edges.get((here, there))
    if edge is None:
        return "4.14.1", f"a move from axis to axis ends in {there}"
    if edge.water and not road:
        return "4.4.3", f"a move over the water ends in {there}"
    return "4.4.4", f"enemies are in {there}, so a move ends there"


@lru_cache(maxsize=REMEMBERED)
def ways(
    setting: Setting, how: Going, start: str, enemies: frozenset[str], steps: int
) -> tuple[Path, ...]:
    """Return a shortest way to every sector that a unit can come to, the nearest first.

    ``enemies`` as in `stops`; ``steps``: how many it can take.
    """
    found: list[Path] = []
    seen, passed = {start}, {start}
    last: list[Path] = [()]
    for _ in range(steps):
        farther = []
        for way in last:
            here = way[-1] if way else start
            for there in _open(setting, how, here):
                path = (*way, there)
                if there not in seen:
                    seen.add(there)
                    found.append(path)
                if there not in passed and not stops(setting, enemies, here, there, road=how.road):
                    passed.add(there)
                    farther.append(path)
        last = farther
    return tuple(found)


@lru_cache(maxsize=REMEMBERED)
def either(
    setting: Setting, how: Going, start: str, enemies: frozenset[str], far: tuple[int, int]
) -> tuple[tuple[Path, bool], ...]:
    """Return the same in a normal move, then by road (true) to the sectors that are left.

    ``far``: how many steps a unit has for a normal move and by road.
    """
    found: dict[str, tuple[Path, bool]] = {}
    for road, steps in zip((False, True), far, strict=True):
        for path in ways(setting, how._replace(road=road), start, enemies, steps):
            found.setdefault(path[-1], (path, road))
    return tuple(found.values())


@lru_cache(maxsize=REMEMBERED)
def _open(setting: Setting, how: Going, here: str) -> list[str]:
    """Return where a unit may go from a sector in one step."""
    around = _beside(setting, how, here)
    return [there for there in around if why_no_step(setting, how, here, there) is None]


def _beside(setting: Setting, how: Going, here: str) -> list[str]:
    """Return the neighbours of a sector; from an axis the active axes too (4.14.1)."""
    beside = list(setting.tables.beside[here])
    if is_axis(setting, here):
        beside += [axis for axis in how.active if axis != here]
    return beside
