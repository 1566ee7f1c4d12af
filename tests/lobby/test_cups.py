"""A tournament by clicks alone: found, entered, collected, paired, paused, played by another,
verified and published.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from lobby.conftest import Serve
from lobby.homes import PASSPHRASE, Home
from long import BROWSING
from pbem.client.storage import tournaments
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
        expect(self.page.locator("dialog[open]")).to_have_count(0)

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

    def founds_by_a_plan(self) -> None:
        self.presses("Found a tournament")
        self.presses("Write the plan yourself")
        plan = self.page.locator('#fields [name="plan"]')
        expect(plan).not_to_have_value(re.compile("then type"))
        self.fills(plan=PLAN)
        self.signs("Found it", "Founded Club Cup.")
        expect(self.page.locator("#cup h1")).to_contain_text("Club Cup")

    def sets_a_deadline(self) -> None:
        self.presses("Deadline")
        self.fills(round="1", until="2099-12-06T20:00", zone="Europe/Berlin")
        self.signs("Set it", "Deadline of round 1: 6 December 2099, 20:00 (Europe/Berlin")
        self.page.reload()
        own = self.page.locator("#cup")
        expect(own).to_contain_text("Until 6 December 2099, 20:00")
        expect(own).to_contain_text("Round 1 is paired. Mail everybody")
        expect(own).to_contain_text("No game is finished yet. Entered: ")
        expect(own.locator(".standings")).to_have_count(0)

    def decides_and_closes(self) -> None:
        self.presses("Decide")
        self.page.select_option('#fields [name="wins"]', "bob")
        self.fills(why="ann gave up by telephone")
        self.signs("Decide it", "bob wins (ruled: ann gave up by telephone)")
        expect(self.page.locator("#cup .standings tbody tr")).to_have_count(2)
        self.presses("Close")
        self.signs("Close it", "It is over.")


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

        club.founds_by_a_plan()

        [log] = ann.client.tournaments.glob("*.tournament")
        bob = others["bob"]
        bob.lobby.came(log.read_bytes())
        mail = errands.enter(bob.client, Entering(log.stem, PASSPHRASE))
        (tmp_path / mail.name).write_bytes(mail.data)
        expect(page.get_by_role("button", name="Enter", exact=True)).to_have_count(0)
        club.presses("Play in it too")
        shown = page.locator("#fields .lines")
        expect(shown).to_contain_text("Game: Saipan")
        expect(shown).to_contain_text("Format: round robin.")
        expect(shown).to_contain_text("The umpire is uma.")
        expect(shown).to_contain_text("No round has a deadline yet.")
        own = club.keeps("Sign and write the mail")
        club.collects(own, tmp_path / mail.name, says="Bob enters.")
        expect(page.locator("#came")).not_to_contain_text("tmp")

        club.presses("Pair")
        expect(page.locator("#fields")).to_contain_text(
            "Entered (2): ann, bob. Close the entries and pair?"
        )
        club.signs("Pair", "Round 1 is paired: 1 board.")
        club.sets_a_deadline()

        club.presses("Pause")
        club.fills(round="1", until="2099-12-20")
        club.collects(club.keeps("Sign and write the mail"), says="Ann asks for a pause")

        club.presses("Be away")
        club.fills(who="kim", until="2099-12-24")
        club.collects(club.keeps("Sign and write the mail"), says="Ann names a substitute")

        club.decides_and_closes()

        club.presses("Verify")
        expect(page.locator("dialog[open]")).to_contain_text("All pairings and points follow")
        page.keyboard.press("Escape")
        club.presses("Publish")
        with zipfile.ZipFile(club.keeps("Make the pages")) as archive:
            assert f"{log.stem}/index.html" in archive.namelist()
            assert b"Club Cup" in archive.read(f"{log.stem}/index.html")
    for home in (ann, *others.values()):
        home.client.close()


def test_a_tournament_is_founded_by_a_form(tmp_path: Path, serve: Serve, chromium: Browser) -> None:
    dora = Home(tmp_path / "dora")
    dora.lobby.identity(NewIdentity("dora", PASSPHRASE, "dora@example.org"))
    served = serve(tmp_path / "dora")
    with chromium.new_context(viewport={"width": 1366, "height": 768}) as context:
        page = context.new_page()
        page.goto(served.address)
        page.get_by_role("link", name="Tournaments").first.click()
        club = Clicks(page, tmp_path)
        club.presses("Found a tournament")
        expect(page.locator("#fields textarea")).to_have_count(0)
        games = page.locator('#fields [name="game"] option')
        page.select_option('#fields [name="format"]', "score")
        expect(games).to_have_count(1)  # Manila is played alone
        page.select_option('#fields [name="format"]', "tables")
        page.select_option('#fields [name="game"]', "tokyo")
        expect(page.locator('#fields [name="scenario"]')).to_have_value("three")
        page.select_option('#fields [name="format"]', "swiss")
        page.select_option('#fields [name="game"]', "lantern")
        days = {"enter": "2099-11-22T20:00", "until": "2099-12-06T20:00"}
        club.fills(rounds="2", each="14", zone="Europe/Berlin", **days)
        page.locator("#go").click()  # asks for the passphrase
        page.fill('#extra [name="passphrase"]', PASSPHRASE)
        page.locator("#go").click()
        expect(page.locator("#refused")).to_contain_text("has no name")
        club.fills(name="Spring Cup")
        page.locator("#go").click()
        expect(page.locator("#came")).to_contain_text("Founded Spring Cup.")
        expect(page.locator("#came")).to_contain_text("20 December 2099, 20:00 (Europe/Berlin")
        entries = "Deadline of entries: 22 November 2099, 20:00 (Europe/Berlin"
        expect(page.locator("#came")).to_contain_text(entries)
        own = page.locator("#cup")
        expect(own.locator("h1")).to_contain_text("Lantern Bridge")
        expect(own.locator("h1")).to_contain_text("Swiss, 2 rounds")
        expect(own).to_contain_text("Mail all who may play, or hand them the saved file.")
        expect(own).to_contain_text(entries)
        club.presses("Entries until")
        club.fills(until="2099-11-29T20:00", zone="Europe/Berlin", why="two more asked")
        club.signs("Set it", "Deadline of entries: 29 November 2099, 20:00")
    found = tournaments.read_here(dora.client, dora.client.tournaments / "spring-cup.tournament")
    assert sorted(found.now.deadlines) == [1, 2]
    dora.client.close()


@pytest.mark.parametrize(
    ("address", "names"), [("%", "%"), ("no-such-cup", "no-such-cup"), ("%3Cb%3E", "<b>")]
)
def test_an_address_of_no_tournament_is_told_in_words(
    tmp_path: Path, serve: Serve, chromium: Browser, address: str, names: str
) -> None:
    dora = Home(tmp_path / "dora")
    dora.lobby.identity(NewIdentity("dora", PASSPHRASE, "dora@example.org"))
    served = serve(tmp_path / "dora")
    with chromium.new_context(viewport={"width": 390, "height": 844}) as context:
        page = context.new_page()
        errors: list[str] = []
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.goto(served.address)
        page.evaluate("there => { location.hash = there }", f"cup={address}")
        own = page.locator("#cup")
        expect(own).to_contain_text(f"There is no tournament '{names}' here. Choose another")
        own.get_by_role("link", name="Tournaments").click()
        expect(page.get_by_role("button", name="Found a tournament")).to_be_visible()
        assert errors == []
    dora.client.close()


class Post:
    """People who type commands, and swap files in a folder."""

    def __init__(self, folder: Path, *handles: str) -> None:
        self.folder = folder
        for name in ("inbox", "said"):
            (folder / name).mkdir()
        self.homes = {name: Home(folder / name) for name in handles}
        for handle, home in self.homes.items():
            home.lobby.identity(NewIdentity(handle, PASSPHRASE, f"{handle}@example.org"))
        for one in self.homes.values():
            for other in self.homes.values():
                one.lobby.came(other.lobby.card().data)

    def types(self, who: str, *words: str) -> str:
        own = {"PBEM_HOME": str(self.homes[who].client.folder), "PBEM_PASSPHRASE": PASSPHRASE}
        run = [sys.executable, "-m", "pbem", *words]
        done = subprocess.run(
            run, env=os.environ | own, cwd=self.folder, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, (words, done.stdout, done.stderr)
        return done.stdout

    def mails(self) -> str:
        """Write the director's mail that is new, and return the name of the file."""
        out = self.folder / f"out{len(list(self.folder.glob('out*')))}"
        out.mkdir()
        self.types("uma", "tournament", "mail", "--to", out.name)
        (file,) = out.glob("*.eml")
        return str(file)

    def log(self, who: str, *to: str) -> Path:
        path = self.folder / f"{who}{len(list(self.folder.glob('*.pbem')))}.pbem"
        self.types(who, "send", GAME, "--to", path.name)
        for one in to:
            self.types(one, "take", path.name)
        return path


