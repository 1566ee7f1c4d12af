"""The next step is at hand: a field, a question, a refusal, the mail.

Rare things are apart.
"""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from board.conftest import Board, enter
from board.playing import LANDINGS, PASSPHRASE
from board.test_still import ON_TOP

pytestmark = pytest.mark.long

LAPTOP = {"width": 1366, "height": 768}


def test_units_are_typed_and_places_clicked_one_after_the_other(page: Page, board: Board) -> None:
    """As in docs/first-game.md: type, Enter, click; no mouse ever looks for the field."""
    enter(page, board)
    page.locator("#about").focus()
    for number, (unit, place) in enumerate([("1/2", "1203"), ("2/2", "1102"), ("3/2", "1002")], 1):
        page.keyboard.type(unit)
        page.keyboard.press("Enter")
        expect(page.locator("#choices-said")).to_contain_text(f"{unit}: ")
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


def test_a_refusal_is_seen_wherever_the_log_was_scrolled_to(page: Page, board: Board) -> None:
    """It stands where the question did, beside the button that was pressed."""
    page.set_viewport_size(LAPTOP)  # type: ignore[arg-type]
    enter(page, board)
    page.fill("#list", "land 1/2 nowhere\n")
    expect(page.locator("#tried")).to_have_class("told wrong")
    page.locator("#past > li").last.scroll_into_view_if_needed()
    page.click("#try")
    page.wait_for_selector("#tried:not([aria-busy=true])", state="attached")
    refused = page.locator("#dock #refused")
    expect(refused).to_contain_text("nowhere")
    expect(refused).to_be_in_viewport(ratio=1)
    assert refused.evaluate(ON_TOP)
    expect(page.locator("#chips .impossible")).to_have_count(1)
    page.click("#undo")
    expect(refused).to_have_text("")
    expect(page.locator("#asked")).to_be_in_viewport(ratio=1)
    assert page.locator("#asked").evaluate(ON_TOP)


def test_a_question_has_the_room_that_its_buttons_leave(page: Page, board: Board) -> None:
    """It is read without scrolling, and the dock is as high whatever stands in it."""
    page.set_viewport_size(LAPTOP)  # type: ignore[arg-type]
    enter(page, board)
    high = page.evaluate(HEAD)
    page.fill("#list", "land 1/2 1203\n")
    expect(page.locator("#asked")).to_contain_text("After these orders: Move units")
    assert page.evaluate(CUT, ["#asked", "#plain"]) == []
    page.fill("#list", "\n".join([*LANDINGS, "end movement", "attack 16 with 2/6 1/6 3/6"]))
    expect(page.locator("#asked")).to_contain_text("You can still add orders")
    assert page.evaluate(CUT, ["#asked", "#plain"]) == []
    assert page.evaluate(HEAD) == high
    page.locator("#plain").evaluate(BUTTONS)
    assert page.evaluate(CUT, ["#plain"]) == []
    assert page.evaluate(HEAD) == high


BUTTONS = """one => one.replaceChildren(...["activate attack-move", "end activation"]
  .map((words) => Object.assign(document.createElement("button"), { textContent: words })))"""
HEAD = "document.getElementById('dock').offsetHeight"
CUT = """names => names.map((one) => document.querySelector(one)).filter((one) =>
  one.scrollHeight > one.clientHeight + 1 || one.scrollWidth > one.clientWidth + 1)
  .map(({ id }) => id)"""
"""The elements that have more in them than can be seen."""


def test_offers_lie_apart_from_what_is_signed_every_turn(page: Page, board: Board) -> None:
    enter(page, board)
    offers = page.locator("[data-act=offer]")
    expect(offers).to_have_text(["Offer to take back", "Offer a draw"])
    expect(page.locator("#dock [data-act=offer]")).to_have_count(0)
    expect(page.locator("#dock [data-act=orders]")).to_have_count(1)


def test_what_was_signed_is_mailed_from_where_it_is_reported(page: Page, board: Board) -> None:
    """Beside it, in sight; while it is one's own turn, with the rest of the mail."""
    page.set_viewport_size(LAPTOP)  # type: ignore[arg-type]
    enter(page, board)
    expect(page.locator("#post #outgoing a")).to_have_count(2)
    page.locator("#past > li").last.scroll_into_view_if_needed()
    page.fill("#list", "\n".join([*LANDINGS, "end movement", "attack 16 with 2/6 1/6 3/6"]))
    page.fill("#passphrase", PASSPHRASE)
    page.click("[data-act=orders]")
    expect(page.locator("#tried")).to_contain_text("Signed: event 3")
    mail = page.locator("#dock #outgoing")
    expect(mail).to_contain_text("To mail to bob")
    for link in mail.locator("a").all():
        expect(link).to_be_in_viewport(ratio=1)
        assert link.evaluate(ON_TOP)
