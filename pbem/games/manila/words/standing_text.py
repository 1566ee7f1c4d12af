"""Standing orders as players write them, both ways: docs/games/manila.md is the authority.

A line sets a part of the player's standing orders. The part has the form of the whole, so that
merging the parts (lists grow, later words replace earlier ones) gives the whole.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbem.errors import FormError
from pbem.games.manila.data.tables import MARKERS
from pbem.games.manila.rules.position import Position
from pbem.games.manila.rules.setting import Setting
from pbem.games.manila.words.line import Line
from pbem.kit.typed.words import read_standing

Standing = dict[str, Any]

LISTS = {
    "barrage": {"lose": "lose"},
    "fight": {"lead": "lead"},
    "sniper": {"first": ""},
    "retreat": {"first": "first", "to": "to"},
    "streets": {"first": ""},
    "place": {"to": "to"},
    "breakout": {"first": ""},
}
"""Question -> its lists, each with the word that its line has before the names."""

FIGHT_PARTS = ("lead", "strongest", *MARKERS)


WHAT_IS_USUAL: Mapping[str, str] = {
    "barrage": "the unit given up, or the breaking off, that promises most",
    "fight": "the lead and the support that promise most for what the markers cost",
    "place": "the Area with room beside most Japanese ones; a Leader, with most units to lead",
    "sniper": "the Leader with the fewest units of that command on the map",
    "retreat": "the first that is legal",
    "streets": "the unit that is cheapest to bring back, a Leader last",
    "breakout": "the first that is legal",
}
"""Question -> what the usual answer is, in short: `rules/usual.py` computes it."""


def parse_standing(setting: Setting, position: Position, side: str, line: str) -> Standing:
    """Read one line of standing orders; return the part of the side's mapping that it sets.

    Raises:
        FormError: The line cannot be read. The message has the column and what would be right.
    """
    return read_standing(Line(setting, position, side, line), _READERS)


def print_standing(standing: Mapping[str, Any]) -> list[str]:
    """Write standing orders as lines that `parse_standing` reads back, part by part."""
    lines: list[str] = []
    for question, lists in LISTS.items():
        part = standing.get(question, {})
        for unit, areas in part.get("units", {}).items():
            lines.append(_line(question, unit, *areas))
        for name, word in lists.items():
            if part.get(name):
                lines.append(_line(question, word, *part[name]))
        counts = [word for name in MARKERS if part.get(name) for word in (name, part[name])]
        if counts:
            lines.append(_line(question, *counts))
        lines += _limits(question, part.get("in_all"))
        if otherwise := part.get("else"):
            lose = "lose" if question == "barrage" and otherwise == "weakest" else ""
            lines.append(_line(question, lose, otherwise))
    return lines


def _limits(question: str, in_all: int | Mapping[str, int] | None) -> list[str]:
    """Return the line of a limit over all uses, if there is one."""
    if isinstance(in_all, int):
        return [f"standing {question} in all {in_all}"]
    counts = [f"{name} {number}" for name, number in (in_all or {}).items()]
    return [" ".join((f"standing {question} in all", *counts))] if counts else []


def _line(*words: object) -> str:
    return " ".join(str(word) for word in ("standing", *words) if word)


def _barrage(words: Line) -> Standing:
    if words.in_all():
        return {"in_all": words.count("units")}
    if words.choice("answer to a Barrage", ("lose", "break")) == "break":
        words.choice("end of `break off`", ("off",))
        return {"else": "break off"}
    return _units_or(words, "lose", "weakest")


def _fight(words: Line) -> Standing:
    said: Standing = {}
    if words.in_all():
        kinds = words.parts(lambda: words.choice("kind of support", MARKERS))
        limits = {kind: words.count(kind) for kind in kinds}
        if not limits:
            raise FormError(
                "standing fight in all: write what is limited, as in `in all artillery 4`"
            )
        return {"in_all": limits}
    for part in words.parts(lambda: words.choice("part of a standing fight", FIGHT_PARTS)):
        if part == "lead":
            said["lead"] = list(words.units(stop=FIGHT_PARTS))
        elif part == "strongest":
            said["else"] = part
        elif most := words.count(part):
            said[part] = most
    if not said:
        raise FormError("standing fight: write the support, as in `standing fight artillery 2`")
    return said


def _sniper(words: Line) -> Standing:
    return _units_or(words, "first", "any")


def _retreat(words: Line) -> Standing:
    match words.choice("part of a standing retreat", ("first", "to", "any")):
        case "first":
            return {"first": list(words.units())}
        case "to":
            return {"to": list(words.areas(once=True))}
        case _:
            return {"else": "any"}


def _streets(words: Line) -> Standing:
    return _units_or(words, "first", "weakest")


def _place(words: Line) -> Standing:
    if words.take_if("to"):
        return {"to": list(words.areas(once=True))}
    return {"units": {words.unit("to"): list(words.areas(once=True))}}


def _breakout(words: Line) -> Standing:
    if words.take_if("any"):
        return {"else": "any"}
    return {"first": list(words.areas(stop=("any",), once=True))}


def _units_or(words: Line, name: str, otherwise: str) -> Standing:
    """Read units in order, or the one word that stands for any others."""
    if words.take_if(otherwise):
        return {"else": otherwise}
    return {name: list(words.units(stop=(otherwise,)))}


_READERS = {
    "barrage": _barrage,
    "fight": _fight,
    "sniper": _sniper,
    "retreat": _retreat,
    "streets": _streets,
    "place": _place,
    "breakout": _breakout,
}
