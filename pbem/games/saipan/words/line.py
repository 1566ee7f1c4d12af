"""One line of orders or standing orders of Saipan, with its hexes and units looked up."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import NoReturn

from pbem.games.saipan.data.tables import ENEMY, SIDE_NAMES, SIDES
from pbem.games.saipan.rules.position import Position
from pbem.games.saipan.rules.setting import Setting
from pbem.kit.maps.hexwords import HexWords, looks_like_hex
from pbem.kit.typed.suggest import did_you_mean
from pbem.kit.typed.words import Word

MOST_POINTS = 999


class Line(HexWords):
    """The words of one line that are still to be read; ``side`` is who wrote it.

    Each method that reads raises `FormError` at a word that it cannot read, and `WrongSide`
    at a unit of another side.
    """

    def __init__(self, setting: Setting, position: Position, side: str, line: str) -> None:
        tables = setting.tables
        super().__init__(line, tables.terrain, tables.cost, marks="+")
        self.setting = setting
        self.position = position
        self.side = side

    def is_unit(self, word: Word) -> bool:
        """Whether a word names a unit of the writer."""
        return word.among(self.setting.tables.units[self.side]) is not None

    def points(self) -> int:
        """Read how many ground support points."""
        return self.number("points", MOST_POINTS)

    def fire_parts(self, *names: str) -> Iterator[str]:
        """Yield the parts of final protective fire, each at most once."""
        return self.parts(lambda: self.choice("part of final protective fire", names))

    def unit(self, *sides: str, what: str = "a unit", others: Collection[str] = ()) -> str:
        """Read the name of a unit of one of ``sides`` (the writer's own if none is given)."""
        word = self.take(what)
        return self._unit_named(word, sides or (self.side,), others)

    def any_unit(self) -> str:
        """Read a unit of either side: the option retreat_by may let the victor choose (A7)."""
        return self.unit(self.side, ENEMY[self.side])

    def own_target(self) -> str:
        """Read a unit of the writer, by its name or by the hex it stands in."""
        return self.target(self.side)

    def enemies(self) -> tuple[str, ...]:
        """Read units of the enemy joined by ``+``."""
        return self.targets(ENEMY[self.side])

    def target(self, side: str) -> str:
        """Read a unit of ``side``, by its name or by the hex it stands in."""
        word = self.take("a unit or its hex")
        if looks_like_hex(word.text) and word.text not in self.setting.tables.units[side]:
            name = self.position.on[side].get(word.text)
            if name is not None:
                return name
            raise word.wrong(
                f"{self._who((side,))} no unit in {word.text}{self._beside(side, word)}"
            )
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

    def _unit_named(self, word: Word, sides: Iterable[str], others: Collection[str] = ()) -> str:
        names = [name for side in sides for name in self.setting.tables.units[side]]
        found = word.among(names)
        if found is None:
            self._refuse_unit(word, tuple(sides), [*others, *names])
        return found

    def _refuse_unit(self, word: Word, sides: tuple[str, ...], likely: list[str]) -> NoReturn:
        """Say why a word names no unit of ``sides``, with the one of ``likely`` that it means."""
        text = word.text
        here = self.position.unit_at(text) if looks_like_hex(text) else None
        if here is not None and here[0] in sides:
            raise word.wrong(f"{text} is a hex; name the unit in it, {here[1]}")
        for enemy in SIDES:
            if enemy not in sides and word.among(self.setting.tables.units[enemy]) is not None:
                raise word.of_another_side(
                    f"{text} is a unit of {SIDE_NAMES[enemy]}; name one of yours"
                )
        raise word.wrong(f"{self._who(sides)} no unit {text!r}{did_you_mean(text, likely)}")

    def _who(self, sides: tuple[str, ...]) -> str:
        """Return whose units are asked for, before what they lack."""
        if len(sides) > 1:
            return "there is"
        return "you have" if self.side in sides else "your opponent has"
