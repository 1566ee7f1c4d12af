"""Singapore in words: who goes where."""

from __future__ import annotations

import pytest

from pbem.games.singapore.rules.outcomes import RoundBegun, UnitsMoved
from pbem.selfplay.unsigned import bind, rules_of

GAME = bind(rules_of("singapore"), "corps", {})


@pytest.mark.parametrize(
    ("units", "path", "attacks", "reported"),
    [
        (("ji13", "ji14"), ("Kranji",), True, "ji13 and ji14 attack Kranji from Axis C."),
        (("ji13",), ("Kranji", "Bukit-Panjang"), True,
         "ji13 attacks Bukit Panjang from Axis C by way of Kranji."),
        (("ji13",), ("Kranji",), False, "ji13 goes from Axis C to Kranji."),
        (("ji13", "ji14"), ("Kranji", "Mandai", "Peirce"), False,
         "ji13 and ji14 go from Axis C to Peirce by way of Kranji, Mandai."),
    ],
)  # fmt: skip
def test_a_move_is_reported_by_its_end(units, path, attacks, reported):
    moved = UnitsMoved(paragraph="4.4", units=units, start="Axis-C", path=path, attacks=attacks)
    assert GAME.report(moved) == reported


@pytest.mark.parametrize(
    ("support", "bonus", "reported"),
    [
        ("", 0, "ji13 fights with d8 and d6 against br1 with d6."),
        ("ji14", 1, "ji13 and ji14 fight with d8 and d6 against br1 with d6 +1/2."),
    ],
)
def test_a_round_is_reported_with_its_dice(support: str, bonus: int, reported: str) -> None:
    begun = RoundBegun(
        paragraph="5.4", point="ji13", support=support, defender="br1", attack=(8, 6),
        defence=(6,), bonus=bonus,
    )  # fmt: skip
    assert GAME.report(begun) == reported
