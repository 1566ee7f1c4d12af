"""Standing orders about retreats and advances: which hex, which unit, and their lines."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.errors import FormError
from pbem.kit.maps.hexes import Grid
from pbem.kit.maps.hexstanding import (
    RETREAT_LINES,
    AdvanceAnswers,
    RetreatAnswers,
    hexes_named,
    units_advancing,
)
from pbem.kit.maps.hexwords import HexWords
from pbem.kit.typed.grammar import StandingGrammar

GRID = Grid(9, 9, "even")
UNITS = ("A", "B", "C", "any-1")


class Line(HexWords):
    """A map of 81 hexes, four units."""

    def __init__(self, line: str) -> None:
        super().__init__(line, GRID.hexes, ())

    def unit(self, *, what: str = "a unit", others: Collection[str] = ()) -> str:
        word = self.take(what)
        if word.text not in UNITS:
            raise word.wrong(f"{word.text!r} is not a unit, nor {', '.join(others)}")
        return word.text


def retreat(**answers: Any) -> RetreatAnswers:
    return msgspec.convert(answers, RetreatAnswers)


def advance(*lines: tuple[str, Any], **other: Any) -> AdvanceAnswers:
    reported = [{"into": into, "with": units} for into, units in lines]
    return msgspec.convert({"lines": reported, **other}, AdvanceAnswers)


STEPS = ("0404", "0405", "0505")


@pytest.mark.parametrize(
    ("answers", "step"),
    [
        (retreat(units={"A": ["0101", "0505", "0404"]}), "0505"),
        (retreat(units={"A": ["0505"]}, toward="0401"), "0505"),
        (retreat(units={"A": ["0101"]}, toward="0401"), "0404"),
        (retreat(units={"B": ["0505"]}), None),
        (retreat(toward="0409"), "0405"),
        (retreat(toward="0805"), "0505"),
        (retreat(toward="any"), "0404"),
        (retreat(), None),
    ],
)
def test_a_unit_goes_where_it_prefers_else_toward_a_hex(
    answers: RetreatAnswers, step: str | None
) -> None:
    assert answers.choose("A", STEPS, GRID.distance) == step


def test_of_hexes_equally_near_the_lowest_whatever_their_order() -> None:
    near = [number for number in GRID.neighbours["0505"] if GRID.distance(number, "0505") == 1]
    assert retreat(toward="0505").choose("A", near[::-1], GRID.distance) == min(near)
    assert retreat(toward="any").choose("A", near[::-1], GRID.distance) == min(near)


def test_where_nothing_is_left_nothing_is_said() -> None:
    assert retreat(toward="any").choose("A", (), GRID.distance) is None


@pytest.mark.parametrize(
    ("answers", "found"),
    [
        (advance(("0404", ["C", "B"])), ("B", "0404")),
        (advance(("0404", ["C"])), None),
        (advance(("0405", ["A"]), ("any", ["B"])), ("B", "0404")),
        # The line that names the hex goes before an earlier one for any hex.
        (advance(("any", ["A"]), ("0404", ["B"])), ("B", "0404")),
        (advance(("0505", "any")), ("A", "0505")),
        (advance(("any", "any")), ("A", "0404")),
        (advance(("0101", "any")), None),
        (advance(**{"else": "none"}), None),
    ],
)
def test_the_first_line_that_fits_the_first_hex(
    answers: AdvanceAnswers, found: tuple[str, str] | None
) -> None:
    assert answers.choose(["0404", "0505"], ["A", "B"]) == found


def test_every_hex_and_list_of_units_is_found() -> None:
    going = retreat(units={"A": ["0101", "0102"], "B": ["0103"]}, toward="0104")
    coming = advance(("0105", ["A", "B"]), ("any", ["C"]), ("0106", "any"))
    named = ["0101", "0102", "0103", "0104", "0105", "0106"]
    assert list(hexes_named(going, coming)) == named
    assert list(hexes_named(retreat(toward="any"), None)) == []
    assert list(units_advancing(coming)) == [("A", "B"), ("C",)]
    assert list(units_advancing(None)) == []


class Standing(msgspec.Struct):
    retreat: RetreatAnswers | None = None
    advance: AdvanceAnswers | None = None


GRAMMAR: StandingGrammar[Line] = StandingGrammar(Standing, {"retreat": RETREAT_LINES})


def read(line: str) -> dict[str, Any]:
    return GRAMMAR.read(Line(line))


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("standing retreat", "the line ends too early: a unit, `toward` or `any` must follow"),
        ("standing retreat tward 0404", "'tward' is not a unit, nor toward, any"),
        ("standing retreat toward", "the line ends too early: a hex must follow"),
        ("standing advance non", "column 18: 'non' is not a hex; a hex has four digits"),
        ("standing advance non", "; did you mean none"),
        (
            "standing advance any wit A",
            "column 22: 'wit' is not a part of `standing advance`; did you mean with?",
        ),
        ("standing advance any with ayn", "column 27: 'ayn' is not a unit, nor any"),
        ("standing advance any with A A", "column 29: A is named twice"),
        ("standing advance none A", "column 23: 'A' is too much here"),
    ],
)
def test_a_slip_is_reported_with_its_column_and_cure(line: str, words: str) -> None:
    with pytest.raises(FormError) as caught:
        read(line)
    assert words in str(caught.value)


hexes = st.sampled_from(GRID.hexes)
units = st.sampled_from(UNITS)
retreats = st.dictionaries(units, st.lists(hexes, min_size=1, max_size=3), max_size=3)
advances = st.lists(
    st.fixed_dictionaries(
        {
            "into": hexes | st.just("any"),
            "with": st.lists(units, min_size=1, max_size=3, unique=True) | st.just("any"),
        }
    ),
    max_size=3,
)


@given(retreats, hexes | st.just("any"), advances)
def test_printed_lines_read_back(
    prefer: dict[str, list[str]], toward: str, lines: list[dict[str, Any]]
) -> None:
    reported = GRAMMAR.write({"retreat": {"units": prefer, "toward": toward}})
    assert [read(line)["retreat"] for line in reported] == [
        *({"units": {unit: where}} for unit, where in prefer.items()),
        {"toward": toward},
    ]
    reported = GRAMMAR.write({"advance": {"lines": lines, "else": "none"}})
    assert [read(line)["advance"] for line in reported] == [
        *({"lines": [line]} for line in lines),
        {"else": "none"},
    ]
    assert GRAMMAR.write({"retreat": {}, "advance": {}}) == []
