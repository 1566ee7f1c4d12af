"""Offers and answers: undo, tie, new keys, newer rules (protocol section 4)."""

from __future__ import annotations

from pbem.crypto import signing
from pbem.crypto.box import box_public
from pbem.crypto.signing import public_key
from pbem.table import tabletop
from pbem.table.events.kinds import OfferTie
from pbem.table.roster import key_proof
from toy.group import (
    END,
    PASS,
    Group,
    attack,
    identity,
    move,
    plan,
    rules_id,
    signer,
)

TIE = {"what": "tie"}
NEW = bytes(range(32))


def offer(group, by, data):
    return group.play(by, "offer", group.read_offer(data))


def undo(event):
    return {"what": "undo", "to": event.id}


def wrong(group, by, data, *, blame=True):
    event = group.forge(by, "offer", data)
    return group.refused(event, "offer.wrong", blame=[by] if blame else [])


# --- who offers and who answers --------------------------------------------------------------


def test_each_other_player_with_a_seat_answers_in_order(tmp_path):
    seats = {"red": "bob", "blue": "cat", "green": "ann"}
    group = Group.joined(tmp_path, ("wil", "ann", "bob", "cat"), seats, scenario="trio")
    offer(group, "bob", TIE)
    assert group.table.active().why == "Waiting for ann to answer bob's offer (tie)."
    group.refused(group.forge("cat", "answer", {"yes": True}), "pen.wrong", blame=["cat"])
    group.play("ann", "answer", True)
    assert group.table.active().handle == "cat"
    group.check_all()
    group.play("cat", "answer", True)
    assert (group.table.result.winner, group.table.result.why) == (None, "tie")
    group.check_all()


def test_the_first_no_ends_it(tmp_path):
    group = Group.joined(tmp_path, ("ann", "bob", "cat"), scenario="trio")
    offer(group, "ann", TIE)
    group.play("bob", "answer", False)
    assert group.table.offer is None
    assert group.table.active().handle == "ann"
    assert group.table.result is None


def test_where_nobody_is_left_to_answer_the_offer_takes_effect_at_once(tmp_path):
    group = Group.joined(tmp_path, ("ann", "wil"), {"red": "ann", "blue": "ann"})
    offer(group, "ann", TIE)
    assert group.table.result.why == "tie"
    group.check_all()


def test_only_who_holds_the_active_offers(tmp_path):
    group = Group.joined(tmp_path)
    group.refused(group.forge("bob", "offer", TIE), "pen.wrong", blame=["bob"])


def test_once_between_two_events_that_are_neither_offer_nor_answer(tmp_path):
    group = Group.joined(tmp_path)
    offer(group, "ann", TIE)
    group.play("bob", "answer", False)
    assert group.table.active().kinds == ("orders", "resign")
    wrong(group, "ann", TIE)
    group.orders("ann", move(1))
    offer(group, "ann", TIE)


def test_a_ruling_between_allows_another_offer(tmp_path):
    group = Group.joined(tmp_path, umpire="uma")
    offer(group, "ann", TIE)
    group.play("bob", "answer", False)
    group.take(group.forge("uma", "ruling", {"back": "0" * 64}))
    offer(group, "ann", TIE)
    group.check_all()


def test_no_answer_without_an_offer(tmp_path):
    group = Group.joined(tmp_path)
    group.refused(group.forge("ann", "answer", {"yes": True}), "answer.wrong", blame=["ann"])


def test_nothing_else_while_an_offer_is_open(tmp_path):
    group = Group.joined(tmp_path)
    offer(group, "ann", TIE)
    event = group.forge("ann", "orders", group.orders_data("red", END))
    group.refused(event, "pen.wrong", blame=["ann"])
    group.refused(group.forge("bob", "offer", TIE), "offer.wrong", blame=["bob"])


def test_an_offer_has_one_of_four_forms(tmp_path):
    group = Group.joined(tmp_path)
    for data in (
        {"what": "peace"},
        {"what": "tie", "to": "0" * 64},
        {"what": "undo"},
        {"what": "keys", "vrf": "0" * 64},
        {},
    ):
        group.refused(group.forge("ann", "offer", data), "event.kind")


def test_an_offer_is_in_the_digest_while_it_is_open(tmp_path):
    group = Group.joined(tmp_path)
    before = group.table.digest()
    offer(group, "ann", TIE)
    assert group.table.digest() != before
    group.play("bob", "answer", False)
    assert group.table.digest() == before


