"""Order lists: strict before the first die or question, skipping after it (protocol section 4)."""

from __future__ import annotations

import pytest

from pbem.table.words.reporting import report
from toy.group import (
    ADVANCE,
    END,
    FIRE,
    PASS,
    STOP,
    Group,
    attack,
    move,
    retreat,
    skipped,
    when,
)


def start(tmp_path, *args, **kwargs):
    return Group.joined(tmp_path, *args, **kwargs)


def refuse(group, by, *orders, code="orders.illegal"):
    side = group.table.play.asked.side
    data = {"side": side, "orders": list(orders), "state": group.table.digest()}
    group.refused(group.forge(by, "orders", data), code, blame=[by])


# --- strict, and skipping --------------------------------------------------------------------


def test_an_illegal_order_before_the_first_die_refuses_the_list(tmp_path):
    group = start(tmp_path)
    refuse(group, "ann", move(3))
    refuse(group, "ann", move(1), move(1), move(1))
    refuse(group, "ann", move(1), attack("red"))


def test_an_order_reached_after_a_die_skips_with_a_reason(tmp_path):
    group = start(tmp_path)
    group.orders("ann", attack("blue"), move(3), move(1), END)
    group.rig_orders("bob", PASS, dice=(1,))
    reported = [o for o in group.table.reported() if type(o).__name__ == "Lapsed"]
    assert [(o.by, o.order, o.paragraph) for o in reported] == [("ann", move(3), "3.0")]
    assert reported[0].why
    assert group.table.play.position.ground["red"] == 2
    assert group.table.play.asked.side == "blue"
    group.check_all()


def test_an_order_reached_after_a_question_to_another_skips_too(tmp_path):
    """Between the question and its answer anything may have been decided."""
    group = start(tmp_path)
    group.orders("ann", attack("blue"), attack("red"), END)
    group.rig_orders("bob", PASS, dice=(1,))
    assert skipped(group.table) == [attack("red")]


def test_an_order_of_the_wrong_form_refuses_the_list_wherever_it_stands(tmp_path):
    group = start(tmp_path)
    for wrong in ({"do": "fly"}, {"do": "move"}, {"do": "move", "n": "1"}, {"n": 1}, {"do": 1}):
        refuse(group, "ann", END, wrong, code="orders.form")
    refuse(group, "ann", END, {"do": "stop", "n": 1}, code="orders.form")


def test_a_list_has_1_to_1000_orders(tmp_path):
    group = start(tmp_path)
    for count in (0, 1001):
        data = group.orders_data("red", *[END] * count)
        group.refused(group.forge("ann", "orders", data), "event.kind")
    group.orders("ann", *[END] * 1000)
    assert group.table.play.asked.side == "blue"


def test_the_side_is_the_one_asked(tmp_path):
    group = start(tmp_path)
    data = group.orders_data("blue", END)
    group.refused(group.forge("ann", "orders", data), "pen.wrong", blame=["ann"])


def test_the_digest_is_that_of_the_position_before_the_first_order(tmp_path):
    group = start(tmp_path)
    data = group.orders_data("red", END, state="0" * 64)
    group.refused(group.forge("ann", "orders", data), "state.digest", blame=[])


def test_orders_by_who_has_not_the_active(tmp_path):
    group = start(tmp_path)
    event = group.forge("bob", "orders", group.orders_data("blue", END))
    group.refused(event, "pen.wrong", blame=["bob"])


# --- questions in the middle -----------------------------------------------------------------


def test_a_question_to_another_interrupts_and_the_list_goes_on(tmp_path):
    group = start(tmp_path)
    group.orders("ann", attack("blue"), move(1), move(1), END)
    assert group.table.play.lists[0].orders == [move(1), move(1), END]
    group.rig_orders("bob", PASS, dice=(2,))
    assert group.table.play.position.ground["red"] == 3
    assert not group.table.play.lists
    assert group.table.active().why == "Waiting for bob (blue): What do you do next?"
    group.check_all()


def test_a_question_to_the_author_is_answered_by_the_lists_next_order(tmp_path):
    group = start(tmp_path)
    group.orders("ann", attack("blue"), ADVANCE, END)
    group.rig_orders("bob", PASS, dice=(5,))
    assert group.table.play.position.ground == {"red": 2, "blue": 0}
    assert group.table.play.asked.side == "blue"


