"""The test games keep the contract of a rules module, at random and with the computer player."""

from __future__ import annotations

from collections import Counter

import pytest

from hexgame import games
from long import times
from pbem.games import registry
from pbem.selfplay.general import check_game
from pbem.selfplay.simulate import Setup, play_one

GAMES = sorted((*games.FILES, "camp"))


@pytest.fixture(autouse=True)
def _registered(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in GAMES:
        monkeypatch.setitem(registry.RULES, (name, 1), ("hexgame.games", name))


@pytest.mark.parametrize("seed", range(times(10, 200)))
@pytest.mark.parametrize("name", GAMES)
def test_it_keeps_the_contract(name: str, seed: int) -> None:
    assert check_game(games.game(name), seed).decisions


@pytest.mark.parametrize("name", GAMES)
def test_both_sides_win_games_of_the_computer_player(name: str) -> None:
    game = games.game(name)
    played = [play_one(game, seed, at_random=False) for seed in range(30)]
    winners = Counter(one.winner for one in played)
    assert {*game.sides} <= {*winners}
    assert sum(one.skipped for one in played) <= len(played) * 3


def test_a_setup_of_the_registry_names_them() -> None:
    assert registry.find("mill", 1) is not None
    assert Setup("mill", "mill").game == "mill"
