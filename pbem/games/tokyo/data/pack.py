"""The rules data as people edit them (`pbem.kit.typed.pack`): what an owner's pack may say wrongly.

`load`, `export` and `check` are those of `pbem.kit.typed.pack.Packs`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from pbem.games.tokyo.data.forms import (
    BAGS,
    COLUMNS,
    COUNTER_FORM,
    FIRST_COLUMN,
    TokyoData,
    UnitGroup,
    figures,
    japanese_bag,
)
from pbem.games.tokyo.data.pack_map import HOME, STARTERS, map_faults
from pbem.games.tokyo.data.tables import Tables
from pbem.kit import plain
from pbem.kit.maps.hexes import HEX_FORM
from pbem.kit.maps.sheet import hexes_as_text
from pbem.kit.typed.pack import Fault, Packs, Path, name_faults
from pbem.kit.typed.suggest import did_you_mean

_WANTED = {
    HEX_FORM: "write a hex with four digits, column then row, as in 0802",
    COUNTER_FORM: "write a counter like 6-7-5: attack, defense, movement, each from 0 to 99",
}
_HEX_PARTS = ("roads", "rivers", "beaches", "zone", "entries", "setup")
_WORDS = """to as far it goes with all any none infantry armor call pass end setup recon movement
combat toward 1ag 8ag je jw jp"""
"""Words of the order text (docs/games/tokyo.md) that would hide a unit of that name."""
_FACE_DOWN = re.compile("[USZ][0-9]+", re.IGNORECASE)
"""The names of Japanese units while their counters lie face down."""
_ECORPS = 5
_ECORPS_FROM = 6
_IN_POOL = 4
"""Counters that the set-up leaves in the pool (11.1)."""
_ZONE_INFANTRY, _ZONE_ARMOR, _BRIGADES = 6, 2, 3
_CHITS = 7
_ARMIES = ("1ag", "8ag", "je", "jw")


def _ease(raw: dict[str, Any]) -> None:
    """Let hexes stand without quotes."""
    for part in _HEX_PARTS:
        if part in raw:
            raw[part] = hexes_as_text(raw[part])


def _faults(data: TokyoData) -> Iterator[Fault]:
    """Yield where the data contradict themselves, and how; the first one is reported."""
    yield from map_faults(data)
    yield from _combat_faults(data)
    for i, group in enumerate(data.american):
        yield from _group_faults(data, ("american", i), group)
    yield from _name_faults(data)
    yield from _corps_faults(data)
    yield from _counter_faults(data)
    yield from _armor_faults(data)
    yield from _mix_faults(data)
    yield from _track_faults(data)
    chits = len(data.volunteers.chits)
    if chits != _CHITS:
        yield ("volunteers", "chits"), f"{chits} numbers; there are seven counters (13.2)"


def _combat_faults(data: TokyoData) -> Iterator[Fault]:
    """Six rows, each with a result for each ratio; the one that is published is right."""
    path: Path = ("combat", "rows")
    for i, row in enumerate(data.combat.rows):
        if len(row) != COLUMNS:
            what = f"the row of die {i + 1} has {len(row)} results"
            yield (*path, i), f"{what}; write ten, from 1:4 to 7:1 (6.1)"
    if len(data.combat.rows) != 6:
        what = f"{len(data.combat.rows)} rows; a die has six faces, write six rows"
        yield path, what
    if data.combat.rows[0][1 - FIRST_COLUMN] != "Ex":
        yield (*path, 0, 1 - FIRST_COLUMN), "a 1 at 2:1 is Ex by the example of 6.1"


def _group_faults(data: TokyoData, path: Path, group: UnitGroup) -> Iterator[Fault]:
    """The figures can be played with, and the units arrive in the game."""
    _, defense, movement = figures(group.counter)
    if defense == 0:
        what = f"{group.counter} has no defense, and odds need a divisor"
        yield (*path, "counter"), f"{what}; an American defense must be 1 or more"
    if movement == 0:
        yield (*path, "counter"), f"{group.counter} could never move; write 1 or more"
    if group.turn > data.track.length.turns:
        what = f"turn {group.turn} is after the last, {data.track.length.turns}"
        yield (*path, "turn"), f"{what}; these units would never arrive"
    if group.group == "E" and group.turn < _ECORPS_FROM:
        what = f"E Corps enters on turn {_ECORPS_FROM} or later (8.5)"
        yield (*path, "turn" if group.turn > 1 else "group"), f"{what}; write turn: {_ECORPS_FROM}"
    if group.kind == "airborne" and group.group != "8ag":
        what = "airborne units land west of the boundary (8.4)"
        yield (*path, "group"), f"{what}; the group must be 8ag"


def _name_faults(data: TokyoData) -> Iterator[Fault]:
    """A unit's name stands once, and has no other meaning in orders."""
    names: list[tuple[Path, str]] = [
        (("american", i, "units", name), name)
        for i, group in enumerate(data.american)
        for name in group.units
    ]
    names += [(("japanese", "armor", "units", name), name) for name in data.japanese.armor.units]
    yield from name_faults(names, _WORDS.split(), "a hex", HEX_FORM)
    for path, name in names:
        if _FACE_DOWN.fullmatch(name):
            what = f"{name} looks like a Japanese unit face down"
            yield path, f"{what}; add a letter, a dash or a slash"


