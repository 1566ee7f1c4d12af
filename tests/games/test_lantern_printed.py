"""The printed rulebook and the print-and-play sheet of Lantern Bridge, as a browser prints them."""

from __future__ import annotations

import re
from base64 import b64decode
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
import yaml

from browsers import fixtures
from pbem.generated.printed import write

if TYPE_CHECKING:
    from playwright.sync_api import Browser

ROOT = Path(__file__).resolve().parents[2]
FILE = ROOT / "pbem/games/lantern/data/lantern.yaml"
DATA = yaml.load(FILE.read_text(), yaml.BaseLoader)  # noqa: S506 - every value is a text
RULEBOOK = (ROOT / "docs/games/lantern-rules.md").read_text()

driver, chromium = fixtures("module")


@pytest.fixture(scope="module")
def printed(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    made = write(ROOT, "lantern", tmp_path_factory.mktemp("printed"))
    return {path.stem.partition("-")[2]: path for path in made}


def drawings(text: str) -> list[str]:
    """Return the drawings that a page holds."""
    return [b64decode(one).decode() for one in re.findall(r"svg\+xml;base64,([^']+)'", text)]


def pages(browser: Browser, path: Path) -> int:
    """Return on how many sheets of A4 a browser prints a page."""
    page = browser.new_page()
    page.goto(path.as_uri())
    made = page.pdf(prefer_css_page_size=True)
    page.close()
    return len(re.findall(rb"/Type\s*/Page\b", made))


def test_the_rulebook_prints_on_two_pages(chromium: Browser, printed: dict[str, Path]) -> None:
    assert pages(chromium, printed["rules"]) == 2


def test_the_sheets_are_a_map_and_what_is_cut_out(
    chromium: Browser, printed: dict[str, Path]
) -> None:
    assert pages(chromium, printed["sheets"]) == 2


def test_the_printed_rulebook_is_whole(printed: dict[str, Path]) -> None:
    text = printed["rules"].read_text()
    for paragraph in DATA["paragraphs"]:
        assert f"<strong>{paragraph}</strong>" in text
    captions = re.findall(r"^!\[(.*)\]", RULEBOOK, re.MULTILINE)
    assert len(drawings(text)) == len(captions) > 4
    assert re.findall(r"<figcaption>(.*?)</figcaption>", text) == captions


def test_the_sheet_has_both_sides_of_each_counter(printed: dict[str, Path]) -> None:
    found = drawings(printed["sheets"].read_text())
    for units in DATA["units"].values():
        for unit in units:
            for face in unit["faces"]:
                assert any(f">{unit['name']}<" in one and f">{face}<" in one for one in found)


def test_only_a_rulebook_of_our_own_is_printed(tmp_path: Path) -> None:
    with pytest.raises(LookupError, match="no rulebook of its own for saipan"):
        write(ROOT, "saipan", tmp_path)
