"""An encrypted deck: begin, remove a layer, show a card, open it (section 3)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from pbem.crypto import group
from pbem.crypto.cards import equality
from pbem.crypto.cards.equality import Pairs
from pbem.crypto.cards.shuffle import MOST_CARDS, Layer
from pbem.crypto.statement import Where, to_group
from pbem.crypto.text import check_hex
from pbem.errors import FormError

_NAME = re.compile(r"[a-z0-9][a-z0-9._-]{0,31}#[1-9][0-9]{0,5}")


FIRST = group.BASE
"""R_0: what every deck begins with."""


class Deck(NamedTuple):
    """A deck as everybody sees it, after all shuffles that were checked so far.

    ``name`` is like ``situation#1``; ``cards`` are numbers of the module's list, rising; ``refs``
    are R_0 to R_m, one more than the groups that have encrypted it; ``points`` are its places.
    """

    game: str
    name: str
    cards: tuple[int, ...]
    refs: tuple[bytes, ...]
    points: tuple[bytes, ...]

    def layer(self) -> Layer:
        """Return what the next group encrypts."""
        return Layer(self.refs[-1], self.points)

    def masked(self, after: Layer) -> Deck:
        """Return the deck after a shuffle that `shuffle.check` found good."""
        return self._replace(refs=(*self.refs, after.ref), points=after.points)

    def pair(self, number: int) -> tuple[bytes, bytes]:
        """Return R before and after the layer of a group, from 1 in order of shuffling.

        Raises:
            FormError: No group of this number has encrypted the deck.
        """
        if not 1 <= number < len(self.refs):
            raise FormError(f"group {number} has not encrypted the deck {self.name}")
        return self.refs[number - 1], self.refs[number]


class Unmasked(NamedTuple):
    """The publication of a group to remove its layer: the point left, and the proof."""

    point: bytes
    proof: bytes


def card_point(game: str, deck: str, card: int) -> bytes:
    """Return C_i, the point of a card in a game.

    It is the same in all decks whose names differ in their number alone.

    Args:
        game: The id of the game.
        deck: The name of the deck, as ``situation#1``.
        card: The number of the card.

    Source: docs/protocol-cards.md, section 3.1.
    """
    return to_group("card", f"{game}\n{deck.partition('#')[0]}\n{card}")


def begin(game: str, name: str, cards: Sequence[int]) -> Deck:
    """Return a deck that nobody has encrypted yet.

    Args:
        game: The id of the game.
        name: A name with a number at its end, as ``situation#1``.
        cards: 1 to 250 different numbers from 0 to 249, the lowest first.

    Raises:
        FormError: The name or the cards do not have this form.
    """
    check_hex(game, 32)
    if not _NAME.fullmatch(name):
        raise FormError(f"deck {ascii(name)[:60]}: write a name, # and a number from 1")
    known = range(MOST_CARDS)
    if not cards or list(cards) != sorted(set(cards)) or any(card not in known for card in cards):
        raise FormError(f"the deck {name} needs different cards from 0 to 249, in ascending order")
    points = tuple(card_point(game, name, card) for card in cards)
    return Deck(game, name, tuple(cards), (FIRST,), points)


def unmask(
    where: Where,
    deck: Deck,
    place: int,
    number: int,
    *,
    scalar: bytes,
    point: bytes,
    entropy: bytes,
) -> Unmasked:
    """Remove the layer of a group from a point, and prove it.

    A group removes its layer only from points of a checked deck that came through checked proofs.

    Args:
        where: The place of the proof in the log.
        deck: The deck.
        place: The place of the card, from 0.
        number: The group, from 1.
        scalar: The group's card key.
        point: The point of the place, without the layers that were removed before.
        entropy: 32 random bytes, as for `pbem.crypto.statement.nonces`.

    Raises:
        FormError: The deck has no such layer, or the entropy does not have 32 bytes.
        OutsideSubgroupError: The point is not one of the prime-order subgroup.

    Source: docs/protocol-cards.md, section 3.4.
    """
    left = group.times(group.scalar_inverse(scalar), point)
    pairs = Pairs(*deck.pair(number), left, point)
    return Unmasked(
        left,
        equality.prove("unmask", where, (deck.name, place), pairs, scalar=scalar, entropy=entropy),
    )


def is_unmasked(
    where: Where, deck: Deck, place: int, number: int, *, point: bytes, taken: Unmasked
) -> bool:
    """Say whether a group has removed its layer from a point.

    Args:
        where: The place of the proof in the log.
        deck: The deck.
        place: The place of the card, from 0.
        number: The group, from 1.
        point: The point before.
        taken: The point after, with the proof.

    Raises:
        FormError: The deck has no such layer.

    Source: docs/protocol-cards.md, section 3.4.
    """
    if where.game != deck.game or place not in range(len(deck.points)):
        return False
    pairs = Pairs(*deck.pair(number), taken.point, point)
    return equality.holds("unmask", where, (deck.name, place), pairs, taken.proof)


def seen(deck: Deck, scalar: bytes, held: bytes) -> int | None:
    """Return the card under the last layer of a point; None if it is not of the deck.

    Args:
        deck: The deck.
        scalar: The card key of that layer.
        held: The point, without all other layers.

    Raises:
        OutsideSubgroupError: The point is not one of the prime-order subgroup.
    """
    point = group.times(group.scalar_inverse(scalar), held)
    for card in deck.cards:
        if card_point(deck.game, deck.name, card) == point:
            return card
    return None


def show(
    where: Where,
    deck: Deck,
    place: int,
    card: int,
    number: int,
    *,
    scalar: bytes,
    held: bytes,
    entropy: bytes,
) -> bytes:
    """Return the proof that a drawn point is a certain card.

    Args:
        where: The place of the proof in the log.
        deck: The deck.
        place: The place from which it was drawn, from 0.
        card: The card.
        number: The group that drew it, from 1.
        scalar: The group's card key.
        held: The point, with only that group's layer on it.
        entropy: 32 random bytes, as for `pbem.crypto.statement.nonces`.

    Raises:
        FormError: The deck has no such layer, or the entropy does not have 32 bytes.

    Source: docs/protocol-cards.md, section 3.5.
    """
    pairs = Pairs(*deck.pair(number), card_point(deck.game, deck.name, card), held)
    return equality.prove(
        "show", where, (deck.name, place, card), pairs, scalar=scalar, entropy=entropy
    )


def is_shown(
    where: Where, deck: Deck, place: int, card: int, number: int, *, held: bytes, proof: bytes
) -> bool:
    """Say whether a proof shows that a drawn point is a certain card.

    Args:
        where: The place of the proof in the log.
        deck: The deck.
        place: The place from which it was drawn, from 0.
        card: The card.
        number: The group that drew it, from 1.
        held: The point, with only that group's layer on it.
        proof: 64 bytes.

    Raises:
        FormError: The deck has no such layer.

    Source: docs/protocol-cards.md, section 3.5.
    """
    if where.game != deck.game or card not in deck.cards:
        return False
    if place not in range(len(deck.points)):
        return False
    pairs = Pairs(*deck.pair(number), card_point(deck.game, deck.name, card), held)
    return equality.holds("show", where, (deck.name, place, card), pairs, proof)


def is_mask(deck: Deck, number: int, scalar: bytes) -> bool:
    """Say whether a scalar is the card key of a group: what is opened at the end.

    Args:
        deck: The deck.
        number: The group, from 1.
        scalar: The scalar.

    Raises:
        FormError: The deck has no such layer.

    Source: docs/protocol-cards.md, section 3.6.
    """
    before, after = deck.pair(number)
    return group.admissible_scalar(scalar) and group.times(scalar, before) == after


def laid_open(deck: Deck, scalars: Sequence[bytes]) -> tuple[int, ...]:
    """Return the card at every place, once `is_mask` held for the scalars of all groups.

    ``scalars``: that of each group, in any order.
    """
    product = scalars[0]
    for scalar in scalars[1:]:
        product = group.scalar_times(product, scalar)
    cards = {
        group.times(product, card_point(deck.game, deck.name, card)): card for card in deck.cards
    }
    return tuple(cards[point] for point in deck.points)
