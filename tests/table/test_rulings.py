"""The umpire's rulings (protocol section 8)."""

from __future__ import annotations

import pytest

from pbem.crypto import vrf
from pbem.errors import KeyFileError, NotYourPen
from pbem.log.finding import BadLog
from pbem.table.events.kinds import PutOut, read_data
from toy.group import (
    ADVANCE,
    END,
    PASS,
    Group,
    attack,
    identity,
    move,
    opening,
    plan,
    signer,
)


def out(who, how="forfeit", **more):
    return {"out": who, "as": how, "late": None, **more}


def replaced(old, new, **more):
    return out(old, "replace", handle=new, sign=signer(new).sign, **more)


def agreed(group, old, new):
    return replaced(old, new, consent=group.consent(old, new))


def rule(group, data):
    return group.play("uma", "ruling", read_data("ruling", data))


def wrong(group, data, by="uma"):
    return group.refused(group.forge(by, "ruling", data), "ruling.wrong", blame=[by])


def duel(tmp_path, **kwargs):
    return Group.joined(tmp_path, umpire="uma", **kwargs)


def trio(tmp_path, **kwargs):
    return Group.joined(tmp_path, ("ann", "bob", "cat"), scenario="trio", umpire="uma", **kwargs)


# --- forfeit ---------------------------------------------------------------------------------


def test_with_two_sides_a_forfeit_ends_the_game(tmp_path):
    group = duel(tmp_path)
    rule(group, out("ann"))
    assert (group.table.result.winner, group.table.result.why) == ("blue", "forfeit")
    group.check_all()


def test_a_keeper_who_does_not_answer_forfeits(tmp_path):
    group = duel(tmp_path)
    group.orders("ann", attack("blue"))
    group.orders("bob", PASS)
    rule(group, out("ann"))
    assert group.table.result.winner == "blue"
    assert group.table.dicing is None
    group.check_all()


def test_only_who_holds_the_active_is_put_out(tmp_path):
    group = duel(tmp_path)
    wrong(group, out("bob"))
    wrong(group, out("uma"))
    wrong(group, out("eve"))
    wrong(group, replaced("bob", "dan"))


def test_only_the_umpire_rules(tmp_path):
    group = duel(tmp_path)
    wrong(group, out("ann"), by="bob")
    with pytest.raises(NotYourPen):
        group.writer("bob").ruling(PutOut(out="ann", as_="forfeit", late=None))
    without = Group.joined(tmp_path / "without")
    wrong(without, out("ann"), by="bob")


TIE = {"winner": None, "why": "tie"}


@pytest.mark.parametrize(
    ("data", "code"),
    [
        ({}, "event.kind"),
        ({"out": "ann"}, "event.kind"),
        ({"as": "forfeit", "late": None}, "event.kind"),
        ({"out": "ann", "as": "forfeit"}, "event.kind"),
        ({"out": "ann", "as": "replace", "late": None}, "ruling.wrong"),
        ({"out": "ann", "as": "replace", "handle": "dan", "late": None}, "ruling.wrong"),
        ({"out": "ann", "as": "replace", "handle": "dan", "sign": "0" * 64}, "event.kind"),
        (out("ann", handle="dan", sign="0" * 64), "ruling.wrong"),
        (out("ann", back="0" * 64), "event.kind"),
        ({"result": TIE, "late": None}, "event.kind"),
        ({"result": TIE, "back": "0" * 64}, "event.kind"),
        ({"branch": "0" * 64}, "event.kind"),
        ({"fork": [], "then": "forfeit"}, "event.kind"),
        ({"fork": [{}, {}, {}], "then": "forfeit"}, "event.kind"),
        ({"fork": [{}], "then": "forfeit"}, "ruling.wrong"),
    ],
)
def test_a_ruling_has_one_of_four_forms(tmp_path, data, code):
    group = duel(tmp_path)
    for level in (1, 2, 3):
        with pytest.raises(BadLog) as refused:
            group.replay(level).take(group.forge("uma", "ruling", data))
        assert refused.value.finding.code == code


