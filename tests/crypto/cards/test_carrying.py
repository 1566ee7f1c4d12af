"""A held card in the next deck: found there by its holder, and hidden from all others."""

from __future__ import annotations

import pytest

from pbem.crypto.cards import carrying, deck, shuffle
from pbem.crypto.cards.carrying import Held, Marked
from toy.dealers import chance, deal, where


def marked(card: int, cards: list[int]) -> tuple[deck.Deck, Marked | None, list[bytes]]:
    """The second of three groups holds a card, and the third is gone: mark it in a new deck."""
    old = deal(4, "old", groups=3)
    place = deck.laid_open(old.deck, old.scalars()).index(card)
    now, masks = deck.begin(old.deck.game, "toy#2", cards), []
    for at in (0, 1):
        made = shuffle.make(where(at), now.name, now.layer(), chance(("anew", at)))
        now, masks = now.masked(made.after), [*masks, made.scalar]
    held, point = Held(old.deck, place, 2, 2), old.taken(place, 2)
    done = carrying.carry(
        where(2), now, held, 1, scalar=masks[0], point=point, entropy=chance("carried")
    )
    assert carrying.is_carried(where(2), now, held, 1, point=point, taken=done)
    found = carrying.mark(
        where(3),
        now,
        held,
        new_scalar=masks[1],
        old_scalar=old.made[1].scalar,
        point=done.point,
        entropy=chance("marked"),
    )
    assert found is None or carrying.is_marked(where(3), now, held, done.point, found)
    return now, found, masks


@pytest.mark.parametrize("card", range(4))
def test_the_place_that_is_marked_holds_the_card(card: int) -> None:
    now, found, masks = marked(card, [0, 1, 2, 3])
    assert found is not None
    assert deck.laid_open(now, masks)[found.place] == card


def test_a_card_that_is_not_in_the_deck_cannot_be_marked() -> None:
    assert marked(2, [0, 1, 3])[1] is None
