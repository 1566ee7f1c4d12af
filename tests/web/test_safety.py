"""A player in a browser signs nothing before it is safe, on one device, and after what they saw."""

from __future__ import annotations

import errno
import json
import sys
from pathlib import Path

import pytest

import apart
from lobby.homes import PASSPHRASE
from pbem.client.client import Client
from pbem.client.storage import backup
from pbem.client.storage.moving import move
from pbem.client.umpire.timekeeping import today_utc
from pbem.errors import FormError, LogFileError
from pbem.web.boot import Page
from pbem.web.journal import Journal, KeptHome
from web.media import Disk, File


class Player:
    """A page without a browser: what the worker does, with a journal in memory."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.files = [File(Disk()), File(Disk())]
        self.page = Page(self.files, folder)

    def asks(self, path: str, body: object = b"", method: str = "POST", query: str = "") -> object:
        data = body if isinstance(body, bytes) else json.dumps(body).encode()
        answer = apart.run(self.page.ask(method, path, query, data))
        self.status = answer.status
        if dict(answer.headers).get("content-type", "").startswith("application/json"):
            return json.loads(answer.body)
        return answer.body

    def refused(self, path: str, body: object = b"") -> str:
        found = self.asks(path, body)
        assert self.status == 422
        return found["error"]

    def saves(self) -> bytes:
        """Save a backup, as the page does."""
        made = self.asks("/backup", {})
        self.asks("/backup-saved", {})
        return made

    def mails(self, game: str) -> bytes:
        return self.asks("/message", method="GET", query=f"game={game}")

    def again(self, folder: Path) -> Player:
        """The same browser, later: what the journal has."""
        other = Player.__new__(Player)
        other.folder, other.files = folder, [File(Disk(), bytes(one.data)) for one in self.files]
        other.page = Page(other.files, folder)
        return other


def player(folder: Path, handle: str) -> Player:
    made = Player(folder)
    made.asks("/identity", {"handle": handle, "passphrase": PASSPHRASE})
    return made


OPENING = {
    "rules": "lantern",
    "scenario": "standard",
    "seats": {"attacker": "ann", "defender": "bob"},
    "passphrase": PASSPHRASE,
}


@pytest.fixture
def both(tmp_path):
    return pair(tmp_path)


def pair(tmp_path: Path) -> tuple[Player, Player]:
    """Two players who have each other's card."""
    ann, bob = player(tmp_path / "ann", "ann"), player(tmp_path / "bob", "bob")
    ann.asks("/came", bob.asks("/card", method="GET"))
    bob.asks("/came", ann.asks("/card", method="GET"))
    offer = next(one for one in ann.asks("/offers", method="GET") if one["rules"] == "lantern")
    scenario = next(iter(offer["scenarios"]))
    one, two = (side["id"] for side in offer["sides"][scenario])
    OPENING.update(scenario=scenario, seats={one: "ann", two: "bob"})
    return ann, bob


def test_nothing_is_signed_before_a_backup_or_a_word_without_one(both):
    ann, bob = both
    assert "Save a backup first" in ann.refused("/new", OPENING)
    assert ann.asks("/hall", method="GET")["games"] == []
    ann.saves()
    ann.asks("/new", OPENING)
    assert ann.status == 200
    game = ann.asks("/hall", method="GET")["games"][0]["game"]
    bob.asks("/came", ann.mails(game))
    join = {"game": game, "passphrase": PASSPHRASE}
    assert "Save a backup first" in bob.refused("/join", join)
    assert "write 'I take the risk'" in bob.refused("/browser/refuse", b"yes")
    bob.asks("/browser/refuse", b"i take the risk")
    bob.asks("/join", join)
    assert bob.status == 200


def test_a_restored_home_signs_only_after_it_has_seen_the_others_log(both, tmp_path):
    ann, bob = both
    ann.saves()
    ann.asks("/new", OPENING)
    game = ann.asks("/hall", method="GET")["games"][0]["game"]
    bob.asks("/came", ann.mails(game))
    kept = bob.saves()
    join = {"game": game, "passphrase": PASSPHRASE}
    bob.asks("/join", join)
    mail = bob.mails(game)
    other = Player(tmp_path / "other")
    other.asks("/restore", kept)
    assert other.asks("/hall", method="GET")["me"]["handle"] == "bob"
    assert "may lack what you signed" in other.refused("/join", join)
    first = ann.mails(game).replace(b"Date: ", b"Date: Mon, 02 Jan 2023 10:00:00 +0000\r\nX-Date: ")
    other.asks("/came", first)  # what it had seen before the backup
    assert "may lack what you signed" in other.refused("/join", join)
    other.asks("/came", other.asks("/log", method="GET", query=f"game={game}"))
    assert "may lack what you signed" in other.refused("/join", join)
    ann.asks("/came", mail)
    other.asks("/came", ann.mails(game))  # it has an event of bob's that the backup lacks
    other.asks("/browser/all-here", b"I imported everything.")
    assert other.status == 200
    tile = other.asks("/hall", method="GET")["games"][0]
    assert (tile["game"], tile["join"]) == (game, False)
    assert "restored" not in json.loads((tmp_path / "other" / "browser.json").read_text())


