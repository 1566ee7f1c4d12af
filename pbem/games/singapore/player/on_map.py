"""A computer player on the map: march on objectives, attack with more, hold them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress

from pbem.errors import IllegalOrder
from pbem.games.singapore.data.forms import Army
from pbem.games.singapore.player import cards
from pbem.games.singapore.rules.cards import ch6_play as plays
from pbem.games.singapore.rules.ch5_supply import linked, purse, supplies
from pbem.games.singapore.rules.corps import ch4_air as air
from pbem.games.singapore.rules.corps import ch4_barrages as barrages
from pbem.games.singapore.rules.corps import ch4_movement as movement
from pbem.games.singapore.rules.corps.ch4_holdings import australians, objectives
from pbem.games.singapore.rules.orders import Deploy, End, Fire, Fly, Move
from pbem.games.singapore.rules.position import Position, War, is_veiled, open_war
from pbem.games.singapore.rules.setting import Setting
from pbem.games.singapore.rules.theatre import (
    allied,
    contested,
    enemies,
    ground,
    is_axis,
    is_ground,
    of_camp,
    room,
)
from pbem.games.singapore.rules.variants import ch7_deployment as free
from pbem.kit.contract import Order

OBJECTIVE, UNIT = 500, 100
"""The worth of an objective, and of a ground unit on the map."""
RESERVE = 6
"""So many supply tokens are kept from guns for the next attack."""
ODDS = 2
"""So many halves of the defenders an attack has to have."""
NEAR = 1
"""So near to an objective an attack with as many is good enough: defenders gather there."""


def order(setting: Setting, position: Position, war: War, seed: int) -> Order:
    """Return the next order of a phase, or its end."""
    if war.cards is not None:
        able = plays.legal(setting, position, war.army)
        if (card := cards.in_phase(setting, position, able)) is not None:
            return card
    if position.phase in free.DEPLOYS:
        return next(_deployments(setting, position), End("deploy"))
    if position.phase == "air":
        return next(_flights(setting, position), End("air"))
    if position.phase == "barrage":
        return next(_barrages(setting, position, war), End("barrage"))
    return next(_moves(setting, position, war, seed), End("movement"))


def _deployments(setting: Setting, position: Position) -> Iterator[Order]:
    """Deploy as the Deployment Orders of the historic scenario say, where that may be."""
    where, left = setting.tables.deployed, free.waiting(setting, position)
    for place in dict.fromkeys(where[unit] for unit in left):
        order = Deploy(tuple(unit for unit in left if where[unit] == place), place)
        with suppress(IllegalOrder):
            free.check(setting, position, order)
            yield order
    yield from free.legal(setting, position)


def _flights(setting: Setting, position: Position) -> Iterator[Order]:
    """Send planes where most enemies stand in reach of the own army's attack."""
    war = open_war(position)
    places = [place for place in setting.tables.data.map.sectors if not is_axis(setting, place)]

    def worth(place: str) -> int:
        enemies = len(ground(setting, war, place)) - len(of_camp(setting, war, place, war.army))
        if war.army != setting.invader:
            return enemies * len(of_camp(setting, war, place, war.army))
        return enemies * sum(_own(setting, war, to) for to in setting.tables.beside[place])

    place = max(places, key=worth)
    if worth(place) > 0:
        for unit in air.ready(setting, position):
            yield Fly((unit,), place)


def _own(setting: Setting, war: War, place: str) -> int:
    return len(of_camp(setting, war, place, war.army))


def _barrages(setting: Setting, position: Position, war: War) -> Iterator[Order]:
    """Each gun fires at the attack that meets most enemies."""
    spare = purse(setting, war, war.army) if is_veiled(war, war.army) else 0
    if not spare and purse(setting, war, war.army) <= RESERVE:
        return
    for gun in barrages.guns(setting, position, war.army):
        able = barrages.targets(setting, war, gun, war.army)
        yield Fire((gun,), max(able, key=lambda to: len(ground(setting, war, to))))


def _moves(setting: Setting, position: Position, war: War, seed: int) -> Iterator[Order]:
    able = movement.movable(setting, position)
    if war.army == setting.invader:
        yield from _advance(setting, position, war, able)
    else:
        yield from _gather(setting, position, war, able, seed)


