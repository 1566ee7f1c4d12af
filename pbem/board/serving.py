"""The board served: on this machine alone, until its user ends it."""

from __future__ import annotations

import errno
import secrets
import socket
from asyncio import TimerHandle, Transport
from collections.abc import Callable
from contextlib import closing, suppress
from ipaddress import IPv4Address
from itertools import count
from typing import NamedTuple, Protocol

import h11
import uvicorn
from starlette.types import ASGIApp
from uvicorn.protocols.http.h11_impl import H11Protocol

from pbem import system
from pbem.board.door import BOARD, HOST, TOKEN, Door, Front
from pbem.board.routes import OnBoard, Routes
from pbem.errors import PbemError

LOOPBACK = range(0x7F000000, 0x80000000)
"""127.0.0.0/8 (RFC 1122, 3.2.1.3): the addresses of IPv4 that never leave a machine."""
HOSTS_BEFORE = 2
"""127.0.0.0 is the network's own, and 127.0.0.1 is where everybody listens."""
HOSTS = len(LOOPBACK) - HOSTS_BEFORE - 1
"""The other addresses, without the last: that one stands for all of them (broadcast)."""
SECONDS_TO_END = 5
"""For answers that are under way."""
SILENT_MOST = 128
"""So many connections on which nothing was asked yet are kept; a browser has some six."""
ASKING_MOST = 64
"""So many connections on which something was asked are kept, when another one comes."""
REQUEST_SECONDS = 30
"""For a request to come in whole, from when its connection is free for it."""
ACCEPTED_MOST = 64
"""So many are accepted at once, before any of them can be closed."""


class _Line(H11Protocol):
    """A connection, which any account of the machine can open.

    Without end they would take every file that a process may have open. Somebody who is refused
    keeps none (`pbem.board.door`), so a stranger's is one on which no request came yet, or one of
    somebody who has the cookie and does not read the answers. If there are too many of either kind,
    the oldest is closed for each that comes. A request has a time to come in.
    """

    _numbers = count()
    _late: TimerHandle | None = None

    def connection_made(self, transport: Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.number = next(self._numbers)
        lines = [one for one in self.connections if isinstance(one, _Line) and one is not self]
        silent = [one for one in lines if one.cycle is None]
        asking = [one for one in lines if one.cycle is not None]
        for many, most in ((silent, SILENT_MOST), (asking, ASKING_MOST)):
            if len(many) >= most:
                oldest = min(many, key=lambda one: one.number)
                oldest.transport.abort()
                self.connections.discard(oldest)
        self._watch()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._watch()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._watch()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._unwatch()

    def send_400_response(self, msg: str) -> None:
        """Refuse what is no request, or the rest of one that is being answered already."""
        if self.cycle is not None:
            self.cycle.disconnected = True
            self.cycle.message_event.set()
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            super().send_400_response(msg)
        else:
            self.transport.abort()

    def _watch(self) -> None:
        """Begin the time of a request that is not all here; end that of one that is."""
        if self.cycle is not None and not (self.cycle.response_complete or self.cycle.more_body):
            self._unwatch()
        elif self._late is None and not self.transport.is_closing():
            self._late = self.loop.call_later(REQUEST_SECONDS, self.transport.abort)

    def _unwatch(self) -> None:
        if self._late is not None:
            self._late.cancel()
            self._late = None


class Served(NamedTuple):
    """A board that can be run: ``address`` opens it, once."""

    address: str
    run: Callable[[], None]
    stop: Callable[[], None]


def drawn_host() -> str:
    """Draw an address of this machine where nobody was before, 24 random bits of 127.0.0.0/8.

    A browser keeps things of an address and port, such as a script that answers in the place of
    whatever comes there later; and a page of an earlier program may still be open. Ports alone are
    few enough for another account to have been at each.
    """
    if not system.HERE.loopbacks:
        return HOST
    return str(IPv4Address(LOOPBACK[HOSTS_BEFORE + secrets.randbelow(HOSTS)]))


def _listening(host: str | None, port: int) -> socket.socket:
    # TCP is named here. Only then asyncio sends at once (TCP_NODELAY) what is written in two parts,
    # and no answer waits 40 ms for the browser's acknowledgement of its head.
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    if system.HERE.port_again:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        try:
            listener.bind((host or drawn_host(), port))
        except OSError as error:
            if host is not None or error.errno != errno.EADDRNOTAVAIL:
                raise
            listener.bind((HOST, port))  # a system that was set up to have this one alone
        listener.listen()  # who opens the address at once waits, and is not turned away
    except OSError as error:
        listener.close()
        raise PbemError(f"Port {port} cannot be used ({error.strerror}). Name another.") from None
    return listener


class Pages(Protocol):
    """The served pages: an application, which is closed at the end."""

    def app(self) -> ASGIApp:
        """Return what answers to all addresses."""

    def close(self) -> None:
        """End what it began."""


def served(game: OnBoard, port: int = 0, host: str | None = None) -> Served:
    """Return the board of a game or a practice; arguments and errors as of `serve`."""
    return serve(lambda ends: Routes(game, ends), port, host)


def serve(
    make: Callable[[Callable[[], bool]], Pages],
    port: int = 0,
    host: str | None = None,
    front: Front = BOARD,
) -> Served:
    """Return pages that are served at a port of this machine.

    Args:
        make: Makes the pages; it is given what says whether they are about to end.
        port: The port; 0: any that is free.
        host: An address of this machine, by default one that is drawn (`drawn_host`).
        front: The differences between doors.

    Raises:
        PbemError: The port is taken.
    """
    listener = _listening(host, port)
    host, port = listener.getsockname()
    pages = make(lambda: server.should_exit)
    door = Door(pages.app(), port, host=host, front=front)
    config = uvicorn.Config(
        door,
        log_config=None,
        log_level="error",  # a warning is of a broken request, and anybody can send those
        access_log=False,
        server_header=False,
        proxy_headers=False,  # no header says who is at the other end: only the system does
        ws="none",
        http=_Line,
        backlog=ACCEPTED_MOST,
        timeout_graceful_shutdown=SECONDS_TO_END,
    )
    server = uvicorn.Server(config)

    def run() -> None:
        with listener, closing(pages), suppress(KeyboardInterrupt):  # that is how it ends
            server.run([listener])

    def stop() -> None:
        server.should_exit = True

    return Served(f"http://{host}:{port}/?{TOKEN}={door.token}", run, stop)
