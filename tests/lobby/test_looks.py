"""The page for everybody: by keys alone, as it is told to readers of screens, on small screens."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from lobby.conftest import Serve
from lobby.homes import PASSPHRASE, lantern, two_homes
from long import BROWSING
from pbem.lobby.forms import Joining, Opening

pytestmark = pytest.mark.long

WIDTHS = (390, 683, 768, 1366)
"""A telephone, a page twice as large, a tablet, a screen."""
DIALOGS = (
    "#new",
    "#me",
    "#paste",
    "#people li button",
    "#swap",
    "#yours button:text-is('Join')",
)
PARTS = {"practice": "#practise", "learn": "[data-part=learn] .how", "tournaments": None}
"""Parts of the page, and what opens a dialog there."""


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """Give ann a game to play, one to join, one to send, one that is over, one not readable."""
    with two_homes(tmp_path) as (ann, bob):
        begun = lantern(ann)
        bob.lobby.came(ann.mail(begun))
        bob.lobby.join(Joining(begun, PASSPHRASE))
        ann.lobby.came(bob.mail(begun))
        other = Opening("lantern", "lantern", {"brask": "bob", "tarle": "ann"}, PASSPHRASE, 3)
        [asked] = bob.lobby.new(other).games
        ann.lobby.came(bob.mail(asked))
        lantern(ann)
        logs = Path(__file__).resolve().parents[2] / "logs"
        ann.lobby.came((logs / "lantern" / "lantern.pbem").read_bytes())
        (ann.client.games / "broken.pbem").write_bytes(b"no log\n")
    return tmp_path / "ann"


@pytest.fixture
def page(home: Path, serve: Serve, chromium: Browser) -> Iterator[Page]:
    with chromium.new_context(viewport={"width": 1366, "height": 768}) as context:
        page = context.new_page()
        page.set_default_timeout(BROWSING)
        page.goto(serve(home).address)
        expect(page.locator("#yours li")).to_have_count(2)
        yield page


def violations(page: Page) -> list[tuple[str, list[str]]]:
    found = Axe().run(page).response["violations"]
    return [(one["id"], [node["html"] for node in one["nodes"]][:3]) for one in found]


SMALL = """() => [...document.querySelectorAll("button, select, textarea, summary, a, label.link")]
  .filter((one) => one.getClientRects().length)
  .map((one) => [one.id || one.textContent, one.getBoundingClientRect().height])
  .filter(([, high]) => high < 24)"""
"""The buttons lower than 24 pixels (WCAG 2.2, 2.5.8)."""


def looks_right(page: Page, what: str) -> None:
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 768})
        assert page.evaluate("document.documentElement.scrollWidth") <= width, (what, width)
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
            assert violations(page) == [], (what, width, scheme)


def test_the_list_and_every_dialog_light_and_dark_small_and_large(page: Page) -> None:
    looks_right(page, "the list")
    assert page.evaluate(SMALL) == []
    for button in DIALOGS:
        page.locator(button).first.click()
        expect(page.locator("dialog")).to_be_visible()
        looks_right(page, button)
        page.keyboard.press("Escape")
        expect(page.locator("dialog")).to_be_hidden()


def test_every_part_and_its_dialog_light_and_dark_small_and_large(page: Page) -> None:
    for part, button in PARTS.items():
        page.set_viewport_size({"width": 1366, "height": 768})
        page.click(f"nav a[href='#{part}']")
        looks_right(page, part)
        if button is not None:
            page.click(button)
            expect(page.locator("dialog")).to_be_visible()
            looks_right(page, button)
            page.keyboard.press("Escape")


def test_somebody_without_games_sees_four_doors(
    tmp_path: Path, serve: Serve, chromium: Browser
) -> None:
    with chromium.new_context(viewport={"width": 1366, "height": 768}) as context:
        page = context.new_page()
        page.goto(serve(tmp_path / "new").address)
        expect(page.locator("#first")).to_be_visible()
        looks_right(page, "the doors")
        page.click("#me")
        looks_right(page, "who are you")


def test_what_is_due_is_one_line_that_opens(page: Page) -> None:
    due = page.locator("#yours summary")
    assert len(due.inner_text()) < 30
    due.focus()
    page.keyboard.press("Enter")
    expect(page.locator("#yours details")).to_contain_text("only claims")


def test_a_tile_without_a_map_is_as_high_as_one_with_it(page: Page) -> None:
    high = "one => one.getBoundingClientRect().height"
    maps = page.locator("#yours .tile > :is(img, .none)")
    assert len({maps.nth(at).evaluate(high) for at in range(2)}) == 1


def test_the_focus_stays_while_the_list_is_read_again(page: Page, home: Path) -> None:
    """A user with keys alone would begin again at the top, every twenty seconds."""
    button = page.locator("#yours button").last
    button.focus()
    page.evaluate("dispatchEvent(new Event('focus'))")
    (home / "games" / "broken.pbem").unlink()
    page.evaluate("dispatchEvent(new Event('focus'))")
    expect(page.locator("#wrong")).to_be_hidden()
    expect(button).to_be_focused()


def test_what_was_refused_stays_while_the_list_is_read_again(page: Page, home: Path) -> None:
    (home / "games" / "lantern-ann-bob.pbem").rename(home / "gone")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.locator("#trouble")).to_contain_text("There is no game")
    with page.expect_response("**/hall"):
        page.evaluate("dispatchEvent(new Event('focus'))")
    expect(page.locator("#yours li")).to_have_count(1)
    expect(page.locator("#trouble")).to_contain_text("There is no game")


def test_a_dialog_stays_until_what_it_does_is_done(page: Page) -> None:
    """Else a game that is joined all the same would look as if it had not been."""
    page.locator("#yours button:text-is('Join')").click()
    page.fill("dialog [name=passphrase]", PASSPHRASE)
    page.route("**/join", lambda route: (page.wait_for_timeout(500), route.continue_())[-1])
    page.evaluate("document.querySelector('#go').click()")
    page.keyboard.press("Escape")
    expect(page.locator("#came")).to_contain_text("You joined")


def test_all_is_reached_by_the_tabulator(page: Page) -> None:
    wanted = page.evaluate(
        """() => [...document.querySelectorAll("button, a, summary, input")]
             .filter((one) => one.getClientRects().length && !one.closest("dialog"))
             .filter((one) => one.type !== "radio" || one.checked)  // arrows go to the others
             .map((one, number) => (one.dataset.number = String(number)))"""
    )
    reached = set()
    for _ in wanted:
        page.keyboard.press("Tab")
        reached.add(page.evaluate("document.activeElement.dataset.number"))
    assert reached == set(wanted)


def test_a_board_shows_the_way_back_whatever_it_asks(page: Page) -> None:
    """A long question beside it left it no width."""
    page.get_by_role("button", name="Play", exact=True).click()
    home = page.locator("#home")
    expect(page.locator("#past > li")).to_have_count(3)
    page.evaluate("document.querySelector('#prompt').textContent = 'Your turn. '.repeat(60)")
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 768})
        wide = home.evaluate("one => one.getBoundingClientRect().width")
        assert wide >= 40, (width, wide)
        assert home.evaluate("one => one.scrollWidth <= one.clientWidth + 1"), width
