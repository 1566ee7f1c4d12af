"""Two people play from nothing to a signed first turn, by clicks alone, each in their lobby."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from lobby.conftest import Serve
from lobby.homes import PASSPHRASE
from long import BROWSING

ROOT = Path(__file__).resolve().parents[2]


class Visitor:
    """Somebody at the page of their lobby; ``wrong`` is what the browser complained of."""

    def __init__(self, browser: Browser, serve: Serve, folder: Path) -> None:
        self.page: Page = browser.new_context(viewport={"width": 1366, "height": 768}).new_page()
        self.page.set_default_timeout(BROWSING)
        self.wrong: list[str] = []
        self.page.on("pageerror", lambda error: self.wrong.append(str(error)))
        self.page.on(
            "console", lambda one: self.wrong.append(one.text) if one.type == "error" else None
        )
        self.page.goto(serve(folder).address)
        expect(self.page.locator("#me")).to_be_visible()

    def makes_keys(self, handle: str) -> None:
        self.page.click("#me")
        for name, text in (
            ("handle", handle),
            ("email", f"{handle}@example.org"),
            ("passphrase", PASSPHRASE),
            ("again", PASSPHRASE),
        ):
            self.page.fill(f"dialog [name={name}]", text)
        self.page.click("#go")
        expect(self.page.locator("dialog .words")).to_be_visible()
        self.page.click("#go")

    def saves(self, link: str, to: Path) -> Path:
        with self.page.expect_download() as download:
            self.page.click(link)
        download.value.save_as(to)
        return to

    def chooses(self, *files: Path) -> None:
        self.page.set_input_files("#file", [str(file) for file in files])

    def signs(self) -> None:
        self.page.fill("dialog [name=passphrase]", PASSPHRASE)
        self.page.click("#go")

    def sends(self, to: Path) -> Path:
        self.page.click("#send button")
        mail = self.saves("dialog a.button", to)
        self.page.click("#go")
        expect(self.page.locator("#send")).to_be_hidden()
        return mail


@pytest.mark.long
def test_two_lobbies_from_nothing_to_the_first_signed_turn(
    tmp_path: Path, serve: Serve, chromium: Browser
) -> None:
    ann, bob = (Visitor(chromium, serve, tmp_path / one) for one in ("ann", "bob"))
    ann.makes_keys("ann")
    bob.makes_keys("bob")
    bob.chooses(ann.saves("#card", tmp_path / "ann.card"))
    ann.chooses(bob.saves("#card", tmp_path / "bob.card"))
    expect(ann.page.locator("#people li")).to_contain_text("bob")
    ann.page.click("#new")
    ann.page.select_option("[name=rules]", "lantern")
    ann.signs()
    bob.chooses(ann.sends(tmp_path / "1.eml"))
    bob.page.click("#yours button:text-is('Join')")
    bob.signs()
    ann.chooses(bob.sends(tmp_path / "2.eml"))
    ann.page.click("#yours button:text-is('Play')")
    expect(ann.page.locator("#past > li")).to_have_count(3)
    ann.page.fill("#list", "move B2 to 0505\nend movement\nend combat")
    ann.page.get_by_label("Passphrase").fill(PASSPHRASE)
    ann.page.get_by_role("button", name="Sign these orders").click()
    expect(ann.page.locator("#tried")).to_contain_text("Signed: event 3")
    ann.page.click("#home")
    expect(ann.page.locator("#waiting")).to_contain_text("Lantern Bridge")
    bob.chooses(ann.sends(tmp_path / "3.eml"))
    expect(bob.page.locator("#yours")).to_contain_text("Which crossing")
    assert ann.wrong == bob.wrong == []


@pytest.mark.long
def test_somebody_new_plays_the_computer_with_one_click(
    tmp_path: Path, serve: Serve, chromium: Browser
) -> None:
    new = Visitor(chromium, serve, tmp_path / "new")
    new.page.click("#try")
    expect(new.page.locator("#practice")).to_contain_text("PRACTICE")
    expect(new.page.locator(".stack")).not_to_have_count(0)
    new.page.click("#home")
    expect(new.page.locator("#first")).to_be_visible()
    assert new.wrong == []


@pytest.mark.long
def test_what_is_typed_wrong_is_said_and_nothing_typed_is_lost(
    tmp_path: Path, serve: Serve, chromium: Browser
) -> None:
    new = Visitor(chromium, serve, tmp_path / "new")
    new.page.click("#me")
    new.page.fill("dialog [name=handle]", "ann")
    new.page.fill("dialog [name=passphrase]", "one")
    new.page.fill("dialog [name=again]", "two")
    new.page.click("#go")
    expect(new.page.locator("#refused")).to_contain_text("differ")
    assert new.page.input_value("dialog [name=handle]") == "ann"
    new.page.keyboard.press("Escape")
    expect(new.page.locator("#me")).to_have_text("Choose your name")
    log = shutil.copy(ROOT / "logs" / "lantern" / "lantern.pbem", tmp_path / "a.pbem")
    with new.page.expect_file_chooser() as chooser:
        new.page.click("#look")
    chooser.value.set_files(log)
    expect(new.page.locator("#dialog-title")).to_have_text("This log is valid")
    assert new.wrong == []
