"""An agent whose home was put back from a backup: what it signed since lies in its mailbox.

Protocol section 3: nobody honest signs two events on one predecessor. Dice and the like an agent
signs unasked, with the time in them: signed once more they are another event.
"""

from __future__ import annotations

import shutil
from datetime import datetime, timedelta

import pytest

from agent.conftest import Secretary
from pbem.agent.reading import receiving
from pbem.agent.reading.incoming import Incoming, NotNowError
from pbem.agent.sender.heading import TOKEN
from pbem.agent.servers.mailbox import InboxError
from pbem.agent.servers.maildir import MaildirInbox
from pbem.log.file import read_events
from toy.people import Person


@pytest.fixture
def put_back(both, tmp_path):
    """Bob's agent gave dice, and mailed them; then bob's home came back from before that.

    Return ann, the home, and ann's log with the orders for which bob owes the dice.
    """
    ann, bob = both
    home = tmp_path / "bob"
    backup = shutil.copytree(home, tmp_path / "backup")
    ann.person.orders("draw", "turn-up")
    ann.rounds()
    trigger = ann.person.log.read_bytes()
    bob.rounds()
    ann.rounds()
    bob.agent.close()
    bob.person.client.close()
    shutil.rmtree(home)
    backup.rename(home)
    return ann, home, trigger


@pytest.fixture
def restored(put_back, office, person, secretary):
    """So, and bob's agent starts again."""
    office.passes(minutes=5)
    return put_back[0], secretary(person("bob"))


@pytest.fixture
def owing(restored):
    """So, and bob imported the orders that call for dice from bob."""
    ann, bob = restored
    lines = ann.person.log.read_bytes().splitlines(keepends=True)
    before = bob.person.folder / "before.pbem"
    before.write_bytes(b"".join(one for one in lines if b'"kind":"dice"' not in one))
    assert bob.person.takes(before).yours
    return ann, bob


@pytest.fixture
def backed_up(put_back, office, person, secretary):
    """Return how bob's home comes back after so many days, with or without the agent's folder.

    The game in which the dice are owed is imported; the clock is then ``following`` by days.
    """
    ann, home, trigger = put_back

    def comes_back(*, days=0.0, following=0.0, database=True):
        if not database:
            shutil.rmtree(home / "agent", ignore_errors=True)
        office.passes(days=days, minutes=5)
        again = secretary(person("bob"))
        again.clock = lambda: office.now - timedelta(days=following)
        before = home / "before.pbem"
        before.write_bytes(trigger)
        assert again.person.takes(before).yours
        return ann, again

    return comes_back


def dice(one: Secretary) -> list[str]:
    person: Person = one.person
    return [event.id for event in read_events(person.log) if event.kind == "dice"]


def test_it_signs_nothing_twice(restored):
    ann, bob = restored
    bob.rounds(3)
    assert dice(bob) == dice(ann)
    assert len(dice(ann)) == 1


@pytest.mark.parametrize("following", [0.5, 2, 400, 20_000])
def test_a_clock_that_is_after_hides_no_copy(backed_up, following):
    """Its signature says whose copy it is: a date of it would be one of two clocks'."""
    ann, bob = backed_up(following=following)
    bob.rounds(3)
    assert dice(bob) == dice(ann)


@pytest.mark.parametrize("days", [20, 45, 4000])
@pytest.mark.parametrize("database", [True, False])
def test_no_copy_is_too_old(backed_up, days, database):
    """Without its book the agent begins again, and would look back for a month only."""
    ann, bob = backed_up(days=days, database=database)
    bob.rounds(3)
    assert dice(bob) == dice(ann)


def test_old_mail_of_others_is_still_left_alone(backed_up, office, monkeypatch):
    """And what was passed over is asked for no more, as soon as all copies are read."""
    _, bob = backed_up(days=45, database=False)
    read: list[bool] = []
    take, new = Incoming.take, MaildirInbox.new

    def taken(self, one, *rest):
        read.append(one.own)
        return take(self, one, *rest)

    monkeypatch.setattr(Incoming, "take", taken)
    bob.rounds(3)
    assert read
    assert all(read)
    since: list[datetime] = []

    def asked(self, when, seen):
        since.append(when)
        return new(self, when, seen)

    monkeypatch.setattr(MaildirInbox, "new", asked)
    office.deliver("bob@example.org", b"From: eve@example.org\n\nhello")
    bob.rounds()
    assert read[-1] is False
    assert [when > office.now - timedelta(days=31) for when in since] == [True]


def test_what_it_signs_next_waits_for_its_owner(restored):
    """Nobody knows what else was signed since: the others' logs have to be asked for."""
    ann, bob = restored
    bob.rounds()
    ann.person.orders("draw", "turn-up")
    ann.rounds()
    bob.rounds()
    assert len(dice(bob)) == 1
    assert any("--recovered" in line for line in bob.said)


def test_it_signs_nothing_before_its_mailbox_was_reached(owing, monkeypatch):
    ann, bob = owing

    def away(*_):
        raise InboxError("the mailbox is away")

    with monkeypatch.context() as patch:
        patch.setattr(MaildirInbox, "new", away)
        bob.rounds(3)
        assert not dice(bob)
    bob.rounds()
    assert dice(bob) == dice(ann)


def test_it_signs_nothing_before_all_of_its_own_mail_was_read(owing, monkeypatch):
    ann, bob = owing
    with monkeypatch.context() as patch:
        patch.setattr(receiving, "READ_MOST", 0)
        bob.rounds(3)
        assert not dice(bob)
    bob.rounds()
    assert dice(bob) == dice(ann)


def test_nor_while_its_own_mail_cannot_be_taken_in(owing, office, monkeypatch):
    """A disk that is full costs no attempt: the mail waits, and so does what it may have signed."""
    ann, bob = owing

    def full(*_, **__):
        raise NotNowError("No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(Incoming, "take", full)
        bob.rounds(3)
        assert not dice(bob)
    bob.rounds(3)
    assert not dice(bob)
    office.passes(minutes=11)
    bob.rounds()
    assert dice(bob) == dice(ann)


@pytest.mark.parametrize("copy", ["read", "lost"])
def test_who_mails_back_what_one_mailed_holds_nothing_up(both, office, monkeypatch, copy):
    """An opponent has every message, with its postmark: without its token it is no copy of ours.

    If our copy was seen, its postmark has counted, and nothing is read for its sake.
    """
    ann, bob = both
    ann.person.orders("draw", "turn-up")
    ann.rounds()
    [*_, last] = office.messages("bob@example.org")
    del last[TOKEN]
    if copy == "read":
        ann.rounds()
    else:
        max(office.box("ann@example.org").glob("new/*")).unlink()
    for number in range(5):
        spoilt = last.as_bytes().replace(b"filename", b"filenam%d" % number)
        office.deliver("ann@example.org", spoilt)
    bob.rounds()
    own: list[bool] = []
    take = Incoming.take

    def counted(self, one, *rest):
        own.append(one.own)
        return take(self, one, *rest)

    monkeypatch.setattr(Incoming, "take", counted)
    ann.rounds()
    assert any(own) == (copy == "lost")
    ann.person.orders("draw", "turn-up")
    ann.rounds()
    bob.rounds()
    ann.rounds()
    assert len(dice(ann)) == 2
    assert not any("could NOT" in line for line in (*ann.said, *bob.said))