# --- undo ------------------------------------------------------------------------------------


def test_undo_goes_back_and_deletes_nothing(tmp_path):
    group = Group.joined(tmp_path)
    before = group.table.digest()
    first = group.orders("ann", move(1), standing={"red": {"advance": True}})
    group.orders("ann", move(1))
    offer(group, "ann", undo(first))
    group.play("bob", "answer", True)
    assert group.table.digest() == before
    assert len(group.events) == 7
    group.orders("ann", move(2), END)
    group.check_all()


def test_another_player_may_offer_to_take_back_what_the_last_one_did(tmp_path):
    group = Group.joined(tmp_path)
    first = group.orders("ann", END)
    offer(group, "bob", undo(first))
    group.play("ann", "answer", True)
    assert group.table.active().handle == "ann"
    group.check_all()


def test_undo_to_the_middle_keeps_what_came_before(tmp_path):
    group = Group.joined(tmp_path)
    group.orders("ann", move(1))
    second = group.orders("ann", move(1))
    offer(group, "ann", undo(second))
    group.play("bob", "answer", True)
    assert group.table.play.position.ground["red"] == 2


def test_undo_never_crosses_a_trigger_or_dice(tmp_path):
    group = Group.joined(tmp_path)
    first = group.orders("ann", move(1))
    trigger = group.orders("ann", attack("blue"), END)
    answer = group.rig_orders("bob", PASS, dice=(1,))
    for event in (first, trigger, answer, group.events[-1]):
        wrong(group, "bob", undo(event))


def test_undo_never_crosses_an_event_of_another_author(tmp_path):
    group = Group.joined(tmp_path)
    first = group.orders("ann", END)
    second = group.orders("bob", move(1))
    wrong(group, "bob", undo(first))
    offer(group, "bob", undo(second))


def test_undo_never_crosses_a_reveal(tmp_path):
    group = Group.joined(tmp_path, scenario="plans")
    group.play("ann", "seal", plan(1))
    group.play("bob", "seal", plan(1))
    group.orders("ann", END)
    last = group.orders("bob", END)
    reveal = group.play("ann", "reveal")
    for event in (last, reveal):
        wrong(group, "bob", undo(event))


def test_undo_of_what_never_was(tmp_path):
    group = Group.joined(tmp_path)
    wrong(group, "ann", {"what": "undo", "to": "0" * 64})
    wrong(group, "ann", undo(group.events[-1]))


def test_undo_reaches_back_64_events(tmp_path, monkeypatch):
    """The toy game is over before 65: what is bounded is tried with another number."""
    assert tabletop.UNDO_EVENTS_MAX == 64
    monkeypatch.setattr(tabletop, "UNDO_EVENTS_MAX", 10)
    group = Group.joined(tmp_path, ("ann", "wil"), {"red": "ann", "blue": "ann"},
                         options={"rounds": 4})  # fmt: skip
    events = []
    for _ in range(11):
        side = group.table.play.asked.side
        there = group.table.play.position.moved == 0
        order = move(1) if there else END
        events.append(group.take(group.forge("ann", "orders", group.orders_data(side, order))))
    wrong(group, "ann", undo(events[0]))
    offer(group, "ann", undo(events[1]))


def test_what_was_taken_back_triggers_no_second_dice(tmp_path):
    """The same orders again are another event, so another stream."""
    group = Group.joined(tmp_path)
    first = group.orders("ann", move(1))
    offer(group, "ann", undo(first))
    group.play("bob", "answer", True)
    group.orders("ann", move(1), attack("blue"))
    trigger = group.orders("bob", PASS)
    assert group.table.dicing.trigger == trigger.id


# --- keys ------------------------------------------------------------------------------------


def new_keys(group, handle, prev=None):
    proven = key_proof(group.table.game_id, handle, prev or group.events[-1].id)
    proof = signing.sign(NEW, proven).hex()
    return {"what": "keys", "sign": public_key(NEW).hex(), "proof": proof}


def test_new_keys_count_from_the_last_yes(tmp_path):
    group = Group.joined(tmp_path)
    data = {**new_keys(group, "ann"), "box": box_public(NEW).hex()}
    offer(group, "ann", data)
    group.play("bob", "answer", True)
    orders = group.orders_data("red", END)
    group.refused(group.forge("ann", "orders", orders), "sig.bad", blame=[])
    group.take(group.forge("ann", "orders", orders, seed=NEW))
    assert group.table.roster.find("ann").box == box_public(NEW).hex()
    group.check_all()


