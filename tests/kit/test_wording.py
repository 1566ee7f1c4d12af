from __future__ import annotations

import pytest

from pbem.kit.wording import (
    counted,
    doubt,
    listed,
    retreat_prompt,
    sure,
    with_stop,
    without_stop,
)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [((), ""), (("a",), "a"), (("a", "b"), "a and b"), (("a", "b", "c"), "a, b and c")],
)
def test_words_are_joined_as_in_a_sentence(words: tuple[str, ...], sentence: str) -> None:
    assert listed(words) == sentence


def test_one_is_singular() -> None:
    assert [counted(n, "point") for n in (0, 1, 2)] == ["0 points", "1 point", "2 points"]


def test_one_retreat_is_asked_about_by_name() -> None:
    assert retreat_prompt(["2Tk"]) == "Where does 2Tk retreat to?"
    assert retreat_prompt(["7", "27"]) == "Which of these retreats next, and where to: 7, 27?"


@pytest.mark.parametrize(
    ("provenance", "word"),
    [
        ("reconstructed: made to fit", "reconstructed"),
        ("second-hand, one source", "second-hand"),
        ("rulebook 6.3", ""),
        ("printed, not reconstructed", ""),
    ],
)
def test_a_doubt_is_what_a_provenance_begins_with(provenance: str, word: str) -> None:
    assert doubt(provenance) == word


def test_how_sure_a_value_is_stands_in_brackets() -> None:
    assert sure("published: 6.1") == ""
    assert sure("reconstructed: the map") == " (reconstructed)"
    assert sure("second-hand: a list", "values") == " (second-hand values)"


def test_a_name_with_a_full_stop_ends_a_sentence_once() -> None:
    assert with_stop("alice plays U.S.") == "alice plays U.S."
    assert with_stop("alice plays Brask") == "alice plays Brask."
    assert without_stop("10 orders for U.S.") == "10 orders for U.S."
    assert without_stop("10 orders for Brask.") == "10 orders for Brask"
