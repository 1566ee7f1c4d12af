"""Retreats: a path for each unit, and what becomes of one that has none."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pbem.errors import IllegalOrder
from pbem.kit.contract import Outcome
from pbem.kit.hexgame.data.policy import Retreats
from pbem.kit.hexgame.rules.losses import lose_steps, lost
from pbem.kit.hexgame.rules.movement import take
from pbem.kit.hexgame.rules.orders import Retreat
from pbem.kit.hexgame.rules.outcomes import RetreatDue, Retreated, ShutIn
from pbem.kit.hexgame.rules.position import HexPosition, open_battle
from pbem.kit.hexgame.rules.setting import HexSetting
from pbem.kit.hexgame.rules.stacking import has_room
from pbem.kit.hexgame.rules.zones import zones_against
from pbem.kit.maps.hexes import Hex


def policy(setting: HexSetting) -> Retreats:
    """Return how units retreat in a game in which they do."""
    assert setting.data.retreat is not None  # noqa: S101 - the data have it if a result does
    return setting.data.retreat


def due(
    setting: HexSetting, side: str, units: Sequence[str], hexes: int
) -> Iterator[Outcome]:  # fmt: skip
    """Have units retreat so many hexes each."""
    paragraph = policy(setting).paragraph
    yield RetreatDue(paragraph=paragraph, side=side, units=tuple(units), hexes=hexes)


def asked(setting: HexSetting, position: HexPosition) -> str:
    """Return the side that chooses the paths."""
    losing = open_battle(position).losing
    return losing if policy(setting).by == "owner" else setting.tables.enemy[losing]


def ways(setting: HexSetting, position: HexPosition, unit: str) -> Iterator[tuple[Hex, ...]]:
    """Yield every path by which a unit may retreat, in the order of hexes."""
    far = open_battle(position).far
    start = position.at[unit]

    def longer(path: tuple[Hex, ...]) -> Iterator[tuple[Hex, ...]]:
        if len(path) == far:
            if setting.tables.grid.distance(start, path[-1]) == far and has_room(
                setting, position, path[-1], (unit,)
            ):
                yield path
            return
        here = path[-1] if path else start
        for there in setting.tables.grid.neighbours[here]:
            if not why_shut(setting, position, unit, here, there):
                yield from longer((*path, there))

    yield from longer(())


def why_shut(
    setting: HexSetting, position: HexPosition, unit: str, here: Hex, there: Hex
) -> str:  # fmt: skip
    """Return why a unit may not retreat from a hex to the next; nothing if it may."""
    tables = setting.tables
    side, kind = tables.side_of[unit], tables.units[unit].kind
    if there in setting.hexes_of(position, tables.enemy[side]):
        return "has an enemy in it"
    if tables.cost(kind, here, there) is None:
        return "is closed"
    if there in zones_against(setting, position, side) and not (
        policy(setting).zones == "friends" and there in setting.hexes_of(position, side)
    ):
        return "is beside an enemy"
    if setting.hooks.closed(setting, position, unit, here, there):
        return "is closed"
    return ""


def stuck(setting: HexSetting, position: HexPosition) -> Iterator[Outcome]:
    """Deal with the units that have to retreat and have no path.

    A unit that is lost may have held open the path of another, so it is looked again after each.
    """
    battle = open_battle(position)
    while (unit := _without_path(setting, position)) is not None:
        yield ShutIn(paragraph=policy(setting).paragraph, side=battle.losing, unit=unit)
        if policy(setting).stuck == "lost":
            yield lost(setting, battle.losing, unit)
        else:
            yield from lose_steps(setting, position, battle.losing, (unit,))


def _without_path(setting: HexSetting, position: HexPosition) -> str | None:
    """Return the first unit that has to retreat and has no path."""
    units = open_battle(position).retreating
    return next((unit for unit in units if next(ways(setting, position, unit), None) is None), None)


def legal_retreats(setting: HexSetting, position: HexPosition) -> Iterator[Retreat]:
    """Yield every retreat of each unit that still has to retreat."""
    for unit in open_battle(position).retreating:
        for path in ways(setting, position, unit):
            yield Retreat(unit, path)


def check_retreat(setting: HexSetting, position: HexPosition, order: Retreat) -> None:
    """Raise `IllegalOrder` unless a unit may retreat along a path."""
    battle, paragraph = open_battle(position), policy(setting).paragraph
    if order.unit not in battle.retreating:
        raise IllegalOrder(paragraph, f"{order.unit} does not have to retreat")
    if len(order.path) != battle.far:
        raise IllegalOrder(paragraph, f"a retreat is {battle.far} hexes long")
    here = start = position.at[order.unit]
    for there in order.path:
        if there not in setting.tables.grid.neighbours[here]:
            raise IllegalOrder(paragraph, f"{there} is not beside {here}")
        if why := why_shut(setting, position, order.unit, here, there):
            raise IllegalOrder(paragraph, f"{there} {why}")
        here = there
    if setting.tables.grid.distance(start, here) != battle.far:
        raise IllegalOrder(paragraph, f"{here} is not {battle.far} hexes away from {start}")
    if not has_room(setting, position, here, (order.unit,)):
        stacking = setting.data.stacking
        raise IllegalOrder(stacking.paragraph, f"{here} has no room for {order.unit}")


def retreat(setting: HexSetting, position: HexPosition, order: Retreat) -> Iterator[Outcome]:
    """Retreat a unit."""
    side = open_battle(position).losing
    paragraph = policy(setting).paragraph
    yield Retreated(paragraph=paragraph, side=side, unit=order.unit, path=order.path)
    yield from take(setting, position, side, order.path[-1])
