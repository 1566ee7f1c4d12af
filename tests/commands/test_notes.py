"""Private notes on a game: for their author, in the backup, and nowhere else."""

from __future__ import annotations

import json
import zipfile
from email import message_from_bytes
from pathlib import Path

import pytest

from pbem.client.client import Client
from pbem.client.storage import notes
from pbem.locks import BusyError, lock

NOTE = "Bob bluffs at the 4th bridge"


def everything(folder: Path) -> bytes:
    """All bytes of all files of a folder, with all parts of mails."""
    found = b""
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            data = path.read_bytes()
            parts = message_from_bytes(data).walk() if path.suffix == ".eml" else ()
            found += data + b"".join(part.get_payload(decode=True) or b"" for part in parts)
    return found


def test_notes_are_kept_by_event_and_printed_in_order(game):
    ann, _ = game
    assert "You have no notes on" in ann("notes")
    (name,) = (path.stem for path in (ann.folder / "games").glob("*.pbem"))
    ann("notes", name, NOTE)
    ann("notes", name, "two\nlines", "--at", "2")
    ann("notes", name, "the first", "--at", "0")
    assert ann("notes", name) == (
        f"  game  {NOTE}\n     0  the first\n     2  two\n        lines\n"
    )
    assert json.loads(ann("notes", name, "--json")) == {
        "game": NOTE, "events": {"2": "two\nlines", "0": "the first"},
    }  # fmt: skip
    ann("notes", name, "another", "--at", "0")
    assert "     0  another\n" in ann("notes", name)
    ann("notes", name, "", "--at", "0")
    ann("notes", name, "", "--at", "2")
    assert "You have no notes on" in ann("notes", name, "")
    assert [*(ann.folder / "notes").rglob("*.json")] == []


def test_a_note_that_cannot_be_is_refused(game):
    ann, _ = game
    (name,) = (path.stem for path in (ann.folder / "games").glob("*.pbem"))
    assert "there is no event 999: the log has" in ann.fails("notes", name, "x", "--at", "999")
    assert "the note is too long" in ann.fails("notes", name, "x" * 4001)
    assert "Write the note, too" in ann.fails("notes", name, "--at", "1")
    assert "no game" in ann.fails("notes", "nowhere", "x").lower()
    assert not (ann.folder / "notes").exists()


def test_two_programs_that_write_notes_at_once_lose_none(game, monkeypatch):
    """A board and a command: the second waits until the first has written."""
    ann, _ = game
    (log,) = (ann.folder / "games").glob("*.pbem")
    read, client = notes.read, Client(ann.folder)

    def reads(*given):
        (path,) = (ann.folder / "notes" / "ann").iterdir()
        with pytest.raises(BusyError):
            lock(path, 0)  # the only file yet
        return read(*given)

    monkeypatch.setattr(notes, "read", reads)
    assert notes.write(client, "ann", log, None, NOTE).game == NOTE


def test_no_note_reaches_a_mail_a_log_or_a_page(game, tmp_path):
    ann, bob = game
    (name,) = (path.stem for path in (ann.folder / "games").glob("*.pbem"))
    ann("notes", name, NOTE)
    ann("notes", name, NOTE, "--at", "1")
    out = tmp_path / "out"
    out.mkdir()
    said = [
        ann("mail", "write", "--to", str(out)),
        ann("send", "--to", str(out / "all.pbem")),
        ann("replay", name, "--to", str(out / "game.html")),
        ann("log", name),
        ann("show", name, "--no-map"),
        ann("verify", name, "--json"),
        ann("games", "--json"),
    ]
    written = everything(out) + "".join(said).encode()
    assert len([*out.iterdir()]) >= 3
    for form in (NOTE, NOTE.encode().hex()):
        assert form.encode() not in written
    bob.run("take", str(out / "all.pbem"))
    assert NOTE.encode() not in everything(bob.folder)


def test_notes_come_back_with_a_backup(game, home, tmp_path):
    ann, _ = game
    (name,) = (path.stem for path in (ann.folder / "games").glob("*.pbem"))
    ann("notes", name, NOTE)
    ann("store", "backup", "--to", str(tmp_path / "ann.zip"))
    names = zipfile.ZipFile(tmp_path / "ann.zip").namelist()
    assert [one for one in names if one.startswith("notes/ann/")]
    other = home("cas")
    other("store", "restore", str(tmp_path / "ann.zip"))
    assert NOTE in other("notes", name, "--as", "ann")


@pytest.mark.parametrize("data", [b"{", b'{"game": 1}', b'{"game": "x", "more": 1}', b"\xff"])
def test_a_damaged_file_is_named(game, data):
    ann, _ = game
    (name,) = (path.stem for path in (ann.folder / "games").glob("*.pbem"))
    ann("notes", name, NOTE)
    (path,) = (ann.folder / "notes").rglob("*.json")
    path.write_bytes(data)
    assert "is damaged. Restore it from a backup" in ann.fails("notes", name)
    assert "is damaged" in ann.fails("notes", name, "x")
    assert path.read_bytes() == data


def test_notes_of_a_backup_write_nothing_odd_on_a_terminal(game):
    ann, _ = game
    (name,) = (path.stem for path in (ann.folder / "games").glob("*.pbem"))
    ann("notes", name, NOTE)
    (path,) = (ann.folder / "notes").rglob("*.json")
    path.write_text(json.dumps({"game": "\x1b[2J", "events": {"\x1b]0;x": "a\u202eb"}}))
    said = ann("notes", name)
    assert "\x1b" not in said
    assert "\u202e" not in said
