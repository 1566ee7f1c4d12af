"""Faults of 1.0.0 that were put back are found at the numbers that the README names."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from fuzz.planted import PLANTED, planted, sees, wrong

README = (Path(__file__).parent / "README.md").read_text()
SOON = ("fuzz", "doors.growing")
"""Searches of which one number takes no minutes, if no fault was put in."""
COSTLY = [name for name, one in PLANTED.items() if not one.search.name.startswith("fuzz")]


@pytest.mark.parametrize(
    "name",
    [pytest.param(one, marks=pytest.mark.long(2) if one in COSTLY else ()) for one in PLANTED],
)
def test_a_fault_that_was_put_back_is_found_where_the_page_says(name: str) -> None:
    search = PLANTED[name].search
    with planted(name):
        assert sees(search, search.at)
    if search.name.startswith(SOON):
        assert wrong(search, search.at) == ""


def test_the_page_has_each_fault_with_its_number() -> None:
    row = re.compile(r"^\| ([PD][0-9]) \| `([a-z-]+)` \|.*\| ([0-9]+) \| [0-9,]+ \|", re.MULTILINE)
    named = [(one.row, name, str(one.search.at)) for name, one in PLANTED.items()]
    assert row.findall(README) == named
