"""Possible faults of a pack of Race to Tokyo in the map, and in who stands on it.

Each function yields faults (`pbem.kit.typed.pack.Fault`); only the first one is reported, so that
each may rely on those asked before it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import NamedTuple

from pbem.games.tokyo.data.forms import TOWNS, WATER, TokyoData
from pbem.kit.maps.hexes import Grid, Hex
from pbem.kit.maps.sheet import read_sheet, sheet_faults
from pbem.kit.typed.pack import Fault, Path, repeated
from pbem.kit.typed.suggest import did_you_mean

PALACE = "2412"
"""Central Tokyo (5.11)."""
NAMED_BEACH = {"1ag": "2902", "8ag": "3217"}
"""American group -> a hex of its beach that 9.0 names."""
HOME = {"1ag": "east", "8ag": "west"}
STARTERS = 6
"""Units of a group that land at the start, one to a hex (11.2, 5.3)."""


class Ground(NamedTuple):
    """The map of a pack whose sheet and boundary are sound."""

    terrain: dict[Hex, str]
    next_to: dict[Hex, tuple[Hex, ...]]
    side: dict[Hex, str]
    zone: frozenset[Hex]


def map_faults(data: TokyoData) -> Iterator[Fault]:
    """Yield what is wrong with sheet, terrain, boundary, and everything that stands in hexes."""
    yield from _terrain_faults(data)
    yield from sheet_faults(data.map, {row.token for row in data.terrain.kinds.values()})
    yield from _boundary_faults(data)
    ground = _ground(data)
    yield from _palace_faults(ground)
    yield from _town_faults(data, ground)
    yield from _road_faults(data, ground)
    yield from _river_faults(data, ground)
    yield from _zone_faults(data, ground)
    yield from _beach_faults(data, ground)
    yield from _entry_faults(data, ground)
    yield from _setup_faults(data, ground)


def _terrain_faults(data: TokyoData) -> Iterator[Fault]:
    """Each terrain has a symbol of its own; water is barred, land is not barred altogether."""
    symbols: dict[str, str] = {}
    for word, row in data.terrain.kinds.items():
        path: Path = ("terrain", "kinds", word)
        if row.token in symbols:
            what = f"{symbols[row.token]} and {word} have the same symbol"
            yield (*path, "token"), f"{what}; write another"
        symbols[row.token] = word
        if word in WATER:
            if row.movement is not None:
                yield (*path, "movement"), f"no unit enters {word} (4.4); write null"
            if row.road_only:
                yield (*path, "road_only"), f"no unit enters {word} (4.4); leave it out"
        elif row.movement is None and not row.road_only:
            what = "no unit could ever enter it"
            yield (*path, "movement"), f"{what}; write movement points, or road_only: true"
        elif row.movement is not None and row.road_only:
            what = f"it costs {row.movement} off the road, but units enter it only on the road"
            yield (*path, "road_only"), f"{what}; write movement: null, or leave road_only out"


def _boundary_faults(data: TokyoData) -> Iterator[Fault]:
    """The boundary has a row of the map, or the one after the last, for every column."""
    path: Path = ("boundary", "first_western_row")
    west = data.boundary.first_western_row
    if len(west) != data.map.columns:
        yield path, f"{len(west)} rows for {data.map.columns} columns; write one for each"
    for i, row in enumerate(west):
        if row > data.map.rows + 1:
            what = f"column {i + 1:02d}: the map has {data.map.rows} rows"
            yield (*path, i), f"{what}; write {data.map.rows + 1} if no hex is west"


def _ground(data: TokyoData) -> Ground:
    words: dict[str, str] = {row.token: word for word, row in data.terrain.kinds.items()}
    terrain = read_sheet(data.map, words)
    grid = Grid(data.map.columns, data.map.rows, data.map.low_columns)
    west = data.boundary.first_western_row
    side = {h: "west" if int(h[2:]) >= west[int(h[:2]) - 1] else "east" for h in terrain}
    side |= {h: "" for h, word in terrain.items() if word in WATER}
    side |= {h: "both" for h, word in terrain.items() if word == "central_tokyo"}
    return Ground(terrain, grid.neighbours, side, frozenset(data.zone.hexes))


def _palace_faults(ground: Ground) -> Iterator[Fault]:
    """[5.11, 5.12] Central Tokyo is 2412, Tokyo City all around it, on both sides."""
    path: Path = ("map", "grid")
    palaces = [h for h, word in ground.terrain.items() if word == "central_tokyo"]
    if palaces != [PALACE]:
        found = ", ".join(palaces) or "nowhere"
        yield path, f"Central Tokyo is hex {PALACE} (5.11), but here it is {found}"
    for number in ground.next_to[PALACE]:
        if ground.terrain[number] != "tokyo_city":
            what = f"{number} is next to Central Tokyo and is {ground.terrain[number]}"
            yield (*path, int(number[2:]) - 1), f"{what}; it must be tokyo_city (5.12)"
    for side in ("east", "west"):
        if all(ground.side[number] != side for number in ground.next_to[PALACE]):
            what = f"no hex next to Central Tokyo is {side} of the boundary"
            column = int(PALACE[:2]) - 1
            yield ("boundary", "first_western_row", column), f"{what}; Japan needs one (7.22)"


def _no_land(ground: Ground, number: Hex) -> str:
    """Return what is wrong with a hex that should be land, or nothing."""
    if number not in ground.terrain:
        return f"{number} is off the map"
    if not ground.side[number]:
        return f"{number} is {ground.terrain[number]}; name a land hex"
    return ""


def _land_faults(path: Path, hexes: Iterable[Hex], ground: Ground) -> Iterator[Fault]:
    """Every hex of a list is land of one side, and none stands there twice."""
    hexes = tuple(hexes)
    for i, number in enumerate(hexes):
        if wrong := _no_land(ground, number):
            yield (*path, i), wrong
        if number == PALACE:
            yield (*path, i), f"{number} is Central Tokyo; name another hex"
    yield from repeated(path, hexes)


def _town_faults(data: TokyoData, ground: Ground) -> Iterator[Fault]:
    """Towns of the list and of the map are the same; Central Tokyo's points are on the track."""
    places: Path = ("towns", "places")
    for number, town in data.towns.places.items():
        if wrong := _no_land(ground, number):
            yield (*places, number), wrong
        if ground.terrain[number] not in TOWNS:
            what = f"{number} is {ground.terrain[number]} on the map"
            yield (*places, number), f"{what}; draw the town there, or leave it out here"
        if number == PALACE and town.points:
            what = "what Central Tokyo is worth depends on the turn (10.2)"
            yield (*places, number, "points"), f"{what}; write it under track, palace"
        if number in data.map.places:
            yield (
                ("map", "places", number),
                f"{number} already has a name among the towns; keep one",
            )
    for number, word in ground.terrain.items():
        if word in TOWNS and number not in data.towns.places:
            yield places, f"{number} is {word} on the map; add it here, with its name"


