"""Hidden supplies of a game without keys: the program that keeps the game knows every amount.

An order that gives or splits says its own amount there, which in a log it never does. Without an
amount it is illegal, as a proof could not be made (docs/protocol-cards.md, 6.6).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from pbem.errors import IllegalOrder, RulesFault
from pbem.kit.dice import Dice
from pbem.kit.stocks import Capped, Give, Move, Spend, Split, StockGame, pair_of

PARAGRAPH = "P9"


class Keeper:
    """Knows of each pair that was split its total, and what its first supply has of that.

    A supply holds that, and the amount by which it has changed since in public. ``settled``: how
    many orders that give or split took effect, for anyone who counts what boxes cost in a log; a
    copy begins again.
    """

    def __init__(self, game: StockGame) -> None:
        self.settled = 0
        self._game = game
        self._first: dict[str, int] = {}
        self._totals: dict[str, int] = {}
        self._settling: Give | Split | None = None

    def know(self, names: Sequence[str], total: int, first: int) -> None:
        """Record a pair that was split.

        Args:
            names: The names of the two supplies.
            total: Their total.
            first: The first supply's part of it.

        Raises:
            KeyError: The game has no such pair.
        """
        pair = pair_of(self._game, names[0])
        if pair.names != tuple(names):
            raise KeyError(names[0])
        self._first[names[0]] = first
        self._totals |= dict.fromkeys(names, total)

    def copy(self) -> Keeper:
        """Return an independent keeper of the same supplies."""
        twin = Keeper(self._game)
        twin._first, twin._totals = dict(self._first), dict(self._totals)
        twin._settling = self._settling
        return twin

    def amounts(self, position: Any, sides: Sequence[str]) -> dict[str, int]:
        """Return what is in each hidden supply of pairs of which one is a supply of ``sides``.

        Raises:
            RulesFault: An amount does not fit into the bits of its supply.
        """
        return {
            name: self._amount(position, name)
            for pair in self._game.pairs
            if pair.names[0] in self._totals and set(pair.sides) & set(sides)
            for name in pair.names
        }

    def check(self, position: Any, side: str, move: Move) -> None:
        """Check that a side can prove a move of its hidden supply.

        Args:
            position: The position when the move's turn comes.
            side: The side.
            move: The move.

        Raises:
            IllegalOrder: It cannot.
            RulesFault: An amount does not fit into the bits of its supply.
        """
        if isinstance(move, Split):
            self._check_split(side, move)
            return
        name = move.stock
        pair = pair_of(self._game, name)
        if side != pair.sides[pair.names.index(name)]:
            raise _refused(f"{side} has no hidden supply {name}")
        if name not in self._totals:
            raise _refused(f"{name} is not hidden")
        held = self._amount(position, name)
        match move:
            case Spend(_, amount) if not 1 <= amount <= held:
                raise _refused(f"{name} does not have {amount} to spend")
            case Capped(_, cap, amount) if amount != min(cap, held // 2):
                raise _refused(
                    f"the amount must be {cap}, or half of {name} if that is less, not {amount}"
                )
            case Give(_, cap, amount):
                _require_said(amount, min(cap, held))

    def _check_split(self, side: str, move: Split) -> None:
        pair = pair_of(self._game, move.stocks[0])
        if move.stocks != pair.names or side not in pair.sides:
            raise _refused(f"{side} has no pair of supplies {' and '.join(move.stocks)}")
        if pair.names[0] in self._totals:
            raise _refused(f"{pair.names[0]} is already split")
        if not 1 <= move.total < 1 << pair.bits:
            raise RulesFault(f"{move.total} does not fit into supplies of {pair.bits} bits")
        _require_said(move.amount, move.total)

    def order(self, move: Move) -> None:
        """Remember an order that was checked and is carried out now."""
        if isinstance(move, Give | Split):
            self._settling = move

    def settle(self) -> None:
        """Let the order that gives or splits take effect: without keys every box opens.

        Raises:
            RulesFault: No order gave or split an amount.
        """
        move, self._settling = self._settling, None
        if move is None or move.amount is None:
            raise RulesFault("no supply was handed over or split")
        self.settled += 1
        if isinstance(move, Split):
            first = move.stocks[0]
            self._first[first], self._totals[first] = move.amount, move.total
            self._totals[move.stocks[1]] = move.total
            return
        first = pair_of(self._game, move.stock).names[0]
        self._first[first] += -move.amount if move.stock == first else move.amount

    def imagined(self, position: Any, sides: Sequence[str], dice: Dice) -> Keeper:
        """Return a keeper that fits what the players of some sides can know.

        The supplies of others hold a random amount that leaves neither supply of a pair below zero.
        Proofs since the split are not taken into account.

        Args:
            position: The position.
            sides: The sides whose supplies are known.
            dice: Draw the amounts.
        """
        twin = self.copy()
        for pair in self._game.pairs:
            first, second = pair.names
            if first not in self._first or set(pair.sides) & set(sides):
                continue
            least = -self._game.changed(position, first)
            most = self._totals[first] + self._game.changed(position, second)
            got = dice.uniform(most - least + 1, f"what {first} may hold", PARAGRAPH)
            twin._first[first] = least + got  # noqa: SLF001 - a copy of its own kind
        return twin

    def open(self, position: Any, names: Sequence[str]) -> Mapping[str, int]:
        """Return what is in both supplies of a pair, which is hidden no longer.

        ``names``: those of the two supplies, in the order of the pair.

        Raises:
            RulesFault: An amount does not fit into the bits of its supply.
        """
        found = {name: self._amount(position, name) for name in names}
        del self._first[names[0]]
        for name in names:
            del self._totals[name]
        return found

    def _amount(self, position: Any, name: str) -> int:
        pair = pair_of(self._game, name)
        first = self._first[pair.names[0]]
        held = first if name == pair.names[0] else self._totals[name] - first
        held += self._game.changed(position, name)
        if not 0 <= held < 1 << pair.bits:
            raise RulesFault(f"{name} would hold {held}, which does not fit into {pair.bits} bits")
        return held


class OwnStocks(NamedTuple):
    """A player's knowledge at this client: the hidden supplies of their group, its ``sides``.

    ``keeper`` knows those pairs and no other.
    """

    keeper: Keeper
    sides: frozenset[str]


def _require_said(amount: int | None, most: int) -> None:
    if amount is None:
        raise _refused("the order must say how much")
    if not 0 <= amount <= most:
        raise _refused(f"{amount} is not from 0 to {most}: choose another amount")


def _refused(why: str) -> IllegalOrder:
    return IllegalOrder(PARAGRAPH, why)
