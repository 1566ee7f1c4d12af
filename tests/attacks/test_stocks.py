"""Attacks on hidden stocks (P9), each with all secrets of its own party."""

from __future__ import annotations

from collections import Counter

import pytest

from pbem.crypto import group
from pbem.crypto.statement import Part, Where, challenge, nonces
from pbem.crypto.stocks import ranges, stock
from pbem.crypto.stocks.ranges import BIT_BYTES, Opening, commit
from pbem.crypto.stocks.stock import Halves, Parcel, Stock
from pbem.errors import FormError
from toy.cheat import attack
from toy.dealers import Q, chance, held, number, outside, remember, where

AT = where()


@pytest.fixture(autouse=True)
def _products_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    remember(monkeypatch)


def of(opening: Opening, name: str = "brown") -> Stock:
    return Stock(name, 8, commit(opening))


def forged(
    at: Where, names: tuple[Part, ...], digits: list[int], total: bytes, scalar: bytes
) -> list[bytes]:
    """Prove, as far as it goes, that ``total`` has these digits: 0, 1, or whatever they sum up to.

    A digit that is no bit is given out for a 0, and for a 1.
    """
    parts = [group.scalar(number(("digit", at, i))) for i in range(len(digits))]
    parts[0] = scalar
    for i in range(1, len(digits)):
        share = group.scalar_times(group.scalar(1 << i), parts[i])
        parts[0] = group.scalar_subtract(parts[0], share)
    points = [commit(Opening(d % Q, part)) for d, part in zip(digits, parts, strict=True)]
    reported: list[Part] = [len(digits), total, *points]
    found = []
    for guess in (0, 1):
        draw, proof = nonces(chance("forged"), guess), b""
        for i, digit in enumerate(digits):
            said = Opening(digit if digit in (0, 1) else guess, parts[i])
            proof += b"".join(ranges._prove_bit(said, points[i], (at, names, i, reported), draw))
        found.append(proof)
    return found


def bits_of(amount: int, bits: int = 8) -> list[int]:
    """Return digits that sum up to any amount: bits where they can be, the last one the rest."""
    digits = [amount >> i & 1 for i in range(bits - 1)]
    rest = amount - sum(digit << i for i, digit in enumerate(digits))
    return [*digits, rest >> bits - 1]


def plus(commitment: bytes, amount: int) -> bytes:
    return group.add(commitment, group.times_base(group.scalar(amount)))


@attack("P9", "spend more than there is, with digits that are no bits", "refused: no such proof")
def test_overdrawing():
    own = held(5)
    with pytest.raises(FormError, match="brown cannot give 6"):
        stock.prove_spending(AT, of(own), own, 6, chance("s"))
    true = stock.prove_spending(AT, of(own), own, 5, chance("s"))
    assert stock.spend(AT, of(own), 5, true) == of(Opening(0, own.scalar))
    names = ("spend", "brown", 5)
    (honest, _) = forged(AT, names, bits_of(0), commit(Opening(0, own.scalar)), own.scalar)
    assert stock.spend(AT, of(own), 5, honest)  # the forger forges well where all is true
    for amount in (6, 7, 100, 255):
        names, left = ("spend", "brown", amount), plus(commit(own), -amount)
        for digits in (bits_of(5 - amount), bits_of((5 - amount) % 256), [5 - amount] + [0] * 7):
            for proof in forged(AT, names, digits, left, own.scalar):
                assert stock.spend(AT, of(own), amount, proof) is None


@attack("P9", "spend nothing, less than nothing, or so much that it wraps around", "refused")
def test_amounts_that_are_none():
    own = held(5)
    for amount in (0, -1, -250, 256, Q, Q + 1):
        left = Opening((5 - amount) % Q, own.scalar)
        names = ("spend", "brown", amount)
        for proof in forged(AT, names, bits_of(5 - amount), commit(left), own.scalar):
            assert stock.spend(AT, of(own), amount, proof) is None


@attack("P9", "prove one amount and spend another", "refused")
def test_another_amount_than_was_proven():
    own = held(20)
    proof = stock.prove_spending(AT, of(own), own, 5, chance("s"))
    for amount in (4, 6, 20, 21):
        assert stock.spend(AT, of(own), amount, proof) is None
    left = of(own)._replace(commitment=plus(commit(own), 1))
    assert stock.spend(AT, left, 5, proof) is None


@attack("P9", "reuse a proof: other event, author, game, supply, purpose", "refused")
def test_a_range_proof_in_another_place():
    own = held(20)
    proof = stock.prove_spending(AT, of(own), own, 5, chance("s"))
    for at in (where(1), where(by="bob"), where(game="0" * 64)):
        assert stock.spend(at, of(own), 5, proof) is None
    assert stock.spend(AT, of(own, "green"), 5, proof) is None
    assert stock.spend(AT, of(own)._replace(bits=9), 5, proof) is None
    after = Opening(15, own.scalar)
    assert ranges.holds(AT, ("spend", "brown", 5), 8, commit(after), proof)
    assert not ranges.holds(AT, ("left", "brown", 5), 8, commit(after), proof)


