"""A player's view: the game, what happened since the last look, what is legal, by when."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import msgspec
import pytest

from pbem.cells import cells
from pbem.client.client import Config, NotFound
from pbem.client.messages import composing, sending
from pbem.client.play import acting
from pbem.client.storage.database import check_store, rebuild
from pbem.client.storage.find import find_log, split_game
from pbem.client.views import looking
from pbem.client.views.legal import legal
from pbem.client.views.words import folded
from pbem.errors import FormError, LogFileError, NotYourPen
from pbem.log.file import append
from pbem.table.events.kinds import Clock
from pbem.table.table import Table


@pytest.fixture(params=["short", "long"])
def length(request, monkeypatch):
    """A short log is replayed; of a long one only what is new."""
    if request.param == "long":
        monkeypatch.setattr("pbem.client.session.session.LIGHT_BYTES", 0)
    return request.param


def look(person, **options):
    return looking.show(person.sits(light=True, **options))


def test_what_is_shown(playing, length):
    ann, _ = playing
    shown = look(ann)
    assert (shown.title, shown.scenario, shown.you) == ("Skirmish", "duel", "ann")
    assert [(seat.side, seat.handle) for seat in shown.seats] == [("blue", "bob"), ("red", "ann")]
    assert shown.yours
    assert "orders" in shown.may
    assert shown.position == ["round 1"]
    assert (shown.since, shown.happened) == (None, [])


def test_since_the_last_look(playing, length):
    ann, bob = playing
    look(bob)
    assert look(bob).happened == []
    ann.orders("move 1", note="hello")
    ann.orders("end")
    bob.takes(ann.sends())
    shown = look(bob)
    assert shown.since == 2
    assert [(e.seq, e.orders) for e in shown.happened] == [(3, ["move 1"]), (4, ["end"])]
    assert shown.happened[0].note == "hello"
    assert look(bob).happened == []


def test_the_last_look_survives_a_rebuild(playing, length):
    ann, bob = playing
    look(bob)
    ann.orders("end")
    bob.takes(ann.sends())
    rebuild(bob.client)
    assert [entry.seq for entry in look(bob).happened] == [3]


def test_somebody_who_only_looks(playing, person, length):
    ann, _ = playing
    eve = person("eve")
    (eve.client.identities / "eve.key").unlink()
    eve.handle = None
    eve.client.games.mkdir(parents=True)
    (eve.client.games / "theirs.pbem").write_bytes(ann.log.read_bytes())
    shown = look(eve)
    assert (shown.you, shown.yours, shown.since) == (None, False, None)


def test_before_the_game_begins(ann, bob):
    ann.meets(bob)
    ann.opens(seats={"red": "ann", "blue": "bob"})
    shown = look(ann)
    assert shown.picture is None
    assert shown.active == "Waiting for bob to join the game."
    with pytest.raises(NotYourPen):
        legal(ann.sits())


def test_a_deadline(ann, bob):
    ann.meets(bob)
    ann.opens(seats={"red": "ann", "blue": "bob"}, clock=Clock(7, 30, 3, None))
    said = looking.deadline(ann.sits(), date(2026, 1, 1))
    assert "7 days from event 1, 2026-01-01 UTC by the dates in the log" in said


def test_a_deadline_beyond_the_calendar(ann, bob, monkeypatch):
    """A date that is still to come counts as today."""
    monkeypatch.setattr(
        "pbem.table.own.writer.now_utc.__code__", (lambda: "9999-12-31T00:00:00Z").__code__
    )
    ann.meets(bob)
    ann.opens(seats={"red": "ann", "blue": "bob"}, clock=Clock(7, 30, 3, None))
    assert looking.deadline(ann.sits(), date(2026, 11, 1)).startswith("due on 2026-11-08")
    assert looking.deadline(ann.sits(), date.max).startswith("due on 9999-12-31")


def test_standing_answers_and_offers_are_shown(playing):
    ann, bob = playing
    ann.orders("standing fire yes", "move 1")
    assert look(ann).standing == {"red": ["standing fire True"]}
    ann.does(acting.offer_tie)
    bob.takes(ann.sends())
    assert look(bob).offer == "ann offers a draw."
    assert look(bob).standing == {}


def test_ones_own_secret_is_shown_to_nobody_else(ann, bob):
    ann.meets(bob)
    bob.meets(ann)
    ann.opens(seats={"red": "ann", "blue": "bob"}, scenario="plans")
    bob.takes(ann.sends())
    bob.does(acting.join)
    ann.takes(bob.sends())
    ann.does(acting.seal, {"do": "plan", "to": 3})
    bob.takes(ann.sends())
    assert look(ann).sealed == ["plan-red: plan 3"]
    assert look(bob).sealed == []


def test_legal(playing):
    ann, _ = playing
    assert legal(ann.sits()).lines == ["move 1", "move 2", "attack blue", "draw", "end"]
    assert legal(ann.sits(), "blue").lines == ["attack blue"]
    some = legal(ann.sits(), most=2)
    assert some.lines == ["move 1", "move 2"]
    assert some.more


def test_nothing_is_legal_where_a_sealed_choice_is_to_be_opened(ann):
    ann.opens(seats={"red": "ann", "blue": "ann"}, dice="self", scenario="plans")
    assert legal(ann.sits()).lines
    while "seal" in ann.sits().table.active().kinds:
        ann.does(acting.seal, {"do": "plan", "to": 3})
    ann.orders("end")
    ann.orders("end")
    assert "reveal" in ann.sits().table.active().kinds
    with pytest.raises(NotYourPen, match="No orders are asked for"):
        legal(ann.sits())


# --- finding games -----------------------------------------------------------------------------


def test_games_are_found_by_what_people_type(playing, tmp_path):
    ann, _ = playing
    client = ann.client
    log = find_log(client, None)
    assert (
        find_log(client, "game") == find_log(client, "ga") == find_log(client, "game.pbem") == log
    )
    elsewhere = tmp_path / "copy.pbem"
    elsewhere.write_bytes(log.read_bytes())
    assert find_log(client, str(elsewhere)) == elsewhere
    with pytest.raises(NotFound, match="did you mean game"):
        find_log(client, "gmae")
    (client.games / "gala.pbem").write_bytes(log.read_bytes())
    with pytest.raises(NotFound, match="gala, game"):
        find_log(client, "ga")
    with pytest.raises(NotFound, match="which game"):
        find_log(client, None)


def test_no_games(ann):
    with pytest.raises(NotFound, match="pbem new"):
        find_log(ann.client, None)
    with pytest.raises(NotFound, match="pbem new"):
        find_log(ann.client, "x")


def test_the_game_need_not_be_named(playing):
    client = playing[0].client
    assert split_game(client, ["1/2"]) == (None, ["1/2"])
    assert split_game(client, ["game", "1/2"]) == ("game", ["1/2"])
    assert split_game(client, ["game"]) == ("game", [])
    assert split_game(client, []) == (None, [])


@pytest.mark.parametrize("damage", [b"{", b'{"game":"\xcc "}'])
def test_a_damaged_config_is_an_empty_one(ann, damage):
    (ann.client.folder / "config.json").write_bytes(damage)
    assert ann.client.config == Config()


# --- sending -----------------------------------------------------------------------------------


def test_what_is_sent(playing, tmp_path):
    ann, _ = playing
    sent = sending.send(ann.sits(), None, tmp_path)
    assert (sent.first, sent.last, sent.to) == (0, 2, {"bob": "bob@example.org"})
    assert sent.file.endswith("game_002.pbem")
    assert sent.subject == composing.addressed(ann.sits()).subject
    assert sending.send(ann.sits(), None, tmp_path) == sent
    part = sending.send(ann.sits(), 0, tmp_path)
    assert part.file.endswith("game_1-2.pbem")
    with pytest.raises(FormError, match="ends with event 2"):
        sending.send(ann.sits(), 2, tmp_path)
    with pytest.raises(LogFileError, match="already exists"):
        sending.send(ann.sits(), 1, tmp_path / "game_002.pbem")
    with pytest.raises(LogFileError, match="the log itself"):
        sending.send(ann.sits(), None, ann.log)
    with pytest.raises(LogFileError):
        sending.send(ann.sits(), None, Path("/dev/zero"))  # which has no end to be read to


# --- keeping order -----------------------------------------------------------------------------


def test_the_database_is_compared_with_the_logs(playing):
    ann, bob = playing
    check = check_store(ann.client)
    assert (check.games, check.players, check.wrong) == (1, 1, {})
    session = ann.sits()
    event = acting.Writer.orders(session.writer(ann.identity), [{"do": "end"}])
    append(session.path, [event])
    assert "1 event " in check_store(ann.client).wrong["game"]
    ann.sits()
    assert check_store(ann.client).wrong == {}
    session.path.unlink()
    assert "its log is missing" in check_store(ann.client).wrong["game"]
    del bob


def test_a_rebuild_touches_nothing_but_the_database(playing):
    ann, _ = playing

    def files():
        return {p: p.read_bytes() for p in ann.folder.rglob("*")
                if p.is_file() and "sqlite" not in p.name}  # fmt: skip

    before = files()
    assert rebuild(ann.client).games == {"game": 3}
    assert files() == before
    ann.orders("end")


def test_what_another_release_kept_of_a_look_is_done_without(playing, monkeypatch):
    """The table of the last look at a long game is kept, in a form that releases may change."""
    monkeypatch.setattr("pbem.client.session.session.LIGHT_BYTES", 0)
    ann, _ = playing
    looking.show(ann.sits())
    ann.orders("move 1")

    def fails(*_):
        raise msgspec.ValidationError("Object missing required field `branch`")

    session = ann.sits()
    monkeypatch.setattr(Table, "thaw", fails)
    [entry] = looking.show(session).happened
    assert (entry.seq, entry.orders) == (3, ["move 1"])


def test_lines_are_folded_by_the_cells_that_they_take_and_keep_where_they_begin():
    """A note in Japanese takes two cells a sign, and stands as far in as one in English."""
    line = f'    "{"山が高い " * 8}"'
    assert len(line) < 60 < cells(line)
    first, *others = folded([line], 60)
    assert first.startswith('    "山')
    assert others
    assert all(one.startswith("      山") for one in others[:-1])
    assert max(map(cells, [first, *others])) <= 60
    assert folded(["  word " * 3], 12) == ["  word", "    word", "    word"]
