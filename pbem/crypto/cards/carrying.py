"""Held cards brought into a new deck unseen, when a group left without a word (3.8).

No table of version 1 has a group leave while others play on, so nothing here is called from a log;
the vectors of the page and a second reader hold it to what 3.8 says.
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
    """What the holder publishes: the new deck's place, T and the two proofs."""

    place: int
    both: bytes
    new_proof: bytes
    old_proof: bytes


def carry(
    where: Where, new: Deck, held: Held, number: int, *, scalar: bytes, point: bytes, entropy: bytes
) -> Unmasked:
    """Put the new mask of group ``number`` on ``point``: the held point, or what others made of it.

    ``point`` must come through checked proofs; entropy as in `statement.nonces`.
    """
    more = group.times(scalar, point)
    pairs = Pairs(*new.pair(number), point, more)
    return Unmasked(
        more, equality.prove("carry", where, _old(new, held), pairs, scalar=scalar, entropy=entropy)
    )


def is_carried(
    where: Where, new: Deck, held: Held, number: int, *, point: bytes, taken: Unmasked
) -> bool:
    """Say whether ``taken`` is ``point`` with the new mask of group ``number`` on it."""
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

    ``point`` is what all others have made of the held point. None if the card is not in the deck.
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
    """Say whether the place that was marked holds the same card as the held place."""
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
