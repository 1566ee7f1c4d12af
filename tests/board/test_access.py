"""Every game for everybody: by keys alone, as described to readers of screens, on small screens."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Locator, Page, expect

from board.by_keys import TABS_MOST
from board.clicking import sensible
from board.conftest import Board, dock, drawer, enter, menu, tab
from board.playing import GAMES, PASSPHRASE, sit_down
from toy.people import Person

pytestmark = pytest.mark.few(0, 2)


@pytest.fixture(params=GAMES)
def board(
    request: pytest.FixtureRequest, serve: Callable[[Person], Board], tmp_path: Path
) -> Board:
    people = sit_down(tmp_path, GAMES[request.param])
    for one in people:
        one.client.close()
    return serve(next(one for one in people if one.sits().is_active))


def tab_to(page: Page, wanted: Locator) -> None:
    """Go on by the tabulator alone until something has the focus."""
    for _ in range(TABS_MOST):
        if wanted.evaluate("one => one === document.activeElement"):
            return
        page.keyboard.press("Tab")
    raise AssertionError("it is not reached by the tabulator")


def waits(page: Page) -> None:
    page.wait_for_selector("#tried:not([aria-busy=true])", state="attached")


def signs_a_turn_by_keys(page: Page, board: Board) -> None:
    """Do what is asked for, without a mouse: choose the first order that is offered, and sign."""
    act = page.locator("#acts .sign").first
    if act.get_attribute("data-act") in ("orders", "seal"):
        about = board_words(board)
        tab_to(page, page.locator("#about"))
        page.keyboard.type(about)
        page.keyboard.press("Enter")
        waits(page)
        tab_to(page, page.locator("#choices li button").first)
        page.keyboard.press("Enter")
        expect(page.locator("#list")).not_to_have_value("")
        waits(page)
    tab_to(page, page.locator("#passphrase"))
    page.keyboard.type(PASSPHRASE)
    tab_to(page, act)
    page.keyboard.press("Enter")
    expect(page.locator("#tried")).to_contain_text("Signed: event")


def board_words(board: Board) -> str:
    """The words of somebody who wants to order something sensible."""
    words = sensible(1)(board.whose.sits())[0].split()
    return words[1] if len(words) > 1 else ""


def test_a_turn_by_keys_is_reported_to_who_does_not_see(page: Page, board: Board) -> None:
    """Each answer comes in a live region, and the map is one thing, not a number for each hex."""
    enter(page, board)
    reported = page.locator("body").aria_snapshot()
    assert re.search(r'heading "[^"]+" \[level=1\]', reported)
    active = board.whose.sits().table.active().why
    orders = re.search(r"Waiting for \w+ \(([\w. ]+)\)", active)
    mine = re.sub(r"^Waiting for \w+('s computer)? to ", "Your move: ", active.partition(":")[0])
    assert (f"Your turn as {orders[1]}" if orders else mine) in reported
    for name in ("Orders", "What happened", "Chat"):
        assert f'heading "{name}" [level=2]' in reported
    for name in ("Reserves", "Position", "Standing", "Mail"):
        assert f'button "{name}' in reported
    assert max(map(len, reported.splitlines())) < 2000, "nobody listens to a map that long"
    signs_a_turn_by_keys(page, board)
    for name in ("tried", "choices-said", "asked", "prompt", "step", "news-told"):
        assert page.get_attribute(f"#{name}", "aria-live") == "polite"
    assert "Signed: event" in page.locator("#side").aria_snapshot()
    wrong = [one for one in page.wrong if "status of 4" not in one]  # type: ignore[attr-defined]
    assert wrong == []


PRESSED = re.compile("^(Sign|Nothing to sign|Seal|Roll|Open your|Do your|Join)")
"""The possible words of the large button."""


def test_a_turn_is_played_by_the_tree_of_roles_and_names_alone(page: Page, board: Board) -> None:
    """As by a reader of screens: nothing is found by where it stands or how it looks."""
    enter(page, board)
    orders = page.get_by_role("region", name="Orders", exact=True)
    expect(orders.get_by_role("group", name="What is asked")).to_have_text(re.compile(r"\w"))
    button = orders.get_by_role("button", name=PRESSED)
    if button.inner_text().startswith(("Sign", "Nothing", "Seal")):
        page.get_by_role("textbox", name="Find a unit or place").press("Enter")
        offered = page.get_by_role("region", name="Orders to choose from").get_by_role("listitem")
        expect(offered).not_to_have_count(0)
        offered.first.get_by_role("button").press("Enter")
        chips = orders.get_by_role("list", name="Your orders").get_by_role("listitem")
        expect(chips).not_to_have_count(0)
        expect(button).to_be_enabled()
    button.press("Enter")
    page.get_by_label("Passphrase").fill(PASSPHRASE)
    button.press("Enter")
    expect(page.get_by_text("Signed: event")).to_be_visible()
    wrong = [one for one in page.wrong if "status of 4" not in one]  # type: ignore[attr-defined]
    assert wrong == []


def states(page: Page, board: Board) -> Iterator[str]:
    """Go through what a page can look like; yield a name of each."""
    yield "as it opens"
    if page.locator("#about").is_visible():
        page.fill("#about", board_words(board))
        page.press("#about", "Enter")
        waits(page)
        yield "with what is legal"
        page.locator("#choices li button").first.click()
        waits(page)
        yield "with an order written"
        dock(page)
        page.click("#try")
        waits(page)
        yield "with a list tried"
        page.fill("#list", "nonsense\n")
        page.click("#try")
        waits(page)
        yield "with a mistake"
    tab(page, "log")
    page.click("#first")
    yield "with the past"
    page.click("#now")
    for summary in page.locator("summary:visible").all():
        summary.click()
    tab(page, "map")
    opened(page)
    yield "with all that opens"
    for name in ("status", "standing-orders", "post"):
        drawer(page, name)
        yield f"with the drawer {name}"
    menu(page)
    for summary in page.locator("#menu summary:visible").all():
        summary.click()
    yield "with the menu"
    page.keyboard.press("Escape")
    tab(page, "units")
    page.click("#charts")
    expect(page.locator("#found")).not_to_be_empty()
    for summary in page.locator("#found summary").all()[:CHARTS_MOST]:
        summary.click()
    yield "with charts"
    page.click("#lookup form button")
    tab(page, "chat")
    yield "with the chat"
    tab(page, "map")


CHARTS_MOST = 4
"""So many charts are opened: they are alike."""


def opened(page: Page) -> None:
    """Open a stack, by keys; there is none where nothing stands on the map yet."""
    stacks = page.locator("#sheet .stack[tabindex]")
    if stacks.count():
        page.locator("#sheet").focus()
        page.keyboard.press("n")
        expect(stacks.locator(":scope:focus")).to_have_count(1)


NO_MAP = {"exclude": [["#sheet svg"]]}
"""All but the drawing, whose letters the tests of colours below look at one by one."""


DARK = ("with a mistake", "with all that opens", "with charts")
"""States that have between them every colour of the page."""
WITHIN = ("as it opens", "with a list tried", "with the past")
"""States whose parts are all there in one that comes later."""


def violations(page: Page, within: object, rules: object = None) -> list[tuple[str, list[str]]]:
    found = Axe().run(page, within, rules).response["violations"]  # type: ignore[arg-type]
    return [(one["id"], [node["html"] for node in one["nodes"]][:3]) for one in found]


def test_what_axe_knows_in_every_state_light_and_dark(page: Page, board: Board) -> None:
    """Colours alone are others in the dark; the drawing is looked at once, with a stack open."""
    enter(page, board)
    contrast = {"runOnly": ["color-contrast"]}
    for state in states(page, board):
        if state in WITHIN:
            continue
        page.emulate_media(color_scheme="light")
        assert (state, violations(page, NO_MAP)) == (state, [])
        if state in DARK:
            page.emulate_media(color_scheme="dark")
            assert (state, violations(page, NO_MAP, contrast)) == (state, [])
        if state == "with all that opens":
            lines = {"rules": {"color-contrast": {"enabled": False}}}
            assert violations(page, {"include": [["#sheet"]]}, lines) == []


def test_a_telephone_and_a_page_twice_as_large(chromium: Browser, board: Board) -> None:
    """Everything is within the width but the map, which has bars of its own, and can be tapped."""
    with chromium.new_context(
        viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True
    ) as context:
        page = context.new_page()
        page.wrong = []  # type: ignore[attr-defined]
        enter(page, board)
        for state in states(page, board):
            assert page.evaluate("document.documentElement.scrollWidth") <= 360, state
            if state == "with charts":
                assert page.evaluate("document.querySelector('#lookup').scrollWidth") <= 360
            if state == "with all that opens":
                assert violations(page, NO_MAP) == []
        small = page.evaluate(SMALL)
        assert small == [], "too small for a finger"
        # 200%: the same page has half as many pixels of its own.
        page.set_viewport_size({"width": 640, "height": 450})
        assert page.evaluate("document.documentElement.scrollWidth") <= 640
        assert violations(page, NO_MAP) == []


SMALL = """() => [...document.querySelectorAll("button, select, input, textarea")]
  .filter((one) => one.getClientRects().length && getComputedStyle(one).clipPath === "none")
  .map((one) => [one.id || one.textContent, one.getBoundingClientRect().height])
  .filter(([, high]) => high < 24)"""
"""The buttons lower than 24 pixels (WCAG 2.2, 2.5.8)."""
