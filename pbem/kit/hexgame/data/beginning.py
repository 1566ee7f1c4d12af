"""Faults in the places where units begin: on the map, by turn, in the plan, in the cup."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.kit.hexgame.data.forms import HexData, Unit
from pbem.kit.hexgame.data.named import unknown
from pbem.kit.hexgame.data.tables import grid_of
from pbem.kit.typed.pack import Fault, Path, repeated


def begins(data: HexData) -> Iterator[Fault]:
    """A unit begins in one way, and where it can stand."""
    drawn = set() if data.cup is None else {*data.cup.units}
    planned = set() if data.plan is None else {*data.plan.units}
    for side, units in data.units.items():
        for i, unit in enumerate(units):
            ways = [unit.at is not None, unit.arrives is not None, unit.name in drawn,
                    unit.name in planned]  # fmt: skip
            if sum(ways) != 1:
                what = f"{unit.name} must begin in exactly one way"
                yield ("units", side, i), f"{what}: at a hex, by arrives, in the plan or in the cup"
            if (unit.arrives is None) != (unit.entry is None):
                yield ("units", side, i), f"{unit.name} needs both arrives and entry, or neither"
    yield from set_up(data)


def set_up(data: HexData) -> Iterator[Fault]:
    """Units begin on hexes that they can enter, and that have room for them."""
    rows = [line.split() for line in data.map.grid]
    terrain = {kind.symbol: kind for kind in data.terrain.values()}
    grid = grid_of(data)
    there: dict[str, list[tuple[str, Unit]]] = {}
    for side, units in data.units.items():
        for i, unit in enumerate(units):
            if unit.at is None:
                continue
            path: Path = ("units", side, i, "at")
            if unit.at not in grid.hexes:
                yield path, f"{unit.at} is off the map"
                continue
            kind = terrain[rows[int(unit.at[2:]) - 1][int(unit.at[:2]) - 1]]
            if unit.kind in kind.closed or kind.costs.get(unit.kind, kind.cost) is None:
                yield path, f"{unit.at} is closed to {unit.name}"
            others = there.setdefault(unit.at, [])
            if any(other != side for other, _ in others):
                yield path, f"an enemy of {unit.name} begins in {unit.at}"
            others.append((side, unit))
            if sum(one.size for _, one in others) > data.stacking.limit:
                yield path, f"more than {data.stacking.limit} points of units begin in {unit.at}"


def special(data: HexData) -> Iterator[Fault]:
    """The plan and the cup name units of their side, and turns of the game."""
    for part in (data.plan, data.cup):
        if part is None:
            continue
        word = "plan" if part is data.plan else "cup"
        known = [unit.name for unit in data.units.get(part.side, ())]
        for i, name in enumerate(part.units):
            yield from unknown((word, "units", i), name, known, f"unit of {part.side}")
        yield from repeated((word, "units"), part.units)
    plan, cup = data.plan, data.cup
    if plan is not None and not plan.write < plan.show <= data.about.turns:
        yield ("plan", "show"), "the plan must be shown in a later turn than it is written"
    if plan is not None and len(plan.choices) < 2:
        yield ("plan", "choices"), "a plan needs two choices or more"
    if cup is not None:
        yield from repeated(("cup", "turns"), cup.turns)
        if len(cup.turns) > len(cup.units):
            yield ("cup", "turns"), f"there are only {len(cup.units)} units to draw"
