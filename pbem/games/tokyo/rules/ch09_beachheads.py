"""[9.0] Beachheads: what a Japanese unit on one does to those who are supplied over it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pbem.games.tokyo.rules.outcomes import Removed
from pbem.games.tokyo.rules.position import Position
from pbem.games.tokyo.rules.setting import Setting
from pbem.kit.contract import Outcome


def intruders(setting: Setting, position: Position) -> Mapping[str, int]:
    """Return group -> how many hexes of its beach Japanese units hold."""
    return setting.where(position).shore


def cut_off(setting: Setting, position: Position) -> Iterator[Outcome]:
    """[9.1] Remove the HQs of a group on whose beach a Japanese unit stands."""
    for group, held in intruders(setting, position).items():
        if held:
            for unit in setting.units_of(position, group):
                if setting.tables.americans[unit].kind == "hq":
                    here = position.at[unit]
                    yield Removed(paragraph="9.1", unit=unit, hex=here, why="beach")


def lost(setting: Setting, position: Position) -> str | None:
    """[9.2] Return the group whose whole beach is held by Japanese units, or None."""
    for group, held in intruders(setting, position).items():
        if held == len(setting.tables.beach[group]):
            return group
    return None
