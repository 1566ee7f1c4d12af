"""The board in Firefox, where there is one: at an address that is drawn."""

from __future__ import annotations

from pathlib import Path

import pytest

from board.conftest import Board
from replays.firefox import AS_IT_IS, firefox

pytestmark = pytest.mark.long


def test_the_board_opens_in_firefox(board: Board, tmp_path: Path) -> None:
    """It takes each address of this machine for safe, so that a proof can be asked for there."""
    with firefox(tmp_path, AS_IT_IS) as browser:
        browser.goes_to(board.address)
        browser.waits_for("document.querySelectorAll('#past > li').length === 3")
        assert browser.evaluates("isSecureContext && typeof crypto.subtle === 'object'")
        asked = "import('/page/ask.js').then((one) => one.proved())"
        reported = "() => { document.title = 'proved'; }, () => { document.title = 'refused'; }"
        browser.evaluates(f"void {asked}.then({reported})")
        browser.waits_for("['proved', 'refused'].includes(document.title)")
        assert browser.evaluates("document.title") == "proved"
