"""The one source of chance that adjudication may use."""

from __future__ import annotations

from collections.abc import Sequence
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


class Fixed:
    """Dice that show ``numbers`` and then always 0; ``asked`` says of how many each was one."""

    def __init__(self, numbers: Sequence[int]) -> None:
        self._numbers = numbers
        self.asked: list[int] = []

    def uniform(self, n: int, purpose: str, paragraph: str) -> int:  # noqa: ARG002 - of `Dice`
        """Return the next number; where there is but one, it is not taken from them."""
        if n == 1:
            return 0
        self.asked.append(n)
        at = len(self.asked) - 1
        return self._numbers[at] if at < len(self._numbers) else 0
