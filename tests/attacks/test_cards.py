"""Attacks on masked decks (P8), each with all secrets of its own party."""

from __future__ import annotations

from collections import Counter
from itertools import permutations

import pytest

from long import times
from pbem.crypto import group
from pbem.crypto.cards import carrying, deck, equality, shuffle
from pbem.crypto.cards.carrying import Held
from pbem.crypto.cards.deck import Unmasked
from pbem.crypto.cards.equality import Pairs
from pbem.crypto.cards.shuffle import Layer
from pbem.crypto.statement import challenge
from toy.cheat import CHI_6_FACES, attack, by_chance, chi_square
from toy.dealers import (
    GAME,
    Q,
    chance,
    deal,
    forge,
    masked_by,
    number,
    off,
    outside,
    remember,
    where,
)

HALF, FIFTH = pow(2, -1, Q), pow(5, -1, Q)
EVEN = [[1, 0, 0], [0, 1, 0], [0, 0, 1]]
TWICE = [[1, 0, 0], [1, 0, 0], [0, 0, 1]]
SCALED = [[2, 0, 0], [0, HALF, 0], [0, 0, 1]]
"""The weights that it makes have their product, as with a permutation."""
UNSCALED = [[HALF, 0, 0], [0, 2, 0], [0, 0, 1]]
"""A deck times this is what weights times the one above fit to: its inverse, turned over."""
BLEND = [[3, Q - 2, 0], [Q - 2, 3, 0], [0, 0, 1]]
"""Rows and columns sum to one, as a permutation's do."""
UNBLEND = [[3 * FIFTH, 2 * FIFTH, 0], [2 * FIFTH, 3 * FIFTH, 0], [0, 0, 1]]
X = number("x")


@pytest.fixture(autouse=True)
def _products_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    remember(monkeypatch)


def start() -> Layer:
    return deck.begin(GAME, "toy#1", range(3)).layer()


def refused_for(after: Layer, matrix: list[list[int]], x: int, **more: object) -> set[str]:
    """Forge a proof that must be refused; return which equations do not hold."""
    forged = forge(where(), "toy#1", start(), after, matrix, x=x, **more)
    assert not shuffle.check(where(), "toy#1", start(), after, forged.proof)
    return off(where(), "toy#1", start(), after, forged)


# --- shuffling -----------------------------------------------------------------------------


@attack("P8", "shuffle one card into the deck twice", "refused: places differ, sums do not fit")
def test_a_card_twice(monkeypatch: pytest.MonkeyPatch):
    after = masked_by(start(), TWICE, X)
    for matrix in (TWICE, EVEN):
        assert refused_for(after, matrix, X)
    # That they are two is seen before anything is computed.
    proof = forge(where(), "toy#1", start(), after, EVEN, x=X).proof
    monkeypatch.setattr(shuffle, "_shown", None)
    assert not shuffle.check(where(), "toy#1", start(), after, proof)


@attack("P8", "exchange a card for one of another deck, or for any point", "refused by A4 alone")
def test_a_card_of_another_deck():
    honest = masked_by(start(), EVEN, X)
    for strange in (deck.card_point(GAME, "other#1", 0), deck.card_point("0" * 64, "toy#1", 0)):
        points = (group.times(group.scalar(X), strange), *honest.points[1:])
        assert refused_for(honest._replace(points=points), EVEN, X) == {"A4"}


@attack("P8", "commit to numbers that are no order but have the same sum", "refused by A2 alone")
def test_a_blend_of_cards():
    assert refused_for(masked_by(start(), UNBLEND, X), BLEND, X) == {"A2"}


@attack("P8", "the same, with a false product at the end of its chain", "refused by T alone")
def test_a_blend_with_a_false_end():
    after = masked_by(start(), UNBLEND, X)
    assert refused_for(after, BLEND, X, false_end=True) == {"T2"}


