"""How much of a page is laid out when something is pointed at: by counting, not by the clock."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page

from board.pictures import SIZE, Scene, a_practice
from hostile.base import fixed_chance
from long import BROWSING
from pbem.bench.boards import MEASURING, POINT

pytestmark = pytest.mark.long

MOVEMENT = Scene("tokyo/two-players", 14, (), "7")
"""The largest map, with units of which some can go to 26 places."""
MOVES = ("1M 2903", "27 3202", "4M 2902", "6M 2704", "7 3103", "96 2904", "HQ-III 2601")
WRITE = """(text) => {
  const list = document.getElementById("list");
  list.value = text;
  return timed(
    () => list.dispatchEvent(new Event("input")),
    () => settled(document.getElementById("tried")),
  );
}"""
KEEP = """() => {
  const map = document.querySelector("#sheet svg");
  for (const one of map.querySelectorAll(".stack, .names > *")) one.kept = true;
  globalThis.said = [];
  new MutationObserver((all) => said.push(...all.map((one) => one.attributeName)))
    .observe(map, { attributes: true });
}"""
"""Marks what stands on the map, and notes what is reported of it."""
AGAIN = """(of) =>
  [...document.querySelectorAll(`#sheet ${of}`)].filter((one) => !one.kept).length"""
MAP = """() => document.querySelector("#sheet").innerHTML"""
FRAMES = 6
"""A page is laid out once for each frame in which it changed, and once to scroll or to measure."""
COMPARED = 5_000
"""Boxes compared for a place to lie in: each spot with a few of the 150 that are on a map."""
RESTYLED = 320
"""Elements styled for a click: 26 places with outline and cost, those of before, and a card."""


SEARCHES = 60
"""Searches of the whole map for a click, which has thousands of elements: not one for each mark."""
COUNT = """() => {
  globalThis.searches = 0;
  const own = SVGElement.prototype;
  for (const name of ["querySelector", "querySelectorAll"]) {
    const whole = own[name];
    own[name] = function (which) {
      if (this.matches("#sheet svg.map")) searches += 1;
      return whole.call(this, which);
    };
  }
}"""
LAYERS = """() => [...document.querySelectorAll("#sheet svg.map *")].filter((one) => {
  const { filter, opacity } = getComputedStyle(one);
  return filter !== "none" || opacity !== "1";
}).map((one) => one.outerHTML)"""


@pytest.fixture
def tokyo(chromium: Browser) -> Iterator[Page]:
    with (
        fixed_chance("laid out"),
        a_practice(MOVEMENT) as served,
        chromium.new_context(
            viewport={"width": SIZE[0], "height": SIZE[1]}, reduced_motion="reduce"
        ) as context,
    ):
        context.set_default_timeout(BROWSING)
        context.add_init_script(MEASURING)
        page = context.new_page()
        page.goto(served.address)
        page.wait_for_selector("#sheet .piece")
        page.wait_for_selector("#past > li", state="attached")
        yield page


def writes(page: Page, *moves: str) -> None:
    page.evaluate(WRITE, "\n".join(f"move {one}" for one in moves))


def layouts(page: Page) -> Callable[[], int]:
    """Return a function that says how often the page was laid out since it was asked last."""
    session, before = page.context.new_cdp_session(page), 0
    session.send("Performance.enable")

    def since() -> int:
        nonlocal before
        reported = session.send("Performance.getMetrics")["metrics"]
        now = next(round(one["value"]) for one in reported if one["name"] == "LayoutCount")
        before, many = now, now - before
        return many

    since()
    return since


def calls(page: Page, what: str, about: str = "") -> Counter[str]:
    """Return function -> how often it is called while a script runs with an argument."""
    session, found = page.context.new_cdp_session(page), Counter[str]()
    session.send("Profiler.enable")
    session.send("Profiler.startPreciseCoverage", {"callCount": True, "detailed": False})
    page.evaluate(what, about)
    for script in session.send("Profiler.takePreciseCoverage")["result"]:
        for one in script["functions"]:
            name = f"{script['url'].rpartition('/')[2]} {one['functionName']}"
            found[name] += one["ranges"][0]["count"]
    session.send("Profiler.disable")
    return found


def test_a_spot_for_a_card_is_given_up_as_soon_as_another_is_better(tokyo: Page) -> None:
    tokyo.evaluate(POINT, "6M")
    many = calls(tokyo, POINT, MOVEMENT.about)
    assert tokyo.locator("#card").is_visible()
    assert 0 < many["beside.js shared"] < COMPARED
    assert 0 < many["legend.js shared"] < COMPARED


def test_what_is_lit_has_no_more_styled_than_changes(tokyo: Page, chromium: Browser) -> None:
    """A map and a log have thousands of elements: none of those that stay is styled again."""
    tokyo.evaluate(POINT, "6M")
    kinds = ["disabled-by-default-devtools.timeline", "devtools.timeline"]
    chromium.start_tracing(page=tokyo, categories=kinds)
    tokyo.evaluate(POINT, MOVEMENT.about)
    events = json.loads(chromium.stop_tracing())["traceEvents"]
    styled = [one["args"].get("elementCount", 0) for one in events
              if one["name"] == "UpdateLayoutTree" and "args" in one]  # fmt: skip
    assert 0 < sum(styled) < RESTYLED, styled


def test_nothing_chosen_has_what_is_drawn_above_it_painted_again(tokyo: Page) -> None:
    """A filter is painted by itself, and splits in two what is painted of the map."""
    tokyo.evaluate(POINT, MOVEMENT.about)
    chosen = tokyo.locator("#sheet .piece.chosen")
    assert chosen.count() == 1
    assert tokyo.evaluate(LAYERS) == []
    assert chosen.locator(".shadow + .counter").count() == 1
    tokyo.evaluate(POINT, "6M")
    assert tokyo.locator("#sheet .shadow").count() == 1


def test_a_click_does_not_search_the_map_for_each_place_that_is_lit(tokyo: Page) -> None:
    tokyo.evaluate(POINT, "6M")
    tokyo.evaluate(COUNT)
    tokyo.evaluate(POINT, MOVEMENT.about)
    assert tokyo.locator("#sheet .outline.reach").count() > 20
    assert 0 < tokyo.evaluate("searches") < SEARCHES


def test_marks_have_the_map_laid_out_once_and_not_once_each(tokyo: Page) -> None:
    page = tokyo
    page.evaluate(POINT, "6M")
    since = layouts(page)
    page.evaluate(POINT, MOVEMENT.about)
    many, marks = since(), page.locator("#sheet .cost").count()
    assert marks > 2 * FRAMES
    assert many <= FRAMES, many


def test_arrows_have_the_map_laid_out_once_and_not_once_each(tokyo: Page) -> None:
    page = tokyo
    since = layouts(page)
    writes(page, *MOVES)
    many = since()
    assert page.locator("#sheet .arrow").count() == len(MOVES)
    assert many <= FRAMES, many


def test_who_stays_where_he_is_stays_on_the_map(tokyo: Page) -> None:
    """After one order more a map is made of the one before: what did not change is kept."""
    page = tokyo
    writes(page, *MOVES[:3])
    page.evaluate(KEEP)
    writes(page, *MOVES[:4])
    origin_and_end = 2
    assert page.evaluate(AGAIN, ".stack") <= origin_and_end
    assert page.evaluate(AGAIN, ".names > *") == 0
    assert not {"width", "height", "viewBox"} & set(page.evaluate("said"))


def test_a_map_of_another_moment_is_looked_through_once(tokyo: Page) -> None:
    """It is asked of each element once whether it is a group that stays, and where that stood."""
    writes(tokyo, *MOVES[:1])
    many = calls(tokyo, WRITE, f"move {MOVES[1]}")
    every = tokyo.locator("#sheet svg > *, #sheet svg > g > *").count()
    assert 0 < many["remaking.js stays"] < 2 * every


def test_a_map_made_of_another_is_the_one_that_is_made_at_once(tokyo: Page) -> None:
    page = tokyo
    for many in (3, 7, 1, 5):
        writes(page, *MOVES[:many])
    made_of_others = page.evaluate(MAP)
    page.reload()
    page.wait_for_selector("#past > li", state="attached")
    writes(page, *MOVES[:5])
    assert page.evaluate(MAP) == made_of_others
