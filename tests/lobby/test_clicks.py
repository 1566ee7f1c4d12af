"""How many clicks and seconds a player needs: to their first signed order, and for a later turn.

Seconds are reckoned: what a player reads at 200 words a minute, and 1.2 s for each click. Words are
those of the lobby, its dialogs, and bar, dock and card of the board, each line once. The figures
stand in docs/board.md.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from board.pictures import Scene, a_practice
from hostile.base import fixed_chance
from lobby.conftest import Serve
from lobby.homes import PASSPHRASE, Home
from long import BROWSING
from pbem.lobby import inviting
from pbem.lobby.forms import Accepting, NewIdentity

pytestmark = pytest.mark.long

FIRST_MOST, LATER_MOST = 24, 30
"""Clicks to the first signed order, and for a later turn of twelve actions."""
FIRST_GOAL, LATER_GOAL = 180, 120
"""Seconds, as reckoned."""
NEAR = 2
"""Seconds by which a reckoning may differ: a day of the week, or a file's name, is read too."""
TYPED = {"handle", "passphrase", "again", "#passphrase"}
PAGE = (Path(__file__).resolve().parents[2] / "docs" / "board.md").read_text()
A_CLICK, A_WORD = 1.2, 60 / 200
READ = """() => {
  const parts = ["header", "#left", "#send", "#came", "dialog[open]", "#bar", "#dock", "#card"];
  const found = [];
  for (const part of parts.flatMap((one) => [...document.querySelectorAll(one)])) {
    const walk = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
    for (let text = walk.nextNode(); text; text = walk.nextNode()) {
      const range = document.createRange();
      range.selectNode(text);
      const at = text.parentElement, wide = at.getBoundingClientRect().width > 1;
      const shut = at.closest("details:not([open])") && !at.closest("summary");
      const seen = range.getClientRects().length && wide && !shut;
      const there = seen && at.checkVisibility({ visibilityProperty: true });
      if (there && !at.closest("option, .heard, .unseen")) found.push(text.data);
    }
  }
  return found;
}"""
"""The text to be read, piece by piece; the map is looked at."""