@attack(
    "P8", "encrypt one card with twice the scalar and one with half of it", "refused by A1 alone"
)
def test_cards_with_scalars_of_their_own():
    assert refused_for(masked_by(start(), UNSCALED, X), SCALED, X) == {"A1"}


@attack("P8", "commit to one order and prove another", "refused by A3 alone")
def test_an_order_that_is_not_the_one_committed_to():
    def other(u: list[int]) -> list[int]:
        return [2 * u[0] % Q, HALF * u[1] % Q, u[2]]

    assert refused_for(masked_by(start(), UNSCALED, X), EVEN, X, weights=other) == {"A3"}


@attack("P8", "choose the order after the weights are known", "refused: other weights")
def test_an_order_chosen_after_the_weights(monkeypatch: pytest.MonkeyPatch):
    """It would work if the weights did not hang on the commitment."""

    def other(u: list[int]) -> list[int]:
        return [2 * u[0] % Q, HALF * u[1] % Q, u[2]]

    after = masked_by(start(), UNSCALED, X)
    assert refused_for(after, EVEN, X, weights=other, late=True)
    real = shuffle._weights
    monkeypatch.setattr(shuffle, "_weights", lambda *said: real(*said[:4], [group.BASE] * 3))
    forged = forge(where(), "toy#1", start(), after, EVEN, x=X, weights=other, late=True)
    assert shuffle.check(where(), "toy#1", start(), after, forged.proof)


@attack("P8", "publish another scalar than that of the cards", "refused by A5, or by A4, alone")
def test_a_reference_with_another_scalar():
    """It would leave a bad unmask without a culprit."""
    after = masked_by(start(), EVEN, X, ref=number("other"))
    assert refused_for(after, EVEN, X) == {"A5"}
    assert refused_for(after, EVEN, number("other")) == {"A4"}


@attack("P8", "reuse a good proof: other event, game, author or number of the deck", "refused")
def test_a_shuffle_in_another_place():
    made = shuffle.make(where(), "toy#1", start(), chance("once"))
    assert shuffle.check(where(), "toy#1", start(), made.after, made.proof)
    for at in (where(1), where(by="bob"), where(game="0" * 64)):
        assert not shuffle.check(at, "toy#1", start(), made.after, made.proof)
    assert not shuffle.check(where(), "toy#2", start(), made.after, made.proof)
    other = deck.begin(GAME, "toy#1", [0, 1, 3]).layer()
    assert not shuffle.check(where(), "toy#1", other, made.after, made.proof)


@attack(
    "P8", "publish points of small order, the identity, or points in another spelling", "refused"
)
def test_points_that_are_none_in_a_shuffle():
    made = shuffle.make(where(), "toy#1", start(), chance("points"))
    for bad in outside():
        swapped = made.after._replace(points=(bad, *made.after.points[1:]))
        assert not shuffle.check(where(), "toy#1", start(), swapped, made.proof)
        swapped = made.after._replace(ref=bad)
        assert not shuffle.check(where(), "toy#1", start(), swapped, made.proof)
        if len(bad) == 32:
            for at in (shuffle.HEAD_BYTES, shuffle.HEAD_BYTES + 32):
                proof = made.proof[:at] + bad + made.proof[at + 32 :]
                assert not shuffle.check(where(), "toy#1", start(), made.after, proof)


@attack("P8", "change any byte of a proof, or add q to a scalar of it", "refused")
def test_every_byte_of_a_shuffle_counts():
    before = deck.begin(GAME, "toy#1", range(2)).layer()
    made = shuffle.make(where(), "toy#1", before, chance("bytes"))

    def good(proof: bytes) -> bool:
        return shuffle.check(where(), "toy#1", before, made.after, proof)

    assert good(made.proof)
    for at in range(len(made.proof)):
        altered = bytearray(made.proof)
        altered[at] ^= 1 << at % 8
        assert not good(bytes(altered)), at
    scalars = [0, 32, 64, 96, 128, 224, 256, 352, 384]
    for at in scalars:
        more = int.from_bytes(made.proof[at : at + 32], "little") + Q
        assert not good(made.proof[:at] + more.to_bytes(32, "little") + made.proof[at + 32 :])
        assert not good(made.proof[:at] + bytes(32) + made.proof[at + 32 :])


