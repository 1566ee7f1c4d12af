"""Units off the map lie in a tray, as counters that are clicked like those on it, in every game."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from board.conftest import Board
from board.playing import GAMES, sit_down
from toy.people import Person

pytestmark = pytest.mark.long

OFF = {
    "saipan": ("2nd Marine Division, afloat", "1/2", "land 1/2 ", "1203"),
    "tokyo": ("First Army Group: Still to come", "7", "deploy 7 ", "2702"),
    "meiktila": ("Allied, still to come", "WY1", "deploy WY1 ", "A4"),
}
"""Game -> a tray, a counter in it, the order that it is clicked for, and where it can go."""


def opened(name: str, page: Page, serve: Callable[[Person], Board], folder: Path) -> None:
    """Open the board of the active player in a game."""
    people = sit_down(folder, GAMES[name])
    for one in people:
        one.client.close()
    board = serve(next(one for one in people if one.sits().is_active))
    page.goto(board.address)
    expect(page.locator("#past > li")).to_have_count(board.whose.count)


@pytest.mark.few(1, 4)
@pytest.mark.parametrize("name", OFF)
def test_a_unit_is_clicked_off_the_map_and_onto_it(
    name: str, page: Page, serve: Callable[[Person], Board], tmp_path: Path
) -> None:
    title, unit, order, place = OFF[name]
    opened(name, page, serve, tmp_path)
    group = page.get_by_role("group", name=title, exact=True)
    counter = group.locator(f'button[data-unit="{unit}"]')
    assert (counter.get_attribute("aria-label") or "").startswith(f"{unit}, ")
    drawn = page.locator(f'#sheet .tray .piece[data-unit="{unit}"]')
    expect(drawn).to_be_hidden()  # nobody has the same counter twice in view
    many = group.locator("button").count()
    counter.click()
    expect(counter.locator(".piece")).to_have_class(re.compile(r"\bchosen\b"))
    page.keyboard.press("Escape")
    expect(counter.locator(".piece")).not_to_have_class(re.compile(r"\bchosen\b"))
    counter.click()
    offered = page.locator("#choices button").first
    expect(offered).to_have_attribute("value", re.compile(f"^{re.escape(order)}"))
    expect(counter).to_be_focused()  # the map was drawn again, the tray was not
    expect(page.locator(f'.place[data-place="{place}"]')).to_have_class("place reach")
    page.locator(f'.place[data-place="{place}"] path').click(force=True)
    expect(page.locator("#list")).to_have_value(f"{order}{place}\n")
    expect(page.locator(f'.stack[data-place="{place}"] [data-unit="{unit}"]')).to_be_visible()
    expect(group.locator("button")).to_have_count(many - 1)
    page.click("#first")
    expect(drawn).to_be_visible()
    expect(page.locator("#tray")).to_be_hidden()  # what lay there then is not clicked now
    page.click("#now")
    expect(page.locator("#tray")).to_be_visible()
    assert page.wrong == []  # type: ignore[attr-defined]


BLANK_MOST = 15
"""Units of a drawing below the last that is seen of it: its margin."""
BLANK = """() => {
  const drawing = document.querySelector("#sheet svg");
  const parts = [...drawing.children].filter((one) => one.getBBox);
  const seen = parts.filter((one) => !one.matches(".sheet, .lifted"));
  const ends = seen.map((one) => { const { y, height } = one.getBBox(); return y + height; });
  const shown = drawing.parentElement.clientHeight / drawing.getScreenCTM().d;
  return shown - Math.max(...ends);
}"""


@pytest.mark.parametrize("name", OFF)
def test_a_drawing_ends_where_nothing_more_of_it_is_seen(
    name: str, page: Page, serve: Callable[[Person], Board], tmp_path: Path
) -> None:
    """Counters in the tray leave no blank strip at its foot; looking back they lie there again."""
    opened(name, page, serve, tmp_path)
    drawn = page.locator("#sheet .tray.lifted").first
    expect(drawn).to_be_hidden()
    assert 0 < page.evaluate(BLANK) <= BLANK_MOST
    page.click("#first")
    expect(page.locator("#sheet .tray").first).to_be_visible()
    assert 0 < page.evaluate(BLANK) <= BLANK_MOST
    page.click("#now")
    expect(drawn).to_be_hidden()
    assert 0 < page.evaluate(BLANK) <= BLANK_MOST
    assert page.wrong == []  # type: ignore[attr-defined]
