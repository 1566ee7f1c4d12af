"""Hidden stocks as honest players use them."""

from __future__ import annotations

import pytest

from pbem.crypto import group
from pbem.crypto.stocks import ranges, stock
from pbem.crypto.stocks.ranges import Opening, commit
from pbem.crypto.stocks.stock import Stock
from pbem.errors import FormError
from toy.dealers import chance, held, where


@pytest.mark.parametrize(("bits", "amount"), [(1, 0), (1, 1), (3, 5), (8, 255), (32, 2**32 - 1)])
def test_an_amount_in_range(bits: int, amount: int) -> None:
    own = held(amount)
    proof = ranges.prove(where(), ("left", "brown"), bits, own, chance("p"))
    assert len(proof) == 160 * bits
    assert ranges.holds(where(), ("left", "brown"), bits, commit(own), proof)
    assert ranges.opens(commit(own), own)


@pytest.mark.parametrize(("bits", "amount"), [(1, 2), (8, 256), (8, -1), (0, 0), (33, 1)])
def test_an_amount_out_of_range_has_no_proof(bits: int, amount: int) -> None:
    with pytest.raises(FormError, match="can be proved"):
        ranges.prove(where(), ("left", "brown"), bits, held(amount), chance("p"))


def test_a_stock_through_a_game() -> None:
    """Split, earned, spent, handed over in public and unseen; opened at the end."""
    first = Opening(23, held(0).scalar)
    halves = stock.prove_halves(where(), ("brown", "green"), 8, 40, first=first, entropy=chance(0))
    both = stock.split(where(), ("brown", "green"), 8, 40, halves)
    assert both is not None
    brown, green = both
    own, other = first, stock.other_half(40, first)
    assert ranges.opens(green.commitment, other)

    brown, own = stock.earn(brown, 7), own._replace(amount=30)
    proof = stock.prove_spending(where(1), brown, own, 30, chance(1))
    assert stock.spend(where(1), brown, 30, proof) is not None
    proof = stock.prove_spending(where(1), brown, own, 3, chance(1))
    left = stock.spend(where(1), brown, 3, proof)
    assert left is not None
    brown, own = left, own._replace(amount=27)
    given, proof = stock.prove_capped(where(2), brown, own, 18, chance(2))
    assert given == 13
    left = stock.hand_over_capped(where(2), brown, 18, given, proof)
    assert left is not None
    brown, own = left, own._replace(amount=14)

    sent = Opening(5, chance(3)[:31] + b"\0")
    parcel = stock.prove_parcel(
        where(3), brown, "green", opening=own, cap=6, parcel=sent, entropy=chance(3)
    )
    after = stock.hand_over(where(3), brown, green, 6, parcel)
    assert after is not None
    less = Opening(9, group.scalar_subtract(own.scalar, sent.scalar))
    more = Opening(22, group.scalar_add(other.scalar, sent.scalar))
    assert ranges.opens(after[0].commitment, less)
    assert ranges.opens(after[1].commitment, more)


@pytest.mark.parametrize("amount", range(8))
@pytest.mark.parametrize("cap", [0, 1, 3, 4])
def test_a_capped_hand_over_is_what_is_handed_over(amount: int, cap: int) -> None:
    own = held(amount)
    brown = Stock("brown", 3, commit(own))
    given, proof = stock.prove_capped(where(), brown, own, cap, chance("c"))
    assert given == min(cap, amount // 2)
    left = stock.hand_over_capped(where(), brown, cap, given, proof)
    assert left is not None
    assert ranges.opens(left.commitment, Opening(amount - given, own.scalar))


@pytest.mark.parametrize("cap", [1, 2, 3, 4, 7])
def test_a_hidden_hand_over_of_everything_up_to_the_cap(cap: int) -> None:
    own, green = held(7), Stock("green", 8, commit(held(1, "other")))
    brown = Stock("brown", 3, commit(own))
    for amount in range(cap + 1):
        parcel = stock.prove_parcel(
            where(),
            brown,
            "green",
            opening=own,
            cap=cap,
            parcel=held(amount, "sent"),
            entropy=chance(amount),
        )
        assert stock.hand_over(where(), brown, green, cap, parcel) is not None
