"""Race to Tokyo's data: what the rulebook fixes, what must hold of any map, packs with slips.

Nearly all values are reconstructed, so that a test that repeated them would say nothing. The values
that the rulebook names stand here a second time; of the rest, what the rules need of them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any

import msgspec
import pytest
import rfc8785

from pbem.games.tokyo.data import pack
from pbem.games.tokyo.data.forms import TokyoData
from pbem.games.tokyo.data.tables import Tables
from toy.growth import calls_of

RING = ("2312", "2313", "2411", "2413", "2512", "2513")
WATER = ("lake", "ocean")


@pytest.fixture(scope="module")
def data() -> TokyoData:
    return pack.load()


@pytest.fixture(scope="module")
def tables(data: TokyoData) -> Tables:
    return Tables(data)


def _parts(hexes: Iterable[str], joined: Callable[[str], Iterable[str]]) -> int:
    """Return into how many parts hexes fall that are joined in that way."""
    left = set(hexes)
    parts = 0
    while left:
        parts += 1
        todo = [left.pop()]
        while todo:
            near = left & set(joined(todo.pop()))
            left -= near
            todo += near
    return parts


def _fewest_rivers(tables: Tables, start: str, goals: Iterable[str]) -> int:
    """Return how many rivers a side must cross off its mountains to the nearest of some hexes."""
    ground = {
        number
        for number, side in tables.side.items()
        if side == tables.side[start] and tables.terrain[number] != "mountain"
    }
    reached = {start}
    crossed = 0
    while True:
        todo = list(reached)
        while todo:
            here = todo.pop()
            dry = (set(tables.next_to[here]) & ground) - tables.rivers[here] - reached
            reached |= dry
            todo += dry
        if reached & set(goals):
            return crossed
        reached |= {there for here in reached for there in tables.rivers[here] & ground}
        crossed += 1


# --- the map, as the rulebook names it --------------------------------------------------------


def test_the_map_has_1025_hexes_in_order(tables: Tables) -> None:
    numbers = [f"{column:02}{row:02}" for column in range(1, 42) for row in range(1, 26)]
    assert list(tables.terrain) == list(tables.next_to) == list(tables.side) == numbers
    assert list(tables.roads) == list(tables.rivers) == list(tables.tama) == numbers


def test_hexes_that_the_rulebook_names(tables: Tables) -> None:
    assert tables.terrain["2412"] == "central_tokyo"  # 5.11
    assert tables.palace == "2412"
    assert (tables.terrain["2913"], tables.names["2913"]) == ("city", "Yokohama")  # 8.2
    assert (tables.terrain["2812"], tables.names["2812"]) == ("city", "Kawasaki")
    assert "2902" in tables.beach["1ag"]  # 9.0
    assert "3217" in tables.beach["8ag"]
    assert tables.tama["2218"] == {"2219", "2319"}  # 13.1


def test_central_tokyo_lies_in_a_ring_of_tokyo_city(tables: Tables) -> None:
    assert tables.ring == tables.next_to["2412"] == RING  # 5.12
    assert {number for number, word in tables.terrain.items() if word == "tokyo_city"} == set(RING)
    assert Counter(tables.side[number] for number in RING) == {"east": 3, "west": 3}  # 7.22
    assert not any(tables.roads[number] & {*RING, "2412"} for number in RING)
    assert not tables.roads["2412"]
    assert not tables.rivers["2412"]


def test_the_boundary_parts_land_and_water_has_no_side(tables: Tables) -> None:
    assert {h for h, side in tables.side.items() if side == "both"} == {"2412"}
    assert {h for h, side in tables.side.items() if side == ""} == {
        h for h, word in tables.terrain.items() if word in WATER
    }
    assert Counter(tables.side.values()) == {"east": 385, "west": 463, "": 176, "both": 1}
    near = tables.next_to.__getitem__
    for side, open_ground in (("east", 353), ("west", 276)):
        land = [h for h, where in tables.side.items() if where == side]
        assert _parts(land, near) == 1
        passable = [
            number
            for number in land
            if (tables.terrain[number] != "mountain" or tables.roads[number])
            and number not in tables.zone
        ]
        assert (len(passable), _parts(passable, near)) == (open_ground, 1)


def test_even_columns_sit_lower(tables: Tables) -> None:
    assert tables.next_to["0202"] == ("0102", "0103", "0201", "0203", "0302", "0303")
    assert tables.next_to["0101"] == ("0102", "0201")
    assert "2913" in tables.next_to["2812"]
    assert (tables.distance("2412", "2412"), tables.distance("2812", "2913")) == (0, 1)
    assert tables.distance("2902", "3217") == 17
    for here, around in tables.next_to.items():
        assert all(here in tables.next_to[there] for there in around)
        assert all(tables.distance(here, there) == 1 for there in around)


def test_roads_and_rivers_join_neighbours_both_ways(tables: Tables) -> None:
    for links in (tables.roads, tables.rivers, tables.tama):
        for here, others in links.items():
            assert others <= set(tables.next_to[here])
            assert all(here in links[there] for there in others)
    assert all(tables.tama[number] <= tables.rivers[number] for number in tables.rivers)


def test_one_net_of_roads_joins_every_town(tables: Tables) -> None:
    net = {number for number, others in tables.roads.items() if others}
    assert not [number for number in net if tables.terrain[number] in WATER]
    assert tables.towns - net == {"2412"}
    assert (len(net), _parts(net, tables.roads.__getitem__)) == (198, 1)


def test_rivers_on_the_way_to_tokyo(tables: Tables) -> None:
    east = [number for number in tables.ring if tables.side[number] == "east"]
    west = [number for number in tables.ring if tables.side[number] == "west"]
    funabashi = next(number for number, name in tables.names.items() if name == "Funabashi")
    assert _fewest_rivers(tables, funabashi, east) == 2
    assert _fewest_rivers(tables, "3217", west) == 1


def test_towns_and_their_points(tables: Tables) -> None:
    assert Counter(tables.terrain[number] for number in tables.towns) == {
        "town": 33,
        "city": 2,
        "tokyo_city": 6,
        "central_tokyo": 1,
    }
    assert tables.cities == {*RING, "2412", "2812", "2913"}
    assert set(tables.points) == tables.towns - {"2412"}
    assert list(tables.points) == sorted(tables.points)
    assert tables.towns <= set(tables.names)
    assert tables.points["2913"] == max(tables.points.values())
    sums: Counter[str] = Counter()
    for number, points in tables.points.items():
        sums[tables.side[number]] += points
    assert sums == {"east": 24, "west": 27}
    assert 0 in tables.points.values()


def test_beaches_are_coast_with_room_for_six(tables: Tables) -> None:
    for group, home in (("1ag", "east"), ("8ag", "west")):
        beach = tables.beach[group]
        assert len(beach) == 6  # 11.2: any six, one to a hex
        assert list(beach) == sorted(beach)
        for number in beach:
            assert tables.side[number] == home
            assert {"ocean"} & {tables.terrain[n] for n in tables.next_to[number]}


def test_entries_are_road_hexes_of_the_north_and_west_edge(tables: Tables) -> None:
    assert all(tables.entries.values())
    for side, hexes in tables.entries.items():
        for number in hexes:  # 8.1
            assert number[:2] == "01" or number[2:] == "25"
            assert tables.roads[number]
            assert tables.side[number] == side


# --- charts and counters ----------------------------------------------------------------------


def test_the_published_result(tables: Tables) -> None:
    assert tables.crt(1, 1) == "Ex"  # 6.1: 2:1 and a die of 1


def test_the_combat_table_favors_low_dice_and_high_odds(tables: Tables) -> None:
    best = ("De", "Ex", "Dr", "Ar", "Ae")
    rank = {(c, d): best.index(tables.crt(c, d)) for c in range(-3, 7) for d in range(1, 7)}
    assert all(rank[c, d] <= rank[c, d + 1] for c in range(-3, 7) for d in range(1, 6))
    assert all(rank[c, d] >= rank[c + 1, d] for c in range(-3, 6) for d in range(1, 7))
    assert set(rank.values()) == {0, 1, 2, 3, 4}
    assert "Dr" in [tables.crt(0, die) for die in range(1, 7)]
    for column in (-4, 7):
        with pytest.raises(IndexError):
            tables.crt(column, 1)


def test_shifts_and_costs_that_the_rulebook_gives(tables: Tables) -> None:
    assert (tables.row("hill").shift, tables.row("wilds").shift) == (-2, -1)  # 6.1
    for word in ("city", "tokyo_city", "central_tokyo"):
        row = tables.row(word)
        assert (row.shift + row.shift_us, row.movement) == (1, 2)  # 6.82, 5.11, 5.12
        assert row.shift + row.shift_japan <= 0
    for word in WATER:
        assert tables.row(word).movement is None
        assert not tables.row(word).road_only
    assert tables.row("mountain").road_only
    assert tables.row("open").movement == tables.row("town").movement == tables.road_cost == 1
    assert set(tables.terrain.values()) == set(tables.data.terrain.kinds)


def test_americans(tables: Tables) -> None:
    by_group = Counter(unit.group for unit in tables.americans.values())
    assert by_group["E"] == 5  # 8.5
    assert {unit.turn for unit in tables.americans.values() if unit.group == "E"} == {6}
    for group in ("1ag", "8ag"):  # 11.2, 6.10
        starters = [u for u in tables.americans.values() if u.group == group and u.turn == 1]
        assert len([unit for unit in starters if unit.kind != "hq"]) >= 6
        assert len([unit for unit in starters if unit.kind == "hq"]) >= 2
    airborne = [unit for unit in tables.americans.values() if unit.kind == "airborne"]
    assert [(unit.group, unit.turn) for unit in airborne] == [("8ag", 5)]  # 8.4
    types = {(u.attack, u.defense, u.movement) for u in tables.americans.values()}
    assert (6, 7, 5) in types  # 6.1
    armor = [unit.group for unit in tables.americans.values() if unit.kind == "armor"]
    assert set(armor) == {"8ag"}
    assert all(unit.defense for unit in tables.americans.values())


def test_japanese_counters(tables: Tables) -> None:
    assert {bag: len(names) for bag, names in tables.bags.items()} == {
        "general": 25,
        "36a": 6,
        "reserve": 8,
    }
    assert list(tables.counters) == [name for bag in tables.bags.values() for name in bag]
    assert all(tables.counters[n].bag == bag for bag, names in tables.bags.items() for n in names)
    types = {(c.attack, c.defense, c.movement) for c in tables.counters.values()}
    assert types >= {(2, 4, 3), (3, 1, 3)}  # 6.1
    assert {movement for _, _, movement in types} == {tables.back} == {3}
    assert [name for name, counter in tables.counters.items() if counter.aa] == ["1AA"]
    assert [n for n in tables.bags["general"] if tables.counters[n].defense == 0]  # 6.61


def test_japanese_armor(tables: Tables) -> None:
    kinds = Counter((a.division, a.zone, a.reserve) for a in tables.armor.values())
    assert kinds[True, True, False] == 2  # 8.2, 11.1
    assert kinds[False, False, False] == 3
    assert sum(armor.reserve for armor in tables.armor.values()) == 2
    assert len(tables.armor) == 7


def test_the_set_up(tables: Tables) -> None:
    infantry, zone = tables.setup["infantry"], tables.setup["zone infantry"]
    assert (len(infantry), len(zone), len(tables.armor_setup)) == (21, 6, 5)
    assert len(tables.bags["general"]) == len(infantry) + 4  # 11.1
    hexes = [*infantry, *zone, *tables.armor_setup.values()]
    assert len(set(hexes)) == len(hexes)  # 5.3
    assert list(infantry) == sorted(infantry)
    assert set(zone) <= tables.zone
    for name, number in tables.armor_setup.items():
        assert (number in tables.zone) == tables.armor[name].zone
    for number in hexes:
        assert tables.side[number] in ("east", "west")
        assert tables.terrain[number] != "mountain"
        assert number not in {*tables.beach["1ag"], *tables.beach["8ag"]}
    brigades = [tables.side[h] for h in tables.armor_setup.values() if h not in tables.zone]
    assert set(brigades) == {"east", "west"}
    assert not {"2913", "2812"} & set(hexes)  # open to anyone who comes first


def test_tracks(tables: Tables) -> None:
    assert tables.turns == 8  # 10.0
    assert tables.palace_points == (10, 10, 10, 10, 7, 4, 2, 0)  # 10.2
    assert tables.recon["jw"][0] == tables.reserve["jw"][0] == 0  # 3.0
    assert set(tables.recon) == {"1ag", "8ag", "je", "jw"}
    assert set(tables.reserve) == {"je", "jw"}
    assert {len(quota) for quota in (*tables.recon.values(), *tables.reserve.values())} == {8}
    reserve = len(tables.bags["reserve"]) + sum(a.reserve for a in tables.armor.values())
    assert sum(map(sum, tables.reserve.values())) == reserve
    assert (tables.hq_range, tables.hq_points, tables.penalty) == (2, 2, 3)  # 6.10, 12.5, 8.5
    assert (len(tables.chits), tables.chit_limit) == (7, 9)  # 13.2
    assert sum(tables.chits) >= tables.chit_limit


def test_what_is_reconstructed_says_so(data: TokyoData) -> None:
    parts: tuple[Any, ...] = (
        data.map,
        data.terrain,
        data.boundary,
        data.towns,
        data.roads,
        data.rivers,
        data.zone,
    )
    parts2 = (data.entries, data.setup, data.combat, data.volunteers, *data.beaches.values())
    charts = (data.track.recon, data.track.reserve)
    for part in (*parts, *parts2, *charts, *data.american):
        assert part.provenance.startswith("reconstructed")
    for known in (data.track.length, data.track.palace, data.headquarters, data.ecorps):
        assert known.provenance.startswith("rulebook")


# --- packs ------------------------------------------------------------------------------------


def test_an_exported_pack_is_the_data(data: TokyoData) -> None:
    assert pack.load(pack.export()) == data
    assert b"reconstructed    NOT the publisher's figure" in pack.export()


def test_the_data_have_one_canonical_json(data: TokyoData) -> None:
    plain = msgspec.to_builtins(data)
    assert msgspec.convert(msgspec.json.decode(rfc8785.dumps(plain)), TokyoData) == data


def test_loading_is_quick() -> None:
    _, calls = calls_of(lambda: Tables(pack.load()))
    assert calls < 150_000
