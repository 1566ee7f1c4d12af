"""Going on from a verified head: what is old is neither read nor checked again."""

from __future__ import annotations

from itertools import product

import pytest
import sqlalchemy

from pbem.errors import StoreError
from pbem.log.event import verify_signature
from pbem.log.file import append
from pbem.log.finding import BadLog
from pbem.store.rebuild import rebuild
from pbem.store.resume import resume
from pbem.store.store import Store
from store.conftest import file_url, go_on, write_log
from toy.group import Group

KEY = bytes(32)


@pytest.fixture
def path(tmp_path, group):
    return write_log(tmp_path / "games" / "game.pbem", group, 4)


@pytest.fixture
def verified(monkeypatch):
    """The numbers of the events whose signatures are checked."""
    seen: list[int] = []

    def check(event, key):
        seen.append(event.seq)
        return verify_signature(event, key)

    monkeypatch.setattr("pbem.table.table.verify_signature", check)
    return seen


def test_a_log_is_checked_once(either, group, path, verified):
    assert resume(either, path, group.library).chain.count == 4
    verified.clear()
    assert resume(either, path, group.library).chain.head == group.events[3].id
    assert verified == []


def test_only_what_is_new_is_checked(either, group, path, verified):
    resume(either, path, group.library)
    append(path, group.events[4:])
    verified.clear()
    table = resume(either, path, group.library)
    assert verified == [event.seq for event in group.events[4:]]
    assert table.digest() == group.table.digest()
    assert either.last(group.table.game_id) == (len(group.events) - 1, group.table.chain.head)


def test_after_a_crash_between_log_and_database(either, group, path):
    """The log is ahead: the database learns what it missed."""
    resume(either, path, group.library)
    append(path, group.events[4:5])
    append(path, group.events[5:6])
    assert resume(either, path, group.library).chain.count == 6
    assert either.last(group.table.game_id)[0] == 5


def test_a_head_of_another_release_is_made_again(lasting, group, path, verified):
    old = Store(lasting, "old")
    resume(old, path, group.library)
    old.close()
    verified.clear()
    new = Store(lasting, "new")
    resume(new, path, group.library)
    assert verified == [0, 1, 2, 3]
    resume(new, path, group.library)
    assert verified == [0, 1, 2, 3]
    new.close()


def test_a_head_that_cannot_be_read_is_made_again(store, group, path):
    resume(store, path, group.library)
    with store.database.writing() as session:
        session.execute(sqlalchemy.text("UPDATE heads SET frozen = :f"), {"f": b"\x93nothing"})
    assert resume(store, path, group.library).chain.count == 4


def test_a_log_put_back_from_a_backup_is_reported(tmp_path, either, group, path):
    resume(either, path, group.library)
    append(path, group.events[4:])
    resume(either, path, group.library)
    path.unlink()
    write_log(path, group, 4)
    with pytest.raises(StoreError, match="backup"):
        resume(either, path, group.library)


def test_a_log_that_was_tampered_with(either, group, path):
    resume(either, path, group.library)
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join([*lines, lines[-1].replace(b'"ann"', b'"bob"')]))
    with pytest.raises(BadLog):
        resume(either, path, group.library)
    assert either.last(group.table.game_id)[0] == 3


def test_an_empty_file_is_no_log(either, tmp_path, group):
    empty = tmp_path / "empty.pbem"
    empty.write_bytes(b"")
    with pytest.raises(StoreError, match="no event"):
        resume(either, empty, group.library)


def test_the_work_does_not_grow_with_the_game(tmp_path, monkeypatch, verified):
    """As many statements and as many checks at event 300 as at event 30."""
    rounds = {"rounds": Group.joined(tmp_path / "x").library.rules("toy", 1).options["rounds"]}
    monkeypatch.setattr(
        "toy.rules.ToyRules.options",
        {"rounds": type(rounds["rounds"])(4, (4, 1000), "length", "1.1")},
    )
    statements: list[str] = []
    work = []
    for length in (30, 300):
        store = Store(file_url(tmp_path / str(length)), "test")
        group = Group.joined(tmp_path / f"players-{length}", options={"rounds": 1000})
        go_on(group, length)
        path = write_log(tmp_path / f"games-{length}" / "game.pbem", group)
        resume(store, path, group.library)
        go_on(group, 3)
        append(path, group.events[-3:])
        sqlalchemy.event.listen(
            store.database._engine,
            "before_cursor_execute",
            lambda _c, _cursor, statement, *_: statements.append(statement),
        )
        statements.clear()
        verified.clear()
        resume(store, path, group.library)
        work.append((list(statements), len(verified)))
        store.close()
    assert work[0] == work[1]
    assert work[0][1] == 3


