"""The places of all pieces, for anyone who draws them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from pbem.kit import plain
from pbem.kit.hexgame.data.tables import Tables, ends
from pbem.kit.hexgame.rules.arrivals import entry_of, not_here_yet
from pbem.kit.hexgame.rules.position import HexPosition
from pbem.kit.hexgame.rules.setting import HexSetting
from pbem.kit.hexgame.rules.supply import is_supplied
from pbem.kit.hexgame.rules.worth import hex_points
from pbem.kit.hexgame.words.report import describe, face
from pbem.kit.picture import (
    Edges,
    HexPicture,
    Look,
    Pair,
    Piece,
    Slot,
    Space,
    Track,
    Tray,
    Waiting,
    size_in,
)


def picture(setting: HexSetting, position: HexPosition) -> HexPicture:
    """Return the map with every unit, the turn track, and the units that are not on the map."""
    data, tables = setting.data, setting.tables
    edges, roads = hexsides(tables)
    turns = range(1, data.about.turns + 1)
    return HexPicture(
        title=f"{data.about.title}, turn {position.turn} of {data.about.turns}",
        spaces=tuple(_spaces(setting, position)),
        pieces=tuple(_pieces(setting, position)),
        symbols={word: kind.symbol for word, kind in data.terrain.items()},
        low_columns=data.map.low_columns,
        notes=tuple(describe(setting, position)),
        edges=edges,
        roads=roads,
        sides=tables.sides,
        tracks=(Track("Turn", tuple(Slot(str(n), n == position.turn) for n in turns)),),
        trays=tuple(_trays(setting, position)),
    )


def _spaces(setting: HexSetting, position: HexPosition) -> Iterator[Space]:
    for hex_, terrain in setting.tables.terrain.items():
        column, row = int(hex_[:2]) - 1, int(hex_[2:]) - 1
        worth = hex_points(setting, hex_)
        yield Space(
            hex_, column, row, terrain,
            mark=str(worth) if worth else "",
            name=setting.data.map.places.get(hex_, ""),
            holder=position.held.get(hex_, ""),
        )  # fmt: skip


@lru_cache(maxsize=8)
def hexsides(tables: Tables) -> tuple[tuple[Edges, ...], tuple[Pair, ...]]:
    """Return the hexsides that are drawn as walls, and those that are drawn as roads."""
    edges, roads = [], list[Pair]()
    for kind in tables.data.hexsides:
        pairs = [pair for pair in map(ends, kind.sides) if tables.edges[pair] is kind]
        if kind.sign is None:
            roads += pairs
        else:
            edges.append(Edges(kind.name, kind.sign, kind.sign, tuple(pairs)))
    return tuple(edges), tuple(roads)


def look(setting: HexSetting, position: HexPosition, unit: str) -> Look:
    """Return how the counter of a unit looks."""
    one = setting.tables.units[unit]
    lost = len(one.faces) - position.steps[unit]
    spent = unit in (position.moved if position.phase == "movement" else position.fought)
    figures = face(setting, position, unit)
    return Look(one.symbol, size_in(one.text), figures, lost=lost, spent=spent)


def whole(setting: HexSetting, position: HexPosition, unit: str) -> str:
    """Return all that is known of a unit."""
    text = f"{unit}, {setting.tables.units[unit].text}, {face(setting, position, unit)}"
    if unit in position.at:
        return text if is_supplied(setting, position, unit) else f"{text}, out of supply"
    return f"{text}, may enter" if entry_of(setting, position, unit) else text


def _pieces(setting: HexSetting, position: HexPosition) -> Iterator[Piece]:
    for side in setting.tables.sides:
        for unit in setting.own(position, side):
            text = whole(setting, position, unit)
            yield Piece(position.at[unit], side, unit, text, look=look(setting, position, unit))


def _trays(setting: HexSetting, position: HexPosition) -> Iterator[Tray]:
    for side in setting.tables.sides:
        units = not_here_yet(setting, position, side)
        waiting = tuple(
            Waiting(unit, whole(setting, position, unit), look(setting, position, unit))
            for unit in units
        )
        if waiting:
            title = f"{plain.capital(setting.side_names[side])}, not here yet"
            yield Tray(title, side, waiting)
