"""Attacks on two stocks of one total (P9), each with all secrets of its own party."""

from __future__ import annotations

import pytest

from pbem.crypto import box, group
from pbem.crypto.stocks import pair, ranges, stock
from pbem.crypto.stocks.pair import Pair
from pbem.crypto.stocks.ranges import Opening, commit, opens
from pbem.crypto.stocks.stock import Parcel
from pbem.errors import FormError
from toy.cheat import attack
from toy.dealers import chance, held, where

AT = where()
NAMES = ("brown", "green")


def founded(amount: int = 23) -> tuple[Pair, Opening]:
    first = held(amount)
    return Pair(NAMES, 8, 40, commit(first)), first


def give(found: Pair, first: Opening, name: str, amount: int) -> tuple[Parcel, Opening]:
    sent = held(amount, "sent")
    known = pair.known(found, name, 0, first)
    parcel = stock.prove_parcel(
        AT,
        found.stock(name, 0),
        found.other(name),
        opening=known,
        cap=6,
        parcel=sent,
        entropy=chance("give"),
    )
    return parcel, sent


@attack("P9", "spend from both supplies what one handed to the other", "refused")
def test_an_amount_counted_twice():
    found, first = founded()
    parcel, sent = give(found, first, "brown", 6)
    after = pair.hand_over(AT, found, "brown", changed=0, cap=6, parcel=parcel)
    assert after is not None
    at = where(1)
    now = pair.after(first, sent, by_first=True)
    for name, amount in (("brown", 17), ("green", 23)):
        known = pair.known(after, name, 0, now)
        proof = stock.prove_spending(at, after.stock(name, 0), known, amount, chance(name))
        assert stock.spend(at, after.stock(name, 0), amount, proof)
    # The proofs from before the transfer prove nothing after it.
    old = stock.prove_spending(at, found.stock("brown", 0), first, 23, chance("old"))
    assert stock.spend(at, found.stock("brown", 0), 23, old)
    assert stock.spend(at, after.stock("brown", 0), 23, old) is None
    assert sum(pair.known(after, name, 0, now).amount for name in NAMES) == 40


@attack(
    "P9",
    "base a proof on a public change that never was",
    "refused: a proof holds for one change only",
)
def test_another_public_change():
    found, first = founded()
    rich = found.stock("brown", 9)
    proof = stock.prove_spending(AT, rich, pair.known(found, "brown", 9, first), 30, chance("s"))
    assert stock.spend(AT, rich, 30, proof)  # so `changed` is held against the game's own
    for changed in (-1, 0, 7, 8, 10):
        assert stock.spend(AT, found.stock("brown", changed), 30, proof) is None


@attack("P9", "use a proof of one of two supplies for the other", "refused")
def test_a_proof_of_the_other_stock():
    found, first = founded(20)
    brown, green = (found.stock(name, 0) for name in NAMES)
    proof = stock.prove_spending(AT, brown, first, 5, chance("s"))
    assert stock.spend(AT, brown, 5, proof)
    assert stock.spend(AT, green, 5, proof) is None
    parcel, _ = give(found, first, "brown", 4)
    assert pair.hand_over(AT, found, "green", changed=0, cap=6, parcel=parcel) is None


@attack("P9", "send an ally a box with another amount than was handed over", "the ally refuses")
def test_a_box_with_another_amount():
    found, first = founded()
    parcel, sent = give(found, first, "brown", 4)
    secret = chance("box")
    public = box.box_public(secret)
    reported = pair.out_of_box(secret, pair.into_box(public, sent), parcel.commitment)
    assert reported == sent
    for amount in (0, 3, 5, 6):
        false = pair.into_box(public, sent._replace(amount=amount))
        assert pair.out_of_box(secret, false, parcel.commitment) is None


@attack("P9", "exchange the amounts of two transfers when you open them", "refused")
def test_amounts_swapped_at_the_end():
    one, two = held(2, "one"), held(5, "two")
    assert opens(commit(one), one)
    for false in (two, one._replace(amount=5), two._replace(amount=2)):
        assert not opens(commit(one), false)
    # Both together have the right sum: each is held against its own point.
    assert one.amount + two.amount == 7


@attack(
    "P9",
    "make a supply the identity, by scalars chosen for it",
    "it can spend what everybody saw it earn since, and no more",
)
def test_a_stock_that_is_the_identity():
    found, first = founded(4)
    parcel = stock.prove_parcel(
        AT, found.stock("brown", 0), "green", opening=first, cap=6, parcel=first, entropy=chance(0)
    )
    after = pair.hand_over(AT, found, "brown", changed=0, cap=6, parcel=parcel)
    assert after is not None
    assert after.point == group.IDENTITY
    now = pair.after(first, first, by_first=True)
    assert now == Opening(0, group.ZERO)
    names = ("spend", "brown", 1)
    whole = ranges.prove(AT, names, 8, Opening(0, group.ZERO), chance("of nothing"))
    for amount in (1, 255):
        assert stock.spend(AT, after.stock("brown", 0), amount, whole) is None
    earned, known = after.stock("brown", 3), pair.known(after, "brown", 3, now)
    for amount in (1, 3):
        proof = stock.prove_spending(AT, earned, known, amount, chance(amount))
        assert stock.spend(AT, earned, amount, proof)
    with pytest.raises(FormError):
        stock.prove_spending(AT, earned, known, 4, chance(4))
    # The other of the two has everything, and can spend it.
    green, all_of_it = after.stock("green", 0), pair.known(after, "green", 0, now)
    assert all_of_it.amount == 40
    assert stock.spend(AT, green, 40, stock.prove_spending(AT, green, all_of_it, 40, chance("all")))
