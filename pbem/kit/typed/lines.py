"""The lines of an order list that a game reads, as players write them: their list and its charts.

A file of a game's data has them. `pbem chart GAME orders` and the charts of the board print them,
and the page of the game's orders is made of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

import msgspec

from pbem.errors import FormError
from pbem.kit.charts import Chart, rows
from pbem.kit.typed import strict_yaml

LINES = "lines.yaml"
"""The name of the file, in the data of a game."""

ORDERS = "orders"
"""The topic of their charts."""


class Line(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A form of line: how players ``write`` it, and what it ``means``; between backticks is code.

    Words in capitals stand for names.
    """

    write: str
    means: str

    @property
    def words(self) -> list[str]:
        """The word with which each of these lines begins."""
        return re.findall(r"(?:^|, )`(\w+)", self.write)


class Lines(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The lines of a game: ``orders``, and ``standing`` orders."""

    orders: tuple[Line, ...] = ()
    standing: tuple[Line, ...] = ()


def read_lines(data: bytes, name: str) -> Lines:
    """Read the lines of a game from YAML; raises `FormError` with the ``name`` of the file."""
    try:
        return msgspec.convert(strict_yaml.read(data, name=name), Lines)
    except msgspec.ValidationError as error:
        raise FormError(f"{name}: {error}") from None


def lines_charts(lines: Lines) -> list[Chart]:
    """Return the lines of a game as charts."""
    titled = (("Orders", lines.orders), ("Standing orders", lines.standing))
    return [_chart(title, found) for title, found in titled if found]


def _chart(title: str, found: Iterable[Line]) -> Chart:
    """Return a chart whose last column, which may be folded, has the line and its meaning."""
    told = ((one.words[0], f"{_bare(one.write)}: {_bare(one.means)}") for one in found)
    written = rows("project: as this program reads them", told)
    return Chart(ORDERS, title, "", ("order", "line, and what it means"), written)


def _bare(text: str) -> str:
    return text.replace("`", "")
