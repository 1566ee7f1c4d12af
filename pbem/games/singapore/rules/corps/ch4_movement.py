"""[4.4 to 4.6] Movement on the map: normal and on the road, over water, from axes of attack."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Collection, Iterator, Sequence
from itertools import accumulate
from typing import NamedTuple

from pbem.errors import IllegalOrder
from pbem.games.singapore.data.tables import FACES_OF_A_STRIKE
from pbem.games.singapore.rules.cards.ch6_effects import (
    SMOKE,
    Row,
    gift,
    in_force,
    longer,
    result_of,
    sneaks_through,
)
from pbem.games.singapore.rules.cards.outcomes_cards import PushedBack, ScreenEntered, ScreenStruck
from pbem.games.singapore.rules.ch5_supply import check_cost, pay, purse, supplies
from pbem.games.singapore.rules.corps.ch4_control import change, settle
from pbem.games.singapore.rules.corps.ch4_reach import (
    Path,
    either,
    going,
    stops,
    ways,
    why_no_step,
    why_stop,
)
from pbem.games.singapore.rules.fights.ch3_strikes import alike
from pbem.games.singapore.rules.orders import Move
from pbem.games.singapore.rules.outcomes import UnitRemoved, UnitsMoved
from pbem.games.singapore.rules.position import Position, Throw, War, open_war
from pbem.games.singapore.rules.setting import Setting
from pbem.games.singapore.rules.theatre import (
    allied,
    contested,
    enemy_places,
    ground,
    held_by_enemy,
    of_colour,
    room,
    standing_by_place,
)
from pbem.kit.bunches import Bunch
from pbem.kit.contract import Outcome
from pbem.kit.dice import Dice, die
from pbem.kit.keeping import kept, kept_of
from pbem.kit.wording import counted


def allowance(setting: Setting, war: War, unit: str, *, road: bool) -> int:
    """[4.4, 6.D1, 6.D2] Return how many sectors a unit moves; ``road``: by road."""
    chart = setting.tables.data.movement
    found = (chart.road if road else chart.normal).get(setting.tables.units[unit].kind, 0)
    return found + longer(war, unit, road=road) if found else 0


def _may_move(setting: Setting, war: War, unit: str) -> bool:
    """[4.5] Whether a unit may still move this turn."""
    able = unit in setting.tables.mobile and unit in war.at and unit not in war.moved
    return able and war.of(unit) == war.army


@kept
def movable(setting: Setting, position: Position, place: str | None = None) -> list[str]:
    """[4.5] Return who may still move this turn, of all or of those in a sector."""
    war = open_war(position)
    return setting.in_order([*_rested(setting, war, place)])


def anybody_movable(setting: Setting, position: Position) -> bool:
    """[4.5] Whether anybody may still move this turn."""
    return bool(_rested(setting, open_war(position)))


@kept_of("war")
def _rested(setting: Setting, war: War, place: str | None = None) -> set[str]:
    """[4.5] Return the units that `movable` puts in order."""
    here = war.at if place is None else ground(setting, war, place)
    rested = setting.tables.mobile.intersection(here).difference(war.moved)
    return of_colour(setting, war, rested, war.army)


def _why_none(setting: Setting, war: War, unit: str) -> tuple[str, str]:
    """[4.4] Return why a unit moves nowhere, and what may be done."""
    its = setting.tables.units.get(unit)
    if unit in war.moved:
        return f"{unit} has already moved", "A unit can move once in a turn."
    if its is not None and its.flies:
        return f"{unit} is a plane", "Write `fly` in the air phase."
    if its is not None and unit not in setting.tables.mobile:
        return f"{unit} is a battery", "A battery cannot move."
    return f"{unit} is not one of your units on the map", "Name one of them."


def check_move(setting: Setting, position: Position, order: Move) -> None:
    """Raise `IllegalOrder` unless these units may go this way."""
    war = open_war(position)
    for place in order.path:
        if place not in setting.tables.data.map.sectors:
            raise IllegalOrder("4.4", f"there is no sector {place}", "Name a sector of the map.")
    for unit in order.units:
        if not _may_move(setting, war, unit):
            raise IllegalOrder("4.4", *_why_none(setting, war, unit))
    start = war.at[order.units[0]]
    for unit in order.units:
        if war.at[unit] != start:
            raise IllegalOrder("4.4", f"{unit} is not in {start}", "Write a separate order for it.")
        most = allowance(setting, war, unit, road=order.road)
        if len(order.path) > most:
            raise IllegalOrder(
                "4.4",
                f"{unit} can move {counted(most, 'sector')} in this way, not {len(order.path)}",
            )
        _check_way(setting, position, unit, order)
    _check_end(setting, war, order)


def cost(setting: Setting, war: War, order: Move) -> int:
    """[5.8] Return how many tokens units pay that move: one each where they attack."""
    attacks = held_by_enemy(setting, war, order.path[-1], war.army)
    return len(order.units) if attacks else 0


def _check_end(setting: Setting, war: War, order: Move) -> None:
    """[4.16, 4.4.4, 5.8] Raise `IllegalOrder` unless units may stop where their way ends."""
    start, end = war.at[order.units[0]], order.path[-1]
    free = room(setting, war, end, war.army)
    if len(order.units) > free or end == start:
        raise IllegalOrder("4.16", f"{end} has room for only {free} more of your side")
    if not _may_leave_for(setting, war, start, end):
        raise IllegalOrder(
            "4.4.4", f"a unit that leaves contested {start} must go to a friendly sector"
        )
    if held_by_enemy(setting, war, end, war.army):
        check_cost(setting, war, war.army, order.units, paragraph="5.8")


def _check_way(setting: Setting, position: Position, unit: str, order: Move) -> None:
    """[4.4.1 to 4.4.4] Raise `IllegalOrder` unless a unit may take every step of a path."""
    war = open_war(position)
    here, how = war.at[unit], going(setting, war, unit, road=order.road)
    *passed, _ = order.path
    enemies = enemy_places(setting, war, war.army) - sneaks_through(war, unit) if passed else ()
    for at, there in enumerate(order.path):
        why_not = why_no_step(setting, how, here, there)
        if why_not is not None:
            raise IllegalOrder(*why_not)
        if at < len(passed) and stops(setting, enemies, here, there, road=order.road):
            stop_of, why = why_stop(setting, here, there, road=order.road)
            raise IllegalOrder(stop_of, f"{unit} must stop: {why}")
        here = there


def _may_leave_for(setting: Setting, war: War, start: str, end: str) -> bool:
    """[R26] Whether units of a contested sector may go to another, by the option."""
    if setting.options.leave_contested == "free" or not contested(setting, war, start):
        return True
    return allied(war.control[end], war.army) and not contested(setting, war, end)


def reach(
    setting: Setting, position: Position, unit: str, *, road: bool, steps: int | None = None
) -> tuple[Path, ...]:
    """Return a shortest way of a unit to every sector that it can reach, the nearest first.

    ``road``: by road; ``steps``: how far it goes, where that is not its whole allowance.
    """
    war = open_war(position)
    enemies = enemy_places(setting, war, war.army) - sneaks_through(war, unit)
    far = allowance(setting, war, unit, road=road) if steps is None else steps
    how = going(setting, war, unit, road=road)
    return ways(setting, how, war.at[unit], enemies, far)


def legal_moves(setting: Setting, position: Position) -> Iterator[Move]:
    """Yield the moves of so many alike of a sector to wherever they can go, by the shortest way."""
    for group, ends in _groups(setting, position):
        for path, road, most in _ways(setting, position, group, ends):
            for many in range(1, most + 1):
                yield Move(tuple(group[:many]), path, road)


def moves_in_bunches(setting: Setting, position: Position) -> Iterator[Sequence[Move]]:
    """Yield the same in bunches, one for each group."""
    for group, ends in _groups(setting, position):
        if ways := list(_ways(setting, position, group, ends)):
            yield _bunch(group, ways)


def _bunch(group: list[str], ways: list[tuple[Path, bool, int]]) -> Sequence[Move]:
    sums = [*accumulate([way[2] for way in ways])]

    def move_at(at: int) -> Move:
        way = bisect(sums, at)
        path, road, most = ways[way]
        return Move(tuple(group[: at + 1 + most - sums[way]]), path, road)

    return Bunch(Move, sums[-1], move_at)


def _groups(setting: Setting, position: Position) -> Iterator[tuple[list[str], _Ends]]:
    """Yield the units alike of each sector that may still move, and where they may stop."""
    war = open_war(position)
    rested = _rested(setting, war)
    standing = standing_by_place(setting, war)
    free: dict[str, int] = {}
    met = enemy_places(setting, war, war.army)
    for start in setting.tables.data.map.sectors:
        if start not in standing:
            continue
        here = [unit for unit in standing[start] if unit in rested]
        ends = _Ends(free, met, start)
        for group in alike(setting, here) if here else ():
            parts: dict[object, list[str]] = {}
            for unit in group:
                parts.setdefault(gift(war, unit), []).append(unit)
            for some in parts.values():
                yield some, ends


class _Ends(NamedTuple):
    """The places where units of ``start`` may stop: known room, and enemies."""

    free: dict[str, int]
    met: Collection[str]
    start: str


def _ways(
    setting: Setting, position: Position, group: list[str], ends: _Ends
) -> Iterator[tuple[Path, bool, int]]:
    """Yield how a group may go: the way, whether by road, and how many of it at most."""
    war, unit, (free, met, start) = open_war(position), group[0], ends
    size, able = len(group), -1  # who can pay is looked up where somebody has to
    enemies = enemy_places(setting, war, war.army) - sneaks_through(war, unit)
    far = allowance(setting, war, unit, road=False), allowance(setting, war, unit, road=True)
    how = going(setting, war, unit, road=False)
    held = setting.options.leave_contested != "free" and contested(setting, war, start)
    for path, road in either(setting, how, start, enemies, far):
        end = path[-1]
        if held and not _may_leave_for(setting, war, start, end):
            continue
        if end not in free:
            free[end] = room(setting, war, end, war.army)
        most = min(size, free[end])
        if end in met:
            able = payable(setting, war, start) if able < 0 else able
            most = min(most, able)
        if most > 0:
            yield path, road, most


def payable(setting: Setting, war: War, start: str) -> int:
    """[5.8] Return how many units in a sector the army whose turn it is can pay an attack for."""
    able = supplies(setting, war, war.army, start)
    return purse(setting, war, war.army) if able else 0


def move(setting: Setting, position: Position, order: Move) -> Iterator[Outcome]:
    """[4.4 to 4.6] Units go; vehicles are struck at where a screen stands (6.D8)."""
    war = open_war(position)
    start = war.at[order.units[0]]
    cards = war.cards
    meets = [
        at for at, place in enumerate(order.path) if cards is not None and place in cards.screens
    ]
    met = [unit for unit in order.units if setting.tables.units[unit].kind == "vehicle"]
    if not meets or not met:
        yield from _go(setting, position, order.units, order.path, road=order.road)
        return
    first = meets[0] + 1
    others = tuple(unit for unit in order.units if unit not in met)
    if others:
        yield from _go(setting, position, others, order.path, road=order.road)
    if position.phase == "over":
        return
    way, rest = order.path[:first], order.path[first:]
    yield from _go(setting, position, tuple(met), way, road=order.road)
    for unit in met:
        if position.phase != "over":
            yield ScreenEntered(
                paragraph="6.D8",
                unit=unit,
                army=war.army,
                came=(start, *way)[-2],
                rest=rest,
                road=order.road,
            )


def _go(
    setting: Setting,
    position: Position,
    units: tuple[str, ...],
    path: tuple[str, ...],
    *,
    road: bool,
) -> Iterator[Outcome]:
    """[4.4 to 4.6] Units go; what they pass and leave may change hands."""
    war = open_war(position)
    start, end = war.at[units[0]], path[-1]
    attacks = held_by_enemy(setting, war, end, war.army)
    paragraph = "4.6" if attacks else "4.4.2" if road else "4.4.1"
    yield UnitsMoved(
        paragraph=paragraph, units=units, start=start, path=path, attacks=attacks, road=road
    )
    if attacks:
        yield from pay(setting, war.army, len(units), "5.8")
    for place in path[:-1]:
        empty = not ground(setting, war, place)
        if empty and not allied(war.control[place], war.army):
            yield from change(setting, position, place, war.army)
    for place in (end, start):
        if position.phase != "over":
            yield from settle(setting, position, place)


SCREEN = Row(8, 11)
"""[6.D8] What the strike of a screen must show."""


def screened(setting: Setting, position: Position, hit: Throw, dice: Dice) -> Iterator[Outcome]:
    """[6.D8, R123] A vehicle in a screened sector is struck at; it goes on, or back, or is out."""
    war = open_war(position)
    less = SMOKE if in_force(war, "E4") else 0
    face = die(dice, FACES_OF_A_STRIKE, f"the screen strikes at {hit.unit}", "6.D8")
    result = result_of(Row(SCREEN.suppressed + less, SCREEN.eliminated + less), face)
    place = war.at[hit.unit]
    yield ScreenStruck(
        paragraph="6.D8", unit=hit.unit, place=place, die=face,
        result=result,  # type: ignore[arg-type]
    )  # fmt: skip
    if result == "none":
        if hit.rest:
            yield from move(setting, position, Move((hit.unit,), hit.rest, hit.road))
        return
    if result == "eliminated":
        yield UnitRemoved(paragraph="6.D8", unit=hit.unit)
    else:
        yield PushedBack(paragraph="6.D8", unit=hit.unit, place=hit.came)
        yield from settle(setting, position, hit.came)
    if position.phase != "over":
        yield from settle(setting, position, place)
