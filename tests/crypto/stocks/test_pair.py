"""Two stocks of one total, of which everybody sees one commitment (docs/protocol-cards.md, 6.6)."""

from __future__ import annotations

import pytest

from pbem.crypto import box, group
from pbem.crypto.stocks import pair, stock
from pbem.crypto.stocks.pair import Pair
from pbem.crypto.stocks.ranges import Opening, commit, opens
from pbem.errors import FormError
from toy.dealers import chance, held, where

NAMES = ("brown", "green")


def founded(amount: int = 23) -> tuple[Pair, Opening]:
    first = held(amount)
    halves = stock.prove_halves(where(), NAMES, 8, 40, first=first, entropy=chance("split"))
    found = pair.split(where(), NAMES, 8, 40, halves)
    assert found is not None
    return found, first


def test_a_split_founds_a_pair() -> None:
    found, first = founded()
    assert found == Pair(NAMES, 8, 40, commit(first))
    assert [found.other(name) for name in NAMES] == ["green", "brown"]


def test_a_split_that_is_not_proven_founds_none() -> None:
    first = held(23)
    halves = stock.prove_halves(where(), NAMES, 8, 40, first=first, entropy=chance("split"))
    assert pair.split(where(), NAMES, 8, 41, halves) is None
    assert pair.split(where(), NAMES[::-1], 8, 40, halves) is None
    assert pair.split(where(1), NAMES, 8, 40, halves) is None


@pytest.mark.parametrize("changed", [-17, 0, 5])
def test_each_of_the_two_is_what_it_got_and_its_own_changes(changed: int) -> None:
    found, first = founded()
    for name, got in (("brown", 23), ("green", 17)):
        known = pair.known(found, name, changed, first)
        assert known.amount == got + changed
        assert opens(found.stock(name, changed).commitment, known)


def test_no_stock_of_another_name_or_changed_beyond_all_bounds() -> None:
    found, _ = founded()
    with pytest.raises(KeyError):
        found.stock("red", 0)
    for changed in (2**32, -(2**32)):
        with pytest.raises(FormError, match="cannot change by"):
            found.stock("brown", changed)
    for changed in (2**32 - 1, 1 - 2**32):
        assert found.stock("brown", changed).name == "brown"


@pytest.mark.parametrize(("giver", "left"), [("brown", (19, 21)), ("green", (27, 13))])
def test_what_one_hands_over_the_other_has(giver: str, left: tuple[int, int]) -> None:
    found, first = founded()
    sent, changed = held(4, "sent"), 3
    parcel = stock.prove_parcel(
        where(1),
        found.stock(giver, changed),
        found.other(giver),
        opening=pair.known(found, giver, changed, first),
        cap=6,
        parcel=sent,
        entropy=chance("give"),
    )
    after = pair.hand_over(where(1), found, giver, changed=changed, cap=6, parcel=parcel)
    assert after is not None
    now = pair.after(first, sent, by_first=giver == "brown")
    assert opens(after.point, now)
    for name, amount in zip(NAMES, left, strict=True):
        known = pair.known(after, name, 0, now)
        assert known.amount == amount
        assert opens(after.stock(name, 0).commitment, known)
    for wrong in ({"changed": changed + 1, "cap": 6}, {"changed": changed, "cap": 7}):
        assert pair.hand_over(where(1), found, giver, parcel=parcel, **wrong) is None
    other = found.other(giver)
    assert pair.hand_over(where(1), found, other, changed=3, cap=6, parcel=parcel) is None


def test_an_amount_in_a_box() -> None:
    secret = chance("box")
    own = held(4, "sent")
    sealed = pair.into_box(box.box_public(secret), own)
    assert len(sealed) == 84
    assert pair.out_of_box(secret, sealed, commit(own)) == own


def test_a_box_with_something_else_in_it() -> None:
    secret, own = chance("box"), held(4, "sent")
    public, total = box.box_public(secret), commit(own)
    inside = own.amount.to_bytes(4, "big") + own.scalar
    for wrong in (
        inside[:-1],
        inside + b"\0",
        b"",
        (5).to_bytes(4, "big") + own.scalar,
        inside[:4] + group.ZERO,
        inside[:4] + b"\xff" * 32,
    ):
        assert pair.out_of_box(secret, box.seal(public, wrong), total) is None
    assert pair.out_of_box(chance("another"), box.seal(public, inside), total) is None
    assert pair.out_of_box(secret, b"short", total) is None
    assert pair.out_of_box(secret, box.seal(public, inside), commit(held(4, "other"))) is None
