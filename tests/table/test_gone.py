"""The answer for a seat whose player is out: as little as the question allows (section 4)."""

from __future__ import annotations

from typing import Any

import pytest

from pbem.games import registry
from pbem.play.play import Play

ANSWERS_MAX = 1000
"""More than anybody needs to be passed for until somebody else is asked."""


class EndlessError(AssertionError):
    """Somebody who is out is answered for again and again."""


@pytest.fixture
def tokyo(monkeypatch) -> Play:
    """Race to Tokyo for three, whose `end` has a field, before anybody has deployed."""
    rules: Any = registry.find("tokyo", 1)
    options = {name: option.default for name, option in rules.options.items()}
    game = rules.game("three", options, rules.data())
    carried: list[Any] = []
    apply = game.apply

    def counted(position, outcome):
        carried.append(outcome)
        if len(carried) > ANSWERS_MAX:
            raise EndlessError
        apply(position, outcome)

    monkeypatch.setattr(game, "apply", counted)
    play = Play(game, {side: side for side in game.sides})
    play.start()
    return play


def out(play: Play) -> list[str]:
    """Put the player who is asked out; return what was answered for that player."""
    assert play.asked is not None
    handle = play.seats[play.asked.side]
    play.leave(handle)
    play.forget()
    play.go_on()
    settled = [one for one in play.reported if type(one).__name__ == "Settled"]
    return [one.order["do"] for one in settled if play.seats[one.side] == handle]


def test_a_set_up_that_has_to_be_made_is_made_once_and_ended(tokyo):
    assert out(tokyo) == ["deploy"] * 6 + ["end"]
    assert tokyo.asked is not None
    assert tokyo.asked.side not in tokyo.gone


def test_a_phase_is_ended_without_a_move(tokyo):
    while tokyo.asked is not None and tokyo.asked.name != "movement":
        position, game = tokyo.position, tokyo.game
        side = tokyo.asked.side
        tokyo.order(side, [game.write_order(one) for one in game.sensible(position, 1)[:7]])
    assert tokyo.asked is not None
    before = dict(tokyo.position.at)
    answered = out(tokyo)
    assert answered
    assert set(answered) <= {"end", "pass"}
    assert {unit: tokyo.position.at.get(unit) for unit in before} == before
