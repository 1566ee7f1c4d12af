"""A replay as its reader has it: from a disk or a mail's attachment, in either browser, offline."""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Iterator
from hashlib import sha256
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect
from typer.testing import CliRunner

from pbem.commands.main import app
from replays.firefox import Firefox, firefox
from servers.conftest import need

LOGS = Path(__file__).parents[2] / "logs"
GAMES = {
    "saipan": LOGS / "saipan" / "free-deployment.pbem",
    "manila": LOGS / "manila" / "practice.pbem",
    "meiktila": LOGS / "meiktila" / "second.pbem",
    "tokyo": LOGS / "tokyo" / "two-players.pbem",
    "singapore": LOGS / "singapore" / "sarimbun.pbem",
}
EVENTS = 20
"""So much of each is enough: a log that ends there is one of a game that goes on."""


def attached(file: Path, folder: Path) -> Path:
    """Mail a file by one mail program, as an attachment, and take it out by another."""
    sent, sendmail = folder / "sent", folder / "sendmail"
    sendmail.write_text(f"#!/bin/sh\nexec cat > '{sent}'\n")
    sendmail.chmod(0o700)
    rc = folder / "muttrc"
    rc.write_text(f'set sendmail="{sendmail}"\nset from="ann@example.org"\nset copy=no\n')
    words = ["-F", str(rc), "-s", "our game", "-a", str(file), "--", "bob@example.org"]
    run([need("mutt", "mutt"), *words], b"Look at it.\n")
    out = folder / "attachments"
    out.mkdir()
    run([need("munpack", "mpack"), "-q", "-t", "-C", str(out), str(sent)])
    [found] = [path for path in out.iterdir() if path.suffix == ".html"]
    return found


def run(words: list[str], given: bytes = b"") -> None:
    done = subprocess.run(words, input=given, capture_output=True, check=False)
    assert done.returncode == 0, done


@pytest.fixture(scope="module")
def replays(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """Return the page of a game, as it came with a mail; each is made once."""
    made: dict[str, Path] = {}

    def replay(name: str) -> Path:
        if name not in made:
            folder = tmp_path_factory.mktemp(name)
            file = folder / "game.html"
            log = folder / "game.pbem"
            log.write_bytes(b"".join(GAMES[name].read_bytes().splitlines(keepends=True)[:EVENTS]))
            done = CliRunner().invoke(app, ["replay", str(log), "--to", str(file)])
            assert done.exit_code == 0, done.output
            made[name] = attached(file, folder)
            # Said of half a million bytes by their digests: pytest would look for alike parts.
            assert digest(made[name]) == digest(file)
        return made[name]

    return replay


@pytest.fixture(scope="module")
def fox(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Firefox]:
    with firefox(tmp_path_factory.mktemp("firefox")) as made:
        yield made


def count(name: str) -> int:
    return min(EVENTS, len(GAMES[name].read_bytes().splitlines()))


def digest(file: Path) -> str:
    return sha256(file.read_bytes()).hexdigest()


def verdict(fox: Firefox) -> str:
    fox.waits_for('document.querySelector("#verdict").className.match(/^(good|bad)$/)')
    return str(fox.evaluates('document.querySelector("#verdict").className'))


@pytest.mark.few(1, 3)
@pytest.mark.parametrize("name", GAMES)
def test_an_attachment_checks_itself_in_firefox(
    name: str, fox: Firefox, replays: Callable[[str], Path]
) -> None:
    fox.opens(replays(name))
    assert verdict(fox) == "good"
    said = fox.evaluates('document.querySelector("#verdict").innerText')
    assert f"All {count(name)} events" in said
    assert fox.evaluates('document.querySelectorAll("#past > li").length') == count(name)
    fox.evaluates('document.querySelector("#back").click()')
    fox.waits_for('document.querySelector("#when").innerText.startsWith("Event")')
    assert fox.evaluates('document.querySelector("#sheet svg").getBoundingClientRect().width') > 100
    assert fox.evaluates('performance.getEntriesByType("resource").length') == 0, "it asks nobody"


@pytest.mark.few(1, 3)
@pytest.mark.parametrize("name", GAMES)
def test_an_attachment_checks_itself_in_chromium(
    name: str, whole_chromium: Browser, replays: Callable[[str], Path]
) -> None:
    with whole_chromium.new_context(offline=True) as context:
        page = context.new_page()
        asked, wrong = list[str](), list[str]()
        page.on("request", lambda one: asked.append(one.url))
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.goto(replays(name).as_uri())
        expect(page.locator("#verdict")).to_have_class("good")
        expect(page.locator("#verdict")).to_contain_text(f"All {count(name)} events")
        expect(page.locator("#past > li")).to_have_count(count(name))
        page.click("#back")
        expect(page.locator("#when")).to_contain_text("Event")
        expect(page.locator("#sheet svg")).to_be_visible()
        assert (asked, wrong) == ([replays(name).as_uri()], [])


def test_firefox_says_what_does_not_hold(
    fox: Firefox, replays: Callable[[str], Path], tmp_path: Path
) -> None:
    """A name in the list of events is another's: the reverse of what the others hold."""
    text = replays("singapore").read_text("utf-8")
    other = text.replace("<b>bob</b>", "<b>eve</b>", 1)
    assert other != text
    (tmp_path / "game.html").write_text(other, "utf-8")
    fox.opens(tmp_path / "game.html")
    assert verdict(fox) == "bad"
