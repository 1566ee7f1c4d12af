"""Odds of an order come when the focus or the pointer rests on it, where the list has none."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from pbem.board.practising import PracticeBoard, begin_after
from pbem.board.routes import Shown
from pbem.games import registry
from pbem.table.library import Library

LOG = Path(__file__).resolve().parents[2] / "logs/singapore/division.pbem"
PLAIN = "move ji7 Buloh (1) (1 supply token, 39 left)"


def offered(page: Page, line: str) -> Locator:
    return page.locator(f'#choices button[value="{line}"]')


def test_a_move_among_the_enemy_is_told_with_the_battle_that_it_leads_to(
    page: Page,
    serve_shown: Callable[[Shown], str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    library = Library(registry.find)
    page.goto(serve_shown(PracticeBoard(library, begin_after(LOG, library, 3))))
    page.wait_for_selector("#past > li")
    page.fill("#list", "end air\n")
    page.wait_for_selector("#tried:not([aria-busy=true])", state="attached")
    page.fill("#about", "ji7")
    page.press("#about", "Enter")
    attack, march = offered(page, "move ji7 Buloh"), offered(page, "move ji7 Axis-A")
    expect(attack).to_have_text(PLAIN)
    asked: list[str] = []
    page.on("request", lambda one: asked.append(one.url) if "/promised" in one.url else None)
    march.focus()
    attack.focus()
    expect(attack).to_contain_text(f"{PLAIN}: Buloh is Australian 94 %, ")
    assert len(asked) == 1, "nothing comes of a march, nor of an order that was passed by"
    march.hover()
    attack.hover()
    page.locator("#about").focus()
    offered(page, "move ji7 Sarimbun").hover()
    expect(offered(page, "move ji7 Sarimbun")).to_contain_text("Sarimbun is Australian")
    assert len(asked) == 2, "what is told stays"


def test_a_list_that_is_tried_tells_the_battles_to_which_it_leads(
    page: Page,
    serve_shown: Callable[[Shown], str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Each as a distribution, and in lines what is supposed, who is lost, and who is out of it."""
    monkeypatch.chdir(tmp_path)
    library = Library(registry.find)
    page.goto(serve_shown(PracticeBoard(library, begin_after(LOG, library, 3))))
    page.wait_for_selector("#past > li")
    page.fill("#list", "end air\nmove ji7 Buloh\n")
    page.wait_for_selector("#tried:not([aria-busy=true])", state="attached")
    page.click("#try")
    battle = page.locator("#odds table")
    expect(battle.locator("caption")).to_have_text("Comes of it: battle Buloh")
    expect(battle.locator("tr").first).to_have_text("Buloh is Australian94%")
    assert float(battle.locator("meter").first.get_attribute("value") or 0) == pytest.approx(
        0.94, abs=0.005
    )
    for told in (
        "Battles that come of it, ",
        "Supposed before it: jp: end movement; ",
        "Lost in it: ji7 47 %",
        "Out of the fight, not lost: ji7 47 %",
    ):
        expect(page.locator("#tried")).to_contain_text(told)