GAME = "cup-r1b1"


def test_a_player_who_was_replaced_for_a_time_returns_by_clicks(
    tmp_path: Path, serve: Serve, chromium: Browser
) -> None:
    post = Post(tmp_path, "ann", "bob", "uma", "kim")
    (tmp_path / "cup.yaml").write_text(PLAN.replace("pauses: true\n", ""))
    post.types("uma", "tournament", "found", "cup.yaml")
    [log] = post.homes["uma"].client.tournaments.glob("*.tournament")
    for name in ("ann", "bob"):
        post.types(name, "tournament", "take", str(log))
        post.types(name, "tournament", "enter", "--to", "inbox")
    post.types("uma", "tournament", "collect", "inbox")
    post.types("uma", "tournament", "pair")
    letter = post.mails()
    post.types("uma", "tournament", "take", str(log))
    for name in ("ann", "bob"):
        post.types(name, "tournament", "play", letter)
    first, second = (
        ("ann", "bob") if [*post.homes["ann"].client.games.glob("*.pbem")] else ("bob", "ann")
    )
    post.log(first, "uma", second)
    for one in ("uma", first, second):
        post.types(one, "join")
        post.log(one, *({"uma", "ann", "bob"} - {one}))

    again = f"{first}-2"  # only who is to move can be replaced, so lots decide who is away
    post.types(first, "tournament", "substitute", "kim", "--until", "2099-12-20", "--to", "said")
    post.types("uma", "tournament", "collect", "said")
    letter = post.mails()
    for one in ("kim", first):
        post.types(one, "tournament", "play", letter)
    post.types("uma", "rule", GAME, "--out", first, "--replace", "kim", "--anyway", "--yes")
    post.log("uma", "kim", "ann", "bob")
    post.types("kim", "join", GAME)
    post.log("kim", "uma", "ann", "bob")

    served = serve(tmp_path / first)
    with chromium.new_context(viewport={"width": 1366, "height": 768}) as context:
        page = context.new_page()
        page.goto(served.address)
        page.get_by_role("link", name="Tournaments").or_(
            page.get_by_role("button", name="Tournaments")
        ).first.click()
        club = Clicks(page, tmp_path)
        club.presses("Be back")
        club.fills(who=again)
        mail = club.keeps("Sign and write the mail")

        assert f"{first} is back at a board" in post.types(
            "uma", "tournament", "collect", mail.name
        )
        letter = post.mails()
        post.types("uma", "tournament", "play", letter)
        post.types("uma", "rule", GAME, "--out", "kim", "--replace", again, "--anyway", "--yes")
        file = post.log("uma", "kim", second)

        page.get_by_role("link", name="Games", exact=True).first.click()
        page.set_input_files("#file", [str(file)])
        club.presses("Join")
        club.fills(passphrase=PASSPHRASE)
        page.locator("#go").click()
        expect(page.locator("dialog[open]")).to_have_count(0)
    path = post.log(first, "uma", "kim", second)
    assert again in post.types("uma", "verify", path.name)
    assert f"{first} is back as {again}." in post.types("uma", "tournament", "show")
    for home in post.homes.values():
        home.client.close()
