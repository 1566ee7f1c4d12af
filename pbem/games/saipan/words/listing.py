"""What a list of legal orders has beyond those that the rules yield as examples of their kind."""

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

UNLISTED = {
    "deploy": "`deploy`: a unit that stands may be deployed once more elsewhere.",
    "movement": "`move`: to each hex the cheapest way is listed; any other that a unit can walk is "
    "legal too.",
}


def unlisted(_: Setting, position: Position) -> list[str]:
    """Say which legal answers are in no list, a sentence each."""
    return [UNLISTED[word] for word in (open_question(position),) if word in UNLISTED]


def candidates(setting: Setting, position: Position) -> Iterator[Order]:
    """Yield every attack, every fire, every set of units that may pay; `check` decides."""
    battle = position.battle
    match open_question(position):
        case "combat":
            yield from _attacks(setting, position)
        case "fpf" if battle is not None:
            yield from _fires(setting, position, battle)
        case "lose" if battle is not None:
            yield from map(Lose, _some(battle.attackers, least=1))


def _attacks(setting: Setting, position: Position) -> Iterator[Attack]:
    side = position.side
    points = range(position.gsp[side] + 1)
    firing = [unit for unit, _ in guns(setting, position)]
    for group in _groups(setting, position):
        beside = [
            unit
            for unit in attackers_beside(setting, position, side, _hex(position, group[0]))
            if unit not in position.fought
            and set(group) <= set(enemies_beside(setting, position, side, unit))
        ]
        barrages = list(_some(firing)) if len(group) == 1 else [()]
        for team in _some(beside, least=0 if len(group) == 1 else 1):
            for fire in barrages:
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
