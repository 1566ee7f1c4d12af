"""Attacks on a player's own database, by anyone who can write to it: only a log is the truth."""

from __future__ import annotations

import random
import sqlite3
from contextlib import closing, suppress

import msgspec
import pytest

from long import times
from pbem.client.play import acting
from pbem.client.session.confirming import confirm
from pbem.client.storage.database import check_store, rebuild
from pbem.client.umpire.timekeeping import clock_of
from pbem.client.views import looking, overview
from pbem.errors import LogFileError, PbemError, StoreError
from pbem.games import registry
from pbem.log.event import compose, read_event
from pbem.log.file import read_events
from pbem.log.head import read_head
from pbem.store.resume import replay
from pbem.store.store import Store
from pbem.table.events.kinds import Clock, GameResult
from pbem.table.frozen import Frozen
from store.conftest import file_url
from toy.cheat import attack
from toy.group import END, Group, identity, move
from toy.people import Person


@pytest.fixture(autouse=True)
def _toy(monkeypatch):
    monkeypatch.setitem(registry.RULES, ("toy", 1), ("toy.rules", "ToyRules"))


@pytest.fixture
def long_logs(monkeypatch):
    """Every log counts as one that takes too long to be replayed for a look."""
    monkeypatch.setattr("pbem.client.session.session.LIGHT_BYTES", 0)


@pytest.fixture
def playing(tmp_path):
    """Ann and bob have joined, and ann is active."""
    ann, bob = Person("ann", tmp_path), Person("bob", tmp_path)
    ann.meets(bob)
    bob.meets(ann)
    ann.opens(seats={"red": "ann", "blue": "bob"}, clock=Clock(7, 7, 3, None))
    bob.takes(ann.sends())
    bob.does(acting.join)
    ann.takes(bob.sends())
    ann.words = []
    ann.client.report = ann.words.append
    yield ann, bob
    for one in (ann, bob):
        one.client.close()


HEADS = "INSERT INTO heads VALUES (?, ?, ?, ?, ?, ?, ?, ?)"


def writes(person: Person, *statements: str, values: tuple = ()) -> None:
    """Change the database of ``person`` as its keeper can: its triggers are the keeper's too."""
    person.client.close()
    with closing(sqlite3.connect(person.folder / "pbem.sqlite")) as raw, raw:
        raw.execute("PRAGMA foreign_keys = OFF")
        for name in ("update", "delete", "replace"):
            raw.execute(f"DROP TRIGGER IF EXISTS events_no_{name}")
        for statement in statements:
            raw.execute(statement, values if "?" in statement else ())


def kept(person: Person, mark: str = "head") -> bytes:
    with closing(sqlite3.connect(person.folder / "pbem.sqlite")) as raw:
        [[frozen]] = raw.execute("SELECT frozen FROM heads WHERE mark = ?", (mark,)).fetchall()
    return frozen


def alters(person: Person, **changes: object) -> None:
    """Put another position in the place of the one that the database keeps."""
    old = msgspec.msgpack.decode(kept(person), type=Frozen)
    new = msgspec.msgpack.encode(msgspec.structs.replace(old, **changes))
    writes(person, "UPDATE heads SET frozen = ? WHERE mark = 'head'", values=(new,))


def straight(person: Person) -> bytes:
    """The position as the log alone gives it."""
    return replay(person.log, person.client.library).freeze()


def forged(person: Person, **changes: object) -> bytes:
    """A line that stands where the next event is due, signed by nobody who plays."""
    last = list(read_events(person.log))[-1]
    fields = {
        "game": last.game_id, "seq": last.seq + 1, "prev": last.id, "by": "bob",
        "at": "2026-11-20T15:04:05Z", "kind": "resign", "data": {},
        "seed": identity("mallory").sign_seed,
    }  # fmt: skip
    return compose(**{**fields, **changes}).line


def enters(person: Person, line: bytes) -> None:
    event = read_event(line)
    row = (event.game, event.seq, event.id, event.prev, event.by, event.at, event.kind, event.line)
    writes(person, "INSERT INTO events VALUES (?, ?, ?, ?, ?, ?, ?, ?)", values=row)


# --- the kept position -------------------------------------------------------------------------


