"""The rules data of Saipan: what a map sheet, a counter sheet and the charts say.

Types only, and `Tables`, the look-ups made of them once for each game. The data decode straight
into `SaipanData`; as YAML one whole pack reads (the module's own files hold one or more of the
eight keys each)::

    map:
      provenance: reconstructed
      columns: 36
      rows: 21
      low_columns: even            # these sit half a hex lower
      grid:                        # row 01 first; one token a hex, column 01 first
        - "~ ~ ~ ~ ~ ~ ~ B ~ ..."
      places: {"1105": Lake Susupe}
    terrain:
      provenance: reconstructed
      kinds:
        clear: {token: ".", cost: 1, defence: 1}
        sea: {token: "~", cost: null, defence: 1}   # cost null: prohibited, and not land
    beaches: {provenance: reconstructed, hexes: ["0505", ...]}
    combat:
      provenance: reconstructed
      lowest: [null, -4, -2, 0, 1, 2, 4, 6, 8, 10]  # lowest differential of each column
      rows:                                         # die 1 first; =, Dr, Ar, De, Ae, Ex
        - ["=", Dr, Dr, Dr, Dr, Dr, Dr, De, De, De]
    counters:
      infantry: {fields: [attack, defence, movement], provenance: ...}   # armour reads the same
      artillery: {fields: [barrage, fpf, range, defence, movement], provenance: ...}
      us:
        - {counter: 5-4-8, kind: infantry, provenance: reconstructed,
           units: {1/2: "1st Bn, 2nd Marines"}}
      jp:
        - {counter: 2-1-10/1-4, kind: artillery, provenance: rulebook 14.11, units: {...}}
    setup: {provenance: rulebook 14.11, hexes: {1/135: "3418"}}
    landing:
      H2: {provenance: ..., hexes: ["1203", "1102", "1002", "0902", "0801", "0802"]}
    length: {turns: 15, provenance: rulebook 14.13}

A ``provenance`` says where the values beside it come from; it begins with ``reconstructed`` where
they are not the publisher's.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from itertools import pairwise
from typing import Annotated, Literal

from msgspec import Meta, Struct

from pbem.errors import PackError
from pbem.kit.maps.hexes import Grid, Hex, HexNumber
from pbem.kit.maps.moves import Walks
from pbem.kit.maps.sheet import HexList, Sheet, Text, read_sheet
from pbem.kit.typed.pack import UNIT_NAME

Side = Literal["us", "jp"]
SIDES: tuple[Side, Side] = ("us", "jp")
SIDE_NAMES: dict[str, str] = {"us": "U.S.", "jp": "Japan"}
ENEMY: dict[str, Side] = {"us": "jp", "jp": "us"}

COUNTER_FORM = r"^[0-9]{1,2}([-/][0-9]{1,2}){2,5}$(?!\n)"
UnitName = Annotated[str, Meta(pattern=UNIT_NAME)]
Strength = Annotated[int, Meta(ge=0, le=99)]
Kind = Literal["infantry", "armour", "artillery"]
Landing = Literal["H1", "H2", "H3"]
LANDINGS: tuple[Landing, ...] = ("H1", "H2", "H3")
Code = Literal["=", "Dr", "Ar", "De", "Ae", "Ex"]
CounterField = Literal["attack", "defence", "movement", "barrage", "fpf", "range"]


class Terrain(Struct, frozen=True, forbid_unknown_fields=True):
    """``cost`` in movement points to enter, null if prohibited; ``defence`` multiplies."""

    token: Annotated[str, Meta(min_length=1, max_length=1)]
    cost: Annotated[int, Meta(ge=1, le=99)] | None
    defence: Annotated[int, Meta(ge=1, le=9)]


class TerrainKey(Struct, frozen=True, forbid_unknown_fields=True):
    """The terrain key, by the terrain's word."""

    provenance: Text
    kinds: dict[Text, Terrain]


class CombatTable(Struct, frozen=True, forbid_unknown_fields=True):
    """The combat results table, by differential; one row for each face of the die."""

    provenance: Text
    lowest: tuple[int | None, ...]
    rows: tuple[tuple[Code, ...], ...]


class CounterKey(Struct, frozen=True, forbid_unknown_fields=True):
    """The meaning of the figures on a counter, in their printed order."""

    fields: tuple[CounterField, ...]
    provenance: Text


class UnitGroup(Struct, frozen=True, forbid_unknown_fields=True):
    """Units with one counter face; ``units`` maps a short name to the whole one."""

    counter: Annotated[str, Meta(pattern=COUNTER_FORM)]
    kind: Kind
    provenance: Text
    units: dict[UnitName, Text]


class Counters(Struct, frozen=True, forbid_unknown_fields=True):
    """The counter sheet of both sides."""

    infantry: CounterKey
    artillery: CounterKey
    us: tuple[UnitGroup, ...]
    jp: tuple[UnitGroup, ...]


class Setup(Struct, frozen=True, forbid_unknown_fields=True):
    """Initial deployment of the Japanese (14.11)."""

    provenance: Text
    hexes: dict[UnitName, HexNumber]


class Length(Struct, frozen=True, forbid_unknown_fields=True):
    """Length of both scenarios in Game-Turns (14.13, 14.23)."""

    turns: Annotated[int, Meta(ge=1, le=99)]
    provenance: Text


class SaipanData(Struct, frozen=True, forbid_unknown_fields=True):
    """Everything that a pack holds."""

    map: Sheet
    terrain: TerrainKey
    beaches: HexList
    combat: CombatTable
    counters: Counters
    setup: Setup
    landing: dict[Landing, HexList]
    length: Length


