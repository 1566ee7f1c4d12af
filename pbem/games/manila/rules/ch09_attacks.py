"""[9.0 to 9.3] Who may attack what, and what an attack order may say beforehand."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, filterfalse
from typing import NoReturn

from pbem.errors import IllegalOrder
from pbem.games.manila.rules.ch08_movement import barred, may_attack, movers
from pbem.games.manila.rules.ch09_5_support import check_support
from pbem.games.manila.rules.orders import BREAK_OFF, Attack
from pbem.games.manila.rules.outcomes import AttackDeclared
from pbem.games.manila.rules.position import Action, Position
from pbem.games.manila.rules.setting import Setting
from pbem.kit.contract import Outcome


def groups(position: Position, action: Action, area: int) -> list[list[str]]:
    """Return the groups of this Action Round that may attack an Area, each by itself.

    In the Active Area those that began there come first (9.3). Units that entered an Area never
    join the ones that stood in it; they are in order of entry.
    """
    began = movers(position, action) if area == action.area else []
    entered = [unit for unit in action.entered if position.at[unit] == area]
    return [units for units in (began, entered) if units]


def group(position: Position, action: Action, order: Attack) -> list[str]:
    """Return the group that an order means: that of the first unit named, or the first one."""
    able = groups(position, action, order.area)
    named = order.with_[:1]
    return next((units for units in able if set(named) <= set(units)), able[0] if able else [])


def attackers(
    setting: Setting, position: Position, action: Action, area: int, units: list[str]
) -> list[str]:
    """Return those of a group that may take part in an attack.

    A unit that owes a Mandatory Attack may: it could not have entered otherwise.
    """
    if mandatory(action, area):
        return units
    return [unit for unit in units if may_attack(setting, position, unit, area)]


def mandatory(action: Action, area: int) -> bool:
    """[9.1] Whether an Area was not Contested when the Action Round began."""
    return area not in action.contested


def taking_part(
    setting: Setting, position: Position, action: Action, order: Attack
) -> tuple[str, ...]:
    """Return the units that an attack order commits, legal or not."""
    there = group(position, action, order)
    return order.with_ or tuple(attackers(setting, position, action, order.area, there))


def check_attack(setting: Setting, position: Position, order: Attack) -> None:
    """Refuse an attack that is not legal, or a plan for it that could not be carried out."""
    action = position.action
    if action is None:
        raise IllegalOrder("8.1", "no Area is active", "Write `activate AREA` first.")
    area = order.area
    if area not in setting.tables.areas:
        raise IllegalOrder("3.1", f"there is no Area {area}")
    if position.american(area):
        raise IllegalOrder("9.0", f"Area {area} has no Japanese unit")
    units = _check_units(setting, position, action, order)
    if all(map(setting.leader, units)):
        raise IllegalOrder("4.2.3", "an Infantry or Armor unit must lead the attack")
    _check_plan(setting, position, order, units)


def _check_units(
    setting: Setting, position: Position, action: Action, order: Attack
) -> tuple[str, ...]:
    """Return who attacks; refuse who may not, or who may not stay out."""
    area = order.area
    there = group(position, action, order)
    if not there:
        why = f"no Fresh unit of this Action Round is in Area {area} to attack"
        if action.area != area and any(map(position.fresh, position.units_in(area))):
            why += f"; to attack with the units that are there, write `activate {area}` first"
        raise IllegalOrder("9.0", why)
    for unit in order.with_:
        if unit not in there:
            _refuse_outsider(position, area, unit)
        if not mandatory(action, area) and not may_attack(setting, position, unit, area):
            raise IllegalOrder(*(barred(setting, position, unit) or ("9.0", "it cannot attack")))
    units = taking_part(setting, position, action, order)
    if not units:
        raise IllegalOrder(*(barred(setting, position, there[0]) or ("9.0", "no unit can attack")))
    if mandatory(action, area) and set(units) != set(there):
        left = next(unit for unit in there if unit not in units)
        why = f"every unit that entered Area {area} must attack, but the order leaves {left} out"
        raise IllegalOrder("9.1", why, "Leave `with` out.")
    return units


def _refuse_outsider(position: Position, area: int, unit: str) -> NoReturn:
    """Refuse a unit that does not belong to the group that attacks."""
    if position.at.get(unit) == area and position.fresh(unit):
        why = (
            f"units that enter Area {area} cannot attack together with units that were there "
            f"before: {unit}"
        )
        raise IllegalOrder("9.3", why, "Attack with them in two Action Rounds.")
    raise IllegalOrder("9.0", f"{unit} cannot attack Area {area} now")


def _check_plan(
    setting: Setting, position: Position, order: Attack, units: tuple[str, ...]
) -> None:
    if order.lead is not None:
        check_lead(setting, list(units), order.lead)
        check_support(setting, position, order.area, units, order)
    elif setting.options.early_lead and position.hidden(order.area):
        why = "the order must name the Lead Attacking Unit before the Japanese unit is Revealed"
        raise IllegalOrder("11.5", why, "Add `lead UNIT`.")
    if order.barrage not in {None, BREAK_OFF}:
        declared = order.lead if setting.options.early_lead else None
        check_given_up(setting, list(units), str(order.barrage), declared)
    if order.sniper is not None and not (order.sniper in units and setting.leader(order.sniper)):
        raise IllegalOrder("9.4", f"{order.sniper} is not a Leader who takes part in the attack")
    for area in order.retreat:
        if area not in setting.tables.areas:
            raise IllegalOrder("3.1", f"there is no Area {area}")


def check_lead(setting: Setting, units: list[str], lead: str) -> None:
    """[9.5.2A] Refuse who cannot be the Lead Attacking Unit."""
    if lead not in units:
        raise IllegalOrder("9.5.2", f"{lead} does not take part in the attack")
    if setting.leader(lead):
        raise IllegalOrder("4.2.3", f"{lead} is a Leader and cannot lead the attack")


def leads(setting: Setting, units: list[str]) -> list[str]:
    """Return the units that may be the Lead Attacking Unit."""
    return [unit for unit in units if not setting.leader(unit)]


def check_given_up(setting: Setting, units: list[str], unit: str, lead: str | None) -> None:
    """[9.4] Refuse a unit that may not be given up to a Barrage (ruling 18).

    ``units``: those that attack; ``lead``: the one that leads them, None if that is not said yet.
    """
    if unit not in units:
        raise IllegalOrder("9.4", f"{unit} does not take part in the attack")
    if setting.leader(unit):
        raise IllegalOrder("9.4", f"{unit} is a Leader; give up an Infantry or Armor unit")
    if unit == lead:
        why = f"{unit} leads the attack and cannot be given up"
        raise IllegalOrder("11.5", why)
    if len(leads(setting, units)) < 2:
        why = f"without {unit} no unit could lead the attack"
        raise IllegalOrder("9.4", why, "Write `break off`.")


def legal_attacks(setting: Setting, position: Position) -> Iterator[Attack]:
    """Yield the attacks open now: without a plan, unless a lead must be named (11.5); each lead."""
    action = position.action
    if action is None:
        return
    areas = sorted({action.area, *(position.at[unit] for unit in action.entered)})
    for area in filterfalse(position.american, areas):
        for first, there in enumerate(groups(position, action, area)):
            units = attackers(setting, position, action, area, there)
            whole = mandatory(action, area)
            for some in _parts(units, whole=whole, named=first > 0):
                yield from _with_leads(setting, position, area, some, units)


def _with_leads(
    setting: Setting, position: Position, area: int, some: tuple[str, ...], units: list[str]
) -> Iterator[Attack]:
    """Yield an attack of some units without a plan, unless 11.5 wants one, and with each lead."""
    able = leads(setting, list(some or units))
    if able and not (setting.options.early_lead and position.hidden(area)):
        yield Attack(area, some)
    yield from (Attack(area, some, lead) for lead in able)


def _parts(units: list[str], *, whole: bool, named: bool) -> Iterator[tuple[str, ...]]:
    """Yield who may attack together: first all, as nobody named where that is understood."""
    yield tuple(units) if named else ()
    if whole:
        return
    for size in range(1, len(units)):
        yield from combinations(units, size)


def declare(setting: Setting, position: Position, order: Attack) -> Iterator[Outcome]:
    """Commit an attack, with its plan."""
    action = position.action
    assert action is not None  # noqa: S101 - `check_attack` has seen it
    yield AttackDeclared(
        paragraph=_paragraph(action, order.area),
        area=order.area,
        units=taking_part(setting, position, action, order),
        mandatory=mandatory(action, order.area),
        lead=order.lead,
        artillery=order.artillery,
        engineer=order.engineer,
        air=order.air,
        barrage=order.barrage,
        sniper=order.sniper,
        retreat=order.retreat,
    )


def _paragraph(action: Action, area: int) -> str:
    if mandatory(action, area):
        return "9.1"
    return "9.3" if area == action.area else "9.2"
