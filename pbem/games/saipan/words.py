"""One line of orders or standing answers of Saipan, with its hexes and units looked up."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator

from pbem.games.saipan.data import SIDES
from pbem.games.saipan.position import Position
from pbem.games.saipan.setting import Setting
from pbem.kit.suggest import did_you_mean
from pbem.kit.words import Word, Words

MOST_POINTS = 999

_HEX = re.compile(r"[0-9]{4}")


class Line(Words):
    """The words of one line that are still to be read; ``side`` is who wrote it."""

    def __init__(self, setting: Setting, position: Position, side: str, line: str) -> None:
        super().__init__(line, marks="+")
        self.setting = setting
        self.position = position
        self.side = side

    def points(self) -> int:
        """Read how many ground support points."""
        return self.number("points", MOST_POINTS)

    def fire_parts(self, *names: str) -> Iterator[str]:
        """Yield the parts of final protective fire, each at most once."""
        return self.parts(lambda: self.choice("part of final protective fire", names))

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

    def hexes(self) -> tuple[str, ...]:
        """Read one hex or more, up to the end."""
        return self.several(self.hex)

    def unit(self, *sides: str, what: str = "a unit") -> str:
        """Read the name of a unit of one of ``sides`` (the writer's own if none is given)."""
        word = self.take(what)
        return self._unit_named(word, sides or (self.side,))

    def units(self, stop: Collection[str] = ()) -> tuple[str, ...]:
        """Read one unit of the writer or more, each once, up to the end or a word of ``stop``."""
        return self.several(self.unit, stop, once=True)

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
            found.append(self.once(lambda: self.target(side), found))
        return tuple(found)

    def _unit_named(self, word: Word, sides: Iterable[str]) -> str:
        names = [name for side in sides for name in self.setting.tables.units[side]]
        found = word.among(names)
        if found is None:
            raise word.wrong(self._no_such_unit(word, tuple(sides), names))
        return found

    def _no_such_unit(self, word: Word, sides: tuple[str, ...], names: list[str]) -> str:
        """Return why a word names no unit, with the one it probably means."""
        text = word.text
        who = " or ".join(sides)
        here = self.position.unit_at(text) if _HEX.fullmatch(text) else None
        if here is not None and here[0] in sides:
            return f"{text} is a hex; name the unit in it, {here[1]}"
        for enemy in SIDES:
            if enemy not in sides and word.among(self.setting.tables.units[enemy]) is not None:
                return f"{text} is a unit of {enemy}; name one of {who}"
        return f"there is no unit {text!r} of {who}{did_you_mean(text, names)}"
