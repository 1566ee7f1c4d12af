"""The verifying half of decks and stocks, from the page alone, in plain integers.

The page is `docs/protocol-cards.md`. Slow and short. A statement comes as what the page names:
bytes of points and scalars, texts of names.
"""

from __future__ import annotations

from functools import lru_cache
from hashlib import sha512
from typing import NamedTuple

from second import curve
from second.curve import L, Point


class Where(NamedTuple):
    """The names in every challenge: game, predecessor and author of the event."""

    game: str
    prev: str
    by: str


def hs(what: str, *parts: bytes | str | int) -> bytes:
    """Hash parts, each after its length (section 2)."""
    text = f"pbem/{what}/v1\n".encode()
    for part in parts:
        data = part if isinstance(part, bytes) else str(part).encode()
        text += len(data).to_bytes(4, "big") + data
    return sha512(text).digest()


def hq(what: str, *parts: bytes | str | int) -> int:
    """Hash to a number modulo q."""
    return int.from_bytes(hs(what, *parts), "little") % L


@lru_cache(maxsize=1 << 12)
def to_group(what: str, text: str) -> Point:
    """Hash to a point of the subgroup."""
    return curve.to_curve(f"pbem/{what}/v1\n".encode(), text.encode())


def generator(name: str | int) -> Point:
    """G_i, or H."""
    return to_group("generator", str(name))


def card(game: str, deck: str, number: int) -> Point:
    """C_i of a deck, whatever its number."""
    return to_group("card", f"{game}\n{deck.partition('#')[0]}\n{number}")


def scalar(text: bytes) -> int | None:
    """Read a scalar, 1 to q-1."""
    number = int.from_bytes(text, "little")
    return number if len(text) == 32 and 0 < number < L else None


def total(*terms: tuple[int, Point]) -> Point:
    """The sum of so many times these points, four bits of all at a time."""
    tables = []
    for k, point in terms:
        row = [curve.ZERO]
        for _ in range(15):
            row.append(curve.add(row[-1], point))
        tables.append((k % L, row))
    found = curve.ZERO
    for shift in range(252, -1, -4):
        for _ in range(4):
            found = curve.add(found, found)
        for k, row in tables:
            if nibble := k >> shift & 15:
                found = curve.add(found, row[nibble])
    return found


def spelt(*terms: tuple[int, Point]) -> bytes:
    """The same as 32 bytes."""
    return curve.spell(total(*terms))


def cut(data: bytes) -> list[bytes]:
    """Cut into fields of 32 bytes."""
    return [data[at : at + 32] for at in range(0, len(data), 32)]


def equal(
    what: str, where: Where, names: tuple[str | int, ...], four: tuple[bytes, ...], proof: bytes
) -> bool:
    """Check EQ (3.3); ``four`` is G1, H1, G2, H2."""
    points = [curve.read_prime(text) for text in four]
    if len(proof) != 64 or None in points:
        return False
    c, s = (scalar(part) for part in cut(proof))
    if c is None or s is None:
        return False
    g1, h1, g2, h2 = (point or curve.ZERO for point in points)
    first, second = spelt((s, g1), (-c, h1)), spelt((s, g2), (-c, h2))
    return c == hq(what, *where, *names, *four, first, second)


class Masked(NamedTuple):
    """R and D, as they stand in events."""

    ref: bytes
    points: tuple[bytes, ...]

    def all(self) -> tuple[bytes, ...]:
        return (self.ref, *self.points)


def begin(game: str, deck: str, cards: tuple[int, ...]) -> Masked:
    """A deck before anybody has masked it (3.1)."""
    spelled = tuple(curve.spell(card(game, deck, number)) for number in cards)
    return Masked(curve.spell(curve.BASE), spelled)