def _link_faults(path: Path, one: Hex, other: Hex, ground: Ground) -> Iterator[Fault]:
    """Two hexes are on the map, and neighbours."""
    if other not in ground.terrain:
        yield path, f"{other} is off the map"
    elif other not in ground.next_to[one]:
        beside = ", ".join(ground.next_to[one])
        yield path, f"{other} is not next to {one}, which has {beside} around it"


def _road_faults(data: TokyoData, ground: Ground) -> Iterator[Fault]:
    """Roads run over land from hex to hex, each stretch once, and none within Tokyo City."""
    seen: set[frozenset[Hex]] = set()
    for i, chain in enumerate(data.roads.chains):
        path: Path = ("roads", "chains", i)
        if len(chain) < 2:
            yield path, "a road must join at least two hexes"
        for j, number in enumerate(chain):
            if wrong := _no_land(ground, number):
                yield (*path, j), wrong
        for j, (one, other) in enumerate(pairwise(chain), 1):
            yield from _link_faults((*path, j), one, other, ground)
            if frozenset((one, other)) in seen:
                yield (*path, j), f"the road from {one} to {other} is here twice"
            seen.add(frozenset((one, other)))
            if PALACE in (one, other):
                what = "a road cannot enter Central Tokyo, which costs 2 (5.11)"
                yield (*path, j), f"{what}; leave it out"
            if ground.terrain[one] == ground.terrain[other] == "tokyo_city":
                what = f"{one} and {other} are Tokyo City, and no road joins such hexes (5.12)"
                yield (*path, j), f"{what}; leave it out"


def _river_faults(data: TokyoData, ground: Ground) -> Iterator[Fault]:
    """Rivers run between neighbours, each river once; the Tama is one of them."""
    courses: Path = ("rivers", "courses")
    for name, course in data.rivers.courses.items():
        seen: set[frozenset[Hex]] = set()
        for bank, across in course.items():
            path: Path = (*courses, name, bank)
            if bank not in ground.terrain:
                yield path, f"{bank} is off the map"
            if not across:
                yield path, f"name the hexes across the {name} from {bank}, or leave it out"
            for i, other in enumerate(across):
                yield from _link_faults((*path, i), bank, other, ground)
                if frozenset((bank, other)) in seen:
                    what = f"the {name} between {bank} and {other} is here twice"
                    yield (*path, i), f"{what}; keep one"
                seen.add(frozenset((bank, other)))
    if "Tama" not in data.rivers.courses:
        hint = did_you_mean("Tama", data.rivers.courses)
        yield courses, f"there is no river Tama, which 13.1 needs{hint}"


