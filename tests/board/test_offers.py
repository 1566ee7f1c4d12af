"""The offers of a click are alike in every game: the attacks on an enemy, or when they come."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from pbem.board.practising import PracticeBoard, begin_after
from pbem.board.routes import OnBoard
from pbem.games import registry
from pbem.table.library import Library

pytestmark = pytest.mark.long

LOGS = Path(__file__).resolve().parents[2] / "logs"
Moment = tuple[str, int]
Opens = Callable[[Moment], None]


@pytest.fixture
def opens(
    page: Page,
    serve_shown: Callable[[OnBoard], str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> Opens:
    """Open the board of a practice that begins in a log after an event."""

    def open_(moment: Moment) -> None:
        of, event = moment
        monkeypatch.chdir(tmp_path)
        library = Library(registry.find)
        path = begin_after(LOGS / f"{of}.pbem", library, event)
        page.goto(serve_shown(PracticeBoard(library, path)))
        page.wait_for_selector("#past > li", state="attached")

    return open_


def clicks(page: Page, place: str, unit: str = "") -> None:
    """Click the counter of a place, or the one of this name that stands there."""
    stack = f'#sheet .stack[data-place="{place}"]'
    named = f'[data-unit="{unit}"]' if unit else ""
    page.locator(f"{stack} .piece{named}").first.dispatch_event("click")
    page.wait_for_selector("#tried:not([aria-busy=true])", state="attached")


def offered(page: Page) -> list[str]:
    return list(page.locator("#choices button").evaluate_all("them => them.map(one => one.value)"))


def test_an_unrevealed_enemy_of_manila_is_offered_with_what_leads_to_him(
    page: Page, opens: Opens
) -> None:
    """All of them are called ``??``: the one that was clicked is meant, and is marked alone."""
    opens(("manila/witness", 13))
    clicks(page, "15")
    lines = offered(page)
    assert "activate 16: 1/145 to 15" in lines
    assert all(line.endswith(" 15") for line in lines)
    expect(page.locator("#later")).to_have_text(
        "No unit attacks ?? in 15 from there, but these moves lead there."
    )
    expect(page.locator("#sheet .piece.chosen")).to_have_count(1)
    page.locator('#choices button[value="activate 16: 1/145 to 15"]').click()
    expect(page.locator("#asked")).to_contain_text("15")
    clicks(page, "15", "??")
    lines = offered(page)
    assert lines
    assert all(line.startswith("attack 15") for line in lines)


@pytest.mark.parametrize(
    ("moment", "place", "reported"),
    [
        (
            ("saipan/historical", 5),
            "0802",
            "16 and 3/10 can attack * after end movement",
        ),
        (
            ("tokyo/two-players", 4),
            "3003",
            "27 and 96 can attack * after end movement",
        ),
        (
            ("meiktila/first", 82),
            "F12",
            "no unit of yours could attack * after end movement",
        ),
    ],
)
def test_an_enemy_who_can_be_attacked_later_says_when(
    page: Page, opens: Opens, moment: Moment, place: str, reported: str
) -> None:
    opens(moment)
    clicks(page, place)
    assert offered(page) == []
    said = page.inner_text("#choices-said")
    assert re.search(".*".join(map(re.escape, reported.split("*"))), said), said


@pytest.mark.parametrize(
    ("moment", "place", "attack"),
    [
        (("tokyo/two-players", 5), "3003", "attack 3003 with 27 7 96"),
        (("meiktila/first", 30), "H11", "attack H11 with 1/153 1/214"),
        (("singapore/division", 11), "Sarimbun", "move jg1 Sarimbun"),
    ],
)
def test_an_enemy_is_offered_with_the_attacks_on_him(
    page: Page, opens: Opens, moment: Moment, place: str, attack: str
) -> None:
    """In Singapore anyone who moves into the enemy's sector attacks it."""
    opens(moment)
    clicks(page, place)
    assert attack in offered(page)


