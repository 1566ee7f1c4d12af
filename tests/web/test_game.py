"""A player in a browser and one at a command line play a game by mail."""

from __future__ import annotations

import os
import random
import re
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Download, Error, Playwright, expect

from lobby.homes import PASSPHRASE
from long import BROWSING, far, times
from pbem.identity.card import make_card
from pbem.identity.identity import create
from servers.conftest import need

TURN = (
    "move B2 to 0505",
    "move B3 to 0604",
    "move B6 to 0705",
    "end movement",
    "attack 0605 with B2 B3 B6",
    "standing usual",
)


class Ann:
    """A player at the command line."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(mode=0o700)
        self.folder = folder
        self.env = {**os.environ, "PBEM_HOME": str(folder / "home"), "PBEM_PASSPHRASE": PASSPHRASE}
        self.said: set[str] = set()

    def types(self, *words: str) -> str:
        done = subprocess.run(
            [str(Path(sys.executable).with_name("pbem")), *words],
            cwd=self.folder,
            env=self.env,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    def mail(self) -> Path:
        """Write the mail of the one game; return the newest."""
        before = set(self.folder.glob("*.eml"))
        self.types("mail", "write")
        (new,) = set(self.folder.glob("*.eml")) - before
        return new


def is_wrong(one: ConsoleMessage) -> bool:
    """Whether it is an error; nobody signed this folder, and so it lacks the one file for that."""
    return one.type == "error" and not one.location["url"].endswith("/signed.json")


class Bob:
    """A player with nothing but a browser.

    ``wrong`` is what the browser complained of, ``foreign`` what was asked of anybody but the site;
    ``first`` is a script that runs before those of each page.
    """

    def __init__(self, browser: Browser, address: str, first: str = "") -> None:
        self.page = browser.new_context(viewport={"width": 1366, "height": 768}).new_page()
        self.page.set_default_timeout(BROWSING)
        self.wrong: list[str] = []
        self.foreign: list[str] = []
        own = (address, "blob:", "data:")
        self.page.on("pageerror", lambda error: self.wrong.append(str(error)))
        self.page.on("console", lambda one: self.wrong.append(one.text) if is_wrong(one) else None)
        self.page.context.on(
            "request",
            lambda one: None if one.url.startswith(own) else self.foreign.append(one.url),
        )
        self.page.add_init_script(first)
        self.page.goto(address)
        self.games = self.page.frame_locator("#frame")
        expect(self.page.locator("#loading")).to_be_hidden()

    def presses(self, name: str, within: str = "body", role: str = "button") -> None:
        self.games.locator(within).get_by_role(role, name=name, exact=True).first.click()

    def fills(self, where: str, text: str) -> None:
        self.games.locator(where).fill(text)

    def makes_keys(self) -> None:
        self.presses("Choose your name")
        self.fills("dialog [name=handle]", "bob")
        for name in ("passphrase", "again"):
            self.fills(f"dialog [name={name}]", PASSPHRASE)
        self.games.locator("dialog [name=keep]").uncheck()
        self.presses("Make my keys")
        expect(self.games.locator("#me")).to_contain_text("Bob")
        expect(self.games.locator("dialog")).to_be_hidden()

    def saves(self, link: str, to: Path) -> Path:
        with self.page.expect_download() as download:
            self.presses(link, role="link")
        download.value.save_as(to)
        return to

    def saves_backup(self) -> Download:
        """Save a backup, and say that the file is there."""
        with self.page.expect_download() as download:
            self.page.get_by_role("button", name="Save a backup").first.click()
        self.page.get_by_role("button", name="The file is there").click()
        expect(self.page.locator("#asking")).to_be_hidden()
        return download.value

    def chooses(self, file: Path) -> None:
        self.games.locator("#file").set_input_files(str(file))

    def sends(self, to: Path) -> Path:
        with self.page.expect_download() as download:
            self.presses("Send")
        download.value.save_as(to)
        self.presses("It is sent")
        expect(self.games.locator("#send")).to_contain_text("nothing waits")
        return to

    def gives_card(self, to: Path) -> Path:
        self.presses("Swap cards")
        card = self.saves("Save my card", to)
        self.page.keyboard.press("Escape")
        return card

    def signs_on_board(self, button: str, *, event: int) -> None:
        self.games.get_by_label("Passphrase").fill(PASSPHRASE)
        self.presses(button)
        expect(self.games.locator("#tried")).to_contain_text(f"Signed: event {event}")


@pytest.mark.long
def test_a_browser_and_a_command_line_play_a_turn(
    tmp_path: Path, address: str, chromium: Browser
) -> None:
    ann, bob = Ann(tmp_path / "ann"), Bob(chromium, address)
    ann.types("identity", "new", "ann")
    ann.types("card", "export")
    bob.makes_keys()
    bob.chooses(tmp_path / "ann" / "ann.card")
    expect(bob.games.locator("#people li")).to_contain_text("Ann")
    ann.types("card", "import", str(bob.gives_card(tmp_path / "ann" / "bob.card")))
    ann.types("new", "lantern", "--seat", "brask=ann", "--seat", "tarle=bob")
    bob.chooses(ann.mail())
    bob.presses("Join")
    bob.fills("dialog [name=passphrase]", PASSPHRASE)
    bob.presses("Join", within="dialog")
    expect(bob.games.locator("dialog [role=alert]")).to_contain_text("Save a backup first")
    assert bob.saves_backup().suggested_filename.startswith("pbem-bob-")
    bob.presses("Join", within="dialog")
    ann.types("mail", "read", str(bob.sends(tmp_path / "2.eml")))
    ann.types("order", *(part for line in TURN for part in ("-m", line)))
    bob.chooses(ann.mail())
    bob.presses("Play")
    bob.signs_on_board("Roll", event=4)
    bob.fills("#list", "plan ford")
    bob.signs_on_board("Seal the choice", event=5)
    bob.presses("All games", role="link")
    expect(bob.games.locator("#yours")).to_contain_text(" movement")
    bob.presses("Play")
    bob.fills("#list", "end movement\nend combat")
    bob.games.get_by_label("Passphrase").fill(PASSPHRASE)
    bob.games.locator("[data-act=orders]").click()
    expect(bob.games.locator("#tried")).to_contain_text("Signed: event 6")
    bob.presses("All games", role="link")
    ann.types("mail", "read", str(bob.sends(tmp_path / "4.eml")))
    verdict = ann.types("verify")
    assert re.search(r"level 3|Level 3|valid", verdict)
    log = next((tmp_path / "ann" / "home" / "games").glob("*.pbem"))
    assert log.read_bytes().count(b"\n") == 7
    bob.page.reload()
    expect(bob.games.locator("#waiting")).to_contain_text("Lantern")
    assert bob.wrong == bob.foreign == []


def killed(chromium: int) -> None:
    """Kill a browser with all its processes at once, as a loss of power would end them."""
    children = Path(f"/proc/{chromium}/task/{chromium}/children").read_text().split()
    for pid in (*map(int, children), chromium):
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)


@pytest.mark.long
@pytest.mark.parametrize("profile", range(times(1, 1)))
def test_what_was_answered_is_there_after_the_browser_was_killed(
    profile: int, tmp_path: Path, address: str, driver: Playwright
) -> None:
    """Cards are imported one after the other; each that the page reported is there again.

    Every second time the browser is killed while the page works: then the card may be there.
    """
    folder, program = tmp_path / "profile", need("chromium", "chromium")
    rng = random.Random(41 + profile)  # noqa: S311 - the same each time
    kept, unsure = set[str](), set[str]()
    for number in range(far(4, 20)):
        handle = f"p{number}"
        data = list(make_card(create(handle)))
        for lock in folder.glob("Singleton*"):
            lock.unlink()
        context = driver.chromium.launch_persistent_context(
            folder, executable_path=program, args=["--no-sandbox"]
        )
        page = context.new_page()
        page.goto(address)
        expect(page.locator("#loading")).to_be_hidden(timeout=BROWSING)
        asked = page.evaluate(ASK, ["GET", "/hall", []])
        found = {one["handle"] for one in asked["people"]}
        assert kept <= found <= kept | unsure
        kept, unsure = found, set()
        if number % 2:
            page.evaluate("(asked) => { globalThis.later = asked; }", ["POST", "/came", data])
            page.evaluate(f"void ({ASK})(globalThis.later)")
            time.sleep(rng.random() / 10)
            unsure.add(handle)
        else:
            assert page.evaluate(ASK, ["POST", "/came", data])["good"], handle
            kept.add(handle)
        killed(root_of(folder))
        with suppress(Error):
            context.close()


ASK = """async ([method, path, body]) => {
    const asked = { kind: "http", method, path, query: "", body: new Uint8Array(body) };
    const found = await globalThis.pbem.ask(asked);
    return JSON.parse(new TextDecoder().decode(found[2]));
}"""


def root_of(folder: Path) -> int:
    """Return the process of the browser with this profile; the others are its children."""
    wanted = f"--user-data-dir={folder}".encode()
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        with suppress(OSError):
            words = path.read_bytes().split(b"\0")
            if wanted in words and not any(word.startswith(b"--type=") for word in words):
                return int(path.parent.name)
    raise AssertionError("the browser is not there")
