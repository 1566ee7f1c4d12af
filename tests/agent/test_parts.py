"""Parts of armor that wait for each other: none is lost, and no heap of them is in memory."""

from __future__ import annotations

import tracemalloc
from email.message import EmailMessage

import pytest

from pbem.agent.reading import incoming
from pbem.desk.post import composing
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
    assert len(one.agent.book.held()) == 30
    return one


@pytest.mark.long
def test_parts_that_wait_are_not_in_memory(waiting, office):
    office.passes(hours=2)  # now the owner is told of each: that needs no byte of it either
    tracemalloc.start()
    waiting.rounds()
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 5 * MIB, peak
    assert len(waiting.agent.book.held()) == 30


@pytest.mark.long
def test_a_part_is_read_with_those_of_its_own_parcel_alone(waiting, playing, office, monkeypatch):
    ann, bob = playing
    ann.orders("end")
    read: list[int] = []
    sound = incoming.take_mail

    def counted(desk, files, *args, **named):
        read.append(len(files))
        return sound(desk, files, *args, **named)

    monkeypatch.setattr(incoming, "take_mail", counted)
    parts = texts(ann, monkeypatch)
    for part in parts:
        office.deliver(BOB, part)
    while waiting.agent.round()[0]:
        pass
    assert bob.log.read_bytes() == ann.log.read_bytes()
    assert max(read) == len(parts)
    assert sum(read) <= len(parts) * (len(parts) + 1)
    assert len(waiting.agent.book.held()) == 30


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
    assert one.agent.book.held() == []
