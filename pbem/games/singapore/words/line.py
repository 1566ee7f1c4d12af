"""One line of orders or standing orders of Singapore, with its units looked up."""

from __future__ import annotations

from collections.abc import Collection
from functools import cached_property, lru_cache

from pbem.games.singapore.data.forms import ARMIES, KINDS, Army, Kind
from pbem.games.singapore.data.tables import Tables
from pbem.games.singapore.rules.cards.ch6_draw import hand_of
from pbem.games.singapore.rules.position import OFF_MAP, SIDES, Position
from pbem.games.singapore.rules.setting import Setting
from pbem.games.singapore.words.board import units_of
from pbem.kit import plain
from pbem.kit.typed.suggest import did_you_mean
from pbem.kit.typed.words import Word, Words


class Line(Words):
    """The words of one line that are still to be read; ``side`` is who wrote it.

    Each method that reads raises `FormError` at a word that it cannot read, and `WrongSide`
    at a unit of another side.
    """

    def __init__(self, setting: Setting, position: Position, side: str, line: str) -> None:
        super().__init__(line)
        self.setting = setting
        self.side = side
        self.own = units_of(setting, position, side)
        self.position = position

    @cached_property
    def others(self) -> dict[str, str]:
        """The units of every other side, each with whose it is."""
        return {
            unit: other
            for other in self.setting.sides
            if other != self.side
            for unit in units_of(self.setting, self.position, other)
        }

    def is_unit(self, word: Word) -> bool:
        """Whether a word names a piece of the game."""
        return word.among(self.setting.tables.units) is not None

    def unit(self, *others: str) -> str:
        """Read the name of a unit of this side; ``others`` are words that might stand here too."""
        word = self.take("a unit")
        found = word.among(self.setting.tables.units)
        if found is None:
            hint = did_you_mean(word.text, [*self.own, *others])
            raise word.wrong(f"there is no unit {word.text!r}{hint}")
        if found in self.own:
            return found
        who = f"units of {self.side}: {', '.join(self.own) or 'none'}"
        if found in self.others:
            other = self.others[found]
            whose = f"the {other}'s" if other in SIDES else f"of {other}"
            raise word.of_another_side(f"{found} is {whose}; {who}")
        raise word.wrong(f"{found} {self._away(found)}; {who}")

    def _away(self, unit: str) -> str:
        """Say where a piece is that belongs to no side's units in the fight or on the map."""
        battle = self.position.battle
        if battle is not None and unit in battle.used:
            return "has already struck, and can strike only once in a battle (3.8)"
        if battle is not None and unit in battle.lost:
            return f"was {battle.lost[unit]} in this fight"
        return "is not on the map" if self.setting.on_map else "is in the box, not in this fight"

    def target(self, what: str = "a unit to strike at") -> str:
        """Read the name of a unit of another side, or of any; ``what`` should stand here."""
        word = self.take(what)
        found = word.among(self.setting.tables.units)
        if found is None:
            hint = did_you_mean(word.text, self.others)
            raise word.wrong(f"there is no unit {word.text!r}{hint}")
        return found

    def liners(self) -> tuple[str, ...]:
        """Read a line: the own units, on the map an ally's among them (R21)."""
        return self.several(self.target, once=True) if self.setting.on_map else self.units()

    def at_place(self) -> bool:
        """Whether a sector stands here."""
        return not self.done() and self.peek() in _place_words(self.setting.tables)

    def place(self) -> str:
        """Read the name of a sector."""
        word = self.take("a sector")
        found = word.among(_places(self.setting.tables))
        if found is None:
            hint = did_you_mean(word.text, _places(self.setting.tables))
            raise word.wrong(f"there is no sector {word.text!r}{hint}")
        return found

    def units_before_place(self) -> tuple[str, ...]:
        """Read one unit or more, each once, up to a sector."""
        return self.units(_place_words(self.setting.tables))

    def unit_before_place(self) -> str:
        """Read one unit, with a sector after it."""
        return self.unit(*_place_words(self.setting.tables))

    def pieces_before_place(self) -> tuple[str, ...]:
        """Read one piece of the game or more, on the map or not, each once, up to a sector."""
        stop = _place_words(self.setting.tables)
        return self.several(lambda: self.target("a unit"), stop, once=True)

    def units(self, stop: Collection[str] = ()) -> tuple[str, ...]:
        """Read one unit or more, each once, up to the end or a word of ``stop``."""
        return self.several(lambda: self.unit(*stop), stop, once=True)

    def held(self) -> list[tuple[str, int, str]]:
        """Return the cards that this side is known to hold or to have drawn: where, and which."""
        cards = None if self.position.war is None else self.position.war.cards
        if cards is None:
            return []
        mine = hand_of(self.position, self.side)
        return [one for one in cards.known if (one[0], one[1]) in mine]

    def army(self) -> Army:
        """Read the word of an army."""
        word = self.choice("army", ARMIES)
        return next(army for army in ARMIES if army == word)

    def kinds(self) -> tuple[Kind, ...]:
        """Read one kind of unit or more."""
        return self.several(self._kind)

    def _kind(self) -> Kind:
        word = self.choice("kind of unit", KINDS)
        return next(kind for kind in KINDS if kind == word)

    def die(self) -> int:
        """Read a die by the number of its faces, with or without a d before it."""
        word = self.take("a die")
        faces = plain.number(plain.lower(word.text).removeprefix("d"))
        if faces not in {4, 6, 8, 10}:
            raise word.wrong(f"{word.text!r} is not a die; write 4, 6, 8 or 10")
        return faces


def _places(tables: Tables) -> list[str]:
    return [*tables.data.map.sectors, OFF_MAP]


@lru_cache(maxsize=32)
def _place_words(tables: Tables) -> tuple[str, ...]:
    """Return the names of places as `Words.peek` reads them."""
    return tuple(plain.lower(place) for place in _places(tables))
