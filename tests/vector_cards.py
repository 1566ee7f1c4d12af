"""The vector of decks and stocks: ``PYTHONPATH=tests python -m vector_cards docs/vector``.

Three groups shuffle a deck, draw and show. One leaves without a word and a held card is carried
into the next deck, which is opened. A card key is in a box; every act on hidden supplies is there.
"""

from __future__ import annotations

import json
import sys
from hashlib import sha256
from pathlib import Path
from typing import Any

from pbem.crypto import box, group
from pbem.crypto.cards import carrying, deck, shuffle
from pbem.crypto.cards.deck import Deck
from pbem.crypto.statement import Where, blind, generator
from pbem.crypto.stocks import pair, ranges, stock
from pbem.crypto.stocks.ranges import Opening
from pbem.crypto.stocks.stock import Halves, Stock
from toy.boxes import sealed_with

NAME = "cards.json"
GAME = sha256(b"game").hexdigest()
CARDS = (0, 1, 3, 4, 7, 9)
ORDER = ("ann", "bob", "cyd")


def entropy(label: str) -> bytes:
    """Return bytes that are anything but random; they protect nothing."""
    return sha256(f"entropy {label}".encode()).digest()


def secret(label: str) -> bytes:
    """Return a scalar that is anything but secret."""
    return group.scalar(int.from_bytes(entropy(label), "little"))


class Party:
    """All players of the vector: makes events one after the other."""

    def __init__(self) -> None:
        self.count = 0
        self.masks: dict[tuple[str, str], bytes] = {}

    def where(self, by: str) -> Where:
        """Return the place of the next event."""
        self.count += 1
        return Where(GAME, sha256(f"event {self.count}".encode()).hexdigest(), by)

    def shuffle(self, now: Deck, by: str) -> tuple[Deck, dict[str, Any]]:
        """Have a group mask a deck."""
        where, label = self.where(by), f"{by} {now.name}"
        made = shuffle.make(where, now.name, now.layer(), entropy(label))
        self.masks[by, now.name] = made.scalar
        return now.masked(made.after), {
            **where._asdict(),
            "entropy": entropy(label).hex(),
            "scalar": made.scalar.hex(),
            "places": made.places,
            "deck": now.name,
            "ref": made.after.ref.hex(),
            "cards": [point.hex() for point in made.after.points],
            "proof": in_strings(made.proof),
        }

    def deck(self, name: str, cards: tuple[int, ...], order: tuple[str, ...]) -> tuple[Deck, Any]:
        """Make a deck and have it shuffled."""
        now, reported = deck.begin(GAME, name, cards), []
        start = [point.hex() for point in now.points]
        for by in order:
            now, event = self.shuffle(now, by)
            reported.append(event)
        return now, {"name": name, "cards": cards, "points": start, "shuffles": reported}

    def draw(self, now: Deck, place: int, drawer: str) -> tuple[bytes, list[Any]]:
        """Have all groups but the drawer's take their masks off a place."""
        point, reported = now.points[place], []
        for number, by in enumerate(ORDER, 1):
            if by == drawer:
                continue
            where, mask = self.where(by), self.masks[by, now.name]
            taken = deck.unmask(
                where, now, place, number, scalar=mask, point=point, entropy=entropy(where.prev)
            )
            point = taken.point
            reported.append(
                {**where._asdict(), "group": number, "place": place,
                 "point": point.hex(), "proof": taken.proof.hex()}
            )  # fmt: skip
        return point, reported


def in_strings(proof: bytes) -> list[str]:
    """Return the proof of a shuffle as it stands in an event."""
    places = range(shuffle.HEAD_BYTES, len(proof), shuffle.PLACE_BYTES)
    return [proof[:160].hex(), *(proof[at : at + 128].hex() for at in places)]


def decks(party: Party) -> dict[str, Any]:
    """Play the decks."""
    first, reported = party.deck("situation#1", CARDS, ORDER)
    held, bobs = party.draw(first, 0, "bob")
    played, anns = party.draw(first, 1, "ann")
    mask = party.masks["ann", first.name]
    card = deck.seen(first, mask, played)
    assert card is not None
    where = party.where("ann")
    proof = deck.show(
        where, first, 1, card, 1, scalar=mask, held=played, entropy=entropy(where.prev)
    )
    show = {**where._asdict(), "group": 1, "place": 1, "card": card, "proof": proof.hex()}

    boxed = in_a_box(party.masks["ann", first.name])
    rest = tuple(number for number in CARDS if number != card)
    second, again = party.deck("situation#2", rest, ("ann", "bob"))
    out = carrying.Held(first, 0, 2, 2)
    where = party.where("ann")
    carried = carrying.carry(
        where,
        second,
        out,
        1,
        scalar=party.masks["ann", second.name],
        point=held,
        entropy=entropy(where.prev),
    )
    carry = {**where._asdict(), "point": carried.point.hex(), "proof": carried.proof.hex()}
    where, own = party.where("bob"), [party.masks["bob", one.name] for one in (second, first)]
    marked = carrying.mark(
        where,
        second,
        out,
        new_scalar=own[0],
        old_scalar=own[1],
        point=carried.point,
        entropy=entropy(where.prev),
    )
    assert marked is not None
    mark = {
        **where._asdict(), "place": marked.place, "both": marked.both.hex(),
        "proofs": [marked.new_proof.hex(), marked.old_proof.hex()],
    }  # fmt: skip
    scalars = [party.masks[by, second.name] for by in ("ann", "bob")]
    return {
        "first": reported,
        "draws": {"bob": bobs, "ann": anns},
        "show": show,
        "box": boxed,
        "second": again,
        "carry": carry,
        "mark": mark,
        "opened": {"scalars": [s.hex() for s in scalars], "cards": deck.laid_open(second, scalars)},
    }


