"""`pbem order --try`: what can become of a list past its dice, before anything is signed."""

from __future__ import annotations

import pytest

from pbem.client.session.mistakes import refused
from pbem.client.session.trying import Trial, TriedQuestion
from pbem.client.session.words import trial_lines
from pbem.play.lists import read_text
from pbem.play.play import Play
from pbem.selfplay.simulate import Setup, bind

MOVES = """
land 1/2 1203
land 2/2 1102
land 1/6 1002
land 2/6 0902
land 1/8 0801
land 2/8 0802 from 0703
end movement
"""
LIST = f"""{MOVES}
attack 16 with 1/8 2/6 2/8 gsp 3
attack 317 with 1/2 2/2 1/6
if empty 0803: advance 1/8 0803
attack 16 with 1/8
"""


def test_each_order_is_reported_with_its_chance(game):
    """16 and 317 are eliminated on 1 to 3 and retreat on 4 to 6; 317 can retreat nowhere."""
    ann, _ = game
    tried = ann("order", "--try", stdin=LIST)
    assert "\nWith all possible dice:\n" in tried
    for reported in (
        "'attack 16 with 1/8 2/6 2/8 gsp 3': carried out always; De 50% (1/2); Dr 50% (1/2).",
        "'if empty 0803: advance 1/8 0803': never carried out; condition fails 50% (1/2);",
        "'attack 16 with 1/8': never carried out; skipped 50% (1/2): there is no enemy unit 16",
        "always: Japan is asked before 'attack 317 with 1/2 2/2 1/6': Final protective fire for",
        "always: your list waits before 'attack 16 with 1/8': Does a unit advance",
        "Lost: 317 always, 16 50% (1/2).",
        "Units lost in all: 1 50% (1/2), 2 50% (1/2).",
        "\n  50% (1/2): both 16 and 317 are lost.\n  50% (1/2): 317 is lost.\n",
        "  7 more orders: always carried out.",
    ):
        assert reported in tried
    assert tried.endswith("\nNothing was signed.\n")
    assert "3 events" in ann("show")


def test_what_has_no_dice_is_reported_as_before(game):
    ann, _ = game
    tried = ann("order", "--try", stdin=MOVES)
    assert "courses" not in tried
    assert "always" not in tried


def test_chances_for_a_program_add_up(game):
    from fractions import Fraction

    ann, _ = game
    trial = ann.run("order", "--try", "--json", stdin=LIST).json["trial"]
    assert trial["runs"] == 0
    for one in trial["orders"]:
        parts = [one["done"], one["left_out"], *(skip["chance"] for skip in one["lapses"])]
        assert sum(map(Fraction, parts)) == 1
    assert sum(Fraction(end["chance"]) for end in trial["ends"]) == 1
    assert trial["lost"] == {"317": "1", "16": "1/2"}


def test_a_sample_says_that_it_is_one_and_is_the_same_again(game):
    ann, _ = game
    tried = ann("order", "--try", "--runs", "40", "--seed", "3", stdin=LIST)
    assert "\nIn a sample of 40 runs (dice seed 3):\n" in tried
    assert "1/2)" not in tried
    assert tried == ann("order", "--try", "--runs", "40", "--seed", "3", stdin=LIST)
    assert tried != ann("order", "--try", "--runs", "40", "--seed", "4", stdin=LIST)


def test_one_course_with_the_dice_that_somebody_names(game):
    ann, _ = game
    tried = ann("order", "--try", "--faces", "5,2", stdin=LIST)
    assert "die 5: Dr" in tried
    assert "die 2: De" in tried
    assert "'advance 1/8 0803' is left out" in tried
    assert "Then ann (U.S.) is asked: Does a unit advance into 1103?" in tried
    said = ann("order", "--try", "--faces", "5", stdin=LIST)
    assert "Then dice are due: attack on 317" in said


@pytest.mark.parametrize(
    ("faces", "why"),
    [
        ("5,2,1", "You gave more dice than are rolled: [1]"),
        ("7", "a die with 6 faces cannot show 7"),
        ("5 2 1", "You gave more dice than are rolled: [1]"),
        ("5;2", "Write whole numbers, as in --faces 3,5,1"),
        (",", "Write whole numbers"),
        ("0", "a die with 6 faces cannot show 0"),
    ],
)
def test_faces_that_no_dice_show(game, faces, why):
    ann, _ = game
    assert why in ann.fails("order", "--try", "--faces", faces, stdin=LIST)


def test_what_is_for_trying_alone(game):
    ann, _ = game
    for words in (("--runs", "5"), ("--faces", "1"), ("--seed", "5")):
        assert "--option need --try" in ann.fails("order", *words, stdin=LIST)


# --- before one signs --------------------------------------------------------------------------


