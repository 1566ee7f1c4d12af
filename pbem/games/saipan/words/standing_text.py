"""Standing orders as players write them, both ways: docs/games/saipan.md is the authority.

A line sets a part of a side's standing orders. The part has the form of the whole, so that
merging the parts (lists grow, later words replace earlier ones) gives the whole.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from pbem.errors import FormError
from pbem.games.saipan.rules.position import Position
from pbem.games.saipan.rules.setting import Setting
from pbem.games.saipan.rules.standing import Standing
from pbem.games.saipan.words.line import Line
from pbem.kit.maps.hexstanding import RETREAT_LINES
from pbem.kit.typed.grammar import OwnLines, StandingGrammar

WHAT_IS_USUAL: Mapping[str, str] = {
    "retreat": "to the hex that is best to hold, far from enemies; as victor, the worst",
    "fpf": "the guns that worsen the attack most for what they cost, or none",
    "advance": "the unit that gains most by it, never artillery; or none",
    "lose": "the units that are worth least",
}
"""Question -> what the usual answer is, in short: `rules/usual.py` computes it."""


def parse_standing(setting: Setting, position: Position, side: str, line: str) -> dict[str, Any]:
    """Read one line of standing orders; return the part of the side's mapping that it sets.

    Raises:
        FormError: The line cannot be read. The message has the column and what would be right.
    """
    return GRAMMAR.read(Line(setting, position, side, line))


def _fpf(words: Line) -> dict[str, Any]:
    if words.take_if("none"):
        return {"else": "none"}
    if words.in_all():
        words.choice("limit in all", ("gsp",))
        return {"in_all": words.points()}
    entry: dict[str, Any] = {"for": "any" if words.take_if("any") else words.target(words.side)}
    names = ("with", "gsp")
    for part in words.fire_parts(*names):
        entry[part] = words.points() if part == "gsp" else list(words.units(stop=names))
    if not entry.get("with") and not entry.get("gsp"):
        raise FormError("standing fpf: write what fires, as in `standing fpf any with 1/3`")
    if not entry.get("gsp", 1):
        del entry["gsp"]
    return {"lines": [entry]}


def _print_fpf(part: Mapping[str, Any]) -> Iterator[str]:
    for entry in part.get("lines", ()):
        guns = ("with", *entry["with"]) if entry.get("with") else ()
        points = ("gsp", str(entry["gsp"])) if entry.get("gsp") else ()
        yield " ".join((entry["for"], *guns, *points))
    if part.get("in_all") is not None:
        yield f"in all gsp {part['in_all']}"
    if part.get("else"):
        yield "none"


GRAMMAR: StandingGrammar[Line] = StandingGrammar(
    Standing,
    {
        "retreat": RETREAT_LINES,
        "fpf": OwnLines(
            _fpf, _print_fpf, ("TARGET [with UNIT ...] [gsp N]", "in all gsp N", "none")
        ),
    },
)
print_standing = GRAMMAR.write
