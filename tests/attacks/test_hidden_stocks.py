"""Attacks on hidden stocks at the table (P9), by players with a program of their own."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from msgspec import UNSET

from hostile.base import fixed_chance
from pbem.crypto import canonical
from pbem.kit.stocks import Spend
from pbem.log.finding import BadLog
from pbem.table.events.kinds import GameResult
from pbem.table.table import Table
from toy.cheat import attack
from toy.depot_group import (
    EARN,
    LEVY,
    DepotGroup,
    ended_while_boxed,
    give,
    opened_by_all,
    spend,
    started,
)
from toy.group import END, identity, read


def taken_without_rules(party: DepotGroup, event: Any) -> None:
    for level in (1, 2):
        party.replay(level).take(event)


@attack(
    "P9",
    "claim in a proof that your supply grew, when it did not",
    "`orders.illegal`",
)
def test_a_stock_that_is_said_to_have_grown_is_refused_by_the_rules(tmp_path):
    """Without them a reader has the author's word for it (6.6)."""
    party = started(tmp_path)
    data = party.written("ann", spend(5))
    data["orders"] = [spend(12)]
    data["proofs"] = [msgspec.to_builtins(party.keeper("ann").proof(Spend("red.a", 12), 10))]
    event = party.forge("ann", "orders", data)
    taken_without_rules(party, event)
    party.refused(event, "orders.illegal", blame=["ann"])


@attack(
    "P9",
    "spend another amount or supply than is proven, or without a proof",
    "`stock.proof`",
)
def test_orders_and_proofs_say_the_same(tmp_path):
    party = started(tmp_path)
    good = party.written("ann", spend(3))
    for orders in ([spend(2)], [spend(3, "red.b")], [END], [spend(3), spend(3)], [EARN]):
        event = party.forge("ann", "orders", {**good, "orders": orders})
        taken_without_rules(party, event)
        party.refused(event, "stock.proof", blame=["ann"])
    for stock in ("red.c", ""):
        event = party.forge("ann", "orders", {**good, "orders": [spend(3, stock)]})
        party.refused(event, "stock.proof", blame=["ann"])
    bare = {name: part for name, part in good.items() if name != "proofs"}
    party.refused(party.forge("ann", "orders", bare), "stock.proof", blame=["ann"])
    both_parts = {**good, "proofs": [*good["proofs"], *good["proofs"]]}
    party.refused(party.forge("ann", "orders", both_parts), "stock.proof", blame=["ann"])


@attack(
    "P9",
    "spend from an ally's supply, whose secret you have",
    "`stock.proof`",
)
def test_an_allys_stock_is_his(tmp_path):
    """Bob knows what is in cec's, and can prove it; it is the rules that say whose it is."""
    party = started(tmp_path, trio=True)
    party.orders("ann", END)
    data = party.written("bob", spend(2, "blue.a"))
    data["orders"] = [spend(2, "blue.b")]
    data["proofs"] = [msgspec.to_builtins(party.keeper("bob").proof(Spend("blue.b", 2), 0))]
    event = party.forge("bob", "orders", data)
    taken_without_rules(party, event)
    party.refused(event, "stock.proof", blame=["bob"])


@attack(
    "P9",
    "write a hidden amount beside its proof",
    "`orders.illegal`",
)
def test_an_order_in_a_log_says_no_amount(tmp_path):
    party = started(tmp_path)
    data = {**party.written("ann", give(2)), "orders": [give(2)]}
    party.refused(party.forge("ann", "orders", data), "orders.illegal", blame=["ann"])


@attack(
    "P9",
    "spend what is being handed over while its box waits for an answer",
    "`pen.wrong`",
)
def test_nothing_is_done_while_a_box_is_answered(tmp_path):
    party = started(tmp_path, trio=True)
    party.orders("ann", END)
    party.orders("bob", give(3, "blue.a"))
    spent = party.forge("bob", "orders", party.orders_data("blue", spend(1, "blue.a")))
    for level in (1, 2, 3):
        with pytest.raises(BadLog) as caught:
            party.replay(level).take(spent)
        assert caught.value.finding.code == "pen.wrong"
    party.play("cec", "resign")
    assert party.table.active().kinds == ("lay-open",)
    party.play("bob", "lay_open")
    assert party.game().public == {"blue.a": 5, "blue.b": 7}
    party.finish()
    party.check_all()


@attack(
    "P9",
    "send an ally a box with the amount of another transfer",
    "the ally's program refuses: nothing has moved",
)
def test_a_box_with_another_amount_is_refused_by_its_receiver(tmp_path):
    party = started(tmp_path, trio=True)
    party.orders("ann", END)
    data = party.written("bob", give(3, "blue.a"))
    twin = party.written("bob", give(2, "blue.a"))
    data["proofs"][0]["give"]["boxes"] = twin["proofs"][0]["give"]["boxes"]
    party.take(party.forge("bob", "orders", data))
    party.play("cec", "open_box")
    assert read(party.events[-1]).yes is False
    assert party.amounts("cec") == party.amounts("bob") == {"blue.a": 8, "blue.b": 4}


