"""The places of all pieces on the map of Manila, for anyone who draws it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from pbem.games.manila.data.pack import PACKS
from pbem.games.manila.data.tables import MARKERS, RULES_SIDE, SIDE
from pbem.games.manila.rules.position import Position, contested
from pbem.games.manila.rules.setting import Setting
from pbem.games.manila.words.report import doing
from pbem.games.manila.words.wording import (
    defender,
    doubtful,
    effect,
    goal,
    heading,
    losses,
    place,
    support,
    waiting,
)
from pbem.kit import plain
from pbem.kit.picture import (
    Area,
    AreaPicture,
    Box,
    Counter,
    Look,
    Side,
    Slot,
    Symbol,
    Track,
    Tray,
    Waiting,
)
from pbem.kit.shapes import Shapes, read_shapes
from pbem.kit.wording import counted

GRID = (
    "        1   2   3      ",
    "  11  10  9   6   4    ",
    "37  12  8   7   5      ",
    "  35  13  14  15  16   ",
    "36  33  34  18  17     ",
    "  31  32  23  19  20   ",
    "30  29  24  22  21     ",
    "  28  27  25  26       ",
)
"""The place of each Area in the drawing: two signs to half a box. Schematic, made for this program
so that most neighbours touch; the printed map looks otherwise."""

SHORT = {
    2: "Grace Park",
    4: "Pipeline",
    5: "Quezon C.",
    6: "Del Monte",
    7: "Santa Mesa",
    8: "San Lazaro",
    10: "Cocomo Is.",
    11: "S. Nicolas",
    14: "Institute",
    15: "Rosario",
    16: "Cp. Murphy",
    17: "San Juan",
    18: "Mandaluy.",
    19: "Hospitals",
    20: "Marikina",
    22: "McKinley",
    23: "Nielson",
    24: "Pasay Road",
    25: "Taguig",
    27: "McKin.Res.",
    28: "Nichols",
    29: "Malibay",
    31: "Rizal",
    32: "Racing Cl.",
    33: "Santa Ana",
    34: "Provisor",
    35: "Post Off.",
    36: "University",
}
"""Names of at most ten signs, where the printed one is longer."""

SIDES = {SIDE: Side("American", "US"), RULES_SIDE: Side("Japanese", "JP")}
SYMBOLS: dict[str, Symbol] = {"infantry": "infantry", "armor": "armour", "leader": "leader"}
KINDS = {"infantry": "inf", "armor": "arm", "leader": "ldr"}


@cache
def shapes() -> Shapes:
    """Return the shapes of the areas: our own drawing, made of which of them are neighbours."""
    return read_shapes(PACKS.beside("shapes.json"))


def picture(setting: Setting, position: Position) -> AreaPicture:
    """Return the map with every unit, the tracks and the boxes."""
    return AreaPicture(
        title=f"Manila, {heading(setting, position)}",
        areas=tuple(_areas(setting, position)),
        counters=(*_americans(setting, position), *_japanese(setting, position)),
        sides=SIDES,
        kinds=KINDS,
        flag="American flag: Morale +1 when captured",
        tracks=tuple(_tracks(setting, position)),
        boxes=tuple(_boxes(setting, position)),
        notes=(
            *losses(setting, position),
            *doing(setting, position),
            f"Not read off the published game: {'; '.join(doubtful(setting))}.",
        ),
        trays=tuple(_trays(setting, position)),
        shapes=shapes(),
    )


def _trays(setting: Setting, position: Position) -> Iterator[Tray]:
    """Yield who is to be placed now, who is out of action, and who comes later."""
    now = setting.in_order(position.placing)
    yield Tray("To be placed now", SIDE, tuple(_waiting(setting, now)))
    out = setting.in_order(list(position.out))
    yield Tray("Out of action", SIDE, tuple(_waiting(setting, out)))
    for turn, units in waiting(setting, position).items():
        later = [unit for unit in units if unit not in position.placing]
        yield Tray(f"Turn {turn}", SIDE, tuple(_waiting(setting, later)))


def _waiting(setting: Setting, units: list[str]) -> Iterator[Waiting]:
    for name in units:
        factors, kind = _factors(setting, name), setting.unit(name).kind
        yield Waiting(name, f"{name}, {kind}, {factors}", Look(SYMBOLS[kind], "", factors))


def _factors(setting: Setting, name: str) -> str:
    unit = setting.unit(name)
    return f"{'*' if unit.leader else unit.attack}-{unit.movement}"


def grid() -> dict[int, tuple[int, int]]:
    """Return Area -> its column, in half boxes, and its row."""
    return {
        int(line[at : at + 2]): (at // 2, row)
        for row, line in enumerate(GRID)
        for at in range(0, len(line), 2)
        if line[at : at + 2].strip()
    }


def _areas(setting: Setting, position: Position) -> Iterator[Area]:
    spots = grid()
    fought = contested(position)
    kinds = setting.tables.data.terrain.kinds
    for number, area in setting.tables.areas.items():
        column, row = spots[number]
        yield Area(
            id=str(number),
            column=column,
            row=row,
            name=area.name,
            short=SHORT.get(number, area.name)[:10],
            terrain=area.terrain or "",
            modifier="" if area.terrain is None else f"+{kinds[area.terrain].modifier}",
            holder=SIDE if position.american(number) else RULES_SIDE,
            contested=number in fought,
            flag=area.flag,
            next_to=tuple(map(str, setting.tables.next_to[number])),
            across=tuple(map(str, setting.tables.across[number])),
        )


def _americans(setting: Setting, position: Position) -> Iterator[Counter]:
    for name in setting.in_order(list(position.at)):
        unit = setting.unit(name)
        factors = _factors(setting, name)
        spent = not position.fresh(name)
        yield Counter(
            area=str(position.at[name]),
            side=SIDE,
            label=name,
            text=factors,
            kind=unit.kind,
            spent=spent,
            look=Look(SYMBOLS[unit.kind], "", factors, spent=spent),
        )


def _japanese(setting: Setting, position: Position) -> Iterator[Counter]:
    for area in setting.tables.areas:
        if position.american(area):
            continue
        hidden = position.hidden(area)
        called = "??" if hidden else defender(setting, position, area)
        factor = "" if hidden else called.partition(" ")[0]
        yield Counter(
            area=str(area),
            side=RULES_SIDE,
            label=called,
            text="Unrevealed" if hidden else "",
            kind="",
            look=Look("" if hidden else SYMBOLS["infantry"], "", factor, hidden=hidden),
        )


def _tracks(setting: Setting, position: Position) -> Iterator[Track]:
    data = setting.tables.data
    due = waiting(setting, position)
    turns = range(1, data.length.turns + 1)
    slots = (Slot(str(n), n == position.turn, tuple(due.get(n, ()))) for n in turns)
    yield Track("Turn", tuple(slots))
    strong = range(data.morale.most, data.morale.strong_from - 1, -1)
    for mood, levels in (("Strong", strong), ("Shaken", range(strong.stop, -1, -1))):
        slots = (Slot(str(n), n == position.morale) for n in levels)
        yield Track(f"Morale, {mood}", tuple(slots))


def _boxes(setting: Setting, position: Position) -> Iterator[Box]:
    held = sum(map(position.american, setting.tables.areas))
    yield Box(
        "Record",
        (
            counted(position.supply, "Supply Point"),
            f"{counted(held, 'Area')} American Controlled ({goal(setting)})",
        ),
    )
    kinds = [kind for kind in MARKERS if kind != "air" or setting.options.air]
    used = (f"{setting.used(position, kind)} {plain.capital(kind)}" for kind in kinds)
    yield Box("Available support", tuple(support(setting, position)))
    yield Box("Used support", tuple(used))
    yield Box("Out of Action", tuple(setting.in_order(list(position.out))))
    yield Box("Random Event", (effect(setting, position.event),) if position.event else ())
    active = position.action
    yield Box("Active Area", () if active is None else (place(setting, active.area),))