def _corps_faults(data: TokyoData) -> Iterator[Fault]:
    """[11.2, 8.5] Each group has six units to start with, E Corps has five."""
    for group in HOME:
        starters = sum(
            len(units.units) for units in data.american if units.group == group and units.turn == 1
        )
        if starters < STARTERS:
            what = f"{starters} units of {group} can start, but six are placed (11.2)"
            yield ("american",), f"{what}; leave the turn out if none is printed"
    corps = sum(len(units.units) for units in data.american if units.group == "E")
    if corps != _ECORPS:
        yield ("american",), f"{corps} units of E; E Corps has five (8.5)"


def _counter_faults(data: TokyoData) -> Iterator[Fault]:
    """Counters stand once, and their backs are alike: the movement is printed there too."""
    seen: set[str] = set()
    back: int | None = None
    for bag in BAGS:
        for name, counter in japanese_bag(data, bag).counters.items():
            path: Path = ("japanese", bag, "counters", name)
            if plain.lower(name) in seen:
                yield path, f"the counter {name} is here twice; keep one, or rename one"
            seen.add(plain.lower(name))
            movement = figures(counter.counter)[2]
            back = movement if back is None else back
            if movement == 0:
                yield (*path, "counter"), f"{counter.counter} could never move; write 1 or more"
            if movement != back:
                what = f"{counter.counter} moves {movement}, but those before it move {back}"
                yield (*path, "counter"), f"{what}; all backs must be alike (2.53)"


def _armor_faults(data: TokyoData) -> Iterator[Fault]:
    """Armor is of the zone, of the reserve, or placed elsewhere at the start."""
    units, placed = data.japanese.armor.units, data.setup.armor
    for name, armor in units.items():
        path: Path = ("japanese", "armor", "units", name)
        if armor.zone and armor.reserve:
            yield (*path, "reserve"), f"{name} is in the 36th Army and in the reserve; keep one"
        if not armor.reserve and name not in placed:
            yield ("setup", "armor"), f"the armored unit {name} has no hex; add it"
    for name in placed:
        if name not in units:
            hint = did_you_mean(name, units) or "; name it as under japanese, armor"
            yield ("setup", "armor", name), f"there is no Japanese armored unit {name}{hint}"
        if units[name].reserve:
            what = f"{name} is in the reserve, which starts off the map"
            yield ("setup", "armor", name), f"{what}; leave it out here"
    zone = [name for name, armor in units.items() if armor.zone]
    brigades = [name for name, armor in units.items() if not (armor.zone or armor.reserve)]
    everybody: Path = ("japanese", "armor", "units")
    if len(zone) != _ZONE_ARMOR or not all(units[name].division for name in zone):
        what = f"in the 36th Army: {', '.join(zone) or 'nobody'}"
        yield everybody, f"{what}; it has two armored divisions (8.2, 11.1)"
    if len(brigades) != _BRIGADES or any(units[name].division for name in brigades):
        what = f"elsewhere: {', '.join(brigades) or 'nobody'}"
        yield everybody, f"{what}; three armored brigades start outside the zone (11.1)"


def _mix_faults(data: TokyoData) -> Iterator[Fault]:
    """[8.2, 11.1] The 36th Army has six infantry; the set-up leaves four counters in the pool."""
    infantry, zone = len(data.setup.infantry), len(data.setup.zone_infantry)
    if zone != _ZONE_INFANTRY:
        yield ("setup", "zone_infantry"), f"{zone} hexes; the 36th Army has six infantry (8.2)"
    army = len(data.japanese.army36.counters)
    if army != _ZONE_INFANTRY:
        what = f"{army} counters; the 36th Army has six infantry (8.2)"
        yield ("japanese", "36a", "counters"), what
    general = len(data.japanese.general.counters)
    if general != infantry + _IN_POOL:
        what = f"{general} counters for {infantry} hexes of the set-up"
        yield ("japanese", "general", "counters"), f"{what}; there must be four more (11.1)"


def _track_faults(data: TokyoData) -> Iterator[Fault]:
    """Every list has a figure for each turn; Japan West does nothing on the first one."""
    track = data.track
    lists: list[tuple[Path, int]] = [
        (("track", "length", "dates"), len(track.length.dates)),
        (("track", "palace", "points"), len(track.palace.points)),
        *((("track", "recon", "armies", a), len(q)) for a, q in track.recon.armies.items()),
        *((("track", "reserve", "armies", a), len(q)) for a, q in track.reserve.armies.items()),
    ]
    for path, count in lists:
        if count != track.length.turns:
            what = f"{count} entries for {track.length.turns} turns"
            yield path, f"{what}; write one for each"
    needs = (("recon", _ARMIES, track.recon.armies), ("reserve", _ARMIES[2:], track.reserve.armies))
    for word, armies, quotas in needs:
        missing = [army for army in armies if army not in quotas]
        if missing:
            yield ("track", word, "armies"), f"{missing[0]} is missing here; add it, with zeros"
    for word, quota in (("recon", track.recon.armies), ("reserve", track.reserve.armies)):
        if quota["jw"][0]:
            what = "Japan West has no Reconstitution Phase on turn 1 (3.0)"
            yield ("track", word, "armies", "jw", 0), f"{what}; write 0"


PACKS = Packs(
    TokyoData,
    __package__,
    "tokyo.yaml",
    faults=_faults,
    tables=Tables,
    wanted=_WANTED,
    ease=_ease,
)
load, export, check = PACKS.load, PACKS.export, PACKS.check
