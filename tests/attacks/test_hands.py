"""Attacks on hands of cards at the table: a cheat has all keys of the cheat's own party.

docs/protocol-cards.md, section 6. The refusals of the proofs alone stand in `test_cards`.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from hostile.base import fixed_chance
from pbem.crypto import canonical
from pbem.errors import SecondTrigger
from pbem.log.finding import BadLog
from pbem.table.events import kinds
from toy.cheat import attack
from toy.fates import KEEP, TAKE, TURN_UP, FateGroup, play, started
from toy.group import END, read


def refused(party: FateGroup, by: str, kind: str, data: Any) -> str:
    """Return the code with which an event that somebody signs is refused."""
    with pytest.raises(BadLog) as caught:
        party.replay(3).take(party.forge(by, kind, data))
    return caught.value.finding.code


def drew(folder: Path, wanted: range) -> FateGroup:
    """A game in which ann has just drawn one of some cards."""
    for count in range(50):
        party = started(folder / str(count), umpire="uma")
        party.orders("ann", TAKE)
        party.play("bob", "unmask")
        if party.hand("ann")[-1].card in wanted:
            return party
    raise AssertionError("none of fifty decks has such a card there")


def ended(folder: Path) -> FateGroup:
    """A game that red has won, in which nothing is opened yet."""
    party = drew(folder, range(1, 6))
    party.orders("ann", play(party.hand("ann")[-1]))
    while party.table.result is None:
        party.orders(str(party.table.active().handle), END)
    assert party.table.result.winner == "red"
    return party


@attack("P8", "decrypt a card that nobody draws", "`pen.wrong`, `kind.wrong`")
def test_looking_at_the_next_card_before_it_is_drawn(tmp_path):
    party = started(tmp_path)
    early = party.branch()
    early.take(early.forge("ann", "orders", early.orders_data("red", TAKE)))
    data = early.dealer("bob").unmask()
    assert refused(party, "bob", "unmask", data) == "pen.wrong"
    assert refused(party, "ann", "unmask", data) == "kind.wrong"


@attack(
    "P8",
    "refuse to decrypt what an opponent draws",
    "nothing else can be written; a ruling forfeits the game",
)
def test_refusing_to_take_a_mask_off(tmp_path):
    party = started(tmp_path, umpire="uma")
    party.orders("ann", TAKE)
    state = party.table.digest()
    orders = {"side": "blue", "orders": [END], "state": state}
    assert refused(party, "bob", "orders", orders) == "kind.wrong"
    assert refused(party, "bob", "resign", {}) == "resign.wrong"
    assert refused(party, "bob", "offer", {"what": "tie"}) == "offer.wrong"
    party.play("uma", "ruling", kinds.PutOut(out="bob", as_="forfeit", late=None))
    assert party.table.result == kinds.GameResult("red", "forfeit")


@attack(
    "P8",
    "fork before a draw, to get another card",
    "the same card; for another draw it stays encrypted",
)
def test_having_two_cards_for_one_draw(tmp_path):
    """A player who forks before a draw sees one card: nobody decrypts for another draw."""
    party = started(tmp_path)
    party.orders("ann", TAKE)
    party.play("bob", "unmask")
    first = party.hand("ann")[-1]
    again = party.branch(7)
    again.take(again.forge("ann", "orders", again.orders_data("red", TAKE), salt=b"1" * 16))
    assert again.dealer("bob").unmask().draws[0][:2] == read(party.events[-1]).draws[0][:2]
    other = party.branch(7)
    other.take(other.forge("ann", "orders", other.orders_data("red", TURN_UP)))
    with pytest.raises(SecondTrigger):
        other.dealer("bob").unmask()
    assert first.place == 4


@attack("P8", "play a card twice, with a good proof", "`orders.illegal`")
def test_playing_a_card_twice(tmp_path):
    party = drew(tmp_path, range(6))
    held = party.hand("ann")[-1]
    party.orders("ann", play(held))
    proofs = party.dealer("ann").proofs([play(held)])  # it still lies at its place
    data = {**party.orders_data("red", play(held)), "proofs": msgspec.to_builtins(proofs)}
    assert refused(party, "ann", "orders", data) == "orders.illegal"


@attack("P8", "play a card without its proof", "`deck.show`")
def test_playing_a_card_without_its_proof(tmp_path):
    party = started(tmp_path)
    held = party.hand("ann")[0]
    assert refused(party, "ann", "orders", party.orders_data("red", play(held))) == "deck.show"


@attack("P8", "keep a card that had to be played at once", "you lose when everything is opened")
def test_keeping_a_card_that_had_to_be_played(tmp_path):
    party = drew(tmp_path, range(6, 8))
    party.orders("ann", KEEP)
    party.finish()
    assert party.table.result == kinds.GameResult("blue", "forfeit")
    party.check_all()


@attack("P8", "win, and do not open your hand", "a ruling forfeits the victory")
def test_not_opening_at_the_end(tmp_path):
    party = ended(tmp_path)
    assert refused(party, "ann", "resign", {}) == "resign.wrong"
    party.play("uma", "ruling", kinds.PutOut(out="ann", as_="forfeit", late=None))
    assert party.table.result == kinds.GameResult("blue", "forfeit")


@attack(
    "P8",
    "read a hand from positions, questions, legal lists or sizes of events",
    "identical in worlds that differ only in cards",
)
def test_reading_a_hand_from_what_everybody_gets(tmp_path):
    """Worlds that differ in cards alone: positions, questions, what is legal, sizes of events."""
    seen = set()
    hands = set()
    for world in range(6):
        with fixed_chance(f"world {world}"):
            party = started(tmp_path / str(world))
            party.orders("ann", TAKE)
            party.play("bob", "unmask")
            party.orders("ann", KEEP, END)
            party.orders("bob", TAKE)
            party.play("ann", "unmask")
        hands.add(tuple(card.card for card in party.hand("ann")))
        game = party.table.play
        legal = [game.game.write_order(order) for order in game.game.legal(game.position)]
        seen.add(
            (
                canonical.encode(msgspec.to_builtins(game.position)),
                canonical.encode({"legal": legal}),
                tuple((event.kind, event.by, len(event.line)) for event in party.events),
                tuple(map(str, party.table.reported())),
                party.table.active().why,
            )
        )
    assert len(hands) > 3
    assert len(seen) == 1
