"""Packs of Meiktila with slips in them: each is reported with its line, its field and a cure."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from pbem.errors import PackError
from pbem.games.meiktila.data import pack
from pbem.games.meiktila.data.forms import MeiktilaData
from pbem.games.meiktila.data.tables import Tables
from pbem.selfplay.unsigned import rules_of

MAP_SLIPS = [
    ('.  j"  # 5', '.  q"  # 5', "map.grid.5", "row 05, column 16: no terrain has the symbol 'q'"),
    ('.  j"  # 5', 'j"  # 5', "map.grid.5", "15 symbols for 16 columns"),
    ("  rows: 20", "  rows: 21", "map.grid", "20 lines for 21 rows"),
    ("  columns: 16", "  columns: 99", "map.grid.1", "16 symbols for 99 columns"),
    ("low_columns: odd", "low_columns: od", "map.low_columns", "even, odd"),
    ("low_columns: odd", "low_columns: even", "roads.chains.1.2", "is not next to"),
    ("low_columns: odd", "low_columns: odd\n  places: {B5: X}", "map.places", "leave these out"),
    ("low_columns: odd", "low_columns: odd\n  places: {0205: X}", "map.places", "leave these out"),
    (
        "jungle:",
        "jungl:",
        "terrain.kinds",
        "the terrain must have clear, jungle, town, city and lake",
    ),
    ("{B5: Mahlaing", "{G9: Mahlaing", "places.names.G9", "G9 is not a land hex of the map"),
    ("{B5: Mahlaing", "{B55: Mahlaing", "places.names.B55", "did you mean B15 or B5"),
    ("{B5: Mahlaing", "{0505: Mahlaing", "places.names", "write a hex as a letter"),
    (
        "{D7: Thabutkon",
        "{G12: Thabutkon",
        "places.airfields.G12",
        "G12 is not a land hex of the map",
    ),
    ("[H11, I10, J10", "[H11, H12, J10", "roads.chains.1.2", "H12 is not a land hex of the map"),
    ("[H11, I10, J10", "[H11, J10", "roads.chains.1.2", "J10 is not next to H11"),
    ("[O12, N12, M11", "[O12, M11", "railroads.chains.2.2", "M11 is not next to O12"),
    ("[A14, A15], [A14", "[A14, A16], [A14", "streams.pairs.1", "A16 is not next to A14"),
]
TABLE_SLIPS = [
    (
        '["E/-", "2/-", "2/-", "1/-"',
        '["2/-", "2/-", "1/-"',
        "combat.rows.2",
        "die 2 has 7 results for 8 columns",
    ),
    (
        '["E/-", "2/-", "2/-", "1/-"',
        '["E/-", "3/-", "2/-", "1/-"',
        "combat.rows.2.2",
        "write a result like 1/-",
    ),
    ('    - ["1/-", "1/1", "-/1"', '    # ["', "combat.rows", "5 rows; a die has six faces"),
    (
        "{up_to: null, change: 2}",
        "{up_to: 9, change: 2}",
        "supply.rows",
        "the last row has no upper limit",
    ),
    ("{up_to: 6, change: 1}", "{up_to: null, change: 1}", "supply.rows", "there, and only there"),
    ("  start: 4", "  start: 9", "supply.start", "9 is more than the highest level, 8"),
    (
        "{up_to: 8, die: null}",
        "{up_to: 9, die: null}",
        "status.allied",
        "up to the highest level, 8",
    ),
    (
        "{up_to: 2, die: 3}",
        "{up_to: 0, die: 3}",
        "status.allied",
        "write the rows in ascending order",
    ),
    ("{up_to: 2, die: 3}", "{up_to: 2, die: 7}", "status.allied.2.die", "<= 6"),
    (
        "{up_to: 8, markers: 3}",
        "{up_to: 7, markers: 3}",
        "counts.allied",
        "up to the highest level, 8",
    ),
    (
        "{up_to: 8, markers: 3}",
        "{up_to: 8, markers: 7}",
        "markers.allied",
        "6 markers are too few, because 7 can be in play",
    ),
    (
        "japanese_with_initiative: 3",
        "japanese_with_initiative: 6",
        "markers.japanese",
        "5 markers are too few, because 6 can be in play",
    ),
    (
        "A-48: {units: formations, formations: [48 Bde]}",
        "A-48: {units: formations}",
        "markers.allied.A-48",
        "names formations only if it activates formations",
    ),
    (
        "A-ALL: {units: all}",
        "A-ALL: {units: all, formations: [48 Bde]}",
        "markers.allied.A-ALL",
        "names formations only if it activates formations",
    ),
    (
        "formations: [48 Bde]}",
        "formations: [49 Bde]}",
        "markers.allied.A-48.formations.1",
        "did you mean 48 Bde",
    ),
]
UNIT_SLIPS = [
    (
        "formation: 48 Bde, kind",
        "formation: 55 Rgt, kind",
        "units.allied.WY1.formation",
        "this side has no formation 55 Rgt",
    ),
    (
        "formation: 48 Bde, kind: infantry",
        "formation: 48 Bde, kind: infantery",
        "units.allied.WY1.kind",
        "infantry, armour, artillery, anti-tank",
    ),
    ('full: "3-4-3"', 'full: "3-4"', "units.allied.WY1.full", "write a counter like 3-4-3"),
    ('full: "3-4-3"', 'full: "3-4-0"', "units.allied.WY1.full", "be able to move"),
    (
        'full: "3-4-3"',
        'full: "*-4-3"',
        "units.allied.WY1.full",
        "armour must have * for its attack",
    ),
    (
        'full: "*-2-4"',
        'full: "1-2-4"',
        "units.allied.PH5.full",
        "armour must have * for its attack",
    ),
    (
        'reduced: "*-1-4"',
        'reduced: "0-1-4"',
        "units.allied.PH5.reduced",
        "armour must have * for its attack",
    ),
    (
        'reduced: "1-1-3", range: 3',
        'reduced: "1-1-3"',
        "units.allied.FD129",
        "artillery must have a range",
    ),
    (
        'reduced: "2-3-3"',
        'reduced: "2-3-3", range: 2',
        "units.allied.WY1",
        "artillery must have a range, and no other unit",
    ),
    ("entry: air", "entry: north", "units.allied.BDRI.entry", "units of this side have setup, air"),
    (
        "entry: reserve",
        "entry: air",
        "units.japanese.1/56.entry",
        "have setup, north, south, reserve",
    ),
    ("    WY1:\n", "    M7:\n", "units.allied.M7", "like a hex"),
    ("    WY1:\n", "    stay:\n", "units.allied.stay", "a word of the orders"),
    ("    WY1:\n", "    1 WY:\n", "units.allied.1 WY", "without spaces"),
    ("    2/55:\n", "    wy1:\n", "units.japanese.wy1", "is here twice"),
    ("    A-48:", "    WY1:", "markers.allied.WY1", "is here twice"),
    ("turns:\n", "truns:\n", "truns", "did you mean turns"),
    ("days: [5 March", "days: []\n#", "turns.days", ">= 1"),
]


@pytest.mark.few(10)
@pytest.mark.parametrize(("old", "new", "place", "words"), [*MAP_SLIPS, *TABLE_SLIPS, *UNIT_SLIPS])
def test_a_slip_in_a_pack_is_reported_with_its_place(
    old: str, new: str, place: str, words: str
) -> None:
    text = pack.export().decode()
    assert old in text
    with pytest.raises(PackError) as caught:
        pack.check(text.replace(old, new, 1).encode(), name="mine.yaml")
    message = str(caught.value)
    assert message.startswith("mine.yaml, line ")
    assert f"({place}" in message
    assert words in message


@pytest.mark.parametrize("other", ["saipan", "manila", "tokyo"])
def test_a_pack_of_another_game_is_reported_that_it_is_none_of_this_one(other: str) -> None:
    with pytest.raises(PackError) as caught:
        pack.check(rules_of(other).export(), name="theirs.yaml")
    assert str(caught.value).startswith("theirs.yaml")
    with pytest.raises(PackError):
        rules_of(other).data(pack.export())


def test_an_owner_may_change_what_is_reconstructed() -> None:
    text = pack.export().decode()
    for old, new in (
        ('full: "3-4-3", reduced: "2-3-3"', 'full: "4-4-4", reduced: "3-2-4"'),
        ("    - [F12, F13, F14", "    - [E12, F13, F14"),
        ("{up_to: 2, die: 3}", "{up_to: 2, die: 2}"),
        ("  japanese: 4\n", "  japanese: 5\n"),
    ):
        assert old in text
        text = text.replace(old, new, 1)
    data = pack.check(text.encode())
    assert data.units.allied["WY1"].full == "4-4-4"
    assert ("E12", "F13") in Tables(data).roads
    assert data.status.japanese == 5


BARE_SLIPS: list[tuple[tuple[str | int, ...], Callable[[Any], Any], str]] = [
    (("map", "grid", 10), lambda row: row.replace("C", "."), "there must be one city, not 0"),
    (("map", "grid", 0), lambda row: row.replace(".", "C", 1), "there must be one city, not 2"),
    (("terrain", "kinds", "town", "token"), lambda _: ".", "two kinds have the same token"),
    (("roads", "chains", 0), lambda _: ["H11", "J10"], "roads: H11 and J10 are not neighbours"),
    (
        ("units", "allied", "WY1", "formation"),
        lambda _: "X",
        "WY1 is of X, which is not a formation",
    ),
    (("combat", "columns"), lambda c: [x.replace("1-1", "7-1") for x in c], "a column 1-1"),
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
        Tables(msgspec.convert(raw, MeiktilaData))
