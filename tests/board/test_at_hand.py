"""What comes next is at hand: the field to type a unit into, and why something was refused."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from board.conftest import Board, enter

pytestmark = pytest.mark.long

LAPTOP = {"width": 1366, "height": 768}


def test_units_are_typed_and_places_clicked_one_after_the_other(page: Page, board: Board) -> None:
    """As the README has it: type, Enter, click; the field is never looked for by the mouse."""
    enter(page, board)
    page.locator("#about").focus()
    for number, (unit, place) in enumerate([("1/2", "1203"), ("2/2", "1102"), ("3/2", "1002")], 1):
        page.keyboard.type(unit)
        page.keyboard.press("Enter")
        expect(page.locator("#choices p")).to_contain_text(f"{unit}: ")
        page.locator(f'.place[data-place="{place}"] path').click(force=True)
        expect(page.locator("#list")).to_have_value(re.compile(rf"^([^\n]+\n){{{number}}}$"))
        expect(page.locator("#about")).to_be_focused()


def test_a_click_into_the_field_has_its_name_typed_over(page: Page, board: Board) -> None:
    """One more click there sets the cursor: a name can be mended."""
    enter(page, board)
    about = page.locator("#about")
    page.locator('.place[data-place="1203"] path').click(force=True)
    expect(about).to_have_value("1203")
    about.click()
    page.keyboard.type("1/2")
    expect(about).to_have_value("1/2")
    about.click()
    page.keyboard.press("End")
    page.keyboard.type("4")
    expect(about).to_have_value("1/24")


def test_a_refusal_is_seen_wherever_the_panel_was_scrolled_to(page: Page, board: Board) -> None:
    """What was pressed is at the foot of the panel; what it says may lie above what is seen."""
    page.set_viewport_size(LAPTOP)  # type: ignore[arg-type]
    enter(page, board)
    page.fill("#list", "land 1/2 nowhere\n")
    tried = page.locator("#tried")
    expect(tried).to_have_class("told wrong")
    page.locator("#past > li").last.scroll_into_view_if_needed()
    assert not seen(page)
    page.click("#try")
    expect(tried).to_have_class("told wrong")
    page.wait_for_selector("#tried:not([aria-busy=true])", state="attached")
    assert seen(page)


def seen(page: Page) -> bool:
    """Whether all of what was said stands between the head and the foot of the panel."""
    return bool(
        page.evaluate(
            """() => {
              const [head, said, foot] = ["acting", "tried", "foot"].map(
                (id) => document.getElementById(id).getBoundingClientRect());
              return head.bottom - 1 <= said.top && said.bottom <= foot.top + 1;
            }"""
        )
    )
