"""Every way to a fork by accident in a browser (docs/decisions/0070-ways-to-a-fork.md).

The ways that need a real browser stand in `test_windows.py` and `test_game.py`.
"""

from __future__ import annotations

import errno
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from pathlib import Path
from typing import Any

import pytest

from lobby.homes import PASSPHRASE
from long import times
from pbem.client import people
from pbem.client.client import Client
from pbem.client.play import acting
from pbem.client.session.session import sit
from pbem.client.storage.backup import restore
from pbem.errors import KeyFileError
from pbem.lobby.requests import CHANGE
from pbem.web.journal import Change, JournalError
from pbem.web.safety import ALL_HERE, SIGNS
from web.media import Cut, File
from web.test_safety import OPENING, Player, both, player

__all__ = ["both"]
MOVES = "move B1 to 0203\nend movement"
OTHER = "move B1 to 0202\nend movement"


class Game:
    """A game of ann, who moves next, and bob."""

    def __init__(self, ann: Player, bob: Player) -> None:
        self.ann, self.bob = ann, bob
        ann.saves()
        bob.saves()
        ann.asks("/new", OPENING)
        self.name = ann.asks("/hall", method="GET")["games"][0]["game"]
        bob.asks("/came", ann.mails(self.name))
        bob.asks("/join", {"game": self.name, "passphrase": PASSPHRASE})
        ann.asks("/came", bob.mails(self.name))

    def ready(self, who: Player, text: str = MOVES) -> tuple[str, dict[str, str]]:
        """Open the board; return where to sign, and what the page would send there."""
        at = who.asks("/board", {"game": self.name})["there"]
        head = who.asks(f"{at}state", method="GET")["shown"]["head"]
        wish = {"act": "orders", "head": head, "text": text, "passphrase": PASSPHRASE}
        return f"{at}sign", wish

    def signs(self, who: Player, text: str = MOVES) -> Any:
        """Sign orders on the board, as its page does."""
        return who.asks(*self.ready(who, text))

    def mail_of(self, who: Player, at: datetime | None = None) -> bytes:
        """Return the mail with the game, as if it was sent at another time."""
        made = who.mails(self.name)
        date = format_datetime(at or datetime.now(UTC)).encode()
        lines = [line for line in made.splitlines(keepends=True) if not line.startswith(b"Date:")]
        return b"Date: " + date + b"\r\n" + b"".join(lines)

    def passes(self, one: Player, other: Player) -> Any:
        return other.asks("/came", self.mail_of(one))

    def events(self, who: Player) -> int:
        log = next(path for path in who.page.client.logs() if path.stem == self.name)
        return len(log.read_bytes().splitlines())


@pytest.fixture
def game(both) -> Game:
    return Game(*both)


def copied(one: Player, folder: Path) -> Player:
    """A copy of the browser's profile on another computer."""
    return one.again(folder)


def restored(data: bytes, folder: Path) -> Player:
    made = Player(folder)
    made.asks("/restore", data)
    assert made.status == 200
    return made


# --- the list of what signs ---------------------------------------------------------------------

SIGN_NOTHING = {
    "identity": "makes keys",
    "invite": "signs no event: the game begins when somebody answers",
    "agent": "a browser has no agent",
    "agent-once": "a browser has no agent",
    "found": "nobody directs in a browser",
    "found-form": "nobody directs in a browser",
    "collect": "nobody directs in a browser",
    "pair": "nobody directs in a browser",
    "publish": "nobody directs in a browser",
    "due": "nobody directs in a browser",
    "rule": "nobody directs in a browser",
    "out": "nobody directs in a browser",
    "close": "nobody directs in a browser",
}


@pytest.mark.parametrize("name", sorted(CHANGE))
def test_each_request_that_takes_a_passphrase_is_guarded(name):
    form = CHANGE[name].form
    takes_one = "passphrase" in getattr(form, "__struct_fields__", ())
    assert (SIGNS.fullmatch(f"/{name}") is not None) == (takes_one and name not in SIGN_NOTHING)