@attack(
    "own", "change the stored position in a player's database", "pbem makes it again from the log"
)
def test_a_number_altered_in_the_kept_position(playing):
    ann, bob = playing
    for changes in (
        {"count": 99},
        {"size": 1},
        {"seats": {"red": "ann", "blue": "ann"}},
        {"players": msgspec.msgpack.decode(kept(ann), type=Frozen).players[:1]},
        {"position": kept(bob)[:40]},
    ):
        alters(ann, **changes)
        assert ann.sits().table.freeze() == straight(ann)
        assert any("builds it again" in word for word in ann.words)
        ann.words.clear()
    ann.orders("move 1", "end")
    assert bob.takes(ann.sends()).good


@attack("own", "flip any bit of the stored position", "pbem makes it again from the log")
def test_a_rotten_bit_in_the_kept_position(playing):
    ann, _ = playing
    good, rng = kept(ann), random.Random(5)  # noqa: S311 - a fixed choice
    tries = times(6, of=30)
    for _ in range(tries):
        at, bit = rng.randrange(len(good)), 1 << rng.randrange(8)
        bad = good[:at] + bytes([good[at] ^ bit]) + good[at + 1 :]
        writes(ann, "UPDATE heads SET frozen = ? WHERE mark = 'head'", values=(bad,))
        assert ann.sits().table.freeze() == straight(ann), (at, bit)
    assert len(ann.words) == tries


@attack("own", "replace the stored position by an older one, or another game's", "it is not used")
def test_another_kept_position_in_its_place(playing):
    ann, _ = playing
    with closing(sqlite3.connect(ann.folder / "pbem.sqlite")) as raw:
        [old] = raw.execute("SELECT * FROM heads").fetchall()
        names = [row[1] for row in raw.execute("PRAGMA table_info(heads)")]
    ann.orders("move 1")
    ann.client.close()
    writes(ann, "DELETE FROM heads")
    writes(ann, HEADS, values=old)
    assert ann.sits().table.freeze() == straight(ann)
    # As if it stood at the end: its own words about itself are no better than its bytes.
    here = ann.sits().table.chain
    for name, value in (("seq", here.count - 1), ("head", here.head), ("game", "0" * 64)):
        if name in names:
            changed = [value if one == name else was for one, was in zip(names, old, strict=True)]
            writes(ann, "DELETE FROM heads")
            writes(ann, HEADS, values=(*changed,))
            assert ann.sits().table.freeze() == straight(ann)


@attack("own", "write a result into a database that the log does not have", "no command reports it")
def test_a_result_that_the_log_does_not_have(playing, long_logs):
    ann, _ = playing
    alters(ann, result=GameResult("red", "victory"))
    writes(ann, "UPDATE games SET winner = 'red', why = 'victory'")
    assert looking.show(ann.sits(light=True)).result is None
    assert [one.result for one in overview.overview(ann.client)] == [None]
    assert "result" in check_store(ann.client).wrong["game"]


@attack("own", "change where a player last looked", "the news comes from the log")
def test_the_place_of_the_last_look(playing, long_logs):
    ann, _ = playing
    looking.show(ann.sits(light=True))
    ann.orders("move 1")
    bad = msgspec.structs.replace(
        msgspec.msgpack.decode(kept(ann, "look.ann"), type=Frozen), count=1, seats={"red": "bob"}
    )
    values = (msgspec.msgpack.encode(bad),)
    writes(ann, "UPDATE heads SET frozen = ? WHERE mark = 'look.ann'", values=values)
    [happened] = looking.show(ann.sits(light=True)).happened
    assert happened.orders == ["move 1"]


@attack(
    "own", "give pbem a position that is not the log's, from anywhere", "nothing enters the record"
)
@pytest.mark.parametrize("wrong", ["count", "head", "game", "on", "trigger", "seq"])
def test_the_end_of_the_log_is_looked_at_before_the_record_is_written(tmp_path, wrong):
    group = Group.joined(tmp_path)
    if wrong in ("on", "trigger", "seq"):
        group.orders("ann", {"do": "attack", "on": "blue"})
        group.orders("bob", {"do": "pass"})
        dicing = group.table.dicing
        setattr(dicing, wrong, dicing.seq - 1 if wrong == "seq" else group.events[2].id)
    else:
        chain = group.table.chain
        setattr(chain, wrong, chain.count + 1 if wrong == "count" else group.events[1].id)
    before = (tmp_path / "ann" / "record").read_bytes()
    with pytest.raises(PbemError):
        group.play("ann", "dice") if wrong in ("on", "trigger", "seq") else group.orders("ann", END)
    assert (tmp_path / "ann" / "record").read_bytes() == before


