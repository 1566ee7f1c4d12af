"""Logs mended, put away and got back; nothing is ever lost by it."""

from __future__ import annotations

import pytest

from pbem.client.client import Client, Config, NotFound
from pbem.client.exchange import taking
from pbem.client.session.session import sit
from pbem.client.storage.archive import archive
from pbem.client.storage.database import check_store, rebuild
from pbem.client.storage.find import find_log, split_game
from pbem.client.storage.mending import mend
from pbem.client.storage.words import archived_lines, check_lines, mended_lines
from pbem.client.views import looking
from pbem.errors import FormError, LogFileError
from pbem.log.finding import BadLog
from toy.people import Person


@pytest.mark.parametrize(("cut", "restored"), [(1, []), (40, [3]), (0, [])])
def test_a_torn_end_is_mended(playing_anywhere, cut, restored):
    ann, _ = playing_anywhere
    ann.orders("move 1")
    whole = ann.log.read_bytes()
    ann.log.write_bytes(whole[: len(whole) - cut])
    if cut:
        with pytest.raises(BadLog, match="Repair it with 'pbem store mend GAME'"):
            ann.sits()
    mended = mend(ann.client, None)
    assert (mended.restored, mended.last) == (restored, 3)
    assert ann.log.read_bytes() == whole
    assert ann.sits().table.chain.count == 4
    assert (mended.kept is not None) == bool(restored)
    assert ("Nothing was changed" in "".join(mended_lines(mended))) == (cut == 0)


def test_whole_events_that_were_lost_come_back(playing_anywhere):
    ann, _ = playing_anywhere
    whole = ann.log.read_bytes()
    ann.log.write_bytes(whole.split(b"\n")[0] + b"\n")
    assert mend(ann.client, "game").restored == [1, 2]
    assert ann.log.read_bytes() == whole


def test_without_a_database_what_is_whole_stays(playing):
    ann, _ = playing
    ann.client.close()
    (ann.folder / "pbem.sqlite").unlink()
    ann.log.write_bytes(ann.log.read_bytes()[:-7])
    mended = mend(ann.client, None)
    assert (mended.restored, mended.last) == ([], 1)
    assert any("newest log of the other players" in line for line in mended_lines(mended))
    assert not (ann.folder / "pbem.sqlite").exists()


# --- a log that was changed --------------------------------------------------------------------

DAMAGES = {
    "an order": lambda whole: whole.replace(b'"n":1', b'"n":2', 1),
    "the opening": lambda whole: whole.replace(b'"red"', b'"rod"', 1),
    "every end of line": lambda whole: whole.replace(b"\n", b"\r\n"),
    "a mark before it": lambda whole: b"\xef\xbb\xbf" + whole,
    "an empty line": lambda whole: whole.replace(b"\n", b"\n\n", 1),
    "a lost line": lambda whole: b"".join(whole.splitlines(keepends=True)[::2]),
    "the last line": lambda whole: whole[:-40] + b"#" + whole[-39:],
    "nearly all": lambda whole: whole[:30],
    "all": lambda whole: b"",
}


@pytest.fixture(params=DAMAGES.values(), ids=list(DAMAGES))
def damage(request, playing):
    """Ann's log of four events is damaged; what it was, and what it is now."""
    ann, _ = playing
    ann.orders("move 1", "end")
    whole = ann.log.read_bytes()
    changed = request.param(whole)
    assert changed != whole
    ann.log.write_bytes(changed)
    return whole, changed


def forgets(person):
    person.client.close()
    (person.folder / "pbem.sqlite").unlink()


def kept_of(person) -> list[bytes]:
    return [path.read_bytes() for path in person.client.games.glob("game.pbem.[dt][ao]*")]


def test_a_changed_log_is_reported_with_its_file_and_what_mends_it(playing):
    ann, _ = playing
    ann.orders("move 1", "end")
    ann.log.write_bytes(DAMAGES["an order"](ann.log.read_bytes()))
    with pytest.raises(BadLog, match=r"game\.pbem: Event 3 .*'pbem store mend game'"):
        ann.sits(light=True)
    elsewhere = ann.folder / "copy.pbem"
    elsewhere.write_bytes(ann.log.read_bytes())
    with pytest.raises(BadLog, match=r"copy\.pbem: Event 3") as error:
        sit(ann.client, elsewhere, "ann", light=True)
    assert "store mend" not in str(error.value)  # it is no log of this client


def test_a_check_finds_every_damage(playing, damage):
    ann, _ = playing
    checked = check_store(ann.client)
    assert set(checked.wrong) == {"game"}
    if damage[1]:
        assert checked.damaged == ["game"]
        assert "'pbem store mend" in checked.wrong["game"]
        assert not any("rebuild" in line for line in check_lines(checked))