@attack("P8", "keep a reader busy with proofs of a wrong size", "refused before any multiplication")
def test_the_work_is_bounded(monkeypatch: pytest.MonkeyPatch):
    made = shuffle.make(where(), "toy#1", start(), chance("size"))
    count = Counter[str]()
    real = group.times

    def counted(scalar: bytes, point: bytes) -> bytes:
        count["times"] += 1
        return real(scalar, point)

    monkeypatch.setattr(group, "times", counted)
    for proof in (b"", made.proof[:-1], made.proof + b"\0", made.proof * 1000):
        assert not shuffle.check(where(), "toy#1", start(), made.after, proof)
    longer = Layer(made.after.ref, made.after.points * 500)
    assert not shuffle.check(where(), "toy#1", start(), longer, made.proof)
    assert not count
    assert not shuffle.check(where(1), "toy#1", start(), made.after, made.proof)
    assert count["times"] <= 8 * 3 + 8


@attack("P8", "stack the deck: shuffle last, and keep or choose the order", "still uniform")
def test_stacking_the_deck(monkeypatch: pytest.MonkeyPatch):
    """The last group does what it likes; the order that comes out is the first one's lot."""
    monkeypatch.setattr(shuffle, "_prove", lambda *_: b"")
    orders = list(permutations(range(3)))
    found = Counter[tuple[int, ...]]()
    for game in range(times(400, of=1_000)):
        first = deal(3, ("stacked", game), groups=1)
        layer = first.deck.layer()
        # It looks at the points it gets, and puts the lowest to the top.
        low = min(range(3), key=layer.points.__getitem__)
        turned = [EVEN[low], *(row for at, row in enumerate(EVEN) if at != low)]
        both = first.deck.masked(masked_by(layer, turned, X))
        found[deck.laid_open(both, [*first.scalars(), group.scalar(X)])] += 1
    assert chi_square([found[order] for order in orders]) < CHI_6_FACES


@attack(
    "P8",
    "find a shuffle that is not uniform",
    "all orders, and all places of a card, come equally often",
)
def test_the_orders_are_uniform():
    tries = times(3_000, of=30_000)
    orders = Counter(shuffle._order(3, chance(("order", i)) * 2) for i in range(tries))
    assert chi_square([orders[order] for order in permutations(range(3))]) < CHI_6_FACES
    places = [shuffle._order(6, chance(("place", i)) * 2) for i in range(tries)]
    for card in range(6):
        where_it_lies = Counter(order.index(card) for order in places)
        assert chi_square([where_it_lies[place] for place in range(6)]) < CHI_6_FACES


