"""[7.0] Supply: lines, the Allied level, the status of each unit."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

from pbem.errors import IllegalOrder
from pbem.games.meiktila.data.forms import EDGES, Edge
from pbem.games.meiktila.data.tables import Tables
from pbem.games.meiktila.rules.ch06_zones import Zones
from pbem.games.meiktila.rules.orders import Edges
from pbem.games.meiktila.rules.outcomes import (
    CutOff,
    EdgesDeclared,
    LevelFell,
    OutOfSupply,
    StatusRolled,
    SupplyRolled,
)
from pbem.games.meiktila.rules.position import Position
from pbem.games.meiktila.rules.setting import Setting
from pbem.kit.contract import Outcome
from pbem.kit.dice import Dice, die
from pbem.kit.keeping import kept
from pbem.kit.maps.moves import distances

OFF_ROAD = 5
"""Hexes without a road that a supply line may have, its unit's own not counted (7.1, A39)."""


class Lines:
    """The supply lines of a side as units stand now."""

    def __init__(self, setting: Setting, position: Position, side: str) -> None:
        self._setting, self._position = setting, position
        self._closed = Zones(setting, position, side).closed

    def to(self, unit: str, goal: str) -> bool:
        """Whether a unit has a line to ``city``, ``north`` or ``south``."""
        far = _hexes_off_road(self._setting.tables, goal, self._closed)
        return far.get(self._position.at[unit], OFF_ROAD + 1) <= OFF_ROAD

    def goals(self, unit: str) -> list[str]:
        """[7.0, 8.1.2] Return the goals to which a unit has a line, of those that are its own."""
        return [goal for goal in goals(self._setting, unit) if self.to(unit, goal)]


@lru_cache(maxsize=64)
def _hexes_off_road(tables: Tables, goal: str, closed: frozenset[str]) -> dict[str, int]:
    """Return for each hex how many hexes without a road the best line to a goal has (A39).

    Hexes with too many have no entry. Kept for a while, because it is asked again and again while
    nobody moves.
    """
    edge: Edge = "north" if goal == "north" else "south"
    ends = (tables.city,) if goal == "city" else tables.edge[edge]
    back = {**tables.off_road, **dict.fromkeys(closed, ())}
    return distances(ends, back.__getitem__, most=OFF_ROAD)


def goals(setting: Setting, unit: str) -> tuple[str, ...]:
    """[7.0, 8.1.2] Return where a unit may trace to: the 49th Division to the south only (A40)."""
    one = setting.tables.units[unit]
    if one.side == "al":
        return ("city",)
    return ("south",) if one.entry == "south" else EDGES


def cut_off(setting: Setting, position: Position, units: Iterable[str]) -> list[str]:
    """[7.0] Return those of ``units`` out of supply at the moment of a combat (A38, A95)."""
    lines: dict[str, Lines] = {}
    found = []
    for unit in units:
        side = setting.side(unit)
        if side not in lines:
            lines[side] = Lines(setting, position, side)
        if unit in position.oos or not lines[side].goals(unit):
            found.append(unit)
    return found


# --- the Allied level ------------------------------------------------------------------------


def supply_modifier(setting: Setting, position: Position) -> int:
    """[7.1.1] Return what comes to the die of the Supply Table."""
    lost = sum(position.control[here] == "jp" for here in setting.tables.airfields)
    return position.supply_air - lost - bool(position.sentai)


def roll_supply(setting: Setting, position: Position, dice: Dice) -> Iterator[Outcome]:
    """[7.1.1] Roll on the Supply Table and move the level."""
    table = setting.tables.data.supply
    face = die(dice, 6, "Supply Table", "7.1.1")
    modified = face + supply_modifier(setting, position)
    row = next(row for row in table.rows if row.up_to is None or modified <= row.up_to)
    level = min(max(position.level + row.change, 0), table.most)
    yield SupplyRolled(paragraph="7.1.1", die=face, modified=modified, level=level)


def fall(setting: Setting, position: Position) -> Iterator[Outcome]:
    """[7.1.1] Lower the Allied level by one; at 0 every Allied unit is out of supply (A41)."""
    if position.level:
        yield LevelFell(paragraph="7.1.1", level=position.level - 1, die=0)
    yield from dry(setting, position)


