"""[6.1] The Dawn Phase: reinforcements, the permanent withdrawal, Leader mortality."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.errors import IllegalOrder
from pbem.games.manila.rules.ch03_morale import change
from pbem.games.manila.rules.ch08_movement import room
from pbem.games.manila.rules.orders import Place
from pbem.games.manila.rules.outcomes import (
    AirReleased,
    Arrived,
    MortalityRolled,
    PhaseBegun,
    Withdrawn,
)
from pbem.games.manila.rules.position import Position
from pbem.games.manila.rules.setting import Setting
from pbem.kit.contract import Outcome
from pbem.kit.dice import Dice, die
from pbem.kit.wording import counted

KILLED, WOUNDED = 2, 4
"""The highest die with which a Leader is killed, and with which they are wounded (6.1.3)."""


def begin(setting: Setting, position: Position, turn: int) -> Iterator[Outcome]:
    """Begin a turn: everything of its Dawn Phase up to the first choice or die."""
    yield PhaseBegun(paragraph="6.1", turn=turn, phase="dawn")
    for name, unit in setting.tables.units.items():
        if unit.turn == turn != setting.tables.data.landing.turn:
            yield Arrived(paragraph="6.1.1", unit=name, area=unit.area)
    if turn == setting.tables.data.withdrawal.turn:
        yield from _withdraw(setting, position)
    yield from _go_on(setting, position)


def due(setting: Setting, position: Position) -> list[str]:
    """Return the units that the player has to place in the Dawn Phase of this turn."""
    tables = setting.tables
    back = [unit for unit, turn in position.track.items() if turn <= position.turn]
    leaving = tables.data.withdrawal
    if position.turn >= leaving.turn:
        back = [unit for unit in back if unit not in leaving.battalion]
    landing = [u for u, unit in tables.units.items() if unit.turn == tables.data.landing.turn]
    return (landing if position.turn == tables.data.landing.turn else []) + setting.in_order(back)


def _withdraw(setting: Setting, position: Position) -> Iterator[Outcome]:
    """[6.1.2] The battalion leaves for good; its units Out of Action cost Morale."""
    for unit in setting.tables.data.withdrawal.battalion:
        if unit in position.out:
            yield from change(setting, position, -1, "6.1.2")
        if unit not in position.gone:
            yield Withdrawn(paragraph="6.1.2", unit=unit)


def mortal(setting: Setting, position: Position) -> list[str]:
    """[6.1.3] Return the Leaders put Out of Action before this turn, whose fate is to be rolled."""
    return setting.in_order(
        [u for u, turn in position.out.items() if setting.leader(u) and turn < position.turn]
    )


def roll_mortality(setting: Setting, position: Position, dice: Dice) -> Iterator[Outcome]:
    """[6.1.3] Roll for every Leader who was put Out of Action during the turn before."""
    for unit in mortal(setting, position):
        face = die(dice, 6, f"the fate of {unit}", "6.1.3")
        if face <= KILLED:
            yield MortalityRolled(paragraph="6.1.3", unit=unit, die=face, fate="killed")
        elif face <= WOUNDED:
            yield MortalityRolled(paragraph="6.1.3", unit=unit, die=face, fate="wounded")
        else:
            yield MortalityRolled(paragraph="6.1.3", unit=unit, die=face, fate="returns")
    yield from _go_on(setting, position)


def _paragraph(setting: Setting, position: Position, unit: str) -> str:
    """Return the paragraph by which a unit is placed."""
    data = setting.tables.data
    if setting.unit(unit).turn == position.turn == data.landing.turn:
        return "6.1.1"
    return "6.2.2" if unit in data.withdrawal.battalion else "6.1.3"


def places(setting: Setting, position: Position, unit: str) -> tuple[int, ...]:
    """Return the Areas where a unit may be placed in the Dawn Phase, ascending, full ones too."""
    data = setting.tables.data
    match _paragraph(setting, position, unit):
        case "6.1.1":
            areas = data.landing.areas
        case "6.2.2":
            areas = data.withdrawal.areas
        case _:
            return return_areas(setting, position, unit)
    return tuple(sorted(area for area in areas if position.american(area)))


def return_areas(setting: Setting, position: Position, unit: str) -> tuple[int, ...]:
    """[6.1.3, 6.3] Return the Areas where a unit comes back to play, ascending, full ones too.

    American Controlled with another unit of its division, or its original setup Area.
    """
    units = setting.tables.units
    own = units[unit]
    areas = {area for other, area in position.at.items() if units[other].division == own.division}
    return tuple(sorted({own.area, *filter(position.american, areas)}))


def check_place(setting: Setting, position: Position, order: Place) -> None:
    """Refuse units that do not arrive, or an Area where one of them may not be placed."""
    heavy = 0
    for unit in order.units:
        if unit not in position.placing:
            waiting = ", ".join(position.placing)
            raise IllegalOrder(
                "6.1", f"{unit} cannot be placed now", f"These can be placed: {waiting}."
            )
        able = places(setting, position, unit)
        if order.area not in able:
            where = " or ".join(map(str, able))
            why = f"{unit} cannot be placed in Area {order.area}"
            paragraph = _paragraph(setting, position, unit)
            raise IllegalOrder(paragraph, why, f"Place it in {where}.")
        heavy += not setting.leader(unit)
    if heavy > room(setting, position, order.area):
        left = room(setting, position, order.area)
        raise IllegalOrder("7.1", f"Area {order.area} has room for {counted(left, 'more unit')}")


def legal_places(setting: Setting, position: Position) -> Iterator[Place]:
    """Yield where the first of the units may be placed; all of them, where only one Area can be."""
    able = {unit: _open_to(setting, position, unit) for unit in position.placing}
    only = set(able.values())
    if len(only) == 1 and len(next(iter(only))) == 1:
        area = next(iter(only))[0]
        heavy = sum(not setting.leader(unit) for unit in position.placing)
        if heavy <= room(setting, position, area):
            yield Place(tuple(position.placing), area)
            return
    first = position.placing[0]
    yield from (Place((first,), area) for area in able[first])


def _open_to(setting: Setting, position: Position, unit: str) -> tuple[int, ...]:
    """Return the Areas where a unit may be placed that are not full."""
    areas = places(setting, position, unit)
    if setting.leader(unit):
        return areas
    return tuple(area for area in areas if room(setting, position, area) > 0)


def place(setting: Setting, position: Position, order: Place) -> Iterator[Outcome]:
    """Place units; when all stand, the turn goes on."""
    for unit in order.units:
        paragraph = _paragraph(setting, position, unit)
        yield Arrived(paragraph=paragraph, unit=unit, area=order.area)
    yield from _go_on(setting, position)


def _go_on(setting: Setting, position: Position) -> Iterator[Outcome]:
    """End the Dawn Phase when nobody waits in it."""
    if position.placing or mortal(setting, position):
        return
    shaken = not setting.strong(position)
    if setting.options.air and shaken and not position.air_released:
        yield AirReleased(paragraph="11.6")
    yield PhaseBegun(paragraph="6.2", turn=position.turn, phase="event")