def _advance(
    setting: Setting, position: Position, war: War, able: Iterable[str]
) -> Iterator[Order]:
    """Attack together where enough units can meet, else go nearer to an objective."""
    army = war.army
    goals = _goals(setting, war, army)
    units = [unit for unit in able if setting.tables.units[unit].kind != "field"]
    ways = {unit: list(_ways(setting, position, unit)) for unit in units}
    ways = {unit: found for unit, found in ways.items() if not _busy(setting, war, unit)}
    ends = {unit: {path[-1] for path, _ in found} for unit, found in ways.items()}
    for place in sorted(set[str]().union(*ends.values())):
        enemies = len(ground(setting, war, place)) - _own(setting, war, place)
        come = [unit for unit, reached in ends.items() if place in reached]
        if enemies and not _worth_it(setting, place, [war.at[unit] for unit in come], goals):
            continue
        if enemies:  # what an attack costs is there, and who makes it is in supply (5.8)
            links = linked(setting, war, army) if setting.supplied else ()
            come = [unit for unit in come if supplies(setting, war, army, war.at[unit], links)]
            come = come[: purse(setting, war, army)]
        strength = min(len(come), room(setting, war, place, army)) + _own(setting, war, place)
        wanted = 0 if _far(setting, place, goals) <= NEAR else ODDS
        if enemies and come and 2 * strength >= (2 + wanted) * enemies:
            for unit in come[: room(setting, war, place, army)]:
                way = next(w for w in ways[unit] if w[0][-1] == place)
                yield Move((unit,), *way)
    for unit, found in ways.items():
        here = _far(setting, war.at[unit], goals)
        nearer = [
            way
            for way in found
            if _far(setting, way[0][-1], goals) < here
            and room(setting, war, way[0][-1], army)
            and len(ground(setting, war, way[0][-1])) == _own(setting, war, way[0][-1])
        ]
        if nearer:
            yield Move((unit,), *min(nearer, key=lambda way: _far(setting, way[0][-1], goals)))


def _worth_it(setting: Setting, place: str, starts: Iterable[str], goals: Iterable[str]) -> bool:
    """Whether an attack is worth its supply: on a supply point, or nearer to an objective."""
    if not setting.supplied or setting.tables.data.map.sectors[place].depot:
        return True
    here = _far(setting, place, goals)
    return here == 0 or any(_far(setting, start, goals) > here for start in starts)


def _ways(
    setting: Setting, position: Position, unit: str
) -> Iterator[tuple[tuple[str, ...], bool]]:
    for road in (False, True):
        for path in movement.reach(setting, position, unit, road=road):
            yield path, road


def _busy(setting: Setting, war: War, unit: str) -> bool:
    """Whether a unit fights where it stands."""
    return contested(setting, war, war.at[unit])


def _goals(setting: Setting, war: War, army: Army) -> list[str]:
    """Return the objectives that a side has not, or all if it has them."""
    sectors = setting.tables.data.map.sectors
    every = [place for place, sector in sectors.items() if sector.objective]
    return [place for place in every if not allied(war.control[place], army)] or every


def _far(setting: Setting, place: str, goals: Iterable[str]) -> int:
    return min(setting.tables.distance(place)[goal] for goal in goals)


def _gather(
    setting: Setting, position: Position, war: War, able: Iterable[str], seed: int
) -> Iterator[Order]:
    """Fill the objectives with units near them, and take back what is weakly held."""
    sectors = setting.tables.data.map.sectors
    goals = [place for place, sector in sectors.items() if sector.objective]
    for unit in able:
        here = war.at[unit]
        alone = len(of_camp(setting, war, here, war.army)) < 2
        if here in goals or alone or _busy(setting, war, unit):
            continue
        if (seed + len(unit)) % 2 and _far(setting, here, goals) > 2:
            continue
        for path, road in _ways(setting, position, unit):
            end = path[-1]
            friendly = allied(war.control[end], war.army) and room(setting, war, end, war.army)
            nearer = _far(setting, end, goals) < _far(setting, here, goals)
            if friendly and nearer and not contested(setting, war, end):
                yield Move((unit,), path, road)
                break


def merit(setting: Setting, position: Position, side: Army | str) -> int:
    """Return how an army stands: objectives of its side, and ground units, less the enemy's."""
    war = open_war(position)
    own: Army = next(army for army in setting.armies if army == side)
    found = 0
    for other, sign in ((own, 1), (enemies(setting, own)[0], -1)):
        units = sum(allied(war.of(unit), other) and is_ground(setting, unit) for unit in war.at)
        found += sign * (OBJECTIVE * objectives(setting, position, other) + UNIT * units)
    return found + (australians(setting, position) if side == "au" else 0)
