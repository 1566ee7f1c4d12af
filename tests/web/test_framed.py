"""The page around the games inside a page of somebody else, who could steer clicks."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from pbem.web.build import PAGE
from web.conftest import serving

COUNTED = """window.made = 0;
const Real = window.Worker;
window.Worker = function (...all) { window.made++; return new Real(...all); };"""
LINKS = ("", "#watch=final", "#invite=eyJ2IjoxfQ")


@pytest.fixture
def page_alone(tmp_path: Path) -> Iterator[str]:
    """The page without the program, which it needs only later."""
    shutil.copytree(PAGE, tmp_path / "play" / "page")
    shutil.copy(PAGE / "index.html", tmp_path / "play")
    (tmp_path / "play" / "worker.js").write_text("postMessage({});")
    with serving(tmp_path / "play") as address:
        yield address


@pytest.mark.parametrize("link", LINKS)
def test_inside_another_page_nothing_begins(
    tmp_path: Path, page_alone: str, chromium: Browser, link: str
) -> None:
    """A page of the same site reaches the same keys: the browser keeps them for both."""
    around = tmp_path / "around"
    around.mkdir()
    (around / "index.html").write_text(f'<iframe src="{page_alone}{link}"></iframe>')
    with serving(around) as attacks:
        page = chromium.new_page()
        page.add_init_script(COUNTED)
        page.goto(attacks)
        inner = page.frame_locator("iframe")
        expect(inner.locator("#status")).to_contain_text("inside another page")
        for name in ("#frame", "#save", "#without", "#play", "#asking"):
            expect(inner.locator(name)).to_be_hidden()
        assert page.frames[1].evaluate("window.made") == 0
        page.goto(page_alone)
        expect(page.locator("#status")).not_to_contain_text("inside another page")
        assert page.evaluate("window.made") == 1
        page.context.close()