def test_an_order_that_no_dice_make_possible_is_asked_about(game):
    """16 was attacked already: whatever the dice, it cannot be attacked again (7.2)."""
    ann, _ = game
    said = ann.fails("order", stdin=LIST)
    assert "Nothing was signed: nobody answered the question." in said
    assert "3 events" in ann("show")
    signed = ann("order", "--yes", stdin=LIST)
    assert "'attack 16 with 1/8', never, whatever the dice: " in signed
    assert "(This assumes that opponents pass, and that you answer like the computer " in signed
    assert "4 events" in ann("show")


def test_a_fault_of_the_rules_in_a_course_keeps_nobody_from_signing(game, monkeypatch):
    from pbem.client.session import trying
    from pbem.errors import RulesFault

    def fails(*_, **__):
        raise RulesFault("a course that may never come")

    ann, _ = game
    monkeypatch.setattr(trying, "all_or_some", fails)
    assert "Signed event" in ann("order", stdin=LIST)


def test_a_list_that_may_be_carried_out_is_not_asked_about(game):
    ann, _ = game
    assert "Signed event" in ann("order", stdin=f"{MOVES}\nattack 16 with 1/8 2/6 2/8 gsp 3\n")


def test_a_last_stop_that_comes_too_late_is_no_mistake(game):
    ann, bob = game
    bob("take", ann.sends())
    fight = "attack 16 with 1/8 2/6 2/8\nattack 317 with 1/2 2/2 1/6\nend combat\nstop\n"
    assert "Signed event" in ann("order", stdin=f"{MOVES}standing usual\n{fight}")


def test_all_mistakes_of_a_list_stand_in_one_answer(game):
    ann, _ = game
    wrong = """land 1/2 1203
lnd 2/2 1102
land 1/6 0001
move 1/6 1002
land 2/8 0802 from 0703
end movment
attack 16 with 1/8
"""
    said = ann.fails("order", stdin=wrong).splitlines()
    assert [line.removeprefix("pbem: ").split(",")[0] for line in said if "line" in line] == [
        "line 2", "line 3", "line 4", "line 6", "line 7",
    ]  # fmt: skip
    assert "did you mean land" in said[0]
    assert "column 10, 'land 1/6 0001': 0001 is off the map" in said[1]
    assert said[2].endswith("(Line 3 may be the only cause.)")
    assert "did you mean movement?" in said[3]
    assert said[4].endswith("(Line 6 may be the only cause.)")
    assert "3 events" in ann("show")


def test_questions_before_one_order_are_one_line():
    """A failed Mandatory Attack of Manila retreats unit by unit: that are questions in a row."""
    asked = [
        TriedQuestion(chance, 3, "end combat", "us", f"Where does {unit} retreat?", "retreat")
        for chance, unit in (("1/2", "1/145"), ("1/3", "2/145"), ("1/3", "3/145"))
    ]
    trial = Trial(
        0, 0, [], [], [*asked, TriedQuestion("1/4", None, "", "us", "?", "")], [], {}, [], []
    )
    first, second = trial_lines(trial)[1:]
    assert first.startswith("  at least 50% (1/2): your list waits before 'end combat': Wh")
    assert first.endswith("1/145 retreat? (assumed: retreat) (and 2 questions like it)")
    assert second.startswith("  25% (1/4): your list waits after the last order")


def test_orders_after_an_end_that_is_refused_are_one_line(game):
    """One hex is wrong, so nothing lands at 0802 and the phase cannot end (14.12)."""
    ann, _ = game
    wrong = MOVES.replace("from 0703", "from 0803")
    rest = "attack 16 with 1/8 2/6 2/8\nattack 317 with 1/2 2/2 1/6\nend combat\n"
    said = ann.fails("order", "--try", stdin=f"{wrong}{rest}").splitlines()
    assert [line.partition(":")[0].removeprefix("pbem") for line in said] == [
        "", "line 8, 'end movement'",
        "lines 9, 10 and 11 come after line 8. Correct that line first; then pbem checks them.",
    ]  # fmt: skip
    assert "Write `land 2/8 0802 from 0703`" in said[0]


def test_orders_after_a_marker_whose_mode_is_misspelt_are_one_line():
    """In Meiktila all that a list does stands after `activate`; what nobody reads has no cause."""
    game = bind(Setup("meiktila", "meiktila"))
    play = Play(game, {"al": "ann", "jp": "bob"})
    given = {"phase": "activation al", "up": ["A-ALL"], "units": {"WY1": "H11", "1/55": "C2"}}
    play.position = game.arrange(given, play.cups)
    play.start()
    wrong = "activate move-atack\ndig WY1\nmove WY1 to I10\natack C2 with WY1\nend movement"
    parsed = read_text(play, "al", wrong, all_of_it=True)
    said = str(refused(play, "ann", parsed, None)).splitlines()
    assert len(said) == 3
    assert "did you mean move-attack?" in said[0]
    assert said[1].endswith("'atack' is not an order; did you mean attack?")
    assert said[2].startswith("lines 2, 3 and 5 come after line 1")
