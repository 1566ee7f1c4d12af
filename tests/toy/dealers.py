"""Groups that mask a deck, and one that forges: for tests of what cards and stocks promise."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from hashlib import sha256
from typing import NamedTuple

import pytest

from pbem.crypto import group
from pbem.crypto.cards import deck, shuffle
from pbem.crypto.cards.deck import Deck
from pbem.crypto.cards.shuffle import Layer
from pbem.crypto.statement import Where, blind, challenge, generator
from pbem.crypto.stocks.ranges import Opening

Q = group.ORDER
GAME = sha256(b"a game").hexdigest()
EIGHTH = bytes.fromhex("c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a")
"""A point of order 8."""


def chance(label: object) -> bytes:
    """Return 32 bytes, the same in every run."""
    return sha256(str(label).encode()).digest()


def number(label: object) -> int:
    """Return a scalar as a number, the same in every run."""
    return int.from_bytes(chance(label), "little") % Q


def where(event: object = 0, by: str = "ann", game: str = GAME) -> Where:
    """Return the place of an event."""
    return Where(game, sha256(f"event {event}".encode()).hexdigest(), by)


def torsion() -> list[bytes]:
    """Return the seven points of small order but the identity."""
    points = [EIGHTH]
    for _ in range(6):
        points.append(group.add(points[-1], EIGHTH))
    return points


def outside() -> list[bytes]:
    """Return what is no point of the subgroup, or not spelled as one."""
    moved = [group.add(group.BASE, point) for point in torsion()]
    fields = [2**255 - 19, 2**255 - 18, 2**255 + 1, 2**256 - 1, 2, 0]
    spelled = [(field % 2**256).to_bytes(32, "little") for field in fields]
    return [group.IDENTITY, *torsion(), *moved, *spelled, b"", group.BASE + b"\0", group.BASE[:31]]


class Dealt(NamedTuple):
    """A deck that so many groups have masked, with their secrets."""

    deck: Deck
    made: list[shuffle.Shuffled]

    def scalars(self) -> list[bytes]:
        return [one.scalar for one in self.made]

    def taken(self, place: int, drawer: int) -> bytes:
        """Return what is left of a place when all masks but the drawer's are off."""
        point = self.deck.points[place]
        for at, one in enumerate(self.made, 1):
            if at != drawer:
                point = group.times(group.scalar_inverse(one.scalar), point)
        return point


def deal(cards: int, label: object = 0, groups: int = 2, name: str = "toy#1") -> Dealt:
    """Have so many groups shuffle a deck."""
    now, made = deck.begin(GAME, name, range(cards)), []
    for at in range(groups):
        one = shuffle.make(where(at), name, now.layer(), chance((label, at)))
        now, made = now.masked(one.after), [*made, one]
    return Dealt(now, made)


def remember(patch: pytest.MonkeyPatch) -> None:
    """Have what was computed once looked up: a mutant differs from the last in one byte."""
    patch.setattr(group, "times", lru_cache(1 << 16)(group.times))
    patch.setattr(group, "times_base", lru_cache(1 << 16)(group.times_base))
    patch.setattr(group, "admissible_point", lru_cache(1 << 16)(group.admissible_point))


Matrix = Sequence[Sequence[int]]


class Forgery(NamedTuple):
    """A proof, and what its author meant F, A1 to A5 and T to be."""

    proof: bytes
    meant: list[bytes]


