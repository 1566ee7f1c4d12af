"""Cheapest paths on a map, with places that cannot be entered and places where a unit stops."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from heapq import heappop, heappush

Place = str


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
    that enters a place where ``stops`` holds goes no farther. Places come in ascending order.
    """
    found: dict[Place, tuple[Place, ...]] = {}
    heap: list[tuple[int, int, tuple[Place, ...]]] = [(0, 0, ())]
    while heap:
        spent, steps, path = heappop(heap)
        here = path[-1] if path else start
        if here in found or (path and here == start):
            continue
        if path:
            found[here] = path
            if stops(here):
                continue
        for there in neighbours[here]:
            total = spent + cost[there]
            if total <= allowance and there not in found and there not in closed:
                heappush(heap, (total, steps + 1, (*path, there)))
    return dict(sorted(found.items()))
