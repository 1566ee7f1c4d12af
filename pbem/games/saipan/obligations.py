"""[7.1] Who must fight, and how many of those obligations can still be met.

The obligations are fixed when the Combat Phase begins (A31): every unit of the side to move in an
enemy zone of control must attack, every enemy in one of its zones must be attacked. An attack is
refused if fewer could be met with it than without it (A25).

How many can be met is counted exactly, for the positions as they are now. Units that can still
attack and enemies that can still be attacked are joined where they are adjacent. An attack by
adjacent units takes attackers and defenders that are all joined to each other (7.2). Every such
attack falls apart into *stars*: one unit attacks several enemies, or several units attack one; and
units joined to anybody at all can always be parted into stars that leave nobody out. A unit at sea
(12.32) forces the star around its target, and takes nothing from the others: whoever is joined to
that target alone joins that attack. So everybody joined to somebody can be served, all together.
What remains are the *lonely* enemies, whom no adjacent unit can attack any more: each needs an
artillery unit in range or one ground support point, and artillery fires once. The most that can
be served is a largest matching between lonely enemies and guns, filled up with points.
"""

from __future__ import annotations

from collections.abc import Collection

from pbem.errors import IllegalOrder
from pbem.games.saipan.data import ENEMY
from pbem.games.saipan.orders import Attack
from pbem.games.saipan.position import Position
from pbem.games.saipan.setting import Setting, attackers_beside, controls, enemies_beside
from pbem.kit.hexes import Hex


def begin(setting: Setting, position: Position) -> None:
    """Fix the obligations of a Combat Phase (A31); part of applying the beginning of the phase."""
    side, enemy = position.side, ENEMY[position.side]
    position.must_attack = [
        unit
        for number, unit in sorted(position.on[side].items())
        if controls(setting, position, enemy, number)
    ] + sorted(position.sea)
    position.must_be_attacked = [
        unit
        for number, unit in sorted(position.on[enemy].items())
        if controls(setting, position, side, number)
    ]


class Unmet:
    """The obligations that can still be met, with these units spent and these points left.

    ``attackers`` must attack and can; ``enemies`` must be attacked and an adjacent unit can;
    ``lonely`` must be attacked and only ``guns`` or points can; ``most`` counts all that can be.
    """

    __slots__ = ("attackers", "enemies", "lonely", "most")

    def __init__(
        self,
        setting: Setting,
        position: Position,
        fought: Collection[str],
        attacked: Collection[str],
        gsp: int,
    ) -> None:
        side = position.side
        self.attackers = [
            unit
            for unit in position.must_attack
            if unit not in fought
            and any(e not in attacked for e in enemies_beside(setting, position, side, unit))
        ]
        self.enemies: list[str] = []
        self.lonely: list[tuple[str, Hex]] = []
        where = {unit: number for number, unit in position.on[ENEMY[side]].items()}
        for unit in position.must_be_attacked:
            number = where.get(unit)
            if number is None or unit in attacked:
                continue
            if all(u in fought for u in attackers_beside(setting, position, side, number)):
                self.lonely.append((unit, number))
            else:
                self.enemies.append(unit)
        self.most = len(self.attackers) + len(self.enemies)
        if self.lonely:
            spare = _served_by_guns(setting, position, fought, [h for _, h in self.lonely]) + gsp
            self.most += min(len(self.lonely), spare)


def unmet(setting: Setting, position: Position) -> Unmet:
    """Return the obligations that can still be met now."""
    fought, attacked = position.fought, position.attacked
    return Unmet(setting, position, fought, attacked, position.gsp[position.side])


def check_attack(setting: Setting, position: Position, order: Attack) -> None:
    """Refuse an attack after which fewer obligations could be met than without it (A31, A25)."""
    before = unmet(setting, position)
    if not before.most:
        return
    fought = {*position.fought, *order.with_, *order.barrage}
    attacked = {*position.attacked, *order.on}
    left = position.gsp[position.side] - order.gsp
    after = Unmet(setting, position, fought, attacked, left)
    served = sum(unit in position.must_attack for unit in order.with_)
    served += sum(unit in position.must_be_attacked for unit in order.on)
    if served + after.most < before.most:
        _refuse(position, before, after, order)


def check_end(setting: Setting, position: Position) -> None:
    """Refuse to end a Combat Phase in which an obligation can still be met (7.1, A31)."""
    left = unmet(setting, position)
    if not left.most:
        return
    if left.attackers:
        unit = left.attackers[0]
        beside = enemies_beside(setting, position, position.side, unit)
        beside = [enemy for enemy in beside if enemy not in position.attacked]
        raise IllegalOrder(
            "12.32" if unit in position.sea else "7.1",
            f"{unit} must attack an adjacent enemy",
            f"It can attack {', '.join(beside)}.",
        )
    enemy = [*left.enemies, *(unit for unit, _ in left.lonely)][0]
    how = "An adjacent unit" if left.enemies else "Artillery in range or a ground support point"
    raise IllegalOrder("7.1", f"{enemy} must be attacked", f"{how} can attack it.")


def _refuse(position: Position, before: Unmet, after: Unmet, order: Attack) -> None:
    """Say whom the attack would leave without anything that can serve."""
    idle = [u for u in before.attackers if u not in after.attackers and u not in order.with_]
    if idle:
        paragraph = "12.32" if idle[0] in position.sea else "7.1"
        why = f"{idle[0]} must attack too, and would have nobody left to attack"
        raise IllegalOrder(paragraph, why, f"Let {idle[0]} join, or leave an enemy to it.")
    known = {unit for unit, _ in before.lonely}
    fresh = [unit for unit, _ in after.lonely if unit not in known]
    enemy = (fresh or [unit for unit, _ in after.lonely])[0]
    raise IllegalOrder(
        "7.1",
        f"{enemy} must be attacked too, and nothing would be left that can attack it",
        f"Attack {enemy} in the same attack or keep a unit, artillery or a point for it.",
    )


def able_to_barrage(setting: Setting, position: Position, unit: str) -> bool:
    """[8.0], [7.7] Artillery on the map, unspent, not displaced, and not adjacent to an enemy."""
    side = position.side
    if setting.unit(side, unit).kind != "artillery":
        return False
    if unit in position.fought or unit in position.shaken:
        return False
    here = position.hex_of(side, unit)
    return here is not None and not controls(setting, position, ENEMY[side], here)


def guns(setting: Setting, position: Position) -> list[tuple[str, Hex]]:
    """Return the units of the side to move that may barrage now, with their hexes, by hex."""
    return [
        (unit, number)
        for number, unit in sorted(position.on[position.side].items())
        if able_to_barrage(setting, position, unit)
    ]


def _served_by_guns(
    setting: Setting, position: Position, fought: Collection[str], targets: list[Hex]
) -> int:
    """Count the targets that guns can serve, each gun one target: a largest matching."""
    ready = [(unit, here) for unit, here in guns(setting, position) if unit not in fought]
    reach = {
        target: [
            unit
            for unit, here in ready
            if setting.tables.distance(here, target) <= setting.unit(position.side, unit).range
        ]
        for target in targets
    }
    taken: dict[str, Hex] = {}

    def find(target: Hex, tried: set[str]) -> bool:
        for unit in reach[target]:
            if unit not in tried:
                tried.add(unit)
                if unit not in taken or find(taken[unit], tried):
                    taken[unit] = target
                    return True
        return False

    return sum(find(target, set()) for target in targets)
