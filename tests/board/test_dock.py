"""The layout of the board: bar, dock, log and drawers; orders as chips; an attack as a card."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from board.conftest import Board, enter, tab
from board.playing import LANDINGS, PASSPHRASE
from long import BROWSING

pytestmark = pytest.mark.long

LAPTOP, SCREEN = {"width": 1366, "height": 768}, {"width": 1920, "height": 1080}
BAR, DOCK, LOG, RAIL, BUTTON = 48, 96, 308, 52, 302
"""Pixels of the parts of the page, whatever stands in them."""
FINGER = 44
"""Pixels: no target on a phone is smaller."""
SMALL = """() => [...document.querySelectorAll("button, select, input, textarea, summary")]
  .filter((one) => one.getClientRects().length && getComputedStyle(one).clipPath === "none")
  .filter((one) => !one.closest("#as-lines, #key, #pointing") && one.type !== "checkbox")
  .map((one) => [one.id || one.textContent, one.getBoundingClientRect()])
  .filter(([, box]) => box.width < 44 || box.height < 44).map(([name]) => name)"""


FACES = """all => all.map((one) =>
  [one.querySelector("span").innerText.replace(/\\s+/g, " "), one.querySelectorAll("b").length])"""
"""Each result on the attack card, and how many faces of the die give it."""


def waits(page: Page) -> None:
    page.wait_for_selector("#tried:not([aria-busy=true])", state="attached")


def writes(page: Page, *lines: str) -> None:
    page.fill("#list", "\n".join(lines))
    waits(page)
    page.locator("#list").blur()


def lines(page: Page) -> list[str]:
    return page.input_value("#list").splitlines()


def high(page: Page, what: str) -> float:
    box = page.locator(what).bounding_box()
    assert box is not None
    return box["height"]


def wide(page: Page, what: str) -> float:
    box = page.locator(what).bounding_box()
    assert box is not None
    return box["width"]


def test_only_the_map_grows_with_the_window(page: Page, board: Board) -> None:
    page.set_viewport_size(LAPTOP)  # type: ignore[arg-type]
    enter(page, board)
    before = wide(page, "#sheet"), high(page, "#sheet")
    for size in (LAPTOP, SCREEN):
        page.set_viewport_size(size)  # type: ignore[arg-type]
        assert (high(page, "#bar"), high(page, "#dock")) == (BAR, DOCK)
        assert (wide(page, "#side"), wide(page, "#rail")) == (LOG, RAIL)
        assert wide(page, "[data-act=orders]") == BUTTON
    assert wide(page, "#sheet") == before[0] + SCREEN["width"] - LAPTOP["width"]
    assert high(page, "#sheet") == before[1] + SCREEN["height"] - LAPTOP["height"]


def test_orders_are_chips_that_are_taken_out_and_put_back(page: Page, board: Board) -> None:
    enter(page, board)
    chips = page.locator("#chips li")
    expect(page.locator("#undo")).to_be_disabled()
    writes(page, *LANDINGS[:3])
    expect(chips).to_have_count(3)
    page.get_by_role("button", name="take order 2 out").click()
    waits(page)
    assert lines(page) == [LANDINGS[0], LANDINGS[2]]
    page.keyboard.press("Control+z")
    waits(page)
    assert lines(page) == list(LANDINGS[:3])
    page.click("#undo")
    waits(page)
    assert lines(page) == list(LANDINGS[:2])
    expect(chips).to_have_count(2)
    chips.nth(1).drag_to(chips.nth(0))
    turned = re.compile(rf"^{re.escape(LANDINGS[1])}\n{re.escape(LANDINGS[0])}\n?$")
    expect(page.locator("#list")).to_have_value(turned)
    waits(page)
    writes(page, *LANDINGS)
    expect(chips).to_have_text(["6 landings\u00d7"])
    page.get_by_role("button", name="take orders 1 to 6 out").click()
    waits(page)
    assert lines(page) == []
    writes(page, *LANDINGS)
    chips.locator("button").first.click()
    expect(chips).to_have_count(len(LANDINGS))
    writes(page, LANDINGS[0], "land 2/2 nowhere")
    expect(page.locator("#chips .impossible")).to_contain_text("2/2")
    assert page.wrong == [] or all("status of 4" in one for one in page.wrong)  # type: ignore[attr-defined]


def test_the_text_is_one_click_away_and_the_same_list(page: Page, board: Board) -> None:
    enter(page, board)
    writes(page, LANDINGS[0])
    assert wide(page, "#as-lines") == 1
    page.click("#as-text")
    expect(page.locator("#list")).to_be_focused()
    assert wide(page, "#as-lines") > BUTTON
    page.keyboard.press("Control+End")
    page.keyboard.type(f"\n{LANDINGS[1]}")
    expect(page.locator("#chips li")).to_have_count(2)
    page.click("#as-text")
    assert wide(page, "#as-lines") == 1
    assert lines(page) == list(LANDINGS[:2])


def test_the_button_says_what_it_signs_and_what_follows(page: Page, board: Board) -> None:
    enter(page, board)
    button = page.locator("[data-act=orders]")
    expect(button).to_contain_text("Nothing to sign yet")
    expect(button).to_have_attribute("aria-disabled", "true")
    writes(page, LANDINGS[0])
    expect(button).to_have_text("Sign 1 orderstill your move then, no mail yet")
    writes(page, *LANDINGS, "end movement", "attack 16 with 2/6 1/6 3/6", "standing usual")
    expect(button).to_contain_text("Sign 8 orders and mail bob")
    expect(button).to_contain_text("bob (Japan) is asked: Final protective fire")
    button.click()
    expect(page.locator("#passphrase")).to_be_focused()
    assert board.whose.count == 3, "the passphrase is asked first, where it was pressed"
    page.click("#not-yet")
    expect(page.locator("#dock")).not_to_have_class(re.compile("signs"))
    button.click()
    page.keyboard.type(PASSPHRASE)
    button.click()
    expect(page.locator("#tried")).to_contain_text("Signed: event 3")


def test_an_enemy_is_clicked_and_a_card_reckons(page: Page, board: Board) -> None:
    """The strongest usual attack first; a tick less is another sum; it lies beside its target."""
    enter(page, board)
    writes(page, *LANDINGS, "end movement")
    target = page.locator('#sheet .stack[data-place="0802"] .piece').first
    target.click(force=True)
    card = page.locator("#card")
    expect(card).to_contain_text("Attack 16 in 0802")
    expect(page.locator("#choices-said")).to_have_text("Who attacks 16?")
    expect(card.get_by_role("checkbox", checked=True)).to_have_count(3)
    total = card.locator("#attack .sum").inner_text()
    here = card.bounding_box()
    assert here is not None
    for unit in ("16", "1/6", "2/6", "3/6"):  # it lies over none of those who fight
        there = page.locator(f'#sheet .stack [data-unit="{unit}"]').first.bounding_box()
        assert there is not None
        beside = here["x"] > there["x"] + there["width"] or here["x"] + here["width"] < there["x"]
        beneath = (
            here["y"] > there["y"] + there["height"] or here["y"] + here["height"] < there["y"]
        )
        assert beside or beneath, unit
    card.get_by_role("button", name=re.compile("^more")).click()
    expect(card.locator("#attack .sum")).not_to_have_text(total)
    card.get_by_role("checkbox", name="3/6").click()
    expect(card.get_by_role("checkbox", name="3/6")).to_be_focused()
    expect(card.get_by_role("button", name="Add this attack")).to_be_disabled()
    expect(card).to_contain_text("No attack is offered with just these units")
    card.get_by_role("checkbox", name="3/6").click()
    card.get_by_role("button", name="Add this attack").click()
    expect(page.locator("#list")).to_have_value(re.compile(r"\nattack 16 with [\d/ ]+ gsp 1\n$"))
    expect(card).to_be_hidden()


def test_a_card_shows_who_attacks_by_a_line_each_and_is_put_off(page: Page, board: Board) -> None:
    """The order that it would add stands after the list as long as it is open."""
    enter(page, board)
    writes(page, *LANDINGS, "end movement")
    page.locator('#sheet .stack[data-place="0802"] .piece').first.click(force=True)
    lines, chip = page.locator("#sheet .way.aimed"), page.locator("#maybe")
    expect(lines).to_have_count(3)
    expect(chip).to_have_text("8 Attack 16 with 2/6, 1/6 and 3/6?")
    assert chip.evaluate("one => one.scrollWidth <= one.clientWidth"), "it is read whole"
    counts = page.locator("#counts")
    expect(counts).to_be_visible()
    assert wide(page, "#asked") <= 1, "no button of the question is there as long as the card is"
    page.mouse.move(300, 300)  # nothing that is pointed at takes it away
    expect(chip).to_contain_text("8 Attack 16 with")
    expect(page.locator("#attack .points small")).to_have_text("10 left")
    page.get_by_role("button", name=re.compile("^more")).click()
    expect(page.locator("#attack .points small")).to_have_text("9 left")
    page.get_by_role("checkbox", name="3/6").click()
    expect(lines).to_have_count(2)
    expect(chip).to_be_hidden()
    page.locator("#attack").get_by_role("button", name="Not now").click()
    expect(page.locator("#card")).to_be_hidden()
    expect(lines).to_have_count(0)
    expect(page.locator("#sheet .aimed")).to_have_count(0)
    expect(counts).to_be_hidden()
    assert page.input_value("#list").splitlines() == [*LANDINGS, "end movement"]


def test_a_card_shows_dice_and_strengths_and_keeps_room_for_them(page: Page, board: Board) -> None:
    """They come a little later; what is pressed has not moved then, and all figures agree."""
    enter(page, board)
    writes(page, *LANDINGS, "end movement")
    held: list[Route] = []

    def holds(route: Route) -> None:
        held.append(route)

    page.route("**/reckoned", holds)
    with page.expect_request("**/reckoned"):
        page.locator('#sheet .stack[data-place="0802"] .piece').first.click(force=True)
    chances, dice = page.locator("#attack .chance"), page.locator("#attack .dice li")
    expect(chances).not_to_have_count(0)
    expect(dice).to_have_count(0)
    add = page.get_by_role("button", name="Add this attack")
    before = add.bounding_box()
    for one in held:
        one.continue_()
    expect(dice.locator("b")).to_have_count(6)
    assert add.bounding_box() == before
    faces = dict(dice.evaluate_all(FACES))
    shares = [re.findall(r"^([a-z ]+)\s(\d+)%$", one)[0] for one in chances.all_inner_texts()]
    assert {words: int(share) for words, share in shares} == {
        words: round(100 * many / 6) for words, many in faces.items()
    }
    assert all(len(words) > 2 for words in faces), "in words, the code is told beside the pointer"
    expect(dice.locator("span").first).to_have_attribute("title", re.compile("^[A-Z]"))
    amounts = page.locator("#attack .term b").all_inner_texts()
    assert sum(map(int, amounts)) == int(page.locator("#attack .sum").inner_text())
    ours, theirs = (sum(int(one) for one in amounts if one[0] == way) for way in "+-")
    expect(page.locator("#attack .total > span")).to_have_text(f"{ours} against {-theirs}")
    expect(page.locator("#attack .who svg .counter")).to_have_count(3)
    tints = dice.evaluate_all("all => all.map((one) => getComputedStyle(one).backgroundColor)")
    words = dice.locator("span").all_inner_texts()
    assert words[0] != "attacker eliminated", "the attack is a good one"
    assert len(set(tints)) == len({word.split()[0] for word in words}), "good faces have one colour"


REPLY = {
    "column": "+9",
    "chances": [
        {"result": "Dr", "chance": "67%", "percent": 67, "favour": 1},
        {"result": "De", "chance": "33%", "percent": 33, "favour": 2},
    ],
    "supposed": "Japan: 2/3 and 3/10 fire",
    "answers": [{"who": "Japan", "what": "2/3 and 3/10 fire"}],
}
"""The promise of an attack if Japan answers to it."""


def test_what_another_side_may_answer_stands_apart_from_the_odds(page: Page, board: Board) -> None:
    """The chances of one die are 100% together; those after an answer are not among them."""

    def answers(route: Route) -> None:
        made = route.fetch()
        found = made.json()
        for one in found["choices"]["choices"]:
            one["promises"] += [REPLY] if one["promises"] else []
        route.fulfill(response=made, json=found)

    page.route("**/choices", answers)
    enter(page, board)
    writes(page, *LANDINGS, "end movement")
    page.locator('#sheet .stack[data-place="0802"] .piece').first.click(force=True)
    chances, reply = page.locator("#attack .chance"), page.locator("#attack .reply")
    then = "Then +9: defender retreats 67%, eliminated 33%."
    expect(reply).to_have_text(f"Japan may answer: 2/3 and 3/10 fire. {then}")
    shares = re.findall(r"(\d+)%", " ".join(chances.all_inner_texts()))
    assert sum(map(int, shares)) == 100
    page.set_viewport_size({"width": 1366, "height": 768})
    page.keyboard.press("Escape")
    page.locator('#sheet .stack[data-place="0802"] .piece').first.click(force=True)
    expect(page.locator("#attack .dice b")).to_have_count(6)  # then all of the card has come
    expect(reply).to_be_visible()
    adds = page.get_by_role("button", name="Add this")
    expect(adds).to_be_visible()
    below, above = page.locator("#attack > :is(.reply, .sign)").evaluate_all(
        "([reply, add]) => [reply.getBoundingClientRect().bottom, add.getBoundingClientRect().top]"
    )  # in one step: the card may be made again meanwhile
    assert below <= above, "all of it is read"


def test_all_orders_of_a_unit_are_listed_by_a_right_click(page: Page, board: Board) -> None:
    """A click lights the places alone: no list covers them."""
    enter(page, board)
    writes(page, *LANDINGS[:5])
    unit = page.locator('#sheet .stack[data-place="1203"] .piece').first
    unit.click(force=True)
    waits(page)
    expect(page.locator("#card")).to_be_hidden()
    page.keyboard.press("Escape")
    writes(page, *LANDINGS, "end movement")
    unit.click(button="right", force=True)
    expect(page.locator("#card li").first).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#card")).to_be_hidden()


def test_the_log_has_turns_and_dice_and_is_a_drawer_where_it_is_narrow(
    page: Page, board: Board
) -> None:
    board.whose.orders(*LANDINGS)
    enter(page, board)
    expect(page.locator("#past > li").last.locator("p")).to_have_attribute("data-turn", "Turn 1")
    newest, oldest = (page.locator("#past > li").nth(at).bounding_box() for at in (-1, 0))
    assert newest is not None
    assert oldest is not None
    assert newest["y"] < oldest["y"], "the newest is on top"
    page.set_viewport_size({"width": 1000, "height": 768})
    expect(page.locator("#side")).to_be_hidden()
    page.click("#log-button")
    expect(page.locator("#side")).to_be_visible()
    page.locator("#sheet").focus()
    page.keyboard.press("l")
    expect(page.locator("#side")).to_be_hidden()


def test_on_a_phone_each_target_is_as_large_as_a_finger(chromium: Browser, board: Board) -> None:
    with chromium.new_context(
        viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True
    ) as context:
        context.set_default_timeout(BROWSING)
        page = context.new_page()
        page.goto(board.address)
        expect(page.locator("#past > li")).to_have_count(board.whose.count)
        writes(page, *LANDINGS, "end movement")
        assert high(page, "#map") > 300
        assert page.evaluate(SMALL) == []
        page.locator('#sheet .stack[data-place="0802"] .piece').first.tap(force=True)
        expect(page.locator("#attack")).to_be_visible()
        assert page.evaluate(SMALL) == []
        page.tap("#attack > .sign")
        expect(page.locator("#list")).to_have_value(re.compile("\nattack 16 "))
        for name in ("units", "log", "chat", "map"):
            tab(page, name)
            assert page.evaluate(SMALL) == [], name
            assert page.evaluate("document.documentElement.scrollWidth") == 390
