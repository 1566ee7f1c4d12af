"""[8.2] Who is left to be released when units of the 36th Army die before their Reconstitution."""

from __future__ import annotations

from typing import Any

import pytest

from pbem.games.tokyo.rules.outcomes import Eliminated, Triggered
from pbem.kit.cups import Cups
from pbem.selfplay.simulate import Setup, bind


@pytest.mark.parametrize(
    ("phase", "later"),
    [  # whose Reconstitution comes later, by the order of the phases (3.0)
        ("1ag combat", "je"),
        ("jw combat", "jw"),
        ("8ag combat", "jw"),
        ("je combat", "je"),
    ],
)
def test_who_reconstitutes_first_has_all_that_he_was_promised(phase: str, later: str) -> None:
    game, cups = bind(Setup("tokyo", "two", {})), Cups()
    game.set_up(cups)
    position: Any = game.arrange({"scenario": "two", "turn": 4, "phase": phase}, cups)
    assert len(position.locked) == 8  # six infantry and two armored divisions
    for army, by in (("je", "1ag"), ("jw", "8ag")):
        reported = Triggered(paragraph="8.2", hex="2913", by=by, army=army, number=4)
        game.apply(position, reported)
    sooner = "je" if later == "jw" else "jw"
    assert position.pending == {sooner: 4, later: 4}
    for number, left in enumerate((3, 2, 1), 1):
        dead = Eliminated(paragraph="6.2", unit=f"Z{number}", hex=position.at[f"Z{number}"])
        game.apply(position, dead)
        assert position.pending == {sooner: 4, later: left}
