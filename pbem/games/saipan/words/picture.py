"""The places of all pieces on the map of Saipan, for anyone who draws it."""

from __future__ import annotations

from collections.abc import Iterable

from pbem.games.saipan.data.tables import SIDES, Side
from pbem.games.saipan.rules.position import Position
from pbem.games.saipan.rules.setting import Setting
from pbem.games.saipan.words.report import dates, describe, reconstructed
from pbem.kit.picture import HexPicture, Look, Piece, Space, Tray, Waiting, size_in

BEACHHEAD = "BH"
BRACKETS = {"us": "[", "jp": "("}
"""Units of both sides are called alike: 3/10 is an artillery battalion of either."""


def picture(setting: Setting, position: Position) -> HexPicture:
    """Return the map with every unit and beachhead; a unit comes before a marker in its hex."""
    data = setting.tables.data
    return HexPicture(
        title=f"Saipan, Game-Turn {position.turn} of {setting.tables.turns}, "
        f"{dates(position.turn)}",
        spaces=tuple(
            Space(number, int(number[:2]) - 1, int(number[2:]) - 1, terrain)
            for number, terrain in setting.tables.terrain.items()
        ),
        pieces=(*_units(setting, position), *_markers(position)),
        symbols={word: kind.token for word, kind in data.terrain.kinds.items()},
        low_columns=data.map.low_columns,
        notes=tuple(_notes(setting, position)),
        sides=SIDES,
        brackets=BRACKETS,
        trays=(_not_landed(setting, position),),
    )


def _units(setting: Setting, position: Position) -> Iterable[Piece]:
    for side in SIDES:
        for number, name in sorted(position.on[side].items()):
            yield Piece(
                number, side, name, _whole(setting, side, name), look=_look(setting, side, name)
            )
        if side == "us":
            for name, boat in sorted(position.sea.items()):
                text = f"{_whole(setting, side, name)}, about to storm {boat.target}"
                yield Piece(boat.sea, side, name, text, look=_look(setting, side, name))


def _not_landed(setting: Setting, position: Position) -> Tray:
    waiting = (
        Waiting(name, _whole(setting, "us", name), _look(setting, "us", name))
        for name in setting.not_landed(position)
    )
    return Tray("Not landed yet", "us", tuple(waiting))


def _look(setting: Setting, side: Side, name: str) -> Look:
    unit = setting.unit(side, name)
    return Look(unit.kind, size_in(unit.text), unit.counter)


def _whole(setting: Setting, side: str, name: str) -> str:
    unit = setting.unit(side, name)
    return f"{name}, {unit.text}, {unit.counter}"


def _markers(position: Position) -> Iterable[Piece]:
    for number in position.beachheads:
        yield Piece(number, "us", BEACHHEAD, "beachhead marker", marker=True)


def _notes(setting: Setting, position: Position) -> Iterable[str]:
    yield from describe(setting, position)
    if waiting := setting.not_landed(position):
        yield f"Not landed yet: {', '.join(waiting)}."
    for side, who in (("us", "U.S."), ("jp", "Japanese")):
        if position.dead[side]:
            yield f"{who} losses: {', '.join(position.dead[side])}."
    yield f"Reconstructed, not the publisher's: {', '.join(reconstructed(setting.tables.data))}."