class Player:
    """Somebody who clicks and reads."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.clicks = 0
        self.read: dict[str, None] = {}
        self.typed: list[str] = []
        page.set_default_timeout(BROWSING)

    def reads(self) -> None:
        for line in self.page.evaluate(READ):
            self.read.setdefault(re.sub(r"\d+", "#", line.strip()))

    def clicks_on(self, what: Locator) -> None:
        self.reads()
        self.clicks += 1
        what.first.click()

    def presses(self, name: str, within: str = "body") -> None:
        self.clicks_on(self.page.locator(within).get_by_role("button", name=name, exact=True))

    def types(self, field: str, text: str) -> None:
        self.typed.append(field)
        self.page.fill(f"{field} >> visible=true", text)

    def waits(self) -> None:
        self.page.wait_for_selector("#tried:not([aria-busy=true])", state="attached")

    def goes(self, unit: str, place: str = "") -> None:
        """Click a unit, on the map or off it, then where it goes; or a free hex that is lit."""
        there = self.page.locator(f'#sheet .stack .piece[data-unit="{unit}"]:not(.below)')
        self.clicks_on(there if there.count() else self.page.locator(f'#tray [data-unit="{unit}"]'))
        self.waits()
        place = place or self.page.evaluate(FREE)
        assert place, (unit, self.page.inner_text("#dock"))
        self.clicks_on(self.page.locator(f'#sheet .place[data-place="{place}"] path'))
        self.waits()

    def attacks(self, place: str) -> None:
        """Click an enemy, and take the usual attack."""
        self.clicks_on(self.page.locator(f'#sheet .stack[data-place="{place}"] .piece'))
        self.waits()
        self.presses("Add this attack")
        self.waits()

    def signs(self, event: int) -> None:
        """Press the large button, type the passphrase where it is asked, and press it again."""
        button = self.page.locator("#acts .sign")
        self.clicks_on(button)
        if self.page.locator("#passphrase").is_visible():
            self.types("#passphrase", PASSPHRASE)
            self.clicks_on(button)
        expect(self.page.locator("#tried")).to_contain_text(f"Signed: event {event}")
        self.reads()

    @property
    def words(self) -> int:
        return sum(len(line.split()) for line in self.read)

    @property
    def seconds(self) -> float:
        return self.clicks * A_CLICK + self.words * A_WORD


@pytest.fixture
def ann(tmp_path: Path, serve: Serve, chromium: Browser) -> Iterator[Player]:
    with chromium.new_context(viewport={"width": 1366, "height": 768}) as context:
        context.grant_permissions(["clipboard-read", "clipboard-write"])
        page = context.new_page()
        page.goto(serve(tmp_path / "ann").address)
        expect(page.locator("#first")).to_be_visible()
        yield Player(page)


def begins(ann: Player, game: str, folder: Path) -> None:
    """Go from the first page to the board of a game with a friend who has never played."""
    page = ann.page
    ann.presses("New game")
    ann.types("dialog [name=handle]", "ann")
    for name in ("passphrase", "again"):
        ann.types(f"dialog [name={name}]", PASSPHRASE)
    ann.presses("Make my keys")
    expect(page.locator("dialog .games")).to_be_visible()
    ann.clicks_on(page.locator("dialog .game", has_text=game).locator("input"))
    ann.presses("Make the link")
    ann.presses("Copy the link")
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    link = page.evaluate("navigator.clipboard.readText()")
    page.keyboard.press("Escape")
    bob = Home(folder / "bob")
    bob.lobby.identity(NewIdentity("bob", PASSPHRASE))
    [opened] = inviting.answer(bob.client, Accepting(link, PASSPHRASE)).games
    (folder / "back.eml").write_bytes(bob.mail(opened))
    ann.clicks += 2  # Choose a file, and the file
    page.set_input_files("#file", folder / "back.eml")
    ann.presses("Join")
    ann.types("dialog [name=passphrase]", PASSPHRASE)
    ann.presses("Join", within="dialog")
    ann.presses("Play")
    expect(page.locator("#past > li")).to_have_count(3)
    bob.client.close()


def test_from_the_first_page_to_the_first_signed_order_of_lantern_bridge(
    ann: Player, tmp_path: Path
) -> None:
    """Three moves are signed; then the rest of the turn, with an attack."""
    begins(ann, "Lantern Bridge", tmp_path)
    for unit, place in (("B2", "0505"), ("B3", "0604"), ("B6", "0705")):
        ann.goes(unit, place)
    ann.signs(3)
    is_as_told(ann, "Lantern Bridge", FIRST_MOST, FIRST_GOAL)
    ann.presses("End movement")
    ann.waits()
    ann.attacks("0605")
    ann.signs(4)
    assert ann.clicks <= FIRST_MOST


def test_from_the_first_page_to_the_first_signed_order_of_saipan(
    ann: Player, tmp_path: Path
) -> None:
    """Three landings are signed; the turn goes on."""
    begins(ann, "Saipan", tmp_path)
    for unit, place in (("1/2", "1203"), ("2/2", "1102"), ("3/2", "1002")):
        ann.goes(unit, place)
    ann.signs(3)
    is_as_told(ann, "Saipan", FIRST_MOST, FIRST_GOAL)


# --- a later turn ---------------------------------------------------------------------------------

LATER = Scene("saipan/historical", 11, (), "")
"""The third turn of the U.S.: who is ashore goes on."""
UNITS = ("1/2", "2/2", "2/23", "3/25", "1/29", "2/VAC", "3/23", "2/6", "145", "2/25", "1/24")
"""All that are ashore: they go on, and movement ends."""
FREE = """() => {
  const at = (one) => {
    const { x, y, width, height } = one.getBoundingClientRect();
    return document.elementFromPoint(x + width / 2, y + height / 2);
  };
  const lit = [...document.querySelectorAll("#sheet .place.reach")];
  return lit.find((one) => at(one)?.closest(".place") === one)?.dataset.place ?? "";
}"""
"""A lit hex that is seen and on which nobody stands."""


def test_a_later_turn_of_saipan_with_twelve_actions(chromium: Browser) -> None:
    """As a practice, in which nothing is signed: the passphrase is kept for ten minutes else."""
    with (
        fixed_chance("clicks"),
        a_practice(LATER) as served,
        chromium.new_context(viewport={"width": 1366, "height": 768}) as context,
    ):
        player = Player(context.new_page())
        player.page.goto(served.address)
        player.page.wait_for_selector("#past > li", state="attached")
        for number, unit in enumerate(UNITS, 1):
            player.goes(unit)
            lines = player.page.input_value("#list").splitlines()
            assert len(lines) == number, lines
        player.presses("End movement")
        player.waits()
        player.clicks_on(player.page.locator("#carry"))
        player.waits()
        expect(player.page.locator("#list")).to_have_value("")
        is_as_told(player, "a later turn of Saipan", LATER_MOST, LATER_GOAL)


def is_as_told(player: Player, what: str, most: int, goal: float) -> None:
    """Compare clicks and seconds with the page, and with what is asked; a date has few letters."""
    [(clicks, seconds)] = re.findall(rf"^\| {what}[^|]*\| (\d+) \| (\d+) \|$", PAGE, re.MULTILINE)
    assert (player.clicks, player.seconds) == (int(clicks), pytest.approx(int(seconds), abs=NEAR))
    assert player.clicks <= most
    assert player.seconds <= goal
    assert {one.rpartition("=")[2].strip("]") or one for one in player.typed} <= TYPED
