"""A position of Manila: what stands where, which phase it is, and what is still open."""

from __future__ import annotations

from msgspec import Struct, field

from pbem.games.manila.data.tables import MARKERS
from pbem.kit.contract import Result


class Action(Struct):
    """An Action Round: ``area`` is the Active Area (8.1).

    ``contested``: Areas that were Contested when it began. ``entered``: units that have entered the
    Japanese-occupied Area where they stand and have not attacked yet, in order of entry;
    ``origins``: unit -> the Area from which it entered. ``attacked``: Areas attacked, closed to
    further entry; ``done``: units that attacked (an Overrun leaves them Fresh, for a later Action
    Round).
    """

    area: int
    contested: list[int]
    entered: list[str] = field(default_factory=list)
    origins: dict[str, int] = field(default_factory=dict)
    attacked: list[int] = field(default_factory=list)
    done: list[str] = field(default_factory=list)


class Plan(Struct, frozen=True):
    """The plan of the attack order; see `pbem.games.manila.rules.orders.Attack`."""

    lead: str | None = None
    artillery: int = 0
    engineer: int = 0
    air: int = 0
    barrage: str | None = None
    sniper: str | None = None
    retreat: tuple[int, ...] = ()


class Battle(Struct):
    """An attack that is not finished.

    ``stage``: ``reveal`` and ``dice`` (a roll is due), ``barrage``, ``fight`` and ``sniper`` (the
    player is asked). ``strategy``: the Defense Strategy that this combat applies, empty where it
    was used up before. ``origins``: unit -> the Area to which it retreats if it has to; nobody
    retreats but from a Mandatory Attack (9.1), so elsewhere it is empty.
    """

    area: int
    units: list[str]
    origins: dict[str, int]
    plan: Plan
    stage: str
    strategy: str = ""
    lead: str = ""
    support: dict[str, int] = field(default_factory=dict)


class Retreat(Struct):
    """Units that still have to retreat (9.5.7), in the order in which they entered.

    ``origins``: unit -> the Area from which it entered; 0 where there is none, after an Iwabuchi
    breakout. ``origin``: the Area that they leave. ``to``: where the plan of the attack said.
    """

    origin: int
    units: list[str]
    origins: dict[str, int]
    to: tuple[int, ...] = ()


class Position(Struct):
    """The whole table of Manila. ``turn`` counts from 1.

    ``phase``: ``dawn``, ``event`` (a roll is due), ``breakout`` (the player picks its Area),
    ``supply`` (a roll is due), ``purchase``, ``streets`` (a roll is due), ``combat``, ``over``.
    An Area is American Controlled exactly if no Japanese unit is in it (7.2, 7.4).
    """

    turn: int
    phase: str
    morale: int
    defenders: dict[str, str]
    """Area -> the Japanese unit in it: a counter's id, or "one of cup u" while Unrevealed."""
    at: dict[str, int] = field(default_factory=dict)
    """American unit -> the Area where it stands."""
    spent: list[str] = field(default_factory=list)
    out: dict[str, int] = field(default_factory=dict)
    """Unit in the Out of Action Box -> the turn on which it was put there."""
    track: dict[str, int] = field(default_factory=dict)
    """Unit on the Turn Track -> the turn on which it comes back."""
    gone: list[str] = field(default_factory=list)
    """Units killed or withdrawn for good."""
    placing: list[str] = field(default_factory=list)
    """Units that the player has to place now."""
    supply: int = 0
    markers: dict[str, int] = field(default_factory=lambda: dict.fromkeys(MARKERS, 0))
    """Support markers in the Available Support Units Box."""
    event: str = ""
    """The Random Event in effect this turn, or nothing."""
    last_event: str = ""
    """The one of the turn before."""
    air_released: bool = False
    nichols_reached: bool = False
    """Whether Nichols was ever Contested or American: then 11.2 binds nobody any more."""
    streets: list[int] = field(default_factory=list)
    """Areas that owe a unit to the Bloody Streets (6.4.1)."""
    action: Action | None = None
    battle: Battle | None = None
    retreat: Retreat | None = None
    ended: Result | None = None

    def defender(self, area: int) -> str | None:
        """Return the Japanese unit in an Area, Unrevealed ones as "one of cup u".

        None if there is none.
        """
        return self.defenders.get(str(area))

    def hidden(self, area: int) -> bool:
        """Whether an Area has an Unrevealed Japanese unit."""
        member = self.defenders.get(str(area))
        return member is not None and member.startswith("?")

    def american(self, area: int) -> bool:
        """[7.2] Whether an Area is American Controlled."""
        return str(area) not in self.defenders

    def units_in(self, area: int) -> list[str]:
        """Return the American units in an Area, by name."""
        return sorted(unit for unit, where in self.at.items() if where == area)

    def fresh(self, unit: str) -> bool:
        """Whether a unit is on the map, Fresh side up."""
        return unit in self.at and unit not in self.spent


def contested(position: Position) -> list[int]:
    """[7.3] Return the Areas with units of both sides, ascending."""
    return sorted({*position.at.values()} & {*map(int, position.defenders)})


def open_battle(position: Position) -> Battle:
    """Return the attack that is not finished; raises ValueError if there is none."""
    if position.battle is None:
        raise ValueError("no attack is open")
    return position.battle


def open_action(position: Position) -> Action:
    """Return the Action Round; raises ValueError if no Area is active."""
    if position.action is None:
        raise ValueError("no Area is active")
    return position.action
