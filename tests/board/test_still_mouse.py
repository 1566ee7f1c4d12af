"""A mouse that does not move opens nothing, whatever goes away above it or is drawn below it."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from board.conftest import Board, enter
from board.playing import LANDINGS

RESTS = 900
"""Milliseconds after which a stack would be open."""


def test_a_map_that_is_drawn_again_below_a_still_mouse_opens_no_stack(
    page: Page, board: Board
) -> None:
    """It opened, or not, and to one side or the other, by how long the drawing took."""
    enter(page, board)
    page.fill("#list", "\n".join(LANDINGS))
    stack = page.locator('#sheet .stack[data-place="1203"]')
    expect(stack).to_have_count(1)
    page.click("#smaller")
    page.click("#smaller")
    box = stack.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    shown = page.locator(".lens, .fan")
    expect(shown).to_have_count(1)
    page.keyboard.press("Escape")
    expect(shown).to_have_count(0)
    page.fill("#list", "\n".join(LANDINGS[:5]))
    expect(page.locator('#sheet .stack[data-place="0802"] .piece')).to_have_count(1)
    page.wait_for_timeout(RESTS)
    expect(shown).to_have_count(0)
    page.mouse.move(2, 2)
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(shown).to_have_count(1)
