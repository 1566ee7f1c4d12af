"""Outcomes in words, as `pbem.kit.contract.Tells` declares them.

A template has no conditions. If a sentence needs one, a game gives a function instead.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache, partial
from string import Formatter
from typing import Any, Generic, NamedTuple, TypeVar

from pbem.kit import plain
from pbem.kit.contract import News, Outcome, Tells
from pbem.kit.news import in_short
from pbem.kit.wording import listed, with_stop

S = TypeVar("S")

InWords = Callable[[str, Any], str]
"""Takes the name of a field and its value."""

_BRACKETS = re.compile(r"\[([^\[\]]*)\]")
NO_TELLS = Tells()


def filled(template: str, outcome: Outcome, in_words: InWords) -> str:
    """Return a template with what the fields of an outcome are in words."""
    return "".join(
        "".join(
            text + (in_words(name, getattr(outcome, name)) if name else "")
            for text, name in part.pieces
        )
        for part in parts_of(template)
        if not part.optional or all(getattr(outcome, name) for _, name in part.pieces if name)
    )


class Part(NamedTuple):
    """A part of a template: texts, and the field that stands after each, or nothing.

    ``optional``: it is left out if one of its fields is empty.
    """

    pieces: tuple[tuple[str, str], ...]
    optional: bool


@lru_cache(maxsize=1024)
def parts_of(template: str) -> tuple[Part, ...]:
    """Return the parts of a template."""
    return tuple(
        Part(tuple((text, name or "") for text, name, _, _ in Formatter().parse(text)), at % 2 == 1)
        for at, text in enumerate(_BRACKETS.split(template))
    )


def as_it_is(_: str, value: Any) -> str:
    """Return a value as it stands, the entries of a list as in a sentence."""
    return listed(map(str, value)) if isinstance(value, tuple | list) else str(value)


def units_lost(outcome: Outcome) -> tuple[str, ...]:
    """Return the units that an outcome takes away for good, as it declares."""
    if outcome.tells is None or not outcome.tells.lost:
        return ()
    named: str | tuple[str, ...] = getattr(outcome, outcome.tells.lost)
    return (named,) if isinstance(named, str) else named


def declared_news(
    outcome: Outcome, report: Callable[[Outcome], str], in_words: InWords
) -> News | None:
    """Return the news that an outcome declares; None for what is left out of a summary.

    ``report`` gives the sentence of an outcome without news of its own.
    """
    tells = outcome.tells or NO_TELLS
    if tells.matter is None:
        return None
    if tells.lost:
        return News(tells.matter, listed(units_lost(outcome)))
    said = filled(tells.short, outcome, in_words) if tells.short else report(outcome)
    return in_short(tells.matter, said)


class Sentences(Generic[S]):
    """The sentences and the news of one game.

    Args:
        fields: Name of a field -> makes words of the setting and its value; `as_it_is` for a field
            that is not among them.
        functions: Kind of outcome -> makes a sentence of the setting and the outcome, which no
            template can say.
    """

    def __init__(
        self,
        fields: Mapping[str, Callable[[S, Any], str]] | None = None,
        functions: Mapping[type[Outcome], Callable[[S, Any], str]] | None = None,
    ) -> None:
        self.fields = fields or {}
        self.functions = functions or {}

    def report(self, setting: S, outcome: Outcome) -> str:
        """Return an outcome in one sentence."""
        return with_stop(plain.capital(self._phrase(setting, outcome)))

    def news(self, setting: S, outcome: Outcome) -> News | None:
        """Return what an outcome is in short; None for what is left out of a summary."""
        return declared_news(
            outcome, lambda one: self.report(setting, one), partial(self._in_words, setting)
        )

    def unsaid(self, outcomes: tuple[type[Outcome], ...]) -> Iterator[str]:
        """Yield what is wrong with the declarations of outcomes: nothing, in a finished game."""
        for one in outcomes:
            tells = one.tells or NO_TELLS
            if bool(tells.sentence) == (one in self.functions):
                yield f"{one.__name__} needs a sentence or a function, and not both"
            used = {name for text in (tells.sentence, tells.short)
                    for part in parts_of(text) for _, name in part.pieces if name}  # fmt: skip
            for name in sorted(used | ({tells.lost} - {""})):
                if name not in one.__struct_fields__:
                    yield f"{one.__name__} has no field {name}"

    def _phrase(self, setting: S, outcome: Outcome) -> str:
        function = self.functions.get(type(outcome))
        if function is not None:
            return function(setting, outcome)
        return filled(
            (outcome.tells or NO_TELLS).sentence, outcome, partial(self._in_words, setting)
        )

    def _in_words(self, setting: S, name: str, value: Any) -> str:
        told = self.fields.get(name)
        return as_it_is(name, value) if told is None else told(setting, value)
