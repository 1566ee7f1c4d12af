"""The name of the place at a pixel, and the pixel of a place.

`second` names hexes in fractions, as VASSAL's rules are written, with no line of the program's.
"""

from __future__ import annotations

import math
import random

import pytest

from long import times
from pbem.vassal import naming
from pbem.vassal.described import Board, Hex, Numbers, Pixel, Regions, Square, Zone, Zones


def numbers(**changed: object) -> Numbers:
    given: dict[str, object] = {
        "first": "H", "format": "$gridLocation$", "h": ("N", 1, 1, 0), "v": ("N", 1, 1, 0),
        "sep": "", "stagger": 0,
    }  # fmt: skip
    return Numbers(**(given | changed))  # type: ignore[arg-type]


def hexes(sideways: int = 0, **changed: object) -> Hex:
    return Hex(52_000, 60_000, 30, 30, sideways, 1, numbers(**changed))


SIZE = (600, 400)


@pytest.mark.parametrize(
    ("at", "name"),
    [
        ((30, 30), "0101"),
        ((82, 60), "0201"),  # an odd column lies half a hex lower
        ((82, 29), "0200"),
        ((134, 30), "0301"),
        ((30, 89), "0102"),
        ((55, 59), "0101"),
        ((57, 61), "0201"),
        ((30, 60), "0102"),  # the edge belongs to the next hex
        ((30, -91), "01-01"),
    ],
)
def test_hexes(at: Pixel, name: str) -> None:
    assert naming.place_at(Board(SIZE, grid=hexes()), at) == name


@pytest.mark.parametrize(
    ("changed", "name"),
    [
        ({"first": "V"}, "0204"),
        ({"sep": "."}, "04.02"),
        ({"stagger": 1}, "0403"),
        ({"h": ("A", 0, 0, 0)}, "D02"),
        ({"h": ("A", 26, 0, 0)}, "DD02"),
        ({"h": ("N", 1, 0, 0), "v": ("N", 1, 2, 0)}, "4002"),
        ({"h": ("N", 1, 1, 1)}, "0802"),  # 600 / 60 = 10 columns, counted down
        ({"v": ("N", 1, 1, 1)}, "0408"),  # 400 / 52 = 8 rows
        ({"v": ("N", 1, 1, 1), "stagger": 1}, "0407"),
        ({"format": "hex $column$ of $row$"}, "hex 04 of 02"),
    ],
)
def test_numbers_of_hexes(changed: dict[str, object], name: str) -> None:
    at = (30 + 3 * 52, 30 + 90)
    assert naming.place_at(Board(SIZE, grid=hexes(**changed)), at) == name


def second(grid: Hex, at: Pixel, size: Pixel) -> str:
    """Return the name of a hex, in fractions."""
    x, y = at[::-1] if grid.sideways else at
    wide, high = grid.dx / 1000, grid.dy / 1000
    column = math.floor((x - grid.x0) / wide + 0.5)
    lower = high / 2 if column % 2 else 0
    row = math.floor((y - grid.y0 - lower) / high + 0.5)
    odd = column % 2
    most_rows = math.floor(size[1] / wide + 0.5)
    most_columns = math.floor(size[0] / high + 0.5)
    said = grid.numbers
    assert said
    if grid.sideways:
        column = most_rows - column if said.v[3] else column
        row = most_columns - row if said.h[3] else row
        back = said.h[3]
    else:
        column = most_columns - column if said.h[3] else column
        row = most_rows - row if said.v[3] else row
        back = said.v[3]
    if said.stagger and odd:
        row += -1 if back else 1

    def word(axis: tuple[str, int, int, int], count: int) -> str:
        count += axis[1]
        sign = "-" if count < 0 else ""
        return sign + str(abs(count)).rjust(axis[2] + 1, "0")

    return word(said.h, column) + word(said.v, row)


