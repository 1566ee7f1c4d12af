"""The cheats that docs/attacks.md lists: what tries each is there, and every lie is in it."""

from __future__ import annotations

from fnmatch import fnmatch
from pathlib import Path

from attacked import TOURNAMENTS
from hostile.cups import INDEX

TESTS = Path(__file__).parents[1]
ROOT = TESTS.parent
FILES = {
    path.stem
    for path in (ROOT / "logs" / "hostile-tournaments").iterdir()
    if path.name != INDEX and path.suffix == ".tournament"
}
HOLDS = ("tournament", "commands", "second")


def test_each_cheat_is_tried_and_what_tries_it_is_there():
    sources = [path.read_text() for room in HOLDS for path in (TESTS / room).glob("test_*.py")]
    for row in TOURNAMENTS.rows:
        assert row.tests, row.attempt
        for name in row.tests.split():
            if name.startswith("test_"):
                assert sum(f"def {name}(" in source for source in sources) == 1, name
            else:
                assert any(fnmatch(file, name) for file in FILES), name


def test_every_lie_stands_under_a_cheat():
    tried = [name for row in TOURNAMENTS.rows for name in row.tests.split() if "." in name]
    assert len(TOURNAMENTS.rows) >= 28
    assert {file for file in FILES if not any(fnmatch(file, name) for name in tried)} == set()
