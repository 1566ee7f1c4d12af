"""Servers that say what no good server says: an IMAP server for one mailbox, in a thread.

    with Liar(SEARCH=[b"* SEARCH one two\r\n", OK]) as server:
        ...  # an inbox at 127.0.0.1, server.port; `server.says.clear()` makes it honest again

It has two messages, and answers each command as a good one does, but those for which the test gives
another answer: with pieces of bytes, in which `{tag}` is the tag of the command. An endless answer
has an end: `MOST` bytes, or that nobody takes them any more. `said` counts what was taken.
"""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from inspect import signature
from typing import Self

OK = b"{tag} OK done\r\n"
MOST = 64 << 20
PATIENCE = 5.0  # seconds for a client that takes or says nothing; a test is over by then

MESSAGES = {
    1: b"From: eve@elsewhere.example\r\n\r\none\r\n",
    2: b"From: eve@elsewhere.example\r\n\r\ntwo\r\n",
}
DATE = b'"01-Jul-2026 12:00:00 +0000"'
Says = Iterable[bytes] | Callable[..., Iterable[bytes]]


def flood(line: bytes) -> Callable[[], Iterator[bytes]]:
    """Say the same without end."""

    def pieces() -> Iterator[bytes]:
        piece = line * (1 + (1 << 16) // len(line))
        while True:
            yield piece

    return pieces


def sizes() -> bytes:
    line = b"* %d FETCH (UID %d RFC822.SIZE %d INTERNALDATE %s)\r\n"
    return b"".join(line % (uid, uid, len(data), DATE) for uid, data in MESSAGES.items())


def body(uid: int) -> bytes:
    data = MESSAGES[uid]
    return b"* %d FETCH (UID %d BODY[] {%d}\r\n%s)\r\n" % (uid, uid, len(data), data)


class Liar:
    """An IMAP server; ``says`` holds what it answers to a command, by its name.

    Names: HELLO, CAPABILITY, LOGIN, EXAMINE, NOOP, SEARCH, SIZES, BODY, IDLE, DONE, LOGOUT.
    """

    def __init__(self, **says: Says) -> None:
        self.says: dict[str, Says] = dict(says)
        self.said = 0
        self.asked: list[str] = []
        self._listens = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listens.getsockname()[1]
        self._thread = threading.Thread(target=self._serve, daemon=True)
        self._thread.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        with suppress(OSError):
            self._listens.shutdown(socket.SHUT_RDWR)
        self._listens.close()
        self._thread.join(2 * PATIENCE)

    def _serve(self) -> None:
        with suppress(OSError):
            while True:
                line, _ = self._listens.accept()
                line.settimeout(PATIENCE)
                # Else a piece waits for a word that the one before has come, which has no hurry.
                line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                with suppress(OSError), line:
                    self._talk(line)

    def _talk(self, line: socket.socket) -> None:
        file = line.makefile("rb")
        if not self._answers(line, "HELLO", b"*"):
            return
        tag = b""
        while words := file.readline().upper().split():
            if words != [b"DONE"]:
                tag, *words = words
            if not self._answers(line, _name(words), tag, words):
                return

    def _answers(
        self, line: socket.socket, name: str, tag: bytes, words: list[bytes] | None = None
    ) -> bool:
        """Say what there is to say; False where the connection ends."""
        self.asked.append(name)
        says = self.says.get(name)
        pieces = _honest(name, words or []) if says is None else _asked(says, words or [])
        for piece in pieces:
            data = piece.replace(b"{tag}", tag)
            line.sendall(data)
            self.said += len(data)
            if self.said > MOST:
                return False
        return name != "LOGOUT"


def _asked(says: Says, words: list[bytes]) -> Iterable[bytes]:
    """Return what is said; of what wants to know the words of a command, what it says to them."""
    if not callable(says):
        return says
    return says(words) if signature(says).parameters else says()


def _name(words: list[bytes]) -> str:
    if words[0] == b"UID":
        if words[1] == b"SEARCH":
            return "SEARCH"
        return "BODY" if b"BODY.PEEK[]" in words[-1] else "SIZES"
    return words[0].decode("ascii", "replace")


def _honest(name: str, words: list[bytes]) -> list[bytes]:
    if name == "BODY":
        return [body(int(words[-2])), OK]
    return {
        "HELLO": [b"* OK hello\r\n"],
        "CAPABILITY": [b"* CAPABILITY IMAP4rev1 IDLE\r\n", OK],
        "EXAMINE": [b"* 2 EXISTS\r\n* OK [UIDVALIDITY 7] good\r\n", OK],
        "SEARCH": [b"* SEARCH 1 2\r\n", OK],
        "SIZES": [sizes(), OK],
        "IDLE": [b"+ idling\r\n* 3 EXISTS\r\n"],
        "LOGOUT": [b"* BYE\r\n", OK],
    }.get(name, [OK])
