"""The map under the hand, on the board and in a replay: wheel, fingers, and a mouse that drags."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page

from board.conftest import Board
from board.playing import LANDINGS, saipan
from pbem.replays.page import page as replay_page
from pbem.replays.recording import record
from toy.people import Person

pytestmark = pytest.mark.long

HIGH = 20
"""Pixels that a counter needs at least for its two lines."""
NEAR = 2.0
"""Pixels by which a browser may round where something lies."""


@pytest.fixture(params=["board", "replay"])
def address(
    request: pytest.FixtureRequest,
    ann: Person,
    bob: Person,
    serve: Callable[[Person], Board],
    tmp_path: Path,
) -> str:
    """Saipan, ashore: as its board shows it, and as a replay does."""
    saipan(ann, bob)
    ann.orders(*LANDINGS)
    if request.param == "board":
        return serve(ann).address
    file = tmp_path / "game.html"
    file.write_text(replay_page(ann.log, record(ann.log, ann.client.library)), "utf-8")
    return file.as_uri()


def enter(page: Page, address: str, larger: int = 5) -> Locator:
    """Open a page, with a map larger than there is room for; return a hex in its middle."""
    page.goto(address)
    page.wait_for_selector("#sheet svg .place")
    page.wait_for_selector('.stack[data-place="1203"]')
    for _ in range(larger):
        page.click("#larger")
    place = page.locator("#sheet").evaluate(
        """sheet => {
          sheet.scrollIntoView();
          sheet.scrollTo(300, 300);
          const box = sheet.getBoundingClientRect();
          const at = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
          return at.closest("[data-place]").dataset.place;
        }"""
    )
    return page.locator(f'.place[data-place="{place}"]')


def middle(one: Locator) -> tuple[float, float]:
    box = one.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def wide(page: Page) -> float:
    return float(page.locator("#sheet svg").get_attribute("width") or 0)


def seen(page: Page) -> Any:
    """Return how far the map is scrolled, and the page."""
    return page.evaluate(
        "[document.getElementById('sheet').scrollLeft, document.getElementById('sheet').scrollTop,"
        " scrollY]"
    )


def is_near(one: tuple[float, float], other: tuple[float, float]) -> bool:
    return all(abs(a - b) <= NEAR for a, b in zip(one, other, strict=True))


HIDDEN = """() => [...document.querySelectorAll("#sheet .place")].filter((place) => {
  place.scrollIntoView({ block: "center", inline: "center" });
  const box = place.getBoundingClientRect(), x = box.x + box.width / 2;
  return [0.2, 0.5, 0.8].some((part) => {
    const at = document.elementFromPoint(x, box.y + part * box.height);
    if (at?.closest("#map > .tools")) return false; // these stand fixed, in a corner
    return at?.closest("[data-place]")?.dataset.place !== place.dataset.place;
  });
}).map((place) => place.dataset.place)"""
"""The hexes in which something lies that a click does not go through."""


def test_whatever_is_drawn_on_a_hex_a_click_there_is_on_the_hex(page: Page, address: str) -> None:
    page.goto(address)
    page.wait_for_selector('.stack[data-place="1203"]')
    assert page.evaluate(HIDDEN) == []


def test_the_wheel_scrolls_and_zooms_with_ctrl(page: Page, address: str) -> None:
    hex_ = enter(page, address, larger=3)  # a map that is as large as can be grows no more
    size, (left, top, _) = wide(page), seen(page)
    page.mouse.move(*middle(hex_))
    page.mouse.wheel(0, 60)
    page.wait_for_function(f"() => document.getElementById('sheet').scrollTop === {top + 60}")
    page.mouse.wheel(40, 0)
    page.wait_for_function(f"() => document.getElementById('sheet').scrollLeft === {left + 40}")
    assert wide(page) == size
    before = middle(hex_)
    page.mouse.move(*before)
    for way in (-100, 100):
        page.keyboard.down("Control")
        page.mouse.wheel(0, way)
        page.keyboard.up("Control")
        larger = size * 1.25 if way < 0 else size
        page.wait_for_function(
            "size => Math.abs(document.querySelector('#sheet svg').getAttribute('width') - size)"
            " < 1",
            arg=larger,
        )
        assert is_near(middle(hex_), before), "what is under the pointer stays there"
    assert page.evaluate("devicePixelRatio") == 1, "the page itself is not zoomed"


def test_a_mouse_drags_the_map(page: Page, address: str) -> None:
    hex_ = enter(page, address)
    (left, top, down), before = seen(page), page.inner_html("#side, #about")
    x, y = middle(hex_)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x - 20, y - 10)
    page.mouse.move(x - 80, y - 50)
    assert seen(page) == [left + 80, top + 50, down]
    page.mouse.up()
    page.mouse.move(x, y)
    assert seen(page) == [left + 80, top + 50, down], "it was let go"
    assert page.inner_html("#side, #about") == before, "a drag points at nothing"
    assert page.evaluate("getSelection().toString()") == ""
    page.mouse.move(*middle(hex_))
    page.mouse.down()
    page.mouse.move(middle(hex_)[0] + 2, middle(hex_)[1])  # a hand is not that steady
    page.mouse.up()
    place = hex_.get_attribute("data-place")
    page.wait_for_function(
        "place => (about => about.value ?? about.textContent)(document.querySelector('#about'))"
        ".includes(place)",
        arg=place,
    )


def test_larger_and_smaller_keep_what_was_pointed_at_last_where_it_is(
    page: Page, address: str
) -> None:
    page.goto(address)
    page.wait_for_selector('.stack[data-place="1203"]')
    hex_ = page.locator('.place[data-place="1405"]')
    page.mouse.click(*middle(hex_))
    before, size = middle(hex_), wide(page)
    for button in ("#larger", "#larger", "#smaller"):
        page.click(button)
        assert is_near(middle(hex_), before)
    assert wide(page) == pytest.approx(size * 1.25, rel=0.01)


def test_the_whole_map_is_in_the_window_and_its_counters_can_be_read(
    page: Page, address: str
) -> None:
    page.set_viewport_size({"width": 1366, "height": 768})
    page.goto(address)
    page.wait_for_selector('.stack[data-place="1203"]')
    page.click("#whole")
    assert page.evaluate(
        """() => {
          const sheet = document.getElementById("sheet");
          return sheet.scrollWidth <= sheet.clientWidth && sheet.scrollHeight <= sheet.clientHeight;
        }"""
    )
    counter = page.locator('.stack[data-place="1203"] .piece').first
    page.mouse.move(*middle(counter))
    large = page.locator("#map :is(.lens, .fan)")
    assert large.locator(".counter").first.bounding_box()["height"] >= HIGH  # type: ignore[index]
    page.mouse.move(*middle(page.locator('.place[data-place="2010"]')))
    page.wait_for_function("() => !document.querySelector('#map :is(.lens, .fan)')")


def test_two_fingers_zoom_and_one_scrolls(chromium: Browser, address: str) -> None:
    with chromium.new_context(
        viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True
    ) as context:
        page = context.new_page()
        hex_ = enter(page, address, larger=2)  # in a narrow window it is large from the beginning
        size, before = wide(page), middle(hex_)
        x, y = before
        fingers = context.new_cdp_session(page)

        def touches(kind: str, *points: tuple[float, float]) -> None:
            at = [{"x": x + across, "y": y + down} for across, down in points]
            fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": at})

        touches("touchStart", (-20, 0), (20, 0))
        for moves in range(1, 41):
            apart = 20 + moves / 4
            touches("touchMove", (-apart, 0), (apart, 0))
        touches("touchEnd")
        assert wide(page) == pytest.approx(size * 60 / 40, rel=0.01)
        assert is_near(middle(hex_), before), "what lies between the fingers stays there"
        assert page.evaluate("visualViewport.scale") == 1, "the page itself is not zoomed"
        scrolled = seen(page)
        touches("touchStart", (0, 0))
        for up in range(20, 100, 20):
            touches("touchMove", (0, -up))
        touches("touchEnd")
        page.wait_for_function(f"() => document.getElementById('sheet').scrollTop > {scrolled[1]}")
        assert wide(page) == pytest.approx(size * 60 / 40, rel=0.01)