def test_a_ruling_is_never_a_trigger_so_the_next_player_passes_for_the_seat(tmp_path):
    group = trio(tmp_path)
    rule(group, out("ann"))
    assert group.table.active().why == "Waiting for bob to pass for red."
    group.refused(group.forge("bob", "orders", group.orders_data("red", END)), "orders.illegal")
    standing = group.orders_data("red", PASS, standing={"blue": {"fire": True}})
    group.refused(group.forge("bob", "orders", standing), "orders.illegal")
    group.orders("bob", PASS)
    assert group.table.active().why == "Waiting for bob (blue): What do you do next?"
    group.check_all()


def test_who_passes_for_a_seat_is_the_author_of_the_trigger(tmp_path):
    """Dice that follow depend on an event written after the ruling, so nobody knows them."""
    group = trio(tmp_path)
    group.orders("ann", attack("blue"), END)
    rule(group, out("bob"))
    assert group.table.active().handle == "ann"
    event = group.orders("ann", PASS)
    assert group.table.dicing.trigger == event.id
    assert [keeper.handle for keeper in group.table.dicing.keepers] == ["cat"]
    group.roll()
    group.check_all()


def test_who_passes_for_a_seat_offers_once_too(tmp_path):
    group = trio(tmp_path)
    rule(group, out("ann"))
    group.play("bob", "offer", group.read_offer({"what": "tie"}))
    group.play("cat", "answer", False)
    assert group.table.active().kinds == ("orders", "resign")


# --- stand-in dice ---------------------------------------------------------------------------


@pytest.mark.parametrize("how", ["forfeit", "replace"])
@pytest.mark.parametrize("policy", ["opponents", "umpire"])
def test_the_umpire_keeps_in_the_place_of_who_owes_dice(tmp_path, how, policy):
    group = trio(tmp_path, dice=policy)
    group.orders("ann", attack("blue"))
    trigger = group.orders("bob", PASS)
    if policy == "umpire":
        group.play("uma", "dice")
    rule(group, out("ann") if how == "forfeit" else agreed(group, "ann", "dan"))
    assert group.table.active().why == (
        f"Waiting for uma's computer to roll in place of ann (event {trigger.seq})."
    )
    standin = group.play("uma", "dice")
    alpha = f"pbem/standin/v1\n{group.table.game_id}\n{trigger.id}\nann".encode()
    key = bytes.fromhex(group.table.roster.umpire.vrf)
    assert vrf.verify(key, alpha, bytes.fromhex(standin.data["proof"]))
    assert group.table.active().handle == "cat"
    group.play("cat", "dice")
    if how == "replace":
        assert group.table.active().kinds == ("join",)
        group.play("dan", "join")
    group.check_all()


def test_the_stand_in_dice_are_another_proof_than_the_umpires_own(tmp_path):
    group = trio(tmp_path)
    group.orders("ann", attack("blue"))
    group.orders("bob", PASS)
    rule(group, out("ann"))
    owed = group.table.dicing
    alpha = f"pbem/dice/v1\n{group.table.game_id}\n{owed.trigger}".encode()
    proof = vrf.prove(identity("uma").vrf_secret(group.table.game_id), alpha)
    group.refused(group.forge("uma", "dice", {"proof": proof.hex()}), "dice.proof", blame=["uma"])


def test_a_ruling_before_the_first_dice_verifies_without_the_rules(tmp_path):
    group = trio(tmp_path)
    group.orders("ann", attack("blue"))
    group.orders("bob", PASS)
    rule(group, out("ann"))
    group.roll()
    for level in (1, 2):
        group.replay(level)


# --- replacing -------------------------------------------------------------------------------


