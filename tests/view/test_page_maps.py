"""The maps of the games' pages are those that this program draws."""

from __future__ import annotations

from pathlib import Path

import pytest

from finished import draw
from view.page_maps import ROOT, PageMap, maps

GAMES = ROOT / "docs" / "games"
MAPS = maps(GAMES)


def test_every_map_of_a_page_has_a_page_that_says_what_it_shows() -> None:
    assert {one.to for one in MAPS} == set(GAMES.glob("*-map.svg"))


@pytest.mark.parametrize("one", MAPS, ids=[one.to.stem for one in MAPS])
def test_a_map_of_a_page_is_drawn_so_still(one: PageMap, tmp_path: Path) -> None:
    """After a change: PYTHONPATH=tests python -m view.page_maps docs/games."""
    again = tmp_path / "map.svg"
    draw(one.log, one.events, again)
    assert again.read_text("utf-8") == one.to.read_text("utf-8")
