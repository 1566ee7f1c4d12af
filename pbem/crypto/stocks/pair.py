"""Two hidden stocks that were split from one public total, as everybody sees them.

One commitment stands for both (docs/protocol-cards.md, section 6.6): what one of them hands over
the other has, so no amount can be counted twice.
"""

from __future__ import annotations

from typing import NamedTuple

from pbem.crypto import box, group
from pbem.crypto.statement import Where
from pbem.crypto.stocks import stock
from pbem.crypto.stocks.ranges import MOST_BITS, Opening, opens
from pbem.crypto.stocks.stock import Halves, Parcel, Stock
from pbem.errors import FormError

AMOUNT_BYTES = 4


class Pair(NamedTuple):
    """Two stocks of so many bits: their total when they were split, and the first's commitment.

    Public changes since then are not in it: who asks for a stock says them.
    """

    names: tuple[str, str]
    bits: int
    total: int
    point: bytes

    def stock(self, name: str, changed: int) -> Stock:
        """Return one of the two.

        ``changed``: the amount by which it has changed in public since the split, below 0 if it is
        less. Raises `KeyError` if it is neither, `FormError` if it changed by 2^32 or more.
        """
        if name not in self.names:
            raise KeyError(name)
        if abs(changed) >= 1 << MOST_BITS:
            raise FormError(f"a hidden supply cannot change by {changed}")
        point = self.point
        if name == self.names[1]:
            point = group.subtract(group.times_base(group.scalar(self.total)), point)
        return stock.earn(Stock(name, self.bits, point), changed)

    def other(self, name: str) -> str:
        """Return the name of the other stock."""
        return self.names[1 - self.names.index(name)]


def split(
    where: Where, names: tuple[str, str], bits: int, total: int, halves: Halves
) -> Pair | None:
    """Return the pair that a split makes; None unless its proofs hold.

    Args:
        where: The place of the proofs in the log.
        names: The names of the two supplies.
        bits: No amount ever reaches 2^bits.
        total: The public total.
        halves: The first commitment and the proofs.

    Source: docs/protocol-cards.md, section 6.6.
    """
    made = stock.split(where, names, bits, total, halves)
    return None if made is None else Pair(names, bits, total, halves.commitment)


def hand_over(
    where: Where, pair: Pair, name: str, *, changed: int, cap: int, parcel: Parcel
) -> Pair | None:
    """Return the pair after a hidden hand-over; None unless it is proven.

    Args:
        where: The place of the proofs in the log.
        pair: The pair before.
        name: The supply that hands over.
        changed: How much that supply has changed in public. It does not matter for the other.
        cap: The most that may be handed over.
        parcel: The commitment to the amount, and the proofs.

    Raises:
        KeyError: The pair has no supply of this name.
        FormError: The supply changed by 2^32 or more.

    Source: docs/protocol-cards.md, sections 4.2 and 6.6.
    """
    own, to = pair.stock(name, changed), Stock(pair.other(name), pair.bits, group.BASE)
    if stock.hand_over(where, own, to, cap, parcel) is None:
        return None
    return pair._replace(point=moved(pair.point, parcel.commitment, name == pair.names[0]))


def moved(point: bytes, parcel: bytes, by_first: bool) -> bytes:
    """Return a pair's point after one supply handed over to the other.

    Args:
        point: The pair's point before.
        parcel: The commitment to the amount.
        by_first: The first supply handed over, else the second.
    """
    return (group.subtract if by_first else group.add)(point, parcel)


def known(pair: Pair, name: str, changed: int, first: Opening) -> Opening:
    """Return the opening of a supply, from the opening of the pair's point.

    Args:
        pair: The pair.
        name: The supply.
        changed: How much the supply has changed in public.
        first: The opening of the pair's point.
    """
    own = first if name == pair.names[0] else stock.other_half(pair.total, first)
    return own._replace(amount=own.amount + changed)


def after(first: Opening, sent: Opening, *, by_first: bool) -> Opening:
    """Return the opening of the pair's point after a hand-over.

    Args:
        first: The opening before.
        sent: The opening of what was handed over.
        by_first: The first supply handed over, else the second.
    """
    if by_first:
        less = group.scalar_subtract(first.scalar, sent.scalar)
        return Opening(first.amount - sent.amount, less)
    return Opening(first.amount + sent.amount, group.scalar_add(first.scalar, sent.scalar))


def into_box(public: bytes, opening: Opening) -> bytes:
    """Return an opening in a sealed box, 84 bytes, for who has the box key ``public``."""
    return box.seal(public, opening.amount.to_bytes(AMOUNT_BYTES, "big") + opening.scalar)


def out_of_box(secret: bytes, sealed: bytes, commitment: bytes) -> Opening | None:
    """Return the opening in a sealed box; None if it holds none of this commitment.

    Args:
        secret: The receiver's box key.
        sealed: The box.
        commitment: The commitment to the amount.
    """
    try:
        inside = box.unseal(secret, sealed)
    except FormError:
        return None
    found = Opening(int.from_bytes(inside[:AMOUNT_BYTES], "big"), inside[AMOUNT_BYTES:])
    return found if len(inside) == AMOUNT_BYTES + 32 and opens(commitment, found) else None
