"""Race to Tokyo as a picture, and how it comes out in a terminal."""

from __future__ import annotations

import re
from itertools import pairwise

import msgspec
import pytest

from pbem.games.tokyo.data import pack
from pbem.games.tokyo.data.tables import Tables
from pbem.games.tokyo.rules.ch11_setup import set_up
from pbem.games.tokyo.rules.position import Position
from pbem.games.tokyo.rules.setting import Setting
from pbem.games.tokyo.words.picture import picture
from pbem.kit.cups import Cups
from pbem.kit.picture import HexPicture
from pbem.view.terminal import draw

TABLES = Tables(pack.load())
SETTING = Setting("two", {}, TABLES)
THREE = Setting("three", {}, TABLES)


def start(setting: Setting = SETTING) -> Position:
    return set_up(setting, Cups())


def middle() -> Position:
    position = start()
    position.turn, position.army, position.phase = 4, "8ag", "movement"
    for unit in ("U12", "U13", "U16"):
        del position.at[unit]
    position.at |= {"1M": "2606", "7": "2802", "HQ-XXIV": "2902", "24": "2913", "13A": "2416",
                    "HQ-X": "3117", "HQ-XIII": "3017", "32": "2814"}  # fmt: skip
    del position.at["U9"]
    position.tokens["U7"] = "140"
    position.control = {"2606": "1ag", "2913": "8ag", "2416": "8ag"}
    position.locked.remove("Z1")
    position.freed = {"Z1": "jw"}
    return position


def crowded() -> Position:
    """A unit in every land hex around Tokyo, most of them face down."""
    position = start()
    taken = set(position.at.values())
    free = [h for h, terrain in TABLES.terrain.items() if terrain in {"open", "town", "wilds"}]
    for rank, number in enumerate(h for h in free if "1800" < h < "3300" and h not in taken):
        position.at[f"U{22 + rank}"] = number
        position.tokens[f"U{22 + rank}"] = "221" if rank % 4 == 0 else "?1"
    return position


POSITIONS = {"start": start(), "middle": middle(), "crowded": crowded()}


@pytest.fixture(params=POSITIONS)
def drawn(request: pytest.FixtureRequest) -> HexPicture:
    return picture(SETTING, POSITIONS[request.param])


@pytest.mark.few(8)
@pytest.mark.parametrize("width", [80, 100, 132, 180])
@pytest.mark.parametrize("colour", [True, False])
def test_no_line_is_too_long_and_without_colour_all_is_ascii(
    drawn: HexPicture, width: int, colour: bool
) -> None:
    text = draw(drawn, width=width, colour=colour)
    for line in text.splitlines():
        assert len(re.sub(r"\x1b\[[0-9;]*m", "", line).rstrip()) <= width
    assert text.isascii()
    assert ("\x1b" in text) == colour


def test_at_100_columns_the_map_comes_in_two_parts_of_wide_hexes() -> None:
    text = draw(picture(SETTING, start()), width=100, colour=False)
    headers = [line.split() for line in text.splitlines() if re.fullmatch(r" +\d\d(  \d\d)+", line)]
    assert headers == [[f"{n:02}" for n in part] for part in (range(1, 22), range(21, 42))
                       for _ in "ab"]  # fmt: skip


def test_every_unit_is_listed_where_it_stands(drawn: HexPicture) -> None:
    text = draw(drawn, width=100, colour=False)
    listed = dict(re.findall(r"^(?:.* {3})?(\d{4}) \S+ +(\S+)  ", text, re.MULTILINE))
    assert len(drawn.pieces) > 20
    for piece in drawn.pieces:
        assert piece.text in text
    for piece in list(drawn.pieces)[:8]:
        assert listed.get(piece.space, piece.label) == piece.label


