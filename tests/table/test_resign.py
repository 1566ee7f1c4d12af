"""Resigning with two sides and with three (protocol section 4)."""

from __future__ import annotations

import pytest

from pbem.play.outcomes import Ended
from toy.group import (
    ADVANCE,
    END,
    PASS,
    STOP,
    Group,
    attack,
    move,
    opening,
    plan,
    retreat,
    signer,
    skipped,
)


def trio(tmp_path, **kwargs):
    return Group.joined(tmp_path, ("ann", "bob", "cat"), scenario="trio", **kwargs)


def test_with_two_sides_the_other_wins(tmp_path):
    group = Group.joined(tmp_path)
    group.play("ann", "resign")
    assert (group.table.result.winner, group.table.result.why) == ("blue", "resigned")
    assert group.table.active().why == "The game is over."
    assert group.table.reported() == [Ended(paragraph="8", winner="blue", why="resigned")]
    group.check_all()


def test_a_player_alone_who_resigns_leaves_no_winner(tmp_path):
    seats = {"red": "ann", "blue": "ann"}
    group = Group.joined(tmp_path, ("ann", "wil"), seats)
    group.play("ann", "resign")
    assert (group.table.result.winner, group.table.result.why) == (None, "resigned")
    group.check_all()


def test_only_who_holds_the_active_resigns(tmp_path):
    group = Group.joined(tmp_path)
    group.refused(group.forge("bob", "resign", {}), "pen.wrong", blame=["bob"])


def test_nobody_resigns_who_owes_dice(tmp_path):
    group = Group.joined(tmp_path)
    group.orders("ann", attack("blue"))
    group.orders("bob", PASS)
    group.refused(group.forge("ann", "resign", {}), "resign.wrong", blame=["ann"])


def test_with_three_sides_the_seat_passes_from_there(tmp_path):
    group = trio(tmp_path)
    group.play("ann", "resign")
    assert group.table.result is None
    assert group.table.active().handle == "bob"
    assert group.table.play.position.turn == 1
    group.orders("bob", END)
    group.orders("cat", END)
    assert group.table.active().handle == "bob"
    assert group.table.play.position.round == 2
    group.check_all()


def test_what_was_left_of_the_list_of_who_resigns_is_not_carried_out(tmp_path):
    group = trio(tmp_path)
    group.orders("ann", move(1), STOP, move(1), attack("blue"))
    group.play("ann", "resign")
    assert group.table.active().handle == "bob"
    assert group.table.play.position.ground["red"] == 2
    assert group.table.play.lists == []
    group.check_all()


def test_a_resignation_does_not_set_another_players_stopped_list_going(tmp_path):
    group = trio(tmp_path)
    group.orders("ann", move(1), STOP, move(1), END)
    group.play("ann", "offer", group.read_offer({"what": "tie"}))
    group.play("bob", "resign")
    assert group.table.offer is None
    assert group.table.active().handle == "ann"
    assert group.table.play.position.ground["red"] == 2
    assert group.table.play.lists[0].orders == [move(1), END]
    group.check_all()


def test_who_has_resigned_keeps_no_later_trigger_and_answers_no_offer(tmp_path):
    group = trio(tmp_path)
    group.play("ann", "resign")
    group.orders("bob", attack("green"))
    group.orders("cat", PASS)
    assert [keeper.handle for keeper in group.table.dicing.keepers] == ["bob"]
    group.roll()
    group.play(group.table.active().handle, "offer", group.read_offer({"what": "tie"}))
    assert group.table.offer.waiting in (["bob"], ["cat"])


def test_questions_to_who_has_resigned_are_passed_for(tmp_path):
    group = trio(tmp_path)
    group.play("ann", "resign")
    event = group.orders("bob", attack("red"), END)
    assert group.table.dicing.trigger == event.id  # no shot is fired
    settled = [o for o in group.table.reported() if type(o).__name__ == "Settled"]
    assert settled[-1].how == "out"
    group.roll()
    group.check_all()


