"""One line of orders or standing orders of Race to Tokyo, with its hexes and units looked up."""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import NoReturn

from pbem.games.tokyo.data.forms import ARMIES, WATER
from pbem.games.tokyo.rules.position import Position
from pbem.games.tokyo.rules.setting import FACE_DOWN, Setting
from pbem.kit import plain
from pbem.kit.maps.hexes import Hex
from pbem.kit.maps.hexwords import HexWords
from pbem.kit.typed.suggest import did_you_mean, nearest
from pbem.kit.typed.words import Word

_PART = re.compile(r"[A-Za-z-]{3,}")
"""A word in the name of a place."""


class Line(HexWords):
    """The words of one line that are still to be read; ``side`` is who wrote it.

    Each method that reads raises `FormError` at a word that it cannot read, and `WrongSide`
    at a unit of another side.
    """

    def __init__(self, setting: Setting, position: Position, side: str, line: str) -> None:
        terrain = setting.tables.terrain
        super().__init__(line, terrain, (h for h in terrain if terrain[h] not in WATER))
        self.setting = setting
        self.position = position
        self.side = side

    def is_unit(self, word: Word) -> bool:
        """Whether a word names a unit, no matter who commands it."""
        return self._named(word) is not None

    def unit(self, *, what: str = "a unit", others: Collection[str] = ()) -> str:
        """Read a unit that the writer may command; ``others`` might stand here as well."""
        word = self.take(what)
        name = self._named(word)
        if name is None or self.side not in self.setting.commanders(name):
            self._refuse_unit(word, name, others)
        return name

    def no_hex(self, word: Word, others: Collection[str]) -> str:
        """Return why a word is no hex, with the word that was probably meant."""
        name = self._named(word) or self._bearer(word)
        if name is not None:
            here = self.position.at.get(name)
            return f"{word.text} is a unit{f' in {here}' if here else ''}; name a hex here"
        return super().no_hex(word, others) + self._place_called(word.text)

    def _place_called(self, text: str) -> str:
        """Return the hexes of the places in whose names a word stands, or nearly so."""
        hexes: dict[str, list[Hex]] = {}
        for number, name in self.setting.tables.names.items():
            for part in _PART.findall(name):
                hexes.setdefault(part, []).append(number)
        near = nearest(text, hexes, most=1)
        return f"; {near[0]} is {' or '.join(hexes[near[0]])}" if near else ""

    def _named(self, word: Word) -> str | None:
        """Return the name that a word is, in any case, no matter who commands the unit."""
        reported = plain.upper(word.text)
        if re.fullmatch(FACE_DOWN, reported):
            return reported
        return word.among([*self.setting.tables.americans, *self.setting.tables.armor])

    def _bearer(self, word: Word) -> str | None:
        """Return the unit on the map whose counter, turned up, a word names."""
        tokens = self.position.tokens
        units = {tokens[u]: u for u in sorted(self.position.at) if self._turned_up(u)}
        counter = word.among(units)
        return None if counter is None else units[counter]

    def _turned_up(self, unit: str) -> bool:
        return unit in self.position.tokens and self.position.known(unit)

    def _refuse_unit(self, word: Word, name: str | None, others: Collection[str]) -> NoReturn:
        """Say why a word names no unit of the writer, with the one it probably means."""
        text = word.text
        bearer = self._bearer(word)
        if bearer is not None and self._commands(bearer):
            raise word.wrong(f"{text} is the counter of {bearer}; name the unit, {bearer}")
        if name is not None:
            owners = " or ".join(ARMIES[one] for one in self.setting.commanders(name))
            raise word.of_another_side(f"{name} is a unit of {owners}; name one of yours")
        if text in self.setting.tables.terrain:
            here = [u for u in sorted(self.position.at) if self.position.at[u] == text]
            own = " or ".join(filter(self._commands, here))
            who = f"the unit in it, {own}" if own else "a unit"
            raise word.wrong(f"{text} is a hex; name {who}")
        hint = did_you_mean(text, [*others, *self._own()])
        raise word.wrong(f"you have no unit {text!r}{hint}")

    def _commands(self, unit: str) -> bool:
        """Whether the writer commands a unit on the map."""
        return self.setting.commander(self.setting.army(self.position, unit)) == self.side

    def _own(self) -> list[str]:
        """Return the names that the writer may have meant, those on the map first."""
        tables = self.setting.tables
        here = sorted(self.position.at, key=lambda name: (len(name), name))
        names = dict.fromkeys((*here, *tables.americans, *tables.armor))
        return [name for name in names if self.side in self.setting.commanders(name)]
