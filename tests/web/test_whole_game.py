"""A whole game between a browser and a command line; the computer player chooses the orders.

With ``PBEM_KEEP=FILE`` the log is kept there: `logs/lantern/browser.pbem` was made so.
"""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from board.clicking import sensible
from lobby.homes import PASSPHRASE
from pbem.audit.verify import verify
from pbem.client.client import Client
from pbem.client.session.session import Session, sit
from pbem.games import registry
from pbem.table.library import Library
from web.test_game import Ann, Bob

SEED = 3
MOST = 60
"""Acts of both in a game of five turns, at most."""


def seen(ann: Ann) -> Session:
    """Return the game as the log of the one at the command line has it."""
    client = Client(ann.folder / "home")
    try:
        return sit(client, None, "ann")
    finally:
        client.close()


def does(ann: Ann, session: Session, kind: str) -> None:
    """Write the next event at the command line."""
    lines = sensible(SEED)(session) if kind in ("orders", "seal") else []
    first = session.table.active().handle == "ann" and "standing" not in ann.said
    if kind == "orders" and first:
        lines.append("standing usual")
        ann.said.add("standing")
    command = "order" if kind == "orders" else kind
    ann.types(command, *(part for line in lines for part in ("-m", line)))


def clicks(bob: Bob, session: Session, kind: str) -> None:
    """Write the next event in the browser: the board is open."""
    games = bob.games
    if kind in ("orders", "seal"):
        bob.fills("#list", "\n".join(sensible(SEED)(session)))
    expect(games.locator("#tried")).not_to_have_attribute("aria-busy", "true")
    if games.locator("#passphrase").is_visible():
        games.locator("#passphrase").fill(PASSPHRASE)
    games.locator(f"#acts [data-act={kind}]").click()
    told = games.locator("#tried", has_text="Signed: event")
    sure = games.get_by_role("button", name="Sign it all the same")
    expect(told.or_(sure)).to_be_visible()
    if sure.is_visible():  # orders that waited are not in the new list
        sure.click()
    expect(told).to_be_visible()


@pytest.mark.long(2)
def test_a_whole_game_between_a_browser_and_a_command_line(
    tmp_path: Path, address: str, chromium: Browser
) -> None:
    ann, bob = Ann(tmp_path / "ann"), Bob(chromium, address)
    joined(ann, bob, tmp_path)
    for number in range(MOST):
        session = seen(ann)
        active = session.table.active()
        if active.handle is None:
            break
        kind = active.kinds[0]
        if active.handle == "ann":
            does(ann, session, kind)
            bob.chooses(ann.mail())
            continue
        bob.presses("Play")
        clicks(bob, session, kind)
        bob.presses("All games", role="link")
        ann.types("mail", "read", str(bob.sends(tmp_path / f"{number}.eml")))
    session = seen(ann)
    assert session.table.result is not None
    log = next((tmp_path / "ann" / "home" / "games").glob("*.pbem"))
    assert verify(log, Library(registry.find)).finding is None
    assert bob.wrong == bob.foreign == []
    if "PBEM_KEEP" in os.environ:
        shutil.copy(log, os.environ["PBEM_KEEP"])


def joined(ann: Ann, bob: Bob, folder: Path) -> None:
    """Have both make keys and swap cards, and the one in the browser join."""
    ann.types("identity", "new", "ann")
    ann.types("card", "export")
    bob.makes_keys()
    bob.chooses(ann.folder / "ann.card")
    ann.types("card", "import", str(bob.gives_card(ann.folder / "bob.card")))
    ann.types("new", "lantern", "--seat", "brask=ann", "--seat", "tarle=bob")
    bob.chooses(ann.mail())
    bob.presses("Join")
    bob.fills("dialog [name=passphrase]", PASSPHRASE)
    bob.saves_backup()
    bob.presses("Join", within="dialog")
    ann.types("mail", "read", str(bob.sends(folder / "joined.eml")))
