"""A club's host, as its members use it: real processes, Postfix and Dovecot (docs/agent.md)."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from email import message_from_bytes
from pathlib import Path

import pytest

from pbem.agent.hosting import LOG, PASSPHRASE
from pbem.audit.verify import verify
from pbem.client.client import Client
from pbem.log.disk import locked
from servers.mailhost import Account, MailHost, until

WORDS = "correct horse battery staple"


class Member:
    """Somebody whose home lies at the club, and who types commands there."""

    def __init__(self, folder: Path, handle: str, host: MailHost, account: Account) -> None:
        self.handle, self.home, self.host, self.account = handle, folder / handle, host, account
        self.home.mkdir(mode=0o700)
        self("identity", "new", handle, "--email", account.address)

    def __call__(self, *words: str, fails: bool = False, **variables: str) -> str:
        """Type a command in this home; return what it printed."""
        mine = {name: value for name, value in os.environ.items() if not name.startswith("PBEM_")}
        done = subprocess.run(
            [sys.executable, "-m", "pbem", *words],
            env={**mine, "PBEM_HOME": str(self.home), "PBEM_PASSPHRASE": WORDS, **variables},
            capture_output=True,
            text=True,
            check=False,
        )
        assert (done.returncode != 0) == fails, done.stdout + done.stderr
        return done.stdout + done.stderr

    def settles(self, password: str | None = None, words: str = WORDS) -> None:
        """Set up an agent, as a host without a keyring does."""
        secret, folder = self.home / "password", self.home / "agent" / self.handle
        secret.write_text(f"{password or self.account.password}\n")
        name, host = self.account.address, self.host
        folder.mkdir(parents=True, mode=0o700)
        folder.parent.chmod(0o700)
        (folder / "agent.toml").write_text(
            f'address = "{name}"\njoin = true\n'
            f'[imap]\nhost = "localhost"\nport = {host.imap_port}\nuser = "{name}"\n'
            f'ca = "{host.ca_file}"\n'
            f'[smtp]\nhost = "localhost"\nport = {host.smtp_port}\nuser = "{name}"\n'
            f'security = "starttls"\nca = "{host.ca_file}"\n'
            f'[login]\ncommand = ["cat", "{secret}"]\n'
        )
        (folder / PASSPHRASE).write_text(f"{words}\n")
        for one in folder.iterdir():
            one.chmod(0o600)

    def log(self) -> list[str]:
        """The kinds and authors of the events of the one game here."""
        found = Client(self.home).logs()
        lines = found[0].read_bytes().splitlines() if found else []
        bodies = [json.loads(line)["body"] for line in lines]
        return [f"{body['by']} {body['kind']}" for body in bodies]

    def said(self) -> str:
        path = self.home / "agent" / self.handle / LOG
        return path.read_text() if path.exists() else ""

    def mails(self) -> int:
        """How many messages others sent to this mailbox."""
        found = self.host.messages(self.account.address.partition("@")[0])
        return sum(
            self.account.address not in str(message_from_bytes(one)["From"]) for one in found
        )


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "club"
    made.mkdir(mode=0o700)
    return made


class Host(subprocess.Popen[bytes]):
    """A club's host; what it says lies in a file."""

    def __init__(self, folder: Path, said: Path, inside: Sequence[str]) -> None:
        self._said = said
        variables = {"PBEM_PASSPHRASE": "nobody's", "PYTHONUNBUFFERED": "1"}
        with said.open("wb") as file:
            super().__init__(
                [*inside, sys.executable, "-m", "pbem", "agent", "host", str(folder)],
                stdout=file,
                stderr=subprocess.STDOUT,
                env={**os.environ, **variables},
            )

    @property
    def said(self) -> str:
        return self._said.read_text()

    def agents(self) -> list[int]:
        """The processes that it has started, and that still run."""
        listed = Path(f"/proc/{self.pid}/task/{self.pid}/children").read_text()
        return [int(one) for one in listed.split()]

    def end(self) -> int:
        self.send_signal(signal.SIGTERM)
        return self.wait(SOON)


