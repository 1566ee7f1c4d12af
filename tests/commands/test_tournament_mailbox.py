"""A director whose mail lies in a mailbox: an agent reads it, one command collects it."""

from __future__ import annotations

import json
from email.message import EmailMessage
from pathlib import Path

import pytest

from pbem.log.disk import locked
from pbem.log.file import read_events

PLAN = "name: Club Cup\nformat: round-robin\ngame: saipan\noptions: {us_gsp: 12}\n"


class Directed:
    """dora's home, whose agent has a folder as its mailbox; no server is asked for anything."""

    def __init__(self, dora, box: Path) -> None:
        self.dora, self.box, self.count = dora, box, 0
        for name in ("new", "cur", "tmp"):
            (box / name).mkdir(parents=True)
        self.agent = dora.folder / "agent" / "dora"
        self.agent.mkdir(mode=0o700, parents=True)
        self.agent.parent.chmod(0o700)
        lines = [
            'address = "dora@example.org"', "[maildir]", f"path = {json.dumps(str(box))}",
            "[smtp]", 'host = "127.0.0.1"', "port = 9", 'user = "dora"', 'security = "none"',
            "[login]", 'command = ["printf", "secret"]',
        ]  # fmt: skip
        (self.agent / "agent.toml").write_text("\n".join(lines) + "\n")
        (self.agent / "agent.toml").chmod(0o600)
        self.log = dora.folder / "tournaments" / "cup.tournament"

    def gets(self, *files: tuple[str, bytes], sender: str = "x@example.org") -> None:
        message = EmailMessage()
        message["From"], message["To"], message["Subject"] = sender, "dora@example.org", "cup"
        message.set_content("Here it is.")
        for name, data in files:
            message.add_attachment(
                data, maintype="application", subtype="octet-stream", filename=name
            )
        self.count += 1
        (self.box / "new" / f"{self.count}.a").write_bytes(bytes(message))

    def collects(self) -> str:
        result = self.dora.run("tournament", "collect", "--mailbox")
        assert result.code == 0, result.out + result.err
        return result.out


@pytest.fixture
def directed(both, home, tmp_path):
    directed = Directed(home("dora"), tmp_path / "box")
    (tmp_path / "cup.yaml").write_text(PLAN)
    directed.dora("tournament", "found", str(tmp_path / "cup.yaml"))
    for player in both:
        player("tournament", "take", str(directed.log))
        player("tournament", "enter", "--to", str(player.outbox))
    return directed


def entry(player) -> bytes:
    return (player.outbox / f"cup-{player.folder.name}-enter.word").read_bytes()


def test_entries_and_results_come_out_of_the_mailbox(directed, both):
    ann, bob = both
    assert directed.collects() == ""
    directed.gets(("a.word", entry(ann)), ("b.word", entry(bob)))
    said = directed.collects()
    assert "ann enters: event" in said
    assert "bob enters: event" in said
    directed.gets(("again.word", entry(ann)))
    assert "ann enters: the log has it already" in directed.collects()
    assert directed.collects() == ""
    directed.dora("tournament", "pair")
    reported = (
        "Missing: round 1, board 1, {}: no log here: ask {} to type 'pbem send cup-r1b1', also if "
        "the game is not over."
    )
    first, second = (
        (ann, bob) if "ann (U.S.) - bob" in directed.dora("tournament", "show") else (bob, ann)
    )
    names = f"{first.folder.name} - {second.folder.name}"
    assert directed.collects() == reported.format(names, names.replace(" - ", " or ")) + "\n"
    first("tournament", "play", str(directed.log))
    opened = first.sends()
    directed.gets(("open.pbem", Path(opened).read_bytes()))
    said = directed.collects()
    assert said.startswith("waits ")
    assert f"{second.folder.name} has not joined this game yet" in said
    assert "no log here" not in said
    second("tournament", "play", str(directed.log), opened)
    joined = second.sends()
    directed.gets(("joined.pbem", Path(joined).read_bytes()))
    said = directed.collects()
    assert said.count("no result that counts yet: its game is not over. Waiting for ") == 2
    first("take", joined)
    first("resign", "--yes")
    [game] = (first.folder / "games").glob("*.pbem")
    directed.gets(("end.pbem", game.read_bytes()))
    said = directed.collects()
    assert f"{second.folder.name} wins" in said
    assert "Missing" not in said
    kinds = [event.kind for event in read_events(directed.log)]
    assert kinds.count("enter") == 2
    assert kinds.count("result") == 1
    directed.dora("tournament", "close")


def test_a_bad_word_is_reported_once_and_lies_there(directed, both):
    ann, bob = both
    before = directed.log.read_bytes()
    directed.gets(("a.word", entry(ann)[:200]))
    directed.gets(("b.word", entry(bob).replace(b'"rating":null', b'"rating":1900')))
    result = directed.dora.run("tournament", "collect", "--mailbox")
    assert result.code == 1
    assert result.out.count("refused") == 2
    assert directed.log.read_bytes() == before
    assert directed.collects() == ""
    assert len(list((directed.agent / "kept").glob("*.refused"))) == 2
    directed.gets(("a.word", entry(ann)))
    assert "ann enters: event" in directed.collects()


def test_only_one_reads_a_mailbox(directed, both):
    directed.gets(("a.word", entry(both[0])))
    before = directed.log.read_bytes()
    with locked(directed.agent / "running", 0.2):
        assert "is already running" in directed.dora.fails("tournament", "collect", "--mailbox")
    assert directed.log.read_bytes() == before
    assert "ann enters: event" in directed.collects()


def test_what_a_running_agent_kept_is_collected_without_the_mailbox(directed, both):
    directed.gets(("a.word", entry(both[0])))
    (directed.agent / "kept").mkdir(mode=0o700)
    (directed.agent / "kept" / "mail-1.word").write_bytes(entry(both[0]))
    assert "ann enters: event" in directed.dora("tournament", "collect")


def test_a_friendly_of_two_entrants_is_not_taken_in(directed, both, tmp_path):
    ann, bob = both
    directed.gets(("a.word", entry(ann)), ("b.word", entry(bob)))
    directed.collects()
    directed.dora("tournament", "pair")
    ann("new", "saipan", "--seat", "us=ann", "--seat", "jp=bob")
    [game] = (ann.folder / "games").glob("*.pbem")
    directed.gets(("f.pbem", game.read_bytes()))
    assert "no log here" in directed.collects()
    assert not list((directed.dora.folder / "games").glob("*.pbem"))


def test_a_mailbox_or_files(directed, tmp_path):
    reported = directed.dora.fails("tournament", "collect", "--mailbox", str(tmp_path))
    assert "not both" in reported
