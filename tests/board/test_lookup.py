"""Charts and reasons beside the map: by one key or button, for players and for judges."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from html import unescape
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from board.conftest import Board
from board.playing import LANDINGS, saipan
from pbem.audit.explaining.explain import explain
from pbem.board import lookup
from pbem.board.game import BoardGame
from pbem.board.practising import PracticeBoard, begin_after
from pbem.board.routes import OnBoard
from pbem.client.client import Client
from pbem.errors import FormError
from pbem.games import registry
from pbem.table.library import Library
from pbem.table.moments import Place
from toy.people import Person

LOGS = Path(__file__).parents[2] / "logs"
GAMES = {
    "saipan": LOGS / "saipan/historical.pbem",
    "manila": LOGS / "manila/practice.pbem",
    "meiktila": LOGS / "meiktila/second.pbem",
    "tokyo": LOGS / "tokyo/two-players.pbem",
    "singapore": LOGS / "singapore/tiderace.pbem",
}
ILLEGAL = LOGS / "hostile/orders.illegal-unit-of-the-enemy.pbem"
FORK = LOGS / "hostile/fork.author-two-thoughts.fork"
TOPICS = ("combat", "terrain", "sequence", "units", "victory", "options", "rulings")
"""The topics that every game has charts about (`pbem chart`)."""


@pytest.fixture
def client(tmp_path: Path) -> Iterator[Client]:
    made = Client(tmp_path / "judge", "sqlite://")
    yield made
    made.close()


def words(markup: str) -> str:
    """Return markup as it is read, without spaces."""
    return unspaced(unescape(re.sub(r"<[^>]*>", "", markup)))


def unspaced(text: str) -> str:
    return re.sub(r"\s+", "", text)


@pytest.mark.parametrize("name", GAMES)
def test_every_chart_of_a_game_is_there(name: str, client: Client) -> None:
    """With all that it says, and where each value comes from; nothing in it is markup."""
    charted = BoardGame(client, GAMES[name]).charts()
    shown = lookup.charts(charted)
    assert re.findall(r"<summary><b>(\w+)</b>", shown) == list(
        dict.fromkeys(chart.topic for chart in charted.charts)
    )
    assert {*re.findall(r"<summary><b>(\w+)</b>", shown)} >= {*TOPICS}
    assert shown.count("<tr>") == sum(1 + len(chart.rows) for chart in charted.charts)
    read = words(shown)
    for chart in charted.charts:
        for row in (*chart.rows[:3], *chart.rows[-1:]):
            for text in (*row.cells, row.provenance):
                assert unspaced(text) in read, (chart.title, text)


def test_a_practice_has_the_charts_of_its_game(
    client: Client, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    library = Library(registry.find)
    practice = PracticeBoard(library, begin_after(GAMES["saipan"], library, 11))
    found = practice.charts()
    assert found.charts == BoardGame(client, GAMES["saipan"]).charts().charts
    assert unspaced(f"Now: turn {found.turn}, {found.stage}.") in words(lookup.charts(found))
    assert practice.paragraph("7.1").name == "7.1"


def test_reasons_are_those_of_explain_and_their_paragraphs_can_be_asked_for(client: Client) -> None:
    game = BoardGame(client, GAMES["saipan"])
    for place in (Place(5, 1), Place(4), Place(8, 2)):
        found = explain(GAMES["saipan"], client.library, place)
        shown = lookup.reasons(game.explained(place))
        for cause in found.causes:
            assert unspaced(cause.text) in words(shown)
        named = re.findall(r'data-paragraph="([^"]+)"', shown)
        assert named
        for name in named:
            assert game.paragraph(name).means
    with pytest.raises(FormError, match="there is no event 999"):
        game.explained(Place(999))
    with pytest.raises(FormError, match=r"'99\.9' is not a paragraph"):
        game.paragraph("99.9")


def test_a_judge_is_reported_why_an_event_is_not_valid(client: Client) -> None:
    game = BoardGame(client, ILLEGAL)
    shown = lookup.reasons(game.explained(Place(game.state().shown.events)))
    assert "NOTvalid:orders.illegal" in words(shown)
    assert unspaced("To blame, as far as the log proves it: ") in words(shown)
    assert "data-paragraph" in shown


def test_the_place_of_a_step_is_no_paragraph() -> None:
    """A cause that cites what came later names its place, which is written as a paragraph is."""
    found = explain(GAMES["saipan"], Library(registry.find), Place(5, 1))
    cites = [cause.cites for cause in found.causes if cause.about == "step"]
    assert cites
    for place, paragraph in cites:
        assert f"[{place}, <button" in lookup.reasons(found)
        assert f'data-paragraph="{paragraph}"' in lookup.reasons(found)


# --- in a browser ------------------------------------------------------------------------------


def enter(page: Page, address: str, count: int) -> None:
    page.goto(address)
    expect(page.locator("#past > li")).to_have_count(count)


@pytest.fixture
def board(ann: Person, bob: Person, serve: Callable[[Person], Board]) -> Board:
    saipan(ann, bob)
    return serve(ann)


@pytest.mark.long
def test_by_key_and_by_button(page: Page, board: Board) -> None:
    enter(page, board.address, board.whose.count)
    dialog, found = page.locator("#lookup"), page.locator("#found")
    page.focus("#sheet")
    page.keyboard.press("t")
    expect(found.locator("summary").first).to_be_visible()
    expect(found).to_be_focused()
    found.locator("summary", has_text="combat: how").click()
    expect(found.locator("h3 >> nth=0")).to_be_visible()
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    # In the present: the paragraph of what is asked, of a refusal those that it names.
    page.click("#why")
    expect(found.locator("h3").first).to_have_text(re.compile(r"^4\.0"))
    page.click("#lookup form button")
    page.fill("#list", "land 1/2 0101\n")
    page.click("#try")
    expect(page.locator("#tried")).to_have_class(re.compile("wrong"))
    cited = re.findall(r"\[([\d.]+)\]", page.inner_text("#tried"))
    assert cited
    page.focus("#sheet")
    page.keyboard.press("w")
    for number, name in enumerate(cited):
        expect(found.locator("h3").nth(number)).to_contain_text(name)
    wrong = [one for one in page.wrong if "status of 4" not in one]  # type: ignore[attr-defined]
    assert wrong == []


@pytest.mark.long
def test_a_step_that_is_looked_at(page: Page, board: Board) -> None:
    """Why it is as it is, and what its paragraph means below it; open and closed by keys."""
    board.whose.orders(*LANDINGS)
    enter(page, board.address, board.whose.count)
    found = page.locator("#found")
    page.locator("#past > li:has(ol)").first.click()  # it opens to its steps
    page.locator("#past ol > li").first.click()
    expect(page.locator("#when")).to_contain_text("step 1 of")
    page.focus("#sheet")
    page.keyboard.press("w")
    expect(found.locator("h3").first).to_contain_text("3.1: U.S. 1/2 lands at 1203")
    button = found.locator("li > button.cited").first
    button.focus()
    page.keyboard.press("Enter")
    expect(found.locator(".meaning h3")).to_contain_text(button.inner_text())
    expect(button).to_have_attribute("aria-expanded", "true")
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        assert Axe().run(page, {"exclude": [["#sheet svg"]]}).response["violations"] == []
    page.set_viewport_size({"width": 360, "height": 740})
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    box = page.locator("#lookup").bounding_box()
    assert box is not None
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 360
    button.press("Enter")
    expect(found.locator(".meaning")).to_have_count(0)
    assert page.wrong == []  # type: ignore[attr-defined]


@pytest.mark.long
@pytest.mark.parametrize(
    ("log", "reported"),
    [
        (ILLEGAL, ["NOT valid: orders.illegal", "To blame"]),
        (FORK, ["Event 4a", "Event 4b"]),
    ],
)
def test_a_judge_asks_why_by_one_key(
    page: Page,
    tmp_path: Path,
    serve_shown: Callable[[OnBoard], str],
    log: Path,
    reported: list[str],
) -> None:
    page.goto(serve_shown(BoardGame(Client(tmp_path / "judge", "sqlite://"), log)))
    expect(page.locator("#trouble")).to_be_visible()
    page.wait_for_selector("#both svg" if log == FORK else "#past > li")
    page.focus("#sheet")
    page.keyboard.press("w")
    for words_ in reported:
        expect(page.locator("#found")).to_contain_text(words_)
    page.keyboard.press("Escape")
    page.click("#charts")
    expect(page.locator("#found summary").first).to_be_visible()
