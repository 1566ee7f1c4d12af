"""[6.3, 8.2] Stacking: who may stand in one hex when it is tested."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import combinations

from pbem.games.meiktila.rules.outcomes import Eliminated
from pbem.games.meiktila.rules.position import Position
from pbem.games.meiktila.rules.setting import Setting
from pbem.kit.contract import Outcome
from pbem.kit.keeping import always


def fits(setting: Setting, units: Collection[str]) -> bool:
    """[6.3, 8.2] Whether these units of one side may stand in one hex (rulings A20, A62, A85)."""
    return len(units) <= 2 or _fit(setting, tuple(units))


@always
def _fit(setting: Setting, units: tuple[str, ...]) -> bool:
    tanks = [unit for unit in units if setting.is_(unit, "armour")]
    return _fits_without(setting, units) or any(
        _fits_without(setting, [unit for unit in units if unit != free]) for free in tanks
    )


def _fits_without(setting: Setting, units: Sequence[str]) -> bool:
    """Whether units stack when none of them is the armour that stacks free."""
    if len(units) <= 2:
        return True
    tables = setting.tables
    for formation in {tables.units[unit].formation for unit in units}:
        if tables.formations[formation].alone:
            continue
        others = [unit for unit in units if tables.units[unit].formation != formation]
        if not others or (len(others) == 1 and _guest(setting, others[0])):
            return True
    return False


def _guest(setting: Setting, unit: str) -> bool:
    """Whether a unit is one that may stand beside a whole formation."""
    formation = setting.tables.formations[setting.tables.units[unit].formation]
    guest = setting.tables.units[unit].kind in {"armour", "artillery"}
    return guest or formation.alone or formation.either


def room(setting: Setting, position: Position, here: str, unit: str) -> bool:
    """Whether a unit may end in a hex of its side within stacking."""
    there = setting.here(position, setting.side(unit), here)
    return fits(setting, [*(other for other in there if other != unit), unit])


def crowded(setting: Setting, position: Position, side: str) -> list[str]:
    """Return the hexes of a side that hold too many, in the order of the map."""
    stacks = setting.stacks(position, side)
    found = {here for here, units in stacks.items() if not fits(setting, units)}
    return [here for here in setting.tables.grid.hexes if here in found] if found else []


def ways_out(setting: Setting, position: Position, side: str, here: str) -> list[tuple[str, ...]]:
    """[A21] Return the smallest choices of units whose loss mends a hex, as the data order them."""
    units = setting.here(position, side, here)
    for size in range(1, len(units)):
        found = [
            lost
            for lost in combinations(units, size)
            if fits(setting, [unit for unit in units if unit not in lost])
        ]
        if found:
            return found
    return []


def remove(setting: Setting, position: Position, units: Collection[str]) -> Iterator[Outcome]:
    """Let units be lost to stacking."""
    for unit in units:
        yield Eliminated(
            paragraph="6.3",
            unit=unit,
            hex=position.at[unit],
            steps=setting.steps(position, unit),
            why="stacking",
        )
