"""Packs of Race to Tokyo with slips in them: each error names its line, its field and a cure."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from pbem.errors import PackError
from pbem.games.tokyo.data import pack
from pbem.games.tokyo.data.forms import TokyoData
from pbem.games.tokyo.data.tables import Tables

SHEET_SLIPS = [
    ("T  *  T", "T  *  Q", "map.grid.12", "row 12, column 25: no terrain has the symbol 'Q'"),
    ("T  *  T", "T  *", "map.grid.12", "40 symbols for 41 columns"),
    ("T  *  T", "T  T  *", "map.grid", "hex 2412 (5.11), but here it is 2512"),
    ("T  *  T", "T  T  T", "map.grid", "here it is nowhere"),
    ("T  *  T", ".  *  T", "map.grid.12", "2312 is next to Central Tokyo and is open"),
    ("  rows: 25", "  rows: 26", "map.grid", "25 lines for 26 rows"),
    ("low_columns: even", "low_columns: evn", "map.low_columns", "even, odd"),
    ("    2205: Inba", "    4205: Inba", "map.places.4205", "off the map"),
    ("    2205: Inba", "    2203: Inba", "map.places.2203", "among the towns"),
    ("token: o,", "token: w,", "terrain.kinds.wilds.token", "town and wilds have the same"),
    ('"=", movement: null', '"=", movement: 9', "terrain.kinds.lake.movement", "write null"),
    ('"=", movement: null', '"=", movement: null, road_only: true', "lake.road_only", "leave it"),
    ("movement: 3, shift: -2", "movement: null", "kinds.hill.movement", "or road_only: true"),
    ("movement: null, road_only", "movement: 5, road_only", "mountain.road_only", "costs 5 off"),
    ("  36a:", "  37a:", "japanese.37a", "no field `37a` here; did you mean 36a"),
    ("    hill:  ", "    hills: ", "terrain.kinds.hills", "open, town, wilds, hill"),
    ("[13, 13, 13,", "[13, 13,", "boundary.first_western_row", "40 rows for 41 columns"),
    ("[13, 13, 13,", "[13, 27, 13,", "first_western_row.2", "column 02: the map has 25 rows"),
    (
        "13, 13,\n     13, 13, 12",
        "13, 15,\n     15, 15, 12",
        "first_western_row.24",
        "no hex next to Central Tokyo is west of the boundary",
    ),
]
PLACE_SLIPS = [
    ("    2408: {name", "    2410: {name", "towns.places.2410", "2410 is open on the map"),
    ("    2408: {name: Funabashi, points: 1}\n", "", "towns.places", "2408 is town on the map"),
    ("    2408: {name", "    4208: {name", "towns.places.4208", "off the map"),
    ("    2408: {name", "    2810: {name", "towns.places.2810", "2810 is ocean"),
    ("Central Tokyo}", "Central Tokyo, points: 9}", "places.2412.points", "depends on the turn"),
    ("Yokohama, points: 4", "Yokohama, points: -4", "places.2913.points", ">= 0"),
    ("[0101, 0201, 0301", "[0101, 0301", "roads.chains.1.2", "0301 is not next to 0101"),
    ("[0101, 0201, 0301", "[0100, 0201, 0301", "roads.chains.1.1", "0100 is off the map"),
    ("[2413, 2414", "[2413, 2413, 2414", "roads.chains.14.2", "2413 is not next to 2413"),
    ("[2413, 2414", "[2412, 2413, 2414", "roads.chains.14.2", "cannot enter Central Tokyo"),
    ("[2413, 2414", "[2313, 2413, 2414", "roads.chains.14.2", "no road joins such hexes"),
    ("[2413, 2414", "[2313, 2213, 2314, 2414", "roads.chains.14.2", "here twice"),
    ("[3002, 3003]", "[3002]", "roads.chains.20", "at least two hexes"),
    ("[3002, 3003]", "[3002, 3001]", "roads.chains.20.2", "3001 is ocean"),
    ("[3002, 3003]", "[3002, 303]", "roads.chains.20.2", "four digits"),
    ("1417: [1518]", "1417: [1618]", "rivers.courses.Ara.1417.1", "not next to 1417"),
    ("1417: [1518]", "1417: [9918]", "rivers.courses.Ara.1417.1", "off the map"),
    ("1417: [1518]", "1400: [1401]", "rivers.courses.Ara.1400", "off the map"),
    ("1417: [1518]", "1417: []", "rivers.courses.Ara.1417", "across the Ara from 1417"),
    ("1417: [1518]", "1417: [1518, 1518]", "courses.Ara.1417.2", "here twice"),
    ("1418: [1518, 1519]", "1518: [1417, 1519]", "courses.Ara.1518.1", "here twice"),
    ("    Tama:", "    Tana:", "rivers.courses", "did you mean Tana"),
    ("[0610, 0611", "[2709, 0611", "zone.hexes.1", "2709 is ocean"),
    ("[0610, 0611", "[2412, 0611", "zone.hexes.1", "Central Tokyo"),
    ("[0610, 0611", "[2312, 0611", "zone.hexes.1", "where Japan reconstitutes"),
    ("[0610, 0611", "[0611, 0611", "zone.hexes.2", "in the list twice"),
    ("[2702, 2802", "[2702, 2702, 2802", "beaches.1ag.hexes.2", "in the list twice"),
    ("[2702, 2802", "[2802", "beaches.1ag.hexes", "5 hexes are too few: six units land"),
    (
        "[2702, 2802, 2902",
        "[2702, 2802, 3302",
        "beaches.1ag.hexes",
        "2902 must be one of them (9.0)",
    ),
    ("[2702, 2802", "[3214, 2802", "beaches.1ag.hexes.1", "3214 is not east"),
    ("[2702, 2802", "[0610, 2802", "beaches.1ag.hexes.1", "zone of the 36th Army"),
    ("[2702, 2802", "[2502, 2802", "beaches.1ag.hexes.1", "2502 is not on the coast"),
    ("[0101, 0111,", "[0101, 0110,", "entries.hexes.2", "0110 has no road"),
    ("[0101, 0111,", "[0101, 0210,", "entries.hexes.2", "not on the north edge"),
    ("[0101, 0111,", "[0101, 0101,", "entries.hexes.2", "in the list twice"),
    ("[0610, 0611", "[0101, 0611", "entries.hexes.1", "0101 is in the zone"),
    ("[0101, 0111,", "[2709, 0111,", "entries.hexes.1", "2709 is ocean"),
    ("[0101, 0111, 0122", "[0122", "entries.hexes", "je has no hex east"),
    ("    [0901, 1304", "    [2901, 1304", "setup.infantry.1", "2901 is ocean"),
    ("    [0901, 1304", "    [2412, 1304", "setup.infantry.1", "no Japanese unit can enter"),
    ("    [0901, 1304", "    [2902, 1304", "setup.infantry.1", "2902 is a beach"),
    ("    [0901, 1304", "    [0610, 1304", "setup.infantry.1", "name a hex outside"),
    ("    [0901, 1304", "    [0901, 0901", "setup.infantry.2", "another unit is already in 0901"),
    ("    [0901, 1304", "    [1406, 1304", "setup.armor.7Tk", "another unit is already in 1406"),
    ("    [0901, 1304", "    [1304", "japanese.general.counters", "25 counters for 20 hexes"),
    ("[0611, 0712", "[0511, 0712", "setup.zone_infantry.1", "name a hex of it"),
    ("[0611, 0712", "[0712", "setup.zone_infantry", "5 hexes; the 36th Army has six"),
    ("1Ar: 0912", "1Ar: 0914", "setup.armor.1Ar", "not in the zone"),
    ("7Tk: 1406", "8Tk: 1406", "setup.armor", "7Tk has no hex"),
    ("7Tk: 1406", "7Tk: 1406\n    8Tk: 1407", "setup.armor.8Tk", "did you mean 2Tk"),
    ("7Tk: 1406", "7Tk: 1406\n    SR9: 1407", "setup.armor.SR9", "starts off the map"),
]
UNIT_SLIPS = [
    ("[Ar, Ar, Dr, Ex, Ex,", "[Ar, Ar, Dr, Ex,", "combat.rows.1", "9 results; write ten"),
    ("[Ar, Ar, Dr, Ex, Ex,", "[Ar, Ar, Dr, Ex, De,", "combat.rows.1.5", "is Ex by the example"),
    ("[Ar, Ar, Dr, Ex, Ex,", "[Ar, Ar, Dr, Ex, Es,", "combat.rows.1.5", "De, Ae, Ex, Ar, Dr"),
    ("    - [Ae, Ae, Ae, Ar, Ar", "    # [", "combat.rows", "write six rows"),
    ("counter: 6-7-5", "counter: 6-7", "american.1.counter", "write a counter like 6-7-5"),
    ("counter: 6-7-5", "counter: 6-0-5", "american.1.counter", "must be 1 or more"),
    ("counter: 6-7-5", "counter: 6-7-0", "american.1.counter", "never move"),
    ("counter: 7-7-5", "counter: 7-7-5\n    turn: 9", "american.2.turn", "the last, 8"),
    ("    turn: 6\n", "    turn: 5\n", "american.10.turn", "turn 6 or later (8.5)"),
    ("    turn: 6\n", "", "american.10.group", "write turn: 6"),
    ("group: 8ag\n    kind: airborne", "group: 1ag\n    kind: airborne", "american.9.group", "8.4"),
    ("kind: marine", "kind: marines", "american.2.kind", "infantry, marine, armor"),
    ("      27: 27th", "      24: 27th", "american.5.units.24", "is here twice"),
    ("      27: 27th", "      2700: 27th", "american.1.units.2700", "looks like a hex"),
    ("      27: 27th", "      All: 27th", "american.1.units.All", "a word of the orders"),
    ("      27: 27th", "      U27: 27th", "american.1.units.U27", "face down"),
    ("      27: 27th", "      27 I: 27th", "american.1.units.27 I", "without spaces"),
    ("      27: 27th", "      2Tk: 27th", "japanese.armor.units.2Tk", "is here twice"),
    (
        "counter: 7-7-5",
        "counter: 7-7-5\n    turn: 2",
        "american",
        "5 units of 1ag can start",
    ),
    ("      E4: E Corps, division 4\n", "", "american", "E Corps has five"),
    (
        "counter: 4-5-3",
        "counter: 4-5-4",
        "general.counters.3Gd.counter",
        "moves 3, but those before",
    ),
    ("counter: 4-5-3", "counter: 4-5-0", "general.counters.1Gd.counter", "never move"),
    ("      SR8: {counter", "      84: {counter", "reserve.counters.84", "is here twice"),
    ("      YokN: {counter", "      # {", "japanese.general.counters", "24 counters for 21"),
    ("      214: {counter", "      # {", "japanese.36a.counters", "5 counters; the 36th"),
    ("9, reserve: true", "9, zone: true, reserve: true", "units.SR9.reserve", "keep one"),
    (
        "4th Armored Division, division: true,",
        "4th Armored Division,",
        "armor.units",
        "two armored",
    ),
    ("2nd Independent Tank Brigade", "X, division: true", "armor.units", "three armored brigades"),
    ("    turns: 8", "    turns: 9", "track.length.dates", "8 entries for 9 turns"),
    ("[10, 10, 10, 10,", "[10, 10, 10,", "track.palace.points", "7 entries for 8 turns"),
    ("jw: [0, 2, 2", "jw: [0, 2, 2, 2", "track.recon.armies.jw", "9 entries"),
    ("jw: [0, 2, 2", "jw: [1, 2, 2", "track.recon.armies.jw.1", "turn 1 (3.0); write 0"),
    ("jw: [0, 1, 1", "jw: [1, 0, 1", "track.reserve.armies.jw.1", "turn 1 (3.0); write 0"),
    ("      jw: [0, 2, 2", "      # [", "track.recon.armies", "jw is missing"),
    ("      je: [1, 2", "      ej: [1, 2", "track.recon.armies.ej", "1ag, 8ag, je, jw"),
    ("[1, 1, 2, 2,", "[1, 2, 2,", "volunteers.chits", "6 numbers; there are seven"),
    ("volunteers:", "volunters:", "volunters", "did you mean volunteers"),
    ("  range: 2", "  range: two", "headquarters.range", "a whole number"),
    ("  penalty: 3\n", "", "ecorps", "`penalty` is missing"),
]


@pytest.mark.few(15)
@pytest.mark.parametrize(
    ("old", "new", "place", "words"), [*SHEET_SLIPS, *PLACE_SLIPS, *UNIT_SLIPS]
)
def test_a_slip_in_a_pack_is_reported_with_its_place(
    old: str, new: str, place: str, words: str
) -> None:
    text = pack.export().decode()
    assert old in text
    altered = text.replace(old, new, 1)
    with pytest.raises(PackError) as caught:
        pack.check(altered.encode(), name="mine.yaml")
    message = str(caught.value)
    assert message.startswith("mine.yaml, line ")
    assert f"({place})" in message or f".{place})" in message
    assert words in message


def test_a_whole_group_left_out_is_reported() -> None:
    text = pack.export().decode()
    before, _, after = text.partition("  8ag:  # Sagami Bay\n")
    with pytest.raises(PackError, match=r"\(beaches\): 8ag has no beach"):
        pack.check((before + after.split("\n", 2)[2]).encode())


def test_an_owner_may_change_what_is_reconstructed() -> None:
    text = pack.export().decode()
    for old, new in (
        ("2913: {name: Yokohama, points: 4}", "2913: {name: Yokohama, points: 5}"),
        ("hill:          {token: h, movement: 3", "hill:          {token: h, movement: 2"),
        ("counter: 9-8-7", "counter: 8-8-8"),
        ("hexes: [3215, 3216", "hexes: [3214, 3215, 3216"),
        ("je: [1, 2, 2, 2", "je: [1, 1, 1, 1"),
    ):
        assert old in text
        text = text.replace(old, new, 1)
    data = pack.check(text.encode())
    assert data.towns.places["2913"].points == 5
    assert len(data.beaches["8ag"].hexes) == 7


BARE_SLIPS: list[tuple[tuple[str | int, ...], Callable[[Any], Any], str]] = [
    (("map", "grid"), lambda grid: grid[1:], "map: 24 rows are given"),
    (("map", "grid", 11), lambda row: row.replace("*", "."), "there must be one hex"),
    (("boundary", "first_western_row"), lambda rows: rows[1:], "boundary: 40"),
    (("roads", "chains", 0), lambda _: ["0101", "0301"], "roads: 0101 and 0301"),
    (("combat", "rows"), lambda rows: rows[1:], "combat: six rows"),
    (("combat", "rows", 0), lambda row: row[1:], "combat: six rows"),
    (("japanese", "36a", "counters"), lambda _: {}, "setup: there are more zone infantry"),
    (("track", "palace", "points"), lambda points: points[1:], "track: every list"),
    (("track", "reserve", "armies"), lambda a: {"je": a["je"]}, "track: every army"),
    (
        ("japanese", "armor", "units", "SR9", "division"),
        lambda _: True,
        "armor: units of the reserve",
    ),
    (("setup", "armor"), lambda _: {"1Ar": "0912"}, "setup: place"),
    (("setup", "infantry", 0), lambda _: "2901", "setup: 2901 is not a land hex"),
    (("beaches", "1ag", "hexes", 0), lambda _: "9901", "setup: 9901 is not a land"),
]


@pytest.mark.parametrize(("path", "change", "words"), BARE_SLIPS)
def test_a_game_is_not_made_of_data_that_cannot_be_played_with(
    path: tuple[str | int, ...], change: Callable[[Any], Any], words: str
) -> None:
    raw: Any = msgspec.json.decode(msgspec.json.encode(pack.load()))
    inner = raw
    for step in path[:-1]:
        inner = inner[step]
    inner[path[-1]] = change(inner[path[-1]])
    with pytest.raises(PackError, match=re.escape(words)):
        Tables(msgspec.convert(raw, TokyoData))
