"""[6.3] The Supply Phase: points, markers, units that come back, morale."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.errors import IllegalOrder
from pbem.games.manila.data.tables import MARKERS
from pbem.games.manila.rules.ch03_morale import change
from pbem.games.manila.rules.ch06_1_dawn import return_areas
from pbem.games.manila.rules.ch06_2_events import OFFENSIVES
from pbem.games.manila.rules.ch08_movement import room
from pbem.games.manila.rules.orders import Buy, Return
from pbem.games.manila.rules.outcomes import Bought, PhaseBegun, ReturnedToPlay, SupplyRolled
from pbem.games.manila.rules.position import Position
from pbem.games.manila.rules.setting import Setting
from pbem.kit.contract import Outcome
from pbem.kit.dice import Dice, die
from pbem.kit.keeping import always


def roll(setting: Setting, position: Position, dice: Dice) -> Iterator[Outcome]:
    """Roll for Supply Points; an Offensive leaves fewer dice (player aid card)."""
    supply = setting.tables.data.supply
    number = supply.offensive_dice if position.event in OFFENSIVES else supply.dice
    total = sum(die(dice, 6, "supply", "6.3") for _ in range(number))
    points = max(total, supply.least_on_turn_1) if position.turn == 1 else total
    yield SupplyRolled(paragraph="6.3", roll=total, points=points, supply=position.supply + points)


@always
def price(setting: Setting, order: Buy) -> int:
    """Return what a purchase costs, in Supply Points."""
    data = setting.tables.data
    cost = order.morale * data.supply.morale
    for marker in MARKERS:
        cost += getattr(order, marker) * getattr(data.markers, marker).cost
    return cost


def check_buy(setting: Setting, position: Position, order: Buy) -> None:
    """Refuse what cannot be bought."""
    if order.air and not setting.options.air:
        raise IllegalOrder("4.5.6", "this game does not use Air Support (option 11.6)")
    if order.air and not position.air_released:
        why = "you cannot buy Air Support before a Dawn Phase with Shaken Morale"
        raise IllegalOrder("11.6", why)
    for marker in MARKERS:
        left = setting.used(position, marker)
        if getattr(order, marker) > left:
            raise IllegalOrder("6.3", f"you can buy only {left} more {marker} markers")
    most = setting.tables.data.morale.most
    if position.morale + order.morale > most:
        raise IllegalOrder("5.2", f"Morale is {position.morale} and cannot rise above {most}")
    _check_points(position, price(setting, order))


def _check_points(position: Position, cost: int) -> None:
    if cost > position.supply:
        raise IllegalOrder(
            "6.3", f"that costs {cost} Supply Points, but {position.supply} are left"
        )


def legal_purchases(setting: Setting, position: Position) -> Iterator[Buy]:
    """Yield every number of one kind that can be bought."""
    most = {marker: setting.used(position, marker) for marker in MARKERS}
    if not position.air_released:
        most["air"] = 0
    most["morale"] = setting.tables.data.morale.most - position.morale
    for kind, number in most.items():
        for count in range(1, number + 1):
            order = Buy(**{kind: count})
            if price(setting, order) > position.supply:
                break
            yield order


def buy(setting: Setting, position: Position, order: Buy) -> Iterator[Outcome]:
    """Pay, and take what was bought."""
    yield Bought(
        paragraph="6.3",
        artillery=order.artillery,
        engineer=order.engineer,
        air=order.air,
        morale=order.morale,
        cost=price(setting, order),
    )
    yield from change(setting, position, order.morale, "6.3")


def fare(setting: Setting, unit: str) -> int:
    """Return the Supply Points to return a unit to play; 0 for a Leader, who cannot be bought."""
    supply = setting.tables.data.supply
    return {"infantry": supply.infantry, "armor": supply.armor, "leader": 0}[
        setting.unit(unit).kind
    ]


def check_return(setting: Setting, position: Position, order: Return) -> None:
    """Refuse a unit that cannot come back, or an Area where it cannot."""
    unit = order.unit
    if unit not in position.out:
        raise IllegalOrder("6.3", f"{unit} is not in the Out of Action Box")
    if setting.leader(unit):
        why = f"{unit} is a Leader, and only the mortality roll of a Dawn Phase brings it back"
        raise IllegalOrder("6.1.3", why)
    able = return_areas(setting, position, unit)
    if order.area not in able:
        why = f"{unit} cannot return to Area {order.area}"
        raise IllegalOrder("6.3", why, f"It can return to {', '.join(map(str, able))}.")
    if room(setting, position, order.area) < 1:
        raise IllegalOrder("7.1", f"Area {order.area} has no room for more units")
    _check_points(position, fare(setting, unit))


def legal_returns(setting: Setting, position: Position) -> Iterator[Return]:
    """Yield every unit that may come back, with every Area."""
    rooms: dict[int, int] = {}
    for unit in setting.in_order(list(position.out)):
        if setting.leader(unit) or fare(setting, unit) > position.supply:
            continue
        for area in return_areas(setting, position, unit):
            if area not in rooms:
                rooms[area] = room(setting, position, area)
            if rooms[area] > 0:
                yield Return(unit, area)


def return_to_play(setting: Setting, order: Return) -> Iterator[Outcome]:
    """Pay, and place the unit."""
    yield ReturnedToPlay(
        paragraph="6.3", unit=order.unit, area=order.area, cost=fare(setting, order.unit)
    )


def end(position: Position) -> Iterator[Outcome]:
    """The Combat Phase follows."""
    yield PhaseBegun(paragraph="6.4", turn=position.turn, phase="combat")
