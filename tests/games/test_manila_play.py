"""Random games of Manila with each optional rule on and off hold to the contract."""

from __future__ import annotations

import random
from typing import Any

import pytest

from long import sample
from pbem.selfplay.general import check_game
from pbem.selfplay.simulate import Setup, bind
from pbem.selfplay.unsigned import rules_of

RULES = ("rubble", "nichols", "parent_formation", "artillery_limit", "early_lead", "air")
GAMES = 300
EACH = 10
"""Games in one test: enough to share the work between processes."""


def options_of(seed: int) -> dict[str, Any]:
    """In turn: the standard game, each optional rule alone, all of them, any choice of anything."""
    turn = seed % (len(RULES) + 3)
    if turn == 0:
        return {}
    if turn <= len(RULES):
        return {RULES[turn - 1]: True}
    if turn == len(RULES) + 1:
        return dict.fromkeys(RULES, True)
    rng = random.Random(seed)  # noqa: S311 - no secret
    options = rules_of("manila").options
    return {name: rng.choice(option.choices) for name, option in options.items()}


def test_every_optional_rule_has_its_games() -> None:
    seeds = range(GAMES)
    for rule in RULES:
        assert sum(options_of(seed).get(rule) is True for seed in seeds) > GAMES // 10
        assert sum(not options_of(seed).get(rule) for seed in seeds) > GAMES // 2


@pytest.mark.parametrize("first", sample(range(0, GAMES, EACH), 1, of=4))
def test_random_games_hold_to_the_contract(first: int) -> None:
    seeds = range(1000 + first, 1000 + first + EACH)
    tried = [
        check_game(bind(Setup("manila", "campaign", options_of(seed))), seed) for seed in seeds
    ]
    assert sum(game.refused for game in tried) > 100
    assert sum(game.rolls for game in tried) > 100
