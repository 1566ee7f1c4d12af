"""Faults of masked decks: what level 2 sees, in logs of Fate, a game that this release has not.

Their rules are not here, so anyone who verifies them reads so, and what level 2 finds.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

from hostile.faults import fault, forged
from pbem.crypto import group
from pbem.table.events import kinds
from toy.dealers import chance, number
from toy.fates import AGAIN, TAKE, TURN_UP, FateGroup, play, started
from toy.group import read

change = msgspec.structs.replace
OTHER = group.times_base(group.scalar(number("another card"))).hex()


def to_shuffle(folder: Path) -> FateGroup:
    """Events 0 to 2: ann is to shuffle."""
    party = FateGroup(folder)
    party.join_all()
    return party


def allies(folder: Path) -> FateGroup:
    """Events 0 to 4: bob is to put on the mask that bob shares with cec."""
    party = FateGroup(folder, trio=True)
    party.join_all()
    party.play("ann", "shuffle")
    return party


def dealt(folder: Path) -> FateGroup:
    """Events 0 to 6: both have two cards, and ann is asked."""
    return started(folder)


def drawn(folder: Path) -> FateGroup:
    """Events 0 to 7: bob is to unmask the card that ann draws."""
    party = dealt(folder)
    party.orders("ann", TAKE)
    return party


def again(folder: Path) -> FateGroup:
    """Two decks, and ann has resigned: bob is to open bob's masks of both."""
    party = dealt(folder)
    party.orders("ann", TURN_UP)
    party.deal()
    party.orders("ann", AGAIN)
    party.deal()
    party.play("ann", "resign")
    return party


def shuffled(party: Any, by: str, **changes: Any) -> bytes:
    return forged(party, by, "shuffle", change(party.dealer(by).shuffle(), **changes))


# --- turns -----------------------------------------------------------------------------------


@fault("deck.turn-the-other-first", to_shuffle, good=3, blame="bob")
def the_other_first(party: Any) -> bytes:
    """Bob shuffles before ann, who comes first."""
    return shuffled(party, "bob")


@fault("deck.turn-second-of-a-group-first", allies, good=5, blame="cec")
def second_of_a_group_first(party: Any) -> bytes:
    """Cec puts on the mask that is bob's to put on, though bob is in the game."""
    return shuffled(party, "cec")


@fault("deck.turn-number-skipped", to_shuffle, good=3, blame="ann")
def number_skipped(party: Any) -> bytes:
    """Ann shuffles a second deck where there is no first."""
    return shuffled(party, "ann", deck="fate#2")


@fault("deck.turn-place-of-choice", drawn, good=8, blame="bob")
def place_of_choice(party: Any) -> bytes:
    """Bob unmasks another place than the next one."""
    data = party.dealer("bob").unmask()
    ((_, point, proof),) = data.draws
    return forged(party, "bob", "unmask", change(data, draws=((6, point, proof),)))


@fault("deck.turn-no-box", allies, good=5, blame="bob")
def no_box(party: Any) -> bytes:
    """Bob keeps from cec, with whom bob shares a hand, the mask of both."""
    return shuffled(party, "bob", boxes=msgspec.UNSET)


@fault("deck.turn-box-for-an-opponent", allies, good=5, blame="bob")
def box_for_an_opponent(party: Any) -> bytes:
    """Bob sends the mask to ann, too, who would see every hand."""
    boxes = party.dealer("bob")._boxes(chance("mask"))
    return shuffled(party, "bob", boxes={**boxes, "ann": boxes["cec"]})


# --- proofs ----------------------------------------------------------------------------------


@fault("deck.shuffle-card-swapped", to_shuffle, good=3, blame="ann")
def card_swapped(party: Any) -> bytes:
    """Ann has put a foreign point in the place of a card."""
    cards = party.dealer("ann").shuffle().cards
    return shuffled(party, "ann", cards=(OTHER, *cards[1:]))


@fault("deck.shuffle-card-twice", to_shuffle, good=3, blame="ann")
def card_twice(party: Any) -> bytes:
    """Ann has put one card at two places."""
    good = party.dealer("ann").shuffle()
    cards = (good.cards[1], *good.cards[1:])
    return forged(party, "ann", "shuffle", change(good, cards=cards))


@fault("deck.shuffle-short", to_shuffle, good=3, blame="ann")
def short(party: Any) -> bytes:
    """Ann proves nothing of the last place."""
    good = party.dealer("ann").shuffle()
    return forged(party, "ann", "shuffle", change(good, proof=good.proof[:-1]))


@fault("deck.shuffle-behind-a-no", allies, good=7, blame="cec")
def after_a_no(party: Any) -> bytes:
    """Cec has refused bob's box, and puts a place of bob's shuffle into a shuffle of cec's."""
    party.play("bob", "shuffle")
    party.take(party.forge("cec", "answer", {"yes": False}))
    cards = party.dealer("cec").shuffle().cards
    old = read(party.events[5]).cards[0]
    return shuffled(party, "cec", cards=(old, *cards[1:]))


@fault("deck.unmask-other-card", drawn, good=8, blame="bob")
def other_card(party: Any) -> bytes:
    """Bob hands ann another point than the one that was masked."""
    data = party.dealer("bob").unmask()
    ((place, _, proof),) = data.draws
    return forged(party, "bob", "unmask", change(data, draws=((place, OTHER, proof),)))


@fault("deck.unmask-proof-of-another-place", drawn, good=8, blame="bob")
def proof_of_another_place(party: Any) -> bytes:
    """Bob uses the proof with which bob unmasked ann's first card."""
    data = party.dealer("bob").unmask()
    ((place, point, _),) = data.draws
    old = read(party.events[5]).draws[0][2]
    return forged(party, "bob", "unmask", change(data, draws=((place, point, old),)))


def showing(party: Any, order: dict[str, Any], show: kinds.CardShown) -> bytes:
    data = party.orders_data("red", order)
    data["proofs"] = [{"show": msgspec.to_builtins(show)}]
    return forged(party, "ann", "orders", data)


@fault("deck.show-another-card", dealt, good=7, blame="ann")
def another_card(party: Any) -> bytes:
    """Ann shows a card that lies elsewhere, with the proof of the one in ann's hand."""
    held, theirs = party.hand("ann")[0], party.hand("bob")[0]
    (good,) = party.dealer("ann").proofs([play(held)])
    return showing(
        party, play(held._replace(card=theirs.card)), change(good.show, card=theirs.card)
    )


@fault("deck.show-of-an-opponent", dealt, good=7, blame="ann")
def of_an_opponent(party: Any) -> bytes:
    """Ann shows what lies at a place that bob has drawn."""
    held, theirs = party.hand("ann")[0], party.hand("bob")[0]
    (good,) = party.dealer("ann").proofs([play(held)])
    return showing(party, play(theirs), change(good.show, place=theirs.place, card=theirs.card))


@fault("deck.open-other-mask", again, good=14, blame="bob")
def other_mask(party: Any) -> bytes:
    """Bob opens at the end another number than bob masked the first deck with."""
    first, second = party.dealer("bob").lay_open().masks
    wrong = change(first, scalar=group.scalar(number("other")).hex())
    return forged(party, "bob", "lay-open", kinds.LayOpen(masks=(wrong, second)))


@fault("deck.open-one-kept-back", again, good=14, blame="bob")
def one_kept_back(party: Any) -> bytes:
    """Bob opens the second deck alone: bob would have to open the mask of the first too."""
    _, second = party.dealer("bob").lay_open().masks
    return forged(party, "bob", "lay-open", kinds.LayOpen(masks=(second,)))