@attack("P9", "put the proof of one bit in the place of another", "refused")
def test_bits_in_other_places():
    own = held(0)
    names = ("spend", "brown", 1)
    proof = ranges.prove(AT, names, 4, own, chance("p"))
    assert ranges.holds(AT, names, 4, commit(own), proof)
    rows = [proof[at : at + BIT_BYTES] for at in range(0, len(proof), BIT_BYTES)]
    # Points of which the weighted sum stays what it is: each alone proves a bit.
    for order in ((1, 0, 2, 3), (3, 2, 1, 0), (0, 0, 0, 0)):
        turned = b"".join(rows[i] for i in order)
        total = group.IDENTITY
        for i, at in enumerate(order):
            total = group.add(total, group.times(group.scalar(1 << i), rows[at][:32]))
        assert not ranges.holds(AT, names, 4, total, turned)
        assert not ranges.holds(AT, names, 4, commit(own), turned)


def square_root(number_: int) -> int | None:
    """Return a root modulo q, which is 5 modulo 8; None if there is none."""
    root = pow(number_, (Q + 3) // 8, Q)
    for one in (root, root * pow(2, (Q - 1) // 4, Q) % Q):
        if one * one % Q == number_ % Q:
            return one
    return None


@attack("P9", "choose the amount after the challenge, so that both branches hold", "refused")
def test_a_bit_chosen_after_the_challenge(monkeypatch: pytest.MonkeyPatch):
    """It would make a stock of some huge amount if the challenge left the commitments out."""
    names, b0, b1, r = ("spend", "brown", 1), number("b0"), number("b1"), number("r")

    def weak(said: ranges._Said, first: bytes, second: bytes) -> bytes:
        at, what, i, _ = said
        return challenge("bit", *at, *what, i, first, second)

    for attempt in range(100):
        a0, a1 = number(("a0", attempt)), number(("a1", attempt))
        first, second = (commit(Opening(a, group.scalar(b))) for a, b in ((a0, b0), (a1, b1)))
        c = int.from_bytes(weak((AT, names, 0, []), first, second), "little")
        # e0 v = -a0 and (c - e0) (v - 1) = -a1, for an unknown e0 and any v.
        root = square_root((a0 + a1 - c) ** 2 + 4 * c * a0)
        if root is not None:
            break
    e0 = (c - a0 - a1 + root) * pow(2, -1, Q) % Q
    e1, amount = c - e0, -a0 * pow(e0, -1, Q) % Q
    total = commit(Opening(amount, group.scalar(r)))
    proof = total + b"".join(map(group.scalar, (e0, b0 + e0 * r, e1, b1 + e1 * r)))
    assert amount > 1
    assert not ranges.holds(AT, names, 1, total, proof)
    monkeypatch.setattr(ranges, "_bit_challenge", weak)
    assert ranges.holds(AT, names, 1, total, proof)


@attack("P9", "use one proof of a bit for two equal points", "refused")
def test_one_proof_for_two_bits():
    names, same = ("spend", "brown", 1), held(0)
    point = commit(same)
    total = group.times(group.scalar(3), point)
    reported: list[Part] = [2, total, point, point]
    draw = nonces(chance("twice"))
    first, second = (
        b"".join(ranges._prove_bit(same, point, (AT, names, i, reported), draw)) for i in (0, 1)
    )
    assert ranges.holds(AT, names, 2, total, first + second)
    for wrong in (first + first, second + second, second + first):
        assert not ranges.holds(AT, names, 2, total, wrong)


@attack("P9", "hand over less than half, or claim that half is less than it is", "refused")
def test_a_capped_hand_over_of_less():
    own = held(21)
    for cap, right in ((9, 9), (10, 10), (11, 10), (18, 10)):
        given, true = stock.prove_capped(AT, of(own), own, cap, chance("c"))
        assert given == right
        left = of(own)._replace(commitment=plus(commit(own), -given))
        assert stock.hand_over_capped(AT, of(own), cap, given, true) == left
        for wrong in {*range(-1, cap + 2)} - {right}:
            names, rest = ("capped", "brown", cap, wrong), 21 - 2 * wrong
            bits = 8 if wrong == cap else 1
            total = plus(commit(own), -2 * wrong)
            for proof in (true, *forged(AT, names, bits_of(rest, bits), total, own.scalar)):
                assert stock.hand_over_capped(AT, of(own), cap, wrong, proof) is None


def parcel_of(
    own: Opening, sent: Opening, cap: int, sent_in: dict[str, bytes] | None = None
) -> list[Parcel]:
    """Hand over any amount, proven as far as it goes."""
    points = {"T": commit(sent), "left": commit(own), **(sent_in or {})}
    names = ("brown", "green", cap)
    minus = group.scalar_subtract(group.ZERO, sent.scalar)
    rest = group.subtract(group.times_base(group.scalar(cap)), points["T"])
    left = group.subtract(points["left"], points["T"])
    scalar = group.scalar_subtract(own.scalar, sent.scalar)
    digits = cap.bit_length()
    one = forged(AT, ("give", *names), bits_of(sent.amount, digits), points["T"], sent.scalar)
    two = forged(AT, ("rest", *names), bits_of(cap - sent.amount, digits), rest, minus)
    three = forged(AT, ("left", *names), bits_of(own.amount - sent.amount), left, scalar)
    return [Parcel(points["T"], *proofs) for proofs in zip(one, two, three, strict=True)]


@attack(
    "P9", "hand over unseen more than the cap, more than there is, or less than nothing", "refused"
)
def test_a_hidden_hand_over_out_of_bounds():
    own, other = held(5), held(30, "other")
    green = of(other, "green")
    for amount in range(6):
        (good, _) = parcel_of(own, held(amount, "sent"), 6)
        both = stock.hand_over(AT, of(own), green, 6, good)
        assert both is not None
        sent = held(amount, "sent").scalar
        one, two = (
            Opening(5 - amount, group.scalar_subtract(own.scalar, sent)),
            Opening(30 + amount, group.scalar_add(other.scalar, sent)),
        )
        assert ranges.opens(both[0].commitment, one)
        assert ranges.opens(both[1].commitment, two)
    for amount in (-30, -1, 6, 7, 8, 100):
        for bad in parcel_of(own, held(amount, "sent"), 6):
            assert stock.hand_over(AT, of(own), green, 6, bad) is None
        with pytest.raises(FormError):
            stock.prove_parcel(
                AT,
                of(own),
                "green",
                opening=own,
                cap=6,
                parcel=held(amount, "sent"),
                entropy=chance("p"),
            )


@attack("P9", "hand over one amount and take another off your supply", "refused")
def test_a_hidden_hand_over_that_does_not_add_up():
    own, green = held(5), of(held(30, "other"), "green")
    sent, less = held(4, "sent"), held(1, "sent")
    true = stock.prove_parcel(
        AT, of(own), "green", opening=own, cap=6, parcel=sent, entropy=chance("p")
    )
    cheap = stock.prove_parcel(
        AT, of(own), "green", opening=own, cap=6, parcel=less, entropy=chance("p")
    )
    assert stock.hand_over(AT, of(own), green, 6, true)
    for mixed in (
        true._replace(left=cheap.left),
        true._replace(rest=cheap.rest),
        cheap._replace(commitment=true.commitment),
    ):
        assert stock.hand_over(AT, of(own), green, 6, mixed) is None
    for cap in (5, 7, 0, -1):
        assert stock.hand_over(AT, of(own), green, cap, true) is None
    assert stock.hand_over(AT, of(own), of(held(30, "other"), "grey"), 6, true) is None
    # The commitment of somebody else cannot be sent on without knowing what is in it.
    copied = true._replace(commitment=green.commitment)
    assert stock.hand_over(AT, of(own), green, 6, copied) is None


@attack("P9", "hand over to yourself, and count as the receiver", "refused")
def test_a_hand_over_to_oneself():
    own = held(5)
    parcel = stock.prove_parcel(
        AT, of(own), "brown", opening=own, cap=6, parcel=held(4, "sent"), entropy=chance("p")
    )
    assert stock.hand_over(AT, of(own), of(own), 6, parcel) is None
    assert stock.hand_over(AT, of(own), of(held(1, "x")), 6, parcel) is None
    twice = stock.prove_halves(AT, ("brown", "brown"), 8, 40, first=own, entropy=chance("h"))
    assert stock.split(AT, ("brown", "brown"), 8, 40, twice) is None


@attack("P9", "split a public total into more than there is", "refused")
def test_a_split_that_does_not_add_up():
    names, own = ("brown", "green"), held(23)
    true = stock.prove_halves(AT, names, 8, 40, first=own, entropy=chance("h"))
    assert stock.split(AT, names, 8, 40, true)
    for public in (39, 41, 0, -1, 256):
        assert stock.split(AT, names, 8, public, true) is None
    assert stock.split(AT, ("green", "brown"), 8, 40, true) is None
    assert stock.split(AT, names, 8, 40, Halves(true.commitment, true.second, true.first)) is None
    minus = group.scalar_subtract(group.ZERO, own.scalar)
    for amount in (41, -1, 255):
        first = Opening(amount % Q, own.scalar)
        second = group.subtract(group.times_base(group.scalar(40)), commit(first))
        said = ("split", *names, 40)
        one = forged(AT, (*said, 1), bits_of(amount), commit(first), own.scalar)
        two = forged(AT, (*said, 2), bits_of(40 - amount), second, minus)
        for proofs in zip(one, two, strict=True):
            assert stock.split(AT, names, 8, 40, Halves(commit(first), *proofs)) is None


@attack("P9", "open another amount at the end than you committed to", "refused")
def test_opening_another_amount():
    own = held(20)
    assert ranges.opens(commit(own), own)
    more = (int.from_bytes(own.scalar, "little") + Q).to_bytes(32, "little")
    for amount in (0, 19, 21, 2**32, 20 + Q, -1):
        assert not ranges.opens(commit(own), Opening(amount, own.scalar))
    for scalar in (more, bytes(32), group.scalar(7), own.scalar[:31], b""):
        assert not ranges.opens(commit(own), Opening(20, scalar))


@attack(
    "P9",
    "change any byte of a range proof, add q to a scalar, or send invalid points",
    "refused",
)
def test_every_byte_of_a_range_proof_counts():
    own, names = held(2), ("spend", "brown", 1)
    proof = ranges.prove(AT, names, 2, own, chance("p"))

    def good(proof: bytes) -> bool:
        return ranges.holds(AT, names, 2, commit(own), proof)

    assert good(proof)
    for at in range(len(proof)):
        for bit in (at % 8, 7 - at % 8):
            altered = bytearray(proof)
            altered[at] ^= 1 << bit
            assert not good(bytes(altered)), at
    for at in range(0, len(proof), 32):
        wrong = outside() if at % BIT_BYTES == 0 else []
        if at % BIT_BYTES:
            more = int.from_bytes(proof[at : at + 32], "little") + Q
            wrong = [more.to_bytes(32, "little"), bytes(32), group.scalar(5)]
        for bad in wrong:
            assert not good(proof[:at] + bad + proof[at + 32 :])


@attack("P9", "use a supply that is no valid point", "refused")
def test_stocks_that_are_no_points():
    own, green = held(5), of(held(30, "other"), "green")
    proof = stock.prove_spending(AT, of(own), own, 5, chance("s"))
    parcel = stock.prove_parcel(
        AT, of(own), "green", opening=own, cap=6, parcel=held(4, "sent"), entropy=chance("p")
    )
    halves = stock.prove_halves(AT, ("brown", "green"), 8, 40, first=own, entropy=chance("h"))
    for bad in outside():
        strange = Stock("brown", 8, bad)
        assert stock.spend(AT, strange, 5, proof) is None
        assert stock.hand_over_capped(AT, strange, 5, 2, proof) is None
        assert stock.hand_over(AT, strange, green, 6, parcel) is None
        assert stock.hand_over(AT, of(own), strange, 6, parcel) is None
        assert stock.hand_over(AT, of(own), green, 6, parcel._replace(commitment=bad)) is None
        forged_ = halves._replace(commitment=bad)
        assert stock.split(AT, ("brown", "green"), 8, 40, forged_) is None


@attack(
    "P9", "read an amount from the size of a proof, or from the work it took", "always the same"
)
def test_no_amount_shows_in_size_or_work(monkeypatch: pytest.MonkeyPatch):
    count = Counter[str]()
    for name in ("times", "times_base", "add", "subtract"):
        real = getattr(group, name)

        def counted(*args: bytes, name: str = name, real: object = real) -> bytes:
            count[name] += 1
            return real(*args)  # type: ignore[operator]

        monkeypatch.setattr(group, name, counted)
    found = set()
    for amount in (0, 1, 2, 127, 128, 255):
        count.clear()
        proof = ranges.prove(AT, ("spend", "brown", 1), 8, held(amount), chance(amount))
        found.add((len(proof), *sorted(count.items())))
    assert len(found) == 1


@attack(
    "P9",
    "keep a reader busy with range proofs of a wrong size",
    "refused before any multiplication",
)
def test_the_work_is_bounded(monkeypatch: pytest.MonkeyPatch):
    own, names = held(2), ("spend", "brown", 1)
    proof = ranges.prove(AT, names, 8, own, chance("p"))
    count = Counter[str]()
    real = group.times

    def counted(scalar: bytes, point: bytes) -> bytes:
        count["times"] += 1
        return real(scalar, point)

    total = commit(own)
    monkeypatch.setattr(group, "times", counted)
    for bits in (0, 1, 7, 9, 32, 33, -1, 10**9):
        assert not ranges.holds(AT, names, bits, total, proof)
    for wrong in (b"", proof[:-1], proof * 1000):
        assert not ranges.holds(AT, names, 8, total, wrong)
    assert not count
    assert not ranges.holds(where(1), names, 8, total, proof)
    assert count["times"] <= 4 * 8
