"""`pbem odds`: what an attack promises, and nothing signed."""

from __future__ import annotations

import pytest

LANDING = """
land 1/2 1203
land 2/2 1102
land 1/6 1002
land 2/6 0902
land 1/8 0801
land 2/8 0802 from 0703
end movement
"""
ATTACK = "attack 16 with 1/8 2/6 2/8 gsp 3"


@pytest.fixture
def landed(game):
    ann, bob = game
    ann("order", stdin=LANDING)
    return ann, bob


def test_an_attack_is_reported_with_strengths_results_and_losses(landed):
    ann, _ = landed
    # Three battalions with 5 each and 3 points against 2: +16, in the last column.
    said = ann("odds", ATTACK)
    assert said.splitlines()[0] == ATTACK
    for term in ("1/8 attacks +5 [7.4]", "ground support points +3 [9.0]", "16 defends -2 [7.4]"):
        assert term in said
    assert "; +16." in said
    assert "50% (1/2) De on 1 to 3: Japanese 16 is eliminated in 0802." in said
    assert "16 retreats from 0802 to 0803." in said, "the only hex: nobody is asked"
    assert "Lost before anybody chooses: 16 50% (1/2)." in said


def test_a_choice_after_a_result_is_said(landed):
    ann, _ = landed
    assert "then: Where does 25 retreat to?" in ann("odds", "attack 25 gsp 1")


def test_what_is_supposed_of_the_other_side_is_said(landed):
    ann, _ = landed
    assert "Assumed on the way: Japan: pass." in ann("odds", ATTACK)


def test_nothing_is_signed_and_nothing_changes(landed):
    ann, _ = landed
    before = ann("log")
    assert ann("odds", "saipan-ann-bob", ATTACK)
    assert ann("log") == before


def test_chances_are_exact_for_a_program(landed):
    ann, _ = landed
    first = ann.run("odds", ATTACK, "--json").json[0]
    assert {case["result"]: case["chance"] for case in first["cases"]} == {"De": "1/2", "Dr": "1/2"}
    assert first["losses"] == {"16": "1/2"}
    assert sorted(face for case in first["cases"] for face in case["faces"]) == [1, 2, 3, 4, 5, 6]


def test_an_order_that_could_not_be_given_has_no_odds(landed):
    ann, _ = landed
    said = ann.fails("odds", "attack 16 with 1/2")
    assert "1/2 is not adjacent to 16" in said
    assert "7.2" in said
    assert "name an order" in ann.fails("odds", code=2)


def test_the_other_side_may_reckon_what_threatens_it(landed):
    ann, bob = landed
    bob("take", ann.sends())
    assert bob("odds", ATTACK) == ann("odds", ATTACK)


def test_where_dice_are_due_nothing_is_reckoned(landed):
    ann, bob = landed
    ann("order", "-m", ATTACK)
    bob("take", ann.sends())
    bob("order", "-m", "pass")
    assert "Waiting for ann's computer to roll (event 5). No orders are asked for." in bob.fails(
        "odds", ATTACK
    )


# --- after other orders -------------------------------------------------------------------------

BEFORE = "; ".join(LANDING.split("\n")[1:-1])


def test_orders_that_come_before_may_stand_before_it(game):
    """Nobody has landed: what would the attack be worth if they landed so?"""
    ann, _ = game
    before = ann("log")
    ahead = ann("odds", f"{BEFORE}; {ATTACK}")
    assert ann("log") == before
    ann("order", stdin=LANDING)
    assert ahead == ann("odds", ATTACK)


def test_an_order_of_a_later_phase_is_reported_how_to_ask(game):
    ann, _ = game
    said = ann.fails("odds", ATTACK)
    assert "in the movement phase" in said
    assert f"pbem odds '...; end movement; {ATTACK}'" in said


def test_no_dice_may_come_before_it(landed):
    ann, _ = landed
    said = ann.fails("odds", f"{ATTACK}; attack 317 with 1/2 2/2 1/6")
    after = "After 'attack 16 with 1/8 2/6 2/8 gsp 3', bob (Japan) is asked: Final protective "
    assert after in said
    assert "pbem order --try" in said


def test_a_mistake_before_it_is_reported(game):
    ann, _ = game
    assert "0001 is off the map" in ann.fails("odds", f"land 1/2 0001; {ATTACK}")
    assert "not adjacent" in ann.fails("odds", f"{BEFORE}; attack 16 with 1/2")


# --- whatever the other side answers --------------------------------------------------------------


def test_what_the_best_and_the_worst_answer_would_give_is_reported(landed):
    """15 against 3 is +12; 3/10 and 2/3 take it below +10, where De is on 1 and 2 alone."""
    ann, _ = landed
    said = ann("odds", "attack 317 with 1/2 2/2 1/6")
    assert "Over all answers of Japan (8 ways): De 33% to 50%, Dr 50% to 67%." in said
    assert "  least De: `fpf " in said
    (line,) = [line for line in said.splitlines() if line.startswith("  least De: ")]
    fire = line.partition("`")[2].rstrip("`")
    ann("order", "-m", "attack 317 with 1/2 2/2 1/6")
    theirs = ann("legal", "--theirs").splitlines()
    (reported,) = [one for one in theirs if one.startswith(f"  {fire}   (")]
    assert "De 33%" in reported


def test_an_answer_that_changes_nothing_is_not_reported(landed):
    """+16 less 4 is +12: the last column all the same."""
    ann, _ = landed
    assert "Over all answers" not in ann("odds", ATTACK)
