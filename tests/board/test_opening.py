"""How a map is first seen: fitted to its window, at the units, and what lies in a hex is seen."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from board.test_dragging import drags
from board.test_offers import Moment, Opens, opens
from board.test_still import LAPTOP, SCREEN

pytestmark = pytest.mark.long

__all__ = ["opens"]

SIZES = pytest.mark.parametrize("size", [LAPTOP, SCREEN], ids=["laptop", "screen"])
SET_UP, EMPTY = ("meiktila/first", 3), ("meiktila/first", 2)
"""The Japanese set up while the Allies stand there; and the map is still empty."""

VIEW = """() => {
  const sheet = document.querySelector("#sheet"), svg = sheet.querySelector("svg.map");
  const { left, top, right, bottom } = sheet.getBoundingClientRect();
  const box = (one) => one.getBoundingClientRect();
  const seen = (one) => box(one).left >= left && box(one).right <= right + 1
    && box(one).top >= top && box(one).bottom <= bottom + 1;
  const [first, ...rest] = [...svg.querySelectorAll(".ground > .place")].map(box);
  const above = (one) => box(one).top < first.top;
  const places = [first, ...rest];
  const stacks = [...svg.querySelectorAll(".stack")];
  return {
    wide: sheet.scrollWidth - sheet.clientWidth,
    counter: Math.max(0, ...[...svg.querySelectorAll(".stack .counter")].map(box)
      .map(({ height }) => height)),
    above: (Math.min(...places.map((one) => one.top)) - box(svg).top) / svg.getScreenCTM().a,
    high: Math.max(...places.map((one) => one.bottom)) - Math.min(...places.map((one) => one.top)),
    room: sheet.clientHeight,
    stacks: stacks.length,
    seen: stacks.filter(seen).length,
    titles: [...svg.querySelectorAll(":scope > text")].filter(above).length,
  };
}"""


LEAST, LESS = 21, 15
"""Pixels: how high a counter is at first, and where all of the map is seen."""

MARGIN = 6
"""Units of the drawing: the edge above the first row of hexes. A title is three times as high."""


def view(page: Page) -> Any:
    page.wait_for_selector("#sheet svg.map")
    return page.evaluate(VIEW)


@pytest.mark.few(2, 12)
@SIZES
@pytest.mark.parametrize(
    "moment", [("tokyo/two-players", 5), ("saipan/historical", 11), SET_UP, ("meiktila/first", 82)]
)
def test_a_map_of_hexes_begins_so_large_that_one_can_order_on_it(
    page: Page, opens: Opens, moment: Moment, size: dict[str, int]
) -> None:
    """Counters are large, or all of one's own are seen; no band of a title lies above."""
    page.set_viewport_size(size)  # type: ignore[arg-type]
    opens(moment)
    found = view(page)
    assert found["counter"] >= (LEAST if found["wide"] else LESS)
    assert found["above"] <= MARGIN
    assert found["titles"] == 0


@SIZES
def test_a_map_begins_where_units_stand(page: Page, opens: Opens, size: dict[str, int]) -> None:
    """At one's own, or, while all of these are still to come, at the others'."""
    page.set_viewport_size(size)  # type: ignore[arg-type]
    opens(SET_UP)
    found = view(page)
    assert found["stacks"] == 5
    assert found["seen"] == 5


@SIZES
def test_all_areas_where_ones_units_stand_are_seen_as_far_as_there_is_room(
    page: Page, opens: Opens, size: dict[str, int]
) -> None:
    """Manila: in the north and in the south; the heads of the northern areas were cut off."""
    page.set_viewport_size(size)  # type: ignore[arg-type]
    opens(("manila/witness", 2))
    page.wait_for_selector("#sheet svg.map")
    sheet = page.locator("#sheet").bounding_box()
    assert sheet is not None
    for area in ("1", "2", "3", "30"):
        box = page.locator(f'#sheet .place[data-place="{area}"]').bounding_box()
        assert box is not None
        assert sheet["y"] <= box["y"], area
        assert box["y"] + box["height"] <= sheet["y"] + sheet["height"], area


UNSEEN = """() => {
  const sheet = document.querySelector("#sheet").getBoundingClientRect();
  return [...document.querySelectorAll("#sheet .ground > .place")].filter((one) => {
    const { left, top, right, bottom } = one.getBoundingClientRect();
    return left < sheet.left || right > sheet.right || top < sheet.top || bottom > sheet.bottom;
  }).map((one) => one.dataset.place);
}"""


def test_a_map_on_which_all_can_be_read_at_once_begins_whole(page: Page, opens: Opens) -> None:
    """Singapore: its west and its east are seen together, as on paper."""
    page.set_viewport_size(LAPTOP)  # type: ignore[arg-type]
    opens(("singapore/division", 36))
    assert view(page)["counter"] >= LEAST
    assert page.evaluate(UNSEEN) == []


def test_a_map_without_units_begins_as_a_whole(page: Page, opens: Opens) -> None:
    """As far as the numbers of hexes can be read then."""
    page.set_viewport_size(SCREEN)  # type: ignore[arg-type]
    opens(EMPTY)
    found = view(page)
    assert found["stacks"] == 0
    assert found["high"] <= found["room"] + 30


def test_markers_lie_small_beneath_the_units_of_a_hex(page: Page, opens: Opens) -> None:
    """The unit has the room that it has without a marker; a stack that opens has it too, last."""
    opens(("saipan/historical", 11))
    alone = page.locator('#sheet .piece[data-unit="1/2"] .counter')
    stack = page.locator("#sheet .stack").filter(has=page.locator('[data-unit="1/24"]'))
    unit = stack.locator(".piece[data-unit] .counter")
    marker = stack.locator(".piece:not([data-unit]) .counter")
    expect(marker).to_have_class(re.compile(r"\bspent\b"))  # pale: it looks like no unit
    high, wide = (
        [one.evaluate(f"one => one.getBBox().{side}") for one in (alone, unit, marker)]
        for side in ("height", "width")
    )
    assert high[1] == pytest.approx(high[0])
    assert wide[1] == pytest.approx(wide[0])
    assert high[2] * wide[2] < high[1] * wide[1] / 2
    stack.locator(".piece[data-unit]").hover(force=True)
    open_ = page.locator("#sheet .fan .piece")
    expect(open_).to_have_count(2)
    expect(open_.first).to_have_attribute("data-unit", "1/24")


def test_the_number_of_those_below_is_dragged_as_the_stack(page: Page, opens: Opens) -> None:
    """An order for each of those that can go there, and the map stays where it is."""
    opens(("meiktila/first", 5))
    page.fill("#list", "activate move-attack\n")
    expect(page.locator("#asked")).to_contain_text("After these orders")
    page.locator("#list").blur()
    stack = page.locator('#sheet .stack[data-place="H11"]')
    units = stack.locator(".piece[data-unit]").evaluate_all("all => all.map(o => o.dataset.unit)")
    assert set(units) == {"FFR412", "GR17", "WY1", "FD129"}
    before = page.evaluate("document.querySelector('#sheet').scrollTop")
    drags(page, stack.locator(".more text"), "I10")
    moves = "".join(f"move {unit} I10\n" for unit in ("FFR412", "GR17", "WY1"))
    expect(page.locator("#list")).to_have_value(f"activate move-attack\n{moves}")
    assert page.evaluate("document.querySelector('#sheet').scrollTop") == before
    expect(page.locator("#tried")).to_contain_text("Cannot go to I10: FD129.")
