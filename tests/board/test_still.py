"""Nothing that is aimed at moves: map, tray, list and buttons lie where they lay before."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import TypeAlias

import pytest
from playwright.sync_api import Browser, Page, expect

from board.conftest import Board, drawer, enter
from board.pictures import SCENES, a_practice
from board.playing import LANDINGS, PASSPHRASE, saipan
from hostile.base import fixed_chance
from long import BROWSING
from toy.people import Person

pytestmark = pytest.mark.long

LAPTOP, SCREEN = {"width": 1366, "height": 768}, {"width": 1920, "height": 1080}
GAMES = {scene.of.partition("/")[0]: scene for scene in SCENES.values() if scene.event is not None}
"""A practice of each game, in the middle of a turn."""

Boxes: TypeAlias = dict[str, list[float]]

BOXES = """() => {
  const fixed = "#sheet, #sheet svg.map, #tray button, #pointing, .tools button, #rail button";
  const buttons = "#dock, #undo, .quiet > button, button.sign";
  const all = [...document.querySelectorAll(`${fixed}, ${buttons}`)];
  const there = all.filter((one) => one.getClientRects().length);
  const called = ({ dataset, id, className, textContent }) =>
    dataset.unit ?? (id || dataset.act || className.baseVal || textContent);
  const box = ({ x, y, width, height }) => [x, y, width, height];
  return Object.fromEntries(there.map((one) => [called(one), box(one.getBoundingClientRect())]));
}"""
"""Whatever is aimed at beside the map's places -> its box; what is offered comes and goes."""

PLACES = """() => {
  const lies = (one) => Object.values(one.getBoundingClientRect().toJSON());
  const places = [...document.querySelectorAll("#sheet .place")];
  const all = places.map((one) => [one.dataset.place, lies(one.querySelector("rect, path"))]);
  const stay = [...document.querySelectorAll("#sheet .stack .piece")];
  const named = (one) => `${one.dataset.unit} in ${one.closest(".stack").dataset.place}`;
  if (document.querySelector("#sheet .place:is(:has(rect), [data-middle])"))
    for (const one of stay) all.push([named(one), lies(one.querySelector(".counter"))]);
  return Object.fromEntries(all);
}"""
"""Each place of a map -> its box; of a map of areas each counter too, by where it stands."""


@pytest.fixture(params=GAMES)
def practice(request: pytest.FixtureRequest, chromium: Browser) -> Iterator[tuple[Page, str]]:
    """A page of a practice, and what can be pointed at in it."""
    scene = GAMES[request.param]
    with ExitStack() as stack:
        stack.enter_context(fixed_chance("still"))
        address = stack.enter_context(a_practice(scene)).address
        context = stack.enter_context(
            chromium.new_context(viewport=LAPTOP, reduced_motion="reduce")  # type: ignore[arg-type]
        )
        context.set_default_timeout(BROWSING)
        page = context.new_page()
        page.goto(address)
        page.wait_for_selector("#past > li", state="attached")
        expect(page.locator("#sheet svg .place").first).to_be_attached()
        expect(page.locator("#dock")).to_be_visible()
        yield page, scene.about


def moved(before: Boxes, after: Boxes) -> Boxes:
    """Return what lies elsewhere than before; what is gone is not aimed at."""
    return {name: box for name, box in after.items() if before.get(name, box) != box}


def waits(page: Page) -> None:
    page.wait_for_selector("#tried:not([aria-busy=true])", state="attached")


