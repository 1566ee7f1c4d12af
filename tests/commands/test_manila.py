"""Manila, a game of areas that one player plays, at the command line."""

from __future__ import annotations

import pytest


@pytest.fixture
def ann(home):
    """ann practises alone, and the Combat Phase of turn 1 has begun; no Random Event took 44/A."""
    for number in range(9):
        made = home(f"ann{number}")
        made("new", "manila", "--dice", "self")
        made("order", "--dice", "-m", "end supply")
        if "44/A can go from 2" in made.run("legal", "44/A").out:
            return made
    raise AssertionError("44/A is nowhere to be seen in nine games")


def test_what_a_unit_may_do_after_an_area_is_chosen(ann):
    """Units move only once their Area is active: what activates it and moves them is one order."""
    said = ann("legal", "637/A", "--most", "3")
    assert "  activate 1: 637/A to " in said
    assert "637/A can go from 1 to:\n  2 points: 2\n" in said
    reach = ann.run("legal", "637/A", "--json").json["reach"]
    assert (reach["at"], reach["after"], reach["places"]["2"]) == ("1", "", 2)
    assert "Name a unit or a place" in said
    assert "activate 1" in ann("legal", "1")


def test_the_options_of_a_game_are_listed_and_shown(home):
    made = home("ann")
    reported = made("new", "manila", "--option", "help")
    assert (
        "air=false|true (default false): " in reported
        or "air=true|false (default false): " in reported
    )
    assert all(" (default " in line and line.endswith("]") for line in reported.splitlines())
    assert "areas=0|20 to 37 (default 0): " in reported
    wrong = made.fails("new", "manila", "--dice", "self", "--option", "areas=19")
    assert "'19' is not one of 0, 20 to 37" in wrong
    assert "air" in made.run("new", "manila", "--option", "help", "--json").json
    assert "did you mean manila" in made.fails("new", "manilla", "--option", "help")
    made("new", "manila", "--dice", "self", "--name", "plain")
    assert "Options: " not in made("show", "plain", "--no-map")
    made("new", "manila", "--dice", "self", "--name", "other", "--option", "air=yes")
    for words in ((), ("--no-map",)):
        assert "Options: air=true (" in made("show", "other", *words)
    assert len(made.run("show", "other", "--json").json["chosen"]) == 1


@pytest.mark.parametrize("width", [60, 80])
def test_nothing_is_wider_than_was_asked_for(ann, width):
    ann("show", "--no-map")
    ann("order", "-m", "activate 1: 637/A to 9", "--note", "a long word to all " * 9)
    for words in (("show", "--no-map"), ("log",)):
        said = ann(*words, "--width", str(width))
        assert max(map(len, said.splitlines())) <= width
    assert "Waiting for" in said


def test_what_no_order_names(ann):
    assert "Nothing here is called '637/Z'; did you mean 637/" in ann("legal", "637/Z")
    assert "Nothing here is called 'zork'" in ann("legal", "zork")
    said = ann("legal", "637/A", "35")
    assert "No legal order names 637/A 35 now" in said


def test_a_turn_without_an_event_is_reported(ann):
    assert "There is no event from number 0 on of turn 99: the log has " in ann(
        "log", "--turn", "99"
    )
    assert "There is no event from number 99 on: " in ann("log", "--since", "99")
    assert "There is no event" not in ann("log", "--turn", "1")


def test_nothing_can_be_taken_back_while_dice_are_due(home):
    made = home("ann")
    made("new", "manila", "--dice", "self")
    said = made.fails("offer", "undo")
    assert "You cannot undo anything: dice are due for " in said
    assert "sealed choice" not in said


def test_what_is_reconstructed_is_reported_with_the_command_that_lists_it(ann):
    shown = ann("show", "--no-map", "--width", "200")
    assert "values in the module's data are reconstructed or second-hand." in shown
    assert "'pbem pack show manila' lists them." in shown
    assert "Reconstructed or second-hand in the module's own data:" in ann("pack", "show", "manila")


def test_which_game_a_pack_is_of(ann, tmp_path):
    path = tmp_path / "m2.yaml"
    ann("pack", "export", "manila", "--to", str(path))
    assert "manila version" in ann("pack", "check", str(path))
    wrong = ann.fails("pack", "check", str(path), "--game", "saipan")
    assert "is a pack of manila, not of saipan" in wrong
    assert "leave it out" not in wrong
    assert "There is no file" in ann.fails("pack", "check", str(tmp_path / "none.yaml"))
    path.write_text("nonsense: 1\n")
    assert "with --game" in ann.fails("pack", "check", str(path))


TURN = """
activate 1: 637/A 1/129 2/129 to 9
attack 9 lead 637/A if barrage break off
activate 2: 44/A 1/5 to 7
attack 7 lead 44/A if barrage break off
activate 1: 637/B 1/148 to 10
attack 10 lead 637/B if barrage break off
"""


def test_what_no_course_of_a_sample_allows_is_asked_about(ann):
    """A turn of Manila has too many courses to look at each; 44/B stands in no Area 1."""
    wrong = f"{TURN}activate 1: 44/B to 10\n"
    said = ann.fails("order", stdin=wrong)
    assert "Nothing was signed: nobody answered the question." in said
    signed = ann("order", "--yes", stdin=wrong)
    assert "', in none of 30 runs: " in signed
    assert "never, whatever the dice" not in signed


def test_what_a_sample_allows_is_not_asked_about(ann):
    assert "Signed event 4" in ann("order", stdin=TURN)


def test_a_trial_says_what_has_no_result(ann):
    """An attack broken off at a Barrage has none (9.4)."""
    said = ann("order", "--try", stdin=TURN)
    line = next(line for line in said.splitlines() if "'attack 9 lead" in line)
    assert "; no result " in line
    trial = ann.run("order", "--try", "--json", stdin=TURN).json["trial"]
    assert trial["besides"] == []


def test_who_can_come_after_another_order_is_reported(ann):
    """9 borders 1 and 2 (map): a unit there comes with the order that activates its Area (8.1).

    Beside it it comes once that is done.
    """
    said = ann("legal", "9")
    line = next(line for line in said.splitlines() if line.startswith("Able to reach 9: "))
    assert {" 637/A 4", " 44/B 4"} <= set(line.partition(":")[2].rstrip(".").split(","))
    assert "\n  activate 1: 1/129 to 9 " in said
    assert "\nAble to move beside it: nobody.\n" in said
    for area, unit in ((1, "637/A"), (2, "44/B")):
        found = f"Able to move beside it after `activate {area}`: "
        line = next(line for line in said.splitlines() if line.startswith(found))
        assert f" {unit} " in line


def test_before_the_phase_has_ended_it_is_looked_after_its_end(home):
    made = home("ann")
    made("new", "manila", "--dice", "self")
    made("dice")
    said = made("legal", "1/5")  # the armor there a breakout may have taken away [6.2.2]
    assert "after `end supply; activate 2` 1/5 can go from 2 to:" in said
