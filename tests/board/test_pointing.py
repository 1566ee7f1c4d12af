"""A thing under the mouse stays, a click means what was seen, and one can point at nothing."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, FloatRect, Locator, Page, expect

from board.conftest import Board, enter
from board.pictures import SCENES, a_practice
from board.playing import LANDINGS
from hostile.base import fixed_chance
from long import BROWSING

pytestmark = pytest.mark.long


@pytest.fixture
def stacks(chromium: Browser) -> Iterator[Page]:
    """Meiktila in the middle of a turn: several stand in a hex."""
    with (
        fixed_chance("pointing"),
        a_practice(SCENES["meiktila"]) as served,
        chromium.new_context(
            viewport={"width": 1366, "height": 768}, reduced_motion="reduce"
        ) as context,
    ):
        context.set_default_timeout(BROWSING)
        page = context.new_page()
        page.goto(served.address)
        page.wait_for_selector(SEVERAL)
        yield page


SEVERAL = "#sheet .stack:has(.piece:not(.below) ~ .piece)"


def box(one: Locator) -> FloatRect:
    found = one.bounding_box()
    assert found is not None
    return found


def middle(one: Locator) -> tuple[float, float]:
    there = box(one)
    return there["x"] + there["width"] / 2, there["y"] + there["height"] / 2


def is_over(one: FloatRect, other: FloatRect) -> bool:
    return (
        one["x"] < other["x"] + other["width"]
        and other["x"] < one["x"] + one["width"]
        and one["y"] < other["y"] + other["height"]
        and other["y"] < one["y"] + one["height"]
    )


def test_a_stack_opens_beside_itself_in_sight(stacks: Page) -> None:
    page = stacks
    found = page.locator(SEVERAL)
    for number in range(found.count()):
        counter = found.nth(number).locator(".piece:not(.below)").last
        counter.hover(force=True)
        place = found.nth(number).get_attribute("data-place")
        fan = page.locator(f'.fan[data-place="{place}"]')
        expect(fan).to_be_visible()
        assert not is_over(box(fan), box(found.nth(number)))
        sheet, lies = box(page.locator("#sheet")), box(fan.locator(".box"))
        for at, size in (("x", "width"), ("y", "height")):
            assert sheet[at] - 1 < lies[at]  # type: ignore[literal-required]
            assert lies[at] + lies[size] < sheet[at] + sheet[size] + 1  # type: ignore[literal-required]
        page.mouse.move(5, 400)
        expect(page.locator("#sheet .fan")).to_have_count(0)


def test_a_stack_does_not_open_under_a_mouse_that_passes_or_presses(stacks: Page) -> None:
    """Time stands still but where the test says so: how long a rest is, is the page's."""
    page = stacks
    page.clock.install()
    stack, fan = page.locator(SEVERAL).first, page.locator("#sheet .fan")
    counter = stack.locator(".piece[data-unit]:not(.below)").last
    unit = counter.get_attribute("data-unit") or ""
    counter.scroll_into_view_if_needed()
    x, y = middle(counter)
    page.mouse.move(x, y)
    expect(fan).to_have_count(0)
    page.mouse.move(5, 400)
    page.clock.run_for(5000)
    expect(fan).to_have_count(0)
    page.mouse.move(x, y)
    page.mouse.down()
    page.clock.run_for(5000)
    expect(fan).to_have_count(0)
    page.mouse.up()
    expect(page.locator("#about")).to_have_value(unit)
    page.mouse.move(5, 400)
    page.mouse.move(x, y)
    page.clock.run_for(5000)
    expect(fan).to_have_count(1)
    page.mouse.move(5, 400)
    expect(fan).to_have_count(1)  # on the way to it the mouse may pass over others
    page.clock.run_for(5000)
    expect(fan).to_have_count(0)


def test_a_click_means_what_was_seen_when_the_button_went_down(page: Page, board: Board) -> None:
    """The map may be drawn again before it comes up: by mail, or by an answer that was late."""
    enter(page, board)
    page.fill("#list", "land 1/2 1203\nland 1/6 0902\n")
    counter = page.locator('.stack[data-place="0902"] .piece')
    expect(counter).to_be_attached()
    page.mouse.move(*middle(counter))
    page.mouse.down()
    page.fill("#list", "land 1/2 1203\n")
    expect(counter).to_have_count(0)
    page.mouse.up()
    expect(page.locator("#about")).to_have_value("1/6")


def test_one_counter_stands_large_where_it_covers_nothing_near(page: Page, board: Board) -> None:
    page.set_viewport_size({"width": 1366, "height": 768})
    enter(page, board)
    page.click("#whole")
    lens, seen = page.locator("#map .lens"), box(page.locator("#sheet"))
    wide = page.locator("#sheet").evaluate("one => one.clientWidth")  # without its bar
    all_ = page.locator("#sheet .stack")
    for number in range(0, all_.count(), 7):
        page.mouse.move(*middle(all_.nth(number).locator(".piece").first))
        expect(lens).to_have_count(1)
        large, there = box(lens), box(all_.nth(number))
        assert large["height"] > 2 * there["height"]
        assert not is_over(large, there)
        ends = seen["x"], seen["x"] + wide - large["width"]
        assert min(abs(large["x"] - end) for end in ends) < 1, "in a corner"
        page.mouse.move(5, 5)
        expect(lens).to_have_count(0)


