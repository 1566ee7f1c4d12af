"""How the computer player attacks: who strikes whom, with which guns and points, in which order.

Every unit in an enemy zone must attack and every enemy in ours must be attacked (7.1), so the whole
phase is planned together. Attackers are dealt out to enemies, then improved by moving one unit at a
time. Then artillery and points go where they do most good.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct, field

from pbem.errors import IllegalOrder
from pbem.games.saipan.player.field import Field
from pbem.games.saipan.rules import ch07_combat as combat
from pbem.games.saipan.rules import ch07_obligations as obligations
from pbem.games.saipan.rules import changes, questions
from pbem.games.saipan.rules.orders import Attack, End
from pbem.games.saipan.rules.position import Position
from pbem.games.saipan.rules.setting import enemies_beside
from pbem.kit.contract import Order
from pbem.kit.maps.hexes import Hex

SWEEPS = 3
"""How often every attacker is looked at again."""


class Plan(Struct):
    """One attack in the making, on the enemy in one hex (or two, in need)."""

    targets: list[Hex]
    team: list[str] = field(default_factory=list)
    guns: list[str] = field(default_factory=list)
    gsp: int = 0
    must: bool = False
    fire: int = 0


def plan_phase(sight: Field, position: Position) -> list[Order]:
    """Return every attack of a Combat Phase that begins in ``position``, then its end.

    ``position`` is used up: attacks are written down in it one by one, without their results.
    """
    orders: list[Order] = []
    for attack in _attacks(sight, position):
        try:
            questions.check(sight.setting, position, attack)
        except IllegalOrder:
            continue
        orders.append(_commit(sight, position, attack))
    while not obligations.may_end(sight.setting, position):
        attack = _fallback(sight, position)
        orders.append(_commit(sight, position, attack))
    return [*orders, End("combat")]


def _commit(sight: Field, position: Position, attack: Attack) -> Attack:
    """Write an attack down as declared, without its result."""
    for declared in combat.declare(position, attack):
        changes.apply(sight.setting, position, declared)
    position.battle = None
    return attack


def _fallback(sight: Field, position: Position) -> Attack:
    """Return the first legal attack that meets an obligation."""
    due = {*position.must_attack} - {*position.fought}
    owed = {*position.must_be_attacked} - {*position.attacked}
    for attack in combat.legal_attacks(sight.setting, position):
        if due.intersection(attack.with_) or owed.intersection(attack.on):
            return attack
    raise ValueError("an obligation that can be met has a legal attack that meets it")


def _attacks(sight: Field, position: Position) -> Iterator[Attack]:
    """Yield the attacks of the phase, the most promising first."""
    plans = _deal(sight, position)
    _support(sight, position, plans)
    _join_the_unserved(sight, position, plans)
    plans = [p for p in plans if p.team or p.guns or p.gsp]
    ours = set(sight.own)
    scored = [(-_value(sight, plan, ours), plan.targets, plan) for plan in plans]
    scored.sort(key=lambda entry: entry[:2])
    for score, _, plan in scored:
        if score > 0 and not plan.must:
            continue
        yield Attack(
            tuple(sight.foe[t] for t in plan.targets),
            tuple(plan.team),
            tuple(plan.guns),
            plan.gsp,
        )


def _deal(sight: Field, position: Position) -> list[Plan]:
    """Deal every adjacent unit out to one enemy beside it, and improve that for a while."""
    where = {unit: number for number, unit in sight.foe.items()}
    beside: dict[str, list[Hex]] = {}
    for unit in [*sorted(sight.own.values()), *sorted(position.sea if sight.side == "us" else ())]:
        if unit in position.fought:
            continue
        near = enemies_beside(sight.setting, position, sight.side, unit)
        hexes = [where[e] for e in near if e not in position.attacked]
        if hexes:
            beside[unit] = hexes
    plans = {
        number: Plan([number], must=unit in position.must_be_attacked)
        for number, unit in sorted(sight.foe.items())
        if unit not in position.attacked
    }
    expected = sight.enemy_fire(n for n, plan in plans.items() if plan.must)
    for number, plan in plans.items():
        plan.fire = expected.get(number, 0)
    for unit in sorted(beside, key=lambda u: (len(beside[u]), u)):
        choice = min(beside[unit], key=lambda n: (len(plans[n].team), sight.defence(n), n))
        plans[choice].team.append(unit)
    ours = set(sight.own)
    for _ in range(SWEEPS):
        if not sum(_better(sight, plans, unit, beside[unit], ours) for unit in sorted(beside)):
            break
    return list(plans.values())


def _better(
    sight: Field, plans: dict[Hex, Plan], unit: str, hexes: list[Hex], ours: set[Hex]
) -> bool:
    """Move one attacker to the enemy where it helps most; say whether it moved."""
    if len(hexes) == 1:
        return False
    here = next(n for n in hexes if unit in plans[n].team)
    plans[here].team.remove(unit)
    best, most = here, -(10**6)
    for number in [here, *(n for n in hexes if n != here)]:
        without = _value(sight, plans[here], ours) + _value(sight, plans[number], ours)
        plans[number].team.append(unit)
        gain = _value(sight, plans[here], ours) + _value(sight, plans[number], ours) - without
        if number == here:
            gain //= 2
        plans[number].team.remove(unit)
        if gain > most:
            best, most = number, gain
    plans[best].team.append(unit)
    return best != here


def _value(sight: Field, plan: Plan, ours: set[Hex]) -> int:
    """Return what a plan is worth; an enemy that nothing attacks is a fault to be paid for."""
    if not (plan.team or plan.guns or plan.gsp):
        return -60 if plan.must else 0
    attack = plan.gsp + sum(sight.strength(unit) for unit in plan.team)
    attack += sum(sight.setting.unit(sight.side, gun).barrage for gun in plan.guns)
    defence = sum(sight.defence(t) for t in plan.targets) + (plan.fire if plan.team else 0)
    return sight.value(attack - defence, sight.stakes(plan.targets, plan.team, ours))


def _support(sight: Field, position: Position, plans: list[Plan]) -> None:
    """Give guns and points away one by one, each to the attack that gains most by it."""
    setting, ours = sight.setting, set(sight.own)
    left = position.gsp[sight.side]
    for plan in plans:
        if plan.must and not plan.team and left:
            plan.gsp, left = 1, left - 1
    guns = [
        (unit, here)
        for unit, here in sight.guns(sight.side, sight.own)
        if here not in sight.held and unit not in {*position.fought, *position.shaken}
    ]
    for gun, here in sorted(guns, key=lambda g: (-setting.unit(sight.side, g[0]).barrage, g[0])):
        counter = setting.unit(sight.side, gun)
        in_range = [
            plan for plan in plans if sight.tables.distance(here, plan.targets[0]) <= counter.range
        ]
        best = _most_helped(sight, in_range, counter.barrage, ours)
        if best is not None:
            best.guns.append(gun)
    while left > 0:
        size = min(2, left)
        best = _most_helped(sight, [p for p in plans if p.team or p.gsp], size, ours)
        if best is None:
            break
        best.gsp += size
        left -= size


def _most_helped(sight: Field, plans: list[Plan], strength: int, ours: set[Hex]) -> Plan | None:
    """Return the plan that gains most by some more strength; None if none gains at all."""
    best, most = None, 0
    for plan in plans:
        before = _value(sight, plan, ours)
        plan.gsp += strength
        # Look a step ahead: the table has columns two points wide.
        gain = 2 * (_value(sight, plan, ours) - before)
        plan.gsp += strength
        gain = max(gain, _value(sight, plan, ours) - before)
        plan.gsp -= 2 * strength
        if gain > most:
            best, most = plan, gain
    return best


def _join_the_unserved(sight: Field, position: Position, plans: list[Plan]) -> None:
    """Put an enemy that must be attacked and has no attacker into an attack beside it (7.2)."""
    for plan in plans:
        if not plan.must or plan.team or plan.guns or plan.gsp:
            continue
        for other in plans:
            if other is plan or not other.team:
                continue
            beside = [
                enemies_beside(sight.setting, position, sight.side, unit) for unit in other.team
            ]
            if all(sight.foe[plan.targets[0]] in near for near in beside):
                other.targets += plan.targets
                other.fire += plan.fire
                other.guns.clear()
                plan.must = False
                break
