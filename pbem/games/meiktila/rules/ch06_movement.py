"""[6.2, 6.4, 8.1.2] Movement: costs in half points, forced march, entry of reinforcements."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple, TypeVar

from pbem.errors import IllegalOrder
from pbem.games.meiktila.rules import ch06_activation as activation
from pbem.games.meiktila.rules import ch06_stacking as stacking
from pbem.games.meiktila.rules.ch06_reach import ENTRY, Going, Path, entries, step, ways
from pbem.games.meiktila.rules.ch06_zones import Zones
from pbem.games.meiktila.rules.ch08_reinforcements import entry_hexes
from pbem.games.meiktila.rules.ch09_victory import visited
from pbem.games.meiktila.rules.orders import Enter, Move
from pbem.games.meiktila.rules.outcomes import Moved
from pbem.games.meiktila.rules.position import Position, acting
from pbem.games.meiktila.rules.setting import Setting, halved
from pbem.kit.bunches import Bunch
from pbem.kit.contract import Outcome
from pbem.kit.wording import as_points

Form = TypeVar("Form", Move, Enter)


class Walk(NamedTuple):
    """A whole move: half points, whether it is a forced march, and whether it touched a zone."""

    spent: int
    forced: bool
    zone: bool


def allowance(setting: Setting, position: Position, unit: str) -> int:
    """[6.2, 7.2] Return a unit's half points: those of its counter, halved if out of supply."""
    halves = setting.face(position, unit).halves
    return 2 * halved(halves // 2) if unit in position.oos else halves


def walk(setting: Setting, position: Position, unit: str, path: Sequence[str], *,
         entering: bool = False) -> Walk:  # fmt: skip
    """Return what a path comes to.

    A single hex can always be entered; beyond its points it takes all that the unit has (A88).
    ``entering``: the path begins off the map.

    Raises:
        IllegalOrder: The unit cannot go this path (6.2).
    """
    zones = Zones(setting, position, setting.side(unit)).front
    here = ENTRY if entering else position.at[unit]
    began = touched = here in zones.zone
    spent = 0
    for there in path:
        if here != ENTRY and there not in setting.tables.grid.neighbours[here]:
            raise IllegalOrder("6.2", f"{there} is not next to {here}")
        one = step(setting, zones, here, there)
        if one.refused is not None:
            raise IllegalOrder(*one.refused)
        spent += one.cost
        touched = touched or there in zones.zone
        here = there
    most = allowance(setting, position, unit)
    if unit in position.marched and touched:
        why = f"{unit} is on a forced march, so it cannot enter or leave an enemy zone"
        raise IllegalOrder("6.2.1", why)
    if spent <= most or len(path) == 1:
        return Walk(min(spent, most), forced=False, zone=touched)
    if touched or unit in position.stirred:
        why = f"{unit} has {as_points(most)} movement points, but this costs {as_points(spent)}"
        if touched and not began:
            raise IllegalOrder("6.2.1", why, "A forced march cannot enter an enemy zone.")
        raise IllegalOrder(
            "6.2", why, "A unit that is or was in an enemy zone cannot make a forced march."
        )
    if spent > 2 * most:
        march = f"{unit} has {as_points(2 * most)} points in a forced march"
        raise IllegalOrder("6.2.1", f"{march}, but needs {as_points(spent)}")
    return Walk(spent, forced=True, zone=False)


def check_move(setting: Setting, position: Position, order: Move) -> None:
    """Refuse a unit that cannot move now, and a path that it cannot go."""
    if order.unit not in position.at:
        raise IllegalOrder("6.2", f"{order.unit} is not on the map")
    _check_turn(setting, position, order.unit)
    walk(setting, position, order.unit, order.path)
    _check_end(setting, position, order.unit, order.path)


def _check_turn(setting: Setting, position: Position, unit: str) -> None:
    """[6.1.1, A72] Refuse a unit that is not active, has moved, or has dug in."""
    activation.check_active(setting, position, unit)
    now = acting(position)
    if unit in now.moved:
        raise IllegalOrder("6.2", f"{unit} has already moved in this activation")
    if unit in now.dug:
        raise IllegalOrder("8.4", f"{unit} has dug in, so it cannot move in this activation")


def _check_end(setting: Setting, position: Position, unit: str, path: Sequence[str]) -> None:
    """[A21] Refuse too many in a hex, if that is tested after each move."""
    if setting.options.stacking == "move_end" and not stacking.room(
        setting, position, path[-1], unit
    ):
        raise IllegalOrder("6.3", f"{unit} cannot stack in {path[-1]}")


def check_enter(setting: Setting, position: Position, order: Enter) -> None:
    """[8.1.2] Refuse who may not enter, and where."""
    now = acting(position)
    if order.unit not in now.entering:
        raise IllegalOrder("8.1.2", f"{order.unit} cannot enter now")
    _check_turn(setting, position, order.unit)
    where = entry_hexes(setting, position, order.unit)
    if order.path[0] not in where:
        raise IllegalOrder("8.1.2", f"{order.unit} can enter at {', '.join(where) or 'no hex'}")
    walk(setting, position, order.unit, order.path, entering=True)
    _check_end(setting, position, order.unit, order.path)


def reach(
    setting: Setting, position: Position, unit: str, *, zones: Zones | None = None
) -> Sequence[Path]:
    """Return a cheapest path to each hex that a unit on the map can come to, the nearest first.

    ``zones``: those of its enemies, where they are known already.
    """
    front = (zones or Zones(setting, position, setting.side(unit))).front
    return ways(setting, front, position.at[unit], _going(setting, position, unit))


def reach_entering(
    setting: Setting, position: Position, unit: str, starts: tuple[str, ...], zones: Zones
) -> Sequence[Path]:
    """[8.1.2] Return a path to each hex that a unit can come to that enters the map at ``starts``.

    ``zones``: those of its enemies.
    """
    return entries(setting, zones.front, starts, _going(setting, position, unit))


def _going(setting: Setting, position: Position, unit: str) -> Going:
    points = allowance(setting, position, unit)
    return Going(points, unit in position.marched, unit in position.stirred)


def legal_moves(setting: Setting, position: Position) -> Iterator[Sequence[Move | Enter]]:
    """Yield to each hex the cheapest way of every unit that may still go, in bunches."""
    now = acting(position)
    zones = Zones(setting, position, now.side)
    for unit in setting.on_map(position, now.side):
        if unit in now.moved or unit in now.dug or not activation.can_act(setting, position, unit):
            continue
        paths = reach(setting, position, unit, zones=zones)
        yield from _bunch(setting, position, Move, unit, paths)
    for unit in now.entering:
        if activation.can_act(setting, position, unit):
            yield from legal_entries(setting, position, unit, zones)


def legal_entries(
    setting: Setting, position: Position, unit: str, zones: Zones
) -> Iterator[Sequence[Enter]]:
    """Yield to each hex a way of a unit that enters the map, in bunches.

    ``zones``: those of its enemies.
    """
    starts = entry_hexes(setting, position, unit)
    paths = reach_entering(setting, position, unit, starts, zones)
    yield from _bunch(setting, position, Enter, unit, paths)


def _bunch(
    setting: Setting, position: Position, form: type[Form], unit: str, paths: Sequence[Path]
) -> Iterator[Sequence[Form]]:
    """Yield the orders of a unit for all paths that may end as they do."""
    if setting.options.stacking == "move_end":
        paths = [path for path in paths if stacking.room(setting, position, path[-1], unit)]
    if paths:
        yield Bunch(form, len(paths), lambda at: form(unit, paths[at]))


def move(setting: Setting, position: Position, order: Move | Enter) -> Iterator[Outcome]:
    """Carry out a move or an entry."""
    entering = isinstance(order, Enter)
    gone = walk(setting, position, order.unit, order.path, entering=entering)
    yield Moved(
        paragraph="8.1.2" if entering else "6.2.1" if gone.forced else "6.2",
        unit=order.unit,
        path=order.path,
        spent=gone.spent,
        forced=gone.forced,
        zone=gone.zone,
        entered=entering,
    )
    yield from visited(setting, position, setting.side(order.unit), order.path)
