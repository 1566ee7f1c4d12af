"""The hex grid: both parities, edges, distances."""

from __future__ import annotations

import pytest

from pbem.kit.maps.hexes import Grid, Low, hex_number


@pytest.mark.parametrize(
    ("low", "hex_", "beside"),
    [
        ("even", "0403", {"0402", "0404", "0303", "0304", "0503", "0504"}),
        ("even", "0503", {"0502", "0504", "0402", "0403", "0602", "0603"}),
        ("odd", "0403", {"0402", "0404", "0302", "0303", "0502", "0503"}),
        ("odd", "0503", {"0502", "0504", "0403", "0404", "0603", "0604"}),
    ],
)
def test_six_neighbours_by_parity(low: Low, hex_: str, beside: set[str]) -> None:
    assert set(Grid(9, 9, low).neighbours[hex_]) == beside


def test_edges_have_fewer_neighbours() -> None:
    grid = Grid(3, 3, "even")
    assert set(grid.neighbours["0101"]) == {"0102", "0201"}
    assert len(grid.hexes) == 9


@pytest.mark.parametrize("low", ["even", "odd"])
def test_distance_is_the_length_of_a_shortest_way(low: Low) -> None:
    grid = Grid(7, 6, low)
    for start in grid.hexes:
        steps = {start: 0}
        ring = [start]
        while ring:
            ring = [n for h in ring for n in grid.neighbours[h] if n not in steps]
            steps.update({n: max(steps.values()) + 1 for n in ring})
            ring = sorted(set(ring))
        assert steps == {there: grid.distance(start, there) for there in grid.hexes}


@pytest.mark.parametrize("low", ["even", "odd"])
def test_a_ring_has_every_hex_at_one_distance(low: Low) -> None:
    grid = Grid(7, 6, low)
    for here in grid.hexes:
        for away in range(12):
            there = {hex_ for hex_ in grid.hexes if grid.distance(here, hex_) == away}
            assert grid.ring(here, away) == there


def test_numbers_have_two_digits_each() -> None:
    assert hex_number(3, 12) == "0312"


def test_a_grid_that_four_digits_cannot_number_is_refused() -> None:
    with pytest.raises(ValueError, match="1 to 99"):
        Grid(100, 5, "even")
