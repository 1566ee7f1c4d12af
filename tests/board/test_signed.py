"""The page's report after a signature: what was signed, and who is to be mailed besides."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from board.conftest import Board, enter, menu, running
from board.playing import LANDINGS, PASSPHRASE
from commands.conftest import WORDS, Home
from commands.test_tournament_newcomer import Club
from pbem.board.game import BoardGame
from pbem.client.client import Client
from pbem.log.event import Event

pytestmark = pytest.mark.long


@pytest.fixture
def club(tmp_path: Path) -> Club:
    def home(handle: str) -> Home:
        made = Home(tmp_path / handle)
        made("identity", "new", handle, "--email", f"{handle}@example.org")
        return made

    return Club(home, tmp_path)


def test_the_end_of_a_tournaments_game_says_who_is_mailed_the_whole_log(
    page: Page, club: Club
) -> None:
    """The page has that log as a file below, so no command is named that writes it."""
    first, _ = club.begins()
    client = Client(first.folder, f"sqlite:///{first.folder / 'pbem.sqlite'}")
    try:
        with running(BoardGame(client, first.folder / "games" / "cup-r1b1.pbem")) as served:
            page.goto(served.address)
            menu(page)
            page.get_by_text("Leave the game").click()
            page.fill("#resigning", "I resign")
            page.click("#resign")
            page.fill("#sure #passphrase", WORDS)
            page.click("#sure-yes")
            reported = page.locator("#tried")
            expect(reported).to_contain_text("Signed: event 3, resign.")
            expect(reported).to_contain_text(
                "The game is round 1, board 1 of Club Cup. "
                "Mail the whole log to dora, its director, too."
            )
            expect(page.locator("#outgoing a", has_text="the whole log")).to_be_visible()
            expect(reported).not_to_contain_text("pbem ")
    finally:
        client.close()
    assert page.wrong == []  # type: ignore[attr-defined]


def test_what_was_signed_before_and_was_not_in_the_log_is_not_reported_as_signed_now(
    page: Page, board: Board, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The power fails between signing and writing: what is signed next only brings that there."""

    def fails(_path: Path, _events: list[Event]) -> None:
        raise OSError("off")

    ann = board.whose
    with monkeypatch.context() as off:
        off.setattr("pbem.client.session.session.append", fails)
        with pytest.raises(OSError, match="off"):
            ann.orders(*LANDINGS)
    enter(page, board)
    page.fill("#list", f"{LANDINGS[0]}\n")
    page.fill("#passphrase", PASSPHRASE)
    page.click("[data-act=orders]")
    reported = page.locator("#tried")
    expect(reported).to_contain_text("Signed before, and in the log only now: event 3, orders.")
    expect(reported).to_contain_text("Nothing else was signed: look at the game")
    expect(page.locator('.stack[data-place="1102"]')).to_have_count(1)
