"""The pictures of the board on the pages show what the board shows."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from board.pictures import MOVING, SCENES, content, film, scene, shown_in, whole

ROOT = Path(__file__).resolve().parents[2]
PICTURES = ROOT / "docs" / "pictures"
MOST, MOST_MOVING = 150_000, 400_000
"""Bytes of a picture, and of one that moves."""
FILM = PICTURES / f"board-{MOVING}.gif"
QUICK = "first-turn"
DRAWN = {"trust.svg"}
"""Those that were drawn by hand."""
LOBBY = {"lobby.png"}
"""Those of `lobby.pictures`."""
AGAIN = "PYTHONPATH=tests python -m board.pictures docs/pictures"


def page_of(name: str) -> Path:
    """The page in which a picture stands."""
    return ROOT / "docs" / ("first-game.md" if name == QUICK else f"games/{name}.md")


@pytest.mark.parametrize("name", SCENES)
def test_a_picture_is_small_and_its_page_has_it(name: str) -> None:
    path = PICTURES / f"board-{name}.png"
    assert path.stat().st_size < MOST
    page = page_of(name)
    assert f"]({os.path.relpath(path, page.parent)})" in page.read_text()


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[] if name == QUICK else pytest.mark.long) for name in SCENES]
)
def test_a_picture_shows_what_the_board_shows(name: str, chromium: Browser) -> None:
    with scene(SCENES[name], chromium) as page:
        assert content(page) == shown_in(PICTURES / f"board-{name}.png"), f"make it again: {AGAIN}"


def test_the_picture_that_moves_is_small_and_the_readme_has_it() -> None:
    assert FILM.stat().st_size < MOST_MOVING
    assert f"](docs/pictures/{FILM.name})" in (ROOT / "README.md").read_text()


@pytest.mark.long
def test_the_picture_that_moves_shows_what_the_board_shows(chromium: Browser) -> None:
    assert whole(list(film(chromium))) == shown_in(FILM), f"make it again: {AGAIN}"


def test_no_picture_is_left_over() -> None:
    made = {FILM.name, *(f"board-{name}.png" for name in SCENES)}
    assert {path.name for path in PICTURES.iterdir()} == made | DRAWN | LOBBY
    assert all(f"docs/pictures/{name}" in (ROOT / "README.md").read_text() for name in DRAWN)
