"""Published pages in a real browser: what it makes of them is what was written."""

from __future__ import annotations

import subprocess
from html.parser import HTMLParser

import pytest

from long import PATIENCE
from pbem.director.pages.publishing import publish
from servers.conftest import need
from toy.pages import played

pytestmark = pytest.mark.long


class Reported(HTMLParser):
    """The elements of a page with what they are marked with, and its text, without white space."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.text += "".join(data.split())


@pytest.mark.parametrize("name", ["index", "round-2"])
def test_a_browser_reads_what_was_written(tmp_path, name):
    """It mends nothing, runs nothing, and refuses nothing of the page's own."""
    browser = need("chromium", "chromium")
    meeting, log, game = played(tmp_path)
    publish(meeting.fold, log, tmp_path / "pages", [game])
    page = tmp_path / "pages" / f"{name}.html"
    ran = subprocess.run(
        [
            browser, "--headless", "--no-sandbox", "--disable-gpu", "--window-size=390,900",
            f"--user-data-dir={tmp_path / 'profile'}", "--enable-logging=stderr", "--dump-dom",
            page.as_uri(),
        ],
        capture_output=True, text=True, timeout=PATIENCE, check=True,
    )  # fmt: skip
    seen, written = Reported(ran.stdout), Reported(page.read_text())
    assert seen.elements == written.elements
    assert seen.text == written.text
    assert "CONSOLE" not in ran.stderr, "the page's own policy forbids something of it"
