"""What a list of legal orders has beyond those that the rules yield as examples of their kind."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.errors import IllegalOrder
from pbem.games.manila.rules.ch08_movement import legal_activations, paths
from pbem.games.manila.rules.orders import Activate
from pbem.games.manila.rules.position import Position
from pbem.games.manila.rules.questions import need
from pbem.games.manila.rules.setting import Setting
from pbem.kit import plain
from pbem.kit.contract import Order, Question

UNLISTED = {
    "place": ["`place`: several units may be named at once, in any order."],
    "retreat": ["`retreat`: several units that go to one Area may be named at once."],
    "supply": ["`buy`: several kinds may be bought at once."],
    "combat": [
        "`activate`: several units may be named with it that move at once.",
        "`move`: several units may be named at once, and any way, not the cheapest alone.",
        "`attack`: support, and what answers Barrage, Sniper and retreat, may be named with it.",
    ],
}


def unlisted(setting: Setting, position: Position) -> list[str]:
    """Say which legal answers are in no list, a sentence each."""
    asked = need(setting, position)
    return UNLISTED.get(asked.name, []) if isinstance(asked, Question) else []


def candidates(setting: Setting, position: Position, about: str) -> Iterator[Order]:
    """Yield what activates the Area of the unit ``about`` and moves it, to each Area once.

    Of nobody by name nothing: the rules yield all that can be listed.
    """
    unit = next((name for name in position.at if plain.lower(name) == plain.lower(about)), None)
    asked = need(setting, position)
    if unit is None or not isinstance(asked, Question) or "activate" not in asked.forms:
        return
    area = position.at[unit]
    if all(order.area != area for order in legal_activations(setting, position)):
        return
    try:
        ways = paths(setting, position, unit, area)
    except IllegalOrder:
        return  # this one may not move now
    yield from (Activate(area, (unit,), path) for path in ways.values())
