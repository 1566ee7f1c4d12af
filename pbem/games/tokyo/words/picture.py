"""The places of all pieces on the map of Race to Tokyo, for anyone who draws it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache

from pbem.games.tokyo.data.forms import ARMIES
from pbem.games.tokyo.rules.position import Position
from pbem.games.tokyo.rules.setting import GROUPS, Setting
from pbem.games.tokyo.words.report import describe
from pbem.games.tokyo.words.wording import ARMY, bag_of, doubtful, heading, held, known, letters
from pbem.kit import plain
from pbem.kit.maps.hexes import Hex
from pbem.kit.picture import (
    Edges,
    HexPicture,
    Look,
    Pair,
    Piece,
    Space,
    Symbol,
    Tray,
    Waiting,
    size_in,
)
from pbem.kit.wording import sure

HOLDERS = {"1ag": "1", "8ag": "8"}
"""American group -> the mark of what it holds; all the rest is Japanese."""
LOCKED = "36th"
"""The owner of the units of the 36th Army that are not released."""
COLOURS = {"two": ("1ag", "je", "8ag", "jw", LOCKED), "three": ("1ag", "jp", "8ag", LOCKED)}
"""Scenario -> whose counters have the first, second, ... colour."""
BEACHES = {"1ag": "K", "8ag": "S"}
"""Group -> the letter of its beach: Kujukuri, Sagami."""
ENTRY = "<"
TURNED_UP = "!"
"""The mark after the name of a unit that was face down and lies face up now."""

SYMBOLS: dict[str, Symbol] = {
    "infantry": "infantry", "marine": "infantry", "airborne": "infantry", "armor": "armour",
    "hq": "headquarters",
}  # fmt: skip

KEY = (
    "North is at the left and east at the top, as the sheet is printed.",
    "Marks: points of a town; K Kujukuri, S Sagami beach; < entry of reserves.",
    f"U, Z and S with a number: face down, or turned up where {TURNED_UP} follows.",
)


def picture(setting: Setting, position: Position) -> HexPicture:
    """Return the map with every unit, towns and who holds them, rivers, roads and boundaries."""
    data = setting.tables.data
    return HexPicture(
        title=f"Race to Tokyo, {heading(setting, position)}",
        spaces=_spaces(setting, position.turn, _holders(setting, position)),
        pieces=tuple(_pieces(setting, position)),
        symbols={word: row.token for word, row in data.terrain.kinds.items()},
        low_columns=data.map.low_columns,
        notes=tuple(_notes(setting, position)),
        edges=_edges(setting),
        roads=_roads(setting),
        holders=HOLDERS,
        sides=COLOURS[setting.scenario],
        names={**ARMIES, LOCKED: "the 36th Army, not released"},
        key=KEY,
        trays=tuple(_trays(setting, position)),
    )


def _trays(setting: Setting, position: Position) -> Iterator[Tray]:
    """Yield what is still to come of each group, by its turn, and what can be had again."""
    for group in GROUPS:
        due: dict[str, list[Waiting]] = {}
        for name, one in setting.tables.americans.items():
            away = name not in {*position.at, *position.gone}
            if away and setting.group(position, name) == group:
                title = f"From turn {one.turn}" if one.turn > 1 else "Still to come"
                if name in position.box:
                    title = "Destroyed, to be reconstituted"
                text, look = _whole(setting, position, name), _look(setting, position, name)
                due.setdefault(title, []).append(Waiting(name, text, look))
        for title, waiting in due.items():
            yield Tray(f"{ARMY[group][4:]}: {title}", group, tuple(waiting))


def _label(position: Position, name: str) -> str:
    return name + TURNED_UP if name in position.tokens and position.known(name) else name


def _holders(setting: Setting, position: Position) -> tuple[tuple[Hex, str], ...]:
    return tuple(
        (number, group) for group, numbers in held(setting, position).items() for number in numbers
    )


@lru_cache(maxsize=8)
def _spaces(setting: Setting, turn: int, holders: tuple[tuple[Hex, str], ...]) -> tuple[Space, ...]:
    """Return the hexes; of a map that is drawn for each step of an event they change seldom."""
    tables, holder, found = setting.tables, dict(holders), list[Space]()
    signs = {number: ENTRY for numbers in tables.entries.values() for number in numbers}
    signs |= {number: BEACHES[group] for group in GROUPS for number in tables.beach[group]}
    signs |= {number: str(worth) for number, worth in tables.points.items() if worth}
    signs[tables.palace] = str(tables.palace_points[turn - 1])
    for number, terrain in tables.terrain.items():
        found.append(
            Space(
                number,
                int(number[:2]) - 1,
                int(number[2:]) - 1,
                terrain,
                signs.get(number, ""),
                tables.names.get(number, "") if number in tables.towns else "",
                holder.get(number, ""),
            )
        )
    return tuple(found)


@lru_cache(maxsize=8)
def _roads(setting: Setting) -> tuple[Pair, ...]:
    return _pairs(setting.tables.roads)


@lru_cache(maxsize=8)
def _edges(setting: Setting) -> tuple[Edges, ...]:
    tables = setting.tables
    boundary: list[Pair] = []
    zone: list[Pair] = []
    for number, around in tables.next_to.items():
        for other in around:
            if number < other:
                if {tables.side[number], tables.side[other]} == {"east", "west"}:
                    boundary.append((number, other))
                if (number in tables.zone) != (other in tables.zone):
                    zone.append((number, other))
    return (
        Edges("Operational Boundary", "#", "#", tuple(boundary)),
        Edges("river", ":", "~", _pairs(tables.rivers)),
        Edges("zone of the 36th Army", "%", "%", tuple(zone)),
    )


def _pairs(links: Mapping[Hex, frozenset[Hex]]) -> tuple[Pair, ...]:
    """Return each link once, in order."""
    return tuple(
        (number, other) for number, others in links.items() for other in sorted(others)
        if number < other
    )  # fmt: skip


def _pieces(setting: Setting, position: Position) -> Iterator[Piece]:
    for name, number in sorted(position.at.items()):
        side = LOCKED if name in position.locked else setting.army(position, name)
        label, text = _label(position, name), _whole(setting, position, name)
        yield Piece(number, side, label, text, name, look=_look(setting, position, name))


def _look(setting: Setting, position: Position, name: str) -> Look:
    """Return what everybody sees of a counter."""
    tables = setting.tables
    if name in tables.americans:
        one = tables.americans[name]
        figures = f"{one.attack}-{one.defense}-{one.movement}"
        return Look(SYMBOLS[one.kind], size_in(one.text), figures)
    if name in tables.armor:
        return Look("armour", size_in(tables.armor[name].name), letters(setting, name))
    if not position.known(name):
        return Look(hidden=True)
    face = tables.counters[position.tokens[name]]
    figures = f"{face.attack}-{face.defense}-{face.movement}"
    return Look("" if face.aa else "infantry", size_in(face.text), figures)


def _whole(setting: Setting, position: Position, name: str) -> str:
    """Say what everybody knows of a unit."""
    tables = setting.tables
    if name in tables.americans:
        american = tables.americans[name]
        figures = f"{american.attack}-{american.defense}-{american.movement}"
        return f"{name}, {american.text}, {figures}"
    if name in tables.armor:
        return f"{name}, {tables.armor[name].name}, {letters(setting, name)}"
    if not position.known(name):
        return f"{name}, face down, movement {tables.back}"
    counter = position.tokens[name]
    return f"{name}, turned up: {known(setting, counter)}{sure(bag_of(setting, counter))}"


def _notes(setting: Setting, position: Position) -> Iterator[str]:
    yield from describe(setting, position)
    for word, parts in doubtful(setting).items():
        yield f"{plain.capital(word)}, not the publisher's: {', '.join(parts)}."
