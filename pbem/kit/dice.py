"""The one source of chance that adjudication may use."""

from __future__ import annotations

from typing import Protocol


class Dice(Protocol):
    """What the table hands to a rules module when dice are due."""

    def uniform(self, n: int, purpose: str, paragraph: str) -> int:
        """Return one of 0 .. n-1, each as likely; 1 <= n <= 65536 (protocol section 6).

        ``purpose`` says in words what it is for, ``paragraph`` is the rulebook's.
        """


def die(dice: Dice, faces: int, purpose: str, paragraph: str) -> int:
    """Roll one die with ``faces`` faces: 1 .. faces."""
    return dice.uniform(faces, purpose, paragraph) + 1
