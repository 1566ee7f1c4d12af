"""A year in which something does not hold, made smaller as long as it fails the same way.

The events of a year follow from its number and its plan, so a smaller plan is another year: a few
numbers are tried for each.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

from simulation.plan import Plan, options

NUMBERS = 4
"""So many years of each smaller plan are lived through, at most."""
Lives = Callable[[int, Plan], str]
"""Lives through a year, and returns what did not hold, nothing where all did."""


class Small(NamedTuple):
    """A year that fails, and how."""

    seed: int
    plan: Plan
    broken: str


def way(broken: str) -> str:
    """Return how a year fails, without when, who, and what is counted or drawn."""
    [first, *_] = broken.split("\n")
    said = re.sub(r"^year [0-9]+, [0-9-]+: ", "", first)
    return re.sub(r"\b(ann|bob|cyd|dan|uma)\b|\b[0-9a-f]{8,}\b|[0-9]+|/\S+", "*", said)


def shrunk(seed: int, plan: Plan, lives: Lives, report: Callable[[str], None]) -> Small | None:
    """Return a smaller year that fails as this one does; None where it does not fail."""
    broken = lives(seed, plan)
    if not broken:
        return None
    least, smaller = Small(seed, plan, broken), True
    while smaller:
        smaller = False
        for less in _smaller(least.plan):
            found = _failing(less, least.seed, way(broken), lives)
            if found is not None:
                least, smaller = found, True
                report(f"it fails as well with {options(least.plan, Plan())}, year {least.seed}")
                break
    return least


def _failing(plan: Plan, seed: int, how: str, lives: Lives) -> Small | None:
    for number in (seed, *(one for one in range(NUMBERS) if one != seed))[:NUMBERS]:
        broken = lives(number, plan)
        if broken and way(broken) == how:
            return Small(number, plan, broken)
    return None


def _smaller(plan: Plan) -> Iterator[Plan]:
    """Yield plans with less of something, the smallest first."""
    for games in range(1, plan.games):
        yield plan._replace(games=games)
    for name in ("restores", "clocks", "faults"):
        if getattr(plan, name):
            yield plan._replace(**{name: 0})
    if plan.cheats:
        yield plan._replace(cheats=False)
    kinds = sorted(set(plan.kinds))
    if plan.faults and len(kinds) > 1:
        yield from (plan._replace(kinds=(kind,)) for kind in kinds)
    if plan.players > 2 and not plan.cup:
        yield plan._replace(players=2)
    for days in (20, 60, 120):
        if days < plan.days:
            yield plan._replace(days=days)