@pytest.mark.few(1, 8)
def test_nothing_moves_by_hover_choice_or_a_longer_list(practice: tuple[Page, str]) -> None:
    page, about = practice
    page.click("#whole")  # else the map goes to what is named and lies out of sight
    before: Boxes = page.evaluate(BOXES)
    assert {"sheet", "dock", "try", "undo", "pointing", "several", "carry"} <= before.keys()

    def stands(what: str) -> None:
        assert moved(before, page.evaluate(BOXES)) == {}, what

    several = page.locator("#sheet .stack:has(.piece ~ .piece)")
    stack = several.first if several.count() else page.locator("#sheet .stack").first
    stack.locator(".piece:not(.below)").first.hover(force=True)
    before = page.evaluate(BOXES)  # the map was scrolled to it
    expect(page.locator("#map :is(.fan, .lens)")).to_have_count(1)
    stands("a stack lies open")
    page.fill("#about", about)
    page.press("#about", "Enter")
    waits(page)
    expect(page.locator("#choices li").first).to_be_attached()
    stands("something is pointed at")
    places: Boxes = page.evaluate(PLACES)
    page.locator("#choices button").first.click()
    expect(page.locator("#list")).not_to_have_value("")
    waits(page)
    stands("an order is written")
    assert moved(places, page.evaluate(PLACES)) == {}
    page.click("#try")
    waits(page)
    stands("it was tried")
    page.fill("#list", page.input_value("#list") + "nonsense\n" * 9)
    expect(page.locator("#tried")).to_have_class("told wrong")
    stands("the list is long, and wrong")
    page.click("#undo")
    waits(page)
    stands("a line was taken out")
    page.keyboard.press("Escape")
    stands("nothing is pointed at any more")


def test_anyone_leaves_the_tray_leaves_a_gap(page: Page, board: Board) -> None:
    page.set_viewport_size(LAPTOP)  # type: ignore[arg-type]
    enter(page, board)
    before: Boxes = page.evaluate(BOXES)
    assert "3/24" in before
    page.fill("#list", "\n".join(LANDINGS))
    expect(page.locator('.stack[data-place="1203"]')).to_be_attached()
    after: Boxes = page.evaluate(BOXES)
    assert moved(before, after) == {}
    assert {"1/2", "2/2"} <= before.keys() - after.keys()
    assert page.locator("#tray .gap").count() == len(LANDINGS)


ROUNDED = 1 / 64
"""The fraction of a pixel to which browsers round the height of a drawing, and with it its size."""
FRAMES = """
  window.seen = new Set();
  (function look() {
    const place = document.querySelector('#sheet .place[data-place="1203"]');
    window.seen.add(place.getBoundingClientRect().y);
    requestAnimationFrame(look);
  })();
"""
"""The place of a hex in each frame that is painted. (Chromium's entries of `layout-shift` do not
show it: a map that stays while its window grows above it has shifted for them.)"""


@pytest.mark.few(1, 4)
@pytest.mark.parametrize("scrolled", [0, 20, 120], ids=["at-its-top", "near-it", "below"])
def test_a_tray_that_goes_leaves_what_is_seen_of_the_map_where_it_was(
    page: Page, board: Board, scrolled: int
) -> None:
    """It goes when the turn ends."""
    page.set_viewport_size(LAPTOP)  # type: ignore[arg-type]
    enter(page, board)
    page.fill("#list", "\n".join(LANDINGS) + "\nend movement\nattack 16 with 2/6 1/6 3/6\n")
    page.fill("#passphrase", PASSPHRASE)
    waits(page)
    page.locator("#sheet").evaluate(f"one => one.scrollTo(0, {scrolled})")
    place = page.locator('#sheet .place[data-place="1203"]')
    before = place.bounding_box()
    page.evaluate(FRAMES)
    page.click("[data-act=orders]")
    expect(page.locator("#tried")).to_contain_text("Signed: event 3")
    expect(page.locator("#past > li")).to_have_count(board.whose.count)
    expect(page.locator("#tray")).to_be_hidden()
    after = place.bounding_box()
    assert before is not None
    assert after is not None
    assert after["x"] == pytest.approx(before["x"], abs=ROUNDED)
    seen = page.evaluate("[...window.seen]")
    assert max(seen) - min(seen) < 1


