"""An order reads as a person says it, without the words that only a typist needs."""

from __future__ import annotations

import re
from itertools import islice
from typing import Any

import pytest

import pbem
from pbem.games import registry

CODES = re.compile(r"\b(gsp|fpf)\b|^pass|[`_]|^[a-z]")
"""Words of an order's line that nobody says, marks, and a small letter at the beginning."""
TYPED = re.compile(r"[jab][ivghfb][0-9]+|[A-Z][a-z]+-[A-Z]")
"""Names of Singapore as they are typed: ji3, Bukit-Panjang."""
MOST, STEPS = 60, 120


def play(name: str, scenario: str | None = None) -> Any:
    return pbem.new_game(name, scenario=scenario)._play


@pytest.mark.parametrize(
    ("name", "scenario", "line", "words"),
    [
        ("saipan", None, "land 1/2 1203", "1/2 lands at 1203"),
        ("saipan", None, "end movement", "End movement"),
        ("manila", None, "activate 2", "Activate 2 (Grace Park Airfield)"),
        ("lantern", None, "move B2 0503 0504", "B2 to 0504"),
        ("lantern", None, "attack 0204 with B1 B2", "Attack 0204 (Lantern Bridge) with B1 and B2"),
        ("lantern", None, "lose B1 B1 B2", "B1 loses 2 steps and B2 loses 1 step"),
        ("singapore", "corps", "fly jf1 jb1 Sarimbun", "Fighter 1 and bomber 1 over Sarimbun"),
    ],
)
def test_an_order_reads_as_a_person_says_it(
    name: str, scenario: str | None, line: str, words: str
) -> None:
    found = play(name, scenario)
    side = next(iter(found.game.sides))
    order = found.game.parse(found.position, side, line)
    assert found.game.order_words(found.position, order) == words


@pytest.mark.parametrize(
    ("raw", "words"),
    [
        ({"do": "fpf", "with": ["3/10"]}, "3/10 fires"),
        ({"do": "fpf", "with": ["1/3", "2/10"], "gsp": 2},
         "1/3 and 2/10 fire with 2 ground support points"),
        ({"do": "fpf", "gsp": 1, "unit": "16"}, "1 ground support point fires for 16"),
        ({"do": "attack", "on": ["25"], "with": ["1/29"], "barrage": ["2/VAC"]},
         "Attack 25 with 1/29 and the barrage of 2/VAC"),
        ({"do": "retreat", "unit": "318", "to": ["1204"]}, "318 retreats to 1204"),
    ],
)  # fmt: skip
def test_an_answer_of_saipan_reads_so(raw: dict[str, Any], words: str) -> None:
    game = play("saipan").game
    order = game.read_order(raw)
    assert game.order_words(play("saipan").position, order) == words


@pytest.mark.parametrize(
    ("name", "scenario"),
    [(name, None) for name in registry.names() if name != "table"]
    + [("singapore", "corps"), ("singapore", "division"), ("saipan", "free")],
)
def test_no_game_offers_codes(name: str, scenario: str | None) -> None:
    """Two answers to one question never read the same."""
    game = pbem.new_game(name, scenario=scenario, seed=3)
    asked = set[str]()
    for _ in range(STEPS):
        if game.asked is not None and game.asked.secret is None:
            asked.add(game.asked.name)
            words = game._play.game.order_words
            legal = list(islice(game.legal(), MOST))
            said = [words(game._play.position, order) for order in legal]
            for one in said:
                assert one
                assert not CODES.search(one), one
                assert name != "singapore" or not TYPED.search(one), one
                assert not one.endswith(".")
            if not game.asked.phase:
                assert len(set(said)) == len(said), said
        if game.due is not None:
            game.roll()
        else:
            game.apply(game.sensible())
        if game.result is not None:
            break
    assert asked
