"""Bids for the sides of a board, sealed or open, and what they come to (docs/tournaments.md, 4)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from msgspec import UnsetType

from pbem.crypto import canonical, commitment
from pbem.tournament.events.term_kinds import Board, OpenBids, SealedBids
from pbem.tournament.events.word_kinds import Bid, Raise


@dataclass
class Hand:
    """The bid of one of a pair: sealed, opened, or declared ``silent``."""

    commit: str = ""
    bid: Bid | None = None
    silent: bool = False

    @property
    def is_settled(self) -> bool:
        """Whether nothing more comes from them."""
        return self.silent or self.bid is not None


class Settled(NamedTuple):
    """The result of bids: who of the pair has each side, as 0 or 1, and what is paid for each."""

    holders: tuple[int, int]
    prices: tuple[int, int]


AS_PAIRED = Settled((0, 1), (0, 0))
SIDES = ("first", "second")


@dataclass
class Sealed:
    """The sealed bids for a board: number of the entrant -> their hand, the first first.

    ``since``: the number of the event that a word which is due now must have seen.
    """

    since: int
    hands: dict[int, Hand] = field(default_factory=dict)

    @property
    def pair(self) -> tuple[int, ...]:
        """The numbers of the two, the first first."""
        return tuple(self.hands)

    @property
    def are_sealed(self) -> bool:
        """Whether they may be opened."""
        return all(one.commit or one.silent for one in self.hands.values())

    @property
    def are_settled(self) -> bool:
        """Whether sides and prices follow from them."""
        return all(one.is_settled for one in self.hands.values())

    @property
    def owed(self) -> list[int]:
        """The players who have still to seal, or once both have, to open."""
        waits = [number for number, hand in self.hands.items() if not (hand.commit or hand.silent)]
        return waits or [number for number, hand in self.hands.items() if not hand.is_settled]

    @property
    def silent(self) -> list[int]:
        """The players who bid nothing, on the director's word."""
        return [number for number, hand in self.hands.items() if hand.silent]

    def waits_for(self, number: int) -> bool:
        """Say whether something may still come from an entrant, by their number."""
        return not self.hands[number].is_settled

    def sealed(self, number: int, commit: str, seq: int) -> None:
        """Take the seal of an entrant, the commitment ``commit``, in event ``seq``."""
        self.hands[number].commit = commit
        if self.are_sealed:
            self.since = seq

    def opened(self, number: int, bid: Bid) -> None:
        """Take the bid that an entrant had sealed."""
        self.hands[number].bid = bid

    def silenced(self, number: int, seq: int) -> None:
        """Have an entrant bid nothing, by event ``seq``."""
        before = self.are_sealed
        self.hands[number].silent = True
        if self.are_sealed and not before:
            self.since = seq

    def came_to(self) -> Settled:
        """Return what the bids come to, by what was opened."""
        hands = list(self.hands.values())
        said = [(who, hand.bid) for who, hand in enumerate(hands) if hand.bid is not None]
        if not said:
            return AS_PAIRED
        wanted = {SIDES.index(bid.side) for _, bid in said}
        if len(said) == 2 and len(wanted) == 2:
            prices = {SIDES.index(bid.side): bid.price for _, bid in said}
            return Settled(_holders(*_of(said[0])), (prices[0], prices[1]))
        who, best = max(said, key=lambda one: one[1].price)  # of equal ones the first of the pair
        return _one_pays(who, SIDES.index(best.side), best.price if len(said) > 1 else 0)


@dataclass
class Auction:
    """The open bids for a board, of a ``pair`` of entrants' numbers, the first first.

    - ``turn``: The entrant whose turn it is.
    - ``stands``: The bid that nobody has gone above, of ``bidder``.
    - ``silent``: Entrants who bid nothing, on the director's word.
    - ``unopposed``: The first was silent, and the other bids alone.
    - ``over``: Nobody may go above what stands any more.

    ``since``: the number of the event that a word which is due now must have seen.
    """

    since: int
    pair: tuple[int, int]
    turn: int
    stands: Raise | None = None
    bidder: int = 0
    silent: list[int] = field(default_factory=list)
    unopposed: bool = False
    over: bool = False

    @property
    def are_settled(self) -> bool:
        """Whether sides and prices follow from them."""
        return self.over

    @property
    def owed(self) -> list[int]:
        """The entrant whose turn it is, if anybody's."""
        return [] if self.over else [self.turn]

    def waits_for(self, number: int) -> bool:
        """Say whether it is the turn of an entrant, by their number."""
        return number in self.owed

    def is_above(self, bid: Raise) -> bool:
        """Say whether a bid goes above the one that stands, for the same side."""
        now = self.stands
        return now is None or (bid.side == now.side and bid.price > now.price)

    def raised(self, bid: Raise, most: int, seq: int) -> None:
        """Take the bid of whose turn it is, in event ``seq``; nobody goes above ``most``."""
        self.stands, self.bidder = bid, self.turn
        self.over = bool(self.silent) or bid.price == most
        self._next(seq)

    def passed(self) -> None:
        """Let whose turn it is leave the other the side that they have bid for."""
        self.over = True

    def silenced(self, number: int, seq: int) -> None:
        """Have whose turn it is bid nothing; where no bid stands, the other may name a side.

        ``number``: theirs. ``seq``: the number of the event.
        """
        self.silent.append(number)
        self.unopposed = self.stands is None
        self.over = self.stands is not None or len(self.silent) == len(self.pair)
        self._next(seq)

    def _next(self, seq: int) -> None:
        self.turn, self.since = self.pair[self.turn == self.pair[0]], seq

    def came_to(self) -> Settled:
        """Return what the bids come to: who bids when the other is silent pays nothing."""
        if self.stands is None:
            return AS_PAIRED
        who, side = self.pair.index(self.bidder), SIDES.index(self.stands.side)
        return _one_pays(who, side, 0 if self.unopposed else self.stands.price)


Bids = Sealed | Auction


def begun(terms: SealedBids | OpenBids, pair: tuple[int, int], seq: int) -> Bids:
    """Return the bids for a board that was paired by event ``seq``.

    ``pair``: the numbers of the two, the first first.
    """
    if isinstance(terms, SealedBids):
        return Sealed(seq, {number: Hand() for number in pair})
    return Auction(seq, pair, pair[0])


def _one_pays(who: int, side: int, price: int) -> Settled:
    return Settled(_holders(who, side), (0, price) if side else (price, 0))


def _of(one: tuple[int, Bid]) -> tuple[int, int]:
    return one[0], SIDES.index(one[1].side)


def _holders(who: int, side: int) -> tuple[int, int]:
    return (0, 1) if who == side else (1, 0)


def board_after(board: Board, bids: SealedBids | OpenBids | UnsetType, came_to: Settled) -> Board:
    """Return the terms of a board's game: ``sides`` as the first and the second of the pair hold.

    ``came_to``: the result of the bids. Prices stand in the options of the game.
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


def most(bids: SealedBids | OpenBids, side: str) -> int:
    """Return the highest price of a side."""
    price = bids.prices[SIDES.index(side)]
    return 0 if price is None else price.most


def commit(tournament: str, pair: str, bid: Bid) -> str:
    """Return what somebody says when they seal a bid: its salt keeps it from being guessed.

    ``tournament``: its id. ``pair``: the id of the event that paired the round.
    """
    value = canonical.encode({"price": bid.price, "side": bid.side})
    return commitment.commit(
        game=tournament,
        handle=bid.handle,
        prev=pair,
        label=f"board-{bid.board}",
        salt=bid.salt,
        value_jcs=value,
    )