def test_the_database_puts_every_damage_right(playing, damage):
    ann, _ = playing
    whole, changed = damage
    mended = mend(ann.client, "game")
    assert ann.log.read_bytes() == whole
    assert mended.last == 3
    assert (changed in kept_of(ann)) == bool(changed)
    assert check_store(ann.client).wrong == {}
    assert ann.sits(light=True).table.chain.count == 4
    assert "All of it was verified" in "".join(mended_lines(mended))


@pytest.mark.long
@pytest.mark.parametrize("damage", ["an order", "all"])
def test_a_server_puts_damage_right(playing, on_server, damage):
    ann, _ = playing
    on_server(ann)
    ann.orders("move 1", "end")
    whole = ann.log.read_bytes()
    ann.log.write_bytes(DAMAGES[damage](whole))
    assert set(check_store(ann.client).wrong) == {"game"}
    assert mend(ann.client, "game").last == 3
    assert ann.log.read_bytes() == whole
    assert check_store(ann.client).wrong == {}
    assert not (ann.folder / "pbem.sqlite").exists()


def test_a_good_file_puts_every_damage_right(playing, damage):
    """With the database, and also by the file alone where its log can still be found."""
    ann, bob = playing
    whole, changed = damage
    good = bob.folder / "good.pbem"
    good.write_bytes(whole)
    taken = ann.takes(good)
    assert taken.good
    assert ann.log.read_bytes() == whole
    assert any("damaged" in warning for warning in taken.warnings)
    assert (changed in kept_of(ann)) == bool(changed)


def test_without_a_database_a_good_file_puts_it_right(playing):
    ann, bob = playing
    ann.orders("move 1", "end")
    whole = ann.log.read_bytes()
    changed = DAMAGES["an order"](whole)
    ann.log.write_bytes(changed)
    forgets(ann)
    with pytest.raises(BadLog, match=r"game\.pbem: .*'pbem take FILE'"):
        mend(ann.client, None)
    assert ann.log.read_bytes() == changed
    assert ann.takes(bob.sends()).status == "refused"  # bob's ends before the event
    good = bob.folder / "good.pbem"
    good.write_bytes(whole)
    taken = ann.takes(good)
    assert taken.status == "same"
    assert f"restored it from {good}" in "".join(taken.warnings)
    assert ann.log.read_bytes() == whole
    assert kept_of(ann) == [changed]


def test_events_beyond_what_the_database_knows_stay(playing):
    """The changed event is restored; a good one after it, which only the file has, is not lost."""
    ann, bob = playing
    ann.orders("move 1", "end")
    known = (ann.folder / "pbem.sqlite").read_bytes()
    bob.takes(ann.sends())
    bob.orders("end")
    ann.takes(bob.sends())
    whole = ann.log.read_bytes()
    ann.client.close()
    (ann.folder / "pbem.sqlite").write_bytes(known)
    ann.log.write_bytes(DAMAGES["an order"](whole))
    mended = mend(ann.client, None)
    assert (mended.restored, mended.last, mended.lost) == ([3], 4, 0)
    assert ann.log.read_bytes() == whole


def test_another_past_puts_nothing_right(playing):
    """A file whose good beginning is another one than here is a fork, and never replaces a log."""
    ann, bob = playing
    twin = Person("ann", ann.folder.parent / "twin")
    twin.meets(bob)
    twin.takes(bob.sends())
    twin.client.record("ann", twin.sits().table.game_id).adopt(2, twin.sits().table.chain.head)
    twin.orders("move 2", "end")
    ann.orders("move 1", "end")
    bob.takes(ann.sends())
    bob.orders("end")
    ann.takes(bob.sends())
    changed = ann.log.read_bytes()[:-40] + b"#" + ann.log.read_bytes()[-39:]
    ann.log.write_bytes(changed)
    forgets(ann)
    taken = ann.takes(twin.sends())
    assert taken.status == "refused"
    assert ann.log.read_bytes() == changed
    twin.client.close()


def test_a_damaged_log_that_was_put_away_comes_back_whole(playing, tmp_path):
    ann, _ = playing
    ann.orders("move 1", "end")
    whole = ann.log.read_bytes()
    good = tmp_path / "good.pbem"
    good.write_bytes(whole)
    ann.log.write_bytes(DAMAGES["an order"](whole))
    archive(ann.client, "game")
    assert ann.takes(good).good
    assert ann.log.read_bytes() == whole


