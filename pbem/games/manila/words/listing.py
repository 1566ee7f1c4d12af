"""What a list of legal orders has beyond those that the rules yield as examples of their kind."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.games.manila.rules.position import Position
from pbem.games.manila.rules.questions import need
from pbem.games.manila.rules.setting import Setting
from pbem.kit.contract import Order, Question

UNLISTED = {
    "place": ["`place`: several units may be named at once, in any order."],
    "retreat": ["`retreat`: several units that go to one Area may be named at once."],
    "supply": ["`buy`: several kinds may be bought at once."],
    "combat": [
        "`activate`: units may be named with it that move at once.",
        "`move`: several units may be named at once, and any way, not the cheapest alone.",
        "`attack`: support, and what answers Barrage, Sniper and retreat, may be named with it.",
    ],
}


def unlisted(setting: Setting, position: Position) -> list[str]:
    """Say which legal answers are in no list, a sentence each."""
    asked = need(setting, position)
    return UNLISTED.get(asked.name, []) if isinstance(asked, Question) else []


def candidates(_setting: Setting, _position: Position, _about: str) -> Iterator[Order]:
    """Yield nothing: the rules yield all that can be listed."""
    return iter(())
