"""A map can be read as it opens, and its parts are distinct when all of it is shown."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations, pairwise
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from board.conftest import Board
from board.playing import GAMES, sit_down
from toy.people import Person

pytestmark = pytest.mark.long

HIGH = 7
"""Pixels of a letter, at least, in which a number can be read."""
LAPTOP, SCREEN = (1366, 768), (1920, 1080)

NUMBERS = """() => {
  const sheet = document.getElementById("sheet").getBoundingClientRect();
  const svg = document.querySelector("#sheet svg");
  const scale = svg.getBoundingClientRect().width / svg.viewBox.baseVal.width;
  return [...svg.querySelectorAll(".ground .number")].map((one) => {
    const { x, y, width, height } = one.getBoundingClientRect();
    const seen = x >= sheet.x && y >= sheet.y && x + width <= sheet.right && y + height <= sheet.bottom;
    return { seen, x, y, width, size: parseFloat(getComputedStyle(one).fontSize) * scale };
  }).filter((one) => one.seen);
}"""  # noqa: E501 - of a browser
NAMES = """() => {
  const svg = document.querySelector("#sheet svg");
  const scale = svg.getBoundingClientRect().width / svg.viewBox.baseVal.width;
  return [...svg.querySelectorAll(".names .name")].map((one) => {
    const { x, y, right, bottom } = one.getBoundingClientRect();
    return { said: one.textContent, lies: [x, y, right, bottom], size: parseFloat(getComputedStyle(one).fontSize) * scale };
  });
}"""  # noqa: E501 - of a browser
SIDES = """() => Object.fromEntries([...document.querySelectorAll("#sheet .piece[data-side]")]
  .filter((one) => !one.querySelector(".spent"))
  .map((one) => [one.dataset.side, getComputedStyle(one.querySelector(".counter"))])
  .map(([side, { fill, strokeWidth, vectorEffect }]) => [side, [fill, strokeWidth, vectorEffect]]))
"""


def opened(page: Page, name: str, serve: Callable[[Person], Board], folder: Path) -> Board:
    people = sit_down(folder, GAMES[name])
    for one in people:
        one.client.close()
    board = serve(next((one for one in people if one.sits().is_active), people[0]))
    page.goto(board.address)
    expect(page.locator("#past > li")).to_have_count(board.whose.count)
    return board


@pytest.mark.parametrize("size", [LAPTOP, SCREEN], ids=["laptop", "screen"])
@pytest.mark.parametrize("name", ["saipan", "tokyo", "meiktila"])
def test_the_numbers_of_hexes_are_read_as_the_map_opens(
    name: str,
    size: tuple[int, int],
    page: Page,
    serve: Callable[[Person], Board],
    tmp_path: Path,
) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    opened(page, name, serve, tmp_path)
    numbers = page.evaluate(NUMBERS)
    assert len(numbers) > 100
    assert min(one["size"] for one in numbers) >= HIGH
    rows: dict[int, list[tuple[float, float]]] = {}
    for one in numbers:
        rows.setdefault(round(one["y"]), []).append((one["x"], one["x"] + one["width"]))
    for row in rows.values():
        ordered = sorted(row)
        for (_, end), (begin, _) in pairwise(ordered):
            assert end < begin, "no number runs into the next"


@pytest.mark.parametrize("name", ["manila", "map with cards"])
def test_the_names_of_areas_are_read_as_the_map_opens(
    name: str, page: Page, serve: Callable[[Person], Board], tmp_path: Path
) -> None:
    """Large enough, and none upon another."""
    page.set_viewport_size({"width": LAPTOP[0], "height": LAPTOP[1]})
    opened(page, name, serve, tmp_path)
    names = page.evaluate(NAMES)
    assert len(names) > 30
    assert min(one["size"] for one in names) >= HIGH
    for one, other in combinations(names, 2):
        (x, y, end, low), (p, q, to, deep) = one["lies"], other["lies"]
        assert end <= p or to <= x or low <= q or deep <= y, (one, other)


@pytest.mark.parametrize("name", [name for name in GAMES if "battle" not in name])
def test_of_the_whole_map_the_sides_are_told_apart(
    name: str, page: Page, serve: Callable[[Person], Board], tmp_path: Path
) -> None:
    page.set_viewport_size({"width": LAPTOP[0], "height": LAPTOP[1]})
    opened(page, name, serve, tmp_path)
    page.click("#whole")
    sides = page.evaluate(SIDES)
    assert sides
    fills = [fill for fill, *_ in sides.values()]
    assert len(fills) == len(set(fills)), sides
    if "farther" in (page.get_attribute("#sheet", "class") or ""):
        for _, line, effect in sides.values():
            assert (line, effect) == ("1px", "non-scaling-stroke")
