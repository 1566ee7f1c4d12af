"""The area map in a terminal: box by box, the front, what stands below, nothing dangerous."""

from __future__ import annotations

import re
from typing import Any

import msgspec
import pytest

from pbem.kit.picture import Area, AreaPicture, Box, Counter, Inset, Side, Slot, Track
from pbem.view.paint import plain
from pbem.view.terminal import draw


def area(number: str, column: int, row: int, holder: str, **more: Any) -> Area:
    given: dict[str, Any] = {
        "name": f"The Place Called {number}", "short": f"Place {number}", "terrain": "Urban",
        "modifier": "+3", "contested": False, "flag": False, "next_to": (), **more,
    }  # fmt: skip
    return Area(id=number, column=column, row=row, holder=holder, **given)


def unit(where: str, label: str, kind: str = "infantry", *, spent: bool = False) -> Counter:
    return Counter(area=where, side="us", label=label, text="4-6", kind=kind, spent=spent)


def foe(where: str, label: str, text: str = "") -> Counter:
    return Counter(area=where, side="jp", label=label, text=text, kind="")


SMALL = AreaPicture(
    title="Four places",
    areas=(
        area("1", 1, 0, "us", next_to=("2", "3")),
        area("2", 3, 0, "jp", flag=True, next_to=("1",), across=("4",)),
        area("3", 0, 1, "us", next_to=("1", "4")),
        area("4", 2, 1, "jp", contested=True, next_to=("3",)),
    ),
    counters=(
        unit("1", "1/1"),
        unit("1", "A", "leader", spent=True),
        foe("2", "??", "Unrevealed"),
        unit("4", "1/2"),
        foe("4", "9 Fanatic"),
    ),
    sides={"us": Side("American", "US"), "jp": Side("Japanese", "JP")},
    kinds={"infantry": "inf", "leader": "ldr"},
    flag="a flag",
    tracks=(Track("Turn", (Slot("1", here=True), Slot("2", holds=("2/2", "2/3")))),),
    boxes=(Box("Record", ("3 points",)), Box("Lost", ())),
    notes=("A note.",),
)


def with_(**more: Any) -> AreaPicture:
    return msgspec.structs.replace(SMALL, **more)


def boxes(picture: AreaPicture, width: int = 36) -> list[str]:
    return draw(picture, width=width, colour=False).split("\n\n")[1].splitlines()


def test_the_small_map_box_by_box() -> None:
    assert boxes(SMALL) == [
        "       +-------------#-------------+",
        "       | 1 Place 1   # 2*Place 2   |",
        "       |Urban+3    US#Urban+3    JP|",
        "       |1/1 (A)      #??           |",
        "       |2 3          #1 ~4         |",
        "+------+------########------+------+",
        "| 3 Place 3   # 4 Place 4   |",
        "|Urban+3    US#Urban+3 US/JP|",
        "|             #9 Fanatic    |",
        "|             #1/2          |",
        "|1 4          #3            |",
        "+-------------#-------------+",
    ]


def test_a_wide_box_has_whole_names_and_words() -> None:
    wide = "\n".join(boxes(SMALL, 57))
    assert " 2*The Place Called 2" in wide
    assert "Urban+3 Contested" in re.sub(" +", " ", wide)
    assert "Urban+3 Japanese" in re.sub(" +", " ", wide)


def test_without_a_front_all_walls_are_thin() -> None:
    peace = tuple(msgspec.structs.replace(area, holder="us") for area in SMALL.areas)
    assert "#" not in "".join(boxes(with_(areas=peace)))


def test_a_gap_in_a_row_is_left_open() -> None:
    apart = (area("1", 0, 0, "us"), area("2", 4, 0, "jp"))
    assert boxes(with_(areas=apart, counters=()), 43)[:2] == [
        "+-------------+             +-------------+",
        "| 1 Place 1   |             | 2 Place 2   |",
    ]


def stack(fresh: int, spent: int) -> AreaPicture:
    units = [unit("1", f"{n}/130") for n in range(fresh)]
    units += [unit("1", f"{n}/140", "leader", spent=True) for n in range(spent)]
    return with_(counters=tuple(units))


def test_few_are_named_and_many_are_counted_by_kind() -> None:
    assert "|0/130 1/130  #" in "".join(boxes(stack(4, 0)))
    assert "|2/130 3/130  #" in "".join(boxes(stack(4, 0)))
    counted = "".join(boxes(stack(4, 2)))
    assert "|4 inf        #" in counted
    assert "|(2 ldr)      #" in counted
    assert "/130" not in counted


@pytest.mark.parametrize(
    ("many", "reported"),
    [
        ({"infantry": 5, "leader": 5}, "|5 inf 5 ldr  #"),
        ({"infantry": 5, "leader": 2, "armor": 1}, "|5inf 2ldr 1ar#"),
        ({"infantry": 10, "leader": 2, "armor": 1}, "|10i 2l 1a    #"),
    ],
)
def test_where_there_is_little_room_kinds_are_shortened(
    many: dict[str, int], reported: str
) -> None:
    kinds = {"infantry": "inf", "leader": "ldr", "armor": "ar"}
    units = tuple(unit("1", f"{n}/{kind}", kind) for kind in many for n in range(many[kind]))
    assert reported in [line[7:22] for line in boxes(with_(counters=units, kinds=kinds))]


