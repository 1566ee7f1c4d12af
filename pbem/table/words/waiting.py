"""Whose move it is, as its own player reads it."""

from __future__ import annotations

import re

_WAITING = re.compile(r"\bWaiting for \S+?(?:'s computer)?(?: \([^)]*\))?(?: to |: )(\w?)")


def to_you(why: str) -> str:
    """Return the sentence of a pen for the player for whom the game waits.

    "Waiting for ann to join the game." becomes "Join the game."
    """
    return _WAITING.sub(lambda found: found[1].upper(), why, count=1)
