"""The board served: on this machine alone, until whoever started it ends it."""

from __future__ import annotations

import hashlib
import os
import socket
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

import uvicorn

from pbem.board.door import TOKEN, Door
from pbem.board.routes import Routes, Shown
from pbem.errors import PbemError

HOST = "127.0.0.1"
PORTS = 49152, 16384
"""The first port that anybody may use, and how many there are."""
SECONDS_TO_END = 5
"""For answers that are under way."""


class Served(NamedTuple):
    """A board that can be run: ``address`` opens it, once."""

    address: str
    run: Callable[[], None]
    stop: Callable[[], None]


def usual_port(path: Path) -> int:
    """Return the port where the board of a game is looked for first: the same each time.

    A page that is still open then goes on by itself when its program was started anew.
    """
    first, many = PORTS
    return first + int(hashlib.sha256(str(path.resolve()).encode()).hexdigest(), 16) % many


def served_as_usual(game: Shown, path: Path) -> Served:
    """Return the board of the game at ``path`` at its usual port, or any where that is taken."""
    try:
        return served(game, usual_port(path))
    except PbemError:
        return served(game)


def served(game: Shown, port: int = 0) -> Served:
    """Return the board of a game or a practice at a port of this machine; 0: any that is free.

    Raises PbemError where the port is taken.
    """
    listener = socket.socket()
    if os.name == "posix":  # the port of a board that has just ended can be had again at once
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((HOST, port))
        listener.listen()  # who opens the address at once waits, and is not turned away
    except OSError as error:
        listener.close()
        raise PbemError(f"port {port} cannot be used ({error.strerror}): name another") from None
    port = listener.getsockname()[1]
    door = Door(Routes(game, lambda: server.should_exit).app(), port)
    config = uvicorn.Config(
        door,
        log_config=None,
        access_log=False,
        server_header=False,
        ws="none",
        timeout_graceful_shutdown=SECONDS_TO_END,
    )
    server = uvicorn.Server(config)

    def run() -> None:
        with listener, suppress(KeyboardInterrupt):  # which is how it is meant to end
            server.run([listener])

    def stop() -> None:
        server.should_exit = True

    return Served(f"http://{HOST}:{port}/?{TOKEN}={door.token}", run, stop)
