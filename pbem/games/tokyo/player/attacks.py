"""The promise of an attack to the computer player, and their attacks in a Combat Phase."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from pbem.games.tokyo.player.field import Field
from pbem.games.tokyo.rules import ch06_combat as combat
from pbem.games.tokyo.rules.orders import Attack, End
from pbem.games.tokyo.rules.usual_worth import Worth
from pbem.kit.contract import Order
from pbem.kit.maps.hexes import Hex

WHOLE = 3600
"""Certainty."""

TEN = 10
"""Attack factors are reckoned in tenths, since what lies face down counts as its mean."""

LEAST = 10
"""An attack that promises less is not made."""

Team = Mapping[str, Hex]
"""Attackers -> where they stand, or will."""


class Odds(Worth):
    """The chances of attacks by one army: the mean over what a face-down unit may be."""

    def __init__(self, field: Field) -> None:
        super().__init__(field)
        self.field = field
        self._known: dict[tuple[int, Hex, int], dict[str, int]] = {}

    def attack(self, unit: str) -> int:
        """Return the attack factor of one of ours, in tenths."""
        field = self.field
        if field.american:
            return TEN * field.tables.americans[unit].attack
        armor = field.tables.armor.get(unit)
        if armor is not None:
            return 35 if armor.division else 20
        if field.position.known(unit):
            return TEN * field.tables.counters[field.position.tokens[unit]].attack
        bag = self.bag(unit)
        return TEN * sum(counter.attack for counter in bag) // len(bag)

    def chances(self, target: Hex, team: Team) -> dict[str, int]:
        """Return the results of an attack -> how likely they are, of `WHOLE`."""
        field, tables = self.field, self.field.tables
        rivers = tables.rivers[target]
        wet = sum(self.attack(unit) for unit, here in team.items() if here in rivers)
        strength = sum(self.attack(unit) for unit in team) - wet + wet // 2
        row = tables.row(tables.terrain[target])
        shift = row.shift + (row.shift_japan if field.american else row.shift_us)
        shift += self._support(target)
        heavy = field.american and any(tables.americans[u].kind == "armor" for u in team)
        key = strength, target, shift - 100 * heavy
        if key not in self._known:
            self._known[key] = self._mean(strength, target, shift, heavy=heavy)
        return self._known[key]

    def _mean(self, strength: int, target: Hex, shift: int, *, heavy: bool) -> dict[str, int]:
        found: Counter[str] = Counter()
        mix = self.defenses(self.field.foe[target])
        total = sum(mix.values())
        for (defense, aa), count in mix.items():
            if defense == 0:
                found["De"] += WHOLE * count
                continue
            column = _column(strength, TEN * defense) + shift - (aa and heavy)
            column = max(combat.LOWEST, min(combat.HIGHEST, column))
            for face in range(1, 7):
                found[self.field.tables.crt(column, face)] += WHOLE // 6 * count
        return {code: count // total for code, count in found.items()}

    def _support(self, target: Hex) -> int:
        """[6.10] Return the shift for an HQ near the defender: ours, or against us."""
        field, tables = self.field, self.field.tables
        if field.american:
            near = [here for u, here in field.at.items() if tables.americans[u].kind == "hq"]
            shift = 1
        else:
            unit = field.foe[target]
            if tables.americans[unit].kind == "hq":
                return 0
            group = field.setting.group(field.position, unit)
            near = [field.position.at[hq] for hq in field.hqs(group)]
            shift = -1
        return shift * any(tables.distance(here, target) <= tables.hq_range for here in near)

    def value(self, target: Hex, team: Team) -> int:
        """Return what an attack promises; 30 is about a hex of ground, 100 a Victory Point."""
        field, tables = self.field, self.field.tables
        chances = self.chances(target, team)
        prize = self.worth(field.foe[target])
        place = 100 * field.gain([target]) + self._stand(target)
        place -= field.alarm(target)
        stakes = sorted(self.worth(unit) for unit in team)
        ring = {n for here in team.values() for n in tables.next_to[here]}
        shut = all(
            n in ring or n in field.taken or not tables.side[n] for n in tables.next_to[target]
        )
        return (
            chances.get("De", 0) * (prize + place)
            + chances.get("Ex", 0) * (prize + place * (len(team) > 1) - stakes[-1])
            + chances.get("Dr", 0) * (place + (prize if shut else prize // 4))
            - chances.get("Ar", 0) * (15 * len(team))
            - chances.get("Ae", 0) * sum(stakes)
        ) // WHOLE

    def _stand(self, target: Hex) -> int:
        """Return what an enemy's being where they are costs us beside the town that they hold."""
        field, tables = self.field, self.field.tables
        if not field.american:
            return 60 * (field.raid(target) != "") + 20 * (target in tables.ring)
        near = min(tables.distance(target, here) for here in tables.beach[field.army])
        return 20 + 20 * (near <= 2) + 10 * (target in tables.ring) + 60 * (near == 0)

    def best_team(self, target: Hex, able: Iterable[str]) -> tuple[int, dict[str, Hex]]:
        """Return the best attack on a hex by units beside it: the strongest join, while it pays.

        First what it promises, as `value` says, then who makes it from where. ``able``: the units
        that may.
        """
        field = self.field
        team: dict[str, Hex] = {}
        best, worth = {}, 0
        for unit in sorted(able, key=lambda u: (-self.attack(u), u)):
            if self.attack(unit):
                team[unit] = field.at[unit]
                promised = self.value(target, team)
                if promised > worth + LEAST // 2:
                    best, worth = dict(team), promised
        return worth, best


def plan_combat(field: Field) -> list[Order]:
    """Return the attacks of a Combat Phase, the most promising first, then its end.

    Those that dice make impossible are skipped.
    """
    targets = combat.targets(field.setting, field.position)
    odds = Odds(field)
    orders: list[Order] = []
    free = {unit for able in targets.values() for unit in able}
    while True:
        plans = [
            (*odds.best_team(target, free.intersection(able)), target)
            for target, able in targets.items()
        ]
        worth, team, target = max(plans, key=lambda p: (p[0], p[2]), default=(0, {}, ""))
        if worth < LEAST:
            return [*orders, End("combat")]
        orders.append(Attack(target, tuple(sorted(team))))
        free -= set(team)
        del targets[target]


def _column(attack: int, defense: int) -> int:
    """Return the column of a ratio: 1:1 is 0, rounded in favor of the defender."""
    if attack == 0:
        return combat.NOTHING
    return attack // defense - 1 if attack >= defense else 1 - -(-defense // attack)
