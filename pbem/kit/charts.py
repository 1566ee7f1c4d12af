"""Charts of a game: what its tables say, and the source of every line.

A game lists them in its module ``charts``, made of the data that it is played with. A chart is
facts and figures in this project's words, never a sentence of a rulebook.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

TOPICS = {
    "combat": "how attacks are resolved",
    "terrain": "what terrain does to movement and combat",
    "sequence": "the phases in order, and where a game stands",
    "units": "every unit with its factors",
    "victory": "who wins, and how",
}
"""The topics of the charts of every game -> their content, in a line."""

MORE_TOPICS = {
    "supply": "what supply provides and costs",
    "cards": "the cards of a deck, and how many each player holds",
    "events": "what the dice choose at random",
    "track": "what each turn brings",
    "map": "what is in each place",
    "setup": "how a game begins, and who arrives when",
    "orders": "the lines of an order list, and of standing orders",
    "words": "what the abbreviations mean",
    "options": "what players can agree when they open a game",
    "rulings": "our decisions where the rulebook is not clear",
}
"""The other topics that the charts of a game may have. The last four are reported alike by all
games."""

SEQUENCE = "sequence"
"""The topic whose rows are the steps of play."""
WHOLE_NAME = "its whole name"
"""The column of a chart of units that has a unit's name in words."""
WHAT_IT_DOES = "what it does"
"""The column of a chart of cards that has a card's text, in the words of this project."""
END = "end"
"""The last step of a sequence of play, which is that of the game."""

ORIGINS = {
    "published": "taken from the published game",
    "rulebook": "from that paragraph of the published rulebook",
    "printed": "entered by an owner of the printed game",
    "second-hand": "not taken from the published game, but reported by others",
    "reconstructed": "not from the publisher, but made to fit what is known",
    "project": "from this project: a ruling, an option, a name",
}
"""The word with which a provenance begins -> what it means. An owner's pack may have others."""


class Row(msgspec.Struct, frozen=True):
    """A line of a chart, a text for each column, and where it comes from."""

    cells: tuple[str, ...]
    provenance: str


class Chart(msgspec.Struct, frozen=True):
    """One table of a ``topic``, ``paragraph``: that of the rulebook which uses it.

    The last column is the one that may be long. ``notes`` are sentences to be read with it.
    """

    topic: str
    title: str
    paragraph: str
    columns: tuple[str, ...]
    rows: tuple[Row, ...]
    notes: tuple[str, ...] = ()


def rows(provenance: str, lines: Iterable[Sequence[object]]) -> tuple[Row, ...]:
    """Return rows of one provenance; what is None is reported as ``-``, yes and no as words.

    ``provenance``: where the values come from, beginning with a word of `ORIGINS`. ``lines``: the
    values of each row.
    """
    return tuple(row(provenance, *line) for line in lines)


def row(provenance: str, *values: object) -> Row:
    """Return one row, its cells ``values`` as in `rows`."""
    return Row(tuple(map(cell, values)), provenance)


def cell(value: object) -> str:
    """Return a value as it stands in a chart."""
    if value is None:
        return "-"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


def provenances(chart: Chart) -> list[str]:
    """Return where the rows of a chart come from, each once, in their order."""
    return list(dict.fromkeys(row.provenance for row in chart.rows))


def signed(number: int) -> str:
    """Return what is added or taken away with its sign; ``0`` has none."""
    return f"{number:+}" if number else "0"


def ranges(lowest: Sequence[int | None]) -> tuple[str, ...]:
    """Name the columns of a table by the lowest number that is read in each, ascending.

    None stands for a first column that has no lowest number.
    """
    ends = [*(low - 1 for low in lowest[1:] if low is not None), None]
    return tuple(_range(low, high) for low, high in zip(lowest, ends, strict=True))


def _range(low: int | None, high: int | None) -> str:
    if low is None or high is None:
        return f"..{high}" if low is None else f"{low}.."
    return str(low) if low == high else f"{low}..{high}"