# --- rebuilding --------------------------------------------------------------------------------


def again(tmp_path, group, url):
    return rebuild(url, "test", group.library, tmp_path / "games", cards=[], key=KEY)


def test_a_rebuild_is_the_same_database(tmp_path, lasting, group, path):
    store = Store(lasting, "test", KEY)
    resume(store, path, group.library)
    before = store.games(), store.head(group.table.game_id), store.last(group.table.game_id)
    store.close()
    assert again(tmp_path, group, lasting).games == {"game": 4}
    store = Store(lasting, "test", KEY)
    assert (
        store.games(),
        store.head(group.table.game_id),
        store.last(group.table.game_id),
    ) == before
    store.close()


def test_a_rebuild_mends_a_database_of_any_form(tmp_path, lasting, group, path):
    store = Store(lasting, "test")
    with store.database.writing() as session:
        session.execute(sqlalchemy.text("UPDATE about SET form = 99"))
    store.close()
    assert again(tmp_path, group, lasting).games == {"game": 4}


CHANGED = list(
    product(
        ("players", "games", "events", "heads"), ("dropped", "renamed", "a view", "another form")
    )
)


@pytest.mark.parametrize("changed", CHANGED, ids=" ".join)
def test_a_rebuild_mends_tables_that_somebody_changed(tmp_path, lasting, group, path, changed):
    """Also one that another table refers to, or one that is a view now."""
    table, how = changed
    store = Store(lasting, "test", KEY)
    resume(store, path, group.library)
    cascade = " CASCADE" if store.database.dialect == "postgresql" else ""
    store.close()
    away = f"ALTER TABLE {table} RENAME TO old_{table}"
    changes = {
        "dropped": [f"DROP TABLE {table}{cascade}"],
        "renamed": [away],
        "a view": [away, f"CREATE VIEW {table} AS SELECT * FROM old_{table}"],  # noqa: S608
        "another form": [away, f"CREATE TABLE {table} (zzz INTEGER)"],
    }
    engine = sqlalchemy.create_engine(lasting)
    with engine.begin() as connection:
        for change in changes[how]:
            connection.exec_driver_sql(change)
    engine.dispose()
    assert again(tmp_path, group, lasting).games == {"game": 4}
    store = Store(lasting, "test", KEY)
    assert [game.name for game in store.games()] == ["game"]
    with pytest.raises(StoreError, match="triggers refuse"), store.database.writing() as session:
        session.exec_driver_sql("DELETE FROM events")
    store.close()


def test_a_rebuild_never_drops_another_programs_tables(tmp_path, lasting, group, path):
    engine = sqlalchemy.create_engine(lasting)
    with engine.begin() as connection:
        connection.execute(sqlalchemy.text("CREATE TABLE recipes (name TEXT)"))
    engine.dispose()
    with pytest.raises(StoreError, match="recipes"):
        again(tmp_path, group, lasting)


def test_a_rebuild_names_the_logs_it_leaves_out(tmp_path, lasting, group, path):
    torn = tmp_path / "games" / "torn.pbem"
    torn.write_bytes(path.read_bytes()[:-3])
    write_log(tmp_path / "games" / "zwin.pbem", group, 2)
    made = again(tmp_path, group, lasting)
    assert made.games == {"game": 4}
    assert set(made.left_out) == {"torn", "zwin"}


def test_a_position_that_another_build_kept_in_its_form_is_made_again_without_a_word(
    group, path, tmp_path, monkeypatch
):
    reported: list[str] = []
    store = Store(file_url(tmp_path / "forms.sqlite"), "1", KEY, reported.append)
    table = resume(store, path, group.library)
    with monkeypatch.context() as other:
        other.setattr("pbem.table.table.Table.freeze", lambda _: b"\x80")
        store.mark(store.HEAD, table)
    assert resume(store, path, group.library).chain.head == table.chain.head
    assert reported == []
    assert store.head(table.game_id).frozen == table.freeze()
    store.close()
