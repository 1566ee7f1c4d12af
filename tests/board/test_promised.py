"""Odds of an order come when the focus or the pointer rests on it, where the list has none."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from time import sleep

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from board.conftest import Board, enter
from board.playing import LANDINGS
from pbem.board.practising import PracticeBoard, begin_after
from pbem.board.routes import OnBoard
from pbem.games import registry
from pbem.table.library import Library

LOG = Path(__file__).resolve().parents[2] / "logs/singapore/division.pbem"
PLAIN = "Infantry 7 attacks Buloh, 1 point, 1 supply token, 39 left"


PASSES = """([first, second, kind]) => {
  first.dispatchEvent(new Event(kind));
  first.dispatchEvent(new Event(kind === "focus" ? "blur" : "mouseleave"));
  second.dispatchEvent(new Event(kind));
}"""
"""Passes by one order, and rests on another: at once, however slow a machine is."""
AT_ONCE = """([place, button]) => {
  place.dispatchEvent(new PointerEvent("click", { bubbles: true }));
  button.click();
}"""


def offered(page: Page, line: str) -> Locator:
    return page.locator(f'#choices button[value="{line}"]')


@pytest.fixture
def practising(
    page: Page,
    serve_shown: Callable[[OnBoard], str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Open the board of a practice from the third event of Singapore's Division on."""
    monkeypatch.chdir(tmp_path)
    library = Library(registry.find)
    page.goto(serve_shown(PracticeBoard(library, begin_after(LOG, library, 3))))
    page.wait_for_selector("#past > li", state="attached")


@pytest.mark.usefixtures("practising")
def test_a_move_among_the_enemy_is_reported_with_the_battle_that_it_leads_to(page: Page) -> None:
    page.fill("#list", "end air\n")
    page.wait_for_selector("#tried:not([aria-busy=true])", state="attached")
    page.fill("#about", "ji7")
    page.press("#about", "Enter")
    attack, march = offered(page, "move ji7 Buloh"), offered(page, "move ji7 Axis-A")
    expect(attack).to_have_text(PLAIN)
    asked: list[str] = []
    page.on("request", lambda one: asked.append(one.url) if "/promised" in one.url else None)
    page.evaluate(PASSES, [march.element_handle(), attack.element_handle(), "focus"])
    expect(attack).to_contain_text(f"{PLAIN}: Buloh is Australian 94%, ")
    assert len(asked) == 1, "nothing comes of a march, nor of an order that was passed by"
    page.evaluate(PASSES, [march.element_handle(), attack.element_handle(), "mouseenter"])
    page.locator("#about").focus()
    offered(page, "move ji7 Sarimbun").hover()
    expect(offered(page, "move ji7 Sarimbun")).to_contain_text("Sarimbun is Australian")
    assert len(asked) == 2, "what is told stays"


@pytest.mark.usefixtures("practising")
def test_a_list_that_is_tried_reports_the_battles_to_which_it_leads(page: Page) -> None:
    """Each as a distribution, and in lines what is supposed, who is lost, and who is out of it."""
    page.fill("#list", "end air\nmove ji7 Buloh\n")
    page.wait_for_selector("#tried:not([aria-busy=true])", state="attached")
    page.click("#try")
    battle = page.locator("#odds table")
    expect(battle.locator("caption")).to_have_text("Results of battle Buloh")
    expect(battle.locator("tr").first).to_have_text("Buloh is Australian94%")
    assert float(battle.locator("meter").first.get_attribute("value") or 0) == pytest.approx(
        0.94, abs=0.005
    )
    for reported in (
        "Resulting battles, ",
        "Assumed before it: Japan: end movement; ",
        "Lost in it: ji7 47%",
        "Out of the fight, not lost: ji7 47%",
    ):
        expect(page.locator("#tried")).to_contain_text(reported)


