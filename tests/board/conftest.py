"""A board in a real browser: ann and bob play, and ann's program serves ann's page."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import NamedTuple, Protocol
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page, expect

import browsers
from board.playing import PASSPHRASE, saipan
from long import BROWSING
from pbem.board.door import HOST
from pbem.board.game import BoardGame
from pbem.board.routes import OnBoard
from pbem.board.serving import Served, served
from pbem.client.client import Client
from pbem.identity import keyfile
from toy.people import Person

ELSEWHERE = "evil.example"
"""A name that the browser of these tests believes to be this machine's: it was bound again."""

VIOLATIONS = """addEventListener("securitypolicyviolation", (one) =>
  console.error(`policy: ${one.effectiveDirective} ${one.blockedURI}`));"""


class Board(NamedTuple):
    """A board that is served: whose it is, and its address with the token."""

    whose: Person
    served: Served

    @property
    def address(self) -> str:
        return self.served.address

    @property
    def origin(self) -> str:
        return self.address.partition("/?")[0]


class Serve(Protocol):
    """Serves somebody's board, at an address of this machine that is drawn or named."""

    def __call__(self, whose: Person, host: str | None = None) -> Board: ...


at_home = pytest.mark.parametrize("board", [HOST], indirect=True, ids=["at 127.0.0.1"])
"""The board is where names may be bound to: where a system has no other address, it is."""

driver, chromium = browsers.fixtures("package")


@pytest.fixture
def ann(tmp_path: Path) -> Iterator[Person]:
    person = Person("ann", tmp_path)
    (person.client.identities / "ann.key").unlink()
    keyfile.save(person.identity, person.client.identities / "ann.key", PASSPHRASE)
    yield person
    person.client.close()


@pytest.fixture
def bob(tmp_path: Path, ann: Person) -> Iterator[Person]:
    person = Person("bob", tmp_path)
    person.meets(ann)
    ann.meets(person)
    yield person
    person.client.close()


@contextmanager
def serving(whose: Person, port: int = 0, host: str | None = None) -> Iterator[Served]:
    """Serve somebody's board of their one game as long as the context lasts."""
    client = Client(whose.folder, f"sqlite:///{whose.folder / 'pbem.sqlite'}")
    try:
        with running(BoardGame(client, whose.log, whose.handle), port, host) as made:
            yield made
    finally:
        client.close()


@contextmanager
def running(shown: OnBoard, port: int = 0, host: str | None = None) -> Iterator[Served]:
    """Serve anything that a board can show as long as the context lasts."""
    made = served(shown, port, host)
    thread = threading.Thread(target=made.run)
    thread.start()
    try:
        yield made
    finally:
        made.stop()
        thread.join()


def port_of(made: Served) -> int:
    found = urlsplit(made.address).port
    assert found is not None
    return found


def host_of(made: Served) -> str:
    found = urlsplit(made.address).hostname
    assert found is not None
    return found


def enter(page: Page, board: Board) -> None:
    """Open a board and wait for its past, which comes last."""
    page.goto(board.address)
    expect(page.locator("#past > li")).to_have_count(board.whose.count)


def drawer(page: Page, name: str) -> None:
    """Open a drawer beside the map, unless it is open."""
    tab(page, "units")
    button = page.locator(f"#rail [data-drawer={name}]")
    if button.get_attribute("aria-expanded") != "true":
        button.click()


def tab(page: Page, name: str) -> None:
    """Go to a part of the page where a small screen shows one at a time."""
    if page.locator("#tabs").is_visible():
        page.click(f"#tabs [data-tab={name}]")


def dock(page: Page) -> None:
    """Open all of the dock, where a telephone shows its first line alone."""
    if page.locator("#grip[aria-expanded=false]").is_visible():
        page.click("#grip")


def menu(page: Page) -> None:
    """Open the menu, unless it is open."""
    if not page.locator("#menu").is_visible():
        page.click("#menu-button")


@pytest.fixture
def board(request: pytest.FixtureRequest, ann: Person, bob: Person, serve: Serve) -> Board:
    """Saipan has begun, and this is ann's board of it, at an address that a test may name."""
    saipan(ann, bob)
    return serve(ann, getattr(request, "param", None))


@pytest.fixture
def serve() -> Iterator[Serve]:
    """Serve somebody's board of their one game, until the test ends."""
    with ExitStack() as stack:

        def begun(whose: Person, host: str | None = None) -> Board:
            return Board(whose, stack.enter_context(serving(whose, host=host)))

        yield begun


@pytest.fixture
def serve_shown() -> Iterator[Callable[[OnBoard], str]]:
    """Serve anything that a board can show, until the test ends; its address."""
    with ExitStack() as stack:
        yield lambda shown: stack.enter_context(running(shown)).address


@pytest.fixture
def page(chromium: Browser) -> Iterator[Page]:
    """A page; what the browser complains of, and whom it asks besides, is written down."""
    context = chromium.new_context(viewport={"width": 1300, "height": 900})
    context.set_default_timeout(BROWSING)
    context.add_init_script(VIOLATIONS)
    made = context.new_page()
    wrong: list[str] = []
    made.on("pageerror", lambda error: wrong.append(str(error)))
    made.on("console", lambda said: wrong.append(said.text) if said.type == "error" else None)
    made.on("request", lambda asked: wrong.append(asked.url) if is_abroad(asked.url) else None)
    made.wrong = wrong  # type: ignore[attr-defined]
    yield made
    context.close()


def is_abroad(address: str) -> bool:
    return re.match(r"\w+://127(\.\d+){3}:\d+/", address) is None
