"""The text above the answers to a question that interrupts: what they are about."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from pbem.client.views.choosing.between import Between, between
from pbem.kit.dice import SeededDice
from pbem.play.play import Play
from pbem.selfplay import unsigned
from pbem.selfplay.simulate import answer_sensible


def asked_of_manila() -> Iterator[tuple[str, Between]]:
    """Yield what can be answered to each question of a campaign that is played sensibly."""
    play = unsigned.begin(unsigned.bind(unsigned.rules_of("manila"), "campaign", {}))
    rng = random.Random(0)  # noqa: S311 - no secret
    while play.result is None:
        if play.due is not None:
            play.roll(SeededDice(rng))
            continue
        assert play.asked is not None
        if not play.asked.phase:
            yield play.asked.name, looked_at(play)
        play.order(play.seats[play.asked.side], answer_sensible(play, rng)[:1])


def looked_at(play: Play) -> Between:
    seen = play.trial()
    assert seen.asked is not None
    seen.position = seen.seen_by(seen.asked.side)
    return between(seen, seen.asked)


@pytest.mark.parametrize("question", ["fight", "barrage"])
def test_an_attack_of_manila_says_what_defends_before_it_is_said_who_leads(question: str) -> None:
    """[9.4, 9.5.3] Who defends has turned up; the Attack Value is what each answer makes of it."""
    found = next(one for name, one in asked_of_manila() if name == question)
    assert found.stake.startswith("DV: Defense Factor +")
    assert "AV" not in found.stake
    odds = next(one.odds for one in found.answers if one.odds)
    defends = sum(int(part.rpartition(" ")[2]) for part in found.stake.split(", "))
    assert f" to DV {defends}: " in odds
