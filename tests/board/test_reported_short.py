"""Short reports: odds before what everybody knows, dice counted, fire declined in words."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Browser, Page, expect

from board.clicking import Pointer
from board.conftest import Board, enter
from board.playing import LANDINGS
from board.test_still import ON_TOP
from pbem.board.practising import PracticeBoard, begin
from pbem.board.routes import OnBoard
from pbem.client.client import Client
from pbem.practice.beginning import PracticeOptions
from pbem.practice.beginning import begin as beginning_of
from pbem.replays.words import item
from pbem.table.words.reporting import DICE_REPORTED
from pbem.view.digest import Line
from pbem.view.history import Entry, Happening

ATTACK = "attack 16 with 2/6 1/6 3/6"
ATTACKED = (*LANDINGS, "end movement", ATTACK)


def test_try_it_reports_the_odds_above_what_the_list_does(page: Page, board: Board) -> None:
    """The author of six landings knows that they land, and wants to know what the dice may do."""
    enter(page, board)
    page.fill("#list", "\n".join(ATTACKED))
    page.click("#try")
    odds, reported = page.locator("#odds table").first, page.locator("#tried")
    expect(odds).to_contain_text(ATTACK)
    expect(reported).to_contain_text("What your list does:\n")
    above, below = odds.bounding_box(), reported.bounding_box()
    assert above is not None
    assert below is not None
    assert above["y"] + above["height"] <= below["y"]
    before, _, does = reported.inner_text().partition("What your list does:")
    assert "lands at" in does
    assert "lands at" not in before


def test_what_try_it_reports_is_in_sight_however_far_the_panel_is_scrolled(
    page: Page, board: Board
) -> None:
    """A player who has just looked for a button at its end would think that nothing happens."""
    page.set_viewport_size({"width": 1366, "height": 768})
    enter(page, board)
    for orders, first in ((ATTACKED, "#odds table"), (LANDINGS, "#tried")):
        page.fill("#list", "\n".join(orders))
        expect(page.locator("#tried")).to_contain_text("lands at 1203")
        page.locator("#past > li").last.scroll_into_view_if_needed()
        page.click("#try")
        expect(page.locator("#tried")).to_contain_text("What your list does:")
        expect(page.locator(first).first).to_be_in_viewport(ratio=1)
        assert page.locator(first).first.evaluate(ON_TOP), first


def test_what_came_last_says_who_declines_fire(
    tmp_path: Path, chromium: Browser, serve_shown: Callable[[OnBoard], str]
) -> None:
    """[8.0] Not that the program gave orders."""
    client = Client(tmp_path, "sqlite://")
    wish = PracticeOptions(seed=1, against=["jp"])
    beginning = beginning_of(client, "saipan", wish)
    made = PracticeBoard(client.library, begin(beginning, client.library, tmp_path))
    lines = [*LANDINGS, "end movement", ATTACK]
    made.order("\n".join(lines), made.state().shown.head)
    at = Pointer(serve_shown(made), chromium)
    news = at.page.locator("#news-told")
    expect(news).to_contain_text("the Japanese decline final protective fire")
    expect(news).not_to_contain_text(re.compile("(program) orders"))
    assert at.wrong == []
    at.context.close()
    client.close()


def test_many_dice_for_one_thing_are_counted_and_open_to_their_faces() -> None:
    """Fifteen numbers before the one that was drawn say nothing to somebody who reads on."""
    faces = [(number % 6 + 1, 9) for number in range(DICE_REPORTED + 1)]
    words = f"Dice for the identity of U19: {', '.join(f'{got} of {n}' for got, n in faces)}."
    many = Happening(words, "", "die", tuple(faces), "the identity of U19")
    few = Happening(
        ("Dice for the identity of U19: 5 of 7, 5 of 8."), "", "die", ((5, 7), (5, 8)), ""
    )
    entry = Entry(4, "", "", "bob", "dice", 1, "gives dice.", (), (many, few), "")
    made = str(item(entry))
    assert f"<summary>Dice for the identity of U19: {len(faces)} of them</summary>" in made
    assert made.count("<details") == 1
    assert "1 of 9, 2 of 9" in made.partition("</summary>")[2]
    assert "Dice for the identity of U19: 5 of 7, 5 of 8." in made


def test_news_is_marked_and_the_word_of_the_table_stands_beside_it() -> None:
    """A summary reports the result; the die and its purpose are shown more faintly."""
    die = Happening("Die: 5.", "7.4", "die", ((5, 6),), "attack")
    fought = Happening("Die 5: Ex.", "7.6", "outcome", result="Ex", news="fight", brief="Ex")
    entry = Entry(4, "", "", "bob", "dice", 1, "gives dice.", (), (die, fought), "")
    line = Line(key="3.1", said="Ex", dice=[5], result="Ex", heading="Turn 1")
    shown = str(item(entry, lines=[line]))
    assert '<li data-result="Ex" class="news">Die 5: Ex.' in shown
    assert (
        '<h3 class="phase">Turn 1</h3><ul class="short"><li data-line="3.1" data-result="Ex">'
        '<b aria-hidden="true">5</b><a href="#4.0">Ex</a></li></ul>'
    ) in shown
    assert (shown.count("news"), shown.count("data-result")) == (1, 2)


def test_a_fight_is_who_against_whom_with_its_sum_below() -> None:
    line = Line(
        key="3.1", side="us", who="1/2", does="attacks", whom="16", outcome="eliminated", odds="+5"
    )
    shown = str(item(Entry(4, "", "", "bob", "dice", 1, "gives dice.", (), (), ""), lines=[line]))
    assert (
        '<li data-line="3.1" data-of="us"><a href="#4.0"><strong>1/2</strong> attacks 16, '
        "eliminated<small>+5</small></a></li>"
    ) in shown
