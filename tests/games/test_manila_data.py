"""The data: the map with its counts, the counters of both sides, and packs with slips in them.

The numbers stand here here twice, taken from the rulebook and the description of the game, so
that a slip in the data shows.
"""

from __future__ import annotations

from collections import Counter

import msgspec
import pytest
import rfc8785

from pbem.errors import PackError
from pbem.games.manila.data import pack
from pbem.games.manila.data.tables import ManilaData, Tables

CLEAR = {3, 4, 7, 16, 20, 25, 27}
FORTS = {22, 28, 31, 33, 34, 35, 36, 37}
FLAGS = {22, 31, 34, 37}  # 9.5.8
BORDERS = {1: 3, 2: 5, 7: 7, 11: 2, 14: 7, 19: 7, 28: 4, 30: 4, 35: 6, 37: 2}
ORDER = """1/129 2/129 3/129 Fredrick 1/145 2/145 3/145 Whitcomb 1/148 2/148 3/148 White 637/A 637/B
637/C 754/A 1/5 1/12 Chase 2/7 2/8 Hoffman 44/A 44/B 44/D 302RCN 754/B 1/511 2/511 3/511 Haugen
1/187 2/187 Hildebrand 1/188 2/188 Soule"""
FIGURES = {
    "4-6": "1/129 2/129 3/129 1/145 2/145 3/145 1/148 2/148 3/148",
    "6-6": "637/A 637/B 637/C",
    "7-6": "754/A 44/A 44/B 754/B",
    "5-6": "1/5 1/12 2/7 2/8",
    "5-7": "44/D",
    "3-8": "302RCN",
    "4-4": "1/511 2/511 3/511 1/187 2/187 1/188 2/188",
    "*-6": "Fredrick Whitcomb White Chase Hoffman Haugen Hildebrand Soule",
}


@pytest.fixture(scope="module")
def data() -> ManilaData:
    return pack.load()


@pytest.fixture(scope="module")
def tables(data: ManilaData) -> Tables:
    return Tables(data)


# --- the map ---------------------------------------------------------------------------------


def test_the_map_has_37_areas(tables: Tables) -> None:
    assert list(tables.areas) == list(range(1, 38))
    assert len({area.name for area in tables.areas.values()}) == 37
    assert (tables.areas[1].name, tables.areas[37].name) == ("Caloocan", "Intramuros")


def test_three_areas_are_american_from_the_start(tables: Tables) -> None:
    assert tables.home == {1, 2, 30}  # 5.3.1, 7.2


def test_terrain(tables: Tables, data: ManilaData) -> None:
    kinds = Counter(area.terrain for area in tables.areas.values())
    assert kinds == {"Clear": 7, "Urban": 19, "Fort": 8, None: 3}
    assert {n for n, area in tables.areas.items() if area.terrain == "Clear"} == CLEAR
    assert {n for n, area in tables.areas.items() if area.terrain == "Fort"} == FORTS
    modifiers = {word: kind.modifier for word, kind in data.terrain.kinds.items()}
    assert modifiers == {"Clear": 2, "Urban": 3, "Fort": 4}  # 3.1.2


def test_flags(tables: Tables) -> None:
    assert {n for n, area in tables.areas.items() if area.flag} == FLAGS


def test_91_borders_both_ways(tables: Tables) -> None:
    borders = [(a, b) for a, others in tables.next_to.items() for b in others]
    assert len(borders) == len(set(borders)) == 182
    assert all((b, a) in borders and a != b for a, b in borders)
    assert {n: len(tables.next_to[n]) for n in BORDERS} == BORDERS


def test_borders_that_are_easily_missed(tables: Tables) -> None:
    for a, b in [(27, 30), (9, 10), (12, 35), (33, 36), (2, 9), (14, 34), (19, 22)]:
        assert b in tables.next_to[a]
    for a, b in [(4, 20), (5, 17), (22, 28), (23, 33), (24, 32), (30, 32), (32, 36)]:
        assert b not in tables.next_to[a]


