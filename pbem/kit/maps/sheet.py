"""A hex map as people type it into a pack: one line of terrain symbols for each row of hexes."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Annotated, Any

from msgspec import Meta, Struct

from pbem.errors import PackError
from pbem.kit.maps.hexes import Hex, HexNumber, Low, hex_number
from pbem.kit.typed.pack import Fault

Text = Annotated[str, Meta(min_length=1, max_length=300)]


class Sheet(Struct, frozen=True, forbid_unknown_fields=True):
    """The map sheet: ``grid`` holds a line of blank-separated terrain tokens for each row."""

    provenance: Text
    columns: Annotated[int, Meta(ge=1, le=99)]
    rows: Annotated[int, Meta(ge=1, le=99)]
    low_columns: Low
    grid: tuple[str, ...]
    places: dict[HexNumber, Text] = {}


class HexList(Struct, frozen=True, forbid_unknown_fields=True):
    """Hexes and where the list comes from."""

    provenance: Text
    hexes: tuple[HexNumber, ...]


def read_sheet(
    sheet: Sheet, words: Mapping[str, str], name: Callable[[int, int], Hex] = hex_number
) -> dict[Hex, str]:
    """Return the terrain of every hex, ascending.

    Args:
        sheet: The lines of the map.
        words: Token -> terrain.
        name: Makes the name of a hex from its column and row, both from 1.

    Raises:
        PackError: The lines do not fit the announced size, or a token is unknown.
    """
    if len(sheet.grid) != sheet.rows:
        raise PackError(f"map: {len(sheet.grid)} rows are given, but there should be {sheet.rows}")
    terrain: dict[Hex, str] = {}
    for row, line in enumerate(sheet.grid, start=1):
        tokens = line.split()
        if len(tokens) != sheet.columns:
            raise PackError(
                f"map: row {row:02d} has {len(tokens)} hexes, but should have {sheet.columns}"
            )
        for column, token in enumerate(tokens, start=1):
            if token not in words:
                raise PackError(
                    f"map: row {row:02d}, column {column:02d}: there is no terrain {token!r}"
                )
            terrain[name(column, row)] = words[token]
    return dict(sorted(terrain.items()))


def sheet_faults(sheet: Sheet, tokens: Collection[str]) -> Iterator[Fault]:
    """Yield what is wrong with a sheet at ``map``: rows, columns, symbols, places off the map.

    ``tokens``: the symbols of the terrain.
    """
    for row, line in enumerate(sheet.grid):
        symbols = line.split()
        for column, token in enumerate(symbols, 1):
            if token not in tokens:
                what = (
                    f"row {row + 1:02d}, column {column:02d}: no terrain has the symbol {token!r}"
                )
                yield ("map", "grid", row), f"{what}; the symbols are {' '.join(sorted(tokens))}"
        if len(symbols) != sheet.columns:
            what = f"row {row + 1:02d} has {len(symbols)} symbols for {sheet.columns} columns"
            yield ("map", "grid", row), f"{what}; write one symbol for each, with spaces between"
    if len(sheet.grid) != sheet.rows:
        yield (
            ("map", "grid"),
            f"{len(sheet.grid)} lines for {sheet.rows} rows; write one line for each row",
        )
    for number in sheet.places:
        column, row = int(number[:2]), int(number[2:])
        if not (1 <= column <= sheet.columns and 1 <= row <= sheet.rows):
            yield ("map", "places", number), f"{number} is off the map"


def hexes_as_text(raw: Any) -> Any:
    """Return lists and mappings with numbers as text: 0802 reads as text anyway, 1203 does not.

    So hexes may stand in a pack without quotes. Other values stay as they are.
    """
    if isinstance(raw, list):
        return [hexes_as_text(value) for value in raw]
    if isinstance(raw, dict):
        return {key: hexes_as_text(value) for key, value in raw.items()}
    return str(raw) if isinstance(raw, int) and not isinstance(raw, bool) else raw