def shuffled(where: Where, deck: str, before: Masked, after: Masked, proof: bytes) -> bool:
    """Check a shuffle (3.2); ``before`` was checked already."""
    n = len(before.points)
    if len(after.points) != n or len(set(after.points)) != n or len(proof) != 160 + 128 * n:
        return False
    new = [curve.read_prime(text) for text in after.all()]
    old = [curve.read_prime(text) for text in before.all()]
    fields = cut(proof)
    rows = [fields[at : at + 4] for at in range(5, len(fields), 4)]
    es, fs = ([curve.read_prime(row[at]) for row in rows] for at in (0, 1))
    sf, sv = ([scalar(row[at]) for row in rows] for at in (2, 3))
    head = [scalar(field) for field in fields[:5]]
    if None in [*new, *old, *es, *fs, *sf, *sv, *head]:
        return False
    c, sa, sb, sd, sx = head
    e_text, f_text = ([row[at] for row in rows] for at in (0, 1))
    w = hs("shuffle-weights", *where, deck, *before.all(), *after.all(), *e_text)
    u = [hq("weight", w, j) for j in range(n)]
    base, blind, product = curve.BASE, generator("H"), 1
    for weight in u:
        product = product * weight % L
    gs = [generator(i) for i in range(n)]
    chain = [blind, *fs]
    whole = total(*zip(u, old[1:], strict=True))
    a1 = spelt((sa, base), *[(-c, e) for e in es], *[(c, g) for g in gs])
    a2 = spelt((sb, base), (-c, fs[-1]), (c * product, blind))
    a3 = spelt(
        (sd, base), *zip(sv, gs, strict=True), *[(-c * x, e) for x, e in zip(u, es, strict=True)]
    )
    a4 = spelt(*zip(sv, new[1:], strict=True), (-sx, whole))
    a5 = spelt((sx, old[0]), (-c, new[0]))
    ts = [spelt((sf[i], base), (sv[i], chain[i]), (-c, chain[i + 1])) for i in range(n)]
    return bool(c == hq("shuffle", w, *f_text, a1, a2, a3, a4, a5, *ts))


def opened(before: bytes, after: bytes, secret: bytes) -> bool:
    """Check a group's scalar (3.6)."""
    x, ref = scalar(secret), curve.read_prime(before)
    return x is not None and ref is not None and spelt((x, ref)) == after


def unmasked(
    where: Where, deck: str, place: int, *, refs: tuple[bytes, bytes], two: tuple[bytes, bytes],
    proof: bytes,
) -> bool:  # fmt: skip
    """Check that a mask was taken off (3.4): ``two`` is the point after and the point before."""
    return equal("unmask", where, (deck, place), (*refs, *two), proof)


def shown(
    where: Where, deck: str, place: int, number: int, *, refs: tuple[bytes, bytes], held: bytes,
    proof: bytes,
) -> bool:  # fmt: skip
    """Check that a held place is a card (3.5)."""
    point = curve.spell(card(where.game, deck, number))
    return equal("show", where, (deck, place, number), (*refs, point, held), proof)


def carried(
    where: Where, names: tuple[str, str, int], refs: tuple[bytes, bytes], two: tuple[bytes, bytes],
    proof: bytes,
) -> bool:  # fmt: skip
    """Check a held place carried into a new deck (3.8, 2): names are deck, old deck, old place."""
    return equal("carry", where, names, (*refs, *two), proof)


def marked(
    where: Where, new: tuple[str, int], old: tuple[str, int], *, new_refs: tuple[bytes, bytes],
    old_refs: tuple[bytes, bytes], three: tuple[bytes, bytes, bytes], proofs: tuple[bytes, bytes],
) -> bool:  # fmt: skip
    """Check that a held place is a new deck's (3.8, 3): ``three`` is V, the place's point and T."""
    carried_point, place, both = three
    return equal(
        "mark", where, (*new, *old), (*new_refs, carried_point, both), proofs[0]
    ) and equal("mark", where, (*old, *new), (*old_refs, place, both), proofs[1])


def in_range(
    where: Where, names: tuple[str | int, ...], k: int, total_point: Point, proof: bytes
) -> bool:
    """Check RANGE (4.1)."""
    if not 1 <= k <= 32 or len(proof) != 160 * k:
        return False
    rows = [cut(proof[at : at + 160]) for at in range(0, len(proof), 160)]
    points = [curve.read_prime(row[0]) for row in rows]
    numbers = [[scalar(field) for field in row[1:]] for row in rows]
    if None in points or any(None in row for row in numbers):
        return False
    text = curve.spell(total_point)
    if spelt(*[(2**i, point) for i, point in enumerate(points)]) != text:
        return False
    said = [row[0] for row in rows]
    blind, back = generator("H"), curve.minus(curve.BASE)
    for i, (point, (e0, s0, e1, s1)) in enumerate(zip(points, numbers, strict=True)):
        less = curve.add(point, back)
        parts = (
            k,
            i,
            text,
            *said,
            spelt((s0, blind), (-e0, point)),
            spelt((s1, blind), (-e1, less)),
        )
        if (e0 + e1) % L != hq("bit", *where, *names, *parts):
            return False
    return True