def test_to_make_the_database_again_loses_no_good_event(playing_anywhere):
    ann, _ = playing_anywhere
    ann.orders("move 1", "end")
    whole = ann.log.read_bytes()
    ann.log.write_bytes(DAMAGES["an order"](whole))
    made = rebuild(ann.client)
    assert (made.games, made.left_out) == ({"game": 4}, {})
    assert ann.log.read_bytes() == whole


def test_nothing_whole_is_left(playing):
    ann, _ = playing
    ann.log.write_bytes(ann.log.read_bytes()[:30])
    forgets(ann)
    with pytest.raises(LogFileError, match=r"No part of .* is undamaged"):
        mend(ann.client, None)


# --- several games, and games put away ---------------------------------------------------------


@pytest.fixture
def watching(playing, person):
    """Ann has the log of a game between others besides ann's own."""
    ann, _ = playing
    eve, mal = person("eve"), person("mal")
    eve.meets(mal)
    eve.opens(seats={"red": "eve", "blue": "mal"})
    taking.take(ann.client, [eve.sends()], taking.TakeOptions())
    return ann, eve


def test_the_only_game_in_which_one_takes_part_is_meant(watching):
    ann, _ = watching
    assert len(ann.client.logs()) == 2
    assert find_log(ann.client, None).stem == "game"
    assert split_game(ann.client, ["move", "1"]) == (None, ["move", "1"])
    assert split_game(ann.client, ["toy", "1"]) == ("toy", ["1"])


def test_a_stranger_of_ones_own_name_is_not_oneself(playing, person):
    _, bob = playing
    ann2 = person("ann2")
    ann2.opens(dice="self")
    taking.take(bob.client, [ann2.sends()], taking.TakeOptions())
    assert find_log(bob.client, None).stem == "toy-ann-bob"
    ann2.opens(players=["ann2"], dice="self")
    with pytest.raises(NotFound, match=r"which game.*store archive"):
        find_log(ann2.client, None)


def test_a_game_is_put_away_and_comes_back(playing):
    ann, bob = playing
    game, before = ann.sits().table.game_id, ann.log.read_bytes()
    (ann.client.games / "game-2.fork").write_bytes(b"a proof")
    (ann.client.games / "game-two.pbem.lock").touch()
    archived = archive(ann.client, "game")
    assert ann.client.logs() == []
    assert [line for line in archived_lines(archived) if "game-2.fork" in line]
    assert check_store(ann.client).wrong == {}
    assert not ann.client.record("ann", game).missing
    taken = ann.takes(bob.sends())
    assert (taken.status, taken.game) == ("same", "game")
    assert "is one of your games again" in taken.warnings[0]
    assert ann.log.read_bytes() == before
    away = archive(ann.client, None)
    [path] = ann.client.archive.glob("*.pbem")
    assert str(path) == away.log
    assert ann.takes(path).good
    assert ann.log.read_bytes() == before


def test_only_games_of_the_client_are_put_away(playing):
    ann, _ = playing
    with pytest.raises(FormError, match="not one of your games"):
        archive(ann.client, str(ann.sends()))


def test_two_games_of_one_name_are_both_kept(playing):
    ann, _ = playing
    archive(ann.client, None)
    ann.opens(dice="self")
    again = archive(ann.client, None)
    assert again.log.endswith("game-2.pbem")


# --- the database ------------------------------------------------------------------------------


def test_to_check_makes_nothing(tmp_path):
    nowhere = tmp_path / "nowhere"
    client = Client(nowhere)
    checked = check_store(client)
    assert (checked.games, checked.wrong) == (0, {})
    assert "does not exist yet" in checked.database
    assert not nowhere.exists()


# --- a disk that refuses -----------------------------------------------------------------------


def test_what_cannot_be_written_is_one_message(playing):
    ann, _ = playing
    record = ann.client.record("ann", ann.sits().table.game_id)
    record.path.rename(record.path.with_name("kept"))
    record.path.mkdir()  # a folder of that name can be written by nobody
    with pytest.raises(LogFileError, match=r"Is a directory. Correct that"):
        record.adopt(2, "0" * 64)
    aside = Client(ann.folder / "aside", "sqlite://")
    aside.folder.mkdir()
    aside.games.write_bytes(b"")
    [taken] = taking.take(aside, [ann.sends()], taking.TakeOptions())
    assert taken.status == "refused"
    assert "Making" in taken.warnings[0]


def test_one_can_look_where_nothing_can_be_written(playing):
    ann, _ = playing
    (ann.folder / "config.json").unlink(missing_ok=True)
    (ann.folder / "config.json").mkdir()
    ann.client._config = Config()
    assert looking.show(ann.sits(light=True)).yours
