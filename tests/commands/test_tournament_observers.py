"""Observers get copies of the mails of a tournament's games, and can do nothing in them."""

from __future__ import annotations

from email import message_from_bytes, policy
from pathlib import Path

import pytest

PLAN = "name: Club Cup\nformat: round-robin\ngame: saipan\nobservers: [zoe]\n"


def mail_of(folder: Path, pattern: str):
    (file,) = folder.glob(pattern)
    return str(file), message_from_bytes(file.read_bytes(), policy=policy.default)


@pytest.fixture
def club(home, tmp_path):
    """ann and bob have been paired; zoe looks on; the first mail of the game is written."""
    dora, zoe = home("dora"), home("zoe")
    players = {name: home(name) for name in ("ann", "bob")}
    (tmp_path / "cup.yaml").write_text(PLAN)
    said = dora.fails("tournament", "found", str(tmp_path / "cup.yaml"))
    assert "no card of 'zoe' here" in said
    zoe("card", "export", "--to", str(tmp_path / "zoe.card"))
    dora("card", "import", str(tmp_path / "zoe.card"))
    dora("tournament", "found", str(tmp_path / "cup.yaml"))
    log = str(dora.folder / "tournaments" / "cup.tournament")
    (tmp_path / "inbox").mkdir()
    for one in players.values():
        one("tournament", "take", log)
        one("tournament", "enter", "--to", str(tmp_path / "inbox"))
    dora("tournament", "collect", str(tmp_path / "inbox"))
    dora("tournament", "pair")
    (tmp_path / "out").mkdir()
    dora("tournament", "mail", "--to", str(tmp_path / "out"))
    letter, message = mail_of(tmp_path / "out", "*.eml")
    assert "zoe.card" in {one.get_filename() for one in message.iter_attachments()}
    for name, one in players.items():
        if "the opening of cup-r1b1" in one("tournament", "play", letter):
            first = name
    (tmp_path / "game").mkdir()
    players[first]("mail", "write", "--to", str(tmp_path / "game"))
    return dora, zoe, players.pop(first), *players.values(), log


def test_an_observer_gets_the_same_mail_as_the_players(club, tmp_path):
    dora, zoe, _, other, log = club
    file, message = mail_of(tmp_path / "game", "*.eml")
    handles = {one.split(" <")[0] for one in str(message["To"]).split(", ")}
    assert handles == {other.folder.name, "zoe"}
    zoe("tournament", "take", log)
    zoe("mail", "read", file)
    assert "cup-r1b1" in zoe("games")
    assert "Copies of all mails of games go to zoe." in dora("tournament", "show")
    dora("tournament", "publish", str(tmp_path / "pages"))
    assert "go to zoe" in (tmp_path / "pages" / "index.html").read_text()


def test_an_observer_decides_nothing(club, tmp_path):
    """Whatever they type, nothing is signed, and the game goes on without them."""
    _, zoe, first, other, log = club
    file, _ = mail_of(tmp_path / "game", "*.eml")
    zoe("tournament", "take", log)
    zoe("mail", "read", file)
    game = zoe.folder / "games" / "cup-r1b1.pbem"
    before = game.read_bytes()
    for words in (["join"], ["order", "end"], ["resign", "--yes"], ["answer", "yes"], ["dice"]):
        zoe.fails(words[0], "cup-r1b1", *words[1:])
    assert game.read_bytes() == before
    other("tournament", "play", file)
    first("take", other.sends("cup-r1b1"))
    first("resign", "cup-r1b1", "--yes")


def test_somebody_elses_card_gets_no_copy(club, namesake, tmp_path):
    _, _, first, _, _ = club
    other = namesake("zoe")
    other("card", "export", "--to", str(tmp_path / "other.card"))
    first("card", "import", str(tmp_path / "other.card"), "--replace")
    (tmp_path / "more").mkdir()
    first("mail", "write", "--to", str(tmp_path / "more"))
    assert "zoe" not in str(mail_of(tmp_path / "more", "*.eml")[1]["To"])
