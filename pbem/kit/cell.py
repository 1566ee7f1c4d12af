"""The cell of a chart from which a result was read.

Every result that a game reads (`Game.reading`) is found in one of its charts on combat, in the
column and beside the die that the reading names; a general test holds each game to that.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from pbem.kit.charts import Chart
from pbem.kit.contract import Reading

COMBAT = "combat"
_RANGE = re.compile(r"(-?[0-9]+)?\.\.(-?[0-9]+)?", re.ASCII)


class Cell(NamedTuple):
    """A cell of a chart: its title and paragraph, the ``column`` and ``row`` by their headings.

    ``text`` is what the cell says, of a list of results the rest of its line; ``provenance``: where
    that line comes from.
    """

    chart: str
    paragraph: str
    column: str
    row: str
    text: str
    provenance: str


def read_off(charts: Sequence[Chart], reading: Reading) -> Cell | None:
    """Return the cell from which a reading was read, None where no chart on combat has it."""
    combat = [chart for chart in charts if chart.topic == COMBAT]
    for find in (_in_grid, _in_list):
        for chart in combat:
            cell = find(chart, reading)
            if cell is not None:
                return cell
    return None


def _in_grid(chart: Chart, reading: Reading) -> Cell | None:
    """Find the die in the first column, and the column of the reading in the heading."""
    if not reading.face or not reading.column:
        return None
    at = next((i for i, head in enumerate(chart.columns) if i and _fits(head, reading.column)), 0)
    for row in chart.rows if at else ():
        if row.cells[0] == str(reading.face) and row.cells[at] == reading.result:
            return Cell(
                chart.title,
                chart.paragraph,
                chart.columns[at],
                f"{chart.columns[0]} {row.cells[0]}",
                row.cells[at],
                row.provenance,
            )
    return None


def _in_list(chart: Chart, reading: Reading) -> Cell | None:
    """Find a line that begins with the result, or has it as its second word."""
    for row in chart.rows:
        cells = [cell.casefold() for cell in row.cells]
        if reading.result.casefold() in cells[:2]:
            rest = "; ".join(
                f"{head} {cell}" for head, cell in zip(chart.columns, row.cells, strict=False)
            )
            return Cell(chart.title, chart.paragraph, "", "", rest, row.provenance)
    return None


def _fits(head: str, column: str) -> bool:
    """Say whether a heading is a column, or a range of numbers in which it lies."""
    if head == column:
        return True
    number = _number(column)
    if number is None:
        return False
    found = _RANGE.fullmatch(head)
    if found is None:
        return _number(head) == number
    low, high = found.groups()
    return (low is None or int(low) <= number) and (high is None or number <= int(high))


def _number(text: str) -> int | None:
    return int(text) if re.fullmatch(r"[+-]?[0-9]+", text, re.ASCII) else None
