"""What is done with a hidden stock: spending, handing over, splitting (4.2).

Each act has two halves: its author makes a proof from what he knows, and everybody else computes
from the proof what the stock is afterwards, or None if the proof does not hold.
"""

from __future__ import annotations

from typing import NamedTuple

from pbem.crypto import group
from pbem.crypto.statement import Where
from pbem.crypto.stocks import ranges
from pbem.crypto.stocks.ranges import Opening, commit
from pbem.errors import FormError


class Stock(NamedTuple):
    """A stock as everybody sees it; no amount in it ever reaches 2^bits."""

    name: str
    bits: int
    commitment: bytes


class Parcel(NamedTuple):
    """A hidden hand-over: the commitment T, and proofs of what is in it, not in it, and left."""

    commitment: bytes
    give: bytes
    rest: bytes
    left: bytes


class Halves(NamedTuple):
    """A public total split in two: the first commitment, and a proof for each."""

    commitment: bytes
    first: bytes
    second: bytes


def earn(stock: Stock, amount: int) -> Stock:
    """Return the stock with an amount more that everybody knows (or fewer, if it is below 0)."""
    return stock._replace(commitment=_plus(stock.commitment, amount))


def prove_spending(
    where: Where, stock: Stock, opening: Opening, amount: int, entropy: bytes
) -> bytes:
    """Return the proof that ``amount`` is there; raise `FormError` if it is not."""
    left = Opening(opening.amount - amount, opening.scalar)
    _require(left.amount >= 0, stock, amount)
    names = ("spend", stock.name, amount)
    return ranges.prove(where, names, stock.bits, left, entropy)


def spend(where: Where, stock: Stock, amount: int, proof: bytes) -> Stock | None:
    """Return the stock without ``amount``, above 0; None unless ``proof`` shows it to be there."""
    if amount < 1 or not _can_hold(stock, amount):
        return None
    left = earn(stock, -amount)
    names = ("spend", stock.name, amount)
    return left if ranges.holds(where, names, stock.bits, left.commitment, proof) else None


def prove_capped(
    where: Where, stock: Stock, opening: Opening, cap: int, entropy: bytes
) -> tuple[int, bytes]:
    """Return how much is handed over, ``cap`` or half the stock if that is less, and the proof."""
    given = min(cap, opening.amount // 2)
    bits = stock.bits if given == cap else 1
    left = Opening(opening.amount - 2 * given, opening.scalar)
    names = ("capped", stock.name, cap, given)
    return given, ranges.prove(where, names, bits, left, entropy)


def hand_over_capped(
    where: Where, stock: Stock, cap: int, given: int, proof: bytes
) -> Stock | None:
    """Return the stock without ``given``; None unless that is ``cap``, or half and less than it."""
    if not 0 <= given <= cap or not _can_hold(stock, cap):
        return None
    bits = stock.bits if given == cap else 1
    names = ("capped", stock.name, cap, given)
    if not ranges.holds(where, names, bits, _plus(stock.commitment, -2 * given), proof):
        return None
    return earn(stock, -given)


def prove_parcel(
    where: Where,
    stock: Stock,
    to: str,
    *,
    opening: Opening,
    cap: int,
    parcel: Opening,
    entropy: bytes,
) -> Parcel:
    """Return a hidden hand-over of ``parcel``, 0 to ``cap``, to the stock named ``to``.

    ``parcel.scalar`` is new and secret; the receiver gets the opening in a sealed box. Raises
    `FormError` if it is above the cap or not there.
    """
    _require(0 <= parcel.amount <= cap and 0 < cap < 1 << stock.bits, stock, parcel.amount)
    _require(parcel.amount <= opening.amount, stock, parcel.amount)
    digits, names = cap.bit_length(), (stock.name, to, cap)
    minus = group.scalar_subtract(group.ZERO, parcel.scalar)
    left = Opening(
        opening.amount - parcel.amount, group.scalar_subtract(opening.scalar, parcel.scalar)
    )
    return Parcel(
        commit(parcel),
        ranges.prove(where, ("give", *names), digits, parcel, entropy),
        ranges.prove(where, ("rest", *names), digits, Opening(cap - parcel.amount, minus), entropy),
        ranges.prove(where, ("left", *names), stock.bits, left, entropy),
    )


def hand_over(
    where: Where, stock: Stock, to: Stock, cap: int, parcel: Parcel
) -> tuple[Stock, Stock] | None:
    """Return both stocks after a hidden hand-over; None unless all its proofs hold.

    A stock that hands over to itself would be worth two: one that has given, and one that has got.
    """
    points = (to.commitment, parcel.commitment)
    if cap < 1 or stock.name == to.name or not _can_hold(stock, cap):
        return None
    if not all(map(group.admissible_point, points)):
        return None
    digits, names = cap.bit_length(), (stock.name, to.name, cap)
    rest = group.subtract(group.times_base(group.scalar(cap)), parcel.commitment)
    left = group.subtract(stock.commitment, parcel.commitment)
    if not (
        ranges.holds(where, ("give", *names), digits, parcel.commitment, parcel.give)
        and ranges.holds(where, ("rest", *names), digits, rest, parcel.rest)
        and ranges.holds(where, ("left", *names), stock.bits, left, parcel.left)
    ):
        return None
    more = group.add(to.commitment, parcel.commitment)
    return stock._replace(commitment=left), to._replace(commitment=more)


def prove_halves(
    where: Where, names: tuple[str, str], bits: int, public: int, *, first: Opening, entropy: bytes
) -> Halves:
    """Return a split of a total that everybody knows: ``first`` to the first stock named."""
    said = ("split", *names, public)
    return Halves(
        commit(first),
        ranges.prove(where, (*said, 1), bits, first, entropy),
        ranges.prove(where, (*said, 2), bits, other_half(public, first), entropy),
    )


def other_half(public: int, first: Opening) -> Opening:
    """Return what the second stock of a split holds."""
    return Opening(public - first.amount, group.scalar_subtract(group.ZERO, first.scalar))


def split(
    where: Where, names: tuple[str, str], bits: int, public: int, halves: Halves
) -> tuple[Stock, Stock] | None:
    """Return both stocks of a split; None unless its proofs hold."""
    first = Stock(names[0], bits, halves.commitment)
    if public < 1 or names[0] == names[1] or not _can_hold(first, public):
        return None
    said = ("split", *names, public)
    second = group.subtract(group.times_base(group.scalar(public)), halves.commitment)
    if not (
        ranges.holds(where, (*said, 1), bits, halves.commitment, halves.first)
        and ranges.holds(where, (*said, 2), bits, second, halves.second)
    ):
        return None
    return first, Stock(names[1], bits, second)


def _can_hold(stock: Stock, amount: int) -> bool:
    """Say whether a stock can hold so much, and stands on a point."""
    known = 1 <= stock.bits <= ranges.MOST_BITS and amount < 1 << stock.bits
    return known and group.admissible_point(stock.commitment)


def _plus(commitment: bytes, amount: int) -> bytes:
    return group.add(commitment, group.times_base(group.scalar(amount)))


def _require(there: bool, stock: Stock, amount: int) -> None:
    if not there:
        raise FormError(
            f"{stock.name} cannot give {amount}: it does not have so much, or the limit is lower"
        )