# --- a page that ends, or has no room -------------------------------------------------------------


@pytest.mark.parametrize("seed", range(times(6, 60)))
def test_killed_between_signature_and_flush_the_event_was_shown_to_nobody(game, tmp_path, seed):
    """At each byte of the record: either the event is in the journal, or there was no answer."""
    before, data = game.events(game.ann), game.ann.files
    whole = copied(game.ann, tmp_path / "whole")
    game.signs(whole)
    room = sum(one.size() for one in whole.files) - sum(one.size() for one in data)
    one = copied(game.ann, tmp_path / "one")
    asked = game.ready(one)
    for file in one.files:
        file.disk.left = room * seed // times(6, 60)
    answered = False
    with suppress(Cut):
        one.asks(*asked)
        answered = True
    again = copied(one, tmp_path / "again")
    assert game.events(again) == before + answered or not answered
    game.signs(again, OTHER)  # the one that is there, or another: nobody has seen two
    game.passes(again, game.bob)
    assert game.events(game.bob) == before + 1


def test_without_room_the_event_is_given_to_nobody_and_may_be_signed_again(
    game, tmp_path, monkeypatch
):
    before, asked = game.events(game.bob), game.ready(game.ann)

    def full(*_asked):
        raise OSError(errno.ENOSPC, "full")

    monkeypatch.setattr(File, "write", full)
    assert "no room" in game.ann.asks(*asked)["error"]
    for path, query in (("/message", f"game={game.name}"), ("/log", f"game={game.name}")):
        found = game.ann.asks(path, method="GET", query=query)
        assert (game.ann.status, "no room" in found["error"]) == (507, True)
    assert "no room" in game.ann.asks("/link", {"game": game.name})["error"]
    assert "no room" in game.ann.asks("/backup", {})["error"]
    monkeypatch.undo()
    again = copied(game.ann, tmp_path / "again")  # the page is loaded again
    game.signs(again, OTHER)
    game.passes(again, game.bob)
    assert game.events(game.bob) == before + 1


def test_one_request_that_comes_twice_signs_one_event(game):
    before = game.events(game.ann)
    where, wish = game.ready(game.ann)
    game.ann.asks(where, wish)
    assert "error" in game.ann.asks(where, {**wish, "text": OTHER})
    assert game.events(game.ann) == before + 1


# --- storage that was thrown away, or is another program's ----------------------------------------


def test_where_storage_was_thrown_away_there_is_nobody_to_sign(game, tmp_path):
    empty = Player(tmp_path / "empty")
    assert empty.asks("/hall", method="GET")["me"] is None
    assert "error" in empty.asks("/new", OPENING)
    assert not empty.asks("/browser/state")["keys"]


def test_an_old_page_opens_no_journal_of_a_newer_one(game, tmp_path):
    for one in game.ann.files:
        one.data[:] = one.data.replace(b"pbem journal 1\n", b"pbem journal 2\n", 1)
    with pytest.raises(JournalError, match="Load the page again"):
        copied(game.ann, tmp_path / "again")


