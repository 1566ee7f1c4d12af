"""The part of a rules module about hidden supplies (docs/protocol-cards.md).

The page is docs/protocol-cards.md, 4 and 6.6. Supplies come in *pairs*, founded by the split of a
total that everybody knows, and hand over to each other alone. A position never has an amount that
is hidden: it knows totals, and how each supply has changed since its split before everybody's eyes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from pbem.kit.contract import Game, Outcome


class HiddenPair(NamedTuple):
    """Two supplies and the sides whose they are, who see each other's draws or are one side.

    No amount that the game can lead to, of either, reaches 2^bits; bits are 1 to 32.
    """

    names: tuple[str, str]
    sides: tuple[str, str]
    bits: int = 8


class Spend(NamedTuple):
    """So much is taken from a supply; everybody knows how much."""

    stock: str
    amount: int


class Capped(NamedTuple):
    """Handed over in public: ``amount``, which is ``cap``, or half the supply if that is less."""

    stock: str
    cap: int
    amount: int


class Give(NamedTuple):
    """Handed over to the other of the pair, 0 to ``cap``; ``amount`` is None in a log."""

    stock: str
    cap: int
    amount: int | None


class Split(NamedTuple):
    """A total that everybody knows founds a pair; ``amount`` of the first, None in a log."""

    stocks: tuple[str, str]
    total: int
    amount: int | None


Move = Spend | Capped | Give | Split
"""The effect of an order on a hidden supply: one thing at most."""


class StockGame(Protocol):
    """The parts of a game with hidden supplies that `pbem.kit.contract.Game` lacks.

    If sides of a pair differ, `pbem.kit.hidden.CardGame` says what ``sharing`` means.
    """

    pairs: Sequence[HiddenPair]
    """All pairs that the game can have."""

    def moves(self, position: Any, order: Any) -> Move | None:
        """Return what an order does with a hidden supply; no sealed order and no standing order.

        None if it does nothing.

        Only one part of ``position`` may matter: which pairs are public by now. Their supplies are
        none here. An order that gives or splits is carried out in two steps: ``adjudicate`` yields
        what everybody sees of it, after which `need` is a `pbem.kit.contract.Settle`, and
        ``settled`` yields the rest.
        """

    def said(self, order: Any, amount: int | None) -> Any:
        """Return an order that gives or splits with another hidden amount, or with none."""

    def changed(self, position: Any, stock: str) -> int:
        """Return how far the supply ``stock`` has changed in public since its split.

        It is what was earned less what was spent.
        """

    def settled(self, position: Any, *, done: bool) -> Iterator[Outcome]:
        """Go on after an order that gives or splits, which took effect (``done``) or did not.

        A split that did not founds no hidden supplies: the total is split as the game says.
        """

    def opened(self, position: Any, amounts: Mapping[str, int]) -> Iterator[Outcome]:
        """Go on after both supplies of a pair became public numbers, as an ally has left.

        ``amounts``: supply -> what it holds.
        """

    def holding(self, position: Any, amounts: Mapping[str, int]) -> Any:
        """Return the position as who knows ``amounts`` knows it: a copy, which no log ever has.

        On it `legal` yields each order that gives or splits with each amount that can be meant, and
        none that could not be proven. On any other position it yields them with none.
        """


def stocks_of(game: Game[Any, Any]) -> StockGame | None:
    """Return the game as one with hidden supplies; None if it has none."""
    found: Any = game
    return found if getattr(game, "pairs", None) else None


def moved_by(game: Game[Any, Any], position: Any, order: Any) -> Move | None:
    """Return what an order does with a hidden supply; None in a game without any."""
    stocks = stocks_of(game)
    return None if stocks is None else stocks.moves(position, order)


def pair_of(game: StockGame, stock: str) -> HiddenPair:
    """Return the pair of the supply ``stock``; raises KeyError if the game has no such supply."""
    found = next((pair for pair in game.pairs if stock in pair.names), None)
    if found is None:
        raise KeyError(stock)
    return found


def has_to_be_alone(move: Move | None) -> bool:
    """Say whether an order that does this is alone in its list, without a guard."""
    return isinstance(move, Give | Split)
