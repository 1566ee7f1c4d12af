"""Hidden stocks at the table (docs/protocol-cards.md, 6.6)."""

from __future__ import annotations

from typing import Any

import pytest

from pbem.audit.trust import needs, needs_words
from pbem.errors import IllegalOrder
from pbem.kit.stocks import HiddenPair
from pbem.log.finding import BadLog
from pbem.table.events import kinds
from pbem.table.library import Library, data_digest
from toy.depot_group import EARN, LEVY, ROLL, RULES, DepotGroup, give, pay, spend, split, started
from toy.depots import DepotRules, DepotToy
from toy.group import END, read


def both(party: DepotGroup) -> None:
    """Every level takes the log, and a table that was frozen anywhere goes on."""
    party.check_all()


def test_a_game_with_hidden_stocks_from_split_to_opening(tmp_path):
    party = started(tmp_path, 5, 8)
    assert party.amounts("ann") == {"red.a": 5, "red.b": 7}
    assert party.amounts("bob") == {"blue.a": 8, "blue.b": 4}
    party.orders("ann", EARN, spend(3), spend(4))
    assert party.amounts("ann") == {"red.a": 0, "red.b": 7}
    party.orders("ann", give(2, "red.b"))
    assert party.amounts("ann") == {"red.a": 2, "red.b": 5}
    party.orders("ann", LEVY)
    party.orders("bob", pay(3))
    assert party.amounts("bob") == {"blue.a": 5, "blue.b": 4}
    assert party.game().points == {"red": 10, "blue": 0}
    party.finish()
    assert party.table.result is not None
    assert party.table.result.winner == "red"
    both(party)


def test_no_event_says_what_is_hidden(tmp_path):
    """Two games that differ in hidden amounts alone have the same orders and positions but for
    commitments."""
    said = []
    for n in (0, 3):
        party = started(tmp_path / str(n), 5 + n, 8)
        party.orders("ann", give(n))
        said.append([event.data.get("orders") for event in party.events])
        assert all("n" not in order for order in said[-1][-1])
        assert len({len(event.line) for event in party.events[-1:]}) == 1
    assert said[0] == said[1]


def test_what_is_not_there_is_not_written(tmp_path):
    party = started(tmp_path, 5, 8)
    for orders in ([spend(6)], [spend(3), spend(3)], [give(4)], [spend(1, "blue.a")]):
        with pytest.raises(IllegalOrder):
            party.orders("ann", *orders)
    with pytest.raises(IllegalOrder):
        party.orders("ann", give(1), END)
    party.orders("ann", LEVY)
    with pytest.raises(IllegalOrder, match="must hand over 3"):
        party.orders("bob", pay(2))


def test_allies_learn_an_amount_by_a_box(tmp_path):
    party = DepotGroup(tmp_path, trio=True)
    party.join_all()
    party.orders("ann", split(5))
    assert "boxes" not in party.events[-1].data["proofs"][0]["split"]
    party.orders("bob", split(8))
    assert list(read(party.events[-1]).proofs[0].split.boxes) == ["cec"]
    assert (party.table.active().handle, party.table.active().kinds) == (
        "cec",
        ("answer", "resign"),
    )
    assert party.table.stocks[1].point == ""
    party.play("cec", "open_box")
    assert party.table.stocks[1].by == ["bob", "cec"]
    assert party.amounts("cec") == party.amounts("bob") == {"blue.a": 8, "blue.b": 4}
    party.orders("ann", END)
    party.orders("bob", give(3, "blue.a"))
    party.play("cec", "open_box")
    assert party.amounts("cec") == party.amounts("bob") == {"blue.a": 5, "blue.b": 7}
    party.orders("bob", END)
    party.orders("cec", spend(7, "blue.b"))
    party.finish()
    both(party)


def test_a_hand_over_whose_box_does_not_open_has_not_happened(tmp_path):
    party = started(tmp_path, trio=True)
    party.orders("ann", END)
    party.orders("bob", give(3, "blue.a"))
    party.take(party.forge("cec", "answer", {"yes": False}))
    assert party.amounts("bob") == {"blue.a": 8, "blue.b": 4}
    assert party.asked() == ("blue", "turn")
    party.finish()
    both(party)


def test_a_split_whose_box_does_not_open_is_public(tmp_path):
    party = DepotGroup(tmp_path, trio=True)
    party.join_all()
    party.orders("ann", split(5))
    party.orders("bob", split(8))
    party.take(party.forge("cec", "answer", {"yes": False}))
    assert party.game().public == {"blue.a": 6, "blue.b": 6}
    assert party.table.stocks[1].open is True
    party.orders("ann", END)
    party.orders("bob", spend(6, "blue.a"))
    assert party.game().public["blue.a"] == 0
    party.finish()
    both(party)