def below(amount: int, bits: int) -> bool:
    """Whether a stock of so many bits, 1 to 32, can hold this."""
    return 1 <= bits <= 32 and amount < 2**bits


def _less(amount: int, point: Point, times: int = 1) -> Point:
    """``times`` times a commitment less an amount that everybody knows."""
    return total((times, point), (-amount, curve.BASE))


def spent(where: Where, stock: str, bits: int, *, held: bytes, amount: int, proof: bytes) -> bool:
    """Check what is spent of a stock (4.2)."""
    point = curve.read_prime(held)
    if point is None or amount < 1 or not below(amount, bits):
        return False
    return in_range(where, ("spend", stock, amount), bits, _less(amount, point), proof)


def capped(
    where: Where, stock: str, bits: int, *, held: bytes, cap: int, given: int, proof: bytes
) -> bool:
    """Check min(cap, half) handed over in public (4.2)."""
    point = curve.read_prime(held)
    if point is None or not 0 <= given <= cap or not below(cap, bits):
        return False
    k = bits if given == cap else 1
    return in_range(where, ("capped", stock, cap, given), k, _less(2 * given, point), proof)


def handed(
    where: Where, stock: str, to: str, bits: int, *, held: bytes, cap: int, sent: bytes,
    proofs: tuple[bytes, bytes, bytes],
) -> bool:  # fmt: skip
    """Check a hidden hand-over (4.2): proofs of `give`, `rest` and `left`."""
    point, parcel = curve.read_prime(held), curve.read_prime(sent)
    if point is None or parcel is None or cap < 1 or stock == to or not below(cap, bits):
        return False
    digits, names = cap.bit_length(), (stock, to, cap)
    rest = total((cap, curve.BASE), (-1, parcel))
    left = curve.add(point, curve.minus(parcel))
    return (
        in_range(where, ("give", *names), digits, parcel, proofs[0])
        and in_range(where, ("rest", *names), digits, rest, proofs[1])
        and in_range(where, ("left", *names), bits, left, proofs[2])
    )


def split(
    where: Where, stocks: tuple[str, str], bits: int, public: int, *, first: bytes,
    proofs: tuple[bytes, bytes],
) -> bool:  # fmt: skip
    """Check a public total split between two stocks (4.2)."""
    point = curve.read_prime(first)
    if point is None or public < 1 or len(set(stocks)) < 2 or not below(public, bits):
        return False
    rest = total((public, curve.BASE), (-1, point))
    return in_range(where, ("split", *stocks, public, 1), bits, point, proofs[0]) and in_range(
        where, ("split", *stocks, public, 2), bits, rest, proofs[1]
    )


def stock_opened(held: bytes, amount: int, secret: bytes) -> bool:
    """Check v and r of a commitment."""
    r = scalar(secret)
    if r is None or amount < 0:
        return False
    return spelt((amount, curve.BASE), (r, generator("H"))) == held


def _computed(point: bytes) -> Point | None:
    """A point that nobody wrote: it may be the identity."""
    return total() if point == spelt() else curve.read_prime(point)


def of_pair(point: bytes, total_said: int, which: int, changed: int) -> bytes | None:
    """Return the first (0) or the second (1) of a pair, for C, N and its n (6.6)."""
    first = _computed(point)
    if first is None or abs(changed) >= 2**32:
        return None
    own = total((1, first)) if which == 0 else total((total_said, curve.BASE), (-1, first))
    return curve.spell(curve.add(own, total((changed, curve.BASE))))


def pair_after(point: bytes, sent: bytes, which: int) -> bytes | None:
    """C after a hand-over by the first (0) or the second (1) of a pair (6.6)."""
    first, parcel = _computed(point), curve.read_prime(sent)
    if first is None or parcel is None:
        return None
    return spelt((1, first), (-1 if which == 0 else 1, parcel))
