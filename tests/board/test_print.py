"""The board on paper: all of the map, and nothing that is pressed."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from board.conftest import Board, enter

pytestmark = pytest.mark.long

PAPER = {"width": 720, "height": 1000}
"""About an A4 page with its margins, in pixels of paper."""


def test_the_whole_map_is_printed_and_no_button(page: Page, board: Board) -> None:
    enter(page, board)
    page.set_viewport_size(PAPER)  # type: ignore[arg-type]
    page.emulate_media(media="print")
    expect(page.locator("button:visible")).to_have_count(0)
    expect(page.locator("#title")).to_be_visible()
    ground = page.locator("#sheet .ground").bounding_box()
    assert ground is not None
    assert ground["x"] >= 0
    assert ground["x"] + ground["width"] <= PAPER["width"]
    expect(page.locator("#past > li").first).to_be_visible()
