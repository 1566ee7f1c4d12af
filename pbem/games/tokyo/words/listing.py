"""The orders in a list of legal ones beyond the examples of each kind that the rules yield."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.games.tokyo.rules.position import Position
from pbem.games.tokyo.rules.questions import need
from pbem.games.tokyo.rules.setting import Setting
from pbem.kit.contract import Order, Question

UNLISTED = {
    "setup": ["`deploy`: a unit that stands may be deployed once more elsewhere."],
    "movement": [
        "`move`: to each empty hex the cheapest way is listed; any other is legal too.",
        "`move`: a unit may end on a friend that moves away afterwards.",
        "`roll`: several units may be named at once, or none, which means all.",
    ],
}


def unlisted(setting: Setting, position: Position) -> list[str]:
    """Say which legal answers are in no list, a sentence each."""
    asked = need(setting, position)
    if not isinstance(asked, Question):
        return []
    return [
        reported
        for reported in UNLISTED.get(asked.name, [])
        if any(reported.startswith(f"`{form}`") for form in asked.forms)
    ]


def candidates(_setting: Setting, _position: Position, _about: str) -> Iterator[Order]:
    """Yield nothing: the rules yield all that can be listed."""
    return iter(())
