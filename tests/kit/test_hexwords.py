"""Words of a line on a hex map: hexes of the map, units, and the answers to slips."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any

import pytest

from pbem.errors import FormError
from pbem.kit.maps.hexwords import HexWords, looks_like_hex


class Line(HexWords):
    """A map of three hexes, one of which nobody enters; two units."""

    def __init__(self, line: str) -> None:
        super().__init__(line, ("0101", "0102", "0202"), ("0202",))

    def unit(self, *, what: str = "a unit", others: Collection[str] = ()) -> str:
        word = self.take(what)
        if word.text not in {"A", "B"}:
            raise word.wrong(f"{word.text} is none of A, B, {', '.join(others)}")
        return word.text


def reported(read: Callable[[], Any]) -> str:
    with pytest.raises(FormError) as caught:
        read()
    return str(caught.value)


def test_a_hex_is_one_of_the_map() -> None:
    assert Line("0102").hex() == "0102"
    assert reported(Line(" 9999").hex) == "column 2: 9999 is off the map"
    assert reported(Line("move").hex) == (
        "column 1: 'move' is not a hex; a hex has four digits, column then row"
    )
    assert reported(Line("").hex) == "the line ends too early: a hex must follow"


def test_a_slip_means_a_likely_hex_before_others() -> None:
    assert reported(Line("0201").hex).endswith("is off the map; did you mean 0202 or 0101 or 0102?")
    assert reported(Line("02O2").hex).endswith("; did you mean 0202 or 0102?")


def test_a_letter_for_a_figure_means_the_figure() -> None:
    assert reported(Line("O1O1").hex).endswith("; did you mean 0101?")
    assert reported(Line("0l02").hex).endswith("; did you mean 0102 or 0202 or 0101?")
    assert "9999" not in reported(Line("O9O9").hex)


def test_a_slip_may_mean_another_word_that_could_stand_there() -> None:
    assert reported(lambda: Line("witj").hex("with")).endswith("; did you mean with?")
    assert reported(lambda: Line("0101 witj").hexes(stop=("with",))).endswith(
        "; did you mean with?"
    )


def test_hexes_and_units_go_on_to_the_end_or_a_word() -> None:
    line = Line("0101 0102 0101 with A B as")
    assert line.hexes(stop=("with",)) == ("0101", "0102", "0101")
    assert line.take_if("with")
    assert line.units(stop=("as",)) == ("A", "B")
    assert line.peek() == "as"


def test_units_are_named_once_and_know_what_else_might_stand_there() -> None:
    assert reported(Line("A B A").units) == "column 5: A is named twice; name it once"
    assert reported(lambda: Line("A sa").units(stop=("as",))) == "column 3: sa is none of A, B, as"


@pytest.mark.parametrize("joint", ["and", "AND", "&", "+"])
def test_names_are_separated_by_blanks_or_commas(joint: str) -> None:
    why = f"column 3: {joint!r} is not a name; put spaces or commas between names"
    assert reported(Line(f"A {joint} B").units) == why
    assert reported(Line(f"0101 {joint} 0102").hexes).endswith(
        "; put spaces or commas between names"
    )
    assert Line("A, B").units() == ("A", "B")


def test_units_know_what_else_may_stand_there() -> None:
    line = Line("")
    assert reported(lambda: line.units(what="a unit or `all`")) == (
        "the line ends too early: a unit or `all` must follow"
    )


@pytest.mark.parametrize(
    ("text", "likely"), [("0101", True), ("9999", True), ("101", False), ("01010", False)]
)
def test_four_digits_look_like_a_hex(text: str, likely: bool) -> None:
    assert looks_like_hex(text) is likely
    assert not looks_like_hex(f"{text}\n")
