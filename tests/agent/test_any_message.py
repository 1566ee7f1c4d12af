"""No message ends the agent: whatever happens while one is read costs that one, after two attempts.

Written from docs/agent.md alone.
"""

from __future__ import annotations

import errno
import os
from collections import Counter
from contextlib import nullcontext
from email.message import EmailMessage
from pathlib import Path

import pytest

from pbem.agent.sender.origin import origin_of
from pbem.agent.servers.mailbox import InboxError
from pbem.agent.servers.maildir import MaildirInbox
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
    """Bob's turn reaches ann, behind whatever lies in her mailbox."""
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

    def instead(*args, **options):
        data = args[0] if isinstance(args[0], bytes) else args[1][0].read_bytes()
        for mark, error in errors.items():
            if mark in data:
                failed[mark] += 1
                raise error
        return real(*args, **options)

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
    read = {key.split(".")[1] for key in ann.agent.book.seen(f"maildir {office.box(ANN)}")}
    assert came <= read
    assert ann.agent.book.unread() == []


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


@pytest.mark.parametrize(
    "where", ["pbem.agent.reading.incoming.take_mail", "pbem.agent.reading.incoming.origin_of"]
)
def test_whatever_fails_costs_one_message_after_two_attempts(both, office, monkeypatch, where):
    ann, bob = both
    errors = {MARK + b" %d." % number: error for number, error in enumerate(ERRORS)}
    failed = fails_at(monkeypatch, where, errors)
    for mark in errors:
        office.deliver(ANN, marked(mark))
    turn(ann, bob)
    goes_on(ann, bob, office)
    for _ in range(5):
        office.passes(minutes=31)
        ann.rounds(2)
    assert failed == dict.fromkeys(errors, 2)
    parts = [part for text in ann.told for part in text.replace("\r", "").split("\n\n")]
    told = [part.replace("\n", "") for part in parts if "2 attempts" in part]
    assert len(told) == len(errors)
    kept = list((ann.person.desk.agent("ann") / "quarantine").iterdir())
    assert len(kept) == len(errors)
    for mark, error in errors.items():
        [one] = [path for path in kept if mark in path.read_bytes()]
        [said] = [text for text in told if str(one) in text]
        assert type(error).__name__ in said


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
    assert sum("ended the agent" in text for text in ann.told) == 1


def test_what_ended_the_agent_twice_is_put_aside_unread(both, office, monkeypatch):
    ann, bob = both
    office.deliver(ANN, marked())
    failed = fails_at(monkeypatch, "pbem.agent.reading.incoming.origin_of", {MARK: Killed()})
    for _ in range(2):
        with pytest.raises(Killed):
            ann.rounds()
        ann.agent.close()
        ann.start()
    turn(ann, bob)
    goes_on(ann, bob, office)
    assert failed[MARK] == 2
    [kept] = (ann.person.desk.agent("ann") / "quarantine").iterdir()
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
    """However long it is full: mail waits, its owner is told once a day, and then it is read."""
    ann, bob = both
    turn(ann, bob)
    bob.rounds()
    before, tried = ann.person.count, []

    def full(path: Path, events: object) -> None:
        tried.append(events)
        with explaining(path, "Writing"):
            raise OSError(code, os.strerror(code))

    with monkeypatch.context() as patch:
        patch.setattr("pbem.desk.seat.sitting.append", full)
        for _ in range(4):
            ann.rounds()
            office.passes(minutes=11)
    assert len(tried) == 4
    assert ann.person.count == before
    said = [text for text in ann.told if os.strerror(code) in text.replace("\r\n", " ")]
    assert len(said) == 1
    assert "waits until this computer can take it in" in said[0].replace("\r\n", " ")
    ann.rounds()
    assert ann.person.count > before
    assert not (ann.person.desk.agent("ann") / "quarantine").exists()


@pytest.mark.parametrize(("letters", "sender"), [(900, "bob@example.org"), (1100, "")])
def test_a_from_that_is_too_long_names_nobody(letters, sender):
    """It goes to no parser of addresses, as in what is read of mail elsewhere."""
    line = f"From: {'b' * letters} <bob@example.org>\n\nhello\n"
    assert origin_of(line.encode()).sender == sender