@attack("own", "change the end of a log between the check and the signature", "nothing is signed")
def test_a_confirmation_of_what_nobody_verified(playing, tmp_path):
    ann, _ = playing
    session = ann.sits()
    whole = ann.log.read_bytes()
    ann.log.write_bytes(whole + forged(ann) + b"\n")
    said = read_head(confirm(session, ann.identity, tmp_path))
    assert (said.seq, said.head) == (session.table.chain.count - 1, session.table.chain.head)
    lines = whole.splitlines(keepends=True)
    ann.log.write_bytes(b"".join(lines[:-1]) + lines[-1].replace(b'"bob"', b'"bub"'))
    with pytest.raises(LogFileError, match="not as it was verified"):
        confirm(session, ann.identity, tmp_path / "second.head")


# --- the events that the database has -----------------------------------------------------------


@attack("own", "forge events in the database of a player who lost the log", "none enters the log")
def test_forged_events_where_the_log_is_gone(playing):
    ann, bob = playing
    whole = ann.log.read_bytes()
    enters(ann, forged(ann))
    ann.log.unlink()
    assert bob.takes(bob.sends()).good
    assert ann.takes(bob.sends(since=0)).good
    assert ann.log.read_bytes() == whole


@attack(
    "own", "change an event in the database of a player who lost the log", "the log ends before it"
)
def test_an_altered_event_where_the_log_is_gone(playing):
    ann, bob = playing
    whole = ann.log.read_bytes()
    lines = whole.splitlines()
    bad = lines[1].replace(b'"by":"ann"', b'"by":"amy"')
    assert bad != lines[1]
    writes(ann, "UPDATE events SET line = ? WHERE seq = 1", values=(bad,))
    path = ann.log
    path.unlink()
    assert ann.takes(bob.sends()).good
    assert path.read_bytes() == whole


@attack(
    "own", "have a lost log written elsewhere, by its name in the database", "pbem checks names"
)
def test_a_name_that_leads_out_of_the_folder(playing):
    ann, bob = playing
    whole = ann.log.read_bytes()
    writes(ann, "UPDATE games SET name = '../identities/ann'")
    ann.log.unlink()
    assert ann.takes(bob.sends()).good
    assert not (ann.client.identities / "ann.pbem").exists()
    assert ann.log.read_bytes() == whole


@attack(
    "own", "stop a player by an event in the database that the log lacks", "reported, then dropped"
)
def test_a_forged_event_beyond_the_log(playing):
    ann, bob = playing
    enters(ann, forged(ann))
    ann.orders("move 1", "end")
    assert any("forged or damaged" in word for word in ann.words)
    assert bob.takes(ann.sends()).good
    assert check_store(ann.client).wrong == {}
    # An event that is signed and not in the log says that the log is an older copy. That still
    # stops bob.
    writes(ann, "DELETE FROM heads")
    path, lines = ann.log, ann.log.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(lines[:-1]))
    with pytest.raises(StoreError, match="backup"):
        ann.sits()


@attack("own", "change the trigger in a dice keeper's database", "the record has the log's trigger")
def test_the_trigger_in_the_keepers_database(playing):
    ann, bob = playing
    ann.orders("attack blue")
    bob.takes(ann.sends())
    bob.orders("pass")
    ann.takes(bob.sends())
    trigger = list(read_events(ann.log))[-1]
    line = forged(ann, seq=trigger.seq, prev=trigger.prev, by="bob")
    writes(ann, "UPDATE events SET line = ? WHERE id = ?", values=(line, trigger.id))
    ann.does(acting.dice)
    last = ann.client.record("ann", trigger.game).last()
    assert (last.trigger, last.asked) == (trigger.id, trigger.line.decode())


@attack("own", "change dates and authors in an umpire's database", "deadlines come from the log")
def test_deadlines_by_the_database(playing, long_logs, monkeypatch):
    monkeypatch.setattr("pbem.client.umpire.timekeeping.LIGHT_BYTES", 0, raising=False)
    ann, _ = playing
    before = clock_of(ann.sits())
    writes(ann, "UPDATE events SET at = '2020-01-01T00:00:00Z', author = 'bob'")
    assert clock_of(ann.sits()) == before