def test_refused_keys_change_nothing_but_are_used_up(tmp_path):
    group = Group.joined(tmp_path)
    offer(group, "ann", new_keys(group, "ann"))
    group.play("bob", "answer", False)
    group.orders("ann", move(1))
    again = new_keys(group, "ann")
    group.refused(group.forge("ann", "offer", again), "key.same", blame=["ann"])


def test_offered_keys_are_new_and_admissible(tmp_path):
    group = Group.joined(tmp_path)
    same = {**new_keys(group, "ann"), "sign": identity("bob").sign_public.hex()}
    group.refused(group.forge("ann", "offer", same), "key.same", blame=["ann"])
    bad = {**new_keys(group, "ann"), "sign": "01" + "00" * 31}
    group.refused(group.forge("ann", "offer", bad), "key.bad", blame=["ann"])
    box = {"what": "keys", "box": "01" + "00" * 31}
    group.refused(group.forge("ann", "offer", box), "key.bad", blame=["ann"])


def test_a_new_signing_key_is_proven_by_itself(tmp_path):
    """Else an offer of somebody's published key, even refused, would burn it for this game."""
    group = Group.joined(tmp_path)
    good = new_keys(group, "ann")
    for other in (
        new_keys(group, "bob"),  # for another handle
        {**good, "proof": new_keys(group, "ann", prev="0" * 64)["proof"]},  # or predecessor
        {**good, "sign": signer("eve").sign},  # or by another key
    ):
        group.refused(group.forge("ann", "offer", other), "key.proof", blame=["ann"])
    for left_out in ("proof", "sign"):
        less = {name: value for name, value in good.items() if name != left_out}
        wrong(group, "ann", less)


def test_an_offer_of_no_keys(tmp_path):
    wrong(Group.joined(tmp_path), "ann", {"what": "keys"})


# --- newer rules -----------------------------------------------------------------------------


def test_newer_rules_take_the_position_over(tmp_path):
    group = Group.joined(tmp_path)
    group.orders("ann", move(1))
    group.play("ann", "offer_rules", rules_id(2))
    group.play("bob", "answer", True)
    assert group.table.rules_now().version == 2
    assert group.table.play.position.wind == 1
    group.orders("ann", attack("blue"))
    group.rig_orders("bob", PASS, dice=(3,))  # a hit from 3 on
    assert group.table.play.position.strength["blue"] == 2
    group.check_all()


def test_refused_rules_change_nothing(tmp_path):
    group = Group.joined(tmp_path)
    before = group.table.digest()
    group.play("ann", "offer_rules", rules_id(2))
    group.play("bob", "answer", False)
    assert group.table.rules_now().version == 1
    assert group.table.digest() == before


def test_the_offer_names_the_digest_as_the_newer_rules_read_it(tmp_path):
    group = Group.joined(tmp_path)
    data = {"what": "rules", "rules": {"name": "toy", "version": 2, "data": rules_id(2).data}}
    event = group.forge("ann", "offer", {**data, "state": group.table.digest()})
    group.refused(event, "state.digest", blame=[])


def test_only_a_newer_version_of_the_same_game(tmp_path):
    group = Group.joined(tmp_path)
    for name, version in (("toy", 1), ("chess", 2)):
        rules = {"name": name, "version": version, "data": rules_id(1).data}
        wrong(group, "ann", {"what": "rules", "rules": rules, "state": "0" * 64})
    rules = {"name": "toy", "version": 3, "data": rules_id(1).data}
    event = group.forge("ann", "offer", {"what": "rules", "rules": rules, "state": "0" * 64})
    group.refused(event, "rules.unknown", blame=[])


def test_no_undo_across_newer_rules(tmp_path):
    group = Group.joined(tmp_path)
    first = group.orders("ann", move(1))
    group.play("ann", "offer_rules", rules_id(2))
    group.play("bob", "answer", True)
    group.orders("ann", move(1))
    wrong(group, "ann", undo(first))


def test_a_tie_leaves_nothing_to_write(tmp_path):
    group = Group.joined(tmp_path)
    group.play("ann", "offer", OfferTie())
    group.play("bob", "answer", True)
    event = group.forge("ann", "orders", group.orders_data("red", END))
    group.refused(event, "end.over", blame=["ann"])
