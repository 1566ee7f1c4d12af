"""The one source of chance that adjudication may use."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from pbem.errors import ForcedDiceError


class Dice(Protocol):
    """The dice that the table hands to a rules module when they are due."""

    def uniform(self, n: int, purpose: str, paragraph: str) -> int:
        """Return one of 0 .. n-1, each equally likely.

        Args:
            n: 1 to 65536.
            purpose: The purpose of the die, in words.
            paragraph: The rulebook paragraph.

        Source: docs/protocol.md, section 6.
        """


def die(dice: Dice, faces: int, purpose: str, paragraph: str) -> int:
    """Roll one die, and return 1 to the number of its faces.

    Args:
        dice: The dice.
        faces: How many faces the die has.
        purpose: The purpose of the die, in words.
        paragraph: The rulebook paragraph.
    """
    return dice.uniform(faces, purpose, paragraph) + 1


class Fixed:
    """Dice that show ``numbers`` and then always 0; ``asked`` says of how many each was one.

    ``most``: there are no more dice than these, where that is said.
    """

    def __init__(self, numbers: Sequence[int], most: int | None = None) -> None:
        self._numbers = numbers
        self._most = most
        self.asked: list[int] = []

    def uniform(self, n: int, purpose: str, paragraph: str) -> int:
        """Return the next number; where there is but one, it is not taken from them.

        Raises `ForcedDiceError` where there is none.
        """
        if n == 1:
            return 0
        if len(self.asked) == self._most:
            raise ForcedDiceError(f"more than {self._most} dice are due: {purpose} [{paragraph}]")
        self.asked.append(n)
        at = len(self.asked) - 1
        return self._numbers[at] if at < len(self._numbers) else 0


class Generator(Protocol):
    """The source of numbers: a ``random.Random``."""

    def getrandbits(self, k: int, /) -> int:
        """Return a whole number of so many random bits."""


class SeededDice:
    """Dice from a generator, seeded or not, for games that nobody has to trust."""

    def __init__(self, rng: Generator) -> None:
        self._bits = rng.getrandbits

    def uniform(self, n: int, purpose: str, paragraph: str) -> int:  # noqa: ARG002
        """Return one of 0 .. n-1, as `random.Random.randrange` draws it.

        Raises:
            ValueError: There is no such number.
        """
        if n < 1:
            raise ValueError(f"no die has {n} faces")
        size = n.bit_length()
        found = self._bits(size)
        while found >= n:
            found = self._bits(size)
        return found


class ForcedDice:
    """Dice that fall as somebody says; ``faces`` as a player reads them, from 1."""

    def __init__(self, faces: Sequence[int]) -> None:
        self.left = list(faces)

    def uniform(self, n: int, purpose: str, paragraph: str) -> int:
        """Return the next face less one; raise `ForcedDiceError` where there is none."""
        if n == 1:
            return 0
        if not self.left:
            raise ForcedDiceError(f"one more die is due: {purpose} [{paragraph}]")
        face = self.left.pop(0)
        if not 1 <= face <= n:
            raise ForcedDiceError(f"a die with {n} faces cannot show {face}: {purpose}")
        return face - 1
