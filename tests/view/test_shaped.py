"""Area maps in shapes: every counter is drawn, and nothing moves that stays."""

from __future__ import annotations

import math
import random
import xml.etree.ElementTree as ET
from collections import Counter as Tally
from itertools import combinations

import msgspec
import pytest

from pbem.kit.picture import AreaPicture, Counter, Look
from pbem.selfplay.simulate import Setup, bind
from pbem.selfplay.unsigned import begin
from pbem.view.drawing import svg
from pbem.view.drawing.blocks import COUNTER, Block
from pbem.view.drawing.piles import SINGLE, piles
from pbem.view.drawing.shapelines import stripes

SVG = "{http://www.w3.org/2000/svg}"
SIDES = ("red", "blue")


def counter(label: str, side: str = "red", kind: str = "inf", *, spent: bool = False) -> Counter:
    return Counter(
        area="1", side=side, label=label, text="", kind=kind, spent=spent, look=Look("infantry")
    )


def laid(*some: Counter, before: list[Counter] | None = None) -> list[list[str] | None]:
    found = piles(some, SIDES, before)
    return [None if pile is None else [one.label for one in pile.counters] for pile in found]


def test_a_few_counters_lie_side_by_side_the_holders_first() -> None:
    some = [counter("b1", "blue"), counter("r1"), counter("r2")]
    assert laid(*some) == [["r1"], ["r2"], ["b1"]]


def test_of_many_those_alike_lie_in_a_pile() -> None:
    many = [counter(f"r{n}") for n in range(SINGLE)]
    tank, tired = counter("t", kind="arm"), counter("s", spent=True)
    assert laid(*many, tank, tired) == [[f"r{n}" for n in range(SINGLE)], ["t"], ["s"]]


def test_who_stays_lies_where_it_lay() -> None:
    before = [counter("r1"), counter("r2"), counter("b1", "blue")]
    assert laid(before[1], before[2], before=before) == [None, ["r2"], ["b1"]]
    new = counter("r9")
    assert laid(before[1], before[2], new, before=before) == [["r9"], ["r2"], ["b1"]]
    assert laid(*before, new, before=before) == [["r1"], ["r2"], ["b1"], ["r9"]]


def test_who_comes_changes_no_pile_into_another() -> None:
    """Before the orders all lay alone, so they do after them."""
    before = [counter(f"r{n}") for n in range(SINGLE)]
    now = [*before, counter("new")]
    assert laid(*now, before=before) == [[one.label] for one in now]


def test_who_comes_later_lies_upon_nobody() -> None:
    """Nobody who lay there moves, and all lie within the room that is kept for the area."""
    block = Block((100.0, 100.0), 50.0, 4, 2)
    for lying in range(1, block.slots + 1):
        spots = [block.slot(number, lying) for number in range(block.slots)]
        left, _, right, _ = block.boxes()[1]
        assert all(left <= x - COUNTER / 2 and x + COUNTER / 2 <= right for x, _ in spots)
        for (x, y), (p, q) in combinations(spots, 2):
            assert abs(x - p) >= COUNTER or abs(y - q) >= COUNTER, (lying, spots)


def places(picture: AreaPicture, before: AreaPicture) -> dict[str, tuple[float, float]]:
    root = ET.fromstring(svg(picture, before=before, words=False))  # noqa: S314 - our own text
    return {
        piece.get("data-unit", ""): (float(rect.get("x", "")), float(rect.get("y", "")))
        for piece in root.iter(f"{SVG}g")
        if (piece.get("class") or "") == "piece"
        for rect in list(piece.iter(f"{SVG}rect"))[:1]
    }


def test_no_counter_of_a_map_moves_when_others_come_and_go() -> None:
    play = begin(bind(Setup("singapore", "corps")))
    picture = play.game.picture(play.game.view(play.position, None))
    assert isinstance(picture, AreaPicture)
    first = picture.counters[0]
    for area in picture.areas:
        if area.id != first.area:
            came = msgspec.structs.replace(first, area=area.id)
            after = msgspec.structs.replace(picture, counters=(came, *picture.counters[1:]))
            was, now = places(picture, picture), places(after, picture)
            # In a pile whose top has left, the next lies on top, an edge (2) lower and to the left.
            moved = {
                unit for unit in was.keys() & now.keys() if math.dist(was[unit], now[unit]) > 3
            }
            assert moved <= {first.label}, area.id


@pytest.mark.parametrize("seed", range(30))
def test_no_counter_is_lost_in_piles(seed: int) -> None:
    chance = random.Random(seed)  # noqa: S311 - a test
    every = [
        counter(f"{side[0]}{n}", side, chance.choice(["inf", "arm"]), spent=chance.random() < 0.3)
        for side in SIDES
        for n in range(chance.randrange(9))
    ]
    before = [one for one in every if chance.random() < 0.7]
    now = [one for one in every if chance.random() < 0.7]
    found = [label for pile in laid(*now, before=before) if pile for label in pile]
    assert Tally(found) == Tally(one.label for one in now)


@pytest.mark.parametrize(("game", "scenario"), [("manila", "campaign"), ("singapore", "corps")])
def test_every_counter_is_on_the_page_in_the_stack_of_its_area(game: str, scenario: str) -> None:
    play = begin(bind(Setup(game, scenario)))
    picture = play.game.picture(play.game.view(play.position, None))
    assert isinstance(picture, AreaPicture)
    root = ET.fromstring(svg(picture, words=False))  # noqa: S314 - our own text
    stacks = [one for one in root.iter(f"{SVG}g") if one.get("class") == "stack"]
    drawn = Tally(
        (stack.get("data-place"), piece.get("data-side"), piece.get("data-unit"))
        for stack in stacks
        for piece in stack.iter(f"{SVG}g")
        if (piece.get("class") or "").startswith("piece")
    )
    assert drawn == Tally((one.area, one.side, one.label) for one in picture.counters)


def teststripes_lie_within_an_outline() -> None:
    square = [(0.0, 0.0), (100.0, 0.0), (100.0, 100.0), (0.0, 100.0)]
    found = list(stripes(square))
    assert len(found) > 5
    for (x, y), (p, q) in found:
        assert x + y == pytest.approx(p + q)
        assert all(-0.01 <= at <= 100.01 for at in (x, y, p, q))
