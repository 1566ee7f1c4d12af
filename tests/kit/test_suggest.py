"""A misspelt name gets the nearest one."""

from __future__ import annotations

from itertools import product

from pbem.kit.typed.suggest import did_you_mean, distance, nearest


def test_slips_are_counted() -> None:
    assert distance("1203", "1203") == 0
    assert distance("1203", "1230") == 1
    assert distance("move", "mvoe") == 1
    assert distance("attack", "atack") == 1
    assert distance("", "ab") == 2


def test_slips_beyond_the_most_are_not_counted_to_the_end() -> None:
    """Every pair of short texts of two signs: up to the most the count is the same, else above."""
    texts = ["".join(signs) for size in range(5) for signs in product("ab", repeat=size)]
    for left, right, most in product(texts, texts, range(4)):
        slips, reported = distance(left, right), distance(left, right, most)
        assert reported == slips if slips <= most else reported > most


def test_nearest_first_and_only_near_ones() -> None:
    assert nearest("retraet", ["move", "retreat", "advance"]) == ["retreat"]
    assert nearest("5base", ["25", "5-Base", "9"])[0] == "5-Base"
    assert nearest("zzzz", ["move", "land"]) == []
    assert nearest("", ["1"]) == []


def test_a_name_that_shares_no_sign_is_not_near() -> None:
    assert nearest("I", ["7", "U7", "x"]) == []
    assert nearest("i", ["I", "I7"]) == ["I", "I7"]
    assert nearest("V7", ["7", "27"]) == ["7", "27"]


def test_the_hint_is_a_clause_or_nothing() -> None:
    assert did_you_mean("lnad", ["move", "land"]) == "; did you mean land?"
    assert did_you_mean("x" * 500, ["move"]) == ""
