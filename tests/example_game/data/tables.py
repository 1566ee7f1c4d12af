"""The form of the data."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from pbem.kit.maps.hexes import HexNumber
from pbem.kit.typed.pack import UNIT_NAME

SIDES = ("red", "blue")
Few = Annotated[int, Meta(ge=1, le=9)]
Strength = Annotated[int, Meta(ge=0, le=30)]
Text = Annotated[str, Meta(min_length=1, max_length=60)]
UnitName = Annotated[str, Meta(pattern=UNIT_NAME)]
Counter = Literal["outpost", "platoon", "company"]
Pursued = Literal["works lost", "nothing", "step lost"]


class ExampleHex(Struct, frozen=True, forbid_unknown_fields=True):
    """The one hex."""

    hex: HexNumber
    name: Text
    terrain: Text
    symbol: Annotated[str, Meta(min_length=1, max_length=1)]
    provenance: Text


class Battalion(Struct, frozen=True, forbid_unknown_fields=True):
    """Red's unit; ``each_step`` is its strength in points (4.1)."""

    name: UnitName
    text: Text
    steps: Few
    each_step: Few
    provenance: Text


class Garrisons(Struct, frozen=True, forbid_unknown_fields=True):
    """The counters that the garrison is drawn from, each with its strength in points (2.1)."""

    counters: dict[Counter, Strength]
    provenance: Text


class Days(Struct, frozen=True, forbid_unknown_fields=True):
    """How many days there are, and by how many points a garrison digs in each day (3.0)."""

    last: Few
    dug_in: Strength
    provenance: Text


class Barrage(Struct, frozen=True, forbid_unknown_fields=True):
    """The loss of an attack by the barrage, in points (4.1)."""

    minus: Strength
    provenance: Text


class Pursuit(Struct, frozen=True, forbid_unknown_fields=True):
    """The results of a pursuit, by the die from 1 (4.2)."""

    results: Annotated[tuple[Pursued, ...], Meta(min_length=6, max_length=6)]
    provenance: Text


class ExampleData(Struct, frozen=True, forbid_unknown_fields=True):
    """All data, as the file and an owner's pack have them."""

    ford: ExampleHex
    battalion: Battalion
    garrisons: Garrisons
    days: Days
    barrage: Barrage
    pursuit: Pursuit
