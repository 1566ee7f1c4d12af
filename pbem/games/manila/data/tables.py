"""The rules data of Manila: what the map, the counters and the player aid card say.

Types only, and `Tables`, the look-ups made of them once for each game. As YAML one whole pack
reads::

    map:
      provenance: published map
      areas:
        "9": {name: Maypajo, terrain: Urban, adjacent: [1, 2, 7, 8, 10]}
        "37": {name: Intramuros, terrain: Fort, flag: true, adjacent: [35, 36]}
        "1": {name: Caloocan, terrain: null, adjacent: [2, 9, 10]}   # null: American from the start
      water: [[11, 37], [12, 37]]
    terrain:
      provenance: published map
      kinds: {Clear: {symbol: ".", modifier: 2}, Urban: {symbol: "#", modifier: 3}}
    american:
      - {provenance: ..., kind: infantry, division: 37th Infantry, command: 129th, attack: 4,
         movement: 6, area: 1, turn: 1, units: [1/129, 2/129, 3/129]}
      - {..., kind: leader, attack: null, units: [Fredrick]}
    withdrawal: {provenance: ..., battalion: [44/A, 44/B, 44/D], turn: 6, areas: [1, 2]}
    landing: {provenance: ..., areas: [30, 27, 28]}       # where units of turn 2 may be placed
    japanese:
      provenance: ...
      counters: [{terrain: Urban, factor: 7, copies: 2, strategies: [Sniper, Ambush]}]
    markers:
      artillery: {provenance: ..., cost: 1, adds: 1, mix: 11}
    supply: {provenance: ..., dice: 4, offensive_dice: 2, least_on_turn_1: 12, infantry: 2,
             armor: 3, morale: 3}
    events:
      provenance: ...
      chart: [kembu breakout, kembu offensive, ...]        # sixteen of them, for 3 to 18
      late_breakout_from: 6       # from this turn on a breakout is an offensive
      iwabuchi_from: 5            # of the die that decides whether it happens
      iwabuchi_spent: true        # whether those who retreat from it become Spent
    morale: {provenance: ..., start: 19, most: 19, strong_from: 10}
    length: {provenance: ..., turns: 9, dates: [Feb 6-8, ...]}
    victory: {provenance: ..., areas: 34, must_hold: 37}

A ``provenance`` says where the values beside it come from; it begins with ``reconstructed`` or
``second-hand`` where they were not read off the published game.
"""

from __future__ import annotations

from typing import Annotated, Literal, get_args

from msgspec import Meta, Struct

from pbem.errors import PackError
from pbem.kit.typed.pack import UNIT_NAME

SIDE = "us"
"""The only side with a player."""
RULES_SIDE = "jp"
"""The side that the rules play."""

AreaNumber = Annotated[int, Meta(ge=1, le=99)]
AREA_KEY = r"^[1-9][0-9]?$(?!\n)"
AreaKey = Annotated[str, Meta(pattern=AREA_KEY)]
UnitName = Annotated[str, Meta(pattern=UNIT_NAME)]
Text = Annotated[str, Meta(min_length=1, max_length=300)]
Terrain = Literal["Clear", "Urban", "Fort"]
TERRAINS: tuple[Terrain, ...] = get_args(Terrain)
Strategy = Literal["Sniper", "Ambush", "Barrage", "Fanatic", "Elite"]
Kind = Literal["infantry", "armor", "leader"]
Marker = Literal["artillery", "engineer", "air"]
MARKERS: tuple[str, ...] = get_args(Marker)
Event = Literal[
    "kembu breakout",
    "kembu offensive",
    "pause 1st cavalry",
    "pause 37th infantry",
    "civilians",
    "pause 11th airborne",
    "iwabuchi breakout",
    "shimbu offensive",
    "shimbu breakout",
]
Division = Literal["37th Infantry", "1st Cavalry", "11th Airborne"]
PAUSED: dict[str, Division] = {
    "pause 1st cavalry": "1st Cavalry",
    "pause 37th infantry": "37th Infantry",
    "pause 11th airborne": "11th Airborne",
}
"""Event -> the division that may not attack."""

LOWEST_EVENT = 3
"""The lowest roll of 3d6, which the chart begins with."""

