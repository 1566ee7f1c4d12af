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


def test_a_turn_that_came_is_reported_first(page: Page, board: Board, bob: Person) -> None:
    """Losses, attacks with what came of them, the phase; what programs did is one quiet line."""
    enter(page, board)
    reported = page.locator("#news-told")
    expect(reported).to_have_text("bob joins with a dice key for this game.")
    board.whose.orders(*TURN)
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
    for machine in ("event 4", "gives", "Moved", "standing", "None", "undefined"):
        expect(reported).not_to_contain_text(machine)
    first = page.locator("#log section").first
    expect(first).to_have_attribute("id", "news")
    assert len(reported.inner_text().splitlines()) <= 4


def test_a_turn_of_an_attack_is_seen_to_its_end(page: Page, answered: Board) -> None:
    """The result of the attack is the end of its sentence: nobody looks for it below an edge."""
    page.set_viewport_size({"width": 1366, "height": 768})
    enter(page, answered)
    reported = page.locator("#news-told")
    expect(reported).to_contain_text("rolled")
    assert reported.evaluate("one => one.scrollHeight - one.clientHeight") <= 0


def test_it_opens_to_every_step_and_each_is_shown(page: Page, answered: Board) -> None:
    enter(page, answered)
    listed = page.locator("#news-all")
    expect(listed).to_be_hidden()
    page.locator("#news summary").focus()
    page.keyboard.press("Enter")
    expect(listed).to_be_visible()
    steps = listed.locator("ol > li")
    last = page.locator("#past > li:nth-last-child(-n + 2) ol > li")
    expect(last).not_to_have_count(0)
    expect(steps).to_have_count(last.count())
    assert steps.count() > 1
    steps.first.click()
    expect(page.locator("#when")).to_contain_text(", step 1 of ")
    page.click("#now")
    page.click("#news-play")
    expect(page.locator("#when")).to_contain_text(f"Event {answered.whose.count - 1}")


def test_what_is_long_leaves_room_for_the_orders(
    page: Page, serve_shown: Callable[[OnBoard], str], tmp_path: Path
) -> None:
    """Five attacks of Race to Tokyo at once: on a small screen the question stands below them."""
    page.set_viewport_size({"width": 1366, "height": 768})
    log = tmp_path / "tokyo.pbem"
    log.write_bytes(b"".join(LONG.read_bytes().splitlines(keepends=True)[:11]))
    client = Client(tmp_path, f"sqlite:///{tmp_path / 'pbem.sqlite'}")
    page.goto(serve_shown(BoardGame(client, log)))
    reported = page.locator("#news-told")
    expect(reported).to_contain_text("Lost: Japanese U19, Japanese U16, U.S. 20A, Japanese U18.")
    expect(reported).to_contain_text(
        "U.S. 37 attacks 3321 (Odawara): 6 against 5, 1:1, rolled 3; the def"
    )
    asked = page.locator("#asked").bounding_box()
    assert asked is not None
    assert asked["y"] + asked["height"] < 768
    client.close()
