"""The setting of every chapter: the tables of a game, and the functions that the game adds."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from pbem.kit.contract import Outcome, Result
from pbem.kit.hexgame.data.tables import Factors, Tables
from pbem.kit.hexgame.rules.position import Battle, HexPosition
from pbem.kit.maps.hexes import Hex


class Modifier(NamedTuple):
    """Columns by which an attack is moved, with the reason and its paragraph."""

    what: str
    shift: int
    paragraph: str


def _no_modifiers(_: HexSetting, __: HexPosition, ___: Battle) -> Iterable[Modifier]:
    return ()


def _open(_: HexSetting, __: HexPosition, ___: str, ____: Hex, _____: Hex) -> bool:
    return False


def _nothing(_: HexSetting, __: HexPosition, ___: Outcome) -> Iterator[Outcome]:
    return iter(())


def _nobody(_: HexSetting, __: HexPosition) -> Result | None:
    return None


@dataclass(frozen=True)
class Hooks:
    """Functions of a game that the base calls.

    - ``modifiers``: shifts of an attack beside those of the data;
    - ``closed``: whether a unit may not step from a hex to the next;
    - ``follows``: outcomes that follow one that has just been applied;
    - ``victor``: how the game ends, asked after every order and roll before the data are; None
      while it goes on, or if the data decide.
    """

    modifiers: Callable[[HexSetting, HexPosition, Battle], Iterable[Modifier]] = _no_modifiers
    closed: Callable[[HexSetting, HexPosition, str, Hex, Hex], bool] = _open
    follows: Callable[[HexSetting, HexPosition, Outcome], Iterator[Outcome]] = _nothing
    victor: Callable[[HexSetting, HexPosition], Result | None] = _nobody


class HexSetting:
    """One game: tables, data, sides, options and hooks, which never change in play."""

    def __init__(
        self, scenario: str, options: Mapping[str, Any], tables: Tables, hooks: Hooks
    ) -> None:
        self.scenario = scenario
        self.options = options
        self.tables = tables
        self.data = tables.data
        self.sides, self.side_names = tables.sides, tables.side_names
        self.hooks = hooks

    def factors(self, position: HexPosition, unit: str) -> Factors:
        """Return the figures of a unit on the face that is up."""
        faces = self.tables.faces[unit]
        return faces[len(faces) - position.steps[unit]]

    def own(self, position: HexPosition, side: str) -> list[str]:
        """Return the units of a side on the map, in the order of the data."""
        return [u.name for u in self.data.units[side] if u.name in position.at]

    def there(self, position: HexPosition, hex_: Hex) -> list[str]:
        """Return the units in a hex, in the order of the data."""
        return [unit for unit in self.tables.units if position.at.get(unit) == hex_]

    def hexes_of(self, position: HexPosition, side: str) -> frozenset[Hex]:
        """Return the hexes where units of a side stand."""
        return frozenset(position.at[unit] for unit in self.own(position, side))
