"""A deck from its beginning to its opening, as honest groups use it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations

import pytest

from pbem.crypto import group
from pbem.crypto.cards import deck, shuffle
from pbem.errors import FormError
from toy.dealers import GAME, chance, deal, forge, masked_by, number, off, where

EVEN, TURNED = [[1, 0, 0], [0, 1, 0], [0, 0, 1]], [[0, 1, 0], [0, 0, 1], [1, 0, 0]]


@pytest.mark.parametrize("groups", [1, 2, 3])
@pytest.mark.parametrize("cards", [1, 2, 7])
def test_every_drawer_sees_his_card_and_everybody_sees_it_shown(cards: int, groups: int) -> None:
    dealt = deal(cards, groups=groups)
    order = deck.laid_open(dealt.deck, dealt.scalars())
    assert sorted(order) == list(range(cards))
    for place in range(cards):
        drawer = place % groups + 1
        point = dealt.deck.points[place]
        for at, one in enumerate(dealt.made, 1):
            if at != drawer:
                event = where((place, at))
                entropy = chance((place, at))
                taken = deck.unmask(
                    event, dealt.deck, place, at, scalar=one.scalar, point=point, entropy=entropy
                )
                assert deck.is_unmasked(event, dealt.deck, place, at, point=point, taken=taken)
                point = taken.point
        own = dealt.made[drawer - 1].scalar
        card = deck.seen(dealt.deck, own, point)
        assert card == order[place]
        event, entropy = where(("show", place)), chance(("show", place))
        proof = deck.show(
            event, dealt.deck, place, card, drawer, scalar=own, held=point, entropy=entropy
        )
        assert deck.is_shown(event, dealt.deck, place, card, drawer, held=point, proof=proof)
    assert all(deck.is_mask(dealt.deck, at, one.scalar) for at, one in enumerate(dealt.made, 1))


def test_each_shuffle_is_what_its_author_knows() -> None:
    now = deck.begin(GAME, "toy#1", [0, 3, 200]).layer()
    made = shuffle.make(where(), "toy#1", now, chance("one"))
    assert made.after.ref == group.times_base(made.scalar)
    assert sorted(made.places) == [0, 1, 2]
    for point, place in zip(made.after.points, made.places, strict=True):
        assert point == group.times(made.scalar, now.points[place])
    assert len(made.proof) == shuffle.size(3) == 160 + 3 * 128


def test_every_order_comes_out() -> None:
    orders = {shuffle._order(4, chance(i) * 2) for i in range(600)}
    assert orders == set(permutations(range(4)))


def test_the_forger_of_the_attacks_proves_what_is_true() -> None:
    start = deck.begin(GAME, "toy#1", range(3)).layer()
    for matrix in (EVEN, TURNED):
        after = masked_by(start, matrix, number("x"))
        forged = forge(where(), "toy#1", start, after, matrix, x=number("x"))
        assert shuffle.check(where(), "toy#1", start, after, forged.proof)
        assert not off(where(), "toy#1", start, after, forged)


def test_the_largest_deck_fits_a_line() -> None:
    assert 2 * (shuffle.size(250) + 251 * 32) + 251 * 6 + 2_000 < 120_000
    now = deck.begin(GAME, "toy#1", range(250)).layer()
    too_many = now._replace(points=(*now.points, group.BASE))
    for wrong in (too_many, now._replace(points=())):
        with pytest.raises(FormError, match="a deck has 1 to 250 cards"):
            shuffle.make(where(), "toy#1", wrong, chance("many"))


@pytest.mark.parametrize(
    "name", ["toy", "toy#0", "toy#01", "Toy#1", "toy#1\n", "#1", "toy#1#1", ""]
)
def test_names_that_no_deck_has(name: str) -> None:
    with pytest.raises(FormError, match="a name, # and a number"):
        deck.begin(GAME, name, [0])


@pytest.mark.parametrize("cards", [[], [1, 0], [0, 0], [-1], [250]])
def test_cards_that_no_deck_has(cards: Sequence[int]) -> None:
    with pytest.raises(FormError, match="different cards from 0 to 249"):
        deck.begin(GAME, "toy#1", cards)


def test_a_group_that_has_not_masked_it() -> None:
    dealt = deal(2)
    for number_ in (0, 3, -1):
        with pytest.raises(FormError, match="has not encrypted"):
            dealt.deck.pair(number_)


def test_a_card_is_the_same_point_under_every_number_of_its_deck() -> None:
    assert deck.card_point(GAME, "toy#1", 4) == deck.card_point(GAME, "toy#2", 4)
    others = {
        deck.card_point(GAME, "toy#1", 3),
        deck.card_point(GAME, "boy#1", 4),
        deck.card_point("0" * 64, "toy#1", 4),
    }
    assert deck.card_point(GAME, "toy#1", 4) not in others