def test_standing_answers_of_who_has_resigned_count_no_more(tmp_path):
    group = Group(tmp_path, None)
    group = trio(tmp_path / "trio")
    group.orders("ann", END, standing={"red": {"fire": True}})
    group.play("bob", "offer", group.read_offer({"what": "tie"}))
    group.play("ann", "resign")
    event = group.orders("bob", attack("red"))
    assert group.table.dicing.trigger == event.id
    assert group.table.play.position.shots["red"] == 2
    assert group.table.play.standing == {}


def test_the_resignation_is_the_trigger_where_dice_follow(tmp_path):
    group = trio(tmp_path)
    group.orders("ann", attack("blue"), END)
    event = group.play("bob", "resign")
    assert group.table.dicing.trigger == event.id
    assert [keeper.handle for keeper in group.table.dicing.keepers] == ["ann", "cat"]
    group.roll()
    assert skipped(group.table) == []
    group.check_all()


def test_the_last_one_left_wins(tmp_path):
    group = trio(tmp_path)
    group.play("ann", "resign")
    group.play("bob", "resign")
    assert (group.table.result.winner, group.table.result.why) == ("green", "resigned")
    group.check_all()


def test_who_has_resigned_writes_nothing_more(tmp_path):
    group = trio(tmp_path)
    group.play("ann", "resign")
    group.refused(group.forge("ann", "resign", {}), "pen.wrong", blame=["ann"])


def test_who_has_resigned_still_owes_the_opening_of_his_plan(tmp_path):
    group = Group.joined(tmp_path, scenario="plans")
    group.play("ann", "seal", plan(4))
    group.play("bob", "resign")
    assert group.table.active().kinds == ("reveal",)
    group.play("ann", "reveal")
    assert group.table.active().handle is None


def test_resigning_in_the_middle_of_a_fight(tmp_path):
    group = trio(tmp_path)
    group.orders("ann", attack("blue"), ADVANCE, END)
    group.rig_orders("bob", PASS, retreat(1), dice=(5,))
    assert group.table.active().handle == "bob"
    assert group.table.play.position.ground["red"] == 2


# --- what a resignation settles --------------------------------------------------------------


def gone(how):
    return {"out": "ann", "as": "forfeit", "late": None} if how == "ruling" else {}


@pytest.mark.parametrize(("by", "kind"), [("ann", "resign"), ("uma", "ruling")])
def test_no_undo_goes_back_after_who_left(tmp_path, by, kind):
    group = Group.joined(tmp_path, ("ann", "bob", "cat"), scenario="trio", umpire="uma")
    moved = group.orders("ann", move(1))
    group.take(group.forge(by, kind, gone(kind)))
    undo = group.forge("bob", "offer", {"what": "undo", "to": moved.id})
    group.refused(undo, "offer.wrong", blame=["bob"])


def test_no_undo_goes_back_after_a_replacement(tmp_path):
    group = Group.joined(tmp_path, ("ann", "bob", "cat"), scenario="trio", umpire="uma")
    moved = group.orders("ann", move(1))
    new = {"handle": "dan", "sign": signer("dan").sign}
    group.take(group.forge("uma", "ruling", {"out": "ann", "as": "replace", "late": None, **new}))
    group.play("dan", "join", None)
    undo = group.forge("dan", "offer", {"what": "undo", "to": moved.id})
    group.refused(undo, "offer.wrong", blame=["dan"])


def test_a_game_that_ends_before_its_start_never_starts(tmp_path):
    group = Group(tmp_path, opening(umpire="uma"))
    for by in ("uma", "ann"):
        group.play(by, "join", None)
    group.take(group.forge("bob", "resign", {}))
    assert (group.table.result.winner, group.table.result.why) == ("red", "resigned")
    assert not group.table.started
    assert group.table.active().handle is None


def test_a_resignation_starts_no_game_that_somebody_has_to_join(tmp_path):
    group = Group(tmp_path, opening(("ann", "bob", "cat"), scenario="trio", umpire="uma"))
    group.play("uma", "join", None)
    group.take(group.forge("ann", "resign", {}))
    assert not group.table.started
    assert (group.table.active().handle, group.table.active().kinds) == ("bob", ("join", "resign"))
