"""One line of orders or standing orders, with its hexes and units looked up."""

from __future__ import annotations

from collections.abc import Collection

from pbem.kit.hexgame.rules.arrivals import the_plan
from pbem.kit.hexgame.rules.orders import OFF
from pbem.kit.hexgame.rules.position import HexPosition
from pbem.kit.hexgame.rules.setting import HexSetting
from pbem.kit.maps.hexes import Hex
from pbem.kit.maps.hexwords import HexWords, looks_like_hex
from pbem.kit.typed.suggest import did_you_mean
from pbem.kit.typed.words import Word


class Line(HexWords):
    """The words of one line that are still to be read; ``side`` is who wrote it.

    Each method that reads raises `FormError` at a word that it cannot read, and `WrongSide`
    at a unit of another side.
    """

    def __init__(
        self, setting: HexSetting, position: HexPosition, side: str, line: str
    ) -> None:  # fmt: skip
        super().__init__(line, setting.tables.terrain, setting.tables.terrain)
        self.setting = setting
        self.position = position
        self.side = side

    def is_unit(self, word: Word) -> bool:
        """Whether a word names a unit of the writer."""
        return word.among(self._names(self.side)) is not None

    def _names(self, side: str) -> list[str]:
        return [unit.name for unit in self.setting.data.units[side]]

    def unit(self, *, what: str = "a unit", others: Collection[str] = ()) -> str:
        """Read a unit of the writer."""
        return self._named(self.take(what), self._names(self.side), others)

    def any_unit(self) -> str:
        """Read a unit of either side."""
        return self._named(self.take("a unit"), [*self.setting.tables.units])

    def target(self) -> Hex:
        """Read a hex, or an enemy unit that stands in it."""
        word = self.take("a hex")
        enemy = self.setting.tables.enemy[self.side]
        name = None if looks_like_hex(word.text) else word.among(self._names(enemy))
        if name is not None and name in self.position.at:
            return self.position.at[name]
        if name is not None:
            raise word.wrong(f"{name} is not on the map; name a hex")
        if word.text not in self.setting.tables.terrain:
            raise word.wrong(self.no_hex(word, self._names(enemy)))
        return word.text

    def plan_choice(self) -> str:
        """Read a choice of the plan."""
        return self.choice("choice", the_plan(self.setting).choices)

    def path(self) -> tuple[Hex, ...]:
        """Read hexes, and perhaps `OFF` at their end."""
        hexes = () if self.peek() == OFF else self.hexes(stop=(OFF,))
        return (*hexes, OFF) if self.take_if(OFF) else hexes

    def _named(self, word: Word, names: list[str], others: Collection[str] = ()) -> str:
        found = word.among(names)
        if found is not None:
            return found
        other = word.among(self.setting.tables.units)
        if other is not None:
            raise word.of_another_side(f"{other} is a unit of the enemy; name one of yours")
        hint = did_you_mean(word.text, [*others, *names])
        raise word.wrong(f"there is no unit {word.text!r}{hint}")
