"""The meaning of an abbreviation stands beside it, by pointer and by focus, in every game."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack

import pytest
from playwright.sync_api import Browser, Page, expect

from board.conftest import Board, enter
from board.pictures import SCENES, a_practice
from board.playing import LANDINGS
from hostile.base import fixed_chance
from long import BROWSING
from pbem.client.storage.packs import newest
from pbem.client.views.charts import abbreviations

pytestmark = pytest.mark.long

ATTACK = "attack 16 with 2/6 1/6 3/6"
SINGAPORE = {"ji1": "of a unit: Japanese [1.2]; of a unit: infantry [1.2]"}
"""A unit of it, and what the letters of its name mean."""


def test_in_what_a_list_leads_to(page: Page, board: Board) -> None:
    enter(page, board)
    page.fill("#list", "\n".join([*LANDINGS, "end movement", ATTACK]))
    page.click("#try")
    word, meaning = page.locator("#odds abbr", has_text="Dr").first, page.locator("#meaning")
    expect(word).to_have_css("cursor", "help")
    expect(meaning).to_be_hidden()
    word.hover()
    expect(meaning).to_have_text("Dr: defender retreats [7.6]")
    meaning.hover()  # it can be read, and what lies below it too
    expect(meaning).to_be_visible()
    page.mouse.move(5, 5)
    expect(meaning).to_be_hidden()
    word.focus()
    expect(meaning).to_be_visible()
    expect(word).to_have_accessible_name("Dr: defender retreats [7.6]")
    page.keyboard.press("Escape")
    expect(meaning).to_be_hidden()
    assert page.wrong == []  # type: ignore[attr-defined]


@pytest.fixture(params=["saipan", "manila", "meiktila", "tokyo", "singapore"])
def practice(request: pytest.FixtureRequest, chromium: Browser) -> Iterator[tuple[Page, str]]:
    with ExitStack() as stack:
        stack.enter_context(fixed_chance("meanings"))
        address = stack.enter_context(a_practice(SCENES[request.param])).address
        context = stack.enter_context(chromium.new_context(reduced_motion="reduce"))
        context.set_default_timeout(BROWSING)
        page = context.new_page()
        with page.expect_response("**/words"):
            page.goto(address)
        page.wait_for_selector("#past > li", state="attached")
        yield page, request.param


def test_every_abbreviation_of_a_game_is_reported(practice: tuple[Page, str]) -> None:
    """Wherever something is reported: here the page is made to explain each word in a sentence."""
    page, name = practice
    known = abbreviations(newest(name))
    reported = {word: one.means for word, one in known.items() if "." not in word}
    reported |= SINGAPORE if name == "singapore" else {}
    assert reported
    for word, means in reported.items():
        sentence = f"all of it: {word}, anybody and b12345" if word.isalnum() else word
        page.evaluate("text => { document.querySelector('#tried').textContent = text; }", sentence)
        found = page.locator("#tried abbr")
        expect(found).to_have_text([word])
        found.hover()
        expect(page.locator("#meaning")).to_have_text(f"{word}: {means}")
        assert page.inner_text("#tried").strip() == sentence
