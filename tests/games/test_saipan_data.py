"""The data: the map with its counts and lists, the units of 14.11, and packs with slips in them.

The counts and lists stand here a second time, taken from the description of the map and from the
rulebook, so that a slip in the data shows.
"""

from __future__ import annotations

from collections import Counter

import msgspec
import pytest
import rfc8785

from pbem.errors import PackError
from pbem.games.saipan.data import pack
from pbem.games.saipan.data.tables import SaipanData, Tables
from toy.growth import calls_of

BEACHES = """0505 0508 0702 0801 0802 0902 0909 1002 1102 1103 1203 1511 1512 1605 1916 2104 2609
2811 2913 3214"""
TOWNS = "1003 2006 2106 2608"
AIRFIELDS = "0707 0708 3417"
MOUNTAINS = """1608 1709 1809 1810 1911 2011 2112 2212 2513 2612 2613 2713 2714 2916 2917 3217 3316
3317"""
JUNGLE = """1406 1407 1408 1507 1508 1808 1907 1908 1909 1915 2007 2008 2013 2014 2114 2214 2315
2415 2515 2516 2615"""
BROKEN = """0409 0510 0609 1208 1308 1309 1513 1609 1610 1611 1615 1708 1710 1712 1717 1811 1812
1813 1817 1910 1912 1914 2010 2012 2111 2113 2211 2213 2309 2310 2407 2408 2512 2514 2611 2614
2712 2715 2815 2816 2817 2915 2918 3015 3017 3018 3115 3215 3216 3218 3219 3220 3318 3319 3416"""
COUNTS = {
    "sea": 491,
    "broken": 55,
    "clear": 143,
    "beach": 20,
    "airfield": 3,
    "town": 4,
    "marsh": 1,
    "jungle": 21,
    "mountain": 18,
}
JAPANESE = {
    "3-4-8": "1/135@3418 2/135@3114 3/136@2107 1/136@1805 2/136@1505",
    "5-6-8": "5-Base@2406",
    "2-3-8": "Yok/1@2307 317@1103 318@0504 316@0409 1/118@1513 3/118@1614 1/18@1515 7@1717"
    " 2/118@1817",
    "1-2-8": "16@0802",
    "2-1-8": "9@1816",
    "3-2-3/1-4": "25@0710",
    "2-1-10/1-4": "1/3@1609 2/3@1510",
    "4-2-10/1-4": "3/10@1409",
}


@pytest.fixture(scope="module")
def data() -> SaipanData:
    return pack.load()


@pytest.fixture(scope="module")
def tables(data: SaipanData) -> Tables:
    return Tables(data)


def test_the_map_has_its_756_hexes(tables: Tables) -> None:
    assert Counter(tables.terrain.values()) == COUNTS
    assert set(tables.terrain) == {f"{c:02}{r:02}" for c in range(1, 37) for r in range(1, 22)}


@pytest.mark.parametrize(
    ("word", "hexes"),
    [
        ("beach", BEACHES),
        ("town", TOWNS),
        ("airfield", AIRFIELDS),
        ("marsh", "1105"),
        ("mountain", MOUNTAINS),
        ("jungle", JUNGLE),
        ("broken", BROKEN),
    ],
)
def test_the_map_has_each_terrain_where_it_is(tables: Tables, word: str, hexes: str) -> None:
    assert [h for h, terrain in tables.terrain.items() if terrain == word] == hexes.split()


def test_the_clear_hexes_are_the_rest_of_one_island(tables: Tables) -> None:
    land = set(tables.cost)
    assert len(land) == 265
    seen = {"1203"}
    todo = ["1203"]
    while todo:
        for number in tables.land[todo.pop()]:
            if number not in seen:
                seen.add(number)
                todo.append(number)
    assert seen == land
    assert not [h for h in land if h[:2] in {"01", "36"} or h[2:] == "21"]


def test_beaches_are_land_and_touch_the_sea(data: SaipanData, tables: Tables) -> None:
    assert list(tables.beaches) == BEACHES.split()
    assert all(tables.shore[number] for number in tables.beaches)
    assert {n for n in tables.land if tables.terrain[n] == "beach"} == set(data.beaches.hexes)


