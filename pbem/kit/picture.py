"""The places of pieces on a map.

A map is of hexes (`HexPicture`) or of areas (`AreaPicture`); both have a title, tracks and notes.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Literal, TypeAlias

import msgspec
from msgspec.structs import replace

from pbem.kit.shapes import Leaf, Shapes

# --- tracks ------------------------------------------------------------------------------------


class Slot(msgspec.Struct, frozen=True):
    """A space of a track: ``here``: the marker is in it; ``holds``: what waits there."""

    label: str
    here: bool = False
    holds: tuple[str, ...] = ()


class Track(msgspec.Struct, frozen=True):
    """A track, or one part of it with a name of its own (``Morale, Strong``)."""

    title: str
    slots: tuple[Slot, ...]


# --- counters ----------------------------------------------------------------------------------

Symbol: TypeAlias = Literal[
    "", "infantry", "armour", "artillery", "anti-tank", "headquarters", "leader", "fort", "fighter",
    "bomber", "cavalry",
]  # fmt: skip
"""The type of a unit, by the symbol that it has on counters; empty where that is not known."""

SIZES = (
    ("company", "I"), ("battalion", "II"), ("regiment", "III"), ("brigade", "X"),
    ("division", "XX"), ("corps", "XXX"), ("army", "XXXX"),
)  # fmt: skip
"""Words for the size of a unit -> the sign above its symbol, the smallest first."""


class Look(msgspec.Struct, frozen=True):
    """How a counter looks on paper.

    - ``size``: The sign above the symbol.
    - ``factors``: The printed figures, as they stand on the face that is up.
    - ``lost``: Steps lost.
    - ``spent``: It has done its part for now.
    - ``hidden``: It lies face down, so that nothing else is known.
    - ``name``: It stands there in place of the label, if side and symbol say the rest of that.
    """

    symbol: Symbol = ""
    size: str = ""
    factors: str = ""
    lost: int = 0
    spent: bool = False
    hidden: bool = False
    name: str = ""


def size_in(text: str) -> str:
    """Return the sign for the smallest size that a text names: ``1st Battalion, 2nd Marines``."""
    words = text.casefold().replace(",", " ").split()
    return next((sign for word, sign in SIZES if word in words), "")


class Waiting(msgspec.Struct, frozen=True):
    """A counter that is off the map: its name in orders, all that is known of it, how it looks."""

    label: str
    text: str
    look: Look | None = None


class Tray(msgspec.Struct, frozen=True):
    """Counters of a side that are off the map; ``title``: why, or until when."""

    title: str
    side: str
    holds: tuple[Waiting, ...]


# --- hexes -----------------------------------------------------------------------------------


class Space(msgspec.Struct, frozen=True):
    """A hex of the map: ``column`` and ``row`` count from 0, ``terrain`` is the data's word.

    ``mark``: at most two signs to print beside the terrain, such as a value. ``name``: of the place
    in it; places with a name are listed. ``holder``: the side that controls it, where that matters.
    """

    id: str
    column: int
    row: int
    terrain: str
    mark: str = ""
    name: str = ""
    holder: str = ""


Pair: TypeAlias = tuple[str, str]
"""Two spaces side by side, by their ids."""


class Edges(msgspec.Struct, frozen=True):
    """A kind of hexside, such as a river: the walls between the spaces of each pair.

    These walls are made of the sign ``lying`` above and below a space, of ``standing`` beside it.
    """

    name: str
    standing: str
    lying: str
    pairs: tuple[Pair, ...]


class Piece(msgspec.Struct, frozen=True):
    """A counter or marker in a space: ``label`` is its name in orders, ``text`` says it whole.

    A mark may follow the name; then ``name`` is the name alone. A label without room is cut.
    ``marker``: it is no unit. ``look``: as on paper, where that is known.
    """

    space: str
    side: str
    label: str
    text: str
    name: str = ""
    marker: bool = False
    look: Look | None = None


class HexPicture(msgspec.Struct, frozen=True, tag_field="map", tag="hexes"):
    """A hex map with pieces; ``low_columns``: the "even" or "odd" ones sit half a hex lower.

    ``symbols`` gives each terrain word its one-character symbol, ``notes`` are lines to print
    beside the map (what is reconstructed, tracks, boxes).

    ``edges``: kinds of hexside that matter. ``roads``: each stretch from hex to hex. ``holders``:
    side -> the one-character mark of the spaces that it controls, for those sides that need one.
    ``names``: side -> its display name, by default that of the game. ``sides`` come first, in this
    order, if colours distinguish sides; ``brackets``: side -> the sign left of its counters that
    does so without colours, if names do not. ``key``: lines of the legend that only this map has,
    which must fit it however it is drawn. ``moves``: from where to where something went, drawn as
    arrows into files; one of the two may be empty, or no space of the map, and then a ring says
    that it came or left. ``tracks`` stand below the map, as do ``trays`` with the counters that
    are off it; one without any is left out.
    """

    title: str
    spaces: tuple[Space, ...]
    pieces: tuple[Piece, ...]
    symbols: dict[str, str]
    low_columns: str
    notes: tuple[str, ...] = ()
    edges: tuple[Edges, ...] = ()
    roads: tuple[Pair, ...] = ()
    holders: dict[str, str] = {}
    sides: tuple[str, ...] = ()
    names: dict[str, str] = {}
    brackets: dict[str, str] = {}
    key: tuple[str, ...] = ()
    moves: tuple[Pair, ...] = ()
    tracks: tuple[Track, ...] = ()
    trays: tuple[Tray, ...] = ()

    def name(self, side: str) -> str:
        """Return what a side is called on the map."""
        return self.names.get(side, side)


CUT = "."
"""The end of a label that is cut."""

CUT_LINE = f"A name that ends in {CUT} is cut. The full name is below."


def cut(label: str, room: int) -> str:
    """Return a label in ``room`` characters at most, with `CUT` at its end if that is not all."""
    return label if len(label) <= room else label[: max(0, room - 1)] + CUT


def part_of(picture: HexPicture, places: Collection[str], around: int = 1) -> HexPicture:
    """Return the rectangle of a hex map around some places, without notes and trays.

    Args:
        picture: The map.
        places: The ids of the places, of which at least one is on the map.
        around: How many more hexes to keep on each side.
    """
    within = [space for space in picture.spaces if space.id in places]
    columns, rows = [one.column for one in within], [one.row for one in within]
    near = tuple(
        space
        for space in picture.spaces
        if min(columns) - around <= space.column <= max(columns) + around
        and min(rows) - around <= space.row <= max(rows) + around
    )
    ids = {space.id for space in near}
    edges = (
        replace(kind, pairs=tuple(pair for pair in kind.pairs if ids.issuperset(pair)))
        for kind in picture.edges
    )
    return replace(
        picture,
        spaces=near,
        pieces=tuple(piece for piece in picture.pieces if piece.space in ids),
        edges=tuple(edges),
        roads=tuple(pair for pair in picture.roads if ids.issuperset(pair)),
        notes=(),
        tracks=(),
        trays=(),
    )


# --- areas -----------------------------------------------------------------------------------


class Area(msgspec.Struct, frozen=True, kw_only=True):
    """An area; without shapes it is drawn as a box of a schematic grid.

    ``column`` counts half boxes from the left, so that a row may be shifted against the next, as
    bricks are; ``row`` counts rows. ``name`` is the printed one, ``short`` one of at most 10
    characters; ``modifier`` is what stands after the terrain word (``"+3"``). ``holder``: the
    side that controls it. ``next_to``: areas one may move to; ``across``: areas that face this one
    where nobody moves, across water. ``flag``: the rules give it a value of its own.
    """

    id: str
    column: int
    row: int
    name: str
    short: str
    terrain: str
    modifier: str
    holder: str
    contested: bool
    flag: bool
    next_to: tuple[str, ...]
    across: tuple[str, ...] = ()

    @property
    def called(self) -> tuple[str, ...]:
        """The id and the name, or the name alone if it is all that the id says."""
        return (self.name,) if self.reads_as_its_name else (self.id, self.name)

    @property
    def reads_as_its_name(self) -> bool:
        """Whether the id is the name, with a hyphen for each space, and nothing beside it."""
        return self.id.replace("-", " ") == self.name


class Counter(msgspec.Struct, frozen=True, kw_only=True):
    """A counter in an area: ``label`` is its name, ``text`` says the rest that one must know.

    If many stand there, they are counted by ``kind``; ``spent``: it has done its part for now.
    ``look``: as on paper, where that is known.
    """

    area: str
    side: str
    label: str
    text: str
    kind: str
    spent: bool = False
    look: Look | None = None


class Side(msgspec.Struct, frozen=True):
    """A holder of areas: ``word`` in full (``American``), ``tag`` in two or three letters.

    ``camp``: Sides with the same one are allies; a side without one has none.
    """

    word: str
    tag: str
    camp: str = ""


class Box(msgspec.Struct, frozen=True):
    """A box beside the map, or anything else with a name and contents."""

    title: str
    holds: tuple[str, ...]


class Inset(msgspec.Struct, frozen=True):
    """A board that is shown beside an area map, such as the lines of a battle that is fought on it.

    Its areas are no places of the map, and it names counters that stand there too; ``boxes``: what
    stands beside it. Sides and kinds are the map's.
    """

    title: str
    areas: tuple[Area, ...]
    counters: tuple[Counter, ...]
    boxes: tuple[Box, ...] = ()


class AreaPicture(msgspec.Struct, frozen=True, kw_only=True, tag_field="map", tag="areas"):
    """An area map with counters, tracks and boxes; drawn in ``shapes``, or else as boxes.

    ``sides``: who may hold an area, by the side's own name, in the order in which their counters
    are drawn; ``kinds``: kind of counter -> its abbreviation, whose first letters all differ.
    ``flag`` says what a flagged area is; ``notes`` are lines to print below. ``moves``: from where
    to where something went, drawn as on a hex map, and so are ``trays``. ``insets`` stand below.

    ``leaves``: several maps, each area on one of them. Counters of an area lie upon each other
    there, the last one on top; one may belong to no side.

    Pairs of areas that one may move between: ``roads`` run from one to the other; ``waters`` lie
    between them. ``fortified``: anyone who attacks from the first of the pair meets a line of the
    second.
    """

    title: str
    areas: tuple[Area, ...]
    counters: tuple[Counter, ...]
    sides: dict[str, Side]
    kinds: dict[str, str]
    flag: str = ""
    tracks: tuple[Track, ...] = ()
    boxes: tuple[Box, ...] = ()
    notes: tuple[str, ...] = ()
    moves: tuple[Pair, ...] = ()
    trays: tuple[Tray, ...] = ()
    insets: tuple[Inset, ...] = ()
    roads: tuple[Pair, ...] = ()
    waters: tuple[Pair, ...] = ()
    fortified: tuple[Pair, ...] = ()
    shapes: Shapes | None = None
    leaves: tuple[Leaf, ...] = ()


FORTIFIED, ROAD, WATER = "^", "=", "~"
"""The signs of `signs_of_ways`."""


def signs_before(map_: AreaPicture) -> dict[Pair, str]:
    """Return from where to where something leads, and the signs of it: those of `signs_of_ways`."""
    signs = dict.fromkeys(map_.fortified, FORTIFIED)
    for pairs, sign in ((map_.roads, ROAD), (map_.waters, WATER)):
        for one, other in pairs:
            for way in ((one, other), (other, one)):
                signs[way] = signs.get(way, "") + sign
    return signs


def neighbours(area: Area, signs: Mapping[Pair, str]) -> list[str]:
    """Return the ids of an area's neighbours, each with the signs of what leads there."""
    reported = [signs.get((area.id, other), "") + other for other in area.next_to]
    return reported + [f"{WATER}{other}" for other in area.across]


def signs_of_ways(map_: AreaPicture) -> list[str]:
    """Return what the signs before a neighbour mean, of those that a map has."""
    signs = []
    if map_.fortified:
        signs.append(f"{FORTIFIED} against a fortified line")
    if map_.roads:
        signs.append(f"{ROAD} by a road")
    if map_.waters:
        signs.append(f"{WATER} across water")
    if any(area.across for area in map_.areas):
        signs.append(f"{WATER} across water, where no unit can move")
    return signs


Picture: TypeAlias = HexPicture | AreaPicture
"""Whatever a map is made of."""
