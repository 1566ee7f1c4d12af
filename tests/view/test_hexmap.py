"""The map in a terminal: everything on it, nothing too wide, nothing dangerous."""

from __future__ import annotations

import re

import msgspec
import pytest

from pbem.kit.cups import Cups
from pbem.kit.picture import Edges, HexPicture, Piece, Space
from pbem.selfplay.simulate import Setup, bind
from pbem.view.terminal import draw

SMALL = HexPicture(
    title="Two islets",
    spaces=tuple(
        Space(
            f"{column + 1:02}{row + 1:02}",
            column,
            row,
            "sea" if column in (0, 4) or row in (0, 3) else "clear" if row == 1 else "woods",
        )
        for column in range(5)
        for row in range(4)
    ),
    pieces=(
        Piece("0202", "red", "1/2", "Red 1/2"),
        Piece("0303", "blue", "2/135", "Blue 2/135"),
        Piece("0403", "red", "A", "Red A"),
        Piece("0403", "red", "=F=", "a flag"),
    ),
    symbols={"sea": "~", "clear": ".", "woods": "w"},
    low_columns="even",
    notes=("A note.",),
)


def plain(text: str) -> str:
    return re.sub(r"\x1b\[[0-9;]*m", "", text)


def test_the_small_map_hex_by_hex() -> None:
    assert draw(SMALL, width=16, colour=False).splitlines()[:11] == [
        "Two islets",
        "",
        "    02 03 04",
        "       __",
        "02  __/. \\__  02",
        "   1/2\\__/. \\",
        "03 \\._/2/\\__/ 03",
        "   /w 135/A \\",
        "   \\__/  =F=/",
        "    02 03 04",
        "",
    ]


def test_columns_and_rows_are_called_as_the_hexes_are() -> None:
    """A reader of M7 finds M above the map and 7 beside it, not 13 and 07."""
    names = {space.id: f"{'ABCDE'[space.column]}{space.row + 8}" for space in SMALL.spaces}
    spaces = tuple(msgspec.structs.replace(space, id=names[space.id]) for space in SMALL.spaces)
    pieces = tuple(msgspec.structs.replace(one, space=names[one.space]) for one in SMALL.pieces)
    lettered = msgspec.structs.replace(SMALL, spaces=spaces, pieces=pieces)
    reported = draw(lettered, width=16, colour=False).splitlines()
    assert reported[2] == reported[9] == "    B  C  D"
    assert reported[4] == "9   __/. \\__   9"
    assert reported[6] == "10 \\._/2/\\__/ 10"


def test_odd_columns_may_be_the_low_ones() -> None:
    odd = HexPicture(SMALL.title, SMALL.spaces, (), SMALL.symbols, "odd")
    assert draw(odd, width=16, colour=False).splitlines()[3:9] == [
        "    __    __",
        "02 /. \\__/. \\ 02",
        "   \\__/. \\__/",
        "03 /w \\__/w \\ 03",
        "   \\__/w \\__/",
        "      \\__/",
    ]


def test_a_map_too_wide_is_drawn_in_parts_that_share_a_column(saipan: HexPicture) -> None:
    drawn = draw(saipan, width=80, colour=False)
    header = re.compile(r" +\d\d( +\d\d)+")
    headers = [line.split() for line in drawn.splitlines() if header.fullmatch(line)]
    assert headers[0] == headers[1] == [f"{n:02}" for n in range(4, 20)]
    assert headers[2] == headers[3] == [f"{n:02}" for n in range(19, 35)]
    west, east = drawn.split("Ground:")[0].split(" 18  19\n\n")
    assert "\n20" not in west  # each part has its own rows
    assert "\n20" in east


def test_neighbours_share_one_wall(saipan: HexPicture) -> None:
    for width in (80, 100, 140):
        hexes = draw(saipan, width=width, colour=False).split("Ground:")[0]
        without_names = re.sub(r"\b[0-9]/", "", hexes)  # a name may be parted after its stroke
        assert not re.search(r"[\\/]{2}", without_names)


def test_wide_terminals_get_wide_hexes() -> None:
    wide = draw(SMALL, width=100, colour=False)
    assert "/1/2 \\____/" in wide
    assert "2/135" in wide.split("Ground")[0]


