"""No message ends the agent, and what this computer fails at costs none.

Written from docs/agent.md alone.
"""

from __future__ import annotations

import errno
import inspect
import os
import sqlite3
from collections import Counter
from contextlib import nullcontext
from email import message_from_bytes
from email.message import EmailMessage
from pathlib import Path
from types import SimpleNamespace

import pytest

from pbem import confined
from pbem.agent import agent as agents
from pbem.agent.reading import letterbox
from pbem.agent.sender.heading import Heading
from pbem.agent.sender.looking import look
from pbem.agent.sender.origin import origin_of
from pbem.agent.sending.delivery import Delivery
from pbem.agent.servers.mailbox import InboxError
from pbem.agent.servers.maildir import MaildirInbox
from pbem.errors import KeyFileError, StoreError
from pbem.log.disk import explaining

ANN, BOB, EVE = "ann@example.org", "bob@example.org", "eve@elsewhere.example"
MARK = b"this one does it"

FROM_HEADERS = {
    "five_hundred_parentheses": "(" * 500,
    "closed_comments": "(" * 500 + ")" * 500,
    "angles": "<" * 1000,
    "routes": "<" + "@a," * 2000,
    "quotes": '"' * 1001,
    "groups": "a:" * 1000,
    "encoded": "=?utf-8?b?" * 500,
    "nothing_known": "=?no-such-charset?q?=ff?= <" + EVE + ">",
    "escapes": "\\" * 999,
    "surrogates": "\udcff\udcfe <x@y.example>",
    "long": "x" * 100_000,
}
ADDRESSED = [
    "From",
    "To",
    "Subject",
    "Content-Type",
    "Message-ID",
    "Auto-Submitted",
    "X-Pbem-Token",
]


class Killed(BaseException):
    """The process ends here."""


def raw(headers: dict[str, str], text: bytes = b"hello\r\n") -> bytes:
    head = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
    return head.encode("utf-8", "surrogateescape") + b"\r\n" + text


def marked(mark: bytes = MARK) -> bytes:
    message = EmailMessage()
    message["From"], message["To"], message["Subject"] = EVE, ANN, "something"
    message.set_content(mark.decode())
    return bytes(message)


def goes_on(ann, bob, office) -> None:
    """Bob's turn reaches ann, after whatever lies in the mailbox."""
    before = ann.person.count
    office.passes(minutes=11)
    for one in (ann, bob, ann, bob):
        one.rounds(2)
    assert ann.person.count > before


def turn(ann, bob) -> None:
    ann.person.orders("end")
    ann.rounds()
    bob.rounds()
    bob.person.orders("end")


def fails_at(monkeypatch, where: str, errors: dict[bytes, BaseException]) -> Counter[bytes]:
    """Have a function of the agent fail for the messages with these marks; count how often."""
    module, _, name = where.rpartition(".")
    kept = __import__(module, fromlist=[name])
    real = getattr(kept, name)
    failed: Counter[bytes] = Counter()
    seen: list[bytes] = []

    def instead(*args, **options):
        data = args[0] if isinstance(args[0], bytes) else seen[-1]
        for mark, error in errors.items():
            if mark in data:
                failed[mark] += 1
                raise error
        return real(*args, **options)

    def looks(data, *args, **options):
        seen[:] = [data]
        return look(data, *args, **options)

    monkeypatch.setattr("pbem.agent.reading.incoming.look", looks)
    monkeypatch.setattr(where, instead)
    return failed


@pytest.mark.few(2)
@pytest.mark.parametrize("name", ADDRESSED)
def test_no_header_ends_the_agent(both, office, name):
    ann, bob = both
    turn(ann, bob)
    before = office.number
    for value in FROM_HEADERS.values():
        office.deliver(ANN, raw({"Subject": "x", name: value}))
    goes_on(ann, bob, office)
    # Each of them was read, and none a second time.
    came = {f"{number:06}" for number in range(before + 1, before + 1 + len(FROM_HEADERS))}
    read = {key.split(".")[1] for key in ann.agent.database.seen(f"maildir {office.box(ANN)}")}
    assert came <= read
    assert ann.agent.database.unread() == []


ERRORS = [
    RecursionError(),
    MemoryError(),
    AttributeError("x"),
    IndexError("x"),
    KeyError("x"),
    AssertionError(),
    TypeError("x"),
    ValueError("x"),
    UnicodeDecodeError("utf-8", b"x", 0, 1, "x"),
    OverflowError("x"),
    ZeroDivisionError(),
    StopIteration(),
    NotImplementedError(),
    RuntimeError("x"),
]


PLACES = ["pbem.agent.reading.incoming.take_mail", "pbem.agent.reading.incoming.look"]
MARKS = {MARK + b" %d." % number: error for number, error in enumerate(ERRORS)}


