"""A deck masked and put into another order, with a proof that it is the same deck (3.2).

The proof of Terelius and Wikstroem, "Proofs of Restricted Shuffles" (Africacrypt 2010), for points
that are all multiplied by one scalar (Haenni and Spycher, "Secure Internet Voting on Limited
Devices with Anonymized DSA Public Keys", EVT/WOTE 2011). Names are those of the page.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from pbem.crypto import group
from pbem.crypto.dice import Stream
from pbem.crypto.signing import require_sound_library
from pbem.crypto.statement import Where, blind, challenge, generator, hash_parts, nonces
from pbem.errors import FormError

MOST_CARDS = 250
"""More than any deck that was printed, and the proof still fits into a line of a log."""
HEAD_BYTES = 5 * 32
PLACE_BYTES = 4 * 32


class Layer(NamedTuple):
    """A deck after so many masks: ``ref`` is R, the product of all masks times B, and D."""

    ref: bytes
    points: tuple[bytes, ...]

    def whole(self) -> tuple[bytes, ...]:
        """Return R and all of D, as they are hashed."""
        return (self.ref, *self.points)


class Shuffled(NamedTuple):
    """The result of a shuffle.

    ``scalar`` and ``places`` are secret: D'[i] = x D[places[i]].
    """

    scalar: bytes
    places: tuple[int, ...]
    after: Layer
    proof: bytes


class _Weights(NamedTuple):
    """The weights from the statement and the commitment to the order: w, and u for each card."""

    seed: bytes
    each: list[bytes]


class _Proof(NamedTuple):
    """A proof taken apart; the last four have a member for each place."""

    c: bytes
    sa: bytes
    sb: bytes
    sd: bytes
    sx: bytes
    order: list[bytes]
    chain: list[bytes]
    sf: list[bytes]
    sv: list[bytes]


def size(cards: int) -> int:
    """Return how many bytes the proof for so many cards has."""
    return HEAD_BYTES + PLACE_BYTES * cards


def make(where: Where, deck: str, before: Layer, entropy: bytes) -> Shuffled:
    """Encrypt and shuffle a deck, with a new card key and in a random order.

    Args:
        where: The place of the proof in the log.
        deck: The name of the deck, with its number.
        before: The last layer, which was checked.
        entropy: 32 random bytes; anyone who knows them knows the card key and the order.

    Raises:
        FormError: The deck has no cards or more than 250, or the entropy does not have 32 bytes.

    Source: docs/protocol-cards.md, section 3.2.
    """
    where.check()
    if not 1 <= len(before.points) <= MOST_CARDS:
        raise FormError(
            f"a deck has 1 to {MOST_CARDS} cards, but this one has {len(before.points)}"
        )
    require_sound_library()
    draw = nonces(entropy, "mask", *where, deck, before.ref, *before.points)
    scalar = draw()
    places = _order(len(before.points), draw() + draw())
    after = Layer(
        group.times(scalar, before.ref),
        tuple(group.times(scalar, before.points[place]) for place in places),
    )
    proof = _prove(where, deck, before, Shuffled(scalar, places, after, b""), entropy)
    return Shuffled(scalar, places, after, proof)


def check(where: Where, deck: str, before: Layer, after: Layer, proof: bytes) -> bool:
    """Say whether a proof shows that a deck was encrypted once more and reordered.

    Args:
        where: The place of the proof in the log.
        deck: The name of the deck, with its number.
        before: The layer before, which was checked; its size limits the work.
        after: The layer after.
        proof: The proof.

    Source: docs/protocol-cards.md, section 3.2.
    """
    n = len(before.points)
    if len(after.points) != n or len(proof) != size(n) or len(set(after.points)) != n:
        return False
    reported = _taken_apart(proof)
    points = (after.ref, *after.points, *reported.order, *reported.chain)
    scalars = (*reported[:5], *reported.sf, *reported.sv)
    if not all(map(group.admissible_scalar, scalars)):
        return False
    if not all(map(group.admissible_point, points)):
        return False
    weights = _weights(where, deck, before, after, reported.order)
    return reported.c == challenge(
        "shuffle", weights.seed, *_shown(reported, before, after, weights)
    )


def _shown(reported: _Proof, before: Layer, after: Layer, weights: _Weights) -> list[bytes]:
    """Return F, A1 to A5 and T, as a proof that holds was made with them."""
    n = len(before.points)
    generators = [generator(place) for place in range(n)]
    product = weights.each[0]
    for weight in weights.each[1:]:
        product = group.scalar_times(product, weight)
    links = [blind(), *reported.chain]
    ones = group.subtract(group.total(reported.order), group.total(generators))
    end = group.subtract(links[n], group.multiple(product, links[0]))
    weighed_order = group.weighed(weights.each, reported.order)
    whole = group.weighed(weights.each, before.points)

    def less(point: bytes, shown: bytes) -> bytes:
        return group.subtract(point, group.multiple(reported.c, shown))

    a1 = less(group.times_base(reported.sa), ones)
    a2 = less(group.times_base(reported.sb), end)
    mixed = group.add(group.times_base(reported.sd), group.weighed(reported.sv, generators))
    a3 = less(mixed, weighed_order)
    a4 = group.subtract(
        group.weighed(reported.sv, after.points), group.multiple(reported.sx, whole)
    )
    a5 = less(group.multiple(reported.sx, before.ref), after.ref)
    steps = [
        less(group.add(group.times_base(sf), group.multiple(sv, links[i])), links[i + 1])
        for i, (sf, sv) in enumerate(zip(reported.sf, reported.sv, strict=True))
    ]
    return [*reported.chain, a1, a2, a3, a4, a5, *steps]


def _prove(where: Where, deck: str, before: Layer, made: Shuffled, entropy: bytes) -> bytes:
    n, places, after = len(made.places), made.places, made.after
    # The scalar came out of the whole statement: another statement has other nonces.
    draw = nonces(entropy, "proof", made.scalar)
    generators = [generator(place) for place in range(n)]
    r = [draw() for _ in range(n)]
    order = [b""] * n
    for i, place in enumerate(places):
        order[place] = group.add(group.times_base(r[place]), generators[i])
    weights = _weights(where, deck, before, after, order)
    v = [weights.each[place] for place in places]

    f = [draw() for _ in range(n)]
    links = [blind()]
    for fresh, weight in zip(f, v, strict=True):
        step = group.multiple(weight, links[-1])
        links.append(group.add(group.times_base(fresh), step))
    a = b = d = group.ZERO
    for i in range(n):
        a = group.scalar_add(a, r[i])
        b = _times_and(b, v[i], f[i])
        d = _times_and(weights.each[i], r[i], d)

    ra, rb, rd, rx = (draw() for _ in range(4))
    rf, rv = [draw() for _ in range(n)], [draw() for _ in range(n)]
    whole = group.weighed(weights.each, before.points)
    shown = [
        group.times_base(ra),
        group.times_base(rb),
        group.add(group.times_base(rd), group.weighed(rv, generators)),
        group.subtract(group.weighed(rv, after.points), group.multiple(rx, whole)),
        group.times(rx, before.ref),
        *(group.add(group.times_base(rf[i]), group.multiple(rv[i], links[i])) for i in range(n)),
    ]
    c = challenge("shuffle", weights.seed, *links[1:], *shown)
    head = [c, *(_times_and(c, x, k) for x, k in ((a, ra), (b, rb), (d, rd), (made.scalar, rx)))]
    rows = [
        order[i] + links[i + 1] + _times_and(c, f[i], rf[i]) + _times_and(c, v[i], rv[i])
        for i in range(n)
    ]
    return b"".join(head + rows)


def _weights(
    where: Where, deck: str, before: Layer, after: Layer, order: Sequence[bytes]
) -> _Weights:
    statement = [*before.whole(), *after.whole()]
    seed = hash_parts("shuffle-weights", *where, deck, *statement, *order)
    return _Weights(seed, [challenge("weight", seed, j) for j in range(len(order))])


def _times_and(x: bytes, y: bytes, more: bytes) -> bytes:
    """Return x y + more, modulo q."""
    return group.scalar_add(group.scalar_times(x, y), more)


def _order(n: int, seed: bytes) -> tuple[int, ...]:
    """Return a permutation, each as likely as another (Fisher and Yates)."""
    places = list(range(n))
    stream = Stream(seed)
    for last in range(n - 1, 0, -1):
        other = stream.uniform(last + 1)
        places[last], places[other] = places[other], places[last]
    return tuple(places)


def _taken_apart(proof: bytes) -> _Proof:
    fields = [proof[at : at + 32] for at in range(0, len(proof), 32)]
    rows = fields[5:]
    c, sa, sb, sd, sx = fields[:5]
    return _Proof(c, sa, sb, sd, sx, rows[0::4], rows[1::4], rows[2::4], rows[3::4])