Small = Annotated[int, Meta(ge=0, le=99)]
Turn = Annotated[int, Meta(ge=1, le=99)]


class AreaData(Struct, frozen=True, forbid_unknown_fields=True):
    """An Area; ``terrain`` null: American from the start, and never entered by the Japanese."""

    name: Text
    terrain: Terrain | None
    adjacent: tuple[AreaNumber, ...]
    flag: bool = False


class Map(Struct, frozen=True, forbid_unknown_fields=True):
    """The map; ``water``: pairs that face each other across water, where nobody moves (8.3.3)."""

    provenance: Text
    areas: dict[AreaKey, AreaData]
    water: tuple[tuple[AreaNumber, AreaNumber], ...]


class TerrainKind(Struct, frozen=True, forbid_unknown_fields=True):
    """A terrain type: its symbol in pictures and its Terrain Effects Modifier (3.1.2)."""

    symbol: Annotated[str, Meta(min_length=1, max_length=1)]
    modifier: Small


class TerrainKey(Struct, frozen=True, forbid_unknown_fields=True):
    """The terrain types."""

    provenance: Text
    kinds: dict[Terrain, TerrainKind]


class UnitGroup(Struct, frozen=True, forbid_unknown_fields=True):
    """American units alike in everything but their names; ``turn`` is that of their arrival.

    ``command`` is the colour that a Leader's bonus asks for, empty for armor. ``area``: where they
    are set up or arrive, and what 6.3 calls their original setup Area.
    """

    provenance: Text
    kind: Kind
    division: Division
    attack: Small | None
    movement: Annotated[int, Meta(ge=1, le=99)]
    area: AreaNumber
    units: tuple[UnitName, ...]
    command: Annotated[str, Meta(max_length=40)] = ""
    turn: Turn = 1


class Withdrawal(Struct, frozen=True, forbid_unknown_fields=True):
    """The battalion that leaves for good on ``turn``; ``areas``: where it comes back before."""

    provenance: Text
    battalion: tuple[UnitName, ...]
    turn: Turn
    areas: tuple[AreaNumber, ...]


class Landing(Struct, frozen=True, forbid_unknown_fields=True):
    """The Areas for reinforcements that may choose, if American (6.1.1)."""

    provenance: Text
    turn: Turn
    areas: tuple[AreaNumber, ...]


class CounterGroup(Struct, frozen=True, forbid_unknown_fields=True):
    """Japanese counters with one Defense Factor: so many ``copies`` of each strategy."""

    terrain: Terrain
    factor: Small
    strategies: tuple[Strategy, ...]
    copies: Annotated[int, Meta(ge=1, le=9)] = 1


class Japanese(Struct, frozen=True, forbid_unknown_fields=True):
    """The Japanese counter mix."""

    provenance: Text
    counters: tuple[CounterGroup, ...]


class MarkerData(Struct, frozen=True, forbid_unknown_fields=True):
    """A support marker: its cost, what it adds to the AV, and how many there are."""

    provenance: Text
    cost: Small
    adds: Small
    mix: Small


class Markers(Struct, frozen=True, forbid_unknown_fields=True):
    """The support markers; Air adds nothing to the AV, it lowers the DV by a die (9.5.3D)."""

    artillery: MarkerData
    engineer: MarkerData
    air: MarkerData


class Supply(Struct, frozen=True, forbid_unknown_fields=True):
    """Supply dice and the costs of the player aid card, in Supply Points."""

    provenance: Text
    dice: Annotated[int, Meta(ge=1, le=9)]
    offensive_dice: Annotated[int, Meta(ge=1, le=9)]
    least_on_turn_1: Small
    infantry: Small
    armor: Small
    morale: Small


class Events(Struct, frozen=True, forbid_unknown_fields=True):
    """The random event chart, for rolls of 3 to 18, and what the player aid card adds to it."""

    provenance: Text
    chart: Annotated[tuple[Event, ...], Meta(min_length=16, max_length=16)]
    late_breakout_from: Turn
    iwabuchi_from: Annotated[int, Meta(ge=1, le=7)]
    iwabuchi_spent: bool


class Morale(Struct, frozen=True, forbid_unknown_fields=True):
    """The morale track: Strong at ``strong_from`` and above, Shaken below."""

    provenance: Text
    start: Small
    most: Small
    strong_from: Small


