"""What happened, in short."""

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
    """Return what an outcome is in short: by ``words`` of its kind, else as its ``sentence``.

    None of a kind that is not among ``matters``. How sure a value is stands in the sentence alone.
    """
    matter = matters.get(type(outcome))
    if matter is None:
        return None
    said = words[type(outcome)](outcome) if type(outcome) in words else sentence(outcome)
    return in_short(matter, said)


def in_short(matter: Matter, said: str) -> News:
    """Return news without its doubts and without a mark at its end."""
    return News(matter, _DOUBT.sub("", said).rstrip("."))
