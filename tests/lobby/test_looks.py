"""The page for everybody: by keys alone, as described to readers of screens, on small screens."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, Route, expect

from lobby.conftest import Serve
from lobby.homes import PASSPHRASE, lantern, two_homes
from long import BROWSING
from pbem.lobby.forms import Opening

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
PARTS = {"practice": "#computer button", "learn": "[data-part=learn] .how", "tournaments": None}
"""Parts of the page, and what opens a dialog there."""


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """Give ann a game to play, one to join, one to send, one that is over, one not readable."""
    with two_homes(tmp_path) as (ann, bob):
        begun = lantern(ann)
        bob.joins(ann, begun)
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


def test_each_game_says_who_plays_how_long_and_when(page: Page) -> None:
    page.click("#new")
    games = page.locator("dialog label.game")
    expect(games.filter(has_text="Saipan")).to_contain_text("2 players, 20+ mails")
    expect(games.filter(has_text="Saipan")).to_contain_text("June 1944, hexes")
    for game in games.all():
        expect(game).to_contain_text(re.compile(r"\d players?.*(hexes|areas|any game)"))
        game.locator("img").scroll_into_view_if_needed()
        expect(game.locator("img")).to_have_js_property("complete", value=True)
        assert game.locator("img").evaluate("one => one.naturalWidth") > 0


def test_what_a_dialog_is_for_is_the_filled_button_in_it(page: Page) -> None:
    """It was "Close" where cards are swapped, and the ways to give one were as pale as the rest."""
    for button in (*DIALOGS, "#invite"):
        page.locator(button).first.click()
        filled = page.locator("dialog[open] .primary:visible")
        expect(filled).to_have_count(1)
        assert filled.inner_text() not in {"Close", "Not now"}, button
        page.keyboard.press("Escape")


def test_the_passphrase_is_asked_for_where_it_signs(page: Page) -> None:
    """It stood beside the button before anybody had chosen a game."""
    page.click("#new")
    expect(page.locator("dialog [name=passphrase]")).to_be_hidden()
    page.click("#go")
    expect(page.get_by_label("Passphrase of ann")).to_be_focused()
    page.keyboard.type("not it")
    page.keyboard.press("Enter")
    expect(page.locator("#refused")).to_contain_text("passphrase")
    page.fill("dialog [name=passphrase]", PASSPHRASE)
    page.keyboard.press("Enter")
    expect(page.locator("#came")).to_contain_text("You opened")


def test_who_plays_alone_is_asked_who_gives_the_dice(page: Page) -> None:
    page.click("#new")
    dice = page.get_by_role("group", name="Who gives the dice")
    expect(dice).to_be_hidden()
    page.check("dialog [name=rules][value=manila]")
    expect(page.get_by_role("group", name="Opponent")).to_be_hidden()
    expect(dice.get_by_role("radio", name="bob")).to_be_checked()
    dice.get_by_role("radio", name="You alone").check()
    expect(dice).to_contain_text("proves nothing about the dice")


def test_cards_are_swapped_with_the_words_to_compare_in_sight(page: Page) -> None:
    """A button hid them, and said nothing of them."""
    page.click("#swap")
    words = [page.locator(f"dialog [data-of={one}] .words li") for one in ("ann", "bob")]
    for one in words:
        expect(one).to_have_count(12)
    assert words[0].all_inner_texts() != words[1].all_inner_texts()
    page.get_by_role("button", name="They are the same").click()
    expect(page.locator("#people")).to_contain_text("twelve words compared")
    page.click("#swap")
    expect(words[1]).to_have_count(0)


def test_of_many_players_a_few_are_seen_and_those_first_who_are_not_compared(page: Page) -> None:
    """The last panel ended below the window."""

    def answers(route: Route) -> None:
        hall = route.fetch().json()
        [bob] = hall["people"]
        others = [{**bob, "handle": f"a{number}", "compared": True} for number in range(5)]
        route.fulfill(json={**hall, "people": [*others, bob]})

    page.route("**/hall", answers)
    page.evaluate("dispatchEvent(new Event('focus'))")
    people = page.locator("#people .person")
    expect(people).to_have_count(6)
    assert [one.is_visible() for one in people.all()] == [True] * 3 + [False] * 3
    expect(people.first).to_contain_text("Bob")
    page.get_by_text("3 more players").click()
    assert all(one.is_visible() for one in people.all())


def test_the_letters_are_those_of_the_board(page: Page) -> None:
    font = "getComputedStyle(document.body).fontFamily"
    lobby = page.evaluate(font)
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.locator("#past > li")).to_have_count(3)
    assert page.evaluate(font) == lobby


CORNER = "one => { const box = one.getBoundingClientRect(); return [box.left, box.top]; }"
BOX = "one => { const box = one.getBoundingClientRect(); return [box.right, box.top, box.bottom]; }"


def test_the_games_to_play_fill_their_row(page: Page) -> None:
    """Two or three of them left a hole at the right."""
    right = page.locator("#yours ul").evaluate(BOX)[0]
    assert page.locator("#yours li").last.evaluate(BOX)[0] == pytest.approx(right, abs=1)


def test_on_a_telephone_play_stands_beside_the_day(page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    for tile in page.locator("#yours li").all():
        day, play = (tile.locator(f".actions > {one}") for one in (":first-child", ".whole"))
        (_, top, bottom), (_, high, low) = day.evaluate(BOX), play.evaluate(BOX)
        assert top < low
        assert high < bottom
    assert page.locator("#yours li").first.evaluate(BOX)[2] < 400


def test_all_of_a_tile_and_of_a_row_is_pressed(page: Page) -> None:
    page.locator("#over li").scroll_into_view_if_needed()
    left, top = page.locator("#over li b").evaluate(CORNER)
    page.mouse.click(left + 5, top + 5)
    expect(page.locator("#past > li")).not_to_have_count(0)


def test_a_tile_says_the_turn_and_its_phase_and_all_that_can_be_done_when_pointed_at(
    page: Page,
) -> None:
    asks = page.locator("#yours .tile .asks").filter(has_text="Turn 1: ").first
    expect(asks).to_have_text("Turn 1: Brask movement")
    expect(asks).to_have_attribute("title", re.compile("^Move units, then end movement"))


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


def test_the_picture_of_a_broad_card_leaves_room_for_its_words(page: Page) -> None:
    page.locator("#invite").click()
    card = page.locator("dialog .game").last
    expect(card.locator("img")).to_be_visible()
    wide = "one => one.getBoundingClientRect().width"
    assert card.locator("img").evaluate(wide) <= card.evaluate(wide) / 2


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