@pytest.mark.parametrize(("place", "unit"), [("2702", "4M"), ("3002", "96")])
def test_a_unit_says_what_it_could_attack_later(
    page: Page, opens: Opens, place: str, unit: str
) -> None:
    """One that can move now, and one that cannot."""
    opens(("tokyo/two-players", 4))
    clicks(page, place, unit)
    assert bool(offered(page)) == (unit == "4M")
    expect(page.locator("#later")).to_have_text(
        re.compile(r"^As things stand, it could attack [\d and]+ after end movement.$")
    )


def test_attacks_of_manila_have_their_odds_with_support(page: Page, opens: Opens) -> None:
    """Whatever the unknown turns out to be: each row has its odds, and markers are a number."""
    opens(("manila/witness", 13))
    page.fill("#list", "activate 16: 44/B 1/129 1/145 to 15\n")
    expect(page.locator("#asked")).to_contain_text("15")
    clicks(page, "15", "??")
    expect(page.locator("#choices li").first).to_contain_text("Success 48%")
    page.locator("#listed > summary").click()
    rows = page.locator("#choices li").filter(has_text="Attack 15")
    told = rows.all_inner_texts()
    assert [one for one in told if "Success" not in one] == []
    numbers = page.locator("#choices select").first
    expect(numbers).to_have_accessible_name(re.compile("artillery|engineer"))
    expect(page.locator("#choices label").first).to_contain_text(
        re.compile("^(artillery|engineer)")
    )


def test_a_purchase_says_its_price_and_what_is_left(page: Page, opens: Opens) -> None:
    opens(("manila/witness", 3))
    page.press("#about", "Enter")
    button = page.locator("#choices li").filter(has_text=" Artillery").locator("button")
    expect(button).to_have_text(re.compile(r"^Buy 1 Artillery, \d+ Supply Points?, \d+ left$"))
    number = page.locator("#choices select").first
    number.select_option(index=2)
    expect(button).to_have_text(re.compile(r"^Buy 3 Artillery, \d+ Supply Points, \d+ left$"))


@pytest.mark.parametrize(
    ("moment", "whose", "begins"),
    [
        (("saipan/historical", 7), "Your turn as U.S.", "Move units, then land"),
        (("manila/witness", 13), "Your turn as U.S.", "Activate an Area, "),
        (("meiktila/first", 5), "Your turn as Allies", "Marker "),
        (
            ("tokyo/two-players", 4),
            "Your turn as First Army Group",
            "First Army Group: move units, ",
        ),
        (("singapore/corps", 5), "Your turn as Japan", "Your first cards: show each Event"),
    ],
)
def test_whose_turn_it_is_is_in_the_bar_and_what_is_asked_in_the_dock(
    page: Page, opens: Opens, moment: Moment, whose: str, begins: str
) -> None:
    """Nothing of the question is cut off."""
    page.set_viewport_size({"width": 1366, "height": 768})
    opens(moment)
    expect(page.locator("#bar #prompt")).to_have_text(whose)
    asked = page.locator("#dock #asked")
    expect(asked).to_have_text(re.compile(f"^{re.escape(begins)}"))
    assert asked.evaluate("one => one.scrollHeight <= one.clientHeight + 1")


def test_an_answer_that_names_nothing_is_offered_of_whatever_is_clicked(
    page: Page, opens: Opens
) -> None:
    """The use of a marker of Meiktila; a group's attacks on the combat board of Singapore."""
    opens(("meiktila/first", 5))
    clicks(page, "H11", "WY1")
    assert {"activate move-attack", "activate attack-move"} <= set(offered(page))
    opens(("singapore/sarimbun", 5))
    clicks(page, "Defence-line", "ai1")
    assert {"attack standard", "attack flank"} <= set(offered(page))


def test_a_unit_that_can_do_nothing_yet_says_after_which_order(page: Page, opens: Opens) -> None:
    opens(("singapore/division", 3))
    clicks(page, "Axis-A", "ji1")
    expect(page.locator("#choices-said")).to_contain_text("fly: ji1 is not ready")
    expect(page.locator("#later")).to_have_text("After end air, some orders name it.")
