"""The content of a pack of Race to Tokyo: the map sheet, the counters and the charts, as types.

As YAML one whole pack reads::

    map: {provenance: ..., columns: 41, rows: 25, low_columns: even, grid: ["^ ^ . ..."],
          places: {2205: Inba-numa}}
    terrain:
      provenance: ...
      road: 1                      # movement points along a road
      river: 1                     # movement points more across a river, off the road
      kinds:
        hill: {token: h, movement: 3, shift: -2}
        city: {token: C, movement: 2, shift_us: 1, shift_japan: -1}
        mountain: {token: "^", movement: null, road_only: true, shift: -2}
    boundary: {provenance: ..., first_western_row: [13, 13, ...]}    # one for each column
    towns: {provenance: ..., places: {2913: {name: Yokohama, points: 4}}}
    roads: {provenance: ..., chains: [[0101, 0201, 0301], ...]}
    rivers: {provenance: ..., courses: {Tama: {2218: [2219, 2319]}}}  # a bank: those across
    beaches: {1ag: {provenance: ..., hexes: [...]}, 8ag: {...}}
    zone: {provenance: ..., hexes: [...]}
    entries: {provenance: ..., hexes: [...]}
    setup: {provenance: ..., infantry: [...], zone_infantry: [...], armor: {1Ar: 0912}}
    combat: {provenance: ..., rows: [[Ar, ...], ...]}                # die 1 first, from 1:4 to 7:1
    american:
      - {provenance: ..., group: 1ag, kind: infantry, counter: 6-7-5, turn: 1, units: {7: ...}}
    japanese:
      general: {provenance: ..., counters: {140: {counter: 2-4-3, name: 140th Division}}}
      36a: {...}
      reserve: {...}
      armor: {provenance: ..., units: {1Ar: {division: true, zone: true, name: ...}}}
    track: {length: {...}, recon: {...}, reserve: {...}, palace: {...}}
    headquarters: {provenance: ..., range: 2, points: 2}
    ecorps: {provenance: ..., penalty: 3}
    volunteers: {provenance: ..., chits: [1, 1, 2, 2, 3, 3, 4], limit: 9}

A ``provenance`` says where the values beside it come from; it begins with ``reconstructed`` where
they are not the publisher's.
"""

from __future__ import annotations

from typing import Annotated, Literal, get_args

from msgspec import Meta, Struct

from pbem.kit.maps.hexes import HexNumber
from pbem.kit.maps.sheet import HexList, Sheet, Text
from pbem.kit.typed.pack import UNIT_NAME

UnitName = Annotated[str, Meta(pattern=UNIT_NAME)]
COUNTER_FORM = r"^[0-9]{1,2}-[0-9]{1,2}-[0-9]{1,2}$(?!\n)"
Figures = Annotated[str, Meta(pattern=COUNTER_FORM)]
Small = Annotated[int, Meta(ge=0, le=99)]
Turn = Annotated[int, Meta(ge=1, le=99)]
Shift = Annotated[int, Meta(ge=-9, le=9)]
Kind = Literal["infantry", "marine", "armor", "airborne", "hq"]
Group = Literal["1ag", "8ag", "E"]
Beach = Literal["1ag", "8ag"]
Army = Literal["1ag", "8ag", "je", "jw"]
JapaneseArmy = Literal["je", "jw"]
Bag = Literal["general", "36a", "reserve"]
ARMIES = {
    "1ag": "First Army Group",
    "8ag": "Eighth Army Group",
    "jw": "Japan West",
    "je": "Japan East",
    "jp": "Japan",
}
"""Armies by their names in orders, and sides, which have the names of some."""

BAGS: tuple[Bag, ...] = get_args(Bag)
Code = Literal["De", "Ae", "Ex", "Ar", "Dr"]
Terrain = Literal[
    "open",
    "town",
    "wilds",
    "hill",
    "mountain",
    "city",
    "tokyo_city",
    "central_tokyo",
    "lake",
    "ocean",
]
WATER: tuple[Terrain, ...] = ("lake", "ocean")
CITIES: tuple[Terrain, ...] = ("city", "tokyo_city", "central_tokyo")
TOWNS: tuple[Terrain, ...] = ("town", *CITIES)

FIRST_COLUMN = -3
"""1:4, where 1:1 is column 0."""
COLUMNS = 10
"""From 1:4 to 7:1 (6.1)."""


class TerrainRow(Struct, frozen=True, forbid_unknown_fields=True):
    """A line of the terrain effects chart.

    ``movement``: points to enter off the road, null where nobody may, or along a road only.
    Shifts are in columns, to the right if positive: ``shift`` against anybody, besides it
    ``shift_us`` against an American and ``shift_japan`` against a Japanese defender.
    """

    token: Annotated[str, Meta(min_length=1, max_length=1)]
    movement: Annotated[int, Meta(ge=1, le=99)] | None
    road_only: bool = False
    shift: Shift = 0
    shift_us: Shift = 0
    shift_japan: Shift = 0


class TerrainKey(Struct, frozen=True, forbid_unknown_fields=True):
    """The terrain effects chart; ``river``: movement points more to cross one off the road."""

    provenance: Text
    road: Annotated[int, Meta(ge=1, le=99)]
    river: Small
    kinds: dict[Terrain, TerrainRow]


class Boundary(Struct, frozen=True, forbid_unknown_fields=True):
    """The Operational Boundary: in each column, the first row that is west of it."""

    provenance: Text
    first_western_row: tuple[Turn, ...]


