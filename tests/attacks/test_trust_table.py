"""docs/attacks.md holds exactly one row for each attack that is tested here, and for others."""

from __future__ import annotations

from pathlib import Path

import pytest

from attacked import BOARD, COURT, LOBBY, MAIL, PROMISES, REPLAYS, Surface, defined, load, written
from toy.cheat import ATTACKS

HERE = Path(__file__).parent
TESTS = HERE.parent
PAGE = TESTS.parent / "docs" / "attacks.md"


def test_every_test_here_is_an_attack():
    load()
    tests = {
        f"{path.name}::{name}"
        for path in HERE.glob("test_*.py")
        if path != Path(__file__)
        for name in defined(path)
    }
    assert {one.test for one in ATTACKS} == tests


def test_every_promise_is_attacked():
    load()
    assert {one.promise for one in ATTACKS} == set(PROMISES)


def test_the_table_is_current():
    """If not, make it again: ``PYTHONPATH=tests python -m attacked docs/attacks.md``."""
    page = PAGE.read_text()
    assert page == written(page)


@pytest.mark.parametrize(
    ("surface", "rows", "folders"),
    [
        (BOARD, 31, ("board",)),
        (LOBBY, 8, ("lobby", "board", "web")),
        (REPLAYS, 11, ("replays", "commands")),
        (COURT, 28, ("court", "commands", "audit", "log", "client")),
    ],
    ids=lambda one: getattr(one, "title", None),
)
def test_every_test_that_a_surface_names_is_there(
    surface: Surface, rows: int, folders: tuple[str, ...]
):
    there = set().union(
        *(defined(path) for name in folders for path in (TESTS / name).rglob("test_*.py"))
    )
    named = {name for row in surface.rows for name in row.tests.split()}
    assert named - there == set()
    assert len(surface.rows) >= rows
    assert [
        row.attempt for row in surface.rows if not row.tests and "not seen" not in row.outcome
    ] == []


def test_every_file_of_tests_that_mail_names_is_there():
    assert len(MAIL.rows) >= 35
    for row in MAIL.rows:
        assert row.tests
        assert all((TESTS / name).is_file() for name in row.tests.split()), row
