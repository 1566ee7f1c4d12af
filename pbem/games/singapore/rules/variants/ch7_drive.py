"""[7.3, 6.D1, R46] Penetration: vehicles that captured a sector attack another.

With the variant all vehicles of the army in the sector, with the card those of the push.
"""

from __future__ import annotations

from collections.abc import Iterator

from pbem.errors import IllegalOrder
from pbem.games.singapore.rules.cards.ch6_effects import FORCE, column
from pbem.games.singapore.rules.cards.outcomes_cards import DriveOpen
from pbem.games.singapore.rules.ch5_supply import check_cost, purse, supplies
from pbem.games.singapore.rules.corps import ch4_movement as movement
from pbem.games.singapore.rules.corps.ch4_reach import (
    Going,
    Path,
    going,
    stops,
    why_no_step,
    why_stop,
)
from pbem.games.singapore.rules.orders import Move
from pbem.games.singapore.rules.position import Position, War, is_veiled, open_war
from pbem.games.singapore.rules.setting import Setting
from pbem.games.singapore.rules.theatre import allied, enemy_places, room
from pbem.kit.contract import Outcome
from pbem.kit.wording import counted


def paragraph(setting: Setting) -> str:
    """Return the paragraph that lets vehicles go on: of the variant, or of the card."""
    return "7.3" if setting.options.penetration else "6.D1"


def _by_road(war: War, unit: str, *, road: bool) -> bool:
    """[R130] Whether a vehicle goes on the road: as it has gone, else as the order says."""
    return unit in war.on_road if unit in war.steps else road


def _left(setting: Setting, war: War, unit: str, *, road: bool) -> int:
    """[R46] Return how many sectors a vehicle may still go."""
    whole = movement.allowance(setting, war, unit, road=_by_road(war, unit, road=road))
    return whole - war.steps.get(unit, 0)


def _manners(war: War, units: list[str]) -> tuple[bool, ...]:
    """[R130] Return how a force may go on: on the road where one went so; freely if none moved."""
    gone = [unit in war.on_road for unit in units if unit in war.steps]
    return (any(gone),) if gone else (False, True)


def ways(setting: Setting, position: Position) -> Iterator[Move]:
    """[R46] Yield the attacks to which vehicles may go on, none where they may not."""
    war = open_war(position)
    if purse(setting, war, war.army) >= len(column(setting, war, war.drive)):
        yield from _ways(setting, position)


def _ways(setting: Setting, position: Position) -> Iterator[Move]:
    """[R46] Yield the same, were they paid for."""
    war = open_war(position)
    units = column(setting, war, war.drive)
    if len(units) < FORCE or not allied(war.control[war.drive], war.army):
        return
    if not supplies(setting, war, war.army, war.drive):
        return
    for road in _manners(war, units):
        for path in _open_to_all(setting, position, units, road=road):
            if _attackable(setting, war, path[-1], len(units)):
                yield Move(tuple(units), path, road)


def _attackable(setting: Setting, war: War, place: str, many: int) -> bool:
    """[R46] Whether so many can go on to attack a sector: its battle of this turn is not over."""
    met = place in enemy_places(setting, war, war.army) and place not in war.over
    own = allied(war.control[place], war.army)
    return met and not own and room(setting, war, place, war.army) >= many


def _open_to_all(
    setting: Setting, position: Position, units: list[str], *, road: bool
) -> Iterator[Path]:
    """[R130] Yield the shortest ways that every vehicle may go in its own manner."""
    war = open_war(position)
    steps = _steps(setting, war, units, road=road)
    hows = _goings(setting, war, units, road=road)
    for path in movement.reach(setting, position, units[0], road=road, steps=steps):
        stages = _stages(war, path)
        if all(why_no_step(setting, how, *stage) is None for how in hows for stage in stages):
            yield path


def _steps(setting: Setting, war: War, units: list[str], *, road: bool) -> int:
    """[R46] Return how many sectors a force may still go together."""
    return max(min(_left(setting, war, unit, road=road) for unit in units), 0)


def _goings(setting: Setting, war: War, units: list[str], *, road: bool) -> list[Going]:
    """[R130] Return how the vehicles of a force go, each in its manner, each way once."""
    hows = [going(setting, war, unit, road=_by_road(war, unit, road=road)) for unit in units]
    return list(dict.fromkeys(hows))


def _stages(war: War, path: Path) -> list[tuple[str, str]]:
    """Return the steps of a way from the sector that was captured."""
    return list(zip((war.drive, *path), path, strict=False))


def is_over(setting: Setting, position: Position) -> bool:
    """Whether vehicles that captured a sector stay there, since they cannot go on."""
    war = open_war(position)
    able = _ways if is_veiled(war, war.army) else ways
    return bool(war.drive) and next(able(setting, position), None) is None


def stay(setting: Setting, position: Position) -> Iterator[Outcome]:
    """[R46] The vehicles go no farther."""
    if open_war(position).drive:
        yield DriveOpen(paragraph=paragraph(setting), place="")


def check_drive(setting: Setting, position: Position, order: Move) -> None:
    """[R46, R130] Raise `IllegalOrder` unless the vehicles may go on so."""
    war, here = open_war(position), paragraph(setting)
    able, end = column(setting, war, war.drive), order.path[-1]
    if set(order.units) != set(able):
        raise IllegalOrder(here, f"all these vehicles must go on together: {', '.join(able)}")
    if order.road not in _manners(war, able):
        how = "on the road" if not order.road else "off the road"
        raise IllegalOrder(
            here,
            f"one of these vehicles has already gone {how} in this turn",
            "They must go on in the same way.",
        )
    most = _steps(setting, war, able, road=order.road)
    if len(order.path) > most:
        raise IllegalOrder(
            here, f"they have {counted(most, 'sector')} left in this way, not {len(order.path)}"
        )
    met = enemy_places(setting, war, war.army)
    for stage in _stages(war, order.path):
        for going_so in _goings(setting, war, able, road=order.road):
            why_not = why_no_step(setting, going_so, *stage)
            if why_not is not None:
                raise IllegalOrder(*why_not)
        if stage[1] != end and stops(setting, met, *stage, road=order.road):
            stop_of, why = why_stop(setting, *stage, road=order.road)
            raise IllegalOrder(stop_of, f"they must stop: {why}")
    if not _attackable(setting, war, end, len(able)):
        raise IllegalOrder(here, f"they cannot go on to attack {end}")
    check_cost(setting, war, war.army, order.units, paragraph="5.8")
