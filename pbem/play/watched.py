"""The orders of a list on the map when their turn comes."""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy
from typing import Any, NamedTuple

from pbem.errors import IllegalOrder, RulesFault
from pbem.kit.contract import Arrow, Game, Outcome, RawOrder
from pbem.kit.cups import Cups
from pbem.kit.wording import order_words
from pbem.play.listed import STOP


class Taken(NamedTuple):
    """An order when its turn comes: what it is on the map, and in words what it does."""

    arrow: Arrow
    says: str = ""


class Watched:
    """A game that keeps what each order is on the map when it is carried out."""

    def __init__(self, game: Game[Any, Any]) -> None:
        self.game = copy(game)
        self._plain = game
        self._done: list[tuple[Any, Taken]] = []
        self.game.adjudicate = self._adjudicate  # type: ignore[method-assign]

    def _adjudicate(self, position: Any, order: Any, cups: Cups) -> Iterator[Outcome]:
        self._done.append((order, self._taken(position, order)))
        return self._plain.adjudicate(position, order, cups)

    def on_map(self, position: Any, raw: RawOrder) -> Arrow:
        """Return what an order of the list is on the map, the first one first; empty if nothing."""
        return self.taken(position, raw).arrow

    def taken(self, position: Any, raw: RawOrder) -> Taken:
        """Return the same with its words.

        ``position``: as things lie now. An order that has not come to its turn, after a die or a
        question, is looked at in it.
        """
        if raw["do"] == STOP:
            return Taken(Arrow(()))
        order = self._plain.read_order(raw)
        at = next((at for at, (done, _) in enumerate(self._done) if done == order), None)
        if at is None:
            return self._taken(position, order)
        del self._done[:at]
        return self._done.pop(0)[1]

    def _taken(self, position: Any, order: Any) -> Taken:
        try:
            says = order_words(self._plain, position, order)
            return Taken(self._plain.arrow(position, order) or Arrow(()), says)
        except (IllegalOrder, RulesFault):  # as things lie, it may be none that is legal
            return Taken(Arrow(()))
