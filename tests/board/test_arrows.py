"""Written orders on the map: each arrow has a head that is seen, and the number of its chip."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Browser, Page, expect

from board.clicking import Pointer
from board.conftest import Board, enter
from board.pictures import SIZE, Scene, a_game, a_practice
from board.playing import ATTACKS, LANDINGS
from hostile.base import fixed_chance

pytestmark = pytest.mark.few(0, 5)


class Orders(NamedTuple):
    """A list of orders in a game, and how many of them have an arrow."""

    scene: Scene
    lines: tuple[str, ...]
    arrows: int


ON_MAP = {
    "saipan moves": Orders(
        Scene("saipan/historical", 11, (), ""),
        ("move 2/2 0705", "move 1/2 0704 0604", "move 1/29 0709"),
        3,
    ),
    "saipan attacks": Orders(Scene("saipan", None, (), ""), (*LANDINGS, *ATTACKS), 3),
    "manila": Orders(
        Scene("manila/witness", 13, (), ""),
        ("activate 16: 44/B 1/129 to 20", "attack 20"),
        1,
    ),
    "singapore": Orders(
        Scene("singapore/division", 36, (), ""),
        ("move ai1 Ama-Keng", "move ai4 Kranji", "move av1 Choa-Chu-Kang"),
        3,
    ),
}
ZOOMS = ("", "#larger", "#whole")
SEEN = """() => {
  const all = (which) => [...document.querySelectorAll(`#sheet ${which}`)];
  const box = (one) => { const { x, y, right, bottom } = one.getBoundingClientRect(); return [x, y, right, bottom]; };
  const counters = document.querySelector("#sheet .counters");
  const tops = all(".stack .piece:not(.below) > .counter, .number-of rect, .arrow rect").map(box);
  const heads = all(".arrow.written > path.ink").map((one) => {
    const [x, y, right, bottom] = box(one), near = 0.5;
    return {
      above: Boolean(counters.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING),
      long: Math.hypot(right - x, bottom - y),
      over: tops.filter(([p, q, r, s]) => (x + right) / 2 > p + near && (x + right) / 2 < r - near
        && (y + bottom) / 2 > q + near && (y + bottom) / 2 < s - near).length,
      colours: [one, one.previousElementSibling].map((each) => getComputedStyle(each).stroke),
      rim: parseFloat(getComputedStyle(one.previousElementSibling).strokeWidth),
    };
  });
  const chips = all(".number-of").map((one) => ({
    numbers: one.dataset.numbers.split(" "),
    said: one.querySelector("text").textContent,
    colour: getComputedStyle(one.querySelector("rect")).fill,
    box: box(one),
  }));
  return { heads, numbers: chips };
}"""  # noqa: E501 - of a browser
CHIPS = """() => Object.fromEntries([...document.querySelectorAll("#chips li b")]
  .map((one) => [one.textContent, getComputedStyle(one).backgroundColor]))"""


@pytest.fixture(params=ON_MAP)
def written(request: pytest.FixtureRequest, chromium: Browser) -> Iterator[tuple[Page, Orders]]:
    """A page on which orders are written."""
    orders = ON_MAP[request.param]
    opened = a_game if orders.scene.event is None else a_practice
    with fixed_chance("arrows"), opened(orders.scene) as served:
        pointer = Pointer(served.address, chromium, SIZE)
        pointer.page.fill("#list", "\n".join(orders.lines))
        pointer.waits()
        expect(pointer.page.locator(".arrow.written")).not_to_have_count(0)
        yield pointer.page, orders
        pointer.context.close()


def contrast(one: str, other: str) -> float:
    """Return the contrast of two colours, as ``rgb(1, 2, 3)``."""

    def light(colour: str) -> float:
        parts = [int(part) / 255 for part in colour.strip("rgb()").split(",")]
        linear = [
            one / 12.92 if one <= 0.04045 else ((one + 0.055) / 1.055) ** 2.4 for one in parts
        ]
        return sum(a * b for a, b in zip((0.2126, 0.7152, 0.0722), linear, strict=True))

    low, high = sorted((light(one), light(other)))
    return (high + 0.05) / (low + 0.05)


def overlap(one: list[float], other: list[float]) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def test_each_arrow_has_a_head_that_no_counter_covers(written: tuple[Page, Orders]) -> None:
    page, orders = written
    for zoom in ZOOMS:
        if zoom:
            page.locator(zoom).click()
        heads = page.evaluate(SEEN)["heads"]
        assert len(heads) == orders.arrows, zoom
        for head in heads:
            assert head["above"], (zoom, head)
            assert head["over"] == 0, (zoom, head)
            assert head["long"] >= 5, (zoom, head)
            assert head["rim"] >= 3, (zoom, head)
            assert contrast(*head["colours"]) >= 4.5, (zoom, head)


def test_each_chip_has_its_number_on_the_map_in_its_colour(written: tuple[Page, Orders]) -> None:
    page, orders = written
    folded = page.locator("#chips .group button:not(.out)")
    folded.evaluate_all("all => all.forEach(one => one.click())")
    chips = page.evaluate(CHIPS)
    assert list(chips) == [str(one + 1) for one in range(len(orders.lines))]
    placeless = {str(at) for at, line in enumerate(orders.lines, 1) if line.startswith("end ")}
    for zoom in ZOOMS:
        if zoom:
            page.locator(zoom).click()
        found: list[Any] = page.evaluate(SEEN)["numbers"]
        assert {one for each in found for one in each["numbers"]} == set(chips) - placeless, zoom
        for each in found:
            assert {chips[one] for one in each["numbers"]} == {each["colour"]}, (zoom, each)
            assert each["said"].split(", ") == each["numbers"], (zoom, each)
        for at, each in enumerate(found):
            met = [other["said"] for other in found[at + 1 :] if overlap(each["box"], other["box"])]
            assert met == [], (zoom, each)


def test_a_folded_chip_says_how_many_and_opens_to_the_numbers_on_the_map(
    chromium: Browser,
) -> None:
    with fixed_chance("arrows"), a_game(Scene("saipan", None, (), "")) as served:
        pointer = Pointer(served.address, chromium, SIZE)
        pointer.page.fill("#list", "\n".join(LANDINGS))
        pointer.waits()
        expect(pointer.page.locator("#chips b")).to_have_text(["6"])
        expect(pointer.page.locator(".number-of")).to_have_count(6)
        found = pointer.page.evaluate(SEEN)["numbers"]
        assert sorted(one["said"] for one in found) == list("123456")
        pointer.page.locator("#chips .group button:not(.out)").click()
        expect(pointer.page.locator("#chips b")).to_have_text(list("123456"))
        pointer.context.close()


LATER = """() => {
  const all = (which) => [...document.querySelectorAll(`#sheet ${which}`)];
  const lines = all(".around, .outline"), follows = Node.DOCUMENT_POSITION_FOLLOWING;
  return [lines.length, all(".arrow.written, .number-of")
    .filter((one) => lines.some((line) => one.compareDocumentPosition(line) & follows)).length];
}"""


def test_lines_around_what_is_lit_lie_over_no_head_and_no_number(chromium: Browser) -> None:
    scene, lines, _ = ON_MAP["saipan moves"]
    with fixed_chance("arrows"), a_practice(scene) as served:
        pointer = Pointer(served.address, chromium, SIZE)
        pointer.page.fill("#list", "\n".join(lines))
        expect(pointer.page.locator(".number-of")).to_have_count(3)
        pointer.points("2/6")
        many, later = pointer.page.evaluate(LATER)
        assert many > 10
        assert later == 0
        pointer.context.close()


def test_orders_of_a_phase_that_has_ended_are_faint(page: Page, board: Board) -> None:
    """In combat nobody looks for the way that a unit came."""
    enter(page, board)
    marks, faint = page.locator(".number-of.written"), page.locator(".number-of.written.before")
    page.fill("#list", "\n".join(LANDINGS))
    expect(marks).to_have_count(6)
    expect(faint).to_have_count(0)
    page.fill("#list", "\n".join([*LANDINGS, "end movement"]))
    expect(faint).to_have_count(6)
    assert float(faint.first.evaluate("one => getComputedStyle(one).opacity")) < 0.5


def test_a_place_that_was_left_is_marked_where_its_arrow_begins(page: Page) -> None:
    """An arrow from an empty hex would say of nobody that they went."""
    with a_practice(Scene("saipan/historical", 11, (), "")) as served:
        page.goto(served.address)
        page.wait_for_selector("#past > li", state="attached")
        page.fill("#list", "move 1/29 0709")
        left = page.locator("#sheet .vacated")
        expect(left).to_have_count(1)
        start = left.get_attribute("data-from")
        stands = page.locator(f'#sheet .stack[data-place="{start}"] .piece')
        expect(stands).to_have_count(0)
        page.fill("#list", "")
        expect(left).to_have_count(0)
        expect(stands).not_to_have_count(0)
