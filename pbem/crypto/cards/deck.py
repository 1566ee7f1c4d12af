"""A masked deck: how it begins, what takes a mask off, shows a card, opens everything (3)."""

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
    are R_0 to R_m, one more than groups that have masked it; ``points`` are its places.
    """

    game: str
    name: str
    cards: tuple[int, ...]
    refs: tuple[bytes, ...]
    points: tuple[bytes, ...]

    def layer(self) -> Layer:
        """Return what the next group masks."""
        return Layer(self.refs[-1], self.points)

    def masked(self, after: Layer) -> Deck:
        """Return the deck after a shuffle that `shuffle.check` found good."""
        return self._replace(refs=(*self.refs, after.ref), points=after.points)

    def pair(self, number: int) -> tuple[bytes, bytes]:
        """Return R before and after the mask of a group, counted from 1 in order of shuffling."""
        if not 1 <= number < len(self.refs):
            raise FormError(f"group {number} has not encrypted the deck {self.name}")
        return self.refs[number - 1], self.refs[number]


class Unmasked(NamedTuple):
    """What a group publishes that takes its mask off: what is left, and the proof."""

    point: bytes
    proof: bytes


def card_point(game: str, deck: str, card: int) -> bytes:
    """Return C_i, the point of a card in a game, in all decks that differ in their number alone."""
    return to_group("card", f"{game}\n{deck.partition('#')[0]}\n{card}")


def begin(game: str, name: str, cards: Sequence[int]) -> Deck:
    """Return a deck that nobody has masked yet; ``game`` is an id.

    Raises `FormError` unless the name has a number behind it, as in ``situation#1``, and ``cards``
    are 1 to 250 different numbers from 0 to 249, the lowest first.
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
    """Take the mask of group ``number`` off ``point``, which is what is left of ``place``.

    ``point`` must come out of the checked deck, through checked proofs: a group takes its mask off
    nothing else. ``entropy`` as in `statement.nonces`.
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
    """Say whether ``taken`` is ``point``, what is left of ``place``, without the group's mask."""
    if where.game != deck.game or place not in range(len(deck.points)):
        return False
    pairs = Pairs(*deck.pair(number), taken.point, point)
    return equality.holds("unmask", where, (deck.name, place), pairs, taken.proof)


def seen(deck: Deck, scalar: bytes, held: bytes) -> int | None:
    """Return the card that the one mask left on ``held`` hides, None if it is none of the deck."""
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
    """Return the proof that ``held``, drawn from ``place`` by group ``number``, is ``card``."""
    pairs = Pairs(*deck.pair(number), card_point(deck.game, deck.name, card), held)
    return equality.prove(
        "show", where, (deck.name, place, card), pairs, scalar=scalar, entropy=entropy
    )


def is_shown(
    where: Where, deck: Deck, place: int, card: int, number: int, *, held: bytes, proof: bytes
) -> bool:
    """Say whether ``proof`` shows that ``held``, drawn from ``place``, is ``card``."""
    if where.game != deck.game or card not in deck.cards:
        return False
    if place not in range(len(deck.points)):
        return False
    pairs = Pairs(*deck.pair(number), card_point(deck.game, deck.name, card), held)
    return equality.holds("show", where, (deck.name, place, card), pairs, proof)


def is_mask(deck: Deck, number: int, scalar: bytes) -> bool:
    """Say whether ``scalar`` is the mask of group ``number``: what is opened at the end."""
    before, after = deck.pair(number)
    return group.admissible_scalar(scalar) and group.times(scalar, before) == after


def laid_open(deck: Deck, scalars: Sequence[bytes]) -> tuple[int, ...]:
    """Return the card at every place, once `is_mask` held for the scalars of all groups."""
    product = scalars[0]
    for scalar in scalars[1:]:
        product = group.scalar_times(product, scalar)
    cards = {
        group.times(product, card_point(deck.game, deck.name, card)): card for card in deck.cards
    }
    return tuple(cards[point] for point in deck.points)