class Unit(Struct, frozen=True):
    """One counter. Strengths in points, ``movement`` in movement points, ``range`` in hexes.

    Infantry and armour have no barrage, final protective fire or range; artillery has no attack
    strength of its own (zero here: what it attacks with is a ruling, A4).
    """

    side: Side
    name: str
    kind: Kind
    counter: str
    text: str
    provenance: str
    attack: int = 0
    defence: int = 0
    movement: int = 0
    barrage: int = 0
    fpf: int = 0
    range: int = 0


class Tables:
    """The data, indexed. Built once for each game; never changed.

    Raises `PackError` where the data contradict themselves or miss something.
    """

    def __init__(self, data: SaipanData) -> None:
        self.data = data
        self.turns = data.length.turns
        self.grid = Grid(data.map.columns, data.map.rows, data.map.low_columns)
        self.distance = self.grid.distance
        """Range between two hexes, counting the target and not the firer (8.0)."""
        kinds = data.terrain.kinds
        words = {terrain.token: word for word, terrain in kinds.items()}
        if len(words) != len(kinds):
            raise PackError("terrain: two kinds have the same token")
        self.terrain: dict[Hex, str] = read_sheet(data.map, words)
        self.cost: dict[Hex, int] = {
            number: cost
            for number, word in self.terrain.items()
            if (cost := kinds[word].cost) is not None
        }
        """Movement points to enter each land hex; sea is left out."""
        self.cover: dict[Hex, int] = {h: kinds[self.terrain[h]].defence for h in self.cost}
        """The factor for the defence strength in each land hex."""
        self.land: dict[Hex, tuple[Hex, ...]] = {
            h: tuple(n for n in self.grid.neighbours[h] if n in self.cost) for h in self.cost
        }
        """The land hexes beside each land hex."""
        self.walks: Walks[Hex] = Walks(
            {h: [(n, self.cost[n]) for n in around] for h, around in self.land.items()},
            ascending=True,
        )
        """Cheapest paths over land, by hex number."""
        self.shore: dict[Hex, tuple[Hex, ...]] = {
            h: tuple(n for n in self.grid.neighbours[h] if n not in self.cost) for h in self.cost
        }
        """The sea hexes beside each land hex."""
        self.beaches: tuple[Hex, ...] = tuple(sorted(data.beaches.hexes))
        self.units: dict[str, dict[str, Unit]] = {
            "us": _read_counters("us", data.counters.us, data.counters),
            "jp": _read_counters("jp", data.counters.jp, data.counters),
        }
        """Every unit by side and name, in the order of the data."""
        self.order: dict[str, dict[str, int]] = {
            side: {name: i for i, name in enumerate(units)} for side, units in self.units.items()
        }
        self._floors = [low for low in data.combat.lowest if low is not None]
        _check(self)

    def result(self, differential: int, die: int) -> Code:
        """Read the combat results table (7.6); columns beyond the last read as the last."""
        return self.data.combat.rows[die - 1][bisect_right(self._floors, differential)]


def _read_counters(
    side: Side, groups: tuple[UnitGroup, ...], counters: Counters
) -> dict[str, Unit]:
    units: dict[str, Unit] = {}
    for group in groups:
        fields = (counters.artillery if group.kind == "artillery" else counters.infantry).fields
        figures = [int(figure) for figure in re.split("[-/]", group.counter)]
        if len(figures) != len(fields):
            raise PackError(
                f"counters: {group.counter} has {len(figures)} figures,"
                f" {group.kind} has {len(fields)}: {', '.join(fields)}"
            )
        values = dict(zip(fields, figures, strict=True))
        for name, text in group.units.items():
            if name in units:
                raise PackError(f"counters: {side} {name} is there twice")
            units[name] = Unit(
                side, name, group.kind, group.counter, text, group.provenance, **values
            )
    return units


def _check(tables: Tables) -> None:
    """Refuse data that no game could be played with."""
    data = tables.data
    _check_combat(data.combat)
    lists = [("beaches", data.beaches.hexes), ("setup", tuple(data.setup.hexes.values()))]
    lists += [(f"landing {name}", entry.hexes) for name, entry in data.landing.items()]
    for where, hexes in lists:
        if len(set(hexes)) != len(hexes):
            raise PackError(f"{where}: a hex is there twice")
        for number in hexes:
            if number not in tables.cost:
                raise PackError(f"{where}: {number} is not a land hex of the map")
    if set(data.setup.hexes) != set(tables.units["jp"]):
        raise PackError("setup: place every Japanese unit, and no other")
    for name in LANDINGS:
        entry = data.landing.get(name)
        if entry is None or len(entry.hexes) != 6 or not set(entry.hexes) <= set(tables.beaches):
            raise PackError(f"landing {name}: six beach hexes are needed")
    if sum(unit.kind == "infantry" for unit in tables.units["us"].values()) < 6:
        raise PackError("counters: the US needs six infantry units for Game-Turn 1 (12.1)")


def _check_combat(combat: CombatTable) -> None:
    first, *floors = combat.lowest or (0,)
    if first is not None or None in floors:
        raise PackError("combat: `lowest` must be null for the first column, and for no other")
    if any(a >= b for a, b in pairwise(floors)):  # type: ignore[operator]
        raise PackError("combat: `lowest` must ascend")
    if len(combat.rows) != 6 or any(len(row) != len(combat.lowest) for row in combat.rows):
        raise PackError(f"combat: six rows of {len(combat.lowest)} results are needed")
