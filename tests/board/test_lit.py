"""The page before anybody clicks: the phases, lit places, the button, reserves and losses."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest
from playwright.sync_api import Browser, Page, expect

from board.conftest import Board, drawer, enter
from board.pictures import Scene, a_practice
from board.playing import LANDINGS
from long import BROWSING

pytestmark = pytest.mark.long

CUT = """() => [
  ...document.querySelectorAll("#score span:not(.heard), #seats, #title"),
].filter((one) => {
  const words = one.getBoundingClientRect(), room = one.parentElement.getBoundingClientRect();
  const seen = words.top < room.bottom - 1;
  return seen && (words.right > room.right + 1 || words.bottom > room.bottom + 1
    || one.scrollWidth > one.clientWidth + 1);
}).map((one) => one.textContent)"""
"""Texts of the bar that are seen in part; one without room for it is not seen at all."""
READ = 6.5
"""Pixels of figures on a counter, at least."""
Opens = Callable[[str, int], None]
LIT = """(place) => {
  const at = document.querySelector(`#sheet .place[data-place="${place}"]`);
  const { x, y, width, height } = at.getBoundingClientRect();
  return [x + width / 2, y + height * 0.7];
}"""
"""A point of a place, in the window."""
HIDDEN = """() => [...document.querySelectorAll("#sheet .outline")]
  .filter((one) => !one.matches(".hex"))
  .filter((one) => !(one.compareDocumentPosition(document.querySelector("#sheet .counters"))
    & Node.DOCUMENT_POSITION_FOLLOWING)).length"""
"""How many lines around areas lie over counters and names."""


@pytest.fixture
def practice(page: Page) -> Iterator[Opens]:
    """Opens a practice that begins in a log of this project after an event."""
    with ExitStack() as stack:

        def opens(log: str, event: int) -> None:
            served = stack.enter_context(a_practice(Scene(log, event, (), "")))
            page.set_viewport_size({"width": 1366, "height": 768})
            page.goto(served.address)
            page.wait_for_selector("#past > li", state="attached")

        yield opens


def waits(page: Page) -> None:
    page.wait_for_selector("#tried:not([aria-busy=true])", state="attached")


def points(page: Page, name: str) -> None:
    page.fill("#about", name)
    page.press("#about", "Enter")
    waits(page)
    page.locator("#not-now").evaluate("one => one.click()")


def rests(page: Page, place: str) -> None:
    page.mouse.move(5, 5)
    page.mouse.move(*page.evaluate(LIT, place))


def test_the_phases_of_the_turn_stand_in_a_row_with_the_present_one_marked(
    page: Page, board: Board
) -> None:
    enter(page, board)
    now = page.locator("#phases [aria-current=step]")
    expect(now).to_have_text("U.S. movement")
    expect(page.locator("#phases li")).to_have_count(4)
    page.fill("#list", "\n".join(LANDINGS))
    expect(now).to_have_text("U.S. combat")
    page.fill("#list", "")
    expect(now).to_have_text("U.S. movement")
    board.whose.orders(*LANDINGS)
    expect(now).to_have_text("U.S. combat")


def test_the_turn_stands_below_the_game_and_each_side_in_a_line(
    page: Page, practice: Opens
) -> None:
    """A line with many numbers is short there; the drawer and the tooltip have all of it."""
    practice("saipan/historical", 30)
    expect(page.locator("#seats")).to_have_text(re.compile(r"^practice, Game-Turn \d+ of 15$"))
    score = page.locator("#score li")
    lost = r": \d+ on the map, \d+ lost$"
    expect(score).to_have_text([re.compile(f"^U.S.{lost}"), re.compile(f"^Japanese{lost}")])
    tops = score.evaluate_all("all => all.map((one) => one.getBoundingClientRect().height)")
    assert tops == [16, 16]
    assert page.evaluate(CUT) == []


def test_of_many_phases_those_of_the_side_in_its_phase_are_shown(
    page: Page, practice: Opens
) -> None:
    """Tokyo: 14 phases of four sides in a turn."""
    practice("tokyo/two-players", 5)
    expect(page.locator("#phases li")).to_have_text(["Ecorps", "Recon", "Movement", "Combat"])
    expect(page.locator("#phases [aria-current]")).to_have_text("Combat")


def test_each_phase_is_whole_or_not_there(page: Page, practice: Opens) -> None:
    """Singapore with thirteen phases: those in the line of the present one are seen."""
    practice("singapore/army", 92)
    expect(page.locator("#phases [aria-current]")).to_be_visible()
    row = page.locator("#phases").bounding_box()
    assert row is not None
    seen = 0
    for box in [one.bounding_box() for one in page.locator("#phases li").all()]:
        assert box is not None
        if row["y"] - 1 <= box["y"] < row["y"] + row["height"] - 1:
            seen += 1
            assert box["x"] >= row["x"] - 1
            assert box["x"] + box["width"] <= row["x"] + row["width"] + 1
            assert box["y"] + box["height"] <= row["y"] + row["height"] + 1
    assert seen >= 4
    marks = page.locator("#score .side").evaluate_all("all => all.map(one => one.dataset.of)")
    assert marks == ["jp", "au", "br"]


@pytest.mark.parametrize(
    ("log", "event", "unit", "enemy", "free"),
    [
        ("singapore/army", 92, "ji7", "Kranji", "Axis-B"),
        ("manila/witness", 13, "1/129", "17", "4"),
    ],
)
def test_a_place_with_enemies_has_a_broken_red_line(
    *, page: Page, practice: Opens, log: str, event: int, unit: str, enemy: str, free: str
) -> None:
    practice(log, event)
    if log.startswith("manila"):
        page.fill("#list", "activate 16\n")
        waits(page)
    points(page, unit)
    expect(page.locator(f'.place[data-place="{enemy}"]')).to_have_class("place target")
    expect(page.locator(f'.place[data-place="{free}"]')).to_have_class("place reach")
    frame = page.locator("#sheet .around.frame.target")
    assert frame.evaluate("one => getComputedStyle(one).strokeDasharray") != "none"
    above = "(one, other) => one.compareDocumentPosition(document.querySelector(other))"
    reach = page.locator("#sheet .around.frame.reach")
    if reach.count():
        assert frame.evaluate(above, "#sheet .around.frame.reach") == 2, "the other lies below"
    expect(page.locator("#lit .target")).to_be_visible()
    expect(page.locator("#choices-said")).to_contain_text("whom it attacks")


def test_a_counter_has_its_number_where_side_and_symbol_say_the_rest(
    page: Page, practice: Opens
) -> None:
    practice("singapore/army", 92)
    piece = page.locator('#sheet .stack .piece[data-unit="bi11"]')
    assert piece.locator("text").all_text_contents() == ["11"]
    assert "bi11" in (piece.locator("title").text_content() or "")


def test_an_attack_of_manila_says_who_leads_and_shows_one_bar_from_good_to_bad(
    page: Page, practice: Opens
) -> None:
    practice("manila/witness", 54)
    page.fill("#list", "activate 23\nmove 2/511 3/511 Haugen 302RCN to 22\n")
    waits(page)
    page.locator('#sheet .stack[data-place="22"] .piece[data-side=jp]').first.click(force=True)
    card = page.locator("#card")
    rows = card.locator(".chance")
    expect(rows).not_to_have_count(0)
    told = [one.split("\n")[0] for one in rows.all_inner_texts()]
    assert told == ["Overrun", "Success", "Stalemate", "no result", "Repulse"]
    expect(card.locator(".outcomes > i")).to_have_count(len(told))
    colours = card.locator(".outcomes > i").evaluate_all(
        "all => new Set(all.map(one => getComputedStyle(one).backgroundColor)).size"
    )
    assert colours == 4
    expect(page.locator("#choices-said")).to_have_text("Who attacks 22?")
    expect(card.locator(".who label > b")).to_have_text(
        ["Decide later", "2/511", "3/511", "302RCN"]
    )
    card.locator('[data-what="manner lead 2/511"]').check()
    expect(card.locator(".points b")).to_have_text("0")
    before = rows.all_inner_texts()
    card.get_by_role("button", name="more: engineer").click()
    expect(card.locator(".points b")).to_have_text("1")
    assert rows.all_inner_texts() != before
    page.get_by_role("button", name="Add this attack").click()
    expect(page.locator("#list")).to_have_value(re.compile(r"attack 22 lead 2/511 engineer 1\n$"))


def test_a_lit_place_tells_the_way_and_the_cost_and_then_no_longer(
    page: Page, practice: Opens
) -> None:
    practice("saipan/historical", 11)
    told, way = page.locator("#ahead"), page.locator("#sheet .arrow.ahead")
    rests(page, "0709")
    page.wait_for_timeout(400)
    expect(told).to_be_hidden()
    points(page, "1/29")
    rests(page, "0709")
    expect(told).to_contain_text("0709")
    expect(told).to_contain_text("Cost: 1")
    expect(way).to_have_count(1)
    rests(page, "0303")
    expect(told).to_be_hidden()
    expect(way).to_have_count(0)
    expect(page.locator("#list")).to_have_value("")


GHOST = """() => [".place[data-place='0709']", "#sheet .ghost > rect"]
  .map((one) => document.querySelector(one)?.getBoundingClientRect())
  .map((box) => box && [box.x + box.width / 2, box.y + box.height / 2])"""
"""The middle of a hex, and of the counter that would stand there."""


def test_the_effect_of_a_click_is_seen_before_it(page: Page, practice: Opens) -> None:
    """A pale counter where the unit would stand, and a dashed chip after the others."""
    practice("saipan/historical", 11)
    page.fill("#list", "move 2/2 0705\n")
    waits(page)
    points(page, "1/29")
    chip = page.locator("#maybe")
    expect(chip).to_be_hidden()
    rests(page, "0709")
    expect(chip).to_have_text("2 1/29 to 0709?")
    middle, ghost = page.evaluate(GHOST)
    assert ghost == pytest.approx(middle, abs=3)
    expect(page.locator("#chips li")).to_have_count(1)
    rests(page, "0303")
    expect(chip).to_be_hidden()
    expect(page.locator("#sheet .ghost")).to_have_count(0)
    expect(page.locator("#list")).to_have_value("move 2/2 0705\n")


def test_what_a_unit_could_attack_later_is_set_as_other_words_are(
    page: Page, practice: Opens
) -> None:
    practice("tokyo/two-players", 4)
    points(page, "96")
    expect(page.locator("#later code")).to_have_text("end movement")
    fonts = page.locator("#later, #later code").evaluate_all(
        "all => [...new Set(all.map((one) => getComputedStyle(one).fontFamily))]"
    )
    assert len(fonts) == 1


def test_an_enemy_that_can_be_attacked_tells_the_odds_before_a_click(
    page: Page, board: Board
) -> None:
    enter(page, board)
    page.fill("#list", "\n".join((*LANDINGS, "end movement")))
    waits(page)
    points(page, "1/6")
    rests(page, "0802")
    expect(page.locator("#ahead")).to_contain_text("Attack 0802")
    expect(page.locator("#ahead")).to_contain_text(re.compile(r"\d+%"))


def test_a_legend_says_what_is_lit_as_long_as_anything_is(page: Page, practice: Opens) -> None:
    practice("saipan/historical", 11)
    legend = page.locator("#lit")
    expect(legend).to_be_hidden()
    points(page, "1/29")
    expect(legend).to_contain_text("it can go there")
    expect(legend.locator(".target")).to_be_hidden()
    page.locator("#sheet").focus()
    page.keyboard.press("Escape")
    expect(legend).to_be_hidden()


def test_lines_around_areas_lie_beneath_counters_and_names(page: Page, practice: Opens) -> None:
    practice("singapore/division", 36)
    points(page, "av1")
    expect(page.locator("#sheet .outline.reach")).not_to_have_count(0)
    assert page.evaluate(HIDDEN) == 0


def test_in_a_practice_the_button_says_what_it_does(page: Page, practice: Opens) -> None:
    practice("saipan/historical", 11)
    button = page.locator("#carry")
    expect(button).to_contain_text("No orders yet")
    expect(button).to_have_attribute("aria-disabled", "true")
    for lines, words in (
        ("move 1/29 0709", "Move 1/29 to 0709"),
        ("move 1/29 0709\nmove 1/2 0804", "Move 2 units"),
        ("move 1/29 0709\nend movement", "Do 2 orders"),
        ("end movement", "End movement"),
    ):
        page.fill("#list", lines)
        waits(page)
        expect(button).to_contain_text(words)
        expect(button).not_to_have_attribute("aria-disabled", "true")


def test_reserves_lie_by_division_or_kind_and_losses_below_them(
    page: Page, practice: Opens
) -> None:
    practice("saipan/historical", 11)
    drawer(page, "reserves")
    divisions = ("2nd Marine Division", "4th Marine Division", "27th Division")
    titles = [f"{one}, afloat" for one in (*divisions, "Tanks", "Artillery")]
    expect(page.locator("#tray > div > span:first-child")).to_have_text(titles)
    gun = page.locator('#tray [data-unit="3/14"] .brief')
    expect(gun).to_have_text("2-3-12")
    size = gun.evaluate("one => parseFloat(getComputedStyle(one).fontSize) * one.getScreenCTM().a")
    assert size >= READ, "the figures of a gun are read in the drawer"
    expect(page.locator("#lost li").first).to_have_text("U.S.: 1 lost")
    expect(page.locator("#lost li").first.locator(".side")).to_have_attribute("data-of", "us")


def test_on_a_phone_the_dock_is_one_line_and_the_button_and_opens(
    chromium: Browser, board: Board
) -> None:
    with chromium.new_context(
        viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True
    ) as context:
        context.set_default_timeout(BROWSING)
        page = context.new_page()
        page.goto(board.address)
        expect(page.locator("#past > li")).to_have_count(board.whose.count)
        sheet = page.locator("#sheet").bounding_box()
        assert sheet is not None
        assert sheet["height"] > 0.7 * 844
        question = page.locator("#asked")
        whole = question.evaluate(
            "one => [one.scrollWidth - one.clientWidth, one.scrollHeight - one.clientHeight]"
        )
        assert whole == [0, 0], "all of its words are seen"
        expect(page.locator("[data-act=orders]")).to_be_in_viewport(ratio=1)
        page.fill("#list", LANDINGS[0])
        waits(page)
        page.locator("#list").blur()
        expect(page.locator("#chips li")).to_be_hidden()
        page.tap("#grip")
        expect(page.locator("#grip")).to_have_attribute("aria-expanded", "true")
        expect(page.locator("#chips li")).to_be_visible()
        page.tap("#grip")
        expect(page.locator("#chips li")).to_be_hidden()


@pytest.mark.parametrize(
    ("log", "event"),
    [("saipan/historical", 11), ("manila/witness", 13), ("singapore/division", 36)],
)
def test_no_button_lies_upon_the_map_and_no_word_of_the_bar_is_cut(
    page: Page, practice: Opens, log: str, event: int
) -> None:
    practice(log, event)
    page.wait_for_selector("#sheet .piece")
    tools, sheet = page.locator("#larger").bounding_box(), page.locator("#sheet").bounding_box()
    assert tools is not None
    assert sheet is not None
    assert tools["x"] + tools["width"] <= sheet["x"]
    cut = page.evaluate(CUT)
    assert cut == []


def test_counters_of_areas_are_read_as_the_map_opens_and_a_back_has_one_mark(
    page: Page, practice: Opens
) -> None:
    practice("manila/witness", 13)
    page.wait_for_selector("#sheet .piece")
    high = page.locator("#sheet .stack .piece:not(.below) .counter").evaluate_all(
        "all => Math.min(...all.map(one => one.getBoundingClientRect().height))"
    )
    assert high >= 28
    backs = page.locator("#sheet .stack .piece:has(.hidden)")
    assert backs.count() > 20
    texts = backs.locator("text").evaluate_all("all => [...new Set(all.map(o => o.textContent))]")
    assert texts == ["?"]