def test_nobody_moves_between_11_or_12_and_37(tables: Tables) -> None:
    assert {n: across for n, across in tables.across.items() if across} == {
        11: (37,),
        12: (37,),
        37: (11, 12),
    }
    assert not {11, 12} & set(tables.next_to[37])  # 8.3.3


# --- the counters ----------------------------------------------------------------------------


def test_37_american_units_in_their_order(tables: Tables) -> None:
    assert list(tables.units) == ORDER.split()
    kinds = Counter(unit.kind for unit in tables.units.values())
    assert kinds == {"infantry": 20, "armor": 9, "leader": 8}
    divisions = Counter(unit.division for unit in tables.units.values())
    assert divisions == {"37th Infantry": 16, "1st Cavalry": 11, "11th Airborne": 10}


def test_figures(tables: Tables) -> None:
    expected = {name: figures for figures, names in FIGURES.items() for name in names.split()}
    assert len(expected) == 37
    found = {
        name: f"{'*' if unit.leader else unit.attack}-{unit.movement}"
        for name, unit in tables.units.items()
    }
    assert found == expected


def test_where_and_when_they_arrive(tables: Tables) -> None:
    arrive = Counter((unit.turn, unit.area) for unit in tables.units.values())
    assert arrive == {(1, 1): 15, (1, 2): 10, (1, 30): 4, (2, 30): 6, (6, 1): 1, (6, 2): 1}
    assert {n for n, u in tables.units.items() if u.turn == 6} == {"754/A", "754/B"}  # 6.1.1


def test_every_leader_has_the_infantry_of_his_colour(tables: Tables) -> None:
    led = {
        name: [n for n, u in tables.units.items() if u.kind == "infantry" and u.command == command]
        for name, command in ((n, u.command) for n, u in tables.units.items() if u.leader)
    }
    assert led["Whitcomb"] == ["1/145", "2/145", "3/145"]
    assert led["Chase"] == ["1/5", "1/12"]
    assert led["Hoffman"] == ["2/7", "2/8"]
    assert sorted(len(units) for units in led.values()) == [2, 2, 2, 2, 3, 3, 3, 3]
    assert not any(unit.command for unit in tables.units.values() if unit.kind == "armor")


def test_64_japanese_counters(tables: Tables) -> None:
    assert {terrain: len(bag) for terrain, bag in tables.bags.items()} == {
        "Clear": 16,
        "Urban": 32,
        "Fort": 16,
    }
    assert len(tables.counters) == 64
    assert Counter(counter.strategy for counter in tables.counters.values()) == {
        "Sniper": 10,
        "Ambush": 14,
        "Barrage": 14,
        "Fanatic": 15,
        "Elite": 11,
    }


@pytest.mark.parametrize(
    ("terrain", "factors"),
    [
        ("Clear", {3: 4, 4: 4, 5: 4, 6: 4}),
        ("Urban", {5: 5, 6: 5, 7: 10, 8: 5, 9: 5, 10: 2}),
        ("Fort", {7: 4, 8: 4, 9: 4, 10: 4}),
    ],
)
def test_defense_factors(tables: Tables, terrain: str, factors: dict[int, int]) -> None:
    counters = [c for c in tables.counters.values() if c.terrain == terrain]
    assert Counter(counter.factor for counter in counters) == factors
    missing = {"Clear": "Elite", "Fort": "Sniper"}.get(terrain)
    assert missing not in {counter.strategy for counter in counters}


# --- tracks and charts -----------------------------------------------------------------------


def test_markers_and_supply(data: ManilaData) -> None:
    markers = data.markers
    assert (markers.artillery.mix, markers.engineer.mix, markers.air.mix) == (11, 3, 2)
    assert (markers.artillery.cost, markers.engineer.cost, markers.air.cost) == (1, 2, 3)  # 13.3
    assert (markers.artillery.adds, markers.engineer.adds, markers.air.adds) == (1, 2, 0)  # 9.5.2
    supply = data.supply
    assert (supply.dice, supply.offensive_dice, supply.least_on_turn_1) == (4, 2, 12)  # 6.3
    assert (supply.infantry, supply.armor, supply.morale) == (2, 3, 3)


