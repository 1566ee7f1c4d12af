"""A counter is dragged to where it is to go, as by two clicks; whatever else drags the map."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from board.conftest import Board, enter
from board.playing import LANDINGS

pytestmark = pytest.mark.long


def middle(one: Locator) -> tuple[float, float]:
    one.scroll_into_view_if_needed()
    box = one.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def hex_of(page: Page, place: str) -> Locator:
    return page.locator(f'#sheet .place[data-place="{place}"]')


def drags(page: Page, one: Locator, place: str) -> None:
    to = middle(hex_of(page, place))
    x, y = middle(one)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 8, y + 8)
    page.mouse.move(*to)
    carried = page.locator(".carried .counter").bounding_box()
    assert carried is not None
    assert carried["width"] > 20 and abs(carried["x"] - to[0]) < 40, "it is seen at the pointer"  # noqa: PT018
    page.mouse.up()
    expect(page.locator(".carried")).to_have_count(0)
    page.wait_for_selector("#tried:not([aria-busy=true])", state="attached")


@pytest.fixture
def asked(page: Page) -> list[str]:
    """The requests of the page to the program, as they come."""
    found: list[str] = []
    page.on("request", lambda one: found.append(one.url) if one.method == "POST" else None)
    return found


def test_a_counter_off_the_map_is_dragged_to_a_beach(
    page: Page, board: Board, asked: list[str]
) -> None:
    enter(page, board)
    asked.clear()
    drags(page, page.locator('#tray [data-unit="1/2"]').first, "1203")
    expect(page.locator("#list")).to_have_value("land 1/2 1203\n")
    choices = [one for one in asked if one.endswith("/choices")]
    assert len(choices) == 2, "what it can do, and the map behind the order"


def test_a_counter_on_the_map_is_dragged_to_what_it_attacks(page: Page, board: Board) -> None:
    enter(page, board)
    page.fill("#list", "\n".join([*LANDINGS, "end movement"]))
    expect(page.locator("#asked")).to_contain_text("end combat")
    drags(page, page.locator('#sheet .stack[data-place="0902"] [data-unit="1/6"]'), "0802")
    expect(page.locator("#attack")).to_contain_text("1/6")
    lines = page.locator("#choices button").evaluate_all("them => them.map(one => one.value)")
    assert all("1/6" in line and line.startswith("attack 16") for line in lines)


def test_where_a_counter_cannot_go_it_is_said_why(page: Page, board: Board) -> None:
    enter(page, board)
    drags(page, page.locator('#tray [data-unit="1/2"]').first, "1806")
    expect(page.locator("#choices-said")).to_have_text(
        re.compile(r"^No legal order names 1/2 1806 now \(.*\[[\d.]+\].*\)\.$")
    )
    expect(page.locator("#list")).to_have_value("")
    assert page.locator("#choices button").count() > 1, "where it can go stands there still"
    drags(page, page.locator('#tray [data-unit="1/2"]').first, "1203")
    expect(page.locator("#list")).to_have_value("land 1/2 1203\n")


def test_blank_map_and_enemies_drag_the_map_and_a_click_is_a_click(
    page: Page, board: Board
) -> None:
    enter(page, board)
    for _ in range(3):
        page.click("#larger")
    for start in (hex_of(page, "1310"), page.locator('#sheet .stack [data-unit="2/136"]')):
        x, y = middle(start)
        before = page.evaluate("document.getElementById('sheet').scrollTop")
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move(x, y - 30, steps=3)
        page.mouse.up()
        assert page.evaluate("document.getElementById('sheet').scrollTop") != before
    expect(page.locator("#about")).to_have_value("")
    page.locator('#tray [data-unit="1/2"]').first.click()
    expect(page.locator("#choices-said")).to_contain_text("1/2: ")
    assert page.wrong == []  # type: ignore[attr-defined]
