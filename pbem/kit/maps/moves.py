"""Cheapest paths on a map, with places where nobody enters or goes on; distances."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from typing import Generic, TypeVar

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
    """Return the cheapest path to every place in reach, by ascending place.

    A path lists the places entered, without the start. If two cost the same, the shorter one
    counts, then the one with the lower number.

    Args:
        start: The place of the unit.
        allowance: Its movement points.
        neighbours: Place -> the places beside it.
        cost: Place -> the movement points to enter it, at least 1.
        closed: Places that are never entered.
        stops: Says whether a unit that enters a place goes no farther.
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
    """Yield each place in reach with the cheapest path to it, the nearest first.

    A step's cost depends on both its ends. Only as many paths are found as are asked for. Ties are
    broken as in `cheapest_paths`, which is faster if entering a place always costs the same.

    Args:
        start: The place of the unit.
        allowance: Its movement points.
        exits: Yields from a reached place the next places, each with the cost of the step, at least
            1; nothing if the unit has to stop.
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


REMEMBERED = 2_000
"""So many answers `Walks` remembers before it begins again: some twenty megabytes at most."""


class Walks(Generic[Place]):
    """Cheapest paths over steps that never change, with answers remembered.

    ``steps``: place -> where a unit may go from there, and what that costs. The reach of a unit
    depends only on its start, on what it may spend, and on which places in its range are closed or
    stop it. From one order to the next, and for most units from one turn to the next, that stays as
    it was. ``ascending``: places come by number, else the nearest first.
    """

    def __init__(
        self, steps: Mapping[Place, Iterable[tuple[Place, int]]], *, ascending: bool = False
    ) -> None:
        self._steps = steps
        self._ascending = ascending
        self._ranges: dict[tuple[Place, int], frozenset[Place]] = {}
        self._known: dict[object, Mapping[Place, tuple[Place, ...]]] = {}
        self._last: Going[Place] | None = None

    def going(
        self,
        closed: frozenset[Place],
        stops: frozenset[Place],
        locked: frozenset[Place] = frozenset(),
    ) -> Going[Place]:
        """Return what paths there are while some places are ``closed``: nobody enters them.

        A unit that enters one of ``stops`` goes no farther; one that starts in a ``locked`` place
        makes no first step into another.
        """
        last = self._last
        if last is None or (last.closed, last.stops, last.locked) != (closed, stops, locked):
            self._last = last = Going(self, closed, stops, locked)
        return last

    def find(
        self,
        start: Place,
        allowance: int,
        closed: frozenset[Place],
        stops: frozenset[Place],
        first: frozenset[Place],
    ) -> Mapping[Place, tuple[Place, ...]]:
        """Return the cheapest path from ``start`` to every place within ``allowance``.

        ``closed`` and ``stops`` as in `going`; ``first``: places closed to the first step alone.
        """
        near = self._ranges.get((start, allowance))
        if near is None:
            near = frozenset(
                place for place, _ in routes(start, allowance, self._steps.__getitem__)
            )
            self._ranges[start, allowance] = near
        closed, stops, first = near & closed, near & stops, near & first
        key = (start, allowance, closed, stops, first)
        if key not in self._known:
            if len(self._known) >= REMEMBERED:
                self._known.clear()
            found = self._search(start, allowance, closed, stops, first)
            self._known[key] = dict(sorted(found.items())) if self._ascending else found
        return self._known[key]

    def _search(
        self,
        start: Place,
        allowance: int,
        closed: frozenset[Place],
        stops: frozenset[Place],
        first: frozenset[Place],
    ) -> dict[Place, tuple[Place, ...]]:
        """Do what `routes` does, without asking anybody on the way."""
        found: dict[Place, tuple[Place, ...]] = {start: ()}
        least: dict[Place, int] = dict.fromkeys(closed, 0)
        reached: list[list[tuple[int, tuple[Place, ...]]]] = [[] for _ in range(allowance + 1)]
        for there, cost in self._steps[start]:
            if there not in first and there not in closed and cost <= allowance:
                least[there] = cost
                reached[cost].append((1, (there,)))
        for spent in range(1, allowance + 1):
            for steps, path in sorted(reached[spent]):
                here = path[-1]
                if here in found:
                    continue
                found[here] = path
                if here in stops:
                    continue
                for there, cost in self._steps[here]:
                    total = spent + cost
                    if total <= allowance and total <= least.get(there, total):
                        least[there] = total
                        reached[total].append((steps + 1, (*path, there)))
        del found[start]
        return found


class Going(Generic[Place]):
    """Cheapest paths while the same places are closed; see `Walks.going`."""

    def __init__(
        self,
        walks: Walks[Place],
        closed: frozenset[Place],
        stops: frozenset[Place],
        locked: frozenset[Place],
    ) -> None:
        self.closed = closed
        self.stops = stops
        self.locked = locked
        self._walks = walks
        self._found: dict[tuple[Place, int], Mapping[Place, tuple[Place, ...]]] = {}

    def paths(self, start: Place, allowance: int) -> Mapping[Place, tuple[Place, ...]]:
        """Return the cheapest path to every place within ``allowance``; ties as in `routes`."""
        found = self._found.get((start, allowance))
        if found is None:
            first = self.locked if start in self.locked else frozenset()
            found = self._walks.find(start, allowance, self.closed, self.stops, first)
            self._found[start, allowance] = found
        return found


def distances(
    starts: Iterable[Place],
    exits: Callable[[Place], Iterable[tuple[Place, int]] | None],
    *,
    most: int | None = None,
) -> dict[Place, int]:
    """Return the cost to each place from the nearest start, the nearest first.

    Args:
        starts: Places at distance 0.
        exits: Yields the places after a place, each with the cost of the step; None if there are
            none.
        most: Leave out places that cost more.
    """
    far: dict[Place, int] = {}
    reached = {0: list(starts)}
    while reached:
        spent = min(reached)
        if most is not None and spent > most:
            break
        for here in sorted(reached.pop(spent)):
            if here in far:
                continue
            far[here] = spent
            for there, cost in exits(here) or ():
                if there in far:
                    continue
                if (later := spent + cost) in reached:
                    reached[later].append(there)
                else:
                    reached[later] = [there]
    return far
