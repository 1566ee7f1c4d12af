"""The orders in a list of legal ones beyond the examples of each kind that the rules yield."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations

from pbem.games.saipan.data.tables import ENEMY
from pbem.games.saipan.rules.ch07_obligations import guns
from pbem.games.saipan.rules.ch08_fire import in_range, unsupported
from pbem.games.saipan.rules.orders import Attack, FinalFire, Lose
from pbem.games.saipan.rules.position import Battle, Position
from pbem.games.saipan.rules.questions import open_question
from pbem.games.saipan.rules.setting import Setting, attackers_beside, enemies_beside
from pbem.kit.contract import Order
from pbem.kit.plain import lower

UNLISTED = {
    "deploy": "`deploy`: a unit that stands may be deployed once more elsewhere.",
    "movement": "`move`: to each hex the cheapest way is listed; any other that a unit can walk is "
    "legal too.",
}


def unlisted(_: Setting, position: Position) -> list[str]:
    """Say which legal answers are in no list, a sentence each."""
    return [UNLISTED[word] for word in (open_question(position),) if word in UNLISTED]


def candidates(setting: Setting, position: Position, about: str) -> Iterator[Order]:
    """Yield every attack, every fire, every set of units that may pay; `check` decides."""
    battle = position.battle
    match open_question(position):
        case "combat":
            yield from _attacks(setting, position, _called(setting, position, about))
        case "fpf" if battle is not None:
            yield from _fires(setting, position, battle)
        case "lose" if battle is not None:
            yield from map(Lose, _some(battle.attackers, least=1))


def _called(setting: Setting, position: Position, about: str) -> frozenset[str]:
    """Return the names of units that somebody may mean; none if they mean something else."""
    meant = lower(about)
    names = [name for units in setting.tables.units.values() for name in units]
    called = {name for name in names if lower(name) == meant.rpartition(":")[2]}
    standing = position.unit_at(meant)
    return frozenset(called if standing is None else {*called, standing[1]})


def _attacks(setting: Setting, position: Position, called: frozenset[str]) -> Iterator[Attack]:
    """Yield every attack; where units are ``called``, every one that one of them is part of.

    There are so many because each takes any number of points and any choice of guns.
    """
    side = position.side
    points = range(position.gsp[side] + 1)
    ready = guns(setting, position)
    for group in _groups(setting, position):
        there = _hex(position, group[0])
        firing = [
            u
            for u, here in ready
            if setting.tables.distance(here, there) <= setting.unit(side, u).range
        ]
        beside = [
            unit
            for unit in attackers_beside(setting, position, side, there)
            if unit not in position.fought
            and set(group) <= set(enemies_beside(setting, position, side, unit))
        ]
        barrages = list(_some(firing)) if len(group) == 1 else [()]
        for team in _some(beside, least=0 if len(group) == 1 else 1):
            for fire in barrages:
                if called and called.isdisjoint((*group, *team, *fire)):
                    continue
                for gsp in points:
                    yield Attack(group, team, fire, gsp)
                    if setting.options.banzai and team:
                        yield Attack(group, team, fire, gsp, banzai=True)


def _groups(setting: Setting, position: Position) -> Iterator[tuple[str, ...]]:
    """Yield the enemies that one attack may take: each alone, then several beside one unit."""
    side, enemy = position.side, ENEMY[position.side]
    able = {u: n for n, u in sorted(position.on[enemy].items()) if u not in position.attacked}
    yield from ((unit,) for unit in able)
    seen: set[tuple[str, ...]] = set()
    for _, unit in sorted(position.on[side].items()):
        beside = set(enemies_beside(setting, position, side, unit))
        for group in _some([name for name in able if name in beside], least=2):
            if group not in seen:
                seen.add(group)
                yield group


def _hex(position: Position, enemy: str) -> str:
    number = position.hex_of(ENEMY[position.side], enemy)
    assert number is not None  # noqa: S101 - it was found on the map
    return number


def _fires(setting: Setting, position: Position, battle: Battle) -> Iterator[FinalFire]:
    points = range(position.gsp[ENEMY[position.side]] + 1)
    several = len(battle.on) > 1
    for target in unsupported(battle):
        for team in _some(in_range(setting, position, target)):
            for gsp in points:
                if team or gsp:
                    yield FinalFire(team, gsp, target if several else None)


def _some(units: Iterable[str], least: int = 0) -> Iterator[tuple[str, ...]]:
    """Yield the choices of at least so many of the units, the smallest first."""
    found = list(units)
    for size in range(least, len(found) + 1):
        yield from combinations(found, size)