@pytest.fixture(scope="module")
def saipan() -> HexPicture:
    game = bind(Setup("saipan", "historical"))
    position = game.arrange(
        {
            "turn": 4,
            "phase": "us movement",
            "beachheads": ["0902"],
            "units": {"us": {"1/2": "0902"}},
        },
        Cups(),
    )
    return game.picture(position)


@pytest.mark.parametrize("width", [60, 80, 99, 100, 120, 140, 200])
def test_saipan_fits(saipan: HexPicture, width: int) -> None:
    drawn = draw(saipan, width=width, colour=False)
    assert max(map(len, drawn.splitlines())) <= width
    assert drawn.isascii()
    assert all(line == line.rstrip() for line in drawn.splitlines())


def test_every_counter_is_drawn_and_listed(saipan: HexPicture) -> None:
    drawn = draw(saipan, width=140, colour=False)
    for piece in saipan.pieces:
        assert piece.text in drawn
        first = re.match("[0-9A-Za-z]+[/-]?", piece.label)
        assert first is not None
        assert first[0] in drawn.split("Ground:")[0]
    for note in saipan.notes[:3]:
        assert note.split(":")[0] in drawn


@pytest.mark.parametrize("width", [80, 100, 160])
def test_colours_change_nothing_but_colours(saipan: HexPicture, width: int) -> None:
    coloured = draw(saipan, width=width, colour=True)
    mono = draw(saipan, width=width, colour=False)
    assert "\x1b[" in coloured
    stripped = [line.rstrip() for line in plain(coloured).splitlines()]
    assert stripped == mono.splitlines()


def test_sea_with_nothing_in_it_is_cut_off(saipan: HexPicture) -> None:
    header = draw(saipan, width=100, colour=False).splitlines()[2].split()
    assert header[0] == "04"
    assert header[-1] == "34"


def test_foreign_text_is_escaped() -> None:
    nasty = HexPicture(
        "Title\x1b[2J",
        SMALL.spaces,
        (Piece("0202", "red", "\x1b]0", "name\u202e\n"),),
        SMALL.symbols,
        "even",
        ("note\x07",),
    )
    drawn = draw(nasty, width=80, colour=False)
    assert not re.search("[\x00-\x09\x0b-\x1f\u202e]", drawn)
    assert "Title\\x1b[2J" in drawn


def test_nothing_to_draw() -> None:
    assert draw(HexPicture("Nothing", (), (), {}, "even"), colour=False).startswith("Nothing\n")
    only_sea = HexPicture("Sea", SMALL.spaces[:4], (), {"sea": "~"}, "even")
    assert "01" in draw(only_sea, colour=False)
    assert draw(SMALL, width=1, colour=False).startswith("Two islets\n")


def test_a_stack_is_counted() -> None:
    pieces = tuple(Piece("0202", "red", str(n), f"piece {n}") for n in range(3))
    stacked = HexPicture("Stack", SMALL.spaces, pieces, SMALL.symbols, "even")
    assert "+2" in draw(stacked, width=60, colour=False)


def test_counters_in_touching_hexes_do_not_run_together() -> None:
    pieces = (Piece("0202", "red", "2/16", "Red 2/16"), Piece("0302", "blue", "317", "Blue 317"))
    touching = HexPicture("Islets", SMALL.spaces, pieces, SMALL.symbols, "odd")
    assert draw(touching, width=16, colour=False).splitlines()[3:9] == [
        "    __    __",
        "02 /2/\\__/. \\ 02",
        "   \\16/31\\__/",
        "03 /w \\7_/w \\ 03",
        "   \\__/w \\__/",
        "      \\__/",
    ]


@pytest.mark.parametrize("width", [22, 26, 30])
@pytest.mark.parametrize("label", ["317", "3/25", "1/106", "HQ-XXIV"])
def test_a_crowd_is_told_apart(width: int, label: str) -> None:
    pieces = tuple(Piece(space.id, "red", label, "Red") for space in SMALL.spaces)
    drawn = draw(HexPicture("Crowd", SMALL.spaces, pieces, SMALL.symbols, "even"), width=width,
                 colour=False)  # fmt: skip
    cell = (width - 7) // 5
    for line in drawn.split("Ground:")[0].splitlines()[3:]:
        # At the beginning of a hex stands a wall, or there is a gap before what takes its place.
        for at in range(3 + cell, len(line) - 3, cell):
            assert line[at] in "\\/ " or line[at - 1] in "\\/ _", line
    assert "Red" in drawn


