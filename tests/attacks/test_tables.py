"""Attacks on cards at an open table: what a player says of a card that nobody else has seen."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from pbem.log.finding import BadLog
from pbem.table.events import kinds
from toy.cheat import attack
from toy.tables import TableGroup, started

END = {"do": "end", "phase": "turn"}


def refused(party: TableGroup, by: str, kind: str, data: Any) -> str:
    """Return the code with which an event that somebody signs is refused."""
    with pytest.raises(BadLog) as caught:
        party.branch().take(party.forge(by, kind, data))
    return caught.value.finding.code


def grown(folder: Path, *, double: bool) -> TableGroup:
    """A game in which ann holds three cards as her deck grows, and has drawn one more."""
    for count in range(40):
        party = started(folder / f"{double}{count}", umpire="uma")
        party.says("ann", "draw 3")
        held = set(party.titles("ann"))
        party.says("ann", "add limited to cp")
        party.says("ann", "draw 1")
        if (party.titles("ann")[-1] in held) == double:
            return party
    raise AssertionError("none of forty decks has such a card there")


def dead(*places: int) -> dict[str, Any]:
    return {"do": "dead", "deck": "cp#2", "places": list(places)}


@attack("P8", "call a card dead that is no double, to draw again", "you lose when cards are opened")
def test_a_false_dead_loses(tmp_path):
    party = grown(tmp_path, double=False)
    party.orders("ann", dead(0))
    party.deal()
    party.finish()
    assert party.table.result == kinds.GameResult("ap", "forfeit")


@attack("P8", "keep a double without a word, and play the card twice", "the same")
def test_a_double_that_is_kept_loses(tmp_path):
    fair = grown(tmp_path / "fair", double=True)
    while len(set(fair.titles("ann"))) < 4:  # the next card can be a double, too
        fair.says("ann", "dead cp")
    fair.finish()
    assert fair.table.result == kinds.GameResult(None, "victory")

    party = grown(tmp_path, double=True)
    party.orders("ann", END)
    party.says("bob", "end")
    party.finish()
    assert party.table.result == kinds.GameResult("ap", "forfeit")


@attack("P8", "call dead what was drawn long ago, or more than was held", "`orders.illegal`")
def test_a_late_dead(tmp_path):
    party = grown(tmp_path, double=False)
    party.orders("ann", END)
    party.says("bob", "end")
    data = party.orders_data("cp", dead(0))
    assert refused(party, "ann", "orders", data) == "orders.illegal"


@attack("P8", "draw twice for one order, or before the draw", "`kind.wrong`, `pen.wrong`")
def test_drawing_twice(tmp_path):
    party = started(tmp_path)
    early = party.branch()
    early.play("ann", "orders", early.read("ann", "draw 1"))
    data = early.dealer("bob").unmask()
    assert refused(party, "bob", "unmask", data) == "pen.wrong"
    party.says("ann", "draw 1")
    assert refused(party, "bob", "unmask", data) == "pen.wrong"
    assert len(party.hand("ann")) == 1


@attack("P8", "play a card that you do not hold, or hold at another place", "`deck.show`")
def test_playing_what_is_not_held(tmp_path):
    party = started(tmp_path)
    party.says("ann", "draw 2")
    first, second = party.hand("ann")
    order = {"do": "play", "deck": "cp#1", "place": first.place, "card": second.card}
    data = party.orders_data("cp", order)
    assert refused(party, "ann", "orders", data) == "deck.show"
    honest = {**order, "card": first.card}
    proofs = party.dealer("ann").proofs([honest])
    data = {**data, "proofs": msgspec.to_builtins(proofs)}
    assert refused(party, "ann", "orders", data) in ("deck.show", "orders.illegal")


@attack("P8", "learn a hand from the places that its owner calls dead", "the same for every card")
def test_a_dead_place_does_not_say_which_card(tmp_path):
    """Two games that differ in which card was the double have the same position."""
    seen: dict[str, set[str]] = {}
    for count in range(8):
        party = grown(tmp_path / str(count), double=True)
        double = party.titles("ann")[-1]
        party.says("ann", "dead cp")
        assert party.table.play is not None
        seen.setdefault(repr(party.table.play.position), set()).add(double)
        assert len(seen) == 1
        if len(next(iter(seen.values()))) > 1:
            return
    raise AssertionError("eight decks had the same double")
