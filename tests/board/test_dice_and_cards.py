"""The board of a game without a map: dice, decks and the hand have buttons."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from board.conftest import Board, Serve, enter, tab
from board.playing import PASSPHRASE
from pbem.client.play import acting
from toy.people import Person
from toy.tables import WAR

TITLED = WAR.replace(b"C1,", b'"Guns, drums", ').replace(b"mandated-offensive: 1d6", b"battle: 2d6")


def deal(*people: Person) -> None:
    """Have each do what is owed with decks and dice, until somebody is asked."""
    while "orders" not in (kinds := people[0].sits().table.active()).kinds:
        [one] = [one for one in people if one.handle == kinds.handle]
        one.does(acting.dice if kinds.kinds[0] == "dice" else acting.deal)
        for other in people:
            if other is not one:
                other.takes(one.sends())


@pytest.fixture
def war(ann: Person, bob: Person, serve: Serve, tmp_path: Path) -> Board:
    """A box whose first side is ann's, who has drawn two cards and rolled once."""
    file = tmp_path / "war.yaml"
    file.write_bytes(TITLED)
    ann.opens("table", seats={"cp": "ann", "ap": "bob"}, pack=file)
    (bob.client.packs).mkdir(exist_ok=True)
    [kept] = ann.client.packs.glob("*.yaml")
    (bob.client.packs / kept.name).write_bytes(kept.read_bytes())
    bob.takes(ann.sends())
    bob.does(acting.join)
    ann.takes(bob.sends())
    deal(ann, bob)
    ann.orders("roll battle for the siege of Kessel; draw 3")
    bob.takes(ann.sends())
    deal(ann, bob)
    return serve(ann)


def sign(page: Page, board: Board) -> None:
    before = board.whose.count
    page.click("#acts [data-act=orders]")
    if page.locator("#passphrase").is_visible():
        page.fill("#passphrase", PASSPHRASE)
        page.click("#acts [data-act=orders]")
    expect(page.locator("#past > li")).to_have_count(before + 1)


def test_dice_and_a_draw_are_written_by_buttons(war: Board, page: Page) -> None:
    enter(page, war)
    hand = page.locator("#at-hand")
    expect(hand.get_by_label("Last roll")).to_contain_text("siege of Kessel")
    expect(hand.locator(".fan button")).to_have_count(3)
    expect(page.locator("#sheet")).to_be_hidden()
    hand.get_by_role("button", name="Fire").click()
    hand.get_by_role("button", name="the siege of Kessel").click()
    expect(page.locator("#list")).to_have_value("roll fire for the siege of Kessel\n")
    expect(page.locator("#asked")).to_contain_text("After these orders: Dice are due")
    page.click("#undo")
    hand.get_by_role("button", name="Draw 1").click()
    expect(page.locator("#list")).to_have_value("draw 1 from cp\n")
    sign(page, war)
    last = war.whose.log.read_bytes().splitlines()[-1]
    assert b'"draw"' in last


CLICKS = "globalThis.clicks = 0; addEventListener('click', () => clicks++, true)"


def signed_in(page: Page, board: Board) -> tuple[int, bytes]:
    """Click to sign; return how many clicks there were since the last list, and what was signed."""
    before = board.whose.count
    page.click("#acts [data-act=orders]")
    expect(page.locator("#past > li")).to_have_count(before + 1)
    clicks = page.evaluate("const now = clicks; clicks = 0; now")
    return clicks, board.whose.log.read_bytes().splitlines()[-1]


def test_three_clicks_roll_and_two_draw(war: Board, ann: Person, bob: Person, page: Page) -> None:
    """The key is open: its owner said with the first list for how long."""
    enter(page, war)
    page.evaluate(CLICKS)
    hand = page.locator("#at-hand")
    hand.get_by_role("button", name="the siege of Kessel").click()
    page.click("#acts [data-act=orders]")
    page.select_option("#minutes", "10")
    sign(page, war)  # which asks for the passphrase, once
    bob.takes(ann.sends())
    deal(bob, ann)
    draw = hand.get_by_role("button", name="Draw 1")
    expect(draw).to_be_enabled()
    page.evaluate("clicks = 0")
    draw.click()
    clicks, line = signed_in(page, war)
    assert (clicks, b'"do":"draw"' in line) == (2, True)
    bob.takes(ann.sends())
    deal(bob, ann)
    battle = hand.get_by_role("button", name="Battle")
    expect(battle).to_be_enabled()
    battle.click()
    hand.get_by_role("button", name="the siege of Kessel").click()
    clicks, line = signed_in(page, war)
    assert (clicks, b'"dice":"battle"' in line) == (3, True)


def test_a_card_is_played_by_its_button(war: Board, page: Page) -> None:
    enter(page, war)
    hand = page.locator("#at-hand")
    card = hand.locator(".fan button").first
    title = card.locator("b").inner_text()
    card.click()
    hand.get_by_role("group", name=title).get_by_role("button", name="Keep on the table").click()
    expect(page.locator("#list")).to_have_value(f"play {title} to table\n")
    sign(page, war)
    expect(hand.locator(".fan button")).to_have_count(2)
    expect(hand.get_by_label("Decks and cups")).to_contain_text(f"on the table: {title}")


def test_the_buttons_are_reached_by_keys_and_with_words_of_ones_own(war: Board, page: Page) -> None:
    enter(page, war)
    page.get_by_label("What the roll is for").locator("input").fill("supply of Quay")
    page.keyboard.press("Enter")
    expect(page.locator("#list")).to_have_value("roll fire for supply of Quay\n")


def test_on_a_telephone_nothing_is_cut_off(war: Board, chromium: Browser) -> None:
    page = chromium.new_page(viewport={"width": 390, "height": 844}, has_touch=True)
    enter(page, war)
    tab(page, "map")
    wide = page.evaluate("document.querySelector('#at-hand').scrollWidth")
    assert wide <= 390
    for button in page.locator("#at-hand button").all():
        box = button.bounding_box()
        assert box is not None
        assert box["height"] >= 44
    page.close()
