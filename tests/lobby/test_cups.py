"""A tournament by clicks alone: found, entered, collected, paired, paused, played by another,
verified and published.
"""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from lobby.conftest import Serve
from lobby.homes import PASSPHRASE, Home
from lobby.test_errands import directs
from long import BROWSING
from pbem.lobby import errands
from pbem.lobby.forms import Entering, NewIdentity

pytestmark = pytest.mark.long

PLAN = """\
name: Club Cup
format: round-robin
game: saipan
umpire: uma
substitutes: true
pauses: true
points: {win: 2, draw: 1, loss: 0, bye: 0}
"""


class Clicks:
    """Somebody at the page of tournaments."""

    def __init__(self, page: Page, folder: Path) -> None:
        self.page, self.folder = page, folder
        page.set_default_timeout(BROWSING)

    def presses(self, name: str) -> None:
        self.page.get_by_role("button", name=name, exact=True).first.click()

    def fills(self, **fields: str) -> None:
        for name, value in fields.items():
            self.page.fill(f'#fields [name="{name}"]', value)

    def signs(self, press: str, says: str) -> None:
        """Type the passphrase, press the button of the dialog, and read what came of it."""
        self.fills(passphrase=PASSPHRASE)
        self.page.locator("#go").click()
        expect(self.page.locator("#came")).to_contain_text(says)

    def keeps(self, press: str) -> Path:
        """Type the passphrase, press the button of the dialog, and keep the file that comes."""
        self.fills(passphrase=PASSPHRASE)
        with self.page.expect_download() as download:
            self.page.locator("#go").click()
        path = self.folder / download.value.suggested_filename
        download.value.save_as(path)
        expect(self.page.locator("dialog[open]")).to_have_count(0)
        return path

    def collects(self, *files: Path, says: str) -> None:
        with self.page.expect_file_chooser() as chooser:
            self.presses("Collect")
        chooser.value.set_files(files)
        self.signs("Collect", says)


def test_a_tournament_by_clicks(tmp_path: Path, serve: Serve, chromium: Browser) -> None:
    others = {name: Home(tmp_path / name) for name in ("bob", "uma", "kim")}
    for handle, home in others.items():
        home.lobby.identity(NewIdentity(handle, PASSPHRASE, f"{handle}@example.org"))
    ann = Home(tmp_path / "ann")
    ann.lobby.identity(NewIdentity("ann", PASSPHRASE, "ann@example.org"))
    for home in others.values():
        ann.lobby.came(home.lobby.card().data)
    served = serve(tmp_path / "ann")
    with chromium.new_context(viewport={"width": 1366, "height": 768}) as context:
        page = context.new_page()
        page.goto(served.address)
        page.get_by_role("link", name="Tournaments").or_(
            page.get_by_role("button", name="Tournaments")
        ).first.click()
        club = Clicks(page, tmp_path)

        club.presses("Found a tournament")
        club.fills(plan=PLAN)
        club.signs("Found it", "Founded Club Cup.")

        [log] = ann.client.tournaments.glob("*.tournament")
        bob = others["bob"]
        bob.lobby.came(log.read_bytes())
        mail = errands.enter(bob.client, Entering(log.stem, PASSPHRASE))
        (tmp_path / mail.name).write_bytes(mail.data)
        club.presses("Enter")
        own = club.keeps("Sign and write the mail")
        club.collects(own, tmp_path / mail.name, says="bob enters")
        expect(page.locator("#came")).to_contain_text("club-cup-bob-enter.eml")
        expect(page.locator("#came")).not_to_contain_text("tmp")

        club.presses("Pair")
        club.signs("Pair", "Round 1")
        directs(ann, "due", "2099-12-06", "--round", "1", "--zone", "UTC", folder=tmp_path)
        page.reload()

        club.presses("Pause")
        club.fills(round="1", until="2099-12-20")
        club.collects(club.keeps("Sign and write the mail"), says="ann asks for a pause")

        club.presses("Be away")
        club.fills(who="kim", until="2099-12-24")
        club.collects(club.keeps("Sign and write the mail"), says="ann names a substitute")

        club.presses("Verify")
        expect(page.locator("dialog[open]")).to_contain_text("Everything")
        page.keyboard.press("Escape")
        club.presses("Publish")
        with zipfile.ZipFile(club.keeps("Make the pages")) as archive:
            assert f"{log.stem}/index.html" in archive.namelist()
            assert b"Club Cup" in archive.read(f"{log.stem}/index.html")
    for home in (ann, *others.values()):
        home.client.close()
