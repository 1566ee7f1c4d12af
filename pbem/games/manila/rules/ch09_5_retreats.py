"""[9.5.7] Retreats, after a failed Mandatory Attack, a Barrage and an Iwabuchi breakout."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.errors import IllegalOrder
from pbem.games.manila.rules import orders as o
from pbem.games.manila.rules.ch08_movement import room
from pbem.games.manila.rules.outcomes import OutOfAction, PhaseBegun, Retreated
from pbem.games.manila.rules.position import Position, Retreat
from pbem.games.manila.rules.setting import Setting
from pbem.kit.contract import Outcome


def open_retreat(position: Position) -> Retreat:
    """Return the retreat that is not finished; raises ValueError if there is none."""
    if position.retreat is None:
        raise ValueError("nobody retreats")
    return position.retreat


def destinations(
    setting: Setting, position: Position, unit: str, filled: dict[int, int] | None = None
) -> tuple[int, ...]:
    """Return where a unit that has to retreat may go, ascending; nowhere: out of action.

    Into the Area from which it entered; if that is full, on through full Areas to the nearest
    American Controlled one with room (ruling 26). ``filled``: Area -> Infantry and Armor units that
    are about to retreat there before it.
    """
    retreat = open_retreat(position)
    entered = retreat.origins[unit]
    start = entered or retreat.origin
    coming = filled or {}

    def has_room(area: int) -> bool:
        return has_room_for(setting, position, area, unit, coming.get(area, 0))

    if entered and has_room(entered):
        return (entered,)
    seen = {start}
    ring = [start]
    while ring:
        around = {near for area in ring for near in setting.tables.next_to[area]}
        ring = sorted(area for area in around - seen if position.american(area))
        seen.update(ring)
        found = tuple(area for area in ring if has_room(area))
        if found:
            return found
    return ()


def check_retreat(setting: Setting, position: Position, order: o.Retreat) -> None:
    """Refuse units that do not retreat, or an Area to which one of them may not."""
    retreat = open_retreat(position)
    filled: dict[int, int] = {}
    for unit in order.units:
        if unit not in retreat.units:
            raise IllegalOrder("9.5.7", f"{unit} does not have to retreat")
        able = destinations(setting, position, unit, filled)
        if order.area not in able:
            raise _refusal(setting, position, order.area, unit, able)
        filled[order.area] = filled.get(order.area, 0) + (not setting.leader(unit))


def _refusal(
    setting: Setting, position: Position, area: int, unit: str, able: tuple[int, ...]
) -> IllegalOrder:
    """Return why a unit may not retreat to an Area."""
    instead = f"It can retreat to {' or '.join(map(str, able)) or 'no Area'}."
    retreat = open_retreat(position)
    start = retreat.origins[unit] or retreat.origin
    if area in setting.tables.across[start]:
        why = f"no unit can retreat across the water between {start} and {area}"
        return IllegalOrder("8.3.3", why, instead)
    near = area == start or area in setting.tables.next_to[start]
    if near and position.american(area) and not has_room_for(setting, position, area, unit):
        return IllegalOrder("7.1", f"Area {area} has no room for {unit}", instead)
    return IllegalOrder("9.5.7", f"{unit} cannot retreat to Area {area}", instead)


def has_room_for(
    setting: Setting, position: Position, area: int, unit: str, coming: int = 0
) -> bool:
    """[7.1] Whether an Area has room for a unit after ``coming`` others; for a Leader any has."""
    return setting.leader(unit) or room(setting, position, area) > coming


def legal_retreats(setting: Setting, position: Position) -> Iterator[o.Retreat]:
    """Yield the retreat of each unit to each Area that it may go to now."""
    for unit in open_retreat(position).units:
        for area in destinations(setting, position, unit):
            yield o.Retreat((unit,), area)


def answer(setting: Setting, position: Position, order: o.Retreat) -> Iterator[Outcome]:
    """Retreat the units named, one after the other, then those that have no choice."""
    for unit in order.units:
        yield _retreated(position, unit, order.area)
    yield from go_on(setting, position)


def go_on(setting: Setting, position: Position) -> Iterator[Outcome]:
    """Retreat everybody for whom nothing is left to choose; stop where the player is asked."""
    if position.battle is not None:
        return
    while position.retreat is not None:
        step = _next(setting, position, position.retreat)
        if step is None:
            return
        yield step
    if position.phase in {"event", "breakout"}:
        yield PhaseBegun(paragraph="6.3", turn=position.turn, phase="supply")


def _retreated(position: Position, unit: str, area: int) -> Retreated:
    origin = open_retreat(position).origin
    return Retreated(paragraph="9.5.7", unit=unit, origin=origin, area=area)


def _next(setting: Setting, position: Position, retreat: Retreat) -> Outcome | None:
    """Return the next retreat that nobody has to choose, or that the attack's plan chooses."""
    able = {unit: destinations(setting, position, unit) for unit in retreat.units}
    for unit, areas in able.items():
        if not areas:
            return OutOfAction(paragraph="9.5.7", unit=unit, area=retreat.origin)
    if all(len(areas) == 1 for areas in able.values()) and _all_fit(setting, position, able):
        unit, areas = next(iter(able.items()))
        return _retreated(position, unit, areas[0])
    for unit, areas in able.items() if retreat.to else ():
        for area in areas if len(areas) == 1 else retreat.to:
            if area in areas:
                return _retreated(position, unit, area)
    return None


def _all_fit(setting: Setting, position: Position, able: dict[str, tuple[int, ...]]) -> bool:
    """Whether all units have room in their only Area, in whatever order they go."""
    heavy: dict[int, int] = {}
    for unit, areas in able.items():
        heavy[areas[0]] = heavy.get(areas[0], 0) + (not setting.leader(unit))
    return all(room(setting, position, area) >= number for area, number in heavy.items())
