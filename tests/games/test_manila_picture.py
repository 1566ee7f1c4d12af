"""Manila as a picture, and how it comes out in a terminal."""

from __future__ import annotations

import re
from itertools import pairwise

import msgspec
import pytest

from pbem.games.manila.data import pack
from pbem.games.manila.data.tables import Tables
from pbem.games.manila.rules.position import Action, Position
from pbem.games.manila.rules.setting import Setting
from pbem.games.manila.words.picture import SHORT, grid, picture
from pbem.kit.contract import Result
from pbem.kit.picture import AreaPicture
from pbem.view.terminal import draw

TABLES = Tables(pack.load())
SETTING = Setting("campaign", {}, TABLES)
WITH_AIR = Setting("campaign", {"air": True}, TABLES)


def start() -> Position:
    return Position(
        turn=1,
        phase="purchase",
        morale=19,
        supply=15,
        defenders={str(n): "?1" for n, area in TABLES.areas.items() if area.terrain},
        at={name: unit.area for name, unit in TABLES.units.items() if unit.turn == 1},
    )


def middle() -> Position:
    position = start()
    position.turn, position.phase, position.morale = 5, "combat", 10
    for area in ("9", "7", "3", "28"):
        del position.defenders[area]
    position.defenders |= {"10": "Urban 9 Fanatic", "13": "Urban 7 Sniper 2"}
    position.at |= {"1/145": 10, "Whitcomb": 10, "637/A": 10, "1/511": 28, "1/5": 7}
    position.spent = ["1/145", "1/511"]
    del position.at["Chase"], position.at["White"], position.at["44/D"]
    position.out, position.track, position.gone = {"44/D": 4}, {"Chase": 6}, ["White"]
    position.markers |= {"artillery": 5, "engineer": 2}
    position.event = "civilians"
    position.action = Action(area=9, contested=[10])
    return position


def end() -> Position:
    position = start()
    position.turn, position.phase, position.morale = 9, "over", 0
    position.defenders = {"37": "Fort 10 Elite"}
    position.at = {
        name: [37, 35, 36][rank % 3] for rank, name in enumerate(TABLES.units) if rank < 14
    }
    position.spent = list(position.at)[::2]
    position.ended = Result("jp", "American Morale is 0.", "10.1")
    return position


POSITIONS = {"start": start(), "middle": middle(), "end": end()}


@pytest.fixture(params=POSITIONS)
def drawn(request: pytest.FixtureRequest) -> AreaPicture:
    return picture(SETTING, POSITIONS[request.param])


def boxes(text: str) -> list[str]:
    """The first lines of all boxes: what stands below a corner of walls, between two walls."""
    lines = text.split("\n\n")[1].splitlines()
    heads = [low for high, low in pairwise(lines) if re.match(" *[+#][-#]", high)]
    return [head for line in heads for head in re.split("[|#]", line) if head.strip()]


@pytest.mark.parametrize("width", [80, 100, 130])
def test_every_area_is_drawn_exactly_once_with_its_number(drawn: AreaPicture, width: int) -> None:
    heads = boxes(draw(drawn, width=width, colour=False))
    assert sorted(int(head[:2]) for head in heads) == sorted(TABLES.areas)
    flagged = {int(head[:2]) for head in heads if head[2] == "*"}
    assert flagged == {22, 31, 34, 37}


@pytest.mark.parametrize("width", [80, 100])
@pytest.mark.parametrize("colour", [True, False])
def test_no_line_is_too_long_and_without_colour_all_is_ascii(
    drawn: AreaPicture, width: int, colour: bool
) -> None:
    text = draw(drawn, width=width, colour=colour)
    for line in text.splitlines():
        assert len(re.sub(r"\x1b\[[0-9;]*m", "", line)) <= width
    assert text.isascii()
    assert ("\x1b" in text) == colour


@pytest.mark.parametrize("width", [80, 100])
def test_every_unit_on_the_map_is_listed_where_it_stands(drawn: AreaPicture, width: int) -> None:
    text = draw(drawn, width=width, colour=False)
    american = text.split("\n American  ")[1].split("\n Japanese  ")[0]
    listed = re.sub(r"\n    ", " ", american)
    for counter in drawn.counters:
        if counter.side == "us":
            line = next(ln for ln in listed.splitlines() if f" {counter.label} " in f" {ln} ")
            assert int(line[:2]) == int(counter.area)
            spent = line.find("spent: ")
            assert counter.spent == (spent >= 0 and line.index(f" {counter.label} ") > spent)
    hidden = re.search(r"\?\? Unrevealed: ([0-9, ]+(?:\n    [0-9, ]+)*)", text)
    named = set() if hidden is None else set(re.findall(r"\d+", hidden[1]))
    assert named == {c.area for c in drawn.counters if c.label == "??"}


def test_the_boxes_of_contested_areas_show_both_sides() -> None:
    text = draw(picture(SETTING, middle()), width=80, colour=False)
    rows = [line for line in text.split("\n\n")[1].splitlines() if "US/JP" in line]
    assert len(rows) == 1  # Area 10 alone: nobody stands in 13
    assert "9 Fanatic" in text
    assert "7 Sniper" in text
    assert "637/A (1/145)" in text  # the fresh come first


