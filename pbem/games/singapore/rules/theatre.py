"""[4.14 to 4.16] Who stands where on the mapboard, whose sectors are, where there is room."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set
from typing import NamedTuple

from pbem.games.singapore.data.forms import Army
from pbem.games.singapore.data.tables import ARMY_OF, Tables
from pbem.games.singapore.rules.position import OFF_MAP, Position, War, open_war
from pbem.games.singapore.rules.setting import Setting
from pbem.kit.keeping import always, changed, kept_of

CAMP: dict[Army, str] = {"jp": "jp", "au": "cw", "br": "cw"}
"""Army -> its side; the Commonwealth has two armies."""
_OTHER: Mapping[str, str] = {"jp": "cw", "cw": "jp"}
STACK = 6
"""[4.16] So many ground units of a side stand in a sector."""


def allied(one: Army, other: Army) -> bool:
    """Whether two armies are of one side; an army is its own ally."""
    return CAMP[one] == CAMP[other]


def enemies(setting: Setting, army: Army) -> list[Army]:
    """Return the armies of the other side, in the order of their turns."""
    return [other for other in setting.armies if not allied(army, other)]


def is_ground(setting: Setting, unit: str) -> bool:
    """[1.2] Whether a unit is none that flies."""
    return unit in setting.tables.ground


class _Standing(NamedTuple):
    """The places of units, but for those set aside (R35): looked up again and again between moves.

    ``here``: sector -> its ground units, in the order of the data; ``many``: side -> sector -> how
    many; ``places``: side -> the sectors where it has some; ``contested``: those of both (4.15).
    """

    here: Mapping[str, list[str]]
    many: Mapping[str, Mapping[str, int]]
    places: Mapping[str, frozenset[str]]
    contested: frozenset[str]


class Stood(NamedTuple):
    """The places of units when they were last found out, and the results of that."""

    at: dict[str, str]
    holder: dict[str, Army]
    aside: list[str]
    stand: _Standing


@kept_of("war")
def _standing(setting: Setting, war: War) -> _Standing:
    """Return it: what was last found out, if it still stands, or is out by a few units alone."""
    last = setting.stood
    if last is None or last.holder != war.holder or last.aside != war.aside:
        stand = _stand(setting.tables, war)
    elif last.at == war.at:
        return last.stand
    else:
        stand = _after(setting.tables, last, war.at)
    setting.stood = Stood(dict(war.at), dict(war.holder), list(war.aside), stand)
    return stand


def _stand(tables: Tables, war: War) -> _Standing:
    """Return it for all units."""
    at, holder, aside = war.at, war.holder, war.aside
    here, many = dict[str, list[str]](), {side: dict[str, int]() for side in _OTHER}
    for unit in tables.ground:
        if unit not in at or unit in aside:
            continue
        place, own = at[unit], many[CAMP[holder.get(unit) or ARMY_OF[unit[0]]]]
        own[place] = own.get(place, 0) + 1
        if place in here:
            here[place].append(unit)
        else:
            here[place] = [unit]
    return _standing_of(here, many)


def _after(tables: Tables, last: Stood, at: Mapping[str, str]) -> _Standing:
    """Return it where some of the units that stood last have moved, come or gone."""
    was = last.at
    here = dict(last.stand.here)
    many = {side: dict(of) for side, of in last.stand.many.items()}
    for unit in changed(was, at):
        if unit not in tables.ground or unit in last.aside:
            continue
        own = many[CAMP[last.holder.get(unit) or ARMY_OF[unit[0]]]]
        if (left := was.get(unit)) is not None:
            own[left] -= 1
            here[left] = [one for one in here[left] if one != unit]
            if not own[left]:
                del own[left]
            if not here[left]:
                del here[left]
        if (came := at.get(unit)) is not None:
            own[came] = own.get(came, 0) + 1
            here[came] = sorted([*here.get(came, ()), unit], key=tables.order.__getitem__)
    return _standing_of(here, many)


def _standing_of(here: Mapping[str, list[str]], many: Mapping[str, Mapping[str, int]]) -> _Standing:
    places_of = {side: frozenset(of) for side, of in many.items()}
    return _Standing(here, many, places_of, frozenset.intersection(*places_of.values()))


def of_colour(setting: Setting, war: War, units: Set[str], army: Army) -> set[str]:
    """Return those of some units that belong to an army now."""
    own = {*setting.tables.coloured[army] & units}
    for unit, holder in war.holder.items():
        if unit in units:
            (own.add if holder == army else own.discard)(unit)
    return own


def ground(setting: Setting, war: War, place: str) -> list[str]:
    """Return the ground units in a sector, in the order of the data; not those set aside (R35)."""
    return [*_standing(setting, war).here.get(place, ())]


def standing_by_place(setting: Setting, war: War) -> Mapping[str, Sequence[str]]:
    """Return what `ground` does, for each sector where anybody stands."""
    return _standing(setting, war).here


def of_camp(setting: Setting, war: War, place: str, army: Army) -> list[str]:
    """Return the ground units of an army's side in a sector."""
    here = _standing(setting, war).here.get(place, ())
    return [unit for unit in here if allied(war.of(unit), army)]


