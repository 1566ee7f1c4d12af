"""Two readers of the proofs of decks and stocks: of the vector, and of thousands of mutants."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from long import times
from pbem.crypto import group
from pbem.crypto.cards import carrying, deck, equality, shuffle
from pbem.crypto.cards.equality import Pairs
from pbem.crypto.statement import Where
from pbem.crypto.stocks import ranges, stock
from pbem.crypto.stocks.stock import Halves, Parcel, Stock
from second import curve, masks
from second.crypt import unsealed
from toy.dealers import Q, chance, deal, held, outside, remember, where

VECTOR = json.loads((Path(__file__).parents[2] / "docs/vector/cards.json").read_text())
DECKS, STOCKS = VECTOR["decks"], VECTOR["stocks"]
raw = bytes.fromhex


@pytest.fixture(autouse=True)
def _products_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    remember(monkeypatch)


# --- the vector, by the second reader alone ----------------------------------------------------


def at(event: dict[str, Any]) -> masks.Where:
    return masks.Where(event["game"], event["prev"], event["by"])


def read_deck(reported: dict[str, Any]) -> tuple[list[bytes], tuple[bytes, ...]]:
    """Check all shuffles of a deck; return R_0 to R_m, and its places."""
    now = masks.begin(reported["shuffles"][0]["game"], reported["name"], tuple(reported["cards"]))
    assert [point.hex() for point in now.points] == reported["points"]
    refs = [now.ref]
    for event in reported["shuffles"]:
        after = masks.Masked(raw(event["ref"]), tuple(map(raw, event["cards"])))
        assert masks.shuffled(at(event), reported["name"], now, after, raw("".join(event["proof"])))
        assert masks.opened(now.ref, after.ref, raw(event["scalar"]))
        inside = [curve.read_prime(now.points[place]) for place in event["places"]]
        x = int.from_bytes(raw(event["scalar"]), "little")
        assert after.points == tuple(masks.spelt((x, point)) for point in inside if point)
        now = after
        refs.append(now.ref)
    return refs, now.points


def test_the_points_of_the_vector() -> None:
    for name, point in VECTOR["generators"].items():
        assert curve.spell(masks.generator(name)).hex() == point
    page = (Path(__file__).parents[2] / "docs/protocol-cards.md").read_text()
    assert f"`{VECTOR['generators']['H']}`" in page


def test_the_decks_of_the_vector() -> None:
    refs, places = read_deck(DECKS["first"])
    name, left = DECKS["first"]["name"], {}
    for events in DECKS["draws"].values():
        point = places[events[0]["place"]]
        for event in events:
            pair, after = (refs[event["group"] - 1], refs[event["group"]]), raw(event["point"])
            proof = raw(event["proof"])
            assert masks.unmasked(
                at(event), name, event["place"], refs=pair, two=(after, point), proof=proof
            )
            point = after
        left[events[0]["place"]] = point
    show = DECKS["show"]
    pair = refs[show["group"] - 1], refs[show["group"]]
    place, card, proof = show["place"], show["card"], raw(show["proof"])
    assert masks.shown(at(show), name, place, card, refs=pair, held=left[place], proof=proof)

    new_refs, new_places = read_deck(DECKS["second"])
    new_name, carry, mark = DECKS["second"]["name"], DECKS["carry"], DECKS["mark"]
    two = left[0], raw(carry["point"])
    names = new_name, name, 0
    assert masks.carried(at(carry), names, (new_refs[0], new_refs[1]), two, raw(carry["proof"]))
    three = two[1], new_places[mark["place"]], raw(mark["both"])
    pairs = (new_refs[1], new_refs[2]), (refs[1], refs[2])
    proofs = raw(mark["proofs"][0]), raw(mark["proofs"][1])
    assert masks.marked(
        at(mark),
        (new_name, mark["place"]),
        (name, 0),
        new_refs=pairs[0],
        old_refs=pairs[1],
        three=three,
        proofs=proofs,
    )
    scalars = [raw(one) for one in DECKS["opened"]["scalars"]]
    for k, scalar in enumerate(scalars):
        assert masks.opened(new_refs[k], new_refs[k + 1], scalar)
    product = 1
    for scalar in scalars:
        product = product * int.from_bytes(scalar, "little") % curve.L
    for place, number in zip(new_places, DECKS["opened"]["cards"], strict=True):
        assert place == masks.spelt((product, masks.card(carry["game"], new_name, number)))
    # The card that bob held, and marked unseen, lies there.
    bob = int.from_bytes(raw(DECKS["first"]["shuffles"][1]["scalar"]), "little")
    number = DECKS["opened"]["cards"][mark["place"]]
    assert left[0] == masks.spelt((bob, masks.card(carry["game"], name, number)))


def test_the_box_of_the_vector() -> None:
    reported, first = DECKS["box"], DECKS["first"]["shuffles"][0]
    scalar = unsealed(raw(reported["secret"]), raw(reported["box"]))
    assert len(raw(reported["box"])) == 80
    assert scalar == raw(reported["scalar"])
    assert masks.opened(curve.spell(curve.BASE), raw(first["ref"]), scalar)
    other = DECKS["first"]["shuffles"][1]["ref"]
    assert not masks.opened(curve.spell(curve.BASE), raw(other), scalar)


def test_the_stocks_of_the_vector() -> None:
    one, two = STOCKS["split"], STOCKS["spend"]
    first, proofs = raw(one["commitment"]), tuple(map(raw, one["proofs"]))
    assert masks.split(
        at(one), tuple(one["stocks"]), one["bits"], one["public"], first=first, proofs=proofs
    )
    assert masks.stock_opened(first, one["v"], raw(one["r"]))
    own, bits = raw(two["held"]), two["bits"]
    assert own == first
    assert masks.spent(
        at(two), two["stock"], bits, held=own, amount=two["amount"], proof=raw(two["proof"])
    )
    for name in ("capped", "halved", "evenly"):
        event = STOCKS[name]
        cap, given = event["cap"], event["given"]
        assert given == min(cap, one["v"] // 2)
        assert masks.capped(
            at(event),
            event["stock"],
            bits,
            held=own,
            cap=cap,
            given=given,
            proof=raw(event["proof"]),
        )
    event, sent = STOCKS["hand_over"], raw(STOCKS["hand_over"]["parcel"])
    proofs = tuple(map(raw, event["proofs"]))
    names = event["stock"], event["to"]
    assert masks.handed(
        at(event), *names, bits, held=own, cap=event["cap"], sent=sent, proofs=proofs
    )
    assert masks.stock_opened(sent, event["v"], raw(event["r"]))
    last = STOCKS["opened"]
    assert raw(last["commitment"]) == raw(STOCKS["after"][0])
    assert masks.stock_opened(raw(last["commitment"]), last["v"], raw(last["r"]))


def test_the_pair_of_the_vector() -> None:
    split, reported = STOCKS["split"], STOCKS["pair"]
    event, first = reported["give"], raw(split["commitment"])
    held, sent = raw(event["held"]), raw(event["parcel"])
    assert masks.of_pair(first, split["public"], 1, event["changed"]) == held
    assert masks.handed(
        at(event),
        event["stock"],
        event["to"],
        event["bits"],
        held=held,
        cap=event["cap"],
        sent=sent,
        proofs=tuple(map(raw, event["proofs"])),
    )
    point = raw(reported["point"])
    assert masks.pair_after(first, sent, 1) == point
    for which, after in enumerate(map(raw, reported["after"].values())):
        assert masks.of_pair(point, split["public"], which, event["changed"]) == after
    inside = unsealed(raw(event["box"]["secret"]), raw(event["box"]["sealed"]))
    amount, scalar = int.from_bytes(inside[:4], "big"), inside[4:]
    assert (amount, scalar) == (event["v"], raw(event["r"]))
    assert masks.stock_opened(sent, amount, scalar)
    # Held against the other stock's n, or against the point before, it is no proof.
    assert masks.of_pair(first, split["public"], 1, event["changed"] + 1) != held
    assert masks.pair_after(first, sent, 0) != point


# --- mutants, by both ---------------------------------------------------------------------------


class Claim(NamedTuple):
    """A statement with its proof, as parts that can be altered, and both who judge it."""

    parts: dict[str, Any]
    ours: Callable[[dict[str, Any]], bool]
    theirs: Callable[[dict[str, Any]], bool]


def two_wheres(parts: dict[str, Any]) -> tuple[Where, masks.Where]:
    three = parts["game"], parts["prev"], parts["by"]
    return Where(*three), masks.Where(*three)


def placed(at: Where, **more: Any) -> dict[str, Any]:
    return {"game": at.game, "prev": at.prev, "by": at.by, **more}


def a_show() -> Claim:
    dealt = deal(3)
    point, own = dealt.taken(0, 1), dealt.made[0].scalar
    card = deck.seen(dealt.deck, own, point)
    assert card is not None
    proof = deck.show(
        where(), dealt.deck, 0, card, 1, scalar=own, held=point, entropy=chance("show")
    )
    refs = dealt.deck.pair(1)

    def ours(p: dict[str, Any]) -> bool:
        altered = dealt.deck._replace(refs=(p["before"], p["after"]))
        return deck.is_shown(
            two_wheres(p)[0], altered, p["place"], p["card"], 1, held=p["held"], proof=p["proof"]
        )

    def theirs(p: dict[str, Any]) -> bool:
        if p["game"] != dealt.deck.game or p["place"] not in range(3) or p["card"] not in range(3):
            return False  # the table's to see: no such deck, place or card
        pair = p["before"], p["after"]
        return masks.shown(
            two_wheres(p)[1],
            dealt.deck.name,
            p["place"],
            p["card"],
            refs=pair,
            held=p["held"],
            proof=p["proof"],
        )

    parts = placed(
        where(), place=0, card=card, before=refs[0], after=refs[1], held=point, proof=proof
    )
    return Claim(parts, ours, theirs)


def an_equality() -> Claim:
    dealt = deal(3)
    x, (before, after) = dealt.made[0].scalar, dealt.deck.pair(1)
    pairs = Pairs(before, after, dealt.deck.points[0], group.times(x, dealt.deck.points[0]))
    proof = equality.prove(
        "carry", where(), ("toy#2", "toy#1", 0), pairs, scalar=x, entropy=chance("eq")
    )

    def ours(p: dict[str, Any]) -> bool:
        four = Pairs(p["g1"], p["h1"], p["g2"], p["h2"])
        return equality.holds(
            "carry", two_wheres(p)[0], ("toy#2", "toy#1", p["place"]), four, p["proof"]
        )

    def theirs(p: dict[str, Any]) -> bool:
        names, refs, two = ("toy#2", "toy#1", p["place"]), (p["g1"], p["h1"]), (p["g2"], p["h2"])
        return masks.carried(two_wheres(p)[1], names, refs, two, p["proof"])

    return Claim(placed(where(), place=0, **pairs._asdict(), proof=proof), ours, theirs)


def a_mark() -> Claim:
    old, new = deal(2, "old", groups=3), deal(2, "new", name="toy#2")
    out = carrying.Held(old.deck, 0, 2, 2)
    point = group.times(new.made[0].scalar, old.taken(0, 2))
    own = new.made[1].scalar, old.made[1].scalar
    true = carrying.mark(
        where(),
        new.deck,
        out,
        new_scalar=own[0],
        old_scalar=own[1],
        point=point,
        entropy=chance("mark"),
    )
    assert true is not None

    def ours(p: dict[str, Any]) -> bool:
        marked = carrying.Marked(p["place"], p["both"], p["proof"], p["second"])
        return carrying.is_marked(two_wheres(p)[0], new.deck, out, p["point"], marked)

    def theirs(p: dict[str, Any]) -> bool:
        if p["game"] != new.deck.game or p["place"] not in range(2):
            return False
        three = p["point"], new.deck.points[p["place"]], p["both"]
        pairs = new.deck.pair(2), old.deck.pair(2)
        proofs = p["proof"], p["second"]
        return masks.marked(
            two_wheres(p)[1],
            ("toy#2", p["place"]),
            ("toy#1", 0),
            new_refs=pairs[0],
            old_refs=pairs[1],
            three=three,
            proofs=proofs,
        )

    parts = placed(
        where(), place=true.place, point=point, both=true.both, proof=true.new_proof,
        second=true.old_proof,
    )  # fmt: skip
    return Claim(parts, ours, theirs)


def a_shuffle() -> Claim:
    before = deck.begin(where().game, "toy#1", range(2)).layer()
    made = shuffle.make(where(), "toy#1", before, chance("shuffle"))

    def ours(p: dict[str, Any]) -> bool:
        after = shuffle.Layer(p["ref"], (p["one"], p["two"]))
        return shuffle.check(two_wheres(p)[0], p["deck"], before, after, p["proof"])

    def theirs(p: dict[str, Any]) -> bool:
        old, after = masks.Masked(*before), masks.Masked(p["ref"], (p["one"], p["two"]))
        return masks.shuffled(two_wheres(p)[1], p["deck"], old, after, p["proof"])

    one, two = made.after.points
    parts = placed(where(), deck="toy#1", ref=made.after.ref, one=one, two=two, proof=made.proof)
    return Claim(parts, ours, theirs)


def a_spending() -> Claim:
    own = held(2)
    brown = Stock("brown", 2, ranges.commit(own))
    proof = stock.prove_spending(where(), brown, own, 1, chance("spend"))

    def ours(p: dict[str, Any]) -> bool:
        one = Stock(p["stock"], p["bits"], p["held"])
        return stock.spend(two_wheres(p)[0], one, p["amount"], p["proof"]) is not None

    def theirs(p: dict[str, Any]) -> bool:
        return masks.spent(
            two_wheres(p)[1],
            p["stock"],
            p["bits"],
            held=p["held"],
            amount=p["amount"],
            proof=p["proof"],
        )

    parts = placed(where(), stock="brown", bits=2, held=brown.commitment, amount=1, proof=proof)
    return Claim(parts, ours, theirs)


def a_capped(cap: int) -> Claim:
    own = held(3)
    brown = Stock("brown", 2, ranges.commit(own))
    given, proof = stock.prove_capped(where(), brown, own, cap, chance("capped"))

    def ours(p: dict[str, Any]) -> bool:
        one = Stock("brown", 2, p["held"])
        done = stock.hand_over_capped(two_wheres(p)[0], one, p["cap"], p["amount"], p["proof"])
        return done is not None

    def theirs(p: dict[str, Any]) -> bool:
        at = two_wheres(p)[1]
        return masks.capped(
            at, "brown", 2, held=p["held"], cap=p["cap"], given=p["amount"], proof=p["proof"]
        )

    parts = placed(where(), held=brown.commitment, cap=cap, amount=given, proof=proof)
    return Claim(parts, ours, theirs)


def a_hand_over() -> Claim:
    own, other = held(2), held(1, "other")
    brown, green = (Stock(n, 2, ranges.commit(o)) for n, o in (("brown", own), ("green", other)))
    sent = held(1, "sent")
    true = stock.prove_parcel(
        where(), brown, "green", opening=own, cap=2, parcel=sent, entropy=chance("parcel")
    )

    def ours(p: dict[str, Any]) -> bool:
        parcel = Parcel(p["sent"], p["proof"], p["rest"], p["left"])
        one, two = brown._replace(commitment=p["held"]), green._replace(name=p["to"])
        return stock.hand_over(two_wheres(p)[0], one, two, p["cap"], parcel) is not None

    def theirs(p: dict[str, Any]) -> bool:
        at, proofs = two_wheres(p)[1], (p["proof"], p["rest"], p["left"])
        return masks.handed(
            at, "brown", p["to"], 2, held=p["held"], cap=p["cap"], sent=p["sent"], proofs=proofs
        )

    parts = placed(
        where(), held=brown.commitment, to="green", cap=2, sent=true.commitment, proof=true.give,
        rest=true.rest, left=true.left,
    )  # fmt: skip
    return Claim(parts, ours, theirs)


def a_split() -> Claim:
    names, own = ("brown", "green"), held(2)
    true = stock.prove_halves(where(), names, 2, 3, first=own, entropy=chance("split"))

    def ours(p: dict[str, Any]) -> bool:
        halves = Halves(p["held"], p["proof"], p["second"])
        return stock.split(two_wheres(p)[0], names, p["bits"], p["public"], halves) is not None

    def theirs(p: dict[str, Any]) -> bool:
        at, proofs = two_wheres(p)[1], (p["proof"], p["second"])
        return masks.split(at, names, p["bits"], p["public"], first=p["held"], proofs=proofs)

    parts = placed(
        where(), bits=2, public=3, held=true.commitment, proof=true.first, second=true.second
    )
    return Claim(parts, ours, theirs)


CLAIMS: dict[str, Callable[[], Claim]] = {
    "show": a_show,
    "equality": an_equality,
    "mark": a_mark,
    "shuffle": a_shuffle,
    "spending": a_spending,
    "all of the cap": lambda: a_capped(1),
    "half": lambda: a_capped(2),
    "hand-over": a_hand_over,
    "split": a_split,
}
STRANGE = outside()


def altered_bytes(data: bytes, rng: random.Random) -> bytes:
    """Alter a proof, a point or a scalar: one bit, one field, or its length."""
    fields = [data[i : i + 32] for i in range(0, len(data), 32)]
    at, other = rng.randrange(len(fields)), rng.randrange(len(fields))
    field = fields[at]
    as_number = int.from_bytes(field, "little")
    match rng.randrange(10):
        case 0 | 1 | 2:
            fields[at] = (as_number ^ 1 << rng.randrange(256)).to_bytes(32, "little")
        case 3:
            fields[at] = ((as_number + Q) % 2**256).to_bytes(32, "little")
        case 4:
            fields[at] = (-as_number % Q).to_bytes(32, "little")
        case 5:
            fields[at] = rng.choice([*STRANGE, bytes(32), group.BASE, group.scalar(1)])
        case 6:
            fields[at], fields[other] = fields[other], fields[at]
        case 7:
            fields[at] = fields[other]
        case 8:
            fields[at] = (as_number ^ 1 << 255).to_bytes(32, "little")  # the point turned over
        case _:
            return rng.choice([data[:-1], data + b"\0", data[32:], data + data[:32], b""])
    return b"".join(fields)


def mutants(claim: Claim, rng: random.Random) -> Iterator[dict[str, Any]]:
    """Alter one part, seldom two, without end."""
    names = [name for name in claim.parts if name not in ("game", "prev", "by")]
    while True:
        parts = dict(claim.parts)
        for _ in range(rng.choice([1, 1, 1, 2])):
            name = rng.choice(
                [*names, "proof", "proof", "proof", rng.choice(["game", "prev", "by"])]
            )
            value = parts[name]
            if isinstance(value, bytes):
                parts[name] = altered_bytes(value, rng) if value else value
            elif isinstance(value, int):
                parts[name] = rng.choice([value + 1, value - 1, 0, 1, 2, 3, 4, -1, 33, 2**32, Q])
            else:
                parts[name] = {"by": "bob", "deck": "toy#2", "stock": "green", "to": "brown"}.get(
                    name, "0" * 64
                )
        yield parts


@pytest.mark.parametrize("name", CLAIMS)
def test_neither_accepts_what_the_other_refuses(name: str) -> None:
    claim = CLAIMS[name]()
    assert claim.ours(claim.parts)
    assert claim.theirs(claim.parts)
    stream = mutants(claim, random.Random(f"mutants of {name}"))  # noqa: S311
    good, tries = 0, times(15, of=30)
    for _, parts in zip(range(tries), stream, strict=False):
        ours, theirs = claim.ours(parts), claim.theirs(parts)
        assert ours == theirs, parts
        assert not ours or parts == claim.parts, parts
        good += ours
    assert good < tries / 4  # in most of them something is altered


def test_neither_lets_a_stock_hand_over_to_itself() -> None:
    own = held(2)
    brown = Stock("brown", 2, ranges.commit(own))
    sent = held(1, "sent")
    true = stock.prove_parcel(
        where(), brown, "brown", opening=own, cap=2, parcel=sent, entropy=chance("itself")
    )
    assert stock.hand_over(where(), brown, brown, 2, true) is None
    at, proofs = masks.Where(*where()), (true.give, true.rest, true.left)
    assert not masks.handed(
        at, "brown", "brown", 2, held=brown.commitment, cap=2, sent=true.commitment, proofs=proofs
    )
