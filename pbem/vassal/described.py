"""The content of a module, as plain data: what the importer gives.

In JSON a field with its default is left out, and names stand in order: the same module always gives
the same bytes. Numbers are whole: pixels, or thousandths of a pixel for the steps of a grid. A flag
is 1 or left out.
"""

from __future__ import annotations

from functools import cached_property
from typing import TypeAlias

import msgspec

FORMAT = "open-table/1"
SHORT = 40
"""Characters of a value, mark or label. A longer text is a sentence, and is left out."""

Pixel: TypeAlias = tuple[int, int]


class Plain(msgspec.Struct, omit_defaults=True):
    """Data that leaves out what has its default."""


# --- grids -------------------------------------------------------------------------------------


class Numbers(Plain):
    """How a grid numbers its cells.

    ``first``: H or V, which number stands first. ``h`` and ``v``: kind (N or A), first number,
    leading zeros, 1 if they count down. ``stagger``: 1 if odd columns count one more.
    """

    first: str
    format: str
    h: tuple[str, int, int, int]
    v: tuple[str, int, int, int]
    sep: str
    stagger: int


class Hex(Plain, tag_field="kind", tag="hex"):
    """Hexes with upright columns; ``sideways``: 1 if x and y are swapped."""

    dx: int
    dy: int
    x0: int
    y0: int
    sideways: int
    snap: int
    numbers: Numbers | None = None


class Square(Plain, tag_field="kind", tag="square"):
    """Squares."""

    dx: int
    dy: int
    x0: int
    y0: int
    snap: int
    numbers: Numbers | None = None


class Regions(Plain, tag_field="kind", tag="regions", dict=True):
    """Points with names."""

    regions: list[tuple[str, int, int]]
    snap: int

    @cached_property
    def names(self) -> dict[Pixel, str]:
        """The name of each point, by its pixel; of two at one pixel the first."""
        return {(x, y): name for name, x, y in reversed(self.regions)}


class Zone(Plain):
    """A part of a board with a name; ``parent``: 1 if the board's own grid goes on in it."""

    name: str
    format: str
    path: list[Pixel]
    parent: int
    grid: Hex | Square | Regions | None = None


class Zones(Plain, tag_field="kind", tag="zones"):
    """Zones, and the grid around them."""

    zones: list[Zone]
    grid: Hex | Square | Regions | None = None


Grid: TypeAlias = Hex | Square | Regions | Zones

# --- maps --------------------------------------------------------------------------------------


class Board(Plain):
    """A board; ``guessed``: its picture is not there, and the size is what its grid covers."""

    size: Pixel
    image: str = ""
    guessed: int = 0
    grid: Grid | None = None


class Stack(Plain):
    """Pieces that a map has at the start of every game, lowest first."""

    at: Pixel
    of: list[str]
    board: str = ""
    place: str = ""


class Map(Plain):
    """A map: kind `map`, `sheet`, `hand` or `private`; ``shown``: 1 if others may look at it."""

    kind: str
    edge: Pixel
    boards: dict[str, Board]
    start: list[Stack]
    owners: list[str] = msgspec.field(default_factory=list, name="for")
    shown: int | None = None


# --- pieces ------------------------------------------------------------------------------------


class Layer(Plain):
    """Pictures of which one is up.

    ``level``: which one, from 1; below 1 none is. ``always``: it cannot be switched off.
    ``follows``: the value that chooses; ``by_script``: only a script knows it, so a player sets
    the level. ``everywhere``: that value is one of the whole game.
    """

    images: list[str]
    level: int
    always: int = 0
    by_script: int = 0
    everywhere: int = 0
    follows: str = ""
    loop: int = 0
    name: str = ""
    names: list[str] = []
    x: int = 0
    y: int = 0


class Mask(Plain):
    """The face of a piece that lies face down, as others see it, and who may mask it."""

    image: str
    name: str
    shown: str
    who: str
    sides: list[str] = []


class Counted(Plain):
    """A value of a piece or of the game."""

    now: str
    min: int
    max: int
    number: int


