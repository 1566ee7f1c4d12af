"""Cheapest paths on a map, with places where nobody enters or goes on; distances."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from heapq import heappop, heappush
from typing import TypeVar

Place = TypeVar("Place", bound=str | int)
"""A hex by its digits, or an Area by its number."""


def cheapest_paths(
    start: Place,
    allowance: int,
    *,
    neighbours: Mapping[Place, tuple[Place, ...]],
    cost: Mapping[Place, int],
    closed: Collection[Place],
    stops: Callable[[Place], bool],
) -> dict[Place, tuple[Place, ...]]:
    """Return the cheapest path to every place within ``allowance`` movement points.

    A path lists the places entered, ``start`` not among them; of two that cost the same, the
    shorter is taken, then the one lower in number. ``closed`` places are never entered; a unit
    that enters a place where ``stops`` holds goes no farther. Every ``cost`` is at least 1.
    Places come in ascending order.
    """
    found: dict[Place, tuple[Place, ...]] = {}
    seen = {start}
    # By what is spent: as a place costs the same from everywhere, the first path that comes to
    # it, in the order of cost, length and number, is the one wanted.
    reached: list[list[tuple[int, tuple[Place, ...]]]] = [[] for _ in range(allowance + 1)]
    reached[0].append((0, ()))
    for spent in range(allowance + 1):
        for steps, path in sorted(reached[spent]):
            here: Place = path[-1] if path else start
            if path:
                found[here] = path
                if stops(here):
                    continue
            for there in neighbours[here]:
                total = spent + cost[there]
                if total <= allowance and there not in seen and there not in closed:
                    seen.add(there)
                    reached[total].append((steps + 1, (*path, there)))
    return dict(sorted(found.items()))


def routes(
    start: Place, allowance: int, exits: Callable[[Place], Iterable[tuple[Place, int]]]
) -> Iterator[tuple[Place, tuple[Place, ...]]]:
    """Yield each place with the cheapest path to it, where a step's cost depends on both its ends.

    ``exits`` yields, from a place that a unit has reached, the places it may enter next, each with
    the movement points (at least 1) that this step costs; nothing where it has to stop. The nearest
    come first, and no more is looked at than is asked for. Ties as in `cheapest_paths`, which is
    faster where entering a place costs the same from everywhere.
    """
    settled: set[Place] = set()
    reached: list[list[tuple[int, tuple[Place, ...]]]] = [[] for _ in range(allowance + 1)]
    reached[0].append((0, ()))
    for spent in range(allowance + 1):
        for steps, path in sorted(reached[spent]):
            here: Place = path[-1] if path else start
            if here in settled:
                continue
            settled.add(here)
            if path:
                yield here, path
            for there, cost in exits(here):
                if there not in settled and spent + cost <= allowance:
                    reached[spent + cost].append((steps + 1, (*path, there)))


def distances(
    starts: Iterable[Place], exits: Callable[[Place], Iterable[tuple[Place, int]] | None]
) -> dict[Place, int]:
    """Return what it costs to come to each place from the nearest of ``starts``, themselves at 0.

    ``exits`` gives the places that a place leads to, each with what this step costs, or None where
    it leads nowhere. The nearest come first; of two as near, the one lower in number.
    """
    far: dict[Place, int] = {}
    heap = sorted((0, place) for place in starts)
    while heap:
        spent, here = heappop(heap)
        if here in far:
            continue
        far[here] = spent
        for there, cost in exits(here) or ():
            if there not in far:
                heappush(heap, (spent + cost, there))
    return far
