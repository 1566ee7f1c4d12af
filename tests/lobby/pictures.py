"""The picture of the lobby on the pages: ``python -m lobby.pictures docs/pictures`` makes it again.

Alice has games that computer players began: four to play, one that waits, one that is over. The
text that the picture shows stands in it as a digest: by that a test sees that the page shows it
still.
"""

from __future__ import annotations

import hashlib
import io
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from PIL import Image, PngImagePlugin
from playwright.sync_api import Browser, Page

from board.pictures import CONTENT, SIZE
from browsers import chromium_of, driven
from lobby.conftest import serving
from lobby.homes import PASSPHRASE
from pbem.bench.games import Signed, identity, write_log
from pbem.client.client import Client
from pbem.client.exchange.taking import TakeOptions, take
from pbem.games import registry
from pbem.identity import keyfile
from pbem.identity.card import make_card
from pbem.lobby.forms import Words
from pbem.lobby.lobby import Lobby
from pbem.table.library import Library

NAME = "lobby.png"
COLOURS = 128
ALICE = "alice"


class Begun(NamedTuple):
    """A game of computer players, until after so many events somebody is to write; 0: its end."""

    rules: str
    scenario: str
    events: int = 0
    handle: str = ALICE


GAMES = (
    Begun("saipan", "historical", 26),
    Begun("singapore", "division", 200),
    Begun("manila", "campaign", 40),
    Begun("tokyo", "two", 30),
    Begun("meiktila", "meiktila", 100, "bob"),
    Begun("lantern", "lantern"),
)


def signed(library: Library, begun: Begun) -> Signed:
    """Have computer players play a game as far as the picture shows it."""
    game, given = Signed(library, begun.scenario, begun.rules), set[str]()
    while game.table.result is None:
        now = game.table.active()
        enough = 0 < begun.events <= game.table.chain.count
        if enough and now.handle == begun.handle and now.kinds[0] == "orders":
            break
        game.step(0, given)
    return game


def make_home(folder: Path) -> Path:
    """Make alice's home, with alice's games and with bob's card."""
    home = folder / ALICE
    home.mkdir(mode=0o700)
    library = Library(registry.find)
    with closing(Client(home, f"sqlite:///{home / 'pbem.sqlite'}")) as client:
        keyfile.save(identity(ALICE), client.identities / f"{ALICE}.key", PASSPHRASE)
        for handle in (ALICE, "bob"):
            card = make_card(identity(handle), f"{handle}@example.org")
            (client.identities / f"{handle}.card").write_bytes(card)
        lobby = Lobby(client, lambda _path, _make: "")
        lobby.came((client.identities / "bob.card").read_bytes())
        (client.identities / "bob.card").unlink()
        [bob] = lobby.hall().people
        lobby.words(Words(bob.handle, " ".join(bob.words)))
        for number, begun in enumerate(GAMES):
            log = write_log(folder / f"game-{number}.pbem", signed(library, begun).events)
            take(client, [log], TakeOptions(ALICE))
    return home


@contextmanager
def shown(browser: Browser) -> Iterator[Page]:
    """Open the page that the picture shows."""
    width, height = SIZE
    with (
        TemporaryDirectory() as name,
        serving(make_home(Path(name))) as served,
        browser.new_context(viewport={"width": width, "height": height}) as context,
    ):
        page = context.new_page()
        page.goto(served.address)
        page.wait_for_selector("#yours li")
        page.wait_for_load_state("networkidle")
        yield page


def content(page: Page) -> str:
    """Return the digest of what the page says."""
    words = " ".join(page.inner_text("body").split())
    return hashlib.sha256(words.encode()).hexdigest()


def main(folder: Path) -> None:
    """Make the picture again."""
    with driven() as driver, chromium_of(driver) as browser, shown(browser) as page:
        shot = Image.open(io.BytesIO(page.screenshot(animations="disabled")))
        known = PngImagePlugin.PngInfo()
        known.add_text(CONTENT, content(page))
        few = shot.convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE)
        few.save(folder / NAME, "PNG", optimize=True, pnginfo=known)


if __name__ == "__main__":
    main(Path(sys.argv[1]).resolve())
