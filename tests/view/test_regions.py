"""Outlines of regions of hexes: every hex lies in its own, and no side is lost or drawn twice."""

from __future__ import annotations

import random
from collections import Counter
from itertools import pairwise

import pytest

from pbem.view.drawing.regions import Chain, Corner, along, between, bridged, outlines

WIDE, HIGH = 9, 8
MAP = {(3 * column, 2 * row + column % 2) for column in range(WIDE) for row in range(HIGH)}
BESIDE = ((0, 2), (3, 1), (3, -1))


def region(seed: int) -> set[Corner]:
    chance = random.Random(seed)  # noqa: S311 - a test
    return {one for one in sorted(MAP) if chance.random() < (seed % 9 + 1) / 10}


def within(at: Corner, lines: list[Chain]) -> bool:
    """Whether a point lies within closed lines: it sees them an odd number of times to its right.

    No corner is as high as the point, which lies a little below the middle of a hex.
    """
    x, y = at[0], at[1] + 0.25
    seen = 0
    for line in lines:
        for (x1, y1), (x2, y2) in pairwise((*line.corners, line.corners[0])):
            seen += (y1 > y) != (y2 > y) and x < x1 + (y - y1) * (x2 - x1) / (y2 - y1)
    return seen % 2 == 1


def sides_of(lines: list[Chain]) -> Counter[frozenset[Corner]]:
    return Counter(
        frozenset(side)
        for line in lines
        for side in pairwise((*line.corners, *line.corners[: line.closed]))
    )


def neighbours(one: set[Corner], other: set[Corner]) -> list[tuple[Corner, Corner]]:
    around = [*BESIDE, *((-dx, -dy) for dx, dy in BESIDE)]
    return [
        ((x, y), (x + dx, y + dy)) for x, y in sorted(one) for dx, dy in around
        if (x + dx, y + dy) in other
    ]  # fmt: skip


@pytest.mark.parametrize("seed", range(20))
def test_every_hex_lies_in_its_own_region(seed: int) -> None:
    own = region(seed)
    for some in (own, MAP - own):
        lines = outlines(some, MAP)
        assert all(line.closed for line in lines)
        assert {at for at in MAP if within(at, lines)} == some


@pytest.mark.parametrize("seed", range(20))
def test_regions_that_meet_share_their_lines(seed: int) -> None:
    """Each hexside between them is drawn once, and stands in the outlines of both."""
    own = region(seed)
    shared = sides_of(between(own, MAP - own))
    assert set(shared.values()) <= {1}
    assert len(shared) == len(neighbours(own, MAP - own))
    assert set(shared) <= set(sides_of(outlines(own, MAP)))
    assert set(shared) <= set(sides_of(outlines(MAP - own, MAP)))


def test_corners_are_sharp_at_the_edge_of_the_map_alone() -> None:
    [whole] = outlines(MAP, MAP)
    assert whole.sharp == set(whole.corners)
    [inner] = outlines([(12, 6)], MAP)
    assert inner.sharp == set()


@pytest.mark.parametrize("seed", range(20))
def test_a_river_has_each_of_its_sides_once(seed: int) -> None:
    pairs = random.Random(seed).sample(neighbours(MAP, MAP), 60)  # noqa: S311 - a test
    pairs = list({frozenset(pair): pair for pair in pairs}.values())
    drawn = sides_of(along(pairs))
    assert len(drawn) == len(pairs)
    assert set(drawn.values()) == {1}


def test_a_ring_of_water_is_closed() -> None:
    [ring] = along(neighbours({(12, 6)}, MAP))
    assert (ring.closed, len(ring.corners)) == (True, 6)


def test_a_river_flows_beneath_the_road_through_its_gap() -> None:
    """The road beside the gap, and one where no river is, are no bridges."""
    across = [((3 * n, 4 + n % 2), (3 * n, 6 + n % 2)) for n in range(5)]
    gap, water = across[2], [*across[:2], *across[3:]]
    slanted = [((3, 5), (6, 6)), ((6, 6), (9, 5))]
    elsewhere = ((0, 10), (0, 12))
    river = [*water, *slanted]
    assert bridged(river, [gap, elsewhere, across[0]]) == [gap]