def test_a_damaged_journal_opens_at_no_older_state(game, tmp_path):
    """Flushed bytes are not dropped as an end that was cut off, but for the last record."""
    game.ann.page.journal.add([Change("a", 0, b"1")])
    for one in game.ann.files:
        if one.data:
            one.data[one.size() // 2] ^= 1
    with pytest.raises(JournalError, match="damaged"):
        copied(game.ann, tmp_path / "again")


# --- a restored backup ----------------------------------------------------------------------------


def test_a_mail_from_before_the_restore_does_not_count_although_the_log_grows(game, tmp_path):
    """The opponent's last mail, found in a mailbox: what was signed after it is missing."""
    kept = game.bob.saves()
    game.signs(game.ann)
    an_hour_ago = game.mail_of(game.ann, datetime.now(UTC) - timedelta(hours=1))
    other = restored(kept, tmp_path / "other")
    other.asks("/came", an_hour_ago)
    assert game.events(other) == game.events(game.ann)
    assert other.asks("/browser/state")["waits"] == [game.name]
    assert "may lack what you signed" in game.signs(other, "standing usual")["error"]
    game.passes(game.ann, other)
    assert other.asks("/browser/state")["waits"] == []


def test_a_newer_mail_that_has_unknown_events_of_the_player_needs_their_word(game, tmp_path):
    kept = game.ann.saves()
    game.signs(game.ann)
    game.passes(game.ann, game.bob)
    other = restored(kept, tmp_path / "other")
    came = game.passes(game.bob, other)
    assert "'Nothing is missing'" in came["lines"][-1]
    assert "may lack what you signed" in game.signs(other, "end combat")["error"]
    assert f"write '{ALL_HERE}'" in other.refused("/browser/all-here", b"yes")
    assert other.asks("/browser/all-here", ALL_HERE.encode())["waits"] == []
    game.signs(other, "end combat")
    assert other.status == 200
    game.passes(other, game.bob)
    assert game.events(game.bob) == game.events(other)


def test_with_a_wrong_clock_the_word_of_the_player_is_what_counts(game, tmp_path):
    """The clock of the opponent is a year late: their mail looks old."""
    kept = game.ann.saves()
    other = restored(kept, tmp_path / "other")
    other.asks("/came", game.mail_of(game.bob, datetime.now(UTC) - timedelta(days=365)))
    assert "may lack what you signed" in game.signs(other)["error"]
    other.asks("/browser/all-here", ALL_HERE.encode())
    game.signs(other)
    assert other.status == 200


# --- two devices ----------------------------------------------------------------------------------


def test_who_moved_away_cannot_come_back_with_an_older_backup(game, tmp_path):
    old = game.ann.saves()
    game.ann.saves()
    game.ann.asks("/browser/move")
    again = copied(game.ann, tmp_path / "again")
    assert "before you moved away" in again.refused("/restore", old)
    assert again.asks("/browser/state")["moved"]


@pytest.mark.parametrize("as_backup", [True, False])
def test_a_copy_signs_nothing_once_it_knows_that_the_other_has_signed(game, tmp_path, as_backup):
    """A copy of the profile, or a backup of it that is used beside it."""
    kept = game.ann.saves()
    two = restored(kept, tmp_path / "2") if as_backup else copied(game.ann, tmp_path / "2")
    game.signs(game.ann)
    game.passes(game.ann, game.bob)
    came = game.passes(game.bob, two)
    assert "'Nothing is missing'" in came["lines"][-1]
    assert two.asks("/browser/state")["waits"] == [game.name]
    assert "or play on two devices" in game.signs(two, "end combat")["error"]
    assert copied(two, tmp_path / "later").asks("/browser/state")["waits"] == [game.name]


def test_a_backup_of_a_browser_signs_nothing_in_the_program_before_the_others_log(game, tmp_path):
    kept = game.ann.saves()
    game.signs(game.ann)
    native = Client(tmp_path / "native")
    restore(native, kept)
    session = sit(native, game.name)
    with pytest.raises(KeyFileError, match="restored a backup of this game"):
        acting.resign(session, people.unlock(native, "ann", PASSPHRASE))
    native.close()


def test_new_keys_under_the_same_name_are_somebody_else(game, tmp_path):
    """After a loss without a backup: no game of the old keys can be signed in with new ones."""
    new = player(tmp_path / "new", "ann")
    new.saves()
    new.asks("/came", game.bob.asks("/card", method="GET"))
    new.asks("/came", game.bob.asks("/log", method="GET", query=f"game={game.name}"))
    before = game.events(new)
    assert "error" in game.signs(new)
    assert game.events(new) == before
