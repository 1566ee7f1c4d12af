"""The active player's move, as a player reads it: once, and with the command that answers."""

from __future__ import annotations

import pytest

from pbem.client.session.words import active_line


@pytest.mark.parametrize(
    ("why", "type_it", "line"),
    [
        ("Waiting for ann to join the game.", "join with 'pbem join'",
         "Your move: join with 'pbem join'."),
        ("Waiting for ann's computer to roll (event 4).", "roll with 'pbem dice'",
         "Your move: roll with 'pbem dice'."),
        ("Waiting for ann's computer to roll in place of bob (event 4).", "roll with 'pbem dice'",
         "Your move: roll with 'pbem dice'. Roll in place of bob (event 4)."),
        ("Waiting for ann (U.S.): Declare an attack.", "give orders with 'pbem order'",
         "Your move: give orders with 'pbem order'. Declare an attack."),
    ],
)  # fmt: skip
def test_a_move_of_ones_own_is_said_once(why: str, type_it: str, line: str) -> None:
    assert active_line(why, type_it, yours=True) == line
    assert active_line(why, "", yours=False) == why
