"""The picture of the lobby on the pages shows what the lobby shows."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from board.pictures import shown_in
from lobby.pictures import NAME, content, shown

ROOT = Path(__file__).resolve().parents[2]
PICTURE = ROOT / "docs" / "pictures" / NAME
MOST = 150_000
AGAIN = "PYTHONPATH=tests python -m lobby.pictures docs/pictures"


def test_the_picture_is_small_and_its_page_has_it() -> None:
    assert PICTURE.stat().st_size < MOST
    assert f"](pictures/{NAME})" in (ROOT / "docs" / "board.md").read_text()


@pytest.mark.long
def test_the_picture_shows_what_the_lobby_shows(chromium: Browser) -> None:
    with shown(chromium) as page:
        assert content(page) == shown_in(PICTURE), f"make it again: {AGAIN}"
