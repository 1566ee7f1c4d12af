"""The worth of a unit in the usual answers, and what a face-down one may turn out to be.

A part of the rules' version, as `pbem.games.tokyo.rules.usual` is: anyone who changes a weight here
changes the adjudication.
"""

from __future__ import annotations

from collections import Counter

from pbem.games.tokyo.data.tables import Counter as Unseen
from pbem.games.tokyo.rules.usual_sight import Sight


class Worth:
    """The worth of units to one army that sees a position.

    Counters that lie face up somewhere are left out of what a face-down unit may be.
    """

    def __init__(self, sight: Sight) -> None:
        self._sight = sight
        seen = set(sight.position.tokens.values())
        tables = sight.tables
        self._bags = {
            bag: [tables.counters[name] for name in names if name not in seen]
            or [tables.counters[name] for name in names]
            for bag, names in tables.bags.items()
        }

    def bag(self, unit: str) -> list[Unseen]:
        """Return the counters of which a face-down unit may be any."""
        return self._bags[{"Z": "36a", "S": "reserve"}.get(unit[0], "general")]

    def defenses(self, unit: str) -> dict[tuple[int, bool], int]:
        """Return (defense factor, whether it is anti-aircraft) -> how likely that is."""
        sight = self._sight
        if sight.setting.american(unit):
            return {(sight.tables.americans[unit].defense, False): 1}
        armor = sight.tables.armor.get(unit)
        if armor is not None:
            return Counter(((n if armor.division else (n + 1) // 2), False) for n in range(1, 7))
        if sight.position.known(unit):
            counter = sight.tables.counters[sight.position.tokens[unit]]
            return {(counter.defense, counter.aa): 1}
        return Counter((c.defense, c.aa) for c in self.bag(unit))

    def worth(self, unit: str) -> int:
        """Return what it is worth that a unit is off the map."""
        sight, tables = self._sight, self._sight.tables
        if not sight.setting.american(unit):
            return 60 + 10 * max(defense for defense, _ in self.defenses(unit))
        counter = tables.americans[unit]
        if counter.kind == "hq":
            return 90 + 100 * (sight.setting.scenario == "three")
        waiting = sum(
            tables.americans[other].group == counter.group for other in sight.position.box
        )
        return 30 + 8 * counter.attack + 15 * waiting