def test_a_restore_that_stops_half_way_signs_nothing_in_what_it_brought(
    both, tmp_path, monkeypatch
):
    ann, bob = both
    ann.saves()
    ann.asks("/new", OPENING)
    game = ann.asks("/hall", method="GET")["games"][0]["game"]
    bob.asks("/came", ann.mails(game))
    kept, other = bob.saves(), Player(tmp_path / "other")
    whole = backup.write_new

    def stops(path, data):
        whole(path, data)
        if path.parent.name == "identities":
            raise LogFileError("the disk is full")

    monkeypatch.setattr(backup, "write_new", stops)
    assert "the disk is full" in other.asks("/restore", kept)["error"]
    monkeypatch.undo()
    other.saves()
    join = {"game": game, "passphrase": PASSPHRASE}
    assert "may lack what you signed" in other.refused("/join", join)


@pytest.mark.parametrize("path", ["/enter", "/play-cups", "/mend-card", "/0/sign"])
def test_whatever_signs_waits_for_a_backup(both, path):
    assert "Save a backup first" in both[0].refused(path, {})


def test_who_moved_to_another_device_signs_there_alone(both, tmp_path):
    ann, _ = both
    kept = ann.saves()
    ann.asks("/browser/move")
    assert "moved your games" in ann.refused("/new", OPENING)
    again = ann.again(tmp_path / "again")
    assert "moved your games" in again.refused("/new", OPENING)
    there = Player(tmp_path / "there")
    there.asks("/restore", kept)
    there.asks("/new", OPENING)
    assert there.status == 200


def test_the_file_of_a_move_has_all_that_was_signed_before_it(both, tmp_path):
    """It is made in the step that ends all signing: nothing comes between the two."""
    ann, _ = both
    ann.saves()
    ann.asks("/new", OPENING)
    kept = ann.asks("/browser/move")
    assert ann.again(tmp_path / "again").asks("/browser/state")["moved"]
    there = Player(tmp_path / "there")
    there.asks("/restore", kept)
    assert len(there.asks("/hall", method="GET")["games"]) == 1
    assert "before you moved away" in ann.refused("/restore", kept)
    lost = ann.saves()  # a file that is lost is made again, and is as good
    assert "before you moved away" in ann.refused("/restore", lost)


def test_who_cannot_keep_that_they_moved_gets_no_file(both, monkeypatch):
    ann, _ = both

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "full")

    monkeypatch.setattr(KeptHome, "keep", full)
    assert b"PK" not in json.dumps(ann.asks("/browser/move")).encode()
    assert ann.status == 507


def test_a_game_whose_old_mail_came_first_waits_after_a_restore(both, tmp_path):
    ann, bob = both
    ann.saves()
    ann.asks("/new", OPENING)
    game = ann.asks("/hall", method="GET")["games"][0]["game"]
    bob.asks("/came", ann.mails(game))
    bob.saves()
    bob.asks("/join", {"game": game, "passphrase": PASSPHRASE})
    kept = bob.saves()
    other = Player(tmp_path / "other")
    other.asks("/came", ann.mails(game))
    other.asks("/restore", kept)
    assert other.asks("/browser/state")["waits"] == [game]


def test_who_comes_back_from_another_device_signs_after_the_others(both, tmp_path):
    ann, bob = both
    ann.saves()
    ann.asks("/new", OPENING)
    game = ann.asks("/hall", method="GET")["games"][0]["game"]
    kept = ann.saves()
    ann.asks("/browser/move")
    there = Player(tmp_path / "there")
    there.asks("/restore", kept)
    assert "before you moved away" in ann.refused("/restore", kept)
    assert "moved your games" in ann.refused("/new", OPENING)
    back = there.saves()
    there.asks("/browser/move")
    bob.asks("/came", ann.mails(game))
    bob.saves()
    bob.asks("/join", {"game": game, "passphrase": PASSPHRASE})
    ann.asks("/restore", back)
    assert ann.status == 200
    again = ann.again(tmp_path / "again")
    sign = {"game": game, "passphrase": PASSPHRASE}
    assert "may lack what you signed" in again.refused("/join", sign)
    again.asks("/came", bob.mails(game))
    again.asks("/join", sign)
    assert "restored" not in json.dumps(again.asks("/browser/state"))
    assert not again.asks("/browser/state")["moved"]


