"""Orders as lines, made of the fields of their forms (`pbem.kit.typed.terms`).

The first word is the order's. The fields without a default value follow in their order, then those
with one, each after its own name::

    class Shell(Order, frozen=True, tag="shell"):
        at: Hex
        guns: tuple[Unit, ...]
        points: Points = 0
        smoke: bool = False

reads and prints ``shell 1204 A/1 B/1 points 2 smoke``. A field after a list has its name before it
too, whether it has a default value or not. A flag is its name alone.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import islice
from typing import Any

from pbem.kit.contract import Order
from pbem.kit.typed.grammar import Grammar
from pbem.kit.typed.shapes import Naming
from pbem.kit.typed.terms import Term
from pbem.kit.typed.words import Words

LOOKED_AT = 500
"""Legal orders in whose fields names are looked for that somebody wrote in another case."""


class FieldLine(Words):
    """A line, and the names in the legal orders of a position."""

    def __init__(self, line: str, game: Any, position: Any) -> None:
        super().__init__(line)
        self._game = game
        self._position = position

    def name(self, do: str, field: str) -> str:
        """Read a text of ``field``; capitals do not count if a legal order has it there.

        ``do`` is the word of the order.
        """
        word = self.take(field)
        return word.among(self._legal(do, field)) or word.text

    def _legal(self, do: str, field: str) -> Iterator[str]:
        for order in islice(self._game.legal(self._position), LOOKED_AT):
            if order.__struct_config__.tag == do:
                found = getattr(order, field)
                said = found if isinstance(found, list | tuple) else (found,)
                yield from filter(None, map(str, said))


def _naming(do: str) -> Naming:
    """Return what makes the term of a text that has none."""

    def named(field: str) -> Term[FieldLine]:
        def read(line: FieldLine, _: Collection[str]) -> str:
            return line.name(do, field)

        return Term(field.upper(), read)

    return named


class FieldLines:
    """The lines of one game's orders.

    Raises TypeError if a field has no term and another type than a whole number, a text, a
    `Literal`, a flag, or a list of texts or numbers. Such a game writes a module `text`.
    """

    def __init__(self, game: Any) -> None:
        self._game = game
        self.GRAMMAR: Grammar[FieldLine] = Grammar(game.modules.orders.FORMS, naming=_naming)

    def parse(self, _setting: object, position: Any, _side: str, line: str) -> Order:
        """Read one line; raise `FormError` with the column, and with what would be right."""
        order = self.GRAMMAR.read(FieldLine(line, self._game, position))
        read: Order = self._game.read_order(self._game.write_order(order))  # within the limits
        return read

    def print_order(self, order: Order) -> str:
        """Write an order as the line that `parse` reads back to the same order."""
        return self.GRAMMAR.write(order)
