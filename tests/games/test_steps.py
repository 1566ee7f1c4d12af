"""Outcomes applied one by one lead to the position that the log has, in the games of `logs/`."""

from __future__ import annotations

from pathlib import Path

import pytest

from long import sample
from pbem.desk.look.steps import _steps
from pbem.games import registry
from pbem.log.file import read_events
from pbem.table.library import Library
from pbem.table.outcomes import TookBack
from pbem.table.table import Table

LOGS = sorted(
    (Path(__file__).parents[2] / "logs").glob("[mst]*/*.pbem"), key=lambda path: path.stat().st_size
)
"""Whole games, the shortest first."""


@pytest.mark.parametrize(
    "path", sample(LOGS, 1, of=3), ids=lambda path: f"{path.parent.name}-{path.stem}"
)
def test_every_move_is_in_the_step_that_makes_it(path: Path) -> None:
    """What is left over at the end of an event would be a step without words."""
    table = Table(Library(registry.find))
    for event in read_events(path):
        play = None if table.play is None else table.play.copy()
        table.take(event)
        outcomes = table.told()
        if play is None or table.play is None:
            continue
        found = list(_steps(play, table.play, outcomes, None))
        if not any(isinstance(one, TookBack) for one in outcomes):
            assert all(step.text for step in found), event.seq