def test_units_are_named_as_in_orders(drawn: HexPicture) -> None:
    """All of them; one that was turned up has a mark after its name."""
    for position in POSITIONS.values():
        shown = picture(SETTING, position).pieces
        assert {piece.label.removesuffix("!") for piece in shown} == set(position.at)
    assert len({piece.label for piece in drawn.pieces}) == len(drawn.pieces)


def test_names_are_whole_however_long() -> None:
    position = start()
    position.at |= dict.fromkeys(TABLES.americans, "2902")
    shown = {piece.label for piece in picture(SETTING, position).pieces}
    assert {"1M", "13A", "HQ-X", "HQ-XXIV", "HQ-XIII", "U8", "Z3", "3Tk"} <= shown
    assert {p.label for p in picture(SETTING, middle()).pieces} >= {"U8", "U7!"}


def test_what_lies_face_down_is_reported_by_its_back_alone() -> None:
    pieces = {piece.label: piece for piece in picture(SETTING, middle()).pieces}
    assert pieces["U8"].text == "U8, face down, movement 3"
    assert pieces["Z3"].text == "Z3, face down, movement 3"
    assert pieces["U7!"].text == "U7, turned up: 140, 2-4-3 (reconstructed)"
    assert pieces["3Tk"].text == "3Tk, 3rd Independent Tank Brigade, d-D"
    assert pieces["4Ar"].text == "4Ar, 4th Armored Division, D-D"
    assert pieces["1M"].text.endswith(", 7-7-5")


def test_a_picture_is_the_same_whatever_lies_face_down() -> None:
    others = middle()
    others.tokens = {
        unit: "?99" if token.startswith("?") else token for unit, token in others.tokens.items()
    }
    assert picture(SETTING, others) == picture(SETTING, middle())


def test_sides_are_those_that_command_and_the_locked_stand_apart() -> None:
    sides = {piece.label: piece.side for piece in picture(SETTING, middle()).pieces}
    assert (sides["1M"], sides["24"], sides["U6"], sides["U8"]) == ("1ag", "8ag", "je", "jw")
    assert (sides["Z3"], sides["4Ar"]) == ("36th", "36th")
    assert sides["Z1"] == "jw"  # released to Japan West
    alone = {piece.side for piece in picture(THREE, start(THREE)).pieces}
    assert alone == {"jp", "36th"}


def test_spaces_are_what_the_data_say() -> None:
    spaces = {space.id: space for space in picture(SETTING, middle()).spaces}
    assert len(spaces) == 1025
    yokohama = spaces["2913"]
    assert (yokohama.column, yokohama.row, yokohama.terrain) == (28, 12, "city")
    assert (yokohama.name, yokohama.mark, yokohama.holder) == ("Yokohama", "4", "8ag")
    assert (spaces["2606"].mark, spaces["2606"].holder) == ("2", "1ag")
    assert (spaces["3302"].mark, spaces["3302"].name) == ("", "Ohara")
    assert (spaces["2902"].mark, spaces["3217"].mark, spaces["0111"].mark) == ("K", "S", "<")
    assert spaces["2205"].name == ""  # a lake is no town
    # An empty town that only one American group's zone of control reaches counts for it (10.0).
    assert spaces["2812"].holder == "8ag"
    assert spaces["2412"].holder == ""


@pytest.mark.parametrize(("turn", "worth"), [(1, "10"), (5, "7"), (8, "0")])
def test_central_tokyo_is_worth_what_the_turn_makes_of_it(turn: int, worth: str) -> None:
    position = start()
    position.turn = turn
    spaces = {space.id: space for space in picture(SETTING, position).spaces}
    assert spaces["2412"].mark == worth