def test_a_replacement_joins_with_keys_of_his_own_and_holds_the_seats(tmp_path):
    group = duel(tmp_path)
    rule(group, replaced("ann", "dan"))
    assert group.table.seats == {"red": "dan", "blue": "bob"}
    assert group.table.active().why == "Waiting for dan to join the game."
    group.play("dan", "join")
    group.orders("dan", END)
    assert [(p.handle, p.out) for p in group.table.roster.players] == [
        ("ann", "replaced"), ("dan", None), ("bob", None),
    ]  # fmt: skip
    group.refused(group.forge("ann", "orders", group.orders_data("red", END)), "pen.wrong")
    group.check_all()


def test_a_replacement_keeps_and_answers_from_there(tmp_path):
    group = duel(tmp_path)
    group.orders("ann", attack("blue"))
    rule(group, replaced("bob", "dan"))
    group.play("dan", "join")
    group.orders("dan", PASS)
    assert [keeper.handle for keeper in group.table.dicing.keepers] == ["ann"]
    group.roll()
    group.check_all()


def test_a_replacement_who_does_not_join_is_replaced_too(tmp_path):
    group = duel(tmp_path)
    rule(group, replaced("ann", "dan"))
    rule(group, replaced("dan", "eve"))
    group.play("eve", "join")
    group.orders("eve", END)
    group.check_all()


def test_a_player_who_never_joins_is_replaced_before_the_start(tmp_path):
    group = Group(tmp_path, opening(umpire="uma"))
    group.play("uma", "join")
    group.play("ann", "join", {"red": {"advance": True}})
    rule(group, replaced("bob", "dan"))
    group.play("dan", "join")
    group.orders("ann", END)
    assert group.table.active().handle == "dan"
    group.check_all()


def test_a_player_who_never_joins_forfeits(tmp_path):
    group = Group(tmp_path, opening(("ann", "bob", "cat"), scenario="trio", umpire="uma"))
    group.play("uma", "join")
    rule(group, out("ann"))
    group.play("bob", "join")
    group.play("cat", "join")
    assert group.table.active().handle == "bob"  # red's turn was passed for
    group.check_all()


def test_standing_answers_of_who_is_replaced_still_count_for_the_dice_that_are_owed(tmp_path):
    """Otherwise a keeper who dislikes the roll could leave and have the seat asked again."""
    group = trio(tmp_path)
    group.orders("ann", move(1), attack("blue"), END, standing={"red": {"advance": True}})
    group.rig("bob", "orders", group.orders_data("blue", PASS), 6)
    rule(group, agreed(group, "ann", "dan"))
    assert group.table.play.standing == {"dan": {"red": {"advance": True}}}
    group.roll()
    group.play("dan", "join", {})
    assert group.table.play.standing == {}
    group.check_all()


def test_the_handle_and_keys_of_a_replacement_are_new(tmp_path):
    group = duel(tmp_path)
    wrong(group, out("ann", "replace", handle="bob", sign=signer("dan").sign))
    wrong(group, out("ann", "replace", handle="uma", sign=signer("dan").sign))
    same = out("ann", "replace", handle="dan", sign=signer("bob").sign)
    group.refused(group.forge("uma", "ruling", same), "key.same", blame=["uma"])


def test_who_has_sealed_cannot_be_replaced_because_nobody_else_could_open_it(tmp_path):
    group = duel(tmp_path, scenario="plans")
    group.play("ann", "seal", plan(1))
    group.play("bob", "seal", plan(1))
    wrong(group, replaced("ann", "dan"))
    rule(group, out("ann"))


# --- witnesses -------------------------------------------------------------------------------


def test_a_witness_who_does_not_answer_leaves_and_the_game_goes_on(tmp_path):
    group = Group.joined(
        tmp_path, ("ann", "wil", "xan"), {"red": "ann", "blue": "ann"}, umpire="uma"
    )
    group.orders("ann", attack("blue"))
    group.orders("ann", PASS)
    rule(group, out("wil"))
    group.play("uma", "dice")
    assert group.table.result is None
    group.check_all()