@pytest.mark.few(3)
@attack("own", "change anything in a database", "`pbem store check` names the game")
@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE heads SET frozen = x'93'",
        "UPDATE heads SET seq = 1",
        "UPDATE games SET seats = 'red=bob blue=bob'",
        "UPDATE games SET why = 'tie'",
        "UPDATE events SET author = 'bob' WHERE seq = 1",
        "UPDATE events SET at = '2020-01-01T00:00:00Z' WHERE seq = 1",
        "UPDATE events SET id = prev WHERE seq = 2",
        "UPDATE events SET line = x'00' WHERE seq = 1",
        "DELETE FROM events WHERE seq = 1",
    ],
)
def test_whatever_is_altered_is_found(playing, statement):
    ann, _ = playing
    assert check_store(ann.client).wrong == {}
    writes(ann, statement)
    assert set(check_store(ann.client).wrong) == {"game"}


@attack("own", "keep a player from starting a lost record again", "`--recovered` goes by the log")
def test_recovering_beside_an_altered_database(playing):
    ann, bob = playing
    ann.orders("move 1")
    bob.takes(ann.sends())
    alters(ann, count=99)
    enters(ann, forged(ann))
    record = ann.client.record("ann", ann.sits().table.game_id)
    record.path.unlink()
    alters(ann, count=99)
    taken = ann.takes(bob.sends(), recovered=True)
    assert any("starts again" in warning for warning in taken.warnings)
    ann.orders("end")
    assert bob.takes(ann.sends()).good


@pytest.mark.few(3)
@attack("own", "put values of another type into a database", "one message, or read from the log")
@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE heads SET frozen = 'text'",
        "UPDATE heads SET seq = 'x', size = x'ff'",
        "UPDATE heads SET head = x'ff', mac = 7",
        "UPDATE events SET line = 'text' WHERE seq = 2",
        "UPDATE events SET id = x'ff' WHERE seq = 2",
        "UPDATE events SET seq = 'many' WHERE seq = 2",
        "UPDATE events SET seq = 9223372036854775807 WHERE seq = 2",
        "UPDATE events SET id = CAST(x'ff' AS TEXT) WHERE seq = 2",
        "UPDATE games SET name = x'ff', seats = 3",
    ],
)
def test_values_of_another_kind(playing, statement):
    ann, bob = playing
    writes(ann, "PRAGMA ignore_check_constraints = ON", statement)
    for act in (lambda: check_store(ann.client), lambda: ann.orders("move 1", "end"), ann.sits):
        with suppress(PbemError):
            act()
    rebuild(ann.client)
    assert ann.sits().table.freeze() == straight(ann)
    if ann.count == 3:
        ann.orders("move 1", "end")
    assert bob.takes(ann.sends()).good


@attack(
    "own", "delete the key by which a client knows its own positions", "a new key, and a replay"
)
@pytest.mark.parametrize("left", [None, b"", b"short", bytes(32)])
def test_another_key_of_the_client(playing, left):
    ann, _ = playing
    ann.client.close()
    path = ann.folder / "desk.secret"
    assert len(path.read_bytes()) == 32
    path.unlink() if left is None else path.write_bytes(left)
    assert ann.sits().table.freeze() == straight(ann)
    assert len(ann.words) == 1
    assert len(path.read_bytes()) == 32
    assert ann.sits().table.freeze() == straight(ann)
    assert len(ann.words) == 1


# --- append-only ---------------------------------------------------------------------------------