def forge(
    at: Where,
    name: str,
    before: Layer,
    after: Layer,
    matrix: Matrix,
    *,
    x: int,
    weights: Callable[[list[int]], list[int]] | None = None,
    false_end: bool = False,
    late: bool = False,
) -> Forgery:
    """Prove, as far as it goes, that ``after`` is x times ``matrix`` times ``before``.

    E commits to ``matrix``; v is that times the weights, or what ``weights`` makes of them.
    ``false_end``: the last link of the chain commits to the product that is wanted, not to that of
    v. ``late``: E is chosen when the weights are known. Something of a false proof is not what its
    author meant, once c is known.
    """
    n = len(before.points)
    scalar, base, gens = group.scalar, group.times_base, [generator(i) for i in range(n)]

    def secret(*label: object) -> int:
        return number(("forge", *label))

    r = [secret("r", j) for j in range(n)]

    def committed(matrix: Matrix) -> list[bytes]:
        columns = [[scalar(row[j]) for row in matrix] for j in range(n)]
        mixed = [group.weighed(column, gens) for column in columns]
        return [group.add(base(scalar(r[j])), mixed[j]) for j in range(n)]

    order = committed(matrix)
    said = shuffle._weights(at, name, before, after, order)
    u = [int.from_bytes(one, "little") for one in said.each]
    v = [sum(matrix[i][j] * u[j] for j in range(n)) % Q for i in range(n)]
    v = weights(u) if weights else v
    if late:
        # Rows that sum to one and make v of u, for these u alone.
        order = committed([row_for(v[i], u, i) for i in range(n)])
        said = shuffle._weights(at, name, before, after, order)
    f, links, b = [secret("f", i) for i in range(n)], [blind()], 0
    for i in range(n):
        link = group.add(base(scalar(f[i])), group.multiple(scalar(v[i]), links[-1]))
        links.append(link)
        b = (b * v[i] + f[i]) % Q
    if false_end:
        product = 1
        for one in u:
            product = product * one % Q
        b = secret("b")
        links[n] = group.add(base(scalar(b)), group.multiple(scalar(product), blind()))
    a, d = sum(r), sum(x * y for x, y in zip(u, r, strict=True))
    ra, rb, rd, rx = (secret("nonce", k) for k in "abdx")
    rf, rv = [secret("rf", i) for i in range(n)], [secret("rv", i) for i in range(n)]
    rvs = [scalar(one) for one in rv]
    whole = group.weighed(said.each, before.points)
    meant = [
        *links[1:],
        base(scalar(ra)),
        base(scalar(rb)),
        group.add(base(scalar(rd)), group.weighed(rvs, gens)),
        group.subtract(group.weighed(rvs, after.points), group.multiple(scalar(rx), whole)),
        group.multiple(scalar(rx), before.ref),
        *(group.add(base(scalar(rf[i])), group.multiple(rvs[i], links[i])) for i in range(n)),
    ]
    c = int.from_bytes(challenge("shuffle", said.seed, *meant), "little")
    head = [c, ra + c * a, rb + c * b, rd + c * d, rx + c * x]
    rows = [
        order[i] + links[i + 1] + scalar(rf[i] + c * f[i]) + scalar(rv[i] + c * v[i])
        for i in range(n)
    ]
    return Forgery(b"".join([*map(scalar, head), *rows]), meant)


def row_for(wanted: int, u: list[int], i: int) -> list[int]:
    """Return a row that sums to one and weighs ``u`` to what is wanted."""
    other = (i + 1) % len(u)
    row = [0] * len(u)
    row[i] = (wanted - u[other]) * pow(u[i] - u[other], -1, Q) % Q
    row[other] = (1 - row[i]) % Q
    return row


def off(at: Where, name: str, before: Layer, after: Layer, forged: Forgery) -> set[str]:
    """Return which of A1 to A5 and T are not what the author of a proof meant."""
    reported = shuffle._taken_apart(forged.proof)
    shown = shuffle._shown(
        reported, before, after, shuffle._weights(at, name, before, after, reported.order)
    )
    n = len(before.points)
    names = [
        *(f"F{i}" for i in range(n)),
        "A1",
        "A2",
        "A3",
        "A4",
        "A5",
        *(f"T{i}" for i in range(n)),
    ]
    return {one for one, x, y in zip(names, shown, forged.meant, strict=True) if x != y}


def masked_by(before: Layer, matrix: Matrix, x: int, ref: int | None = None) -> Layer:
    """Return x times a matrix times a deck; R times ``ref`` where that is another number."""
    return Layer(
        group.times(group.scalar(ref or x), before.ref),
        tuple(
            group.weighed([group.scalar(x * one) for one in row], before.points) for row in matrix
        ),
    )


def held(amount: int, label: object = "stock") -> Opening:
    """Return an opening."""
    return Opening(amount, group.scalar(number(label)))
