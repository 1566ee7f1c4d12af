"""The walls between the boxes of an area map: thin, or heavy where the front runs."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.kit.picture import Area

FRONT = "#"
"""The sign of the walls between areas that different sides hold."""


class Walls:
    """The walls of a grid of boxes; ``cell``: characters from one box to the next in its row.

    ``row``: counted from 0, from above.
    """

    def __init__(self, areas: Sequence[Area], cell: int) -> None:
        self.cell = cell
        self.rows = max((area.row for area in areas), default=-1) + 1
        self._boxes = [
            sorted((area for area in areas if area.row == row), key=lambda area: area.column)
            for row in range(self.rows)
        ]
        self._ends = max((self.start(area) for area in areas), default=0) + cell

    def start(self, area: Area) -> int:
        """Return where the left wall of a box stands."""
        return area.column * self.cell // 2

    def boxes(self, row: int) -> list[Area]:
        """Return the boxes of a row, from the left; none above the first and below the last."""
        return self._boxes[row] if 0 <= row < self.rows else []

    def above(self, row: int) -> str:
        """Return the walls above a row, or below the last one."""
        corners = {
            at
            for beside in (row - 1, row)
            for area in self.boxes(beside)
            for at in (self.start(area), self.start(area) + self.cell)
        }
        line = ""
        for at in range(self._ends + 1):
            around = [
                area
                for beside in (row - 1, row)
                for side in (at - 1, at + 1)
                if (area := self._owner(beside, side)) is not None
            ]
            line += _wall(around, "+" if at in corners else "-")
        return line

    def beside(self, row: int) -> list[str | int]:
        """Return a line of a row: walls and gaps as text, the boxes by their rank from the left."""
        parts: list[str | int] = []
        at = 0
        for rank, area in enumerate(self.boxes(row)):
            start = self.start(area)
            if start >= at:
                parts.append(" " * (start - at) + _wall([area], "|"))
            parts.append(rank)
            at = start + self.cell + 1
            after = self._owner(row, at)
            around = [area] if after is None else [area, after]
            parts.append(_wall(around, "|"))
        return parts

    def _owner(self, row: int, at: int) -> Area | None:
        """Return the area inside whose box a column of a row is."""
        for area in self.boxes(row):
            if self.start(area) < at < self.start(area) + self.cell:
                return area
        return None


def _wall(around: Sequence[Area], thin: str) -> str:
    """Return one character of a wall between areas."""
    if not around:
        return " "
    return FRONT if len({area.holder for area in around}) > 1 else thin
