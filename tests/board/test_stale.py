"""The words about a list go with it: what was tried, odds, what was offered after it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, expect

from board.conftest import Board, enter
from board.playing import LANDINGS, PASSPHRASE, pass_twice
from pbem.board.routes import LOOKED_EVERY
from pbem.client.play import acting, offering
from toy.people import Person

pytestmark = pytest.mark.long

ATTACK = "attack 16 with 2/6 1/6 3/6"


def is_silent(page: Page) -> None:
    for what in ("#tried", "#odds", "#choices-said", "#choices ul"):
        expect(page.locator(what)).to_be_empty()


def tries(page: Page, *lines: str) -> None:
    page.fill("#list", "\n".join(lines))
    page.click("#try")
    expect(page.locator("#odds caption")).to_have_count(1)
    expect(page.locator("#tried")).to_contain_text("With all possible dice")


def test_the_last_line_is_taken_out_with_all_that_was_said(page: Page, board: Board) -> None:
    enter(page, board)
    tries(page, *LANDINGS, "end movement", ATTACK)
    page.click("#undo")
    expect(page.locator("#asked")).to_contain_text("Declare an attack")
    expect(page.locator("#odds")).to_be_empty()
    expect(page.locator("#tried")).not_to_contain_text("courses")
    page.fill("#list", "land 1/2 1203\n")
    expect(page.locator("#tried")).to_contain_text("1/2")
    page.fill("#about", "2/2")
    page.press("#about", "Enter")
    expect(page.locator("#choices-said")).to_contain_text("2/2: ")
    page.click("#undo")
    expect(page.locator("#list")).to_have_value("")
    is_silent(page)
    assert page.wrong == []  # type: ignore[attr-defined]


def test_a_line_that_is_typed_puts_away_what_was_said_of_the_others(
    page: Page, board: Board
) -> None:
    enter(page, board)
    tries(page, *LANDINGS, "end movement", ATTACK)
    page.focus("#list")
    page.keyboard.press("End")
    page.keyboard.type("\n# and the other one")
    expect(page.locator("#odds")).to_be_empty()
    expect(page.locator("#tried")).not_to_contain_text("courses")
    page.fill("#list", "")
    is_silent(page)


def test_a_trial_that_comes_too_late_is_not_reported(page: Page, board: Board) -> None:
    """The list was changed while it was tried: its odds are another list's."""
    enter(page, board)
    page.fill("#list", "\n".join([*LANDINGS, "end movement", ATTACK, ""]))
    expect(page.locator("#asked")).to_contain_text("Final protective fire")
    held: list[Route] = []
    page.route("**/try", lambda route: held.append(route))  # noqa: PLW0108 - it looks at it
    page.click("#try")
    expect(page.locator("#tried")).to_have_attribute("aria-busy", "true")
    page.click("#undo")
    page.wait_for_timeout(0)
    assert held
    with page.expect_response("**/choices"):
        held[0].continue_()
    expect(page.locator("#asked")).to_contain_text("Declare an attack")
    expect(page.locator("#odds")).to_be_empty()
    expect(page.locator("#tried")).not_to_contain_text("courses")


def goes_on(ann: Person, bob: Person) -> None:
    """Have the game go on to where ann is asked the same once more: bob wants no draw."""
    ann.does(lambda session, identity: offering.tie(session, "").sign(identity))
    bob.takes(ann.sends())
    bob.does(acting.answer, yes=False)
    ann.takes(bob.sends())


def test_what_is_signed_is_what_stood_there_when_it_was_pressed(
    page: Page, board: Board, bob: Person
) -> None:
    """The game goes on while a trial keeps the signature waiting: nobody has seen that yet."""
    enter(page, board)
    page.fill("#list", "\n".join([*LANDINGS, ""]))
    expect(page.locator("#asked")).to_contain_text("Declare an attack")
    page.fill("#passphrase", PASSPHRASE)
    held: list[Route] = []
    for where in ("**/try", "**/doubts"):
        page.route(where, lambda route: held.append(route))  # noqa: PLW0108 - it looks at it
    page.click("#try")
    expect(page.locator("#tried")).to_have_attribute("aria-busy", "true")
    goes_on(board.whose, bob)
    page.wait_for_timeout(2000 * LOOKED_EVERY)
    before = board.whose.log.read_bytes()
    page.click("#acts .sign")
    with page.expect_response("**/state"):
        held[0].continue_()
    expect(page.locator("#past > li")).to_have_count(board.whose.count)
    held[1].continue_()
    expect(page.locator("#tried")).to_contain_text("The game went on since this page was drawn")
    assert board.whose.log.read_bytes() == before
    expect(page.locator("#list")).to_have_value("\n".join([*LANDINGS, ""]))


