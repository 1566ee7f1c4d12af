"""The pairs of hidden stocks of a log: each is found at once, however many a log has."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import overload

from msgspec import UNSET

from pbem.table.state import StockPair


class Pairs(Sequence[StockPair]):
    """Pairs in the order of their splits.

    Those that are hidden are also kept by a player of their group: who has split them.
    """

    def __init__(self, pairs: Iterable[StockPair] = ()) -> None:
        self.all: list[StockPair] = []
        self._by_stock: dict[str, int] = {}
        self._hidden: dict[int, StockPair] = {}
        self._of_player: dict[str, dict[int, StockPair]] = {}
        for one in pairs:
            self.add(one)

    @overload
    def __getitem__(self, at: int) -> StockPair: ...
    @overload
    def __getitem__(self, at: slice) -> list[StockPair]: ...
    def __getitem__(self, at: int | slice) -> StockPair | list[StockPair]:
        """Return one of them, or some."""
        return self.all[at]

    def __len__(self) -> int:
        """Return how many there are."""
        return len(self.all)

    def add(self, one: StockPair) -> None:
        """Enter the next one."""
        for name in one.names:
            self._by_stock[name] = len(self.all)
        self.all.append(one)
        if one.point and one.open is UNSET:
            self.hide(one)

    def of(self, stock: str) -> StockPair | None:
        """Return the pair of a stock."""
        at = self._by_stock.get(stock)
        return None if at is None else self.all[at]

    def hide(self, one: StockPair) -> None:
        """Enter that a pair is hidden from now on; who knows it is known."""
        at = self._by_stock[one.names[0]]
        self._hidden[at] = one
        self._of_player.setdefault(one.by[0], {})[at] = one

    def open(self, one: StockPair) -> None:
        """Enter that a pair is hidden no longer."""
        one.open = True
        at = self._by_stock[one.names[0]]
        self._hidden.pop(at, None)
        for known in self._of_player.values():
            known.pop(at, None)

    def hidden(self) -> Iterator[StockPair]:
        """Yield those that are hidden, in their order: one splits behind another."""
        yield from self._hidden.values()

    def first_of(self, handles: Iterable[str]) -> StockPair | None:
        """Return the first hidden pair of a group, or of several."""
        known = (self._of_player.get(handle) for handle in handles)
        firsts = [next(iter(some)) for some in known if some]
        return self._hidden[min(firsts)] if firsts else None
