"""Charts as plain data: rows, columns by their lowest number, options."""

from __future__ import annotations

import msgspec
import pytest

from pbem.kit.charts import Chart, cell, provenances, ranges, row, rows, signed
from pbem.kit.contract import Option
from pbem.kit.options import options_chart
from pbem.kit.paragraphs import Meanings, Ruling, rulings_chart


@pytest.mark.parametrize(
    ("value", "reported"),
    [(None, "-"), (True, "yes"), (False, "no"), (0, "0"), (-2, "-2"), ("a", "a")],
)
def test_a_value_has_one_text(value: object, reported: str) -> None:
    assert cell(value) == reported


def test_columns_are_named_by_what_is_read_in_them() -> None:
    assert ranges([None, -4, -2, 0, 1, 2, 4]) == (
        "..-5",
        "-4..-3",
        "-2..-1",
        "0",
        "1",
        "2..3",
        "4..",
    )


@pytest.mark.parametrize(("number", "reported"), [(2, "+2"), (-1, "-1"), (0, "0")])
def test_what_is_added_has_a_sign(number: int, reported: str) -> None:
    assert signed(number) == reported


def test_provenances_stand_once_in_their_order() -> None:
    found = (*rows("printed", [(1, 2), (3, 4)]), row("reconstructed", 5, 6), row("printed", 7, 8))
    chart = Chart("combat", "Title", "7.4", ("a", "b"), found)
    assert provenances(chart) == ["printed", "reconstructed"]
    assert [one.cells for one in chart.rows] == [("1", "2"), ("3", "4"), ("5", "6"), ("7", "8")]
    assert msgspec.json.decode(msgspec.json.encode(chart), type=Chart) == chart


def test_options_say_what_they_are_and_may_be() -> None:
    options = {
        "gsp": Option(10, tuple(range(31)), "points", "9.0"),
        "by": Option("owner", ("owner", "victor"), "who chooses", "7.7"),
        "banzai": Option(False, (False, True), "Banzai", "10.0"),
        "areas": Option(0, (0, *range(20, 38)), "a handicap", "10.2"),
        "who": Option("a", ("a", "b", "c", "d", "e"), "who wins", "7.6"),
        "how": Option("plain", ("plain", "levels", "decisive", "total"), "how one wins", "7.6"),
    }
    chosen = {"gsp": 7, "by": "victor", "banzai": True, "areas": 0, "who": "a", "how": "total"}
    chart = options_chart(options, chosen)
    assert [one.cells for one in chart.rows] == [
        ("gsp", "9.0", "7", "0 to 30", "points"),
        ("by", "7.7", "victor", "owner, victor", "who chooses"),
        ("banzai", "10.0", "yes", "no, yes", "Banzai"),
        ("areas", "10.2", "0", "0, 20 to 37", "a handicap"),
        ("who", "7.6", "a", "a, b, c, d, e", "who wins"),
        ("how", "7.6", "total", "one of 4", "how one wins (plain, levels, decisive, total)"),
    ]


def test_rulings_on_a_part_are_on_the_whole() -> None:
    meanings = Meanings(
        {"9.5.2": "a"},
        {
            "R1": Ruling(("9.5.2D",), "one"),
            "R2": Ruling(("9.5", "9.5.2"), "two"),
            "R3": Ruling(("9.5.21",), "three"),
        },
    )
    assert meanings.on("9.5.2") == ["R1", "R2"]
    assert meanings.on("9.5") == ["R2"]
    assert [one.cells for one in rulings_chart(meanings).rows] == [
        ("R1", "9.5.2D", "one"),
        ("R2", "9.5, 9.5.2", "two"),
        ("R3", "9.5.21", "three"),
    ]
