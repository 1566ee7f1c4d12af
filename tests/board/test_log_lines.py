"""The log at the right of a board: a line for each fight, under its phase, that opens to all."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from pbem.board.game import BoardGame
from pbem.board.recorded import recorded
from pbem.board.routes import OnBoard
from pbem.client.client import Client

LOGS = Path(__file__).resolve().parents[2] / "logs"
EVENTS = 10
"""So many events of the log are there: up to the end of the second U.S. combat."""
FIGHTS = [
    "145 shells 3/10, no effect",
    "1/29 and 2/VAC attack 25 in 0710, falls back",
    "1/2 and 2/2 attack 16 in 0804, eliminated",
]


@pytest.fixture
def log(page: Page, tmp_path: Path, serve_shown: Callable[[OnBoard], str]) -> BoardGame:
    path = tmp_path / "saipan.pbem"
    lines = (LOGS / "saipan" / "historical.pbem").read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(lines[:EVENTS]))
    board = BoardGame(Client(tmp_path, "sqlite://"), path)
    page.goto(serve_shown(board))
    expect(page.locator("#past > li")).to_have_count(EVENTS)
    return board


def test_a_fight_is_one_line_under_its_phase(page: Page, log: BoardGame) -> None:
    heading = page.locator("#past > li").nth(9).locator(".phase:visible")
    expect(heading).to_contain_text("Turn 2 \N{MIDDLE DOT} U.S. combat")
    lines = page.locator("#past > li").nth(9).locator(".short > li:visible")
    expect(lines).to_have_count(len(FIGHTS))
    for line, words in zip(lines.all(), FIGHTS, strict=True):
        expect(line).to_contain_text(words)
        expect(line.locator("b[data-face]")).to_have_count(1)
    expect(lines.last).to_contain_text("12 against 2: +10; lost: 16")
    declared = page.locator("#past > li").nth(8).locator(".short > li", has_text="attack 16")
    expect(declared).to_be_hidden()  # the event with the dice has all of it
    assert page.wrong == []  # type: ignore[attr-defined]


def test_moves_of_a_phase_are_one_line(page: Page, log: BoardGame) -> None:
    moves = page.locator("#past .short > li:visible", has_text="16 units move")
    expect(moves).to_have_count(1)
    expect(moves).to_contain_text("2/136 to 0903, 318 to 1003 (Charan Kanoa)")


def test_a_phase_opens_to_all_of_its_events_by_the_keyboard(page: Page, log: BoardGame) -> None:
    event = page.locator("#past > li").nth(9)
    expect(event.locator("ol > li").first).to_be_hidden()
    button = event.locator(".phase button").first
    button.focus()
    page.keyboard.press("Enter")
    expect(button).to_have_attribute("aria-expanded", "true")
    expect(event.locator("> p")).to_be_visible()
    expect(event.locator("ol > li").first).to_be_visible()
    page.keyboard.press("Enter")
    expect(event.locator("ol > li").first).to_be_hidden()


def test_a_line_is_a_link_that_shows_its_moment(page: Page, log: BoardGame) -> None:
    page.locator("#past > li").nth(7).locator(".short a:visible").first.focus()
    page.keyboard.press("Enter")
    expect(page.locator("#when")).to_contain_text("Event 7")
    expect(page.locator("#past > li").nth(7).locator("ol > li").first).to_be_visible()


def test_an_event_is_the_same_in_a_list_from_anywhere(page: Page, log: BoardGame) -> None:
    """The page reads the last event again, and reads all again if it is another."""
    whole = recorded(log, 0, EVENTS)
    assert [recorded(log, at, EVENTS)[0] for at in range(EVENTS)] == whole
    assert recorded(log, EVENTS, EVENTS) == []