def dry(setting: Setting, position: Position) -> Iterator[Outcome]:
    """[7.1.1] Report who is out of supply because the Allied level is 0, and was not yet."""
    units = [unit for unit in setting.on_map(position, "al") if unit not in position.oos]
    if position.level == 0 and units:
        yield OutOfSupply(paragraph="7.1.1", units=tuple(units))


# --- the status of each unit -----------------------------------------------------------------


def need_of(setting: Setting, level: int) -> int | None:
    """[7.1.2] Return up to which die an Allied unit is in supply at a level; None: always."""
    return next(row.die for row in setting.tables.data.status.allied if level <= row.up_to)


def allied_status(setting: Setting, position: Position, dice: Dice) -> Iterator[Outcome]:
    """[4.2.1, 7.1.2] Roll for the Allied units one by one."""
    if position.level == 0:
        yield from dry(setting, position)
        return
    lines, most = Lines(setting, position, "al"), need_of(setting, position.level)
    for unit in setting.on_map(position, "al"):
        if not lines.goals(unit):
            yield CutOff(paragraph="4.2.1", unit=unit)
        elif most is not None:
            face = die(dice, 6, f"supply of {unit}", "7.1.2")
            yield StatusRolled(
                paragraph="7.1.2", unit=unit, die=face, modified=face, supplied=face <= most
            )


def allied_rolls(setting: Setting, position: Position) -> bool:
    """Whether a die is due for the status of an Allied unit."""
    if position.level == 0 or need_of(setting, position.level) is None:
        return False
    lines = Lines(setting, position, "al")
    return any(lines.goals(unit) for unit in setting.on_map(position, "al"))


@kept
def choosing(setting: Setting, position: Position) -> list[str]:
    """[7.1.3] Return the Japanese units that can trace to both edges."""
    lines = Lines(setting, position, "jp")
    return [unit for unit in setting.on_map(position, "jp") if len(lines.goals(unit)) > 1]


def check_edges(setting: Setting, position: Position, order: Edges) -> None:
    """[A40] Refuse a unit that has no choice."""
    able = choosing(setting, position)
    for unit in (*order.north, *order.south):
        if unit not in able:
            why = f"{unit} cannot trace supply to both map edges"
            raise IllegalOrder("7.1.3", why, f"These can: {', '.join(able)}.")


def usual_edge(position: Position) -> Edge:
    """[A94] Return the edge of who declares none: the less interdicted, on a tie north."""
    return min(EDGES, key=lambda edge: position.interdiction[edge])


def declare_edges(setting: Setting, position: Position, order: Edges) -> Iterator[Outcome]:
    """[7.1.3] Declare the edges of all who have a choice."""
    other = usual_edge(position)
    reported: dict[str, list[str]] = {"north": [], "south": []}
    for unit in choosing(setting, position):
        edge = "north" if unit in order.north else "south" if unit in order.south else other
        reported[edge].append(unit)
    yield EdgesDeclared(
        paragraph="7.1.3", north=tuple(reported["north"]), south=tuple(reported["south"])
    )


def japanese_status(setting: Setting, position: Position, dice: Dice) -> Iterator[Outcome]:
    """[4.2.2, 7.1.3] Roll for the Japanese units one by one."""
    lines = Lines(setting, position, "jp")
    most = setting.tables.data.status.japanese
    for unit in setting.on_map(position, "jp"):
        open_ = lines.goals(unit)
        if not open_:
            yield CutOff(paragraph="4.2.2", unit=unit)
            continue
        edge = position.chosen.get(unit, open_[0])
        face = die(dice, 6, f"supply of {unit}", "7.1.3")
        modified = face + position.interdiction[edge]
        yield StatusRolled(
            paragraph="7.1.3",
            unit=unit,
            die=face,
            modified=modified,
            supplied=modified <= most,
            edge=edge,
        )


def japanese_rolls(setting: Setting, position: Position) -> bool:
    """Whether a die is due for the status of a Japanese unit."""
    lines = Lines(setting, position, "jp")
    return any(lines.goals(unit) for unit in setting.on_map(position, "jp"))
