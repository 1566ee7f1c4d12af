"""Retreats that may displace friends, who may displace others in turn."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from pbem.errors import IllegalOrder

Place = str
Ways = Callable[[Place], tuple[tuple[Place, ...], tuple[Place, ...]]]
"""From a place: the free places a unit may go to, and the friends' places it may go to."""


def chains(start: Place, ways: Ways) -> Iterator[tuple[Place, ...]]:
    """Yield every legal retreat from ``start``, in a fixed order.

    A retreat is the place where the unit goes, then the place where the unit displaced from there
    goes, and so on. A unit displaces another only where no free place is left to it, nobody is
    displaced twice, and the last one finds a free place: a chain that would eliminate somebody is
    no chain.
    """
    yield from _extend((start,), ways)


def _extend(chain: tuple[Place, ...], ways: Ways) -> Iterator[tuple[Place, ...]]:
    free, friends = ways(chain[-1])
    if free:
        for place in free:
            yield (*chain[1:], place)
        return
    for place in friends:
        if place not in chain and _escapes((*chain, place), ways):
            yield from _extend((*chain, place), ways)


def _escapes(chain: tuple[Place, ...], ways: Ways) -> bool:
    """Whether the last unit of a chain can go on without meeting the chain again."""
    seen = set(chain)
    open_ = [chain[-1]]
    while open_:
        free, friends = ways(open_.pop())
        if free:
            return True
        fresh = [place for place in friends if place not in seen]
        seen.update(fresh)
        open_ += fresh
    return False


def can_retreat(start: Place, ways: Ways) -> bool:
    """Whether there is any legal retreat from ``start``."""
    return _escapes((start,), ways)


def first_steps(chain: tuple[Place, ...], ways: Ways) -> tuple[Place, ...]:
    """Return where the last unit of ``chain`` may go, so that the chain can be ended legally.

    ``chain`` holds the place of the retreating unit and those already entered.
    """
    free, friends = ways(chain[-1])
    if free:
        return free
    return tuple(p for p in friends if p not in chain and _escapes((*chain, p), ways))


def check_chain(
    unit: str,
    start: Place,
    to: Sequence[Place],
    ways: Ways,
    *,
    occupant: Callable[[Place], str | None],
    why_not: Callable[[Place, Place, str], tuple[str, str]],
    paragraph: str,
) -> None:
    """Check that a unit may retreat by a path, as `chains` finds paths.

    Args:
        unit: The unit.
        start: The place of the unit.
        to: The places that it enters, in order.
        ways: The paths.
        occupant: Returns the friend in a place, or None.
        why_not: Returns the paragraph and the reason that forbid a step of a unit.
        paragraph: The rulebook paragraph of displacement.

    Raises:
        IllegalOrder: It may not.
    """
    chain: tuple[Place, ...] = (start,)
    who = unit
    for step, place in enumerate(to, 1):
        steps = first_steps(chain, ways)
        if place not in steps:
            where = ", ".join(steps) or "nowhere"
            raise IllegalOrder(*why_not(chain[-1], place, who), f"{who} can go to {where}.")
        chain = (*chain, place)
        displaced = occupant(place)
        if displaced is None:
            if step < len(to):
                why = f"{place} is empty, so no unit is displaced from it"
                raise IllegalOrder(paragraph, why, f"Write only {' '.join(to[:step])}.")
            return
        who = displaced
    why = f"{who} is displaced from {chain[-1]}, and the order does not say to where"
    raise IllegalOrder(paragraph, why, f"It can go to {', '.join(first_steps(chain, ways))}.")
