"""[8.1.2, 11.2] Japanese reinforcements: who may try, their dice, where they enter."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from pbem.errors import IllegalOrder
from pbem.games.meiktila.data.tables import Tables
from pbem.games.meiktila.rules import ch08_replacements as replacements
from pbem.games.meiktila.rules import ch11_options as options
from pbem.games.meiktila.rules.outcomes import EntryRolled
from pbem.games.meiktila.rules.position import Position, acting
from pbem.games.meiktila.rules.setting import Setting
from pbem.kit.contract import Outcome
from pbem.kit.dice import Dice, die
from pbem.kit.keeping import always

NEVER = 6
"""A die that always fails (8.1.2)."""


def entry_hexes(setting: Setting, position: Position, unit: str) -> tuple[str, ...]:
    """[8.1.2, A90] Return the hexes where a reinforcement may enter, in the order of the map."""
    enemies = frozenset(setting.places(position, "al"))
    return _entry_hexes(setting.tables, setting.tables.units[unit].entry, enemies)


@lru_cache(maxsize=64)
def _entry_hexes(tables: Tables, entry: str, enemies: frozenset[str]) -> tuple[str, ...]:
    if entry != "south":
        return tuple(here for here in tables.edge["north"] if here not in enemies)
    found: set[str] = set()
    for road in tables.south_roads:
        if road not in enemies:
            found.add(road)
            continue
        free = [here for here in tables.land if here not in enemies]
        near = min((tables.distance(here, road) for here in free), default=0)
        found |= {here for here in free if tables.distance(here, road) == near}
    return tuple(here for here in tables.grid.hexes if here in found)


def _coming(setting: Setting, position: Position, *entries: str) -> list[str]:
    """Return the Japanese units of these entries that have not come, or been eliminated."""
    return [
        unit
        for unit in _of_entries(setting, entries)
        if unit not in position.at and unit not in position.gone
    ]


@always
def _of_entries(setting: Setting, entries: tuple[str, ...]) -> tuple[str, ...]:
    """Return all Japanese units of these entries, in the order of the data."""
    units = setting.tables.units
    return tuple(unit for unit in setting.tables.of("jp") if units[unit].entry in entries)


def able_to_enter(setting: Setting, position: Position) -> list[str]:
    """[8.1.2, A43] Return the Japanese reinforcements that may roll, whatever marker is up."""
    if acting(position).side != "jp":
        return []
    return [
        unit
        for unit in _coming(setting, position, "north", "south")
        if unit not in position.tried and entry_hexes(setting, position, unit)
    ]


def able_to_commit(setting: Setting, position: Position) -> list[str]:
    """[11.2] Return the units of the Strategic Reserve that may be asked for."""
    if acting(position).side != "jp" or not setting.options.kimura:
        return []
    return [
        unit
        for unit in _coming(setting, position, "reserve")
        if unit not in position.tried
        and unit not in position.barred
        and entry_hexes(setting, position, unit)
    ]


def check_enter(setting: Setting, position: Position, units: Sequence[str]) -> None:
    """[8.1.2] Refuse who is no reinforcement, or has tried in this turn."""
    for unit in units:
        if unit not in _coming(setting, position, "north", "south"):
            raise IllegalOrder("8.1.2", f"{unit} is not a reinforcement that can enter")
        if unit in position.tried:
            raise IllegalOrder(
                "8.1.2", f"{unit} has tried in this turn, so it must wait for the next turn"
            )
        if unit not in able_to_enter(setting, position):
            raise IllegalOrder("8.1.2", f"there is no hex where {unit} could enter")


def check_commit(setting: Setting, position: Position, units: Sequence[str]) -> None:
    """[11.2] Refuse who is not in the Strategic Reserve, or may not be asked for."""
    for unit in units:
        if not setting.options.kimura:
            why = f"{unit} cannot be committed, because this game does not use the option `kimura`"
            raise IllegalOrder("11.2", why)
        if unit not in _coming(setting, position, "reserve"):
            raise IllegalOrder("11.2", f"{unit} is not in the Strategic Reserve")
        if unit in position.barred:
            raise IllegalOrder("11.2", f"{unit} stays in the Strategic Reserve for the whole game")
        if unit not in able_to_commit(setting, position):
            why = "was already asked for in this turn" if unit in position.tried else "finds no hex"
            raise IllegalOrder("11.2", f"{unit} {why}")


def dice_due(position: Position) -> bool:
    """Whether dice are due for what the activation asked for."""
    now = acting(position)
    return bool(now.enter or now.replace or now.commit)


def roll(position: Position, dice: Dice) -> Iterator[Outcome]:
    """[8.1.2, 8.1.4, 11.2] Roll for all that was asked for, in that order."""
    now = acting(position)
    for unit in list(now.enter):
        face = die(dice, 6, f"entry of {unit}", "8.1.2")
        enters = face <= position.turn and face != NEVER
        yield EntryRolled(paragraph="8.1.2", unit=unit, die=face, enters=enters)
    for unit in list(now.replace):
        yield from replacements.roll(position, unit, dice)
    for unit in list(now.commit):
        yield from options.commit(position, unit, dice)