def test_what_stands_large_is_what_was_clicked_last(page: Page, board: Board) -> None:
    """A player who goes straight to another counter and clicks does not wait for it to be shown."""
    page.set_viewport_size({"width": 1366, "height": 768})
    enter(page, board)
    page.click("#whole")
    page.clock.install()
    first, other = (page.locator(f'#sheet .piece[data-unit="{unit}"]') for unit in ("16", "317"))
    page.mouse.move(*middle(first))
    page.clock.run_for(5000)
    expect(page.locator("#map .lens")).to_contain_text("16")
    page.mouse.move(*middle(other))
    page.mouse.down()
    page.mouse.up()
    expect(page.locator("#about")).to_have_value("317")
    page.clock.run_for(5000)
    expect(page.locator("#map .lens")).to_contain_text("317")


def test_nothing_stands_large_when_the_map_is_drawn_again_as_the_mouse_leaves_it(
    page: Page, board: Board
) -> None:
    page.set_viewport_size({"width": 1366, "height": 768})
    enter(page, board)
    page.fill("#list", "land 1/2 1203\nland 1/6 0902\n")
    page.click("#whole")
    counter = page.locator('.stack[data-place="1203"] .piece')
    expect(counter).to_be_attached()
    page.clock.install()
    page.mouse.move(*middle(counter))
    page.clock.run_for(5000)
    expect(page.locator("#map .lens")).to_contain_text("1/2")
    page.mouse.move(*middle(page.locator("#undo")))
    page.mouse.down()
    page.mouse.up()
    expect(page.locator('.stack[data-place="0902"] .piece')).to_have_count(0)
    page.clock.run_for(5000)
    expect(page.locator("#map .lens")).to_have_count(0)


def test_escape_and_a_click_on_blank_map_point_at_nothing(page: Page, board: Board) -> None:
    enter(page, board)
    page.fill("#list", "\n".join([*LANDINGS, "end movement"]))
    expect(page.locator("#asked")).to_contain_text("Declare an attack")
    page.locator("#list").blur()
    about, marks = page.locator("#about"), page.locator("#sheet :is(.outline, .chosen)")
    asked: list[str] = []

    def points() -> None:
        page.locator('.stack[data-place="0902"] .piece').click(force=True)
        expect(about).to_have_value("1/6")
        expect(page.locator("#choices button").first).to_be_attached()
        expect(marks.first).to_be_attached()
        asked.clear()

    page.on("request", lambda one: asked.append(one.url))

    def is_clear() -> None:
        expect(about).to_have_value("")
        expect(marks).to_have_count(0)
        expect(page.locator("#choices button")).to_have_count(0)
        assert asked == [], "nothing is asked for that"
        assert page.input_value("#list").startswith("land 1/2"), "the list is another matter"

    points()
    page.keyboard.press("Escape")
    is_clear()
    points()
    page.locator("#about").press("Escape")
    is_clear()
    points()
    page.locator('.place[data-place="0110"] path').click(force=True)  # sea, far from everybody
    is_clear()
    points()
    sheet = box(page.locator("#sheet"))
    page.mouse.click(sheet["x"] + 4, sheet["y"] + 4)
    is_clear()
    page.locator('.place[data-place="1104"] path').click(force=True)
    expect(about).to_have_value("1104")  # where nothing is pointed at, an empty hex is asked about


def test_what_is_pointed_at_stays_lit_when_the_game_is_read_again(page: Page, board: Board) -> None:
    """A log that changes draws the map again; so does the way back from the past."""
    enter(page, board)
    lit, own = page.locator("#sheet .outline.reach"), page.locator("#sheet .piece.chosen")
    for lines in ((), LANDINGS[:1]):
        page.fill("#list", "\n".join(lines))
        page.fill("#about", "1/6")
        page.press("#about", "Enter")
        expect(lit.first).to_be_attached()
        many = lit.count()
        with page.expect_response("**/map"):
            os.utime(board.whose.log)
        expect(page.locator("#past > li")).to_have_count(board.whose.count)
        expect(page.locator("#news")).not_to_have_attribute("aria-busy", "true")
        expect(lit).to_have_count(many)
        expect(own).to_have_count(1)
        expect(page.locator("#about")).to_have_value("1/6")
        page.click("#back")
        expect(page.locator("#when")).to_contain_text("not the position of now")
        page.click("#now")
        expect(lit).to_have_count(many)
        expect(own).to_have_count(1)
