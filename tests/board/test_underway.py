"""A signed attack that waits for an answer or dice is marked on the map of every viewer."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from board.conftest import Board, enter
from board.playing import LANDINGS, PASSPHRASE, saipan
from toy.people import Person

pytestmark = pytest.mark.long

ATTACK = "attack 16 with 2/6 1/6 3/6"
MARKED = ".arrow.underway.fire"


def drawn(page: Page) -> list[str]:
    """The places where the marks are drawn."""
    return sorted(
        page.locator(f"{MARKED} path:first-child").evaluate_all(
            "them => them.map(one => one.getAttribute('d'))"
        )
    )


def test_an_attack_waits_on_the_map_until_its_dice_have_fallen(
    page: Page, ann: Person, bob: Person, serve: Callable[[Person], Board]
) -> None:
    saipan(ann, bob)
    ann.orders(*LANDINGS, "end movement", "stop")
    enter(page, serve(ann))
    page.fill("#list", f"{ATTACK}\n")
    expect(page.locator(".arrow.written.fire")).to_have_count(3)
    expect(page.locator(MARKED)).to_have_count(0)
    page.fill("#passphrase", PASSPHRASE)
    page.click("[data-act=orders]")
    expect(page.locator("#tried")).to_contain_text("Signed: event")
    expect(page.locator(MARKED)).to_have_count(3)
    expect(page.locator(".arrow.written")).to_have_count(0)
    stayed = drawn(page)
    page.reload()
    expect(page.locator(MARKED)).to_have_count(3)
    assert drawn(page) == stayed
    page.click("#back")  # the map of an earlier moment has no orders of now
    expect(page.locator("#when")).not_to_be_empty()
    expect(page.locator(MARKED).first).to_be_hidden()
    page.click("#now")
    expect(page.locator(MARKED).first).to_be_visible()

    bob.takes(ann.sends())
    page.goto(serve(bob).address)  # who is asked sees it too, also while answering
    expect(page.locator(MARKED)).to_have_count(3)
    page.fill("#list", "pass\n")
    expect(page.locator("#tried")).not_to_be_empty()
    expect(page.locator(MARKED)).to_have_count(3)
    page.goto("about:blank")  # that page would read its list, which is another's turn by then
    bob.orders("pass", "standing usual")
    ann.takes(bob.sends())
    enter(page, serve(ann))
    expect(page.locator(MARKED)).to_have_count(3)  # the dice are still to come
    page.fill("#passphrase", PASSPHRASE)
    page.click("[data-act=dice]")
    expect(page.locator("#tried")).to_contain_text("Signed: event")
    expect(page.locator(MARKED)).to_have_count(0)
    assert page.wrong == []  # type: ignore[attr-defined]