def test_the_event_chart(data: ManilaData) -> None:
    chart = dict(enumerate(data.events.chart, 3))
    assert list(chart) == list(range(3, 19))
    assert chart[3] == "kembu breakout"
    assert chart[4] == "kembu offensive"
    assert chart[5] == chart[6] == "pause 1st cavalry"  # 13.2
    assert chart[7] == chart[8] == "pause 37th infantry"
    assert {chart[roll] for roll in (9, 10, 11, 12)} == {"civilians"}
    assert chart[13] == chart[14] == "pause 11th airborne"
    assert chart[15] == chart[16] == "iwabuchi breakout"
    assert chart[17] == "shimbu offensive"
    assert chart[18] == "shimbu breakout"
    assert (data.events.late_breakout_from, data.events.iwabuchi_from) == (6, 5)
    assert data.events.iwabuchi_spent


def test_the_rest(data: ManilaData) -> None:
    assert (data.withdrawal.turn, data.withdrawal.areas) == (6, (1, 2))  # 6.1.2, 6.2.2
    assert data.withdrawal.battalion == ("44/A", "44/B", "44/D")
    assert (data.landing.turn, sorted(data.landing.areas)) == (2, [27, 28, 30])  # 6.1.1
    morale = data.morale
    assert (morale.start, morale.most, morale.strong_from) == (19, 19, 10)  # 5.2
    assert (data.length.turns, data.length.dates[0], data.length.dates[8]) == (
        9,
        "Feb 6-8",
        "Mar 2-4",
    )
    assert (data.victory.areas, data.victory.must_hold) == (34, 37)  # 10.2


def test_what_was_not_read_off_the_game_says_so(data: ManilaData) -> None:
    assert data.markers.air.provenance.startswith("reconstructed")
    assert data.supply.provenance.startswith("second-hand, two sources agree")
    assert data.events.provenance.startswith("second-hand")
    assert data.map.provenance.startswith("published map")
    assert all(group.provenance.startswith("published counters") for group in data.american)


# --- packs -----------------------------------------------------------------------------------


def test_an_exported_pack_is_the_data(data: ManilaData) -> None:
    assert pack.load(pack.export()) == data
    assert b"reconstructed                       NOT the publisher's" in pack.export()


def test_the_data_have_one_canonical_json(data: ManilaData) -> None:
    plain = msgspec.to_builtins(data)
    assert msgspec.convert(msgspec.json.decode(rfc8785.dumps(plain)), ManilaData) == data


