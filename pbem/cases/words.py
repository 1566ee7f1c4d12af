"""The names that a case may use: what is misspelt is refused before anything is played.

``never`` would hold for ever of an outcome that does not exist; so would a field, a paragraph or a
unit that nobody has. Names that a game does not give (`pbem.kit.game.ModularGame.outcomes`,
`pbem.kit.paragraphs`) cannot be judged, and are taken as they stand.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, get_type_hints

import msgspec

from pbem.errors import FormError
from pbem.kit.contract import Game, Names, Outcome
from pbem.kit.game import ModularGame
from pbem.kit.typed.suggest import did_you_mean
from pbem.play.outcomes import TABLE_OUTCOMES

OWN_WORDS = (
    "outcomes", "never", "lapsed", "asks", "result", "legal", "cost", "odds", "sees", "broken",
)  # fmt: skip
"""The words of a ``then`` in every game; the rest is the game's own (`Game.facts_of`)."""

_NAMING = {
    "unit": "UNIT", "units": "UNIT", "with": "UNIT", "on": "UNIT",
    "hex": "HEX", "hexes": "HEX", "origin": "HEX", "area": "AREA",
}  # fmt: skip
"""Field of an outcome -> which of `Game.names` its text names, where a game has such names."""


class Vocabulary:
    """The names of one game: ``facts`` are the words of its own that a ``then`` may say.

    ``paragraphs``: those of its rulebook; if there are none here, every paragraph is accepted.
    """

    def __init__(
        self, game: Game[Any, Any], paragraphs: Collection[str], facts: Collection[str]
    ) -> None:
        self._forms: dict[str, type[Outcome]] = {}
        self._also: Mapping[str, tuple[str, ...]] = {}
        if isinstance(game, ModularGame):
            reported: list[type[Outcome]] = [*game.outcomes, *TABLE_OUTCOMES]
            self._also = game.also_named
            self._forms = {str(form.__struct_config__.tag): form for form in reported}
        self._names = game.names
        self._sides = game.sides
        self._paragraphs = paragraphs
        self._facts = tuple(facts)
        self._then = (*OWN_WORDS, *facts)

    def check(self, then: Any) -> None:
        """Raise `FormError` where a ``then`` names what there is not."""
        if not isinstance(then, Mapping):
            raise FormError("then: write pairs of a name and its expected value")
        for word in then:
            if word not in self._then:
                known = ", ".join(self._then)
                raise FormError(
                    f"then: there is no word {word!r}{did_you_mean(word, self._then)} "
                    f"(known: {known})"
                )
        self._check_sees(then.get("sees", {}))
        for word in ("outcomes", "never"):
            reported = then.get(word, [])
            if not isinstance(reported, list):
                raise FormError(f"{word}: write a list of outcomes, like [{{is: Moved}}]")
            for outcome in reported:
                self._check_outcome(word, outcome)
        skipped = then.get("lapsed", [])
        if not isinstance(skipped, list):
            raise FormError("'lapsed' needs a list of paragraphs, [] for none")
        for paragraph in skipped:
            self.check_paragraph("lapsed", paragraph)

    def _check_sees(self, sees: Any) -> None:
        """Refuse a side that does not play, and a word that no position has."""
        if not isinstance(sees, Mapping):
            raise FormError("sees: write pairs of a side and what it sees")
        for side, facts in sees.items():
            if side not in self._sides:
                hint = did_you_mean(str(side), self._sides) or f": {', '.join(self._sides)}"
                raise FormError(f"sees: there is no side {side!r}{hint}")
            if not isinstance(facts, Mapping):
                raise FormError(f"sees: {side}: write pairs of a name and its expected value")
            for word in facts:
                if word not in self._facts:
                    hint = did_you_mean(str(word), self._facts)
                    raise FormError(f"sees: {side}: there is no word {word!r}{hint}")

    def check_paragraph(self, where: str, paragraph: Any) -> None:
        """Raise `FormError` for a paragraph that the game does not have; ``""`` is none.

        ``where``: the word of the case that names it, for the message.
        """
        if not isinstance(paragraph, str):
            raise FormError(f"{where}: {paragraph!r} is not text; put a paragraph in quotes: '7.1'")
        if paragraph and self._paragraphs and paragraph not in self._paragraphs:
            hint = did_you_mean(paragraph, self._paragraphs)
            raise FormError(f"{where}: the game has no paragraph {paragraph!r}{hint}")

    def _check_outcome(self, word: str, outcome: Any) -> None:
        if not isinstance(outcome, Mapping) or not isinstance(outcome.get("is"), str):
            raise FormError(f"{word}: {outcome!r} does not name an outcome, like {{is: Moved}}")
        name = outcome["is"]
        if not self._forms:
            return
        form = self._forms.get(name)
        if form is None:
            hint = did_you_mean(name, self._forms)
            raise FormError(f"{word}: there is no outcome {name!r}{hint}")
        kinds = _kinds(form)
        for field, value in outcome.items():
            if field == "is":
                continue
            if field not in kinds:
                known = ", ".join(kinds)
                hint = did_you_mean(field, kinds)
                raise FormError(f"{word}: {name} has no field {field!r}{hint} (known: {known})")
            self._check_value(f"{word}: {name}", field, value, kinds[field])

    def _check_value(self, where: str, field: str, value: Any, kind: Any) -> None:
        if field == "paragraph":
            self.check_paragraph(where, value)
            return
        try:
            msgspec.convert(value, kind)
        except msgspec.ValidationError as error:
            raise FormError(f"{where}: {field}: {error}") from None
        if field == "side" and value is not None and value not in self._sides:
            hint = did_you_mean(value, self._sides) or f" (known: {', '.join(self._sides)})"
            raise FormError(f"{where}: there is no side {value!r}{hint}")
        about = _NAMING.get(field, "")
        names = self._names.get(about)
        if names is None:
            return
        several = isinstance(value, Sequence) and not isinstance(value, str)
        for text in map(str, value if several else [value]):
            if text not in self._also.get(about, ()) and not _names(names, text):
                hint = did_you_mean(text, _bare(names))
                raise FormError(f"{where}: {field}: there is no {text!r}{hint}")


@lru_cache(maxsize=256)
def _kinds(form: type[Outcome]) -> dict[str, Any]:
    """Return the fields of an outcome as they are written -> their types."""
    hints = get_type_hints(form)
    fields = zip(form.__struct_fields__, form.__struct_encode_fields__, strict=True)
    return {written: hints[field] for field, written in fields}


def _names(names: Names, text: str) -> bool:
    if text in names.words or text in _bare(names):
        return True
    return bool(names.form) and re.fullmatch(names.form, text) is not None


def _bare(names: Names) -> list[str]:
    """Return names without the side that may stand before each."""
    return [word.partition(":")[2] or word for word in names.words]


def words_of(game: Game[Any, Any]) -> Iterator[str]:
    """Yield every word that names something in a game, in lower case."""
    for names in game.names.values():
        for word in (*names.words, *_bare(names)):
            yield from word.lower().split()
