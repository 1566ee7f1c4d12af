"""The results of whole battles that were followed already, by exactly where they begin."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

T = TypeVar("T")

FOLLOWED_MOST = 100
"""The number of battles whose results are remembered, a few kilobytes each."""


class Followed(Generic[T]):
    """The results from the beginning of a battle, in one game: each is found once.

    The key is all that it follows from, so what is remembered is what would be found again, however
    somebody came there and no matter who asks. The one that was asked for longest ago is forgotten
    first.
    """

    def __init__(self) -> None:
        self._found: dict[bytes, T] = {}

    def __len__(self) -> int:
        return len(self._found)

    def once(self, key: bytes, made: Callable[[], T]) -> T:
        """Return what was found from ``key``, else what ``made`` finds; raises what that does."""
        found = self._found.pop(key) if key in self._found else made()
        if len(self._found) == FOLLOWED_MOST:
            del self._found[next(iter(self._found))]
        self._found[key] = found
        return found