@pytest.mark.parametrize("where", PLACES)
def test_whatever_fails_here_costs_no_message(both, office, monkeypatch, where):
    """No parser of strangers' bytes runs in this process: what fails is no verdict on them."""
    ann, bob = both
    with monkeypatch.context() as patch:
        failed = fails_at(patch, where, MARKS)
        for mark in MARKS:
            office.deliver(ANN, marked(mark))
        turn(ann, bob)
        goes_on(ann, bob, office)
        for _ in range(5):
            office.passes(minutes=31)
            ann.rounds(2)
        assert all(2 < failed[mark] < 8 for mark in MARKS), failed
    assert not (ann.person.client.agent("ann") / "quarantine").exists()
    said = " ".join(" ".join(ann.reported).split())
    assert said.count("Mail waits because this computer cannot import it now") == len(MARKS)
    for error in ERRORS:
        assert type(error).__name__ in said
    office.passes(days=1)
    ann.rounds(2)
    assert ann.agent.database.unread() == []
    read = {key.split(".")[1] for key in ann.agent.database.seen(f"maildir {office.box(ANN)}")}
    assert {path.name.split(".")[1] for path in (office.box(ANN) / "new").iterdir()} <= read


SYSTEM = [
    StoreError("the database x: database is locked"),
    OSError(errno.EACCES, "Permission denied"),
    OSError(errno.ECONNREFUSED, "Connection refused"),
    OSError(errno.EMFILE, "Too many open files"),
    TimeoutError(),
    sqlite3.OperationalError("database or disk is full"),
]


@pytest.mark.parametrize("error", SYSTEM, ids=lambda error: str(error)[:20])
def test_what_the_machine_fails_at_costs_no_turn(both, office, monkeypatch, error):
    """Far more often than a message has attempts; and no restart forgets that it was no attempt."""
    ann, bob = both
    turn(ann, bob)
    bob.rounds()
    before = ann.person.count

    def broken(*_args: object, **_named: object) -> None:
        raise error

    with monkeypatch.context() as patch:
        patch.setattr("pbem.client.exchange.taking.sit", broken)
        for _ in range(4):
            ann.rounds(2)
            office.passes(minutes=11)
            ann.agent.close()
            ann.start()
    assert ann.person.count == before
    ann.rounds(2)
    assert ann.person.count > before
    assert sum("Mail waits because this computer" in text for text in ann.reported) >= 1
    assert not (ann.person.client.agent("ann") / "quarantine").exists()


def test_a_message_that_reaches_its_limit_is_put_aside_and_reported(both, office, monkeypatch):
    ann, bob = both

    def spins(data: bytes) -> object:
        while MARK in data:
            pass
        return message_from_bytes(data)

    monkeypatch.setattr("pbem.mail.inside.message_from_bytes", spins)
    office.deliver(ANN, marked())
    turn(ann, bob)
    goes_on(ann, bob, office)
    [kept] = (ann.person.client.agent("ann") / "quarantine").iterdir()
    assert MARK in kept.read_bytes()
    office.passes(minutes=31)
    ann.rounds(2)
    said = " ".join(" ".join(ann.reported).split())
    assert said.count("more than 2 seconds of processor time") == 1
    assert str(kept) in said.replace(" ", "") or kept.name in said


@pytest.mark.parametrize("error", [RuntimeError("x"), MemoryError(), RecursionError()])
@pytest.mark.parametrize(
    "where", ["pbem.agent.agent.duties.perform", "pbem.agent.agent.deadlines.keep_days"]
)
def test_a_game_that_fails_ends_no_round(both, office, monkeypatch, where, error):
    """Ann's game fails, but mail is read, and what waits is sent; then the game goes on."""
    ann, bob = both
    turn(ann, bob)
    bob.rounds()
    before = ann.person.count

    def fails(*_args: object, **_named: object) -> None:
        raise error

    with monkeypatch.context() as patch:
        patch.setattr(where, fails)
        for _ in range(3):
            ann.rounds()
            office.passes(minutes=11)
        assert ann.person.count > before
        assert ann.person.client.to_read_again == {ann.person.log}
    said = " ".join(" ".join(ann.reported).split())
    assert said.count("the game") >= 1
    assert type(error).__name__ in said
    office.passes(minutes=61)
    ann.rounds()
    assert ann.person.client.to_read_again == set()
    ann.person.orders("end")
    ann.rounds(2)
    bob.rounds(2)
    assert bob.person.count == ann.person.count


@pytest.mark.parametrize("error", [RuntimeError("x"), MemoryError(), RecursionError()])
def test_a_game_whose_end_cannot_be_read_ends_no_first_round(both, monkeypatch, error):
    ann, _ = both

    def fails(*_args: object) -> None:
        raise error

    monkeypatch.setattr("pbem.agent.agent.tail", fails)
    assert list(ann.agent._ends()) == []