def test_a_home_moves_between_browser_and_program_both_ways(both, tmp_path):
    """A copy in its place would leave two that sign."""
    ann, _ = both
    ann.saves()
    ann.asks("/new", OPENING)
    program = Client(tmp_path / "program")
    for _ in range(2):
        lost = ann.asks("/browser/move")
        there = ann.saves()
        assert there == lost
        assert backup.restore(program, there).moved
        back = move(program, today_utc(), lambda _: 0, tmp_path.joinpath)
        ann.asks("/restore", back.read_bytes())
        assert ann.status == 200
        assert not ann.asks("/browser/state")["moved"]
        assert program.moves.away
        with pytest.raises(FormError, match="this one is a copy"):
            backup.restore(program, ann.saves())
        back.unlink()
    program.close()


def test_a_file_that_is_no_backup_leaves_a_home_moved(both):
    ann, _ = both
    ann.asks("/browser/move")
    assert "not a backup" in ann.refused("/restore", b"PK")
    assert ann.page.client.moves.away
    assert "moved your games" in ann.refused("/new", OPENING)


def test_nobody_moves_without_a_file(both, monkeypatch):
    monkeypatch.setattr(backup, "ALL_MOST", 0)
    assert "too much for one backup" in both[0].refused("/browser/move")
    assert not both[0].asks("/browser/state")["moved"]
    assert not both[0].asks("/browser/state")["moved"]


def test_a_backup_counts_once_it_is_saved(both):
    ann, _ = both
    ann.asks("/backup", {})
    assert "Save a backup first" in ann.refused("/new", OPENING)
    ann.asks("/backup-saved", {})
    ann.asks("/new", OPENING)
    assert ann.status == 200


def test_a_request_is_one_record_and_one_look_at_the_home(both, tmp_path, monkeypatch):
    """However many files it writes and syncs."""
    ann, _ = both
    for number in range(40):
        (ann.folder / "cards" / f"p{number}.card").write_bytes(b"card")
    kept, other = ann.saves(), Player(tmp_path / "other")
    looks, records = [], []
    look, add = KeptHome._marks, Journal.add
    monkeypatch.setattr(KeptHome, "_marks", lambda self: looks.append(1) or look(self))
    monkeypatch.setattr(Journal, "add", lambda self, some: records.append(1) or add(self, some))
    assert other.asks("/restore", kept)["lines"][0].startswith("Restored 4")
    assert (len(looks), len(records)) == (2, 2)  # one before it begins


def test_what_a_refused_request_wrote_is_kept_too(both, tmp_path, monkeypatch):
    ann, _ = both

    async def half(*_asked):
        (ann.folder / "cards" / "half.card").write_bytes(b"card")
        raise LogFileError("it is half done")

    monkeypatch.setattr(ann.page, "_called", half)
    assert "half done" in ann.refused("/came", b"x")
    assert (ann.again(tmp_path / "again").folder / "cards" / "half.card").is_file()


def test_whether_it_is_safe_is_known_without_reading_records(both, monkeypatch):
    ann, _ = both
    ann.saves()
    ann.asks("/new", OPENING)
    read = []
    monkeypatch.setattr(backup, "_lines", lambda path: read.append(path) or 0)
    assert ann.asks("/browser/state")["safe"]
    assert read == []


def test_what_was_signed_is_in_the_journal_before_it_is_answered(both, tmp_path):
    ann, _ = both
    ann.saves()
    ann.asks("/new", OPENING)
    again = ann.again(tmp_path / "again")
    assert again.asks("/hall", method="GET") == ann.asks("/hall", method="GET")


def test_two_homes_of_one_page_share_no_database(tmp_path, monkeypatch):
    """A demonstration has two homes, and each must find the other's log new."""
    monkeypatch.setattr(sys, "platform", "emscripten")
    one, two = Client(tmp_path / "one"), Client(tmp_path / "two")
    assert one.store() is one.twin().store()
    assert one.store() is not two.store()
