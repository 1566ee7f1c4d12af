"""Lobbies that are served, and the browser that opens them."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import browsers
from lobby.homes import lantern, two_homes
from long import BROWSING
from pbem.board.serving import Served
from pbem.client.client import Client
from pbem.lobby.serving import served_lobby

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

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


@pytest.fixture
def page(tmp_path: Path, serve: Serve, chromium: Browser) -> Iterator[Page]:
    """Show the lobby of ann, who waits for bob to join one game, with its map."""
    from playwright.sync_api import expect

    with two_homes(tmp_path) as (ann, _):
        lantern(ann)
    with chromium.new_context() as context:
        page = context.new_page()
        page.set_default_timeout(BROWSING)
        page.goto(serve(tmp_path / "ann").address)
        expect(page.locator("#waiting li img")).to_have_js_property("complete", value=True)
        expect(page.locator("#waiting li img")).to_have_attribute("src", "/scene?rules=lantern")
        yield page
