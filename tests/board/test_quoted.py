"""A page shows what is typed at a command line without the marks around it."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from board.conftest import Board, enter
from board.playing import LANDINGS
from pbem.replays.words import item
from pbem.view.history import Entry, Happening

SEEN = """() => {
  const titles = [...document.querySelectorAll("[title], [aria-label]")];
  const said = titles.map((one) => one.title + (one.ariaLabel ?? ""));
  return [document.body.innerText, ...said].filter((one) => one.includes("`"));
}"""


@pytest.mark.parametrize(
    "lines",
    [
        "fpf",
        "pass",
        "end combat",
        "standing fpf",
        "attack 16 with",
        "retreat 1/2",
        "xyz",
        "if turn",
    ],
)
def test_what_is_refused_has_no_marks(page: Page, board: Board, lines: str) -> None:
    enter(page, board)
    page.fill("#list", f"{lines}\n")
    expect(page.locator("#refused")).not_to_be_empty()
    assert page.evaluate(SEEN) == []


def test_what_comes_after_a_phase_has_no_marks(page: Page, board: Board) -> None:
    """No matter which unit is pointed at."""
    enter(page, board)
    page.fill("#list", "\n".join(LANDINGS[:3]))
    for what in ("16", "317", "1/2", ""):
        page.fill("#about", what)
        page.press("#about", "Enter")
        page.wait_for_selector("#tried:not([aria-busy=true])", state="attached")
        assert page.evaluate(SEEN) == []


def test_what_people_write_to_each_other_stays(page: Page, board: Board) -> None:
    board.whose.orders(*LANDINGS, note="`Well` met")
    enter(page, board)
    expect(page.locator("#past q").last).to_have_text("`Well` met")
    expect(page.locator("#said")).to_contain_text("`Well` met")


def test_a_log_on_a_page_without_scripts_has_none() -> None:
    skipped = Happening("It is skipped: write `end movement`.", "4.0", "lapse")
    entry = Entry(4, "", "", "bob", "orders", 1, "orders `x`.", (), (skipped,), "`so`")
    made = str(item(entry))
    assert "write <code>end movement</code>." in made
    assert "<q>`so`</q>" in made