def test_an_answer_to_a_question_that_never_comes_skips(tmp_path):
    group = start(tmp_path)
    group.orders("ann", attack("blue"), ADVANCE, END)
    group.rig_orders("bob", PASS, dice=(3,))
    assert skipped(group.table) == [ADVANCE]
    assert group.table.play.asked.side == "blue"


def test_else_the_list_is_suspended_and_the_author_asked(tmp_path):
    group = start(tmp_path)
    group.orders("ann", attack("blue"), move(1), END)
    group.rig_orders("bob", PASS, dice=(5,))
    assert group.table.play.asked.name == "advance"
    assert group.table.play.lists[0].orders == [move(1), END]
    group.check_all()


def test_the_authors_next_list_replaces_what_remains(tmp_path):
    group = start(tmp_path)
    group.orders("ann", attack("blue"), move(2), END)
    group.rig_orders("bob", PASS, dice=(5,))
    group.orders("ann", PASS, move(1))
    assert group.table.play.asked.side == "red"
    assert group.table.play.position.ground["red"] == 2
    assert not group.table.play.lists


def test_an_answering_list_may_answer_further_questions_to_its_author(tmp_path):
    """Bob fires, is hit, and retreats, all in one event."""
    group = start(tmp_path)
    group.orders("ann", move(1), END)
    group.orders("bob", move(1), END)
    group.orders("ann", attack("blue"), PASS, END)
    group.rig_orders("bob", FIRE, retreat(2), dice=(1, 6))
    assert group.table.play.position.ground["blue"] == 0
    assert group.table.play.asked.side == "blue"


def test_what_answers_nothing_in_an_answering_list_skips(tmp_path):
    group = start(tmp_path)
    group.orders("ann", attack("blue"), attack("blue"), END)
    group.rig_orders("bob", PASS, retreat(1), move(2), END, dice=(1,))
    # The retreat did not come, so the list waits; bob is asked about the second attack.
    assert group.table.play.asked.name == "fire"
    group.rig_orders("bob", PASS, dice=(1,))
    assert group.table.play.position.ground["blue"] == 1
    assert group.table.play.asked.side == "blue"


def test_an_answering_lists_rest_skips_when_the_first_list_goes_on(tmp_path):
    group = start(tmp_path)
    group.orders("ann", attack("blue"), END)
    group.rig_orders("bob", PASS, END, dice=(1,))
    assert skipped(group.table) == [END]
    assert group.table.play.asked.side == "blue"


def test_the_first_order_must_answer_the_question(tmp_path):
    group = start(tmp_path)
    group.orders("ann", attack("blue"))
    refuse(group, "bob", END)
    refuse(group, "bob", move(1), PASS)


def test_a_phase_question_to_another_player_ends_a_list(tmp_path):
    group = start(tmp_path)
    group.orders("ann", END, move(1), END)
    assert skipped(group.table) == [move(1), END]
    assert not group.table.play.lists


def test_a_list_runs_on_through_the_phases_of_the_sides_of_one_player(tmp_path):
    group = start(tmp_path, ("ann", "wil"), {"red": "ann", "blue": "ann"})
    group.orders("ann", move(1), END, move(2), END, move(1))
    position = group.table.play.position
    assert (position.round, position.ground) == (2, {"red": 3, "blue": 3})
    group.check_all()


def test_a_list_that_ends_leaves_its_author_asked(tmp_path):
    group = start(tmp_path)
    group.orders("ann", move(1))
    assert group.table.active().handle == "ann"


# --- questions that nobody has to be asked ---------------------------------------------------


def test_a_question_with_one_legal_answer_is_not_asked(tmp_path):
    group = start(tmp_path)
    for _ in range(2):
        group.orders("ann", attack("blue"))
        group.rig_orders("bob", FIRE, dice=(1, 1))
    group.table.reported()
    event = group.orders("ann", attack("blue"))
    # No shots are left: to pass is the only answer, and ann's own list triggers the dice.
    assert group.table.dicing.trigger == event.id
    (settled,) = [o for o in group.table.reported() if type(o).__name__ == "Settled"]
    assert (settled.how, settled.order) == ("only", PASS)


# --- stop and if -----------------------------------------------------------------------------


def test_stop_suspends_the_list(tmp_path):
    group = start(tmp_path)
    group.orders("ann", move(1), STOP, move(1))
    assert group.table.play.position.ground["red"] == 2
    assert group.table.play.lists[0].orders == [move(1)]
    group.orders("ann", END)
    assert not group.table.play.lists
    group.check_all()


