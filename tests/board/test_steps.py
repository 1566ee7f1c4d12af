"""A step in the past: what differs is made again and nothing else, and it is as if drawn afresh."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

import pytest
from playwright.sync_api import Page, expect

from board.test_laid_out import AGAIN, KEEP
from board.test_offers import LOGS
from pbem.board.game import BoardGame
from pbem.board.routes import OnBoard
from pbem.client.client import Client

pytestmark = pytest.mark.long

Looks: TypeAlias = Callable[[str, str], None]

TOKYO = "tokyo/three-players"
DIFFERS = {
    "the words of a hex, and a tray": (TOKYO, "119.7"),
    "the points of a town": (TOKYO, "121.9"),
    "a stack": (TOKYO, "123.7"),
    "a unit that falls": ("saipan/historical", "35.24"),
    "the words of a hex": ("meiktila/first", "134.16"),
}
"""The differences of a step from the one before it, in a log."""
FEW = 60
"""Elements: of a hex, two stacks and a tray; maps have 1,000 to 5,000."""
PAST = {
    TOKYO: ("119.7", "115.26"),
    "saipan/historical": ("12.15", "34.44"),
    "manila/witness": ("74.51",),
    "meiktila/first": ("134.16", "80.2"),
    "singapore/tiderace": ("166.8", "172.16"),
}
"""Steps of each game by which trays, boxes or a board come and go, or words of a hex differ."""
LOWERED = """() => [...document.querySelectorAll("#sheet svg *")]
  .filter((one) => getComputedStyle(one).transform !== "none").length"""


@pytest.fixture
def looks(page: Page, serve_shown: Callable[[OnBoard], str], tmp_path: Path) -> Looks:
    """Look, as a reader of a log, at a step of its past."""
    opened: dict[str, str] = {}

    def look(log: str, at: str) -> None:
        if log not in opened:
            path = LOGS / f"{log}.pbem"
            opened[log] = serve_shown(BoardGame(Client(tmp_path, "sqlite://"), path))
            page.goto(opened[log])
            page.wait_for_selector("#past > li", state="attached")
            opened[log] = page.url
        page.goto("about:blank")
        page.goto(f"{opened[log]}#{at}")
        expect(page.locator("#sheet")).not_to_have_attribute("aria-busy", "true")
        drawn(page, at)

    return look


def drawn(page: Page, at: str) -> None:
    """Wait until the map of a step is shown."""
    page.wait_for_function(
        """(at) => location.hash === `#${at}` && document.querySelector("#sheet svg")
          && document.getElementById("sheet").ariaBusy !== "true"
          && document.getElementById("news").ariaBusy !== "true"
          && document.querySelector("#when").textContent.includes(`Event ${at.split(".")[0]}`)""",
        arg=at,
    )


def steps(page: Page, button: str, many: int = 1) -> str:
    """Go so many steps; return where that is."""
    for _ in range(many):
        was = page.evaluate("location.hash")
        page.click(f"#{button}")
        page.wait_for_function("(was) => location.hash !== was", arg=was)
        drawn(page, page.evaluate("location.hash.slice(1)"))
    return str(page.evaluate("location.hash.slice(1)"))


@pytest.mark.few(1, 4)
@pytest.mark.parametrize("name", DIFFERS)
def test_what_differs_is_made_again_and_nothing_else(name: str, page: Page, looks: Looks) -> None:
    """Nor is the map given a size: each of its letters would be laid out again."""
    looks(*DIFFERS[name])
    for button in ("back", "on"):
        page.evaluate("for (const one of document.querySelectorAll('#sheet *')) one.kept = true")
        page.evaluate(KEEP)
        steps(page, button)
        assert 0 < page.evaluate(AGAIN, "*") <= FEW, button
        assert not {"width", "height", "viewBox"} & set(page.evaluate("said")), button


def seen(page: Page) -> bytes:
    """The picture of the map, all of it drawn at once.

    If a browser draws a part of it again, the edges of lines come out a shade different.
    """
    page.mouse.move(0, 0)
    extent = page.locator("#sheet .extent")
    extent.evaluate("one => { one.style.willChange = 'transform'; }")
    picture = page.locator("#sheet").screenshot()
    extent.evaluate("one => { one.style.willChange = ''; }")
    return picture


@pytest.mark.few(1, 4)
@pytest.mark.parametrize("log", PAST)
def test_to_and_fro_a_map_is_as_if_drawn_afresh(log: str, page: Page, looks: Looks) -> None:
    """As the browser has it, as it is seen, and as it is described to a reader of screens."""
    sheet = page.locator("#sheet")
    for begin in PAST[log]:
        looks(log, begin)
        for button, many in (("back", 4), ("on", 6), ("back", 1)):
            at = steps(page, button, many)
            there = sheet.inner_html(), sheet.aria_snapshot(), seen(page)
            looks(log, at)
            assert sheet.inner_html() == there[0], at
            assert sheet.aria_snapshot() == there[1], at
            assert seen(page) == there[2], at


def test_the_numbers_of_all_hexes_are_lowered_at_once(page: Page, looks: Looks) -> None:
    """A thing that is moved for itself is a layer for itself; a map of hexes would have 1,000."""
    looks(TOKYO, "119.7")
    assert page.locator("#sheet .number").count() > 500
    assert page.evaluate(LOWERED) <= 1
