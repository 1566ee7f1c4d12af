"""Bytes from a server, within a size and a time: every answer of it has both (docs/agent.md)."""

from __future__ import annotations

import selectors
import socket
import ssl
import time

PIECE_BYTES = 1 << 16


class TooMuchError(OSError):
    """A server sends more than any good answer has."""


class Meter:
    """The allowance until the next `allow`: at most so many bytes, within so many seconds."""

    def __init__(self) -> None:
        self._bytes = 0
        self._most = 0
        self._until = 0.0

    def allow(self, size: int, seconds: float) -> None:
        """Begin again: the next answer has at most ``size`` bytes and comes within ``seconds``."""
        self._bytes, self._most = 0, size
        self._until = time.monotonic() + seconds

    def took(self, size: int) -> None:
        """Count ``size`` bytes that came.

        Raises:
            TooMuchError: They are more than an answer may have.
        """
        self._bytes += size
        if self._bytes > self._most:
            raise TooMuchError(f"it sends more than the {self._most:,} bytes allowed for an answer")

    def seconds(self) -> float:
        """Return how many seconds the agent may still wait.

        Raises:
            TimeoutError: None are left.
        """
        left = self._until - time.monotonic()
        if left <= 0:
            raise TimeoutError("its answer took too long")
        return left


class Lines:
    """The lines that come by a socket, as `imaplib` and `smtplib` read them from a file."""

    def __init__(self, sock: socket.socket, meter: Meter) -> None:
        self.sock = sock
        self._meter = meter
        self._kept = bytearray()

    def readline(self, most: int) -> bytes:
        """Return a line with its end; what is cut at ``most`` bytes, or by the end, has none."""
        seen = 0
        while True:
            end = self._kept.find(b"\n", seen, most)
            if end >= 0:
                return self._cut(end + 1)
            seen = len(self._kept)
            if seen >= most or not self._more():
                return self._cut(most)

    def read(self, size: int) -> bytes:
        """Return ``size`` bytes, fewer where the connection ends."""
        while len(self._kept) < size and self._more():
            pass
        return self._cut(size)

    def wait(self, seconds: float) -> None:
        """Return when something has come, or after ``seconds``."""
        if self._kept or (isinstance(self.sock, ssl.SSLSocket) and self.sock.pending()):
            return
        with selectors.DefaultSelector() as ready:
            ready.register(self.sock, selectors.EVENT_READ)
            ready.select(seconds)

    def close(self) -> None:
        """The socket is closed by its maker."""

    def _more(self) -> bool:
        self.sock.settimeout(self._meter.seconds())
        piece = self.sock.recv(PIECE_BYTES)
        self._meter.took(len(piece))
        self._kept += piece
        return bool(piece)

    def _cut(self, size: int) -> bytes:
        with memoryview(self._kept) as view:
            piece = bytes(view[:size])
        del self._kept[:size]
        return piece
