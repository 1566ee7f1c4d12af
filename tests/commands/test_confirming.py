"""A confirmed head shows that a copy of a log is whole, or that it was cut short."""

from __future__ import annotations

import json
import re
import shutil
from email.message import EmailMessage
from pathlib import Path

from commands.conftest import Home

PAGE = (Path(__file__).parents[2] / "docs" / "playing-by-mail.md").read_text()


def confirmed(one) -> str:
    said = one("confirm", "--to", str(one.outbox))
    return said.split(": ")[0]


def test_the_end_of_a_log_is_confirmed(game):
    ann, bob = game
    head = confirmed(bob)
    assert head.endswith("saipan-ann-bob_002_bob.head")
    assert "bob confirms the log up to event 2, its end." in ann("verify", ann.sends(), head)


def test_a_log_cut_short_is_seen(game, tmp_path):
    ann, bob = game
    whole = Path(ann.sends())
    head = confirmed(bob)
    short = tmp_path / "short.pbem"
    short.write_bytes(b"".join(whole.read_bytes().splitlines(keepends=True)[:2]))
    said = ann.fails("verify", str(short), head)
    assert "bob confirms the log up to event 2, but this file has only 2 valid events" in said


def test_a_log_that_went_on_is_confirmed_in_part(game):
    ann, bob = game
    head = confirmed(bob)
    ann("order", "-m", "land 1/2 1203")
    assert "up to event 2; 1 more came after it." in ann("verify", ann.sends(), head)


def test_an_altered_confirmation_confirms_nothing(game, tmp_path):
    ann, bob = game
    altered = json.loads(Path(confirmed(ann)).read_text()) | {"head": "0" * 64}
    path = tmp_path / "altered.head"
    path.write_text(json.dumps(altered, separators=(",", ":"), sort_keys=True) + "\n")
    assert "it confirms nothing" in bob.fails("verify", bob.sends(), str(path))


def test_a_confirmation_of_another_history(game, both):
    """One player, two copies of a home: what one copy confirms is not what the other has."""
    ann, bob = game
    before = Path(ann.sends())
    first = (ann.folder / "record").rglob("*.jsonl")
    kept = {path: path.read_bytes() for path in first}
    log = ann.folder / "games" / "saipan-ann-bob.pbem"
    ann("order", "-m", "land 1/2 1203")
    head = confirmed(ann)
    log.write_bytes(before.read_bytes())
    for path, data in kept.items():
        path.write_bytes(data)
    ann("store", "rebuild")
    ann("order", "-m", "land 1/2 1102")
    said = bob.fails("verify", ann.sends(), head)
    assert "of another history: event 3 differs there" in said


def test_who_takes_no_part_confirms_nothing(game, home):
    ann, _ = game
    eve = home("eve")
    eve("take", ann.sends())
    assert "eve does not play" in eve.fails("confirm")


def test_a_file_that_is_no_confirmation(game, tmp_path):
    ann, _ = game
    path = tmp_path / "bad.head"
    path.write_text("hello\n")
    assert ann.fails("verify", ann.sends(), str(path))


def test_two_ends_are_seen_by_who_does_what_the_page_says(home, tmp_path, monkeypatch):
    """Ann signs the last event twice: bob gets the one and uma the other."""
    [said] = re.findall(r"So\s+everyone\s(.*?)`pbem verify", PAGE, re.DOTALL)
    does = re.findall(r"`pbem ([a-z ]+)`", said)
    assert does == ["confirm", "send", "mail read"]
    ann, bob, uma = people = [home(one) for one in ("ann", "bob", "uma")]
    for one, name in zip(people, ("ann", "bob", "uma"), strict=True):
        one("card", "export", "--to", str(tmp_path))
        for other in people:
            if other is not one:
                other("card", "import", str(tmp_path / f"{name}.card"))
    ann("new", "saipan", "--seat", "us=ann", "--seat", "jp=bob", "--umpire", "uma")
    before = ann
    for one in (uma, ann, bob):
        one("take", before.sends())
        one("join")
        before = one
    for one in (ann, uma):
        one("take", bob.sends())
    twin = Home(shutil.copytree(ann.folder, tmp_path / "twin"))
    ann("resign", "--yes")
    twin("resign", "--yes")
    assert "The game is over" in bob("take", ann.sends())
    assert "The game is over" in uma("take", twin.sends())
    outbox = tmp_path / "mail"
    outbox.mkdir()
    monkeypatch.chdir(outbox)
    for command in does[:-1]:
        bob(*command.split())
    assert len(list(outbox.iterdir())) == 2
    message = EmailMessage()
    message["From"], message["To"] = "bob@example.org", "uma@example.org"
    message["Subject"] = "the end"
    message.set_content("As attached.")
    for file in sorted(outbox.iterdir()):
        message.add_attachment(file.read_bytes(), "application", "octet-stream", filename=file.name)
    (outbox / "from-bob.eml").write_bytes(bytes(message))
    reported = uma.fails(*does[-1].split(), "from-bob.eml")
    assert "ann signed two different events 4" in " ".join(reported.split())
    assert list((uma.folder / "games").glob("*.fork"))
