"""The documentation site builds without a warning, and a reader can open it from a folder."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PAGES = (
    "docs",
    "README.md",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "SECURITY.md",
    "tests/README.md",
    "tests/example_game/README.md",
)
LINKED = ("pbem", "logs", "schemas", "LICENSE")
"""The targets of links on pages, and the program that describes itself."""


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """Build it from a copy: the references are written beside the pages."""
    place = tmp_path_factory.mktemp("site")
    (place / "tests" / "example_game").mkdir(parents=True)
    for name in PAGES:
        (shutil.copytree if (ROOT / name).is_dir() else shutil.copy)(ROOT / name, place / name)
    for name in LINKED:
        (place / name).symlink_to(ROOT / name)
    command = [sys.executable, "-m", "sphinx", "-q", "-W", "--keep-going", "docs", "site"]
    done = subprocess.run(command, cwd=place, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    return place / "site"


@pytest.mark.long
def test_the_site_has_both_references(site):
    commands = (site / "reference" / "commands.html").read_text()
    assert "--no-standing" in commands  # an option of 'pbem simulate', a page deep
    assert "pbem.verify_many" in (site / "reference" / "python.html").read_text()


@pytest.mark.long
def test_the_site_asks_nobody_for_anything(site):
    """No script, style, picture or font comes from elsewhere: it opens from a folder."""
    loaded = re.compile(r"<(?:script|img|link)[^>]*(?:src|href)=\"(https?:[^\"]*)\"")
    found = {url for page in site.rglob("*.html") for url in loaded.findall(page.read_text())}
    assert found == set()


@pytest.mark.long
def test_what_is_searched_for_is_in_a_script(site):
    """A browser fetches nothing for a page out of a folder: it loads scripts."""
    assert (site / "searchindex.js").read_text().startswith("Search.setIndex(")