def test_who_stays_opens_when_an_ally_leaves(tmp_path):
    party = started(tmp_path, trio=True)
    party.orders("ann", END)
    party.orders("bob", spend(2, "blue.a"))
    party.play("bob", "resign")
    assert (party.table.active().handle, party.table.active().kinds) == ("cec", ("lay-open",))
    party.play("cec", "lay_open")
    assert party.game().public == {"blue.a": 6, "blue.b": 4}
    assert party.asked() == ("green", "turn")
    party.orders("cec", spend(4, "blue.b"))
    party.finish()
    both(party)


def test_who_leaves_while_he_is_levied_pays_by_the_rules(tmp_path):
    party = started(tmp_path, trio=True)
    party.orders("ann", LEVY)
    party.play("bob", "resign")
    party.play("cec", "lay_open")
    party.finish()
    both(party)


def test_dice_that_are_owed_stay_owed_while_who_stays_opens(tmp_path):
    party = started(tmp_path, trio=True, umpire="uli")
    party.orders("ann", ROLL)
    assert party.table.active().handle == "bob"
    owed = party.table.dicing
    assert owed is not None
    ruling = {"out": "bob", "as": "forfeit", "late": None}
    party.take(party.forge("uli", "ruling", ruling))
    assert (party.table.active().handle, party.table.active().kinds) == ("cec", ("lay-open",))
    early = party.forge("uli", "dice", party.dice_data())
    for level in (1, 2, 3):
        with pytest.raises(BadLog) as caught:
            party.replay(level).take(early)
        assert caught.value.finding.code == "pen.wrong"
    party.play("cec", "lay_open")
    assert party.table.dicing is not None
    assert party.table.dicing.trigger == owed.trigger
    party.roll()
    assert party.asked() == ("red", "turn")
    party.finish()
    both(party)


@pytest.mark.parametrize(("face", "points"), [(1, 2), (6, 0)])
def test_a_stock_that_changed_after_dice_skips_what_was_proven(tmp_path, face, points):
    """Red proves two of five before the die; on a six the depot has six, and it is skipped."""
    party = started(tmp_path)
    data = party.written("ann", ROLL, spend(2))
    party.rig("ann", "orders", data, face)
    assert party.table.dicing is not None
    party.roll()
    assert party.game().points["red"] == points
    both(party)


def test_a_proof_has_exactly_one_member(tmp_path):
    party = started(tmp_path)
    data = party.written("ann", spend(2))
    for proof in ({}, {**data["proofs"][0], "show": None}, {**data["proofs"][0], "more": 1}):
        event = party.forge("ann", "orders", {**data, "proofs": [proof]})
        party.refused(event, "event.kind")


def test_no_undo_goes_back_over_a_stock(tmp_path):
    party = started(tmp_path)
    event = party.orders("ann", spend(2))
    offer = party.forge("ann", "offer", {"what": "undo", "to": event.id})
    party.refused(offer, "offer.wrong", blame=["ann"])


def test_a_result_waits_for_what_is_hidden(tmp_path):
    party = started(tmp_path, trio=True)
    assert needs_words(needs(party.table)) == ""
    while party.table.result is None:
        party.orders(str(party.table.active().handle), END)
    reported = needs_words(needs(party.table))
    assert reported == "all hidden supplies are opened (by ann and bob)"
    party.play("ann", "lay_open")
    party.play("bob", "lay_open")
    assert needs(party.table) == ()


class Newer(DepotRules):
    """A second version, whose pairs may be others."""

    version = 2

    def __init__(self, bits: int, names: tuple[str, str]) -> None:
        self.first = HiddenPair(names, ("red", "red"), bits)

    def migrate(self, version: int, position: dict[str, Any]) -> dict[str, Any]:
        return position

    def game(self, scenario: str, options: Any, data: Any) -> DepotToy:
        game = DepotToy(scenario)
        game.pairs = (self.first, *game.pairs[1:])
        return game


@pytest.mark.parametrize(
    ("bits", "names", "good"),
    [(8, ("red.a", "red.b"), True), (9, ("red.a", "red.b"), False), (8, ("red.b", "red.a"), False)],
)
def test_newer_rules_have_the_same_stocks(tmp_path, bits, names, good):
    party = started(tmp_path)
    newer = Newer(bits, names)
    party.table.library = Library(lambda _, version: (RULES, newer)[version - 1])
    offered = kinds.RulesId("depots", 2, data_digest(newer.data()))
    if good:
        party.play("ann", "offer_rules", offered)
        assert party.table.active().handle == "bob"
        return
    with pytest.raises(BadLog) as caught:
        party.play("ann", "offer_rules", offered)
    assert caught.value.finding.code == "offer.wrong"
