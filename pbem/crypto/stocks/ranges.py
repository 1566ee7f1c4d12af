"""Commitments to an amount, and proofs that it is not below zero and not too large (4.1).

The commitment is Pedersen's (1991); each bit is proven to be one by Cramer, Damgard and
Schoenmakers' proof that one of two things is known (1994).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from pbem.crypto import group
from pbem.crypto.signing import require_sound_library
from pbem.crypto.statement import Part, Where, blind, challenge, nonces
from pbem.errors import FormError

MOST_BITS = 32
BIT_BYTES = 5 * 32
"""How many bytes of a proof one bit takes."""


class Opening(NamedTuple):
    """The secret opening of a commitment C = vB + rH: v, and the scalar r."""

    amount: int
    scalar: bytes


class _Bit(NamedTuple):
    point: bytes
    e0: bytes
    s0: bytes
    e1: bytes
    s1: bytes


def commit(opening: Opening) -> bytes:
    """Return the commitment C = vB + rH."""
    return group.add(group.times_base(group.scalar(opening.amount)), _hidden(opening))


def opens(commitment: bytes, opening: Opening) -> bool:
    """Say whether this is what was committed to: an amount below 2^32, and a scalar."""
    if opening.amount not in range(1 << MOST_BITS) or not group.admissible_scalar(opening.scalar):
        return False
    return commit(opening) == commitment


def prove(
    where: Where, names: tuple[Part, ...], bits: int, opening: Opening, entropy: bytes
) -> bytes:
    """Return the proof that a committed amount is from 0 to 2^bits - 1.

    Args:
        where: The place of the proof in the log.
        names: The purpose of the proof, a word first.
        bits: The size of the range.
        opening: The opening of the commitment.
        entropy: 32 random bytes, as for `pbem.crypto.statement.nonces`.

    Raises:
        FormError: The amount is outside the range, so that nobody can prove it, or the entropy does
            not have 32 bytes.

    Source: docs/protocol-cards.md, section 4.1.
    """
    where.check()
    if not 1 <= bits <= MOST_BITS or opening.amount not in range(1 << bits):
        raise FormError(f"only an amount from 0 to 2^{bits} - 1 can be proved")
    require_sound_library()
    statement = commit(opening)
    draw = nonces(
        entropy, opening.scalar, opening.amount, bits, statement, *where, str(len(names)), *names
    )
    parts = [draw() for _ in range(bits)]
    parts[0] = opening.scalar
    for i in range(1, bits):
        share = group.scalar_times(group.scalar(1 << i), parts[i])
        parts[0] = group.scalar_subtract(parts[0], share)
    digits = [Opening(opening.amount >> i & 1, part) for i, part in enumerate(parts)]
    # As much work for a bit of 0 as for one of 1.
    ends = [(hidden, group.add(hidden, group.BASE)) for hidden in map(_hidden, digits)]
    points = [end[digit.amount] for end, digit in zip(ends, digits, strict=True)]
    reported: list[Part] = [bits, statement, *points]
    proven = [
        _prove_bit(digit, points[i], (where, names, i, reported), draw)
        for i, digit in enumerate(digits)
    ]
    return b"".join(field for bit in proven for field in bit)


def holds(
    where: Where, names: tuple[Part, ...], bits: int, commitment: bytes, proof: bytes
) -> bool:
    """Say whether a proof shows that a committed amount is from 0 to 2^bits - 1.

    Args:
        where: The place of the proof in the log.
        names: The purpose of the proof, a word first.
        bits: The size of the range.
        commitment: Computed from admitted points; it may be the identity.
        proof: The proof.

    Source: docs/protocol-cards.md, section 4.1.
    """
    if not 1 <= bits <= MOST_BITS or len(proof) != bits * BIT_BYTES:
        return False
    require_sound_library()
    fields = [proof[at : at + 32] for at in range(0, len(proof), 32)]
    digits = [_Bit(*fields[at : at + 5]) for at in range(0, len(fields), 5)]
    if not all(group.admissible_scalar(field) for digit in digits for field in digit[1:]):
        return False
    if not all(group.admissible_point(digit.point) for digit in digits):
        return False
    points = [digit.point for digit in digits]
    whole = group.IDENTITY
    for point in reversed(points):
        whole = group.add(group.add(whole, whole), point)
    if whole != commitment:
        return False
    reported: list[Part] = [bits, commitment, *points]
    return all(_bit_holds(digit, (where, names, i, reported)) for i, digit in enumerate(digits))


def _hidden(opening: Opening) -> bytes:
    return group.multiple(opening.scalar, blind())


_Said = tuple[Where, tuple[Part, ...], int, list[Part]]


def _bit_holds(digit: _Bit, said: _Said) -> bool:
    first = _without(digit.s0, digit.e0, digit.point)
    second = _without(digit.s1, digit.e1, group.subtract(digit.point, group.BASE))
    return _bit_challenge(said, first, second) == group.scalar_add(digit.e0, digit.e1)


def _prove_bit(digit: Opening, point: bytes, said: _Said, draw: Callable[[], bytes]) -> _Bit:
    nonce, e, s = draw(), draw(), draw()
    less = group.subtract(point, group.BASE)
    own = group.times(nonce, blind())
    # The branch that is not true is chosen whole, so its challenge is fixed before the hash.
    other = _without(s, e, point if digit.amount else less)
    shown = (other, own) if digit.amount else (own, other)
    mine = group.scalar_subtract(_bit_challenge(said, *shown), e)
    answer = group.scalar_add(nonce, group.scalar_times(mine, digit.scalar))
    return _Bit(point, e, s, mine, answer) if digit.amount else _Bit(point, mine, answer, e, s)


def _without(s: bytes, e: bytes, point: bytes) -> bytes:
    """Return sH - e * point."""
    return group.subtract(group.times(s, blind()), group.multiple(e, point))


def _bit_challenge(said: _Said, first: bytes, second: bytes) -> bytes:
    where, names, i, (bits, *reported) = said
    return challenge("bit", *where, *names, bits, i, *reported, first, second)
