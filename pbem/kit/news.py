"""Outcomes, in short."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from pbem.kit.contract import Matter, News, Outcome
from pbem.kit.wording import DOUBTS

_DOUBT = re.compile(rf" \([^()]*(?:{'|'.join(DOUBTS)})[^()]*\)")


def reported(
    outcome: Outcome,
    matters: Mapping[type[Outcome], Matter],
    words: Mapping[type[Outcome], Callable[[Any], str]],
    sentence: Callable[[Outcome], str],
) -> News | None:
    """Return an outcome in short; None if its kind is not among ``matters``.

    The sentence alone says how certain a value is.

    Args:
        outcome: The outcome.
        matters: Kind of outcome -> what it is about.
        words: Kind of outcome -> its short words.
        sentence: Describes an outcome that has no short words.
    """
    matter = matters.get(type(outcome))
    if matter is None:
        return None
    said = words[type(outcome)](outcome) if type(outcome) in words else sentence(outcome)
    return in_short(matter, said)


def in_short(matter: Matter, said: str) -> News:
    """Return the news ``said`` without its doubts and without a mark at its end."""
    return News(matter, _DOUBT.sub("", said).rstrip("."))
