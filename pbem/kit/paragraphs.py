"""The paragraphs of a rulebook and the rulings on them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

import msgspec

from pbem.errors import FormError
from pbem.kit.charts import Chart, rows
from pbem.kit.typed import strict_yaml

FILE = "paragraphs.yaml"
"""The name of the list, in the data of a game and beside numbered cases."""

MEANINGS = "meanings.yaml"
"""The name of the file of words on each paragraph, in the data of a game."""

GLOSSARY = "glossary.yaml"
"""The name of the list of abbreviations, in the data of a game."""

SHOWN_BY = "cases.json"
"""The name of the list of its numbered cases, in the data of a game; it is made of them."""

CASES = "cases.yaml"
"""The name of the numbered cases, if they themselves lie with the data of a game."""


class Paragraphs(msgspec.Struct, forbid_unknown_fields=True):
    """Every paragraph and ruling that decides something, with what it is about.

    ``heads`` are those that outcomes and refusals name and that decide nothing by themselves.
    """

    paragraphs: dict[str, str]
    heads: dict[str, str] = {}
    game: str = ""

    @property
    def names(self) -> list[str]:
        """All that there are, in the order of the list."""
        return [*self.paragraphs, *self.heads]


class Ruling(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A decision on an open point of a rulebook, and the paragraphs it is ``of``."""

    of: tuple[str, ...]
    text: str


class Meanings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The meaning of each paragraph of a rulebook, in this project's words, and rulings."""

    paragraphs: dict[str, str]
    rulings: dict[str, Ruling] = {}

    def on(self, paragraph: str) -> list[str]:
        """Return the rulings on a paragraph, also those on a part of it, as 9.5.2A is of 9.5.2."""
        return [
            name
            for name, ruling in self.rulings.items()
            if any(
                part == paragraph or (part[:-1] == paragraph and "A" <= part[-1] <= "Z")
                for part in ruling.of
            )
        ]


class Shown(msgspec.Struct, frozen=True):
    """A numbered case in short: what shows a paragraph or a ruling."""

    id: str
    paragraphs: tuple[str, ...]
    title: str


def shown_in(cases: bytes, name: str) -> list[Shown]:
    """Return the numbered cases of a file in short; one that cannot be read is left out here.

    Raises `FormError`, with the ``name`` of the file, where it is no YAML.
    """
    raw = strict_yaml.read(cases, name=name)
    listed = raw.get("cases") if isinstance(raw, dict) else None
    return [
        Shown(str(case.get("id")), _named(case.get("paragraph")), str(case.get("title")))
        for case in (listed if isinstance(listed, list) else ())
        if isinstance(case, dict)
    ]


def _named(paragraphs: object) -> tuple[str, ...]:
    return tuple(map(str, paragraphs if isinstance(paragraphs, list) else [paragraphs]))


def rulings_chart(meanings: Meanings) -> Chart:
    """Return the rulings of a game as a chart."""
    lines = ((name, ", ".join(one.of), one.text) for name, one in meanings.rulings.items())
    found = rows("project: decided where the rulebook is not clear", lines)
    return Chart("rulings", "Rulings", "", ("ruling", "paragraph", "decision"), found)


class Abbreviation(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The meaning of an abbreviation, and the paragraph ``of`` the rulebook that it comes from.

    ``short``: the meaning in a word or two, if it is longer; ``bare``: that of a result beside
    those whom it befalls. For a letter in the names of units: what it says of one ``unit``, and of
    several ``units``, if that is another word. A field that is left out is no part of the data's
    digest.
    """

    means: str
    of: str
    short: str = ""
    bare: str = ""
    unit: str = ""
    units: str = ""


def glossary_chart(glossary: Mapping[str, Abbreviation]) -> Chart:
    """Return the abbreviations of a game as a chart."""
    lines = ((word, one.of, one.means) for word, one in glossary.items())
    found = rows("project: as this program writes them", lines)
    return Chart("words", "Abbreviations", "", ("word", "paragraph", "meaning"), found)


Form = TypeVar("Form")


def read_paragraphs(data: bytes, name: str) -> Paragraphs:
    """Read a list of paragraphs from YAML; raises `FormError` with the ``name`` of its file."""
    return _read(data, name, Paragraphs)


def read_meanings(data: bytes, name: str) -> Meanings:
    """Read from YAML what paragraphs mean; raises `FormError` with the ``name`` of the file."""
    return _read(data, name, Meanings)


def read_glossary(data: bytes, name: str) -> dict[str, Abbreviation]:
    """Read a game's abbreviations from YAML; raises `FormError` with the ``name`` of the file."""
    return _read(data, name, dict[str, Abbreviation])


def _read(data: bytes, name: str, form: type[Form]) -> Form:
    try:
        return msgspec.convert(strict_yaml.read(data, name=name), form)
    except msgspec.ValidationError as error:
        raise FormError(f"{name}: {error}") from None