def test_a_passphrase_that_is_typed_while_the_game_goes_on_signs_nothing(
    page: Page, board: Board, bob: Person
) -> None:
    """A player who types it looks at the keys, and presses Enter for what stood there before."""
    enter(page, board)
    page.fill("#list", "\n".join([*LANDINGS, ""]))
    expect(page.locator("#asked")).to_contain_text("Declare an attack")
    page.click("#acts .sign")
    page.keyboard.type(PASSPHRASE[:4])
    goes_on(board.whose, bob)
    expect(page.locator("#past > li")).to_have_count(board.whose.count)
    before = board.whose.log.read_bytes()
    expect(page.locator("#passphrase")).to_have_value("")
    page.keyboard.type(PASSPHRASE[4:])
    page.keyboard.press("Enter")
    expect(page.locator("#dock")).not_to_have_class(re.compile("signs"))
    assert board.whose.log.read_bytes() == before
    expect(page.locator("#list")).to_have_value("\n".join([*LANDINGS, ""]))


def test_what_is_confirmed_is_what_stood_there_when_it_was_pressed(
    page: Page, board: Board, bob: Person
) -> None:
    """Nobody resigns by a question that was asked before the last event came."""
    enter(page, board)
    page.evaluate("document.getElementById('leaving').open = true")
    page.evaluate("document.getElementById('resigning').value = 'I resign'")
    page.evaluate("document.getElementById('resign').disabled = false")
    page.evaluate("document.getElementById('resign').click()")
    expect(page.locator("#sure")).to_be_visible()
    goes_on(board.whose, bob)
    expect(page.locator("#past > li")).to_have_count(board.whose.count)
    before = board.whose.log.read_bytes()
    page.fill("#passphrase", PASSPHRASE)
    page.click("#sure-yes")
    expect(page.locator("#tried")).to_contain_text("The game went on since this page was drawn")
    assert board.whose.log.read_bytes() == before


def test_odds_of_an_earlier_position_are_not_reported(
    page: Page, board: Board, bob: Person
) -> None:
    """The same line after another event promises what it does there."""
    board.whose.orders(*LANDINGS)
    enter(page, board)
    page.fill("#about", "16")
    page.press("#about", "Enter")
    page.locator("#choices ul button").first.click()
    expect(page.locator("#promised p")).to_have_count(1)
    line = page.input_value("#list")
    goes_on(board.whose, bob)
    expect(page.locator("#past > li")).to_have_count(board.whose.count)
    page.fill("#list", "")
    page.fill("#list", line)
    expect(page.locator("#asked")).not_to_contain_text("Declare an attack")
    expect(page.locator("#promised")).to_be_empty()


def test_the_list_of_events_is_of_the_side_that_counts(
    page: Page, board: Board, bob: Person, tmp_path: Path
) -> None:
    """Another side of a fork, as long as the one before, takes its place while the page is open."""
    first, second = pass_twice(board.whose, bob, tmp_path / "copy")
    board.whose.takes(first)
    enter(page, board)
    expect(page.locator("#past > li").last).to_contain_text("the first of two")
    board.whose.takes(second)
    board.whose.takes(second, instead=True)
    expect(page.locator("#past > li").last).to_contain_text("the second of two")
    expect(page.locator("#past > li")).to_have_count(board.whose.count)
    page.locator("#past > li").last.click()
    expect(page.locator("#step")).to_contain_text("bob")
    assert page.wrong == []  # type: ignore[attr-defined]
