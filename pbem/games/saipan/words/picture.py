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


DIVISIONS = {
    "2nd Marine Division": ("2nd Marines", "6th Marines", "8th Marines", "29th Marines"),
    "4th Marine Division": ("23rd Marines", "24th Marines", "25th Marines"),
    "27th Division": ("105th Infantry", "106th Infantry", "165th Infantry"),
}
"""Division -> the regiments whose battalions wait for their landing with it."""
ARMS = {"armour": "Tanks", "artillery": "Artillery"}
"""Kind of unit -> where those wait that stand in no such division."""


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
        trays=tuple(_not_landed(setting, position)),
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


def _not_landed(setting: Setting, position: Position) -> Iterable[Tray]:
    """Yield those who have not landed, by division, then tanks and artillery."""
    groups: dict[str, list[Waiting]] = {one: [] for one in (*DIVISIONS, *ARMS.values())}
    for name in setting.not_landed(position):
        look, unit = _look(setting, "us", name), setting.unit("us", name)
        regiment = unit.text.partition(", ")[2]
        found = (one for one, regiments in DIVISIONS.items() if regiment in regiments)
        group = next(found, ARMS.get(unit.kind, unit.kind))
        groups.setdefault(group, []).append(Waiting(name, _whole(setting, "us", name), look))
    for group, waiting in groups.items():
        yield Tray(f"{group}, afloat", "us", tuple(waiting))


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
