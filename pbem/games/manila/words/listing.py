"""The orders in a list of legal ones beyond the examples of each kind that the rules yield."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from pbem.errors import IllegalOrder
from pbem.games.manila.rules.ch08_movement import legal_activations, paths
from pbem.games.manila.rules.ch09_5_support import legal_support
from pbem.games.manila.rules.ch09_attacks import legal_attacks, taking_part
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

    For an Area, it yields the moves into it of units that can get there, and its attacks with
    support. Without a name it yields nothing: the rules yield all that can be listed.
    """
    asked = need(setting, position)
    if not isinstance(asked, Question) or "activate" not in asked.forms:
        return
    yield from _supported(setting, position, about)
    active = {order.area for order in legal_activations(setting, position)}
    wanted = plain.lower(about)
    area = next((one for one in setting.tables.areas if str(one) == about), None)
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


def _supported(setting: Setting, position: Position, about: str) -> Iterator[Order]:
    """[9.5.4] Yield the attacks on the Area ``about`` by all who may, with markers of one kind."""
    for order in legal_attacks(setting, position):
        if str(order.area) != about or order.with_ or order.lead is None or position.action is None:
            continue
        units = taking_part(setting, position, position.action, order)
        for support in legal_support(setting, position, order.area, units):
            if len([number for number in support.values() if number]) == 1:
                yield replace(order, **support)
