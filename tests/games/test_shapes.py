"""Shapes of areas hold to the rules: who is a neighbour has a border, and nobody else."""

from __future__ import annotations

from itertools import combinations, pairwise
from math import hypot

import pytest

from pbem.games.manila.words.picture import shapes as manila
from pbem.games.singapore.words.picture_map import shapes as singapore
from pbem.kit.picture import AreaPicture
from pbem.kit.shapes import BEYOND, SEA, Shapes, Spot
from pbem.selfplay.simulate import Setup, bind
from pbem.selfplay.unsigned import begin

LEAST, MOST = 8.0, 10.0
"""Neighbours have a border of so much at least; those who are none touch for less than that."""

MAPS = {"manila": ("campaign", manila(), 93), "singapore": ("corps", singapore(), 77)}
"""Game -> its scenario with the whole map, its shapes, and how many pairs have a border."""


def picture(name: str) -> AreaPicture:
    play = begin(bind(Setup(name, MAPS[name][0])))
    found = play.game.picture(play.game.view(play.position, None))
    assert isinstance(found, AreaPicture)
    return found


def neighbours(name: str) -> set[frozenset[str]]:
    areas = picture(name).areas
    return {frozenset((one.id, to)) for one in areas for to in (*one.next_to, *one.across)}


def borders(shapes: Shapes) -> dict[frozenset[str], float]:
    found: dict[frozenset[str], float] = {}
    for border in shapes.borders:
        if not {SEA, BEYOND} & set(border.between):
            pair = frozenset(border.between)
            found[pair] = found.get(pair, 0.0) + border.length
    return found


@pytest.mark.parametrize("name", MAPS)
def test_neighbours_have_a_border_and_nobody_else(name: str) -> None:
    _, shapes, many = MAPS[name]
    found, wanted = borders(shapes), neighbours(name)
    assert {
        tuple(pair) for pair, long in found.items() if pair not in wanted and long >= MOST
    } == set()
    drawn = {pair for pair in wanted if pair in found}
    assert {tuple(pair) for pair in drawn if found[pair] < LEAST} == set()
    assert len(drawn) == many
    assert all(any(map(apart, pair)) for pair in wanted - drawn)


def apart(area: str) -> bool:
    """Whether an area lies for itself: a way of approach, or the island off the coast."""
    return area.startswith("Axis") or area == "Pulau-Ubin"


@pytest.mark.parametrize("name", MAPS)
def test_each_area_of_the_game_has_its_place(name: str) -> None:
    shapes = MAPS[name][1]
    wide, high = shapes.size
    ids = {area.id for area in picture(name).areas}
    assert set(shapes.centres) == ids
    assert ids - set(shapes.outlines) == {area for area in ids if area.startswith("Axis")}
    for area, at in shapes.centres.items():
        assert 0 < at[0] < wide
        assert 0 < at[1] < high
        if area in shapes.outlines:
            assert within(at, shapes.outlines[area])


@pytest.mark.parametrize("name", MAPS)
def test_no_two_areas_overlap(name: str) -> None:
    """The middle of one lies in no other, and no two middles are so near that counters collide."""
    shapes = MAPS[name][1]
    for one, other in combinations(sorted(shapes.centres), 2):
        (x, y), (p, q) = shapes.centres[one], shapes.centres[other]
        assert hypot(p - x, q - y) > 50
        if other in shapes.outlines:
            assert not within((x, y), shapes.outlines[other])


def within(at: Spot, outlines: tuple[tuple[Spot, ...], ...]) -> bool:
    """Whether a point lies within closed outlines: it sees them an odd number of times."""
    x, y = at[0] + 0.31, at[1] + 0.37
    seen = sum(
        (y1 > y) != (y2 > y) and x < x1 + (y - y1) * (x2 - x1) / (y2 - y1)
        for line in outlines
        for (x1, y1), (x2, y2) in pairwise((*line, line[0]))
    )
    return seen % 2 == 1
