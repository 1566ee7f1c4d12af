"""The odds of an attack in the usual answers: the chances of its results, in whole numbers.

A part of the rules' version, as `pbem.games.manila.rules.usual` is. An Unrevealed unit counts as
the average of the counters of its terrain: what has been turned up already is not subtracted, since
a player would have to keep a list of it.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import product
from typing import NamedTuple

from pbem.games.manila.data.tables import Tables

WHOLE = 10_000
"""Certainty."""

PIPS = range(1, 7)

SPAN = 10
"""The totals of two dice differ by no more than this."""


class Chances(NamedTuple):
    """The number of ends of each kind among `WHOLE` attacks; Overruns are among the captures.

    ``lead``: the Lead Attacking Unit is lost; ``leader``: a Leader is, if one takes part;
    ``other``: a unit is given up to a Barrage, and the rest attack without it.
    """

    capture: int
    repulse: int
    lead: int
    leader: int
    other: int


@cache
def _ways(*, elite: bool) -> tuple[tuple[int, ...], int]:
    """Return how many rolls give at least each difference -SPAN .. SPAN + 1, and how many are."""
    counted: Counter[int] = Counter()
    for ours in product(PIPS, repeat=2):
        for theirs in product(PIPS, repeat=3 if elite else 2):
            counted[sum(ours) - sum(sorted(theirs)[-2:])] += 1
    ways = (sum(n for x, n in counted.items() if x >= y) for y in range(-SPAN, SPAN + 2))
    return tuple(ways), counted.total()


def at_least(least: int, *, elite: bool = False) -> int:
    """Return the chance, of `WHOLE`, that the Americans roll higher by at least so much.

    ``elite``: the Japanese roll three dice, of which the two highest count.
    """
    ways, total = _ways(elite=elite)
    return ways[min(max(least, -SPAN), SPAN + 1) + SPAN] * WHOLE // total


@cache
def against(factor: int, strategy: str, edge: int, *, overruns: bool) -> Chances:
    """Return the chances against one counter; ``edge`` is the AV less all of the DV but its factor.

    ``strategy`` is empty where it was used up before. ``overruns``: there may be an Overrun.
    """
    elite = strategy == "Elite"
    edge -= factor + (strategy == "Barrage")
    capture = at_least(1 - edge, elite=elite)
    overrun = at_least(factor + 1 - edge, elite=elite) if overruns else 0
    repulse = WHOLE - at_least(-edge, elite=elite)
    return Chances(
        overrun if strategy == "Fanatic" else capture,
        repulse,
        WHOLE if strategy == "Ambush" else repulse,
        WHOLE if strategy == "Sniper" else 0,
        WHOLE if strategy == "Barrage" else 0,
    )


class Odds:
    """The chances against the counters of one set of tables."""

    def __init__(self, tables: Tables) -> None:
        self._mixes = {
            terrain: tuple(tables.counters[name] for name in bag)
            for terrain, bag in tables.bags.items()
        }
        self._known: dict[tuple[str, int, bool], Chances] = {}

    def unseen(self, terrain: str, edge: int, *, overruns: bool) -> Chances:
        """Return the chances against an Unrevealed unit in this terrain, as `against` does."""
        key = terrain, edge, overruns
        if key not in self._known:
            mix = self._mixes[terrain]
            each = [against(c.factor, c.strategy, edge, overruns=overruns) for c in mix]
            means = (sum(column) // len(mix) for column in zip(*each, strict=True))
            self._known[key] = Chances(*means)
        return self._known[key]


@cache
def odds_of(tables: Tables) -> Odds:
    """Return the odds of a set of tables, made once."""
    return Odds(tables)