@pytest.mark.few(1, 4)
@pytest.mark.parametrize("whole", [False, True], ids=["wide", "all-of-it"])
@pytest.mark.parametrize("scrolled", [0, 40], ids=["at-its-top", "below"])
def test_a_tray_that_comes_leaves_what_is_seen_of_the_map_where_it_was(
    page: Page,
    ann: Person,
    bob: Person,
    serve: Callable[[Person], Board],
    *,
    scrolled: int,
    whole: bool,
) -> None:
    """Saipan: who has not landed yet lies there again once the dice of one's attack are given.

    Their number stands at the drawer, which opens by a click alone.
    """
    page.set_viewport_size(LAPTOP)  # type: ignore[arg-type]
    saipan(ann, bob)
    ann.orders(*LANDINGS, "end movement", "attack 16 with 2/6 1/6 3/6")
    bob.takes(ann.sends())
    board = serve(ann)
    enter(page, board)
    expect(page.locator("#tray")).to_be_hidden()
    bob.orders("pass")
    page.set_input_files("#came", bob.sends())
    expect(page.locator("#past > li")).to_have_count(bob.count)
    if whole:  # there is nothing to scroll
        for _ in range(3):
            page.click("#smaller")
    page.locator("#sheet").evaluate(f"one => one.scrollTo(0, {scrolled})")
    place = page.locator('#sheet .place[data-place="1203"]')
    before = place.bounding_box()
    page.evaluate(FRAMES)
    page.fill("#passphrase", PASSPHRASE)
    page.click("[data-act=dice]")
    expect(page.locator("#past > li")).to_have_count(board.whose.count)
    reserves = page.locator("#rail [data-drawer=reserves]")
    expect(reserves.locator(".count")).not_to_be_empty()
    expect(reserves).to_have_attribute("aria-expanded", "false")
    after = place.bounding_box()
    assert before is not None
    assert after is not None
    assert after["x"] == pytest.approx(before["x"], abs=ROUNDED)
    seen = page.evaluate("[...window.seen]")
    assert max(seen) - min(seen) < 1
    reserves.click()
    expect(page.locator("#tray button").first).to_be_visible()


@pytest.mark.few(1, 4)
@pytest.mark.parametrize("size", [LAPTOP, SCREEN], ids=["laptop", "screen"])
def test_what_tries_and_signs_is_always_in_sight_and_as_large(
    page: Page, board: Board, size: dict[str, int]
) -> None:
    """Whatever the button says, and whatever lies open beside the map."""
    page.set_viewport_size(size)  # type: ignore[arg-type]
    enter(page, board)
    button = page.locator("[data-act=orders]")
    expect(button).to_be_visible()
    before = button.bounding_box()
    assert before is not None
    assert before["width"] == BUTTON
    for orders in ("", LANDINGS[0], "\n".join(LANDINGS), "nonsense"):
        page.fill("#list", orders)
        waits(page)
        assert button.bounding_box() == before
    for name in ("post", "standing-orders", "reserves"):
        drawer(page, name)
        for what in ("#about", "#try", "#as-text", "[data-act=orders]"):
            expect(page.locator(what)).to_be_in_viewport(ratio=1)
            assert page.locator(what).evaluate(ON_TOP), (what, name)
        assert button.bounding_box() == before


@pytest.mark.parametrize("long", [False, True], ids=["short-log", "long-log"])
def test_what_happened_stays_where_it_is_when_an_answer_comes(
    page: Page, ann: Person, bob: Person, serve: Callable[[Person], Board], *, long: bool
) -> None:
    """A reader of it is not disturbed; the newest event stands on top of it."""
    page.set_viewport_size(LAPTOP)  # type: ignore[arg-type]
    saipan(ann, bob)
    enter(page, serve(ann))
    if long:
        high = "them => them.forEach((one) => { one.style.minHeight = '300px'; })"
        page.locator("#past > li").evaluate_all(high)
    newest = page.locator("#past > li").last
    newest.scroll_into_view_if_needed()
    before = newest.bounding_box()
    page.fill("#list", "\n".join(LANDINGS))
    expect(page.locator("#tried")).to_contain_text("lands at 1203")
    page.click("#try")
    expect(page.locator("#tried")).to_contain_text("What your list does:")
    after = newest.bounding_box()
    assert before is not None
    assert after is not None
    assert abs(after["y"] - before["y"]) < 1, "a browser rounds where it scrolls to"


BUTTON = 302
"""Pixels: the width of the button that signs, in every state."""
ON_TOP = """one => {
  const { x, y, width, height } = one.getBoundingClientRect();
  return one.contains(document.elementFromPoint(x + width / 2, y + height / 2));
}"""
"""Whether a click in the middle of something is a click on it."""
