"""Outcomes applied one by one lead to the position that the log has, in the games of `logs/`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from long import sample
from pbem.games import registry
from pbem.kit.cups import Cups
from pbem.log.file import read_events
from pbem.selfplay.simulate import Setup, bind
from pbem.table.library import Library
from pbem.table.table import Table
from pbem.table.words.steps import changes, moved

LOGS = sorted(
    (Path(__file__).parents[2] / "logs").glob("[mst]*/*.pbem"), key=lambda path: path.stat().st_size
)
"""Whole games, the shortest first."""


@pytest.mark.parametrize(
    "path", sample(LOGS, 1, of=3), ids=lambda path: f"{path.parent.name}-{path.stem}"
)
def test_every_move_is_in_the_step_that_makes_it(path: Path) -> None:
    """A rest at the end of an event would be a step without words."""
    table = Table(Library(registry.find))
    for event in read_events(path):
        play = None if table.play is None else table.play.copy()
        table.take(event)
        outcomes = table.reported()
        if play is None or table.play is None:
            continue
        found = changes(play, table.play, outcomes, None)
        assert all(step.reporting is not None for step in found), event.seq


@pytest.mark.parametrize(
    ("name", "scenario", "before", "after"),
    [
        ("meiktila", "meiktila", {}, {"oos": ["WY1"]}),
        ("meiktila", "meiktila", {"fired": ["FD129"]}, {"reduced": ["FD129"]}),
        ("meiktila", "meiktila", {"dug": {"H11": 1}}, {"dug": {"H11": 2}}),
        ("tokyo", "two", {}, {"known": ["U1"]}),
    ],
)
def test_who_gets_a_mark_has_not_moved(
    name: str, scenario: str, before: dict[str, Any], after: dict[str, Any]
) -> None:
    """Or every die for supply would draw the map again."""
    given: dict[str, Any] = {"units": {"WY1": "H11", "FD129": "H11"}}
    if name == "tokyo":
        given = {"clear": True, "units": {"U1": "2606"}, "counters": {"U1": "66"}}
    game, shown = bind(Setup(name, scenario)), []
    for more in (before, after):
        cups = Cups()
        game.set_up(cups)
        shown.append(game.picture(game.arrange({**given, **more}, cups)))
    assert moved(*shown) == []
