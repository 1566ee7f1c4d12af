"""The rules data as people edit them (`typed.pack`): what a pack of Meiktila may say wrongly.

`load`, `export` and `check` are those of `pbem.kit.typed.pack.Packs`.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from pbem.games.meiktila.data.forms import (
    COLUMN_FORM,
    COUNTER_FORM,
    RESULT_FORM,
    Counter,
    MeiktilaData,
)
from pbem.games.meiktila.data.tables import Tables
from pbem.kit.maps.hexes import HEX_FORM, LETTERED_FORM, Grid, lettered
from pbem.kit.maps.sheet import sheet_faults
from pbem.kit.typed.pack import Fault, Packs, Path, name_faults, repeated
from pbem.kit.typed.suggest import did_you_mean

NO_PLACES = "the places of this game are at `places`; leave these out"
_WANTED = {
    LETTERED_FORM: "write a hex as a letter, the column, and a number, the row, as in M7",
    HEX_FORM: NO_PLACES,
    COUNTER_FORM: "write a counter like 3-4-3, with * for no attack; it must be able to move",
    RESULT_FORM: "write a result like 1/-: attacker, stroke, defender, each -, 1, 2 or E",
    COLUMN_FORM: "write a column like 1-2 or 3-1",
}

WORDS = frozenset(
    ["to", "from", "with", "advance", "stay", "banzai", "guns", "air", "town", "dug", "step", "off",
     "enter", "replace", "commit", "supply", "north", "south", "full", "passing", "any", "none",
     "all", "in", "first", "toward", "usual", "move-attack", "attack-move"]
)  # fmt: skip
"""Words of the order text (docs/games/meiktila.md) that would hide a unit of that name."""


def _contradictions(data: MeiktilaData) -> Iterator[Fault]:
    """Yield where the data contradict themselves, and how; the first one is reported."""
    yield from sheet_faults(data.map, {kind.token for kind in data.terrain.kinds.values()})
    if data.map.places:
        yield ("map", "places"), NO_PLACES
    if data.map.columns > 26:
        yield ("map", "columns"), "columns are letters, so there can be only 26"
        return
    if tuple(data.terrain.kinds) and not {"clear", "jungle", "town", "city", "lake"} <= set(
        data.terrain.kinds
    ):
        yield ("terrain", "kinds"), "the terrain must have clear, jungle, town, city and lake"
        return
    yield from _place_faults(data)
    yield from _table_faults(data)
    yield from _unit_faults(data)


def _place_faults(data: MeiktilaData) -> Iterator[Fault]:
    """Hexes are land; roads, railroads and streams go from a hex to one beside it."""
    closed = {kind.token for kind in data.terrain.kinds.values() if kind.halves is None}
    land = {
        lettered(column, row)
        for row, line in enumerate(data.map.grid, 1)
        for column, token in enumerate(line.split(), 1)
        if token not in closed
    }
    for path, place in _places_named(data):
        if place not in land:
            yield path, f"{place} is not a land hex of the map{did_you_mean(place, sorted(land))}"
    grid = Grid(data.map.columns, data.map.rows, data.map.low_columns, lettered)
    for path, here, there in _steps(data):
        if there not in grid.neighbours.get(here, ()):
            yield path, f"{there} is not next to {here}"


def _places_named(data: MeiktilaData) -> Iterator[tuple[Path, str]]:
    """Yield every hex that has to be land, and where it stands."""
    for part in ("names", "airfields"):
        for place in getattr(data.places, part):
            yield ("places", part, place), place
    for word in ("roads", "railroads"):
        for i, chain in enumerate(getattr(data, word).chains):
            for j, place in enumerate(chain):
                yield (word, "chains", i, j), place


def _steps(data: MeiktilaData) -> Iterator[tuple[Path, str, str]]:
    """Yield every two hexes that have to lie side by side, and where they stand."""
    for word in ("roads", "railroads"):
        for i, chain in enumerate(getattr(data, word).chains):
            for j, (here, there) in enumerate(pairwise(chain), 1):
                yield (word, "chains", i, j), here, there
    for i, (here, there) in enumerate(data.streams.pairs):
        yield ("streams", "pairs", i), here, there


def _table_faults(data: MeiktilaData) -> Iterator[Fault]:
    """Tables are whole, and their rows ascend."""
    yield from _combat_faults(data)
    ends = [row.up_to for row in data.supply.rows]
    if ends[-1:] != [None] or None in ends[:-1]:
        yield (
            ("supply", "rows"),
            "the last row has no upper limit: write null there, and only there",
        )
    if data.supply.start > data.supply.most:
        yield (
            ("supply", "start"),
            f"{data.supply.start} is more than the highest level, {data.supply.most}",
        )
    levels = (("status", data.status.allied), ("counts", data.counts.allied))
    for word, found in levels:
        tops = [row.up_to for row in found]
        if tops != sorted(set(tops)) or tops[-1:] != [data.supply.most]:
            what = f"write the rows in ascending order, up to the highest level, {data.supply.most}"
            yield (word, "allied"), what
    for side, most in (
        ("allied", max((row.markers for row in data.counts.allied), default=1)),
        ("japanese", max(data.counts.japanese, data.counts.japanese_with_initiative)),
    ):
        have = len(getattr(data.markers, side))
        if have < most:
            yield (
                ("markers", side),
                f"{have} markers are too few, because {most} can be in play; add some",
            )


def _combat_faults(data: MeiktilaData) -> Iterator[Fault]:
    """Six rows, a result for each column, columns that ascend without a gap."""
    combat = data.combat
    for i, row in enumerate(combat.rows):
        if len(row) != len(combat.columns):
            what = f"the row of die {i + 1} has {len(row)} results"
            yield ("combat", "rows", i), f"{what} for {len(combat.columns)} columns"
    if len(combat.rows) != 6:
        yield ("combat", "rows"), f"{len(combat.rows)} rows; a die has six faces, write six rows"
    yield from repeated(("combat", "columns"), combat.columns)
    worth = [_ratio(column) for column in combat.columns]
    if worth != sorted(worth) or any(b - a != 1 for a, b in pairwise(worth)):
        yield (
            ("combat", "columns"),
            "write the columns in ascending order without a gap, as in 1-2, 1-1, 2-1",
        )


def _ratio(column: str) -> int:
    left, right = (int(part) for part in column.split("-"))
    return left - 1 if right == 1 else 1 - right


def _unit_faults(data: MeiktilaData) -> Iterator[Fault]:
    """Names are distinguished, formations exist, guns have ranges, guns and tanks their figures."""
    names: list[tuple[Path, str]] = []
    for side in ("allied", "japanese"):
        formations = getattr(data.formations, side)
        for name, unit in getattr(data.units, side).items():
            path: Path = ("units", side, name)
            names.append((path, name))
            yield from _counter_faults(path, unit, side)
            if unit.formation not in formations:
                hint = did_you_mean(unit.formation, formations)
                yield (*path, "formation"), f"this side has no formation {unit.formation}{hint}"
        for name, marker in getattr(data.markers, side).items():
            names.append((("markers", side, name), name))
            for i, formation in enumerate(marker.formations):
                if formation not in formations:
                    hint = did_you_mean(formation, formations)
                    place = ("markers", side, name, "formations", i)
                    yield place, f"this side has no formation {formation}{hint}"
            if (marker.units == "formations") != bool(marker.formations):
                what = "a marker names formations only if it activates formations"
                yield ("markers", side, name), what
    yield from name_faults(names, WORDS, "a hex", LETTERED_FORM)


def _counter_faults(path: Path, unit: Counter, side: str) -> Iterator[Fault]:
    """[8.2, 8.3, 8.5] What a counter of its kind has."""
    entries = ("setup", "air") if side == "allied" else ("setup", "north", "south", "reserve")
    if unit.entry not in entries:
        yield (*path, "entry"), f"{unit.entry}: units of this side have {', '.join(entries)}"
    if (unit.kind == "artillery") != (unit.range is not None):
        yield path, "artillery must have a range, and no other unit can have one"
    for word in ("full", "reduced"):
        figures = getattr(unit, word)
        if figures is not None and (unit.kind == "armour") != figures.startswith("*"):
            yield (*path, word), "armour must have * for its attack, and no other unit can have it"


PACKS = Packs(
    MeiktilaData,
    __package__,
    "meiktila.yaml",
    faults=_contradictions,
    tables=Tables,
    wanted=_WANTED,
)
load, export, check = PACKS.load, PACKS.export, PACKS.check
