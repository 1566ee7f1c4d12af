"""[3.0, 10.0] Set-up."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from pbem.errors import IllegalOrder
from pbem.games.meiktila.data.forms import ENEMY, WHO
from pbem.games.meiktila.data.tables import Tables
from pbem.games.meiktila.rules import ch06_stacking as stacking
from pbem.games.meiktila.rules.ch04_turn import refill
from pbem.games.meiktila.rules.orders import Deploy
from pbem.games.meiktila.rules.outcomes import Deployed, PhaseBegun
from pbem.games.meiktila.rules.position import Position
from pbem.games.meiktila.rules.setting import Setting
from pbem.kit.bunches import Bunch
from pbem.kit.contract import Outcome
from pbem.kit.cups import Cups

PARAGRAPH = {"al": "10.1", "jp": "10.2"}


def set_up(setting: Setting, cups: Cups) -> Position:
    """[3.0] Return the position before the Allies set up; the cup is empty."""
    refill(setting, cups)
    return Position(
        turn=1,
        phase="setup",
        side="al",
        level=setting.tables.data.supply.start,
        vp={"al": setting.options.points_al, "jp": setting.options.points_jp},
        control=dict.fromkeys(setting.tables.objectives, "al"),
    )


def starters(setting: Setting, side: str) -> list[str]:
    """Return the units that a side sets up, in the order of the data."""
    units = setting.tables.units
    return [unit for unit in setting.tables.of(side) if units[unit].entry == "setup"]


def zone(setting: Setting, position: Position, side: str) -> list[str]:
    """[10.1, 10.2] Return the hexes where a side sets up, in the order of the map."""
    tables = setting.tables
    if side == "al":
        return _allied_zone(tables)
    enemies = setting.places(position, "al")
    return [
        h for h in tables.edge["north"] if h not in enemies and not enemies & set(tables.land[h])
    ]


@lru_cache(maxsize=64)
def _allied_zone(tables: Tables) -> list[str]:
    centres = {*tables.objectives, *(h for h in tables.land if tables.terrain[h] == "town")}
    return [h for h in tables.land if h in centres or centres & set(tables.land[h])]


def check_deploy(setting: Setting, position: Position, order: Deploy) -> None:
    """[10.0, A48] Refuse a unit that is not set up, a hex outside the zone, Allied positions."""
    side = position.side
    if order.unit not in starters(setting, side):
        raise IllegalOrder(PARAGRAPH[side], f"{order.unit} is not set up by {WHO[side]}")
    if order.hex not in zone(setting, position, side):
        raise IllegalOrder(PARAGRAPH[side], f"{order.unit} cannot be set up in {order.hex}")
    if order.dug and side == "al":
        raise IllegalOrder("10.2", "only the Japanese can begin in Improved Positions")


def legal_deployments(setting: Setting, position: Position) -> Iterator[Sequence[Deploy]]:
    """Yield every hex with room for each unit that does not stand, in bunches.

    Once all do, for each of a hex with too many another hex; if there is none, one that may move.
    """
    side = position.side
    where = zone(setting, position, side)
    stacks = setting.stacks(position, side)
    units = starters(setting, side)
    missing = [unit for unit in units if unit not in position.at]
    crowded = stacking.crowded(setting, position, side)
    if not missing:
        units = [unit for unit in units if position.at[unit] in crowded] or units[:1]
    for unit in missing or units:
        free = [
            here
            for here in where
            if here not in stacks
            or (here != position.at.get(unit) and stacking.fits(setting, [*stacks[here], unit]))
        ]
        if free:
            yield _bunch(unit, free if missing else free[:1], both=side == "jp" and bool(missing))


def _bunch(unit: str, free: Sequence[str], *, both: bool) -> Sequence[Deploy]:
    """Return the deployments of a unit; ``both``: in each hex without a position and in one."""
    if not both:
        return Bunch(Deploy, len(free), lambda at: Deploy(unit, free[at]))
    return Bunch(Deploy, 2 * len(free), lambda at: Deploy(unit, free[at // 2], dug=at % 2 == 1))


def check_end(setting: Setting, position: Position) -> None:
    """[10.0, 6.3, A105] Refuse to end while somebody is missing, or too many are in a hex."""
    side = position.side
    missing = [unit for unit in starters(setting, side) if unit not in position.at]
    if missing:
        raise IllegalOrder(
            PARAGRAPH[side], f"these units must still be set up: {', '.join(missing)}"
        )
    for here in stacking.crowded(setting, position, side):
        units = ", ".join(setting.here(position, side, here))
        raise IllegalOrder("6.3", f"these cannot stack in {here}: {units}")


def deploy(position: Position, order: Deploy) -> Iterator[Outcome]:
    """[A105] Put a unit on the map, or elsewhere; its Improved Position does not stay after."""
    unit, paragraph = order.unit, PARAGRAPH[position.side]
    here = position.at[unit] if unit in position.sheltered else ""
    left = "" if order.dug and here == order.hex else here
    yield Deployed(paragraph=paragraph, unit=unit, hex=order.hex, dug=order.dug, left=left)


def end(position: Position) -> Iterator[Outcome]:
    """[10.0] Go on to the other side's set-up, or to the first turn."""
    if position.side == "al":
        yield PhaseBegun(paragraph="10.2", turn=1, phase="setup", side=ENEMY["al"])
    else:
        yield PhaseBegun(paragraph="4.1", turn=1, phase="air", side="al")