def test_a_list_cannot_begin_with_stop(tmp_path):
    refuse(start(tmp_path), "ann", STOP, END)


@pytest.mark.parametrize(("die", "ground"), [(1, 2), (5, 1)])
def test_if_is_decided_when_its_turn_comes(tmp_path, die, ground):
    group = start(tmp_path)
    group.orders("ann", attack("blue"), PASS, when(move(1), "strength", "blue", op="=", value=3))
    group.rig_orders("bob", PASS, dice=(die,))
    assert group.table.play.position.ground["red"] == ground


def left_out(group):
    return [o for o in group.table.reported() if type(o).__name__ == "LeftOut"]


def test_a_guard_that_does_not_hold_is_reported(tmp_path):
    """Who, the condition, and the order left out, at once and after a die; no digest knows it."""
    group = start(tmp_path)
    late = when(when(END, "strength", "blue", op="<", value=3), "round", op="=", value=1)
    group.orders("ann", when(move(1), "round", op=">", value=1), attack("blue"), late)
    (reported,) = left_out(group)
    assert (reported.by, reported.order, reported.paragraph) == ("ann", move(1), "3.0")
    assert report(group.table.play, reported) == (
        "ann's order 'move 1' is left out: 'round > 1' is not true."
    )
    group.rig_orders("bob", PASS, dice=(1,))
    (reported,) = left_out(group)
    assert report(group.table.play, reported) == (
        "ann's order 'end' is left out: 'strength blue < 3' is not true."
    )
    assert skipped(group.table) == []
    group.check_all()


def test_a_guard_that_holds_is_not_reported(tmp_path):
    group = start(tmp_path)
    group.orders("ann", when(move(1), "round", op="=", value=1))
    assert left_out(group) == []


def test_a_guarded_stop(tmp_path):
    group = start(tmp_path)
    guarded = when(STOP, "strength", "blue", op="<", value=3)
    group.orders("ann", attack("blue"), PASS, guarded, move(2), END)
    group.rig_orders("bob", PASS, dice=(4,))
    assert group.table.active().handle == "ann"
    assert group.table.play.position.ground["red"] == 1


def test_a_guard_is_not_decided_before_its_order_could_be_given(tmp_path):
    """The question whether to advance comes first; the guard belongs to the phase after it."""
    group = start(tmp_path)
    guarded = when(move(1), "strength", "blue", op="=", value=2)
    group.orders("ann", attack("blue"), guarded, END)
    group.rig_orders("bob", PASS, dice=(4,))
    assert group.table.play.lists[0].orders == [guarded, END]


def test_a_guard_with_an_unknown_argument_has_no_form_wherever_it_stands(tmp_path):
    group = start(tmp_path)
    guarded = when(move(1), "strength", "pink", op="=", value=2)
    refuse(group, "ann", guarded, code="orders.form")
    refuse(group, "ann", attack("blue"), guarded, END, code="orders.form")


ROUND = {"fact": "round", "args": [], "op": "=", "value": 1}


@pytest.mark.parametrize(
    "guarded",
    [
        {"do": "if", "when": {"fact": "round", "args": []}},
        {"do": "if", "when": {"fact": "round", "args": []}, "then": {}},
        {"do": "if", "when": {"fact": "luck", "args": []}, "then": {"do": "end"}},
        {"do": "if", "when": {"fact": "round", "args": ["x"]}, "then": {"do": "end"}},
        {"do": "if", "when": {"fact": ["round"], "args": []}, "then": {"do": "end"}},
        {"do": "if", "when": {"fact": "round", "args": [1]}, "then": {"do": "end"}},
        {"do": "if", "when": {"fact": "round", "args": []}, "then": {"do": "end"}},
        {"do": "if", "when": {"fact": "strength", "args": [["red"]]}, "then": {"do": "end"}},
        {"do": "if", "when": {**ROUND, "value": True}, "then": {"do": "end"}},
        {"do": "if", "when": {**ROUND, "value": "one"}, "then": {"do": "end"}},
        {
            "do": "if",
            "when": {"fact": "round", "args": [], "op": [], "value": 1},
            "then": {"do": "end"},
        },
        {
            "do": "if",
            "when": {"fact": "round", "args": [], "op": "=", "value": None},
            "then": {"do": "end"},
        },
        {"do": "if", "when": {"all": []}, "then": {"do": "end"}},
        {"do": "if", "when": {"not": {"any": 1}}, "then": {"do": "end"}},
        {"do": "if", "when": {}, "then": {"do": "end"}},
        {"do": "if", "when": {"not": ROUND, "all": [ROUND]}, "then": {"do": "end"}},
        {"do": "if", "when": "always", "then": {"do": "end"}},
    ],
)
def test_a_guard_has_one_form(tmp_path, guarded):
    refuse(start(tmp_path), "ann", guarded, code="orders.form")