@attack(
    "P8",
    "find the next card, or an opponent's, from all that a group knows",
    "1 of 4 guesses is right",
)
def test_looking_ahead(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(shuffle, "_prove", lambda *_: b"")
    hits, tries = 0, times(200, of=600)
    for game in range(tries):
        dealt = deal(4, ("ahead", game))
        own, top = dealt.made[1], dealt.deck.points[0]
        # Its own mask does not open it, nor are what others publish and that together enough.
        assert deck.seen(dealt.deck, own.scalar, top) is None
        assert deck.seen(dealt.deck, own.scalar, dealt.taken(0, 1)) is None
        # It knows which of the first group's places this is, and no more.
        guess = own.places[0]
        hits += deck.laid_open(dealt.deck, dealt.scalars())[0] == guess
    assert by_chance(hits, tries, 1 / 4)


@attack("P8", "make the system's random source repeat itself", "no part of a proof repeats")
def test_the_same_entropy_for_two_shuffles():
    one = shuffle.make(where(), "toy#1", start(), chance("again"))
    two = shuffle.make(where(1), "toy#1", start(), chance("again"))
    assert one.scalar != two.scalar
    fields = {one.proof[at : at + 32] for at in range(0, len(one.proof), 32)}
    assert fields.isdisjoint(two.proof[at : at + 32] for at in range(0, len(two.proof), 32))
    pairs = Pairs(group.BASE, *[one.after.ref] * 3)
    first, second = (
        equality.prove("unmask", at, (), pairs, scalar=one.scalar, entropy=chance("again"))
        for at in (where(), where(1))
    )
    # s - c x is the nonce: one for two challenges would give x away.
    nonces = {
        group.scalar_subtract(proof[32:], group.scalar_times(proof[:32], one.scalar))
        for proof in (first, second)
    }
    assert len(nonces) == 2


# --- taking masks off, and showing ---------------------------------------------------------


@attack("P8", "decrypt falsely: another card, another point, no point", "refused")
def test_a_false_unmask():
    dealt = deal(4)
    scalar, point = dealt.made[0].scalar, dealt.deck.points[0]
    true = deck.unmask(where(9), dealt.deck, 0, 1, scalar=scalar, point=point, entropy=chance("u"))
    assert deck.is_unmasked(where(9), dealt.deck, 0, 1, point=point, taken=true)
    others = [group.times(group.scalar_inverse(scalar), p) for p in dealt.deck.points[1:]]
    for other in (*others, deck.card_point(GAME, "toy#1", 0), point, group.BASE, *outside()):
        assert not deck.is_unmasked(
            where(9), dealt.deck, 0, 1, point=point, taken=true._replace(point=other)
        )
        if group.admissible_point(other):
            pairs = Pairs(*dealt.deck.pair(1), other, point)
            proof = equality.prove(
                "unmask", where(9), ("toy#1", 0), pairs, scalar=scalar, entropy=chance("f")
            )
            forged = Unmasked(other, proof)
            assert not deck.is_unmasked(where(9), dealt.deck, 0, 1, point=point, taken=forged)


@attack("P8", "choose the point after the challenge, so that both equations hold", "refused")
def test_a_statement_chosen_after_the_challenge():
    """It would work if the challenge left the point out."""
    dealt = deal(4)
    x, point = dealt.made[0].scalar, dealt.deck.points[0]
    before, after = dealt.deck.pair(1)
    k, any_point = group.scalar(number("k")), deck.card_point(GAME, "other#1", 7)
    first = group.times(k, before)
    c = challenge("unmask", *where(9), "toy#1", 0, before, after, point, first, any_point)
    s = group.scalar_add(k, group.scalar_times(c, x))
    chosen = group.times(group.scalar_inverse(s), group.add(any_point, group.times(c, point)))
    assert group.subtract(group.times(s, before), group.times(c, after)) == first
    assert group.subtract(group.times(s, chosen), group.times(c, point)) == any_point
    assert not deck.is_unmasked(
        where(9), dealt.deck, 0, 1, point=point, taken=Unmasked(chosen, c + s)
    )


@attack("P8", "reuse a decryption: other place, group, event, game, author, deck", "refused")
def test_an_unmask_in_another_place():
    dealt, later = deal(4), deal(4, name="toy#2")
    point = dealt.deck.points[0]
    true = deck.unmask(
        where(9), dealt.deck, 0, 1, scalar=dealt.made[0].scalar, point=point, entropy=chance("u")
    )
    for at in (where(8), where(9, by="bob"), where(9, game="0" * 64)):
        assert not deck.is_unmasked(at, dealt.deck, 0, 1, point=point, taken=true)
    for place, number_ in ((1, 1), (0, 2), (4, 1), (-4, 1)):
        assert not deck.is_unmasked(where(9), dealt.deck, place, number_, point=point, taken=true)
    assert not deck.is_unmasked(where(9), dealt.deck, 0, 1, point=dealt.deck.points[1], taken=true)
    renamed = dealt.deck._replace(name="toy#2")
    for other in (later.deck, renamed):
        assert not deck.is_unmasked(where(9), other, 0, 1, point=point, taken=true)
    # Taken off is not shown, and shown is not taken off.
    assert not deck.is_shown(where(9), dealt.deck, 0, 0, 1, held=point, proof=true.proof)


@attack(
    "P8", "give a correct proof about a place, card or game that the deck does not have", "refused"
)
def test_proofs_about_what_the_deck_has_not():
    dealt = deal(4)
    own, point, held = dealt.made[0].scalar, dealt.deck.points[0], dealt.taken(0, 1)
    card = deck.seen(dealt.deck, own, held)
    assert card is not None
    fewer = dealt.deck._replace(cards=tuple({0, 1, 2, 3} - {card}))
    other = where(9, game="0" * 64)
    for at, one, place, good in (
        (where(9), dealt.deck, 0, True),
        (other, dealt.deck, 0, False),
        (where(9), dealt.deck, 4, False),
        (where(9), dealt.deck, -1, False),
    ):
        taken = deck.unmask(at, one, place, 1, scalar=own, point=point, entropy=chance("u"))
        assert deck.is_unmasked(at, one, place, 1, point=point, taken=taken) == good
        proof = deck.show(at, one, place, card, 1, scalar=own, held=held, entropy=chance("s"))
        assert deck.is_shown(at, one, place, card, 1, held=held, proof=proof) == good
        assert not deck.is_shown(at, fewer, place, card, 1, held=held, proof=proof)


@attack("P8", "change any bit of a decryption or a shown card", "refused")
def test_every_bit_of_an_equality_counts():
    dealt = deal(2)
    point = dealt.deck.points[0]
    true = deck.unmask(
        where(9), dealt.deck, 0, 1, scalar=dealt.made[0].scalar, point=point, entropy=chance("u")
    )
    for bit in range(512):
        wrong = (int.from_bytes(true.proof, "little") ^ 1 << bit).to_bytes(64, "little")
        altered = true._replace(proof=wrong)
        assert not deck.is_unmasked(where(9), dealt.deck, 0, 1, point=point, taken=altered), bit
    for wrong in (b"", true.proof[:63], true.proof * 2, bytes(64), bytes(32) + true.proof[32:]):
        assert not deck.is_unmasked(
            where(9), dealt.deck, 0, 1, point=point, taken=true._replace(proof=wrong)
        )


@attack("P8", "play a card that you do not hold, or another card of the hand", "refused")
def test_showing_a_card_that_is_not_held():
    dealt = deal(4)
    own = dealt.made[0].scalar
    held = dealt.taken(0, 1)
    card = deck.seen(dealt.deck, own, held)
    assert card is not None
    true = deck.show(where(9), dealt.deck, 0, card, 1, scalar=own, held=held, entropy=chance("s"))
    assert deck.is_shown(where(9), dealt.deck, 0, card, 1, held=held, proof=true)
    second = deck.seen(dealt.deck, own, dealt.taken(1, 1))
    assert second is not None
    for other in {0, 1, 2, 3} - {card}:
        forged = deck.show(
            where(9), dealt.deck, 0, other, 1, scalar=own, held=held, entropy=chance("s")
        )
        assert not deck.is_shown(where(9), dealt.deck, 0, other, 1, held=held, proof=forged)
        assert not deck.is_shown(where(9), dealt.deck, 0, other, 1, held=held, proof=true)
    # The proof for another place of the hand does not serve for this one.
    at_one = deck.show(
        where(9), dealt.deck, 1, second, 1, scalar=own, held=dealt.taken(1, 1), entropy=chance("s")
    )
    assert not deck.is_shown(where(9), dealt.deck, 0, second, 1, held=held, proof=at_one)
    # Neither is it the other group's, nor may the card or the place be none of the deck.
    assert not deck.is_shown(where(9), dealt.deck, 0, card, 2, held=held, proof=true)
    for place, number_ in ((0, 4), (0, 250), (4, card), (-1, card)):
        assert not deck.is_shown(where(9), dealt.deck, place, number_, 1, held=held, proof=true)


@attack("P8", "open another scalar at the end than you encrypted with", "refused")
def test_opening_another_scalar():
    dealt = deal(3)
    own = dealt.made[0].scalar
    assert deck.is_mask(dealt.deck, 1, own)
    more = (int.from_bytes(own, "little") + Q).to_bytes(32, "little")
    negative = group.scalar_subtract(group.ZERO, own)
    for other in (more, negative, bytes(32), group.scalar(1), dealt.made[1].scalar, own[:31], b""):
        assert not deck.is_mask(dealt.deck, 1, other)


# --- a group that left ---------------------------------------------------------------------


def carried(label: object) -> tuple[deck.Deck, Held, list[bytes], Unmasked]:
    """A card held by the second group, carried by the first into a deck of both."""
    old, new = deal(4, ("old", label), groups=3), deal(4, ("new", label), name="toy#2")
    held = Held(old.deck, 0, 2, 2)
    point = old.taken(0, 2)
    done = carrying.carry(
        where(9), new.deck, held, 1, scalar=new.made[0].scalar, point=point, entropy=chance("c")
    )
    assert carrying.is_carried(where(9), new.deck, held, 1, point=point, taken=done)
    secrets = [new.made[1].scalar, old.made[1].scalar, new.made[0].scalar]
    return new.deck, held, secrets, done


@attack("P8", "mark a better card as yours when a deck is made again", "refused")
def test_marking_another_card():
    new, held, (own, before, _), done = carried("mark")
    true = carrying.mark(
        where(9),
        new,
        held,
        new_scalar=own,
        old_scalar=before,
        point=done.point,
        entropy=chance("m"),
    )
    assert true is not None
    assert carrying.is_marked(where(9), new, held, done.point, true)
    for place in range(-1, 5):
        if place != true.place:
            assert not carrying.is_marked(
                where(9), new, held, done.point, true._replace(place=place)
            )
    at = where(9)
    for place in {0, 1, 2, 3} - {true.place}:
        names, back = carrying._places(new, held, place)
        for both in (true.both, group.times(before, new.points[place])):
            first = Pairs(*new.pair(2), done.point, both)
            second = Pairs(*held.deck.pair(2), new.points[place], both)
            forged = carrying.Marked(
                place,
                both,
                equality.prove("mark", at, names, first, scalar=own, entropy=chance("f")),
                equality.prove("mark", at, back, second, scalar=before, entropy=chance("f")),
            )
            assert not carrying.is_marked(at, new, held, done.point, forged)
    for at in (where(8), where(9, by="bob")):
        assert not carrying.is_marked(at, new, held, done.point, true)
    elsewhere = held._replace(place=1)
    assert not carrying.is_marked(where(9), new, elsewhere, done.point, true)


@attack("P8", "pass on another point, so that the holder cannot mark it", "refused")
def test_carrying_another_point():
    new, held, (second, _, mask), done = carried("carry")
    old_point = group.times(group.scalar_inverse(mask), done.point)
    for other in (new.points[0], old_point, group.BASE, *outside()):
        forged = done._replace(point=other)
        assert not carrying.is_carried(where(9), new, held, 1, point=old_point, taken=forged)
        if group.admissible_point(other):
            pairs = Pairs(*new.pair(1), old_point, other)
            names = carrying._old(new, held)
            proof = equality.prove(
                "carry", where(9), names, pairs, scalar=mask, entropy=chance("f")
            )
            assert not carrying.is_carried(
                where(9), new, held, 1, point=old_point, taken=Unmasked(other, proof)
            )
    # Nobody carries a card of their own, well as they could.
    own = carrying.carry(
        where(9), new, held, 2, scalar=second, point=old_point, entropy=chance("own")
    )
    assert not carrying.is_carried(where(9), new, held, 2, point=old_point, taken=own)
    assert not carrying.is_carried(where(9), new, held, 2, point=old_point, taken=done)
