"""What is asked in games of sensible players, in words to be read on the line above a map."""

from __future__ import annotations

import random
import re

import pytest

from long import far
from pbem.kit.dice import SeededDice
from pbem.selfplay import unsigned
from pbem.selfplay.simulate import answer_sensible

LONGEST = 84
"""So many characters, and the names of units beside them, stand on one line of a small screen."""
CODES = re.compile(r"\b(1ag|8ag|je|jw|jp|us|al|au|br)\b")
"""Sides as orders name them: no words for a person."""
GAMES = [
    ("saipan", "historical"),
    ("manila", "campaign"),
    ("tokyo", "two"),
    ("meiktila", "meiktila"),
    ("singapore", "corps"),
    ("singapore", "sarimbun_beach"),
]


@pytest.mark.parametrize(("name", "scenario"), GAMES)
def test_what_is_asked_is_a_short_sentence_in_words(name: str, scenario: str) -> None:
    play = unsigned.begin(unsigned.bind(unsigned.rules_of(name), scenario, {}))
    rng, secrets = random.Random(3), unsigned.Secrets()  # noqa: S311 - no secret
    dice, asked = SeededDice(rng), dict[str, str]()
    units = {word.rpartition(":")[2] for word in play.game.names["UNIT"].words}
    for _ in range(far(250, of=1_500)):
        if play.result is not None:
            break
        if play.due is not None:
            play.roll(dice)
            continue
        assert play.asked is not None
        asked.setdefault(play.asked.name, play.asked.prompt)
        prompt = play.asked.prompt
        said = " ".join(word for word in prompt.split() if word.strip(",?:.") not in units)
        assert len(said) <= LONGEST, prompt
        assert prompt[-1] in ".?", prompt
        assert (
            prompt[0].isupper()
            or prompt.split()[0].strip(":,").isdecimal()
            or prompt.split()[0].strip(":,") in units
        )
        assert not CODES.search(said), prompt
        secrets.answer(play, play.asked, answer_sensible(play, rng))
    assert len(asked) >= 3, asked
