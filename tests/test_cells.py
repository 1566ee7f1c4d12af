"""Text in lines of so many cells."""

from __future__ import annotations

import textwrap

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.cells import cells, wrap

WIDE = "\u65e5\u672c\u8a9e"  # each takes two cells
COMBINING = "e\u0301"  # two characters in one cell


@pytest.mark.parametrize(
    ("text", "taken"), [("abc", 3), (WIDE, 6), (COMBINING, 1), ("\x1b[2m" + WIDE, 10), ("", 0)]
)
def test_cells(text, taken):
    assert cells(text) == taken


def test_wide_text_is_wrapped_by_cells_and_not_by_characters():
    assert wrap(f"{WIDE} {WIDE} {WIDE}", 13) == [f"{WIDE} {WIDE}", WIDE]
    assert wrap(f"{COMBINING * 6} {COMBINING * 6}", 13) == [f"{COMBINING * 6} {COMBINING * 6}"]


def test_indents():
    assert wrap(f"ab {WIDE} cd", 8, initial_indent="> ", subsequent_indent="  ") == [
        "> ab", f"  {WIDE}", "  cd",
    ]  # fmt: skip


def test_a_word_longer_than_a_line_is_broken():
    assert wrap(WIDE * 4, 6) == [WIDE] * 4


@given(st.text(alphabet=st.sampled_from(f"ab \u65e5\u00e9{COMBINING}-"), max_size=60))
def test_no_line_is_too_long_and_nothing_is_lost(text):
    lines = wrap(text, 8)
    assert all(cells(line) <= 8 for line in lines)
    assert "".join(lines).replace(" ", "") == text.replace(" ", "")


@given(st.text(alphabet="ab -", max_size=60))
def test_ascii_is_wrapped_as_ever(text):
    assert wrap(text, 9) == textwrap.wrap(text, 9, break_on_hyphens=False)
