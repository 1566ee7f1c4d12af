"""The sealed choices of a log, each found at once.

Source: docs/protocol.md, section 7.2.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import overload

from pbem.table.state import Sealed


class Seals(Sequence[Sealed]):
    """Sealed choices in the order of the log, but for those that were taken back."""

    def __init__(self, sealed: Iterable[Sealed] = ()) -> None:
        self.all: list[Sealed] = []
        self._by_event: dict[str, Sealed] = {}
        self._labels: Counter[str] = Counter()
        self._owed: dict[str, dict[str, Sealed]] = {}
        for one in sealed:
            self.add(one)

    @overload
    def __getitem__(self, at: int) -> Sealed: ...
    @overload
    def __getitem__(self, at: slice) -> list[Sealed]: ...
    def __getitem__(self, at: int | slice) -> Sealed | list[Sealed]:
        """Return one of them, or some."""
        return self.all[at]

    def __len__(self) -> int:
        """Return how many there are."""
        return len(self.all)

    def add(self, one: Sealed) -> None:
        """Enter the next one."""
        self.all.append(one)
        self._by_event[one.event] = one
        self._labels[one.label] += 1
        if not one.opened:
            self._owed.setdefault(one.by, {})[one.event] = one

    def of(self, event: str) -> Sealed | None:
        """Return the one that was sealed in an event, by its id; None if none was."""
        return self._by_event.get(event)

    def used(self, label: str) -> bool:
        """Say whether a choice was sealed under a label."""
        return self._labels[label] > 0

    def owed(self, handle: str) -> Sealed | None:
        """Return the first of somebody's that is not opened; None if there is none."""
        return next(iter(self._owed.get(handle, {}).values()), None)

    def open(self, one: Sealed) -> None:
        """Enter that one of them was opened."""
        one.opened = True
        self._owed[one.by].pop(one.event)

    def cut(self, count: int) -> None:
        """Take back all but the first ``count``: their labels are free again."""
        while len(self.all) > count:
            one = self.all.pop()
            del self._by_event[one.event]
            self._labels[one.label] -= 1
            self._owed.get(one.by, {}).pop(one.event, None)