class Type(Plain):
    """A kind of piece, called by its first face; ``bare``: its name without any face.

    ``palette``: where the module keeps it. ``base``: its picture, under all layers. ``facings``:
    how many ways it can face; 360: any. ``fixed``: it is not moved with others. ``hides``: it can
    be made invisible to others. ``sends``: places and decks that its menu sends it to.
    ``machinery``: it has no face, and serves scripts alone.
    """

    name: str
    bare: str = ""
    base: str = ""
    facings: int = 0
    fixed: int = 0
    hides: int = 0
    palette: list[str] = msgspec.field(default_factory=list, name="in")
    labels: list[str] = []
    layers: list[Layer] = []
    machinery: int = 0
    marks: dict[str, str] = {}
    mask: Mask | None = None
    sends: list[tuple[str, str]] = []
    size: Pixel | None = None
    values: dict[str, Counted] = {}


# --- tools and set-ups -------------------------------------------------------------------------


class Deck(Plain):
    """A pile of cards; ``into``: the deck that its cards are shuffled into."""

    at: Pixel
    choose: int
    cup: int
    down: str
    map: str
    of: list[str]
    reverse: int
    several: int
    shuffle: str
    up: int
    board: str = ""
    into: str = ""
    owners: list[str] = msgspec.field(default_factory=list, name="for")


class Special(Plain):
    """A die with faces of its own: number and text of each."""

    name: str
    faces: list[tuple[int, str]]


class Dice(Plain):
    """A button that rolls dice; ``add``: to each die, ``plus``: to all, ``asks``: how many."""

    add: int | None = None
    asks: int | None = None
    dice: int | None = None
    faces: int | None = None
    plus: int | None = None
    total: int | None = None
    special: list[Special] = []


class Turn(Plain):
    """A level of a turn track: it counts, or goes through a list."""

    kind: str
    levels: list[Turn] = msgspec.field(name="in")
    end: int | None = None
    loop: int | None = None
    start: int | None = None
    step: int | None = None
    items: list[str] = []


class Placed(Plain):
    """A piece of a set-up, on a map or in a deck; ``z``: its height in its stack, from 0."""

    type: str = msgspec.field(name="t")
    map: str = msgspec.field(default="", name="m")
    at: Pixel | None = None
    place: str = ""
    z: int = 0
    deck: str = ""
    layers: list[int] = []
    facing: int = 0
    masked: int = 0
    values: dict[str, str] = {}


class Setup(Plain):
    """A saved game to begin with; ``missing`` or ``refused``: why there is nothing in it."""

    file: str
    missing: int = 0
    refused: str = ""
    boards: dict[str, list[str]] = {}
    decks: dict[str, int] = {}
    pieces: dict[str, Placed] = {}
    values: dict[str, str] = {}


class LeftOut(Plain, rename={
    "classes": "classes of its own",
    "images": "images that are not there",
    "large": "images of too many pixels",
    "prototypes": "prototypes that are not there",
    "unknown": "unknown traits",
}):  # fmt: skip
    """The unread parts: names, and how often they came."""

    classes: dict[str, int] = {}
    images: list[str] = []
    large: list[str] = []
    prototypes: list[str] = []
    traits: dict[str, int] = {}
    unknown: dict[str, int] = {}
    texts: int = 0


class Module(Plain):
    """A module, described. ``made``: types of pieces that only markers and saved games have."""

    name: str
    version: str
    vassal: str
    about: str
    build: str
    sides: list[str]
    maps: dict[str, Map]
    cards: dict[str, Type]
    counters: dict[str, Type]
    made: dict[str, Type]
    decks: dict[str, Deck]
    dice: dict[str, Dice]
    turns: dict[str, list[Turn]]
    charts: dict[str, str]
    values: dict[str, Counted]
    setups: dict[str, Setup]
    left_out: LeftOut
    format: str = ""


def encode(module: Module) -> bytes:
    """Return a description as JSON: the same bytes for the same module."""
    return msgspec.json.encode(module, order="sorted")
