"""A hex grid numbered CCRR (column, then row), as most board wargames print it, or lettered M7.

Columns run straight, rows zigzag: every second column sits half a hex lower. Which ones do is the
one thing that a number does not say: `Grid.low` is ``"even"`` or ``"odd"``. Columns and rows
count from 01. Everything is computed once; neighbours and distances are look-ups afterwards.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Literal

from msgspec import Meta

Hex = str
"""Four digits, CCRR; or a letter and the row, as the map of a game has it."""

HEX_FORM = r"^[0-9]{4}$(?!\n)"
HexNumber = Annotated[str, Meta(pattern=HEX_FORM)]
"""A hex in an order or a pack, its form judged as it is read."""

LETTERED_FORM = r"^[A-Z][1-9][0-9]?$(?!\n)"
LetteredHex = Annotated[str, Meta(pattern=LETTERED_FORM)]
"""A hex of a map whose columns are letters and whose rows are numbers from 1."""

Low = Literal["even", "odd"]


def hex_number(column: int, row: int) -> Hex:
    """Write a column and a row, both from 1, as CCRR."""
    return f"{column:02d}{row:02d}"


def lettered(column: int, row: int) -> Hex:
    """Write a column, from 1 to 26, as a letter, and a row after it: M7."""
    return f"{chr(ord('A') + column - 1)}{row}"


def split(here: Hex) -> tuple[str, str]:
    """Return what stands for the column of a hex, and for its row: 12 and 03, or M and 7."""
    at = 1 if "A" <= here[:1] <= "Z" else 2
    return here[:at], here[at:]


class Grid:
    """A rectangle of ``columns`` by ``rows`` hexes; ``low``: which columns sit half a hex lower.

    ``name`` makes the name of a hex from its column and row, both from 1.

    ``hexes`` lists every one, column by column; ``neighbours`` maps a hex to the two to six hexes
    beside it, ascending.
    """

    __slots__ = ("_axial", "_far", "_rings", "columns", "hexes", "low", "neighbours", "rows")

    def __init__(
        self, columns: int, rows: int, low: Low, name: Callable[[int, int], Hex] = hex_number
    ) -> None:
        if not (1 <= columns <= 99 and 1 <= rows <= 99):
            raise ValueError("a grid must have 1 to 99 columns and rows")
        self.columns = columns
        self.rows = rows
        self.low: Low = low
        self._axial: dict[Hex, tuple[int, int]] = {
            name(column, row): (column, row - self._lift(column))
            for column in range(1, columns + 1)
            for row in range(1, rows + 1)
        }
        self._far: dict[tuple[Hex, Hex], int] = {}
        self._rings: dict[tuple[Hex, int], frozenset[Hex]] = {}
        self.hexes: tuple[Hex, ...] = tuple(self._axial)
        by_axial = {axial: number for number, axial in self._axial.items()}
        self.neighbours: dict[Hex, tuple[Hex, ...]] = {
            number: tuple(
                sorted(
                    by_axial[q + dq, z + dz]
                    for dq, dz in ((0, -1), (0, 1), (-1, 0), (-1, 1), (1, -1), (1, 0))
                    if (q + dq, z + dz) in by_axial
                )
            )
            for number, (q, z) in self._axial.items()
        }

    def _lift(self, column: int) -> int:
        """How many rows the columns up to this one have shifted against a straight axis."""
        return (column + 1) // 2 if self.low == "even" else column // 2

    def distance(self, here: Hex, there: Hex) -> int:
        """Count the hexes from one to the other, the last one but not the first. In hexes."""
        found = self._far.get((here, there))
        if found is None:
            q, z = self._axial[here]
            p, y = self._axial[there]
            across, along = p - q, y - z
            found = self._far[here, there] = max(abs(across), abs(along), abs(across + along))
        return found

    def ring(self, here: Hex, away: int) -> frozenset[Hex]:
        """Return every hex whose distance from one is ``away``: the hex itself for 0."""
        found = self._rings.get((here, away))
        if found is None:
            if away == 0:
                found = frozenset((here,))
            else:
                last = self.ring(here, away - 1)
                before = self.ring(here, away - 2) if away > 1 else frozenset[Hex]()
                beside = frozenset[Hex]().union(*map(self.neighbours.__getitem__, last))
                found = beside - last - before
            self._rings[here, away] = found
        return found
