"""Standing answers as players write them, both ways: docs/games/singapore.md is the authority.

A line sets a part of a side's standing answers. The part has the form of the whole, so that
merging the parts (later words replace earlier ones) gives the whole.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from pbem.games.singapore.rules.position import Position
from pbem.games.singapore.rules.setting import Setting
from pbem.games.singapore.words.line import Line
from pbem.kit.words import read_standing

MOST = 99


def parse_standing(setting: Setting, position: Position, side: str, line: str) -> dict[str, Any]:
    """Read one line of standing answers; return the part of the side's mapping that it sets."""
    return read_standing(Line(setting, position, side, line), _READERS)


def print_standing(standing: Mapping[str, Any]) -> list[str]:
    """Write a side's standing answers as lines that `parse_standing` reads back, part by part."""
    return [f"standing {question} {_told(part)}" for question, part in standing.items()]


def _told(part: Any) -> str:
    if isinstance(part, str):
        return part
    words = [str(part["each"])]
    if "at" in part:
        words += ["at", part["at"]]
    if "in_all" in part:
        words += ["in all", str(part["in_all"])]
    return " ".join(words)


def _strikes(words: Line) -> Any:
    if words.take_if("none"):
        return "none"
    found: dict[str, Any] = {"each": words.number("strikes at a pair", MOST)}
    if words.take_if("at"):
        found["at"] = words.choice("target", ("support",))
    if words.in_all():
        found["in_all"] = words.number("strikes", MOST)
    return found


_READERS: dict[str, Callable[[Line], Any]] = {
    "plane": lambda words: words.choice("answer about planes", ("fight", "leave")),
    "strikes": _strikes,
    "drop": lambda words: words.choice("die to leave out", ("lowest", "highest")),
    "alone": lambda words: words.choice("answer", ("lead", "assist")),
    "retreat": lambda words: words.choice("answer about retreats", ("never",)),
    "pursue": lambda words: words.choice("answer about who retreats", ("all", "none")),
    "defence": lambda words: words.choice("answer about barrages", ("none",)),
    "line": lambda words: words.choice("order of a line", ("listed",)),
    "withdraw": lambda words: words.choice("place to withdraw to", ("first",)),
    "land": lambda words: words.choice("airfield", ("first",)),
    "combat": lambda words: words.choice("battle", ("first",)),
}
