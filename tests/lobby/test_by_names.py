"""The lobby worked by its accessibility tree alone: roles, names and keys, and no pointer."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import pytest
from playwright.sync_api import Browser, Download, Page, expect

from lobby.conftest import Serve
from lobby.homes import PASSPHRASE
from long import BROWSING

pytestmark = pytest.mark.long

Role = Literal["button", "link", "radio", "textbox", "combobox", "checkbox"]
STEPS = 80
"""So often a key that goes on is pressed at most; no page has more to go to."""


class Reader:
    """Somebody who hears roles and names, and has a keyboard."""

    def __init__(self, browser: Browser, address: str) -> None:
        self.page: Page = browser.new_context(accept_downloads=True).new_page()
        self.page.set_default_timeout(BROWSING)
        # Choosers are caught from the start: a key is faster than the order to catch the next one.
        self.page.on("filechooser", lambda _: None)
        self.page.goto(address)
        expect(self.page.get_by_role("button", name="Choose your name")).to_be_visible()

    def goes_to(self, role: Role, name: str, key: str = "Tab") -> None:
        """Press a key until what has this role and this name has the focus."""
        for _ in range(STEPS):
            self.page.keyboard.press(key)
            there = self.page.get_by_role(role, name=name, exact=True)
            if any(one.evaluate("one => one === document.activeElement") for one in there.all()):
                return
        raise AssertionError((role, name, self.page.locator("body").aria_snapshot()))

    def presses(self, name: str, key: str = "Enter") -> None:
        self.goes_to("button", name)
        self.page.keyboard.press(key)

    def types(self, name: str, text: str) -> None:
        # A field for a passphrase has no role of its own in the standard; its name identifies it.
        expect(self.page.get_by_label(name, exact=True)).to_have_count(1)
        for _ in range(STEPS):
            self.page.keyboard.press("Tab")
            if self.page.get_by_label(name, exact=True).evaluate(
                "one => one === document.activeElement"
            ):
                self.page.keyboard.type(text)
                return
        raise AssertionError((name, self.page.locator("body").aria_snapshot()))

    def is_told(self, words: str) -> None:
        """Wait until a live region says something: who sees nothing hears it from there."""
        regions = self.page.get_by_role("status").or_(self.page.get_by_role("alert"))
        expect(regions.filter(has_text=words)).to_have_count(1)

    def is_in_dialog(self, name: str) -> None:
        expect(self.page.get_by_role("dialog", name=name, exact=True)).to_be_visible()

    def makes_keys(self, handle: str) -> None:
        self.presses("Choose your name")
        self.is_in_dialog("Who are you?")
        self.types("Name", handle)
        self.types("Mail address", f"{handle}@example.org")
        self.types("Passphrase", PASSPHRASE)
        self.types("Once more", PASSPHRASE)
        self.goes_to("checkbox", "Save a backup file now")
        self.page.keyboard.press("Space")
        self.presses("Make my keys")
        self.is_told(f"You are {handle}.")

    def saves_card(self, to: Path) -> Path:
        self.presses("Swap cards")
        self.is_in_dialog("Swap player cards")
        self.goes_to("link", "Save my card")
        with self.page.expect_download() as card:
            self.page.keyboard.press("Enter")
        self.page.keyboard.press("Escape")
        return kept(card.value, to)

    def chooses(self, file: Path) -> None:
        self.goes_to("button", "Choose a file")
        with self.page.expect_file_chooser() as chooser:
            self.page.keyboard.press("Space")
        chooser.value.set_files(file)

    def sends(self, to: Path) -> Path:
        with self.page.expect_download() as mail:
            self.presses("Send")
        self.is_told("press Send in your mail program")
        self.presses("It is sent")
        expect(self.page.get_by_role("region", name="To send nothing waits")).to_be_visible()
        return kept(mail.value, to)


def kept(download: Download, to: Path) -> Path:
    download.save_as(to)
    return to


def test_a_game_is_opened_joined_and_sent_without_seeing_the_page(
    tmp_path: Path, serve: Serve, chromium: Browser
) -> None:
    ann, bob = (Reader(chromium, serve(tmp_path / one).address) for one in ("ann", "bob"))
    for one, handle in ((ann, "ann"), (bob, "bob")):
        one.makes_keys(handle)
    anns, bobs = ann.saves_card(tmp_path / "ann.card"), bob.saves_card(tmp_path / "bob.card")
    ann.chooses(bobs)
    ann.is_told("The card of bob is here.")
    bob.chooses(anns)
    bob.is_told("The card of ann is here.")

    ann.presses("New game")
    ann.is_in_dialog("New game")
    ann.goes_to("radio", "Lantern Bridge 2 players, 13 mails hexes, one evening")
    ann.goes_to("radio", "Saipan 2 players, 20+ mails June 1944, hexes", key="ArrowRight")
    ann.goes_to("radio", "U.S.")
    ann.page.keyboard.press("ArrowRight")
    expect(ann.page.get_by_role("radio", name="Japan", exact=True)).to_be_checked()
    ann.presses("Open the game")
    ann.types("Passphrase of Ann", PASSPHRASE)
    ann.presses("Open the game")
    ann.is_told("You opened")
    invitation = ann.sends(tmp_path / "1.eml")

    bob.chooses(invitation)
    expect(bob.page.get_by_role("region", name="Your move 1 game")).to_contain_text("Saipan")
    bob.presses("Join")
    bob.is_in_dialog("Join Saipan")
    bob.types("Passphrase of Bob", PASSPHRASE)
    bob.presses("Join")
    bob.is_told("You joined")
    outgoing = "To send no mail needed: what you signed goes with your next one"
    expect(bob.page.get_by_role("region", name=outgoing)).to_be_visible()  # bob moves first
