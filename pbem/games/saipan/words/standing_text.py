"""Standing answers as players write them, both ways: docs/games/saipan.md is the authority.

A line sets a part of a side's standing answers. The part has the form of the whole, so that
merging the parts (lists grow, later words replace earlier ones) gives the whole.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbem.errors import FormError
from pbem.games.saipan.rules.position import Position
from pbem.games.saipan.rules.setting import Setting
from pbem.games.saipan.words.line import Line
from pbem.kit.maps.hexstanding import (
    print_advance,
    print_retreat,
    read_advance,
    read_retreat,
    standing_line,
)
from pbem.kit.typed.words import read_standing

Standing = dict[str, Any]


WHAT_IS_USUAL: Mapping[str, str] = {
    "retreat": "to the hex that is best to hold, far from enemies; as victor, the worst",
    "fpf": "the guns that worsen the attack most for what they cost, or none",
    "advance": "the unit that gains most by it, never artillery; or none",
    "lose": "the units that are worth least",
}
"""Question -> what the usual answer is, in short: `rules/usual.py` computes it."""


def parse_standing(setting: Setting, position: Position, side: str, line: str) -> Standing:
    """Read one line of standing answers; return the part of the side's mapping that it sets.

    Raises `FormError`, which says the column, what is wrong and what would be right.
    """
    return read_standing(Line(setting, position, side, line), _READERS)


def print_standing(standing: Mapping[str, Any]) -> list[str]:
    """Write a side's standing answers as lines that `parse_standing` reads back, part by part."""
    lines: list[str] = []
    lines += print_retreat(standing.get("retreat", {}))
    fpf = standing.get("fpf", {})
    for entry in fpf.get("lines", ()):
        guns = ("with", *entry["with"]) if entry.get("with") else ()
        points = ("gsp", str(entry["gsp"])) if entry.get("gsp") else ()
        lines.append(standing_line("fpf", entry["for"], *guns, *points))
    if fpf.get("in_all") is not None:
        lines.append(standing_line("fpf", "in all gsp", str(fpf["in_all"])))
    if fpf.get("else"):
        lines.append(standing_line("fpf", "none"))
    lines += print_advance(standing.get("advance", {}))
    lose = standing.get("lose", {})
    if lose.get("first"):
        lines.append(standing_line("lose", *lose["first"]))
    if lose.get("rest"):
        lines.append(standing_line("lose", "weakest"))
    return lines


def _fpf(words: Line) -> Standing:
    if words.take_if("none"):
        return {"else": "none"}
    if words.in_all():
        words.choice("limit in all", ("gsp",))
        return {"in_all": words.points()}
    entry: Standing = {"for": "any" if words.take_if("any") else words.target(words.side)}
    names = ("with", "gsp")
    for part in words.fire_parts(*names):
        entry[part] = words.points() if part == "gsp" else list(words.units(stop=names))
    if not entry.get("with") and not entry.get("gsp"):
        raise FormError("standing fpf: write what fires, as in `standing fpf any with 1/3`")
    if not entry.get("gsp", 1):
        del entry["gsp"]
    return {"lines": [entry]}


def _lose(words: Line) -> Standing:
    if words.take_if("weakest"):
        return {"rest": "weakest"}
    return {"first": list(words.units())}


_READERS = {"retreat": read_retreat, "fpf": _fpf, "advance": read_advance, "lose": _lose}