def test_hexsides_and_roads_are_those_of_the_data() -> None:
    shown = picture(SETTING, start())
    edges = {kind.name: {frozenset(pair) for pair in kind.pairs} for kind in shown.edges}
    boundary = edges["Operational Boundary"]
    assert len(boundary) == 47
    assert frozenset(("2312", "2313")) in boundary
    assert not any("2412" in pair for pair in boundary)  # it is on both sides
    river = edges["river"]
    assert {frozenset(("2218", "2219")), frozenset(("2218", "2319"))} <= river
    assert river == {frozenset((h, n)) for h, others in TABLES.rivers.items() for n in others}
    zone = edges["zone of the 36th Army"]
    assert all(sum(h in TABLES.zone for h in pair) == 1 for pair in zone)
    assert {frozenset(pair) for pair in shown.roads} == {
        frozenset((h, n)) for h, others in TABLES.roads.items() for n in others
    }
    assert len(shown.roads) == len(set(shown.roads)) == 202


def test_the_boundary_is_one_line_across_the_map() -> None:
    text = draw(picture(SETTING, start()), width=100, colour=False)
    west = text.split("\n\n")[1].splitlines()
    row = next(line for line in west if line.startswith("13 "))
    above = west[west.index(row) - 1]
    for column in range(1, 21):  # all but the last, which the next part shows
        at = 3 + 4 * (column - 1)
        line = row if column % 2 == 0 else above
        assert re.search("[#&]", line[at + 1 : at + 4]), column


def test_units_hide_no_river_and_no_boundary() -> None:
    plain = draw(picture(SETTING, start()), width=100, colour=False).split("Ground:")[0]
    crowd = draw(picture(SETTING, crowded()), width=100, colour=False).split("Ground:")[0]
    lines = list(zip(plain.splitlines(), crowd.splitlines(), strict=True))[3:]
    for before, after in lines:
        for at, sign in enumerate(before):
            standing = at >= 3 and (at - 3) % 4 == 0
            if standing and sign in ":#%&":
                assert after[at] == sign, (before, after)
    assert crowd.count("~") > plain.count("~") / 2


def test_the_legend_explains_the_signs() -> None:
    text = " ".join(draw(picture(SETTING, start()), width=100, colour=False).split())
    assert "# Operational Boundary, : ~ river, % zone of the 36th Army" in text
    assert "1312/1313 Operational Boundary and river" in text
    assert "2411/2512" in text  # no road joins two hexes of Tokyo City (5.12)
    assert "Holders, before the ground: 1 First Army Group, 8 Eighth Army Group" in text
    assert "North is at the left and east at the top" in text


def test_places_are_listed_with_what_they_are_worth_and_who_holds_them() -> None:
    text = draw(picture(SETTING, middle()), width=100, colour=False)
    assert "2913  8C4 Yokohama" in text
    assert "2606  1o2 Chiba" in text
    assert "2412  *10 Central Tokyo" in text
    assert "Places (42)" in text


def test_notes_say_what_is_not_the_publishers() -> None:
    notes = picture(SETTING, middle()).notes
    assert notes[0] == ("Turn 4 of 8, March 1946, week 4: Movement Phase of the Eighth Army Group.")
    assert notes[-1].startswith("Reconstructed, not the publisher's: the map, ")
    assert "the combat results table" in notes[-1]


def test_a_picture_is_plain_data() -> None:
    shown = picture(SETTING, middle())
    assert msgspec.json.decode(msgspec.json.encode(shown), type=HexPicture) == shown
    assert all(one.id < other.id for one, other in pairwise(shown.spaces))


def test_what_no_move_changes_is_made_once() -> None:
    """A map is made for each step of each event that is looked back at."""
    before, after = start(), start()
    after.at["U7"] = "2404"
    one, other = picture(SETTING, before), picture(SETTING, after)
    assert one.pieces != other.pieces
    assert (one.roads, one.edges, one.spaces) == (other.roads, other.edges, other.spaces)
    assert one.roads is other.roads
    assert one.edges is other.edges
    assert one.spaces is other.spaces
    after.control["2606"] = "1ag"
    after.turn += 1
    held = {space.id: space for space in picture(SETTING, after).spaces}
    assert held["2606"].holder == "1ag"
    assert held[TABLES.palace].mark == str(TABLES.palace_points[after.turn - 1])
