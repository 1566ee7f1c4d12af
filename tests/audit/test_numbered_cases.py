"""Every numbered case of every game, one test each."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.audit import cases
from pbem.games import registry

FOLDER = Path(__file__).parents[1] / "cases"
GAMES = sorted(folder.name for folder in FOLDER.iterdir() if folder.is_dir())
CASES = [
    (game, case)
    for game in GAMES
    for file in cases.files_in(FOLDER / game)
    for case in cases.read_file(file).cases
]


def test_every_game_has_cases() -> None:
    assert sorted(registry.names()) == GAMES


@pytest.mark.parametrize(("game", "case"), CASES, ids=[f"{game}-{case.id}" for game, case in CASES])
def test_case(game: str, case: cases.Case) -> None:
    version = registry.newest(game)
    assert version is not None
    rules = registry.find(game, version)
    assert rules is not None
    ran = cases.run_case(rules, case)
    assert ran.ok, "\n".join((ran.line(), *ran.failed))


@pytest.mark.parametrize("game", GAMES)
def test_no_two_cases_have_one_id(game: str) -> None:
    ids = [case.id for name, case in CASES if name == game]
    assert sorted(ids) == sorted(set(ids))