def _zone_faults(data: TokyoData, ground: Ground) -> Iterator[Fault]:
    """The zone is land, and not where Japan reconstitutes."""
    path: Path = ("zone", "hexes")
    yield from _land_faults(path, data.zone.hexes, ground)
    for i, number in enumerate(data.zone.hexes):
        if number in ground.next_to[PALACE]:
            what = f"{number} is next to Central Tokyo, where Japan reconstitutes (7.22)"
            yield (*path, i), f"{what}; leave it out"


def _beach_faults(data: TokyoData, ground: Ground) -> Iterator[Fault]:
    """Each group has a beach on its side, with room for six."""
    for group, home in HOME.items():
        beach = next((beach for name, beach in data.beaches.items() if name == group), None)
        if beach is None:
            yield ("beaches",), f"{group} has no beach; add it"
            return
        path: Path = ("beaches", group, "hexes")
        yield from _land_faults(path, beach.hexes, ground)
        for i, number in enumerate(beach.hexes):
            if ground.side[number] != home:
                yield (*path, i), f"{number} is not {home} of the boundary, where {group} lands"
            if number in ground.zone:
                yield (*path, i), f"{number} is in the zone of the 36th Army; keep one"
            if all(ground.terrain[near] != "ocean" for near in ground.next_to[number]):
                yield (
                    (*path, i),
                    f"{number} is not on the coast (9.1); name a hex next to the ocean",
                )
        if len(beach.hexes) < STARTERS:
            what = f"{len(beach.hexes)} hexes are too few: six units land, one to a hex (11.2, 5.3)"
            yield path, f"{what}; write at least six"
        if NAMED_BEACH[group] not in beach.hexes:
            yield path, f"{NAMED_BEACH[group]} must be one of them (9.0); add it"


def _entry_faults(data: TokyoData, ground: Ground) -> Iterator[Fault]:
    """[8.1] The reserve enters by roads of the north or west edge, on both sides."""
    path: Path = ("entries", "hexes")
    yield from _land_faults(path, data.entries.hexes, ground)
    roads = {number for chain in data.roads.chains for number in chain}
    for i, number in enumerate(data.entries.hexes):
        if number[:2] != "01" and int(number[2:]) != data.map.rows:
            what = f"{number} is not on the north edge, column 01, or the west edge"
            yield (*path, i), f"{what}, row {data.map.rows} (8.1)"
        if number not in roads:
            yield (*path, i), f"{number} has no road (8.1); draw one, or leave the hex out"
        if number in ground.zone:
            yield (*path, i), f"{number} is in the zone of the 36th Army; keep one"
    for army, side in (("je", "east"), ("jw", "west")):
        arrive = [n for name, n in data.track.reserve.armies.items() if name == army]
        if any(map(any, arrive)) and all(ground.side[h] != side for h in data.entries.hexes):
            what = f"{army} has no hex {side} of the boundary, though its reserve arrives"
            yield path, f"{what}; add one"


def _setup_faults(data: TokyoData, ground: Ground) -> Iterator[Fault]:
    """[11.1, 5.3] One unit to a hex, those of the 36th Army in its zone, nobody on a beach."""
    setup, armor = data.setup, data.japanese.armor.units
    places: list[tuple[Path, Hex, bool]] = [
        *((("setup", "infantry", i), h, False) for i, h in enumerate(setup.infantry)),
        *((("setup", "zone_infantry", i), h, True) for i, h in enumerate(setup.zone_infantry)),
        *(
            (("setup", "armor", name), h, name in armor and armor[name].zone)
            for name, h in setup.armor.items()
        ),
    ]
    beaches = {h for beach in data.beaches.values() for h in beach.hexes}
    seen: set[Hex] = set()
    for path, number, zone in places:
        if wrong := _no_land(ground, number):
            yield path, wrong
        if number == PALACE:
            yield path, f"{number} is Central Tokyo, which no Japanese unit can enter (5.11)"
        if number in seen:
            yield path, f"another unit is already in {number} (5.3); name another hex"
        seen.add(number)
        if number in beaches:
            yield path, f"{number} is a beach for American landings; name another hex"
        if zone and number not in ground.zone:
            yield path, f"{number} is not in the zone of the 36th Army; name a hex of it"
        if not zone and number in ground.zone:
            yield path, f"{number} is in the zone of the 36th Army; name a hex outside"
