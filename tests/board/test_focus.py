"""The focus is never nowhere when its element is gone, for players who use keys."""

from __future__ import annotations

from playwright.sync_api import Page, Route, expect

from board.conftest import Board, drawer, enter, menu
from board.playing import LANDINGS, PASSPHRASE
from toy.people import Person

NOWHERE = "() => !document.activeElement || document.activeElement === document.body"
TURN = (*LANDINGS, "end movement", "attack 16 with 2/6 1/6 3/6", "attack 317 with 1/2 2/2 3/2")


def somewhere(page: Page) -> bool:
    """Whether something has the focus once the page has said all."""
    page.wait_for_selector("#tried:not([aria-busy=true])", state="attached")
    return not page.evaluate(NOWHERE)


def test_a_choice_that_is_taken_by_enter(page: Page, board: Board) -> None:
    enter(page, board)
    page.fill("#about", "1/2")
    page.press("#about", "Enter")
    page.locator("#choices button").first.press("Enter")
    expect(page.locator("#list")).not_to_have_value("")
    expect(page.locator("#about")).to_be_focused()
    assert somewhere(page)


def test_a_counter_in_the_tray_that_goes(page: Page, board: Board) -> None:
    enter(page, board)
    counter = page.locator('#tray button[data-unit="1/2"]')
    counter.press("Enter")
    page.locator("#choices button").first.press("Enter")
    expect(counter).to_have_count(0)
    assert somewhere(page)
    page.focus('#tray button[data-unit="2/2"]')
    page.fill("#list", "land 2/2 1102\n")
    page.evaluate("document.querySelector('#tray button[data-unit=\"2/2\"]')?.focus()")
    expect(page.locator('#tray button[data-unit="2/2"]')).to_have_count(0)
    assert somewhere(page)


def test_what_is_made_again_as_the_log_grows_keeps_it(
    page: Page, board: Board, bob: Person
) -> None:
    """The link to the log is another one then, and the reader who was on it is on that."""
    board.whose.orders(*TURN)
    enter(page, board)
    link = page.locator("#outgoing a[href=log]")
    link.focus()
    link.evaluate("one => { one.mine = true; }")
    bob.takes(board.whose.sends())
    bob.orders("pass")
    board.whose.takes(bob.sends())
    expect(page.locator("#past > li")).to_have_count(board.whose.count)
    expect(page.locator("#outgoing a[href=log]")).not_to_have_js_property("mine", value=True)
    assert somewhere(page)


def test_what_is_signed_by_enter(page: Page, board: Board) -> None:
    enter(page, board)
    page.fill("#list", "\n".join(TURN))
    expect(page.locator("#asked")).to_contain_text("bob (Japan) is asked")
    page.fill("#passphrase", PASSPHRASE)
    page.press("#passphrase", "Enter")
    reported = page.locator("#tried")
    expect(reported).to_contain_text("Signed: event")
    assert somewhere(page)
    # The rest that still waits stands right below, before the results.
    lines = reported.inner_text().splitlines()
    assert "bob (Japan)" in lines[1]
    assert lines[2] == (
        "One order of yours waits until that is answered: attack 317 with 1/2 2/2 3/2."
    )


def test_dialogs_give_it_back(page: Page, board: Board) -> None:
    enter(page, board)
    menu(page)
    for button, dialog in (("#charts", "#lookup"), ("#why", "#lookup"), ("#all-keys", "#keys")):
        page.locator(button).press("Enter")
        expect(page.locator(dialog)).to_be_visible()
        assert somewhere(page)
        page.keyboard.press("Escape")
        expect(page.locator(button)).to_be_focused()


def test_a_stack_that_is_gone_leaves_it_on_the_map(page: Page, board: Board) -> None:
    enter(page, board)
    page.fill("#list", "\n".join(LANDINGS))
    stack = page.locator('#sheet .stack[data-place="0902"]')
    expect(stack).to_have_count(1)
    stack.focus()
    page.evaluate("document.getElementById('undo').click()")
    page.fill("#list", "\n".join(LANDINGS[:3]))
    page.evaluate("document.querySelector('.stack[data-place=\"0902\"]')?.focus()")
    expect(stack).to_have_count(0)
    assert somewhere(page)


def test_an_answer_that_comes_late_takes_the_focus_from_nobody(page: Page, board: Board) -> None:
    """A passphrase that is typed meanwhile would have gone into the list, for all to read."""
    enter(page, board)
    page.fill("#list", "\n".join(LANDINGS))
    drawer(page, "standing-orders")
    expect(page.locator("#usual")).to_be_visible()
    page.wait_for_selector("#tried:not([aria-busy=true])", state="attached")
    held: list[Route] = []
    page.route("**/choices*", lambda one: held.append(one))  # noqa: PLW0108 - it is looked into
    page.click("#usual")
    expect(page.locator("#tried[aria-busy=true]")).to_have_count(1)
    page.focus("#passphrase")
    for one in held:
        one.continue_()
    page.unroute("**/choices*")
    expect(page.locator("#tried[aria-busy=true]")).to_have_count(0)
    page.keyboard.type(PASSPHRASE)
    assert PASSPHRASE not in page.input_value("#list")
    assert page.input_value("#passphrase") == PASSPHRASE


def test_nobody_types_before_the_game_is_shown(page: Page, board: Board) -> None:
    """A passphrase that was typed too early was gone as the game came, and was asked for again."""
    held: list[Route] = []
    page.route("**/state", lambda one: held.append(one))  # noqa: PLW0108 - it is looked into
    with page.expect_request("**/state"):
        page.goto(board.address)
    fields = page.locator("input:visible, textarea:visible, select:visible")
    assert fields.evaluate_all("all => all.map((one) => one.id)") == ["at"]
    for one in held:
        one.continue_()
    expect(page.locator("#passphrase")).to_be_visible()
