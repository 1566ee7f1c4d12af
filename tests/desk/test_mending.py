"""Logs mended, put away and got back; nothing is ever lost by it."""

from __future__ import annotations

import pytest

from pbem.desk import looking, taking
from pbem.desk.desk import Config, Desk, NotFound
from pbem.desk.housekeeping import check_store
from pbem.desk.meaning import find_log, split_game
from pbem.desk.mending import mend
from pbem.desk.report import archived_lines, mended_lines
from pbem.desk.shelf import archive
from pbem.errors import FormError, LogFileError
from pbem.log.finding import BadLog


@pytest.mark.parametrize(("cut", "restored"), [(1, []), (40, [3]), (0, [])])
def test_a_torn_end_is_mended(playing, cut, restored):
    ann, _ = playing
    ann.orders("move 1")
    whole = ann.log.read_bytes()
    ann.log.write_bytes(whole[: len(whole) - cut])
    if cut:
        with pytest.raises(BadLog, match="'pbem store mend GAME' mends it"):
            ann.sits()
    mended = mend(ann.desk, None)
    assert (mended.restored, mended.last) == (restored, 3)
    assert ann.log.read_bytes() == whole
    assert ann.sits().table.chain.count == 4
    assert (mended.kept is not None) == bool(restored)
    assert ("nothing was changed" in "".join(mended_lines(mended))) == (cut == 0)


def test_whole_events_that_were_lost_come_back(playing):
    ann, _ = playing
    whole = ann.log.read_bytes()
    ann.log.write_bytes(whole.split(b"\n")[0] + b"\n")
    assert mend(ann.desk, "game").restored == [1, 2]
    assert ann.log.read_bytes() == whole


def test_without_a_database_what_is_whole_stays(playing):
    ann, _ = playing
    ann.desk.close()
    (ann.folder / "pbem.sqlite").unlink()
    ann.log.write_bytes(ann.log.read_bytes()[:-7])
    mended = mend(ann.desk, None)
    assert (mended.restored, mended.last) == ([], 1)
    assert any("newest log of the other players" in line for line in mended_lines(mended))
    assert not (ann.folder / "pbem.sqlite").exists()


def test_more_than_the_end_is_damaged(playing):
    ann, _ = playing
    whole = ann.log.read_bytes()
    ann.log.write_bytes(whole.replace(b'"red"', b'"rod"', 1))
    with pytest.raises(BadLog):
        mend(ann.desk, None)
    ann.log.write_bytes(whole[:30])
    with pytest.raises(LogFileError, match="nothing whole is left"):
        mend(ann.desk, None)


# --- several games, and games put away ---------------------------------------------------------


@pytest.fixture
def watching(playing, person):
    """Ann has the log of a game between others besides her own."""
    ann, _ = playing
    eve, mal = person("eve"), person("mal")
    eve.meets(mal)
    eve.opens(seats={"red": "eve", "blue": "mal"})
    taking.take(ann.desk, [eve.sends()], taking.Wish())
    return ann, eve


def test_the_only_game_in_which_one_takes_part_is_meant(watching):
    ann, _ = watching
    assert len(ann.desk.logs()) == 2
    assert find_log(ann.desk, None).stem == "game"
    assert split_game(ann.desk, ["move", "1"]) == (None, ["move", "1"])
    assert split_game(ann.desk, ["toy", "1"]) == ("toy", ["1"])


def test_a_stranger_of_ones_own_name_is_not_oneself(playing, person):
    _, bob = playing
    ann2 = person("ann2")
    ann2.opens(dice="self")
    taking.take(bob.desk, [ann2.sends()], taking.Wish())
    assert find_log(bob.desk, None).stem == "toy-ann-bob"
    ann2.opens(players=["ann2"], dice="self")
    with pytest.raises(NotFound, match=r"which game.*store archive"):
        find_log(ann2.desk, None)


def test_a_game_is_put_away_and_comes_back(playing):
    ann, bob = playing
    game, before = ann.sits().table.game_id, ann.log.read_bytes()
    (ann.desk.games / "game-2.fork").write_bytes(b"a proof")
    (ann.desk.games / "game-two.pbem.lock").touch()
    archived = archive(ann.desk, "game")
    assert ann.desk.logs() == []
    assert [line for line in archived_lines(archived) if "game-2.fork" in line]
    assert check_store(ann.desk).wrong == {}
    assert not ann.desk.record("ann", game).missing
    taken = ann.takes(bob.sends())
    assert (taken.status, taken.game) == ("same", "game")
    assert "is back among your games" in taken.warnings[0]
    assert ann.log.read_bytes() == before
    away = archive(ann.desk, None)
    [path] = ann.desk.archive.glob("*.pbem")
    assert str(path) == away.log
    assert ann.takes(path).good
    assert ann.log.read_bytes() == before


def test_only_games_of_the_desk_are_put_away(playing):
    ann, _ = playing
    with pytest.raises(FormError, match="no game of this desk"):
        archive(ann.desk, str(ann.sends()))


def test_two_games_of_one_name_are_both_kept(playing):
    ann, _ = playing
    archive(ann.desk, None)
    ann.opens(dice="self")
    again = archive(ann.desk, None)
    assert again.log.endswith("game-2.pbem")


# --- the database ------------------------------------------------------------------------------


def test_to_check_makes_nothing(tmp_path):
    nowhere = tmp_path / "nowhere"
    desk = Desk(nowhere)
    checked = check_store(desk)
    assert (checked.games, checked.wrong) == (0, {})
    assert "not there yet" in checked.database
    assert not nowhere.exists()


# --- a disk that refuses -----------------------------------------------------------------------


def test_what_cannot_be_written_is_one_message(playing):
    ann, _ = playing
    record = ann.desk.record("ann", ann.sits().table.game_id)
    record.path.rename(record.path.with_name("kept"))
    record.path.mkdir()  # a folder of that name can be written by nobody
    with pytest.raises(LogFileError, match=r"Is a directory. Mend that"):
        record.adopt(2, "0" * 64)
    aside = Desk(ann.folder / "aside", "sqlite://")
    aside.folder.mkdir()
    aside.games.write_bytes(b"")
    [taken] = taking.take(aside, [ann.sends()], taking.Wish())
    assert taken.status == "refused"
    assert "Making" in taken.warnings[0]


def test_one_can_look_where_nothing_can_be_written(playing):
    ann, _ = playing
    (ann.folder / "config.json").unlink(missing_ok=True)
    (ann.folder / "config.json").mkdir()
    ann.desk._config = Config()
    assert looking.show(ann.sits(light=True)).yours
