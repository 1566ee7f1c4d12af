"""[6.2] The Random Event Phase."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.errors import IllegalOrder
from pbem.games.manila.data.tables import LOWEST_EVENT, PAUSED
from pbem.games.manila.rules import ch09_5_retreats as retreats
from pbem.games.manila.rules.ch03_morale import change
from pbem.games.manila.rules.orders import Breakout
from pbem.games.manila.rules.outcomes import (
    BecameSpent,
    BreakoutRolled,
    BrokeOut,
    EventRolled,
    PhaseBegun,
    Withdrawn,
)
from pbem.games.manila.rules.position import Position
from pbem.games.manila.rules.setting import Setting
from pbem.kit.contract import Outcome
from pbem.kit.cups import Cups
from pbem.kit.dice import Dice, die

NO_RESULT = "no result"
IWABUCHI = "iwabuchi breakout"
OFFENSIVES = ("kembu offensive", "shimbu offensive")
BREAKOUTS = {"kembu breakout": "kembu offensive", "shimbu breakout": "shimbu offensive"}
"""Breakout -> what it counts as late in the game."""


def roll(setting: Setting, position: Position, dice: Dice, cups: Cups) -> Iterator[Outcome]:
    """Roll 3d6 on the Random Event Chart and carry out what comes of it."""
    total = sum(die(dice, 6, "random event", "6.2") for _ in range(3))
    chart = setting.tables.data.events.chart[total - LOWEST_EVENT]
    event = in_effect(setting, position, chart)
    yield EventRolled(paragraph="6.2", roll=total, chart=chart, event=event)
    if event in BREAKOUTS:
        yield from _withdraw(setting, position)
    elif event == IWABUCHI:
        yield from _iwabuchi(setting, position, dice, cups)
        return
    yield from _end(position)


def in_effect(setting: Setting, position: Position, chart: str) -> str:
    """[6.2.1] Return what the result ``chart``, as rolled, comes to on this turn."""
    data = setting.tables.data
    if chart in PAUSED:
        ends = position.turn in {1, data.length.turns}
        return NO_RESULT if ends or chart == position.last_event else chart
    if chart in BREAKOUTS and position.turn >= data.events.late_breakout_from:
        return BREAKOUTS[chart]
    if chart == IWABUCHI and not eligible(setting, position):
        return NO_RESULT
    return chart


def eligible(setting: Setting, position: Position) -> tuple[int, ...]:
    """Return the American Urban and Fort Areas that border a Japanese one, ascending."""
    return tuple(
        area
        for area, what in setting.tables.areas.items()
        if what.terrain in {"Urban", "Fort"}
        and position.american(area)
        and not all(map(position.american, setting.beside[area]))
    )


def _withdraw(setting: Setting, position: Position) -> Iterator[Outcome]:
    """[6.2.2] The battalion leaves until the next turn; who is Out of Action costs Morale."""
    for unit in setting.tables.data.withdrawal.battalion:
        if unit in position.at:
            yield Withdrawn(paragraph="6.2.2", unit=unit, until=position.turn + 1)
        elif unit in position.out:
            yield from change(setting, position, -1, "6.2.2")


def _iwabuchi(setting: Setting, position: Position, dice: Dice, cups: Cups) -> Iterator[Outcome]:
    """Whether the breakout happens, and where."""
    face = die(dice, 6, "the Iwabuchi breakout", "6.2")
    happens = face >= setting.tables.data.events.iwabuchi_from
    yield BreakoutRolled(paragraph="6.2", die=face, happens=happens)
    if not happens:
        yield from _end(position)
    elif setting.options.iwabuchi_target == "random":
        areas = eligible(setting, position)
        number = dice.uniform(len(areas), "where the Iwabuchi breakout happens", "6.2")
        yield from break_out(setting, position, areas[number], cups)


def check_breakout(setting: Setting, position: Position, order: Breakout) -> None:
    """Refuse an Area where the breakout cannot happen."""
    areas = eligible(setting, position)
    if order.area not in areas:
        why = f"the breakout cannot happen in Area {order.area}"
        raise IllegalOrder("6.2", why, f"Choose from {', '.join(map(str, areas))}.")


def break_out(setting: Setting, position: Position, area: int, cups: Cups) -> Iterator[Outcome]:
    """Put a Japanese unit from those set aside into an Area; the Americans there retreat."""
    terrain = setting.tables.areas[area].terrain
    assert terrain is not None  # noqa: S101 - only Urban and Fort Areas are eligible
    there = position.units_in(area)
    yield BrokeOut(paragraph="6.2", area=area, counter=cups.draw_blind(terrain))
    if there and setting.tables.data.events.iwabuchi_spent:
        yield BecameSpent(paragraph="6.2", units=tuple(there))
    if there:
        yield from retreats.go_on(setting, position)
    else:
        yield from _end(position)


def _end(position: Position) -> Iterator[Outcome]:
    yield PhaseBegun(paragraph="6.3", turn=position.turn, phase="supply")
