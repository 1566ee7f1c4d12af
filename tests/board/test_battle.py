"""Singapore: a drag orders what it means, many offers are few rows, a battle is seen large."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from board.test_dragging import drags
from board.test_offers import Opens, opens
from board.test_still import LAPTOP, waits

pytestmark = pytest.mark.long

MOVING, FLYING, GUNS = (
    ("singapore/brigade", 11),
    ("singapore/brigade", 8),
    ("singapore/brigade", 31),
)
"""A practice in which Japan moves, sends planes; in which the other side's guns come first."""

NEAR_THE_EDGE: Any = {"x": 40, "y": 60}
"""Within the shape of the sector, where no counter stands."""

LARGE = 44
"""Pixels of a counter on a board that is shown beside the map."""

__all__ = ["opens"]


def test_one_of_several_alike_is_dragged_to_a_sector_and_goes_there_alone(
    page: Page, opens: Opens
) -> None:
    """The dragged unit is meant, not the first of those that come to the same, nor a group."""
    opens(MOVING)
    standing = page.locator('#sheet .stack[data-place="Axis-C"] .piece')
    units = standing.evaluate_all("them => them.map(one => one.dataset.unit)")
    assert {"ji13", "ji14", "ji15"} <= set(units)
    page.locator('#sheet .stack .piece[data-unit="ji13"]').hover(force=True)
    drags(page, page.locator('#sheet .fan .piece[data-unit="ji14"]'), "Kranji")
    expect(page.locator("#list")).to_have_value("move ji14 Kranji\n")


def test_two_that_are_pointed_at_go_by_one_order(page: Page, opens: Opens) -> None:
    opens(MOVING)
    page.locator('#sheet .stack .piece[data-unit="ji13"]').hover(force=True)
    page.locator('#sheet .fan .piece[data-unit="ji14"]').click()
    waits(page)
    page.locator('#sheet .fan .piece[data-unit="ji16"]').click(modifiers=["Control"])
    waits(page)
    page.locator('.place[data-place="Kranji"] .tint').first.click(position=NEAR_THE_EDGE)
    expect(page.locator("#list")).to_have_value("move ji14 ji16 Kranji\n")


def test_offers_of_many_units_are_rows_of_one_and_a_row_for_each_group(
    page: Page, opens: Opens
) -> None:
    """A plane alone first; together with others under a button that opens, by keys too."""
    opens(FLYING)
    page.fill("#about", "jb3")
    page.press("#about", "Enter")
    waits(page)
    rows = page.locator("#choices li > button")
    lines = rows.evaluate_all("them => them.map(one => one.value || one.textContent)")
    alone = [one for one in lines if one.startswith("fly jb3 ")]
    groups = [one for one in lines if one.endswith(" orders")]
    assert len(alone) > 20
    assert lines == alone + groups
    assert groups[0] == f"jb2 jb3: {len(alone)} orders"
    group = page.locator("#choices button[aria-expanded]").first
    group.press("Enter")
    expect(group).to_have_attribute("aria-expanded", "true")
    expect(rows).to_have_count(len(lines) + len(alone))
    group.press("ArrowDown")
    expect(page.locator("#choices button:focus")).to_have_attribute(
        "value", f"fly jb2 {alone[0][4:]}"
    )
    group.press("Enter")
    expect(rows).to_have_count(len(lines))


def fights(page: Page) -> None:
    """Come to where Japan forms a group against ai4."""
    for line in ("end barrage", "pass", "pass"):
        page.fill("#list", line)
        page.click("#carry")
        expect(page.locator("#list")).to_have_value("")
        waits(page)
    page.locator("#list").blur()
    expect(page.locator("#prompt")).to_have_text("Your turn as Japan")
    expect(page.locator("#asked")).to_contain_text("How do you attack ai4?")


def test_a_battle_is_seen_large_below_the_map(page: Page, opens: Opens) -> None:
    """All of it, without scrolling, its counters larger than those of the map."""
    page.set_viewport_size(LAPTOP)  # type: ignore[arg-type]
    opens(GUNS)
    boards = page.locator("#boards")
    expect(boards).to_be_hidden()
    fights(page)
    expect(boards).to_be_visible()
    expect(page.get_by_role("img", name="Battle of Buloh, round 1")).to_be_visible()
    box, here = (
        boards.bounding_box(),
        page.locator('#boards [data-token="ai4"] .counter').bounding_box(),
    )
    there = page.locator('#sheet .piece[data-unit="ai4"] .counter').first.bounding_box()
    assert box is not None
    assert here is not None
    assert there is not None
    assert box["y"] + box["height"] <= LAPTOP["height"]
    assert boards.evaluate("one => one.scrollHeight <= one.clientHeight + 1")
    assert min(here["width"], here["height"]) >= LARGE > max(there["width"], there["height"])
    assert page.locator("#sheet .board").count() == 0, "it stands there once"
    page.click("#first")
    expect(boards).to_be_hidden()
    page.click("#now")
    expect(boards).to_be_visible()
    assert page.locator("#boards > div").count() == 1


def test_a_battle_is_seen_as_large_when_a_box_comes_below_it(page: Page, opens: Opens) -> None:
    """Units that struck, are set aside or out of the fight lie there, no wider than the board."""
    page.set_viewport_size(LAPTOP)  # type: ignore[arg-type]
    opens(GUNS)
    fights(page)
    counter, board = (
        page.locator("#boards [data-token] .counter").first,
        page.locator("#boards svg"),
    )
    before = counter.bounding_box()
    high = board.evaluate("one => one.viewBox.baseVal.height")
    page.fill("#list", "attack standard")
    page.click("#carry")
    expect(page.locator("#rolling")).to_be_visible()
    page.fill("#faces", "1 2 5 2 2 5")  # the strike misses, and the round is a draw
    page.click("#roll")
    higher = "high => document.querySelector('#boards svg').viewBox.baseVal.height > high + 20"
    page.wait_for_function(higher, arg=high)
    after = counter.bounding_box()
    assert before is not None
    assert after is not None
    assert abs(after["width"] - before["width"]) < 0.5


def test_how_to_attack_is_a_button_each_and_a_click_on_a_counter(page: Page, opens: Opens) -> None:
    """A battle has every legal answer, with the chances of the round."""
    opens(GUNS)
    fights(page)
    ways = ["attack standard", "attack concentrate 4", "attack concentrate 6", "attack flank"]
    plain = page.locator("#plain button, #plain-too button")
    expect(plain).to_have_text([way.capitalize() for way in ways])
    for unit in ("ai4", "ji7"):
        page.locator(f'#boards [data-token="{unit}"] .counter').click()
        expect(page.locator("#about")).to_have_value(unit)
        waits(page)
        rows = page.locator("#choices li > button")
        expect(rows).to_have_count(len(ways))
        assert sorted(rows.evaluate_all("them => them.map(one => one.value)")) == sorted(ways)
        for row in rows.all_inner_texts():
            assert re.search(r"\bai4\b.* \d+%", row, re.DOTALL), row
            assert "defender suppressed" in row
            assert "; if " not in row, "an answer that changes nothing is not told"
        expect(page.locator(f'#boards [data-token="{unit}"]')).to_have_class("token chosen")
    plain.last.click()
    expect(page.locator("#list")).to_have_value("attack flank\n")