def test_neighbours_take_the_lines_that_they_need() -> None:
    many = tuple(str(n) for n in range(10, 18))
    crowded = (area("1", 0, 0, "us", next_to=many, across=("20",)),)
    feet = [line.strip("| ") for line in boxes(with_(areas=crowded, counters=()), 15)[-4:-1]]
    assert feet == ["10 11 12 13", "14 15 16 17", "~20"]


def test_below_stand_legend_tracks_boxes_counters_and_notes() -> None:
    below = draw(SMALL, width=80, colour=False).split("A box shows")[1]
    assert "(* a flag)" in below
    assert "Turn: [1] 2\n  2: 2/2, 2/3\n" in below
    assert "Record: 3 points\nLost: -\n" in below
    assert " American  3 on the map\n 1 The Place Called 1: 1/1 4-6; spent: A 4-6\n" in below
    assert " Japanese  2 on the map\n 2 The Place Called 2: ?? Unrevealed\n" in below
    assert below.endswith("\nA note.\n")


def test_counters_that_look_alike_stand_in_one_line() -> None:
    hidden = tuple(foe(number, "??", "Unrevealed") for number in ("2", "4"))
    below = draw(with_(counters=hidden), colour=False)
    assert "\n?? Unrevealed: 2, 4\n" in below
    assert "Place Called 2:" not in below


def test_a_counter_is_never_parted_from_its_figures() -> None:
    units = tuple(unit("1", f"{n}/130") for n in range(40))
    for width in range(50, 60):
        for line in draw(with_(counters=units), width=width, colour=False).splitlines():
            assert not line.endswith("/130")
            assert not line.lstrip().startswith("4-6")


@pytest.mark.parametrize("width", [20, 40, 57, 80, 100, 160])
def test_nothing_is_wider_than_the_terminal(width: int) -> None:
    for line in draw(SMALL, width=width, colour=False).splitlines():
        assert len(line) <= max(width, 40)
        assert line == line.rstrip()


def test_too_narrow_for_a_map_everything_is_still_listed() -> None:
    drawn = draw(SMALL, width=25, colour=False)
    assert "+--" not in drawn
    for counter in SMALL.counters:
        assert counter.label in drawn


@pytest.mark.parametrize("width", [36, 80, 100])
def test_colours_change_nothing_but_colours(width: int) -> None:
    coloured = draw(SMALL, width=width)
    mono = draw(SMALL, width=width, colour=False)
    assert "\x1b[" in coloured
    assert "\x1b" not in mono
    assert mono.isascii()
    assert [plain(line).rstrip() for line in coloured.splitlines()] == mono.splitlines()


def test_a_contested_area_has_a_colour_of_its_own() -> None:
    papers = {
        number: re.search(rf"48;5;(\d+)m\x1b\[1m {number}[ *]Place", draw(SMALL, width=36))
        for number in "1234"
    }
    found = {number: match[1] for number, match in papers.items() if match}
    assert found["1"] == found["3"]
    assert len({found["1"], found["2"], found["4"]}) == 3


def test_an_inset_is_drawn_below_the_map_as_wide_as_fits() -> None:
    board = Inset(
        "A fight",
        (area("Left", 0, 0, "us", name="Left"), area("Right", 2, 0, "jp", name="Right")),
        (unit("Left", "1/1"), foe("Right", "9 Fanatic")),
        (Box("Out of it", ("1/2",)),),
    )
    below = draw(with_(insets=(board,)), width=40, colour=False).split("\n\nA fight\n\n")[1]
    assert below.splitlines()[:8] == [
        "+------------------#------------------+",
        "|Left              #Right             |",
        "|Urban+3   American#Urban+3   Japanese|",
        "|1/1               #9 Fanatic         |",
        "+------------------#------------------+",
        "",
        "Out of it: 1/2",
        "",
    ]
    assert below.splitlines()[8].startswith("A box shows")


def test_a_place_that_is_called_as_it_is_named_is_named_once() -> None:
    """By what is typed in orders; where that is too long, by its short name."""
    places = (
        area("Bukit-Timah", 0, 0, "us", name="Bukit Timah", short="B. Timah", flag=True),
        area("Singapore-City", 2, 0, "us", name="Singapore City", short="City"),
    )
    picture = with_(areas=places, counters=(unit("Singapore-City", "1/1"),))
    assert boxes(picture, 30)[1] == "|Bukit-Timah* |City         |"
    assert "\nSingapore-City: 1/1 4-6\n" in draw(picture, width=80, colour=False)


def test_foreign_text_is_escaped() -> None:
    nasty = "\x1b[2J\u202e\n"
    place = area("1", 0, 0, nasty, name=nasty, short=nasty, terrain=nasty, modifier=nasty,
                 next_to=(nasty,), across=(nasty,))  # fmt: skip
    picture = AreaPicture(
        title=nasty,
        areas=(place,),
        counters=(Counter(area="1", side=nasty, label=nasty, text=nasty, kind=nasty),),
        sides={nasty: Side(nasty, nasty)},
        kinds={nasty: nasty},
        flag=nasty,
        tracks=(Track(nasty, (Slot(nasty, holds=(nasty,)),)),),
        boxes=(Box(nasty, (nasty,)),),
        notes=(nasty,),
        insets=(Inset(nasty, (place,), (), (Box(nasty, (nasty,)),)),),
    )
    drawn = draw(picture, width=80, colour=False)
    assert not re.search("[\x00-\x09\x0b-\x1f\u202e]", drawn)
    assert "\\x1b[2J" in drawn
