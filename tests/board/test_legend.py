"""The map while somebody points at a unit: all of it is in sight, and its legend covers nobody."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from board.clicking import Pointer
from board.pictures import SIZE, Scene, a_game, a_practice
from hostile.base import fixed_chance

pytestmark = pytest.mark.few(0, 4)

POINTED = {
    "saipan": Scene("saipan/historical", 11, (), "2/6"),
    "meiktila": Scene("meiktila/first", 82, (), "1/14"),
    "singapore": Scene("singapore/division", 36, (), "av1"),
    "singapore late": Scene("singapore/division", 27, (), "jg4"),
    "singapore army": Scene("singapore/army", 92, (), "ji7"),
    "manila": Scene("manila/witness", 13, ("activate 16",), "1/145"),
    "manila late": Scene("manila/witness", 54, ("activate 23",), "2/511"),
}
"""Positions of kept games, and a unit that can go somewhere."""
ZOOMS = {"#whole": 1, "#larger": 3, "#larger >> nth=0": 3}
"""Buttons, and how often each is pressed: three sizes of the map."""
COVERED = """([box, which]) => {
  const at = document.querySelector(box).getBoundingClientRect();
  if (getComputedStyle(document.querySelector(box)).visibility === "hidden") return [];
  return [...document.querySelectorAll(which)].filter((one) => {
    const { left, top, right, bottom } = one.getBoundingClientRect();
    return right > left && at.left < right - 1 && left < at.right - 1
      && at.top < bottom - 1 && top < at.bottom - 1;
  }).map((one) => one.closest("[data-unit]")?.dataset.unit ?? one.textContent);
}"""
COUNTERS = "#sheet .stack .piece:not(.below) .counter"
NAMES = "#sheet .names .name"
SETTLED = "() => new Promise((then) => requestAnimationFrame(() => requestAnimationFrame(then)))"
BEYOND = """() => {
  const room = document.querySelector("#sheet").getBoundingClientRect();
  return [...document.querySelectorAll("#sheet .stack .piece:not(.below) .counter")]
    .map((one) => one.getBoundingClientRect())
    .filter((one) => one.left < room.left || one.right > room.right
      || one.top < room.top || one.bottom > room.bottom).length;
}"""
"""How many counters are not whole in sight."""


def points(pointer: Pointer, scene: Scene) -> Page:
    page = pointer.page
    if scene.lines:
        page.fill("#list", "\n".join(scene.lines))
        pointer.waits()
    page.fill("#about", scene.about)
    page.press("#about", "Enter")
    pointer.waits()
    page.locator("#not-now").evaluate("one => one.click()")
    expect(page.locator("#lit")).to_have_css("display", "grid")
    return page


@pytest.mark.parametrize("name", POINTED)
def test_a_legend_covers_no_counter_at_three_sizes(name: str, chromium: Browser) -> None:
    with fixed_chance("legend"), a_practice(POINTED[name]) as served:
        pointer = Pointer(served.address, chromium, SIZE)
        page = points(pointer, POINTED[name])
        page.evaluate(SETTLED)
        assert page.evaluate(COVERED, ["#lit", COUNTERS]) == []
        for button, times in ZOOMS.items():
            for _ in range(times):
                page.locator(button).click()
            page.evaluate(SETTLED)
            assert page.evaluate(COVERED, ["#lit", COUNTERS]) == [], button
        page.locator("#sheet").evaluate("one => one.scrollBy(-90, -70)")
        page.evaluate(SETTLED)
        assert page.evaluate(COVERED, ["#lit", COUNTERS]) == []
        pointer.context.close()


def test_a_legend_names_each_side_with_its_colour_and_mark(chromium: Browser) -> None:
    with fixed_chance("legend"), a_practice(POINTED["singapore"]) as served:
        pointer = Pointer(served.address, chromium, SIZE)
        page = points(pointer, POINTED["singapore"])
        rows = page.locator("#lit li:visible")
        expect(rows).to_have_text([
            "Japanese", "Australian", "British", "it can go there",
            "it can attack there", "road", "river, strait", "fortified line",
        ])  # fmt: skip
        colours = page.locator("#lit .side").evaluate_all(
            "all => all.map(one => getComputedStyle(one).backgroundColor)"
        )
        counters = [
            page.locator(f"#sheet .stack [data-side={side}] .counter").first.evaluate(
                "one => getComputedStyle(one).fill"
            )
            for side in ("jp", "au", "br")
        ]
        assert colours == counters
        shapes = page.locator("#lit .side").evaluate_all(
            "all => all.map(o => [getComputedStyle(o).borderRadius, getComputedStyle(o).transform])"
        )
        assert len({tuple(one) for one in shapes}) == 3
        pointer.context.close()


def test_a_drawer_of_units_that_wait_leaves_the_map_whole(chromium: Browser) -> None:
    """Planes between two flights cannot be ordered: their drawer stays shut."""
    with fixed_chance("legend"), a_practice(Scene("singapore/division", 66, (), "")) as served:
        pointer = Pointer(served.address, chromium, SIZE)
        page = pointer.page
        expect(page.locator("#rail [data-drawer=reserves] .count")).not_to_be_empty()
        expect(page.locator("#drawer")).to_be_hidden()
        assert page.evaluate(BEYOND) == 0
        pointer.context.close()


def test_a_map_beside_an_open_drawer_is_as_large_as_the_room_that_is_left(
    chromium: Browser,
) -> None:
    with fixed_chance("legend"), a_game(Scene("saipan", None, (), "")) as served:
        pointer = Pointer(served.address, chromium, SIZE)
        page = pointer.page
        expect(page.locator("#drawer")).to_be_visible()
        expect(page.locator("#tray button").first).to_be_visible()
        sheet = page.locator("#sheet").bounding_box()
        drawer = page.locator("#drawer").bounding_box()
        assert sheet is not None
        assert drawer is not None
        assert sheet["x"] >= drawer["x"] + drawer["width"] - 1
        pointer.context.close()


def test_what_is_told_of_a_place_covers_no_counter_and_no_name(chromium: Browser) -> None:
    with fixed_chance("legend"), a_practice(POINTED["singapore"]) as served:
        pointer = Pointer(served.address, chromium, SIZE)
        page = points(pointer, POINTED["singapore"])
        lit = page.locator("#sheet .place.reach")
        expect(lit).not_to_have_count(0)
        for number in range(lit.count()):
            place = lit.nth(number).get_attribute("data-place")
            page.mouse.move(5, 5)
            expect(page.locator("#ahead")).to_be_hidden()
            page.locator(f'#sheet .place[data-place="{place}"]').hover(force=True)
            expect(page.locator("#ahead")).to_be_visible()
            expect(page.locator("#ahead")).to_contain_text(re.compile(r"Cost|Attack"))
            assert page.evaluate(COVERED, ["#ahead", f"{COUNTERS}, {NAMES}"]) == [], place
        pointer.context.close()
