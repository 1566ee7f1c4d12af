"""Two worlds that differ in one player's hand: nobody else's page, nor what it gets, does."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, Response, expect

from board.conftest import Board
from board.playing import GAMES, sit_down
from board.test_offers import Opens, opens
from board.test_still import LAPTOP, ON_TOP
from hostile.base import fixed_chance
from pbem.client.play import acting
from pbem.client.views.hand import hand
from toy.people import Person

pytestmark = pytest.mark.long

__all__ = ["opens"]

DATA = Path(__file__).resolve().parents[2] / "pbem" / "games" / "singapore" / "data"
CARD = re.compile(
    r'^ +(\w\d): \{name: "?([^,"]+)"?, kind: (\w+), .*text: "([^"]+)"\}$', re.MULTILINE
)
SEEN = 76
"""Pixels of a card that are seen while nobody points at it."""

WORLDS = ("w0", "w1")
IDS = re.compile(r"[0-9a-f]{64}")
"""Ids of events, which chance has a part in."""
MARK = re.compile(r'"mark":"[0-9 ]+"')
"""By which a page knows its log's file again: inode, size and time, in each folder another."""
READ = ("/", "/state", "/map", "/past", "/outgoing", "/choices")
"""The requests and views of the page."""


def dealt(folder: Path) -> list[Person]:
    """Return people in Singapore with situation cards, where Japan has drawn two of them."""
    folder.mkdir()
    people = sit_down(folder, GAMES["map with cards"])
    while True:
        one = next(one for one in people if one.sits().is_active)
        if "orders" in one.sits().table.active().kinds:
            return people
        one.does(acting.deal)
        for other in people:
            if other is not one:
                other.takes(one.sends())


def looks(page: Page, board: Board) -> tuple[str, dict[str, bytes]]:
    """Look at a board, now and at each event; return the page as it stands, and what it got."""
    got: dict[str, bytes] = {}

    def keeps(answer: Response) -> None:
        where = answer.url.removeprefix(board.origin)
        if where.partition("?")[0] in READ and answer.ok and "token" not in where:
            got[where] = MARK.sub("", IDS.sub("*", answer.body().decode())).encode()

    page.on("response", keeps)
    page.goto(board.address)
    expect(page.locator("#past > li")).to_have_count(board.whose.count)
    page.wait_for_selector("#sheet svg .place")
    stands = [at_rest(page)]
    for number in range(board.whose.count - 1, 2, -1):
        page.click("#back")
        expect(page.locator("#when")).to_contain_text(f"Event {number}")
        stands.append(at_rest(page))
    page.remove_listener("response", keeps)
    return IDS.sub("*", "\n".join(stands)), got


def at_rest(page: Page) -> str:
    """Return a page as it stands when nothing more is to come."""
    expect(page.locator("#outgoing a")).not_to_have_count(0)
    expect(page.locator("[aria-busy=true]")).to_have_count(0)
    return page.content()


def test_a_hand_is_on_its_owners_page_alone(
    page: Page, serve: Callable[[Person], Board], tmp_path: Path
) -> None:
    """The cards differ between worlds: the owner's page says them, and the other's is the same."""
    hands, theirs, own = [], [], []
    for world in WORLDS:
        with fixed_chance(world):
            people = dealt(tmp_path / world)
        owner, reader = people
        cards = [str(one.card) for one in hand(owner.sits())]
        for one in people:
            one.client.close()
        hands.append(cards)
        stands, _ = looks(page, serve(owner))
        assert all(card in stands for card in cards)
        own.append(stands)
        stands, got = looks(page, serve(reader))
        port = re.compile(r"127(\.\d+){3}:\d+")
        theirs.append((port.sub("*", stands), got))
        assert not any(card in stands for card in cards)
        assert not any(card.encode() in data for card in cards for data in got.values())
    assert hands[0] != hands[1]
    assert len(hands[0]) == 2
    assert own[0] != own[1]
    (stood, got), (stood_too, got_too) = theirs
    assert stood == stood_too
    # How often something is asked for hangs on how fast it comes; what comes does not.
    both = {where for where in got if where in got_too}
    assert {where.partition("?")[0] for where in both} >= {"/state", "/map", "/past", "/outgoing"}
    assert {where: got[where] for where in both} == {where: got_too[where] for where in both}


def test_a_hand_is_cards_of_a_kind_with_name_and_text(page: Page, opens: Opens) -> None:
    """One that is pointed at rises and is seen as a whole; the question is never covered."""
    page.set_viewport_size(LAPTOP)  # type: ignore[arg-type]
    opens(("singapore/corps", 8))
    deck = {found[0]: found[1:] for found in CARD.findall((DATA / "singapore.yaml").read_text())}
    cards, dock = page.locator("#hand p"), page.locator("#dock").bounding_box()
    expect(cards).to_have_count(2)
    assert dock is not None
    for card in cards.all():
        label = card.locator(".code").inner_text().strip()
        name, kind, text = deck[label]
        assert card.locator("b").inner_text() == name
        assert card.locator("> span").inner_text() == text
        assert kind.capitalize() in card.locator("small").inner_text()
        box = card.bounding_box()
        assert box is not None
        assert dock["y"] - box["y"] == pytest.approx(SEEN, abs=2)
    assert page.locator("#asked").evaluate(ON_TOP)
    cards.first.hover(position={"x": 40, "y": 20})
    whole = "foot => document.querySelector('#hand p').getBoundingClientRect().bottom <= foot + 1"
    page.wait_for_function(whole, arg=dock["y"])
    assert page.locator("#asked").evaluate(ON_TOP)
