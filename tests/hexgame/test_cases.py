"""Numbered cases of the test games: every paragraph and every policy does what the page says."""

from __future__ import annotations

import pytest

from hexgame import games
from pbem.cases.run import run_file
from pbem.games import registry

GAMES = sorted(games.FILES)


@pytest.fixture(autouse=True)
def _registered(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in GAMES:
        monkeypatch.setitem(registry.RULES, (name, 1), ("hexgame.games", name))


@pytest.mark.parametrize("name", GAMES)
def test_every_case_is_as_it_says(name: str) -> None:
    ran = list(run_file(games.FOLDER / name / "cases.yaml"))
    assert {one.id: one.failed for one in ran if not one.ok} == {}
    assert len(ran) > 15


@pytest.mark.parametrize("name", GAMES)
def test_every_paragraph_has_a_case(name: str) -> None:
    shown = {
        part for one in run_file(games.FOLDER / name / "cases.yaml") for part in one.paragraphs
    }
    known = games.rules(name).data()
    assert shown == {*known.paragraphs, *known.rulings}
