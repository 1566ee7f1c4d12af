"""The active player's move, as they themselves read it."""

from __future__ import annotations

import re

from pbem.kit import plain

_WAITING = re.compile(
    r"(?<![A-Za-z])Waiting for [^ ]+?(?:'s computer)?(?: \([^)]*\))?(?: to |: )([a-z]?)"
)


def to_you(why: str) -> str:
    """Return ``why``, the sentence about the active player, as that player reads it.

    "Waiting for ann to join the game." becomes "Join the game."
    """
    return _WAITING.sub(lambda found: plain.upper(found[1]), why, count=1)
