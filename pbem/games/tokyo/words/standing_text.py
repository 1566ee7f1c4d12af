"""Standing orders as players write them, both ways: docs/games/tokyo.md is the authority.

A line sets a part of a side's standing orders. The part has the form of the whole, so that
merging the parts (lists grow, later words replace earlier ones) gives the whole.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, get_args

from pbem.errors import FormError
from pbem.games.tokyo.rules.outcomes import Code
from pbem.games.tokyo.rules.position import Position
from pbem.games.tokyo.rules.setting import Setting
from pbem.games.tokyo.rules.standing import Standing
from pbem.games.tokyo.words.line import Line
from pbem.kit import plain
from pbem.kit.maps.hexstanding import RETREAT_LINES
from pbem.kit.typed.grammar import OwnLines, StandingGrammar

RESULTS: tuple[str, ...] = get_args(Code)

MOST_CALLS = 99


WHAT_IS_USUAL: Mapping[str, str] = {
    "retreat": "to the hex that is best to hold and farthest from enemies",
    "advance": "the unit that gains most by it, never an HQ; or none",
    "exchange": "the units that are worth least",
    "volunteer": "called when your own attack or unit is lost, unless that could lose the game",
    "free": "armor first, then whom an enemy can reach soonest",
    "ecorps": "called up to turn 7, near Central Tokyo, or with fewer points",
}
"""Question -> what the usual answer is, in short: `rules/usual.py` computes it."""


def parse_standing(setting: Setting, position: Position, side: str, line: str) -> dict[str, Any]:
    """Read one line of standing orders; return the part of the side's mapping that it sets.

    Raises:
        FormError: The line cannot be read. The message has the column and what would be right.
    """
    return GRAMMAR.read(Line(setting, position, side, line))


def _volunteer(words: Line) -> str | dict[str, Any]:
    reported = {plain.lower(code): code for code in RESULTS}
    if words.peek() not in reported:
        return words.choice("answer about Volunteer Corps", ("none", *reported))

    def result() -> str:
        return reported[words.choice("result of the die", reported)]

    on = list(words.several(result, stop=("in",), once=True))
    if not words.in_all():
        raise FormError(
            "standing volunteer: write how often, as in `standing volunteer De in all 2`"
        )
    return {"on": on, "in_all": words.number("calls", MOST_CALLS)}


def _print_volunteer(part: str | Mapping[str, Any]) -> Iterator[str]:
    yield part if isinstance(part, str) else f"{' '.join(part['on'])} in all {part['in_all']}"


GRAMMAR: StandingGrammar[Line] = StandingGrammar(
    Standing,
    {
        "retreat": RETREAT_LINES,
        "volunteer": OwnLines(_volunteer, _print_volunteer, ("none", "RESULT ... in all N")),
    },
)
print_standing = GRAMMAR.write
