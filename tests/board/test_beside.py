"""Odds at each target, and cards beside a place that cover nobody who is meant."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from board.clicking import Pointer
from board.conftest import drawer
from board.pictures import SIZE, Scene, a_game, a_practice, shows
from board.playing import LANDINGS
from hostile.base import fixed_chance

pytestmark = pytest.mark.few(0, 4)

ATTACKING = {
    "saipan": (Scene("saipan", None, (), ""), (*LANDINGS, "end movement"), "1/6", "0802"),
    "singapore": (Scene("singapore/division", 27, (), ""), (), "jg4", "Buloh"),
    "tokyo": (Scene("tokyo/two-players", 15, (), ""), (), "27", "2804"),
}
"""A position, the orders that are written, who attacks, and what."""
CROWDED = Scene("meiktila/second", 47, (), "3/168")
"""A position in which the card of a unit lies upon the log, with a drawer and little room."""
COVERED = """([card, place]) => {
  const box = (one) => one.getBoundingClientRect(), at = box(document.querySelector(card));
  const named = `[data-place="${place}"]`;
  return [...document.querySelectorAll("#sheet :is(.outline.target, .chosen .counter)")]
    .concat([...document.querySelectorAll(`#sheet .stack${named} .piece:not(.below) .counter`)])
    .filter((one) => {
      const { left, top, right, bottom } = box(one);
      return right > left && at.left < right - 1 && left < at.right - 1
        && at.top < bottom - 1 && top < at.bottom - 1;
    }).map((one) => one.getAttribute("class"));
}"""
FRAME = """() => {
  const all = (which) => [...document.querySelectorAll(`#sheet ${which}`)];
  const style = (one) => getComputedStyle(one), wide = (one) => parseFloat(style(one).strokeWidth);
  const frames = all(".frame:not(.casing)");
  const borders = all(".ground > .line:not(.l-beyond, .l-shoal)");
  const follows = Node.DOCUMENT_POSITION_FOLLOWING;
  const after = (one, other) => one.compareDocumentPosition(other) & follows;
  return {
    frames: frames.map((one) => [style(one).stroke, style(one).strokeOpacity]),
    beneath: frames.every((one) => borders.every((other) => after(one, other))),
    frame: Math.min(...frames.map(wide)),
    front: Math.max(...all(".ground > .l-divide").map(wide)),
  };
}"""


@pytest.fixture(params=ATTACKING)
def attacking(request: pytest.FixtureRequest, chromium: Browser) -> Iterator[tuple[Pointer, str]]:
    """Somebody who has pointed at a unit that can attack, and its target."""
    scene, lines, unit, target = ATTACKING[request.param]
    opened = a_game if scene.event is None else a_practice
    with fixed_chance("beside"), opened(scene) as served:
        pointer = Pointer(served.address, chromium, SIZE)
        if lines:
            pointer.page.fill("#list", "\n".join(lines))
            expect(pointer.page.locator("#asked")).to_contain_text("attack")
        shows(pointer, unit)
        yield pointer, target
        pointer.context.close()


def test_each_target_tells_its_odds_before_anybody_clicks(attacking: tuple[Pointer, str]) -> None:
    pointer, target = attacking
    told = pointer.page.locator(f'#sheet .odds[data-target="{target}"] text')
    expect(told).to_have_text(re.compile(r"\d+%"))
    pointer.page.keyboard.press("Escape")
    pointer.page.locator("#sheet").focus()
    pointer.page.keyboard.press("Escape")
    expect(told).to_have_count(0)


def test_a_card_covers_no_target_and_nobody_who_attacks(attacking: tuple[Pointer, str]) -> None:
    pointer, target = attacking
    page = pointer.page
    at = page.locator(f'#sheet .stack[data-place="{target}"] .piece').last
    at.hover(force=True)
    expect(page.locator("#ahead")).to_be_visible()
    assert page.evaluate(COVERED, ["#ahead", target]) == []
    at.click(force=True)
    expect(page.locator("#card")).to_be_visible()
    assert page.evaluate(COVERED, ["#card", target]) == []
    expect(page.locator("#card")).to_be_in_viewport(ratio=1)


def test_a_card_of_now_is_away_while_one_looks_back(chromium: Browser) -> None:
    """It may lie upon the log if the map has no room. The past is shown without it."""
    with fixed_chance("beside"), a_practice(CROWDED) as served:
        pointer = Pointer(served.address, chromium, (1300, 900))
        page = pointer.page
        drawer(page, "reserves")
        pointer.points(CROWDED.about)
        card = page.locator("#card")
        expect(card).to_be_visible()
        expect(card).to_contain_class("docked")
        page.locator("#back").click()
        expect(page.get_by_role("button", name="Back to now")).to_be_visible()
        expect(card).to_be_hidden()
        page.locator("#now").click()
        expect(card).to_be_visible()
        pointer.context.close()


def test_what_is_lit_is_framed_along_its_border_by_what_can_be_done(page: Page) -> None:
    """One colour says that units can go there, another that they can attack there."""
    with a_practice(Scene("singapore/division", 36, (), "")) as served:
        page.set_viewport_size({"width": SIZE[0], "height": SIZE[1]})
        page.goto(served.address)
        page.wait_for_selector("#past > li", state="attached")
        page.fill("#about", "av1")
        page.press("#about", "Enter")
        expect(page.locator("#sheet path.outline.reach")).not_to_have_count(0)
        found = page.evaluate(FRAME)
        assert found["frames"] == [["rgb(0, 105, 92)", "1"], ["rgb(163, 18, 58)", "1"]]
        assert found["beneath"]
        assert found["frame"] > 2 * found["front"]
