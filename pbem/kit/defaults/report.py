"""Outcomes in words as they declare them; else, and positions, by the names of their fields."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from typing import Any

from pbem.kit import plain
from pbem.kit.contract import Game, Outcome, Result
from pbem.kit.defaults.fields import fields_of, in_words, shown
from pbem.kit.sentences import filled
from pbem.kit.sides import side_name
from pbem.kit.wording import with_stop

UNSAID = ("paragraph",)
_PART = re.compile("[A-Z][a-z0-9]*")


class FieldsReported:
    """The words of one game: ``StepLost(unit="A", points=2)`` is "Step lost: unit A, points 2."."""

    def __init__(self, game: Game[Any, Any]) -> None:
        self._game = game

    def report(self, _setting: object, outcome: Outcome) -> str:
        """Return the sentence that the outcome declares, else its name and its fields as words."""
        if outcome.tells is not None and outcome.tells.sentence:
            said = filled(outcome.tells.sentence, outcome, partial(in_words, self._game))
            return with_stop(plain.capital(said))
        name = plain.capital(plain.lower(" ".join(_PART.findall(type(outcome).__name__))))
        parts = [
            f"{_words(field)} {self._named(said)}"
            for field in outcome.__struct_fields__
            if field not in UNSAID and (said := shown(getattr(outcome, field)))
        ]
        return f"{name}: {', '.join(parts)}." if parts else f"{name}."

    def describe(self, _setting: object, position: Any) -> list[str]:
        """Return a line for each field that is not empty, by its title or name; the end last."""
        return list(self._lines(position))

    def _lines(self, position: Any) -> Iterator[str]:
        ended: Result | None = None
        for field in fields_of(type(position)):
            value = getattr(position, field.name)
            if isinstance(value, Result):
                ended = value
            elif said := shown(value):
                yield f"{plain.capital(field.title or _words(field.name))}: {self._named(said)}."
        if ended is not None:
            who = "Nobody" if ended.winner is None else self._named(ended.winner)
            yield f"{plain.capital(who)} wins: {ended.why}."

    def _named(self, said: str) -> str:
        """Return the name of a side for its code, anything else as it is."""
        return side_name(self._game, said)


def _words(name: str) -> str:
    return name.replace("_", " ")
