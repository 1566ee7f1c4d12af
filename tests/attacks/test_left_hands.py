"""Attacks with a hand that its player leaves: Singapore's cards, of three players, with all keys.

docs/protocol-cards.md, section 6; docs/games/singapore.md, *Who stops*. Bob (the Australians) and
cec (the British) share what they draw, and cec says who keeps it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from hostile.base import fixed_chance
from pbem.games.singapore.rules.position import open_cards, open_war
from pbem.log.finding import BadLog
from pbem.table.events import kinds
from toy.cheat import attack
from toy.corps import CorpsGroup
from toy.group import PASS

OUT = kinds.PutOut(out="bob", as_="forfeit", late=None)
LIMIT = 2


@pytest.fixture
def full(tmp_path) -> Iterator[CorpsGroup]:
    """The Australians hold three cards, and bob is asked which to discard."""
    with fixed_chance("left hands"):
        party = CorpsGroup(tmp_path)
        party.goes_on("au discard")
        assert len(hand(party, "au")) == LIMIT + 1
        yield party


def hand(party: CorpsGroup, army: str) -> list[Any]:
    return list(open_cards(party.table.play.position).hands[army])


def reported(party: CorpsGroup, name: str) -> list[Any]:
    return [one for one in party.table.reported() if type(one).__name__ == name]


def ended_well(party: CorpsGroup) -> None:
    """Nobody has lost by what they hold: ann resigns, all is opened, and the others have won."""
    party.play("ann", "resign")
    while (handle := party.table.active().handle) is not None:
        party.play(handle, "lay_open")
    assert party.table.result == kinds.GameResult("br", "resigned")
    party.check_all()


def refused(party: CorpsGroup, by: str, data: Any, level: int = 3) -> str:
    """Return the code with which orders that somebody signs are refused."""
    with pytest.raises(BadLog) as caught:
        party.replay(level).take(party.forge(by, "orders", data))
    assert caught.value.finding.blame == (by,)
    return caught.value.finding.code


def discards(party: CorpsGroup, side: str, of: str, prover: str) -> dict[str, Any]:
    """Return orders of a side that discard the first card of an army, with a good proof."""
    order = party.shown("discard", party.cards_of(of)[0])
    proofs = msgspec.to_builtins(party.dealer(prover).proofs([order]))
    return {**party.orders_data(side, order), "proofs": proofs}


@attack(
    "P8",
    "three players: keep cards for an ally who is out, so that nobody could discard",
    "the game goes on, the ally keeps their cards, and nobody loses by it",
)
def test_filling_the_hand_of_an_ally_who_is_out(tmp_path):
    with fixed_chance("left hands"):
        party = CorpsGroup(tmp_path)
        party.goes_on("au movement")
        party.play("uma", "ruling", OUT)
        seen = []
        while len(hand(party, "au")) < LIMIT + 2:
            party.goes_on("br movement")
            seen += reported(party, "CardDiscarded")
            party.orders("cec", {"do": "end", "phase": "movement"})
        assert not [one for one in seen if one.army == "au"]
        assert open_war(party.table.play.position).period >= LIMIT
        party.goes_on("jp movement")
        ended_well(party)


@attack(
    "P8",
    "resign, or be ruled out, when you must discard, so that the game stops",
    "it goes on without an answer",
)
def test_leaving_when_a_card_is_to_be_discarded(full):
    full.replay().take(full.forge("bob", "resign", {}))
    full.play("uma", "ruling", OUT)
    full.orders(str(full.table.active().handle), PASS)  # the first in the game passes for bob
    assert full.table.play.asked.side == "br"
    assert len(hand(full, "au")) == LIMIT + 1
    full.goes_on("jp movement")
    ended_well(full)


@attack("P8", "keep more cards than you may, and go on", "`orders.illegal`")
def test_keeping_more_cards_than_one_may(full):
    for order in (PASS, {"do": "keep", "armies": ["au"]}, {"do": "end", "phase": "movement"}):
        assert refused(full, "bob", full.orders_data("au", order)) == "orders.illegal"


@attack(
    "P8",
    "three players: discard an ally's card, which you can decrypt, and keep your own",
    "`orders.illegal`: everybody sees who holds it",
)
def test_discarding_an_allys_card(full):
    good = full.shown("discard", full.cards_of("au")[0])
    full.orders("bob", good)
    full.goes_on("br drawn")
    full.drawn("br")
    while len(hand(full, "br")) < LIMIT + 1:
        full.goes_on("br drawn")
        full.drawn("br")
    assert full.table.play.asked.name == "discard"
    assert full.table.play.asked.side == "br"
    assert refused(full, "cec", discards(full, "br", "au", "cec")) == "orders.illegal"
    assert refused(full, "cec", discards(full, "br", "au", "bob"), level=2) == "deck.show"


@attack(
    "P8",
    "three players: discard, or answer at all, for an ally who is out",
    "`pen.wrong`; if you pass for them, `orders.illegal` or `deck.show`",
)
def test_discarding_for_an_ally_who_is_out(full):
    for out in (False, True):
        if out:
            full.play("uma", "ruling", OUT)
        for by, side in (("cec", "au"), ("cec", "br"), ("bob", "au") if out else ("ann", "au")):
            prover = "cec" if by == "ann" else by
            assert refused(full, by, discards(full, side, "au", prover)) == "pen.wrong"
    # The author of the pass for another has no card key of theirs; with it they could do no more.
    assert full.table.active().handle == "ann"
    data = discards(full, "au", "au", "cec")
    assert refused(full, "ann", data, level=2) == "deck.show"
    data.pop("proofs")
    assert refused(full, "ann", data) == "orders.illegal"
