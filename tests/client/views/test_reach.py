"""The reach of a unit, and who can come, read off arrows on a map drawn here."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from pbem.client.views.reach import beside, comers, comers_later, costs_on, reach
from pbem.kit.contract import Arrow
from pbem.kit.picture import Area, AreaPicture, HexPicture, Piece, Side, Space
from pbem.view.terminal import map_alone

# Columns 01 to 05 and rows 01 to 05; the even columns sit half a hex lower.
SPACES = tuple(
    Space(f"{column:02}{row:02}", column - 1, row - 1, "clear")
    for column in range(1, 6)
    for row in range(1, 6)
)
MAP = HexPicture("A map", SPACES, (Piece("0303", "us", "u7", "7"),), {"clear": "."}, "even")


def test_the_cheapest_of_several_ways_counts() -> None:
    ways = [
        Arrow(("7",), ("0303", "0302"), cost=3),
        Arrow(("7",), ("0303", "0403", "0302"), cost=2),
        Arrow(("7", "8"), ("0303", "0501"), cost=1),
        Arrow(("8",), ("0101", "0102"), cost=1),
        Arrow(("7",), ("0303", "0304"), cost=1),
        Arrow(("7",), against=("0401",)),
    ]
    found = reach("7", "0303", ways)
    assert found is not None
    assert list(found.places.items()) == [("0304", 1), ("0302", 2)]
    assert reach("9", "", ways) is None


@pytest.mark.parametrize(
    ("low", "place", "around"),
    [
        ("even", "0303", {"0302", "0304", "0202", "0203", "0402", "0403"}),
        ("even", "0203", {"0202", "0204", "0103", "0104", "0303", "0304"}),
        ("odd", "0303", {"0302", "0304", "0203", "0204", "0403", "0404"}),
        ("even", "0101", {"0102", "0201"}),
    ],
)
def test_six_hexes_lie_around_one(low: str, place: str, around: set[str]) -> None:
    found = HexPicture("A map", SPACES, (), {"clear": "."}, low)
    assert beside(found, place) == around
    assert beside(found, "9999") is None


def test_areas_lie_beside_those_that_one_may_move_to() -> None:
    areas = tuple(
        Area(id=one, column=0, row=0, name=one, short=one, terrain="city", modifier="", holder="us",
             contested=False, flag=False, next_to=near)
        for one, near in (("1", ("2",)), ("2", ("1", "3")), ("3", ("2",)))
    )  # fmt: skip
    found = AreaPicture(title="A map", areas=areas, counters=(), sides={"us": Side("US", "US")},
                        kinds={})  # fmt: skip
    assert beside(found, "2") == {"1", "3"}
    at_1 = reach("7", "1", [Arrow(("7",), ("1", "2"))])
    assert at_1 is not None
    assert costs_on(found, at_1) is None


def test_who_comes_to_a_place_who_beside_it_and_who_attacks_it() -> None:
    ways = [
        Arrow(("7",), ("0505", "0303"), cost=4),
        Arrow(("8",), ("0505", "0302"), cost=2),
        Arrow(("8",), ("0505", "0202"), cost=1),
        Arrow(("9", "7"), against=("0303",)),
        Arrow(("6",), against=("0304",)),
    ]
    found = comers("0303", ways, MAP)
    assert found is not None
    assert found.into == {"7": 4}
    assert found.beside == {"8": 1}
    assert found.attackers == ["9", "7"]
    assert comers("7", ways, MAP) is None


def test_markers_are_no_units_and_marks_no_part_of_a_name() -> None:
    """A beachhead or an Improved Position beside a place is nobody who stands there."""
    pieces = (
        Piece("0302", "us", "7-!", "7, reduced, has fired", "7"),
        Piece("0302", "us", "IP2", "Improved Positions in 0302, 2", "IP", marker=True),
        Piece("0501", "us", "8", "8"),
    )
    found = comers("0303", [], replace(MAP, pieces=pieces))
    assert found is not None
    assert found.near == ["7"]


def test_who_comes_after_an_order_to_a_place_and_beside_it() -> None:
    """Each is listed once: who can come now, not again after an order."""
    now = [Arrow(("7",), ("0505", "0303"), cost=4)]
    found = comers("0303", now, MAP)
    assert found is not None
    later = comers_later(
        found,
        {
            "activate; move 7 0303": Arrow(("7",), ("0505", "0303"), cost=4),
            "activate; move 7 0302": Arrow(("7",), ("0505", "0302"), cost=3),
            "activate; move 8 0302": Arrow(("8",), ("0501", "0302"), cost=2),
            "activate; move 8 0202": Arrow(("8",), ("0501", "0202"), cost=1),
            "activate; move 8 0303": Arrow(("8",), ("0501", "0303"), cost=3),
            "activate; move 9 0501": Arrow(("9",), ("0505", "0501"), cost=1),
        },
        MAP,
    )
    assert later.later == {"activate": {"8": 3}}
    assert later.later_beside == {"activate": {"8": 1, "7": 3}}
    assert not found.tried
    assert later.tried


def test_costs_stand_on_the_part_of_the_map_that_is_reached() -> None:
    found = reach("7", "0303", [Arrow(("7",), ("0303", "0402"), cost=12)])
    assert found is not None
    drawn = costs_on(MAP, found)
    assert drawn is not None
    assert {one.id: one.mark for one in drawn.spaces if one.mark} == {"0402": "12"}
    assert "0101" not in {one.id for one in drawn.spaces}
    text = map_alone(drawn, width=80, colour=False)
    assert "12" in text
    assert "u7" in text
    assert "A map" not in text