@pytest.fixture
def club(folder: Path, tmp_path: Path) -> Iterator[Callable[..., Host]]:
    """Starts the host, inside other programs, and ends it."""
    started: list[Host] = []

    def start(*inside: str) -> Host:
        started.append(Host(folder, tmp_path / f"host{len(started)}", inside))
        return started[-1]

    yield start
    for one in started:
        one.end()


def meet(*members: Member) -> None:
    for one in members:
        one("card", "export", "--to", str(one.home.parent.parent))
    for one in members:
        for other in members:
            if other is not one:
                one("card", "import", str(one.home.parent.parent / f"{other.handle}.card"))


def hosted(mailhost: MailHost, folder: Path, *handles: str) -> list[Member]:
    mark = folder.parent.name.replace("_", "-")
    return [
        Member(folder, one, mailhost, mailhost.add_user(f"{one}-{mark}"[:60])) for one in handles
    ]


def plays(folder: Path, members: list[Member], *more: str) -> None:
    """Let members open a table with dice, whose agents then join by themselves."""
    ann = members[0]
    meet(*members)
    for one in members:
        one.settles()
    table = str(folder.parent / "war.yaml")
    sides = ["--side", "crown", "--side", "league"]
    ann("table", "new", table, "--title", "Salt Road War", *sides, "--dice", "battle=2d6")
    ann("new", "table", "--pack", table, "--seat", "crown=ann", "--seat", "league=bob", *more)


def both_have(members: list[Member], *last: str) -> Callable[[], bool]:
    """Say whether all logs end with these events."""
    ends = [list(last)] * len(members)
    return lambda: [one.log()[-len(last) :] for one in members] == ends


def rolls(author: Member, other: Member, members: list[Member]) -> None:
    """One person types one command. The other person does nothing, and the dice come."""
    before = [one.mails() for one in members]
    author("order", "-m", "roll battle for Kessel", "-m", f"over to {SIDE[other.handle]}")
    signed = f"{author.handle} orders"
    assert until(both_have(members, signed, f"{other.handle} dice"), SOON), [
        one.said() for one in members
    ]
    # One mail with the orders to the other, and one with the dice back.
    assert until(lambda: [one.mails() for one in members] == [n + 1 for n in before], SOON)


SIDE = {"ann": "crown", "bob": "league"}
SOON = 120.0
"""Seconds. An agent looks every 15 seconds at what was done by hand."""


def test_rolls_of_two_members_wait_for_no_person(mailhost, folder, club):
    """docs/agent.md, "For a club". Four other agents cannot work, each for its own reason."""
    ann, bob, cas, dan, eve, fay = hosted(
        mailhost, folder, "ann", "bob", "cas", "dan", "eve", "fay"
    )
    members = [ann, bob]
    plays(folder, members)
    cas.settles(words="a wrong passphrase")
    dan.settles()
    dan.home.chmod(0o777)
    eve.settles(password="a wrong password")  # noqa: S106 - of nobody
    fay.settles()
    with locked(fay.home / "agent" / "fay" / "running"):
        host = club()
        assert until(both_have(members, "ann join", "bob join"), SOON), bob.said()
        rolls(ann, bob, members)
        rolls(bob, ann, members)
        assert "An agent of fay is already running" in fay.said()
    assert "passphrase" in cas.said()
    assert "logging in" in eve.said().lower() or "login" in eve.said().lower()
    assert host.end() == 0
    told = host.said
    assert "cas: the agent ended (" in told
    assert "fay: the agent ended (" in told
    assert "dan: " in told
    assert "ann: the agent ended" not in told
    assert "bob: the agent ended" not in told
    verdict = verify(Client(ann.home).logs()[0], Client(ann.home).library)
    assert verdict.ok
    assert verdict.level == 3


FULL = """
kept=$(mktemp -d) && cp -a "$1/." "$kept"
mount -t tmpfs -o size=512k,mode=700 none "$1" && cp -a "$kept/." "$1" && rm -r "$kept"
dd if=/dev/zero of="$1/full" bs=512 2>/dev/null
shift
exec "$@"
"""
"""Puts a home onto a disk of its own, on which not a byte is left, for one program alone."""


