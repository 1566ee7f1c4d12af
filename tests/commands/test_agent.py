"""The mail that the agent left unread, by its commands: listed, asked for, read."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from email.message import EmailMessage
from pathlib import Path

import pytest

from commands.conftest import WORDS
from servers.scripted import Scripted


def mail(sender: str, number: int, log: Path | None = None) -> bytes:
    message = EmailMessage()
    message["From"], message["To"], message["Subject"] = sender, "ann@example.org", f"{number}"
    message.set_content(f"hello {number}\n")
    if log is not None:
        data = log.read_bytes()
        message.add_attachment(data, maintype="application", subtype="octet-stream")
    return bytes(message)


class Watched:
    """Ann's home with an agent, whose mailbox is a folder."""

    def __init__(self, ann, box: Path, port: int) -> None:
        self.ann, self.box = ann, box
        for name in ("new", "cur", "tmp"):
            (box / name).mkdir(parents=True)
        folder = ann.folder / "agent" / "ann"
        folder.mkdir(mode=0o700, parents=True)
        folder.parent.chmod(0o700)
        lines = [
            'address = "ann@example.org"', 'owner = "ann@home.example"',
            "[maildir]", f"path = {json.dumps(str(box))}",
            "[smtp]", 'host = "127.0.0.1"', f"port = {port}", 'user = "ann"', 'security = "none"',
            "[login]", 'command = ["printf", "secret"]',
        ]  # fmt: skip
        (folder / "agent.toml").write_text("\n".join(lines) + "\n")
        (folder / "agent.toml").chmod(0o600)

    def gets(self, name: str, data: bytes) -> None:
        (self.box / "new" / name).write_bytes(data)

    def looks(self) -> None:
        self.ann("agent", "run", "--once")

    def unread(self, *ids: str) -> list[dict[str, object]]:
        found: list[dict[str, object]] = self.ann.run("agent", "unread", *ids, "--json").json
        return found


@pytest.fixture
def watched(home, tmp_path):
    server = Scripted()
    yield Watched(home("ann"), tmp_path / "box", server.port)
    server.close()


@pytest.fixture
def stranger(home, watched):
    """A game that eve opened with ann, whom ann does not know."""
    eve = home("eve")
    watched.ann("card", "export", "--to", str(eve.outbox))
    eve("card", "import", str(eve.outbox / "ann.card"))
    eve("new", "saipan", "--seat", "us=eve", "--seat", "jp=ann", "--days", "7")
    [log] = (eve.folder / "games").glob("*.pbem")
    return log


def test_nothing_unread(watched):
    assert watched.ann("agent", "unread") == "No mail is unread in the mailbox.\n"
    assert watched.unread() == []
    watched.gets("1.a", mail("bob@example.org", 1))
    watched.looks()
    assert watched.unread() == []  # it was read


def test_a_strangers_game_is_listed_and_taken_in_when_it_is_named(watched, stranger):
    watched.gets("1.a", mail("eve@elsewhere.example", 1, stranger))
    watched.looks()
    assert not list((watched.ann.folder / "games").glob("*.pbem"))
    [left] = watched.unread()
    assert (left["sender"], left["why"]) == ("eve@elsewhere.example", "unasked")
    reported = watched.ann("agent", "unread")
    assert str(left["id"]) in reported
    assert "eve@elsewhere.example" in reported
    [asked] = watched.unread(str(left["id"]))
    assert (asked["id"], asked["why"]) == (left["id"], "wanted")
    assert "agent unread ID" in reported
    watched.looks()
    assert [log.read_bytes() for log in (watched.ann.folder / "games").glob("*.pbem")] == [
        stranger.read_bytes()
    ]
    assert watched.unread() == []


def test_an_id_that_names_nothing_changes_nothing(watched, stranger):
    watched.gets("1.a", mail("eve@elsewhere.example", 1, stranger))
    watched.looks()
    [left] = watched.unread()
    for wrong in ("nothing", str(left["id"])[:-1], "\x1b[31m", ""):
        said = watched.ann.fails("agent", "unread", str(left["id"]), wrong)
        assert "is not an unread message" in said
        assert "\x1b" not in said
    assert watched.unread() == [left]  # the one that was good was not asked for either


def test_who_has_no_agent_is_reported_how_to_set_one_up(home):
    assert "'pbem agent setup' makes it" in home("ann").fails("agent", "unread")


KILLED_WHILE_IT_READS = """
import os, signal
import cli
from pbem.client.messages import reading

reading._taken = lambda *_: os.kill(os.getpid(), signal.SIGKILL)
cli.main()
"""


@pytest.mark.long
def test_what_one_that_was_killed_was_reading_goes_away(watched, stranger, tmp_path):
    """It lies with the agent's own things, not in a folder of the system that nobody clears."""
    watched.gets("1", mail("bob@example.org", 1, stranger))
    place, home = tmp_path / "temporary", watched.ann.folder
    place.mkdir()
    subprocess.run(
        [sys.executable, "-c", KILLED_WHILE_IT_READS, "agent", "run", "--once"],
        env={
            **os.environ, "PBEM_HOME": str(home), "PBEM_PASSPHRASE": WORDS,
            "PBEM_DATABASE": "", "TMPDIR": str(place),
        },
        check=False,
    )  # fmt: skip
    assert list(place.iterdir()) == []
    assert len(list(home.rglob("reading/*/*/*.pbem"))) == 1
    watched.looks()
    assert list(home.rglob("reading/*")) == []
