"""A position of Meiktila: what stands where, whose marker is up, and what is still open."""

from __future__ import annotations

from typing import Annotated

from msgspec import UNSET, Meta, Struct, UnsetType, field

from pbem.kit.contract import Result
from pbem.kit.maps.hexes import LetteredHex
from pbem.kit.typed.pack import UNIT_NAME

PHASES = (
    "setup",
    "air",
    "allot",
    "supply",
    "land",
    "allied status",
    "edges",
    "japanese status",
    "markers",
    "opener",
    "cup",
    "number",
    "activation",
    "requests",
    "movement",
    "combat",
    "stacking",
    "end",
    "over",
)
"""Every phase, in the order of a turn; movement and combat in that of the mode."""


class Part(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A unit's part in a plan of losses: it goes along ``to``, ``off`` the map, or loses a step."""

    unit: Annotated[str, Meta(pattern=UNIT_NAME)]
    to: Annotated[tuple[LetteredHex, ...], Meta(max_length=60)] = ()
    off: bool = False


class Battle(Struct):
    """A combat that is not finished; ``side`` attacks ``hex``.

    ``stage``: ``defend`` (the defender commits), ``dice``, ``hold`` (the defender's half of the
    result), ``losses`` (the attacker's), ``advance``, ``banzai`` (dice). ``with_``: attackers left.
    """

    side: str
    hex: str
    with_: list[str]
    stage: str = "defend"
    banzai: list[str] = field(default_factory=list)
    """The units that charge (11.1) and live."""
    guns: list[str] = field(default_factory=list)
    air: int = 0
    advance: list[str] | None = None
    """The units that advance, as the attack says; None: it says nothing."""
    oos: list[str] = field(default_factory=list)
    """Units of both sides that are out of supply in this combat (7.0)."""
    anti_tank: bool = False
    """Whether an anti-tank unit stood in the hex (8.3)."""
    town: str = ""
    """The defender with the bonus of a town."""
    covered: list[str] = field(default_factory=list)
    """Defenders with the bonus of an Improved Position, each."""
    def_guns: list[str] = field(default_factory=list)
    def_air: int = 0
    result: str = ""
    owed: int = 0
    """Hexes or steps that the half of the result now settled still asks for."""
    paid: list[str] = field(default_factory=list)
    """Attackers that have paid their part."""
    retreated: list[str] = field(default_factory=list)
    plan: list[Part] = field(default_factory=list)
    """The part of the plan that waits for dice."""


class Activation(Struct):
    """An activation marker that is up. ``number``: units that may act, 0 if it needs no die."""

    marker: str
    side: str
    number: int = 0
    mode: str = ""
    counted: list[str] = field(default_factory=list)
    """Units that have acted, which the number counts (6.1.1)."""
    moved: list[str] = field(default_factory=list)
    fought: list[str] = field(default_factory=list)
    """Units that have attacked or fired."""
    targets: list[str] = field(default_factory=list)
    dug: list[str] = field(default_factory=list)
    entering: list[str] = field(default_factory=list)
    """Reinforcements that may enter now."""
    enter: list[str] = field(default_factory=list)
    """Reinforcements whose die is due."""
    replace: list[str] = field(default_factory=list)
    """Reduced units whose die is due."""
    commit: list[str] = field(default_factory=list)
    """Units of the Strategic Reserve whose die is due."""


class Position(Struct):
    """The whole table of Meiktila. ``turn`` counts from 1; ``phase`` is one of `PHASES`.

    ``side``: who is asked or rolls where the phase is one side's.
    """

    turn: int
    phase: str
    side: str
    level: int
    """The Allied Supply Level."""
    at: dict[str, str] = field(default_factory=dict)
    reduced: list[str] = field(default_factory=list)
    gone: list[str] = field(default_factory=list)
    dug: dict[str, int] = field(default_factory=dict)
    """Hex -> Improved Positions of those who stand there."""
    sheltered: list[str] = field(default_factory=list)
    """Units deployed in an Improved Position, as long as the set-up lasts."""
    vp: dict[str, int] = field(default_factory=lambda: {"al": 0, "jp": 0})
    control: dict[str, str] = field(default_factory=dict)
    """Airfield or the city -> the side that was there last."""
    sixes: int = 0
    """How often the air die has shown a 6."""
    air: int = 0
    """Allied air units left for combat."""
    supply_air: int = 0
    interdiction: dict[str, int] = field(default_factory=lambda: {"north": 0, "south": 0})
    sentai: str = ""
    """The 64 Sentai in this turn: nothing, ``ready`` or ``used``."""
    initiative: str = ""
    landing: int = 0
    """Steps of Allied reinforcements that may still land."""
    points: int = 0
    """Allied replacement steps left."""
    oos: list[str] = field(default_factory=list)
    """Units with an Out of Supply marker."""
    fired: list[str] = field(default_factory=list)
    edge: dict[str, str] = field(default_factory=dict)
    """Japanese unit -> the map edge to which it traces in this turn."""
    chosen: dict[str, str] = field(default_factory=dict)
    """Japanese unit with a choice -> the edge declared."""
    attacked: bool = False
    """Whether a Japanese unit has attacked in this game (10.1)."""
    known: list[str] = field(default_factory=list)
    """Markers in the cup of which both players know that they are there."""
    hidden: dict[str, int] = field(default_factory=lambda: {"al": 0, "jp": 0})
    """Side -> its markers in the cup that nobody knows."""
    up: list[str] = field(default_factory=list)
    """Markers turned up in this turn, in order."""
    passed: list[str] = field(default_factory=list)
    activation: Activation | None = None
    tried: list[str] = field(default_factory=list)
    """Reinforcements that have rolled for entry in this turn."""
    barred: list[str] = field(default_factory=list)
    """Units that stay in the Strategic Reserve for good (11.2)."""
    tries: dict[str, int] = field(default_factory=lambda: {"north": 0, "south": 0})
    """Map edge -> Japanese dice for replacements in this turn."""
    took: list[str] = field(default_factory=list)
    """Units that took a replacement in this turn."""
    fought: list[str] = field(default_factory=list)
    """Units that attacked or supported an attack in this turn."""
    stirred: list[str] = field(default_factory=list)
    """Units that have entered or left an enemy zone by moving, as far as that counts (6.2.1)."""
    marched: list[str] = field(default_factory=list)
    """Units that have made a forced march, as far as that counts (6.2.1)."""
    battle: Battle | None = None
    ended: Result | None = None
    landed: tuple[str, ...] | UnsetType = UNSET
    """Units that landed reduced in this turn (8.1.1); absent while there are none."""

    def just_landed(self) -> tuple[str, ...]:
        """Return the units that landed reduced in this turn."""
        return () if isinstance(self.landed, UnsetType) else self.landed

    def units_at(self, here: str) -> list[str]:
        """Return the units in a hex, by name."""
        return sorted(unit for unit, place in self.at.items() if place == here)


def open_battle(position: Position) -> Battle:
    """Return the combat that is going on."""
    assert position.battle is not None  # noqa: S101 - asked only while one is
    return position.battle


def acting(position: Position) -> Activation:
    """Return the activation that is going on."""
    assert position.activation is not None  # noqa: S101 - asked only while one is
    return position.activation
