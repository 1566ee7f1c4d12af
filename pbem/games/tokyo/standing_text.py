"""Standing answers as players write them, both ways: docs/games/tokyo.md is the authority.

A line sets a part of a side's standing answers. The part has the form of the whole, so that
merging the parts (lists grow, later words replace earlier ones) gives the whole.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from pbem.games.tokyo.position import Position
from pbem.games.tokyo.setting import Setting
from pbem.games.tokyo.words import Line
from pbem.kit.hexstanding import (
    print_advance,
    print_retreat,
    read_advance,
    read_retreat,
    standing_line,
)
from pbem.kit.words import read_standing

FIRST = ("exchange", "free")
"""Questions answered by units in order, and perhaps by any other."""

WORDS = ("volunteer", "ecorps")
"""Questions answered by one word."""


def parse_standing(setting: Setting, position: Position, side: str, line: str) -> dict[str, Any]:
    """Read one line of standing answers; return the part of the side's mapping that it sets.

    Raises `FormError`, which says the column, what is wrong and what would be right.
    """
    return read_standing(Line(setting, position, side, line), _READERS)


def print_standing(standing: Mapping[str, Any]) -> list[str]:
    """Write a side's standing answers as lines that `parse_standing` reads back, part by part."""
    lines = [*print_retreat(standing.get("retreat", {}))]
    lines += print_advance(standing.get("advance", {}))
    for question in FIRST:
        part = standing.get(question, {})
        if part.get("first"):
            lines.append(standing_line(question, *part["first"]))
        if part.get("else"):
            lines.append(standing_line(question, part["else"]))
    lines += [standing_line(word, standing[word]) for word in WORDS if standing.get(word)]
    return lines


def _first(words: Line) -> dict[str, Any]:
    if words.take_if("any"):
        return {"else": "any"}
    return {"first": list(words.units(stop=("any",)))}


def _volunteer(words: Line) -> str:
    return words.choice("standing answer about Volunteer Corps", ("none",))


def _ecorps(words: Line) -> str:
    return words.choice("standing answer about E Corps", ("none", "call"))


_READERS: dict[str, Callable[[Line], Any]] = {
    "retreat": read_retreat,
    "advance": read_advance,
    "exchange": _first,
    "volunteer": _volunteer,
    "ecorps": _ecorps,
    "free": _first,
}
