"""A database on a server: several programs at once, and a server that is not as it should be."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
import sqlalchemy

from pbem.errors import StoreError
from pbem.identity.card import make_card, read_card
from pbem.log.file import append
from pbem.pool import pool
from pbem.store import database, resume
from pbem.store.rebuild import rebuild
from pbem.store.store import Store
from store.conftest import write_log
from toy.group import Group, identity, toy_library

KEY = bytes(32)
AT_ONCE = 4


def at_once(*calls):
    """Let each run in a thread with connections of its own: to a server these are programs."""
    with ThreadPoolExecutor(len(calls)) as threads:
        return [one.result() for one in [threads.submit(call) for call in calls]]


def together(monkeypatch, place, name, parties):
    """Have everybody who gets to a function wait there for the others, the first time."""
    barrier, whole = Barrier(parties), getattr(place, name)
    seen = set()

    def wait(*args, **named):
        found = whole(*args, **named)
        if args[0] not in seen:
            seen.add(args[0])
            barrier.wait(60)
        return found

    monkeypatch.setattr(place, name, wait)


ENCODINGS = ("", "ENCODING 'SQL_ASCII' TEMPLATE template0")
"""A database without an encoding of its own keeps any bytes: its server says nothing of texts."""


@pytest.mark.parametrize("made", ENCODINGS, ids=["by default", "SQL_ASCII"])
def test_a_game_is_kept_and_made_again(postgresql, tmp_path, group, made):
    url = postgresql.url(made)
    path = write_log(tmp_path / "games" / "game.pbem", group, 4)
    store = Store(url, "test", KEY)
    resume.resume(store, path, group.library)
    append(path, group.events[4:])
    resume.resume(store, path, group.library)
    before = (store.games(), store.head(group.table.game_id), list(store.rows(group.table.game_id)))
    assert [event.line for event in group.events] == list(store.lines(group.table.game_id))
    with pytest.raises(StoreError, match="triggers refuse"), store.database.writing() as session:
        session.execute(sqlalchemy.text("DELETE FROM events"))
    store.close()
    made = rebuild(url, "test", group.library, tmp_path / "games", cards=[], key=KEY)
    assert made.games == {"game": len(group.events)}
    store = Store(url, "test", KEY)
    game = group.table.game_id
    assert (store.games(), store.head(game), list(store.rows(game))) == before
    store.close()


def test_the_tables_are_made_once(lasting, monkeypatch):
    """All have seen that there are none."""
    together(monkeypatch, database.Database, "_ours", AT_ONCE)
    for store in at_once(*[lambda: Store(lasting, "test")] * AT_ONCE):
        assert store.games() == []
        store.close()


def test_what_is_new_in_a_log_is_entered_once(lasting, tmp_path, group, monkeypatch):
    """All have seen that the database lacks it."""
    path = write_log(tmp_path / "games" / "game.pbem", group, 4)
    stores = [Store(lasting, "test", KEY) for _ in range(AT_ONCE)]
    resume.resume(stores[0], path, group.library)
    append(path, group.events[4:])
    together(monkeypatch, Store, "last", AT_ONCE)
    heads = at_once(
        *[lambda store=store: resume.resume(store, path, group.library) for store in stores]
    )
    assert {table.chain.head for table in heads} == {group.table.chain.head}
    assert list(stores[0].lines(group.table.game_id)) == [event.line for event in group.events]
    for store in stores:
        store.close()


def test_a_log_goes_on_while_another_looks(lasting, tmp_path, group, monkeypatch):
    """A reader of the shorter log does not take the longer database for a restored backup."""
    path = write_log(tmp_path / "games" / "game.pbem", group, 4)
    slow, quick = (Store(lasting, "test", KEY) for _ in range(2))
    entered = resume._enter

    def first_the_other(*args, **named):
        monkeypatch.setattr(resume, "_enter", entered)
        append(path, group.events[5:])
        resume.resume(quick, path, group.library)
        return entered(*args, **named)

    resume.resume(quick, path, group.library)
    append(path, group.events[4:5])
    monkeypatch.setattr(resume, "_enter", first_the_other)
    assert resume.resume(slow, path, group.library).chain.head == group.table.chain.head
    slow.close()
    quick.close()


@pytest.mark.long
def test_two_processes_enter_the_same_games(postgresql, tmp_path, group):
    """Both begin where there is nothing, not even a table."""
    write_log(tmp_path / "games" / "game.pbem", group)
    other = Group.joined(tmp_path / "other", seats={"red": "bob", "blue": "ann"})
    write_log(tmp_path / "games" / "other.pbem", other)
    url = postgresql.url()
    with pool(2) as processes:
        counts = list(processes.map(entered, [(url, tmp_path / "games")] * 2))
    assert counts[0] == counts[1]
    store = Store(url, "test", KEY)
    assert {game.name: store.last(game.id)[0] + 1 for game in store.games()} == counts[0]
    store.close()


def entered(where):
    """Enter all logs of a folder, many times; return how many events each has."""
    url, folder = where
    counts = {}
    for _ in range(10):
        store = Store(url, "test", KEY)
        for path in sorted(folder.glob("*.pbem")):
            table = resume.resume(store, path, toy_library())
            counts[path.stem] = table.chain.count
        store.close()
    return counts


@pytest.mark.long
def test_all_make_it_again_at_once(postgresql, tmp_path, group):
    write_log(tmp_path / "games" / "game.pbem", group)
    url = postgresql.url()

    def again():
        return rebuild(url, "test", group.library, tmp_path / "games", cards=[], key=KEY)

    for made in at_once(*[again] * AT_ONCE):
        assert made.games == {"game": len(group.events)}
    store = Store(url, "test", KEY)
    assert list(store.lines(group.table.game_id)) == [event.line for event in group.events]
    store.close()


@pytest.mark.long
def test_names_have_one_order_everywhere(postgresql, tmp_path):
    """A server orders letters by its own language, where a file goes by their numbers."""
    store = Store(postgresql.url("TEMPLATE template0 LOCALE_PROVIDER icu ICU_LOCALE 'en'"), "test")
    handles = ["a-b", "ab", "a_c", "b"]
    store.put_players([read_card(make_card(identity(one))) for one in handles])
    assert [player.handle for player in store.players()] == sorted(handles)
    for name, seats in {
        "Zoo": {"red": "ann", "blue": "bob"},
        "ab": {"red": "bob", "blue": "ann"},
    }.items():
        group = Group.joined(tmp_path / name, seats=seats)
        table = group.replay()
        table.reported()
        store.take(name, table, group.events)
    assert [game.name for game in store.games()] == ["Zoo", "ab"]
    store.close()


@pytest.mark.long
def test_a_server_that_was_started_again(postgresql):
    """A process that runs for months (an agent, a director) goes on."""
    store = Store(postgresql.url(), "test")
    assert store.players() == []
    postgresql.report("restart")
    assert store.players() == []
    postgresql.report("stop")
    try:
        with pytest.raises(StoreError, match="check that the server runs"):
            store.players()
    finally:
        postgresql.report("start")
    assert store.players() == []
    store.close()


def test_what_an_account_may_not_do(postgresql):
    url = postgresql.url()
    Store(url, "test").close()
    name = sqlalchemy.make_url(url).database
    postgresql.run(name, "CREATE ROLE guest LOGIN")
    with pytest.raises(StoreError, match="ask its owner for the right"):
        Store(postgresql.address(name, "guest"), "test")
    with pytest.raises(StoreError, match='"nobody_here" does not exist; check that'):
        Store(postgresql.address("nobody_here"), "test")
    postgresql.run(name, f"ALTER DATABASE {name} SET default_transaction_read_only = on")
    store = Store(url, "test")
    assert store.games() == []
    with pytest.raises(StoreError, match="ask its owner for the right"):
        store.put_players([read_card(make_card(identity("ann")))])
    store.close()
