"""Databases that were left within a transaction are what SQLite itself puts right."""

from __future__ import annotations

import random
import sqlite3
from contextlib import closing

import pytest

from simulation.hot import Left, killed_within

ROWS = 400


def rows(path) -> list[tuple[int, str]]:
    with closing(sqlite3.connect(path)) as db:
        assert db.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        return db.execute("SELECT id, text FROM things ORDER BY id").fetchall()


@pytest.fixture(scope="module")
def states(tmp_path_factory) -> tuple[bytes, bytes]:
    """A database before and after a transaction that changes many pages and adds some."""
    path = tmp_path_factory.mktemp("db") / "x.sqlite"
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("CREATE TABLE things (id INTEGER PRIMARY KEY, text TEXT)")
        db.executemany("INSERT INTO things VALUES (?, ?)", [(n, "x" * 90) for n in range(ROWS)])
    before = path.read_bytes()
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("UPDATE things SET text = 'other' WHERE id % 7 = 0")
        db.executemany(
            "INSERT INTO things VALUES (?, ?)", [(ROWS + n, "y" * 90) for n in range(ROWS)]
        )
    return before, path.read_bytes()


def test_whatever_a_kill_leaves_is_put_back_to_what_was_before(states, tmp_path):
    before, after = states
    path = tmp_path / "x.sqlite"
    mixed = set()
    for seed in range(60):
        left = killed_within(before, after, random.Random(seed))  # noqa: S311 - nobody trusts it
        left.write(path)
        mixed.add(left.database == before)
        found = rows(path)
        assert len(found) == ROWS
        assert all(text == "x" * 90 for _, text in found)
    assert mixed == {True, False}


def test_without_its_journal_such_a_database_is_none(states, tmp_path):
    """The journal is what puts it right: else the tests above would say nothing."""
    before, after = states
    wrong = 0
    for seed in range(20):
        left = killed_within(before, after, random.Random(seed))  # noqa: S311 - nobody trusts it
        path = tmp_path / f"{seed}.sqlite"
        Left(left.database, None).write(path)
        try:
            wrong += rows(path) != [(n, "x" * 90) for n in range(ROWS)]
        except (sqlite3.DatabaseError, AssertionError):
            wrong += 1
    assert wrong > 5


def test_a_database_that_was_being_made_is_empty_again(states, tmp_path):
    path = tmp_path / "x.sqlite"
    killed_within(b"", states[0], random.Random(2)).write(path)  # noqa: S311 - nobody trusts it
    with closing(sqlite3.connect(path)) as db:
        assert db.execute("SELECT count(*) FROM sqlite_schema").fetchone() == (0,)
