"""The content of a pack of Meiktila: types only, as the YAML file beside it reads.

Movement is in half points wherever a value is called ``halves``; the counters have whole points.
A ``provenance`` says where the values beside it come from; it begins with ``reconstructed`` where
they are not the publisher's.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from pbem.kit.maps.hexes import LetteredHex
from pbem.kit.maps.sheet import Sheet, Text
from pbem.kit.typed.pack import UNIT_NAME

COUNTER_FORM = r"^([0-9]|\*)-[0-9]-[1-9]$(?!\n)"
RESULT_FORM = r"^(-|[12E])/(-|[12E])$(?!\n)"
COLUMN_FORM = r"^(1-[1-9]|[1-9]-1)$(?!\n)"

Side = Literal["al", "jp"]
SIDES: tuple[Side, Side] = ("al", "jp")
WHO: dict[str, str] = {"al": "the Allies", "jp": "Japan"}
"""Sides by their names, as in a sentence."""
ENEMY: dict[str, Side] = {"al": "jp", "jp": "al"}
Kind = Literal["infantry", "armour", "artillery", "anti-tank"]
Entry = Literal["setup", "air", "north", "south", "reserve"]
Edge = Literal["north", "south"]
EDGES: tuple[Edge, Edge] = ("north", "south")
UnitName = Annotated[str, Meta(pattern=UNIT_NAME)]
Figures = Annotated[str, Meta(pattern=COUNTER_FORM)]
Result = Annotated[str, Meta(pattern=RESULT_FORM)]
Column = Annotated[str, Meta(pattern=COLUMN_FORM)]
Small = Annotated[int, Meta(ge=-9, le=9)]
Halves = Annotated[int, Meta(ge=1, le=18)]
Face = Annotated[int, Meta(ge=0, le=6)]
Level = Annotated[int, Meta(ge=0, le=20)]


class Places(Struct, frozen=True, forbid_unknown_fields=True):
    """Names of towns and of the city, and the airfields."""

    provenance: Text
    names: dict[LetteredHex, Text]
    airfields: dict[LetteredHex, Text]


class Chains(Struct, frozen=True, forbid_unknown_fields=True):
    """Roads or railroads, each a list of hexes side by side."""

    provenance: Text
    chains: tuple[tuple[LetteredHex, ...], ...]


class Pairs(Struct, frozen=True, forbid_unknown_fields=True):
    """Streams, each between two hexes."""

    provenance: Text
    pairs: tuple[tuple[LetteredHex, LetteredHex], ...]


class Ground(Struct, frozen=True, forbid_unknown_fields=True):
    """A kind of terrain: what entering costs, and what comes to combat factors there."""

    token: Annotated[str, Meta(min_length=1, max_length=1)]
    halves: Halves | None
    attacker: Small = 0
    defender: Small = 0
    one: Small = 0


class Terrain(Struct, frozen=True, forbid_unknown_fields=True):
    """The terrain effects, by the terrain's word."""

    provenance: Text
    kinds: dict[Text, Ground]


class Ways(Struct, frozen=True, forbid_unknown_fields=True):
    """The effect of roads, railroads and streams on a step, and of a stream on an attack."""

    provenance: Text
    road: Halves
    railroad: Halves
    stream: Halves
    across: Small


class CombatTable(Struct, frozen=True, forbid_unknown_fields=True):
    """The combat results table, by odds; one row for each face of the die."""

    provenance: Text
    columns: tuple[Column, ...]
    rows: tuple[tuple[Result, ...], ...]


class SupplyRow(Struct, frozen=True, forbid_unknown_fields=True):
    """Up to this modified die (null: any), so much comes to the level."""

    up_to: Small | None
    change: Small


class Supply(Struct, frozen=True, forbid_unknown_fields=True):
    """The Supply Table with the level at the start and the highest one."""

    provenance: Text
    start: Level
    most: Level
    rows: tuple[SupplyRow, ...]


class StatusRow(Struct, frozen=True, forbid_unknown_fields=True):
    """Up to this level a unit is in supply on so much; null: always."""

    up_to: Level
    die: Face | None


class Status(Struct, frozen=True, forbid_unknown_fields=True):
    """The Supply Status Table."""

    provenance: Text
    allied: tuple[StatusRow, ...]
    japanese: Face


class CountRow(Struct, frozen=True, forbid_unknown_fields=True):
    """Up to this level so many Allied markers are in play."""

    up_to: Level
    markers: Annotated[int, Meta(ge=1, le=20)]


class Counts(Struct, frozen=True, forbid_unknown_fields=True):
    """How many activation markers are in play."""

    provenance: Text
    allied: tuple[CountRow, ...]
    japanese: Annotated[int, Meta(ge=1, le=20)]
    japanese_with_initiative: Annotated[int, Meta(ge=1, le=20)]


class Marker(Struct, frozen=True, forbid_unknown_fields=True):
    """Whom an activation marker activates."""

    units: Literal["all", "die", "formations"]
    formations: tuple[Text, ...] = ()


class Markers(Struct, frozen=True, forbid_unknown_fields=True):
    """The activation markers of both sides."""

    provenance: Text
    allied: dict[UnitName, Marker]
    japanese: dict[UnitName, Marker]


class Formation(Struct, frozen=True, forbid_unknown_fields=True):
    """A brigade or regiment, or units that are none."""

    alone: bool = False
    either: bool = False
    any_marker: bool = False


class Formations(Struct, frozen=True, forbid_unknown_fields=True):
    """The formations of both sides."""

    provenance: Text
    allied: dict[Text, Formation]
    japanese: dict[Text, Formation]


class Counter(Struct, frozen=True, forbid_unknown_fields=True):
    """A counter: its front, its back (null with one step), range in hexes of a gun."""

    text: Text
    formation: Text
    kind: Kind
    full: Figures
    reduced: Figures | None
    entry: Entry
    provenance: Text
    range: Annotated[int, Meta(ge=1, le=20)] | None = None


class Units(Struct, frozen=True, forbid_unknown_fields=True):
    """The counters of both sides, by name."""

    allied: dict[UnitName, Counter]
    japanese: dict[UnitName, Counter]


class Turns(Struct, frozen=True, forbid_unknown_fields=True):
    """The day of each turn."""

    provenance: Text
    days: Annotated[tuple[Text, ...], Meta(min_length=1, max_length=99)]


class MeiktilaData(Struct, frozen=True, forbid_unknown_fields=True):
    """Everything that a pack holds."""

    map: Sheet
    places: Places
    roads: Chains
    railroads: Chains
    streams: Pairs
    terrain: Terrain
    ways: Ways
    combat: CombatTable
    supply: Supply
    status: Status
    counts: Counts
    markers: Markers
    formations: Formations
    units: Units
    turns: Turns
