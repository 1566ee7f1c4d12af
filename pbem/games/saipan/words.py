"""One line of orders or standing answers, word by word, with its names looked up.

Every refusal is a `FormError` that says which word, in which column, what is wrong with it and
what would be right.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from typing import NamedTuple

from pbem.errors import FormError
from pbem.games.saipan.data import SIDES
from pbem.games.saipan.position import Position
from pbem.games.saipan.setting import Setting
from pbem.kit.suggest import did_you_mean

LONGEST = 2000
"""Signs that one line may have."""

MOST_POINTS = 999

_WORD = re.compile(r"\+|[^\s,+]+")
_HEX = re.compile(r"[0-9]{4}")


class Word(NamedTuple):
    """A word and the column it begins in, from 1."""

    text: str
    column: int

    def wrong(self, what: str) -> FormError:
        """Return the refusal of this word."""
        return FormError(f"column {self.column}: {what}")


class Line:
    """The words of one line that are still to be read; ``side`` is who wrote it."""

    def __init__(self, setting: Setting, position: Position, side: str, line: str) -> None:
        self.setting = setting
        self.position = position
        self.side = side
        self._words = _split(line)
        self._next = 0

    def done(self) -> bool:
        """Whether every word was read."""
        return self._next >= len(self._words)

    def peek(self) -> str:
        """Return the next word in lower case, or nothing at the end of the line."""
        return "" if self.done() else self._words[self._next].text.lower()

    def take(self, wanted: str) -> Word:
        """Read a word; ``wanted`` says what should stand here."""
        if self.done():
            raise FormError(f"the line ends where {wanted} should stand")
        self._next += 1
        return self._words[self._next - 1]

    def take_if(self, *words: str) -> bool:
        """Read the next word if it is one of these."""
        if self.peek() in words:
            self._next += 1
            return True
        return False

    def choice(self, what: str, words: Iterable[str]) -> str:
        """Read one of several words, in lower case; ``what`` is what they are."""
        allowed = list(words)
        word = self.take(f"one of {', '.join(allowed)}")
        if word.text.lower() not in allowed:
            hint = did_you_mean(word.text, allowed) or f"; write {', '.join(allowed)}"
            raise word.wrong(f"{word.text!r} is no {what}{hint}")
        return word.text.lower()

    def end(self) -> None:
        """Refuse words that nobody has read."""
        if not self.done():
            word = self._words[self._next]
            raise word.wrong(f"{word.text!r} is too much here; leave it out, or see the form")

    def number(self) -> int:
        """Read how many ground support points."""
        word = self.take("a number of points")
        if not word.text.isdecimal() or len(word.text) > 6 or int(word.text) > MOST_POINTS:
            raise word.wrong(f"{word.text!r} is no number of points from 0 to {MOST_POINTS}")
        return int(word.text)

    def hex(self) -> str:
        """Read a hex of the map."""
        word = self.take("a hex")
        terrain = self.setting.tables.terrain
        if word.text in terrain:
            return word.text
        if _HEX.fullmatch(word.text):
            why = f"{word.text} is off the map"
        else:
            why = f"{word.text!r} is no hex; a hex is four digits, column then row"
        tables = self.setting.tables
        raise word.wrong(why + did_you_mean(word.text, [*tables.cost, *tables.terrain]))

    def hexes(self, stop: Collection[str] = ()) -> tuple[str, ...]:
        """Read one hex or more, up to the end or a word of ``stop``."""
        found = [self.hex()]
        while not self.done() and self.peek() not in stop:
            found.append(self.hex())
        return tuple(found)

    def unit(self, *sides: str, what: str = "a unit") -> str:
        """Read the name of a unit of one of ``sides`` (the writer's own if none is given)."""
        word = self.take(what)
        return self._unit_named(word, sides or (self.side,))

    def units(self, stop: Collection[str] = ()) -> tuple[str, ...]:
        """Read one unit of the writer or more, each once, up to the end or a word of ``stop``."""
        found: list[str] = []
        while not found or not (self.done() or self.peek() in stop):
            word = self.take("a unit")
            name = self._unit_named(word, (self.side,))
            if name in found:
                raise word.wrong(f"{name} is named twice; name it once")
            found.append(name)
        return tuple(found)

    def target(self, side: str) -> str:
        """Read a unit of ``side``, by its name or by the hex it stands in."""
        word = self.take("a unit or its hex")
        if _HEX.fullmatch(word.text) and word.text not in self.setting.tables.units[side]:
            name = self.position.on[side].get(word.text)
            if name is not None:
                return name
            raise word.wrong(f"no unit of {side} stands in {word.text}{self._beside(side, word)}")
        return self._unit_named(word, (side,))

    def _beside(self, side: str, word: Word) -> str:
        """Return which unit of ``side`` stands nearest to an empty hex."""
        if word.text not in self.setting.tables.terrain or not self.position.on[side]:
            return ""
        distance = self.setting.tables.distance
        near = min(sorted(self.position.on[side]), key=lambda n: distance(n, word.text))
        return f"; the nearest is {self.position.on[side][near]} in {near}"

    def targets(self, side: str) -> tuple[str, ...]:
        """Read units of ``side`` joined by ``+``."""
        found = [self.target(side)]
        while self.take_if("+"):
            column = self._words[self._next].column if not self.done() else 0
            name = self.target(side)
            if name in found:
                raise FormError(f"column {column}: {name} is named twice; name it once")
            found.append(name)
        return tuple(found)

    def _unit_named(self, word: Word, sides: Iterable[str]) -> str:
        names = [name for side in sides for name in self.setting.tables.units[side]]
        if word.text in names:
            return word.text
        for name in names:
            if name.lower() == word.text.lower():
                return name
        raise word.wrong(self._no_such_unit(word.text, tuple(sides), names))

    def _no_such_unit(self, text: str, sides: tuple[str, ...], names: list[str]) -> str:
        """Return why a word names no unit, with the one it probably means."""
        who = " or ".join(sides)
        here = self.position.unit_at(text) if _HEX.fullmatch(text) else None
        if here is not None and here[0] in sides:
            return f"{text} is a hex; name the unit in it, {here[1]}"
        for enemy in SIDES:
            units = [] if enemy in sides else self.setting.tables.units[enemy]
            if any(name.lower() == text.lower() for name in units):
                return f"{text} is a unit of {enemy}; name one of {who}"
        return f"there is no unit {text!r} of {who}{did_you_mean(text, names)}"


def _split(line: str) -> list[Word]:
    """Return the words of a line without its comment."""
    if len(line) > LONGEST:
        raise FormError(f"the line has {len(line)} signs; write at most {LONGEST}")
    told = re.split("[#;]", line, maxsplit=1)[0]
    if len(told.strip().splitlines()) > 1:
        raise FormError("write one order a line")
    words = [Word(found[0], found.start() + 1) for found in _WORD.finditer(told)]
    for word in words:
        if not (word.text.isascii() and word.text.isprintable()):
            raise word.wrong(f"{word.text!r} has signs that no order has; write plain letters")
    return words
