"""Advances into the hex that was attacked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from pbem.errors import IllegalOrder
from pbem.kit.contract import Outcome
from pbem.kit.hexgame.rules.movement import take
from pbem.kit.hexgame.rules.orders import Advance
from pbem.kit.hexgame.rules.outcomes import Advanced, Stayed
from pbem.kit.hexgame.rules.position import HexPosition, open_battle
from pbem.kit.hexgame.rules.setting import HexSetting
from pbem.kit.hexgame.rules.stacking import has_room

LISTED = 6
"""If there are more units, only those that advance alone or by two are listed."""


def paragraph(setting: HexSetting) -> str:
    """Return the paragraph of advances; that of combat if the game has none."""
    return (setting.data.advance or setting.data.combat).paragraph


def victors(setting: HexSetting, position: HexPosition) -> list[str]:
    """Return the attackers that may advance; none while an enemy is in the hex."""
    battle, policy, tables = open_battle(position), setting.data.advance, setting.tables
    if policy is None:
        return []
    if battle.hex in setting.hexes_of(position, tables.enemy[position.side]):
        return []
    return [
        unit
        for unit in battle.attackers
        if tables.cost(tables.units[unit].kind, position.at[unit], battle.hex) is not None
        and has_room(setting, position, battle.hex, (unit,))
        and not setting.hooks.closed(setting, position, unit, position.at[unit], battle.hex)
    ]


def legal_advances(setting: HexSetting, position: HexPosition) -> Iterator[Advance]:
    """Yield the sets of units that may advance together, if the units are not too many."""
    battle, policy = open_battle(position), setting.data.advance
    able = victors(setting, position)
    sizes: Sequence[int] = range(1, len(able) + 1) if len(able) <= LISTED else (1, 2)
    for size in sizes if policy is not None and policy.units == "all" else sizes[:1]:
        for units in combinations(able, size):
            if has_room(setting, position, battle.hex, units):
                yield Advance(units)


def check_advance(setting: HexSetting, position: HexPosition, order: Advance) -> None:
    """Raise `IllegalOrder` unless these units may advance."""
    battle, policy = open_battle(position), setting.data.advance
    able = victors(setting, position)
    for unit in order.units:
        if unit not in able:
            which = f"These may: {', '.join(able)}."
            raise IllegalOrder(paragraph(setting), f"{unit} may not advance", which)
    if policy is not None and policy.units == "one" and len(order.units) > 1:
        raise IllegalOrder(paragraph(setting), "only one unit may advance", "Name one.")
    if not has_room(setting, position, battle.hex, order.units):
        stacking = setting.data.stacking
        raise IllegalOrder(stacking.paragraph, f"{battle.hex} has no room for all of them")


def advance(setting: HexSetting, position: HexPosition, order: Advance) -> Iterator[Outcome]:
    """Advance units."""
    hex_ = open_battle(position).hex
    side = position.side
    yield Advanced(paragraph=paragraph(setting), side=side, units=order.units, hex=hex_)
    yield from take(setting, position, side, hex_)


def stay(setting: HexSetting, position: HexPosition) -> Iterator[Outcome]:
    """Nobody advances."""
    hex_ = open_battle(position).hex
    yield Stayed(paragraph=paragraph(setting), side=position.side, hex=hex_)
