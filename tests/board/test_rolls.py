"""Many rolls of one event are one line, which opens to them."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from pbem.board.game import BoardGame
from pbem.board.routes import OnBoard
from pbem.client.client import Client
from pbem.games import registry
from pbem.table.library import Library
from pbem.view.history import history

pytestmark = pytest.mark.long

LOG = Path(__file__).resolve().parents[2] / "logs" / "meiktila" / "first.pbem"
EVENT = 85
"""The event has 83 steps, 31 of which are rolls."""


def test_many_rolls_are_counted_in_one_line_that_opens(
    page: Page, tmp_path: Path, serve_shown: Callable[[OnBoard], str]
) -> None:
    # Read before the board is: two threads that load rules at once have ended this program.
    reported = history(LOG, Library(registry.find)).entries[EVENT].happened
    client = Client(tmp_path, "sqlite://")
    page.goto(serve_shown(BoardGame(client, LOG)))
    rolls = [one for one in reported if one.sort == "die"]
    faces = [face for one in rolls for face, _ in one.dice]
    event = page.locator("#past > li").nth(EVENT)
    line, steps = event.locator("button.rolls"), event.locator("ol > li")
    expect(line).to_contain_text(f"{len(rolls)} rolls: {faces.count(1)} of 1, ")
    counts = [int(one) for one in re.findall(r"(\d+) of", line.inner_text())]
    assert sum(counts) == len(faces)
    expect(steps).to_have_count(len(reported))
    shown = event.locator("ol > li:visible")
    expect(shown).to_have_count(0)  # what is said in short stands for them
    expect(event.locator(".short > li:visible")).not_to_have_count(0)
    event.locator(".phase:visible button").first.click()
    others = sum(not one.dice for one in reported)
    expect(shown).to_have_count(others)
    line.focus()
    page.keyboard.press("Enter")
    expect(line).to_have_attribute("aria-expanded", "true")
    expect(shown).to_have_count(len(reported))
    assert page.inner_text("#when") == ""  # nothing is looked at by that
    page.keyboard.press("Enter")
    expect(shown).to_have_count(others)
    at = next(number for number, one in enumerate(reported) if one.sort == "die")
    page.evaluate(f"location.hash = '#{EVENT}.{at + 1}'")
    expect(steps.nth(at)).to_be_visible()  # the step that is looked at is shown
    expect(page.locator("#when")).to_contain_text(
        f"Event {EVENT}, step {at + 1} of {len(reported)}"
    )
    few = page.locator("#past .short > li:visible:has(> b[aria-hidden])")
    assert few.count() > 1
    assert page.wrong == []  # type: ignore[attr-defined]
    client.close()
