"""The names in a written order: units, places, and where the units stand."""

from __future__ import annotations

import re
from collections.abc import Callable

from pbem.play.play import Play
from pbem.play.refusals import spellings

PLACE = "at"
"""The fact of a unit that says where it stands, in every game that has places."""


def naming(play: Play, wanted: list[str]) -> Callable[[str], bool]:
    """Return what says of an order whether it names all words of ``wanted``."""
    places = Places(play)

    def named(text: str) -> bool:
        said = words_in(text)
        if all(word in said for word in wanted):
            return True
        return set(wanted) <= said | {places[word] for word in said}

    return named


class Places(dict[str, str]):
    """Word -> where the unit of this name stands; empty where there is none or it is nowhere.

    A word is looked up once, as long as nothing moves.
    """

    def __init__(self, play: Play) -> None:
        super().__init__()
        self._play = play
        self._units: dict[str, list[str]] = {}
        fact = play.game.facts.get(PLACE)
        self._fact = fact if fact is not None and len(fact.args) == 1 else None
        if self._fact is not None:
            self._names = play.game.names[self._fact.args[0]]
            for name in self._names.words:
                for spelling in dict.fromkeys(spellings(name)):
                    self._units.setdefault(spelling, []).append(name)

    def __missing__(self, word: str) -> str:
        self[word] = self._looked_up(word)
        return self[word]

    def _looked_up(self, word: str) -> str:
        fact = self._fact
        if fact is None:
            return ""
        units = self._units.get(word, [])
        form = self._names.form
        if not units and form and re.fullmatch(form, word.upper()):
            units = [word.upper()]
        game, position = self._play.game, self._play.position
        found = [str(game.fact(position, PLACE, [unit])) for unit in units]
        return next((place for place in found if place and place not in fact.words), "")


def words_in(text: str) -> set[str]:
    """Return the words of an order, ``text``, in small letters.

    Words that a plus sign joins are there apart, too.
    """
    folded = text.casefold()
    return {*folded.split(), *folded.replace("+", " ").split()}


def places_of(play: Play, words: list[str]) -> list[str]:
    """Return the words, but of a unit the place where it stands: that is what some orders name."""
    places = Places(play)
    return [places[word] or word for word in words]
