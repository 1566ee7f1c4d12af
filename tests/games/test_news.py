"""The short report of a turn, in all games: attacks, results, losses, moves, phases."""

from __future__ import annotations

import random
import re

import pytest

from long import far
from pbem.games.singapore.rules import outcomes
from pbem.kit.contract import News
from pbem.kit.dice import SeededDice
from pbem.selfplay import unsigned
from pbem.selfplay.simulate import answer_sensible

GAMES = [
    ("saipan", "historical"),
    ("manila", "campaign"),
    ("tokyo", "two"),
    ("meiktila", "meiktila"),
    ("singapore", "division"),
    ("singapore", "sarimbun_beach"),
]
PARTS = {"moved", "lost"}
"""The words of these are units; those of all else are a sentence without its mark."""


@pytest.mark.few(2, 12)
@pytest.mark.parametrize(("name", "scenario"), GAMES)
def test_what_matters_is_reported_in_few_words(name: str, scenario: str) -> None:
    play = unsigned.begin(unsigned.bind(unsigned.rules_of(name), scenario, {}))
    game, rng, secrets = play.game, random.Random(5), unsigned.Secrets()  # noqa: S311 - no secret
    dice, seen = SeededDice(rng), set[str]()
    [kind] = game.facts["at"].args if "at" in game.facts else ["UNIT"]
    units = {word.rpartition(":")[2] for word in game.names[kind].words}
    form = game.names[kind].form
    for _ in range(far(250, of=900)):
        if play.result is not None:
            break
        if play.due is not None:
            play.roll(dice)
        else:
            assert play.asked is not None
            secrets.answer(play, play.asked, answer_sensible(play, rng))
        for outcome in play.reported:
            if type(outcome).__module__.startswith("pbem.play"):
                continue
            reported = game.news(outcome)
            if gone := game.lost(outcome):
                assert reported is not None
                assert reported.matter == "lost" or all(unit in reported.words for unit in gone)
            if reported is None:
                continue
            seen.add(reported.matter)
            assert reported.words
            assert not re.search(r"reconstructed|second-hand|\.$|\bNone\b", reported.words), (
                reported
            )
            if reported.matter in PARTS:
                named = {word.strip(",") for word in reported.words.split()}
                assert named & units or any(re.fullmatch(form, word) for word in named), reported
        play.reported.clear()
    fought = {"attack", "result", "lost"}
    assert fought | {"end" if scenario == "sarimbun_beach" else "moved"} <= seen, seen


def test_who_may_fight_again_is_not_lost() -> None:
    """[4.10.2] Singapore: the suppressed withdraw after the battle, and that is reported."""
    game = unsigned.bind(unsigned.rules_of("singapore"), "division", {})
    hows = {
        "eliminated": News("lost", "ai1"),
        "suppressed": News("after", "ai1 (Australian infantry) is suppressed"),
    }
    for how, reported in hows.items():
        outcome = outcomes.UnitLost(unit="ai1", how=how, by="round", paragraph="4.10.2")  # type: ignore[arg-type]
        assert game.news(outcome) == reported


def test_what_each_turn_brings_anew_is_left_out() -> None:
    """Singapore: planes on the ground and tokens collected; a plane that flies is reported."""
    game = unsigned.bind(unsigned.rules_of("singapore"), "division", {})
    for state in ("ready", "landed", "mended", "repair"):
        plane = outcomes.PlaneMoved(unit="jf1", place="Axis-A", state=state, paragraph="4.2")  # type: ignore[arg-type]
        assert game.news(plane) is None
    assert game.news(outcomes.Resupplied(army="br", tokens=2, paragraph="5.10")) is None
    flies = outcomes.PlaneMoved(unit="jf1", place="Kranji", state="mission", paragraph="4.2")
    reported = game.news(flies)
    assert reported is not None
    assert (reported.matter, reported.detail.does, reported.detail.place) == (
        "moved",
        "fly",
        "Kranji",
    )
