"""A stranger sends every attack there is for an hour, while two friends play unhindered.

The servers are real, the clock of the agents is moved by hand, and nothing is measured in seconds:
rounds of an agent, bytes, and messages are counted.
"""

from __future__ import annotations

import resource
import smtplib
import ssl
import zlib
from base64 import b32encode
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from email import message_from_bytes
from email.message import EmailMessage
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

import pytest

from long import far
from pbem.agent.sender.postmark import POSTMARK
from pbem.client.client import Client
from pbem.client.messages import composing
from pbem.client.people import import_card
from pbem.client.play.opening import Wanted, new
from pbem.games import registry
from pbem.identity.card import make_card
from pbem.identity.identity import Identity
from pbem.mail.letter import messages
from servers.mailhost import Account, MailHost
from servers.players import agent_for, ports_of
from toy.people import Person

MIB = 1 << 20
STEPS, MINUTES = far(3, of=6), 10
"""The hour: so often the active player writes, every so many minutes."""

JUNK = 30
"""Messages of a few words that come before each turn, beside all else."""

MEMORY_MOST, DISK_MOST = 256 * MIB, 64 * MIB
"""By which an agent may grow in this hour, whatever is sent to it."""


class Clock:
    """The time for the agents."""

    def __init__(self) -> None:
        self.now = datetime.now(UTC)

    def passes(self, minutes: float) -> None:
        self.now += timedelta(minutes=minutes)


class Friend(Person):
    """A player of the toy game whose agent mails by real servers, with a clock that is moved."""

    def __init__(self, handle: str, folder: Path, host: MailHost, mark: str, clock: Clock) -> None:
        self.host, self.account = host, host.add_user(f"{handle}-{mark}")
        super().__init__(handle, folder, self.account.address)
        self.agent = agent_for(
            self, ports_of(host), self.account, lambda _: None, now=lambda: clock.now, at_once=30
        )

    def round(self) -> None:
        self.agent.round()
        self.host.wait_until_idle()

    def has(self) -> bytes:
        return self.log.read_bytes()

    @property
    def box(self) -> str:
        return self.account.address.partition("@")[0]

    def close(self) -> None:
        self.agent.close()
        self.client.close()


class Hour(NamedTuple):
    """``rounds``: how many of the other's agent each turn took to be there."""

    rounds: list[int]
    ann: Friend
    bob: Friend


@pytest.fixture(autouse=True)
def toy(monkeypatch):
    monkeypatch.setitem(registry.RULES, ("toy", 1), ("toy.rules", "ToyRules"))


def friends(host: MailHost, folder: Path, mark: str, clock: Clock) -> tuple[Friend, Friend]:
    """Ann and bob, in the middle of a game."""
    ann, bob = (Friend(name, folder / mark, host, mark, clock) for name in ("ann", "bob"))
    ann.meets(bob)
    bob.meets(ann)
    ann.opens(seats={"red": "ann", "blue": "bob"})
    for one in (ann, bob, ann, bob):
        one.round()
    return ann, bob


def an_hour(
    ann: Friend, bob: Friend, clock: Clock, sends: Callable[[int], None] = lambda _: None
) -> list[int]:
    """Let an hour pass: ``sends`` comes before each turn, and turns with dice are answered."""
    rounds = []
    for step in range(STEPS):
        sends(step)
        writer, other = (ann, bob) if ann.sits().table.active().handle == "ann" else (bob, ann)
        orders = ("draw", "turn-up") if step % 2 == 0 else ("end",)
        writer.orders(*orders)
        writer.round()
        count = 0
        while other.count < writer.count or not other.has().startswith(writer.has()):
            other.round()
            count += 1
            assert count < 5
        writer.round()  # the dice
        assert writer.has() == other.has()
        rounds.append(count)
        clock.passes(MINUTES)
    return rounds


# --- the stranger ----------------------------------------------------------------------------


def mail(sender: str, to: Friend, text: str = "hello", *files: bytes) -> bytes:
    message = EmailMessage()
    message["From"], message["To"], message["Subject"] = sender, to.account.address, "game"
    message.set_content(text)
    for number, data in enumerate(files):
        name = f"x{number}.pbem"
        message.add_attachment(data, maintype="application", subtype="x", filename=name)
    return bytes(message)


def another(handle: str) -> Identity:
    return Identity(handle, bytes([7]) * 32, bytes([8]) * 32, bytes([9]) * 32)


def his_game(folder: Path, ann: Friend, third: Friend) -> bytes:
    """A game of the stranger's with ann and a third person, whose card lies beside it."""
    client = Client(folder, f"sqlite:///{folder / 'pbem.sqlite'}")
    client.identities.mkdir(mode=0o700, parents=True)
    (client.identities / "eve.key").touch()
    (client.identities / "eve.card").write_bytes(make_card(another("eve"), "eve@example.test"))
    for card in (ann.card, third.card):
        import_card(client, card)
    seats = {"red": "eve", "blue": "ann", "green": third.handle}
    new(client, another("eve"), Wanted(rules="toy", name="game", scenario="trio", seats=seats))
    [log] = client.logs()
    client.close()
    return log.read_bytes()


