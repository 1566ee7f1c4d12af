"""A low window, as that of a laptop zoomed to twice the size; and no band where nothing lies."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from board.conftest import Board, drawer, enter
from board.playing import LANDINGS
from board.test_offers import Opens, opens
from board.test_still import LAPTOP, waits

pytestmark = pytest.mark.long

__all__ = ["opens"]

TWICE = {"width": 683, "height": 384}
"""The rest of a window of 1366 by 768 at 200%."""


def seen(page: Page, what: str) -> tuple[float, float]:
    """Return how wide and high the part of something is that is within the window."""
    box = page.locator(what).bounding_box()
    assert box is not None
    wide = min(box["x"] + box["width"], TWICE["width"]) - max(0, box["x"])
    return wide, min(box["y"] + box["height"], TWICE["height"]) - max(0, box["y"])


def is_usable(page: Page) -> None:
    """The map has most of the window, and what orders and signs is seen as a whole."""
    sheet, top = seen(page, "#sheet"), page.locator("#sheet").bounding_box()
    assert top is not None
    assert top["y"] <= TWICE["height"] / 5
    assert sheet[0] > TWICE["width"] * 0.45
    assert sheet[1] > TWICE["height"] * 0.6
    assert sheet[0] * sheet[1] > TWICE["width"] * TWICE["height"] / 2
    for what in ("#about", "#undo", "#try", "#dock .sign >> visible=true"):
        expect(page.locator(what).first).to_be_in_viewport(ratio=1)
    assert page.evaluate("document.documentElement.scrollWidth") <= TWICE["width"]
    assert page.evaluate("document.documentElement.scrollHeight") <= TWICE["height"]


def test_twice_as_large_map_and_list_are_seen_together(page: Page, board: Board) -> None:
    page.set_viewport_size(TWICE)  # type: ignore[arg-type]
    enter(page, board)
    is_usable(page)


def test_twice_as_large_a_practice_is_played_as_well(page: Page, opens: Opens) -> None:
    page.set_viewport_size(TWICE)  # type: ignore[arg-type]
    opens(("saipan/historical", 2))
    is_usable(page)


def test_twice_as_large_the_question_on_top_is_read_to_its_end(page: Page, board: Board) -> None:
    page.set_viewport_size(TWICE)  # type: ignore[arg-type]
    enter(page, board)
    page.fill("#list", "\n".join([*LANDINGS, "end movement", "attack 16 with 2/6 1/6 3/6"]))
    prompt = page.locator("#asked")
    expect(prompt).to_contain_text("orders before that.")
    cut = "one => [one.scrollWidth - one.clientWidth, one.scrollHeight - one.clientHeight]"
    assert max(prompt.evaluate(cut)) <= 0


def test_twice_as_large_the_map_goes_to_where_a_unit_of_the_tray_can(
    page: Page, board: Board
) -> None:
    """If no mark and no chosen unit is seen, it moves; else it stays where it is."""
    page.set_viewport_size(TWICE)  # type: ignore[arg-type]
    enter(page, board)
    drawer(page, "reserves")
    beach = page.locator("#sheet .outline.reach").first
    page.click("#tray button[data-unit='1/2']")
    expect(beach).to_be_in_viewport()
    where = page.locator("#sheet").evaluate("one => [one.scrollLeft, one.scrollTop]")
    page.click("#tray button[data-unit='2/2']")
    expect(page.locator("#about")).to_have_value("2/2")
    waits(page)
    assert page.locator("#sheet").evaluate("one => [one.scrollLeft, one.scrollTop]") == where


def test_the_tray_is_no_empty_band(page: Page, opens: Opens) -> None:
    """It is there when counters lie in it, and while a list is written that takes them out."""
    page.set_viewport_size(LAPTOP)  # type: ignore[arg-type]
    opens(("saipan/historical", 2))
    tray = page.locator("#tray")
    high = tray.evaluate("one => one.offsetHeight")
    assert high > 60
    page.fill("#list", "\n".join([*LANDINGS, "end movement", "attack 16 with 2/6 1/6 3/6"]))
    expect(page.locator("#asked")).to_contain_text("bob (Japan) is asked")
    assert tray.evaluate("one => one.offsetHeight") == high
    page.click("#carry")
    expect(page.locator("#prompt")).to_contain_text("Your turn as Japan")
    expect(tray).to_be_hidden()
    page.fill("#list", "pass\n")
    waits(page)
    page.click("#carry")
    expect(page.locator("#due")).to_contain_text("attack on 16")
    expect(tray).to_be_hidden()
    page.click("#roll-all")
    expect(page.locator("#prompt")).to_contain_text("Your turn as U.S.")
    expect(tray.locator("button")).not_to_have_count(0)


def test_a_title_without_counters_is_not_seen(page: Page, opens: Opens) -> None:
    page.set_viewport_size(LAPTOP)  # type: ignore[arg-type]
    opens(("meiktila/first", 3))
    tray = page.locator("#tray")
    still = tray.locator("[role=group]").filter(has_text="Japanese, still to come")
    expect(still).to_be_visible()
    still.evaluate("one => one.querySelectorAll('button').forEach((button) => button.remove())")
    expect(still).to_be_hidden()
