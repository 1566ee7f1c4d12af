"""The duty to fight (7.1, A24, A25, A31, B4) against a search through every sequence of attacks.

Both values of the option `must_attack` are looked at.
"""

from __future__ import annotations

import random
from functools import cache
from itertools import chain, combinations

import pytest

from pbem.errors import IllegalOrder
from pbem.games.saipan.data.tables import ENEMY
from pbem.games.saipan.module import SaipanRules
from pbem.games.saipan.rules import ch07_combat as combat
from pbem.games.saipan.rules import ch07_obligations as obligations
from pbem.games.saipan.rules.changes import apply
from pbem.games.saipan.rules.orders import Attack
from pbem.games.saipan.rules.outcomes import PhaseBegun
from pbem.games.saipan.rules.position import Boat, Position
from pbem.games.saipan.rules.setting import Setting, enemies_beside

RULES = SaipanRules()
DATA = RULES.data()
OPTIONS = {name: option.default for name, option in RULES.options.items()}


BOTH = pytest.mark.parametrize("must_attack", RULES.options["must_attack"].choices)


def setting(gsp: int, must_attack: str) -> Setting:
    options = {**OPTIONS, "us_gsp": gsp, "jp_gsp": gsp, "must_attack": must_attack}
    return RULES.game("historical", options, DATA).setting


def random_front(rng: random.Random, at: Setting) -> Position:
    """A few units of both sides close together, some artillery, sometimes a unit at sea."""
    tables = at.tables
    middle = rng.choice(["0806", "1204", "1707", "0803"])
    near = [h for h in sorted(tables.cost) if tables.distance(h, middle) <= 2]
    rng.shuffle(near)
    infantry = ["1/2", "2/2", "3/2"][: rng.randint(1, 3)]
    guns = ["104", "105"][: rng.randint(0, 2)]
    enemies = ["317", "318", "16", "9", "7"][: rng.randint(1, 4)]
    on: dict[str, dict[str, str]] = {"us": {}, "jp": {}}
    for unit in infantry + guns:
        on["us"][near.pop()] = unit
    for unit in enemies:
        on["jp"][near.pop()] = unit
    sea = {}
    if rng.random() < 0.3:
        on["us"].pop("0802", None)
        on["jp"]["0802"] = on["jp"].pop("0802", "3/10")
        sea["1/6"] = Boat("0703", "0802")
    landed = [unit for unit in (*infantry, *sea) if rng.random() < 0.3]
    position = Position(turn=1, side="us", phase="movement", on=on, sea=sea, landed=landed)
    begun = PhaseBegun(paragraph="4.0", turn=1, side="us", phase="combat")
    apply(at, position, begun)
    return position


def is_bound(position: Position, unit: str, must_attack: str) -> bool:
    """Nobody else may take the last enemy of a reinforcement (12.33) or of a gun (7.1)."""
    return must_attack == "each" or unit in {*position.sea, *position.landed, "104", "105"}


def subsets(names: list[str]) -> list[tuple[str, ...]]:
    return list(chain.from_iterable(combinations(names, n) for n in range(1, len(names) + 1)))


def most_by_search(at: Setting, position: Position) -> int:  # noqa: C901 - every way there is
    """The most enemies that any sequence of attacks could serve, nobody moving meanwhile."""
    side = position.side
    us = [*position.on[side].values(), *position.sea]
    beside = {unit: set(enemies_beside(at, position, side, unit)) for unit in us}
    boats = {u: beside[u] for u in position.sea}
    where = {unit: number for number, unit in position.on[ENEMY[side]].items()}
    guns = dict(obligations.guns(at, position))
    must = frozenset(position.must_be_attacked)

    def in_range(gun: str, enemy: str) -> bool:
        away = at.tables.distance(guns[gun], where[enemy])
        return away <= at.unit(side, gun).range

    @cache
    def best(fought: frozenset[str], attacked: frozenset[str], gsp: int) -> int:
        found = 0
        left = [enemy for enemy in where if enemy not in attacked]
        for group in subsets(left):
            able = [u for u in us if u not in fought and beside[u] >= set(group)]
            for team in subsets(able):
                if any(u in boats and len(group) > 1 for u in team):
                    continue
                if any(b <= set(group) and u not in team for u, b in boats.items()):
                    continue
                rest = best(fought | set(team), attacked | set(group), gsp)
                found = max(found, len(must & set(group)) + rest)
        for enemy in left:
            if any(enemy in b for b in boats.values()):
                continue
            value = int(enemy in must)
            if gsp:
                found = max(found, value + best(fought, attacked | {enemy}, gsp - 1))
            for gun in guns:
                if gun not in fought and in_range(gun, enemy):
                    found = max(found, value + best(fought | {gun}, attacked | {enemy}, gsp))
        return found

    return best(
        frozenset(position.fought), frozenset(position.attacked), position.gsp[position.side]
    )


def declare(at: Setting, position: Position, order: Attack) -> None:
    """Commit an attack and leave everybody where they are."""
    for declared in combat.declare(position, order):
        apply(at, position, declared)
    position.battle = None


@BOTH
@pytest.mark.parametrize("seed", range(60))
def test_the_count_is_exact_and_no_phase_is_a_dead_end(seed: int, must_attack: str) -> None:
    rng = random.Random(seed)  # noqa: S311 - no secret
    at = setting(rng.randint(0, 2), must_attack)
    position = random_front(rng, at)
    lost = rng.random() < 0.5
    while not obligations.may_end(at, position):
        most = most_by_search(at, position)
        assert obligations.still_due(at, position) == most
        legal = list(combat.legal_attacks(at, position))
        assert legal, position
        order = rng.choice(legal)
        before = len(set(position.must_be_attacked) & set(position.attacked))
        declare(at, position, order)
        after = len(set(position.must_be_attacked) & set(position.attacked))
        assert after - before + most_by_search(at, position) == most, order
        if lost and position.on["us"]:
            position.on["us"].pop(rng.choice(sorted(position.on["us"])))
    if not lost:
        bound = {unit for unit in position.must_attack if is_bound(position, unit, must_attack)}
        assert bound <= set(position.fought)
        # An excused unit has nobody left whom it could attack (A24).
        for unit in set(position.must_attack) - set(position.fought):
            assert set(enemies_beside(at, position, "us", unit)) <= set(position.attacked)


@BOTH
@pytest.mark.parametrize("seed", range(25))
def test_attacks_that_serve_fewer_or_leave_a_unit_out_are_refused(
    seed: int, must_attack: str
) -> None:
    rng = random.Random(1000 + seed)  # noqa: S311 - no secret
    at = setting(rng.randint(0, 1), must_attack)
    position = random_front(rng, at)
    most = most_by_search(at, position)
    for order in combat._candidates(at, position):
        after = Position(**{f: getattr(position, f) for f in position.__struct_fields__})
        after.fought, after.attacked = list(position.fought), list(position.attacked)
        after.gsp = dict(position.gsp)
        declare(at, after, order)
        served = len(set(position.must_be_attacked) & set(order.on))
        enough = served + most_by_search(at, after) >= most
        left_out = any(
            enemies_beside(at, position, "us", unit)
            and set(enemies_beside(at, position, "us", unit)) <= set(order.on)
            for unit in {*position.must_attack} - {*order.with_}
            if is_bound(position, unit, must_attack)
        )
        if enough and not left_out:
            combat.check_attack(at, position, order)
        else:
            with pytest.raises(IllegalOrder, match=r"\[(7\.1|12\.32)\]"):
                combat.check_attack(at, position, order)