def armor(data: bytes, name: int) -> str:
    """A parcel as docs/mail.md says, whose bytes are all but nothing before they are unpacked."""

    def letters(some: bytes) -> str:
        return b32encode(some).decode().rstrip("=")

    packed = zlib.compress(data + b"%d" % name, 9)
    digest = sha256(packed).digest()
    pieces = [packed[at : at + 25] for at in range(0, len(packed), 25)]
    label = len(pieces).to_bytes(3) + len(packed).to_bytes(4) + digest[:16]
    lines = [f"{letters(digest)[:6]}-{n}-{letters(one)}" for n, one in enumerate([label, *pieces])]
    return "\n".join(f"/{line}-{letters(sha256(line.encode()).digest())[:5]}" for line in lines)


def spoiled(log: bytes, number: int) -> bytes:
    start = log.rindex(b'"sig":"') + 7
    return log[:start] + b"%08x" % number + log[start + 8 :]


class Stranger:
    """The stranger has an account, a log of the game that somebody showed them, and no key."""

    def __init__(self, host: MailHost, folder: Path, ann: Friend, third: Friend) -> None:
        self.host, self.ann = host, ann
        self.account: Account = host.add_user(f"eve-{folder.name}")
        self.game = his_game(folder, ann, third)
        self.cards = [make_card(another("eve"), "eve@example.test"), third.card.read_bytes()]
        self.names = ["eve@elsewhere.example", f"bob-{ann.box.partition('-')[2]}@example.test"]
        self.names.append(ann.account.address)
        self.bomb = b'{"body":{"at":"' + b"0" * (8 * MIB)

    def letters(self, step: int) -> Iterator[bytes]:
        """All of it, each from nobody, from bob and from ann too, as it says."""
        yield b"From: " + b"(" * 500 + b"\n\nx\n"
        for sender in self.names:
            yield mail(sender, self.ann, "play with me", self.game, *self.cards)
            yield mail(sender, self.ann, "", b"".join(self.game.splitlines(True)[1:]))
            yield mail(sender, self.ann, "look", spoiled(self.ann.has(), step))
            yield mail(sender, self.ann, "old", self.ann.has().splitlines(True)[0])
            yield mail(sender, self.ann, f"#pbem game ann\nresign {step}\n#end\n")
            yield mail(sender, self.ann, armor(b"part", step).partition("\n")[0])
            yield mail(sender, self.ann).replace(
                b"\n", f"\n{POSTMARK}: v=1; by=bob; to=ann; {step}\n".encode(), 1
            )
        if step % 2 == 0:  # these take a second each, no matter who sends them
            yield mail(self.names[0], self.ann, "\n".join(armor(self.bomb, n) for n in range(3)))
            yield mail(self.names[1], self.ann, "x" * (2 * MIB))
        for number in range(JUNK):
            name = (f"eve{number}@elsewhere.example", *self.names[1:])[number % 3]
            yield mail(name, self.ann, f"junk {step} {number}")

    def sends(self, step: int) -> None:
        context = ssl.create_default_context(cafile=str(self.host.ca_file))
        with smtplib.SMTP("localhost", self.host.smtp_port) as smtp:
            smtp.starttls(context=context)
            smtp.login(*self.account)
            for data in self.letters(step):
                smtp.sendmail(self.account.address, [self.ann.account.address], data)
        self.host.wait_until_idle()


def size_of(folder: Path) -> int:
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


def written_to(friend: Friend, by: Friend) -> list[EmailMessage]:
    found = [message_from_bytes(one) for one in friend.host.messages(friend.box)]
    return [one for one in found if by.account.address in str(one["From"]) and one["X-Pbem-Token"]]


@pytest.mark.long
def test_nothing_that_a_stranger_sends_costs_friends_anything(mailhost, tmp_path):
    quiet = Clock()
    people = friends(mailhost, tmp_path, "quiet", quiet)
    without = an_hour(*people, quiet)
    for one in people:
        one.close()

    clock = Clock()
    ann, bob = friends(mailhost, tmp_path, "loud", clock)
    cat = Friend("cat", tmp_path / "third", mailhost, "loud", clock)
    ann.meets(cat)  # ann knows the third person, and has no game with them
    eve = Stranger(mailhost, tmp_path / "eve", ann, cat)
    disk, memory = size_of(ann.folder), resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    rounds = an_hour(ann, bob, clock, eve.sends)

    assert rounds == without == [1] * STEPS
    grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - memory
    assert grown * 1024 < MEMORY_MOST
    assert size_of(ann.folder) - disk < DISK_MOST
    assert len(ann.client.logs()) == 1
    assert mailhost.messages(cat.box) == []
    assert mailhost.messages(eve.account.address.partition("@")[0]) == []
    assert all(one[POSTMARK] for one in written_to(bob, ann))

    # By hand, from an address whose hour the stranger has used up: it is read in the next one.
    while ann.agent.round()[0]:
        pass
    by_hand(bob, ann)
    clock.passes(61)
    for _ in range(4):
        ann.round()
    assert ann.has() == bob.has()
    for one in (ann, bob, cat):
        one.close()


def by_hand(writer: Friend, to: Friend) -> None:
    """Send a turn from a mail program, as `pbem mail write` makes it."""
    while writer.sits().table.active().handle != writer.handle:
        to.orders("end")
        to.round()
        writer.round()
    writer.orders("end")
    session = writer.sits()
    [message] = messages(composing.compose(session), sender=writer.account.address)
    context = ssl.create_default_context(cafile=str(writer.host.ca_file))
    with smtplib.SMTP("localhost", writer.host.smtp_port) as smtp:
        smtp.starttls(context=context)
        smtp.login(*writer.account)
        smtp.sendmail(writer.account.address, [to.account.address], bytes(message))
    writer.host.wait_until_idle()
