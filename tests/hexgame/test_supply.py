"""A unit out of supply can be seen, and a refusal says so (docs/hex-games.md, Policies)."""

from __future__ import annotations

from typing import Any

import pytest

from hexgame import games
from hexgame.test_cases import _registered  # noqa: F401 - the games are in the registry
from pbem.cases.run import Case, run_case
from pbem.errors import IllegalOrder
from pbem.kit.cups import Cups

GIVEN = {
    "phase": "guards movement",
    "clear": True,
    "units": {"G2": "0706", "G1": "0103", "K3": "0701"},
}
"""As in case 5-3: G2 stands too far from any source, and has 4 points of 8."""


def refused(order: str) -> IllegalOrder:
    game = games.game("salt")
    position = game.arrange(GIVEN, Cups())
    with pytest.raises(IllegalOrder) as caught:
        game.check(position, game.parse(position, "guards", order))
    return caught.value


@pytest.mark.parametrize(
    ("order", "why"),
    [
        ("move G2 0705 0704", "the path costs 5 points, and G2 has 4 out of supply [5]"),
        ("move G2 to 0702", "0702 is too far for G2, which has 4 movement points out of supply"),
    ],
)
def test_a_refusal_names_supply_and_its_paragraph(order: str, why: str) -> None:
    error = refused(order)
    assert why in str(error)
    assert (error.paragraph, error.also) == ("5", ("3",))


def case(illegal: Any) -> tuple[str, ...]:
    play = [{"guards": "move G2 0705 0704", "illegal": illegal}]
    return run_case(games.rules("salt"), Case("a", "5", "Far", play, {}, GIVEN)).failed


def test_a_case_may_name_the_paragraph_of_supply_or_that_of_movement() -> None:
    assert case("5") == case("3") == ()
    assert "5 refused it, not 4" in "".join(case("4"))


def test_a_position_says_who_is_out_of_supply() -> None:
    game = games.game("salt")
    position = game.arrange(GIVEN, Cups())
    assert [line for line in game.describe(position) if "out of supply" in line] == [
        "The guards: 2 units on the map; out of supply G2; not here yet G3, C1, C2."
    ]
    texts = {piece.label: piece.text for piece in game.picture(position).pieces}
    assert texts["G2"].endswith(", out of supply")
    assert not any("supply" in text for unit, text in texts.items() if unit != "G2")
    assert "Out of supply: G2." in game.unlisted(position)


def test_a_case_knows_who_is_out_of_supply() -> None:
    rules = games.rules("salt")
    right = Case("a", "5", "Far", [], {"out_of_supply": ["G2"]}, GIVEN)
    wrong = Case("a", "5", "Far", [], {"out_of_supply": []}, GIVEN)
    assert run_case(rules, right).ok
    assert "out_of_supply: expected [], got ['G2']" in "".join(run_case(rules, wrong).failed)
    none = Case("a", "3.0", "None", [], {"out_of_supply": []}, {})
    assert "no word 'out_of_supply'" in "".join(run_case(games.rules("mill"), none).failed)


def test_who_was_drawn_may_enter() -> None:
    """A unit that may enter is not "not here yet" like those that cannot."""
    game = games.game("salt")
    given = {"turn": 2, "phase": "raiders movement", "drawn": ["K5"]}
    position = game.arrange(given, Cups())
    lines = game.describe(position)
    assert "The raiders: 3 units on the map; may enter K5; not here yet K4, K6." in lines
    texts = {one.label: one.text for tray in game.picture(position).trays for one in tray.holds}
    assert texts["K5"].endswith(", may enter")
    assert not texts["K4"].endswith(", may enter")