class Town(Struct, frozen=True, forbid_unknown_fields=True):
    """A town or city and its victory points; those of Central Tokyo are on the track."""

    name: Text
    points: Small = 0


class Towns(Struct, frozen=True, forbid_unknown_fields=True):
    """Every town and city."""

    provenance: Text
    places: dict[HexNumber, Town]


class Roads(Struct, frozen=True, forbid_unknown_fields=True):
    """Roads, hex by hex."""

    provenance: Text
    chains: tuple[tuple[HexNumber, ...], ...]


class Rivers(Struct, frozen=True, forbid_unknown_fields=True):
    """Rivers by name: hexes of one bank, and which of their neighbours lie across."""

    provenance: Text
    courses: dict[Text, dict[HexNumber, tuple[HexNumber, ...]]]


class Setup(Struct, frozen=True, forbid_unknown_fields=True):
    """The places where the Japanese start (11.1)."""

    provenance: Text
    infantry: tuple[HexNumber, ...]
    zone_infantry: tuple[HexNumber, ...]
    armor: dict[UnitName, HexNumber]


class CombatTable(Struct, frozen=True, forbid_unknown_fields=True):
    """The combat results table from 1:4 to 7:1; one row for each face of the die."""

    provenance: Text
    rows: tuple[tuple[Code, ...], ...]


class UnitGroup(Struct, frozen=True, forbid_unknown_fields=True):
    """American units alike in everything but name; ``turn`` 1: they may start on the map."""

    provenance: Text
    group: Group
    kind: Kind
    counter: Figures
    units: dict[UnitName, Text]
    turn: Turn = 1


class CounterData(Struct, frozen=True, forbid_unknown_fields=True):
    """The known side of a Japanese counter; ``aa``: an anti-aircraft division (6.64)."""

    counter: Figures
    name: Text
    aa: bool = False


class CounterBag(Struct, frozen=True, forbid_unknown_fields=True):
    """Japanese counters that are alike face down."""

    provenance: Text
    counters: dict[UnitName, CounterData]


class Armor(Struct, frozen=True, forbid_unknown_fields=True):
    """Japanese armor: ``division`` (D-D) or brigade (d-D), of the 36th Army or the reserve."""

    name: Text
    division: bool = False
    zone: bool = False
    reserve: bool = False


class ArmorData(Struct, frozen=True, forbid_unknown_fields=True):
    """Every Japanese armored unit."""

    provenance: Text
    units: dict[UnitName, Armor]


class Japanese(Struct, frozen=True, forbid_unknown_fields=True, rename={"army36": "36a"}):
    """The Japanese counter mix."""

    general: CounterBag
    army36: CounterBag
    reserve: CounterBag
    armor: ArmorData


class Length(Struct, frozen=True, forbid_unknown_fields=True):
    """How many turns there are, and their dates."""

    provenance: Text
    turns: Turn
    dates: tuple[Text, ...]


class Recon(Struct, frozen=True, forbid_unknown_fields=True):
    """How many units each army may reconstitute, by turn."""

    provenance: Text
    armies: dict[Army, tuple[Small, ...]]


class Reserve(Struct, frozen=True, forbid_unknown_fields=True):
    """How many Strategic Reserve units each Japanese army receives, by turn."""

    provenance: Text
    armies: dict[JapaneseArmy, tuple[Small, ...]]


class PalacePoints(Struct, frozen=True, forbid_unknown_fields=True):
    """The victory points of Central Tokyo, by the turn of its capture."""

    provenance: Text
    points: tuple[Small, ...]


class Track(Struct, frozen=True, forbid_unknown_fields=True):
    """The turn record track."""

    length: Length
    recon: Recon
    reserve: Reserve
    palace: PalacePoints


class Headquarters(Struct, frozen=True, forbid_unknown_fields=True):
    """How far a headquarters supports, in hexes; what Japan gains by one lost (12.5)."""

    provenance: Text
    range: Small
    points: Small


class ECorps(Struct, frozen=True, forbid_unknown_fields=True):
    """The cost of calling E Corps if Central Tokyo stays Japanese."""

    provenance: Text
    penalty: Small


class Volunteers(Struct, frozen=True, forbid_unknown_fields=True):
    """The Volunteer Corps (13.2): numbers on the backs, and the sum that loses the game."""

    provenance: Text
    chits: tuple[Small, ...]
    limit: Small


class TokyoData(Struct, frozen=True, forbid_unknown_fields=True):
    """Everything that a pack holds."""

    map: Sheet
    terrain: TerrainKey
    boundary: Boundary
    towns: Towns
    roads: Roads
    rivers: Rivers
    beaches: dict[Beach, HexList]
    zone: HexList
    entries: HexList
    setup: Setup
    combat: CombatTable
    american: tuple[UnitGroup, ...]
    japanese: Japanese
    track: Track
    headquarters: Headquarters
    ecorps: ECorps
    volunteers: Volunteers


def japanese_bag(data: TokyoData, bag: Bag) -> CounterBag:
    """Return the counters of one bag."""
    japanese = data.japanese
    return {"general": japanese.general, "36a": japanese.army36, "reserve": japanese.reserve}[bag]


def figures(counter: str) -> tuple[int, int, int]:
    """Return attack, defense and movement of a counter like 6-7-5."""
    attack, defense, movement = (int(figure) for figure in counter.split("-"))
    return attack, defense, movement
