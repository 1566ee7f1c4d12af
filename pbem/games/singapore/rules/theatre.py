"""[4.14 to 4.16] Who stands where on the mapboard, whose sectors are, where there is room."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import NamedTuple

from pbem.games.singapore.data.forms import Army
from pbem.games.singapore.data.tables import Tables
from pbem.games.singapore.rules.position import OFF_MAP, Position, War, open_war
from pbem.games.singapore.rules.setting import Setting

CAMP: dict[Army, str] = {"jp": "jp", "au": "cw", "br": "cw"}
"""Army -> its side; the Commonwealth has two armies."""
STACK = 6
"""[4.16] So many ground units of a side stand in a sector."""


def allied(one: Army, other: Army) -> bool:
    """Whether two armies are of one side; an army is its own ally."""
    return CAMP[one] == CAMP[other]


def enemies(setting: Setting, army: Army) -> list[Army]:
    """Return the armies of the other side, in the order of their turns."""
    return [other for other in setting.armies if not allied(army, other)]


class _Standing(NamedTuple):
    """Where ground units stand: by sector, in the order of the data, and there by army and side.

    ``fought``: the sectors with units of both sides; ``enemies``: side -> those with units of the
    other.
    """

    units: Mapping[str, list[str]]
    armies: Mapping[str, Mapping[Army, list[str]]]
    camps: Mapping[str, Mapping[str, list[str]]]
    fought: frozenset[str]
    enemies: Mapping[str, frozenset[str]]


@lru_cache(maxsize=32)
def _standing(
    tables: Tables,
    units: tuple[str, ...],
    places: tuple[str, ...],
    aside: tuple[str, ...],
    holders: tuple[tuple[str, Army], ...],
) -> _Standing:
    """Sort the units by where they are: of one position that is asked hundreds of times."""
    holder, found = dict(holders), dict[str, list[str]]()
    armies = defaultdict[str, dict[Army, list[str]]](dict)
    camps = defaultdict[str, dict[str, list[str]]](dict)
    at = zip(units, places, strict=True)
    here = {unit: place for unit, place in at if unit in tables.ground and unit not in aside}
    for unit in sorted(here, key=tables.order.__getitem__):
        place, army = here[unit], holder[unit] if unit in holder else tables.units[unit].army
        found.setdefault(place, []).append(unit)
        armies[place].setdefault(army, []).append(unit)
        camps[place].setdefault(CAMP[army], []).append(unit)
    fought = frozenset(place for place, sides in camps.items() if len(sides) > 1)
    enemies = {
        side: frozenset(place for place, sides in camps.items() if sides.keys() - {side})
        for side in set(CAMP.values())
    }
    return _Standing(found, dict(armies), dict(camps), fought, enemies)


def _look(setting: Setting, war: War) -> _Standing:
    """Return where ground units stand; nobody changes it. Not those set aside (R35)."""
    holders = tuple(war.holder.items())
    at = war.at
    return _standing(setting.tables, tuple(at), tuple(at.values()), tuple(war.aside), holders)


def is_ground(setting: Setting, unit: str) -> bool:
    """[1.2] Whether a unit is none that flies."""
    return unit in setting.tables.ground


def ground(setting: Setting, war: War, place: str) -> list[str]:
    """Return the ground units in a sector, in the order of the data; not those set aside (R35)."""
    return list(_look(setting, war).units.get(place, ()))


def of_camp(setting: Setting, war: War, place: str, army: Army) -> list[str]:
    """Return the ground units of an army's side in a sector."""
    return list(_look(setting, war).camps.get(place, {}).get(CAMP[army], ()))


def of_army(setting: Setting, war: War, place: str, army: Army) -> list[str]:
    """Return the ground units of one army in a sector."""
    return list(_look(setting, war).armies.get(place, {}).get(army, ()))


def held_by_enemy(setting: Setting, war: War, place: str, army: Army) -> bool:
    """[R24] Whether ground units of the other side stand in a sector."""
    return place in enemy_places(setting, war, army)


def enemy_places(setting: Setting, war: War, army: Army) -> frozenset[str]:
    """[R24] Return every sector that `held_by_enemy` is true of."""
    return _look(setting, war).enemies[CAMP[army]]


def contested(setting: Setting, war: War, place: str) -> bool:
    """[4.15] Whether ground units of both sides stand in a sector."""
    return place in contested_places(setting, war)


def contested_places(setting: Setting, war: War) -> frozenset[str]:
    """[4.15] Return every sector that `contested` is true of."""
    return _look(setting, war).fought


def is_axis(setting: Setting, place: str) -> bool:
    """[4.14] Whether a sector is an axis of attack."""
    return setting.tables.data.map.sectors[place].axis is not None


def room(setting: Setting, war: War, place: str, army: Army) -> int:
    """[4.16] Return how many more ground units of a side may stop in a sector."""
    return _room(setting, place, army, _look(setting, war))


def _room(setting: Setting, place: str, army: Army, standing: _Standing) -> int:
    if is_axis(setting, place):
        return len(setting.tables.units)
    return max(STACK - len(standing.camps.get(place, {}).get(CAMP[army], ())), 0)


def safe(setting: Setting, war: War, place: str, army: Army) -> bool:
    """[R34] Whether a sector is of an army's side, uncontested, with room."""
    return place in refuges(setting, war, (place,), army)


def refuges(setting: Setting, war: War, places: Iterable[str], army: Army) -> dict[str, int]:
    """[R34] Return of some sectors those that are `safe`, each with its `room`."""
    own = [place for place in places if allied(war.control[place], army)]
    if not own:
        return {}
    standing = _look(setting, war)
    rooms = {place: _room(setting, place, army, standing) for place in own}
    return {to: free for to, free in rooms.items() if free > 0 and to not in standing.fought}


def airfields(setting: Setting, position: Position, army: Army) -> list[str]:
    """[4.1, R88] Return the airfields where planes of an army may land."""
    war = open_war(position)
    found = [
        place
        for place, sector in setting.tables.data.map.sectors.items()
        if sector.airfield
        and allied(war.control[place], army)
        and not contested(setting, war, place)
    ]
    return [*found, OFF_MAP] if army == setting.invader else found


def has_airfield(setting: Setting, position: Position, army: Army) -> bool:
    """[4.10.2] Whether an army holds an airfield itself."""
    war, sectors = open_war(position), setting.tables.data.map.sectors
    return army == setting.invader or any(
        sector.airfield and war.control[place] == army for place, sector in sectors.items()
    )


def attacked(setting: Setting, war: War) -> list[str]:
    """[R19, R20] Return the sectors where the army whose turn it is fights."""
    fought = contested_places(setting, war)
    return [
        place
        for place in setting.tables.data.map.sectors
        if place in fought
        and place not in war.over
        and not allied(war.control[place], war.army)
        and assailants(setting, war, place)
    ]


def assailants(setting: Setting, war: War, place: str) -> list[str]:
    """[R80] Return who attacks in a sector: ground units of this turn's army but for batteries."""
    units = setting.tables.units
    return [u for u in of_army(setting, war, place, war.army) if units[u].kind != "fixed"]
