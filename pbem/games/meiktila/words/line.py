"""One line of orders or standing orders of Meiktila, with its names looked up."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from typing import NoReturn

from pbem.games.meiktila.data.forms import ENEMY
from pbem.games.meiktila.rules.position import Part, Position
from pbem.games.meiktila.rules.setting import Setting
from pbem.kit import plain
from pbem.kit.maps.hexes import LETTERED_FORM, Hex
from pbem.kit.maps.hexwords import HexWords
from pbem.kit.typed.suggest import did_you_mean, nearest
from pbem.kit.typed.words import Word

_PART = re.compile(r"[A-Za-z-]{3,}")
"""A word in the name of a place."""


MOST_PLANES = 5
PAY = ("step", "to", "off")


class Line(HexWords):
    """The words of one line that are still to be read; ``side`` is who wrote it.

    Each method that reads raises `FormError` at a word that it cannot read, and `WrongSide`
    at a unit of another side.
    """

    def __init__(self, setting: Setting, position: Position, side: str, line: str) -> None:
        tables = setting.tables
        super().__init__(line, tables.terrain, tables.ground)
        self.setting = setting
        self.position = position
        self.side = side

    def is_unit(self, word: Word) -> bool:
        """Whether a word names a unit, no matter who commands it."""
        return word.among(self.setting.tables.units) is not None

    def unit_next(self) -> bool:
        """Whether the next word names a unit."""
        return word_among(self.peek(), self.setting.tables.units)

    def hex(self, *others: str) -> Hex:
        """Read a hex of the map, in capitals or not; ``others`` might stand here as well."""
        word = self.take("a hex")
        found = word.among(self.setting.tables.terrain)
        if found is None:
            raise word.wrong(self.no_hex(word, others))
        return found

    def no_hex(self, word: Word, others: Collection[str]) -> str:
        """Return why a word is no hex, with the word that was probably meant."""
        name = word.among(self.setting.tables.units)
        if name is not None:
            here = self.position.at.get(name)
            return f"{word.text} is a unit{f' in {here}' if here else ''}; name a hex here"
        if re.fullmatch(LETTERED_FORM, plain.upper(word.text)):
            why = f"{word.text} is off the map"
        else:
            why = f"{word.text!r} is not a hex; write a letter and a number, as in M7"
        names = [*others, *self.setting.tables.ground]
        return why + (self._place_called(word.text) or did_you_mean(word.text, names))

    def _place_called(self, text: str) -> str:
        """Return the hex of the place so called, or of those with such a word."""
        hexes: dict[str, list[Hex]] = {}
        for number, name in self.setting.tables.places.items():
            if plain.lower(name) == plain.lower(text):
                return f"; {name} is {number}"
            for part in _PART.findall(name):
                hexes.setdefault(part, []).append(number)
        near = nearest(text, hexes, most=1)
        return f"; {near[0]} is {' or '.join(hexes[near[0]])}" if near else ""

    def unit(self, *, what: str = "a unit", others: Collection[str] = ()) -> str:
        """Read a unit of the writer; ``others`` are words that might stand here as well."""
        word = self.take(what)
        name = word.among(self.setting.tables.units)
        if name is None or self.setting.side(name) != self.side:
            self._refuse_unit(word, name, others)
        return name

    def marker(self, *others: str) -> str:
        """Read an activation marker of the writer."""
        word = self.take("a marker")
        own = self.setting.tables.markers_of(self.side)
        name = word.among(own)
        if name is None:
            other = word.among(self.setting.tables.markers_of(ENEMY[self.side]))
            if other is not None:
                raise word.of_another_side(f"{other} is a marker of your opponent")
            hint = did_you_mean(word.text, [*others, *own]) or f"; yours are {', '.join(own)}"
            raise word.wrong(f"you have no marker {word.text!r}{hint}")
        return name

    def planes(self) -> int:
        """Read how many air units."""
        return self.number("air units", MOST_PLANES)

    def payments(self) -> tuple[Part, ...]:
        """Read how units pay for a result, one after the other."""
        found: list[Part] = []
        while not found or not self.done():
            unit = self.unit()
            match self.choice("way to pay", PAY):
                case "step":
                    found.append(Part(unit))
                case "off":
                    found.append(Part(unit, off=True))
                case _:
                    found.append(Part(unit, self._retreat()))
        return tuple(found)

    def _retreat(self) -> tuple[Hex, ...]:
        """Read hexes up to the end or to the next unit."""
        found = [self.hex()]
        while not self.done() and not self.unit_next():
            found.append(self.hex())
        return tuple(found)

    def _refuse_unit(self, word: Word, name: str | None, others: Collection[str]) -> NoReturn:
        """Say why a word names no unit of the writer, with the one it probably means."""
        text, side = word.text, self.side
        if name is not None:
            raise word.of_another_side(f"{name} is a unit of your opponent; name one of yours")
        place = word.among(self.setting.tables.terrain)
        if place is not None:
            here = self.setting.here(self.position, side, place)
            who = f"the unit in it, {' or '.join(here)}" if here else "a unit"
            raise word.wrong(f"{text} is a hex; name {who}")
        hint = did_you_mean(text, [*others, *self.setting.tables.of(side)])
        raise word.wrong(f"you have no unit {text!r}{hint}")


def word_among(reported: str, names: Iterable[str]) -> bool:
    """Whether a word in lower case is one of the names, in any case."""
    return any(plain.lower(name) == reported for name in names)
