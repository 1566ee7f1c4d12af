"""One line of orders or standing orders of Manila, with its Areas and units looked up."""

from __future__ import annotations

from collections.abc import Collection
from typing import NoReturn, get_args

from pbem.games.manila.data.tables import Strategy
from pbem.games.manila.rules.position import Position
from pbem.games.manila.rules.setting import Setting
from pbem.kit import plain
from pbem.kit.typed.suggest import did_you_mean, nearest
from pbem.kit.typed.words import Word, Words

MOST = 99
"""The highest number of markers or morale points that an order may name."""

STRATEGIES: tuple[str, ...] = get_args(Strategy)


class Line(Words):
    """The words of one line that are still to be read; ``side`` is who wrote it.

    Each method that reads raises `FormError` at a word that it cannot read, and `WrongSide`
    at a unit of another side.
    """

    def __init__(self, setting: Setting, position: Position, side: str, line: str) -> None:
        super().__init__(line, marks=":")
        self.setting = setting
        self.position = position
        self.side = side

    def is_unit(self, word: Word) -> bool:
        """Whether a word names a unit of the player."""
        return word.among(self.setting.tables.units) is not None

    def count(self, what: str) -> int:
        """Read how many of something an order takes."""
        return self.number(what, MOST)

    def area(self, *others: str) -> int:
        """Read the number of an Area; ``others`` are words that might stand here as well."""
        word = self.take("an Area")
        if word.text in map(str, self.setting.tables.areas):
            return int(word.text)
        raise word.wrong(self._no_such_area(word, others))

    def attacked(self) -> int:
        """Read the Area that is attacked, which a Japanese counter does not name."""
        area = self.area()
        if self.peek() in map(plain.lower, STRATEGIES):
            word = self.take("a part of an attack")
            raise word.wrong(f"{self._japanese(word)}; name only the Area")
        return area

    def areas(self, stop: Collection[str] = (), *, once: bool = False) -> tuple[int, ...]:
        """Read one Area or more, up to the end or a word of ``stop``; ``once``: none twice."""
        return self.several(lambda: self.area(*stop), stop, once=once)

    def unit(self, *others: str) -> str:
        """Read the name of a unit; ``others`` are words that might stand here as well."""
        word = self.take("a unit")
        found = word.among(self.setting.tables.units)
        if found is None:
            self._refuse_unit(word, others)
        return found

    def units(self, stop: Collection[str] = ()) -> tuple[str, ...]:
        """Read one unit or more, each once, up to the end or a word of ``stop``."""
        return self.several(lambda: self.unit(*stop), stop, once=True)

    def to(self) -> None:
        """Read the word before Areas."""
        self.choice("word before an Area", ("to",))

    def units_to(self) -> tuple[str, ...]:
        """Read one unit or more, and ``to`` after them."""
        found = self.units(stop=("to",))
        self.to()
        return found

    def _no_such_area(self, word: Word, others: Collection[str]) -> str:
        """Return why a word is no Area, with the one it probably means."""
        text, areas = word.text, self.setting.tables.areas
        unit = word.among(self.setting.tables.units)
        if unit is not None:
            where = self.position.at.get(unit)
            return f"{unit} is a unit{f' in Area {where}' if where else ''}; name an Area here"
        if word.among(STRATEGIES) is not None:
            return f"{self._japanese(word)}; name the Area"
        if plain.number(text) is not None:
            return f"there is no Area {text}{did_you_mean(text, map(str, areas))}"
        hint = did_you_mean(text, others) or self._area_called(text)
        return f"{text!r} is not an Area; write the number of an Area{hint}"

    def _area_called(self, text: str) -> str:
        """Return the number of the Area whose name holds a word, or nearly so."""
        numbers: dict[str, int] = {}
        for number, area in self.setting.tables.areas.items():
            for part in (area.name, *area.name.split()):
                numbers.setdefault(part, number)
        near = nearest(text, numbers, most=1)
        if not near:
            return ""
        number = numbers[near[0]]
        return f"; {self.setting.tables.areas[number].name} is {number}"

    def _refuse_unit(self, word: Word, others: Collection[str]) -> NoReturn:
        """Say why a word names no unit, with the one it probably means."""
        text, tables = word.text, self.setting.tables
        if text in map(str, tables.areas):
            here = self.position.units_in(int(text))
            who = f"; in it: {', '.join(here)}" if here else ""
            to = ", or write `to` before it" if "to" in others else ""
            raise word.wrong(f"{text} is an Area; name a unit here{to}{who}")
        if word.among(STRATEGIES) is not None:
            raise word.of_another_side(f"{self._japanese(word)}; name one of your units")
        hint = did_you_mean(text, [*tables.units, *others])
        raise word.wrong(f"you have no unit {text!r}{hint}")

    def _japanese(self, word: Word) -> str:
        """Return that a strategy names Japanese counters, and where such have been seen."""
        tables, position = self.setting.tables, self.position
        strategy = word.among(STRATEGIES)
        seen = [
            f"{tables.counter_text(name)} in {area}"
            for area, name in position.defenders.items()
            if name in tables.counters and tables.counters[name].strategy == strategy
        ]
        where = f" ({', '.join(seen)})" if seen else ""
        return f"{strategy} is a Japanese counter{where}"