def test_a_long_name_goes_over_two_lines() -> None:
    pieces = (Piece("0302", "red", "HQ-XXIV", "HQ-XXIV, a corps"),)
    long = HexPicture("Islets", SMALL.spaces, pieces, SMALL.symbols, "even")
    drawn = draw(long, width=22, colour=False)
    upper, below = drawn.split("Ground:")
    first, second = (next(line for line in upper.splitlines() if one in line)
                     for one in ("HQ-", "XXIV"))  # fmt: skip
    assert upper.splitlines().index(second) == upper.splitlines().index(first) + 1
    assert "cut" not in below


@pytest.mark.parametrize("width", [16, 22, 60])
def test_a_name_that_has_no_room_ends_in_a_stop_and_stands_whole_below(width: int) -> None:
    name = "1-Kwantung/135"
    pieces = (Piece("0302", "red", name, f"{name}, a unit"), Piece("0202", "red", "317", "317, b"))
    drawn = draw(HexPicture("Islets", SMALL.spaces, pieces, SMALL.symbols, "even"), width=width,
                 colour=False)  # fmt: skip
    upper, below = drawn.split("Ground:")
    assert name not in upper
    assert re.search(r"[0-9A-Za-z-]\.", upper), upper
    flat = " ".join(below.split())
    assert "A name that ends in . is cut. The full name is below." in flat
    assert f"{name}, a unit" in flat


def test_sides_that_share_names_are_told_apart_without_colours() -> None:
    pieces = (Piece("0202", "red", "3/10", "Red 3/10"), Piece("0402", "blue", "3/10", "Blue 3/10"))
    both = HexPicture("Islets", SMALL.spaces, pieces, SMALL.symbols, "even",
                      brackets={"red": "[", "blue": "("})  # fmt: skip
    for width in (16, 22, 30, 60):
        drawn = draw(both, width=width, colour=False)
        upper, below = drawn.split("Ground:")
        assert upper.count("[") >= 1
        assert upper.count("(") >= 1
        assert upper.index("[") < upper.index("(")
        assert "Left of a counter: [ red, ( blue." in " ".join(below.split())
    plain_one = msgspec.structs.replace(both, brackets={})
    assert "[" not in draw(plain_one, colour=False)
    assert "Left of a counter" not in draw(plain_one, colour=False)


def test_a_wall_that_matters_goes_before_a_bracket() -> None:
    pieces = (Piece("0302", "red", "A", "Red A"),)
    river = msgspec.structs.replace(RICH, pieces=pieces, brackets={"red": "["})
    bare = msgspec.structs.replace(RICH, pieces=pieces)
    for width in (19, 30, 60):
        maps = [draw(one, width=width, colour=False).split("Ground:")[0] for one in (river, bare)]
        assert [maps[0].count(sign) for sign in ":#&"] == [maps[1].count(sign) for sign in ":#&"]


# --- hexsides, roads, marks and holders ----------------------------------------------------------

RICH = HexPicture(
    title="Two islets",
    spaces=tuple(
        Space(
            space.id,
            space.column,
            space.row,
            space.terrain,
            mark="3" if space.id == "0302" else "",
            name="Port" if space.id == "0302" else "",
            holder="red" if space.id == "0302" else "",
        )
        for space in SMALL.spaces
    ),
    pieces=(Piece("0203", "blue", "A", "Blue A"),),
    symbols=SMALL.symbols,
    low_columns="even",
    edges=(
        Edges("river", ":", "~", (("0202", "0302"), ("0203", "0202"), ("0303", "0304"))),
        Edges("boundary", "#", "#", (("0302", "0402"), ("0203", "0202"))),
    ),
    roads=(("0302", "0402"), ("0402", "0403")),
    holders={"red": "r"},
    sides=("blue", "red"),
    key=("A line of its own.",),
)


