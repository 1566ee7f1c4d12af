"""Standing orders as players write them, both ways: docs/games/meiktila.md is the authority.

A line sets a part of a side's standing orders. The part has the form of the whole, so that
merging the parts (lists grow, later words replace earlier ones) gives the whole.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from pbem.games.meiktila.rules.position import Position
from pbem.games.meiktila.rules.setting import Setting
from pbem.games.meiktila.words.line import MOST_PLANES, Line
from pbem.games.meiktila.words.text import AIR
from pbem.kit.maps.hexstanding import standing_line
from pbem.kit.typed.words import read_standing

MOST_USES = 99


WHAT_IS_USUAL: Mapping[str, str] = {
    "allot": "each air unit where it does most: supply, combat or interdiction",
    "land": "as many steps as can be landed, unless the Japanese stand too near",
    "edges": "nobody is sent by name to the edge that is more interdicted",
    "opener": "the marker that activates most of your units",
    "defend": "the guns, air units and bonus that change the odds for what they cost",
    "hold": "hold or retreat, whichever costs less on average",
    "losses": "the steps and retreats that cost least on average",
    "advance": "the unit that gains most by it, or none",
    "remove": "the fewest steps and factors",
}
"""Question -> what the usual answer is, in short: `rules/usual.py` computes it."""


def parse_standing(setting: Setting, position: Position, side: str, line: str) -> dict[str, Any]:
    """Read one line of standing orders; return the part of the side's mapping that it sets."""
    return read_standing(Line(setting, position, side, line), _READERS)


def print_standing(standing: Mapping[str, Any]) -> list[str]:
    """Write a side's standing orders as lines that `parse_standing` reads back, part by part."""
    return [
        standing_line(question, *words)
        for question, part in standing.items()
        for words in _PRINTERS[question](part)
    ]


def _allot(words: Line) -> dict[str, int]:
    found: dict[str, int] = {}
    for part in words.parts(lambda: words.choice("task of air units", AIR)):
        number = words.number("air units", 2 if part == "supply" else MOST_PLANES)
        found[part] = number
    return found


def _print_allot(part: Mapping[str, int]) -> Iterator[list[str]]:
    yield [word for name in AIR if part.get(name) for word in (name, str(part[name]))]


def _land(words: Line) -> Any:
    return "none" if words.take_if("none") else list(words.hexes())


def _print_names(part: Any) -> Iterator[list[str]]:
    if part:
        yield [part] if isinstance(part, str) else list(part)


def _edges(words: Line) -> str:
    return words.choice("answer about edges", ("any", "north", "south"))


def _opener(words: Line) -> dict[str, Any]:
    if words.take_if("any"):
        return {"else": "any"}
    return {"first": list(words.several(lambda: words.marker("any"), once=True))}


def _remove(words: Line) -> dict[str, Any]:
    if words.take_if("any"):
        return {"else": "any"}
    return {"first": list(words.units(stop=("any",)))}


def _print_first(part: Mapping[str, Any]) -> Iterator[list[str]]:
    if part.get("first"):
        yield list(part["first"])
    if part.get("else"):
        yield [part["else"]]


def _defend(words: Line) -> Any:
    if words.take_if("none"):
        return "none"
    found: dict[str, Any] = {}
    for part in words.parts(lambda: words.choice("part of a defence", ("guns", "air"))):
        each = {} if part == "guns" else {"each": words.number("air units", MOST_PLANES)}
        for word in ("in", "all"):
            words.choice("part of `in all`", (word,))
        found[part] = {**each, "in_all": words.number("uses", MOST_USES)}
    return found


def _print_defend(part: Any) -> Iterator[list[str]]:
    if isinstance(part, str):
        yield [part]
        return
    found: list[str] = []
    if guns := part.get("guns"):
        found += ["guns", "in", "all", str(guns["in_all"])]
    if air := part.get("air"):
        found += ["air", str(air["each"]), "in", "all", str(air["in_all"])]
    if found:
        yield found


def _pay(words: Line) -> dict[str, Any]:
    found: dict[str, Any] = {"how": words.choice("way to pay", ("step", "retreat"))}
    if found["how"] == "retreat":
        found["toward"] = "any" if words.take_if("any") else words.hex("any")
    if not words.done():
        found["first"] = list(words.units())
    return found


def _print_pay(part: Mapping[str, Any]) -> Iterator[list[str]]:
    toward = [part.get("toward", "any")] if part["how"] == "retreat" else []
    yield [part["how"], *toward, *part.get("first", ())]


def _advance(words: Line) -> Any:
    for word in ("none", "all"):
        if words.take_if(word):
            return word
    return list(words.units(stop=("none", "all")))


_READERS: dict[str, Callable[[Line], Any]] = {
    "allot": _allot,
    "land": _land,
    "edges": _edges,
    "opener": _opener,
    "defend": _defend,
    "hold": _pay,
    "losses": _pay,
    "advance": _advance,
    "remove": _remove,
}
_PRINTERS: dict[str, Callable[[Any], Iterator[list[str]]]] = {
    "allot": _print_allot,
    "land": _print_names,
    "edges": _print_names,
    "opener": _print_first,
    "defend": _print_defend,
    "hold": _print_pay,
    "losses": _print_pay,
    "advance": _print_names,
    "remove": _print_first,
}
