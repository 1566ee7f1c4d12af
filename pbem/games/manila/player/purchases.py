"""The purchases of the computer player, and the units that they bring back."""

from __future__ import annotations

from pbem.games.manila.player.field import Field
from pbem.games.manila.rules import ch06_1_dawn as dawn
from pbem.games.manila.rules import ch06_3_supply as supply
from pbem.games.manila.rules.ch08_movement import room
from pbem.games.manila.rules.orders import Buy, End, Return
from pbem.games.manila.rules.position import Position
from pbem.games.manila.rules.setting import Setting
from pbem.games.manila.rules.usual import nearest
from pbem.kit.contract import Order

FIRST = 8
"""Supply Points kept for support before anybody is brought back."""
SPARE_MORALE = 1
"""So much more than the least Strong Morale they want before a Combat Phase."""


def purchases(setting: Setting, position: Position, seed: int) -> list[Order]:
    """[6.3] Bring units back, keep Morale Strong, and buy support with what is left."""
    field = Field(setting, position, seed)
    costs = setting.tables.data
    points = position.supply
    orders: list[Order] = []
    wanted = costs.morale.strong_from + SPARE_MORALE - position.morale
    morale = max(0, min(wanted, points // costs.supply.morale, costs.morale.most - position.morale))
    points -= morale * costs.supply.morale
    kept = max(0, FIRST - sum(position.markers.values()))
    joined: dict[int, int] = {}
    for unit in sorted(position.out, key=lambda u: (-setting.unit(u).attack, u)):
        fare = supply.fare(setting, unit)
        if setting.leader(unit) or fare > points - kept:
            continue
        able = tuple(
            area
            for area in dawn.return_areas(setting, position, unit)
            if room(setting, position, area) > joined.get(area, 0)
        )
        if able:
            area = nearest(field, position, unit, able)
            joined[area] = joined.get(area, 0) + 1
            points -= fare
            orders.append(Return(unit, area))
    markers = costs.markers
    engineer = min(setting.used(position, "engineer"), points // markers.engineer.cost)
    points -= engineer * markers.engineer.cost
    air = min(setting.used(position, "air"), points // markers.air.cost)
    air *= setting.options.air and position.air_released
    points -= air * markers.air.cost
    artillery = min(setting.used(position, "artillery"), points // markers.artillery.cost)
    buy = Buy(artillery, engineer, air, morale)
    if buy != Buy():
        orders.append(buy)
    return [*orders, End("supply")]
