"""Random games of Race to Tokyo, both scenarios, with each option on and off, keep the contract."""

from __future__ import annotations

import random
from typing import Any

import pytest

from long import sample
from pbem.selfplay.general import check_game
from pbem.selfplay.simulate import Setup, bind
from pbem.selfplay.unsigned import rules_of

SCENARIOS = ("two", "three")
CHAPTER_13 = ({}, {"chinese_trigger": True}, {"volunteers": True},
              {"chinese_trigger": True, "volunteers": True})  # fmt: skip
"""[13.0] The game without its optional rules, with each of them, with both."""
GAMES = 200
MANY = 10
EACH = 5
"""Games in one test: enough to share the work between processes."""


def setup_of(number: int) -> Setup:
    """In turn: each scenario without and with the optional rules, then any choice of anything."""
    scenario = SCENARIOS[number % 2]
    choice = number // 2 % (len(CHAPTER_13) + 1)
    if choice < len(CHAPTER_13):
        return Setup("tokyo", scenario, dict(CHAPTER_13[choice]))
    rng = random.Random(number)  # noqa: S311 - no secret
    options = rules_of("tokyo").options
    return Setup("tokyo", scenario, {name: rng.choice(o.choices) for name, o in options.items()})


def seed_of(number: int) -> int:
    """Every set-up without and with standing orders, which odd seeds have."""
    return 2 * number + number // 10 % 2


def has(setup: Setup, name: str, value: Any) -> bool:
    return setup.options.get(name, rules_of("tokyo").options[name].default) == value


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_every_value_of_every_option_has_its_games(scenario: str) -> None:
    numbers = [n for n in range(GAMES) if setup_of(n).scenario == scenario]
    assert len(numbers) == GAMES // 2
    for name, option in rules_of("tokyo").options.items():
        if len(option.choices) > MANY:  # of a handicap there are as many values as points
            games = {setup_of(n).options.get(name, option.default) for n in numbers}
            assert len(games) >= MANY
            continue
        for value in option.choices:
            having = [n for n in numbers if has(setup_of(n), name, value)]
            assert len(having) >= GAMES // 20 // len(option.choices)
            assert {seed_of(n) % 2 for n in having} == {0, 1}


@pytest.mark.parametrize("first", sample(range(0, GAMES, EACH), 0, of=2))
def test_random_games_hold_to_the_contract(first: int) -> None:
    tried = [check_game(bind(setup_of(n)), seed_of(n)) for n in range(first, first + EACH)]
    assert sum(game.refused for game in tried) > 50
    assert sum(game.rolls for game in tried) > 25