@attack(
    "P9",
    "send an ally a false box, and have a ruling end the game before they answer",
    "the transfer is dropped: nobody has to open it",
)
def test_a_false_box_that_nobody_answered_is_opened_by_nobody(tmp_path):
    party = ended_while_boxed(tmp_path, giving=True)
    pair = party.table.stocks[1]
    assert (pair.by, len(pair.moves), pair.offered) == (["bob", "cec"], 1, UNSET)
    party.check_all()
    assert opened_by_all(party) == [("bob", 1), ("ann", 1)]
    assert party.table.result == GameResult("blue", "forfeit")
    party.check_all()


@attack(
    "P9",
    "put a friend in the place of a player who knows a supply",
    "`ruling.wrong`",
)
def test_who_knows_a_stock_is_not_replaced(tmp_path):
    party = started(tmp_path, trio=True, umpire="uli")
    new = {"handle": "dan", "sign": identity("dan").sign_public.hex()}
    ruling = {"out": "ann", "as": "replace", "late": None, **new}
    party.refused(party.forge("uli", "ruling", ruling), "ruling.wrong")


@attack(
    "P9",
    "open supplies while the game goes on",
    "`kind.wrong`",
)
def test_no_opening_while_the_game_goes_on(tmp_path):
    party = started(tmp_path)
    stocks = [msgspec.to_builtins(one) for one in party.keeper("ann").lay_open()]
    assert stocks == []
    party.refused(party.forge("ann", "lay-open", {"stocks": []}), "event.kind")
    move = {"of": party.events[3].id, "amount": 5, "scalar": "00" * 32}
    party.refused(party.forge("ann", "lay-open", {"stocks": [move]}), "kind.wrong")


@attack(
    "P9",
    "play on after an opening, against readers without rules",
    "`kind.wrong`",
)
def test_an_opening_that_nobody_left_for_says_that_the_game_is_over(tmp_path):
    """Also where a reader without rules was put away in between."""
    party = started(tmp_path)
    while party.table.result is None:
        party.orders(str(party.table.active().handle), END)
    state = party.table.digest()
    party.play("ann", "lay_open")
    late = party.forge("bob", "orders", {"side": "blue", "orders": [END], "state": state})
    for level in (1, 2):
        for table in (party.replay(level), Table.thaw(party.library, party.replay(level).freeze())):
            with pytest.raises(BadLog) as caught:
                table.take(late)
            assert caught.value.finding.code == "kind.wrong"


@attack(
    "P9",
    "read amounts from orders, positions, questions, legal lists, sizes of events and boxes",
    "identical in worlds that differ only in amounts",
)
def test_reading_amounts_from_what_everybody_gets(tmp_path):
    """Everything but commitments, proofs, boxes, and what is hashed of them."""
    seen, held = set(), set()
    for world, (red, blue, sent) in enumerate(((5, 8, 0), (9, 6, 3), (12, 12, 2), (6, 7, 1))):
        with fixed_chance("hidden stocks"):
            party = started(tmp_path / str(world), red, blue, trio=True)
            party.orders("ann", EARN, spend(4))
            party.orders("ann", give(sent, "red.a"))
            party.orders("ann", END)
            party.orders("bob", give(sent, "blue.a"))
            party.boxes()
            party.orders("bob", spend(3, "blue.a"))
        held.add((*party.amounts("ann").values(), *party.amounts("cec").values()))
        play = party.table.play
        legal = [play.game.write_order(order) for order in play.game.legal(play.position)]
        seen.add(
            (
                canonical.encode(msgspec.to_builtins(play.position)),
                canonical.encode({"legal": legal}),
                tuple((one.kind, one.by, len(one.line)) for one in party.events),
                canonical.encode({"orders": [one.data.get("orders") for one in party.events]}),
                party.table.active().why,
            )
        )
    assert len(held) == 4
    assert len(seen) == 1


@attack(
    "P9",
    "learn from a question or a legal list what an opponent can pay",
    "the same, whatever the opponent has",
)
def test_what_is_legal_for_another_rests_on_no_amount(tmp_path):
    reported = set()
    for blue in (0, 5, 12):
        party = started(tmp_path / str(blue), 5, blue)
        party.orders("ann", LEVY)
        play = party.table.play
        reported.add((play.asked, tuple(map(play.game.text, play.game.legal(play.position)))))
    assert len(reported) == 1
