"""Standing orders (protocol section 6 (d))."""

from __future__ import annotations

import json

import msgspec

from toy.group import END, PASS, STOP, Group, attack, move, opening

THREE = ("ann", "bob", "cec")


def names(group):
    return [type(o).__name__ for o in group.table.reported() if type(o).__name__ != "Did"]


def test_standing_answers_settle_a_question_without_an_event(tmp_path):
    group = Group(tmp_path)
    group.join_all({"bob": {"blue": {"fire": False}}})
    event = group.orders("ann", attack("blue"), END)
    assert group.table.dicing.trigger == event.id
    assert "Settled" in names(group)
    group.roll()
    group.check_all()


def test_a_turn_of_attacks_needs_no_answer_at_all(tmp_path):
    group = Group(tmp_path)
    group.join_all(
        {"ann": {"red": {"advance": True}}, "bob": {"blue": {"fire": False, "retreat": 1}}}
    )
    group.rig("ann", "orders", group.orders_data("red", *[attack("blue")] * 2, END), 5, 1)
    group.roll()
    assert len(group.events) == 5  # open, two joins, the orders, the dice
    assert group.table.play.position.ground == {"red": 2, "blue": 0}
    assert group.table.active().handle == "bob"


def test_an_illegal_standing_answer_skips_and_the_question_is_asked(tmp_path):
    group = Group(tmp_path)
    group.join_all({"bob": {"blue": {"fire": True, "retreat": 2}}})
    group.orders("ann", move(1), END)
    group.orders("bob", move(1), END)
    data = group.orders_data("red", attack("blue"), attack("blue"), attack("blue"))
    # After the first hit blue stands on 0 and has only one way to go.
    group.rig("ann", "orders", data, 1, 6)
    group.roll()
    assert group.table.play.position.ground["blue"] == 0
    assert group.table.play.asked.name == "advance"


def test_it_skips_when_it_is_not_legal(tmp_path):
    group = Group(tmp_path)
    group.join_all({"bob": {"blue": {"fire": False, "retreat": 9}}})
    group.orders("ann", END)
    group.orders("bob", move(1), END)
    group.rig("ann", "orders", group.orders_data("red", attack("blue")), 6)
    group.roll()
    assert "StandingLapsed" in names(group)
    assert group.table.active().why == "Waiting for bob (blue): Where to?"


def test_standing_replaces_everything_that_its_author_had_given(tmp_path):
    group = Group(tmp_path)
    group.join_all({"ann": {"red": {"fire": True, "retreat": 1}}})
    group.orders("ann", move(1), standing={"red": {"advance": True}})
    assert group.table.play.standing == {"ann": {"red": {"advance": True}}}
    group.orders("ann", move(1))
    assert group.table.play.standing == {"ann": {"red": {"advance": True}}}
    group.orders("ann", END, standing={})
    assert group.table.play.standing == {}
    group.check_all()


def test_the_authors_own_standing_answers_in_the_trigger_count(tmp_path):
    group = Group(tmp_path)
    group.join_all({"bob": {"blue": {"fire": False, "retreat": 1}}})
    data = group.orders_data("red", attack("blue"), END, standing={"red": {"advance": True}})
    group.rig("ann", "orders", data, 5)
    group.roll()
    assert group.table.play.position.ground["red"] == 2
    assert group.table.active().handle == "bob"


def test_the_lists_next_order_goes_before_a_standing_answer(tmp_path):
    group = Group(tmp_path)
    group.join_all(
        {"ann": {"red": {"advance": True}}, "bob": {"blue": {"fire": False, "retreat": 1}}}
    )
    group.rig("ann", "orders", group.orders_data("red", attack("blue"), PASS, END), 5)
    group.roll()
    assert group.table.play.position.ground["red"] == 1


def test_standing_answers_are_for_ones_own_sides_in_the_games_form(tmp_path):
    group = Group.joined(tmp_path)
    for standing in ({"blue": {"fire": True}}, {"red": {"dance": True}}, {"red": {"fire": 1}}):
        data = group.orders_data("red", END, standing=standing)
        group.refused(group.forge("ann", "orders", data), "standing.form", blame=["ann"])
    data = group.orders_data("red", END, standing={"red": [1]})
    group.refused(group.forge("ann", "orders", data), "event.kind")


def test_a_question_settled_by_a_standing_answer_does_not_end_the_stream(tmp_path):
    group = Group(tmp_path)
    group.join_all(
        {"ann": {"red": {"advance": False}}, "bob": {"blue": {"fire": False, "retreat": 1}}}
    )
    orders = [attack("blue")] * 3
    group.rig("ann", "orders", group.orders_data("red", *orders), 4, 1, 1)
    assert len(group.roll()) == 3
    group.check_all()


def test_standing_fire_for_who_has_shots_left(tmp_path):
    group = Group(tmp_path)
    group.join_all(
        {
            "ann": {"red": {"advance": False}},
            "bob": {"blue": {"fire": True, "retreat": 1}},
        }
    )
    group.orders("ann", *[attack("blue")] * 3, END)
    assert len(group.roll()) == 5  # two shots, then none is left and nothing is asked
    assert group.table.play.position.shots["blue"] == 0


def test_stop_goes_before_a_standing_answer(tmp_path):
    """A player who writes stop wants to be asked, whatever comes next."""
    group = Group(tmp_path)
    group.join_all(
        {"ann": {"red": {"advance": True}}, "bob": {"blue": {"fire": False, "retreat": 1}}}
    )
    group.rig("ann", "orders", group.orders_data("red", attack("blue"), STOP, END), 5)
    group.roll()
    assert group.table.play.asked.name == "advance"
    assert group.table.active().handle == "ann"


def test_a_limit_in_all_is_counted_down(tmp_path):
    """The rest of the limit stands in the position, so that every reader knows it."""
    group = Group(tmp_path)
    given = {"blue": {"fire": True, "shots": 1, "retreat": 1}}
    group.join_all({"ann": {"red": {"advance": False}}, "bob": given})
    group.orders("ann", *[attack("blue")] * 2)
    assert group.table.play.standing["bob"]["blue"]["shots"] == 0
    group.roll()
    fired = [
        o for o in group.table.reported() if type(o).__name__ == "Settled" and o.question == "fire"
    ]
    assert [one.order["do"] for one in fired] == ["fire", "pass"]
    assert group.table.play.position.shots["blue"] == 1  # of two that blue has
    assert given["blue"]["shots"] == 1  # what stands in the log is not touched
    group.check_all()
    # A player who replaces the standing orders replaces the rest of the limit.
    group.orders("ann", END)
    group.orders("bob", move(1), standing={"blue": {"fire": True, "shots": 1}})
    assert group.table.play.standing["bob"]["blue"]["shots"] == 1


def test_what_a_join_brought_counts_no_more_when_its_author_is_out(tmp_path):
    """Ann has forked and is put out before the game starts."""
    data = opening(THREE, dict(zip(("red", "blue", "green"), THREE, strict=True)), umpire="uma")
    party = Group(tmp_path, msgspec.structs.replace(data, scenario="trio"))
    party.play("uma", "join", None)
    at = {"seq": len(party.events), "prev": party.events[-1].id}
    join = party.play("ann", "join", {"red": {"fire": True, "retreat": 1}})
    other = party.forge("ann", "join", {**join.data, "standing": {}}, **at, salt=b"1" * 16)
    fork = {"fork": [json.loads(other.line)], "then": "forfeit"}
    party.take(party.forge("uma", "ruling", fork))
    party.join_all()
    assert party.table.play.gone == {"ann"}
    assert json.loads(party.table.position())["table"]["standing"] == {}
    party.check_all()
