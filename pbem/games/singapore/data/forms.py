"""The content of a pack of Singapore: types only, as the YAML file beside it reads.

A bonus is in halves of a point. A ``provenance`` says where the values beside it come from; it
begins with ``reconstructed`` where they are not the publisher's.
"""

from __future__ import annotations

from typing import Annotated, Literal, get_args

from msgspec import Meta, Struct

from pbem.kit.maps.sheet import Text

Army = Literal["jp", "au", "br"]
ARMIES: tuple[Army, ...] = get_args(Army)
Kind = Literal["infantry", "vehicle", "field", "fixed", "fighter", "bomber"]
KINDS: tuple[Kind, ...] = get_args(Kind)
GROUND: tuple[Kind, ...] = ("infantry", "vehicle", "field", "fixed")
"""[1.2] Ground units; the others are planes."""
LINE: tuple[Kind, ...] = ("infantry", "vehicle")
"""[3.5] Who stands in the line of a combat board."""
Die = Literal[4, 6, 8, 10, 12]
Count = Annotated[int, Meta(ge=1, le=99)]
Tokens = Annotated[int, Meta(ge=0, le=99)]
Halves = Annotated[int, Meta(ge=0, le=8)]
Face = Annotated[int, Meta(ge=2, le=12)]
Place = Literal["company", "battalion", "regiment"]
Board = Literal["sarimbun_beach", "kranji", "bukit_timah", "pasir_panjang"]
PLACE_FORM = r"^[A-Z][A-Za-z]*(-[A-Z][A-Za-z]*)*$(?!\n)"
PERIOD_FORM = r"^(0[1-9]|[12][0-9]|3[01])[DN]$(?!\n)"
PlaceName = Annotated[str, Meta(pattern=PLACE_FORM)]
Period = Annotated[str, Meta(pattern=PERIOD_FORM)]
CardKind = Literal["event", "deployment", "combat", "supply"]
CardName = Literal[
    "E1", "E2", "E3", "E4", "E5", "E6", "E7", "E8", "E9",
    "D1", "D2", "D3", "D4", "D5", "D6", "D7", "D8",
    "C1", "C2", "C3", "C4", "C5", "C6", "C7", "C8",
    "S1", "S2", "S3", "S4", "S5",
]  # fmt: skip
Roster = dict[Army, dict[Kind, Count]]


class DiceSet(Struct, frozen=True, forbid_unknown_fields=True):
    """The dice that a unit rolls, each by its number of faces."""

    provenance: Text
    dice: Annotated[tuple[Die, ...], Meta(max_length=6)]


class Strength(Struct, frozen=True, forbid_unknown_fields=True):
    """A column of both unit strength charts (1.9); ``provenance`` is that of the ``name``."""

    provenance: Text
    name: Text
    attack: DiceSet
    defence: DiceSet
    armoured: bool = False


class Strike(Struct, frozen=True, forbid_unknown_fields=True):
    """A row of the direct strike chart (3.8.3): the lowest numbers, null where there are none."""

    provenance: Text
    suppressed: Face
    eliminated: Face | None


class Pieces(Struct, frozen=True, forbid_unknown_fields=True):
    """How many pieces of each kind an army has in the box."""

    provenance: Text
    kinds: dict[Kind, Count]


class Choice(Struct, frozen=True, forbid_unknown_fields=True):
    """So many units, each of one of these kinds."""

    count: Annotated[int, Meta(ge=1, le=8)]
    kinds: Annotated[tuple[Kind, ...], Meta(min_length=1)]


class Practice(Struct, frozen=True, forbid_unknown_fields=True):
    """The choice of each side for the practice of a rank."""

    provenance: Text
    title: Text
    units: tuple[Choice, ...]


class BoardSetup(Struct, frozen=True, forbid_unknown_fields=True):
    """The forces of a combat board scenario, and the bonus of every defending roll (R106)."""

    provenance: Text
    title: Text
    bonus: Halves
    attacker: Roster
    defender: Roster


class Sector(Struct, frozen=True, forbid_unknown_fields=True):
    """A sector, or an axis of attack: who controls it at the start, and what lies in it.

    ``apart``: it is no part of the main island (7.6).
    """

    control: Army
    axis: Literal["land", "sea"] | None = None
    airfield: bool = False
    objective: bool = False
    apart: bool = False
    depot: bool = False
    batteries: tuple[Text, ...] = ()


class Edge(Struct, frozen=True, forbid_unknown_fields=True):
    """The edge between two sectors; ``spikes``: the one whose attacks meet the fortified line."""

    between: tuple[PlaceName, PlaceName]
    water: bool = False
    road: bool = False
    spikes: PlaceName | None = None


class Map(Struct, frozen=True, forbid_unknown_fields=True):
    """The mapboard."""

    provenance: Text
    sectors: dict[PlaceName, Sector]
    edges: tuple[Edge, ...]


class Movement(Struct, frozen=True, forbid_unknown_fields=True):
    """The movement chart: so many sectors in normal and in on-road movement."""

    provenance: Text
    normal: dict[Kind, Count]
    road: dict[Kind, Count]


class Range(Struct, frozen=True, forbid_unknown_fields=True):
    """The firing range chart."""

    provenance: Text
    sectors: dict[Kind, Count]


