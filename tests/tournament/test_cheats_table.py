"""The table of cheats in docs/tournaments.md: what it names is there, and every lie is in it."""

from __future__ import annotations

import re
from fnmatch import fnmatch
from pathlib import Path

from hostile.cups import INDEX

TESTS = Path(__file__).parents[1]
ROOT = TESTS.parent
FILES = {
    path.stem
    for path in (ROOT / "logs" / "hostile-tournaments").iterdir()
    if path.name != INDEX and path.suffix == ".tournament"
}
HOLDS = ("tournament", "commands", "second")


def rows():
    page = (ROOT / "docs" / "tournaments.md").read_text()
    table = page.partition("| cheat | what shows it | tried by |\n")[2].partition("\n\n")[0]
    return [line.strip("| ").split(" | ") for line in table.splitlines()[1:]]


def named(cell):
    return re.findall(r"`([^`]+)`", cell)


def test_each_cheat_is_tried_and_what_tries_it_is_there():
    sources = [path.read_text() for room in HOLDS for path in (TESTS / room).glob("test_*.py")]
    for cheat, _, tried in rows():
        assert named(tried), cheat
        for name in named(tried):
            if name.startswith("test_"):
                assert sum(f"def {name}(" in source for source in sources) == 1, name
            else:
                assert any(fnmatch(file, name) for file in FILES), name


def test_every_lie_stands_under_a_cheat():
    tried = [name for row in rows() for name in named(row[2]) if "." in name]
    assert len(rows()) >= 18
    assert {file for file in FILES if not any(fnmatch(file, name) for name in tried)} == set()
