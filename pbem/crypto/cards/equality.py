"""Proof that two points were multiplied by one scalar (Chaum and Pedersen, 1992; 3.3)."""

from __future__ import annotations

from typing import NamedTuple

from pbem.crypto import group
from pbem.crypto.signing import require_sound_library
from pbem.crypto.statement import Part, Where, challenge, nonces

PROOF_BYTES = 64


class Pairs(NamedTuple):
    """The two equal relations: ``h1`` is x times ``g1``, and ``h2`` is x times ``g2``."""

    g1: bytes
    h1: bytes
    g2: bytes
    h2: bytes


def prove(
    what: str, where: Where, names: tuple[Part, ...], pairs: Pairs, *, scalar: bytes, entropy: bytes
) -> bytes:
    """Return the 64-byte proof c || s that one scalar makes both pairs.

    A false statement gets a proof too, but one that does not hold.

    Args:
        what: The purpose of the proof, in one word.
        where: The place of the proof in the log.
        names: The other names of the proof's purpose.
        pairs: The two pairs of points.
        scalar: The scalar.
        entropy: 32 random bytes, as for `pbem.crypto.statement.nonces`.

    Raises:
        FormError: The entropy does not have 32 bytes.

    Source: docs/protocol-cards.md, section 3.3.
    """
    where.check()
    k = nonces(entropy, scalar, what, *where, *names, *pairs)()
    c = challenge(what, *where, *names, *pairs, group.times(k, pairs.g1), group.times(k, pairs.g2))
    return c + group.scalar_add(k, group.scalar_times(c, scalar))


def holds(what: str, where: Where, names: tuple[Part, ...], pairs: Pairs, proof: bytes) -> bool:
    """Say whether a proof shows that one scalar makes both pairs.

    Anything that does not have the form of a proof proves nothing.

    Args:
        what: The purpose of the proof, in one word.
        where: The place of the proof in the log.
        names: The other names of the proof's purpose.
        pairs: The two pairs of points.
        proof: 64 bytes.

    Source: docs/protocol-cards.md, section 3.3.
    """
    if len(proof) != PROOF_BYTES or any(len(point) != group.POINT_BYTES for point in pairs):
        return False
    require_sound_library()
    c, s = proof[:32], proof[32:]
    if not (group.admissible_scalar(c) and group.admissible_scalar(s)):
        return False
    try:
        # Neither scalar is zero, so that each of the four points is looked at.
        first = group.times_less(s, pairs.g1, c, pairs.h1)
        second = group.times_less(s, pairs.g2, c, pairs.h2)
    except group.OutsideSubgroupError:
        return False
    return challenge(what, *where, *names, *pairs, first, second) == c
