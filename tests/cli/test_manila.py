"""Manila, a game of areas that one player plays, at the command line."""

from __future__ import annotations

import pytest


@pytest.fixture
def ann(home):
    """ann practises alone, and the Combat Phase of turn 1 has begun."""
    made = home("ann")
    made("new", "manila", "--dice", "self")
    made("order", "--dice", "-m", "end supply")
    return made


def test_what_a_unit_may_do_after_an_area_is_chosen(ann):
    """Units move only once their Area is active: the orders behind `activate N` are listed."""
    said = ann("legal", "637/A", "--most", "3")
    assert "behind another order:" in said
    assert "  activate 1; move 637/A to " in said
    assert "name a unit or a place" in said
    assert "activate 1" in ann("legal", "1")


def test_the_options_of_a_game_are_listed_and_shown(home):
    made = home("ann")
    told = made("new", "manila", "--option", "help")
    assert "air=false|true (default false): " in told or "air=true|false (default false): " in told
    assert all(" (default " in line and line.endswith("]") for line in told.splitlines())
    assert "air" in made.run("new", "manila", "--option", "help", "--json").json
    assert "did you mean manila" in made.fails("new", "manilla", "--option", "help")
    made("new", "manila", "--dice", "self", "--name", "plain")
    assert "Options: " not in made("show", "plain", "--no-map")
    made("new", "manila", "--dice", "self", "--name", "other", "--option", "air=yes")
    for words in ((), ("--no-map",)):
        assert "Options: air=true (" in made("show", "other", *words)
    assert len(made.run("show", "other", "--json").json["chosen"]) == 1


def test_what_no_order_names(ann):
    assert "nothing here is called '637/Z'; did you mean 637/" in ann("legal", "637/Z")
    assert "nothing here is called 'zork'" in ann("legal", "zork")
    said = ann("legal", "637/A", "35")
    assert "nothing that is legal now names 637/A 35" in said
