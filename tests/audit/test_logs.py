"""The finished games in logs/ verify for ever."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.audit.verify import verify
from pbem.games import registry
from pbem.table.library import Library

LOGS = sorted((Path(__file__).parents[2] / "logs" / "saipan").glob("*.pbem"))


@pytest.mark.parametrize("path", LOGS, ids=lambda path: path.stem)
def test_a_finished_game_is_valid(path: Path) -> None:
    found = verify(path, Library(registry.find))
    assert found.ok, found.finding
    assert found.level == 3
    assert found.result is not None
    assert found.counts.endswith("wins (victory).")
    assert found.pen == "The game is over."


def test_there_is_one_of_each_scenario() -> None:
    scenarios = [verify(path, Library(registry.find), level=1).scenario for path in LOGS]
    assert scenarios == ["free", "historical"]
