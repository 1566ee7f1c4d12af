"""The pairs of hidden supplies of a log, each found at once.

Source: docs/protocol-cards.md, section 6.6.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import overload

from msgspec import UNSET

from pbem.table.state import StockPair


class Pairs(Sequence[StockPair]):
    """Pairs in the order of their splits.

    Those that are hidden are also kept by a player of their group, who has split them, and by all
    who know them. There are few of these lists, however many pairs a log has.
    """

    def __init__(self, pairs: Iterable[StockPair] = ()) -> None:
        self.all: list[StockPair] = []
        self._by_stock: dict[str, int] = {}
        self._hidden: dict[int, StockPair] = {}
        self._of_player: dict[str, dict[int, StockPair]] = {}
        self._known: dict[tuple[str, ...], dict[int, StockPair]] = {}
        self._knowers: dict[int, tuple[str, ...]] = {}
        self._moved: dict[str, int] = {}
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
        """Return the pair of a supply; None if it was not split."""
        at = self._by_stock.get(stock)
        return None if at is None else self.all[at]

    def hide(self, one: StockPair) -> None:
        """Enter that a pair is hidden from now on; who knows it is known.

        Once more when it has moved: other players may know it then.
        """
        at = self._by_stock[one.names[0]]
        if at not in self._hidden:
            self._hidden[at] = one
            self._of_player.setdefault(one.by[0], {})[at] = one
            self._moved.update(dict.fromkeys(one.moves, at))
        self._moved[one.moves[-1]] = at
        self._forget(at)
        self._knowers[at] = tuple(one.by)
        self._known.setdefault(self._knowers[at], {})[at] = one

    def open(self, one: StockPair) -> None:
        """Enter that a pair is hidden no longer."""
        one.open = True
        at = self._by_stock[one.names[0]]
        self._hidden.pop(at, None)
        for known in self._of_player.values():
            known.pop(at, None)
        self._forget(at)

    def _forget(self, at: int) -> None:
        if (knowers := self._knowers.pop(at, None)) is not None:
            del self._known[knowers][at]
            if not self._known[knowers]:
                del self._known[knowers]

    def hidden(self) -> Iterator[StockPair]:
        """Yield those that are hidden, in their order: one splits after another."""
        yield from self._hidden.values()

    def examples(self) -> Iterator[StockPair]:
        """Yield one hidden pair for each list of players who know some."""
        return (next(iter(known.values())) for known in self._known.values())

    def alike(self, one: StockPair) -> Iterator[StockPair]:
        """Yield the hidden pairs that the same players know as this one."""
        yield from self._known[tuple(one.by)].values()

    def with_move(self, event: str) -> StockPair | None:
        """Return the hidden pair that was split or moved by an event; None if there is none.

        ``event``: its id.
        """
        return self._hidden.get(self._moved.get(event, -1))

    def in_order(self, some: Iterable[StockPair]) -> list[StockPair]:
        """Return some pairs in the order of their splits, each once."""
        return [self.all[at] for at in sorted({self._by_stock[one.names[0]] for one in some})]

    def first_of(self, handles: Iterable[str]) -> StockPair | None:
        """Return the first hidden pair of a group, or of several; None if there is none.

        ``handles``: the players of these groups.
        """
        known = (self._of_player.get(handle) for handle in handles)
        firsts = [next(iter(some)) for some in known if some]
        return self._hidden[min(firsts)] if firsts else None
