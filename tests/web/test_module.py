"""A VASSAL module in a browser: it stays on its owner's disk, and the board shows its pictures."""

from __future__ import annotations

from base64 import b64encode
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Request, expect

import fords
from replays.firefox import AS_IT_IS, firefox
from web.test_game import Bob

MODULE = "Two Fords"
SHEET = "#at-hand .sheet svg"
PICTURED, FLAT = f"{SHEET}.pictured", f"{SHEET}:not(.pictured)"


@pytest.fixture
def module(tmp_path: Path) -> Path:
    return fords.packed(tmp_path / "ford.vmod")


class Owner(Bob):
    """A player in a browser who owns a module; ``sent``: requests that could carry some of it."""

    def __init__(self, browser: Browser, address: str) -> None:
        self.sent: list[str] = []
        super().__init__(browser, address)
        self.page.context.on("request", self._asks)

    def _asks(self, one: Request) -> None:
        if one.method != "GET" or one.post_data_buffer or "?" in one.url.partition("?at=")[0]:
            self.sent.append(f"{one.method} {one.url}")

    def makes(self, module: Path) -> None:
        """Choose a module, and make a game of it."""
        self.makes_keys()
        self.chooses(module)
        self.presses("New game with it")
        self.presses("Make the game")
        expect(self.games.locator("dialog .game:has(:checked) b")).to_have_text(MODULE)
        self.games.locator("#close").click()

    def practises(self) -> None:
        """Begin a practice of that game."""
        self.presses("Practice", "nav", "link")
        tile = self.games.locator("#computer li").filter(has_text=MODULE)
        tile.get_by_role("button", name="Play").click()
        self.presses("Play", "dialog")

    def comes_back(self) -> None:
        """Load the page again, and go on with the practice."""
        self.page.reload()
        expect(self.page.locator("#loading")).to_be_hidden()
        self.presses("Practice", "nav", "link")
        self.presses("Go on")

    def sees(self, what: str) -> None:
        expect(self.games.locator(what).first).to_be_visible()


@pytest.mark.long
def test_it_stays_on_its_owners_disk_and_is_asked_for_again_unless_they_want_a_copy(
    module: Path, address: str, chromium: Browser
) -> None:
    bob = Owner(chromium, address)
    bob.makes(module)
    bob.practises()
    bob.sees(f"{PICTURED} [data-piece=p1].pictured image")
    expect(bob.page.locator("#chosen")).to_contain_text("ford.vmod stays on your disk")
    bob.comes_back()
    bob.sees(f"{FLAT} [data-piece=p1] rect")
    expect(bob.games.locator("#at-hand image")).to_have_count(0)
    bob.page.reload()
    bob.chooses(module)
    bob.page.get_by_role("button", name="Keep a copy in this browser").click()
    expect(bob.page.locator("#chosen")).to_be_hidden()
    bob.comes_back()
    bob.sees(f"{PICTURED} [data-piece=p1].pictured image")
    bob.page.locator("#site summary").click()
    expect(bob.page.locator("#copied")).to_contain_text("a copy of ford.vmod")
    bob.page.get_by_role("button", name="Delete the copies").click()
    expect(bob.page.locator("#copied")).to_be_hidden()
    bob.comes_back()
    bob.sees(f"{FLAT} [data-piece=p1] rect")
    assert (bob.wrong, bob.foreign, bob.sent) == ([], [], [])
    bob.page.context.close()


@pytest.mark.long
def test_a_file_that_changes_on_the_disk_costs_its_pictures_alone(
    module: Path, address: str, chromium: Browser
) -> None:
    bob = Owner(chromium, address)
    bob.makes(module)
    module.write_bytes(b"another file")
    bob.practises()
    bob.sees(f"{SHEET} [data-piece=p1] text")
    expect(bob.games.locator("#at-hand image")).to_have_count(0)
    assert "ended" not in bob.page.locator("#status").inner_text()
    bob.page.context.close()


FRAME = "document.getElementById('frame')"
DROPS = """void (() => {{
    const window = {frame}.contentWindow, held = new window.DataTransfer();
    const data = Uint8Array.from(atob("{data}"), (one) => one.charCodeAt(0));
    held.items.add(new window.File([data], "ford.vmod"));
    const dropped = new window.DragEvent("drop", {{ dataTransfer: held, bubbles: true }});
    window.document.body.dispatchEvent(dropped);
}})()"""
TELLS = """void (async () => {{
    const {{ fetch }} = {frame}.contentWindow;
    const how = (what) => ({{ method: "POST", body: JSON.stringify(what) }});
    const tell = async (path, what) => (await fetch(path, how(what))).json();
    {frame}.src = (await (async () => {{ {script} }})()).there;
}})()"""
BEGINS = """const { pack } = await tell("/table", { module: "Two Fords", setup: "start" });
return tell("/practice", { rules: "table", scenario: "table", against: ["red"], pack });"""
GOES_ON = """const { practices } = await (await fetch("/hall")).json();
return tell("/practised", { file: practices[0].file });"""
SHOWN = f"{FRAME}?.contentDocument?.querySelector('{PICTURED} image')"


@pytest.mark.long
def test_a_module_and_its_copy_in_firefox(tmp_path: Path, module: Path, address: str) -> None:
    with firefox(tmp_path, AS_IT_IS) as browser:
        browser.goes_to(address)
        browser.waits_for("document.getElementById('loading').hidden")
        browser.waits_for(f"{FRAME}.contentDocument?.getElementById('me')?.textContent")
        browser.evaluates(DROPS.format(frame=FRAME, data=b64encode(module.read_bytes()).decode()))
        browser.waits_for(f"{FRAME}.contentDocument.body.textContent.includes('{MODULE}')")
        browser.evaluates(TELLS.format(frame=FRAME, script=BEGINS))
        browser.waits_for(SHOWN)
        browser.evaluates("document.getElementById('copy').click()")
        browser.waits_for("document.getElementById('chosen').hidden")
        browser.goes_to(address)
        browser.waits_for("document.getElementById('loading').hidden")
        browser.waits_for(f"{FRAME}.contentDocument?.getElementById('me')?.textContent")
        browser.evaluates(TELLS.format(frame=FRAME, script=GOES_ON))
        browser.waits_for(SHOWN)
        assert browser.evaluates("document.getElementById('bar').className") == ""