def test_a_full_disk_is_one_members_own(mailhost, folder, club):
    ann, bob, cas = hosted(mailhost, folder, "ann", "bob", "cas")
    members = [ann, bob]
    plays(folder, members)
    cas.settles()
    host = club("unshare", "--mount", "sh", "-c", FULL, "sh", str(cas.home))
    assert until(both_have(members, "ann join", "bob join"), SOON), bob.said()
    rolls(ann, bob, members)
    assert "cas: " in host.said
    assert cas.said() == ""
    host.end()
    club()
    assert until(lambda: "is watching the mailbox" in cas.said(), SOON)


def test_a_roll_of_witnesses_does_not_wait_for_the_opponent(mailhost, folder, club):
    """docs/trust.md, "Dice without waiting": wil gives dice, ann closes the roll, bob is away."""
    ann, bob, wil = members = hosted(mailhost, folder, "ann", "bob", "wil")
    plays(folder, members, "--witness", "wil", "--dice", "witnesses")
    host = club()
    joined = both_have(members, "ann join", "bob join", "wil join")
    assert until(joined, SOON), [one.said() for one in members]
    settings = bob.home / "agent" / "bob" / "agent.toml"
    settings.rename(settings.with_suffix(".away"))
    assert until(lambda: "bob: left." in host.said, SOON)
    before, there = [one.mails() for one in members], bob.log()
    ann("order", "-m", "roll battle for Kessel")
    roll = both_have([ann, wil], "ann orders", "wil dice", "ann dice")
    assert until(roll, SOON), ann.said() + wil.said()
    # Orders and closing dice to both others, and the witness's dice to both players.
    sent = [n + more for n, more in zip(before, (1, 3, 2), strict=True)]
    assert until(lambda: [one.mails() for one in members] == sent, SOON)
    assert bob.log() == there
    verdict = verify(Client(ann.home).logs()[0], Client(ann.home).library)
    assert verdict.ok
    assert verdict.policy == "witnesses"


def test_a_member_leaves_and_takes_the_key_along(mailhost, folder, club, tmp_path):
    ann, bob = members = hosted(mailhost, folder, "ann", "bob")
    plays(folder, members)
    host = club()
    assert until(both_have(members, "ann join", "bob join"), SOON), bob.said()
    assert len(host.agents()) == 2
    assert "ann: joined." in host.said
    assert "Wrote" in ann("store", "move", "--to", str(tmp_path / "ann.zip"))
    assert until(lambda: len(host.agents()) == 1, SOON)
    assert "ann: left." in host.said
    assert "moved to another computer" in ann("order", "-m", "pass", fails=True)
    home = ann.home = tmp_path / "home"
    home.mkdir(mode=0o700)
    assert "The home of ann is here now" in ann("store", "restore", str(tmp_path / "ann.zip"))
    ann.settles()
    ann("order", "-m", "roll battle for Kessel")
    assert until(lambda: "bob dice" in bob_saw(ann, bob), SOON)


def bob_saw(ann: Member, bob: Member) -> str:
    """Let ann's own agent look once; return what bob's log has."""
    ann("agent", "run", "--once")
    return " ".join(bob.log())


def test_agents_start_one_after_the_other(mailhost, folder, club):
    """To open a key takes much memory, for a moment."""
    for one in hosted(mailhost, folder, "ann", "bob", "cas"):
        one.settles()
    host = club()
    assert until(host.agents, SOON)
    assert len(host.agents()) == 1
    assert until(lambda: len(host.agents()) == 3, SOON)


def test_a_host_ends_with_its_agents_and_is_started_again(mailhost, folder, club):
    (ann,) = hosted(mailhost, folder, "ann")
    ann.settles()
    host = club()
    assert until(lambda: "is watching the mailbox" in ann.said(), SOON)
    second = club()
    assert second.wait(SOON) == 1
    assert "Another program" in second.said
    agents = host.agents()
    assert len(agents) == 1
    assert host.end() == 0
    assert not any(Path(f"/proc/{one}").exists() for one in agents)
    club()
    assert until(lambda: ann.said().count("is watching the mailbox") == 2, SOON)


def test_a_folder_that_is_not_there_is_said(tmp_path):
    done = subprocess.run(
        [sys.executable, "-m", "pbem", "agent", "host", str(tmp_path / "none")],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert "There is no folder" in done.stderr
    assert "Make it, with a home in it" in done.stderr
