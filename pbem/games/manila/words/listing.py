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

    Of an Area what moves into it whoever can get there. Of nobody by name nothing: the rules yield
    all that can be listed.
    """
    asked = need(setting, position)
    if not isinstance(asked, Question) or "activate" not in asked.forms:
        return
    active = {order.area for order in legal_activations(setting, position)}
    wanted = plain.lower(about)
    area = int(about) if about in map(str, setting.tables.areas) else None
    for unit, here in position.at.items():
        if here not in active or not (area is not None or plain.lower(unit) == wanted):
            continue
        try:
            ways = paths(setting, position, unit, here)
        except IllegalOrder:
            continue  # this one may not move now
        for there, path in ways.items():
            if area in {None, there}:
                yield Activate(here, (unit,), path)
