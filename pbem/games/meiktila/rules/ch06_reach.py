"""[6.2, 6.4, 8.1.2] Steps and what they cost, and where they lead a unit; half points.

Results are remembered. They depend only on where a unit sets out, its points, and which hexes
around it are held by enemies or in their zones. While one side moves, that stays.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache, partial
from typing import NamedTuple

from pbem.games.meiktila.rules.ch06_zones import Front
from pbem.games.meiktila.rules.setting import Setting
from pbem.kit.maps.moves import routes

ZONE_TO_ZONE = 4
"""Half points for a step from one zone into another (6.4)."""
STRONG = 2
"""Half points more to enter or leave the zone of an Improved Position (6.4, 8.4)."""
ENTRY = "off"
"""The start of a unit that enters the map."""
REMEMBERED = 4_000
"""So many answers are remembered."""

Path = tuple[str, ...]


class Step(NamedTuple):
    """A step of movement: half points, and why it is forbidden, with the paragraph."""

    cost: int
    refused: tuple[str, str] | None = None


class Going(NamedTuple):
    """[6.2.1] How a unit sets out: its half points, whether it has marched, or met a zone."""

    points: int
    marched: bool
    stirred: bool


def step(setting: Setting, front: Front, here: str, there: str) -> Step:
    """[6.2, 6.4, 8.4] Return what a step costs; ``here`` may be `ENTRY`."""
    if there not in setting.tables.ground:
        return Step(0, ("6.5.1", f"{there} is a lake"))
    if there in front.enemies:
        return Step(0, ("6.3", f"an enemy is in {there}"))
    cost = _cost(setting, front, here, there)
    if cost is None:
        why = f"the step from {here} to {there} is from zone to zone next to an Improved Position"
        return Step(0, ("6.4", why))
    return Step(cost)


def _cost(setting: Setting, front: Front, here: str, there: str) -> int | None:
    """[6.2, 6.4, A17] Return the half points of a step over land; None where 6.4 forbids it."""
    tables = setting.tables
    cost = tables.ground[there].halves or 0 if here == ENTRY else tables.costs[here, there]
    strong = here in front.strong or there in front.strong
    if here in front.zone and there in front.zone:
        if strong:
            return None
        more = setting.options.zoc_step == "add"
        return cost + ZONE_TO_ZONE if more else max(cost, ZONE_TO_ZONE)
    return cost + STRONG if strong else cost


def ways(setting: Setting, front: Front, origin: str, going: Going) -> tuple[Path, ...]:
    """Return a cheapest path to each hex that a unit can come to, the nearest first."""
    return _ways(setting, front.near(_range(setting, origin, going.points)), origin, going)


def entries(
    setting: Setting, front: Front, starts: tuple[str, ...], going: Going
) -> tuple[Path, ...]:
    """Return a cheapest path to each hex that a unit can come to that enters at ``starts``."""
    return _entries(setting, front.near(_ranges(setting, starts, going.points)), starts, going)


@lru_cache(maxsize=REMEMBERED)
def _entries(
    setting: Setting, front: Front, starts: tuple[str, ...], going: Going
) -> tuple[Path, ...]:
    found: dict[str, tuple[int, int, Path]] = {}
    for start in starts:
        if going.marched and start in front.zone:
            continue
        for path in _entered(setting, front, start, going):
            way = _spent(setting, front, path), len(path), path
            found[path[-1]] = min(way, found.get(path[-1], way))
    return tuple(path for *_, path in found.values())


def _spent(setting: Setting, front: Front, path: Path) -> int:
    """Return the half points that an entry costs, the first hex included."""
    steps = zip((ENTRY, *path), path, strict=False)
    return sum(step(setting, front, here, there).cost for here, there in steps)


@lru_cache(maxsize=REMEMBERED)
def _ranges(setting: Setting, starts: tuple[str, ...], points: int) -> frozenset[str]:
    return frozenset[str]().union(*(_range(setting, start, points) for start in starts))


@lru_cache(maxsize=REMEMBERED)
def _range(setting: Setting, origin: str, points: int) -> frozenset[str]:
    """Return the hexes that may matter to a unit: all that it could come to without enemies."""
    far = routes(origin, 2 * points, setting.tables.steps.__getitem__)
    return frozenset({origin, *setting.tables.land[origin], *(there for there, _ in far)})


@lru_cache(maxsize=REMEMBERED)
def _ways(setting: Setting, front: Front, origin: str, going: Going) -> tuple[Path, ...]:
    if going.marched and origin in front.zone:
        return ()
    found = dict(_spread(setting, front, origin, going, 0))
    exits = _free_exits if going.marched else _exits
    for there, _ in exits(setting, front, origin):
        found.setdefault(there, (there,))
    return tuple(found.values())


def _entered(setting: Setting, front: Front, start: str, going: Going) -> Iterator[Path]:
    yield (start,)
    paid = step(setting, front, ENTRY, start).cost
    for _, path in _spread(setting, front, start, going, paid):
        yield (start, *path)


def _spread(
    setting: Setting, front: Front, origin: str, going: Going, paid: int
) -> Iterator[tuple[str, Path]]:
    """Yield hexes with paths: those of a common move, then those of a forced march."""
    ranges = [(going.points - paid, _free_exits if going.marched else _exits)]
    if origin not in front.zone and not going.stirred:
        ranges.append((2 * going.points - paid, _free_exits))
    found: set[str] = set()
    for points, exits in ranges:
        for there, path in routes(origin, max(0, points), partial(exits, setting, front)):
            if there not in found:
                found.add(there)
                yield there, path


def _exits(setting: Setting, front: Front, here: str) -> Iterator[tuple[str, int]]:
    """Yield the hexes that a unit may step to, with the half points that each costs."""
    enemies, zone, strong = front
    beside = here in zone
    for there, plain in setting.tables.steps[here]:
        if there not in enemies:
            zones = beside or there in strong
            cost = _cost(setting, front, here, there) if zones else plain
            if cost is not None:
                yield there, cost


def _free_exits(setting: Setting, front: Front, here: str) -> Iterator[tuple[str, int]]:
    """Yield those of them outside enemy zones."""
    found = _exits(setting, front, here)
    return ((there, cost) for there, cost in found if there not in front.zone)
