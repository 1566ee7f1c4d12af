"""The part of a table file on maps, places, kinds of pieces and set-up, as types.

More stands in the file than is read here: a board needs grids, pictures and sizes, and takes them
from the same data.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct

from pbem.games.table.data.forms import KIND, TITLE, Image, TableData, Title
from pbem.kit import plain
from pbem.kit.typed.pack import Fault

_MADE = re.compile("[nN][0-9]+")
"""The names of pieces that players make: one of the set-up would be replaced by it."""
PLACES_MOST = 4_000
PIECES_MOST = 5_000
PIXELS = 100_000
LEVELS_MOST = 1_000
"""Pictures of a layer: long tracks are counters with one for each day, or each point."""

Name = Annotated[str, Meta(pattern=KIND)]
Face = Annotated[str, Meta(pattern=f"^$(?!\n)|{TITLE}")]
"""A title, or nothing."""
Pixel = Annotated[int, Meta(ge=-PIXELS, le=PIXELS)]
Level = Annotated[int, Meta(ge=-LEVELS_MOST, le=LEVELS_MOST)]
Size = tuple[Annotated[int, Meta(ge=0, le=PIXELS)], Annotated[int, Meta(ge=0, le=PIXELS)]]


class LayerData(Struct, frozen=True):
    """A layer of a kind of piece: its faces by picture and name; ``level`` is up at first.

    ``x``, ``y``: how far its pictures stand from the middle of the piece.
    """

    images: Annotated[tuple[Image, ...], Meta(max_length=LEVELS_MOST)]
    level: Level
    names: Annotated[tuple[Face, ...], Meta(max_length=LEVELS_MOST)] = ()
    always: int = 0
    x: Pixel = 0
    y: Pixel = 0


class TypeData(Struct, frozen=True):
    """A kind of piece; ``facings``: how many ways it can face, 360: any.

    ``base``: its picture, under all layers; ``size``: of its pictures, if that is known; ``fixed``:
    1 if it is not moved with others, as a marker that belongs to its place.
    """

    name: Face
    base: Image = ""
    size: Size | None = None
    fixed: Annotated[int, Meta(ge=0, le=1)] = 0
    layers: Annotated[tuple[LayerData, ...], Meta(max_length=50)] = ()
    facings: Annotated[int, Meta(ge=0, le=360)] = 0


class BoardData(Struct, frozen=True):
    """A board of a map: its size, and the name of its picture. Boards lie side by side."""

    size: Size
    image: Image = ""


class MapData(Struct, frozen=True):
    """A map: its boards, and its places by name, each with its pixel.

    ``kind``: `map`, `sheet`, `hand`, `private`, or `boxes`: its places lie beside all maps.
    """

    name: Title
    kind: Annotated[str, Meta(max_length=20)] = "map"
    boards: Annotated[tuple[BoardData, ...], Meta(max_length=200)] = ()
    places: Annotated[tuple[tuple[Title, Pixel, Pixel], ...], Meta(max_length=PLACES_MOST)] = ()


class PieceData(Struct, frozen=True):
    """A piece of the set-up; ``z``: its height in its stack."""

    type: Name
    map: str = ""
    at: tuple[Pixel, Pixel] | None = None
    place: str = ""
    z: Annotated[int, Meta(ge=0, le=PIECES_MOST)] = 0
    layers: tuple[Level, ...] | None = None
    facing: Annotated[int, Meta(ge=0, le=360)] = 0


class Pieces(Struct, frozen=True):
    """Maps, kinds of pieces and the set-up of a table file, by name."""

    maps: dict[Name, MapData] = {}
    types: dict[Name, TypeData] = {}
    setup: Annotated[dict[Name, PieceData], Meta(max_length=PIECES_MOST)] = {}


def pieces_of(data: TableData) -> Pieces:
    """Return what a table file says of pieces; raises msgspec.ValidationError."""
    raw: dict[str, Any] = {"maps": data.maps, "types": data.types, "setup": data.setup}
    return msgspec.convert(raw, Pieces)


def piece_faults(data: TableData) -> Iterator[Fault]:
    """Yield where maps, kinds of pieces and set-up contradict each other."""
    try:
        found = pieces_of(data)
    except msgspec.ValidationError as error:
        what, _, where = str(error).partition(" - at `$.")
        kind = where.split(".")[0].split("[")[0] or "setup"
        yield (kind,), f"{what} ({where.rstrip('`')})" if where else what
        return
    places = {name: {place for place, _, _ in one.places} for name, one in found.maps.items()}
    small: dict[str, str] = {}
    for name, one in found.setup.items():
        where_ = ("setup", name)
        if _MADE.fullmatch(name):
            yield where_, "pieces that come out of the box are called n1, n2 and so on; rename it"
        if (other := small.setdefault(plain.lower(name), name)) != name:
            yield where_, f"orders cannot say whether this or {other} is meant; rename one"
        kind_ = found.types.get(one.type)
        if kind_ is None:
            yield where_, f"there is no kind of piece {one.type}"
        elif one.layers is not None and len(one.layers) != len(kind_.layers):
            yield where_, f"{one.type} has {len(kind_.layers)} layers, not {len(one.layers)}"
        if one.map not in found.maps:
            yield where_, f"there is no map {one.map or '(none)'}"
        elif one.place and one.place not in places[one.map]:
            yield where_, f"{one.map} has no place {one.place}"
        elif not one.place and one.at is None:
            yield where_, "it has neither a place nor a pixel"