@pytest.mark.parametrize("seed", range(times(60, of=600)))
def test_a_second_reader_names_the_same_hexes(seed: int) -> None:
    chance = random.Random(seed)  # noqa: S311 - no secret
    grid = Hex(
        chance.randrange(20_001, 90_000, 2), chance.randrange(20_001, 90_000, 2),
        chance.randrange(-40, 40), chance.randrange(-40, 40), chance.randrange(2), 1,
        numbers(
            h=("N", chance.randrange(-2, 9), chance.randrange(3), chance.randrange(2)),
            v=("N", chance.randrange(-2, 9), chance.randrange(3), chance.randrange(2)),
            stagger=chance.randrange(2),
        ),
    )  # fmt: skip
    size = chance.randrange(100, 900), chance.randrange(100, 900)
    for _ in range(20):
        at = chance.randrange(size[0]), chance.randrange(size[1])
        assert naming.place_at(Board(size, grid=grid), at) == second(grid, at, size)


@pytest.mark.parametrize("seed", range(4))
def test_the_middle_of_each_cell_has_its_name(seed: int) -> None:
    chance = random.Random(seed)  # noqa: S311 - no secret
    grid = hexes(chance.randrange(2)) if seed % 2 else Square(40_000, 50_500, 7, -9, 1, numbers())
    board = Board(SIZE, grid=grid)
    found = list(naming.places(board))
    assert len({name for name, _ in found}) == len(found) > 60
    assert all(naming.place_at(board, at) == name for name, at in found)


def test_squares() -> None:
    grid = Square(40_000, 50_000, 20, 25, 1, numbers(v=("A", 0, 0, 0), first="V", sep="-"))
    board = Board(SIZE, grid=grid)
    assert naming.place_at(board, (60, 75)) == "B-02"
    down = Square(40_000, 50_000, 20, 25, 1, numbers(h=("N", 0, 0, 1), v=("N", 0, 0, 1), sep="/"))
    assert naming.place_at(Board(SIZE, grid=down), (60, 75)) == "14/7"


def test_zones_regions_and_what_lies_around() -> None:
    regions = Regions([("North Ford", 100, 350), ("South Ford", 300, 350)], 1)
    fords = Zone(
        "Fords", "$gridLocation$", [(0, 300), (400, 300), (400, 400), (0, 400)], 0, regions
    )
    camp = Zone("Camp", "$name$ $gridLocation$", [(300, 0), (400, 0), (400, 99), (300, 99)], 1)
    wood = Zone("Wood", "$name$", [(0, 0), (60, 0), (0, 60)], 0)
    board = Board(SIZE, grid=Zones([fords, camp, wood], hexes()))
    assert naming.place_at(board, (180, 310)) == "North Ford"
    assert naming.place_at(board, (342, 30)) == "Camp 0701"
    assert naming.place_at(board, (10, 10)) == "Wood"
    assert naming.place_at(board, (50, 50)) == "0101", "behind the slanted side of the wood"
    assert naming.place_at(board, (550, 30)) == "1101"
    places = naming.pixels(board)
    assert places["South Ford"] == (300, 350)
    assert naming.place_at(board, places["Wood"]) == "Wood"
    assert naming.place_at(Board(SIZE), (1, 1)) == ""


def test_no_place_lies_far_from_every_region() -> None:
    """A board with regions alone names the nearest one, however far it is, as VASSAL does."""
    board = Board(SIZE, grid=Regions([("A", 0, 0), ("B", 500, 0)], 0))
    assert naming.place_at(board, (249, 390)) == "A"
    assert naming.place_at(board, (251, 390)) == "B"


def test_a_grid_without_width_names_nothing() -> None:
    assert naming.place_at(Board(SIZE, grid=Hex(0, 0, 0, 0, 0, 0, numbers())), (5, 5)) == ""
    assert not naming.pixels(Board(SIZE, grid=Square(0, 9, 0, 0, 0, numbers())))