def test_guards_are_nested_at_most_eight_deep(tmp_path):
    group = start(tmp_path)
    order = END
    for _ in range(8):
        order = when(order, "round", op=">=", value=1)
    group.orders("ann", order)
    assert group.table.play.asked.side == "blue"
    refuse(group, "bob", when(order, "round", op="=", value=1), code="orders.form")


def test_conditions_are_nested_at_most_eight_deep_the_fact_among_them(tmp_path):
    group = start(tmp_path)
    condition = ROUND
    for _ in range(7):
        condition = {"not": condition}
    refuse(group, "ann", {"do": "if", "when": {"not": condition}, "then": END}, code="orders.form")
    group.orders("ann", {"do": "if", "when": condition, "then": move(1)}, END)
    assert group.table.play.position.ground["red"] == 1


def test_conditions_join_with_all_any_and_not(tmp_path):
    group = start(tmp_path)
    first = ROUND
    never = {**ROUND, "op": "!="}
    for condition, moved in (
        ({"all": [first, {"not": never}]}, True),
        ({"any": [never, {"not": first}]}, False),
        ({"all": [first, never]}, False),
        ({**ROUND, "op": "<", "value": 2}, True),
    ):
        table = group.table.copy()
        guarded = {"do": "if", "when": condition, "then": move(1)}
        event = group.forge("ann", "orders", group.orders_data("red", guarded, move(1)))
        table.take(event)
        assert (table.play.position.moved == 2) == moved


def test_orders_that_change_nothing_are_no_event(tmp_path):
    group = start(tmp_path)
    never = group.orders_data("red", when(END, "round", op=">", value=1))
    group.refused(group.forge("ann", "orders", never), "orders.nothing", blame=["ann"])
    standing = {**never, "standing": {"red": {"advance": True}}}
    group.refused(group.forge("ann", "orders", standing), "orders.nothing", blame=["ann"])
    for level in (1, 2):  # which only the rules show
        group.replay(level).take(group.forge("ann", "orders", never))


def test_where_all_guards_fail_and_a_standing_answer_settles_the_question_something_is_done(
    tmp_path,
):
    group = start(tmp_path)
    group.orders("ann", attack("blue"), END)
    never = when(PASS, "round", op=">", value=1)
    data = group.orders_data("blue", never, standing={"blue": {"fire": False}})
    group.take(group.forge("bob", "orders", data))
    assert group.table.dicing is not None
    group.check_all()


# --- one player with several sides ---


def hot_seat(tmp_path):
    return start(tmp_path, ("ann", "wil"), {"red": "ann", "blue": "ann"})


def test_who_answers_for_his_other_side_interrupts_his_list_as_anybody_would(tmp_path):
    group = hot_seat(tmp_path)
    group.orders("ann", attack("blue"), move(1), END)
    assert group.table.play.asked.side == "blue"
    group.rig_orders("ann", PASS, dice=(1,))
    assert not skipped(group.table)
    assert group.table.play.position.ground["red"] == 2
    assert group.table.play.asked.side == "blue"
    assert group.table.play.asked.phase
    group.check_all()


def test_orders_for_the_same_side_replace_what_remains(tmp_path):
    group = hot_seat(tmp_path)
    group.orders("ann", attack("blue"), move(1), STOP, END)
    group.rig_orders("ann", PASS, dice=(1,))
    assert group.table.play.lists[0].orders == [END]
    group.orders("ann", move(1))
    assert skipped(group.table) == [END]
    group.check_all()


# --- three players ---------------------------------------------------------------------------


def test_a_question_to_a_third_player_leaves_the_first_list_waiting(tmp_path):
    group = start(tmp_path, ("ann", "bob", "cat"), scenario="trio")
    group.orders("ann", attack("blue"), attack("green"), END)
    group.rig_orders("bob", PASS, dice=(1,))
    assert group.table.active().handle == "cat"
    assert group.table.play.lists[0].orders == [END]
    group.rig_orders("cat", PASS, dice=(1,))
    assert group.table.active().handle == "bob"
    assert group.table.play.asked.phase
    group.check_all()
