"""Parts of armor that wait for each other: none is lost, and no heap of them is in memory."""

from __future__ import annotations

import tracemalloc
from base64 import b32encode
from email.message import EmailMessage
from hashlib import sha256

import pytest

from pbem import confined
from pbem.agent.memory.database import AgentDatabase
from pbem.client.messages import composing
from pbem.mail.armor import lines_of
from pbem.mail.letter import messages

ANN, BOB, EVE = "ann@example.org", "bob@example.org", "eve@example.org"
MIB = 1 << 20
PADDED = 300 << 10


def texts(person, monkeypatch) -> list[bytes]:
    """The messages of a log whose attachment was dropped on the way: each holds a part of it."""
    monkeypatch.setattr("pbem.mail.letter.LINES_A_MESSAGE", 3)
    made = []
    for message in messages(composing.compose(person.sits(), whole=True)):
        body = message.get_body(("plain",))
        assert body is not None
        made.append(letter(body.get_content(), "ann@example.org"))
    assert len(made) > 3
    return made


def letter(text: str, sender: str, padding: int = 0) -> bytes:
    message = EmailMessage()
    message["From"], message["To"], message["Subject"] = sender, BOB, "a part"
    message.set_content(text)
    if padding:
        message.add_attachment(bytes(padding), maintype="application", subtype="octet-stream")
    return bytes(message)


def strange_part(number: int) -> bytes:
    """A part of a parcel of its own, of which no other part ever comes."""
    line = lines_of(b"nobody's %d" % number)[1]
    return letter(line + "\n", EVE, PADDED)


@pytest.fixture
def waiting(playing, secretary, office):
    """Bob's agent, with whom thirty parts of thirty logs wait that nobody has."""
    one = secretary(playing[1])
    one.rounds()
    for number in range(30):
        office.deliver(BOB, strange_part(number))
    while one.agent.round()[0]:
        pass
    assert len(one.agent.database.held()) == 30
    return one


@pytest.mark.long
def test_parts_that_wait_are_not_in_memory(waiting, office):
    office.passes(hours=2)  # now each is reported to the owner: that needs no byte of it either
    tracemalloc.start()
    waiting.rounds()
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 5 * MIB, peak
    assert len(waiting.agent.database.held()) == 30


@pytest.mark.long
def test_a_part_is_read_with_those_of_its_own_parcel_alone(waiting, playing, office, monkeypatch):
    ann, bob = playing
    ann.orders("end")
    read: list[str] = []
    sound = AgentDatabase.held_bytes

    def counted(database, held):
        read.append(held.parcels)
        return sound(database, held)

    monkeypatch.setattr(AgentDatabase, "held_bytes", counted)
    parts = texts(ann, monkeypatch)
    for part in parts:
        office.deliver(BOB, part)
    while waiting.agent.round()[0]:
        pass
    assert bob.log.read_bytes() == ann.log.read_bytes()
    assert len(set(read)) == 1
    assert len(read) <= len(parts) * (len(parts) - 1) / 2
    assert len(waiting.agent.database.held()) == 30


@pytest.mark.long
def test_a_log_that_is_whole_takes_no_part_of_another_away(playing, secretary, office, monkeypatch):
    ann, bob = playing
    one = secretary(bob)
    one.rounds()
    ann.orders("move 1")
    first = texts(ann, monkeypatch)
    ann.orders("end")
    second = texts(ann, monkeypatch)
    for part in [*second[:-1], *first]:
        office.deliver(BOB, part)
        one.rounds()
    assert bob.log.read_bytes() != ann.log.read_bytes()
    office.deliver(BOB, second[-1])
    one.rounds()
    assert bob.log.read_bytes() == ann.log.read_bytes()
    assert one.agent.database.held() == []


@pytest.fixture
def children():
    """The functions that child processes were started for."""
    asked: list[str] = []

    def counted(function, given, most):
        asked.append(function.__name__)
        return confined.copied(function, given, most)

    with confined.by(counted):
        yield asked


def test_each_part_of_a_parcel_is_parsed_once(playing, secretary, office, children):
    """Else each costs as much as all that wait for it: the square of their number."""
    one = secretary(playing[1])
    one.rounds()
    lines = lines_of(b"".join(sha256(bytes([number])).digest() for number in range(30)))
    children.clear()
    for number in range(8):
        office.deliver(BOB, letter(lines[number + 1] + "\n", EVE))
    one.rounds()
    assert len(one.agent.database.held()) == 8
    assert len(children) == 8, children
    office.deliver(BOB, letter(lines[9] + "\n", EVE))
    one.rounds()
    assert len(children) == 9, children


def test_of_a_part_its_lines_are_kept_alone(playing, secretary, office):
    one = secretary(playing[1])
    one.rounds()
    office.deliver(BOB, strange_part(1))
    one.rounds()
    [held] = one.agent.database.held()
    assert len(one.agent.database.held_bytes(held)) < 100


def test_what_looks_like_many_messages_is_one(playing, secretary, office, children):
    """A file in a mailbox is one message.

    Else it may cost a child process for each `From`.
    """
    one = secretary(playing[1])
    one.rounds()
    children.clear()
    office.deliver(BOB, b"From eve Thu Nov 20 15:00:00 2026\nTo: bob@example.org\n\n" * 50)
    one.rounds()
    assert len(children) == 1, children
    assert one.agent.database.unread() == []


def sends(one, office, *parts: bytes) -> None:
    for part in parts:
        office.deliver(BOB, part)
        one.rounds()


def test_parts_that_a_release_before_kept_are_read(playing, secretary, office, monkeypatch):
    """It kept the message, and not its lines."""
    ann, bob = playing
    ann.orders("end")
    one = secretary(bob)
    one.rounds()
    *first, last = texts(ann, monkeypatch)
    sends(one, office, *first)
    database = one.agent.database
    with database.writing() as page:
        for held, part in zip(database.held(), first, strict=True):
            page.hold(held, part)
    sends(one, office, last)
    assert bob.log.read_bytes() == ann.log.read_bytes()
    assert database.held() == []


def test_a_forged_label_takes_no_part_of_a_friend_away(playing, secretary, office, monkeypatch):
    """Nor does a whole log beside it: only a parcel that was opened lets go of its parts."""
    ann, bob = playing
    one = secretary(bob)
    one.rounds()
    own = lines_of(ann.log.read_bytes())
    ann.orders("end")
    label, *parts = texts(ann, monkeypatch)
    sends(one, office, *parts)
    parcel = one.agent.database.held()[0].parcels
    begin = f"{parcel}-0-{b32encode((1).to_bytes(3) + bytes(20)).decode().rstrip('=')}"
    check = b32encode(sha256(begin.encode()).digest()).decode()[:5]
    sends(one, office, letter("\n".join([f"/{begin}-{check}", *own, ""]), EVE))
    assert len(one.agent.database.held()) == len(parts)
    sends(one, office, label)
    assert bob.log.read_bytes() == ann.log.read_bytes()