CHANGES = [
    "UPDATE {or_} events SET kind = 'pass' WHERE seq = 2",
    "UPDATE {or_} events SET seq = 1 WHERE seq = 2",
    "UPDATE {or_} events AS e SET kind = g.name FROM games AS g WHERE g.id = e.game",
    "WITH w AS (SELECT 2 AS n) UPDATE {or_} events SET kind = 'x' WHERE seq IN (SELECT n FROM w)",
    "UPDATE {or_} events SET (kind, author) = ('x', 'y') WHERE seq = 2 RETURNING seq",
    "DELETE FROM events",
    "DELETE FROM events WHERE seq = 2 RETURNING seq",
    "DELETE FROM events INDEXED BY sqlite_autoindex_events_1 WHERE seq = 2",
    "WITH two AS (SELECT 2 AS n) DELETE FROM events WHERE seq IN (SELECT n FROM two)",
    "INSERT {or_} INTO events SELECT {other} FROM events WHERE seq = 2",
    "INSERT {or_} INTO events (rowid, {names}) SELECT 2, {elsewhere} FROM events WHERE seq = 2",
    "INSERT {or_} INTO events (_rowid_, {names}) SELECT 3, {elsewhere} FROM events WHERE seq = 2",
    "INSERT {or_} INTO events (oid, {names}) SELECT 3, {other} FROM events WHERE seq = 2",
    "INSERT INTO events SELECT {other} FROM events WHERE seq = 2 ON CONFLICT DO NOTHING",
    (
        "INSERT INTO events SELECT {other} FROM events WHERE 1 ON CONFLICT (game, seq)"
        " DO UPDATE SET kind = 'x'"
    ),
    (
        "INSERT INTO events SELECT {other} FROM events WHERE 1 ON CONFLICT"
        " DO UPDATE SET line = excluded.line, kind = 'x'"
    ),
    "REPLACE INTO events SELECT {other} FROM events WHERE seq = 2",
    "REPLACE INTO events SELECT {text} FROM events WHERE seq = 2",
    "REPLACE INTO events SELECT {real} FROM events WHERE seq = 2",
    "WITH w AS (SELECT {other} FROM events WHERE seq = 2) REPLACE INTO events SELECT * FROM w",
    "DELETE FROM games",
    "UPDATE {or_} games SET id = 'x'",
    "REPLACE INTO games SELECT {game} FROM games",
]
OR = ("", "OR ABORT", "OR FAIL", "OR IGNORE", "OR REPLACE", "OR ROLLBACK")
BY_TRIGGER = [
    "CREATE TRIGGER way AFTER UPDATE ON about BEGIN DELETE FROM events; END",
    "CREATE TRIGGER way AFTER UPDATE ON about BEGIN UPDATE OR REPLACE events SET seq = 1; END",
    (
        "CREATE TRIGGER way AFTER UPDATE ON about BEGIN"
        " REPLACE INTO events SELECT {other} FROM events WHERE seq = 2; END"
    ),
]


@attack("own", "change an event in a database by any statement of SQLite", "no statement can")
@pytest.mark.parametrize(
    "pragma", ["", "PRAGMA recursive_triggers = ON", "PRAGMA foreign_keys = 1"]
)
def test_every_statement_that_changes_a_row(tmp_path, pragma):
    """Whatever is refused or does nothing: the rows that were there are there, as they were."""
    group = Group.joined(tmp_path / "players")
    group.orders("ann", move(1), END)
    store = Store(file_url(tmp_path), "test")
    table = group.replay()
    table.reported()
    store.take("game", table, group.events)
    store.close()
    path = tmp_path / "test.sqlite"
    with closing(sqlite3.connect(path)) as raw:
        raw.execute(pragma)
        names = [row[1] for row in raw.execute("PRAGMA table_info(events)")]
        games = [row[1] for row in raw.execute("PRAGMA table_info(games)")]
        words = {
            "names": ", ".join(names),
            "other": _picked(names, kind="'x'"),
            "text": _picked(names, kind="'x'", seq="CAST(seq AS TEXT)"),
            "real": _picked(names, kind="'x'", seq="seq * 1.0"),
            "elsewhere": _picked(names, seq="seq + 1000"),
            "game": _picked(games, name="'x'"),
        }
        before = _rows(raw)
        tried = 0
        for form in CHANGES:
            for or_ in OR if "{or_}" in form else OR[:1]:
                _try(raw, form.format(or_=or_, **words))
                tried += 1
                assert _rows(raw) >= before, form.format(or_=or_, **words)
        for form in BY_TRIGGER:
            _try(raw, form.format(**words))
            _try(raw, "UPDATE about SET release = 'x'")
            _try(raw, "DROP TRIGGER IF EXISTS way")
            assert _rows(raw) >= before, form
    assert tried > 40


def _picked(names: list[str], **changes: str) -> str:
    return ", ".join(changes.get(name, name) for name in names)


def _rows(raw: sqlite3.Connection) -> set[tuple]:
    return set(raw.execute("SELECT * FROM events").fetchall())


def _try(raw: sqlite3.Connection, statement: str) -> None:
    try:
        raw.execute(statement).fetchall()
        raw.commit()
    except sqlite3.Error:
        raw.rollback()
