"""The lobby shows what is typed at a command line without the marks around it."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import Page, Route, expect

pytestmark = pytest.mark.long

TYPED = "Write `end movement`."
SEEN = """() => {
  const said = [...document.querySelectorAll("*")].flatMap((one) =>
    [...one.attributes].map((each) => each.value));
  return [document.body.innerText, ...said].filter((one) => one.includes("`"));
}"""


@pytest.mark.parametrize("status", ["yours", "waiting", "over", "wrong"])
def test_a_game_in_the_list_has_no_marks(page: Page, status: str) -> None:
    def answers(route: Route) -> None:
        hall = route.fetch().json()
        [game] = hall["games"]
        route.fulfill(json={**hall, "games": [{**game, "status": status, "words": TYPED}]})

    page.route("**/hall", answers)
    page.evaluate("dispatchEvent(new Event('focus'))")
    game = page.locator(f"#{status} li")
    expect(game).to_contain_text("Write end movement.")
    expect(game.locator("code")).to_have_text("end movement")
    assert page.evaluate(SEEN) == []


def test_what_is_refused_has_no_marks(page: Page) -> None:
    """On the page, and in its dialog."""
    answer = {"status": 422, "content_type": "application/json"}
    page.route("**/board", lambda route: route.fulfill(body=json.dumps({"error": TYPED}), **answer))
    page.route("**/new", lambda route: route.fulfill(body=json.dumps({"error": TYPED}), **answer))
    page.route("**/came", lambda route: route.fulfill(json={"lines": [TYPED], "games": []}))
    page.click("#paste")
    page.fill("dialog textarea", "anything")
    page.click("#go")
    expect(page.locator("#came")).to_contain_text("Write end movement.")
    page.click("#new")
    page.click("#go")
    page.fill("dialog [name=passphrase]", "anything")
    page.click("#go")
    expect(page.locator("#refused")).to_have_text("Write end movement.")
    assert page.evaluate(SEEN) == []