@pytest.mark.parametrize("error", [RuntimeError("x"), MemoryError(), RecursionError()])
def test_a_message_that_fails_to_leave_holds_up_no_other(both, office, monkeypatch, error):
    ann, bob = both
    ann.person.orders("end")
    real = Delivery._heard
    failed: list[str] = []

    def once(self, row, refused, now):
        if not failed:
            failed.append(row.about)
            raise error
        return real(self, row, refused, now)

    with monkeypatch.context() as patch:
        patch.setattr(Delivery, "_heard", once)
        ann.rounds()
    assert failed
    office.passes(minutes=11)
    ann.rounds(2)
    bob.rounds(2)
    assert bob.person.count == ann.person.count


@pytest.mark.parametrize("error", [RuntimeError("x"), MemoryError(), RecursionError()])
def test_headers_that_fail_hold_up_no_message(both, office, monkeypatch, error):
    ann, bob = both
    real = letterbox.heading_of

    def fails(head: bytes) -> Heading:
        if EVE.encode() in head:
            raise error
        return real(head)

    monkeypatch.setattr(letterbox, "heading_of", fails)
    office.deliver(ANN, marked())
    turn(ann, bob)
    goes_on(ann, bob, office)


@pytest.mark.parametrize("error", [*SYSTEM, RuntimeError("x"), MemoryError(), RecursionError()])
def test_nothing_ends_the_agent_and_the_owner_is_reported_afterwards(
    both, office, monkeypatch, error
):
    """A home that is full, a book that cannot be written: the agent waits, and tries again."""
    ann, bob = both
    turn(ann, bob)
    bob.rounds()
    before = ann.person.count

    def broken(*_args: object, **_named: object) -> None:
        raise error

    with monkeypatch.context() as patch:
        patch.setattr("pbem.agent.memory.database.AgentDatabase.writing", broken)
        for _ in range(4):
            assert ann.agent.try_round() == (False, False)
            office.passes(minutes=11)
    for _ in range(3):
        ann.agent.try_round()
        office.passes(minutes=11)
    assert ann.person.count > before
    said = " ".join(" ".join(ann.reported).split())
    assert said.count("until now, the agent could do nothing") == 1


def test_a_key_that_cannot_be_used_ends_the_agent(both, monkeypatch):
    ann, _ = both

    def broken(*_args: object, **_named: object) -> None:
        raise KeyFileError("the passphrase does not open it")

    monkeypatch.setattr("pbem.agent.agent.Agent.round", broken)
    with pytest.raises(KeyFileError):
        ann.agent.run()


def test_a_terminal_that_has_gone_ends_no_agent(both, office):
    ann, bob = both

    def gone(_text: str) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    ann.said = SimpleNamespace(append=gone)
    ann.agent.close()
    ann.start()
    turn(ann, bob)
    goes_on(ann, bob, office)


def test_the_attempt_is_counted_before_a_byte_is_looked_at(both, office, monkeypatch):
    ann, _ = both
    office.deliver(ANN, marked())
    mark, real = f".{office.number:06}.", MaildirInbox._load
    began: list[int] = []

    def cut(inbox, key) -> bytes:
        if mark not in key:
            return real(inbox, key)
        began.append(1)
        raise Killed

    monkeypatch.setattr("pbem.agent.servers.maildir.MaildirInbox._load", cut)
    for _ in range(6):
        with pytest.raises(Killed) if len(began) < 3 else nullcontext():
            ann.rounds()
        ann.agent.close()
        ann.start()
    # Twice it was read, and once it was to be put aside unread; then it lies where it is.
    assert len(began) == 3
    office.passes(minutes=11)
    ann.rounds()
    assert sum("stopped unexpectedly" in text for text in ann.reported) == 1


def test_what_ended_the_agent_twice_is_put_aside_unread(both, office, monkeypatch):
    ann, bob = both
    office.deliver(ANN, marked())
    failed = fails_at(monkeypatch, "pbem.agent.reading.incoming.look", {MARK: Killed()})
    for _ in range(2):
        with pytest.raises(Killed):
            ann.rounds()
        ann.agent.close()
        ann.start()
    turn(ann, bob)
    goes_on(ann, bob, office)
    assert failed[MARK] == 2
    [kept] = (ann.person.client.agent("ann") / "quarantine").iterdir()
    assert MARK in kept.read_bytes()


def test_a_cut_of_power_costs_no_message_of_a_friend(both, office, monkeypatch):
    ann, bob = both
    turn(ann, bob)
    bob.rounds()
    cuts: list[int] = []

    def cut(*_args, **_options):
        cuts.append(1)
        raise Killed

    with monkeypatch.context() as patch:
        patch.setattr("pbem.agent.reading.incoming.take_mail", cut)
        with pytest.raises(Killed):
            ann.rounds()
    ann.agent.close()
    ann.start()
    before = ann.person.count
    ann.rounds()
    assert cuts == [1]
    assert ann.person.count > before


