"""A server's words on each receiver are kept before anything else is done (docs/agent.md)."""

from __future__ import annotations

import pytest

from pbem.agent.servers.smtp import DoubtError

BOB, CAT, ANN = "bob@example.org", "cat@example.org", "ann@example.org"


@pytest.fixture
def three(person, secretary, office):
    ann, bob, cat = person("ann"), person("bob"), person("cat")
    for one in (ann, bob, cat):
        one.meets(*(other for other in (ann, bob, cat) if other is not one))
    ann.opens(seats={"red": "ann", "blue": "bob", "green": "cat"}, scenario="trio")
    return secretary(ann)


def lost_once(office) -> None:
    """The connection ends after the message, which arrives; later all is well."""
    left = [DoubtError("lost")]

    def fail(_sender, _message):
        if left:
            raise left.pop()

    office.fail, office.lost_after = fail, True


def ids(office, address: str) -> list[str]:
    return [message["Message-ID"] for message in office.messages(address)]


@pytest.mark.parametrize("killed", [False, True])
def test_who_was_put_off_when_the_connection_was_lost_gets_it_later(three, office, killed):
    office.refused[BOB] = False
    lost_once(office)
    three.rounds()
    if killed:
        three.agent.close()
        three.start()
    three.rounds()  # the copy is there: cat has it, and bob has not
    del office.refused[BOB]
    for _ in range(4):
        office.passes(minutes=5)
        three.rounds(2)
    assert len(ids(office, BOB)) == 1
    assert len(ids(office, CAT)) == 1


def test_who_was_refused_when_the_connection_was_lost_is_reported(three, office):
    office.refused[BOB] = True
    lost_once(office)
    three.rounds(2)
    for _ in range(3):
        office.passes(minutes=11)
        three.rounds(2)
    assert ids(office, BOB) == []
    assert len(ids(office, CAT)) == 1
    assert sum(f"{BOB}: refused" in text for text in three.reported) == 1


def test_a_receiver_who_repeats_the_copy_puts_nobody_off(three, office):
    """Whom the message reached knows its token; others get theirs when they were to."""
    office.refused[BOB] = False
    three.rounds()
    [copy] = office.messages(CAT)
    del office.refused[BOB]
    for number in range(6):
        office.deliver(ANN, copy.as_bytes().replace(b"Subject: ", b"Subject: %d " % number))
        office.passes(minutes=1)
        three.rounds(2)
    assert len(ids(office, BOB)) == 1


def test_it_is_in_the_book_before_a_byte_of_the_message_leaves(three, office):
    office.refused[BOB] = False
    seen: list[str] = []

    def look(_sender, _message):
        seen.extend(row.later for row in three.agent.database.outbox() if row.state == "sending")

    office.fail = look
    three.rounds()
    assert seen[0] == BOB
