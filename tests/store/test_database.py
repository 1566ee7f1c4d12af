"""Databases that cannot be used: one clear message each, and nothing of others is touched."""

from __future__ import annotations

import sqlite3
from contextlib import closing

import pytest

from pbem.errors import StoreError
from pbem.store.store import Store
from pbem.store.tables import FORM
from store.conftest import file_url


def refused(url: str, words: str, release: str = "test") -> None:
    with pytest.raises(StoreError, match=words):
        Store(url, release)


@pytest.fixture
def path(tmp_path):
    return tmp_path / "test.sqlite"


def test_missing_folders_are_made(tmp_path):
    Store(file_url(tmp_path / "a" / "b"), "test").close()
    assert (tmp_path / "a" / "b" / "test.sqlite").exists()


def test_another_programs_database(tmp_path, path):
    with closing(sqlite3.connect(path)) as other, other:
        other.execute("CREATE TABLE recipes (name TEXT)")
    refused(file_url(tmp_path), "belongs to another program.*recipes")
    with closing(sqlite3.connect(path)) as other:
        assert other.execute("SELECT name FROM sqlite_master").fetchall() == [("recipes",)]


@pytest.mark.parametrize(
    ("form", "words"), [(FORM + 1, "newer release"), (FORM - 1, "older release")]
)
def test_another_release(tmp_path, path, form, words):
    Store(file_url(tmp_path), "test").close()
    with closing(sqlite3.connect(path)) as raw, raw:
        raw.execute("UPDATE about SET form = ?", (form,))
    refused(file_url(tmp_path), words)


def test_no_database(tmp_path, path):
    path.write_text("dear diary, " * 100)
    refused(file_url(tmp_path), "no database")


def test_it_cannot_be_opened(tmp_path, path):
    path.mkdir()
    refused(file_url(tmp_path), "cannot be opened")


def test_somebody_else_writes(tmp_path, path, monkeypatch):
    monkeypatch.setattr("pbem.store.address.BUSY_SECONDS", 0.1)
    store = Store(file_url(tmp_path), "test")
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(StoreError, match="wait until it is done"):
        store.put_players([])
    other.close()
    store.put_players([])
    store.close()


def test_its_tables_are_gone(tmp_path, path):
    store = Store(file_url(tmp_path), "test")
    with closing(sqlite3.connect(path)) as raw, raw:
        raw.execute("DROP TABLE events")
    with pytest.raises(StoreError, match="rebuild"):
        store.last("0" * 64)
    store.close()


@pytest.mark.parametrize("url", ["nonsense", "nosuch://here", "sqlite:///"])
def test_an_address_that_is_none(url):
    if url == "sqlite:///":
        Store(url, "test").close()  # memory, as SQLAlchemy has it
    else:
        refused(url, "reads like")


def test_a_driver_that_is_not_there():
    refused("mysql+mysqldb://nobody@localhost/x", "pip install")


def test_a_password_is_never_shown(tmp_path):
    url = "sqlite+pysqlcipher://:secret@/nowhere.sqlite"
    with pytest.raises(StoreError) as caught:
        Store(url, "test")
    assert "secret" not in str(caught.value)
