"""The sheet of a hex map in a pack: read hex by hex, and judged row by row."""

from __future__ import annotations

import pytest

from pbem.errors import PackError
from pbem.kit.maps.sheet import Sheet, hexes_as_text, read_sheet, sheet_faults

WORDS = {".": "clear", "^": "mountain"}


def _sheet(*grid: str, places: dict[str, str] | None = None) -> Sheet:
    return Sheet("printed", 3, 2, "even", grid, places or {})


def test_columns_count_to_the_right_and_rows_down() -> None:
    terrain = read_sheet(_sheet(". . ^", "^  .  ."), WORDS)
    assert list(terrain) == ["0101", "0102", "0201", "0202", "0301", "0302"]
    assert [number for number, word in terrain.items() if word == "mountain"] == ["0102", "0301"]


@pytest.mark.parametrize(
    ("sheet", "place", "words"),
    [
        (_sheet(". . .", ". ."), ("map", "grid", 1), "2 symbols for 3 columns"),
        (_sheet(". . .", ". # ."), ("map", "grid", 1), "row 02, column 02: no terrain"),
        (_sheet(". . ."), ("map", "grid"), "1 lines for 2 rows"),
    ],
)
def test_a_sheet_that_does_not_fit_is_reported_and_not_read(
    sheet: Sheet, place: tuple[str | int, ...], words: str
) -> None:
    path, what = next(sheet_faults(sheet, WORDS))
    assert path == place
    assert words in what
    with pytest.raises(PackError, match="map: "):
        read_sheet(sheet, WORDS)


@pytest.mark.parametrize("number", ["0401", "0103", "0001", "0100"])
def test_a_place_off_the_map_is_reported(number: str) -> None:
    faults = list(sheet_faults(_sheet(". . .", ". . .", places={number: "Nowhere"}), WORDS))
    assert faults == [(("map", "places", number), f"{number} is off the map")]
    assert not list(sheet_faults(_sheet(". . .", ". . .", places={"0302": "Here"}), WORDS))


def test_hexes_need_no_quotes() -> None:
    raw = {"hexes": ["0802", 1203], "setup": {"1/135": 3418}, "known": True, "none": None}
    assert hexes_as_text(raw) == {
        "hexes": ["0802", "1203"],
        "setup": {"1/135": "3418"},
        "known": True,
        "none": None,
    }
