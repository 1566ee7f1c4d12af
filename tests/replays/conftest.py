"""The checker in a page that was opened from a file, as its readers have it."""

from __future__ import annotations

import functools
from base64 import b64encode
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser

import browsers
from pbem.games import registry
from pbem.replays import checker
from pbem.table.library import Library

REPORTS = """
async (texts) => {
  const found = [];
  for (const text of texts) {
    const bytes = Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
    found.push(await PbemChecker.check(bytes));
  }
  return found;
}
"""


class Checker:
    """The script in a browser, and what of it tests reach besides its face."""

    INSIDE = (
        "check", "signed", "signedByHand", "browserVerifies", "proven", "admitted", "decode",
        "encode", "isBoxKey", "toGroup", "equalityHolds", "shuffleHolds", "rangeHolds", "sum",
        "subtract", "BASE", "DiceStream", "fromHex", "toHex", "utf8", "readCanonical",
    )  # fmt: skip

    def __init__(self, browser: Browser, folder: Path, before: str = "") -> None:
        """``before`` runs in the page before the script does."""
        file = folder / "checker.html"
        script = checker.assembled(*self.INSIDE)
        scripts = f"<script>{before}</script><script>{script}</script>"
        file.write_text(f"<!doctype html><meta charset=utf-8>{scripts}", "utf-8")
        self.page = browser.new_page()
        self.wrong: list[str] = []
        self.page.on("pageerror", lambda error: self.wrong.append(str(error)))
        self.page.set_default_timeout(0)
        self.page.goto(file.as_uri())
        assert not self.wrong

    def reports(self, logs: Sequence[bytes]) -> list[dict[str, Any]]:
        """Return the report on each log."""
        texts = [b64encode(log).decode() for log in logs]
        return list(self.page.evaluate(REPORTS, texts))

    def each(self, function: str, rows: Sequence[Any]) -> list[Any]:
        """Return what a function of JavaScript, that may be asynchronous, says of each row."""
        said = f"for (const row of rows) all.push(await ({function})(row))"
        whole = f"async (rows) => {{ const X = PbemChecker, all = []; {said}; return all; }}"
        return list(self.page.evaluate(whole, list(rows)))


driver, chromium = browsers.fixtures("package")


@pytest.fixture(scope="module")
def in_browser(chromium: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Checker]:
    made = Checker(chromium, tmp_path_factory.mktemp("checker"))
    yield made
    made.page.close()


@functools.cache
def library() -> Library:
    return Library(registry.find)
