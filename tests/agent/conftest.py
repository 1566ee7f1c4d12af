"""People with agents, a post office that can be made to fail, and a clock that is moved by hand."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from datetime import UTC, datetime, timedelta
from email import message_from_bytes
from email.message import Message
from pathlib import Path
from types import SimpleNamespace
from typing import NamedTuple

import pytest

from pbem.agent.agent import Agent, Game, database_of
from pbem.agent.config import AgentConfig, Server
from pbem.agent.servers.maildir import MaildirInbox
from pbem.agent.servers.smtp import DoubtError, Heard, NotSentError, Refused
from pbem.games import registry
from servers.scripted import Scripted
from toy.people import Person, let_two_join


class Office:
    """Delivers into one Maildir for each address; ``now`` is what everybody's clock says.

    ``fail`` is asked before each transaction, and raises what the sender is to see; what it puts
    off with `DoubtError` is delivered if ``lost_after`` says so.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.now = datetime(2026, 7, 1, 12, tzinfo=UTC)
        self.number = 0
        self.fail: Callable[[str, bytes], None] = lambda _sender, _message: None
        self.refused: dict[str, bool] = {}
        self.lost_after = False

    def box(self, address: str) -> Path:
        box = self.folder / address
        if not (box / "tmp").exists():
            for name in ("new", "cur", "tmp"):
                (box / name).mkdir(parents=True, exist_ok=True)
        return box

    def deliver(self, address: str, message: bytes) -> None:
        self.number += 1
        name = f"{int(self.now.timestamp())}.{self.number:06}.office"
        (self.box(address) / "new" / name).write_bytes(message)

    def messages(self, address: str) -> list[Message]:
        paths = sorted(
            (self.box(address) / "new").iterdir(), key=lambda path: path.name.split(".")[1]
        )
        return [message_from_bytes(path.read_bytes()) for path in paths]

    def passes(self, **span: float) -> None:
        self.now += timedelta(**span)


class Wire:
    """The sender of one person's messages."""

    def __init__(self, office: Office) -> None:
        self.office = office

    def send(self, message: bytes, sender: str, to: Sequence[str], heard: Heard) -> Refused:
        office = self.office
        refused = {
            one: NotSentError(f"{one}: refused", for_good=office.refused[one])
            for one in to
            if one in office.refused
        }
        if len(refused) == len(to):
            raise NotSentError("all refused", for_good=all(e.for_good for e in refused.values()))
        message = heard(refused)
        lost = None
        try:
            office.fail(sender, message)
        except DoubtError as error:
            if not office.lost_after:
                raise
            lost = error
        for one in to:
            if one not in refused:
                office.deliver(one, message)
        if lost is not None:
            raise lost
        return refused

    def close(self) -> None:
        pass


class Secretary:
    """A person with an agent that can be killed and started again."""

    def __init__(self, person: Person, office: Office, **config) -> None:
        self.person = person
        self.office = office
        self.address = f"{person.handle}@example.org"
        self.config = AgentConfig(
            address=self.address,
            smtp=Server("localhost", 25, "x", "none"),
            **{"owner": f"{person.handle}@home.example", **config},
        )
        self.said: list[str] = []
        self.meter: Callable[[], float] = lambda: 0.0
        self.clock: Callable[[], datetime] = lambda: office.now
        self.start()

    def start(self) -> None:
        self.agent = Agent(
            self.person.client,
            self.person.handle,
            self.config,
            inbox=MaildirInbox(self.office.box(self.address)),
            outbound=Wire(self.office),
            unlock=lambda _: self.person.identity,
            now=lambda: self.clock(),  # noqa: PLW0108 - tests put another one there
            meter=lambda: self.meter(),  # noqa: PLW0108 - the same
            say=self.said.append,
        )

    def rounds(self, count: int = 1) -> None:
        for _ in range(count):
            self.agent.round()

    @property
    def reported(self) -> list[str]:
        """The mails to its owner."""
        found = self.office.messages(self.config.reported)
        return [one.get_payload(decode=True).decode() for one in found]


