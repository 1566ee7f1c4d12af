"""Databases that cannot be used: one clear message each, and nothing of others is touched."""

from __future__ import annotations

from pathlib import Path

import pytest
import sqlalchemy

from pbem.agent.memory.database import AgentDatabase
from pbem.client.client import Client
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


def reported_itself(url: str, *statements: str) -> list[str]:
    """Run statements past us; return the names of the tables then."""
    engine = sqlalchemy.create_engine(url)
    with engine.begin() as connection:
        for statement in statements:
            connection.execute(sqlalchemy.text(statement))
        names = sqlalchemy.inspect(connection).get_table_names()
    engine.dispose()
    return names


def test_another_programs_database(lasting):
    reported_itself(lasting, "CREATE TABLE recipes (name TEXT)")
    refused(lasting, "belongs to another program.*recipes")
    assert reported_itself(lasting) == ["recipes"]


@pytest.mark.parametrize(
    ("form", "words"), [(FORM + 1, "newer release"), (FORM - 1, "older release")]
)
def test_another_release(lasting, form, words):
    Store(lasting, "test").close()
    reported_itself(lasting, f"UPDATE about SET form = {form}")  # noqa: S608 - a number
    refused(lasting, words)


def test_no_database(tmp_path, path):
    path.write_text("dear diary, " * 100)
    refused(file_url(tmp_path), "not a database")


def test_it_cannot_be_opened(tmp_path, path):
    path.mkdir()
    refused(file_url(tmp_path), "cannot open it")


def test_somebody_else_writes(lasting, monkeypatch):
    for where in ("address", "database"):
        monkeypatch.setattr(f"pbem.store.{where}.BUSY_SECONDS", 0.1)
    store = Store(lasting, "test")
    other = Store(lasting, "test")
    with (
        other.database.writing(),
        pytest.raises(StoreError, match="wait until it is done"),
    ):
        store.put_players([])
    store.put_players([])
    store.close()
    other.close()


def test_its_tables_are_gone(lasting):
    store = Store(lasting, "test")
    reported_itself(lasting, "DROP TABLE events")
    with pytest.raises(StoreError, match="rebuild"):
        store.last("0" * 64)
    store.close()


@pytest.mark.parametrize("name", [b"\xff\xfe", b"\xe9v\xe9nements"])
def test_its_damage_is_no_text(path, name):
    """SQLite names in its message what is damaged, and Python cannot read that message."""
    url = file_url(path.parent)
    Store(url, "test").close()
    data = path.read_bytes()
    damaged = data.replace(b"CREATE TABLE events", b"CREATE TABLX" + name[:2] + b"vents")
    assert damaged != data
    path.write_bytes(damaged)
    refused(url, "damaged; move it away.*rebuild")


@pytest.mark.parametrize("url", ["nonsense", "nosuch://here", "sqlite:///"])
def test_an_address_that_is_none(url):
    if url == "sqlite:///":
        Store(url, "test").close()  # memory, as SQLAlchemy has it
    else:
        refused(url, "is not a database address")


def test_a_driver_that_is_not_there():
    refused("mysql+mysqldb://nobody@localhost/x", "pip install")


def test_a_password_is_never_shown(tmp_path):
    url = "sqlite+pysqlcipher://:secret@/nowhere.sqlite"
    with pytest.raises(StoreError) as caught:
        Store(url, "test")
    assert "secret" not in str(caught.value)


ODD = (
    "what?",
    "50%",
    "a%3Fb",
    "no#1",
    "two words",
    "a@b:c",
    "memory:",
    "file:x",
    "\u00fc",
    "a&b=c",
)
"""The possible names of a folder that an address reads otherwise."""


@pytest.mark.parametrize("name", ODD)
def test_a_home_may_have_any_name(name, tmp_path, monkeypatch):
    monkeypatch.delenv("PBEM_DATABASE", raising=False)
    monkeypatch.chdir(tmp_path)
    for folder in (tmp_path / name, Path(f"{name}-relative")):
        folder.mkdir(mode=0o700)
        client = Client(folder)
        assert client.no_database
        client.store()
        client.close()
        AgentDatabase(folder / "book.sqlite")
        there = sorted(one.name for one in folder.iterdir())
        assert there == ["book.sqlite", "desk.secret", "pbem.sqlite"]
        assert Client(folder).no_database is None
    assert {one.name for one in tmp_path.iterdir()} == {name, f"{name}-relative"}
