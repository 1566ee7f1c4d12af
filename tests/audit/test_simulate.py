"""Simulated games are the same for the same seed, wherever they are played."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from pbem.audit import simulate
from pbem.audit.general import check_many, line
from pbem.audit.simulate import EndlessGameError, Played, Setup, bind, play_one, summary
from pbem.errors import FormError
from toy.rules import ToyGame, ToyRules


def timeless(games: list[Played]) -> list[Played]:
    return [msgspec.structs.replace(game, s=0.0) for game in games]


@pytest.mark.parametrize("at_random", [False, True])
@pytest.mark.parametrize("scenario", ["historical", "free"])
def test_the_same_seed_gives_the_same_game(scenario: str, at_random: bool) -> None:
    setup = Setup("saipan", scenario, random=at_random)
    one = timeless(list(simulate.simulate(setup, range(3), processes=1)))
    two = timeless(list(simulate.simulate(setup, range(3), processes=2)))
    assert one == two
    assert [game.seed for game in one] == [0, 1, 2]
    assert len({msgspec.json.encode(game) for game in one}) == 3
    assert all(game.turn >= 1 and game.rolls > 0 for game in one)


def test_options_are_played() -> None:
    assert bind(Setup("saipan", "historical", {"us_gsp": 0}))
    for setup in (Setup("saipan", "moon"), Setup("chess", "x"), Setup("saipan", "free", {"x": 1})):
        with pytest.raises(FormError):
            list(simulate.simulate(setup, [1]))


def test_a_summary() -> None:
    games = [
        Played(1, "us", "won", 10, 100, 7, 1, 0.5),
        Played(2, None, "drawn", 15, 60, 5, 0, 0.5),
    ]
    summed = summary(games)
    assert summed.wins == {"draw": 1, "us": 1}
    assert (summed.turns, summed.decisions, summed.rolls, summed.lapsed) == (12.5, 80, 6, 0.5)
    assert (summed.decisions_a_second, summed.games_a_second) == (160, 2)
    told = "\n".join(simulate.lines(games, summed))
    assert "us:     1 (50 %)" in told
    assert "1 drawn" in told


def test_an_endless_game_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    class NeverEnds(ToyGame):
        def _over(self, position: Any) -> bool:
            return False

    monkeypatch.setattr(simulate, "DECISIONS_MAX", 200)
    endless: Any = NeverEnds("duel", 4, ToyRules().data(), 4)
    with pytest.raises(EndlessGameError, match="no end after 200"):
        play_one(endless, 1, at_random=True)


def test_checking_many() -> None:
    checked = list(check_many(Setup("saipan", "historical"), range(2)))
    assert line(checked).startswith("2 random games held to the contract: ")
