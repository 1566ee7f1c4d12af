"""The page's report on a list before it is signed, and on standing orders: in every game."""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import NamedTuple

import pytest
from playwright.sync_api import Page, expect

from board.clicking import sensible
from board.conftest import Board, drawer, enter
from board.playing import GAMES, LANDINGS, PASSPHRASE, sit_down
from pbem.board.practising import PracticeBoard, begin_after
from pbem.board.routes import OnBoard
from pbem.client.play import acting
from pbem.games import registry
from pbem.table.library import Library
from toy.people import Person

LOGS = Path(__file__).parents[2] / "logs"


class Tried(NamedTuple):
    """A list that is tried after an event of a log, and why one of its orders is skipped."""

    log: str
    event: int
    lines: tuple[str, ...]
    skip: str
    why: str


TRIED = {
    "saipan": Tried(
        "saipan/historical",
        2,
        (
            *LANDINGS,
            "end movement",
            "attack 16 with 1/6 2/6 3/6 gsp 6",
            "attack 317 with 1/2 2/2 3/2 gsp 6",
        ),
        "attack 317 with 1/2 2/2 3/2 gsp 6",
        "skipped: the order asks for 6 ground support points, but 4 are left [9.0]",
    ),
    "manila": Tried(
        "manila/practice",
        12,
        (
            "activate 12: 637/A 3/145 2/148 3/148 637/C 637/B to 11",
            "attack 11",
            "attack 11 lead 2/148",
        ),
        "attack 11 lead 2/148",
        "skipped: Area 11 has no Japanese unit [9.0]",
    ),
    "meiktila": Tried(
        "meiktila/second",
        47,
        ("attack I10 with 3/168 2/214", "attack I10 with 3/168"),
        "attack I10 with 3/168",
        "skipped: there is no enemy in I10 [6.5]",
    ),
    "tokyo": Tried(
        "tokyo/two-players",
        23,
        ("attack 3116 with 24 31 37", "attack 3116 with 24 31"),
        "attack 3116 with 24 31",
        "skipped: 24 is not on the map [6.0]",
    ),
    "singapore": Tried(
        "singapore/tiderace",
        34,
        ("attack flank", "attack standard"),
        "attack standard",
        "skipped: it is now bob's move [4.2]",
    ),
}
"""The odds of each game, and an order that another one before it makes impossible."""
SHARE = re.compile(r"^(\d+)(?:/(\d+))? \((\d+)%\)$")
ODDS = """() => [...document.querySelectorAll("#odds table")].map((table) => ({
  order: table.caption.textContent,
  rows: [...table.rows].map((row) => {
    const bar = row.querySelector("meter");
    return { told: row.cells[0].textContent, chance: row.cells[2].textContent,
             value: bar.value, label: bar.ariaLabel };
  }),
}))"""


def odds(page: Page) -> dict[str, dict[str, Fraction]]:
    """Return order -> what can come of it -> its chance, as words and bars say alike."""
    found: dict[str, dict[str, Fraction]] = {}
    for table in page.evaluate(ODDS):
        rows = found[table["order"].partition(" (a sample of ")[0]] = {}
        for row in table["rows"]:
            reported = SHARE.match(row["chance"])
            assert reported is not None
            chance = Fraction(int(reported[1]), int(reported[2] or 1))
            assert row["value"] == pytest.approx(float(chance))
            assert int(reported[3]) == pytest.approx(float(100 * chance), abs=0.5)
            assert row["label"] == f"{row['told']}: {row['chance'].partition(' ')[0]}"
            rows[row["told"]] = chance
    return found


@pytest.fixture
def practised(
    serve_shown: Callable[[OnBoard], str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Callable[[str, int], str]:
    """Serve a practice after an event of a log; its address."""
    monkeypatch.chdir(tmp_path)
    library = Library(registry.find)

    def practise(log: str, event: int) -> str:
        begun = begin_after(LOGS / f"{log}.pbem", library, event)
        return serve_shown(PracticeBoard(library, begun))

    return practise


@pytest.mark.few(1, 4)
@pytest.mark.parametrize("name", TRIED)
def test_odds_and_what_skips_and_why(
    name: str, page: Page, practised: Callable[[str, int], str]
) -> None:
    """Each result with its chance, all of them together certain; skipped: the paragraph."""
    log, event, lines, skip, why = TRIED[name]
    page.goto(practised(log, event))
    page.wait_for_selector("#past > li", state="attached")
    page.fill("#list", "\n".join(lines))
    page.click("#try")
    expect(page.locator("#odds caption")).not_to_have_count(0)
    reported = odds(page)
    attack = next(line for line in lines if line.startswith("attack"))
    assert sum(reported[attack].values()) == 1
    assert len(reported[attack]) > 1
    assert 0 < reported[skip][why] <= 1
    expect(page.locator("#tried")).to_contain_text(why.removeprefix("skipped: ").partition(" [")[0])
    assert page.wrong == []  # type: ignore[attr-defined]


STANDING = ("saipan", "tokyo", "meiktila", "battle")
"""Games that begin with orders; Manila's first are for units to buy, after its first die."""


@pytest.mark.few(1, 4)
@pytest.mark.parametrize("name", STANDING)
def test_standing_answers_to_every_question_are_given_and_shown(
    name: str, page: Page, serve: Callable[[Person], Board], tmp_path: Path
) -> None:
    """Each as usual but the first, and what is usual of it is said beside it."""
    people = sit_down(tmp_path, GAMES[name])
    one = next(one for one in people if one.sits().is_active)
    stands(page, serve, one)


@pytest.mark.long
def test_standing_answers_in_a_game_alone(
    page: Page, serve: Callable[[Person], Board], tmp_path: Path
) -> None:
    """Manila begins with a die, and is asked for orders after it."""
    (one,) = sit_down(tmp_path, GAMES["manila"])
    one.does(acting.dice)
    stands(page, serve, one)


def stands(page: Page, serve: Callable[[Person], Board], one: Person) -> None:
    session = one.sits()
    play = session.table.play
    assert play is not None
    assert play.asked is not None
    side, lines = play.asked.side, sensible(1)(session)
    name = play.game.side_names.get(side, side)
    questions = play.game.usual_words(side)
    one.client.close()
    board = serve(one)
    enter(page, board)
    drawer(page, "standing-orders")
    page.click("#answers summary")
    for question, means in questions.items():
        field = page.locator(f"#answering fieldset:has(select[name={question}])")
        expect(field).to_contain_text(f"Usual: {means}.")
        field.locator("select").select_option("usual")
    first, *others = questions
    page.select_option(f"select[name={first}]", "ask")
    page.fill("#list", "\n".join(lines))
    page.click("#answered")
    reported = [f"standing {question} usual" for question in others]
    assert page.input_value("#list").splitlines() == [*lines, *reported]
    page.fill("#passphrase", PASSPHRASE)
    page.click("[data-act=orders]")
    expect(page.locator("#tried")).to_contain_text("Signed: event")
    expect(page.locator("#standing li")).to_have_text(
        sorted(f"{name}: {line.removeprefix('standing ')}" for line in reported)
    )
    assert set(one.sits().table.play.standing[one.handle][side]) == set(others)  # type: ignore[union-attr]
    assert page.wrong == []  # type: ignore[attr-defined]