def test_walls_are_made_of_what_runs_along_them() -> None:
    assert draw(RICH, width=19, colour=False).splitlines()[2:11] == [
        "     02  03  04",
        "        ___",
        "02  ___/r.3\\___  02",
        "   / . :_=_# . \\",
        "03 \\&&&/ w \\_=_/ 03",
        "   / A \\~~~/ w \\",
        "   \\_w_/   \\_=_/",
        "     02  03  04",
        "",
    ]


def test_the_legend_names_walls_roads_holders_and_what_the_picture_adds() -> None:
    drawn = draw(RICH, width=200, colour=False)
    assert "Walls: : ~ river, # boundary, & both: 0202/0203 river and boundary.\n" in drawn
    assert "= road: it joins all neighbouring road hexes, except 0302/0403.\n" not in drawn
    assert "= road: it joins all neighbouring road hexes.\n" in drawn
    assert "The mark of a hex follows its ground.\nHolders, before the ground" in drawn
    assert "Holders, before the ground: r red.\nA line of its own.\n" in drawn
    assert "Places (1)\n0302  r.3 Port\n" in drawn


def test_road_hexes_that_touch_without_a_road_are_named() -> None:
    apart = msgspec.structs.replace(RICH, roads=(("0202", "0302"), ("0402", "0403")))
    drawn = draw(apart, width=200, colour=False)
    assert "it joins all neighbouring road hexes, except 0302/0402." in drawn


def test_no_counter_hides_a_wall_that_matters() -> None:
    pieces = tuple(
        Piece(space.id, "red", "2/135", "Red") for space in RICH.spaces if space.terrain != "sea"
    )
    crowd = msgspec.structs.replace(RICH, pieces=pieces)
    for width in (19, 30, 60):
        before = draw(RICH, width=width, colour=False).split("Ground:")[0]
        after = draw(crowd, width=width, colour=False).split("Ground:")[0]
        assert [after.count(sign) for sign in ":#"] == [before.count(sign) for sign in ":#"]
        assert "&" in after


def test_colours_of_walls_and_holders_change_nothing_but_colours() -> None:
    coloured = draw(RICH, width=60, colour=True)
    mono = draw(RICH, width=60, colour=False)
    assert [line.rstrip() for line in plain(coloured).splitlines()] == mono.splitlines()
    assert "\x1b[1;38;5;195;48;5;27m:" in coloured  # the river
    assert "\x1b[1;38;5;231;48;5;160m#" in coloured  # the boundary
    assert "\x1b[1;38;5;231;48;5;124mr\x1b[0m" in coloured  # held by the second side, red


def test_foreign_words_of_walls_and_places_are_escaped() -> None:
    nasty = msgspec.structs.replace(
        RICH,
        spaces=tuple(
            msgspec.structs.replace(space, name="Port\x1b[2J" * bool(space.name), mark="\n\x07")
            for space in RICH.spaces
        ),
        edges=(Edges("ri\x1bver", "\x1b", "\x07", RICH.edges[0].pairs),),
        key=("key\x07",),
    )
    drawn = draw(nasty, width=60, colour=False)
    assert not re.search("[\x00-\x09\x0b-\x1f]", drawn)


def test_sides_named_first_have_the_first_colours() -> None:
    pieces = (Piece("0202", "red", "R", "Red"), Piece("0302", "blue", "B", "Blue"))
    plain_order = msgspec.structs.replace(SMALL, pieces=pieces)
    assert "48;5;25m\\x1b" not in draw(plain_order)
    assert draw(plain_order).index("48;5;25m red ") < draw(plain_order).index("48;5;124m blue ")
    turned = msgspec.structs.replace(plain_order, sides=("blue", "red"))
    assert "48;5;25m blue " in draw(turned)


def test_water_is_explained_only_on_a_map_with_water() -> None:
    """A desert has none."""
    ashore = tuple(one for one in SMALL.spaces if one.terrain != "sea")
    dry = msgspec.structs.replace(SMALL, spaces=ashore)
    assert "woods; a hex without walls is water." in draw(SMALL, width=90, colour=False)
    assert "woods.\n" in draw(dry, width=90, colour=False)
