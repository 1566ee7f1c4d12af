"""Results that were worked out for a position already, for any unit or place."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from pbem.kit.chances.battles import Battles

T = TypeVar("T")

LISTS_MOST = 50
"""The number of lists after which the results are remembered."""


class Known:
    """The common part of a position and a list, for any unit: worked out once.

    A page asks again and again, as of each unit that is pointed at. ``battles``: those that were
    followed, for lists after which they are the same.
    """

    def __init__(self) -> None:
        self._mark = ""
        self._found: dict[str, dict[str, Any]] = {}
        self.battles: Battles = Battles()

    def at(self, mark: str) -> Known:
        """Return this, with nothing of an earlier position; ``mark`` changes when that does."""
        if mark != self._mark:
            self._mark, self._found, self.battles = mark, {}, Battles()
        return self

    def once(self, what: str, written: str, made: Callable[[], T]) -> T:
        """Return ``what`` comes after the list ``written``: as it is known, else as ``made``."""
        if written not in self._found and len(self._found) == LISTS_MOST:
            self._found.clear()
        known = self._found.setdefault(written, {})
        if what not in known:
            known[what] = made()
        found: T = known[what]
        return found
