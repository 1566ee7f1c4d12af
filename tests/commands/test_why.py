"""`pbem why`: what a paragraph means, with its rulings and the numbered cases that show it."""

from __future__ import annotations

import pytest


@pytest.fixture
def alone(home):
    """Somebody who has no game."""
    return home("ann")


def test_a_paragraph_is_reported_with_its_rulings_and_cases(alone):
    said = alone("why", "tokyo", "6.81", "--width", "200")
    assert said.splitlines()[0] == "tokyo 6.81: attacks over a river"
    assert "halved, rounded down" in said
    assert "Ruling R3: Only the sum of those who attack over a river is halved" in said
    assert "Ruling R47: Half of a brigade's die is rounded up first" in said
    assert "  6.81-1: " in said


def test_a_ruling_says_what_it_is_on(alone):
    said = alone("why", "saipan", "a10", "--width", "200")
    assert said.startswith("saipan A10: zone and fate of a unit at sea\n")
    assert "This is a ruling on 12.32." in said
    assert "Numbered cases that show it:" in said


def test_a_part_of_a_paragraph_is_reported_with_the_whole(alone):
    said = alone("why", "manila", "9.5.2D", "--width", "200")
    assert said.startswith("manila 9.5.2: Attack Value")
    assert "Ruling R16: " in said


def test_in_a_game_it_need_not_be_named(game):
    ann, _ = game
    assert ann("why", "7.1") == ann("why", "saipan", "7.1")
    assert ann("why", "saipan-ann-bob", "7.1") == ann("why", "7.1")


def test_an_unknown_paragraph_gets_those_near_it(alone):
    said = alone.fails("why", "tokyo", "7.27")
    assert "'7.27'" in said
    assert "7.2, 7.21, 7.22" in said
    assert "there are 2.52 to " in alone.fails("why", "tokyo", "%")
    assert "name a paragraph" in alone.fails("why", "tokyo", code=2)


def test_a_number_that_is_another_in_print_is_found_by_both(alone):
    """One of the second scenario's paragraphs is printed with a 13 before it."""
    assert alone("why", "saipan", "13.22") == alone("why", "saipan", "14.22")
    assert alone("why", "saipan", "13.22").startswith("saipan 14.22: secret choice of beaches")


@pytest.mark.parametrize(
    ("game", "word", "nearest"),
    [
        ("saipan", "13.9", "the nearest is 13.0 (victory)"),
        ("saipan", "99.1", "the nearest are 14.11, 14.12, 14.13, 14.21, 14.22, 14.23"),
        ("manila", "12.1", "the nearest are 11.1, 11.2"),
        ("meiktila", "6.5.9", "the nearest are 6.5.1, 6.5.2, 6.5.3, 6.5.4"),
        ("tokyo", "13.7", "the nearest are 13.1, 13.2"),
        ("singapore", "1", "the nearest are 1.2, 1.3, 1.4, 1.9, 1.10"),
        ("singapore", "7.99", "the nearest are 7.1, 7.2, 7.3, 7.4, 7.5, 7.6, 7.7"),
    ],
)
def test_the_nearest_paragraphs_are_of_the_chapter_or_the_nearest_one(alone, game, word, nearest):
    assert nearest in alone.fails("why", game, word)


def test_so_many_cases_are_named(alone):
    whole = alone.run("why", "saipan", "7.1", "--json").json["cases"]
    assert len(whole) > 20
    said = alone("why", "saipan", "7.1", "--most", "3")
    assert said.splitlines()[-1] == f"  and {len(whole) - 3} more: --most {len(whole)}"


def test_for_a_program(alone):
    found = alone.run("why", "tokyo", "R3", "--json").json
    assert found["of"] == ["6.81"]
    assert {"id", "paragraphs", "title"} == set(found["cases"][0])
