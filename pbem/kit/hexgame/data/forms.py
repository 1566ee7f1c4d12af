"""The whole data of a hex-and-counter game, as its file has them."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from pbem.kit.hexgame.data.policy import (
    Advances,
    Arrivals,
    Combat,
    Cup,
    Exits,
    Losses,
    Movement,
    Plan,
    Retreats,
    Stacking,
    Supply,
    Victory,
    Zones,
)
from pbem.kit.hexgame.data.terms import (
    OWN,
    Face,
    Hexes,
    Hexside,
    Name,
    Paragraph,
    Part,
    Points,
    Shift,
    Text,
    Turn,
    Word,
)
from pbem.kit.maps.hexes import HexNumber
from pbem.kit.maps.sheet import Sheet
from pbem.kit.offer import Code
from pbem.kit.paragraphs import Abbreviation, Ruling
from pbem.kit.picture import Symbol


class About(Part, frozen=True, kw_only=True):
    """The game: ``name`` in commands, ``title``, how many ``turns``; ``paragraph`` of set-up."""

    name: Word
    title: Text
    version: Annotated[int, Meta(ge=1, le=99)] = 1
    turns: Turn
    sequence: Paragraph


class Side(Struct, frozen=True, forbid_unknown_fields=True):
    """A side: ``id`` in orders, ``name`` in sentences."""

    id: Word
    name: Text
    provenance: Text = OWN


class Terrain(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A kind of hex: its ``symbol`` on the map and what it does.

    ``cost`` in movement points, None if it is closed; ``costs``: kinds of unit that pay another
    number; ``closed``: kinds that cannot enter. ``shift``: columns, for an attack on a unit there;
    ``defence``: points that are added to the strength of the defence.
    """

    symbol: Annotated[str, Meta(min_length=1, max_length=1)]
    cost: Points | None = None
    costs: dict[Word, Points] = {}
    closed: tuple[Word, ...] = ()
    shift: Shift = 0
    defence: Shift = 0
    text: Text | None = None
    provenance: Text = OWN


class HexsideKind(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A kind of hexside; one that several kinds list is of the last of them.

    ``closed``: nobody moves, attacks or has a zone across it. ``cost`` is added to that of the hex
    that is entered; ``instead`` replaces it, as on a road or a bridge. ``zone``: whether zones
    reach across. ``shift``: columns, for an attack in which every attacker crosses such a hexside:
    that of the attacker with the best one. ``sign``: how it is drawn, None for a road.
    """

    name: Word
    sides: Annotated[tuple[Hexside, ...], Meta(min_length=1, max_length=500)]
    closed: bool = False
    cost: Annotated[int, Meta(ge=0, le=99)] = 0
    instead: Points | None = None
    zone: bool = True
    shift: Shift = 0
    sign: Annotated[str, Meta(min_length=1, max_length=1)] | None = None
    text: Text | None = None
    provenance: Text = OWN


class Unit(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A unit: its ``faces`` from full strength down, one a step.

    It begins in a hex (``at``), or arrives in a turn (``arrives``) at one of the hexes of
    ``entry``. One without either is in the plan or in the cup. ``size``: points of stacking.
    """

    name: Name
    text: Text
    kind: Word
    faces: Annotated[tuple[Face, ...], Meta(min_length=1, max_length=6)]
    at: HexNumber | None = None
    arrives: Turn | None = None
    entry: Hexes | None = None
    size: Points = 1
    symbol: Symbol = "infantry"
    provenance: Text = OWN


class Meaning(Struct, frozen=True, forbid_unknown_fields=True):
    """A paragraph of the rulebook: what it is ``about`` in a few words, and what it ``means``."""

    about: Text
    means: Annotated[str, Meta(min_length=1, max_length=2000)]


class Variant(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The differences that a scenario, or a choice of an option, makes.

    A part that is given replaces that of the data as a whole; one without ``paragraph`` replaces
    only the values that it has. ``without``: policies that the game does not have then.
    """

    turns: Turn | None = None
    stacking: Stacking | None = None
    zones: Zones | None = None
    retreat: Retreats | None = None
    advance: Advances | None = None
    supply: Supply | None = None
    victory: Victory | None = None
    without: tuple[Literal["zones", "advance", "supply"], ...] = ()


class Placed(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """How a unit begins in a scenario: as in `Unit`, or ``out``: it is not in the scenario."""

    at: HexNumber | None = None
    arrives: Turn | None = None
    entry: Hexes | None = None
    out: bool = False


class ScenarioChanges(Variant, frozen=True, kw_only=True):
    """A scenario: ``units`` that begin in another way, and what else is different."""

    title: Text
    units: dict[Name, Placed] = {}
    provenance: Text = OWN


class OptionChanges(Struct, frozen=True, forbid_unknown_fields=True):
    """An option: ``choices`` and what each makes different."""

    title: Text
    paragraph: Paragraph
    default: Code
    choices: Annotated[dict[Code, Variant], Meta(max_length=20)]


class HexData(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """All data of a game; a part that is left out is not in the game."""

    about: About
    sides: Annotated[tuple[Side, ...], Meta(min_length=2, max_length=2)]
    map: Sheet
    terrain: dict[Word, Terrain]
    hexsides: tuple[HexsideKind, ...] = ()
    units: dict[Word, Annotated[tuple[Unit, ...], Meta(min_length=1, max_length=100)]]
    movement: Movement
    stacking: Stacking
    zones: Zones | None = None
    arrivals: Arrivals | None = None
    exits: Exits | None = None
    plan: Plan | None = None
    cup: Cup | None = None
    combat: Combat
    losses: Losses | None = None
    retreat: Retreats | None = None
    advance: Advances | None = None
    supply: Supply | None = None
    victory: Victory
    paragraphs: dict[Paragraph, Meaning]
    rulings: dict[str, Ruling] = {}
    glossary: dict[str, Abbreviation] = {}
    # Left out, they are no part of the digest of the data: files from before have the same one.
    scenarios: (
        Annotated[dict[Code, ScenarioChanges], Meta(min_length=1, max_length=100)] | UnsetType
    ) = UNSET
    options: Annotated[dict[Code, OptionChanges], Meta(min_length=1, max_length=50)] | UnsetType = (
        UNSET
    )
