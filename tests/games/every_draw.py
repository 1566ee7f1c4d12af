"""Every way in which something can be drawn, each with its exact probability."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any, TypeVar


class AskError(Exception):
    """One more number is wanted, of ``n``."""

    def __init__(self, n: int) -> None:
        super().__init__(n)
        self.n = n


class Script:
    """Numbers that are drawn as they are written down; where they end one more is asked for."""

    def __init__(self, numbers: tuple[int, ...]) -> None:
        self._left = list(numbers)

    def drawn(self, n: int) -> int:
        """Return one of 0 .. n-1; raise `AskError` where none is left."""
        if n == 1:
            return 0
        if not self._left:
            raise AskError(n)
        return self._left.pop(0)


S = TypeVar("S", bound=Script)


def distribution(run: Callable[[S], Any], dice: type[S]) -> dict[Any, Fraction]:
    """Return every outcome of ``run`` on such ``dice`` with its exact probability."""
    found: dict[Any, Fraction] = {}
    scripts: list[tuple[tuple[int, ...], Fraction]] = [((), Fraction(1))]
    while scripts:
        script, weight = scripts.pop()
        try:
            outcome = run(dice(script))
        except AskError as ask:
            scripts += [((*script, got), weight / ask.n) for got in range(ask.n)]
        else:
            found[outcome] = found.get(outcome, Fraction(0)) + weight
    return found
