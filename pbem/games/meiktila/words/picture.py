"""The places of all pieces on the map of Meiktila, for anyone who draws it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from pbem.games.meiktila.data.forms import SIDES
from pbem.games.meiktila.rules.position import Position
from pbem.games.meiktila.rules.setting import Setting
from pbem.games.meiktila.words.report import SIDE, describe, figures, reconstructed, to_come
from pbem.kit.picture import Edges, HexPicture, Look, Pair, Piece, Slot, Space, Track, Tray, Waiting

HOLDERS = {"jp": "*"}
AIRFIELD = "A"
DUG = "IP"
LESS, OUT, SPENT = "-", "?", "!"
"""The marks after the name of a unit that is reduced, out of supply, or has fired."""
LEAST_POINTS = 20
"""So far the tracks of Victory Points go at least."""
KEY = (
    f"Marks: {AIRFIELD} airfield; after a unit {LESS} reduced, {OUT} out of supply, {SPENT} fired.",
    f"{DUG} with a number: Improved Positions. Lake is closed to everybody.",
)


def picture(setting: Setting, position: Position) -> HexPicture:
    """Return the map with every unit and position, streams, roads and who holds what."""
    data, tables = setting.tables.data, setting.tables
    day = data.turns.days[position.turn - 1]
    return HexPicture(
        title=f"Meiktila, turn {position.turn} of {tables.turns}, {day} 1945",
        spaces=tuple(_spaces(setting, position)),
        pieces=tuple(_pieces(setting, position)),
        symbols={word: ground.token for word, ground in data.terrain.kinds.items()},
        low_columns=data.map.low_columns,
        notes=tuple(_notes(setting, position)),
        edges=_edges(setting),
        roads=_roads(setting),
        holders=HOLDERS,
        sides=SIDES,
        key=KEY,
        tracks=tuple(_tracks(setting, position)),
        trays=tuple(_trays(setting, position)),
    )


def _spaces(setting: Setting, position: Position) -> Iterator[Space]:
    tables = setting.tables
    for number in tables.grid.hexes:
        yield Space(
            number,
            ord(number[0]) - ord("A"),
            int(number[1:]) - 1,
            tables.terrain[number],
            AIRFIELD if number in tables.airfields else "",
            tables.places.get(number, ""),
            position.control.get(number, ""),
        )


@lru_cache(maxsize=8)
def _roads(setting: Setting) -> tuple[Pair, ...]:
    return _once(setting.tables.roads)


@lru_cache(maxsize=8)
def _edges(setting: Setting) -> tuple[Edges, ...]:
    tables = setting.tables
    rails = [pair for pair in _once(tables.railroads) if pair not in tables.roads]
    return (
        Edges("stream", ":", "~", tables.data.streams.pairs),
        Edges("railroad without a road", "+", "+", tuple(rails)),
    )


def _once(pairs: set[Pair]) -> tuple[Pair, ...]:
    """Return each pair once, in order."""
    return tuple(sorted(pair for pair in pairs if pair[0] < pair[1]))


def _pieces(setting: Setting, position: Position) -> Iterator[Piece]:
    for unit in setting.ordered(position.at):
        side, here = setting.side(unit), position.at[unit]
        label, text = unit + _marks(position, unit), _whole(setting, position, unit)
        yield Piece(here, side, label, text, unit, look=_look(setting, position, unit))
    for here, number in sorted(position.dug.items()):
        held = position.units_at(here)
        if held:
            text = f"Improved Positions in {here}, {number}"
            yield Piece(here, setting.side(held[0]), f"{DUG}{number}", text, DUG, marker=True)


def _trays(setting: Setting, position: Position) -> Iterator[Tray]:
    for side, units in to_come(setting, position).items():
        waiting = (
            Waiting(unit, _whole(setting, position, unit), _look(setting, position, unit))
            for unit in units
        )
        yield Tray(f"{SIDE[side]}, still to come", side, tuple(waiting))


def _look(setting: Setting, position: Position, unit: str) -> Look:
    one, reduced = setting.tables.units[unit], unit in position.reduced
    factors = one.printed[reduced]
    return Look(one.kind, "", factors, int(reduced), spent=unit in position.fired)


def _marks(position: Position, unit: str) -> str:
    found = ((LESS, position.reduced), (OUT, position.oos), (SPENT, position.fired))
    return "".join(mark for mark, units in found if unit in units)


def _whole(setting: Setting, position: Position, unit: str) -> str:
    one = setting.tables.units[unit]
    reported = [unit, one.text, SIDE[one.side], one.formation, one.kind]
    reported.append(figures(setting, unit, reduced=unit in position.reduced))
    reported += [f"range {one.range}"] if one.range else []
    for word, units in (("reduced", position.reduced), ("out of supply", position.oos),
                        ("has fired", position.fired)):  # fmt: skip
        reported += [word] if unit in units else []
    return ", ".join(reported)


def _notes(setting: Setting, position: Position) -> Iterator[str]:
    yield from describe(setting, position)
    yield f"Reconstructed, not the publisher's: {', '.join(reconstructed(setting.tables.data))}."


def _tracks(setting: Setting, position: Position) -> Iterator[Track]:
    """Yield the tracks of the map [2.0, 3.0] with their markers."""
    yield _track("Turn", position.turn, range(1, setting.tables.turns + 1))
    most = setting.tables.data.supply.most
    yield _track("Allied Supply Level", position.level, range(most + 1))
    last = max(LEAST_POINTS, *position.vp.values())
    for side in SIDES:
        yield _track(f"{SIDE[side]} points", position.vp[side], range(last + 1))


def _track(title: str, here: int, spaces: range) -> Track:
    return Track(title, tuple(Slot(str(number), number == here) for number in spaces))
