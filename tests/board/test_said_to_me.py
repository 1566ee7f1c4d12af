"""The page's words to its player, for the place where they are: no words of the command line."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from board.conftest import Board, enter, menu
from board.playing import LANDINGS, PASSPHRASE, saipan
from toy.people import Person

pytestmark = pytest.mark.long

ATTACK = "attack 16 with 2/6 1/6 3/6"


@pytest.fixture
def attacked(
    page: Page, ann: Person, bob: Person, serve: Callable[[Person], Board]
) -> tuple[Page, Board]:
    """The page of ann, who owes the dice as soon as bob's answer has come as a file."""
    saipan(ann, bob)
    ann.orders(*LANDINGS, "end movement", ATTACK)
    bob.takes(ann.sends())
    board = serve(ann)
    enter(page, board)
    bob.orders("pass")
    page.set_input_files("#came", bob.sends())
    expect(page.locator("#past > li")).to_have_count(bob.count)
    return page, board


def test_who_owes_the_dice_is_reported_so_himself(attacked: tuple[Page, Board]) -> None:
    page, _ = attacked
    expect(page.locator("#prompt")).to_have_text("Your move: roll (event 4).")
    expect(page.locator("#asked")).to_have_text("Your move: roll (event 4).")


def test_what_came_of_mail_names_no_command(attacked: tuple[Page, Board]) -> None:
    page, _ = attacked
    reported = page.locator("#taken")
    expect(reported).to_contain_text("what came (")
    expect(reported).to_contain_text("Verified and imported")
    for console in ("standard input", "Your move", "pbem dice", "owes"):
        expect(reported).not_to_contain_text(console)


def test_once_the_dice_are_given_nothing_more_is_typed_into_the_passphrase(
    attacked: tuple[Page, Board],
) -> None:
    page, board = attacked
    page.fill("#passphrase", PASSPHRASE)
    page.press("#passphrase", "Enter")
    expect(page.locator("#tried")).to_contain_text("Signed: event")
    expect(page.locator("#past > li")).to_have_count(board.whose.count)
    expect(page.locator("#passphrase")).not_to_be_focused()
    expect(page.locator("#about, #outgoing a").and_(page.locator(":focus"))).to_have_count(1)


def test_an_answer_that_is_listed_has_no_button_besides(
    page: Page, ann: Person, bob: Person, serve: Callable[[Person], Board]
) -> None:
    """Bob is asked for final protective fire: `pass` stands below with what it leaves as it is."""
    saipan(ann, bob)
    ann.orders(*LANDINGS, "end movement", ATTACK)
    bob.takes(ann.sends())
    enter(page, serve(bob))
    expect(page.locator("#choices button[value=pass]")).to_have_count(1)
    expect(page.locator("#plain button")).to_have_count(0)
    page.fill("#about", "16")
    page.press("#about", "Enter")
    expect(page.locator("#choices-said")).to_contain_text("16")
    page.keyboard.press("Escape")
    expect(page.locator("#choices button[value=pass]")).to_have_count(1)


def test_what_is_signed_seldom_lies_apart(page: Page, board: Board) -> None:
    """Two offers, the field of who resigns and its button: none touches another."""
    enter(page, board)
    menu(page)
    page.locator("#leaving summary").click()
    boxes = [
        page.locator(one).bounding_box()
        for one in ("[data-act=offer] >> nth=0", "[data-act=offer] >> nth=1")
    ]
    first, second = boxes
    assert first is not None
    assert second is not None
    assert (
        second["x"] - first["x"] - first["width"] >= 6
        or second["y"] - first["y"] - first["height"] >= 6
    )
    field, button = (
        page.locator("#resigning").bounding_box(),
        page.locator("#resign").bounding_box(),
    )
    assert field is not None
    assert button is not None
    assert button["y"] - field["y"] - field["height"] >= 6