def in_a_box(mask: bytes) -> dict[str, str]:
    """Put ann's mask into a box for somebody of ann's group, with a one-time key that is known."""
    secret, once = entropy("box of amy"), entropy("one-time key")
    public = box.box_public(secret)
    sealed = sealed_with(once, mask, public)
    assert box.unseal(secret, sealed) == mask
    return {
        "secret": secret.hex(), "public": public.hex(), "once": once.hex(),
        "scalar": mask.hex(), "box": sealed.hex(),
    }  # fmt: skip


def stocks(party: Party) -> dict[str, Any]:
    """Play the stocks: a split, then acts of ann on the first half."""
    reported: dict[str, Any] = {}
    where = party.where("ann")
    own = Opening(23, secret("split"))
    halves = stock.prove_halves(
        where, ("brown", "green"), 8, 40, first=own, entropy=entropy(where.prev)
    )
    stocks = stock.split(where, ("brown", "green"), 8, 40, halves)
    assert stocks is not None
    brown, green = stocks
    reported["split"] = {
        **where._asdict(), "stocks": [brown.name, green.name], "bits": 8, "public": 40,
        **opening(own), "commitment": halves.commitment.hex(),
        "proofs": [halves.first.hex(), halves.second.hex()],
    }  # fmt: skip

    where = party.where("ann")
    proof = stock.prove_spending(where, brown, own, 23, entropy(where.prev))
    reported["spend"] = {**where._asdict(), **seen(brown), "amount": 23, "proof": proof.hex()}
    for name, cap in (("capped", 9), ("halved", 12), ("evenly", 11)):
        where = party.where("ann")
        given, proof = stock.prove_capped(where, brown, own, cap, entropy(where.prev))
        reported[name] = {
            **where._asdict(), **seen(brown), "cap": cap, "given": given, "proof": proof.hex()
        }  # fmt: skip
    where, sent = party.where("ann"), Opening(4, secret("parcel"))
    parcel = stock.prove_parcel(
        where, brown, green.name, opening=own, cap=6, parcel=sent, entropy=entropy(where.prev)
    )
    reported["hand_over"] = {
        **where._asdict(), **seen(brown), "to": green.name, "cap": 6, **opening(sent),
        "parcel": parcel.commitment.hex(),
        "proofs": [parcel.give.hex(), parcel.rest.hex(), parcel.left.hex()],
    }  # fmt: skip
    both = stock.hand_over(where, brown, green, 6, parcel)
    assert both is not None
    reported["after"] = [one.commitment.hex() for one in both]
    left = Opening(19, group.scalar_subtract(own.scalar, sent.scalar))
    reported["opened"] = {"commitment": both[0].commitment.hex(), **opening(left)}
    assert ranges.opens(both[0].commitment, left)
    return {**reported, **one_pair(party, halves, own)}


def one_pair(party: Party, halves: Halves, own: Opening) -> dict[str, Any]:
    """Return what the second of the two does, when 6 were earned and 2 lost, and what it leaves."""
    found = pair.Pair(("brown", "green"), 8, 40, halves.commitment)
    where, sent, changed = party.where("ann"), Opening(3, secret("back")), 6 - 2
    green, known = found.stock("green", changed), pair.known(found, "green", changed, own)
    assert ranges.opens(green.commitment, known)
    parcel = stock.prove_parcel(
        where, green, "brown", opening=known, cap=5, parcel=sent, entropy=entropy(where.prev)
    )
    left = pair.hand_over(where, found, "green", changed=changed, cap=5, parcel=parcel)
    assert left is not None
    inside = sent.amount.to_bytes(pair.AMOUNT_BYTES, "big") + sent.scalar
    sealed = sealed_with(entropy("amount"), inside, box.box_public(entropy("bob's box")))
    given = {
        **where._asdict(), "stock": "green", "to": "brown", "bits": 8, "changed": changed,
        "held": green.commitment.hex(), "cap": 5, **opening(sent),
        "parcel": parcel.commitment.hex(),
        "proofs": [parcel.give.hex(), parcel.rest.hex(), parcel.left.hex()],
        "box": {"secret": entropy("bob's box").hex(), "sealed": sealed.hex()},
    }  # fmt: skip
    after = {name: left.stock(name, changed).commitment.hex() for name in left.names}
    return {"pair": {"give": given, "point": left.point.hex(), "after": after}}


def seen(one: Stock) -> dict[str, Any]:
    """Return a stock as everybody sees it."""
    return {"stock": one.name, "bits": one.bits, "held": one.commitment.hex()}


def opening(one: Opening) -> dict[str, Any]:
    """Return what is in a commitment."""
    return {"v": one.amount, "r": one.scalar.hex()}


def vector() -> dict[str, Any]:
    """Return everything."""
    party = Party()
    generators = {"H": blind().hex(), **{str(i): generator(i).hex() for i in (0, 1, 249)}}
    return {"generators": generators, "decks": decks(party), "stocks": stocks(party)}


def text() -> str:
    """Return the file."""
    return json.dumps(vector(), indent=1) + "\n"


if __name__ == "__main__":
    (Path(sys.argv[1]) / NAME).write_text(text())
