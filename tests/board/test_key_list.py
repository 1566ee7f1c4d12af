"""The keys of the page: one list has all, they do what it says, and the focus is never lost."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from board.conftest import Board, enter, menu
from board.pictures import SCENES, a_practice
from board.playing import LANDINGS, PASSPHRASE
from hostile.base import fixed_chance
from long import BROWSING

ROOT = Path(__file__).resolve().parents[2]
SCRIPTS = [*ROOT.glob("pbem/board/page/**/*.js"), *(
    ROOT / f"pbem/replays/page/{name}.js" for name in ("map", "handling", "past", "stacks")
)]  # fmt: skip
TABLE = re.compile(r"KEYS = \{(.*?)\};", re.DOTALL)
NAME = re.compile(r"""(?:^|[{,])\s*(?:"([^"]+)"|(\w+)):""")


def listened_to() -> set[str]:
    """Return the keys that the scripts have in tables, or compare with."""
    found = set[str]()
    for path in SCRIPTS:
        text = path.read_text("utf-8")
        for table in TABLE.findall(text):
            entries = re.sub(r"\([^()]*\)(?: => )?|=> [^,]*", "", table)
            found |= {quoted or plain for quoted, plain in NAME.findall(entries)}
        found |= set(re.findall(r'event\.key (?:===|!==) "(\w+)"', text))
    return found


def listed(page: Page) -> set[str]:
    every = page.locator("#keys kbd")
    return set(every.evaluate_all("all => all.map((one) => one.dataset.key ?? one.textContent)"))


def test_the_scan_finds_keys() -> None:
    assert {"+", "0", "n", "s", "?", "ArrowLeft", "ArrowDown", "End", "Escape", "Enter"} <= (
        listened_to()
    )


@pytest.mark.long
def test_one_list_has_all_keys(page: Page, board: Board) -> None:
    enter(page, board)
    page.locator("#sheet").focus()
    expect(page.locator("#hint")).to_be_visible()
    page.keyboard.press("?")
    expect(page.locator("#keys")).to_be_visible()
    assert listed(page) - {"Tab"} == listened_to()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Escape")
    expect(page.locator("#keys")).to_be_hidden()
    assert page.inner_text("#when") == "", "while it is open, its keys are its own"
    menu(page)
    page.click("#all-keys")
    expect(page.locator("#keys")).to_be_visible()


PARTS = ["bar", "dock", "map", "log", "chat"]
"""In the order in which they are read: what is asked and done comes before the map."""
WHERE = """parts => parts.find((id) =>
  document.getElementById(id).contains(document.activeElement)) ?? "" """


@pytest.mark.long
def test_the_tabulator_and_f6_go_through_the_parts_in_order(page: Page, board: Board) -> None:
    enter(page, board)
    page.locator("#about").focus()
    met = ["bar"]
    while len(met) < 100 and met[-1] != "chat":
        page.keyboard.press("Tab")
        met.append(page.evaluate(WHERE, PARTS) or met[-1])  # rail and drawer are no stop of F6
    assert list(dict.fromkeys(met)) == PARTS
    assert met == sorted(met, key=PARTS.index), "none is left and come back to"
    for part in PARTS:
        page.keyboard.press("F6")
        assert page.evaluate(WHERE, PARTS) == part
    page.keyboard.press("Shift+F6")
    assert page.evaluate(WHERE, PARTS) == "log"


@pytest.mark.long
def test_the_large_button_is_pressed_from_anywhere(page: Page, board: Board) -> None:
    enter(page, board)
    page.fill("#list", "\n".join(LANDINGS))
    page.keyboard.press("Control+Enter")
    expect(page.locator("#passphrase")).to_be_focused()
    page.keyboard.type(PASSPHRASE)
    page.keyboard.press("Control+Enter")
    expect(page.locator("#tried")).to_contain_text("Signed: event 3")


@pytest.mark.long
def test_the_keys_of_the_past_wherever_no_field_has_the_focus(page: Page, board: Board) -> None:
    enter(page, board)
    when = page.locator("#when")
    for where in ("#try", "#charts", "#past a >> nth=0", "body"):
        if where == "body":
            page.evaluate("document.activeElement.blur()")
        else:
            page.locator(where).focus()
        page.keyboard.press("ArrowLeft")
        expect(when).to_contain_text("Event 2")
        page.keyboard.press("Home")
        expect(when).to_contain_text("Event 0")
        page.keyboard.press("End")
        expect(when).to_have_text("")
    for field in ("#about", "#list", "#passphrase", "#minutes"):
        page.locator(field).focus()
        page.keyboard.press("Home")
        expect(when).to_have_text("")


def focus(page: Page) -> str:
    return str(page.evaluate("document.activeElement.id || document.activeElement.tagName"))


@pytest.mark.long
def test_the_focus_goes_where_the_next_step_is(page: Page, board: Board) -> None:
    enter(page, board)
    page.fill("#about", "1/2")
    page.press("#about", "Enter")
    page.locator("#choices button").first.press("Enter")
    expect(page.locator("#list")).not_to_have_value("")
    expect(page.locator("#about")).to_be_focused()
    page.keyboard.type("2/2")  # the next unit at once
    expect(page.locator("#about")).to_have_value("2/2")
    page.fill("#about", "")
    page.fill("#list", "\n".join(LANDINGS))
    page.fill("#passphrase", PASSPHRASE)
    page.locator("[data-act=orders]").press("Enter")
    expect(page.locator("#tried")).to_contain_text("Signed: event 3")
    assert focus(page) not in ("BODY", "passphrase")
    page.fill("#list", "attack 16 with 2/6 1/6 3/6")
    page.locator("#passphrase").fill(PASSPHRASE)
    page.locator("#passphrase").press("Enter")  # as the button below
    expect(page.locator("#tried")).to_contain_text("Signed: event 4")
    expect(page.locator("#outgoing a").first).to_be_focused()  # it is the other's turn: mail it


@pytest.fixture
def practice(chromium: Browser) -> Iterator[Page]:
    with (
        fixed_chance("keys"),
        a_practice(SCENES["saipan"]) as served,
        chromium.new_context(reduced_motion="reduce") as context,
    ):
        context.set_default_timeout(BROWSING)
        page = context.new_page()
        page.goto(served.address)
        page.wait_for_selector("#past > li", state="attached")
        yield page


@pytest.mark.long
def test_enter_rolls_and_the_focus_follows(practice: Page) -> None:
    page = practice
    page.click("#sensible")
    expect(page.locator("#list")).not_to_have_value("")
    page.wait_for_selector("#tried:not([aria-busy=true])", state="attached")
    for _ in range(20):
        if page.locator("#faces").is_visible():
            break
        page.locator("#carry").press("Enter")
        page.wait_for_selector("#tried:not([aria-busy=true])", state="attached")
        assert focus(page) != "BODY"
        if page.locator("#carry").is_visible() and not page.input_value("#list"):
            page.click("#sensible")
            page.wait_for_selector("#tried:not([aria-busy=true])", state="attached")
    expect(page.locator("#faces")).to_be_focused()
    events = page.locator("#past > li").count()
    page.keyboard.press("Enter")
    expect(page.locator("#past > li")).to_have_count(events + 1)
    assert focus(page) in ("faces", "about")
