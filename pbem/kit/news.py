"""Outcomes, in short."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from pbem.kit.contract import NO_DETAIL, Called, Detail, Matter, News, Outcome
from pbem.kit.wording import DOUBTS

_DOUBT = re.compile(rf" \([^()]*(?:{'|'.join(DOUBTS)})[^()]*\)")

RESULTS: Mapping[str, str] = {
    "=": "no effect",
    "Dr": "falls back",
    "Ar": "attackers fall back",
    "De": "eliminated",
    "Ae": "attackers eliminated",
    "Ex": "exchange",
}
"""A result of a table by odds or differential -> the same in a word or two."""


def reported(
    outcome: Outcome,
    matters: Mapping[type[Outcome], Matter],
    words: Mapping[type[Outcome], Callable[[Any], str]],
    sentence: Callable[[Outcome], str],
    details: Mapping[type[Outcome], Callable[[Any], Detail]] | None = None,
) -> News | None:
    """Return an outcome in short; None if its kind is not among ``matters``.

    The sentence alone says how certain a value is.

    Args:
        outcome: The outcome.
        matters: Kind of outcome -> what it is about.
        words: Kind of outcome -> its short words.
        sentence: Describes an outcome that has no short words.
        details: Kind of outcome -> its parts for the log.
    """
    matter = matters.get(type(outcome))
    if matter is None:
        return None
    said = words[type(outcome)](outcome) if type(outcome) in words else sentence(outcome)
    detail = (details or {}).get(type(outcome))
    return in_short(matter, said, NO_DETAIL if detail is None else detail(outcome))


def in_short(matter: Matter, said: str, detail: Detail = NO_DETAIL) -> News:
    """Return the news ``said`` without its doubts and without a mark at its end."""
    return News(matter, _DOUBT.sub("", said).rstrip("."), detail)


def names(*units: str) -> tuple[Called, ...]:
    """Return units that are called by their names alone."""
    return tuple(map(Called, units))


def sum_of(attack: object, defence: object, reads: str = "") -> str:
    """Return the odds of a fight: ``15 against 2: +13``; ``reads``: how the table is read."""
    read = f": {reads}" if reads else ""
    return f"{attack} against {defence}{read}".replace("-", "\N{MINUS SIGN}")
