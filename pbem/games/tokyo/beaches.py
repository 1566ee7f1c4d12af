"""[9.0] Beachheads: what a Japanese unit on one does to those who are supplied over it."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.games.tokyo.outcomes import Removed
from pbem.games.tokyo.position import Position
from pbem.games.tokyo.setting import GROUPS, Setting
from pbem.kit.contract import Outcome


def intruders(setting: Setting, position: Position, group: str) -> int:
    """Return how many hexes of a group's beach Japanese units hold."""
    beach = setting.tables.beach[group]
    return sum(not setting.american(unit) and here in beach for unit, here in position.at.items())


def cut_off(setting: Setting, position: Position) -> Iterator[Outcome]:
    """[9.1] Remove the HQs of a group on whose beach a Japanese unit stands."""
    for group in GROUPS:
        if intruders(setting, position, group):
            for unit in setting.units_of(position, group):
                if setting.tables.americans[unit].kind == "hq":
                    here = position.at[unit]
                    yield Removed(paragraph="9.1", unit=unit, hex=here, why="beach")


def lost(setting: Setting, position: Position) -> str | None:
    """[9.2] Return the group whose whole beach is held by Japanese units, or None."""
    for group in GROUPS:
        if intruders(setting, position, group) == len(setting.tables.beach[group]):
            return group
    return None
