"""What came last is told first, in a line or two that open to the rest."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from board.conftest import Board, enter
from board.playing import LANDINGS
from pbem.desk.play import acting
from toy.people import Person

TURN = (*LANDINGS, "end movement", "attack 16 with 2/6 1/6 3/6", "end combat")


@pytest.fixture
def answered(board: Board, bob: Person) -> Board:
    """Ann has attacked and bob answered, so that the dice fell."""
    board.whose.orders(*TURN)
    bob.takes(board.whose.sends())
    bob.orders("pass")
    board.whose.takes(bob.sends())
    board.whose.does(acting.dice)  # her agent, say: it was no choice of hers
    return board


def test_a_turn_that_came_is_told_first(page: Page, board: Board, bob: Person) -> None:
    """Who did what, what the dice brought and who was lost; before that it is one's own orders."""
    enter(page, board)
    told = page.locator("#news-told")
    expect(told).to_have_text("bob joins with a dice key for this game.")
    board.whose.orders(*TURN)
    expect(told).to_contain_text("ann gives 9 orders for us.")
    bob.takes(board.whose.sends())
    bob.orders("pass")
    board.whose.takes(bob.sends())
    board.whose.does(acting.dice)  # her agent, say: it was no choice of hers
    expect(told).to_contain_text("bob gives an order for jp. ann gives the dice for event 4.")
    expect(told).not_to_contain_text("for us")
    result = page.locator("#past [data-result]").first
    expect(told).to_contain_text(
        re.compile(rf"Attack on .*: \d, {re.escape(str(result.get_attribute('data-result')))}\.")
    )
    first = page.locator("#side > section").first
    expect(first).to_have_attribute("id", "news")
    assert len(told.inner_text().splitlines()) == 2


def test_it_opens_to_every_step_and_each_is_shown(page: Page, answered: Board) -> None:
    enter(page, answered)
    listed = page.locator("#news-all")
    expect(listed).to_be_hidden()
    page.locator("#news summary").focus()
    page.keyboard.press("Enter")
    expect(listed).to_be_visible()
    steps = listed.locator("ol > li")
    assert steps.count() == page.locator("#past > li:nth-last-child(-n + 2) ol > li").count() > 1
    steps.first.click()
    expect(page.locator("#when")).to_contain_text(", step 1 of ")
    page.click("#now")
    page.click("#news-play")
    expect(page.locator("#when")).to_contain_text(f"Event {answered.whose.count - 1}")
