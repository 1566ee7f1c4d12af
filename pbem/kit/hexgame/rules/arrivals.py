"""Reinforcements: by turn, by the plan, and from the cup."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.errors import IllegalOrder
from pbem.kit.contract import Outcome
from pbem.kit.cups import Cups
from pbem.kit.dice import Dice
from pbem.kit.hexgame.data.policy import Cup, Plan
from pbem.kit.hexgame.rules.orders import Plan as PlanOrder
from pbem.kit.hexgame.rules.outcomes import Drawn, PlanShown, PlanWritten
from pbem.kit.hexgame.rules.position import HexPosition
from pbem.kit.hexgame.rules.setting import HexSetting
from pbem.kit.maps.hexes import Hex

LABEL = "plan"
"""The label of the secret choice."""
CUP = "cup"
"""The name of the cup."""


def entry_of(setting: HexSetting, position: HexPosition, unit: str) -> tuple[Hex, ...]:
    """Return the hexes where a unit may enter now; none if it may not."""
    data, one = setting.data, setting.tables.units[unit]
    if unit in position.at or unit in position.lost or unit in position.left:
        return ()
    if one.arrives is not None:
        return (one.entry or ()) if one.arrives <= position.turn else ()
    if data.cup is not None and unit in data.cup.units:
        return data.cup.entry if unit in position.drawn else ()
    if data.plan is not None and unit in data.plan.units and position.plan:
        return data.plan.choices[position.plan].entry
    return ()


def waiting(setting: HexSetting, position: HexPosition, side: str) -> list[str]:
    """Return the units of a side that may enter now."""
    names = (unit.name for unit in setting.data.units[side])
    return [name for name in names if entry_of(setting, position, name)]


def not_here_yet(setting: HexSetting, position: HexPosition, side: str) -> list[str]:
    """Return the units of a side that have not been on the map."""
    gone = {*position.at, *position.lost, *position.left}
    return [unit.name for unit in setting.data.units[side] if unit.name not in gone]


def the_plan(setting: HexSetting) -> Plan:
    """Return the plan of a game that has one."""
    assert setting.data.plan is not None  # noqa: S101 - its phases are in no other game
    return setting.data.plan


def the_cup(setting: HexSetting) -> Cup:
    """Return the cup of a game that has one."""
    assert setting.data.cup is not None  # noqa: S101 - its phase is in no other game
    return setting.data.cup


def legal_plans(setting: HexSetting, _: HexPosition) -> Iterator[PlanOrder]:
    """Yield every choice of the plan."""
    return map(PlanOrder, the_plan(setting).choices)


def check_plan(setting: HexSetting, _: HexPosition, order: PlanOrder) -> None:
    """Raise `IllegalOrder` for what is no choice of the plan."""
    plan = the_plan(setting)
    if order.choice not in plan.choices:
        why = f"there is no choice {order.choice}"
        raise IllegalOrder(plan.paragraph, why, f"Write {' or '.join(plan.choices)}.")


def written(setting: HexSetting) -> Iterator[Outcome]:
    """The plan has been sealed."""
    plan = the_plan(setting)
    yield PlanWritten(paragraph=plan.paragraph, side=plan.side)


def show(setting: HexSetting, order: PlanOrder) -> Iterator[Outcome]:
    """Show the plan."""
    plan = the_plan(setting)
    yield PlanShown(paragraph=plan.paragraph, side=plan.side, choice=order.choice)


def draw(setting: HexSetting, dice: Dice, cups: Cups) -> Iterator[Outcome]:
    """Draw a unit from the cup."""
    cup = the_cup(setting)
    unit = cups.turn_up(f"?{CUP}", dice, "a unit from the cup", cup.paragraph)
    yield Drawn(paragraph=cup.paragraph, side=cup.side, unit=unit)
