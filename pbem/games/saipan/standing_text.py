"""Standing answers as players write them, both ways: docs/games/saipan.md is the authority.

A line sets a part of a side's standing answers. The part has the form of the whole, so that
merging the parts (lists grow, later words replace earlier ones) gives the whole.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbem.errors import FormError
from pbem.games.saipan.position import Position
from pbem.games.saipan.setting import Setting
from pbem.games.saipan.words import Line
from pbem.kit.words import read_standing

Standing = dict[str, Any]


def parse_standing(setting: Setting, position: Position, side: str, line: str) -> Standing:
    """Read one line of standing answers; return the part of the side's mapping that it sets.

    Raises `FormError`, which says the column, what is wrong and what would be right.
    """
    return read_standing(Line(setting, position, side, line), _READERS)


def print_standing(standing: Mapping[str, Any]) -> list[str]:
    """Write a side's standing answers as lines that `parse_standing` reads back, part by part."""
    lines: list[str] = []
    retreat = standing.get("retreat", {})
    for unit, hexes in retreat.get("units", {}).items():
        lines.append(_line("retreat", unit, *hexes))
    if toward := retreat.get("toward"):
        lines.append(_line("retreat", *(("any",) if toward == "any" else ("toward", toward))))
    fpf = standing.get("fpf", {})
    for entry in fpf.get("lines", ()):
        guns = ("with", *entry["with"]) if entry.get("with") else ()
        points = ("gsp", str(entry["gsp"])) if entry.get("gsp") else ()
        lines.append(_line("fpf", entry["for"], *guns, *points))
    if fpf.get("else"):
        lines.append(_line("fpf", "none"))
    advance = standing.get("advance", {})
    for entry in advance.get("lines", ()):
        units = ("any",) if entry["with"] == "any" else tuple(entry["with"])
        lines.append(_line("advance", entry["into"], "with", *units))
    if advance.get("else"):
        lines.append(_line("advance", "none"))
    lose = standing.get("lose", {})
    if lose.get("first"):
        lines.append(_line("lose", *lose["first"]))
    if lose.get("rest"):
        lines.append(_line("lose", "weakest"))
    return lines


def _line(*words: str) -> str:
    return " ".join(("standing", *words))


def _retreat(words: Line) -> Standing:
    if words.take_if("any"):
        return {"toward": "any"}
    if words.take_if("toward"):
        return {"toward": words.hex()}
    unit = words.unit(what="a unit, `toward` or `any`")
    return {"units": {unit: list(words.hexes())}}


def _fpf(words: Line) -> Standing:
    if words.take_if("none"):
        return {"else": "none"}
    entry: Standing = {"for": "any" if words.take_if("any") else words.target(words.side)}
    names = ("with", "gsp")
    for part in words.fire_parts(*names):
        entry[part] = words.points() if part == "gsp" else list(words.units(stop=names))
    if not entry.get("with") and not entry.get("gsp"):
        raise FormError("standing fpf: say with what, as in `standing fpf any with 1/3`")
    if not entry.get("gsp", 1):
        del entry["gsp"]
    return {"lines": [entry]}


def _advance(words: Line) -> Standing:
    if words.take_if("none"):
        return {"else": "none"}
    into = "any" if words.take_if("any") else words.hex()
    words.choice("part of a standing advance", ("with",))
    units: Any = "any" if words.take_if("any") else list(words.units())
    return {"lines": [{"into": into, "with": units}]}


def _lose(words: Line) -> Standing:
    if words.take_if("weakest"):
        return {"rest": "weakest"}
    return {"first": list(words.units())}


_READERS = {"retreat": _retreat, "fpf": _fpf, "advance": _advance, "lose": _lose}
