"""[4.20, 5.11] What counts when it is seen who wins: objectives, sectors, Australian units."""

from __future__ import annotations

from pbem.games.singapore.data.forms import Army
from pbem.games.singapore.rules.ch5_supply import linked, supplies
from pbem.games.singapore.rules.position import Position, open_war
from pbem.games.singapore.rules.setting import Setting
from pbem.games.singapore.rules.theatre import allied, contested, is_ground


def objectives(setting: Setting, position: Position, army: Army, *, safe: bool = False) -> int:
    """[4.20] Return how many objectives a side controls; ``safe``: uncontested ones alone."""
    war, sectors = open_war(position), setting.tables.data.map.sectors
    return sum(
        sector.objective
        and allied(war.control[place], army)
        and not (safe and contested(setting, war, place))
        for place, sector in sectors.items()
    )


def own_objectives(setting: Setting, position: Position, army: Army) -> int:
    """[7.7] Return how many objectives an army controls itself."""
    war, sectors = open_war(position), setting.tables.data.map.sectors
    return sum(sector.objective and war.control[place] == army for place, sector in sectors.items())


def island(setting: Setting, position: Position, army: Army) -> int:
    """[7.6, R103] Return how many sectors of the main island an army controls."""
    war, sectors = open_war(position), setting.tables.data.map.sectors
    return sum(
        sector.axis is None and not sector.apart and war.control[place] == army
        for place, sector in sectors.items()
    )


def ashore(setting: Setting, position: Position, army: Army) -> bool:
    """[7.6, R103] Whether ground units of an army stand on the main island."""
    war, sectors = open_war(position), setting.tables.data.map.sectors
    lands = {p for p, sector in sectors.items() if sector.axis is None and not sector.apart}
    return any(
        at in lands and war.of(unit) == army and is_ground(setting, unit)
        for unit, at in war.at.items()
    )


def australians(setting: Setting, position: Position) -> int:
    """[4.20, 5.11, R42] Return the Australian ground units on the map, with supply those in it."""
    war = open_war(position)
    units = [unit for unit in war.at if war.of(unit) == "au" and is_ground(setting, unit)]
    links = linked(setting, war, "au") if setting.supplied else ()
    return sum(supplies(setting, war, "au", war.at[unit], links) for unit in units)
