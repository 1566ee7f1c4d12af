"""An umpire of many games at the command line."""

from __future__ import annotations

import json

import pytest


@pytest.fixture
def alone(home):
    """ann plays alone, and uma is to keep ann's dice."""
    ann, uma = home("ann"), home("uma")
    for one, other, name in ((ann, uma, "uma"), (uma, ann, "ann")):
        other("card", "export", "--to", str(one.outbox))
        one("card", "import", str(one.outbox / f"{name}.card"))
    return ann, uma


def test_who_keeps_the_dice_must_be_said(alone):
    ann, _ = alone
    reported = ann.fails("new", "saipan")
    assert "a witness (--witness HANDLE) or an umpire (--umpire HANDLE)." in reported
    assert "For practice, --dice self" in reported
    assert "no card of 'wil'" in ann.fails("new", "saipan", "--witness", "wil")
    ann("new", "saipan", "--witness", "uma")
    assert "Dice: none were rolled yet. They are kept by the witness uma. Only" in ann("verify")


def test_a_folder_of_mail(alone, tmp_path):
    ann, uma = alone
    ann("new", "saipan", "--umpire", "uma")
    inbox = tmp_path / "inbox"
    inbox.mkdir()
    (uma.folder / "cards" / "ann.card").unlink()
    (inbox / "note.txt").write_text("Dear uma")
    ann("send", "--to", str(inbox))
    assert "Join it with --join." in uma("dice", "--all", str(inbox))
    said = uma("dice", "--all", "--join", str(inbox))
    assert "saipan-ann: joined in event 1. You have no card of ann, " in said
    assert f"{inbox / 'note.txt'}: Skipped: neither a log (*.pbem) nor a mail." in said
    assert said.endswith("1 joined, 1 skipped.\n")
    (inbox / "note.txt").unlink()
    [answer] = (inbox / "answers").iterdir()
    assert str(answer) in said
    assert "Your move: join with 'pbem join'." in ann("take", str(answer))
    (inbox / "letter.pbem").write_text("Dear uma")
    result = uma.run("dice", "--all", str(inbox), "--to", str(tmp_path / "out"), "--json")
    assert result.code == 1
    bad, again = json.loads(result.out)
    assert (bad["did"], again["did"]) == ("refused", "again")
    assert again["mail"]["file"].startswith(str(tmp_path / "out"))
    assert "You have no dice to roll in any game." in uma("dice", "--all")


def test_what_belongs_to_many_games(alone):
    ann, _ = alone
    ann("new", "saipan", "--dice", "self")
    for words in (["--join"], ["--to", "x"], ["a", "b"]):
        assert "need --all" in ann.fails("dice", *words)
    assert "There is no log" in ann.fails("dice", "--all", str(ann.outbox))


def test_a_damaged_card_ends_no_command_that_reads_all(game):
    """Its file is named, with what to do; the others are listed, entered and verified with."""
    ann, _ = game
    (ann.folder / "cards" / "cas.card").write_bytes(b"\xff" * 10)
    why = "cas.card: it is not a player card: its last line feed is missing. Ask for the card again"
    listed = ann.run("card", "show")
    assert listed.code == 0
    assert "bob" in listed.out
    assert why in listed.err
    rebuilt = ann.run("store", "rebuild")
    assert rebuilt.code == 1
    assert "saipan-ann-bob: 3 events" in rebuilt.out
    assert why in rebuilt.out
    verified = ann.run("verify", ann.sends())
    assert verified.code == 0
    assert why in verified.err
