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
        """Return one of the two, which has changed by so much before everybody's eyes.

        Raises `KeyError` if it is neither, `FormError` if it changed by 2^32 or more.
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
    """Return the pair that a split founds; None unless its proofs hold."""
    made = stock.split(where, names, bits, total, halves)
    return None if made is None else Pair(names, bits, total, halves.commitment)


def hand_over(
    where: Where, pair: Pair, name: str, *, changed: int, cap: int, parcel: Parcel
) -> Pair | None:
    """Return the pair after a hidden hand-over by the stock ``name``; None unless it is proven.

    ``changed``: how that stock has changed in public; of the other it does not matter.
    """
    own, to = pair.stock(name, changed), Stock(pair.other(name), pair.bits, group.BASE)
    if stock.hand_over(where, own, to, cap, parcel) is None:
        return None
    return pair._replace(point=moved(pair.point, parcel.commitment, name == pair.names[0]))


def moved(point: bytes, parcel: bytes, by_first: bool) -> bytes:
    """Return a pair's point after one of the two, the first or the second, handed over."""
    return (group.subtract if by_first else group.add)(point, parcel)


def known(pair: Pair, name: str, changed: int, first: Opening) -> Opening:
    """Return what is in a stock, for who knows ``first``, the opening of the pair's point."""
    own = first if name == pair.names[0] else stock.other_half(pair.total, first)
    return own._replace(amount=own.amount + changed)


def after(first: Opening, sent: Opening, *, by_first: bool) -> Opening:
    """Return the opening of the pair's point after ``sent`` was handed over by one of the two."""
    if by_first:
        less = group.scalar_subtract(first.scalar, sent.scalar)
        return Opening(first.amount - sent.amount, less)
    return Opening(first.amount + sent.amount, group.scalar_add(first.scalar, sent.scalar))


def into_box(public: bytes, opening: Opening) -> bytes:
    """Return an opening in a sealed box, 84 bytes, for who has the box key ``public``."""
    return box.seal(public, opening.amount.to_bytes(AMOUNT_BYTES, "big") + opening.scalar)


def out_of_box(secret: bytes, sealed: bytes, commitment: bytes) -> Opening | None:
    """Return the opening in a box; None where there is none in it of this commitment."""
    try:
        inside = box.unseal(secret, sealed)
    except FormError:
        return None
    found = Opening(int.from_bytes(inside[:AMOUNT_BYTES], "big"), inside[AMOUNT_BYTES:])
    return found if len(inside) == AMOUNT_BYTES + 32 and opens(commitment, found) else None