MAP_SLIPS = [
    ("[2, 9, 10]}", "[2, 9, 90]}", "map.areas.1.adjacent.3", "no Area 90"),
    ("[2, 9, 10]}", "[2, 9, 100]}", "map.areas.1.adjacent.3", "out of range; it must be <= 99"),
    ("[2, 9, 10]}", "[2, 9, 1]}", "map.areas.1.adjacent.3", "adjacent to itself"),
    ("[2, 9, 10]}", "[2, 9, 9]}", "map.areas.1.adjacent.3", "the list twice"),
    ("[2, 9, 10]}", "[2, 9]}", "map.areas.10.adjacent.1", "but 1 not to 10; write 10 there"),
    ("[2, 9, 10]}", "[2, 9, 10, 11]}", "map.areas.1.adjacent.4", "but 11 not to 1"),
    ('"12": {name: Tondo', '"012": {name: Tondo', "map.areas.012", "write the number of an Area"),
    ("Tondo, terrain: Urban", "Tondo, terrain: Swamp", "areas.12.terrain", "Clear, Urban, Fort"),
    ("null, adjacent: [2,", "null, flag: true, adjacent: [2,", "areas.1.flag", "never captured"),
    ("Tondo, terrain", "Tondo, flag: yes, terrain", "areas.12.flag", "expected true or false"),
    ("[[11, 37]", "[[11, 73]", "map.water.1.2", "no Area 73"),
    ("[[11, 37]", "[[37, 37]", "map.water.1", "cannot face itself"),
    ("[[11, 37]", "[[37, 12]", "map.water.2", "here twice"),
    ("[[11, 37]", "[[36, 37]", "map.water.1", "are adjacent"),
    ("[[11, 37]", "[[11]", "map.water.1", "1 entries; there must be 2"),
    ('"^", modifier', '"#", modifier', "terrain.kinds.Fort.symbol", "Urban and Fort have the same"),
    ('    Fort: {symbol: "^", modifier: 4}\n', "", "terrain.kinds", "Area 22 is Fort"),
]
AMERICAN_SLIPS = [
    ("[637/A, 637/B", "[637/A, 637/a", "american.7.units.2", "is here twice"),
    ("[44/D]", "[44/B]", "american.14.units.1", "is here twice"),
    ("[44/D]", "[44]", "american.14.units.1", "expected text"),
    ("[44/D]", '["44"]', "american.14.units.1", "looks like an Area"),
    ("[44/D]", "[Air]", "american.14.units.1", "a word of the orders"),
    ("[44/D]", "[44 D]", "american.14.units.1", "without spaces"),
    ("attack: null", "attack: 3", "american.2.attack", "asterisk"),
    ("attack: 6", "attack: null", "american.7.attack", "armor has an Attack Factor"),
    ("attack: 6", "attack: six", "american.7.attack", "expected a whole number or null"),
    ("attack: 6", "atack: 6", "american.7.atack", "did you mean attack"),
    ("    movement: 7\n", "", "american.14", "`movement` is missing"),
    ("kind: armor", "kind: armour", "american.7.kind", "infantry, armor, leader"),
    ("kind: armor", "kind: armor\n    command: 637th", "american.7.command", "no command"),
    ("command: 129th", "command: 192th", "american.2.command", "did you mean 192th"),
    (
        "area: 30\n    units: [Hau",
        "area: 28\n    units: [Hau",
        "american.18.area",
        "has a Japanese",
    ),
    ("area: 30\n    units: [Hau", "area: 40\n    units: [Hau", "american.18.area", "no Area 40"),
    (
        "turn: 6\n    units: [754/A]",
        "turn: 10\n    units: [754/A]",
        "american.8.turn",
        "the last, 9",
    ),
]
OTHER_SLIPS = [
    ("[44/A, 44/B, 44/D]", "[44/A, 44/B, 44/C]", "withdrawal.battalion.3", "did you mean 44/A"),
    ("[44/A, 44/B, 44/D]", "[44/A, 44/B, 44/B]", "withdrawal.battalion.3", "is here twice"),
    ("[44/A, 44/B, 44/D]", "[44/A, 754/B]", "withdrawal.battalion.2", "arrives on turn 6"),
    ("  turn: 6\n  areas", "  turn: 16\n  areas", "withdrawal.turn", "never leave"),
    ("  areas: [1, 2]", "  areas: []", "withdrawal.areas", "write at least one"),
    ("  areas: [1, 2]", "  areas: [1, 1]", "withdrawal.areas.2", "the list twice"),
    ("  areas: [1, 2]", "  areas: [1, 9]", "withdrawal.areas.2", "Area 9 has a Japanese unit"),
    ("  areas: [1, 2]", "  areas: [1, 99]", "withdrawal.areas.2", "no Area 99"),
    ("  turn: 2\n  areas", "  turn: 3\n  areas", "landing.turn", "arrives on turn 3"),
    ("[30, 27, 28]", "[27, 28]", "landing.areas", "American from the start"),
    ("[30, 27, 28]", "[30, 27, 82]", "landing.areas.3", "no Area 82"),
    ("[30, 27, 28]", "[30, 27, 30]", "landing.areas.3", "the list twice"),
    ("Clear, factor: 4", "Clear, factor: 3", "japanese.counters.2.strategies.1", "copies: 2"),
    (
        "factor: 10, strategies: [A",
        "factor: 10, strategies: [B",
        "counters.14.strategies.1",
        "Fanatic, Elite",
    ),
    (
        "    - {terrain: Fort, factor: 7",
        "    # ",
        "japanese.counters",
        "12 Fort counters for 8 Areas and 8",
    ),
    ("    - {terrain: Clear, factor", "    # {terrain: Clear", None, ""),
    ("adds: 0", "adds: 1", "markers.air.adds", "9.5.3D"),
    ("cost: 3", "cost: -3", "markers.air.cost", ">= 0"),
    ("    - shimbu breakout", "    # shimbu breakout", "events.chart", "15 entries; there must be"),
    ("- shimbu breakout", "- shimbu\n    - shimbu breakout", "events.chart", "17 entries"),
    ("    - shimbu offensive", "    - shimbu attack", "events.chart.15", "kembu breakout, kembu"),
    ("  start: 19", "  start: 20", "morale.start", "end of the track, 19"),
    ("strong_from: 10", "strong_from: 20", "morale.strong_from", "never be Strong"),
    ("  turns: 9", "  turns: 8", "length.dates", "9 dates for 8 turns"),
    (" Feb 9-11,", "", "length.dates", "8 dates for 9 turns"),
    ("must_hold: 37", "must_hold: 38", "victory.must_hold", "no Area 38"),
    ("  areas: 34", "  areas: 38", "victory.areas", "the map has 37"),
    ("victory:", "victroy:", "victroy", "did you mean victory"),
]


