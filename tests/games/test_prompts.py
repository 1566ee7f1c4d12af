"""The questions in games of computer players, in words to be read on the line above a map."""

from __future__ import annotations

import re

import pytest

from games.walking import asked
from long import far

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


@pytest.mark.few(2, 12)
@pytest.mark.parametrize(("name", "scenario"), GAMES)
def test_what_is_asked_is_a_short_sentence_in_words(name: str, scenario: str) -> None:
    reported = dict[str, str]()
    for play in asked(name, scenario, seed=3, steps=far(250, of=1_500)):
        assert play.asked is not None
        prompt = play.asked.prompt
        reported.setdefault(play.asked.name, prompt)
        units = {word.rpartition(":")[2] for word in play.game.names["UNIT"].words}
        said = " ".join(word for word in prompt.split() if word.strip(",?:.") not in units)
        assert len(said) <= LONGEST, prompt
        assert prompt[-1] in ".?", prompt
        assert (
            prompt[0].isupper()
            or prompt.split()[0].strip(":,").isdecimal()
            or prompt.split()[0].strip(":,") in units
        )
        assert not CODES.search(said), prompt
    assert len(reported) >= 3, reported


def test_who_pays_a_result_is_reported_in_what() -> None:
    """6.5.2, 6.5.3: in steps or by retreats."""
    reported = {
        play.asked.prompt
        for play in asked("meiktila", "meiktila", seed=3, steps=far(250, of=1_500))
        if play.asked is not None and "plan" in play.asked.forms
    }
    assert reported
    assert all("step losses" in one and "retreats" in one for one in reported), reported
