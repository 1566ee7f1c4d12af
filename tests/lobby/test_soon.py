"""The list of the lobby is there soon, and what is seen of it stays."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, Route, expect

pytestmark = pytest.mark.long

FETCHED = """() => performance.getEntriesByType("resource")
  .map((one) => [new URL(one.name).pathname, one.startTime])"""


def test_no_script_waits_for_another_that_names_it(page: Page) -> None:
    """Each was asked for before the first of them, which imports them, was."""
    scripts = {where: begun for where, begun in page.evaluate(FETCHED) if where.endswith(".js")}
    first = scripts.pop("/page/lobby.js")
    assert len(scripts) > 5
    assert all(begun <= first for begun in scripts.values()), scripts


def test_pictures_that_nobody_sees_are_not_fetched(page: Page) -> None:
    """Those of the first page came before the list, and were never shown."""
    fetched = {where for where, _ in page.evaluate(FETCHED)}
    assert "/hall" in fetched
    assert fetched.isdisjoint({"/page/invite.svg", "/page/dice.svg", "/page/proof.svg"})


def test_a_picture_stays_while_its_game_stays_and_another_changes(page: Page) -> None:
    word = "one"

    def answers(route: Route) -> None:
        hall = route.fetch().json()
        [game] = hall["games"]
        other = {**game, "game": "other", "words": word}
        route.fulfill(json={**hall, "games": [game, other]})

    page.route("**/hall", answers)
    page.evaluate("dispatchEvent(new Event('focus'))")
    expect(page.locator("#waiting li")).to_have_count(2)
    page.evaluate("document.querySelectorAll('#waiting img').forEach((one) => one.id = 'seen')")
    word = "two"
    page.evaluate("dispatchEvent(new Event('focus'))")
    expect(page.locator("#waiting li").last).to_contain_text("Two")
    ids = page.locator("#waiting img").evaluate_all("(all) => all.map((one) => one.id)")
    assert ids == ["seen", ""]


def test_of_many_games_that_are_over_the_first_two_are_seen(page: Page) -> None:
    def answers(route: Route) -> None:
        hall = route.fetch().json()
        [game] = hall["games"]
        over = [{**game, "game": f"g{n}", "status": "over", "words": "Over."} for n in range(5)]
        route.fulfill(json={**hall, "games": over})

    page.route("**/hall", answers)
    page.evaluate("dispatchEvent(new Event('focus'))")
    games = page.locator("#over .row")
    expect(games).to_have_count(5)
    expect(page.locator("#over-title")).to_contain_text("5 games")
    assert [one.is_visible() for one in games.all()] == [True, True, False, False, False]
    page.get_by_text("3 more games").click()
    assert all(one.is_visible() for one in games.all())
