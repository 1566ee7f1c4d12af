"""The acts with a hidden supply: spending, handing over, splitting (4.2).

Each act has two halves. Its author makes a proof from secret numbers. Everybody else computes the
new supply from the proof, or None if the proof does not hold.
"""

from __future__ import annotations

from typing import NamedTuple

from pbem.crypto import group
from pbem.crypto.statement import Where
from pbem.crypto.stocks import ranges
from pbem.crypto.stocks.ranges import Opening, commit
from pbem.errors import FormError


class Stock(NamedTuple):
    """A hidden supply as everybody sees it; no amount in it ever reaches 2^bits."""

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
    """Return the supply with a public amount more, or less if the amount is below 0."""
    return stock._replace(commitment=_plus(stock.commitment, amount))


def prove_spending(
    where: Where, stock: Stock, opening: Opening, amount: int, entropy: bytes
) -> bytes:
    """Return the proof that an amount is there.

    Args:
        where: The place of the proof in the log.
        stock: The supply.
        opening: Its opening.
        amount: The amount to spend.
        entropy: 32 random bytes, as for `pbem.crypto.statement.nonces`.

    Raises:
        FormError: The amount is not there, or the entropy does not have 32 bytes.

    Source: docs/protocol-cards.md, section 4.2.
    """
    left = Opening(opening.amount - amount, opening.scalar)
    _require(left.amount >= 0, stock, amount)
    names = ("spend", stock.name, amount)
    return ranges.prove(where, names, stock.bits, left, entropy)


def spend(where: Where, stock: Stock, amount: int, proof: bytes) -> Stock | None:
    """Return the supply without a spent amount; None unless the proof holds.

    Args:
        where: The place of the proof in the log.
        stock: The supply before.
        amount: The amount, above 0.
        proof: The proof.

    Source: docs/protocol-cards.md, section 4.2.
    """
    if amount < 1 or not _can_hold(stock, amount):
        return None
    left = earn(stock, -amount)
    names = ("spend", stock.name, amount)
    return left if ranges.holds(where, names, stock.bits, left.commitment, proof) else None


def prove_capped(
    where: Where, stock: Stock, opening: Opening, cap: int, entropy: bytes
) -> tuple[int, bytes]:
    """Return how much is handed over in public, and the proof.

    It is the cap, or half the supply if that is less.

    Args:
        where: The place of the proof in the log.
        stock: The supply.
        opening: Its opening.
        cap: The most that may be handed over.
        entropy: 32 random bytes, as for `pbem.crypto.statement.nonces`.

    Raises:
        FormError: The entropy does not have 32 bytes.

    Source: docs/protocol-cards.md, section 4.2.
    """
    given = min(cap, opening.amount // 2)
    bits = stock.bits if given == cap else 1
    left = Opening(opening.amount - 2 * given, opening.scalar)
    names = ("capped", stock.name, cap, given)
    return given, ranges.prove(where, names, bits, left, entropy)


def hand_over_capped(
    where: Where, stock: Stock, cap: int, given: int, proof: bytes
) -> Stock | None:
    """Return the supply after a public hand-over; None unless the amount is right.

    The amount is the cap, or half the supply if that is less.

    Args:
        where: The place of the proof in the log.
        stock: The supply before.
        cap: The most that may be handed over.
        given: The amount.
        proof: The proof.

    Source: docs/protocol-cards.md, section 4.2.
    """
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
    """Return a hidden hand-over to another supply, with its proofs.

    The receiver gets the opening of the amount in a sealed box.

    Args:
        where: The place of the proofs in the log.
        stock: The supply that hands over.
        to: The name of the other supply.
        opening: The opening of the first supply.
        cap: The most that may be handed over.
        parcel: The amount, 0 to the cap, with a new secret scalar.
        entropy: 32 random bytes, as for `pbem.crypto.statement.nonces`.

    Raises:
        FormError: The amount is above the cap or not there, or the entropy does not have 32 bytes.

    Source: docs/protocol-cards.md, section 4.2.
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
    """Return both supplies after a hidden hand-over; None unless all its proofs hold.

    A supply may not hand over to itself: it would count once as giver and once as receiver.

    Args:
        where: The place of the proofs in the log.
        stock: The supply that hands over.
        to: The other supply.
        cap: The most that may be handed over.
        parcel: The commitment to the amount, and the proofs.

    Source: docs/protocol-cards.md, section 4.2.
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
    """Return a split of a public total, with its proofs.

    Args:
        where: The place of the proofs in the log.
        names: The names of the two supplies.
        bits: No amount ever reaches 2^bits.
        public: The total.
        first: The first supply's part.
        entropy: 32 random bytes, as for `pbem.crypto.statement.nonces`.

    Raises:
        FormError: A half is outside the range, or the entropy does not have 32 bytes.

    Source: docs/protocol-cards.md, section 4.2.
    """
    said = ("split", *names, public)
    return Halves(
        commit(first),
        ranges.prove(where, (*said, 1), bits, first, entropy),
        ranges.prove(where, (*said, 2), bits, other_half(public, first), entropy),
    )


def other_half(public: int, first: Opening) -> Opening:
    """Return what the second stock of a split holds.

    Args:
        public: The total of both.
        first: The opening of the first.
    """
    return Opening(public - first.amount, group.scalar_subtract(group.ZERO, first.scalar))


def split(
    where: Where, names: tuple[str, str], bits: int, public: int, halves: Halves
) -> tuple[Stock, Stock] | None:
    """Return both supplies of a split; None unless its proofs hold.

    Args:
        where: The place of the proofs in the log.
        names: The names of the two supplies.
        bits: No amount ever reaches 2^bits.
        public: The total.
        halves: The first commitment and the proofs.

    Source: docs/protocol-cards.md, section 4.2.
    """
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