def test_even_columns_are_the_low_ones(data: SaipanData, tables: Tables) -> None:
    assert data.map.low_columns == "even"
    assert tables.distance("1409", "1103") == 8
    assert "0703" in tables.shore["0802"]
    assert tables.shore["1103"] == ("1202",)


def test_the_japanese_are_those_of_14_11(data: SaipanData, tables: Tables) -> None:
    expected = {
        name.split("@")[0]: (counter, name.split("@")[1])
        for counter, names in JAPANESE.items()
        for name in names.split()
    }
    units = tables.units["jp"]
    assert len(expected) == 21
    assert {n: (u.counter, data.setup.hexes[n]) for n, u in units.items()} == expected
    assert {n for n, u in units.items() if u.kind == "artillery"} == {"25", "1/3", "2/3", "3/10"}
    assert [n for n, u in units.items() if u.kind == "armour"] == ["9"]
    assert all(u.provenance.startswith("rulebook 14.11") for u in units.values())


def test_the_us_has_49_units_all_reconstructed(tables: Tables) -> None:
    units = tables.units["us"]
    assert len(units) == 49
    assert Counter(unit.counter for unit in units.values()) == {
        "5-4-8": 19,
        "4-3-8": 9,
        "4-2-8": 3,
        "1-2-10/1-4": 4,
        "2-3-12/1-4": 8,
        "3-3-16/1-4": 4,
        "3-3-24/1-4": 2,
    }
    assert all(unit.provenance.startswith("reconstructed") for unit in units.values())


def test_artillery_figures_are_barrage_fpf_range_and_defence_movement(tables: Tables) -> None:
    gun = tables.units["jp"]["3/10"]
    assert (gun.barrage, gun.fpf, gun.range, gun.defence, gun.movement) == (4, 2, 10, 1, 4)
    foot = tables.units["jp"]["317"]
    assert (foot.attack, foot.defence, foot.movement, foot.range) == (2, 3, 8, 0)


@pytest.mark.parametrize(
    ("differential", "column"),
    [
        (-30, "= Ar Ar Ar Ae Ae"),
        (-5, "= Ar Ar Ar Ae Ae"),
        (-4, "Dr = Ar Ar Ar Ae"),
        (-3, "Dr = Ar Ar Ar Ae"),
        (-2, "Dr Dr = Ar Ar Ar"),
        (-1, "Dr Dr = Ar Ar Ar"),
        (0, "Dr Dr Dr = Ar Ar"),
        (1, "Dr Dr Dr Dr = Ar"),
        (2, "Dr Dr Dr Dr Ex ="),
        (3, "Dr Dr Dr Dr Ex ="),
        (4, "Dr Dr Dr Dr Dr Ex"),
        (6, "De Dr Dr Dr Dr Ex"),
        (8, "De De Dr Dr Dr Dr"),
        (10, "De De De Dr Dr Dr"),
        (40, "De De De Dr Dr Dr"),
    ],
)
def test_the_combat_table(tables: Tables, differential: int, column: str) -> None:
    assert [tables.result(differential, die) for die in range(1, 7)] == column.split()


def test_landing_sets(data: SaipanData) -> None:
    sets = {name: " ".join(entry.hexes) for name, entry in data.landing.items()}
    assert sets == {
        "H2": "1203 1102 1002 0902 0801 0802",
        "H1": "1203 1103 1002 0902 0801 0802",
        "H3": "1203 1102 1002 0902 0801 0702",
    }
    assert data.length.turns == 15


def test_what_is_reconstructed_says_so(data: SaipanData) -> None:
    parts = (data.map, data.terrain, data.beaches, data.combat)
    keys = (data.counters.infantry, data.counters.artillery)
    assert all(part.provenance.startswith("reconstructed") for part in (*parts, *keys))
    assert all("reconstructed" in entry.provenance for entry in data.landing.values())


def test_an_exported_pack_is_the_data(data: SaipanData) -> None:
    assert pack.load(pack.export()) == data
    assert b"reconstructed    NOT the publisher's figure" in pack.export()


def test_the_data_have_one_canonical_json(data: SaipanData) -> None:
    plain = msgspec.to_builtins(data)
    assert msgspec.convert(msgspec.json.decode(rfc8785.dumps(plain)), SaipanData) == data


def test_loading_is_quick() -> None:
    _, calls = calls_of(lambda: Tables(pack.load()))
    assert calls < 150_000