def test_the_only_witness_of_a_player_alone_is_replaced_without_anybodys_consent(tmp_path):
    group = Group.joined(tmp_path, ("ann", "wil"), {"red": "ann", "blue": "ann"}, umpire="uma")
    group.orders("ann", attack("blue"))
    group.orders("ann", PASS)
    wrong(group, replaced("wil", "wim", consent=group.consent("wil", "wim", "ann")))
    rule(group, replaced("wil", "wim"))
    group.play("uma", "dice")
    group.play("wim", "join")
    group.check_all()


# --- result and branch -----------------------------------------------------------------------


def test_the_closing_ruling_confirms_the_result_the_log_has(tmp_path):
    group = duel(tmp_path, dice="umpire")
    wrong(group, {"result": {"winner": "blue", "why": "resigned"}})
    group.play("ann", "resign")
    wrong(group, {"result": {"winner": "red", "why": "resigned"}})
    event = group.forge("uma", "ruling", {"result": {"winner": "blue", "why": "luck"}})
    group.refused(event, "event.kind")
    rule(group, {"result": {"winner": "blue", "why": "resigned"}})
    assert group.table.closed
    wrong(group, {"back": "0" * 64})
    group.refused(group.forge("bob", "resign", {}), "end.over", blame=["bob"])
    group.check_all()


def test_a_ruling_taken_back_does_nothing_where_it_is_said(tmp_path):
    group = duel(tmp_path)
    before = group.table.digest()
    rule(group, {"back": "0" * 64})
    assert group.table.digest() == before
    assert group.table.active().handle == "ann"
    group.check_all()


def test_after_the_end_nobody_is_put_out_but_who_owes_an_opening(tmp_path):
    group = duel(tmp_path)
    group.play("ann", "resign")
    wrong(group, out("bob"))
    wrong(group, out("ann"))


def test_who_does_not_open_his_plan_after_the_end_loses_what_he_won(tmp_path):
    group = duel(tmp_path, scenario="plans")
    group.play("ann", "seal", plan(1))
    group.play("bob", "seal", plan(1))
    group.play("ann", "resign")
    assert group.table.result.winner == "blue"
    assert group.table.active().handle == "bob"
    wrong(group, replaced("bob", "dan"))
    rule(group, out("bob"))
    assert (group.table.result.winner, group.table.result.why) == (None, "forfeit")
    group.check_all()


def test_after_the_end_who_owes_nothing_is_not_put_out_even_where_no_rules_are_asked(tmp_path):
    group = duel(tmp_path)
    group.play("ann", "resign")
    event = group.forge("uma", "ruling", out("bob"))
    for level in (1, 2, 3):
        table = group.replay(level)
        with pytest.raises(BadLog) as refused:
            table.take(event)
        assert refused.value.finding.code == "ruling.wrong"


def test_with_several_others_left_a_result_stands_unless_it_was_his(tmp_path):
    group = Group.joined(tmp_path, ("ann", "bob", "cat"), scenario="trio", umpire="uma")
    table = group.table
    table.end("blue", "tie")
    table.copy().forfeit("ann")
    one, other = table.copy(), table.copy()
    one.forfeit("ann")
    other.forfeit("bob")
    assert one.result.winner == "blue"
    assert (other.result.winner, other.result.why) == (None, "forfeit")


# --- a ruling and an event on the same predecessor -------------------------------------------


def test_who_crossed_a_ruling_that_put_him_not_out_signs_no_second_event(tmp_path):
    """Ann's orders cross the umpire's ruling in the mail; they count, and uma rules again."""
    group = duel(tmp_path)
    late = group.writer("ann").orders([END])
    ruling = rule(group, {"back": "0" * 64})
    group.refused(late, "chain.seq")
    with pytest.raises(KeyFileError, match="does not have event 4 that you signed"):
        group.orders("ann", move(1))
    group.events.remove(ruling)
    group.table = group.replay()
    group.take(late)
    group.check_all()


