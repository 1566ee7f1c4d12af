"""Bring held cards unseen into a new deck, after a group left (section 3.8).

In version 1 no table has a group leave while others play on. No log uses this module. The vectors
of the page, and a second reader, test it against 3.8.
"""

from __future__ import annotations

from typing import NamedTuple

from pbem.crypto import group
from pbem.crypto.cards import equality
from pbem.crypto.cards.deck import Deck, Unmasked
from pbem.crypto.cards.equality import Pairs
from pbem.crypto.statement import Where


class Held(NamedTuple):
    """A place of an old deck, held by a group: its number there, and in the new deck."""

    deck: Deck
    place: int
    number: int
    new_number: int


class Marked(NamedTuple):
    """The holder's publication: the new deck's place, T and the two proofs."""

    place: int
    both: bytes
    new_proof: bytes
    old_proof: bytes


def carry(
    where: Where, new: Deck, held: Held, number: int, *, scalar: bytes, point: bytes, entropy: bytes
) -> Unmasked:
    """Add the new layer of a group to a point, and prove it.

    Args:
        where: The place of the proof in the log.
        new: The new deck.
        held: The held place of the old deck.
        number: The group in the new deck, from 1.
        scalar: The group's card key for the new deck.
        point: The held point, or what the groups before made of it, through checked proofs.
        entropy: 32 random bytes, as for `pbem.crypto.statement.nonces`.

    Raises:
        FormError: The new deck has no such layer, or the entropy does not have 32 bytes.
        OutsideSubgroupError: The point is not one of the prime-order subgroup.

    Source: docs/protocol-cards.md, section 3.8.
    """
    more = group.times(scalar, point)
    pairs = Pairs(*new.pair(number), point, more)
    return Unmasked(
        more, equality.prove("carry", where, _old(new, held), pairs, scalar=scalar, entropy=entropy)
    )


def is_carried(
    where: Where, new: Deck, held: Held, number: int, *, point: bytes, taken: Unmasked
) -> bool:
    """Say whether a group has added its new layer to a point.

    Args:
        where: The place of the proof in the log.
        new: The new deck.
        held: The held place of the old deck.
        number: The group in the new deck, from 1.
        point: The point before.
        taken: The point after, with the proof.

    Raises:
        FormError: The new deck has no such layer.

    Source: docs/protocol-cards.md, section 3.8.
    """
    if where.game != new.game or number == held.new_number:
        return False
    pairs = Pairs(*new.pair(number), point, taken.point)
    return equality.holds("carry", where, _old(new, held), pairs, taken.proof)


def mark(
    where: Where,
    new: Deck,
    held: Held,
    *,
    new_scalar: bytes,
    old_scalar: bytes,
    point: bytes,
    entropy: bytes,
) -> Marked | None:
    """Return the place of the new deck where the held card lies, with its proofs.

    Args:
        where: The place of the proofs in the log.
        new: The new deck.
        held: The held place of the old deck.
        new_scalar: The holder's card key for the new deck.
        old_scalar: The holder's card key for the old deck.
        point: The held point after the layers of all other groups.
        entropy: 32 random bytes, as for `pbem.crypto.statement.nonces`.

    Returns:
        The place and the proofs, or None if the card is not in the new deck.

    Raises:
        FormError: A deck has no such layer, or the entropy does not have 32 bytes.

    Source: docs/protocol-cards.md, section 3.8.
    """
    both = group.times(new_scalar, point)
    wanted = group.times(group.scalar_inverse(old_scalar), both)
    if wanted not in new.points:
        return None
    place = new.points.index(wanted)
    names, back = _places(new, held, place)
    first = Pairs(*new.pair(held.new_number), point, both)
    second = Pairs(*held.deck.pair(held.number), wanted, both)
    return Marked(
        place,
        both,
        equality.prove("mark", where, names, first, scalar=new_scalar, entropy=entropy),
        equality.prove("mark", where, back, second, scalar=old_scalar, entropy=entropy),
    )


def is_marked(where: Where, new: Deck, held: Held, point: bytes, marked: Marked) -> bool:
    """Say whether a marked place of the new deck holds the same card.

    Args:
        where: The place of the proofs in the log.
        new: The new deck.
        held: The held place of the old deck.
        point: The held point after the layers of all other groups.
        marked: The place, with its proofs.

    Source: docs/protocol-cards.md, section 3.8.
    """
    if where.game != new.game or marked.place not in range(len(new.points)):
        return False
    names, back = _places(new, held, marked.place)
    first = Pairs(*new.pair(held.new_number), point, marked.both)
    second = Pairs(*held.deck.pair(held.number), new.points[marked.place], marked.both)
    return equality.holds("mark", where, names, first, marked.new_proof) and equality.holds(
        "mark", where, back, second, marked.old_proof
    )


def _old(new: Deck, held: Held) -> tuple[str, str, int]:
    return new.name, held.deck.name, held.place


def _places(
    new: Deck, held: Held, place: int
) -> tuple[tuple[str, int, str, int], tuple[str, int, str, int]]:
    old = held.deck.name, held.place
    return (new.name, place, *old), (*old, new.name, place)
