"""The duties of every database for the store, whichever it is."""

from __future__ import annotations

import pytest
import sqlalchemy
from sqlalchemy.exc import DBAPIError

from pbem.errors import StoreError
from pbem.identity.card import make_card, read_card
from pbem.store.store import Store, row_of
from pbem.table.table import Table
from toy.group import Group, identity, move


def take(store, group, first=0, last=None):
    """Enter part of a log with the table that stands at its end."""
    table = group.replay(upto=last)
    table.reported()
    store.take("game", table, group.events[first:last])
    return table


def test_the_lines_are_kept_as_they_were(either, group):
    take(either, group)
    assert list(either.lines(group.table.game_id)) == [event.line for event in group.events]
    assert list(either.lines(group.table.game_id, 3)) == [e.line for e in group.events[3:]]


def test_many_lines_come_in_order(store, tmp_path, monkeypatch):
    monkeypatch.setattr("pbem.store.store._BATCH", 2)
    group = Group.joined(tmp_path)
    group.orders("ann", move(1), {"do": "end"})
    take(store, group)
    assert list(store.lines(group.table.game_id)) == [event.line for event in group.events]


def test_the_head_is_the_table(either, group):
    take(either, group)
    head = either.head(group.table.game_id)
    assert (head.seq, head.head) == (len(group.events) - 1, group.table.chain.head)
    assert Table.thaw(group.library, head.frozen).digest() == group.table.digest()


def test_a_turn_is_added_to_what_is_there(store, group):
    take(store, group, 0, 4)
    take(store, group, 4)
    game = group.table.game_id
    assert store.last(game) == (len(group.events) - 1, group.table.chain.head)
    assert list(store.rows(game)) == [row_of(game, event) for event in group.events]


@pytest.mark.parametrize(("there", "first", "last"), [(4, 5, 6), (4, 3, 5), (5, 3, 5)])
def test_what_does_not_follow_is_refused_and_nothing_is_kept(either, group, there, first, last):
    take(either, group, 0, there)
    with pytest.raises(StoreError, match="rebuild"):
        take(either, group, first, last)
    assert either.last(group.table.game_id)[0] == there - 1
    assert either.head(group.table.game_id).seq == there - 1


def test_another_branch_is_refused(either, tmp_path, group):
    take(either, group, 0, 4)
    other = Group(tmp_path / "other", group.opening)
    other.events, other.table = group.events[:3], group.replay(upto=3)
    for _ in range(2):
        other.take(other.forge("ann", "orders", other.orders_data("red", move(1))))
    with pytest.raises(StoreError):
        take(either, other, 4)


def test_a_game_can_be_looked_up(store, group):
    take(store, group)
    [game] = store.games()
    assert (game.name, game.rules, game.version, game.scenario) == ("game", "toy", 1, "duel")
    assert game.seats == "blue=bob red=ann"
    assert game.opened == group.events[0].at
    assert (game.winner, game.why) == (None, None)
    group.play("ann", "resign")
    take(store, group, len(group.events) - 1)
    [game] = store.games()
    assert (game.winner, game.why) == ("blue", "resigned")


def test_marks_stand_beside_the_head(either, group):
    table = take(either, group, 0, 5)
    either.mark("look.ann", table)
    take(either, group, 5)
    assert either.head(group.table.game_id, "look.ann").seq == 4
    assert either.head(group.table.game_id).seq == len(group.events) - 1
    assert either.head(group.table.game_id, "look.bob") is None
    assert either.head("0" * 64) is None


def test_what_another_release_verified_does_not_count(url, tmp_path, group):
    if url == "sqlite://":
        pytest.skip("a database in memory ends with its store")
    first = Store(url, "test")
    take(first, group)
    first.close()
    second = Store(url, "newer")
    assert second.head(group.table.game_id) is None
    assert second.last(group.table.game_id) is not None
    second.close()


def test_players_are_what_their_cards_say(store):
    cards = [read_card(make_card(identity(h), f"{h}@example.org")) for h in ("bob", "ann")]
    store.put_players(cards)
    store.put_players([read_card(make_card(identity("ann"), "new@example.org"))])
    assert [(p.handle, p.email) for p in store.players()] == [
        ("ann", "new@example.org"),
        ("bob", "bob@example.org"),
    ]
    assert store.players()[0].sign == identity("ann").sign_public.hex()


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE events SET line = ''",
        "UPDATE events SET kind = 'pass' WHERE seq = 2",
        "DELETE FROM events",
        "DELETE FROM events WHERE seq = 0",
        "INSERT OR REPLACE INTO events SELECT * FROM events WHERE seq = 1",
        "TRUNCATE events",
        (
            "INSERT INTO events SELECT * FROM events WHERE seq = 1"
            " ON CONFLICT (game, seq) DO UPDATE SET kind = 'x'"
        ),
        (
            "MERGE INTO events USING (SELECT 1 AS n) AS one ON events.seq = one.n"
            " WHEN MATCHED THEN UPDATE SET kind = 'x'"
        ),
    ],
)
def test_nobody_changes_an_event(store, group, statement):
    """The database itself refuses, whatever program asks it."""
    engine = store.database._engine
    own = {"INSERT OR REPLACE": "sqlite", "TRUNCATE": "postgresql", "MERGE": "postgresql"}
    if any(statement.startswith(w) and engine.dialect.name != d for w, d in own.items()):
        pytest.skip("not a word of this database")
    take(store, group)
    with engine.connect() as connection, pytest.raises(DBAPIError, match="append-only"):
        connection.execute(sqlalchemy.text(statement))
    assert list(store.lines(group.table.game_id)) == [event.line for event in group.events]


def test_a_game_is_taken_out_and_entered_again(store, group):
    """For rows that the log does not have; what stands there is append-only again at once."""
    take(store, group)
    other = Group.joined(group.folder / "other", seats={"red": "bob", "blue": "ann"})
    take(store, other)
    game = group.table.game_id
    store.forget(game)
    assert [row.id for row in store.games()] == [other.table.game_id]
    assert (store.last(game), store.head(game), list(store.lines(game))) == (None, None, [])
    take(store, group)
    assert list(store.lines(game)) == [event.line for event in group.events]
    with pytest.raises(StoreError, match="triggers refuse"), store.database.writing() as session:
        session.execute(sqlalchemy.text("DELETE FROM events"))


def test_a_changed_event_is_reported_in_one_message(store, group):
    take(store, group)
    with pytest.raises(StoreError, match="triggers refuse"), store.database.writing() as session:
        session.execute(sqlalchemy.text("DELETE FROM events"))
