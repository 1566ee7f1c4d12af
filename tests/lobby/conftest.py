"""Lobbies that are served, and the browser that opens them."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path

import pytest

import browsers
from pbem.board.serving import Served
from pbem.client.client import Client
from pbem.lobby.serving import served_lobby

driver, chromium = browsers.fixtures("package")

Serve = Callable[[Path], Served]


@contextmanager
def serving(folder: Path) -> Iterator[Served]:
    """Serve the lobby of a home, new or old, as long as the context lasts."""
    folder.mkdir(mode=0o700, exist_ok=True)
    with closing(Client(folder, f"sqlite:///{folder / 'pbem.sqlite'}")) as client:
        made = served_lobby(client)
        thread = threading.Thread(target=made.run)
        thread.start()
        try:
            yield made
        finally:
            made.stop()
            thread.join()


@pytest.fixture
def serve() -> Iterator[Serve]:
    """Serve lobbies until the test ends."""
    with ExitStack() as all_:
        yield lambda folder: all_.enter_context(serving(folder))
