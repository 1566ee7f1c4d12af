"""[6.4.1] Bloody Streets: what Contested Urban and Fort Areas cost at the start of combat."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from pbem.errors import IllegalOrder
from pbem.games.manila.rules.ch03_morale import change
from pbem.games.manila.rules.orders import Streets
from pbem.games.manila.rules.outcomes import BecameSpent, OutOfAction, StreetsRolled
from pbem.games.manila.rules.position import Position, contested
from pbem.games.manila.rules.setting import Setting
from pbem.kit.contract import Outcome
from pbem.kit.dice import Dice, die

Effect = Literal["none", "loss", "morale", "spent"]
EFFECTS: dict[int, Effect] = {4: "loss", 5: "morale", 6: "spent"}


def areas(setting: Setting, position: Position) -> list[int]:
    """Return the Contested Urban and Fort Areas, ascending."""
    return [area for area in contested(position) if setting.tables.areas[area].terrain != "Clear"]


def roll(setting: Setting, position: Position, dice: Dice) -> Iterator[Outcome]:
    """Roll for every Area; who is lost to a 4 is asked afterwards, one Area after the other."""
    for area in areas(setting, position):
        face = die(dice, 6, f"Bloody Streets in Area {area}", "6.4.1")
        effect = EFFECTS.get(min(6, face + _elite(setting, position, area)), "none")
        yield StreetsRolled(paragraph="6.4.1", area=area, die=face, effect=effect)
        there = tuple(unit for unit in position.units_in(area) if position.fresh(unit))
        if effect == "spent" and there:
            yield BecameSpent(paragraph="6.4.1", units=there)
        if effect in {"morale", "spent"}:
            yield from change(setting, position, -1, "6.4.1")


def _elite(setting: Setting, position: Position, area: int) -> int:
    """Return the modifier of an Elite unit, which stays as long as the unit.

    Units that contest an Area have attacked it, so its unit is Revealed (9.1, 9.4).
    """
    return setting.tables.counters[str(position.defender(area))].strategy == "Elite"


def check_streets(position: Position, order: Streets) -> None:
    """Refuse another Area than the first that owes a unit, or a unit that is not there."""
    owing = position.streets[0]
    if order.area != owing:
        why = f"Area {order.area} does not owe a unit now"
        raise IllegalOrder("6.4.1", why, f"Area {owing} does.")
    if position.at.get(order.unit) != order.area:
        raise IllegalOrder("6.4.1", f"{order.unit} is not in Area {order.area}")


def legal_streets(setting: Setting, position: Position) -> Iterator[Streets]:
    """Yield the units of the first Area that owes one."""
    area = position.streets[0]
    for unit in setting.in_order(position.units_in(area)):
        yield Streets(area, unit)


def lose(order: Streets) -> Iterator[Outcome]:
    """Put the unit chosen out of action."""
    yield OutOfAction(paragraph="6.4.1", unit=order.unit, area=order.area)