class Length(Struct, frozen=True, forbid_unknown_fields=True):
    """The turn track."""

    provenance: Text
    turns: Turn
    dates: tuple[Text, ...]


class Victory(Struct, frozen=True, forbid_unknown_fields=True):
    """Operational Victory (10.2): so many Areas, and this one among them."""

    provenance: Text
    areas: Small
    must_hold: AreaNumber


class ManilaData(Struct, frozen=True, forbid_unknown_fields=True):
    """One whole pack."""

    map: Map
    terrain: TerrainKey
    american: tuple[UnitGroup, ...]
    withdrawal: Withdrawal
    landing: Landing
    japanese: Japanese
    markers: Markers
    supply: Supply
    events: Events
    morale: Morale
    length: Length
    victory: Victory


class Unit(Struct, frozen=True):
    """An American counter; ``attack`` is 0 for a Leader, who may not lead (4.2.3)."""

    kind: Kind
    division: Division
    command: str
    attack: int
    movement: int
    area: int
    turn: int

    @property
    def leader(self) -> bool:
        """Whether it is a Leader."""
        return self.kind == "leader"


class Counter(Struct, frozen=True):
    """A Japanese counter."""

    terrain: Terrain
    factor: int
    strategy: Strategy


class Tables:
    """Look-ups made once of the data.

    - ``areas``: number -> Area, ascending; ``next_to``: number -> Areas one may move to;
    - ``across``: number -> Areas that face it across water;
    - ``home``: the Areas that are American from the start, where stacking has no limit (7.1);
    - ``units``: name -> American unit, in the order of the data; ``order``: its rank;
    - ``counters``: id -> Japanese counter; ``bags``: terrain -> ids in the order of the data.

    Raises `PackError` where the data contradict themselves.
    """

    def __init__(self, data: ManilaData) -> None:
        self.data = data
        self.areas = {int(key): area for key, area in sorted(data.map.areas.items(), key=_number)}
        self.next_to = {number: tuple(sorted(area.adjacent)) for number, area in self.areas.items()}
        self.across = {
            number: tuple(
                sorted(b if a == number else a for a, b in data.map.water if number in (a, b))
            )
            for number in self.areas
        }
        self.home = frozenset(n for n, area in self.areas.items() if area.terrain is None)
        self.units = {
            name: Unit(
                group.kind,
                group.division,
                group.command,
                group.attack or 0,
                group.movement,
                group.area,
                group.turn,
            )
            for group in data.american
            for name in group.units
        }
        self.order = {name: rank for rank, name in enumerate(self.units)}
        self.counters: dict[str, Counter] = {}
        self.bags: dict[str, list[str]] = {terrain: [] for terrain in TERRAINS}
        for group in data.japanese.counters:
            self._add_counters(group)
        self._check()

    def _add_counters(self, group: CounterGroup) -> None:
        """Counters alike in print are still different: the second copy has a 2 after it."""
        for copy in range(1, group.copies + 1):
            for strategy in group.strategies:
                name = f"{group.terrain} {group.factor} {strategy}" + (f" {copy}" * (copy > 1))
                if name in self.counters:
                    raise PackError(f"japanese: {name} is there twice; use `copies`")
                self.counters[name] = Counter(group.terrain, group.factor, strategy)
                self.bags[group.terrain].append(name)

    def _check(self) -> None:
        """Refuse data that no game can be played with."""
        for number, others in self.next_to.items():
            for other in others:
                if other not in self.areas or number not in self.next_to[other]:
                    raise PackError(
                        f"map: {number} is adjacent to {other}, but {other} is not adjacent to "
                        f"{number}"
                    )
        for terrain, bag in self.bags.items():
            spaces = sum(area.terrain == terrain for area in self.areas.values())
            if len(bag) < spaces:
                raise PackError(f"japanese: {spaces} {terrain} Areas, but {len(bag)} counters")

    def counter_text(self, name: str) -> str:
        """Return how players name a Japanese counter within its Area: ``9 Fanatic``."""
        counter = self.counters[name]
        return f"{counter.factor} {counter.strategy}"


def _number(entry: tuple[str, AreaData]) -> int:
    return int(entry[0])