class Added(Struct, frozen=True, forbid_unknown_fields=True):
    """The addition to a defender's highest die."""

    provenance: Text
    halves: Halves


class Bonus(Struct, frozen=True, forbid_unknown_fields=True):
    """The bonus of a defender by the edge of the attack."""

    river: Added
    axis: Added
    spikes: Added


class Periods(Struct, frozen=True, forbid_unknown_fields=True):
    """The first and the last period; days and nights follow each other."""

    provenance: Text
    first: Period
    last: Period


class Deployment(Struct, frozen=True, forbid_unknown_fields=True):
    """The places of all units at the start.

    ``off_map``: planes on the invader's airfield that is on no map; ``control``: whose every sector
    but the active axes is at the start, None where it is as the map says. Batteries of an army that
    has no such pieces are those of another which it holds.
    """

    provenance: Text
    active: tuple[PlaceName, ...]
    off_map: dict[Kind, Count]
    control: Army | None = None
    jp: dict[PlaceName, dict[Kind, Count]] = {}
    au: dict[PlaceName, dict[Kind, Count]] = {}
    br: dict[PlaceName, dict[Kind, Count]] = {}


class Arrival(Struct, frozen=True, forbid_unknown_fields=True):
    """Units that come in a period."""

    period: Period
    place: PlaceName
    units: dict[Kind, Count]


class Reinforcements(Struct, frozen=True, forbid_unknown_fields=True):
    """The arrivals and their times, by army."""

    provenance: Text
    jp: tuple[Arrival, ...] = ()
    au: tuple[Arrival, ...] = ()
    br: tuple[Arrival, ...] = ()


class Decisive(Struct, frozen=True, forbid_unknown_fields=True):
    """The conditions of a decisive victory (7.6); ``units``: of the Australians, if they play."""

    provenance: Text
    objectives: Count
    units: Count | None = None


class Total(Struct, frozen=True, forbid_unknown_fields=True):
    """The conditions of a total victory (7.6).

    ``until``: the last period in which the invader reaches it; ``sectors``: so many of the main
    island may be theirs in one of who holds it. None: no ground unit of theirs may stand there.
    """

    provenance: Text
    objectives: Count
    until: Period
    units: Count | None = None
    sectors: Count | None = None


class Conditions(Struct, frozen=True, forbid_unknown_fields=True):
    """The conditions of a victory: objectives held, and Australian units left if they play."""

    provenance: Text
    objectives: Count
    decisive: Decisive
    total: Total
    units: Count | None = None


class Stocks(Struct, frozen=True, forbid_unknown_fields=True):
    """Supply tokens at the start (5.2); None: an option says it (R1), or nobody plays it."""

    provenance: Text
    jp: Tokens | None = None
    au: Tokens | None = None
    br: Tokens | None = None


class Income(Struct, frozen=True, forbid_unknown_fields=True):
    """Supply tokens that each army collects, period by period (5.10)."""

    provenance: Text
    jp: tuple[Tokens, ...] = ()
    au: tuple[Tokens, ...] = ()
    br: tuple[Tokens, ...] = ()


class Supply(Struct, frozen=True, forbid_unknown_fields=True):
    """Supply of a set-up."""

    start: Stocks
    income: Income


class Turns(Struct, frozen=True, forbid_unknown_fields=True):
    """The armies that play, in the order of their turns (4.12): first who invades the island."""

    provenance: Text
    armies: Annotated[tuple[Army, ...], Meta(min_length=2, max_length=3)]


class LeftOut(Struct, frozen=True, forbid_unknown_fields=True):
    """Situation cards that are not in the deck."""

    provenance: Text
    cards: tuple[CardName, ...]


class Setup(Struct, frozen=True, forbid_unknown_fields=True):
    """A set-up on the map: who stands where and comes when, and what victory asks for.

    ``strength``: columns of the unit strength charts that are others than `SingaporeData.strength`;
    ``left_out``: cards, None where the whole deck is in use.
    """

    turns: Turns
    periods: Periods
    deployment: Deployment
    reinforcements: Reinforcements
    supply: Supply
    victory: Conditions
    strength: dict[Army, dict[Kind, Strength]] = {}
    left_out: LeftOut | None = None


class Card(Struct, frozen=True, forbid_unknown_fields=True):
    """A situation card: what it is called, who may play it, and how many there are (6.4)."""

    provenance: Text
    name: Text
    kind: CardKind
    target: Text
    side: Literal["jp", "cw", "any"]
    copies: Annotated[int, Meta(ge=1, le=9)]
    text: Text


class Situation(Struct, frozen=True, forbid_unknown_fields=True):
    """The situation cards, how many each side begins with and how many an army may hold."""

    provenance: Text
    start: Annotated[int, Meta(ge=1, le=4)]
    limit: dict[Army, Annotated[int, Meta(ge=1, le=9)]]
    cards: dict[CardName, Card]


class SingaporeData(Struct, frozen=True, forbid_unknown_fields=True):
    """A whole pack."""

    strength: dict[Army, dict[Kind, Strength]]
    strikes: dict[Kind, Strike]
    pieces: dict[Army, Pieces]
    practice: dict[Place, Practice]
    boards: dict[Board, BoardSetup]
    movement: Movement
    range: Range
    bonus: Bonus
    map: Map
    historic: Setup
    tiderace: Setup
    shells: Strike
    situation: Situation