def test_a_mailbox_that_does_not_work_costs_no_message(both, office, monkeypatch):
    ann, bob = both
    turn(ann, bob)
    bob.rounds()

    def broken(*_args) -> bytes:
        raise InboxError("the server is away")

    with monkeypatch.context() as patch:
        patch.setattr("pbem.agent.servers.maildir.MaildirInbox._load", broken)
        for _ in range(2):
            ann.rounds()
    before = ann.person.count
    ann.rounds()
    assert ann.person.count > before


@pytest.mark.parametrize("code", [errno.ENOSPC, errno.EROFS, errno.EIO, errno.EMFILE])
def test_a_disk_that_takes_nothing_costs_no_message(both, office, monkeypatch, code):
    """However long it is full: mail waits, its owner hears of it daily, and then it is read."""
    ann, bob = both
    turn(ann, bob)
    bob.rounds()
    before, tried = ann.person.count, []

    def full(path: Path, events: object) -> None:
        tried.append(events)
        with explaining(path, "Writing"):
            raise OSError(code, os.strerror(code))

    with monkeypatch.context() as patch:
        patch.setattr("pbem.client.session.session.append", full)
        for _ in range(4):
            ann.rounds()
            office.passes(minutes=11)
    assert len(tried) == 4
    assert ann.person.count == before
    said = [text for text in ann.reported if os.strerror(code) in text.replace("\r\n", " ")]
    assert len(said) == 1
    assert "because this computer cannot import it now" in said[0].replace("\r\n", " ")
    ann.rounds()
    assert ann.person.count > before
    assert not (ann.person.client.agent("ann") / "quarantine").exists()


@pytest.mark.parametrize(("letters", "sender"), [(900, "bob@example.org"), (1100, "")])
def test_a_from_that_is_too_long_names_nobody(letters, sender):
    """It goes to no parser of addresses, as in what is read of mail elsewhere."""
    line = f"From: {'b' * letters} <bob@example.org>\n\nhello\n"
    assert origin_of(line.encode()).sender == sender


KINDS = {
    "hello": b"From: eve@example.org\nTo: ann@example.org\nSubject: hi\n\nhello\n",
    "of a friend": b"From: bob@example.org\nTo: ann@example.org\nSubject: hi\n\nhow are you?\n",
    "a bounce": b"From: mailer@example.org\nContent-Type: multipart/report; boundary=b\n\n"
    b"--b\n\nx\n--b--\n",
    "of 5 kB": b"From: eve@example.org\nSubject: hi\n\n" + b"so many words\n" * 350,
}


@pytest.mark.parametrize("kind", KINDS)
def test_one_child_process_reads_all_that_is_asked_of_a_message(both, office, kind):
    """A child costs more than reading an ordinary message does."""
    ann, _ = both
    asked: list[str] = []

    def counted(function, given, most):
        asked.append(function.__name__)
        return confined.copied(function, given, most)

    ann.rounds()
    office.deliver(ANN, KINDS[kind])
    with confined.by(counted):
        ann.rounds(2)
    assert len(asked) == 1, asked
    assert ann.agent.database.unread() == []


def test_a_turn_is_read_by_one_child_process(both, office):
    ann, bob = both
    ann.rounds()
    turn(ann, bob)
    bob.rounds()
    asked: list[str] = []

    def counted(function, given, most):
        asked.append(function.__name__)
        return confined.copied(function, given, most)

    before = ann.person.count
    with confined.by(counted):
        ann.rounds()
    assert ann.person.count > before
    assert len(asked) == 1, asked


def test_what_one_child_cannot_read_costs_no_other_part_of_the_message(both, office, monkeypatch):
    """The author of it stays named, though nothing can be read of what it brings."""
    ann, _ = both

    def broken(data: bytes, source: str):
        raise RuntimeError("odd")

    monkeypatch.setattr("pbem.agent.sender.looking.in_mail", broken)
    monkeypatch.setattr("pbem.mail.inside.in_mail", broken)
    office.deliver(ANN, KINDS["of a friend"])
    ann.rounds(2)
    said = " ".join(" ".join(ann.reported).split())
    assert "Mail from bob@example.org" in said
    assert "pbem could not read this" in said


def test_what_child_processes_spend_counts_as_time_of_reading(monkeypatch):
    """Else a stranger's slow message costs nothing of what a stranger has in an hour."""
    monkeypatch.setattr(agents.time, "process_time", lambda: 1.0)
    monkeypatch.setattr(agents.os, "times", lambda: (1.0, 0.0, 2.0, 4.0, 99.0))
    assert agents.processor_time() == 7.0
    assert inspect.signature(agents.Agent).parameters["meter"].default is agents.processor_time
