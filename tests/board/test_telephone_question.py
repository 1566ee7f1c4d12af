"""A question on a telephone: its answers in words below the map, and the fight above them."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Page, expect

from board.conftest import Board
from board.playing import LANDINGS, saipan
from long import BROWSING
from toy.people import Person

SIZE = {"width": 390, "height": 844}
TURN = (*LANDINGS, "end movement", "attack 16 with 2/6 1/6 3/6", "end combat")

FILLED = """(rows) => rows.map((one) =>
    parseFloat(getComputedStyle(one, '::before').borderTopWidth))"""
"""How broad the line of the circle before each answer is, in pixels."""


@pytest.fixture
def asked(ann: Person, bob: Person, serve: Callable[[Person], Board], chromium: Browser) -> Page:
    """Ann attacks 16, and this is bob's telephone."""
    saipan(ann, bob)
    ann.orders(*TURN)
    bob.takes(ann.sends())
    context = chromium.new_context(
        viewport=SIZE, has_touch=True, is_mobile=True, reduced_motion="reduce"
    )
    page = context.new_page()
    page.set_default_timeout(BROWSING)
    page.goto(serve(bob).address)
    expect(page.locator("#choices button").first).to_be_visible()
    return page


def test_the_fight_is_seen_above_answers_that_a_person_reads(asked: Page) -> None:
    """The question stands there once, and what declines comes first."""
    rows = asked.locator("#choices button")
    expect(rows.first).to_have_text(re.compile(r"^No fire: \+13, defender \w+ 50%"))
    expect(rows.nth(1)).to_have_text("3/10 fires: +11, the chances stay the same")
    assert not re.search(r"\b(fpf|pass|De|Dr)\b", asked.inner_text("body"))
    assert asked.inner_text("#card").count("Do you fire for 16?") == 1, "the rulebook's words"
    assert "rotective fire" not in asked.inner_text("body")
    expect(asked.locator("#card-title")).to_have_text("2/6, 1/6 and 3/6 attack 16.")
    expect(asked.locator("#tried")).not_to_have_attribute("aria-busy", "true")
    expect(rows.first).to_be_in_viewport()
    top = asked.evaluate("document.querySelector('#choices button').getBoundingClientRect().y")
    assert top > 0  # in one step: the rows may be made again meanwhile
    for unit in ("16", "2/6", "1/6", "3/6"):
        box = asked.locator(f'#sheet .stack [data-unit="{unit}"]').first.bounding_box()
        assert box is not None
        assert 0 <= box["x"] <= SIZE["width"] - box["width"]
        assert box["y"] + box["height"] < top


def test_answers_are_rows_of_one_height(asked: Page) -> None:
    high = asked.locator("#choices li:not(.always) > button[value]").evaluate_all(
        "all => [...new Set(all.map((one) => one.getBoundingClientRect().height))]"
    )
    assert len(high) == 1
    expect(asked.locator("#choices .always")).to_contain_text("until you withdraw it")


def test_another_answer_takes_the_place_of_the_first(asked: Page) -> None:
    rows = asked.locator("#choices button")
    rows.nth(1).tap()
    expect(asked.locator("#list")).to_have_value("fpf 3/10\n")
    expect(rows.nth(1)).to_have_attribute("aria-pressed", "true")
    filled = rows.evaluate_all(FILLED)[:3]  # in one step: the rows may be made again meanwhile
    assert filled[1] > filled[0] == filled[2], "its circle is full, and no other"
    rows.first.tap()
    expect(asked.locator("#list")).to_have_value("pass\n")
    expect(rows.first).to_have_attribute("aria-pressed", "true")
    rows.last.tap()
    expect(asked.locator("#list")).to_have_value("pass\nstanding fpf none\n")
    expect(asked.locator("[data-act=orders]")).to_contain_text("Sign 1 order")
    expect(rows.last).to_have_attribute("aria-pressed", "true")
    expect(rows.first).to_have_attribute("aria-pressed", "true")
    rows.last.tap()
    expect(asked.locator("#list")).to_have_value("pass\n")
    expect(rows.last).to_have_attribute("aria-pressed", "false")


def test_the_box_for_no_fire_is_not_seen_beside_another_answer(asked: Page) -> None:
    rows = asked.locator("#choices button")
    expect(rows.last).to_have_text(re.compile("^No fire from now on"))
    expect(rows.last).to_be_visible()
    rows.nth(1).tap()
    expect(rows.nth(1)).to_have_attribute("aria-pressed", "true")
    expect(rows.last).to_be_hidden()
    rows.first.tap()
    expect(rows.last).to_be_visible()


MARKED = """() => {
  const all = (which) => [...document.querySelectorAll(`#sheet ${which}`)];
  const named = (which) => all(`.piece.${which}`).map((one) => one.dataset.unit);
  const rings = all(".outline.asked").map((one) => one.getAttribute("d"));
  const at = all(".place.asked").map((one) => one.dataset.place);
  return { may: named("may"), fires: named("chosen"), rings: rings.length, at,
    lines: all(".way.backing").length };
}"""


def test_the_map_shows_what_is_attacked_and_which_guns_can_fire(asked: Page) -> None:
    """A ring lies around the place that is attacked, and a line leads to it from who fires."""
    rows = asked.locator("#choices button")
    expect(asked.locator("#sheet .piece.may")).to_have_count(1)
    place = asked.locator("#sheet .stack:has([data-unit='16'][data-side=jp])")
    at = place.first.get_attribute("data-place")
    found = {"may": ["3/10"], "fires": [], "rings": 1, "at": [at], "lines": 0}
    assert asked.evaluate(MARKED) == found
    rows.nth(1).tap()
    expect(asked.locator("#sheet .way.backing")).to_have_count(1)
    assert asked.evaluate(MARKED) == found | {"fires": ["3/10"], "lines": 1}
    gun = asked.locator("#sheet [data-unit='3/10']").first.bounding_box()
    assert gun is not None
    assert 0 <= gun["x"] <= SIZE["width"] - gun["width"]
    rows.first.tap()
    expect(rows.first).to_have_attribute("aria-pressed", "true")
    expect(asked.locator("#tried")).not_to_have_attribute("aria-busy", "true")
    expect(asked.locator("#sheet .piece.may")).to_have_count(1)
    assert asked.evaluate(MARKED) == found
