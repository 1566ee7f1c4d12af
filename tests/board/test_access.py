"""Every game for everybody: by keys alone, as told to readers of screens, on small screens."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Locator, Page, expect

from board.by_keys import TABS_MOST
from board.clicking import sensible
from board.conftest import Board, enter
from board.playing import GAMES, PASSPHRASE, sit_down
from pbem.view.drawing import style
from toy.people import Person

pytestmark = pytest.mark.long


@pytest.fixture(params=GAMES)
def board(
    request: pytest.FixtureRequest, serve: Callable[[Person], Board], tmp_path: Path
) -> Board:
    people = sit_down(tmp_path, GAMES[request.param])
    for one in people:
        one.desk.close()
    return serve(next(one for one in people if one.sits().has_pen))


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
    """What somebody types who wants to order something sensible."""
    words = sensible(1)(board.whose.sits())[0].split()
    return words[1] if len(words) > 1 else ""


def test_a_turn_by_keys_is_told_to_who_does_not_see(page: Page, board: Board) -> None:
    """Each answer comes in a live region, and the map is one thing, not a number for each hex."""
    enter(page, board)
    told = page.locator("body").aria_snapshot()
    assert re.search(r'heading "[^"]+" \[level=1\]', told)
    pen = board.whose.sits().table.pen().why
    assert pen.partition(":")[0] in told
    for name in ("Orders", "Mail", "Position", "What happened", "Standing answers"):
        assert f'heading "{name}" [level=2]' in told
    assert max(map(len, told.splitlines())) < 2000, "nobody listens to a map that long"
    signs_a_turn_by_keys(page, board)
    for name in ("tried", "choices-said", "prompt", "step", "news-told"):
        assert page.get_attribute(f"#{name}", "aria-live") == "polite"
    assert "Signed: event" in page.locator("#side").aria_snapshot()
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
        page.click("#try")
        waits(page)
        yield "with a list tried"
        page.fill("#list", "nonsense\n")
        page.click("#try")
        waits(page)
        yield "with a mistake"
    page.click("#first")
    yield "with the past"


def test_what_axe_knows_in_every_state_light_and_dark(page: Page, board: Board) -> None:
    enter(page, board)
    for state in states(page, board):
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
            # With the map it takes a minute: tests/board/test_page.py does so for one game.
            found = Axe().run(page, {"exclude": [["#sheet svg"]]}).response
            assert [(state, scheme, one["id"]) for one in found["violations"]] == []


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
        small = page.evaluate(SMALL)
        assert small == [], "too small for a finger"
        page.tap("#now")
        # 200 %: the same page has half as many pixels of its own.
        page.set_viewport_size({"width": 640, "height": 450})
        assert page.evaluate("document.documentElement.scrollWidth") <= 640


SMALL = """() => [...document.querySelectorAll("button, select, input, textarea")]
  .filter((one) => one.getClientRects().length)
  .map((one) => [one.id || one.textContent, one.getBoundingClientRect().height])
  .filter(([, high]) => high < 24)"""
"""What is pressed, and lower than 24 pixels (WCAG 2.2, 2.5.8)."""


# --- colours --------------------------------------------------------------------------------------

BLIND = {
    "nobody": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216),
                   (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413),
                     (-0.011820, 0.042940, 0.968881)),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602),
                   (0.004733, 0.691367, 0.303900)),
}  # fmt: skip
"""How linear light is seen (Machado, Oliveira and Fernandes 2009, severity 1)."""
APART = 20
"""As far apart as two colours have to be, in CIE L*a*b*: one that is told at a glance is 10."""
SIDES_MOST = 3
"""Sides of a game that there are."""


def linear(colour: str) -> list[float]:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    return [one / 12.92 if one <= 0.04045 else ((one + 0.055) / 1.055) ** 2.4 for one in parts]


def lab(light: list[float]) -> tuple[float, float, float]:
    red, green, blue = (min(1.0, max(0.0, one)) for one in light)
    x = (0.4124564 * red + 0.3575761 * green + 0.1804375 * blue) / 0.95047
    y = 0.2126729 * red + 0.7151522 * green + 0.0721750 * blue
    z = (0.0193339 * red + 0.1191920 * green + 0.9503041 * blue) / 1.08883
    fx, fy, fz = (
        one ** (1 / 3) if one > 216 / 24389 else (24389 / 27 * one + 16) / 116 for one in (x, y, z)
    )
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def apart(one: str, other: str, seen: tuple[tuple[float, ...], ...]) -> float:
    """Return the distance of two colours (CIE 1976) as somebody sees them."""
    first, second = (
        lab([sum(a * b for a, b in zip(row, linear(colour), strict=True)) for row in seen])
        for colour in (one, other)
    )
    return sum((a - b) ** 2 for a, b in zip(first, second, strict=True)) ** 0.5


def test_distance_is_that_of_the_books() -> None:
    assert apart("#000000", "#ffffff", BLIND["nobody"]) == pytest.approx(100, abs=0.1)
    assert apart("#ff0000", "#00ff00", BLIND["nobody"]) == pytest.approx(170.6, abs=0.5)
    assert (
        apart("#bb0000", "#557700", BLIND["deuteranopia"])
        < 45
        < apart("#bb0000", "#557700", BLIND["nobody"])
    )


@pytest.mark.parametrize("who", BLIND)
def test_sides_are_told_apart_by_everybody(who: str) -> None:
    papers = [paper for paper, _ in style.COUNTERS[:SIDES_MOST]]
    for number, one in enumerate(papers):
        for other in papers[number + 1 :]:
            assert apart(one, other, BLIND[who]) >= APART, (who, one, other)