class Begun(NamedTuple):
    """The state of agents that have done their first rounds, for copies of their folders."""

    folder: Path
    delivered: int
    said: dict[str, list[str]]
    games: dict[str, dict[Path, Game]]
    """By file names inside the folder."""


@contextmanager
def at(office: Office) -> Iterator[None]:
    """The registry has the toy game, and events are written by the clock of the office."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(registry.RULES, ("toy", 1), ("toy.rules", "ToyRules"))
        patch.setattr(
            "pbem.table.own.writer.datetime", SimpleNamespace(now=lambda _zone: office.now)
        )
        yield


@pytest.fixture(autouse=True)
def toy(monkeypatch):
    """The registry has the toy game."""
    monkeypatch.setitem(registry.RULES, ("toy", 1), ("toy.rules", "ToyRules"))


@pytest.fixture
def office(tmp_path):
    made = Office(tmp_path / "post")
    with at(made):
        yield made


@pytest.fixture
def person(tmp_path):
    people: list[Person] = []

    def make(handle: str) -> Person:
        people.append(Person(handle, tmp_path))
        return people[-1]

    yield make
    for one in people:
        one.client.close()


@pytest.fixture
def secretary(office):
    made: list[Secretary] = []

    def make(person: Person, **config) -> Secretary:
        made.append(Secretary(person, office, **config))
        return made[-1]

    yield make
    for one in made:
        one.agent.close()


# Hundreds of tests begin from these two: they are made once in a process, and copied.


@pytest.fixture(scope="session")
def joined(tmp_path_factory):
    """The folder of a game that ann and bob have joined."""
    folder = tmp_path_factory.mktemp("joined")
    with at(Office(folder / "post")):
        let_two_join(folder)
    return folder


def kept(folder: Path, office: Office, agents: Sequence[Secretary]) -> Begun:
    """End these agents, whose clients are all in a folder, to go on in copies of it (`go_on`)."""
    games = {
        one.person.handle: {
            path.relative_to(folder): game for path, game in one.agent._games.items()
        }
        for one in agents
    }
    for one in agents:
        one.agent.close()
        one.person.client.close()
    return Begun(folder, office.number, {one.person.handle: one.said for one in agents}, games)


def go_on(begun: Begun, folder: Path, made: Sequence[Secretary]) -> None:
    """Let agents, made in a copy of a folder, know what they knew when it was copied."""
    for one in made:
        handle = one.person.handle
        _moved(database_of(one.person.client, handle), begun.folder, folder)
        one.said += begun.said[handle]
        one.agent._games.update({folder / path: game for path, game in begun.games[handle].items()})


@pytest.fixture(scope="session")
def begun(joined, tmp_path_factory):
    folder = shutil.copytree(joined, tmp_path_factory.mktemp("begun"), dirs_exist_ok=True)
    office = Office(folder / "post")
    with at(office):
        both = [Secretary(Person(handle, folder), office) for handle in ("ann", "bob")]
        for one in (*both, *both):
            one.rounds()
    return kept(folder, office, both)


@pytest.fixture
def playing(joined, tmp_path, person):
    """Ann and bob have joined, and ann is active."""
    shutil.copytree(joined, tmp_path, dirs_exist_ok=True)
    return person("ann"), person("bob")


@pytest.fixture
def both(begun, tmp_path, person, secretary, office):
    """Ann and bob with an agent each, after a first round in which old things are reported."""
    shutil.copytree(begun.folder, tmp_path, dirs_exist_ok=True)
    office.number = begun.delivered
    ann, bob = secretary(person("ann")), secretary(person("bob"))
    go_on(begun, tmp_path, [ann, bob])
    return ann, bob


def _moved(database: Path, old: Path, new: Path) -> None:
    """A Maildir is known by its path."""
    with closing(sqlite3.connect(database)) as connection, connection:
        connection.execute("UPDATE seen SET box = replace(box, ?, ?)", (str(old), str(new)))


@pytest.fixture
def scripted():
    made: list[Scripted] = []

    def make(**answers: bytes | None) -> Scripted:
        made.append(Scripted(**answers))
        return made[-1]

    yield make
    for one in made:
        one.close()