@pytest.mark.usefixtures("practising")
def test_what_was_clicked_on_the_map_is_reported_with_its_odds_beside_the_list(page: Page) -> None:
    """Each order as long as it stands where it was clicked; a march promises nothing."""
    page.fill("#list", "end air\n")
    page.wait_for_selector("#tried:not([aria-busy=true])", state="attached")
    reported = page.locator("#promised p")
    for unit, place in (("ji7", "Buloh"), ("ji8", "Axis-A"), ("ji9", "Buloh")):
        page.fill("#about", unit)
        page.press("#about", "Enter")
        expect(page.locator("#choices-said")).to_contain_text(f"Infantry {unit[2:]}: ")
        page.locator(f'#sheet .place[data-place="{place}"]').click(force=True)
        expect(page.locator("#list")).to_have_value(re.compile(f"move {unit} {place}\n$"))
    expect(reported).to_have_count(2)
    expect(reported.first).to_contain_text("Infantry 7 attacks Buloh: Buloh is Australian 94%, ")
    expect(reported.last).to_contain_text(re.compile("^Infantry 9 attacks Buloh: Buloh is "))
    alone, together = reported.all_inner_texts()
    assert alone.partition(": ")[2] != together.partition(": ")[2], "ji7 fights beside ji9"
    page.click("#undo")
    expect(reported).to_have_text([alone])
    page.fill("#list", "end air\nmove ji8 Axis-A\nmove ji7 Buloh\n")
    expect(reported).to_have_count(0)


@pytest.mark.usefixtures("practising")
def test_who_is_asked_about_while_a_move_is_still_read_is_answered(page: Page) -> None:
    """The attack that a move leads to was looked for then, and took the answer's place."""
    held: list[Route] = []

    def holds(route: Route) -> None:
        if len(held) < 2:
            held.append(route)
        else:
            route.continue_()

    page.fill("#list", "end air\n")
    page.wait_for_selector("#tried:not([aria-busy=true])", state="attached")
    page.fill("#about", "ji7")
    page.press("#about", "Enter")
    expect(page.locator("#choices-said")).to_contain_text("Infantry 7: ")
    page.route("**/choices", holds)
    with page.expect_request("**/choices"):
        page.locator('#sheet .place[data-place="Buloh"]').click(force=True)
    page.fill("#about", "ji8")
    with page.expect_request("**/choices"):
        page.press("#about", "Enter")
    with page.expect_response("**/choices"):
        held[0].continue_()
    page.wait_for_timeout(500)  # so long a page that looks for the attack has the time to ask
    held[1].continue_()
    expect(page.locator("#choices-said")).to_contain_text("Infantry 8: ")


@pytest.mark.usefixtures("practising")
def test_no_odds_are_asked_for_of_a_list_that_is_being_carried_out(page: Page) -> None:
    """They would be refused: after it another is asked."""
    page.fill("#list", "end air\n")
    page.wait_for_selector("#tried:not([aria-busy=true])", state="attached")
    page.fill("#about", "ji7")
    page.press("#about", "Enter")
    expect(page.locator("#choices-said")).to_contain_text("Infantry 7: ")
    asked: list[str] = []
    page.on("request", lambda one: asked.append(one.url) if "/promised" in one.url else None)

    def late(route: Route) -> None:
        answer = route.fetch()
        sleep(1)  # the odds are due after 0.3
        route.fulfill(response=answer)

    page.route("**/order", late)
    place = page.locator('#sheet .place[data-place="Buloh"]').element_handle()
    page.evaluate(AT_ONCE, [place, page.locator("#carry").element_handle()])
    expect(page.locator("#list")).to_have_value("")
    expect(page.locator("#promised:not([aria-busy=true])")).to_be_attached()
    assert asked == []


def test_odds_that_stood_beside_an_answer_stand_beside_the_list(page: Page, board: Board) -> None:
    """Saipan: they were reckoned when the attack was offered, and are not asked for again."""
    enter(page, board)
    page.fill("#list", "\n".join([*LANDINGS, "end movement", ""]))
    page.wait_for_selector("#tried:not([aria-busy=true])", state="attached")
    asked: list[str] = []
    page.on("request", lambda one: asked.append(one.url) if "/promised" in one.url else None)
    page.fill("#about", "1/2 2/2 3/2 317")
    page.press("#about", "Enter")
    attack = page.locator("#choices button").first
    expect(attack).to_contain_text("Attack 317 with ")
    words = attack.inner_text()
    attack.click()
    expect(page.locator("#list")).to_have_value(re.compile("attack 317 with .*\n$"))
    (reported,) = page.locator("#promised p").all_inner_texts()
    order, total, results = reported.split(": ")
    assert order == "Attack 317 with 3/2, 2/2 and 1/2"
    assert [order, total, results] == [one for one in words.split("\n") if one.strip(" :,")]
    assert asked == []
