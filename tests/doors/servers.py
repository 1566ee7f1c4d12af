"""An agent's input: headers of mail before it is fetched, and the answers of mail servers.

Each answer of a conversation is one part of the input; parts stand between lines ``==``. ``{tag}``
in one is the tag of the command that it answers.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from functools import cache
from typing import Any
from unittest.mock import patch

from doors.door import Door
from doors.post import mails
from pbem import confined
from pbem.agent.config import Imap, Server
from pbem.agent.sender.heading import heading_of
from pbem.agent.sender.origin import not_delivered, origin_of, words_of
from pbem.agent.sender.postmark import postmark, read_postmark
from pbem.agent.servers.imap import ImapInbox
from pbem.agent.servers.mailbox import GoneError, InboxError
from pbem.agent.servers.smtp import DoubtError, NotSentError, Smtp
from servers.liar import OK, body, sizes
from toy.group import identity

_APART = b"\n==\n"
_SECRET = "correct-horse-battery"  # noqa: S105
_BEFORE = datetime(2026, 6, 1, tzinfo=UTC)
_ANSWERS_MOST = 40


def headers(data: bytes) -> None:
    """Ask of a message what an agent asks, before and after it is fetched."""
    heading_of(data)
    with confined.by(confined.here):
        origin = origin_of(data)
        (ids, why), words = not_delivered(data), words_of(data)
    for said in (origin.sender, origin.subject, why, *words):
        assert said.isprintable()
    assert all(one.isprintable() for one in (*ids, *origin.answers))
    mark = read_postmark(data.decode("latin-1"))
    assert mark is None or mark.size >= 0


def letters() -> list[bytes]:
    """Return mail of ours with a postmark, a bounce, an answer of somebody on holiday."""
    mark = postmark(identity("ann"), ["bob"], "ab" * 32, b"a log", _BEFORE)
    ours = f"X-Pbem-Postmark: {mark}\n".encode() + mails()[0]
    bounce = (
        b"From: mailer@example.org\nContent-Type: multipart/report; boundary=b\n\n--b\n"
        b"Content-Type: message/delivery-status\n\nFinal-Recipient: rfc822; bob@example.org\n"
        b"Diagnostic-Code: smtp; 550 no such user\n\n--b\nContent-Type: message/rfc822\n\n"
        b"Message-ID: <0123456789abcdef0123456789abcdef@pbem>\n\nx\n--b--\n"
    )
    away = (
        b"From: Bob <bob@example.org>\nAuto-Submitted: auto-replied\nSubject: away\n\nI am away.\n"
    )
    return [ours, bounce, away, mark.encode()]


class _Line:
    """A socket at whose other end an input answers, a part of it for each command."""

    def __init__(self, data: bytes) -> None:
        self._answers = iter(data.split(_APART)[:_ANSWERS_MOST])
        self._waiting = next(self._answers, b"")
        self._asked = b""

    def sendall(self, data: bytes) -> None:
        """Take a command; its answer waits when its line is whole."""
        self._asked += bytes(data)
        while b"\n" in self._asked:
            line, _, self._asked = self._asked.partition(b"\n")
            tag = line.split(b" ")[0]
            self._waiting += next(self._answers, b"").replace(b"{tag}", tag)

    send = sendall

    def recv(self, size: int) -> bytes:
        """Give what waits; where nothing does the connection has ended."""
        given, self._waiting = self._waiting[:size], self._waiting[size:]
        return given

    def fileno(self) -> int:
        """Refuse: nobody can wait for it."""
        raise OSError("no file")

    def __getattr__(self, name: str) -> Any:
        return lambda *args, **options: None


@contextmanager
def _answering(data: bytes) -> Iterator[None]:
    with patch("socket.create_connection", lambda *args, **options: _Line(data)):
        yield


def imap(data: bytes) -> None:
    """Look once into a mailbox, as an agent does: it works, or it does not now."""
    inbox = ImapInbox(Imap("127.0.0.1", 143, "ann", "none"), lambda: _SECRET)
    with _answering(data):
        try:
            for arrived in inbox.new(_BEFORE, lambda _box: set()):
                assert 0 <= arrived.size < 1 << 63
                assert arrived.at.tzinfo is not None
                heading_of(arrived.head)
                arrived.load()
        except (InboxError, GoneError) as error:
            _discreet(str(error))
        finally:
            inbox.close()


def _discreet(said: str) -> None:
    assert said.isprintable()
    assert _SECRET not in said


def mailboxes() -> list[bytes]:
    """Return a conversation about a mailbox with two messages."""
    hello, sel = b"* OK hello\r\n", b"* 2 EXISTS\r\n* OK [UIDVALIDITY 7] good\r\n" + OK
    can = b"* CAPABILITY IMAP4rev1 IDLE\r\n" + OK
    whole = [hello, can, OK, sel, OK, can, b"* SEARCH 1 2\r\n" + OK, sizes() + OK, body(1) + OK]
    return [_APART.join([*whole, body(2) + OK, OK]), _APART.join(whole[:4]), hello]


@cache
def _server() -> Smtp:
    """The same for all: what the system trusts is loaded once."""
    return Smtp(Server("127.0.0.1", 25, "ann", "none"), lambda: _SECRET)


def smtp(data: bytes) -> None:
    """Send a message: it is sent, or is not, or nobody knows."""
    server = _server()
    with _answering(data):
        try:
            server.send(b"Subject: x\r\n\r\nhello\r\n", "ann@example.org", ["bob@example.org"],
                        lambda refused: b"Subject: x\r\n\r\nhello\r\n")  # fmt: skip
        except (NotSentError, DoubtError) as error:
            _discreet(str(error))
        finally:
            server.close()


def conversations() -> list[bytes]:
    """Return one in which a message is taken, and one in which nobody is let in."""
    ehlo = b"250-mail.example.org\r\n250-SIZE 1000\r\n250 AUTH PLAIN LOGIN\r\n"
    ok = b"250 OK\r\n"
    good = [b"220 hello\r\n", ehlo, b"235 in\r\n", ok, ok, b"354 go on\r\n"]
    return [
        _APART.join([*good, b"", b"", b"", b"250 taken\r\n", b"221 bye\r\n"]),
        _APART.join([b"220 hello\r\n", ehlo, b"535 no\r\n"]),
        _APART.join(
            [b"220 hello\r\n", ehlo.replace(b"PLAIN ", b""), b"334 VXNlcg==\r\n", b"334 x\r\n"]
        ),
    ]


DOORS = {
    "headers": Door(headers, letters, 4096),
    "imap": Door(imap, mailboxes, 4096),
    "smtp": Door(smtp, conversations, 2048),
}
