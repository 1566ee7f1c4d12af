"""A fault in the data of a game is refused, with the line and what would be right."""

from __future__ import annotations

import re

import pytest

from hexgame import games
from pbem.errors import PackError
from pbem.kit.hexgame.module import rules_of

MILL = games.FILES["mill"].read_text()
SALT = games.FILES["salt"].read_text()
WRONG = [
    (MILL, "at: 0103", "at: 0909", "0909 is off the map"),
    (MILL, "at: 0404", "at: 0102", "an enemy of B2 begins in 0102"),
    (MILL, "at: 0103}", "at: 0103, size: 3}", "more than 2 points"),
    (MILL, "{name: R2,", "{name: R1,", "the unit R1 is here twice"),
    (MILL, "{name: R2,", "{name: to,", "to is a word of the orders"),
    (MILL, ", arrives: 2, entry: [0101, 0105]", "", "R4 must begin in exactly one way"),
    (MILL, "arrives: 2, entry: [0101, 0105]", "arrives: 2", "R4 needs both arrives and entry"),
    (MILL, "units: [B3]", "units: [B4]", "there is no unit of blue B4"),
    (MILL, "  show: 2", "  show: 1", "shown in a later turn"),
    (MILL, "[0303-0403]", "[0303-0404]", "0303 has no side with 0404"),
    (MILL, "[0303-0403]", "[0303/0403]", "write two hexes with a dash"),
    (MILL, "[4-4-3, 2-3-3], at: 0102", "[4-4, 2-3-3], at: 0102", "attack, defence and movement"),
    (MILL, "effects: [attacker retreats 1]", "effects: [attacker flees]", "`attacker loses 1`"),
    (MILL, "[defender loses 1, defender retreats 1]", "[defender retreats 1, defender loses 1]",
     "defender loses 1 comes after a retreat"),
    (MILL, "- [ar, ar, no, dr, dr]", "- [ar, ar, no, dr]", "4 results for 5 columns"),
    (MILL, "- [ar, ar, no, dr, dr]", "- [ar, ar, no, dr, xx]", "there is no result xx"),
    (MILL, '"2:1", "3:1"', '"3:1", "2:1"', "in ascending order"),
    (MILL, '"1:2", "1:1"', '"-2", "1:1"', "is not of the form"),
    (MILL, "advance: {paragraph: \"4.3\", units: one}", "advance: {units: one}", "`paragraph` is"),
    (MILL, 'losses: {paragraph: "4.1"}', "", "`losses` is missing"),
    (MILL, 'arrivals: {paragraph: "3.3"}', "", "`arrivals` is missing"),
    (MILL, "  side: red  ", "  side: rot  ", "there is no side rot"),
    (MILL, "hexes: [0403], each: 3", "each: 3", "`hexes` stand beside"),
    (MILL, 'zones: {paragraph: "3.2"', 'zones: {paragraph: "3.9"', "says nothing about 3.9"),
    (MILL, "costs: {horse: 3}", "costs: {hors: 3}", "there is no kind of unit hors"),
    (MILL, "symbol: h, cost", 'symbol: ".", cost', "two kinds have the symbol"),
    (MILL, "  draw: 2", "  draw: 3", "a lead of 3 wins, because `margin` is 3"),
    (MILL, "at: 0404", "at: 404", "404: write a hex with four digits"),
    (MILL, "entry: [0601]", "entry: [601]", "601: write a hex with four digits"),
    (MILL, "symbol: armour", "symbol: canon", 'write one of "", infantry, armour'),
    (MILL, "means: A unit stops", "means: Well, a unit stops", "put text with a comma in quotes"),
    (MILL, 'movement: {paragraph: "3.0"}', "",
     "`movement` is missing; add it. docs/hex-games.md explains the part `movement`"),
    (SALT, "[-2, 0, 2, 4]", "[-2, zero, 2, 4]", 'differences such as "-1" and "+3"'),
    (SALT, "turns: [2, 3]", "turns: [1, 2, 3, 4]", "there are only 3 units to draw"),
    (SALT, "exits: {paragraph", "# exits: {paragraph", "guards has no hexes"),
    (SALT, "kinds: [foot, horse]}\narr", "kinds: [foots]}\narr", "there is no kind of unit foots"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "old", "new", "why"), WRONG)
def test_what_is_wrong_is_named(text: str, old: str, new: str, why: str) -> None:
    assert text.count(old) >= 1, old
    with pytest.raises(PackError) as refused:
        rules_of(text.replace(old, new, 1).encode())
    assert why in str(refused.value)
    assert "line " in str(refused.value) or "is missing" in why  # nothing is on a line then


def test_every_mistake_is_named_at_once() -> None:
    """Those of the form together; and when the form is right, those of what it says."""
    text = MILL.replace("turns: 4", "turns: four").replace("at: 0404", "at: here")
    text = text.replace("no, dr, dr]", "no, dr, xx]", 1).replace("at: 0103", "at: 0909")
    assert blamed(text) == ["about.turns", "units.blue.2.at"]
    text = text.replace("turns: four", "turns: 4").replace("at: here", "at: 0404")
    assert blamed(text) == ["units.red.2.at", "combat.rows.1.5"]


def blamed(text: str) -> list[str]:
    """Return the field of each mistake, in order."""
    with pytest.raises(PackError) as refused:
        rules_of(text.encode())
    return re.findall(r"line \d+, column \d+ \(([^)]*)\): ", str(refused.value))


def test_a_part_with_another_name_is_one_mistake() -> None:
    with pytest.raises(PackError) as refused:
        rules_of(MILL.replace("\nstacking:", "\nstaking:").encode())
    [line] = str(refused.value).split("\n")
    assert "there is no field `staking` here; did you mean stacking?" in line


def test_a_difference_may_have_a_plus() -> None:
    text = SALT.replace("[-2, 0, 2, 4]", '[-2, +0, +2, "+4"]')
    data = rules_of(text.encode())().data()
    assert data.combat.columns == ("-2", "+0", "+2", "+4")
    tables = rules_of(text.encode())().packs.tables(data)
    assert [tables.column(attack, 3) for attack in (0, 2, 3, 4, 5, 7, 9)] == [0, 0, 1, 1, 2, 3, 3]


@pytest.mark.parametrize("name", sorted(games.FILES))
def test_the_test_games_are_right(name: str) -> None:
    assert games.rules(name).data().about.name == name