@pytest.mark.parametrize(
    ("old", "new", "place", "words"),
    [
        ("turns: 15", "turns: 12", None, ""),
        ("[null, -4", "[null, -9, -4", "combat.rows.1", "`lowest` has 11 columns"),
        ("Dr, De, De, De]", "Dr, De, De]", "combat.rows.1", "9 results"),
        ("    - [Ae, Ae", "    # [Ae, Ae", "combat.rows", "write six rows"),
        ("Ae, Ae", "Ae, Dx", "combat.rows.6.2", "=, Dr, Ar, De, Ae, Ex"),
        ("[null, -4, -2", "[null, -2, -4", "combat.lowest.3", "ascend"),
        ("[null, -4", "[-9, -4", "combat.lowest", "null"),
        ("1/135: 3418", "1/135: 0101", "setup.hexes.1/135", "not a land hex"),
        ("1/135: 3418", "1/135: 9999", "setup.hexes.1/135", "not a land hex"),
        ("1/135: 3418", "1/135: 341", "setup.hexes.1/135", "four digits"),
        ("1/135: 3418", "1/135: 3114", "setup.hexes.2/135", "in the list twice"),
        ("    316: 0409", "    361: 0409", "setup.hexes.361", "did you mean 316"),
        ("    316: 0409\n", "", "setup.hexes", "316 has no hex"),
        ("        318: 318th", "        317: 318th", "line", "'317' is here twice"),
        ("        16: 16th", "        317: 16th", "counters.jp.4.units.317", "twice"),
        ("        16: 16th", "        1616: 16th", "counters.jp.4.units.1616", "looks like a hex"),
        *(
            ("        16: 16th", f"        {word}: 16th", f"units.{word}", "word of the orders")
            for word in ("to", "from", "with", "barrage", "GSP", "banzai", "for")
        ),
        *(
            ("        16: 16th", f"        {word}: 16th", f"units.{word}", "word of the orders")
            for word in ("any", "none", "in", "toward", "weakest")
        ),
        ("        16: 16th", "        16 E: 16th", "counters.jp.4.units.16 E", "without spaces"),
        ("counter: 5-4-8", "counter: 5-400-8", "counters.us.1.counter", "0 to 99"),
        ("counter: 5-4-8", "counter: 5-4-0", "counters.us.1.counter", "never move"),
        ("counter: 3-2-3/1-4", "counter: 3-2-3", "counters.jp.6.counter", "barrage, fpf"),
        ("kind: armour", "kind: tank", "counters.us.3.kind", "infantry, armour, artillery"),
        ("length:", "lenght:", "lenght", "did you mean length"),
        ("turns: 15", "turns: 0", "length.turns", ">= 1"),
        ("cost: 5,", "cost: five,", "terrain.kinds.mountain.cost", "whole number"),
        ("~  B  B", "~  B  Q", "map.grid.2", "column 08"),
        ("~  B  B", "B  B", "map.grid.2", "35 symbols"),
        ("    1105: Lake", "    9905: Lake", "map.places.9905", "off the map"),
        ("0801, 0802]", "0801, 2003]", "landing.H2.hexes.6", "not a land hex"),
        ("0801, 0802]", "0801, 0803]", "landing.H2.hexes.6", "not among the beaches"),
        ("turns: 15", "turns: *fifteen", "line", "alias"),
    ],
)
def test_a_slip_in_a_pack_is_reported_with_its_place(
    old: str, new: str, place: str | None, words: str
) -> None:
    text = pack.export().decode()
    assert old in text
    altered = text.replace(old, new, 1)
    if place is None:
        assert pack.check(altered.encode()).length.turns == 12
        return
    with pytest.raises(PackError) as caught:
        pack.check(altered.encode(), name="mine.yaml")
    message = str(caught.value)
    at = next(n for n, (a, b) in enumerate(_both(text, altered), 1) if a != b)
    assert message.startswith("mine.yaml, line ")
    assert place in message
    assert words in message
    reported = int(message.split("line ")[1].split(",", maxsplit=1)[0])
    assert abs(reported - at) <= 25  # a missing line is reported at the head of its list


def _both(old: str, new: str) -> list[tuple[str, str]]:
    return list(zip(old.splitlines(), new.splitlines(), strict=False))