def of_army(setting: Setting, war: War, place: str, army: Army) -> list[str]:
    """Return the ground units of one army in a sector."""
    here, holder = _standing(setting, war).here.get(place, ()), war.holder
    return [unit for unit in here if (holder.get(unit) or ARMY_OF[unit[0]]) == army]


def held_by_enemy(setting: Setting, war: War, place: str, army: Army) -> bool:
    """[R24] Whether ground units of the other side stand in a sector."""
    return place in enemy_places(setting, war, army)


def enemy_places(setting: Setting, war: War, army: Army) -> frozenset[str]:
    """[R24] Return every sector that `held_by_enemy` is true of."""
    return _standing(setting, war).places[_OTHER[CAMP[army]]]


def contested(setting: Setting, war: War, place: str) -> bool:
    """[4.15] Whether ground units of both sides stand in a sector."""
    return place in _standing(setting, war).contested


def contested_places(setting: Setting, war: War) -> frozenset[str]:
    """[4.15] Return every sector that `contested` is true of."""
    return _standing(setting, war).contested


@always
def flown_over(setting: Setting) -> tuple[str, ...]:
    """[4.2] Return the sectors that planes fly over: those on the map, which are no axis."""
    return tuple(at for at in setting.tables.data.map.sectors if not is_axis(setting, at))


def is_axis(setting: Setting, place: str) -> bool:
    """[4.14] Whether a sector is an axis of attack."""
    return setting.tables.data.map.sectors[place].axis is not None


def room(setting: Setting, war: War, place: str, army: Army) -> int:
    """[4.16] Return how many more ground units of a side may stop in a sector."""
    return _room(setting, place, _standing(setting, war).many[CAMP[army]].get(place, 0))


def _room(setting: Setting, place: str, stand: int) -> int:
    """[4.16] Return the same where so many of the side ``stand``."""
    return len(setting.tables.units) if is_axis(setting, place) else max(STACK - stand, 0)


def safe(setting: Setting, war: War, place: str, army: Army) -> bool:
    """[R34] Whether a sector is of an army's side, uncontested, with room."""
    return place in refuges(setting, war, (place,), army)


def refuges(setting: Setting, war: War, places: Iterable[str], army: Army) -> dict[str, int]:
    """[R34] Return of some sectors those that are `safe`, each with its `room`."""
    camp, now = CAMP[army], _standing(setting, war)
    met, many = now.places[_OTHER[camp]], now.many[camp]
    own = (to for to in places if CAMP[war.control[to]] == camp and to not in met)
    return {to: free for to in own if (free := _room(setting, to, many.get(to, 0)))}


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


@kept_of("war")
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