@pytest.mark.parametrize(
    ("old", "new", "place", "words"), [*MAP_SLIPS, *AMERICAN_SLIPS, *OTHER_SLIPS]
)
def test_a_slip_in_a_pack_is_reported_with_its_place(
    old: str, new: str, place: str | None, words: str
) -> None:
    text = pack.export().decode()
    assert old in text
    altered = text.replace(old, new, 1)
    if place is None:
        pack.check(altered.encode())
        return
    with pytest.raises(PackError) as caught:
        pack.check(altered.encode(), name="mine.yaml")
    message = str(caught.value)
    pairs = zip(text.splitlines(), altered.splitlines(), strict=False)
    at = next(n for n, (a, b) in enumerate(pairs, 1) if a != b)
    assert message.startswith("mine.yaml, line ")
    assert f"{place})" in message
    assert words in message
    reported = int(message.split("line ")[1].split(",", maxsplit=1)[0])
    assert abs(reported - at) <= 16  # what is missing is reported where it should be


def test_an_area_that_nobody_can_get_to_is_reported() -> None:
    text = pack.export().decode()
    for old, new in [
        ("[2, 4, 5, 6]}", "[4]}"),  # 3 and 4 border on each other alone
        ("[3, 5, 16]}", "[3]}"),
        ("[1, 3, 6, 7, 9]}", "[1, 6, 7, 9]}"),
        ("[3, 4, 6, 7, 15, 16]}", "[6, 7, 15, 16]}"),
        ("[2, 3, 5, 7]}", "[2, 5, 7]}"),
        ("[4, 5, 15, 17, 19, 20]}", "[5, 15, 17, 19, 20]}"),
    ]:
        assert old in text
        text = text.replace(old, new, 1)
    with pytest.raises(PackError, match=r"map\.areas\.3\.adjacent.*no unit can ever get to Area 3"):
        pack.check(text.encode())


def test_fewer_counters_do_where_no_breakout_takes_them() -> None:
    text = pack.export().decode().replace("    - {terrain: Fort, factor: 7", "    # ", 1)
    with pytest.raises(PackError):
        pack.check(text.encode())
    never = text.replace("iwabuchi_from: 5", "iwabuchi_from: 7")
    assert len(Tables(pack.check(never.encode())).bags["Fort"]) == 12
    with pytest.raises(PackError, match="4 Fort counters for 8 Areas;"):
        pack.check(
            never.replace("    - {terrain: Fort, factor: 8", "    # ")
            .replace("    - {terrain: Fort, factor: 9", "    # ")
            .encode()
        )
