"""Standing orders as players write them, both ways: docs/games/singapore.md is the authority.

A line sets a part of a side's standing orders. The part has the form of the whole, so that
merging the parts (later words replace earlier ones) gives the whole.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from pbem.errors import FormError
from pbem.games.singapore.rules.cards.ch6_effects import turn_number
from pbem.games.singapore.rules.position import Position
from pbem.games.singapore.rules.setting import Setting
from pbem.games.singapore.words.line import Line
from pbem.kit.typed.words import read_standing

MOST = 99
LATEST = 999
"""Turns are given by numbers up to this."""


WHAT_IS_USUAL: Mapping[str, str] = {
    "plane": "the plane with the most faces on its dice",
    "strikes": "those that promise most, less what a striker is worth",
    "drop": "the smallest die; the largest where the attacker says it",
    "alone": "assist",
    "line": "the strongest dice first",
    "retreat": "only a defender with a third of the attackers' number or fewer",
    "pursue": "everybody",
    "withdraw": "nearest to an objective",
    "defence": "everybody",
    "land": "all, off the map if they may",
    "combat": "nearest to an objective",
    "drive": "vehicles hold what they captured",
    "shift": "the first that is legal",
    "evacuate": "the first that is legal",
    "deployment": "no card, for it would be seen",
    "supply": "no card, for it would be seen",
    "cards": "no card, for it would be seen",
    "pools": "pass",
    "transfer": "pass",
    "arrive": "the first that is legal",
}
"""Question -> what the usual answer is, in short: `rules/usual.py` computes it."""


def parse_standing(setting: Setting, position: Position, side: str, line: str) -> dict[str, Any]:
    """Read one line of standing orders; return the part of the side's mapping that it sets."""
    return read_standing(Line(setting, position, side, line), _READERS)


def print_standing(standing: Mapping[str, Any]) -> list[str]:
    """Write a side's standing orders as lines that `parse_standing` reads back, part by part."""
    return [f"standing {question} {_reported(part)}" for question, part in standing.items()]


def _reported(part: Any) -> str:
    if isinstance(part, str):
        return part
    if "turn" in part:
        return " ".join(["pass turn", str(part["turn"]), *filter(None, [part.get("battle")])])
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


def _passes(words: Line) -> Any:
    """A pass, until it is withdrawn or for `this turn`, `this battle`; or for a turn by number."""
    words.choice("answer about cards", ("pass",))
    war, battle = words.position.war, words.position.battle
    if words.take_if("this"):
        which = words.choice("span of a pass", ("turn", "battle"))
        if war is None or (which == "battle" and battle is None):
            raise FormError(f"standing: there is no {which} now for which you could pass")
        found: dict[str, Any] = {"turn": turn_number(words.setting, war)}
        if which == "battle" and battle is not None:
            found["battle"] = battle.sector
        return found
    if words.take_if("turn"):
        found = {"turn": words.number("turns", LATEST)}
        if words.at_place():
            found["battle"] = words.place()
        return found
    return "pass"


_READERS: dict[str, Callable[[Line], Any]] = {
    "plane": lambda words: words.choice("answer about planes", ("fight", "leave")),
    "strikes": _strikes,
    "drop": lambda words: words.choice("die to leave out", ("lowest", "highest")),
    "alone": lambda words: words.choice("answer", ("lead", "assist")),
    "retreat": lambda words: words.choice("answer about retreats", ("never",)),
    "pursue": lambda words: words.choice("answer about units that retreat", ("all", "none")),
    "defence": lambda words: words.choice("answer about barrages", ("none",)),
    "line": lambda words: words.choice("order of a line", ("listed",)),
    "drive": lambda words: words.choice("answer", ("none",)),
    "arrive": lambda words: words.choice("axis of attack", ("first",)),
    "pools": lambda words: words.choice("division of tokens", ("printed",)),
    "transfer": lambda words: words.choice("answer about tokens", ("none",)),
    "shift": lambda words: words.choice("unit and its sector", ("first",)),
    "evacuate": lambda words: words.choice("infantry", ("first",)),
    "withdraw": lambda words: words.choice("place to withdraw to", ("first",)),
    "land": lambda words: words.choice("airfield", ("first",)),
    "combat": lambda words: words.choice("battle", ("first",)),
    "deployment": _passes,
    "supply": _passes,
    "cards": _passes,
}