def test_the_front_parts_american_from_japanese_areas() -> None:
    full = draw(picture(SETTING, start()), width=80, colour=False).split("\n\n")[1]
    assert "2 Grace Park# 3 Balara" in full
    free = end()
    free.defenders = {}
    assert "#" not in draw(picture(SETTING, free), width=80, colour=False).split("\n\n")[1]


def test_the_grid_has_every_area_once_and_most_neighbours_touch() -> None:
    spots = grid()
    assert sorted(spots) == sorted(TABLES.areas)
    assert len(set(spots.values())) == len(spots)
    edges = [(a, b) for a, others in TABLES.next_to.items() for b in others if a < b]
    touching = 0
    for a, b in edges:
        across, down = (abs(m - n) for m, n in zip(spots[a], spots[b], strict=True))
        touching += (across, down) in {(2, 0), (1, 1)}
    assert len(edges) == 91
    assert touching >= 75
    for (column, row), (other, same) in zip(spots.values(), list(spots.values())[1:], strict=False):
        assert row != same or abs(column - other) >= 2  # no two boxes overlap


def test_the_city_lies_as_it_should() -> None:
    spots = grid()
    assert [spots[area][1] for area in (1, 2, 3)] == [0, 0, 0]
    assert spots[1][0] < spots[2][0] < spots[3][0] < spots[4][0]
    assert spots[37][0] == min(column for column, _ in spots.values())
    assert spots[28][1] == max(row for _, row in spots.values())
    assert spots[22][0] > spots[29][0] > spots[30][0]


def test_short_names_are_short_and_all_different() -> None:
    names = [SHORT.get(number, area.name) for number, area in TABLES.areas.items()]
    assert all(len(name) <= 10 for name in names)
    assert len(set(names)) == 37


def test_an_owners_longer_name_is_cut() -> None:
    renamed = pack.export().replace(b"name: Maypajo", b"name: The Long Town of Maypajo")
    other = picture(Setting("campaign", {}, Tables(pack.load(renamed))), start())
    assert all(len(area.short) <= 10 for area in other.areas)


def test_areas_are_what_the_data_say() -> None:
    areas = {area.id: area for area in picture(SETTING, middle()).areas}
    assert (areas["37"].name, areas["37"].terrain, areas["37"].modifier) == (
        "Intramuros", "Fort", "+4",
    )  # fmt: skip
    assert areas["37"].next_to == ("35", "36")
    assert areas["37"].across == ("11", "12")
    assert (areas["1"].terrain, areas["1"].modifier, areas["1"].holder) == ("", "", "us")
    assert [n for n, area in areas.items() if area.contested] == ["10"]
    assert areas["10"].holder == "jp"
    assert areas["28"].holder == "us"


def test_tracks_show_where_the_markers_are_and_what_waits() -> None:
    tracks = {track.title: track for track in picture(SETTING, middle()).tracks}
    turn = tracks["Turn"].slots
    assert [slot.label for slot in turn if slot.here] == ["5"]
    assert turn[5].holds == ("754/A", "Chase", "754/B")
    strong = tracks["Morale, Strong"].slots
    assert [slot.label for slot in strong] == [str(n) for n in range(19, 9, -1)]
    assert [slot.label for slot in strong if slot.here] == ["10"]
    shaken = tracks["Morale, Shaken"].slots
    assert [slot.label for slot in shaken] == [str(n) for n in range(9, -1, -1)]
    assert not any(slot.here for slot in shaken)


def test_boxes_show_what_is_in_them() -> None:
    held = {box.title: box.holds for box in picture(SETTING, middle()).boxes}
    assert held == {
        "Record": (
            "15 Supply Points",
            "7 Areas American Controlled (34 win, 37 (Intramuros) among them)",
        ),
        "Available support": ("5 Artillery", "2 Engineer"),
        "Used support": ("6 Artillery", "1 Engineer"),
        "Out of Action": ("44/D",),
        "Random Event": ("Civilians and Refugees: AV -1 in Mandatory Attacks",),
        "Active Area": ("9 (Maypajo)",),
    }
    with_air = {box.title: box.holds for box in picture(WITH_AIR, start()).boxes}
    assert with_air["Used support"] == ("11 Artillery", "3 Engineer", "2 Air")
    assert with_air["Random Event"] == ()


def test_counters_say_what_one_must_know() -> None:
    counters = {c.label: c for c in picture(SETTING, middle()).counters}
    assert (counters["637/A"].text, counters["637/A"].kind) == ("6-6", "armor")
    assert (counters["Whitcomb"].text, counters["Whitcomb"].kind) == ("*-6", "leader")
    assert counters["1/145"].spent
    assert not counters["637/A"].spent
    assert counters["7 Sniper"].area == "13"
    assert len([c for c in picture(SETTING, start()).counters if c.label == "??"]) == 34


def test_notes_say_who_is_gone_what_is_waited_for_and_what_is_not_the_publishers() -> None:
    notes = picture(SETTING, middle()).notes
    assert notes[0] == "Killed or withdrawn for good: White."
    assert "end combat" in notes[1]
    assert "second-hand" in notes[-1]
    assert "reconstructed" in notes[-1]


def test_a_picture_is_plain_data() -> None:
    drawn = picture(SETTING, middle())
    assert msgspec.json.decode(msgspec.json.encode(drawn), type=AreaPicture) == drawn
