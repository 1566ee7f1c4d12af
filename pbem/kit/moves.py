"""Cheapest paths on a map, with places that cannot be entered and places where a unit stops."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
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