def test_dice_that_cross_a_ruling_count_no_more(tmp_path):
    group = trio(tmp_path)
    group.orders("ann", attack("blue"), ADVANCE)
    group.orders("bob", PASS)
    late = group.writer("ann").dice()
    rule(group, out("ann"))
    group.refused(late, "chain.seq")
    group.roll()
    group.check_all()


# --- why somebody is late --------------------------------------------------------------------

LATE = {
    "owed": "orders", "event": "0" * 64, "day": "2026-03-12", "on": "2026-04-20",
    "used": 34, "absent": 5, "allowed": 11, "granted": 4, "bank": 8, "grace": 2,
    "turn": {"allowed": 24, "used": 37, "granted": 4, "absent": 5},
}  # fmt: skip
"""The example of the page (docs/protocol.md section 8), with another event."""


@pytest.mark.parametrize(
    "late",
    [
        LATE,
        LATE | {"turn": None},
        # No date makes a ruling valid or not: what is said may be false, and no such event exist.
        LATE | {"owed": "dice", "day": "9999-12-31", "on": "0000-02-31", "used": 0},
    ],
)
def test_what_a_ruling_says_of_days_is_checked_in_its_form_alone(tmp_path, late):
    group = duel(tmp_path)
    group.play("uma", "ruling", read_data("ruling", out("ann") | {"late": late}))
    assert group.events[-1].data["late"] == late
    group.check_all()


@pytest.mark.parametrize(
    "late",
    [
        {},
        "late",
        LATE | {"more": 1},
        {key: value for key, value in LATE.items() if key != "turn"},
        LATE | {"owed": "patience"},
        LATE | {"event": "0" * 63},
        LATE | {"day": "2026-13-01"},
        LATE | {"day": "2026-03-00"},
        LATE | {"day": "2026-3-1"},
        LATE | {"on": "2026-04-20\n"},
        LATE | {"on": "2026-04-32"},
        LATE | {"used": -1},
        LATE | {"used": 10_000_000},
        LATE | {"used": True},
        LATE | {"used": "34"},
        LATE | {"turn": {}},
        LATE | {"turn": LATE["turn"] | {"bank": 0}},
    ],
)
def test_what_is_not_in_that_form_is_refused(tmp_path, late):
    group = duel(tmp_path)
    group.refused(group.forge("uma", "ruling", out("ann") | {"late": late}), "event.kind")


@pytest.mark.parametrize("level", [1, 2, 3])
def test_no_game_is_closed_that_every_level_knows_to_go_on(tmp_path, level):
    closing = {"result": {"winner": None, "why": "tie"}}
    unstarted = Group(tmp_path / "joining", opening(umpire="uma"))
    unstarted.play("uma", "join")
    offered = duel(tmp_path / "offered")
    offered.play("ann", "offer", offered.read_offer({"what": "tie"}))
    rolling = trio(tmp_path / "rolling")
    rolling.orders("ann", attack("blue"))
    rolling.orders("bob", PASS)
    rolling.play("ann", "dice")
    for group in (unstarted, offered, rolling):
        with pytest.raises(BadLog) as caught:
            group.replay(level).take(group.forge("uma", "ruling", closing))
        assert caught.value.finding.code == "ruling.wrong"


@pytest.mark.parametrize("level", [1, 2])
def test_no_dice_come_after_the_closing_ruling_even_where_no_rules_are_asked(tmp_path, level):
    group = duel(tmp_path)
    group.orders("ann", END)
    table = group.replay(level)
    closing = group.forge("uma", "ruling", {"result": {"winner": None, "why": "tie"}})
    table.take(closing)
    dice = {"proof": "0" * 160, "rolls": [], "then": "0" * 64}
    late = group.forge("bob", "dice", dice, seq=closing.seq + 1, prev=closing.id)
    with pytest.raises(BadLog) as caught:
        table.take(late)
    assert caught.value.finding.code == "dice.keeper"
