"""The last events are reported first, as players say it, in lines that open to the rest."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from board.conftest import Board, enter
from board.playing import LANDINGS
from pbem.board.game import BoardGame
from pbem.board.routes import OnBoard
from pbem.client.client import Client
from pbem.client.play import acting
from toy.people import Person

LONG = Path(__file__).resolve().parents[2] / "logs" / "tokyo" / "two-players.pbem"
TURN = (*LANDINGS, "end movement", "attack 16 with 2/6 1/6 3/6", "end combat")


@pytest.fixture
def answered(board: Board, bob: Person) -> Board:
    """Ann has attacked and bob answered, so that the dice fell."""
    board.whose.orders(*TURN)
    bob.takes(board.whose.sends())
    bob.orders("pass")
    board.whose.takes(bob.sends())
    board.whose.does(acting.dice)  # ann's agent, say: it was no choice of ann's
    return board


def test_a_turn_that_came_is_one_line_that_opens_to_a_few(
    page: Page, board: Board, bob: Person
) -> None:
    """Losses, attacks with what came of them, the phase; what programs did is one quiet line."""
    enter(page, board)
    line, reported = page.locator("#news-go"), page.locator("#news-told")
    expect(reported).to_have_text("bob joins with a dice key for this game.")
    board.whose.orders(*TURN)
    expect(line).to_have_text("Your last orders: 1 attack")
    expect(reported).to_be_hidden()
    expect(reported).to_contain_text("The U.S. attacks Japanese 16 with ")
    expect(reported).to_contain_text("Moved: 1/2, 2/2, 3/2, 1/6, 2/6, 3/6.")
    bob.takes(board.whose.sends())
    bob.orders("pass")
    board.whose.takes(bob.sends())
    board.whose.does(acting.dice)  # ann's agent, say: it was no choice of ann's
    said = (
        r"The U\.S\. attacks Japanese 16 with [^:]*: .*\+\d+, rolled \d: \w+, the "
        r"(?:def|att)ender "
    )
    expect(reported).to_have_text(re.compile(said))
    expect(reported).to_have_text(re.compile(r"Done by the programs: dice\.$"))
    expect(line).to_have_text(re.compile("^Since your last orders: 1 attack"))
    page.click("#news-more")
    expect(reported).to_be_visible()
    for machine in ("event 4", "gives", "Moved", "standing", "None", "undefined"):
        expect(reported).not_to_contain_text(machine)
    assert len(reported.inner_text().splitlines()) <= 4


def test_the_line_leads_to_what_is_new_and_the_log_marks_it(page: Page, answered: Board) -> None:
    """All that came after one's own last choice is marked, and no more."""
    enter(page, answered)
    events = page.locator("#past > li")
    own = answered.whose.count - 3  # bob's answer and the dice came after it
    expect(page.locator("#past > li.fresh")).to_have_count(2)
    expect(events.nth(own)).not_to_have_class(re.compile("fresh"))
    page.click("#news-go")
    first = events.nth(own + 1)
    expect(first).to_be_focused()
    expect(first).to_be_in_viewport()
    expect(page.locator("#when")).to_be_empty()  # the map shows now
    page.click("#news-more")
    page.click("#news-play")
    expect(page.locator("#when")).to_contain_text(f"Event {answered.whose.count - 2}")


def test_what_is_long_leaves_room_for_the_orders(
    page: Page, serve_shown: Callable[[OnBoard], str], tmp_path: Path
) -> None:
    """Five attacks of Race to Tokyo at once: on a small screen the question stands below them."""
    page.set_viewport_size({"width": 1366, "height": 768})
    log = tmp_path / "tokyo.pbem"
    log.write_bytes(b"".join(LONG.read_bytes().splitlines(keepends=True)[:11]))
    client = Client(tmp_path, f"sqlite:///{tmp_path / 'pbem.sqlite'}")
    page.goto(serve_shown(BoardGame(client, log)))
    expect(page.locator("#news-go")).to_have_text(re.compile(r": \d attacks, 4 units lost"))
    reported = page.locator("#news-told")
    expect(reported).to_contain_text("Lost: Japanese U19, Japanese U16, U.S. 20A, Japanese U18.")
    expect(reported).to_contain_text(
        "U.S. 37 attacks 3321 (Odawara): 6 against 5, 1:1, rolled 3; the def"
    )
    asked = page.locator("#asked").bounding_box()
    assert asked is not None
    assert asked["y"] + asked["height"] < 768
    client.close()


def test_the_newest_event_stands_on_top_and_the_list_scrolls_to_the_oldest(
    page: Page, tmp_path: Path, serve_shown: Callable[[OnBoard], str]
) -> None:
    page.goto(serve_shown(BoardGame(Client(tmp_path, "sqlite://"), LONG)))
    events = page.locator("#past > li")
    expect(events.last).to_be_in_viewport()
    expect(page.locator("#news")).not_to_have_attribute("aria-busy", "true")
    expect(events.first).not_to_be_in_viewport()
    page.locator("#past").hover()
    for _ in range(200):
        page.mouse.wheel(0, 2000)
    expect(events.first).to_be_in_viewport()
