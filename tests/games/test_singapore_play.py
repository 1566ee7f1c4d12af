"""Random games of Singapore, of each rank and every option, of two and three players.

`PBEM_LONG=25` plays the 300 of them, `PBEM_LONG=NUMBER` twelve for each one more: all in which
anything is drawn by chance go on from there.
"""

from __future__ import annotations

import random
from collections import Counter
from functools import cache
from typing import Any

import pytest

from fitting import fitting
from long import ASKED, sample
from pbem.selfplay.general import check_game
from pbem.selfplay.simulate import Setup, bind
from pbem.selfplay.unsigned import rules_of

GAMES = 300
EACH = 3
"""Games in one test: enough to share the work between processes."""
A_LONG = 4
"""Tests that each time asked for plays."""

RULES: Any = rules_of("singapore")
BOARDS = ("sarimbun_beach", "kranji", "bukit_timah", "pasir_panjang")
RANKS: dict[str, tuple[str, ...]] = {
    "company": ("company",),
    "battalion": ("battalion",),
    "regiment": ("regiment", *BOARDS),
    "brigade": ("brigade",),
    "division": ("division",),
    "corps": ("corps",),
    "army": ("tiderace", "corps", "tiderace", "division", "tiderace", "brigade"),
}
"""Rank -> the scenarios that it teaches; the seventh is a set of variants for those on the map."""
ARMY = {
    "penetration": True, "breakthrough": True, "rout": True, "deployment": "free",
    "logistics": "hidden", "victory": "levels",
}  # fmt: skip
"""[7.1 to 7.7] All variants of Army, of which a scenario has those that fit it."""
TOGETHER = {"au": "br"}
"""Side -> player where the Commonwealth has one."""
MANY = 8
"""An option with more values than this is a handicap."""


def setup_of(number: int) -> Setup:
    """In turn every rank, half of its games of two players where three armies fight.

    Two of eight games of a rank are plain, or in Army have all its variants: one of two and one of
    three players. The others have any choice of everything.
    """
    rank, turn = list(RANKS)[number % len(RANKS)], number // len(RANKS)
    scenario = RANKS[rank][turn // 2 % len(RANKS[rank])]
    if turn % 8 in {0, 3}:
        chosen = ARMY if rank == "army" else {}
    else:
        rng = random.Random(number)  # noqa: S311 - no secret
        chosen = {name: rng.choice(option.choices) for name, option in RULES.options.items()}
    options = fitting(RULES, scenario, chosen)
    three = "au" in bind(Setup("singapore", scenario, options)).sides
    return Setup("singapore", scenario, options, seats=TOGETHER if three and turn % 2 else {})


def seed_of(number: int) -> int:
    """Every set-up without and with standing orders, which odd seeds have."""
    return 2 * number + number // (8 * len(RANKS)) % 2


@cache
def setups() -> list[Setup]:
    """Return the set-ups of all games: who only collects the tests does not wait for them."""
    return [setup_of(number) for number in range(GAMES)]


def value_of(setup: Setup, name: str) -> Any:
    return setup.options.get(name, RULES.options[name].default)


def test_each_rank_and_scenario_has_its_games() -> None:
    assert len(setups()) == 300
    scenarios = Counter(setup.scenario for setup in setups())
    assert set(scenarios) == set(RULES.scenarios)
    assert min(scenarios.values()) >= 8
    for rank, known in RANKS.items():
        taught = [setup for n, setup in enumerate(setups()) if list(RANKS)[n % len(RANKS)] == rank]
        assert len(taught) >= 300 // 7
        assert {setup.scenario for setup in taught} == set(known)


@pytest.mark.parametrize(
    "name", [name for name, o in RULES.options.items() if len(o.choices) <= MANY]
)
@pytest.mark.parametrize("rank", RANKS)
def test_every_value_of_every_option_is_played_in_each_rank_that_has_it(
    rank: str, name: str
) -> None:
    played = [setup for n, setup in enumerate(setups()) if list(RANKS)[n % len(RANKS)] == rank]
    for value in RULES.options[name].choices:
        if any(fitting(RULES, scenario, {name: value}) for scenario in RANKS[rank]):
            assert any(value_of(setup, name) == value for setup in played), value


def test_every_handicap_is_played() -> None:
    handicaps = {value_of(setup, "defender_bonus") for setup in setups()}
    assert handicaps == set(RULES.options["defender_bonus"].choices)


@pytest.mark.parametrize("value", ["plain", "levels", "decisive", "total", "objectives"])
def test_both_hypothetical_scenarios_are_played_with_each_kind_of_victory(value: str) -> None:
    island = [one for one in setups() if value_of(one, "deployment") in {"free", "shared"}]
    again = [one for one in setups() if one.scenario == "tiderace"]
    assert all(value in {value_of(one, "victory") for one in some} for some in (island, again))


@pytest.mark.parametrize("scenario", ["brigade", "division", "corps"])
def test_games_are_of_two_and_of_three_players(scenario: str) -> None:
    having = [n for n, setup in enumerate(setups()) if setup.scenario == scenario]
    for standing in (0, 1):
        seats = [dict(setups()[n].seats) for n in having if seed_of(n) % 2 == standing]
        assert min(seats.count({}), seats.count(TOGETHER)) >= 8


FIRST = range(0, max(GAMES, EACH * A_LONG * ASKED), EACH)


@pytest.mark.parametrize("first", sample(FIRST, 1, of=A_LONG))
def test_random_games_hold_to_the_contract(first: int) -> None:
    for number in range(first, first + EACH):
        setup = setup_of(number)
        tried = check_game(bind(setup), seed_of(number), setup.seats)
        assert tried.refused > 0, number
        assert tried.rolls > 0, number
