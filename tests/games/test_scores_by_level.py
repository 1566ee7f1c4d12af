"""The scores by which tournaments give points: the levels of victory of two rulebooks."""

from __future__ import annotations

import re
from typing import Any

import pytest

from pbem.kit.cups import Cups
from pbem.selfplay.simulate import Setup, bind, play_one

LEVELS = ["defeat", "victory", "decisive victory", "total victory"]
ARMIES = {"Japanese": "jp", "British": "br", "Australian": "au"}


def ended(setup: Setup, seed: int) -> tuple[Any, str]:
    """The scores at the end of a game, and the sentence that says who has won and why."""
    game, seen = bind(setup), []
    plain = game.result
    game.result = lambda position: (seen.append(position), plain(position))[1]  # type: ignore[method-assign, func-returns-value]
    played = play_one(game, seed, at_random=True)
    return game.scores(seen[-1]), played.why


@pytest.mark.parametrize("seed", [1, 2])
def test_singapore_scores_the_level_of_each_army(seed: int) -> None:
    """[7.6] As the end of the game reports it; 0 is a defeat, 3 a total victory."""
    scores, why = ended(Setup("singapore", "brigade", {"victory": "levels"}), seed)
    reported = re.findall(r"(Japanese|British|Australian) (defeat|[a-z ]*victory)", why)
    assert len(reported) > 1
    assert scores == {ARMIES[army]: LEVELS.index(level) for army, level in reported}


def test_singapore_scores_objectives_where_these_decide() -> None:
    """[7.7]"""
    scores, why = ended(Setup("singapore", "brigade", {"victory": "objectives"}), 1)
    reported = re.findall(r"(Japanese|British|Australian) (\d+)", why)
    assert scores == {ARMIES[army]: int(held) for army, held in reported}


def test_singapore_scores_nothing_where_no_levels_were_agreed_on() -> None:
    scores, _ = ended(Setup("singapore", "brigade"), 1)
    assert scores == {}


# [9.2] What the Allies have more than the Japanese, and the levels of both.
MARGINS = [(-3, 0, 1), (0, 0, 1), (1, 1, 0), (4, 1, 0), (5, 2, 0), (11, 2, 0)]


@pytest.mark.parametrize(("margin", "allied", "japanese"), MARGINS)
def test_meiktila_scores_the_level_of_each_side(margin: int, allied: int, japanese: int) -> None:
    game, cups = bind(Setup("meiktila", "meiktila")), Cups()
    game.set_up(cups)
    position = game.arrange({"scenario": "meiktila"}, cups)
    position.vp = {"al": 20 + margin, "jp": 20}
    assert game.scores(position) == {"al": allied, "jp": japanese}
