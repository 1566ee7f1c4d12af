"""Sealed bids for the sides of a board, and what they come to (docs/tournaments.md, 4)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from msgspec import UnsetType

from pbem.crypto import canonical, commitment
from pbem.tournament.kinds import Bid, Board, SealedBids


@dataclass
class Hand:
    """What one of a pair has done: sealed, opened, or been told ``silent``."""

    commit: str = ""
    bid: Bid | None = None
    silent: bool = False

    @property
    def is_settled(self) -> bool:
        """Whether nothing more comes from him."""
        return self.silent or self.bid is not None


@dataclass
class Bids:
    """The bids for a board: number of the entrant -> his hand, the first of the pair first.

    ``since``: the number of the event that a word which is due now must have seen.
    """

    since: int
    hands: dict[int, Hand] = field(default_factory=dict)

    @property
    def are_sealed(self) -> bool:
        """Whether they may be opened."""
        return all(one.commit or one.silent for one in self.hands.values())

    @property
    def are_settled(self) -> bool:
        """Whether sides and prices follow from them."""
        return all(one.is_settled for one in self.hands.values())


class Settled(NamedTuple):
    """What bids came to: who of the pair has each side, as 0 or 1, and what is paid for each."""

    holders: tuple[int, int]
    prices: tuple[int, int]


AS_PAIRED = Settled((0, 1), (0, 0))
SIDES = ("first", "second")


def settled(bids: Bids) -> Settled:
    """Return what the bids come to, by what was opened."""
    hands = list(bids.hands.values())
    said = [(who, hand.bid) for who, hand in enumerate(hands) if hand.bid is not None]
    if not said:
        return AS_PAIRED
    wanted = {SIDES.index(bid.side) for _, bid in said}
    if len(said) == 2 and len(wanted) == 2:
        prices = {SIDES.index(bid.side): bid.price for _, bid in said}
        return Settled(_holders(*_of(said[0])), (prices[0], prices[1]))
    who, best = max(said, key=lambda one: one[1].price)  # of equal ones the first of the pair
    side, paid = SIDES.index(best.side), best.price if len(said) > 1 else 0
    return Settled(_holders(who, side), (0, paid) if side else (paid, 0))


def _of(one: tuple[int, Bid]) -> tuple[int, int]:
    return one[0], SIDES.index(one[1].side)


def _holders(who: int, side: int) -> tuple[int, int]:
    return (0, 1) if who == side else (1, 0)


def board_after(board: Board, bids: SealedBids | UnsetType, came_to: Settled) -> Board:
    """Return the terms of a board's game: ``sides`` as the first and the second of the pair hold.

    Prices stand in its options.
    """
    if isinstance(bids, UnsetType):
        return board
    options = dict(board.options)
    for price, paid in zip(bids.prices, came_to.prices, strict=True):
        if price is not None:
            options[price.option] = int(options[price.option]) + price.step * paid
    first, second = (board.sides[came_to.holders.index(who)] for who in (0, 1))
    return Board(
        rules=board.rules,
        scenario=board.scenario,
        options=options,
        sides=(first, second),
        umpire=board.umpire,
        dice=board.dice,
        clock=board.clock,
    )


def most(bids: SealedBids, side: str) -> int:
    """Return the highest price of a side."""
    price = bids.prices[SIDES.index(side)]
    return 0 if price is None else price.most


def commit(tournament: str, pair: str, bid: Bid) -> str:
    """Return what somebody says when he seals a bid: its salt keeps it from being guessed."""
    value = canonical.encode({"price": bid.price, "side": bid.side})
    return commitment.commit(
        game=tournament,
        handle=bid.handle,
        prev=pair,
        label=f"board-{bid.board}",
        salt=bid.salt,
        value_jcs=value,
    )
